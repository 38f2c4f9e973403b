//! Proves that nothing can have changed since a look at the page. Only then may its snapshot be used again. Fixture: silent.html.
//!
//! A page can change without a word (a value set by script, a rule added to a style sheet, a node in a closed shadow
//! root), so no listener can tell. What it cannot do is change without its renderer working: Chromium counts the time
//! in scripts, styles recalculated, layouts done, nodes and listeners made, and the bytes of the script heap, which
//! grow with any script at all, also with a promise that goes on. Counters that all stand where they stood, and no
//! event of the protocol since, prove that nothing happened. What moves without such work is ruled out by hand: running
//! animations, media and marquees when the page is captured, and pages with shadow trees, in which scrolling and
//! animations cannot be heard of.
//!
//! Chromium answers for the counters out of turn, before commands that wait, so each reading is awaited:
//!
//! ```text
//! count   our scripts: listeners, focus, what moves   count   snapshot   count   ...   count
//!      \__ styles, scripts: the same ______________/      \__ all the same __/\__ all the same _/
//! ```

use domtool_cdp::{
    Pending,
    protocol::{
        SessionId,
        performance::{GetMetrics, GetMetricsReply},
        runtime::CallFunctionOn,
    },
};
use domtool_page::snapshot::{NodeKind, Snapshot};

use crate::{
    error::Result,
    tab::{Attachment, TabInner},
    world::calls,
};

/// A page with more frames is always looked at anew.
const MOST_FRAMES: usize = 24;

/// Counters of the work that a session's main thread has done so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Counters {
    script: [f64; 7],
    style: [f64; 2],
    heap: f64,
}

/// Only grow, or stay, while no script runs and nothing is loaded.
const SCRIPT: [&str; 7] = [
    "ScriptDuration",
    "V8CompileDuration",
    "JSEventListeners",
    "Nodes",
    "Documents",
    "Frames",
    "LayoutObjects",
];
/// Counters that grow with each style recalculation and layout.
const STYLE: [&str; 2] = ["RecalcStyleCount", "LayoutCount"];
/// The counter that grows with every object that a script makes, and shrinks when objects are collected.
const HEAP: &str = "JSHeapUsedSize";

impl Counters {
    /// Nothing when this browser does not count one of them.
    pub(crate) fn of(reply: &GetMetricsReply) -> Option<Counters> {
        let find = |name: &str| reply.metrics.iter().find(|metric| metric.name == name).map(|m| m.value);
        let mut counters = Counters { script: [0.0; 7], style: [0.0; 2], heap: find(HEAP)? };
        for (slot, name) in counters.script.iter_mut().zip(SCRIPT) {
            *slot = find(name)?;
        }
        for (slot, name) in counters.style.iter_mut().zip(STYLE) {
            *slot = find(name)?;
        }
        Some(counters)
    }

    /// Whether the page did nothing in between; scripts of ours may have run, which only the heap shows.
    fn still_but_for_us(&self, later: &Counters) -> bool {
        self.script == later.script && self.style == later.style
    }

    /// Whether no script ran in between, ours neither. Building the accessibility tree for the first time brings styles
    /// up to date.
    fn still_but_for_style(&self, later: &Counters) -> bool {
        self.script == later.script && self.heap == later.heap
    }
}

/// Saw a session of the page before its snapshot, and sees it after.
#[derive(Debug)]
pub(crate) struct Witness {
    attachment: Attachment,
    before: Counters,
    after: Option<Pending<GetMetrics>>,
}

impl Witness {
    /// There is one where nothing moves, and nothing happened since the counters of before.
    pub(crate) async fn before_snapshot(
        tab: &TabInner,
        attachment: &Attachment,
        counted: Pending<GetMetrics>,
    ) -> Result<Option<Witness>> {
        let counted = Counters::of(&counted.reply().await?);
        if !nothing_moves(ask_moving(tab, &attachment.session)).await {
            return Ok(None);
        }
        let before = Counters::of(&attachment.channel.call(&GetMetrics {}).await?);
        let before = before.filter(|now| counted.is_some_and(|then| then.still_but_for_us(now)));
        Ok(before.map(|before| Witness { attachment: attachment.clone(), before, after: None }))
    }

    /// Looks again; to be called when the snapshot is here.
    pub(crate) fn after_snapshot(mut self) -> Witness {
        self.after = Some(self.attachment.channel.post(&GetMetrics {}));
        self
    }

    /// The session and its counters, where nothing happened while it was captured.
    async fn testify(self) -> Option<(Attachment, Counters)> {
        let after = Counters::of(&self.after?.reply().await.ok()?)?;
        (after == self.before).then_some((self.attachment, after))
    }
}

/// Asks for the counters of a session, to be answered before what is posted after.
pub(super) fn count(attachment: &Attachment) -> Pending<GetMetrics> {
    attachment.channel.post(&GetMetrics {})
}

/// What must still be so for a snapshot to serve again.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// How many events the page had told of before it was captured.
    events: u64,
    sessions: Vec<(Attachment, Counters)>,
}

/// Asks the frames of a session whether anything in them moves by itself. Nothing when there is one that cannot be
/// asked.
fn ask_moving(tab: &TabInner, session: &SessionId) -> Option<Vec<Pending<CallFunctionOn>>> {
    let frames: Vec<_> = {
        let state = tab.state();
        let ours = state.frames.iter().filter(|(_, frame)| &frame.session == session);
        ours.map(|(id, _)| id.clone()).collect()
    };
    if frames.len() > MOST_FRAMES {
        return None;
    }
    frames.iter().map(|frame| Some(tab.world_of(frame)?.post(calls::MOVING))).collect()
}

/// Whether they all answered that nothing does.
async fn nothing_moves(asked: Option<Vec<Pending<CallFunctionOn>>>) -> bool {
    let Some(asked) = asked else { return false };
    let mut still = true;
    for asked in asked {
        let answer = asked.reply().await;
        still &= answer.is_ok_and(|reply| reply.result.value == Some(serde_json::Value::Bool(false)));
    }
    still
}

impl Proof {
    /// The proof for a capture of these sessions, when there can be one.
    pub(crate) async fn new(
        events: u64,
        attachments: &[Attachment],
        witnesses: Vec<Witness>,
        snapshot: &Snapshot,
    ) -> Option<Proof> {
        let shadowed =
            |snapshot: &Snapshot| snapshot.nodes().any(|node| matches!(node.kind(), NodeKind::ShadowRoot(_)));
        if witnesses.len() != attachments.len() || !snapshot.gaps.is_empty() || shadowed(snapshot) {
            return None;
        }
        let mut sessions = Vec::with_capacity(witnesses.len());
        for witness in witnesses {
            sessions.push(witness.testify().await?);
        }
        Some(Proof { events, sessions })
    }

    /// Whether the page is in the very state that was captured. One round trip.
    pub(crate) async fn holds(&self, tab: &TabInner) -> bool {
        let unchanged = self.same_page(tab);
        unchanged && self.same_counters(tab).await && self.same_page(tab)
    }

    fn same_page(&self, tab: &TabInner) -> bool {
        if tab.gate().is_err() {
            return false;
        }
        let state = tab.state();
        let same = |(attachment, (known, _)): (&Attachment, &(Attachment, Counters))| {
            attachment.session == known.session
        };
        state.events == self.events
            && state.attachments.len() == self.sessions.len()
            && state.attachments.iter().zip(&self.sessions).all(same)
    }

    async fn same_counters(&self, tab: &TabInner) -> bool {
        let asked = ask_counters(self.sessions.iter().map(|(attachment, _)| attachment));
        let now = tab.guard(tab.patience(), answered(asked)).await;
        let Ok(now) = now else { return false };
        let same = now.iter().zip(&self.sessions).all(|(now, (_, then))| {
            let same = now.as_ref() == Some(then);
            if !same {
                tracing::debug!(?then, ?now, "the page has worked since");
            }
            same
        });
        same && now.len() == self.sessions.len()
    }

    /// After Chrome was asked for names: its first answer to a document builds the accessibility tree, and that may
    /// have brought styles up to date. Nothing when anything else may have happened.
    pub(crate) fn after_names(mut self, now: &[Option<Counters>], first: bool) -> Option<Proof> {
        if now.len() != self.sessions.len() {
            return None;
        }
        for ((_, then), now) in self.sessions.iter_mut().zip(now) {
            let now = (*now)?;
            if now != *then && !(first && then.still_but_for_style(&now)) {
                return None;
            }
            *then = now;
        }
        Some(self)
    }

    /// Asks for the counters as they are once what was posted before is done.
    pub(crate) fn ask(&self) -> Vec<Pending<GetMetrics>> {
        ask_counters(self.sessions.iter().map(|(attachment, _)| attachment))
    }
}

fn ask_counters<'a>(attachments: impl Iterator<Item = &'a Attachment>) -> Vec<Pending<GetMetrics>> {
    attachments.map(|attachment| attachment.channel.post(&GetMetrics {})).collect()
}

/// The counters of every session asked; nothing for one that is gone.
pub(crate) async fn answered(asked: Vec<Pending<GetMetrics>>) -> Result<Vec<Option<Counters>>> {
    let mut counters = Vec::with_capacity(asked.len());
    for asked in asked {
        counters.push(asked.reply().await.ok().as_ref().and_then(Counters::of));
    }
    Ok(counters)
}
