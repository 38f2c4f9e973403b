//! `pause` and `resume`: while a tab is in its person's hands, nothing goes into it.
//!
//! A headless browser that calls itself by the name of one with a window stands for that, so that no display is needed: what is tested is
//! who may act when.

use crate::{
    home::{Home, finish, until},
    reconnected::Cable,
    sessions::User,
};

const SHOWN: &str =
    "--chrome-arg=--user-agent=Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36";

#[test]
fn nothing_goes_into_a_tab_that_is_in_its_person_s_hands() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all"), SHOWN]);
    let (save, ask) = (home.id("Save"), home.id("Ask"));
    let waiting = home.start(&["pause", "--message", "Please log in", "--json"]);
    let paused = || {
        home.run(&["observe"])
            .good()
            .out
            .contains("paused: the tab is in its person's hands (\"Please log in\")")
    };
    until("the tab is handed over", paused);
    for words in [
        &["click", &save][..],
        &["click", &ask],
        &["press", "Enter"],
        &["open", &home.server.url("next")],
        &["reload"],
        &["act", &format!("click {save}")],
        &["eval", "--allow-eval", "document.title = 'evil'"],
        &["storage", "set", "session", "step", "2"],
        &["storage", "set", "local", "step", "2"],
        &["tab", "close"],
    ] {
        let ran = home.run(&[words, &["--json"]].concat());
        assert!(ran.code == Some(1) && ran.out.contains("TAB_PAUSED"), "{words:?}: {ran:?}");
    }
    // What the person does is waited for, and their word does not wait for that.
    let another = home.start(&["wait", "--text", "Nobody writes this", "--timeout", "60", "--json"]);
    let resumed = home.json(&["resume"]);
    assert_eq!(resumed["resumed"], true, "{resumed}");
    let waited = finish(waiting).good();
    assert!(waited.err.contains("in your hands: Please log in; say that you are done by domtool resume"));
    let answered = waited.json();
    assert!(answered["url"].as_str().unwrap().ends_with("/all"), "{answered}");
    crate::home::signal(another.id(), rustix::process::Signal::TERM);
    finish(another);
    assert_eq!(home.eval("document.title"), "all", "nothing came in meanwhile");
    home.json(&["click", &save]);
    assert_eq!(home.eval("document.title"), "clicked true");
    home.run(&["resume", "--json"]).failed(1, "NOT_FOUND");
}

#[test]
fn a_pause_that_is_over_in_time_only_is_not_over() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all"), SHOWN]);
    let save = home.id("Save");
    home.run(&["pause", "--timeout", "0.3", "--json"]).failed(1, "TIMEOUT");
    home.run(&["click", &save, "--json"]).failed(1, "TAB_PAUSED");
    // Another tab is free.
    home.json(&["tab", "new", &home.server.url("next")]);
    home.json(&["tab", "switch", "1"]);
    home.json(&["resume"]);
    home.json(&["click", &save]);
}

#[test]
fn without_a_window_nobody_could_take_it() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let error = home.run(&["pause", "--json"]).failed(2, "INVALID_INPUT");
    assert!(error["message"].as_str().unwrap().contains("headless"), "{error}");
    home.json(&["click", &home.id("Save")]);
}

#[test]
fn a_broken_connection_is_no_word_of_the_person_s() {
    let home = Home::new();
    let agent = SHOWN.strip_prefix("--chrome-arg=").unwrap();
    let user = User::start_with(&home.path("user"), &[agent], "about:blank");
    let cable = Cable::to(&user.address);
    home.json(&["open", &home.server.url("all"), "--cdp", &format!("http://{}", cable.here)]);
    let save = home.id("Save");
    home.run(&["pause", "--timeout", "0.3", "--json"]).failed(1, "TIMEOUT");
    cable.cut();
    until("the break is noticed", || home.json(&["sessions"])["sessions"][0]["broken"] == true);
    home.run(&["click", &save, "--json"]).failed(1, "TAB_PAUSED");
    home.json(&["resume"]);
    home.json(&["click", &save]);
}

#[test]
fn whoever_waits_for_the_person_leaves_them_their_file_chooser() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    home.json(&["open", &home.server.url("all"), SHOWN]);
    let taken = || home.log().matches("Page.setInterceptFileChooserDialog").count();
    let mut before = taken();
    home.json(&["click", &home.id("Save")]);
    assert!(taken() > before, "an action takes it");
    home.json(&["wait", "--text", "Ask"]);
    before = taken();
    home.json(&["wait", "--text", "Ask"]);
    assert_eq!(taken(), before);
    home.run(&["pause", "--timeout", "0.3", "--json"]).failed(1, "TIMEOUT");
    home.json(&["wait", "--text", "Ask"]);
    before = taken();
    home.json(&["wait", "--text", "Ask"]);
    assert_eq!(taken(), before);
}
