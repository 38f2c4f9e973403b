//! Finds the timers that an action set, in Chromium's own record of what a page's scripts did (its timeline).
//!
//! A page may answer a click 300 ms later, by a timer. The timeline tells whether it will: it has the events that were
//! dispatched, and the timers and animation frames that were requested while their listeners ran. [`CausedTimers`] follows
//! those, and the timers that they set in turn. It leaves out what the page sets by itself: a clock that goes on by
//! `setTimeout`, an animation loop, a poll. The kinds of fixtures/late.html that each rule was made for are named below.

mod events;

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::TIMERS;
use events::{END_EVENTS, INPUT_EVENTS};

/// An action is not waited for until timers longer than this fire, milliseconds.
const LONGEST_MS: f64 = 1_000.0;
/// A key that only moves the caret is not waited for until longer ones fire: editors count how long nobody types (key-timer-chain.html).
const LONGEST_BY_CARET_MS: f64 = 400.0;
/// A chain of timers, each set by the one before, is followed this far (`chain`). A longer one never ends: a `stopwatch`, a poll
/// that a click began.
const DEEPEST: u32 = 3;
/// A chain of animation frames is followed this far. Scripts that wait until something is painted request two in a row
/// (`painted`); an animation goes on for ever.
const MOST_FRAMES: u32 = 3;
/// A chain of timers that are shorter is followed to its depth: each round of it costs little.
const IDLE_MS: f64 = 150.0;
/// The time between two painted frames, milliseconds.
const FRAME_MS: f64 = 17.0;
/// The time between two parts of an answer, or of a stream, that a page shows as they come; after a longer one the next is not waited for.
pub(crate) const PART: Duration = Duration::from_millis(250);
/// A task that runs this soon after input, or after an answer that the page waited for, belongs to that, milliseconds.
/// Frameworks post their work as a message (React's scheduler does; `message`), and Chromium holds messages back until it has
/// painted what the input changed.
const AFTER_MS: f64 = 100.0;

/// How late a timer may fire before it counts as missed, milliseconds.
const BUSY_MS: f64 = 10.0;
/// How late an animation frame may be painted before it counts as missed, milliseconds.
const BUSY_FRAME_MS: f64 = 100.0;

/// What is known at the end of a recording of what an action set in motion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// The last of its timers is due so long after the end of the recording.
    pub due: Option<Duration>,
    /// One fired while nothing was recorded: what it set in turn is not known.
    pub missed: bool,
    /// Something is under way that cannot be followed.
    pub carried: Option<Carried>,
    /// It goes on in rounds, of which the longest takes so long: the first effect is no end of it.
    pub round: Option<Duration>,
    /// Scripts of the page ran for the input.
    pub handled: bool,
    /// They gave something away that may come back in any way: a task, a message to another process.
    pub entrusted: bool,
    /// Pictures that its handlers asked for, by their requests: a page may wait for them.
    pub pictures: Vec<String>,
    /// Timers of the page's own run, or idle ones: anything may come of them at any time.
    pub open: bool,
}

/// How something goes on that cannot be followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Carried {
    /// It may be for nobody: any effect of the action is as good as its end. An animation loop is.
    Loosely,
    /// Its end is yet to come: a task for a worker, a repeating timer, a request to a database.
    Strictly,
}

/// Timers that did nothing but set themselves again, by where in the page's scripts they are set: an action does not wait for them a
/// second time. Made for editors that count how long nobody types (key-timer-chain.html).
#[derive(Clone, Debug, Default)]
pub struct IdleTimers(FxHashSet<TimerSite>);

impl IdleTimers {
    /// Remembers some.
    pub fn extend(&mut self, sites: impl IntoIterator<Item = TimerSite>) {
        for site in sites {
            if self.0.len() < TIMERS {
                self.0.insert(site);
            }
        }
    }
}

/// Where in the page's scripts a timer is set, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimerSite {
    /// A hash of the call.
    pub call: u64,
    /// In milliseconds.
    pub timeout: u64,
}

/// What a recording is read with.
pub struct Reading<'a> {
    /// The time of the last event of any kind in it. Recordings that follow each other have a gap between them.
    pub end: f64,
    /// For so long before that end nothing changed on the page, milliseconds.
    pub quiet: f64,
    /// Whether a frame is of the page.
    pub ours: &'a dyn Fn(&str) -> bool,
    /// Whether a request is one that the action began.
    pub awaited: &'a dyn Fn(&str) -> bool,
    /// Whether a request is for a stream of events.
    pub stream: &'a dyn Fn(&str) -> bool,
    /// Whether the action began animations.
    pub animated: bool,
    /// Whether it went through the history: what hears of that is called in a task of its own, of which no record tells.
    pub history: bool,
    /// Whether it only moved the caret of a text.
    pub caret: bool,
    /// Whether it has the tasks that were posted.
    pub tasks: bool,
    /// Those that are not waited for.
    pub idle: &'a IdleTimers,
}

/// One record of the timeline. Times are milliseconds of one clock of the browser.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// When it began.
    pub at: f64,
    /// How long it took; 0 for a moment.
    pub duration: f64,
    /// A number of the thread, another for each.
    pub thread: u64,
    /// What it is.
    pub what: What,
}

/// What a record tells.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Listeners of an event ran.
    Dispatched {
        /// `click`...
        event: String,
    },
    /// A function of the page was called by the browser, or a text of it was run as a script, in the frame of this id.
    Called(String),
    /// A function of domtool's own was called: its observers run among the page's.
    CalledOwn,
    /// What scripts left to be done at their end was done: what comes after an `await`.
    RanMicrotasks,
    /// A task was posted, or a message sent to another process. Whatever a script sets in motion begins so, but for what comes with the
    /// next frame.
    Entrusted,
    /// A timer ran.
    TimerFired(Callback),
    /// An animation frame's callback ran.
    FrameFired(Callback),
    /// A timer was set.
    TimerSet {
        /// Which.
        timer: Callback,
        /// How long it takes, milliseconds.
        timeout: f64,
        /// Whether it fires once.
        once: bool,
        /// A hash of the call that set it; `None` where that is not known.
        call: Option<u64>,
    },
    /// A timer was cleared.
    TimerCleared(Callback),
    /// An animation frame was asked for.
    FrameAsked(Callback),
    /// A part of a request's answer arrived.
    Answered {
        /// Its id, as in the `Network` domain.
        request: String,
    },
    /// A picture was asked for.
    PictureAsked {
        /// The request's id.
        request: String,
    },
    /// Something was asked for that may be a stream of events: the record tells it from no other data.
    DataAsked {
        /// The request's id.
        request: String,
    },
    /// A message was posted to a window or a worker.
    Posted {
        /// Its id in the record.
        message: String,
    },
    /// Its listeners ran.
    Delivered {
        /// Its id in the record.
        message: String,
    },
    /// Something was asked of a database (IndexedDB): a request, or a transaction. The records do not tell which answer is to which.
    DatabaseAsked,
    /// It answered.
    DatabaseAnswered,
}

/// A timer or an animation frame's callback.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Callback {
    /// The id of the frame that it belongs to.
    pub frame: String,
    /// Its number there.
    pub id: i64,
}

/// What led from the action to a script that ran.
#[derive(Clone, Copy, Debug, Default)]
struct Cause {
    /// How many timers, each set by the one before.
    timers: u32,
    /// How many animation frames, one right after the other.
    frames: u32,
    /// It ran in a task of its own, and only the time of that says that the action led to it. Animation frames that domtool itself
    /// requests while it waits run like that too.
    likely: bool,
}

const LIKELY: Cause = Cause { timers: 0, frames: 0, likely: true };

/// A timer that the action set, or an animation frame that it asked for.
#[derive(Clone, Copy, Debug)]
struct Caused {
    /// When it is due, in the record's time.
    due: f64,
    /// What led to it, itself included.
    by: Cause,
    /// Where the first of its chain was set.
    site: Option<TimerSite>,
    timeout: f64,
}

/// Follows the timers of one action over one recording or several.
#[derive(Debug, Default)]
pub struct CausedTimers {
    timers: FxHashMap<Callback, Caused>,
    frames: FxHashMap<Callback, Caused>,
    /// Messages that were posted and not handled yet.
    posted: FxHashMap<String, Cause>,
    /// How much was asked of databases that was not answered.
    asked: u32,
    pictures: FxHashSet<String>,
    /// Those that may turn out to be idle.
    suspects: Vec<TimerSite>,
}

/// A span in which something ran, and what of the action led to it.
struct Span {
    end: f64,
    thread: u64,
    caused: Option<Cause>,
    /// The timer that fired.
    timer: Option<Caused>,
    /// Scripts ran in all of it.
    script: bool,
    /// A frame that the page asked for before the action, or again and again.
    of_page: bool,
}

impl CausedTimers {
    /// The timers of the action that may be idle: they are where nothing came of them.
    pub fn suspects(&mut self) -> impl Iterator<Item = TimerSite> {
        self.suspects.drain(..)
    }

    /// Takes in a recording that has come to its end.
    pub fn read(&mut self, records: &mut [Record], reading: &Reading<'_>) -> Pending {
        // A span comes before what is in it.
        records.sort_by(|a, b| a.at.total_cmp(&b.at).then(b.duration.total_cmp(&a.duration)));
        let mut spans: Vec<Span> = Vec::new();
        let mut stimulus: FxHashMap<u64, f64> = FxHashMap::default();
        let (mut open, mut carried, mut cut, mut handled) = (false, None, false, false);
        let mut round: Option<f64> = None;
        let mut entrusted = 0_u32;
        // The thread whose last record is that a task was posted.
        let mut task: Option<u64> = None;
        let longest = if reading.caret { LONGEST_BY_CARET_MS } else { LONGEST_MS };
        for record in &*records {
            let Record { at, thread, .. } = *record;
            // What still ran when the recording ended has no duration, and what it set after that is in no record.
            let unended = record.duration <= 0.0;
            let end = at + record.duration;
            spans.retain(|span| span.end >= at);
            let around = spans.iter().rev().find(|span| span.thread == thread);
            // A task of its own belongs to the action when it runs soon after what the action did. Where the action began animations,
            // what hears of their end may run at any time: what calls it is in no record where it is no element's listener.
            let ends = (reading.animated || reading.history)
                && matches!(record.what, What::Called(_) | What::RanMicrotasks);
            let soon = || {
                let after = stimulus.get(&thread).is_some_and(|last| at - last < AFTER_MS);
                (ends || after).then_some(LIKELY)
            };
            let caused = around.map_or_else(soon, |span| span.caused);
            let surely = caused.filter(|by| !by.likely);
            let span = |caused| Span { end, thread, caused, timer: None, script: false, of_page: false };
            let of_timer = task.take_if(|of| *of == thread).is_some();
            match &record.what {
                What::Dispatched { event } => {
                    // An event that a script dispatches belongs to that script, not to input.
                    let counts = |events: &[&str]| events.contains(&event.as_str());
                    let input =
                        around.is_none() && (counts(INPUT_EVENTS) || reading.animated && counts(END_EVENTS));
                    let caused = if input { Some(Cause::default()) } else { caused };
                    if input {
                        stimulus.insert(thread, end);
                    }
                    // Scripts that run in another's are in no record of their own.
                    let (script, timer) =
                        around.map_or((false, None), |around| (around.script, around.timer));
                    spans.push(Span { timer, script, ..span(caused) });
                }
                What::Called(frame) if caused.is_some() && !(reading.ours)(frame) => {}
                What::CalledOwn => spans.push(span(None)),
                // Those of a task of its own may be domtool's.
                What::RanMicrotasks if surely.is_none() => {
                    if ends && around.is_none() {
                        spans.push(span(caused));
                    }
                }
                What::Called(_) | What::RanMicrotasks => {
                    // What one gives away that has not ended yet is not known.
                    entrusted += u32::from(caused.is_some() && (unended || !reading.tasks));
                    handled |= caused.is_some();
                    let timer = around.and_then(|span| span.timer);
                    // What a loop of frames does next it does of itself.
                    open |= around.is_some_and(|around| around.of_page);
                    spans.push(Span { timer, script: true, ..span(caused) });
                }
                What::Entrusted => {
                    if around.is_some_and(|around| around.script && around.caused.is_some()) {
                        entrusted += 1;
                        task = Some(thread);
                    }
                }
                What::TimerFired(timer) => {
                    let fired = self.timers.remove(timer);
                    if fired.is_some() {
                        stimulus.insert(thread, end);
                    }
                    open |= fired.is_none() && (reading.ours)(&timer.frame);
                    cut |= fired.is_some() && unended;
                    spans.push(Span { timer: fired, ..span(fired.map(|timer| timer.by)) });
                }
                What::FrameFired(frame) => {
                    let caused = self.frames.remove(frame).map(|frame| frame.by);
                    cut |= caused.is_some_and(|by| !by.likely) && unended;
                    spans.push(Span { of_page: caused.is_none(), ..span(caused) });
                }
                What::TimerSet { timer, timeout, once, call } => {
                    let Some(by) = caused else { continue };
                    // Its own task, which is posted right before.
                    entrusted -= u32::from(of_timer);
                    // The timers of workers have no frame.
                    let ours = timer.frame.is_empty() || (reading.ours)(&timer.frame);
                    if *timeout > LONGEST_MS || !ours {
                        continue;
                    }
                    let site = call.map(|call| TimerSite { call, timeout: *timeout as u64 });
                    if *timeout > longest || site.is_some_and(|site| reading.idle.0.contains(&site)) {
                        open = true;
                        continue;
                    }
                    let before = around.and_then(|span| span.timer);
                    let again = before.is_some_and(|before| before.timeout == *timeout);
                    // Of a round that changed nothing the next is not waited for to its end.
                    let idle = again && *timeout >= IDLE_MS && at >= reading.end - reading.quiet;
                    let site = before.map_or(site, |before| before.site);
                    if by.timers >= DEEPEST && by.likely {
                        continue;
                    }
                    if idle || by.timers >= DEEPEST || !*once && !by.likely {
                        carried = Some(Carried::Strictly);
                        round = Some(round.unwrap_or_default().max(*timeout));
                        self.suspects.extend(site);
                    } else if *once {
                        let by = Cause { timers: by.timers + 1, frames: 0, ..by };
                        let due = at + timeout.max(0.0);
                        self.timers.insert(timer.clone(), Caused { due, by, site, timeout: *timeout });
                    }
                }
                What::TimerCleared(timer) => {
                    self.timers.remove(timer);
                }
                What::FrameAsked(frame) => {
                    let Some(by) = caused.filter(|_| (reading.ours)(&frame.frame)) else { continue };
                    if by.frames >= MOST_FRAMES {
                        carried = carried.max(surely.map(|_| Carried::Loosely));
                    } else {
                        let by = Cause { frames: by.frames + 1, ..by };
                        let due = at + FRAME_MS;
                        self.frames.insert(frame.clone(), Caused { due, by, site: None, timeout: 0.0 });
                    }
                }
                What::Answered { request } => {
                    if self.pictures.remove(request) || (reading.awaited)(request) {
                        stimulus.insert(thread, end);
                    }
                }
                What::PictureAsked { request } => {
                    self.pictures.extend(surely.map(|_| request.clone()));
                }
                // A page asks for a stream in a task of its own.
                What::DataAsked { request } => {
                    let stream = caused.filter(|_| (reading.stream)(request));
                    carried = carried.max(stream.map(|_| Carried::Strictly));
                    round = stream.map(|_| round.unwrap_or_default().max(PART.as_secs_f64() * 1e3)).or(round);
                }
                What::Posted { message } => {
                    if let Some(by) = surely {
                        self.posted.insert(message.clone(), by);
                    }
                }
                What::Delivered { message } => {
                    let caused = self.posted.remove(message).or(caused);
                    if caused.is_some() {
                        stimulus.insert(thread, end);
                    }
                    spans.push(span(caused));
                }
                // What a database does by itself belongs to what was asked of it: the upgrade of one that is opened.
                What::DatabaseAsked => {
                    self.asked += u32::from(surely.is_some() || around.is_none() && self.asked > 0);
                }
                What::DatabaseAnswered => {
                    let ours = self.asked > 0;
                    self.asked = self.asked.saturating_sub(1);
                    cut |= ours && unended;
                    let caused = if ours { Some(Cause::default()) } else { caused };
                    if caused.is_some() {
                        stimulus.insert(thread, end);
                    }
                    spans.push(span(caused));
                }
            }
        }
        let strictly = !self.posted.is_empty() || self.asked > 0;
        carried = carried.max(strictly.then_some(Carried::Strictly));
        let (due, missed) = self.due(reading.end);
        let missed = missed || cut;
        let entrusted = entrusted > 0;
        Pending {
            due,
            missed,
            carried,
            round: round.map(|ms| Duration::from_secs_f64(ms.max(0.0) / 1e3)),
            handled,
            entrusted,
            pictures: self.pictures.iter().cloned().collect(),
            open,
        }
    }

    /// How long after the end of a recording the last timer is due, and whether one fired while nothing was recorded.
    fn due(&mut self, end: f64) -> (Option<Duration>, bool) {
        // One that should have fired by now did so while nothing was recorded, or its page is too busy.
        let mut missed = false;
        for (pending, busy) in [(&mut self.timers, BUSY_MS), (&mut self.frames, BUSY_FRAME_MS)] {
            pending.retain(|_, caused| {
                let ahead = caused.due >= end - busy;
                let nobodys = caused.by.likely && caused.by.frames > 0;
                missed |= !ahead && !nobodys;
                ahead
            });
        }
        let frames = self.frames.values().filter(|frame| !frame.by.likely);
        let pending = self.timers.values().chain(frames);
        let last = pending.map(|caused| caused.due).max_by(f64::total_cmp);
        (last.map(|due| Duration::from_secs_f64((due - end).max(0.0) / 1e3)), missed)
    }
}

#[cfg(test)]
mod tests;
