//! [`Page`]: a session on a fixture page, with words to observe it, act on it and hear what it noted.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use domtool::{
    ActOptions, Action, Browser, ElementId, ErrorKind, Observation, ObserveOptions, Report, Result, Session,
    SessionOptions, Tab,
};

use super::{Server, log};

/// How long a note may take from where it was made to the top window.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long until a page is asked again, which takes its time from what it is asked about.
const AGAIN: Duration = Duration::from_millis(5);

/// How long something is waited for on a page that only notes what reaches it.
const NOTED: Duration = Duration::from_millis(300);

/// Counts the runs.
static RUN: AtomicU32 = AtomicU32::new(1);

/// A session on a fixture page.
pub(crate) struct Page {
    pub(crate) session: Session,
    pub(crate) tab: Tab,
    pub(crate) server: Server,
    /// Names this run in what is posted to the server.
    pub(crate) run: u32,
}

impl Page {
    /// Opens a fixture in a session of its own.
    pub(crate) async fn open(browser: &Browser, fixture: &str) -> Self {
        Self::open_with(browser, fixture, SessionOptions::default()).await
    }

    /// The same, in a session with other options.
    pub(crate) async fn open_with(browser: &Browser, fixture: &str, options: SessionOptions) -> Self {
        let run = RUN.fetch_add(1, Ordering::Relaxed);
        let session = browser.session(&format!("run{run}"), options).await.expect("a session");
        let server = Server::get();
        session.open(&address(&server, fixture, run)).await.expect("the page opens");
        let tab = session.tab().expect("a tab");
        Self { session, tab, server, run }
    }

    /// Opens another fixture in the same tab; false where that was closed, or its page asks whether to leave it.
    pub(crate) async fn turn_to(&mut self, fixture: &str) -> bool {
        self.run = RUN.fetch_add(1, Ordering::Relaxed);
        match self.act(Action::open(address(&self.server, fixture, self.run))).await {
            Ok(_) => true,
            Err(error) => {
                let known = [ErrorKind::DialogOpen, ErrorKind::TabClosed].contains(&error.kind());
                assert!(known, "the page does not open: {error}");
                false
            }
        }
    }

    /// All of the page, without a budget.
    pub(crate) async fn see(&self) -> Observation {
        let options = ObserveOptions::default().with_budget(None);
        self.tab.observe(&options).await.expect("the page is observed")
    }

    /// The id of the one element with this name (`role:name` where the name alone is not enough).
    pub(crate) async fn id(&self, name: &str) -> ElementId {
        let seen = self.see().await;
        id_in(&seen, name).unwrap_or_else(|why| panic!("{why}"))
    }

    pub(crate) async fn act(&self, action: Action) -> Result<Report> {
        self.tab.act(&action, &ActOptions::default()).await
    }

    /// The same on a page that only notes what reaches it: nothing else comes of it that would have to be waited for.
    pub(crate) async fn act_on_notes(&self, action: Action) -> Result<Report> {
        self.tab.act(&action, &ActOptions::default().with_settle(NOTED)).await
    }

    pub(crate) async fn click(&self, name: &str) -> Result<Report> {
        self.click_id(self.id(name).await).await
    }

    pub(crate) async fn click_id(&self, target: ElementId) -> Result<Report> {
        self.act(Action::click(target)).await
    }

    pub(crate) async fn fill(&self, name: &str, text: &str) -> Result<Report> {
        let target = self.id(name).await;
        self.act(Action::fill(target, text)).await
    }

    pub(crate) async fn press(&self, keys: &str) -> Result<Report> {
        self.act(Action::press(None, keys.parse().unwrap())).await
    }

    /// What an expression of the page gives, as JSON.
    pub(crate) async fn js(&self, expression: &str) -> String {
        self.tab.evaluate(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The page's notes so far, joined by ` | `.
    pub(crate) async fn notes(&self) -> String {
        let json = self.js("log.join(' | ')").await;
        json.trim_matches('"').to_owned()
    }

    /// Waits until the page has this note; false when it never comes.
    pub(crate) async fn noted(&self, note: &str) -> bool {
        self.becomes(&format!("log.includes({})", quoted(note))).await
    }

    /// Fails unless the page has this note, or gets it soon.
    pub(crate) async fn expect(&self, note: &str) {
        if !self.noted(note).await {
            panic!("not noted: {note}\n  noted: {}", self.notes().await);
        }
    }

    /// Waits until an expression is true.
    pub(crate) async fn becomes(&self, expression: &str) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if self.js(expression).await == "true" {
                return true;
            }
            tokio::time::sleep(AGAIN).await;
        }
        false
    }

    /// What counts as at once on this machine now: no longer than twelve looks take, each as quick as the quickest of three.
    pub(crate) async fn at_once(&self) -> Duration {
        let mut look = Duration::MAX;
        for _ in 0..3 {
            let begun = Instant::now();
            self.see().await;
            look = look.min(begun.elapsed());
        }
        Duration::from_millis(300).max(look * 12)
    }

    /// Forgets the notes so far.
    pub(crate) async fn forget(&self) {
        self.js("log.length = 0").await;
    }
}

/// Where the server has a fixture, for a run.
fn address(server: &Server, fixture: &str, run: u32) -> String {
    let query = if fixture.contains('?') { '&' } else { '?' };
    server.url(&format!("{fixture}{query}run={run}"))
}

/// A test that fails keeps its protocol log.
impl Drop for Page {
    #[allow(clippy::print_stderr, reason = "a failing test has nowhere else to tell it")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let sessions = self.tab.protocol_sessions();
            eprintln!("what was asked of the browser in this page:\n{}", log::told(&log::of(&sessions)));
        }
    }
}

/// The id of the one element with this name.
pub(crate) fn id_in(seen: &Observation, name: &str) -> std::result::Result<ElementId, String> {
    let (role, wanted) = name.split_once(':').map_or((None, name), |(role, name)| (Some(role), name));
    let mut found =
        seen.elements.iter().filter(|e| e.name == wanted && role.is_none_or(|role| e.role == role));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one.id),
        (None, _) => Err(format!("no element is called {name:?} in:\n{}", seen.text())),
        (Some(_), Some(_)) => Err(format!("several elements are called {name:?} in:\n{}", seen.text())),
    }
}

/// A string as a literal of JavaScript.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}
