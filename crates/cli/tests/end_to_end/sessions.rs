//! Several sessions at once: they share a browser and nothing else, and never wait for each other.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rustix::process::Signal;
use serde_json::Value;

use crate::home::{Home, finish, signal, until};

#[test]
fn sessions_share_a_browser_and_nothing_else() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page]);
    home.json(&["open", &page, "--session", "other"]);
    home.eval("document.cookie = 'a=1'");
    let other = home.json(&["eval", "--allow-eval", "document.cookie", "--session", "other"]);
    assert_eq!(other["value"], "");
    assert_eq!(home.log().matches("browser started").count(), 1, "{}", home.log());
    home.json(&["close", "--session", "other"]);
    assert_eq!(home.eval("document.title"), "all", "the browser stays for the first");
    assert_eq!(home.json(&["sessions"])["sessions"].as_array().unwrap().len(), 1);
}

#[test]
fn callers_of_a_session_have_their_own_changes() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let see = |caller: &str| home.run(&["observe", "--diff", "--caller", caller]).good().out;
    for caller in ["a", "b"] {
        assert!(see(caller).contains("[page "), "the first look of {caller}");
    }
    home.eval("document.body.append('A line more')");
    for caller in ["a", "b"] {
        assert!(see(caller).contains("A line more"), "{caller}");
        assert_eq!(see(caller), "nothing changed\n", "{caller}");
    }
    let hash = home.json(&["observe"])["hash"].as_str().unwrap().to_owned();
    assert_eq!(home.run(&["observe", "--if-changed", &hash]).good().out, "nothing changed\n");
    assert_eq!(home.run(&["observe", "--if-changed", "--caller", "a"]).good().out, "nothing changed\n");
    home.run(&["observe", "--if-changed", "seven", "--json"]).failed(2, "INVALID_INPUT");
}

#[test]
fn a_session_that_waits_holds_up_no_other() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page, "--session", "a"]);
    let mut waiting = home.start(&["wait", "--text", "never there", "--timeout", "100", "--session", "a"]);
    home.json(&["open", &page, "--session", "b"]);
    assert!(waiting.try_wait().unwrap().is_none(), "a still waits");
    // Closing a session cuts short what runs in it.
    home.json(&["close", "--session", "a"]);
    assert_eq!(finish(waiting).code, Some(1));
}

#[test]
fn an_interrupted_call_leaves_its_session_sane() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let waiting = home.start(&["wait", "--text", "never there", "--timeout", "100"]);
    // As Ctrl-C does; that signal is ignored in whatever a shell without a terminal starts in the background.
    signal(waiting.id(), Signal::TERM);
    assert_ne!(finish(waiting).code, Some(0));
    let save = home.id("Save");
    home.json(&["click", &save]);
    assert_eq!(home.eval("document.title"), "clicked true");
}

#[test]
fn calls_that_come_at_once_start_one_daemon() {
    let home = Home::new();
    let page = home.server.url("all");
    let calls: Vec<_> =
        ["a", "b", "c", "d"].map(|name| home.start(&["open", &page, "--session", name])).into();
    for call in calls {
        let ran = finish(call);
        assert_eq!(ran.code, Some(0), "{ran:?}\n{}", home.log());
    }
    assert_eq!(home.log().matches("daemon listens").count(), 1, "{}", home.log());
    assert_eq!(home.json(&["sessions"])["sessions"].as_array().unwrap().len(), 4);
}

/// Threads that take all the processor time they get.
struct Load(Arc<AtomicBool>);

impl Load {
    /// A machine that leaves others no time at all is to show what becomes of them later, not what ends with their time.
    const LONGEST: Duration = Duration::from_secs(10);

    fn new(threads: usize) -> Self {
        let (over, begun) = (Arc::new(AtomicBool::new(false)), Instant::now());
        for _ in 0..threads {
            let over = Arc::clone(&over);
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) && begun.elapsed() < Self::LONGEST {
                    std::hint::spin_loop();
                }
            });
        }
        Self(over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn twenty_first_calls_on_a_busy_machine_lose_nothing() {
    let home = Home::new();
    let page = home.server.url("all");
    let names: Vec<String> = (0..20).map(|n| format!("s{n}")).collect();
    let load = Load::new(10);
    let calls: Vec<_> =
        names.iter().map(|name| home.start(&["open", &page, "--session", name, "--json"])).collect();
    for call in calls {
        let ran = finish(call);
        assert_eq!(ran.code, Some(0), "{}\n{ran:?}", home.log());
        assert_eq!(ran.json()["ok"], true);
    }
    drop(load);
    assert_eq!(home.log().matches("daemon listens").count(), 1, "{}", home.log());
    assert_eq!(home.log().matches("browser started").count(), 1, "{}", home.log());
    let sessions = home.json(&["sessions"]);
    let mut open: Vec<_> = sessions["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|session| (session["name"].as_str().unwrap(), session["tabs"][0]["url"].as_str().unwrap()))
        .collect();
    open.sort_unstable();
    let mut wanted: Vec<_> = names.iter().map(|name| (name.as_str(), page.as_str())).collect();
    wanted.sort_unstable();
    assert_eq!(open, wanted);
}

#[test]
fn a_profile_keeps_its_cookies_over_browsers() {
    let home = Home::new();
    let page = home.server.url("all");
    let profile = home.path("profile");
    let profile = profile.to_str().unwrap();
    home.json(&["open", &page, "--profile", profile]);
    home.eval("document.cookie = 'login=ada; max-age=3600'");
    // Its tabs are the session's also when they have no opener.
    home.eval("void window.open('/next', '_blank', 'noopener')");
    until("the new tab is listed", || {
        home.json(&["sessions"])["sessions"][0]["tabs"].as_array().unwrap().len() == 2
    });
    home.json(&["close"]);
    assert!(home.browsers().is_empty());
    home.json(&["open", &page]);
    assert_eq!(home.eval("document.cookie"), "", "a session without a profile is nobody");
    home.json(&["close"]);
    home.json(&["open", &page, "--profile", profile]);
    assert_eq!(home.eval("document.cookie"), "login=ada");
    // A second session in the same profile is the same person, with tabs of its own.
    home.json(&["open", &page, "--profile", profile, "--session", "other"]);
    let other = home.json(&["eval", "--allow-eval", "document.cookie", "--session", "other"]);
    assert_eq!(other["value"], "login=ada");
    home.json(&["close", "--session", "other"]);
    assert_eq!(home.eval("document.title"), "all");
}

#[test]
fn a_running_browser_is_used_as_it_is_and_its_own_tabs_are_left_alone() {
    let home = Home::new();
    let page = home.server.url("all");
    let user = User::start(&home, &home.server.url("next"));
    let pages = || -> Vec<String> {
        let listed = user.targets();
        let pages = listed.as_array().unwrap().iter().filter(|target| target["type"] == "page");
        pages.map(|target| target["url"].as_str().unwrap().to_owned()).collect()
    };
    until("the user's page is open", || pages() == [home.server.url("next")]);
    home.json(&["open", &page, "--cdp", &user.endpoint]);
    // How a browser would be started here is nothing to one that runs.
    home.run_with(("DOMTOOL_HEADED", "1"), &["observe"]).good();
    home.json(&["eval", "--allow-eval", "document.cookie = 'login=ada; max-age=3600'"]);
    assert_eq!(home.json(&["sessions"])["sessions"][0]["tabs"].as_array().unwrap().len(), 1);
    assert_eq!(pages().len(), 2);
    home.json(&["close"]);
    assert_eq!(pages(), [home.server.url("next")], "the browser runs on, with the user's tab");
    home.json(&["open", &page, "--cdp", &user.endpoint]);
    assert_eq!(home.eval("document.cookie"), "login=ada");
    home.json(&["close"]);
}

/// A browser that somebody else started, with a tab.
pub(crate) struct User {
    process: std::process::Child,
    pub(crate) endpoint: String,
    pub(crate) address: String,
    pub(crate) profile: PathBuf,
}

impl User {
    pub(crate) fn start(home: &Home, page: &str) -> Self {
        Self::start_in(&home.path("user"), page)
    }

    pub(crate) fn start_in(profile: &Path, page: &str) -> Self {
        Self::start_with(profile, &[], page)
    }

    /// The same with more arguments.
    pub(crate) fn start_with(profile: &Path, arguments: &[&str], page: &str) -> Self {
        // People have a whole browser, also where the tests' own are shells without a window.
        let found = domtool::chromium::installed();
        let whole = found.iter().find(|one| !one.path.ends_with("chromium-headless-shell"));
        let mut process = Command::new(&whole.unwrap_or(&found[0]).path)
            .args(["--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking"])
            .args(arguments)
            .args(["--remote-debugging-port=0", &format!("--user-data-dir={}", profile.display()), page])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let said = lines.by_ref().map_while(Result::ok).find(|line| line.contains("DevTools listening on"));
        // What else it says is read, so that it is never held up.
        std::thread::spawn(move || lines.for_each(drop));
        let said = said.unwrap();
        let address = said.split("ws://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
        // It says so before it writes the file that others find it by.
        let port = profile.join("DevToolsActivePort");
        let own = address.rsplit(':').next().unwrap();
        until("its port is in its profile", || {
            std::fs::read_to_string(&port).is_ok_and(|text| text.lines().next() == Some(own))
        });
        Self { process, endpoint: format!("http://{address}"), address, profile: profile.to_owned() }
    }

    /// Ends it by force.
    pub(crate) fn kill(&self) {
        signal(self.process.id(), Signal::KILL);
    }

    /// What the browser itself says that it has open.
    pub(crate) fn targets(&self) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET /json/list HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)
            .unwrap();
        let mut reader = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while reader.read_line(&mut line).unwrap() > 2 {
            if let Some(said) = line.to_lowercase().strip_prefix("content-length:") {
                length = said.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}

impl Drop for User {
    fn drop(&mut self) {
        // Asked, so that all its processes end.
        signal(self.process.id(), Signal::TERM);
        let _ = self.process.wait();
    }
}
