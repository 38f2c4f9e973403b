//! The hub between a client and an extension that are lines of text.

use super::*;

/// A hub with a paired browser, a ticked tab and a client that hears of targets.
fn paired() -> Hub {
    let mut hub = Hub::default();
    hub.client_came(1);
    says(&mut hub, r#"{"hello":{"product":"Chrome/1","userAgent":"UA"}}"#);
    says(&mut hub, r#"{"tabs":[{"tab":7,"target":"T","title":"Inbox","url":"https://a.example/"}]}"#);
    asks(&mut hub, r#"{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}"#);
    hub
}

/// What is sent when the extension says something, a line each.
fn says(hub: &mut Hub, text: &str) -> Vec<String> {
    hub.extension_said(text).unwrap();
    lines(hub)
}

fn asks(hub: &mut Hub, text: &str) -> Vec<String> {
    hub.client_said(1, text).unwrap();
    lines(hub)
}

fn lines(hub: &mut Hub) -> Vec<String> {
    let line = |post| match post {
        Post::Client(client, text) => format!("{client} {text}"),
        Post::CloseClient(client) => format!("{client} closed"),
        Post::Extension(text) => format!("ext {text}"),
    };
    hub.take().into_iter().map(line).collect()
}

const ATTACH: &str = r#"{"id":2,"method":"Target.attachToTarget","params":{"targetId":"T","flatten":true}}"#;
const CLICK: &str = r#"{"id":3,"sessionId":"tab-7-1","method":"Input.dispatchMouseEvent","params":{"x":1}}"#;

/// The same with the tab attached.
fn attached() -> Hub {
    let mut hub = paired();
    assert_eq!(asks(&mut hub, ATTACH), [r#"ext {"attach":{"id":2,"tab":7}}"#]);
    let told = says(&mut hub, r#"{"answer":{"id":2,"result":{}}}"#);
    assert!(told[0].starts_with(r#"1 {"method":"Target.attachedToTarget""#), "{told:?}");
    assert_eq!(told[1], r#"1 {"id":2,"result":{"sessionId":"tab-7-1"}}"#);
    hub
}

#[test]
fn messages_travel_as_they_are() {
    let mut hub = attached();
    assert_eq!(
        asks(&mut hub, CLICK),
        [r#"ext {"send":{"id":3,"tab":7,"method":"Input.dispatchMouseEvent","params":{"x":1}}}"#]
    );
    assert_eq!(
        says(&mut hub, r#"{"answer":{"id":3,"result":{"a":[1.50]}}}"#),
        [r#"1 {"id":3,"result":{"a":[1.50]},"sessionId":"tab-7-1"}"#]
    );
    // A frame of its own process.
    says(
        &mut hub,
        r#"{"event":{"tab":7,"method":"Target.attachedToTarget","params":{"sessionId":"F","targetInfo":{}}}}"#,
    );
    assert_eq!(
        asks(&mut hub, r#"{"id":4,"sessionId":"F","method":"DOM.enable"}"#),
        [r#"ext {"send":{"id":4,"tab":7,"session":"F","method":"DOM.enable"}}"#]
    );
    assert_eq!(
        says(&mut hub, r#"{"event":{"tab":7,"session":"F","method":"DOM.x","params":{}}}"#),
        [r#"1 {"method":"DOM.x","params":{},"sessionId":"F"}"#]
    );
}

#[test]
fn a_client_knows_that_a_tab_was_taken_back_before_its_commands_fail() {
    let mut hub = attached();
    asks(&mut hub, CLICK);
    let refused =
        r#"{"answer":{"id":3,"error":"{\"code\":-32000,\"message\":\"Detached while handling command.\"}"}}"#;
    assert!(says(&mut hub, refused).is_empty());
    let told = says(&mut hub, r#"{"detached":{"tab":7,"reason":"canceled_by_user"}}"#);
    let reason =
        r#"1 {"method":"Inspector.detached","params":{"reason":"canceled_by_user"},"sessionId":"tab-7-1"}"#;
    assert_eq!(told[0], reason);
    assert!(told[1].starts_with(r#"1 {"id":3,"error":"#), "{told:?}");
    assert!(told[2].starts_with(r#"1 {"method":"Target.detachedFromTarget""#), "{told:?}");
    assert!(asks(&mut hub, CLICK)[0].contains("-32001"), "its session is no more");
    let gone = says(&mut hub, r#"{"tabs":[]}"#);
    assert_eq!(gone, [r#"1 {"method":"Target.targetDestroyed","params":{"targetId":"T"}}"#]);
}

#[test]
fn a_tab_has_one_client_and_is_let_go_with_it() {
    let mut hub = attached();
    hub.client_came(5);
    hub.client_said(5, ATTACH).unwrap();
    assert!(lines(&mut hub)[0].contains("another client"));
    hub.client_said(5, CLICK).unwrap();
    assert!(lines(&mut hub)[0].contains("-32001"), "a session is its client's");
    hub.client_gone(1);
    let letting_go = lines(&mut hub);
    assert!(letting_go[0].starts_with(r#"ext {"detach""#), "{letting_go:?}");
    // One that is being attached to is let go when that is done.
    hub.client_said(5, ATTACH).unwrap();
    let attaching = lines(&mut hub);
    hub.client_gone(5);
    assert!(lines(&mut hub).is_empty());
    let id = attaching[0].split([':', ',']).nth(2).unwrap();
    let then = says(&mut hub, &format!(r#"{{"answer":{{"id":{id},"result":{{}}}}}}"#));
    assert!(then[0].starts_with(r#"ext {"detach""#), "{then:?}");
}

#[test]
fn what_reaches_beyond_a_tab_is_refused_on_its_session_too() {
    let mut hub = attached();
    for method in ["Storage.getCookies", "Network.getAllCookies", "Target.getTargets"] {
        let refused = asks(&mut hub, &format!(r#"{{"id":9,"sessionId":"tab-7-1","method":"{method}"}}"#));
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert!(refused[0].starts_with("1 ") && refused[0].contains("-32601"), "{refused:?}");
    }
    let file = r#"{"id":9,"method":"Target.createTarget","params":{"url":"file:///etc/passwd"}}"#;
    assert!(asks(&mut hub, file)[0].contains("http and https alone"));
}

#[test]
fn a_tab_that_a_page_opened_names_its_opener() {
    let mut hub = attached();
    let told = says(
        &mut hub,
        r#"{"tabs":[{"tab":7,"target":"T","title":"Inbox","url":"https://a.example/"},
            {"tab":8,"target":"U","title":"","url":"","opener":"T"}]}"#,
    );
    assert!(
        told[0].contains(r#""method":"Target.targetCreated""#) && told[0].contains(r#""openerId":"T""#),
        "{told:?}"
    );
}

#[test]
fn what_is_the_browsers_is_refused_and_no_tab_is_there_that_was_not_ticked() {
    let mut hub = paired();
    for method in ["Storage.getCookies", "Target.createBrowserContext", "Tracing.start"] {
        let refused = asks(&mut hub, &format!(r#"{{"id":9,"method":"{method}"}}"#));
        assert!(refused[0].contains("-32601") && refused[0].contains("relay"), "{refused:?}");
    }
    let other = ATTACH.replace(r#""T""#, r#""U""#);
    assert!(asks(&mut hub, &other)[0].contains("not ticked"));
    hub.extension_gone();
    assert_eq!(lines(&mut hub), ["1 closed"]);
}
