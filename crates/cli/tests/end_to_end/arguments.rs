//! Wrong usage, refusals and the exit codes that tell them apart. Most need no browser.

use crate::home::Home;

#[test]
fn wrong_usage_exits_2_and_starts_nothing() {
    let home = Home::new();
    for words in [
        &["click"][..],
        &["click", "seven"],
        &["wait"],
        &["nothing"],
        &["click", "e1", "--timeout", "-1"],
        &["click", "e1", "--timeout", "0"],
        &["click", "e1", "--within", "5"],
        &["click", "e1", "--expect", "ticked"],
    ] {
        let ran = home.run(words);
        assert_eq!(ran.code, Some(2), "{words:?} {ran:?}");
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{words:?} {ran:?}");
        let json = home.run(&[words, &["--json"]].concat());
        json.failed(2, "INVALID_INPUT");
    }
    assert!(!home.path("s.lock").exists(), "no daemon for wrong usage");
}

#[test]
fn no_browser_exits_3() {
    let home = Home::new();
    let page = home.server.url("all");
    let error =
        home.run(&["observe", &page, "--executable", "/nowhere/chrome", "--json"]).failed(3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("/nowhere/chrome"), "{error}");
}

#[test]
fn a_failed_action_exits_1_and_says_what_to_do() {
    let home = Home::new();
    home.run(&["click", "e1", "--json"]).failed(1, "NOT_FOUND");
    home.json(&["open", &home.server.url("covered")]);
    let behind = home.id("Behind");
    let error = home.run(&["click", &behind, "--json"]).failed(1, "COVERED");
    assert_eq!(error["dispatched"], "no", "{error}");
    assert!(
        error["obstacle"]["coverer"]["what"].as_str().is_some_and(|what| what.contains("Cookies")),
        "{error}"
    );
    let text = home.run(&["click", &behind]);
    assert!(text.err.starts_with("COVERED: ") && text.err.contains("dispatched: no"), "{text:?}");

    home.json(&["open", &home.server.url("all")]);
    home.run(&["click", &behind, "--json"]).failed(1, "STALE");
    let never = home.id("Never");
    home.run(&["click", &never, "--json"]).failed(1, "DISABLED");
    home.run(&["eval", "1", "--json"]).failed(1, "BLOCKED_BY_POLICY");
    home.run(&["wait", "--text", "no such text", "--timeout", "0.3", "--json"]).failed(1, "TIMEOUT");
}

#[test]
fn flags_that_contradict_the_running_session_are_refused() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page, "--window", "900x700"]);
    assert_eq!(home.eval("innerWidth"), 900);
    home.run(&["open", &page, "--window", "800x700", "--json"]).failed(2, "INVALID_INPUT");
    home.json(&["open", &page, "--window", "900x700"]);
    home.run(&["open", &page, "--session", "a b", "--json"]).failed(2, "INVALID_INPUT");
}

#[test]
fn help_teaches_and_completions_complete() {
    let home = Home::new();
    let alone = home.run(&[]).good();
    assert!(alone.out.contains("domtool observe") && alone.out.contains("STALE"), "{alone:?}");
    let help = home.run(&["--help"]).good();
    assert!(help.out.contains("Exit codes") && help.out.contains("double-click"), "{help:?}");
    let click = home.run(&["click", "--help"]).good();
    assert!(click.out.contains("Examples:") && click.out.contains("COVERED"), "{click:?}");
    let script = home.run(&["completions", "bash"]).good();
    assert!(script.out.contains("double-click"), "{script:?}");
}

#[test]
fn without_a_daemon_there_is_nothing_to_list_or_close() {
    let home = Home::new();
    assert_eq!(home.json(&["sessions"])["sessions"].as_array().unwrap().len(), 0);
    assert_eq!(home.json(&["close", "--all"])["closed"].as_array().unwrap().len(), 0);
    assert!(!home.path("s.lock").exists(), "no daemon was started for that");
}

#[test]
fn an_address_where_no_browser_listens_is_told_to_be_checked() {
    let home = Home::new();
    for address in ["http://127.0.0.1:1", "ws://127.0.0.1:1/devtools/browser/a", "nonsense"] {
        let error = home.run(&["open", "about:blank", "--cdp", address, "--json"]).failed(3, "NO_BROWSER");
        let hint = error["hint"].as_str().unwrap();
        assert!(hint.contains("address") && !hint.contains("install"), "{error}");
    }
}
