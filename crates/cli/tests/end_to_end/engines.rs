//! `--engine`: browsers that a WebDriver server makes (one of the tests' own, with a real Chromium behind it), how many of them there may be,
//! and what is left of them when something goes wrong. chromedriver and Selenium Grid themselves are for `cargo xtask engines`.

use std::{
    fs,
    net::TcpListener,
    time::{Duration, Instant},
};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{
    home::{Home, finish, signal, until},
    webdriver_server::{Manner, WebDriverServer, response},
};

/// How every secret begins.
const MARK: &str = "zqs";

fn start(manner: Manner) -> (Home, WebDriverServer) {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let server = WebDriverServer::start(&home.path(""), manner);
    (home, server)
}

#[test]
fn a_browser_is_made_used_kept_alive_and_ended_and_no_secret_comes_out() {
    let (home, server) = start(Manner::Grid);
    let engine = server.engine("zqsuser:zqspassword@", "/wd/hub?token=zqstoken,max=1");
    let capabilities = r#"{"browserName": "chrome", "cloud:options": {"accessKey": "zqsaccesskey"}}"#;
    let flags = ["--engine", &engine, "--capabilities", capabilities];
    let mut said = Vec::new();
    let page = home.server.url("all");
    for words in [&["open", &page][..], &["sessions"], &["config"], &["doctor"], &["observe"], &["endpoint"]]
    {
        for json in [&[][..], &["--json"]] {
            let ran = home.run(&[words, &flags[..], json, &["--debug"]].concat());
            assert!(ran.code == Some(0) || words == ["endpoint"], "{ran:?}");
            said.extend([ran.out, ran.err]);
        }
    }
    let save = home.id("Save");
    home.run(&["click", &save]).good();
    assert_eq!(home.eval("document.title"), "clicked true");

    let requests = server.requests();
    let post: Vec<_> = requests.iter().filter(|asked| asked.what.starts_with("POST")).collect();
    assert_eq!((post.len(), server.left()), (3, 1), "the doctor had one each time: {requests:?}");
    assert!(post[0].what.starts_with("POST /wd/hub/session?token=zqstoken "), "{requests:?}");
    let asked: Value = serde_json::from_str(&post[0].body).unwrap();
    assert_eq!(asked["capabilities"]["alwaysMatch"], serde_json::from_str::<Value>(capabilities).unwrap());
    assert!(post[0].head.contains("content-type: application/json; charset=utf-8"), "{requests:?}");
    until("it is kept alive", || server.count("GET /wd/hub/session/zqssession1/timeouts") > 1);
    home.run(&["close"]).good();
    assert_eq!((server.count("DELETE /wd/hub/session/zqssession"), server.left()), (3, 0));
    for asked in server.requests() {
        assert!(asked.head.contains("authorization: Basic enFzdXNlcjp6cXNwYXNzd29yZA=="), "{asked:?}");
    }
    said.push(home.log());
    for text in &said {
        let at = text.find(MARK);
        assert!(at.is_none(), "{}", &text[at.unwrap_or_default().saturating_sub(300)..]);
    }
}

#[test]
fn what_the_other_side_ends_is_gone_with_its_reason_and_leaves_room() {
    let (home, server) = start(Manner::ChromeDriver);
    let engine = server.engine("", ",max=1");
    let page = home.server.url("all");
    let open = |session: &str, more: &[&str]| {
        home.run(&[&["open", &page, "--session", session, "--engine", &engine, "--json"], more].concat())
    };
    let waiting = |session: &str| {
        let looks = home.log().matches("captureSnapshot").count();
        let call =
            home.start(&["wait", "--text", "never there", "--timeout", "60", "--session", session, "--json"]);
        until("it has looked", || home.log().matches("captureSnapshot").count() > looks);
        call
    };
    open("a", &[]).good();
    // There is no room for another; nor is it kept waiting for ever.
    let full = open("b", &["--timeout", "1"]).failed(1, "NO_CAPACITY")["message"].to_string();
    assert!(full.contains("1 of 1 of webdriver+http://127.0.0.1"), "{full}");
    // The server forgets the session; its browser runs on, and nothing of the connection breaks.
    let call = waiting("a");
    server.forgets(true);
    let gone = finish(call).failed(1, "BROWSER_GONE")["message"].to_string();
    assert!(gone.contains("the WebDriver server ended the session"), "{gone}");
    server.forgets(false);
    open("b", &[]).good();
    // The browser is killed.
    let call = waiting("b");
    let next = home.start(&["open", &page, "--session", "c", "--engine", &engine, "--json"]);
    server.kill_browsers();
    finish(call).failed(1, "BROWSER_GONE");
    finish(next).good();
    // A browser that was lost without a call: who calls next is told, and nothing is left.
    server.kill_browsers();
    until("all were ended", || server.left() == 0);
    home.run(&["observe", "--session", "c", "--json"]).failed(1, "BROWSER_GONE");
    assert_eq!(server.count("POST /session"), 3);
}

#[test]
fn a_server_that_answers_badly_is_no_reason_to_hang_and_leaves_no_session() {
    let (home, server) = start(Manner::Never);
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = elsewhere.local_addr().unwrap();
    let heads = std::thread::spawn(move || {
        let (mut stream, _) = elsewhere.accept().unwrap();
        let mut head = vec![0; 4096];
        let length = std::io::Read::read(&mut stream, &mut head).unwrap();
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let engine = server.engine("zqsuser:zqspassword@", "");
    let open = |more: &[&str]| {
        let ran =
            home.run(&[&["open", &home.server.url("all"), "--engine", &engine, "--json"], more].concat());
        assert!(!ran.out.contains(MARK) && !ran.err.contains(MARK), "{ran:?}");
        ran
    };
    let begun = Instant::now();
    open(&["--timeout", "1"]).failed(1, "NO_CAPACITY");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let told = |json: &str| response(200, json);
    let refused = |status, error: &str, message: &str| {
        response(
            status,
            &json!({"value": {"error": error, "message": message, "stacktrace": [1]}}).to_string(),
        )
    };
    for (bytes, exit, code) in [
        ("\u{0}\u{1}garbage\r\n\r\n".to_owned(), 3, "NO_BROWSER"),
        (String::new(), 3, "NO_BROWSER"),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{\"value\":{\"sessionId\":\"1f\"".to_owned(),
            3,
            "NO_BROWSER",
        ),
        (told("{\"value\":{\"sessionId\":\"../../x\",\"capabilities\":{}}}"), 3, "NO_BROWSER"),
        (told("[]"), 3, "NO_BROWSER"),
        (response(500, "<html>zqspassword"), 3, "NO_BROWSER"),
        (refused(500, "session not created", "no zqspassword is right\nBuild info"), 3, "NO_BROWSER"),
        (
            format!("HTTP/1.1 307 x\r\nlocation: http://{other}/session\r\ncontent-length: 0\r\n\r\n"),
            3,
            "NO_BROWSER",
        ),
        (response(401, ""), 3, "NO_BROWSER"),
        (response(429, ""), 1, "NO_CAPACITY"),
        (refused(500, "session not created", "New session request timed out \nHost info"), 1, "NO_CAPACITY"),
    ] {
        server.answers(Manner::Bytes(bytes));
        open(&[]).failed(exit, code);
    }
    // Sessions that are of no use are ended: one without an address, one whose browser is elsewhere, where no secret is sent.
    for capabilities in [json!({}), json!(7), json!({"se:cdp": format!("ws://{other}/devtools/browser/x")})] {
        server.answers(Manner::Capabilities(capabilities));
        open(&[]).failed(3, "NO_BROWSER");
        until("it was ended", || server.left() == 0);
    }
    let head = heads.join().unwrap();
    assert!(
        head.starts_with("GET /devtools/browser/x ") && !head.to_lowercase().contains("authorization"),
        "{head}"
    );
    // Then it works after all; and one that a server does not end is ended by its own browser's word.
    server.answers(Manner::Grid);
    open(&[]).good();
    server.keeps(true);
    home.run(&["close"]).good();
    until("its browser ended", || home.browsers().is_empty());
    assert!(home.log().contains("a session was not ended by its server"));
    server.keeps(false);
    server.kill_browsers();
}

#[test]
fn what_is_made_too_late_is_ended_and_keeps_its_room_until_then() {
    let (home, server) = start(Manner::Late);
    let engine = server.engine("", ",max=1");
    let open = |session: &str, time: &str| {
        let words = ["open", "about:blank", "--session", session, "--engine", &engine, "--timeout", time];
        home.run(&[&words[..], &["--json"]].concat())
    };
    open("a", "1").failed(1, "NO_CAPACITY");
    let full = open("b", "1").failed(1, "NO_CAPACITY")["message"].to_string();
    assert!(full.contains("1 of 1 of webdriver+http://127.0.0.1"), "{full}");
    assert_eq!((server.count("POST /session"), server.count("DELETE /session")), (1, 0));
    server.let_go();
    open("b", "30").good();
    assert_eq!((server.count("POST /session"), server.count("DELETE /session"), server.left()), (2, 1, 1));
}

#[test]
fn engines_have_equal_parts_of_a_calls_time() {
    let home = Home::new();
    let [one, other] = [(); 2].map(|()| WebDriverServer::start(&home.path(""), Manner::Never));
    let words = ["open", "about:blank", "--timeout", "3", "--json"];
    let engines = ["--engine", &one.engine("", ""), "--engine", &other.engine("", "")];
    let failure = home.run(&[&words[..], &engines].concat()).failed(1, "NO_CAPACITY")["message"].to_string();
    assert!(failure.contains(&other.address.to_string()) && failure.contains("within 1."), "{failure}");
    assert_eq!((one.count("POST /session"), other.count("POST /session")), (1, 1));
}

#[test]
fn what_is_made_for_a_daemon_that_ends_is_ended() {
    let (home, server) = start(Manner::Late);
    let engine = server.engine("", "");
    let page = home.server.url("all");
    // Two calls for one session want one browser.
    let calls = [0, 1].map(|_| home.start(&["open", &page, "--engine", &engine, "--json"]));
    until("both wait for it", || server.count("POST /session") == 1 && home.calls() == 2);
    let closing = home.start(&["close", "--all"]);
    for call in calls {
        // One that had arrived and asked for nothing yet finds the door closed.
        let ran = finish(call);
        let late = ran.json()["error"]["code"] == "NO_CAPACITY";
        ran.failed(1, if late { "NO_CAPACITY" } else { "NOT_FOUND" });
    }
    server.let_go();
    finish(closing).good();
    home.wait_for_daemons_end();
    assert_eq!((server.count("POST /session"), server.count("DELETE /session/"), server.left()), (1, 1, 0));

    // A daemon that is killed can end nothing: its server does, as nothing keeps the session alive.
    server.answers(Manner::ChromeDriver);
    home.run(&["open", &page, "--engine", &engine]).good();
    signal(home.daemon(), Signal::KILL);
    home.wait_for_daemons_end();
    home.run(&["observe", "--json"]).failed(1, "BROWSER_GONE");
    assert_eq!(server.left(), 1);
    server.kill_browsers();
}

#[test]
fn sessions_are_spread_over_engines_and_bounded_in_all() {
    let home = Home::new().with("DOMTOOL_MAX_SESSIONS", "3").with("DOMTOOL_MAX_SESSIONS_PER_CALLER", "2");
    let server = WebDriverServer::start(&home.path(""), Manner::ChromeDriver);
    let file = home.path("engines");
    // The first does not answer, and is passed over.
    fs::write(&file, format!("webdriver+http://127.0.0.1:1\nlocal,max=2\n{}\n", server.engine("", ",max=2")))
        .unwrap();
    let file = format!("@{}", file.display());
    let open = |session: &str, caller: &str, more: &[&str]| {
        let words =
            ["open", "about:blank", "--session", session, "--caller", caller, "--engine", &file, "--json"];
        home.run(&[&words, more].concat())
    };
    open("a", "x", &[]).good();
    open("b", "x", &[]).good();
    assert_eq!(server.left(), 1, "one here, one there");
    let full = open("c", "x", &["--timeout", "1"]).failed(1, "NO_CAPACITY")["message"].to_string();
    assert!(full.contains("2 of 2 of this caller") && full.contains("2 of 3 in all"), "{full}");
    open("c", "y", &[]).good();
    open("d", "z", &["--timeout", "1"]).failed(1, "NO_CAPACITY");
    // Who waits gets what another gives back.
    let waiting = home.start(&["open", "about:blank", "--session", "d", "--caller", "z", "--engine", &file]);
    home.run(&["close", "--session", "a"]).good();
    finish(waiting).good();
    let other = home.run(&["observe", "--session", "b", "--engine", "local", "--json"]);
    assert!(other.failed(2, "INVALID_INPUT")["message"].to_string().contains("--engine"), "{other:?}");
    home.run(&["close", "--all"]).good();
    home.wait_for_daemons_end();
    assert_eq!(server.left(), 0);
}
