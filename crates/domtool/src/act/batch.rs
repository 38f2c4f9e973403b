//! Several actions in a row, as far as the page allows: a plan is made for a page, and holds until that page is another.

use std::{sync::Arc, time::Duration};

use domtool_page::identity::ElementId;
use domtool_page::view::quoted;
use serde::Serialize;
use tokio::time::Instant;

use super::{ActOptions, Action, Expect, TargetRef, act, arrived, bound, net::Net};
use crate::{
    error::{Error, ErrorKind},
    observe::{self, CallerState},
    report::{MessageKind, Report, RequestInfo},
    strings::{Strings, Write},
    tab::{Call, TabInner},
};

/// An action, and what is to come of it: what [`Tab::act`](crate::Tab::act) takes, and one of several for
/// [`Tab::act_all`](crate::Tab::act_all).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// What to do.
    pub action: Action,
    /// What is to come of it. Without, an action is held to what it says itself: a field holds what it was filled with.
    pub expect: Option<Expect>,
    /// How long that is waited for, from when the input is through; as long as [`ActOptions::settle`] when not given.
    pub within: Option<Duration>,
}

/// What came of several actions.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Batch {
    /// Whether all were done, and all of them are verified.
    pub ok: bool,
    /// The reports of those that were done, in order. The last one's diff tells what all of them changed, on the page that they ended on; of
    /// several rounds the last. Where they led to another page it is that page, where [`ActOptions::new_page`] says so.
    pub done: Vec<Report>,
    /// Why it ended before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// How often they were repeated, where they were to be until something is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// How many were not done: those after the one at which it ended, and that one when nothing of it was sent.
    pub not_done: usize,
    /// From call to report, milliseconds.
    pub ms: u64,
}

/// How often the steps of a batch were repeated, and what ended that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rounds {
    /// How often all of them were done; 0 where it was so before.
    pub done: u32,
    /// What came to be so, as it is parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<String>,
}

/// Why a batch ended before its end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Stopped {
    /// The action that failed, or that was not begun, from 1.
    pub at: usize,
    /// In a sentence.
    pub why: String,
    /// How it failed; `None` when the action before it made it doubtful.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
}

impl Strings for Batch {
    fn each(&mut self, write: &mut Write<'_>) {
        let Batch { ok: _, done, stopped, rounds, not_done: _, ms: _ } = self;
        done.each(write);
        if let Some(Rounds { done: _, met }) = rounds {
            met.each(write);
        }
        if let Some(Stopped { at: _, why, error }) = stopped {
            why.each(write);
            error.each(write);
        }
    }
}

impl Batch {
    /// None of them was begun.
    pub(crate) fn not_begun(steps: usize, error: Error) -> Self {
        Self { stopped: Some(Stopped::by(1, error)), not_done: steps, ..Self::default() }
    }

    /// Leaves out what the reports so far say that the page changed, as the next one tells it; of several rounds the last is told.
    fn leave_out_diffs(&mut self, next: &str) {
        let told = self.done.iter_mut().filter(|report| !report.effects.navigated);
        told.for_each(|report| report.leave_diff_to(next));
    }

    /// Leaves out what changed on pages that an action after it left: nobody can act on it any more.
    fn leave_out_left_pages(&mut self) {
        let Some(last) = self.done.iter().rposition(|report| report.effects.navigated) else { return };
        let left = self.done[..last].iter_mut().filter(|report| !report.effects.navigated);
        left.for_each(|report| report.leave_diff_to(""));
    }

    /// Has the last report show the page where they led to another than the one they began on.
    pub(super) async fn show_new_page(
        &mut self,
        tab: &Arc<TabInner>,
        caller_state: &mut CallerState,
        options: &ActOptions,
        started: Instant,
    ) {
        let led = self.done.iter().any(|report| report.effects.navigated);
        if let Some(last) = self.done.last_mut().filter(|_| led) {
            let end = options.timeout.map(|timeout| started + timeout);
            Box::pin(arrived::show(tab, caller_state, (options, end), last)).await;
        }
    }

    /// Says whether all is well, now that nothing more is done.
    pub(super) fn end(&mut self, started: Instant) {
        self.leave_out_left_pages();
        self.ok = self.stopped.is_none() && self.done.iter().all(|report| report.verification.passed);
        self.ms = started.elapsed().as_millis() as u64;
    }
}

impl Stopped {
    /// An action failed.
    pub(super) fn by(at: usize, error: Error) -> Self {
        Self { at, why: error.message().to_owned(), error: Some(error) }
    }
}

/// Does one after the other; stops at the first that fails, or that the one before it made doubtful.
pub(crate) async fn act_all(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    steps: &[Step],
    options: &ActOptions,
    started: Instant,
) -> Batch {
    let mut batch = Batch::default();
    round(tab, caller_state, steps, (options, started), &mut batch).await;
    batch.show_new_page(tab, caller_state, options, started).await;
    batch.end(started);
    batch
}

/// Does them once; false where they ended early.
pub(super) async fn round(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    steps: &[Step],
    (options, started): (&ActOptions, Instant),
    batch: &mut Batch,
) -> bool {
    let mut net = Net::default();
    for (index, step) in steps.iter().enumerate() {
        let doubt = match batch.done.last() {
            Some(before) => doubt(before, &step.action)
                .or_else(|| stale(tab, step.action.target().and_then(TargetRef::id))),
            None => None,
        };
        if let Some(why) = doubt {
            batch.not_done = steps.len() - index;
            batch.stopped = Some(Stopped { at: index + 1, why, error: None });
            return false;
        }
        // Each takes what is left of the time for all of them.
        let bound = bound(step, options).from(started, options.timeout);
        let call = Call::begin(tab, bound).acting();
        net.told = false;
        let done = call.run(Box::pin(act(tab, caller_state, step, options, Some(&mut net)))).await;
        if net.told {
            let next = match &done {
                Ok(report) => Some(report),
                Err(error) => error.report(),
            };
            batch.leave_out_diffs(next.map_or("", |report| &report.diff));
        }
        match done {
            Ok(report) => batch.done.push(report),
            Err(error) => {
                let begun = error.dispatched() != crate::error::Dispatched::No;
                batch.not_done = steps.len() - index - usize::from(begun);
                batch.stopped = Some(Stopped::by(index + 1, error));
                return false;
            }
        }
    }
    true
}

/// Why an action should not be done after what the one before it caused. Pure.
fn doubt(before: &Report, next: &Action) -> Option<String> {
    if !before.verification.passed {
        return Some(format!("{} was not verified: {}", before.action, before.verification.feedback));
    }
    let answers = matches!(next, Action::Dialog { .. });
    if let Some(dialog) = before.effects.dialogs.iter().find(|dialog| dialog.open && !answers) {
        return Some(format!(
            "{} opened a dialog that waits for an answer: {}",
            before.action,
            quoted(&dialog.message)
        ));
    }
    let goes_on = matches!(
        next,
        Action::Wait(_) | Action::Open { .. } | Action::Back | Action::Forward | Action::Reload
    );
    // What has an id is of the page that is gone; what is named by words is looked for on the new one.
    let by_words = next.target().is_some_and(|target| target.id().is_none());
    let goes_on = goes_on || by_words;
    let about = next.elements().any(|target| target.id().is_some());
    // What a site says on each of its pages, such as that a trial ends, is no answer to what was sent.
    let refused = before.effects.messages.iter().find(|message| message.kind == MessageKind::Error);
    let sends =
        |request: &RequestInfo| (!request.is_read() && request.kind != "ping") || request.follows_write;
    let sent = before.effects.requests.iter().any(sends);
    if let Some(message) = refused.filter(|_| before.effects.navigated && sent) {
        return Some(format!("{} led to a page that says: {}", before.action, quoted(&message.text)));
    }
    if before.effects.navigated && (!goes_on || about) {
        return Some(format!("{} led to a new page, for which the rest was not meant", before.action));
    }
    None
}

/// Why an id no longer names what it named.
fn stale(tab: &TabInner, target: Option<ElementId>) -> Option<String> {
    let error = observe::ids::entry(tab, tab.session().ok()?, target?).err()?;
    // One that was never given out is the caller's mistake, and fails as such.
    (error.kind() == ErrorKind::Stale).then(|| format!("the page changed: {}", error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        act::{Click, WaitFor},
        report::{ActionKind, DialogInfo, DialogKind, Effects, Message, RequestInfo, Verification},
    };

    fn report(passed: bool, navigated: bool, dialog: Option<bool>) -> Report {
        let dialogs =
            dialog.map(|open| DialogInfo { kind: DialogKind::Confirm, message: "Really?".to_owned(), open });
        Report {
            ok: true,
            action: ActionKind::Click,
            effects: Effects { navigated, dialogs: dialogs.into_iter().collect(), ..Effects::default() },
            verification: Verification { passed, ..Verification::default() },
            ..Report::default()
        }
    }

    #[test]
    fn what_makes_the_next_action_doubtful() {
        let answered = |method: &str, kind: MessageKind, navigated: bool| {
            let mut said = report(true, navigated, None);
            said.effects.messages = vec![Message { text: "No".to_owned(), kind, ..Message::default() }];
            said.effects.requests = vec![RequestInfo { method: method.to_owned(), ..RequestInfo::default() }];
            said
        };
        let saying = |kind, navigated| answered("POST", kind, navigated);
        let id: ElementId = "e7".parse().unwrap();
        let click = Action::Click(Click::new(id));
        let press = Action::press(None, "Enter".parse().unwrap());
        let text = Action::Wait(WaitFor::Text("Thanks".to_owned()));
        let words = Action::click("Save".parse::<TargetRef>().unwrap());
        let element = Action::Wait(WaitFor::Element(id.into()));
        let answer = Action::Dialog { accept: true, text: None };
        for (report, next, expected) in [
            (report(true, false, None), &click, None),
            (report(true, false, Some(false)), &click, None),
            (report(false, false, None), &click, Some("was not verified")),
            (report(true, true, None), &click, Some("led to a new page")),
            (report(true, true, None), &press, Some("led to a new page")),
            (report(true, true, None), &element, Some("led to a new page")),
            (report(true, true, None), &text, None),
            (report(true, true, None), &words, None),
            (report(true, false, Some(true)), &words, Some("\"Really?\"")),
            (report(true, true, None), &Action::Back, None),
            (report(true, false, Some(true)), &click, Some("\"Really?\"")),
            (report(true, false, Some(true)), &answer, None),
            (saying(MessageKind::Error, true), &words, Some("led to a page that says: \"No\"")),
            (saying(MessageKind::Error, true), &text, Some("led to a page that says")),
            // On the page itself the next action may mend it.
            (saying(MessageKind::Error, false), &words, None),
            (saying(MessageKind::Success, true), &words, None),
            (answered("GET", MessageKind::Error, true), &words, None),
        ] {
            let said = doubt(&report, next);
            match expected {
                None => assert_eq!(said, None, "{next:?}"),
                Some(part) => assert!(said.as_deref().is_some_and(|said| said.contains(part)), "{said:?}"),
            }
        }
    }
}
