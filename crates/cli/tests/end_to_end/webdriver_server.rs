//! A WebDriver server of the tests' own, with a real Chromium behind each session: it tells of its browsers as chromedriver does, or as
//! Selenium Grid 4, whose proxy stands between; or it answers as no server should. What it was sent is kept.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use serde_json::{Value, json};

use crate::sessions::User;

/// How it answers to who wants a session.
#[derive(Clone)]
pub(crate) enum Manner {
    /// With the debugging port of a browser.
    ChromeDriver,
    /// With the address of its proxy, by a name that it only has in its own network; and with the time-out of its sessions.
    Grid,
    /// As chromedriver, which tells no time-out of sessions, once [`WebDriverServer::let_go`] was called.
    Late,
    /// With a session, and with these capabilities.
    Capabilities(Value),
    /// With these bytes.
    Bytes(String),
    /// Not at all.
    Never,
}

#[derive(Clone)]
pub(crate) struct WebDriverServer {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    folder: PathBuf,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    manner: Manner,
    requests: Vec<Asked>,
    sessions: BTreeMap<String, User>,
    made: usize,
    let_go: bool,
    /// It says that it has none of its sessions.
    forgets: bool,
    /// It ends none.
    keeps: bool,
}

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Method and path.
    pub(crate) what: String,
    /// All headers, each in a line, in lower case up to the colon.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl WebDriverServer {
    pub(crate) fn start(folder: &Path, manner: Manner) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            manner,
            requests: Vec::new(),
            sessions: BTreeMap::new(),
            made: 0,
            let_go: false,
            forgets: false,
            keeps: false,
        };
        let shared =
            Arc::new(Shared { folder: folder.to_owned(), state: Mutex::new(state), changed: Condvar::new() });
        let server = Self { address, shared };
        let serving = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = serving.clone();
                std::thread::spawn(move || server.answer(stream));
            }
        });
        server
    }

    /// Its address for `--engine`, with this before the host and after it.
    pub(crate) fn engine(&self, who: &str, rest: &str) -> String {
        format!("webdriver+http://{who}{}{rest}", self.address)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.shared.changed.notify_all();
    }

    pub(crate) fn answers(&self, manner: Manner) {
        self.change(|state| state.manner = manner);
    }

    pub(crate) fn let_go(&self) {
        self.change(|state| state.let_go = true);
    }

    pub(crate) fn forgets(&self, forgets: bool) {
        self.change(|state| state.forgets = forgets);
    }

    pub(crate) fn keeps(&self, keeps: bool) {
        self.change(|state| state.keeps = keeps);
    }

    /// What it was asked so far.
    pub(crate) fn requests(&self) -> Vec<Asked> {
        self.state().requests.clone()
    }

    /// How often it was asked what begins so.
    pub(crate) fn count(&self, what: &str) -> usize {
        self.state().requests.iter().filter(|asked| asked.what.starts_with(what)).count()
    }

    /// How many of its sessions nobody ended.
    pub(crate) fn left(&self) -> usize {
        self.state().sessions.len()
    }

    /// Ends its sessions' browsers by force, so that only the sessions are left.
    pub(crate) fn kill_browsers(&self) {
        self.state().sessions.values().for_each(User::kill);
    }

    fn answer(&self, stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let Some(asked) = read(&mut reader) else { return };
        self.change(|state| state.requests.push(asked.clone()));
        let mut words = asked.what.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let path = path.split('?').next().unwrap_or_default();
        let steps: Vec<&str> = path.trim_start_matches("/wd/hub").split('/').skip(1).collect();
        let gone =
            || (404, json!({"error": "invalid session id", "message": "Unable to find session with ID"}));
        let (status, value) = match (method, steps.as_slice()) {
            ("POST", ["session"]) => match self.make(&asked.body) {
                Made::Answer(value) => (200, value),
                Made::Bytes(bytes) => return say(stream, &bytes),
                Made::Nothing => {
                    // Until the other side has had enough.
                    let _ = reader.read(&mut [0]);
                    return;
                }
            },
            ("GET", ["status"]) if matches!(self.state().manner, Manner::Late) => {
                (200, json!({"ready": true}))
            }
            ("GET", ["status"]) => (200, json!({"ready": true, "nodes": [{"sessionTimeout": 1200}]})),
            (_, ["session", id, "se", "cdp"]) => return self.proxy(id, reader, stream, &asked),
            ("GET", ["session", id, "timeouts"]) => {
                let state = self.state();
                if state.forgets || !state.sessions.contains_key(*id) {
                    gone()
                } else {
                    (200, json!({"implicit": 0}))
                }
            }
            ("DELETE", ["session", id]) => {
                let mut state = self.state();
                if state.keeps {
                    (500, json!({"error": "unknown error", "message": "no"}))
                } else {
                    let ended = state.sessions.remove(*id);
                    drop(state);
                    if ended.is_some() { (200, Value::Null) } else { gone() }
                }
            }
            _ => (404, json!({"error": "unknown command", "message": path})),
        };
        say(stream, &response(status, &json!({ "value": value }).to_string()));
    }

    fn make(&self, body: &str) -> Made {
        let mut state = self.state();
        while matches!(state.manner, Manner::Late) && !state.let_go {
            state = self.shared.changed.wait(state).unwrap();
        }
        let manner = state.manner.clone();
        state.made += 1;
        let id = format!("zqssession{}", state.made);
        drop(state);
        match manner {
            Manner::Bytes(bytes) => return Made::Bytes(bytes),
            Manner::Never => return Made::Nothing,
            _ => {}
        }
        let asked: Value = serde_json::from_str(body).unwrap();
        assert!(asked["capabilities"].is_object(), "{body}");
        let user = User::start_in(&self.shared.folder.join(&id), "data:,");
        let capabilities = match manner {
            Manner::Grid => json!({"se:cdp": format!("ws://10.255.255.1:4444/session/{id}/se/cdp")}),
            Manner::Capabilities(given) => given,
            _ => {
                let port = user.address.rsplit(':').next().unwrap();
                json!({"goog:chromeOptions": {"debuggerAddress": format!("localhost:{port}")}})
            }
        };
        self.change(|state| drop(state.sessions.insert(id.clone(), user)));
        Made::Answer(json!({"sessionId": id, "capabilities": capabilities}))
    }

    /// What a Grid's proxy does: the bytes of a WebSocket, both ways.
    fn proxy(&self, id: &str, mut reader: BufReader<TcpStream>, mut stream: TcpStream, asked: &Asked) {
        let to = self.state().sessions.get(id).map(|user| {
            let file = std::fs::read_to_string(user.profile.join("DevToolsActivePort")).unwrap();
            (user.address.clone(), file.lines().nth(1).unwrap().to_owned())
        });
        let Some((address, path)) = to else { return };
        let mut browser = TcpStream::connect(&address).unwrap();
        let head =
            asked.head.lines().filter(|line| !line.starts_with("authorization") && !line.starts_with("host"));
        let head: Vec<&str> = head.collect();
        write!(browser, "GET {path} HTTP/1.1\r\nhost: {address}\r\n{}\r\n\r\n", head.join("\r\n")).unwrap();
        let mut back = browser.try_clone().unwrap();
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut back, &mut stream);
            let _ = stream.shutdown(Shutdown::Both);
        });
        let _ = std::io::copy(&mut reader, &mut browser);
        let _ = browser.shutdown(Shutdown::Both);
    }
}

enum Made {
    Answer(Value),
    Bytes(String),
    Nothing,
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Asked> {
    let (mut what, mut head, mut length) = (String::new(), String::new(), 0);
    reader.read_line(&mut what).ok()?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let name = name.to_ascii_lowercase();
        if name == "content-length" {
            length = value.trim().parse().ok()?;
        }
        head.push_str(&format!("{name}:{value}\n"));
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked { what: what.trim_end().to_owned(), head, body: String::from_utf8(body).ok()? })
}

pub(crate) fn response(status: u16, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn say(mut stream: TcpStream, bytes: &str) {
    // Who asked may be gone.
    let _ = stream.write_all(bytes.as_bytes());
}
