//! What harms a person at once, and what one client can use up of what others need.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    process::Stdio,
};

use rustix::process::Signal;
use serde_json::json;

use crate::{
    home::{Home, finish, signal, until},
    http_client::{Client, HttpServer, read},
    person::Person,
};

#[test]
fn no_tab_of_ours_comes_before_the_one_that_a_person_types_in() {
    let home = Home::new();
    let person = Person::new(&home);
    let before = person.look();
    let in_front = |what: &str| {
        let seen = person.eval(&person.popups, "[document.visibilityState, document.hasFocus()].join()");
        assert_eq!(seen, "visible,true", "{what}");
    };
    home.json(&["open", &home.server.url("fields.html"), "--cdp", &person.user.endpoint]);
    in_front("open");
    home.json(&["tab", "new", &home.server.url("navigation-two.html")]);
    in_front("tab new");
    home.json(&["tab", "switch", "1"]);
    in_front("tab switch");
    // It is as good as any other to work in.
    home.json(&["fill", &home.id("Full name"), "Ada"]);
    home.json(&["click", &home.id("Not a field")]);
    home.json(&["screenshot", "behind.png"]);
    assert_eq!(home.eval("document.getElementById('name').value"), "Ada");
    in_front("fill, click and screenshot");
    home.json(&["tab", "close", "2"]);
    in_front("tab close");
    home.json(&["close"]);
    in_front("close");
    person.is_as(&before);
}

#[test]
fn a_profile_that_is_no_folder_is_refused_and_nothing_starts() {
    let home = Home::new();
    let file = home.path("file");
    fs::write(&file, "mine").unwrap();
    for profile in ["file", "file/below"] {
        let refused = home.run(&["open", "about:blank", "--profile", profile, "--json"]);
        let error = refused.failed(2, "INVALID_INPUT");
        assert!(error["message"].as_str().unwrap().contains("the profile"), "{error}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert!(home.browsers().is_empty());
}

#[test]
fn a_daemon_killed_beside_a_persons_browser_tells_what_goes_on_there() {
    let home = Home::new();
    let person = Person::new(&home);
    let own = home.server.url("navigation-two.html");
    home.json(&["tab", "attach", "*/fields.html", "--cdp", &person.user.endpoint]);
    home.json(&["tab", "new", &own]);
    signal(home.daemon(), Signal::KILL);
    let error = home.run(&["observe", "--json"]).failed(1, "BROWSER_GONE");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("was killed") && message.contains("goes on"), "{error}");
    assert!(message.contains(&own) && !message.contains("fields.html"), "only what is left over: {error}");
    assert!(!message.contains("lost with it"), "{error}");
    let open = person.client.borrow_mut().pages();
    assert!(open.iter().any(|(_, url, _)| *url == own), "as it says: {open:?}");
    // As it says, too: it can be taken, and what was hidden of how the browser is reached is known yet.
    let taken = home.json(&["tab", "attach", "*/navigation-two.html"]);
    assert_eq!(taken["tabs"][0]["url"], own, "{taken}");
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error_and_a_reader_that_went_is_none() {
    let home = Home::new();
    for words in [&["schema"][..], &["--help"], &["sessions", "--json"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = finish(home.start_writing(words, full.into()));
        assert_eq!(ran.code, Some(1), "{words:?}: {ran:?}");
        assert!(ran.err.contains("could not be written to standard output"), "{words:?}: {ran:?}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = finish(home.start_writing(words, Stdio::from(writer)));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words:?}");
    }
}

const SHOP: &str = "0123456789abcdef";
const BILLING: &str = "fedcba9876543210";

#[test]
fn one_clients_connections_and_sessions_leave_room_for_another() {
    let home = Home::new();
    let file = home.path("tokens");
    fs::write(&file, format!("shop {SHOP}\nbilling {BILLING}\n")).unwrap();
    let server = HttpServer::serving(&home, &["--tokens", file.to_str().unwrap()]);
    let (shop, billing) = (server.with_token(SHOP), server.with_token(BILLING));
    let tools = |client: &mut Client<'_>| {
        let listed = client.ask("tools/list", json!({}));
        assert!(listed["result"]["tools"].as_array().is_some_and(|tools| tools.len() >= 8), "{listed}");
    };
    let mut patient = Client::initialize(&billing);
    tools(&mut patient);

    // Connections that have shown their token, and stay.
    let mut held: Vec<_> = (0..300).map(|_| shop.connect()).collect();
    for stream in &mut held {
        let head: String =
            shop.headers().iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let _refused = write!(stream, "POST /mcp HTTP/1.1\r\n{head}content-length: 2\r\n\r\n{{");
    }
    tools(&mut patient);
    tools(&mut Client::initialize(&billing));
    drop(held);

    // Sessions, also by headers that sessions of another era have.
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } },
    })
    .to_string();
    let mut used = None;
    until("there is room for its own connections again", || shop.post(&shop.headers(), &hello).status == 200);
    for number in 0..1000 {
        let mut headers = shop.headers();
        if number % 2 == 0 {
            headers.push(("mcp-protocol-version", "2025-06-18".to_owned()));
        }
        let answer = shop.post(&headers, &hello);
        assert_eq!(answer.status, 200, "{number}: {answer:?}");
        let session = answer.header("mcp-session-id").unwrap().to_owned();
        let asks = |session: &str, server: &HttpServer| {
            let mut headers = server.headers();
            headers.push(("mcp-session-id", session.to_owned()));
            let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }).to_string();
            server.post(&headers, &list).status
        };
        match number {
            // One that is used stays, and is its client's alone.
            0 => {
                assert_eq!((asks(&session, &shop), asks(&session, &billing)), (200, 404));
                used = Some((session, answer));
            }
            1 => used = used.map(|(kept, _)| (kept, answer)),
            999 => {
                let (kept, idle) = used.take().unwrap();
                let idle = idle.header("mcp-session-id").unwrap();
                assert_eq!(asks(&session, &shop), 200);
                assert_eq!(asks(&kept, &shop), 200);
                assert_eq!(asks(idle, &shop), 404, "it gave way");
            }
            _ => {}
        }
    }
    tools(&mut patient);
    server.end().good();
}

/// Clients of one token: the server cannot tell them apart, and none may take what the others work with.
#[test]
fn who_shares_a_token_goes_on_beside_one_that_takes_all() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let mut patient = Client::initialize(&server);
    let works = |patient: &mut Client<'_>| {
        let opened = patient.ask("tools/list", json!({}));
        assert!(opened["result"]["tools"].is_array(), "{opened}");
    };
    works(&mut patient);

    // Half of a request each, and nothing more.
    let head: String = server.headers().iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut held: Vec<_> = (0..300).map(|_| server.connect()).collect();
    for stream in &mut held {
        let _gave_way = write!(stream, "POST /mcp HTTP/1.1\r\n{head}content-length: 2\r\n\r\n{{");
    }
    works(&mut patient);
    works(&mut Client::initialize(&server));
    drop(held);

    // Sessions, each of them used, and connections that stay open after their answers.
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } },
    })
    .to_string();
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }).to_string();
    let (mut begun, mut refused) = (0, 0);
    for number in 0..1000 {
        let answer = server.post(&server.headers(), &hello);
        match answer.status {
            200 => {
                let mut headers = server.headers();
                headers.push(("mcp-session-id", answer.header("mcp-session-id").unwrap().to_owned()));
                assert_eq!(server.post(&headers, &list).status, 200, "{number}");
                begun += 1;
            }
            429 => {
                assert!(
                    answer.header("retry-after").is_some() && answer.body.contains("DELETE"),
                    "{answer:?}"
                );
                refused += 1;
            }
            other => panic!("{number}: {other}, {answer:?}"),
        }
        if number % 100 == 0 {
            works(&mut patient);
        }
    }
    assert_eq!((begun, refused), (256 - 2, 1000 - 254));
    works(&mut patient);
    let mut ending = server.connect();
    let head: String =
        patient.headers("", "").iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(ending, "DELETE /mcp HTTP/1.1\r\n{head}connection: close\r\n\r\n").unwrap();
    assert!(read(ending).status < 300);
    assert_eq!(server.post(&server.headers(), &hello).status, 200, "one has ended");
    server.end().good();
}

#[test]
fn nothing_starts_after_all_was_closed() {
    let home = Home::new();
    let page = home.server.url("navigation-two.html");
    home.json(&["open", &page]);
    let daemon = home.daemon();
    let names: Vec<String> = (0..4).map(|number| format!("late{number}")).collect();
    let opening: Vec<_> = names.iter().map(|name| home.start(&["open", &page, "--session", name])).collect();
    home.json(&["close", "--all"]);
    until("the daemon has ended", || !crate::home::is_alive(daemon));
    let opened: Vec<bool> = opening.into_iter().map(|open| finish(open).code == Some(0)).collect();
    // What was opened after all is known to the daemon that came after it, and nothing else is there.
    let listed = home.json(&["sessions"]);
    let mut running = Vec::new();
    for session in listed["sessions"].as_array().unwrap() {
        assert!(session["lost"].is_null(), "it ended in order: {listed}");
        running.push(session["name"].as_str().unwrap());
    }
    for (name, opened) in names.iter().zip(opened) {
        assert!(opened || !running.contains(&name.as_str()), "{name}: {listed}");
    }
    if running.is_empty() {
        until("no browser is left", || home.browsers().is_empty());
    }
}
