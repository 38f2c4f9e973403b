//! Tabs that a person ticked in domtool's extension, in a browser whose own debugging port is used here only to stand for that person:
//! to click in the extension's popup, and to see what the pages say.

use std::{
    cell::RefCell,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::Child,
    time::Duration,
};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{
    cdp_client::CdpClient,
    home::{Home, finish, signal, until},
    sessions::User,
};

/// It follows from the key in the extension's manifest.
pub(crate) const EXTENSION: &str = "chrome-extension://kjlelcjimpookjndpgljkedmepbokkpl";

/// `domtool relay`, until this ends.
pub(crate) struct Relay {
    process: Child,
    pub(crate) pairing: String,
    pub(crate) cdp: String,
}

impl Relay {
    fn start(home: &Home) -> Self {
        Self::start_at(home, "0")
    }

    pub(crate) fn start_at(home: &Home, port: &str) -> Self {
        let mut process = home.start(&["relay", "--port", port, "--json"]);
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let listening: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| listening[name].as_str().unwrap().to_owned();
        Self { process, pairing: text("pairing"), cdp: text("cdp") }
    }

    pub(crate) fn address(&self) -> &str {
        self.pairing.split('/').next().unwrap()
    }

    fn token(&self) -> &str {
        self.pairing.split('/').nth(1).unwrap()
    }

    /// What it answers to a request for a WebSocket: the status.
    fn knock(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        // The key of RFC 6455, 1.3.
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n{more}\r\n"
        )
        .unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        std::str::from_utf8(&status[9..]).unwrap().parse().unwrap()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        signal(self.process.id(), Signal::TERM);
        let ended = self.process.wait();
        assert!(std::thread::panicking() || ended.is_ok_and(|status| status.success()));
    }
}

/// A browser with the extension, and its person.
pub(crate) struct Person {
    _user: User,
    pub(crate) client: RefCell<CdpClient>,
    /// The session with the extension's popup, opened in a tab.
    pub(crate) popup: String,
}

impl Person {
    fn new(home: &Home, pages: &[&str]) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/extension");
        let user = User::start_with(
            &home.path("user"),
            &[
                &format!("--load-extension={folder}"),
                "--disable-features=DisableLoadExtensionCommandLineSwitch",
                "--site-per-process",
            ],
            "about:blank",
        );
        let mut client = CdpClient::new(&user.address);
        for page in pages {
            let url = home.server.url(page);
            client.open(&url);
            client.loaded(&url);
        }
        let popup = client.open(&format!("{EXTENSION}/popup.html"));
        let popup = client.attach(&popup);
        let person = Self { _user: user, client: RefCell::new(client), popup };
        until("the popup shows the tabs", || {
            person.in_popup("document.querySelectorAll('li').length >= 2") == true
        });
        person
    }

    pub(crate) fn in_popup(&self, expression: &str) -> Value {
        self.client.borrow_mut().eval(&self.popup, expression)
    }

    pub(crate) fn pair(&self, relay: &Relay) {
        let code = json!(relay.pairing);
        self.in_popup(&format!(
            "document.getElementById('pairing').value = {code}; document.querySelector('button').click()"
        ));
        let paired = format!("Paired with domtool at {}.", relay.address());
        until("it is paired", || {
            self.in_popup("document.getElementById('state').textContent") == paired.as_str()
        });
    }

    /// The browser ends the extension's worker, as it may at any time.
    pub(crate) fn end_worker(&self) {
        let mut client = self.client.borrow_mut();
        client.call("ServiceWorker.enable", &json!({}), Some(&self.popup));
        client.call("ServiceWorker.stopAllWorkers", &json!({}), Some(&self.popup));
    }

    /// Ticks the tab with this in its address, or takes it back.
    pub(crate) fn ticks(&self, part: &str, on: bool) {
        let part = json!(part);
        let clicked = self.in_popup(&format!(
            "(() => {{
                const labels = [...document.querySelectorAll('label')];
                const box = labels.find((label) => label.title.includes({part}))?.firstElementChild;
                if (box?.checked === {off}) box.click();
                return !!box;
            }})()",
            off = !on
        ));
        assert_eq!(clicked, true, "{part}");
        until("the popup shows the tick", || {
            self.in_popup(&format!(
                "[...document.querySelectorAll('label')].some((label) =>
                    label.title.includes({part}) && label.firstElementChild.checked === {on})"
            )) == true
        });
    }

    /// The value of an expression in the page with this in its address.
    pub(crate) fn eval(&self, part: &str, expression: &str) -> Value {
        let mut client = self.client.borrow_mut();
        let (page, ..) = client.pages().into_iter().find(|(_, url, _)| url.contains(part)).unwrap();
        let session = client.attach(&page);
        let value = client.eval(&session, expression);
        client.call("Target.detachFromTarget", &json!({ "sessionId": session }), None);
        value
    }
}

/// A paired browser with these pages, of which the first is ticked and taken.
pub(crate) fn taken(home: &Home, pages: &[&str]) -> (Relay, Person) {
    let relay = Relay::start(home);
    let person = Person::new(home, pages);
    person.pair(&relay);
    person.ticks(pages[0], true);
    home.json(&["tab", "attach", "--cdp", &relay.cdp]);
    (relay, person)
}

#[test]
fn a_ticked_tab_is_seen_and_operated_and_no_other() {
    let home = Home::new();
    let relay = Relay::start(&home);
    let early = home.run(&["tab", "list", "--all", "--cdp", &relay.cdp, "--json"]).failed(3, "NO_BROWSER");
    assert!(early["message"].as_str().unwrap().contains("pairing code"), "{early}");

    let person = Person::new(&home, &["all", "next"]);
    person.pair(&relay);
    let list = || home.json(&["tab", "list", "--all", "--cdp", &relay.cdp])["available"].clone();
    assert_eq!(list(), json!([]), "none is ticked");
    person.ticks("/all", true);
    until("the ticked tab is listed", || list().as_array().unwrap().len() == 1);
    let taken = home.json(&["tab", "attach", "*/all"]);
    assert_eq!(taken["tabs"][0]["attached"], true, "{taken}");

    home.json(&["click", &home.id("Save")]);
    assert_eq!(home.eval("document.title"), "clicked true");
    home.json(&["fill", &home.id("Name"), "Ada"]);
    assert_eq!(person.eval("/all", "document.querySelector('input').value"), "Ada");
    let asked = home.json(&["click", &home.id("Ask")]);
    assert!(asked.to_string().contains("Really?"), "{asked}");
    home.json(&["dialog", "accept"]);
    assert_eq!(home.eval("document.title"), "answer true true");

    // A tab of its own, and the person's stays when the session ends.
    home.json(&["tab", "new", &home.server.url("covered")]);
    assert_eq!(home.eval("document.title"), "covered");
    home.json(&["close"]);
    let open = person.client.borrow_mut().pages();
    assert!(open.iter().any(|(_, url, attached)| url.ends_with("/all") && !attached), "{open:?}");
    assert!(!open.iter().any(|(_, url, _)| url.ends_with("/covered")), "{open:?}");
}

#[test]
fn a_frame_of_another_site_is_seen_and_operated() {
    let home = Home::new();
    let (_relay, person) = taken(&home, &["held.html"]);
    let targets = person.client.borrow_mut().call("Target.getTargets", &json!({}), None);
    let own_process = |info: &Value| {
        info["type"] == "iframe" && info["url"].as_str().unwrap().ends_with("/held-frame.html")
    };
    assert!(targets["targetInfos"].as_array().unwrap().iter().any(own_process), "{targets}");
    home.json(&["fill", &home.id("Name"), "Grace"]);
    let clicked = home.json(&["click", &home.id("Ask")]);
    assert!(clicked.to_string().contains("Really?"), "{clicked}");
    home.json(&["dialog", "accept"]);
    let seen = home.run(&["observe"]).good().out;
    assert!(seen.contains("textbox \"Name\" = \"Grace\"") && seen.contains("button \"Asked\""), "{seen}");
}

/// Asserts that a call failed because the tab was taken back, and gives what it says of input.
fn taken_back(call: Child) -> String {
    let error = finish(call).failed(1, "TAB_TAKEN_BACK");
    error["dispatched"].as_str().unwrap().to_owned()
}

#[test]
fn a_tab_that_is_taken_back_fails_what_runs_and_keeps_nothing_pressed() {
    let home = Home::new();
    let (relay, person) = taken(&home, &["held.html"]);
    let held = || person.eval("/held", "[...held].join()");
    let again = || {
        person.ticks("/held", true);
        let there = || home.json(&["tab", "list", "--all", "--cdp", &relay.cdp])["available"].clone();
        until("the relay has heard of it", || there() != json!([]));
        home.json(&["tab", "attach"]);
    };

    // While it waits.
    let waiting = home.start(&["wait", "--text", "never there", "--timeout", "100", "--json"]);
    person.ticks("/held", false);
    assert_eq!(taken_back(waiting), "no");
    let later = home.run(&["observe", "--json"]).failed(1, "TAB_TAKEN_BACK");
    assert!(later["hint"].as_str().unwrap().contains("ask the person"), "{later}");
    assert_eq!(home.json(&["tab", "list", "--all", "--cdp", &relay.cdp])["available"], json!([]));

    // While it types.
    again();
    let notes = home.id("Notes");
    let typing = home.start(&["type", &notes, &"a long text ".repeat(400), "--json"]);
    until("the text comes", || {
        person.eval("/held", "document.querySelector('input').value.length > 20") == true
    });
    person.ticks("/held", false);
    assert_ne!(taken_back(typing), "no");
    assert_eq!(held(), "");
    let written = person.eval("/held", "document.querySelector('input').value");
    assert_eq!(person.eval("/held", "document.querySelector('input').value"), written, "nothing more comes");

    // While a button of the mouse is down.
    again();
    let slow = home.id("Slow");
    let clicking = home.start(&["click", &slow, "--json"]);
    until("it is down", || home.server.requests().iter().any(|line| line.contains("/pressed")));
    person.ticks("/held", false);
    assert_ne!(taken_back(clicking), "no");
    until("the button is up", || person.eval("/held", "ups") == 1);
    assert_eq!((held(), person.eval("/held", "clicks")), ("".into(), 0.into()));
}

#[test]
fn pages_and_other_extensions_are_refused() {
    let home = Home::new();
    let relay = Relay::start(&home);
    let host = ("host", relay.address());
    let own = ("origin", EXTENSION);
    let spoken = format!("domtool-relay-1, token.{}", relay.token());
    let spoken = ("sec-websocket-protocol", spoken.as_str());
    assert_eq!(relay.knock("/extension", &[host, own, spoken]), 101);
    let other = ("origin", "chrome-extension://abcdefghijklmnopabcdefghijklmnop");
    assert_eq!(relay.knock("/extension", &[host, other, spoken]), 403);
    assert_eq!(relay.knock("/extension", &[host, ("origin", "https://a.example"), spoken]), 403);
    assert_eq!(relay.knock("/extension", &[("host", "a.example"), own, spoken]), 403);
    assert_eq!(
        relay.knock("/extension", &[host, own, ("sec-websocket-protocol", "domtool-relay-1, token.guess")]),
        401
    );
    let path = format!("/devtools/browser/{}", relay.cdp.rsplit('/').next().unwrap());
    assert_eq!(relay.knock(&path, &[host]), 101);
    assert_eq!(relay.knock(&path, &[host, ("origin", "http://127.0.0.1:1")]), 403);
    assert_eq!(relay.knock("/json/version", &[host]), 404);
}
