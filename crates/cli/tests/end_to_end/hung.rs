//! Time on the command line: `--timeout` bounds every call, and a page that stops answering is left.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{
    home::{Home, Ran, finish, until},
    http_client::HttpServer,
    mcp::{Host, id_of},
};

/// How much later than its timeout a call may end, on a machine that is busy with other tests. Alone it takes 0.2 s at most.
const SLACK: Duration = Duration::from_secs(4);
/// How long a page may take to be left, the same. Alone it takes 2 s at most.
const LEFT: Duration = Duration::from_secs(15);

/// Runs a call and holds it to a time.
fn within(home: &Home, words: &[&str], time: Duration) -> Ran {
    let began = Instant::now();
    let ran = home.run(&[words, &["--json"]].concat());
    let took = began.elapsed();
    eprintln!("{words:?}: {} ms", took.as_millis());
    assert!(took < time, "{words:?} took {took:?}: {ran:?}");
    ran
}

/// Has the page stop answering.
fn stop(home: &Home, button: &str) {
    let id = home.id(button);
    let ran = within(home, &["click", &id, "--timeout", "1"], Duration::from_secs(1) + SLACK);
    let error = ran.failed(1, "PAGE_HUNG");
    assert_eq!(error["dispatched"].as_str().map(|said| said != "no"), Some(true), "{error}");
}

#[test]
fn every_call_on_a_page_that_hangs_ends_in_its_time() {
    let home = Home::new();
    home.json(&["open", &home.server.url("hung.html")]);
    let plain = home.id("Plain");
    let field = home.id("Name");
    let list = home.id("Colour");
    stop(&home, "In the handler");
    let calls: &[&[&str]] = &[
        &["observe"],
        &["observe", "--format", "markdown"],
        &["find", "Plain"],
        &["read"],
        &["screenshot", "page.png"],
        &["click", &plain],
        &["hover", &plain],
        &["fill", &field, "x"],
        &["type", &field, "x"],
        &["select", &list, "Blue"],
        &["press", "Enter"],
        &["scroll"],
        &["act", &format!("[{{\"op\":\"click\",\"id\":\"{plain}\"}}]")],
        &["wait", "--text", "Plain"],
        &["eval", "--allow-eval", "1"],
        &["stop"],
    ];
    for words in calls {
        let timed = [*words, &["--timeout", "0.8"]].concat();
        let ran = within(&home, &timed, Duration::from_millis(800) + SLACK);
        if words[0] == "stop" {
            continue; // the browser may do it without the page
        }
        assert_eq!(ran.code, Some(1), "{words:?}: {ran:?}");
        let said = ran.json();
        // Several actions say with which one they stopped.
        let error = if words[0] == "act" { &said["stopped"]["error"] } else { &said["error"] };
        let code = &error["code"];
        assert!(*code == "PAGE_HUNG" || *code == "TIMEOUT", "{words:?}: {ran:?}");
    }
}

#[test]
fn on_a_page_that_answers_a_timeout_holds_too() {
    let home = Home::new();
    home.json(&["open", &home.server.url("hung.html")]);
    let list = home.id("Colour");
    let time = Duration::from_secs(1) + SLACK;
    within(&home, &["select", &list, "Green", "--timeout", "1"], time).failed(1, "OPTION_NOT_FOUND");
    within(&home, &["wait", "--text", "never there", "--timeout", "1"], time).failed(1, "TIMEOUT");
    let waits = format!(
        "[{{\"op\":\"wait\",\"text\":\"never there\"}},{{\"op\":\"select\",\"id\":\"{list}\",\"options\":[\"Blue\"]}}]"
    );
    assert_eq!(within(&home, &["act", &waits, "--timeout", "1"], time).code, Some(1));
}

#[test]
fn a_page_that_hangs_is_left_in_every_way() {
    let home = Home::new();
    let (hung, next) = (home.server.url("hung.html"), home.server.url("all"));
    for words in [&["open", &next][..], &["reload"], &["back"], &["tab", "close"], &["close"]] {
        home.json(&["open", &next]);
        home.json(&["open", &hung]);
        stop(&home, "In the handler");
        within(&home, words, LEFT).good();
        match words[0] {
            "open" | "back" => home.id("Save"),
            "reload" => home.id("Plain"),
            _ => continue,
        };
    }
}

#[test]
fn scripts_without_end_at_load_and_dialogs_without_end_are_left() {
    let home = Home::new();
    let next = home.server.url("all");
    home.json(&["open", &next]);
    let time = Duration::from_secs(2) + SLACK;
    within(&home, &["open", &home.server.url("hung-load.htm"), "--timeout", "2"], time)
        .failed(1, "PAGE_HUNG");
    within(&home, &["observe", "--timeout", "2"], time).failed(1, "PAGE_HUNG");
    within(&home, &["open", &next], LEFT).good();
    home.id("Save");

    within(&home, &["open", &home.server.url("hung-alerts.htm")], LEFT).good();
    let hung = (0..8).any(|_| {
        let ran = within(&home, &["dialog", "accept"], time);
        ran.code == Some(1) && ran.json()["error"]["code"] == "PAGE_HUNG"
    });
    assert!(hung, "dialogs without end are a page that hangs");
    within(&home, &["open", &next], LEFT).good();
    home.id("Save");
}

#[test]
fn a_call_waits_for_the_one_before_it_no_longer_than_its_own_time() {
    let home = Home::new();
    home.json(&["open", &home.server.url("hung.html")]);
    let id = home.id("In the handler");
    let first = home.start(&["click", &id, "--timeout", "6", "--json"]);
    let time = Duration::from_millis(500) + SLACK;
    until("the second call waits for the first in vain", || {
        let ran = within(&home, &["observe", "--timeout", "0.5"], time);
        ran.code == Some(1) && ran.failed(1, "TIMEOUT")["message"].to_string().contains("another call")
    });
    finish(first).failed(1, "PAGE_HUNG");
}

#[test]
fn a_call_that_is_cut_while_the_browser_starts_leaves_no_tab_that_nobody_knows() {
    let home = Home::new();
    let page = home.server.url("all");
    for (name, time) in [("a", "0.2"), ("b", "0.6"), ("c", "1.0"), ("d", "1.4")] {
        let session = ["--session", name];
        home.run(&[&["open", &page, "--timeout", time][..], &session].concat());
        let seen = home.run(&[&["observe"][..], &session].concat());
        assert!(!seen.err.contains("the current tab is closed"), "{time}: {seen:?}");
        home.json(&[&["open", &page][..], &session].concat());
        let seen = home.run(&[&["observe"][..], &session].concat()).good();
        assert!(seen.out.contains("Save"), "{time}: {seen:?}");
    }
}

/// The same call in three ways, on a page of its own each that hangs: an end by the server's limit would come after 50 s and more.
#[test]
fn a_server_tells_a_page_that_hangs_as_the_command_line_does() {
    let home = Home::new();
    let url = home.server.url("hung.html");
    let server = HttpServer::serving(&home, &[]);
    let code = |answer: &Value| {
        let failed = &answer["failed"];
        (failed["code"].clone(), failed["dispatched"].clone())
    };
    let call = |op: &str, args: Value, session: &str| server.call(op, &args, &json!({ "session": session }));
    assert!(call("open", json!({ "url": url }), "hangs")["done"].is_string());
    let seen = call("observe", json!({}), "hangs");
    let text = seen["done"].as_str().unwrap();
    let (stops, plain) = (id_of(text, "button \"In the handler\""), id_of(text, "button \"Plain\""));
    let began = Instant::now();
    let clicked = code(&call("click", json!({ "id": stops }), "hangs"));
    let whole = began.elapsed();
    // Another session is free meanwhile and afterwards.
    assert!(call("open", json!({ "url": url }), "free")["done"].is_string());
    let later = [("click", json!({ "id": plain })), ("observe", json!({})), ("stop", json!({}))];
    let began = Instant::now();
    let served: Vec<_> = later.iter().map(|(op, args)| code(&call(op, args.clone(), "hangs"))).collect();
    assert!(began.elapsed() < 3 * whole, "{:?}, the first took {whole:?}", began.elapsed());
    assert!(whole < Duration::from_secs(40), "it took {whole:?}");

    home.json(&["open", &url]);
    let (stops, plain) = (home.id("In the handler"), home.id("Plain"));
    let ours = |words: &[&str]| {
        let error = home.run(&[words, &["--json"]].concat()).json()["error"].clone();
        (error["code"].clone(), error["dispatched"].clone())
    };
    assert_eq!(ours(&["click", &stops]), clicked);
    let ours = [ours(&["click", &plain]), ours(&["observe"]), ours(&["stop"])];
    assert_eq!(ours[..], served[..]);
    assert_eq!(clicked.0, "PAGE_HUNG");

    let mut host = Host::new(&home, &[]);
    host.text("open", &json!({ "url": url, "session": "hosted" }));
    let seen = host.text("observe", &json!({ "session": "hosted" }));
    let stops = id_of(&seen, "button \"In the handler\"");
    let click = json!({ "session": "hosted", "actions": [{ "op": "click", "id": stops }] });
    for (tool, args) in [("act", click), ("observe", json!({ "session": "hosted" }))] {
        let told = host.call(tool, &args);
        assert!(told["isError"] == true && told.to_string().contains("PAGE_HUNG"), "{tool}: {told}");
    }
    // It is left as ever.
    host.text("open", &json!({ "url": url, "session": "hosted" }));
    host.end();
    assert!(call("open", json!({ "url": url }), "hangs")["done"].is_string());
    server.end().good();
}
