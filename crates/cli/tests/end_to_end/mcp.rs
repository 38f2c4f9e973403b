//! `domtool mcp` as a host calls it: lines of JSON over the pipes of a process. What an action did is read from the page by the command
//! line, which is another client of the same daemon and session.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use serde_json::{Value, json};

use crate::home::{Home, finish};

/// No answer takes longer, also on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// A host with its server.
pub(crate) struct Host {
    server: Child,
    to: ChildStdin,
    from: Receiver<String>,
    id: u64,
}

impl Host {
    /// Starts the server, and says hello as clients of 2025 do.
    pub(crate) fn new(home: &Home, flags: &[&str]) -> Self {
        let mut host = Self::silent(home, flags);
        let client = json!({ "name": "a test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let welcome = host.ask("initialize", &hello);
        assert_eq!(welcome["result"]["serverInfo"]["name"], "domtool", "{welcome}");
        host.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        host
    }

    fn silent(home: &Home, flags: &[&str]) -> Self {
        let mut server = home.start_reading(&[&["mcp"], flags].concat());
        let (to, out) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        let (sender, from) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { server, to, from, id: 0 }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    /// Sends a request, and gives its number.
    fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }));
        self.id
    }

    /// The next message. Each line must be the protocol's.
    fn message(&self) -> Value {
        let line = self.from.recv_timeout(PATIENCE).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// The answer to the request of this number.
    fn answer(&self, id: u64) -> Value {
        loop {
            let message = self.message();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// What a tool answers.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        answer["result"].clone()
    }

    /// The text of an answer that is no error.
    pub(crate) fn text(&mut self, tool: &str, arguments: &Value) -> String {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    /// The text of an answer that is an error.
    fn error(&mut self, tool: &str, arguments: &Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    /// Closes its input, as a host does that ends: it must end well.
    pub(crate) fn end(self) {
        let Self { server, to, .. } = self;
        drop(to);
        finish(server).good();
    }
}

/// The id on the line of a text that has this on it.
pub(crate) fn id_of(text: &str, what: &str) -> String {
    let line = text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {text}"));
    line.split_whitespace().next().unwrap().to_owned()
}

#[test]
fn a_host_lists_eight_tools_in_both_eras() {
    let home = Home::new();
    let mut host = Host::new(&home, &[]);
    let list = host.ask("tools/list", &json!({}));
    let tools = list["result"]["tools"].as_array().unwrap_or_else(|| panic!("{list}"));
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 8, "{names:?}");
    for name in ["open", "observe", "act", "read", "wait", "tab", "screenshot", "sessions"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    host.end();

    let mut newer = Host::silent(&home, &[]);
    let version = "io.modelcontextprotocol/protocolVersion";
    let meta = json!({
        version: "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "a test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = newer.ask("server/discover", &json!({ "_meta": meta }));
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28"), "{found}");
    let list = newer.ask("tools/list", &json!({ "_meta": meta }));
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(8), "{list}");
    newer.end();
}

#[test]
fn a_host_acts_on_a_page_by_what_it_reads() {
    let home = Home::new();
    let mut host = Host::new(&home, &[]);
    host.text("open", &json!({ "url": home.server.url("all") }));
    let seen = host.text("observe", &json!({}));
    let save = id_of(&seen, "button \"Save\"");
    host.text("act", &json!({ "actions": [{ "op": "click", "id": save }] }));
    assert_eq!(home.eval("document.title"), "clicked true");

    let steps = json!([
        { "op": "fill", "id": id_of(&seen, "textbox \"Name\""), "text": "Ada" },
        { "op": "check", "id": id_of(&seen, "checkbox \"Gift\"") },
        { "op": "select", "id": id_of(&seen, "select \"Country\""), "options": ["Belgium"] },
    ]);
    host.text("act", &json!({ "actions": steps }));
    let state = "[document.querySelector('[aria-label=Name]').value, document.querySelector('[aria-label=Gift]').checked, \
                  document.querySelector('select').value].join()";
    assert_eq!(home.eval(state), "Ada,true,Belgium");

    let steps = json!([{ "op": "click", "id": "Save" }, { "op": "find", "text": "Country" }]);
    let found = host.text("act", &json!({ "actions": steps }));
    assert!(found.contains("ok click") && found.contains("select \"Country\""), "{found}");
    let found = host.text("act", &json!({ "actions": [{ "op": "find", "text": "Gift" }] }));
    assert!(found.contains("checkbox \"Gift\""), "{found}");
    for steps in [
        json!([{ "op": "open", "url": "file:///etc/hostname" }, { "op": "read" }]),
        json!([{ "op": "open", "url": "file:///etc/hostname" }]),
    ] {
        let refused = host.error("act", &json!({ "actions": steps }));
        assert!(refused.contains("BLOCKED_BY_POLICY"), "{refused}");
    }

    let picture = host.call("screenshot", &json!({}));
    let image = picture["content"].as_array().unwrap().iter().find(|part| part["type"] == "image");
    assert!(
        image.is_some_and(|image| image["mimeType"].as_str().unwrap().starts_with("image/")),
        "{picture}"
    );
    host.end();
}

#[test]
fn what_a_person_allows_is_there_and_nothing_else() {
    let home = Home::new();
    let mut host = Host::new(&home, &["--caps", "network,files"]);
    host.text("open", &json!({ "url": home.server.url("all") }));
    let listed = host.text("requests", &json!({ "address": "/all" }));
    assert_eq!(listed, format!("GET {} 200 document\n", home.server.url("all")));
    host.text("pdf", &json!({ "file": "page.pdf", "paper": "a5" }));
    assert!(std::fs::read(home.path("page.pdf")).unwrap().starts_with(b"%PDF-"));
    let none = host.ask("tools/call", &json!({ "name": "eval", "arguments": { "expression": "1" } }));
    assert!(none["error"]["message"].as_str().unwrap().contains("requests, pdf"), "{none}");
    host.end();
    let mut host = Host::new(&home, &[]);
    for name in ["requests", "pdf", "eval"] {
        let none = host.ask("tools/call", &json!({ "name": name, "arguments": {} }));
        assert_eq!(none["error"]["code"], -32602, "{none}");
    }
    host.end();
}

#[test]
fn a_login_is_saved_by_one_host_and_loaded_by_another() {
    let home = Home::new();
    let mut host = Host::new(&home, &["--caps", "storage", "--session", "first"]);
    host.text("open", &json!({ "url": home.server.url("login") }));
    let saved = host.text("state", &json!({ "what": "save", "file": "login.json" }));
    assert!(saved.contains("1 cookie; storage of http://127.0.0.1:"), "{saved}");
    host.end();
    let mut host = Host::new(&home, &["--caps", "storage", "--session", "second"]);
    let loaded = host.text("state", &json!({ "what": "load", "file": "login.json" }));
    assert!(loaded.contains("1 cookie"), "{loaded}");
    host.text("open", &json!({ "url": home.server.url("account") }));
    assert_eq!(
        home.run(&["eval", "document.title", "--allow-eval", "-s", "second"]).good().out.trim(),
        "\"account of ada zqtoken4402\""
    );
    host.end();
    let mut host = Host::new(&home, &[]);
    let none =
        host.ask("tools/call", &json!({ "name": "state", "arguments": { "what": "save", "file": "x" } }));
    assert_eq!(none["error"]["code"], -32602, "{none}");
    assert!(!home.path("x").exists());
    host.end();
}

#[test]
fn the_page_of_a_session_can_be_read_as_a_resource() {
    let home = Home::new();
    let mut host = Host::new(&home, &[]);
    let none = host.ask("resources/list", &json!({}));
    assert_eq!(none["result"]["resources"], json!([]), "{none}");
    host.text("open", &json!({ "url": home.server.url("all"), "session": "work" }));
    let listed = host.ask("resources/list", &json!({}));
    let listed = listed["result"]["resources"].as_array().unwrap_or_else(|| panic!("{listed}")).clone();
    let mut read = |file: &str| {
        let listed = listed.iter().find(|resource| resource["name"] == file).unwrap();
        assert!(listed["title"].as_str().unwrap().starts_with("work: "), "{listed}");
        let answer = host.ask("resources/read", &json!({ "uri": listed["uri"] }));
        let contents = answer["result"]["contents"][0].clone();
        assert_eq!(
            (&contents["mimeType"], &contents["uri"]),
            (&listed["mimeType"], &listed["uri"]),
            "{answer}"
        );
        contents
    };
    assert!(read("observation.txt")["text"].as_str().unwrap().contains("button \"Save\""));
    assert!(read("page.md")["text"].as_str().unwrap().contains("# Everything"));
    assert!(read("screenshot.png")["blob"].as_str().unwrap().starts_with("iVBOR"));
    for gone in ["domtool://other/page.md", "domtool://work/other", "file:///etc/passwd"] {
        let answer = host.ask("resources/read", &json!({ "uri": gone }));
        assert_eq!(answer["error"]["data"]["uri"], gone, "{answer}");
    }
    host.end();
}

#[test]
fn the_readme_shows_what_a_call_answers() {
    let home = Home::new();
    let mut host = Host::new(&home, &[]);
    host.text("open", &json!({ "url": home.server.url("shop") }));
    let seen = host.text("observe", &json!({}));
    let accept = id_of(&seen, "button \"Accept cookies\"");
    let answer = host.text("act", &json!({ "actions": [{ "op": "click", "id": accept }] }));
    // A slow call says how long it took, behind what it did.
    let (first, rest) = answer.split_once('\n').unwrap();
    let first = first.split_inclusive('"').collect::<Vec<_>>();
    let plain = format!("```text\n{}\n{rest}```", first[..2].concat());
    assert!(include_str!("../../../../README.md").contains(&plain), "{plain}");
    host.end();
}

#[test]
fn a_refusal_says_what_is_right_and_whether_input_was_sent() {
    let home = Home::new();
    // A browser's start may take longer than the limit on a busy machine: that call has none.
    home.json(&["open", &home.server.url("all")]);
    let mut host = Host::new(&home, &["--call-limit", "10"]);
    let seen = host.text("observe", &json!({}));
    let never = id_of(&seen, "button \"Never\"");
    let disabled = host.error("act", &json!({ "actions": [{ "op": "click", "id": never }] }));
    assert!(disabled.contains("DISABLED") && disabled.contains("dispatched: no"), "{disabled}");
    let unknown = host.error("observe", &json!({ "budgett": 5 }));
    assert!(unknown.contains("budgett") && unknown.contains("budget,"), "{unknown}");
    let stale = host.error("act", &json!({ "actions": [{ "op": "click", "id": "e4711" }] }));
    assert!(stale.contains("next:"), "{stale}");
    let waited = host.call("wait", &json!({ "text": "never comes", "timeout": 60 }));
    assert!(waited.to_string().contains("call again"), "{waited}");
    host.end();
}

#[test]
fn a_long_wait_says_how_long_it_runs_and_ends_when_it_is_cancelled() {
    let home = Home::new();
    let mut host = Host::new(&home, &[]);
    host.text("open", &json!({ "url": home.server.url("all") }));
    let arguments = json!({ "text": "never comes", "timeout": 45 });
    let id = host.request(
        "tools/call",
        &json!({ "name": "wait", "arguments": arguments, "_meta": { "progressToken": "p" } }),
    );
    let told: Vec<f64> = (0..2)
        .map(|_| {
            let message = host.message();
            assert_eq!(message["method"], "notifications/progress", "{message}");
            assert_eq!(message["params"]["progressToken"], "p", "{message}");
            message["params"]["progress"].as_f64().unwrap()
        })
        .collect();
    assert!(told[0] > 1.0 && told[1] > told[0], "{told:?}");

    // The daemon has it by now. One call of a session runs at a time: until that one ends, the next waits.
    let params = json!({ "requestId": id, "reason": "a test" });
    host.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
    let begun = std::time::Instant::now();
    host.text("observe", &json!({}));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    host.end();
}
