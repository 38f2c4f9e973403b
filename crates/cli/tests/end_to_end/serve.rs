//! `domtool serve --http`: many clients with sessions of their own, whom it refuses, what it tells a cluster, and how it ends.

use std::{
    collections::BTreeMap,
    fs,
    io::{Read as _, Write as _},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    home::{Home, signal, until},
    http::{assert_ordered, order},
    http_client::{Client, HttpServer, read, write_to},
    mcp::id_of,
};

const SHOP: &str = "0123456789abcdef";
const BILLING: &str = "fedcba9876543210";

/// A server that knows two clients, and the first of them as its client.
fn with_two_clients(home: &Home, first: &str) -> HttpServer {
    let file = home.path("tokens");
    fs::write(&file, format!("# clients\nshop {SHOP} {first}\nbilling {BILLING}\n")).unwrap();
    HttpServer::serving(home, &["--tokens", file.to_str().unwrap()])
}

/// The text of a call that worked.
fn done(answer: &Value) -> &str {
    answer["done"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// The code of a call that failed.
fn code(answer: &Value) -> &str {
    answer["failed"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// Buys tea by calls alone.
fn order_by_calls(client: &HttpServer, session: &str, url: &str) {
    let call = |op: &str, args: Value, expect: Option<&str>| {
        let answer = client.call(op, &args, &json!({ "session": session, "expect": expect }));
        done(&answer).to_owned()
    };
    call("open", json!({ "url": url }), None);
    let seen = call("observe", json!({}), None);
    call("click", json!({ "id": id_of(&seen, "button \"Accept cookies\"") }), None);
    let seen = call("observe", json!({}), None);
    let id = |what: &str| id_of(&seen, what);
    call("click", json!({ "id": id("button \"Add Sencha") }), None);
    call("fill", json!({ "id": id("textbox \"Full name\""), "text": "Ada Lovelace" }), None);
    call("select", json!({ "id": id("select \"Country\""), "options": ["Netherlands"] }), None);
    call("fill", json!({ "id": id("textbox \"Card number\""), "text": "4000 1234 5678 9010" }), None);
    call("click", json!({ "id": id("button \"Place order\"") }), Some("appears:received"));
}

#[test]
fn clients_order_at_once_in_sessions_of_their_own() {
    let home = Home::new();
    let server = with_two_clients(&home, "2");
    let shop = server.with_token(SHOP);
    let billing = server.with_token(BILLING);
    let url = home.server.url("shop");
    std::thread::scope(|scope| {
        for (client, session) in [(&shop, "work"), (&shop, "more"), (&billing, "work")] {
            let url = &url;
            scope.spawn(move || order_by_calls(client, session, url));
        }
        scope.spawn(|| {
            let mut client = Client::initialize(&billing);
            order(|tool, arguments| client.text(tool, &arguments), &url);
        });
    });
    assert_ordered(&home, 4);

    let names = |client: &HttpServer| {
        let listed = client.call("sessions", &json!({}), &json!({ "json": true }));
        let listed: Value = serde_json::from_str(done(&listed)).unwrap();
        let names = listed["sessions"].as_array().unwrap().iter();
        names.map(|session| session["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (names(&shop), names(&billing)),
        (vec!["more".to_owned(), "work".to_owned()], vec!["work".to_owned()])
    );
    let third = shop.call("open", &json!({ "url": &url }), &json!({ "session": "third" }));
    assert_eq!(code(&third), "NO_CAPACITY", "{third}");
    for foreign in ["billing/work", "shop/work", "../billing/work"] {
        let answer = shop.call("observe", &json!({}), &json!({ "session": foreign }));
        assert_eq!(code(&answer), "INVALID_INPUT", "{answer}");
    }
    // Whose session is open is no other client's to see; the person of the machine sees all.
    let all = home.run(&["sessions"]).good().out;
    for name in ["billing/work", "shop/more", "shop/work"] {
        assert!(all.contains(name), "{all}");
    }
    let closed = shop.call("close", &json!({ "all": true }), &json!({}));
    assert_eq!(done(&closed), "ok closed more, work\n");
    assert_eq!((names(&shop).len(), names(&billing)), (0, vec!["work".to_owned()]));
    server.end().good();
}

#[test]
fn a_client_reaches_nothing_of_the_machine() {
    let home = Home::new().with("DOMTOOL_SERVE_TOKEN", SHOP);
    let started = HttpServer::serving(&home, &[]);
    let server = started.with_token(SHOP);
    let call = |op: &str, args: Value| server.call(op, &args, &json!({}));
    done(&call("open", json!({ "url": home.server.url("all") })));
    // Nor has a browser, of which a page may have taken possession, what lets it in.
    for browser in home.browsers() {
        for part in ["environ", "cmdline"] {
            // One that ends meanwhile has none.
            let read = fs::read(format!("/proc/{browser}/{part}")).unwrap_or_default();
            assert!(!String::from_utf8_lossy(&read).contains(SHOP), "{part} of {browser}");
        }
    }
    // Whoever sits at the machine may open local files, so that their session is never a client's.
    assert!(home.run(&["sessions"]).good().out.contains("client/default"));
    home.run(&["observe", "--json"]).failed(1, "NOT_FOUND");
    let seen = done(&call("observe", json!({}))).to_owned();
    let photo = id_of(&seen, "\"Photo\"");
    for (op, args) in [
        ("open", json!({ "url": "/etc/passwd" })),
        ("open", json!({ "url": "file:///etc/passwd" })),
        ("open", json!({ "url": "view-source:file:///etc/passwd" })),
        ("upload", json!({ "id": photo, "files": ["/etc/passwd"] })),
        ("act", json!({ "actions": [{ "op": "upload", "id": photo, "files": ["/etc/passwd"] }] })),
        ("screenshot", json!({ "file": "/tmp/x.png" })),
        ("observe", json!({ "picture": "x.png", "marks": true })),
        ("pdf", json!({ "file": "x.pdf" })),
        ("state", json!({ "what": "save", "file": "x.json" })),
        ("state", json!({ "what": "load", "file": "/etc/passwd" })),
        ("tab", json!({ "all": true })),
        ("tab", json!({ "what": "attach" })),
        ("eval", json!({ "expression": "1" })),
    ] {
        let answer = call(op, args.clone());
        let code = code(&answer);
        assert!(matches!(code, "BLOCKED_BY_POLICY" | "SECURITY_BLOCKED"), "{op} {args}: {answer}");
        assert!(!answer.to_string().contains("root:"), "{answer}");
    }
    let title = done(&call("tab", json!({}))).to_owned();
    assert!(title.contains("\"all\""), "the page was not given a file: {title}");
    for refused in [
        json!({ "op": "open", "args": {}, "launch": { "executable": "/bin/sh" } }),
        json!({ "op": "open", "args": {}, "call": { "launch": { "executable": "/bin/sh" } } }),
        json!({ "op": "open", "args": {}, "call": { "allow_eval": true } }),
        json!({ "op": "open", "args": {}, "call": { "folder": "/" } }),
        json!({ "op": "open", "args": {}, "call": { "timeout": 600 } }),
        json!({ "op": "observe", "protocol": 1 }),
        json!([]),
    ] {
        let mut stream = server.connect();
        write_to("/call", &mut stream, &server.headers(), &refused.to_string());
        let answer = read(stream);
        assert_eq!(answer.status, 400, "{refused}: {answer:?}");
        assert!(answer.body.contains("INVALID_INPUT"), "{answer:?}");
    }
    // A picture comes as a tool's.
    let mut tools = Client::initialize(&server);
    let picture = tools.ask("tools/call", json!({ "name": "screenshot", "arguments": {} }));
    assert_eq!(picture["result"]["content"][0]["type"], "image", "{picture}");
    let attached = tools.ask("tools/call", json!({ "name": "tab", "arguments": { "all": true } }));
    assert_eq!(attached["result"]["isError"], true, "{attached}");
    started.end().good();
}

#[test]
fn strangers_and_what_is_no_call_are_refused() {
    let home = Home::new();
    let server = HttpServer::serving(&home, &[]);
    let body = json!({ "op": "sessions" }).to_string();
    let port = server.address.port();
    let wrong = format!("Bearer {}", "x".repeat(server.token.len()));
    let rows: &[(&str, &str, &str, u16)] = &[
        ("as it should be", "host", &format!("localhost:{port}"), 200),
        ("with a character set", "content-type", "application/json; charset=utf-8", 200),
        ("a page of this machine", "origin", "http://localhost:3000", 200),
        ("a foreign host", "host", "evil.example", 403),
        ("no host", "host", "", 403),
        ("a foreign origin", "origin", "http://evil.example", 403),
        ("a page in a sandbox", "origin", "null", 403),
        ("no token", "authorization", "", 401),
        ("a wrong token", "authorization", &wrong, 401),
        ("what a page can send without asking", "content-type", "text/plain", 415),
        ("no type", "content-type", "", 415),
    ];
    let post = |headers: &[(&str, String)], body: &str| {
        let mut stream = server.connect();
        write_to("/call", &mut stream, headers, body);
        read(stream)
    };
    for (what, name, value, status) in rows {
        let mut headers = server.headers();
        headers.retain(|(other, _)| other != name);
        if !value.is_empty() {
            headers.push((name, (*value).to_owned()));
        }
        let answer = post(&headers, &body);
        assert_eq!(answer.status, *status, "{what}: {answer:?}");
    }
    assert_eq!(post(&server.headers(), &"x".repeat(100_000_000)).status, 413);
    let mut endless = server.connect();
    let head = format!(
        "POST /call HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        server.token
    );
    let _refused = endless.write_all(head.as_bytes()).and_then(|()| {
        (0..100).try_for_each(|_| {
            endless.write_all(format!("{:x}\r\n{}\r\n", 65536, "x".repeat(65536)).as_bytes())
        })
    });
    assert_eq!(read(endless).status, 413, "by what it is, where nothing is announced");

    // Two requests at once are answered in their order, and the old version is spoken.
    let mut stream = server.connect();
    let request = |version: &str, op: &str, more: &str| {
        let body = json!({ "op": op }).to_string();
        format!(
            "POST /call HTTP/{version}\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{more}\r\n{body}",
            server.token,
            body.len()
        )
    };
    write!(
        stream,
        "{}{}",
        request("1.1", "sessions", ""),
        request("1.1", "nothing", "connection: close\r\n")
    )
    .unwrap();
    let mut both = String::new();
    stream.read_to_string(&mut both).unwrap();
    let at = |what: &str| both.find(what).unwrap_or_else(|| panic!("{what}: {both}"));
    assert!(at("no sessions") < at("INVALID_INPUT"), "{both}");
    let mut stream = server.connect();
    write!(stream, "{}", request("1.0", "sessions", "")).unwrap();
    assert_eq!(read(stream).status, 200);

    for (method, path, status) in [
        ("GET", "/call", 405),
        ("POST", "/metrics", 405),
        ("DELETE", "/healthz", 405),
        ("GET", "/", 404),
        ("GET", "/healthz/../call", 404),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 401),
    ] {
        let mut stream = server.connect();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: 10.0.0.1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        assert_eq!(read(stream).status, status, "{method} {path}");
    }
    server.end().good();

    for (words, what) in [
        (&["serve", "--http", "0.0.0.0:0", "--no-token"][..], "a token is needed"),
        (&["serve", "--http", "0", "--tokens", "nowhere"], "nowhere"),
        (&["serve", "--http", "0", "--profile", "p"], "--profile"),
        (&["serve", "--http", "0", "--cdp", "auto"], "one person's"),
    ] {
        let refused = home.run(words);
        assert!(refused.code == Some(2) && refused.err.contains(what), "{refused:?}");
    }
}

/// Reads a page of figures as strictly as the format is written, and gives the samples by their names and labels.
fn samples(page: &str) -> BTreeMap<String, f64> {
    let plain = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut families: Vec<(&str, &str)> = Vec::new();
    let mut samples = BTreeMap::new();
    let mut help = "";
    assert!(page.ends_with('\n'));
    for line in page.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ').unwrap().0;
            assert!(plain(help) && families.iter().all(|(name, _)| *name != help), "{line}");
            continue;
        }
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(name == help && ["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            families.push((name, kind));
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let labels = labels.strip_suffix('}').unwrap_or_else(|| panic!("{line}"));
        let (family, kind) = *families.last().unwrap();
        let rest = name.strip_prefix(family).unwrap_or_else(|| panic!("{line} below {family}"));
        let allowed = if kind == "histogram" { &["_bucket", "_sum", "_count"][..] } else { &[""] };
        assert!(allowed.contains(&rest), "{line}");
        for label in labels.split(',').filter(|label| !label.is_empty()) {
            let (name, value) = label.split_once("=\"").unwrap_or_else(|| panic!("{line}"));
            let value = value.strip_suffix('"').unwrap_or_else(|| panic!("{line}"));
            assert!(plain(name) && !value.contains(['"', '\\', '{', ' ']), "{line}");
        }
        let value: f64 = value.parse().unwrap();
        assert!(value.is_finite() && value >= 0.0, "{line}");
        assert!(samples.insert(series.to_owned(), value).is_none(), "twice: {line}");
    }
    // Each histogram grows to its count.
    for (series, count) in samples.iter().filter(|(series, _)| series.contains("_count")) {
        let bucket = |bound: &str| {
            let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
            let labels = labels.strip_suffix('}').unwrap();
            let comma = if labels.is_empty() { "" } else { "," };
            samples
                [&format!("{}_bucket{{{labels}{comma}le=\"{bound}\"}}", name.strip_suffix("_count").unwrap())]
        };
        let bounds = [
            "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "25", "60", "+Inf",
        ];
        assert!(bounds.map(bucket).is_sorted() && bucket("+Inf") == *count, "{series}");
    }
    samples
}

#[test]
fn figures_say_what_happened_in_names_of_their_own() {
    let home = Home::new();
    let server = HttpServer::serving(&home, &[]);
    let page = home.server.url("covered");
    done(&server.call("open", &json!({ "url": page }), &json!({ "session": "zq.s-1" })));
    let found =
        server.call("find", &json!({ "text": "Behind" }), &json!({ "session": "zq.s-1", "json": true }));
    let found: Value = serde_json::from_str(done(&found)).unwrap();
    let behind = &found["matches"][0]["id"];
    let covered = server.call("click", &json!({ "id": behind }), &json!({ "session": "zq.s-1" }));
    assert_eq!(code(&covered), "COVERED", "{covered}");
    for op in ["x\"} 1\nzqs_total{a=\"", "zq\\", "", "click\n"] {
        assert_eq!(code(&server.call(op, &json!({}), &json!({}))), "INVALID_INPUT");
    }
    for session in ["zq\"} 1\nzqs 2", "zq\u{202e}", "zq{"] {
        let answer = server.call("observe", &json!({}), &json!({ "session": session }));
        assert_eq!(code(&answer), "INVALID_INPUT", "{answer}");
    }
    let answer = server.get("/metrics");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert!(
        !answer.body.contains("zq") && !answer.body.contains("covered") && !answer.body.contains("127.0.0.1")
    );
    let samples = samples(&answer.body);
    let is = |series: &str| *samples.get(series).unwrap_or_else(|| panic!("{series}: {}", answer.body));
    assert_eq!((is("domtool_sessions"), is("domtool_browsers"), is("domtool_ready")), (1.0, 1.0, 1.0));
    assert_eq!((is("domtool_draining"), is("domtool_calls_running")), (0.0, 0.0));
    assert_eq!(is("domtool_call_duration_seconds_count{op=\"click\"}"), 1.0);
    assert_eq!(is("domtool_call_duration_seconds_count{op=\"unknown\"}"), 4.0);
    assert_eq!(is("domtool_call_errors_total{code=\"COVERED\"}"), 1.0);
    assert_eq!(is("domtool_call_errors_total{code=\"INVALID_INPUT\"}"), 7.0);
    assert_eq!(is("domtool_call_errors_total{code=\"STALE\"}"), 0.0);
    assert_eq!(is("domtool_session_start_seconds_count"), 1.0);
    assert!(is("process_resident_memory_bytes") > 1e6 && is("process_open_fds") > 5.0);
    server.end().good();
}

#[test]
fn a_client_that_leaves_in_the_middle_leaves_a_tab_to_use() {
    let home = Home::new();
    let server = HttpServer::serving(&home, &[]);
    let call = |op: &str, args: Value| server.call(op, &args, &json!({}));
    done(&call("open", json!({ "url": home.server.url("all") })));
    let seen = done(&call("observe", json!({}))).to_owned();
    let leave = |op: &str, args: Value| {
        let body = json!({ "op": op, "args": args }).to_string();
        let mut stream = server.connect();
        write_to("/call", &mut stream, &server.headers(), &body);
        let running = || samples(&server.get("/metrics").body)["domtool_calls_running"] > 0.0;
        until("the call runs", running);
        drop(stream);
    };
    // What only looks is cancelled.
    leave("wait", json!({ "text": "never comes" }));
    let begun = Instant::now();
    done(&call("observe", json!({})));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    // What acts is finished, before the next call has its turn.
    let slowly = json!({ "id": id_of(&seen, "textbox \"Name\""), "text": "Ada Lovelace, Countess, of the Analytical Engine" });
    leave("type", slowly);
    let seen = done(&call("observe", json!({}))).to_owned();
    assert!(seen.contains("= \"Ada Lovelace, Countess, of the Analytical Engine\""), "{seen}");
    done(&call("click", json!({ "id": id_of(&seen, "button \"Save\"") })));
    let seen = server.call("observe", &json!({}), &json!({ "json": true }));
    assert!(done(&seen).contains("\"title\":\"clicked true\""), "{seen}");
    server.end().good();
}

#[test]
fn sessions_end_in_order_when_the_server_does() {
    let home = Home::new();
    let server = HttpServer::serving(&home, &["--drain", "60"]);
    let page = home.server.url("all");
    done(&server.call("open", &json!({ "url": page }), &json!({})));
    let waits = json!({ "op": "wait", "args": { "time": 2000 } }).to_string();
    let mut waiting = server.connect();
    write_to("/call", &mut waiting, &server.headers(), &waits);
    let figures = || samples(&server.get("/metrics").body);
    until("the call runs", || figures()["domtool_calls_running"] > 0.0);
    assert_eq!(server.get("/readyz").status, 200);
    signal(server.pid(), rustix::process::Signal::TERM);
    until("it is not ready", || server.get("/readyz").status == 503);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!((figures()["domtool_draining"], figures()["domtool_ready"]), (1.0, 0.0));

    let new = json!({ "op": "open", "args": { "url": page }, "call": { "session": "new" } }).to_string();
    let mut stream = server.connect();
    write_to("/call", &mut stream, &server.headers(), &new);
    let refused = read(stream);
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")), "{refused:?}");
    assert!(refused.body.contains("NO_CAPACITY"), "{refused:?}");
    // The call that runs is answered, and who has a session goes on.
    let waited = read(waiting);
    assert!(waited.status == 200 && waited.body.starts_with("{\"done\""), "{waited:?}");
    assert!(done(&server.call("observe", &json!({}), &json!({}))).contains("Everything"));
    let begun = Instant::now();
    done(&server.call("close", &json!({}), &json!({})));
    server.ended().good();
    assert!(
        begun.elapsed() < Duration::from_secs(40),
        "not when the last session has closed: {:?}",
        begun.elapsed()
    );

    // One that nobody closes ends with the time that was given.
    let server = HttpServer::serving(&home, &["--drain", "0"]);
    done(&server.call("open", &json!({ "url": page }), &json!({})));
    assert!(!home.browsers().is_empty());
    let busy = home.run(&["serve", "--http", "0"]);
    assert!(busy.code == Some(2) && busy.err.contains("runs already"), "{busy:?}");
    server.end().good();
    assert!(home.browsers().is_empty() && home.profiles().is_empty());
}
