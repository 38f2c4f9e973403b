//! No secret comes out of the command line: not in an answer, an error, the copy of the log that `--debug` gives, or a
//! file that the daemon writes at the level `trace`. Neither what the page holds nor what the caller typed.
//!
//! Every secret, of the page and of the calls, begins with `zqs`: one search finds each.

use std::fs;

use serde_json::Value;

use crate::home::{Home, Ran, signal, until};

const MARK: &str = "zqs";
/// A card's number as it is typed, and in groups.
const CARD: &[&str] = &["4111111111111111", "4111 1111"];
const PLACES: &[&str] = &["page", "open", "closed", "frame", "oopif"];
/// What the fixture's fields are named, of which each kind takes what is typed.
const FIELDS: &[&str] = &[
    "PLACE password",
    "PLACE shown",
    "PLACE swapped",
    "PLACE code",
    "PLACE card",
    "PLACE current",
    "PLACE new",
    "PLACE obscured",
    "PLACE obscured words",
    "PLACE account",
    "Membership PLACE",
    "PLACE echoed",
    "PLACE flawed",
];

/// The user's own rules, for the two kinds of field that only a person can know to be secret.
const MASKS: &[&str] = &["--mask", "acct*", "--mask", "membership*"];

/// Calls, with all that came out of them.
struct Calls {
    home: Home,
    said: Vec<(String, String)>,
}

impl Calls {
    fn new() -> Self {
        let home = Home::new().with("DOMTOOL_LOG", "trace");
        Self { home, said: Vec::new() }
    }

    /// Runs a call and keeps what it said.
    fn run(&mut self, words: &[&str]) -> Ran {
        let ran = self.home.run(&[words, &["--debug"]].concat());
        let what = words.join(" ");
        self.said.push((format!("{what} (output)"), ran.out.clone()));
        self.said.push((format!("{what} (standard error)"), ran.err.clone()));
        ran
    }

    /// As text and as JSON; gives the latter.
    fn both(&mut self, words: &[&str]) -> Value {
        self.run(words);
        self.run(&[words, &["--json"]].concat()).json()
    }

    /// The same for what must fail.
    fn fails(&mut self, words: &[&str], exit: i32, code: &str) {
        self.run(words);
        self.run(&[words, &["--json"]].concat()).failed(exit, code);
    }

    /// What the daemon has written beside its socket so far.
    fn keep_files(&mut self) {
        self.said.push(("s.log".to_owned(), self.home.log()));
        let Ok(ledger) = fs::read_to_string(self.home.path("s.sessions")) else { return };
        let mut ledger: Value = serde_json::from_str(&ledger).unwrap();
        for session in ledger["sessions"].as_array_mut().unwrap() {
            // The flags, with which the browser is to be started again: the one thing that must be kept as it was typed.
            session.as_object_mut().unwrap().remove("launch");
        }
        self.said.push(("s.sessions".to_owned(), ledger.to_string()));
    }

    fn leaks(&self) -> Vec<String> {
        let around = |text: &str, at: usize| -> String {
            let start = text[..at].char_indices().rev().nth(60).map_or(0, |(start, _)| start);
            text[start..].chars().take(110).collect()
        };
        let leaks = self.said.iter().flat_map(|(what, text)| {
            let marks = [MARK].into_iter().chain(CARD.iter().copied());
            marks
                .flat_map(move |mark| text.match_indices(mark))
                .map(move |(at, _)| format!("{what}: {}", around(text, at)))
        });
        leaks.collect()
    }

    /// Asserts that nothing came out, and that there was where to look.
    fn nothing_came_out(&mut self) {
        self.keep_files();
        let log = self.home.log();
        for held in ["TRACE", "method=\"DOMSnapshot.captureSnapshot\""] {
            assert!(log.contains(held), "no {held} in the log:\n{log}");
        }
        let copied = self.said.iter().any(|(what, text)| what.ends_with("error)") && text.contains("DEBUG"));
        assert!(copied, "no call had a copy of the log");
        let leaks = self.leaks();
        assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n"));
    }
}

/// The id of an element of this name in an observation.
fn id(seen: &Value, name: &str) -> String {
    let found = seen["elements"].as_array().unwrap().iter().find(|element| element["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {seen}"))["id"].as_str().unwrap().to_owned()
}

#[test]
fn no_secret_in_what_is_seen() {
    let mut calls = Calls::new();
    let page = calls.home.server.url("secrets.html?access_token=zqsopened");
    // The browser's own words, with those of the page's console, go to the log.
    let browser =
        ["--chrome-arg=--enable-logging=stderr", "--chrome-arg=--log=http://user:zqsproxy@127.0.0.1"];
    calls.run(&[&["open", &page], &browser[..], MASKS].concat()).good();
    let everything = ["--with", "backend,box,tier,why,xpath", "--stats"];
    for format in ["tree", "json"] {
        let plain = ["observe", "--format", format];
        calls.both(&plain);
        calls.both(&[&plain[..], &["--budget", "400"]].concat());
        calls.both(&[&plain[..], &["--budget", "0"], &everything].concat());
        calls.both(&[&plain[..], &["--diff"]].concat());
    }
    calls.both(&["eval", "--allow-eval", "tell('reveal')"]);
    for place in PLACES {
        until("the page reveals", || {
            let done = format!("done.has('reveal done {place}')");
            calls.both(&["eval", "--allow-eval", &done])["value"] == true
        });
    }
    calls.both(&[&["observe", "--diff"], &everything[..]].concat());
    let seen = calls.both(&["observe", "--budget", "0"]);
    for place in PLACES {
        for field in FIELDS {
            let line = format!("\"{}\" = (filled)", field.replace("PLACE", place));
            assert!(seen["text"].as_str().unwrap().contains(&line), "no {line} in {seen}");
        }
    }
    calls.both(&["screenshot", "--marks", "page.png"]);
    calls.both(&["tab", "list"]);
    calls.both(&["sessions"]);
    calls.nothing_came_out();
    lose_the_browser(&mut calls);
    // The user's rules outlive the browser.
    calls.run(&["open", &page]).good();
    calls.both(&["observe", "--budget", "0"]);
    calls.run(&["close"]).good();
    calls.nothing_came_out();
}

/// What is said of a session whose browser died names its pages.
#[cfg(target_os = "linux")]
fn lose_the_browser(calls: &mut Calls) {
    signal(calls.home.browsers()[0], rustix::process::Signal::KILL);
    calls.fails(&["observe"], 1, "BROWSER_GONE");
    let listed = calls.both(&["sessions"]);
    assert!(
        listed["sessions"][0]["lost"].as_str().is_some_and(|lost| lost.contains("access_token")),
        "{listed}"
    );
}

#[cfg(not(target_os = "linux"))]
fn lose_the_browser(_: &mut Calls) {}

#[test]
fn no_secret_in_what_is_done() {
    // Over the other wire: its messages are text.
    let mut calls = Calls::new();
    let page = calls.home.server.url("secrets.html");
    calls.run(&[&["open", &page, "--wire", "websocket"], MASKS].concat()).good();
    calls.fails(&["observe", "--mask", "other"], 2, "INVALID_INPUT");
    let seen = calls.both(&["observe", "--budget", "0"]);
    for place in ["page", "closed", "oopif"] {
        for (at, field) in FIELDS.iter().enumerate() {
            let name = field.replace("PLACE", place);
            let (id, text) = (id(&seen, &name), format!("zqsfill-{at}"));
            if at % 2 == 0 {
                calls.run(&["fill", &id, &text]).good();
            } else {
                calls.run(&["type", &id, &text, "--json"]).good();
            }
        }
        let short = id(&seen, &format!("{place} short"));
        calls.fails(&["fill", &short, "zqslong"], 1, "VALUE_REJECTED");
        let select = id(&seen, &format!("{place} saved card"));
        calls.run(&["select", &select, "#1"]);
        calls.fails(&["select", &select, "zqsnothing"], 1, "OPTION_NOT_FOUND");
        calls.run(&["click", &short]).good();
    }
    refusals(&mut calls, &seen);
    calls.both(&["observe", "--diff"]);
    calls.both(&["click", &id(&seen, "page link")]);
    calls.fails(&["fill", &id(&seen, "page short"), "zqs"], 1, "STALE");
    addresses(&mut calls);
    calls.run(&["close"]).good();
    calls.nothing_came_out();
}

/// The fields of a page that says again what they hold, and what goes in.
const SAID_AGAIN: &[(&str, &str)] = &[
    ("Account password", "zqs-Hunter \"2\" & (b)"),
    ("Wallet PIN", "zqs4711"),
    ("API key", "zqs/ab+c=%d"),
    ("One-time code", "zqs12345"),
    ("Field E", "zqs737"),
    ("Card number", CARD[0]),
    ("Client secret", "zqs\\back'slash"),
    ("Field H", "zqsLongTokenOfManyLetters0123456789"),
    ("Field I", "zqsobscured"),
];

#[test]
fn no_secret_in_what_a_page_says_again() {
    let mut calls = Calls::new();
    let page = calls.home.server.url("secrets-said.html");
    calls.run(&["open", &page]).good();
    let seen = calls.both(&["observe", "--budget", "0"]);
    for (name, value) in SAID_AGAIN {
        calls.run(&["fill", &id(&seen, name), value]).good();
    }
    look_in_every_way(&mut calls);
    for button in ["Say it all", "Say it all encoded", "Throw it", "Send it", "Save it"] {
        // What "Send it" asks for may be refused: what comes out is the question.
        calls.both(&["click", &id(&seen, button)]);
    }
    let held = calls.both(&["eval", "--allow-eval", "document.title.length + all().length"]);
    assert!(held["value"].as_u64().is_some_and(|length| length > 80), "the page says it: {held}");
    look_in_every_way(&mut calls);
    calls.both(&["click", &id(&seen, "Alert it")]);
    calls.both(&["observe"]);
    calls.both(&["dialog", "accept"]);
    calls.run(&["click", &id(&seen, "Unmask")]).good();
    look_in_every_way(&mut calls);
    let batch = format!(
        "[{{\"op\":\"fill\",\"id\":\"{}\",\"text\":\"zqsbatch\"}},{{\"op\":\"press\",\"keys\":\"Tab\"}}]",
        id(&seen, "Client secret")
    );
    calls.both(&["act", &batch]);
    calls.fails(&["select", &id(&seen, "List"), "nothing"], 1, "OPTION_NOT_FOUND");
    calls.both(&["click", &id(&seen, "Go with it")]);
    calls.both(&["observe"]);
    calls.both(&["back"]);
    calls.run(&["close"]).good();
    calls.nothing_came_out();
    assert!(calls.said.len() >= 90, "only {} tries", calls.said.len());
}

/// Everything that shows the page without changing it.
fn look_in_every_way(calls: &mut Calls) {
    for format in ["tree", "markdown", "semantic", "skeleton", "json"] {
        calls.run(&["observe", "--format", format]).good();
    }
    calls.both(&["observe", "--diff"]);
    calls.both(&["observe", "--budget", "0", "--with", "backend,box,tier,why,xpath"]);
    for text in ["You typed", "/z.s/", "Saved", "/[^ ]*Hunter.*/", "Use", "Title"] {
        calls.both(&["find", text]);
    }
    calls.both(&["read"]);
    calls.both(&["screenshot", "--marks", "page.png"]);
    calls.both(&["tab", "list"]);
    calls.both(&["sessions"]);
}

/// Arguments in the wrong order, or one too many.
fn refusals(calls: &mut Calls, seen: &Value) {
    let id = id(seen, "page password");
    for words in [&["fill", "zqspassword", &id][..], &["fill", &id, "zqsone", "zqstwo"]] {
        calls.fails(words, 2, "INVALID_INPUT");
    }
    calls.fails(&["type", "zqspassword", "zqsother"], 1, "NOT_FOUND");
}

/// Addresses with a token in them, of which none answers.
fn addresses(calls: &mut Calls) {
    let nobody = "http://127.0.0.1:1/?access_token=zqsrefused";
    calls.fails(&["open", nobody], 1, "NOT_FOUND");
    calls.fails(&["observe", nobody], 1, "NOT_FOUND");
    calls.fails(&["tab", "new", nobody], 1, "NOT_FOUND");
    calls.fails(&["open", "http://user:zqspassword@127.0.0.1:1/"], 1, "NOT_FOUND");
    calls.fails(&["open", "no such?token=zqsaddress"], 2, "INVALID_INPUT");
    calls.fails(&["wait", "--url", "*?token=zqswait", "--timeout", "0.2"], 1, "TIMEOUT");
    let endpoint =
        ["open", "about:blank", "--session", "far", "--cdp", "wss://127.0.0.1:1/?token=zqsendpoint"];
    calls.fails(&endpoint, 3, "NO_BROWSER");
    for endpoint in
        ["http://user:zqspassword@127.0.0.1:1", "user:zqspassword@127.0.0.1:1", "zqspassword@127.0.0.1:1"]
    {
        calls.run(&["open", "about:blank", "--session", "far", "--cdp", endpoint]);
        calls.run(&["observe", "--session", "far", "--cdp", endpoint, "--json"]);
    }
    calls.both(&["tab", "list"]);
    calls.both(&["sessions"]);
}
