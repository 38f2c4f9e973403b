//! The protocol log as data: every line that `domtool_cdp` gives to `tracing`, so that a test can say what was asked of the
//! browser, and one that fails can show it.

use std::{
    fmt::{Debug, Write as _},
    sync::{Mutex, Once, PoisonError},
    time::{Duration, Instant},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

/// One command: what was asked, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) method: String,
    pub(crate) session: String,
    pub(crate) outcome: String,
    sent: u64,
    received: u64,
    ms: f64,
    /// When it was answered.
    pub(crate) answered: Instant,
}

impl Line {
    /// When it was posted, to a tenth of a millisecond.
    pub(crate) fn posted(&self) -> Instant {
        self.answered.checked_sub(Duration::from_secs_f64(self.ms / 1000.0)).unwrap_or(self.answered)
    }
}

static LINES: Mutex<Vec<Line>> = Mutex::new(Vec::new());

/// Begins to collect; once for all tests of the binary.
pub(crate) fn start() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| tracing::subscriber::set_global_default(Collector).expect("nobody else collects"));
}

/// What was asked of these sessions so far, in the order of the answers.
pub(crate) fn of(sessions: &[String]) -> Vec<Line> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().filter(|line| sessions.contains(&line.session)).cloned().collect()
}

/// Lines to read.
pub(crate) fn told(lines: &[Line]) -> String {
    let mut text = String::new();
    for Line { method, session, outcome, sent, received, ms, .. } in lines {
        let tail = session.get(session.len().saturating_sub(4)..).unwrap_or_default();
        let _ =
            writeln!(text, "  {ms:>8.1} ms  …{tail}  {method}  sent {sent}  received {received}  {outcome}");
    }
    text
}

struct Collector;

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "domtool_cdp::wire" && *metadata.level() <= Level::DEBUG && !metadata.is_span()
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line {
            method: String::new(),
            session: String::new(),
            outcome: String::new(),
            sent: 0,
            received: 0,
            ms: 0.0,
            answered: Instant::now(),
        };
        event.record(&mut line);
        if !line.outcome.is_empty() {
            LINES.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "method" => self.method = value.to_owned(),
            "session" => self.session = value.to_owned(),
            "outcome" => self.outcome = value.to_owned(),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "sent" => self.sent = value,
            "received" => self.received = value,
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "ms" {
            self.ms = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
