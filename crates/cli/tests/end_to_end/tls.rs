//! `--cdp https://` and `wss://`: a browser behind a server of the test's own, which wants a token in the path, one in the query and a
//! header. Certificates that are not to be trusted are refused before anything was sent; and no token is in anything that comes out.

use std::fs;

use serde_json::Value;

use crate::{
    far_side::{End, FarSide, HEADER_TOKEN, Shows},
    home::{Home, Ran, finish, until},
    sessions::User,
};

/// How each token begins.
const MARK: &str = "zqs";

/// A user's browser behind a server, and all that came out of the calls.
struct Far {
    side: FarSide,
    // It ends before the home looks whether a browser is left.
    user: User,
    home: Home,
    said: Vec<String>,
}

impl Far {
    fn new(shows: Shows) -> Self {
        let home = Home::new().with("DOMTOOL_LOG", "trace");
        let user = User::start(&home, "about:blank");
        let side = FarSide::start(user.address.parse().unwrap(), shows, &home.path(""));
        Self { side, user, home, said: Vec::new() }
    }

    fn header() -> String {
        format!("X-Key: {HEADER_TOKEN}")
    }

    fn root(&self) -> String {
        self.side.root.to_str().unwrap().to_owned()
    }

    fn keep(&mut self, ran: Ran) -> Ran {
        self.said.extend([ran.out.clone(), ran.err.clone()]);
        ran
    }

    fn run(&mut self, words: &[&str]) -> Ran {
        let ran = self.home.run(&[words, &["--debug"]].concat());
        self.keep(ran)
    }

    /// As text and as JSON.
    fn fails(&mut self, words: &[&str], exit: i32, code: &str) -> Value {
        assert_eq!(self.run(words).code, Some(exit), "{words:?}");
        self.run(&[words, &["--json"]].concat()).failed(exit, code)
    }

    /// Asserts that no token is in what came out, or in what the daemon wrote.
    fn nothing_came_out(&mut self) {
        let log = self.home.log();
        assert!(log.contains("DEBUG"), "{log}");
        self.said.push(log);
        if let Ok(ledger) = fs::read_to_string(self.home.path("s.sessions")) {
            let mut ledger: Value = serde_json::from_str(&ledger).unwrap();
            for session in ledger["sessions"].as_array_mut().unwrap() {
                // The address, by which the session is to be started again: that is kept, where only this user can read it.
                session["launch"].as_object_mut().unwrap().remove("cdp");
            }
            self.said.push(ledger.to_string());
        }
        for text in &self.said {
            let at = text.find(MARK);
            assert!(at.is_none(), "{}", &text[at.unwrap_or_default().saturating_sub(200)..]);
        }
    }
}

#[test]
fn pages_are_seen_and_operated_through_a_server_that_wants_tokens() {
    let mut far = Far::new(Shows::Good);
    let page = far.home.server.url("all");
    let (discovered, root, header) = (far.side.url("https"), far.root(), Far::header());
    let flags = ["--cdp", &discovered, "--cdp-ca", &root, "--cdp-header", &header];
    far.run(&[&["open", &page], &flags[..]].concat()).good();
    let save = far.home.id("Save");
    far.run(&["click", &save]).good();
    assert_eq!(far.home.eval("document.title"), "clicked true");
    let heads = far.side.heads();
    assert_eq!(heads.len(), 2, "it was asked for its WebSocket, then connected to: {heads:?}");
    assert!(heads[0].starts_with("GET /zqspathtoken/json/version?token=zqsquerytoken "), "{heads:?}");
    assert!(
        heads[1].starts_with("GET /zqspathtoken/devtools/browser/") && heads[1].contains("?token="),
        "{heads:?}"
    );
    for words in [&["sessions"][..], &["config"], &["doctor"], &["tab", "list"]] {
        far.run(&[words, &flags[..]].concat()).good();
        far.run(&[words, &flags[..], &["--json"]].concat()).good();
    }
    far.fails(&[&["endpoint"], &flags[..]].concat(), 2, "INVALID_INPUT");
    far.fails(&["observe", "--cdp", "wss://127.0.0.1:1/zqsother"], 2, "INVALID_INPUT");
    far.fails(&["observe", "--cdp-header", "X-Key: zqsother"], 2, "INVALID_INPUT");

    // The other side ends the session in the middle of a call, and says why; the next call goes on.
    let looks = || far.home.log().matches("method=\"DOMSnapshot.captureSnapshot\"").count();
    let before = looks();
    let waiting = far.home.start(&["wait", "--text", "never there", "--timeout", "60", "--json", "--debug"]);
    until("it has looked", || looks() > before);
    far.side.end(End::Close(1008, "session expired \u{202e}zqsheadertoken\" x"));
    let ran = finish(waiting);
    let message = far.keep(ran).failed(1, "BROWSER_GONE")["message"].to_string();
    assert!(message.contains("the other side closed the connection: 1008"), "{message}");
    assert!(message.contains("session expired") && !message.contains('\u{202e}'), "{message}");
    far.run(&["click", &save]).good();
    far.run(&["close"]).good();
    far.nothing_came_out();
}

#[test]
fn what_lets_in_may_stand_in_files_and_the_environment() {
    let mut far = Far::new(Shows::Good);
    let page = far.home.server.url("all");
    fs::write(far.home.path("at"), far.side.url("https")).unwrap();
    fs::write(far.home.path("headers"), format!("{}\n", Far::header())).unwrap();
    let root = far.root();
    let flags = ["--cdp", "@at", "--cdp-header", "@headers", "--cdp-ca", &root];
    far.run(&[&["open", &page], &flags[..]].concat()).good();
    far.run(&[&["observe"], &flags[..]].concat()).good();
    let printed = far.run(&[&["endpoint"], &flags[..]].concat()).good().json();
    assert!(printed["call"]["launch"]["cdp"].as_str().unwrap().ends_with("/at"), "{printed}");
    far.run(&["close"]).good();
    far.nothing_came_out();
}

#[test]
fn who_is_not_let_in_is_told_so_without_what_was_said() {
    let mut far = Far::new(Shows::Good);
    let (https, wss) = (far.side.url("https"), format!("wss://127.0.0.1:{}/zqswrong", far.side.port));
    let (root, header) = (far.root(), Far::header());
    for address in [&https, &wss] {
        let words = ["open", "about:blank", "--cdp", address, "--cdp-ca", &root];
        let error = far.fails(&words, 3, "NO_BROWSER");
        assert!(error["message"].as_str().unwrap().contains("401"), "{error}");
    }
    let before = far.side.heads().len();
    for bad in ["X Key: zqsvalue", "zqsvalue", "Host: zqsvalue", "X-Key: zqs\u{7f}"] {
        let words = ["open", "about:blank", "--cdp", &https, "--cdp-ca", &root, "--cdp-header", bad];
        far.fails(&words, 2, "INVALID_INPUT");
    }
    let twice = https.replace("://", "://ada:zqspassword@");
    let authorization = "Authorization: Bearer zqsbearer";
    let words = ["open", "about:blank", "--cdp", &twice, "--cdp-ca", &root, "--cdp-header", authorization];
    let error = far.fails(&words, 3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("a header says otherwise"), "{error}");
    assert_eq!(far.side.heads().len(), before, "nothing of these was sent");
    let words = ["open", "about:blank", "--cdp", &twice, "--cdp-ca", &root, "--cdp-header", &header];
    far.run(&words).good();
    let sent = far.side.heads().last().unwrap().replace("authorization", "Authorization");
    assert!(sent.contains("Authorization: Basic YWRhOnpxc3Bhc3N3b3Jk"), "{sent}");
    far.run(&["sessions", "--json"]).good();
    far.run(&["close"]).good();
    assert!(far.user.targets().is_array(), "the browser runs on");
    far.nothing_came_out();
}

#[test]
fn a_certificate_that_is_not_to_be_trusted_is_refused_before_anything_is_sent() {
    for (shows, trusted, words, hint) in [
        (Shows::Good, false, "nobody who is trusted here has issued it", "PEM"),
        (Shows::Expired, true, "it expired", "renew"),
        (Shows::NotYetValid, true, "it becomes valid in", "clock"),
        (Shows::OfAnotherHost, true, "it is not for 127.0.0.1", "name"),
    ] {
        let mut far = Far::new(shows);
        let (root, header) = (far.root(), Far::header());
        for scheme in ["https", "wss"] {
            let url = far.side.url(scheme);
            let mut call = vec!["open", "about:blank", "--cdp", &url, "--cdp-header", &header];
            if trusted {
                call.extend(["--cdp-ca", &root]);
            }
            let error = far.fails(&call, 1, "SECURITY_BLOCKED");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(words) && message.contains("nothing was sent"), "{error}");
            assert!(error["hint"].as_str().unwrap().contains(hint), "{error}");
            assert_eq!(error["dispatched"], "no");
        }
        assert_eq!(far.side.heads(), Vec::<String>::new(), "nothing was sent");
        far.nothing_came_out();
    }
}

#[test]
fn a_root_is_taken_from_the_file_that_the_system_names() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new();
    let user = User::start(&home, "about:blank");
    let side = FarSide::start(user.address.parse().unwrap(), Shows::Good, folder.path());
    let home = home.with("SSL_CERT_FILE", side.root.to_str().unwrap());
    home.json(&["open", "about:blank", "--cdp", &side.url("https"), "--cdp-header", &Far::header()]);
    home.json(&["close"]);
    drop(user);
}

#[test]
fn what_a_proxy_wants_is_shown_no_more_than_the_rest() {
    let mut far = Far::new(Shows::Good);
    let (url, root, header) = (far.side.url("https"), far.root(), Far::header());
    // The server itself, which is no proxy.
    let proxy = format!("http://ada:zqsproxy@127.0.0.1:{}", far.side.port);
    let flags = ["--cdp", &url, "--cdp-ca", &root, "--cdp-header", &header, "--cdp-proxy", &proxy];
    let error = far.fails(&[&["open", "about:blank"], &flags[..]].concat(), 3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("the proxy at 127.0.0.1:"), "{error}");
    far.fails(&["endpoint", "--cdp-proxy", &proxy], 2, "INVALID_INPUT");
    far.run(&["config", "--json", "--cdp-proxy", &proxy]).good();
    far.run(&[&["doctor"], &flags[..]].concat());
    assert_eq!(far.side.heads(), Vec::<String>::new());
    far.nothing_came_out();
}

#[test]
fn a_server_without_tls_and_a_file_without_roots_are_named() {
    let mut far = Far::new(Shows::Nothing);
    let url = far.side.url("wss");
    let error = far.fails(&["open", "about:blank", "--cdp", &url], 3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("does not speak TLS"), "{error}");
    let empty = far.home.path("empty.pem");
    fs::write(&empty, "nothing").unwrap();
    let words = ["open", "about:blank", "--cdp", &url, "--cdp-ca", empty.to_str().unwrap()];
    let error = far.fails(&words, 3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("holds no certificate"), "{error}");
    far.nothing_came_out();
}
