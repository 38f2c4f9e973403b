//! A client of the protocol that is none of domtool's: it stands for the person at the browser and for other programs, and says what a
//! page is like whatever domtool does. It writes each byte of its WebSocket itself, waits for one answer at a time and hears no events.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use serde_json::{Value, json};

use crate::home::until;

/// No answer takes longer, also on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a browser.
pub(crate) struct CdpClient {
    stream: BufReader<TcpStream>,
    last: u64,
}

impl CdpClient {
    /// Connects to the browser at an address such as `127.0.0.1:9222`.
    pub(crate) fn new(address: &str) -> Self {
        let version: Value = ureq::get(format!("http://{address}/json/version"))
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
            .map(|text| serde_json::from_str(&text).unwrap())
            .unwrap();
        let path = version["webSocketDebuggerUrl"].as_str().unwrap();
        let path = &path[path.find("/devtools/").unwrap()..];
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The key of RFC 6455, 1.3; whether the answer is made of it does not matter here.
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
        )
        .unwrap();
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(stream.read_line(&mut head).unwrap(), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Self { stream, last: 0 }
    }

    /// Sends a command, to the browser or to a session, and waits for its result.
    pub(crate) fn call(&mut self, method: &str, params: &Value, session: Option<&str>) -> Value {
        self.ask(method, params, session).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same, where it may be refused.
    fn ask(&mut self, method: &str, params: &Value, session: Option<&str>) -> Result<Value, Value> {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        self.send(command.to_string().as_bytes());
        loop {
            let mut message: Value = serde_json::from_slice(&self.receive()).unwrap();
            if message["id"] == self.last {
                return match message["error"].is_null() {
                    true => Ok(message["result"].take()),
                    false => Err(message["error"].take()),
                };
            }
        }
    }

    /// Writes a text frame: final, masked with zeros.
    fn send(&mut self, text: &[u8]) {
        let mut frame = vec![0x81];
        match u16::try_from(text.len()).unwrap() {
            length @ 0..126 => frame.push(0x80 | u8::try_from(length).unwrap()),
            length => {
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text);
        self.stream.get_mut().write_all(&frame).unwrap();
    }

    /// Reads a whole message.
    fn receive(&mut self) -> Vec<u8> {
        let mut message = Vec::new();
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head).unwrap();
            let length = match head[1] & 0x7f {
                126 => {
                    let mut long = [0; 2];
                    self.stream.read_exact(&mut long).unwrap();
                    u64::from(u16::from_be_bytes(long))
                }
                127 => {
                    let mut longer = [0; 8];
                    self.stream.read_exact(&mut longer).unwrap();
                    u64::from_be_bytes(longer)
                }
                short => short.into(),
            };
            let start = message.len();
            message.resize(start + usize::try_from(length).unwrap(), 0);
            self.stream.read_exact(&mut message[start..]).unwrap();
            if head[0] & 0x80 != 0 {
                return message;
            }
        }
    }

    /// Opens a tab in front of the others, as a person does; its id.
    pub(crate) fn open(&mut self, url: &str) -> String {
        let made = self.call("Target.createTarget", &json!({ "url": url }), None);
        made["targetId"].as_str().unwrap().to_owned()
    }

    /// Attaches to a tab; the id of the session with it.
    pub(crate) fn attach(&mut self, target: &str) -> String {
        let attached =
            self.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }), None);
        attached["sessionId"].as_str().unwrap().to_owned()
    }

    /// What an expression of a page gives, as if a person had asked; nothing where another document takes its place meanwhile.
    pub(crate) fn eval(&mut self, session: &str, expression: &str) -> Value {
        let ask = json!({ "expression": expression, "returnByValue": true, "userGesture": true });
        let answer = match self.ask("Runtime.evaluate", &ask, Some(session)) {
            Ok(answer) => answer,
            Err(error) if error["message"].as_str().unwrap().contains("navigated") => return Value::Null,
            Err(error) => panic!("{expression}: {error}"),
        };
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The pages that are open: the id, the address, and whether a program is attached to it.
    pub(crate) fn pages(&mut self) -> Vec<(String, String, bool)> {
        let targets = self.call("Target.getTargets", &json!({}), None);
        let pages = targets["targetInfos"].as_array().unwrap().iter().filter(|info| info["type"] == "page");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let mut pages: Vec<_> = pages
            .map(|info| (text(&info["targetId"]), text(&info["url"]), info["attached"].as_bool().unwrap()))
            .collect();
        pages.sort();
        pages
    }

    /// Waits until a page has this address and has loaded; its id.
    pub(crate) fn loaded(&mut self, url: &str) -> String {
        let mut found = None;
        until(&format!("{url} has loaded"), || {
            found = self.pages().into_iter().find(|(_, open, _)| open == url).map(|(id, ..)| id);
            let Some(target) = &found else { return false };
            let session = self.attach(target);
            let loaded = self.eval(&session, "document.readyState") == "complete";
            self.call("Target.detachFromTarget", &json!({ "sessionId": session }), None);
            loaded
        });
        found.unwrap()
    }
}
