//! `state save` and `state load`: a login lasts over browsers, in a file of Playwright's shape that nobody else can read.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};

use crate::{
    home::{Home, Ran},
    witness::{Witness, html},
};

/// An origin with nothing behind it: no server is asked.
const ORIGIN: &str = "http://state.example";

/// The cookie that the server lets in, and the token that its page keeps.
const SECRETS: [&str; 2] = ["zqsid7731", "zqtoken4402"];

#[test]
fn a_login_lasts_over_browsers() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let file = home.path("login.json");
    // One that others may read is no place for a secret.
    fs::write(&file, "{}").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    home.json(&["open", &home.server.url("login")]);
    home.json(&["open", &home.server.url("account")]);
    assert_eq!(home.eval("document.title"), "account of ada zqtoken4402");
    // The tab has left the origin: its history knows it.
    home.json(&["open", "about:blank"]);
    let mut said = vec![home.run(&["state", "save", "login.json", "--debug"]).good()];
    said.push(home.run(&["state", "save", "login.json", "--json"]).good());
    assert_eq!(said[1].json()["cookies"], 1);
    assert_eq!(home.json(&["tab"])["tabs"].as_array().unwrap().len(), 1, "the hidden tab is in no list");

    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let origin = home.server.url("").trim_end_matches('/').to_owned();
    let cookie = json!({ "name": "sid", "value": SECRETS[0], "domain": "127.0.0.1", "path": "/", "expires": -1.0,
        "httpOnly": true, "secure": false, "sameSite": "Lax" });
    let kept = json!([{ "origin": origin, "localStorage": [{ "name": "token", "value": SECRETS[1] }] }]);
    assert_eq!(saved, json!({ "cookies": [cookie], "origins": kept }));

    home.json(&["close"]);
    assert!(home.browsers().is_empty());
    home.json(&["open", &home.server.url("account")]);
    assert_eq!(home.eval("document.title"), "nobody null");
    home.json(&["close"]);
    // A session that does not run yet is started.
    said.push(home.run(&["state", "load", "login.json", "--debug"]).good());
    let opened = home.run(&["open", &home.server.url("account"), "--json"]).good();
    assert_eq!(opened.json()["effects"]["tabs_closed"], Value::Null, "{opened:?}");
    assert_eq!(home.eval("document.title"), "account of ada zqtoken4402");
    assert_eq!(home.json(&["tab"])["tabs"][0]["number"], 1, "the hidden tab took no number");

    // The storage is read and set at the origin's `/`, of which no server heard.
    let requests = home.server.requests();
    assert!(requests.iter().any(|line| line.starts_with("GET /account ")), "{requests:?}");
    assert!(!requests.iter().any(|line| line.starts_with("GET / ")), "{requests:?}");

    let log = home.log();
    let texts = said.iter().flat_map(|ran| [&ran.out, &ran.err]).chain([&log]);
    for text in texts {
        // What the page itself shows in its title is no secret to it.
        for line in text.lines().filter(|line| !line.contains("account of ada")) {
            assert!(SECRETS.iter().all(|secret| !line.contains(secret)), "{line}");
        }
    }
}

#[test]
fn what_is_no_state_is_refused_and_nothing_is_set() {
    let home = Home::new();
    home.run(&["state", "load", "nowhere.json", "--json"]).failed(2, "INVALID_INPUT");
    fs::File::create(home.path("huge.json")).unwrap().set_len(1 << 30).unwrap();
    home.run(&["state", "load", "huge.json", "--json"]).failed(2, "INVALID_INPUT");
    let database = |database: &str| {
        format!(
            r#"{{"origins": [{{"origin": "{}", "localStorage": [], "indexedDB": [{database}]}}]}}"#,
            ORIGIN
        )
    };
    let record = |record: &str| {
        database(&format!(
            r#"{{"name": "zqsid7731", "version": 1, "stores": [{{"name": "s", "records": [{record}]}}]}}"#
        ))
    };
    let deep =
        format!(r#"{{"key": 1, "valueEncoded": {}1{}}}"#, r#"{"a":["#.repeat(20_000), "]}".repeat(20_000));
    for wrong in [
        &record(r#"{"key": 1, "valueEncoded": {"zqsid7731": 1}}"#),
        &record(r#"{"key": {"zqsid7731": 1}, "value": 1}"#),
        &record(r#"{"key": 1, "valueEncoded": {"ta": {"k": "constructor", "b": "zqsid7731"}}}"#),
        &record(r#"{"key": 1, "valueEncoded": {"ref": 7}}"#),
        &record(&deep),
        &database(r#"{"name": "zqsid7731", "version": 0, "stores": []}"#),
        &database(r#"{"name": "zqsid7731", "version": 1, "stores": {"a": 1}}"#),
        r#"{"origins": [{"origin": "http://127.0.0.1/../zqsid7731", "localStorage": [{"name": "a", "value": "b"}]}]}"#,
        r#"{"cookies": "zqsid7731"}"#,
        r#"{"origins": [{"origin": "file:///etc", "localStorage": [{"name": "a", "value": "zqsid7731"}]}]}"#,
    ] {
        fs::write(home.path("wrong.json"), wrong).unwrap();
        let ran = home.run(&["state", "load", "wrong.json", "--json"]);
        ran.failed(2, "INVALID_INPUT");
        assert!(!ran.out.contains("zqsid7731"), "{ran:?}");
    }
}

/// What the vault tells in a session whose browser has all of it, but for the record that has no form.
const VAULT: &str =
    r#"vault ["zqvault2","zqvault3",["empty2","vault4"],"9 same","undefined",true,83,true,250]"#;

fn title_of_vault(home: &Home, page: &str) -> String {
    home.json(&["open", &home.server.url(page)]);
    home.json(&["wait", "--url", "*/vault*"]);
    let title = "new Promise((told) => { const look = () => document.title ? told(document.title) : requestAnimationFrame(look); look() })";
    home.eval(title).as_str().unwrap().to_owned()
}

#[test]
fn databases_and_session_storage_last_over_browsers_and_what_does_not_is_told() {
    let home = Home::new();
    let full = title_of_vault(&home, "vault?fill");
    assert!(full.contains("\"9 same\",\"Objectfile=Blob\""), "{full}");
    let saved = home.run(&["state", "save", "vault.json"]).good();
    let left = "  left out: IndexedDB of ORIGIN \"vault/values\", 1 item: no JSON form for Blob\n";
    let origin = home.server.url("").trim_end_matches('/').to_owned();
    assert!(saved.out.contains(&left.replace("ORIGIN", &origin)), "{saved:?}");
    let text = fs::read_to_string(home.path("vault.json")).unwrap();
    assert!(!text.contains("zqvault4"), "the blob");

    home.json(&["close"]);
    assert_eq!(title_of_vault(&home, "vault"), "vault [null,null,[]]");
    let history = home.eval("history.length");
    home.json(&["close"]);
    let loaded = home.json(&["state", "load", "vault.json"]);
    assert_eq!((&loaded["databases"], &loaded["left_out"]), (&2.into(), &Value::Null), "{loaded}");
    assert_eq!(title_of_vault(&home, "vault"), VAULT);
    assert_eq!(home.eval("history.length"), history, "no page says where the tab has been");
    let tabs = home.json(&["tab"]);
    assert_eq!((tabs["tabs"][0]["number"].clone(), tabs["tabs"].as_array().unwrap().len()), (1.into(), 1));

    // Saved from there it is the same.
    home.json(&["state", "save", "again.json"]);
    let read = |name: &str| fs::read_to_string(home.path(name)).unwrap();
    assert!(read("again.json") == read("vault.json"), "{}", read("again.json"));

    // A tab that shows another page does not leave it: that is told. Where it shows one of the origin it is set at once.
    home.eval("sessionStorage.clear()");
    home.json(&["state", "load", "vault.json"]);
    assert_eq!(home.eval("sessionStorage.getItem('key')"), "zqvault3");
    home.json(&["open", &home.server.url("all").replace("127.0.0.1", "localhost")]);
    let loaded = home.json(&["state", "load", "vault.json"]);
    assert_eq!(loaded["left_out"][0]["reason"], "not_shown", "{loaded}");
    assert_eq!(home.eval("document.title"), "all");
}

const KEY: (&str, &str) = ("DOMTOOL_STATE_KEY", "zqkey of more than 16 characters");

#[test]
fn a_state_with_a_name_is_encrypted_and_begins_a_session() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    home.json(&["open", &home.server.url("login")]);
    let mut said = vec![home.run_with(KEY, &["state", "save", "work", "--debug"]).good()];
    let folder = home.path("data/domtool/states");
    let file = folder.join("work.json");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    let sealed = fs::read_to_string(&file).unwrap();
    assert!(
        SECRETS.iter().all(|secret| !sealed.contains(secret)) && !sealed.contains("127.0.0.1"),
        "{sealed}"
    );
    // Without a key one that is encrypted is not replaced by one that is not; another is saved, and what it lacks is said.
    home.run(&["state", "save", "work", "--json"]).failed(1, "SECURITY_BLOCKED");
    home.run(&["state", "save", "file.json", "--encrypt", "--json"]).failed(1, "SECURITY_BLOCKED");
    assert_eq!(home.json(&["state", "save", "open"])["encrypted"], false);
    assert_eq!(
        home.run_with(KEY, &["state", "save", "file.json", "--encrypt", "--json"]).good().json()["encrypted"],
        true
    );
    let listed = home.json(&["state", "list"]);
    let states: Vec<_> = listed["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str(), one["encrypted"].as_bool()))
        .collect();
    assert_eq!(states, [(Some("open"), Some(false)), (Some("work"), Some(true))]);
    home.json(&["close"]);

    let account = home.server.url("account");
    let begin = |session: &str, key: (&str, &str)| {
        home.run_with(key, &["open", &account, "--session", session, "--state", "work", "--json"])
    };
    let why = |ran: Ran| ran.failed(1, "SECURITY_BLOCKED")["message"].as_str().unwrap().to_owned();
    assert!(why(begin("a", ("UNRELATED", ""))).contains("DOMTOOL_STATE_KEY is not set"));
    assert!(why(begin("a", ("DOMTOOL_STATE_KEY", "another of more than 16"))).contains("another key"));
    assert_eq!(home.json(&["sessions"])["sessions"], json!([]), "none was begun without its login");
    begin("a", KEY).good();
    assert_eq!(
        home.json(&["eval", "--allow-eval", "document.title", "-s", "a"])["value"],
        "account of ada zqtoken4402"
    );
    home.run_with(KEY, &["open", &account, "-s", "a", "--state", "open", "--json"])
        .failed(2, "INVALID_INPUT");
    said.push(home.run_with(KEY, &["state", "load", "file.json", "--session", "b"]).good());

    let middle = sealed.len() - 9;
    let other = if sealed.as_bytes()[middle] == b'A' { "B" } else { "A" };
    fs::write(&file, [&sealed[..middle], other, &sealed[middle + 1..]].concat()).unwrap();
    assert!(why(begin("c", KEY)).contains("not as it was saved"));
    home.json(&["state", "delete", "work"]);
    home.run(&["state", "delete", "work", "--json"]).failed(1, "NOT_FOUND");

    let log = home.log();
    for text in said.iter().flat_map(|ran| [&ran.out, &ran.err]).chain([&log]) {
        assert!(!text.contains("zqkey") && !text.contains(SECRETS[0]), "{text}");
    }
}

#[test]
fn names_links_and_others_at_the_same_time_do_no_harm() {
    let home = Home::new();
    home.json(&["open", &home.server.url("login")]);
    for name in ["..", ".", "", "-x", ".hidden", "a b", "a\u{202e}b"] {
        home.run(&["state", "save", "--json", "--", name]).failed(2, "INVALID_INPUT");
    }
    // Saved by many at once it is whole, and nothing else is left.
    let saving: Vec<_> = (0..6).map(|_| home.start(&["state", "save", "work"])).collect();
    for mut child in saving {
        assert!(child.wait().unwrap().success());
    }
    let folder = home.path("data/domtool/states");
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["work.json"]);
    assert_eq!(home.json(&["state", "load", "work"])["cookies"], 1);
    // What a link leads to is neither read, replaced nor deleted.
    fs::write(home.path("mine"), "mine").unwrap();
    std::os::unix::fs::symlink(home.path("mine"), folder.join("link.json")).unwrap();
    for what in ["save", "load", "delete"] {
        home.run(&["state", what, "link", "--json"]).failed(1, "SECURITY_BLOCKED");
    }
    assert_eq!(fs::read_to_string(home.path("mine")).unwrap(), "mine");
    assert_eq!(home.json(&["state", "list"])["states"].as_array().unwrap().len(), 1);
    // Nor is anything kept where others can come.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    home.run(&["state", "save", "open", "--json"]).failed(1, "SECURITY_BLOCKED");
}

#[test]
fn values_of_cookies_and_storage_are_shown_only_when_asked_for() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    home.json(&["open", &home.server.url("login")]);
    let mut said = vec![home.run(&["cookies", "get"]).good(), home.run(&["cookies", "get", "--json"]).good()];
    said.push(home.run(&["storage", "get", "local", "--json"]).good());
    said.push(home.run(&["cookies", "set", "theme", "zqdark", "--http-only", "--debug"]).good());
    said.push(home.run(&["storage", "set", "session", "key", "zqset", "--debug"]).good());
    let listed = said[1].json();
    assert_eq!(
        (&listed["cookies"][0]["name"], &listed["cookies"][0]["http_only"]),
        (&"sid".into(), &true.into())
    );
    assert_eq!(said[2].json()["items"], json!([{ "name": "token", "characters": SECRETS[1].len() }]));
    assert_eq!(home.json(&["cookies", "get", "theme", "--values"])["cookies"][0]["value"], "zqdark");
    assert_eq!(home.json(&["storage", "get", "local", "token", "--values"])["items"][0]["value"], SECRETS[1]);
    assert_eq!(home.eval("[document.cookie, sessionStorage.getItem('key')]"), json!(["", "zqset"]));

    // Of another origin than the page's: local storage by a visit that no server hears of.
    let other = home.server.url("").trim_end_matches('/').replace("127.0.0.1", "localhost");
    home.json(&["storage", "set", "local", "there", "zqthere", "--origin", &other]);
    home.run(&["storage", "get", "session", "--origin", &other, "--json"]).failed(1, "NOT_FOUND");
    home.run(&["storage", "get", "local", "--origin", "file:///etc", "--json"]).failed(2, "INVALID_INPUT");
    assert_eq!(home.json(&["storage", "get", "local", "--origin", &other])["items"][0]["name"], "there");
    assert!(!home.server.requests().iter().any(|line| line.starts_with("GET / ")));

    home.run(&["cookies", "set", "__Host-a", "b", "--json"]).failed(2, "INVALID_INPUT");
    home.run(&["cookies", "set", "a", "b", "--expires", "5", "--json"]).failed(2, "INVALID_INPUT");
    assert_eq!(home.json(&["cookies", "clear", "sid", "--domain", "127.0.0.1"])["cleared"], 1);
    home.json(&["storage", "clear", "local", "token"]);
    home.json(&["open", &home.server.url("account")]);
    assert_eq!(home.eval("document.title"), "nobody null");
    assert_eq!(home.json(&["cookies", "clear"])["cleared"], 1);

    let log = home.log();
    for text in said.iter().flat_map(|ran| [&ran.out, &ran.err]).chain([&log]) {
        assert!(!["zqdark", "zqset", SECRETS[0]].iter().any(|secret| text.contains(secret)), "{text}");
    }
}

#[test]
fn only_cookies_that_the_browser_keeps_count_as_loaded() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    home.json(&["cookies", "set", "sid", "of now", "--domain", "127.0.0.1"]);
    let cookie = |name: &str, domain: &str, expires: f64| json!({ "name": name, "value": "zq1", "domain": domain, "path": "/", "expires": expires });
    // Of one domain a browser keeps some two hundred at most.
    let mut cookies: Vec<_> = (0..300).map(|at| cookie(&format!("c{at}"), "many.example", -1.0)).collect();
    cookies.push(cookie("sid", "127.0.0.1", 1_000_000.0));
    cookies.push(cookie("kept", ".kept.example", 4_000_000_000.0));
    fs::write(home.path("state.json"), json!({ "cookies": cookies, "origins": [] }).to_string()).unwrap();
    let loaded = home.json(&["state", "load", "state.json"]);
    let left = loaded["left_out"].as_array().unwrap();
    assert_eq!(left.len(), 2, "{loaded}");
    assert_eq!(
        left[0],
        json!({ "origin": "127.0.0.1", "area": "cookies", "name": "sid", "count": 1, "reason": "expired" })
    );
    assert_eq!(
        (&left[1]["origin"], &left[1]["reason"]),
        (&"many.example".into(), &"not_kept".into()),
        "{loaded}"
    );
    let there = home.json(&["cookies", "get", "--values"]);
    let there = there["cookies"].as_array().unwrap();
    let value =
        |name: &str| there.iter().find(|cookie| cookie["name"] == name).map(|cookie| &cookie["value"]);
    assert_eq!((value("sid"), value("kept")), (Some(&"of now".into()), Some(&"zq1".into())));
    assert_eq!(loaded["cookies"].as_u64().unwrap() + 1, there.len() as u64, "{loaded}");
    assert_eq!(left[1]["count"].as_u64().unwrap() + loaded["cookies"].as_u64().unwrap(), 301);
}

#[test]
fn a_page_of_an_origin_of_its_own_gets_no_session_storage_of_another() {
    let home = Home::new();
    let witness = Witness::start(|_| {
        let (head, body) = html("<title>sandboxed</title>");
        (format!("{head}\ncontent-security-policy: sandbox allow-scripts"), body)
    });
    home.json(&["open", &witness.url("")]);
    let kept = json!([{ "origin": witness.url("").trim_end_matches('/'), "localStorage": [],
        "sessionStorage": [{ "name": "step", "value": "zq2" }] }]);
    fs::write(home.path("state.json"), json!({ "cookies": [], "origins": kept }).to_string()).unwrap();
    let loaded = home.json(&["state", "load", "state.json"]);
    assert_eq!(loaded["left_out"][0]["reason"], "not_shown", "{loaded}");
}
