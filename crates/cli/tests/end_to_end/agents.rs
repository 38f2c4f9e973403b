//! The agents in a page of code (`examples/agents`): each orders tea in the demo's shop. The model is played by a script behind an
//! endpoint of chat completions, which knows nothing but what it reads; the shop tells what was ordered.

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc::{self, Receiver},
};

use serde_json::{Value, json};

use crate::{
    clients::{home, interpreter, node, orders, python, root},
    home::{Home, finish},
};

const KEY: &str = "key-of-the-test";

/// The endpoint. It ends with the test's process; nobody calls it after the test.
struct Endpoint {
    base: String,
    /// What was asked of it, request by request.
    asked: Receiver<Value>,
}

impl Endpoint {
    fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let (tell, asked) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(request) = read(&stream) else { continue };
                answer(stream, &request);
                if tell.send(request).is_err() {
                    return;
                }
            }
        });
        Self { base, asked }
    }
}

/// The body of a request for a completion that has the key; nothing for anything else.
fn read(stream: &TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    if !line.starts_with("POST /v1/chat/completions ") {
        return None;
    }
    let (mut length, mut allowed) = (0, false);
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let (name, value) = line.trim().split_once(':').unwrap_or_default();
        match name.to_lowercase().as_str() {
            "" => break,
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => allowed = value.trim() == format!("Bearer {KEY}"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    allowed.then(|| serde_json::from_slice(&body).ok()).flatten()
}

fn answer(mut stream: TcpStream, request: &Value) {
    let message = match next(request) {
        Say::Call(name, arguments) => {
            let function = json!({ "name": name, "arguments": arguments.to_string() });
            let call = json!({ "id": "call-1", "type": "function", "function": function });
            json!({ "role": "assistant", "content": null, "tool_calls": [call] })
        }
        Say::Words(words) => json!({ "role": "assistant", "content": words }),
    };
    let body = json!({ "choices": [{ "index": 0, "message": message }] }).to_string();
    // An agent that went is seen by what it did not do.
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// What the model says.
enum Say {
    Call(&'static str, Value),
    Words(String),
}

/// Reads the last message, and says what a model would: ids are those that stand in the text that it received.
fn next(request: &Value) -> Say {
    let messages = request["messages"].as_array().unwrap();
    let last = messages.last().unwrap();
    let text = last["content"].as_str().unwrap_or_default();
    if last["role"] == "user" {
        let url = text.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_default();
        return Say::Call("open", json!({ "url": url }));
    }
    if let Some(cookies) = id_of(text, "button \"Accept cookies\"") {
        return Say::Call("act", json!({ "actions": [{ "op": "click", "id": cookies }] }));
    }
    let fields = ["button \"Add Assam\"", "textbox \"Full name\"", "button \"Place order\""];
    if let [Some(add), Some(name), Some(order)] = fields.map(|what| id_of(text, what)) {
        let actions = json!([
            { "op": "click", "id": add },
            { "op": "fill", "id": name, "text": "Ada Lovelace" },
            { "op": "click", "id": order, "expect": "appears:received" },
        ]);
        return Say::Call("act", json!({ "actions": actions }));
    }
    if text.contains("Order 1001 received") {
        return Say::Words("It is ordered: number 1001.".to_owned());
    }
    match text.starts_with("ok ") {
        true => Say::Call("observe", json!({})),
        false => Say::Words(format!("I give up: {text}")),
    }
}

/// The id of the line that begins with it and goes on with this.
fn id_of(text: &str, what: &str) -> Option<String> {
    let mut lines = text.lines().filter_map(|line| line.trim_start().split_once(' '));
    lines.find(|(id, rest)| id.starts_with('e') && rest.starts_with(what)).map(|(id, _)| id.to_owned())
}

/// Has an agent do the task, and asks the shop what came of it.
fn orders_tea(home: Home, program: &Path, words: &[&str]) {
    let endpoint = Endpoint::start();
    let home = home
        .with("OPENAI_BASE_URL", &endpoint.base)
        .with("OPENAI_API_KEY", KEY)
        .with("OPENAI_MODEL", "a-script");
    let task = format!("Order one Assam for Ada Lovelace at {} please", home.server.url("shop"));
    let ran = finish(home.start_program(program, &[words, &[&task]].concat())).good();
    assert_eq!(ran.out.trim(), "It is ordered: number 1001.", "{ran:?}");
    assert_eq!(orders(&home), [("Ada Lovelace".to_owned(), "Assam".to_owned())]);
    let asked: Vec<_> = endpoint.asked.try_iter().collect();
    assert!(asked.len() >= 5, "{asked:?}");
    for request in asked {
        assert_eq!(request["model"], "a-script");
        let tools = request["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["open", "observe", "act", "read", "wait", "tab", "screenshot", "sessions"]);
    }
}

fn example(name: &str) -> String {
    root().join("examples/agents").join(name).to_str().unwrap().to_owned()
}

/// The example in Rust, as cargo builds it beside the tests: `cargo test` does, `cargo test --test end_to_end` does not.
fn rust_example() -> PathBuf {
    let profile = Path::new(env!("CARGO_BIN_EXE_domtool")).parent().unwrap();
    let path = profile.join("examples").join("agent");
    if !path.exists() {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "domtool-cli", "--example", "agent"])
            .status();
        assert!(built.unwrap().success(), "the example does not build");
    }
    path
}

#[test]
fn an_agent_in_rust_orders_tea() {
    orders_tea(home(), &rust_example(), &[]);
}

#[test]
fn an_agent_in_python_orders_tea() {
    let Some(python) = python() else { return };
    orders_tea(home(), Path::new(python), &[&example("agent.py")]);
}

/// Node 22.18 runs TypeScript as it is; for an older one it is compiled, where the compiler of `cargo xtask js` is installed.
#[test]
fn an_agent_in_typescript_orders_tea() {
    let Some(node) = node() else { return };
    let home = home();
    let file = home.path("agent.mts");
    fs::copy(example("agent.ts"), &file).unwrap();
    let strips = ["-e", "process.exit(process.features.typescript ? 0 : 1)"];
    if Command::new(node).args(strips).status().unwrap().success() {
        return orders_tea(home, Path::new(node), &["agent.mts"]);
    }
    let compiler = root().join("xtask/js/node_modules/typescript/bin/tsc");
    if !compiler.exists() {
        eprintln!(
            "left out: this node runs no TypeScript, and its compiler is not installed (cargo xtask js)"
        );
        return;
    }
    let types = root().join("xtask/js/node_modules/@types");
    let flags = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "--typeRoots"];
    let mut words = vec![compiler.to_str().unwrap()];
    words.extend(flags);
    words.extend([types.to_str().unwrap(), "agent.mts"]);
    finish(home.start_program(Path::new(node), &words)).good();
    orders_tea(home, Path::new(node), &["agent.mjs"]);
}

#[test]
fn an_agent_through_an_mcp_client_orders_tea() {
    let Some(python) = interpreter(
        "python3",
        ["-c", "import mcp; from mcp.types import Tool; Tool.model_fields['input_schema']"],
    ) else {
        return;
    };
    orders_tea(home(), Path::new(python), &[&example("mcp_agent.py")]);
}
