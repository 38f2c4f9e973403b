//! Finds the timers that an action set, in Chromium's own record of what a page's scripts did (its timeline).
//!
//! A page may answer a click 300 ms later, by a timer. The timeline tells whether it will: it has the events that were
//! dispatched, and the timers and animation frames that were requested while their listeners ran. [`CausedTimers`] follows
//! those, and the timers that they set in turn. It leaves out what the page sets by itself: a clock that goes on by
//! `setTimeout`, an animation loop, a poll. The kinds of fixtures/late.html that each rule was made for are named below.

use std::time::Duration;

use rustc_hash::FxHashMap;

/// An action is not waited for until timers longer than this fire, milliseconds.
const LONGEST_MS: f64 = 1_000.0;
/// A chain of timers, each set by the one before, is followed this far (`chain`). A longer one never ends: a `stopwatch`, a poll
/// that a click began.
const DEEPEST: u32 = 3;
/// A chain of animation frames is followed this far. Scripts that wait until something is painted request two in a row
/// (`painted`); an animation goes on for ever.
const MOST_FRAMES: u32 = 3;
/// The time between two painted frames, milliseconds.
const FRAME_MS: f64 = 17.0;
/// A task that runs this soon after input, or after an answer that the page waited for, belongs to that, milliseconds.
/// Frameworks post their work as a message (React's scheduler does; `message`), and Chromium holds messages back until it has
/// painted what the input changed.
const AFTER_MS: f64 = 100.0;

/// The events of a person's input, and those that browsers derive from them. Others (`load`, `message`) come by themselves.
const INPUT_EVENTS: &[&str] = &[
    "auxclick",
    "beforeinput",
    "blur",
    "change",
    "click",
    "contextmenu",
    "dblclick",
    "drag",
    "dragend",
    "dragenter",
    "dragleave",
    "dragover",
    "dragstart",
    "drop",
    "focus",
    "focusin",
    "focusout",
    "input",
    "invalid",
    "keydown",
    "keypress",
    "keyup",
    "mousedown",
    "mouseenter",
    "mouseleave",
    "mousemove",
    "mouseout",
    "mouseover",
    "mouseup",
    "paste",
    "pointerdown",
    "pointerenter",
    "pointerleave",
    "pointermove",
    "pointerout",
    "pointerover",
    "pointerup",
    "reset",
    "scroll",
    "select",
    "selectionchange",
    "submit",
    "toggle",
    "touchend",
    "touchstart",
    "wheel",
];

/// The events at the end of animations. They belong to the action where it began animations (`ended`).
const END_EVENTS: &[&str] = &["animationend", "transitionend"];

/// How late a timer may fire before it counts as missed, milliseconds.
const BUSY_MS: f64 = 10.0;
/// How late an animation frame may be painted before it counts as missed, milliseconds.
const BUSY_FRAME_MS: f64 = 100.0;

/// What is known of an action's timers at the end of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// None is pending.
    None,
    /// The last of them is due so long after the end of the recording.
    For(Duration),
    /// One fired while nothing was recorded: what it set in turn is not known.
    Missed,
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
}

/// Follows the timers of one action over one recording or several.
#[derive(Debug, Default)]
pub struct CausedTimers {
    timers: FxHashMap<Callback, Caused>,
    frames: FxHashMap<Callback, Caused>,
}

/// A span in which something ran, and what of the action led to it.
struct Span {
    end: f64,
    thread: u64,
    caused: Option<Cause>,
}

impl CausedTimers {
    /// Takes in a recording that has come to its end. `ours` says whether a frame is of the page, `awaited` whether a request is
    /// one that the action began, `animated` whether animations are.
    ///
    /// `end` is the time of the last event of any kind in it. Recordings that follow each other have a gap between them.
    pub fn read(
        &mut self,
        records: &mut [Record],
        end: f64,
        ours: impl Fn(&str) -> bool,
        awaited: impl Fn(&str) -> bool,
        animated: bool,
    ) -> Pending {
        // A span comes before what is in it.
        records.sort_by(|a, b| a.at.total_cmp(&b.at).then(b.duration.total_cmp(&a.duration)));
        let mut spans: Vec<Span> = Vec::new();
        let mut stimulus: FxHashMap<u64, f64> = FxHashMap::default();
        for record in &*records {
            let Record { at, thread, .. } = *record;
            let end = at + record.duration;
            spans.retain(|span| span.end >= at);
            let around = spans.iter().rev().find(|span| span.thread == thread).map(|span| span.caused);
            // A task of its own belongs to the action when it runs soon after what the action did.
            let caused = around.unwrap_or_else(|| {
                stimulus.get(&thread).filter(|last| at - **last < AFTER_MS).map(|_| LIKELY)
            });
            match &record.what {
                What::Dispatched { event } => {
                    // An event that a script dispatches belongs to that script, not to input.
                    let counts = |events: &[&str]| events.contains(&event.as_str());
                    let input = around.is_none() && (counts(INPUT_EVENTS) || animated && counts(END_EVENTS));
                    let caused = if input { Some(Cause::default()) } else { caused };
                    if input {
                        stimulus.insert(thread, end);
                    }
                    spans.push(Span { end, thread, caused });
                }
                What::TimerFired(timer) => {
                    let caused = self.timers.remove(timer).map(|timer| timer.by);
                    if caused.is_some() {
                        stimulus.insert(thread, end);
                    }
                    spans.push(Span { end, thread, caused });
                }
                What::FrameFired(frame) => {
                    let caused = self.frames.remove(frame).map(|frame| frame.by);
                    spans.push(Span { end, thread, caused });
                }
                What::TimerSet { timer, timeout, once } => {
                    let Some(by) = caused.filter(|by| by.timers < DEEPEST) else { continue };
                    if *once && *timeout <= LONGEST_MS && ours(&timer.frame) {
                        let by = Cause { timers: by.timers + 1, frames: 0, ..by };
                        let due = at + timeout.max(0.0);
                        self.timers.insert(timer.clone(), Caused { due, by });
                    }
                }
                What::TimerCleared(timer) => {
                    self.timers.remove(timer);
                }
                What::FrameAsked(frame) => {
                    if let Some(by) = caused.filter(|by| by.frames < MOST_FRAMES && ours(&frame.frame)) {
                        let by = Cause { frames: by.frames + 1, ..by };
                        self.frames.insert(frame.clone(), Caused { due: at + FRAME_MS, by });
                    }
                }
                What::Answered { request } => {
                    if awaited(request) {
                        stimulus.insert(thread, end);
                    }
                }
            }
        }
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
        if missed {
            return Pending::Missed;
        }
        let frames = self.frames.values().filter(|frame| !frame.by.likely);
        let pending = self.timers.values().chain(frames);
        match pending.map(|caused| caused.due).max_by(f64::total_cmp) {
            Some(due) => Pending::For(Duration::from_secs_f64((due - end).max(0.0) / 1e3)),
            None => Pending::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records as words: `click 0+10` is a span, `set1:250 5` a timer of 250 ms set at 5, `fire1 255+2`, `clear1 9`, `ask1 5`,
    /// `frame1 20+3`, `every1:50 5`, `answer:x 9`, `load 5+3`.
    fn records(text: &str) -> Vec<Record> {
        let one = |line: &str| {
            let (word, time) = line.trim().split_once(' ').unwrap_or_else(|| panic!("{line}"));
            let (at, duration) = time.split_once('+').unwrap_or((time, "0"));
            let (word, amount) = word.split_once(':').unwrap_or((word, "0"));
            let number = word.trim_start_matches(char::is_alphabetic);
            let name = word.trim_end_matches(char::is_numeric);
            let callback = Callback { frame: "F".to_owned(), id: number.parse().unwrap_or(0) };
            let timeout = amount.parse().unwrap_or(0.0);
            let what = match name {
                "set" => What::TimerSet { timer: callback, timeout, once: true },
                "every" => What::TimerSet { timer: callback, timeout, once: false },
                "clear" => What::TimerCleared(callback),
                "fire" => What::TimerFired(callback),
                "ask" => What::FrameAsked(callback),
                "frame" => What::FrameFired(callback),
                "answer" => What::Answered { request: amount.to_owned() },
                event => What::Dispatched { event: event.to_owned() },
            };
            Record { at: at.parse().unwrap(), duration: duration.parse().unwrap(), thread: 1, what }
        };
        text.split(',').map(one).collect()
    }

    /// Reads recordings one after the other.
    fn read(recordings: &[&str]) -> Pending {
        let mut timers = CausedTimers::default();
        let mut pending = Pending::None;
        for text in recordings {
            let mut records = records(text);
            let end = records.iter().map(|record| record.at).fold(0.0, f64::max);
            pending = timers.read(
                &mut records,
                end,
                |frame| frame == "F",
                |request| request == "mine",
                text.contains("animated"),
            );
        }
        pending
    }

    /// When the last timer is due after the end of the last recording, in ms.
    #[track_caller]
    fn check(recordings: &[&str], expected: Option<u64>) {
        let expected = expected.map_or(Pending::None, |ms| Pending::For(Duration::from_millis(ms)));
        assert_eq!(read(recordings), expected, "{recordings:?}");
    }

    #[test]
    fn a_timer_that_a_handler_set_is_pending() {
        check(&["click 0+10, set1:250 5"], Some(250));
        check(&["click 0+10, set1:250 5, frame9 45+1"], Some(210));
        check(&["click 0+10"], None);
        check(&["click 0+10, every1:250 5"], None);
        check(&["click 0+10, set1:1500 5"], None);
    }

    #[test]
    fn one_that_fired_or_was_cleared_is_not() {
        check(&["click 0+10, set1:20 5, fire1 25+1"], None);
        check(&["input 0+1, set1:300 0, input 20+1, clear1 20, set2:300 20"], Some(300));
    }

    #[test]
    fn what_a_timer_sets_in_turn_counts_to_some_depth() {
        check(&["click 0+10, set1:20 5, fire1 25+2, set2:100 26"], Some(100));
        check(&["click 0+1, set1:20 0", "fire1 20+1, set2:20 20", "fire2 40+1, set3:20 40"], Some(20));
        check(
            &[
                "click 0+1, set1:20 0",
                "fire1 20+1, set2:20 20",
                "fire2 40+1, set3:20 40",
                "fire3 60+1, set4:20 60",
            ],
            None,
        );
    }

    #[test]
    fn a_clock_beside_it_is_the_pages_own() {
        check(&["fire7 0+1, set7:50 0, click 5+10, fire7 50+1, set8:50 50"], None);
        check(&["frame7 0+1, ask8 0, set1:100 0, click 3+1"], None);
        check(&["load 0+3, set1:100 1"], None);
    }

    #[test]
    fn work_in_a_task_of_its_own_soon_after_it_counts() {
        check(&["click 0+10, ask1 5, frame1 16+2, set1:200 17"], Some(200));
        check(&["click 0+10, set1:200 30"], Some(200));
        check(&["click 0+10, set1:200 120"], None);
    }

    #[test]
    fn an_answer_that_the_action_waited_for_counts_as_its_doing() {
        check(&["answer:mine 100, load 101+2, set1:300 102"], Some(300));
        check(&["answer:other 100, load 101+2, set1:300 102"], None);
    }

    #[test]
    fn one_that_fired_between_two_recordings_is_missed() {
        assert_eq!(read(&["click 0+1, set1:20 0", "frame9 200+1"]), Pending::Missed);
        assert_eq!(read(&["click 0+1, set1:20 0", "frame9 200+1", "frame9 300+1"]), Pending::None);
    }

    #[test]
    fn frames_in_a_row_count_and_an_animation_does_not() {
        check(&["click 0+10, ask1 5, frame1 16+2, ask2 17"], Some(17));
        check(&["click 0+10, ask1 5, frame1 16+2, ask2 17, frame2 33+1, set1:200 33"], Some(200));
        check(&["click 0+1, ask1 0, frame1 16+1, ask2 16, frame2 33+1, ask3 33, frame3 50+1, ask4 50"], None);
        assert_eq!(read(&["click 0+1, ask1 0, frame1 16+1, ask2 16", "fire9 190+1"]), Pending::Missed);
    }

    #[test]
    fn frames_asked_for_by_who_waits_are_not_waited_for() {
        check(&["click 0+1, ask1 5, frame1 16+1, ask2 16"], None);
        check(&["click 0+1, ask1 5, frame1 16+1, set1:200 16"], Some(200));
    }

    #[test]
    fn the_end_of_an_animation_counts_where_the_action_began_one() {
        check(&["animated 0, transitionend 200+2, set1:300 201"], Some(300));
        check(&["transitionend 200+2, set1:300 201"], None);
    }

    #[test]
    fn a_script_that_dispatches_a_click_is_no_person() {
        check(&["fire7 0+5, click 1+3, set1:100 2"], None);
    }
}
