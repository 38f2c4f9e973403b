//! `domtool mcp --http`: whom it serves, whom it refuses, and that those it refuses keep nobody else waiting.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    home::Home,
    http_client::{Client, HttpServer, read, write_post},
    mcp::id_of,
};

/// Buys tea: a cookie dialog, two buttons, a frame, another site's frame. `call` gives the text of a tool's answer.
pub(crate) fn order(mut call: impl FnMut(&str, Value) -> String, url: &str) {
    call("open", json!({ "url": url }));
    let seen = call("observe", json!({}));
    let accept = id_of(&seen, "button \"Accept cookies\"");
    call("act", json!({ "actions": [{ "op": "click", "id": accept }] }));
    let seen = call("observe", json!({}));
    let id = |what: &str| id_of(&seen, what);
    let steps = json!([
        { "op": "click", "id": id("button \"Add Sencha") },
        { "op": "fill", "id": id("textbox \"Full name\""), "text": "Ada Lovelace" },
        { "op": "select", "id": id("select \"Country\""), "options": ["Netherlands"] },
        { "op": "fill", "id": id("textbox \"Card number\""), "text": "4000 1234 5678 9010" },
    ]);
    call("act", json!({ "actions": steps }));
    let place = json!([{ "op": "click", "id": id("button \"Place order\""), "expect": "appears:received" }]);
    let report = call("act", json!({ "actions": place }));
    assert!(report.contains("\"Order 1001 received."), "{report}");
    call("sessions", json!({ "what": "close" }));
}

/// Holds what the shop's server received against what `order` buys, so many times.
pub(crate) fn assert_ordered(home: &Home, times: usize) {
    let orders = home.server.orders();
    assert_eq!(orders.len(), times, "{orders:?}");
    for order in orders {
        let order: Value = serde_json::from_str(&order).unwrap();
        let address = json!({ "name": "Ada Lovelace", "country": "Netherlands", "gift": false });
        assert_eq!(
            (&order["items"], &order["address"], &order["card"]),
            (&json!(["Sencha"]), &address, &json!("9010"))
        );
    }
}

#[test]
fn clients_of_both_eras_order_tea_at_one_address() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    for mut client in [Client::initialize(&server), Client::discover(&server)] {
        order(|tool, arguments| client.text(tool, &arguments), &home.server.url("shop"));
    }
    assert_ordered(&home, 2);
    server.end().good();
}

#[test]
fn each_session_over_http_is_told_its_own_changes() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let (mut one, mut other) = (Client::initialize(&server), Client::initialize(&server));
    one.text("open", &json!({ "url": home.server.url("all") }));
    let seen = one.text("observe", &json!({}));
    other.text("observe", &json!({}));
    let name = id_of(&seen, "textbox \"Name\"");
    one.text("act", &json!({ "actions": [{ "op": "fill", "id": name, "text": "Ada" }] }));
    let diff = json!({ "diff": true });
    assert!(!one.text("observe", &diff).contains("Ada"), "its own report told it");
    assert!(other.text("observe", &diff).contains("Ada"), "nothing told it yet");
    server.end().good();
}

#[test]
fn who_may_not_ask_is_refused() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } },
    })
    .to_string();
    let port = server.address.port();
    let bearer = |token: &str| format!("Bearer {token}");
    let wrong = bearer(&"x".repeat(server.token.len()));
    let rows: &[(&str, &str, &str, u16)] = &[
        ("as it should be", "host", &format!("localhost:{port}"), 200),
        ("a page of this machine", "origin", "http://localhost:3000", 200),
        ("a page of this machine by its number", "origin", "http://[::1]:3000", 200),
        ("a foreign host", "host", "evil.example", 403),
        ("a foreign host with the port", "host", &format!("evil.example:{port}"), 403),
        ("a foreign origin", "origin", "http://evil.example", 403),
        ("an origin that looks like this machine", "origin", "http://localhost.evil.example:80", 403),
        ("a page in a sandbox", "origin", "null", 403),
        ("no token", "authorization", "", 401),
        ("a wrong token", "authorization", &wrong, 401),
        ("the token and more", "authorization", &bearer(&format!("{}x", server.token)), 401),
        ("another type of body", "content-type", "text/plain", 415),
    ];
    for (what, name, value, status) in rows {
        let mut headers = server.headers();
        headers.retain(|(other, _)| other != name);
        if !value.is_empty() {
            headers.push((name, (*value).to_owned()));
        }
        let answer = server.post(&headers, &hello);
        assert_eq!(answer.status, *status, "{what}: {answer:?}");
    }
    let large = format!("{{\"x\":\"{}\"}}", "x".repeat(100_000_000));
    assert_eq!(server.post(&server.headers(), &large).status, 413);
    let mut stream = server.connect();
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let health = read(stream);
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
    server.end().good();
}

#[test]
fn a_network_is_not_let_in_without_a_token() {
    let home = Home::new();
    let refused = home.run(&["mcp", "--http", "0.0.0.0:0", "--no-token"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("a token is needed"), "{refused:?}");
    let short = home.run(&["mcp", "--http", "0", "--token", "secret"]);
    assert_eq!(short.code, Some(2), "{short:?}");
    assert!(!short.err.contains("secret"), "{short:?}");

    let server = HttpServer::new(&home, &["--no-token"]);
    let tools = Client::discover(&server).ask("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(8), "{tools}");
    server.end().good();
}

#[test]
fn strangers_keep_nobody_out() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let mut client = Client::discover(&server);
    // Every other one says nothing, the rest begin a head that never ends.
    let begun = Instant::now();
    let mut strangers: Vec<TcpStream> = (0..500).map(|_| server.connect()).collect();
    for stranger in strangers.iter_mut().step_by(2) {
        let _gone = stranger.write_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\n");
    }
    for _ in 0..20 {
        let tools = client.ask("tools/list", json!({}));
        assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(8), "{tools}");
    }
    let served = begun.elapsed();
    assert!(served < Duration::from_secs(9), "only when the strangers had gone: {served:?}");
    // The oldest gave way at once, and those that could stay are sent away in time.
    let closed = |stream: &mut TcpStream| !matches!(stream.read(&mut [0]), Ok(1..));
    assert!(closed(&mut strangers[1]) && begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    assert!(closed(strangers.last_mut().unwrap()) && begun.elapsed() < Duration::from_secs(60));
    server.end().good();
}

#[test]
fn a_call_that_runs_is_answered_before_the_server_ends() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let mut client = Client::initialize(&server);
    client.text("open", &json!({ "url": home.server.url("all") }));
    let arguments = json!({ "name": "wait", "arguments": { "time": 1500 } });
    let headers = client.headers("tools/call", "wait");
    let (id, message) = client.message("tools/call", arguments);
    let mut stream = server.connect();
    write_post(&mut stream, &headers, &message);
    // The first event says that the call has been taken.
    let mut first = [0; 1];
    stream.read_exact(&mut first).unwrap();
    let ended = server.end().good();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains(&format!("\"id\":{id}")) && !rest.contains("isError\":true"), "{rest} {ended:?}");
}

#[test]
fn a_client_that_leaves_ends_its_wait() {
    let home = Home::new();
    let server = HttpServer::new(&home, &[]);
    let mut client = Client::discover(&server);
    client.text("open", &json!({ "url": home.server.url("all") }));
    let arguments = json!({ "text": "never comes", "timeout": 45 });
    let params = json!({ "name": "wait", "arguments": arguments, "_meta": { "progressToken": 7 } });
    let headers = client.headers("tools/call", "wait");
    let (_, message) = client.message("tools/call", params);
    let mut stream = server.connect();
    write_post(&mut stream, &headers, &message);
    let mut told = String::new();
    let mut lines = BufReader::new(stream).lines();
    while !told.contains("notifications/progress") {
        told = lines.next().unwrap_or_else(|| panic!("no progress: {told}")).unwrap();
    }
    drop(lines);
    let begun = Instant::now();
    client.text("observe", &json!({}));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    server.end().good();
}
