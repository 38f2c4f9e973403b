//! What a WebDriver server answers, read: which session it made and where that one's browser is ([`Told`]), why it made none, and after
//! how long it ends one. Nothing of it is trusted to be of the right shape, and its words are shown in part, without secrets.

use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::http::StatusCode;

use crate::{
    endpoint::{Address, Answer, Endpoint, Secrets},
    error::{Error, ErrorKind, Result},
    limits::{WEBDRIVER_ID, WEBDRIVER_WORDS},
};

pub(super) fn failure(message: String) -> Error {
    Error::new(ErrorKind::Driver, message)
}

/// Every answer is in an envelope.
#[derive(Deserialize)]
struct Envelope<T> {
    value: T,
}

/// A session that was made, and where its browser is; an error where that is not told, as the session is there all the same.
pub(super) struct Told {
    pub(super) session_id: String,
    pub(super) browser: Result<Browser>,
}

/// Where a session's browser is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Browser {
    /// Its WebSocket (Selenium Grid 4).
    WebSocket(String),
    /// Its debugging port, `host:port` (chromedriver).
    Port(String),
}

impl Told {
    /// # Errors
    /// Driver for what is no session.
    pub(super) fn read(server: &str, body: &[u8]) -> Result<Self> {
        #[derive(Deserialize)]
        struct Session<'a> {
            #[serde(rename = "sessionId")]
            session_id: String,
            #[serde(borrow)]
            capabilities: Option<&'a RawValue>,
        }
        let unlike = || failure(format!("{server} answers, but not as a WebDriver server does"));
        let Envelope { value: session } =
            serde_json::from_slice::<Envelope<Session<'_>>>(body).map_err(|_| unlike())?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
        let id = &session.session_id;
        // It becomes a part of paths.
        if id.is_empty() || id.len() > WEBDRIVER_ID || id.starts_with('.') || !id.bytes().all(is_plain) {
            return Err(unlike());
        }
        let browser = session.capabilities.map(RawValue::get).and_then(Browser::read).ok_or_else(|| {
            failure(format!(
                "{server} made a browser, but tells no address of it: only Chrome and its kin have one, and a Grid must not have been started with --enable-cdp false"
            ))
        });
        Ok(Self { session_id: session.session_id, browser })
    }
}

impl Browser {
    fn read(capabilities: &str) -> Option<Self> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Options {
            #[serde(rename = "debuggerAddress")]
            debugger_address: Option<String>,
        }
        #[derive(Deserialize)]
        struct Capabilities {
            #[serde(rename = "se:cdp", default)]
            websocket: Option<String>,
            #[serde(rename = "goog:chromeOptions", default)]
            chrome: Options,
            #[serde(rename = "ms:edgeOptions", default)]
            edge: Options,
        }
        let Capabilities { websocket, chrome, edge } = serde_json::from_str(capabilities).ok()?;
        let port = || chrome.debugger_address.or(edge.debugger_address).map(Self::Port);
        websocket.map(Self::WebSocket).or_else(port)
    }

    /// How it is reached, by the server that made it.
    ///
    /// A Grid tells the address of its own proxy by the name that it has for itself, which may be one of another network: the server that
    /// the caller named has it, too. What is another server's is sent nothing of what lets in here; and a server elsewhere cannot have us
    /// connect to this machine.
    ///
    /// # Errors
    /// Driver for what is no address.
    pub(super) fn endpoint(self, server: &Endpoint, session_id: &str) -> Result<Endpoint> {
        let unfit =
            || failure(format!("the WebDriver server {server} tells an address of its browser that is none"));
        let named = server.target()?.address;
        let (text, is_port) = match self {
            Self::WebSocket(url) => (url, false),
            Self::Port(authority) => (format!("http://{authority}"), true),
        };
        let told = Address::parse(&text).map_err(|_| unfit())?;
        if is_port {
            // `localhost` is that of the server.
            let host = if told.is_loopback() { &named.host } else { &told.host };
            return Ok(server.elsewhere(format!("http://{}", told.on(host).authority())));
        }
        if !told.is_websocket() {
            return Err(unfit());
        }
        let proxied = told.split_path().0.ends_with(&format!("/session/{session_id}/se/cdp"));
        if proxied || told.authority() == named.authority() {
            return server.at_websocket(&told);
        }
        if told.is_loopback() && !named.is_loopback() {
            return Err(failure(format!(
                "the WebDriver server {server} says that its browser is on this machine, which is not where that server is"
            )));
        }
        Ok(server.elsewhere(text))
    }
}

/// Why no session was made.
pub(super) fn refusal(server: &str, answer: &Answer, secrets: &Secrets) -> Error {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Refused {
        error: String,
        message: String,
    }
    let status = answer.status;
    let refused = serde_json::from_slice::<Envelope<Refused>>(&answer.body)
        .unwrap_or(Envelope { value: Refused::default() });
    let Refused { error, message } = refused.value;
    let is_full = status == StatusCode::TOO_MANY_REQUESTS
        || status == StatusCode::SERVICE_UNAVAILABLE
        || FULL.iter().any(|words| message.to_ascii_lowercase().contains(words));
    // A Grid tells its versions in further lines.
    let first = message.lines().next().unwrap_or_default().trim();
    let words: String = secrets.scrub(&format!("{error}: {first}")).chars().take(WEBDRIVER_WORDS).collect();
    let said = match (error.is_empty(), status.as_u16()) {
        (_, 401 | 403) => format!("{status}: it wants another name, password or token"),
        (_, 300..=399) => format!("{status}: it names another address, which is not followed"),
        (true, _) => status.to_string(),
        (false, _) => words,
    };
    match is_full {
        true => {
            Error::new(ErrorKind::NoCapacity, format!("{server} has no room for one more session: {said}"))
        }
        false => failure(format!("{server} made no browser: {said}")),
    }
}

/// What servers say when all their sessions are in use: Selenium Grid, then hosted ones.
const FULL: &[&str] = &["new session request timed out", "session request timed out", "parallel", "queue"];

/// Whether an answer says that there is no such session.
pub(super) fn is_ended(answer: &Answer) -> bool {
    #[derive(Deserialize)]
    struct Refused {
        error: String,
    }
    let refused = serde_json::from_slice::<Envelope<Refused>>(&answer.body);
    refused.is_ok_and(|refused| refused.value.error == "invalid session id")
}

/// After how long without a command a Grid ends a session: the shortest of its nodes. Nothing where a server does not tell.
pub(super) fn session_timeout(status: &[u8]) -> Option<Duration> {
    #[derive(Deserialize)]
    struct Status {
        nodes: Vec<Node>,
    }
    #[derive(Deserialize)]
    struct Node {
        /// Milliseconds.
        #[serde(rename = "sessionTimeout")]
        session_timeout: u64,
    }
    let Envelope { value: status } = serde_json::from_slice::<Envelope<Status>>(status).ok()?;
    status.nodes.iter().map(|node| Duration::from_millis(node.session_timeout)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_read_whatever_else_is_told_and_nothing_else_is_one() {
        let read = |json: &str| Told::read("it", json.as_bytes());
        for (capabilities, browser) in [
            (
                r#"{"se:cdp":"ws://g/session/1/se/cdp"}"#,
                Some(Browser::WebSocket("ws://g/session/1/se/cdp".into())),
            ),
            (
                r#"{"goog:chromeOptions":{"debuggerAddress":"localhost:1"}}"#,
                Some(Browser::Port("localhost:1".into())),
            ),
            (
                r#"{"ms:edgeOptions":{"debuggerAddress":"localhost:1"}}"#,
                Some(Browser::Port("localhost:1".into())),
            ),
            (r#"{"se:cdp":true}"#, None),
            ("{}", None),
            ("null", None),
        ] {
            let told = read(&format!(r#"{{"value":{{"sessionId":"1f","capabilities":{capabilities}}}}}"#))
                .ok()
                .unwrap();
            assert_eq!((told.session_id.as_str(), told.browser.ok()), ("1f", browser), "{capabilities}");
        }
        for json in [
            "",
            "{",
            "null",
            "[]",
            r#"{"value":null}"#,
            r#"{"value":{"capabilities":{}}}"#,
            r#"{"value":{"sessionId":"../x"}}"#,
            r#"{"value":{"sessionId":""}}"#,
            r#"{"value":{"sessionId":"a b"}}"#,
            r#"{"value":{"sessionId":7}}"#,
            r#"{"value":{"sessionId":".."}}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn only_the_server_that_was_named_is_sent_what_lets_in() {
        let grid = |address: &str| Endpoint::new(address).with_header("X-Key", "zqs1").unwrap();
        let (ws, port) = (|url: &str| Browser::WebSocket(url.into()), |at: &str| Browser::Port(at.into()));
        for (server, told, address, with_header) in [
            // By another name, below a path, and behind TLS.
            (
                "http://g:4444",
                ws("ws://10.0.0.7:4444/session/1f/se/cdp"),
                "ws://g:4444/session/1f/se/cdp",
                true,
            ),
            (
                "https://g/sub",
                ws("ws://10.0.0.7/sub/session/1f/se/cdp"),
                "wss://g:443/sub/session/1f/se/cdp",
                true,
            ),
            (
                "http://g:1/wd/hub",
                ws("ws://g:1/session/1f/se/cdp"),
                "ws://g:1/wd/hub/session/1f/se/cdp",
                true,
            ),
            ("http://g:1", ws("ws://g:1/elsewhere?t=x"), "ws://g:1/elsewhere?t=x", true),
            // Another server, and another session's.
            ("http://g:1", ws("wss://cdp.example/devtools?t=x"), "wss://cdp.example/devtools?t=x", false),
            ("http://g:1", ws("ws://h:1/session/2/se/cdp"), "ws://h:1/session/2/se/cdp", false),
            ("http://127.0.0.1:1", port("localhost:99"), "http://127.0.0.1:99", false),
            ("http://far:1", port("localhost:99"), "http://far:99", false),
            ("http://far:1", port("node7:99"), "http://node7:99", false),
        ] {
            let endpoint = told.endpoint(&grid(server), "1f").unwrap();
            assert_eq!(endpoint.address(), address, "{server}");
            assert_eq!(format!("{endpoint:?}").contains("X-Key"), with_header, "{server}");
        }
        for told in [
            ws("ws://127.0.0.1:9222/devtools/browser/x"),
            ws("http://g:1/x"),
            ws("nonsense"),
            ws("ws://h"),
            port("a b:1"),
        ] {
            assert!(told.endpoint(&grid("http://g:1"), "1f").is_err());
        }
    }

    #[test]
    fn why_there_is_no_session_is_told_in_part_and_without_secrets() {
        let endpoint = Endpoint::new("http://ada:zqs-password@g");
        let said = |status: u16, body: &str| {
            let answer = Answer { status: StatusCode::from_u16(status).unwrap(), body: body.into() };
            refusal("it", &answer, &endpoint.target().ok().unwrap().secrets)
        };
        let grid = r#"{"value":{"error":"session not created","message":"Could not start a new session. New session request timed out \nHost info: x","stacktrace":[]}}"#;
        let full = said(500, grid);
        assert_eq!(full.kind(), ErrorKind::NoCapacity);
        assert_eq!(
            full.message(),
            "it has no room for one more session: session not created: Could not start a new session. New session request timed out"
        );
        assert_eq!(said(429, "busy").kind(), ErrorKind::NoCapacity);
        let refused =
            said(500, r#"{"value":{"error":"session not created","message":"no zqs-password\nBuild"}}"#);
        assert_eq!(
            (refused.kind(), refused.message()),
            (ErrorKind::Driver, "it made no browser: session not created: no …")
        );
        for (status, body, words) in [
            (500, "{", "500 Internal Server Error"),
            (401, grid, "wants another name"),
            (302, "", "not followed"),
        ] {
            let error = said(status, body);
            assert!(error.message().contains(words), "{error}");
        }
    }

    #[test]
    fn a_time_out_is_the_shortest_that_is_told() {
        let status =
            br#"{"value":{"ready":true,"nodes":[{"sessionTimeout":300000},{"sessionTimeout":20000,"x":1}]}}"#;
        assert_eq!(session_timeout(status), Some(Duration::from_secs(20)));
        for told in [&b"{"[..], br#"{"value":{"ready":true}}"#, br#"{"value":{"nodes":[]}}"#] {
            assert_eq!(session_timeout(told), None);
        }
    }
}
