//! Wrong usage, refusals and the exit codes that tell them apart. Most need no browser.

use crate::home::Home;

#[test]
fn wrong_usage_exits_2_and_starts_nothing() {
    let home = Home::new();
    for words in [
        &["click"][..],
        &["click", "[7]"],
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

#[test]
fn what_was_meant_is_told() {
    let home = Home::new();
    for (words, hint) in [
        (&["clik", "e1"][..], "did you mean click?"),
        (&["goto", "https://example.com"], "did you mean open?"),
        (&["snapshot"], "did you mean observe?"),
        (&["observe", "--budgt", "9"], "did you mean --budget?"),
        (&["click", "e1", "--button", "rigth"], "did you mean right?"),
        (&["man", "tap"], "did you mean click?"),
    ] {
        let error = home.run(&[words, &["--json"]].concat()).failed(2, "INVALID_INPUT");
        assert_eq!(error["hint"], hint, "{words:?} {error}");
        let text = home.run(words).err;
        let meant = hint.trim_start_matches("did you mean ").trim_end_matches('?');
        assert!(text.contains(meant), "{words:?} {text}");
    }
    for (words, says) in [
        (&["click", "[12]"][..], "such as e12 rather than 12"),
        (&["click", "@e12"], "only the letter and the number"),
        (&["act", "tap e1"], "did you mean click?"),
    ] {
        let text = home.run(words).err;
        assert!(text.contains(says), "{words:?} {text}");
    }
    assert!(!home.path("s.lock").exists(), "no daemon for wrong usage");
    let refused = home.run(&["fill", "hunter2", "e3"]);
    assert!(refused.code == Some(2) && !refused.err.contains("hunter2"), "{refused:?}");
}

#[test]
fn ids_and_texts_work_as_people_write_them() {
    let home = Home::new();
    home.json(&["open", &home.server.url("guide-forms.html")]);
    let (name, notes) = (home.id("Full name"), home.id("Notes"));
    let line = |id: &str| {
        let seen = home.run(&["observe"]).good().out;
        let line = seen.lines().find(|line| line.trim().starts_with(&format!("{id} "))).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{id}: {seen}"))
    };
    let quoted = format!("\"{name}\"");
    let bracketed = format!("[{name}]");
    let act = format!("fill {notes} 'one\ntwo'\nfill {name} \"it's\"");
    for (words, id, expected) in [
        (&["fill", &quoted, "a"][..], &name, "a"),
        (&["fill", &bracketed, "b"], &name, "b"),
        (&["fill", &name, "--", "- x"], &name, "- x"),
        (&["fill", &name, "-- x"], &name, "-- x"),
        (&["type", &notes, "--", "- x"], &notes, "- x"),
        (&["type", &notes, " -y", "--quiet"], &notes, "- x -y"),
        (&["type", &notes, "- z", "--quiet"], &notes, "- x -y- z"),
        (&["type", &notes, "-5"], &notes, "- x -y- z-5"),
        (&["fill", &notes, "a\nb 'c' \"d\""], &notes, "a\nb 'c' \"d\""),
        (&["act", &act], &notes, "one\ntwo"),
    ] {
        home.run(words).good();
        let seen = line(id);
        assert!(seen.contains(&format!(" = {expected:?}")), "{words:?} {seen}");
    }
    assert!(line(&name).contains(" = \"it's\""));
}

#[test]
fn the_log_and_the_manual_are_printed() {
    let home = Home::new();
    let none = home.run(&["logs"]).good();
    assert!(none.out.is_empty() && none.err.contains("is not there"), "{none:?}");
    home.json(&["open", &home.server.url("all")]);
    let log = home.json(&["logs"]);
    assert_eq!(log["path"], home.path("s.log").to_str().unwrap(), "{log}");
    let whole = home.run(&["logs", "--lines", "1000"]).good();
    assert_eq!(whole.out.trim(), home.log().trim(), "{whole:?}");
    let last = home.run(&["logs", "-n", "1", "--follow", "--for", "0.5"]).good();
    assert_eq!(Some(last.out.trim()), home.log().lines().last(), "{last:?}");
    let manual = home.run(&["man"]).good();
    assert!(manual.out.contains(".TH") && manual.out.contains("double\\-click"), "{manual:?}");
    let click = home.run(&["man", "click"]).good();
    assert!(click.out.contains("COVERED") && click.out.contains("session"), "{click:?}");
    let folder = home.path("man1");
    home.run(&["man", "--out", folder.to_str().unwrap()]).good();
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap().trim().to_owned();
    assert_eq!(
        (page("domtool.1"), page("domtool-click.1")),
        (manual.out.trim().into(), click.out.trim().into())
    );
    // `domtool daemon` is nobody's to call.
    let pages = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(pages, 1 + manual.out.matches("domtool\\-").count(), "{}", manual.out);
}
