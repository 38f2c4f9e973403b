//! Several sessions at once: they share a browser and nothing else, and never wait for each other.

use rustix::process::Signal;

use crate::home::{Home, finish, signal};

#[test]
fn sessions_share_a_browser_and_nothing_else() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page]);
    home.json(&["open", &page, "--session", "other"]);
    home.eval("document.cookie = 'a=1'");
    let other = home.json(&["eval", "--allow-eval", "document.cookie", "--session", "other"]);
    assert_eq!(other["value"], "");
    assert_eq!(home.log().matches("browser started").count(), 1, "{}", home.log());
    home.json(&["close", "--session", "other"]);
    assert_eq!(home.eval("document.title"), "all", "the browser stays for the first");
    assert_eq!(home.json(&["sessions"])["sessions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_session_that_waits_holds_up_no_other() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page, "--session", "a"]);
    let mut waiting = home.start(&["wait", "--text", "never there", "--timeout", "100", "--session", "a"]);
    home.json(&["open", &page, "--session", "b"]);
    assert!(waiting.try_wait().unwrap().is_none(), "a still waits");
    // Closing a session cuts short what runs in it.
    home.json(&["close", "--session", "a"]);
    assert_eq!(finish(waiting).code, Some(1));
}

#[test]
fn an_interrupted_call_leaves_its_session_sane() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let waiting = home.start(&["wait", "--text", "never there", "--timeout", "100"]);
    signal(waiting.id(), Signal::INT);
    assert_ne!(finish(waiting).code, Some(0));
    let save = home.id("Save");
    home.json(&["click", &save]);
    assert_eq!(home.eval("document.title"), "clicked true");
}

#[test]
fn calls_that_come_at_once_start_one_daemon() {
    let home = Home::new();
    let page = home.server.url("all");
    let calls: Vec<_> =
        ["a", "b", "c", "d"].map(|name| home.start(&["open", &page, "--session", name])).into();
    for call in calls {
        let ran = finish(call);
        assert_eq!(ran.code, Some(0), "{ran:?}\n{}", home.log());
    }
    assert_eq!(home.log().matches("daemon listens").count(), 1, "{}", home.log());
    assert_eq!(home.json(&["sessions"])["sessions"].as_array().unwrap().len(), 4);
}
