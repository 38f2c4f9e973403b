//! `domtool mcp --http` or `domtool serve --http` in a process of its own, and clients that write each byte themselves: they can be as wrong as
//! a test wants.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    process::Child,
    time::Duration,
};

use serde_json::{Value, json};

use crate::home::{Home, Ran, finish, signal};

/// No answer takes longer, also on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// The running server.
pub(crate) struct HttpServer {
    child: Option<Child>,
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl HttpServer {
    /// Starts it on a free port, and reads where it is and what its token is.
    pub(crate) fn new(home: &Home, flags: &[&str]) -> Self {
        let has_token = !flags.contains(&"--no-token");
        Self::start(home, &[&["mcp", "--http", "0"], flags].concat(), has_token)
    }

    /// Starts `domtool serve`, which lets in whoever has a token of the file, where one is given.
    pub(crate) fn serving(home: &Home, flags: &[&str]) -> Self {
        let makes_token = !flags.contains(&"--tokens") && !home.sets("DOMTOOL_SERVE_TOKEN");
        Self::start(home, &[&["serve", "--http", "0"], flags].concat(), makes_token)
    }

    fn start(home: &Home, words: &[&str], has_token: bool) -> Self {
        let mut child = home.start(words);
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut word_after = |words: &str| {
            let mut read = String::new();
            loop {
                let begun = read.len();
                assert!(log.read_line(&mut read).unwrap() > 0, "{words}: {read}");
                if let Some((_, rest)) = read[begun..].trim_end().split_once(words) {
                    return rest.to_owned();
                }
            }
        };
        let address = word_after("listens on http://");
        let token = if has_token { word_after("Authorization: Bearer ") } else { String::new() };
        let address = address.trim_end_matches("/mcp").parse().unwrap();
        // What it logs is read to the end, so that it never waits for that.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { child: Some(child), address, token }
    }

    /// The same server for who has another token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { child: None, address: self.address, token: token.to_owned() }
    }

    /// What is at an address, by this client's token.
    pub(crate) fn get(&self, path: &str) -> Answer {
        let mut stream = self.connect();
        let token = &self.token;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        read(stream)
    }

    /// Posts a call, and reads its answer.
    pub(crate) fn call(&self, op: &str, args: &Value, call: &Value) -> Value {
        let body = json!({ "op": op, "args": args, "call": call }).to_string();
        let mut stream = self.connect();
        write_to("/call", &mut stream, &self.headers(), &body);
        let answer = read(stream);
        serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// The process, to be told something.
    pub(crate) fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Waits for the end of one that was told to end.
    pub(crate) fn ended(mut self) -> Ran {
        finish(self.child.take().unwrap())
    }

    /// A connection on which nothing was said yet.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The headers of a good request.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("host", self.address.to_string()),
            ("authorization", format!("Bearer {}", self.token)),
            ("accept", "application/json, text/event-stream".to_owned()),
            ("content-type", "application/json".to_owned()),
        ]
    }

    /// Posts a body on a connection of its own.
    pub(crate) fn post(&self, headers: &[(&str, String)], body: &str) -> Answer {
        let mut stream = self.connect();
        write_post(&mut stream, headers, body);
        read(stream)
    }

    /// Tells it to end, and waits.
    pub(crate) fn end(mut self) -> Ran {
        let child = self.child.take().unwrap();
        signal(child.id(), rustix::process::Signal::TERM);
        finish(child)
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Writes a request; a server that refuses may stop reading before its end.
pub(crate) fn write_post(stream: &mut TcpStream, headers: &[(&str, String)], body: &str) {
    write_to("/mcp", stream, headers, body);
}

/// The same to any address.
pub(crate) fn write_to(path: &str, stream: &mut TcpStream, headers: &[(&str, String)], body: &str) {
    let mut head = format!("POST {path} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let _refused = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}

/// Reads an answer to the connection's end.
pub(crate) fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut part = [0; 65536];
    // A connection that is reset after the answer has said what it had to say.
    while let Ok(read @ 1..) = stream.read(&mut part) {
        bytes.extend_from_slice(&part[..read]);
    }
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let head = head.to_lowercase();
    let body = if head.contains("transfer-encoding: chunked") { joined(body) } else { body.to_owned() };
    Answer { status, head, body }
}

/// What the chunks say together.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((size, rest)) = chunks.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        body.push_str(&rest[..size]);
        chunks = rest[size..].trim_start_matches("\r\n");
    }
    body
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// Every message of the protocol in it.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let json =
            |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        if self.body.starts_with('{') {
            return vec![json(&self.body)];
        }
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        data.map(str::trim).filter(|data| !data.is_empty()).map(json).collect()
    }
}

/// How a client of one era speaks.
pub(crate) enum Era {
    /// It has a session.
    Initialize { session: String },
    /// It says with each request who it is.
    Discover,
}

/// A client that does as it should.
pub(crate) struct Client<'a> {
    pub(crate) server: &'a HttpServer,
    pub(crate) era: Era,
    id: u64,
}

const NEWEST: &str = "2026-07-28";

impl<'a> Client<'a> {
    /// Says hello as clients of 2025 do.
    pub(crate) fn initialize(server: &'a HttpServer) -> Self {
        let mut client = Self { server, era: Era::Initialize { session: String::new() }, id: 0 };
        let info = json!({ "name": "a test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info });
        let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello });
        let answer = server.post(&server.headers(), &message.to_string());
        assert_eq!(answer.messages()[0]["result"]["serverInfo"]["name"], "domtool", "{answer:?}");
        client.era = Era::Initialize { session: answer.header("mcp-session-id").unwrap().to_owned() };
        let message = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let answer = server.post(&client.headers("notifications/initialized", ""), &message.to_string());
        assert_eq!(answer.status, 202, "{answer:?}");
        client
    }

    /// Asks what the server is, as clients of 2026 do.
    pub(crate) fn discover(server: &'a HttpServer) -> Self {
        let mut client = Self { server, era: Era::Discover, id: 0 };
        let found = client.ask("server/discover", json!({}));
        assert!(found["result"]["supportedVersions"].to_string().contains(NEWEST), "{found}");
        client
    }

    /// The headers of its requests.
    pub(crate) fn headers(&self, method: &str, name: &str) -> Vec<(&'static str, String)> {
        let mut headers = self.server.headers();
        match &self.era {
            Era::Initialize { session } if session.is_empty() => {}
            Era::Initialize { session } => {
                headers.push(("mcp-session-id", session.clone()));
                headers.push(("mcp-protocol-version", "2025-06-18".to_owned()));
            }
            Era::Discover => {
                headers.push(("mcp-protocol-version", NEWEST.to_owned()));
                headers.push(("mcp-method", method.to_owned()));
                if !name.is_empty() {
                    headers.push(("mcp-name", name.to_owned()));
                }
            }
        }
        headers
    }

    /// A request, and its number.
    pub(crate) fn message(&mut self, method: &str, mut params: Value) -> (u64, String) {
        self.id += 1;
        if matches!(self.era, Era::Discover) {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = NEWEST.into();
            params["_meta"]["io.modelcontextprotocol/clientInfo"] =
                json!({ "name": "a test", "version": "1" });
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let message = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        (self.id, message.to_string())
    }

    /// The answer to a request.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let headers = self.headers(method, params["name"].as_str().unwrap_or_default());
        let (id, message) = self.message(method, params);
        let answer = self.server.post(&headers, &message);
        let found = answer.messages().into_iter().find(|message| message["id"] == id);
        found.unwrap_or_else(|| panic!("{answer:?}"))
    }

    /// The text of a tool's answer that is no error.
    pub(crate) fn text(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}
