//! `--http-auth`, however it is given: the page is let in, and nothing that comes out has the password.

use std::fs;

use crate::{
    home::Home,
    witness::{Said, Seen, Witness, html},
};

const SECRET: &str = "zqsp4ss";
const PAIR: &str = "ada:zqsp4ss";

/// Opens the private page and looks at all that came out of it.
fn let_in(home: &Home, words: &[&str]) {
    let url = home.server.url("private");
    let mut said = Vec::new();
    for words in
        [&[&["open", &url, "--debug"], words].concat()[..], &["observe", "--json"], &["sessions", "--json"]]
    {
        let ran = home.run(words);
        said.push(ran.out.clone());
        said.push(ran.err.clone());
    }
    assert!(said[2].contains("Welcome"), "{said:?}");
    said.push(home.log());
    said.push(fs::read_to_string(home.path("s.sessions")).unwrap_or_default());
    for text in &said {
        assert!(!text.contains(SECRET) && !text.contains("YWRhOnpxc3A0c3M"), "{text}");
    }
}

#[test]
fn as_an_argument() {
    let_in(&Home::new().with("DOMTOOL_LOG", "trace"), &["--http-auth", PAIR]);
}

#[test]
fn from_the_environment() {
    let home = Home::new().with("DOMTOOL_LOG", "trace").with("DOMTOOL_HTTP_AUTH", PAIR);
    let_in(&home, &[]);
    for words in [&["--help"][..], &["open", "--help"]] {
        let ran = home.run(words);
        assert!(!format!("{}{}", ran.out, ran.err).contains(SECRET), "{words:?}: {}", ran.out);
    }
}

#[test]
fn from_a_file_that_must_be_there() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let file = home.path("login");
    fs::write(&file, format!("{PAIR}\n")).unwrap();
    let named = format!("@{}", file.display());
    let_in(&home, &["--http-auth", &named]);
    let ran = home.run(&["open", "about:blank", "--session", "b", "--http-auth", "@nowhere", "--json"]);
    ran.failed(2, "INVALID_INPUT");
}

#[test]
fn for_another_origin_it_is_not_given() {
    let home = Home::new();
    let words = [
        "open",
        &home.server.url("private"),
        "--http-auth",
        PAIR,
        "--http-auth-origin",
        "https://example.com",
        "--json",
    ];
    let ran = home.run(&words);
    assert!(
        !ran.out.contains(SECRET) && ran.out.contains("those of the session are for https://example.com"),
        "{}",
        ran.out
    );
}

/// A site of which the page is for all, and the rest for who has the login: pages, frames and data. Another origin asks for the same realm.
fn site(seen: &Seen) -> Said {
    let port = seen.header("host").and_then(|host| host.rsplit(':').next()).unwrap_or_default().to_owned();
    let elsewhere = format!("http://localhost:{port}");
    let ask = |way: &str| {
        (format!("401 No\nwww-authenticate: {way}\ncontent-type: text/html"), "<h1>Stop</h1>".to_owned())
    };
    match (seen.target.as_str(), seen.header("authorization")) {
        ("/", _) => html(&format!(
            "<title>site</title><a href='/digest'>Digest</a> <a href='/away'>Away</a><button onclick='poll()'>Poll</button><br>
            <iframe src='/frame'></iframe><iframe src='{elsewhere}/foreign'></iframe><img src='{elsewhere}/img'><script>
            async function poll() {{ for (let n = 0; n < 5; n++) await fetch('/api'); document.title = 'polled'; }}
            new Worker('/worker.js')</script>"
        )),
        ("/plain", _) => html(
            "<title>plain</title><button onclick='fetch(\"/api\")'>Poll</button> <a href='/digest'>Digest</a><br><iframe src='/frame'></iframe>",
        ),
        // What the browser asks for itself prompts nobody, and would tell who asks.
        ("/favicon.ico", _) => ("404 No".to_owned(), String::new()),
        ("/asks", _) => html(
            "<title>asks</title><button onclick='fetch(\"/api\").then(answer => document.title += answer.status)'>Poll</button>
            <button onclick='document.title = \"other\"'>Other</button><input aria-label='Field' onkeydown='document.title += event.key'>",
        ),
        ("/worker.js", _) => crate::witness::script("fetch('/in-worker')"),
        ("/away", _) => (format!("302 Found\nlocation: {elsewhere}/landed"), String::new()),
        ("/digest", Some(digest)) if digest.starts_with("Digest username=\"ada\"") => html("<h1>Digested</h1>"),
        ("/digest", _) => ask("Digest realm=\"here\", qop=\"auth\", nonce=\"abc\", algorithm=MD5"),
        (_, Some("Basic YWRhOnpxc3A0c3M=")) => html("<h1>Welcome</h1>"),
        _ => ask("Basic realm=\"here\""),
    }
}

#[test]
fn frames_data_and_workers_of_the_origin_are_let_in_and_no_other() {
    let home = Home::new().with("DOMTOOL_HTTP_AUTH", PAIR);
    let witness = Witness::start(site);
    home.json(&["open", &witness.url("")]);
    home.json(&["click", &home.id("Poll"), "--expect", "any_change"]);
    home.json(&["wait", "--network"]);
    for path in ["/frame", "/api", "/in-worker"] {
        assert!(witness.asked(path).last().unwrap().header("authorization").is_some(), "{path}");
    }
    home.json(&["click", &home.id("Digest")]);
    assert!(witness.asked("/digest").last().unwrap().header("authorization").unwrap().starts_with("Digest"));
    home.json(&["open", &witness.url("")]);
    home.run(&["click", &home.id("Away")]);
    for path in ["/foreign", "/img", "/landed"] {
        for seen in witness.asked(path) {
            assert_eq!(seen.header("authorization"), None, "{seen:?}");
        }
    }
}

#[test]
fn a_wrong_login_is_given_once_and_told() {
    let home = Home::new().with("DOMTOOL_HTTP_AUTH", "ada:zqswrong");
    let witness = Witness::start(site);
    home.json(&["open", &witness.url("")]);
    home.json(&["wait", "--network"]);
    let given = || witness.seen().iter().filter(|seen| seen.header("authorization").is_some()).count();
    // What is asked for at the same time is answered before the first is refused.
    let polled = home.run(&["click", &home.id("Poll")]);
    home.json(&["wait", "--network"]);
    let error = home.run(&["open", &witness.url("api"), "--json"]).failed(1, "SECURITY_BLOCKED");
    assert!(error["message"].as_str().unwrap().contains("refused the name and the password"), "{error}");
    assert!((1..=3).contains(&given()), "{:?}", witness.seen());
    assert!(!polled.out.contains(SECRET), "{polled:?}");
}

#[test]
fn without_a_login_it_is_told_who_asks() {
    let home = Home::new();
    let witness = Witness::start(site);
    let error = home.run(&["open", &witness.url("frame"), "--json"]).failed(1, "SECURITY_BLOCKED");
    assert!(error["message"].as_str().unwrap().contains("asks for a name and a password"), "{error}");
}

#[test]
fn a_prompt_over_the_page_is_put_away_once() {
    let home = Home::new();
    for (swallowed, title) in [("click Other", "other"), ("press Enter", "asks401Enter")] {
        // Each server asks for the first time.
        let witness = Witness::start(site);
        home.json(&["open", &witness.url("asks")]);
        let poll = home.id("Poll");
        let words: Vec<String> = match swallowed.split_once(' ').unwrap() {
            ("click", name) => vec!["click".to_owned(), home.id(name)],
            (press, key) => vec![press.to_owned(), home.id("Field"), key.to_owned()],
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        home.run(&["click", &poll]);
        let error = home.run(&[&words[..], &["--json"]].concat()).failed(1, "NOT_ACTIONABLE");
        assert!(error["message"].as_str().unwrap().contains("prompted for a login"), "{error}");
        home.json(&["click", &poll]);
        assert_eq!(home.eval("document.title"), "asks401", "the page has the answer, and nobody is asked");
        home.json(&words);
        assert_eq!(home.eval("document.title"), title);
    }
}
