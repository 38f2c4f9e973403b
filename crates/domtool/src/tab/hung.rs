//! Tells pages that do not answer from pages that are slow: shortly before a call's deadline the page is sent a trivial command.
//! Fixtures: hang.html, hung.html, hung-alerts.htm.

use std::{
    future::pending,
    sync::{Arc, PoisonError},
    time::{Duration, Instant as StdInstant},
};

use domtool_cdp::protocol::{browser, page};
use domtool_page::view::quoted;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

use super::{OpenDialog, TabInner};
use crate::{
    error::{Error, ErrorKind, Obstacle, page_hung, seconds},
    report::DialogInfo,
};

/// How long before the end of a call the page is asked first.
const SILENT: Duration = Duration::from_secs(1);
/// How long the page may take to answer one that is asked after a command was not answered.
const SOON: Duration = Duration::from_millis(300);
/// The deadline of waits that end in another way.
const FAR: Duration = Duration::from_secs(3_600);
/// A browser that is not held up answers this many times faster than a page has to.
const BROWSER_IS_FASTER: u32 = 4;
/// How long lies between two questions.
const BETWEEN: Duration = Duration::from_millis(100);
/// A question that stays open for this long shows that the page does not answer, if a command stayed unanswered as well.
const BRIEFLY: Duration = Duration::from_millis(100);

/// What the page was asked near the end of a call.
#[derive(Debug, Default)]
pub(super) struct Probe {
    asked: Option<Instant>,
    answered: bool,
    /// The browser itself has answered.
    browser: bool,
    /// Since when the page is known not to answer, over all calls.
    silent_since: Option<StdInstant>,
}

impl TabInner {
    fn probe(&self) -> std::sync::MutexGuard<'_, Probe> {
        self.probe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call begins.
    pub(super) fn forget_probe(&self) {
        let mut probe = self.probe();
        *probe = Probe { silent_since: probe.silent_since, ..Probe::default() };
    }

    /// The page answers.
    pub(crate) fn answered(&self) {
        self.probe().silent_since = None;
        let mut state = self.state();
        if state.dialog.is_none() {
            state.dialogs_in_a_row = 0;
        }
    }

    /// Whether the page was asked and has not answered.
    pub(crate) fn is_silent(&self) -> bool {
        let probe = self.probe();
        probe.asked.is_some_and(|asked| asked.elapsed() >= BRIEFLY) && !probe.answered && probe.browser
    }

    /// Whether a command that was not answered in time shows that the page does not answer at all.
    pub(crate) fn is_silent_or_unasked(&self) -> bool {
        let asked = self.probe().asked.is_some();
        !asked || self.is_silent()
    }

    /// Whether an earlier call left it as one that does not answer.
    pub(crate) fn was_silent(&self) -> bool {
        self.probe().silent_since.is_some()
    }

    /// Asks the page for next to nothing; whether it answers in time.
    pub(crate) async fn answers(&self, within: Duration) -> bool {
        let session = self.state().main().map(|main| main.session.clone());
        let Some(session) = session else { return true };
        let channel = self.connection.channel(session).with_deadline(within);
        // A refusal is an answer.
        !matches!(
            channel.call(&page::GetFrameTree {}).await,
            Err(error) if error.is_deadline()
        )
    }
}

impl TabInner {
    /// Whether the page alone does not answer in time. Where the browser is slow as well, the machine is busy.
    pub(crate) async fn hangs(&self, within: Duration) -> bool {
        let browser = self.connection.browser().with_deadline(within / BROWSER_IS_FASTER);
        let (page, browser) = tokio::join!(self.answers(within), browser.call(&browser::GetVersion {}));
        !page && browser.is_ok()
    }
}

/// Asks the page again and again when the deadline is near.
pub(super) async fn probe(tab: &TabInner, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    sleep_until(deadline - SILENT.min(left / 2)).await;
    let session = tab.state().main().map(|main| main.session.clone());
    let Some(session) = session else { return };
    let browser = tab.connection.browser().post(&browser::GetVersion {});
    let browser = async {
        if browser.answer().await.is_ok() {
            tab.probe().browser = true;
        }
    };
    // Not bound by the call's own time.
    let channel = tab.connection.channel(session);
    let page = async {
        loop {
            let asked = Instant::now();
            tab.probe().asked = Some(asked);
            tab.probe().answered = false;
            // A refusal is an answer.
            let answer = channel.post(&page::GetFrameTree {}).answer().await;
            tab.probe().answered = !answer.is_err_and(|error| error.is_deadline());
            sleep_until(asked + BETWEEN).await; // a bound on how often it is asked, not a wait for the page
        }
    };
    tokio::join!(browser, page);
}

/// How long after a dialog of another tab came the page is left to answer.
const HELD: Duration = Duration::from_millis(300);

/// The error of a page that does not answer while a tab that it is related to shows a dialog: that holds up both. It never comes
/// where the page goes on.
pub(super) async fn held_elsewhere(tab: &Arc<TabInner>) -> Error {
    let others = tab.siblings().map(|siblings| siblings.open()).unwrap_or_default();
    let mut dialogs = JoinSet::new();
    for other in others.into_iter().filter(|other| other.number != tab.number) {
        dialogs.spawn(async move {
            let open = other.until(Instant::now() + FAR, |state| state.dialog.clone()).await;
            open.map(|open| (other.number, open))
        });
    }
    while let Some(shown) = dialogs.join_next().await {
        let Ok(Some((number, open))) = shown else { continue };
        if tab.state().dialog.is_none() && tab.hangs(HELD).await {
            return held_by(number, &open);
        }
    }
    pending().await
}

fn held_by(number: u32, open: &OpenDialog) -> Error {
    let (kind, text) = (&open.info.kind, &open.info.message);
    let message = format!(
        "the page does not answer, as tab {number}, which it is related to, shows the {kind} {}",
        quoted(text)
    );
    Error::new(ErrorKind::DialogOpen, message)
        .with_obstacle(Obstacle::Dialog(text.clone()))
        .with_hint(format!("switch to tab {number} and accept or dismiss its dialog"))
}

/// What an error means, now that it is known whether the page answers.
pub(super) async fn judged(tab: &TabInner, error: Error) -> Error {
    let hung = error.kind() == ErrorKind::PageHung;
    if !hung && error.kind() != ErrorKind::Timeout {
        return error;
    }
    if let Err(lost) = tab.gate() {
        return lost.after(error.dispatched());
    }
    let (asked, answered, browser) = {
        let probe = tab.probe();
        (probe.asked.map(|asked| asked.elapsed()), probe.answered, probe.browser)
    };
    // A command that was not answered needs less of a proof than work that took long.
    let silence = if hung { BRIEFLY } else { 3 * BRIEFLY };
    match asked {
        Some(asked) if !answered && !browser && asked >= silence => {
            let waited = seconds(asked);
            Error::new(ErrorKind::Timeout, format!("the browser has not answered for {waited}"))
                .after(error.dispatched())
                .with_hint("try again, or close the session")
        }
        Some(asked) if !answered && asked >= silence => hung_for(tab, asked.max(error.waited()), &error),
        _ if !hung || error.is_about_frame() => error,
        // One command was out of time long before the call is.
        None if !tab.answers(SOON).await => hung_for(tab, error.waited(), &error),
        _ => Error::new(ErrorKind::Timeout, "the page answers, but this took longer than it was given")
            .after(error.dispatched()),
    }
}

fn hung_for(tab: &TabInner, waited: Duration, error: &Error) -> Error {
    let since = {
        let mut probe = tab.probe();
        let began = StdInstant::now().checked_sub(waited);
        *probe.silent_since.get_or_insert_with(|| began.unwrap_or_else(StdInstant::now))
    };
    page_hung(since.elapsed()).after(error.dispatched())
}

/// A page that opens dialogs without end.
pub(super) fn endless_dialogs(open: &OpenDialog, count: u32) -> Error {
    let (kind, text) = (&open.info.kind, &open.info.message);
    let message =
        format!("the page opens one dialog after the other: {count} so far, now the {kind} {}", quoted(text));
    Error::new(ErrorKind::PageHung, message).with_obstacle(Obstacle::Dialog(text.clone()))
}

/// A page that waits for the answer to a dialog that no connection knows of any more.
pub(super) fn left_dialog(left: &DialogInfo) -> Error {
    let message = format!(
        "its {} {} was open when the connection to the browser broke, and can no longer be answered",
        left.kind,
        quoted(&left.message)
    );
    Error::new(ErrorKind::PageHung, message).with_obstacle(Obstacle::Dialog(left.message.clone()))
}
