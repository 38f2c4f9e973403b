//! What a recording has of the timers and other carriers that an action set in motion, for the settle machine.

use std::{collections::HashSet, time::Duration};

use domtool_cdp::protocol::{FrameId, RequestId};
use domtool_page::{
    settle::{Settle, SettleEvent},
    timers::{Carried, Reading},
};
use tokio::time::Instant;

use super::{TimerWatch, unrecorded};
use crate::{
    recording::{Of, Recorded},
    tab::{Entry, TabInner},
};

/// How much earlier than it ended the last event of a recording may have been recorded.
const SLACK: Duration = Duration::from_millis(10);

/// A recording that was read.
pub(super) struct Read {
    /// The journal's mark of the action.
    pub(super) mark: u64,
    /// When it was asked to end, since the input.
    pub(super) ended: Duration,
    pub(super) recorded: Option<Recorded>,
}

/// The frames of the tabs that this one's scripts may have at hand: the one that opened it, and those that it opened. A handler sets
/// timers in them, too.
fn related_frames(tab: &TabInner) -> Vec<FrameId> {
    let related = tab.siblings().map(|siblings| siblings.related(tab.number)).unwrap_or_default();
    related.iter().flat_map(|other| other.state().frames.keys().cloned().collect::<Vec<_>>()).collect()
}

/// Tells the machine what a recording has of the timers and other carriers of this tab. Says whether anything may come at any time.
pub(super) fn read_carried(
    tab: &TabInner,
    watch: &mut TimerWatch,
    Read { mark, ended, recorded }: Read,
    (machine, started): (&mut Settle, Instant),
) -> bool {
    let Some(Recorded { of, mut records, end }) = recorded else {
        unrecorded(machine, watch, started.elapsed());
        return false;
    };
    let related = related_frames(tab);
    let state = tab.state();
    let requests: HashSet<&str> = state
        .journal
        .since(mark)
        .filter_map(|(_, entry)| match entry {
            Entry::Request { id, background: false } => Some(id.as_str()),
            _ => None,
        })
        .collect();
    let frames: HashSet<&str> = state.frames.keys().chain(&related).map(FrameId::as_str).collect();
    let quiet =
        machine.effect().map_or(f64::MAX, |effect| ended.as_secs_f64() * 1e3 - effect.as_secs_f64() * 1e3);
    let reading = Reading {
        end,
        quiet,
        ours: &|frame| frames.contains(frame),
        awaited: &|request| requests.contains(request),
        stream: &|request| {
            let info = state.journal.requests.info(&RequestId::from(request));
            info.is_some_and(|info| info.kind == "eventsource")
        },
        animated: machine.animated(),
        history: watch.history,
        caret: watch.caret,
        tasks: of == Some(Of::Input),
        idle: &state.carriers.idle,
    };
    let pending = watch.timers.read(&mut records, &reading);
    tracing::debug!(?pending, "carriers");
    let now = started.elapsed();
    if let Some(carried) = pending.carried {
        let since = if carried == Carried::Loosely && !watch.strict { Duration::ZERO } else { ended };
        machine.handle(SettleEvent::Carried { since, round: pending.round }, now);
    }
    // What is there at once may be taken back by whatever it was given away to, known or not.
    if watch.strict && (pending.carried.is_some() || pending.entrusted && watch.silence) {
        machine.handle(SettleEvent::GivenAway, now);
    }
    if pending.handled && watch.silence {
        machine.handle(SettleEvent::Handled { entrusted: pending.entrusted }, now);
    }
    // What shows a picture alone is over without it.
    let pictures = pending.pictures.into_iter().filter(|_| machine.effect().is_none());
    for id in pictures
        .filter(|id| !state.journal.requests.is_complete(&RequestId::from(id.as_str())))
        .collect::<Vec<_>>()
    {
        machine.handle(SettleEvent::PictureAsked { id }, now);
    }
    machine.handle(
        match pending.missed {
            true => SettleEvent::TimersUnknown,
            false => SettleEvent::TimersKnown {
                recorded: ended,
                due: pending.due.map(|time| ended + time + SLACK),
            },
        },
        now,
    );
    // What fired while nothing was recorded may have set more, of which nothing is known.
    pending.open || pending.missed || state.journal.requests.awaits_news()
}
