//! Tells pages that do not answer from pages that are slow. A trivial command is sent now and then over a whole call ([`watch`]), and
//! again and again shortly before its deadline ([`probe`]).
//!
//! That a script runs is witnessed: Chromium answers `Performance.getMetrics` in the middle of one, and never in the middle of other
//! work. Fixtures: hang.html, hung.html, hung-alerts.htm, evidence/slow.html.

use std::{
    pin::pin,
    sync::PoisonError,
    time::{Duration, Instant as StdInstant},
};

use domtool_cdp::{
    Channel,
    protocol::{LoaderId, browser, page, performance},
};
use domtool_page::view::quoted;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::{Entry, OpenDialog, State, TabInner};
use crate::{
    error::{Dispatched, Error, ErrorKind, Obstacle, page_hung, seconds},
    report::DialogInfo,
};

/// How long before the end of a call the page is asked first.
const SILENT: Duration = Duration::from_secs(1);
/// How long the page may take to answer one that is asked after a command was not answered.
const SOON: Duration = Duration::from_millis(300);
/// A browser that is not held up answers this many times faster than a page has to.
const BROWSER_IS_FASTER: u32 = 4;
/// How long lies between two questions.
const BETWEEN: Duration = Duration::from_millis(100);
/// No call is longer.
const LONGEST: Duration = Duration::from_secs(3_600);
/// A script that was seen to run so lately runs still, as far as is known.
const SEEN: Duration = Duration::from_secs(3);
/// How long lies between two questions of [`watch`].
const NOW_AND_THEN: Duration = Duration::from_secs(1);
/// How long a page is waited for that an earlier call left as one that does not answer.
const SILENT_AGAIN: Duration = Duration::from_secs(3);
/// A question that stays open for this long shows that the page does not answer, if a command stayed unanswered as well.
const BRIEFLY: Duration = Duration::from_millis(100);

/// What the page was asked near the end of a call.
#[derive(Debug, Default)]
pub(super) struct Probe {
    asked: Option<Instant>,
    answered: bool,
    /// The browser itself has answered.
    browser: bool,
    /// When a script was last seen to run while the page did not answer.
    script: Option<StdInstant>,
    /// Since when the page is known not to answer, over all calls.
    silent_since: Option<StdInstant>,
    /// Whether the call that runs has given the page input.
    dispatched: Dispatched,
    /// The call that runs only looks at the page.
    looks: bool,
    /// The page has begun to answer a look of ours, which is not over.
    being_read: bool,
    /// When the page last left a question of [`watch`] open.
    busy: Option<Instant>,
    /// The last document that did not answer, its address, and whether another one at that address had not, either.
    hung: Option<(LoaderId, String, bool)>,
}

impl Probe {
    /// Whether a script is known to run: one that has ended since is followed by other work before long.
    fn script(&self) -> bool {
        self.script.is_some_and(|seen| seen.elapsed() < SEEN)
    }
}

impl TabInner {
    fn probe(&self) -> std::sync::MutexGuard<'_, Probe> {
        self.probe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call begins.
    pub(super) fn forget_probe(&self, looks: bool) {
        let mut probe = self.probe();
        let Probe { silent_since, hung, script, .. } = std::mem::take(&mut *probe);
        let script = script.filter(|_| silent_since.is_some());
        *probe = Probe { silent_since, hung, script, looks, ..Probe::default() };
    }

    /// The call that runs has given the page input, or is about to.
    pub(crate) fn note_dispatched(&self, dispatched: Dispatched) {
        self.probe().dispatched = dispatched;
    }

    /// What the call that runs has given the page so far.
    pub(super) fn dispatched(&self) -> Dispatched {
        self.probe().dispatched
    }

    /// The page has begun to answer a look: what takes long now is the look.
    pub(crate) fn note_reading(&self) {
        self.probe().being_read = true;
    }

    /// A look is over; what a call that only looks asks after it is a part of it.
    pub(crate) fn note_read(&self) {
        let mut probe = self.probe();
        probe.being_read = probe.looks;
    }

    /// Waits until the page has answered other commands for this long, counted from now: one that it left open so long gets no answer.
    pub(crate) async fn answers_others(&self, patience: Duration) {
        let began = Instant::now();
        loop {
            let busy = self.probe().busy.map_or(began, |busy| busy.max(began));
            if busy.elapsed() >= patience {
                return;
            }
            sleep_until(busy + patience).await;
        }
    }

    /// Whether a script is known to run.
    pub(super) fn runs_script(&self) -> bool {
        self.probe().script()
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
    /// Whether the page alone does not answer in time. Where the browser is slow as well, the machine is busy, and only a script that is
    /// seen to run tells that the page hangs.
    pub(crate) async fn hangs(&self, within: Duration) -> bool {
        let Some(channel) = self.state().main().map(|main| self.connection.channel(main.session.clone()))
        else {
            return false;
        };
        let browser = self.connection.browser().with_deadline(within / BROWSER_IS_FASTER);
        let page = timeout(within, ask(self, &channel));
        let (page, browser) = tokio::join!(page, browser.call(&browser::GetVersion {}));
        page.is_err() && (browser.is_ok() || self.runs_script())
    }
}

/// Asks the page again and again when the deadline is near.
pub(super) async fn probe(tab: &TabInner, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    sleep_until(deadline - SILENT.min(left * 3 / 4)).await;
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
            {
                let mut probe = tab.probe();
                (probe.asked, probe.answered) = (Some(asked), false);
            }
            tab.probe().answered = ask(tab, &channel).await;
            sleep_until(asked + BETWEEN).await; // a bound on how often it is asked, not a wait for the page
        }
    };
    tokio::join!(browser, page);
}

/// Asks the page for next to nothing, and notes whether a script runs while it does not answer. Whether it answered; a refusal is an
/// answer.
async fn ask(tab: &TabInner, channel: &Channel) -> bool {
    let mut answer = pin!(channel.post(&page::GetFrameTree {}).answer());
    let script = async {
        loop {
            sleep(BETWEEN).await;
            if channel.post(&performance::GetMetrics {}).answer().await.is_ok() {
                tab.probe().script = Some(StdInstant::now());
            }
        }
    };
    let answered = tokio::select! {
        biased;
        answer = &mut answer => !answer.is_err_and(|error| error.is_deadline()),
        () = script => false,
    };
    if answered {
        tab.probe().script = None;
    }
    answered
}

/// Watches the page over a call. Ends with an error once the page has not answered for so long that nothing more can come of the call.
pub(super) async fn watch(tab: &TabInner, patience: Option<Duration>, leaves: Option<u64>) -> Error {
    if let Some(mark) = leaves {
        // The page before is left in its own way.
        let came = |state: &State| {
            let mut since = state.journal.since(mark);
            since.any(|(_, entry)| matches!(entry, Entry::Committed { main: true })).then_some(())
        };
        tab.until(Instant::now() + LONGEST, came).await;
    }
    let again = tab.was_silent();
    loop {
        sleep(NOW_AND_THEN).await;
        let session = tab.state().main().map(|main| main.session.clone());
        let Some(session) = session.filter(|_| tab.gate().is_ok()) else { continue };
        let channel = tab.connection.channel(session).with_deadline(LONGEST);
        let asked = Instant::now();
        let silent = async {
            sleep(SOON).await;
            loop {
                tab.probe().busy = Some(Instant::now());
                // With a dialog of its own it answers nothing, which others tell of.
                let silent = tab.gate().is_ok();
                if patience
                    .is_some_and(|patience| silent && asked.elapsed() >= silence_of(tab, patience, again))
                {
                    return told_of(tab, asked.elapsed());
                }
                sleep(BETWEEN).await;
            }
        };
        tokio::select! {
            biased;
            _ = ask(tab, &channel) => {}
            error = silent => return error,
        }
    }
}

/// How long a page is waited for that does not answer: one that is being read until the call is over. Where no script is known to run
/// that is more than one command may take: a large page on a busy machine does not hang.
fn silence_of(tab: &TabInner, patience: Duration, again: bool) -> Duration {
    match again {
        _ if is_read(tab) && tab.runs_script() => 2 * patience,
        _ if is_read(tab) => LONGEST,
        true => patience.min(SILENT_AGAIN),
        false if tab.runs_script() => patience,
        false => patience * 3 / 2,
    }
}

/// Whether the page is busy with a look of ours, as far as is known: it has begun to answer. A script that runs then may be ours.
fn is_read(tab: &TabInner) -> bool {
    tab.probe().being_read
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
        Some(asked) if !answered && asked >= silence => {
            told_of(tab, asked.max(error.waited())).after(error.dispatched())
        }
        _ if !hung || error.is_about_frame() => error,
        // One command was out of time long before the call is.
        None if silent_soon(tab).await => told_of(tab, error.waited()).after(error.dispatched()),
        _ => Error::new(ErrorKind::Timeout, "the page answers, but this took longer than it was given")
            .after(error.dispatched()),
    }
}

/// Asks a page once that left a command unanswered. Whether it is silent still.
async fn silent_soon(tab: &TabInner) -> bool {
    let session = tab.state().main().map(|main| main.session.clone());
    let Some(session) = session else { return false };
    let channel = tab.connection.channel(session);
    timeout(SOON, ask(tab, &channel)).await.is_err()
}

/// The error of a page that is silent: it is about to leave, it is busy with a look of ours, or it hangs.
fn told_of(tab: &TabInner, waited: Duration) -> Error {
    match awaited_document(tab) {
        Some(document) => away(&document, waited),
        None if is_read(tab) => slow(tab, waited),
        None => hung_for(tab, waited),
    }
}

/// The page's next document, where the server has not begun to answer.
fn awaited_document(tab: &TabInner) -> Option<String> {
    let state = tab.state();
    let root = &state.main()?.root;
    state.journal.requests.awaited_document(root)
}

/// A page that leaves: Chromium keeps commands back while the next document is waited for, whether scripts run or not.
fn away(document: &str, waited: Duration) -> Error {
    let waited = seconds(waited);
    let message = format!(
        "the page waits for the answer to {document}, and nothing can be read or done in it until then ({waited} so far)"
    );
    Error::new(ErrorKind::Timeout, message)
        .with_hint("wait with a longer timeout and observe, or give it up with stop")
}

/// A page that takes long to be read.
fn slow(tab: &TabInner, waited: Duration) -> Error {
    let (elements, waited) = (tab.state().elements, seconds(waited));
    let what = if elements > 0 { format!("its {elements} elements are") } else { "it is".to_owned() };
    let message = format!("the page is slow: {what} being read, and it has not answered for {waited}");
    Error::new(ErrorKind::Timeout, message).with_hint("give it more time")
}

fn hung_for(tab: &TabInner, waited: Duration) -> Error {
    let (loader, url) = {
        let state = tab.state();
        let url = state.url.split('#').next().unwrap_or_default();
        (state.loading.loader.clone(), url.to_owned())
    };
    let mut probe = tab.probe();
    let began = StdInstant::now().checked_sub(waited);
    let since = *probe.silent_since.get_or_insert_with(|| began.unwrap_or_else(StdInstant::now));
    let again =
        probe.hung.as_ref().is_some_and(|(before, at, again)| *at == url && (*again || *before != loader));
    probe.hung = Some((loader, url, again));
    let script = probe.script();
    let error = page_hung(since.elapsed(), script);
    match (again, script) {
        (true, _) => error.with_hint(
            "open another address, or close the tab: this one stops answering each time it is opened",
        ),
        (false, true) => error,
        (false, false) => error.with_hint(
            "observe again: it may only be slow; if it stays silent, reload it or open another address",
        ),
    }
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
