//! `--debug`: the protocol log at the client, and nothing in it that anyone typed.

use crate::home::Home;

#[test]
fn a_call_with_debug_tells_each_command_to_the_browser_and_no_value() {
    let home = Home::new();
    let page = home.server.url("all");
    let opened = home.run(&["open", &page, "--debug"]).good();
    let navigated = opened.err.lines().find(|line| line.contains(r#"method="Page.navigate""#));
    let line = navigated.unwrap_or_else(|| panic!("{opened:?}"));
    for held in
        ["DEBUG domtool_cdp::wire", "session=", "sent=", "received=", "ms=", r#"outcome="ok""#, "events="]
    {
        assert!(line.contains(held), "{held}: {line}");
    }
    assert!(!opened.err.contains(&page), "{opened:?}");
    let name = home.id("Name");
    let filled = home.run(&["fill", &name, "hunter2 secret", "--debug"]).good();
    assert!(filled.err.contains(r#"method="Input.insertText""#), "{filled:?}");
    assert!(!filled.err.contains("hunter2"), "{filled:?}");
    let plain = home.run(&["observe"]).good();
    assert_eq!(plain.err, "", "{plain:?}");
}

#[test]
fn json_stays_one_object_beside_the_log() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let seen = home.run(&["observe", "--json", "--debug"]).good();
    assert_eq!(seen.json()["ok"], true);
    assert!(seen.err.contains("DOMSnapshot.captureSnapshot"), "{seen:?}");
    assert!(!seen.err.contains("getFullAXTree"), "{seen:?}");
}
