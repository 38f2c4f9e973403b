//! Waiting until what an action caused has come to rest, as a state machine that is fed events and times.
//!
//! The engine tells it what happened after the input ([`SettleEvent`]) and what time it is; [`Settle::poll`] says whether
//! to go on waiting, and until when at the longest. There is no clock in here, so its tests are tables.
//!
//! Only what the action *caused* holds it up. What had been going on before (a ticking clock, a long poll, an endless
//! animation) the engine tells apart, and never feeds in as caused. Fixtures: late.html, settle.html, effects.html.

use std::time::Duration;

use rustc_hash::FxHashMap;

/// After the last thing that was waited for so many frames must be painted, and the last must change nothing. The first shows
/// what the handler left for a frame, the second what painting the first set off (a `ResizeObserver`).
const FRAMES: u32 = 2;
/// Where the timers of the action are not known, so many frames in a row must change nothing.
const QUIET: u32 = 2;

/// How long to wait for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettleLimits {
    /// The whole wait at most.
    pub cap: Duration,
    /// At most this long for a new document, which outranks `cap` where it is longer.
    pub navigation: Duration,
    /// At most this long for an answer over a WebSocket that something was sent over.
    pub answer: Duration,
    /// At most this long for the rest of an answer that began: a page that only wants to know whether it worked reads no more.
    pub body: Duration,
    /// Where the timers of the action are not known, the page is watched this long before "nothing happened" is reported.
    pub watch: Duration,
    /// At most this long for a recording to be read: tens of milliseconds, and more on a busy machine.
    pub reading: Duration,
}

impl Default for SettleLimits {
    fn default() -> Self {
        Self {
            cap: Duration::from_secs(2),
            navigation: Duration::from_secs(10),
            answer: Duration::from_millis(500),
            body: Duration::from_millis(700),
            watch: Duration::from_millis(400),
            reading: Duration::from_secs(1),
        }
    }
}

/// Something that happened after the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettleEvent {
    /// A frame was painted in every watched document.
    Tick {
        /// How many caused mutations there were since the frame before (or the input).
        mutations: u32,
        /// How many caused animations and transitions run.
        animations: u32,
    },
    /// Something was sent over a connection that stays open (a WebSocket); nobody can tell whether there will be an answer.
    Asked {
        /// Of the connection.
        id: String,
    },
    /// The next message came over that connection.
    Answered {
        /// Of the connection.
        id: String,
    },
    /// A caused request began.
    RequestBegan {
        /// Its id.
        id: String,
        /// For the report: `POST /save`.
        what: String,
    },
    /// A request was answered with a redirect, and asks for this now.
    Redirected {
        /// Its id.
        id: String,
        /// For the report: `GET /saved`.
        what: String,
    },
    /// The answer to a request began. Where the page reads no more of it, Chromium never reports its end.
    RequestAnswered {
        /// Its id.
        id: String,
    },
    /// All of an answer has come, whether or not the page reads it: see [`Settle::whole`].
    BodyReceived {
        /// Its id.
        id: String,
    },
    /// The page does not read an answer that has come: Chromium would have reported its end by now.
    Unread {
        /// Its id.
        id: String,
    },
    /// A request ended, well or not.
    RequestEnded {
        /// Its id.
        id: String,
    },
    /// The main frame, or one that the action is in, is about to get a new document.
    NavigationBegan,
    /// The navigation has its new document.
    Committed,
    /// The new document has loaded.
    Loaded,
    /// The navigation came to nothing (a download, a 204, stopped).
    NavigationEnded,
    /// A dialog blocks the page.
    DialogOpened,
    /// The page's timers are recorded from here on: [`Poll::Ask`] asks for them when nothing else is pending.
    Recording,
    /// The recording ended, and is read.
    TimersKnown {
        /// When it ended, since the input.
        recorded: Duration,
        /// When the last of the caused timers is due, since the input; `None` where there is none.
        due: Option<Duration>,
    },
    /// There is no recording, or none of the whole time: which timers the action set is not known.
    TimersUnknown,
    /// The tab closed or crashed.
    Lost,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Nothing is pending but perhaps timers: end the recording and feed in what it has. Asked once a recording.
    Ask,
    /// Go on waiting; poll again at the next event, or when this much has passed since the input.
    Wait {
        /// Since the input.
        until: Duration,
    },
    /// The wait is over.
    Done(Rest),
}

/// How it came to rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// What still runs, for the report. Empty when all is quiet.
    pub still: Vec<String>,
    /// The page changed something in itself meanwhile, whether or not that can be seen.
    pub changed: bool,
}

#[derive(Debug)]
struct Request {
    what: String,
    /// Until when the rest of its answer is waited for, once that began.
    until: Option<Duration>,
    /// All of its answer has come: the page has read it by now, or never will.
    whole: bool,
}

/// What is known of the timers that the action set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timers {
    /// A recording of them runs.
    Recorded,
    /// The recording is being read, until this time at the longest.
    Asked(Duration),
    Known,
    /// They are not known: the page is watched until `until`, or until an effect came after `since`.
    Unknown {
        since: Duration,
        until: Duration,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Navigation {
    None,
    Began,
    Committed,
}

/// The state machine. Times are since the input.
#[derive(Debug)]
pub struct Settle {
    limits: SettleLimits,
    requests: FxHashMap<String, Request>,
    /// Connections that something was sent over, and until when an answer is waited for.
    asked: FxHashMap<String, Duration>,
    navigation: Navigation,
    /// There was a new document, and it has loaded.
    navigated: bool,
    timers: Timers,
    /// There are recordings of timers, or nobody can tell of any. Else none are waited for.
    follows_timers: bool,
    /// When the last of the caused timers is due.
    due: Option<Duration>,
    /// When something last ended that scripts hear of, and may set timers then: an answer, an animation.
    heard: Option<Duration>,
    /// The next frame began before the last thing that was waited for was over, so it shows nothing of that.
    stale_tick: bool,
    /// When the last effect of the action came: a change, an animation, a request, a navigation.
    effect: Option<Duration>,
    /// Frames painted since the last thing that was waited for.
    painted: u32,
    /// The last of them in a row that changed nothing.
    quiet: u32,
    animations: u32,
    /// Some animation ran that the action began.
    animated: bool,
    changed: bool,
    over: bool,
}

impl Settle {
    /// A machine that starts at the moment of input.
    #[must_use]
    pub fn new(limits: SettleLimits) -> Self {
        Self {
            limits,
            requests: FxHashMap::default(),
            asked: FxHashMap::default(),
            navigation: Navigation::None,
            navigated: false,
            timers: Timers::Known,
            follows_timers: false,
            due: None,
            heard: None,
            stale_tick: false,
            effect: None,
            painted: 0,
            quiet: 0,
            animations: 0,
            animated: false,
            changed: false,
            over: false,
        }
    }

    /// Counts frames anew: something came that only the frames from here on show.
    fn begin_frames(&mut self) {
        (self.painted, self.quiet) = (0, 0);
    }

    /// Something ended that scripts hear of, or a timer fired. The timers that they set then are in the recording that runs; where
    /// none does they are not known, and the page is watched. On a busy machine a recording takes longer to begin, or to be read,
    /// than an answer takes to come (late.html, `ended` and `chain` at a load of ten).
    fn scripts_ran(&mut self, since: Duration, now: Duration) {
        if self.is_unrecorded() && self.follows_timers {
            self.timers = Timers::Unknown { since, until: now + self.limits.watch };
        }
    }

    fn is_unrecorded(&self) -> bool {
        matches!(self.timers, Timers::Known | Timers::Unknown { .. })
    }

    /// An answer or an animation ended.
    fn scripts_heard(&mut self, now: Duration) {
        self.heard = Some(now);
        self.scripts_ran(now, now);
    }

    /// Takes note of something, `now` after the input.
    pub fn handle(&mut self, happening: SettleEvent, now: Duration) {
        match happening {
            SettleEvent::Asked { id } => {
                self.asked.insert(id, now + self.limits.answer);
                self.effect = Some(now);
                self.begin_frames();
            }
            SettleEvent::Answered { id } => {
                if self.asked.remove(&id).is_some() {
                    self.begin_frames();
                    self.scripts_heard(now);
                }
            }
            SettleEvent::Tick { mutations, animations } => {
                let ended = self.animations > 0 && animations == 0;
                self.animations = animations;
                self.animated |= animations > 0;
                self.changed |= mutations > 0;
                if mutations > 0 || animations > 0 {
                    self.effect = Some(now);
                }
                if ended {
                    self.scripts_heard(now);
                }
                let still = mutations == 0 && animations == 0;
                let stale = std::mem::take(&mut self.stale_tick);
                if stale {
                    self.begin_frames();
                } else {
                    self.painted += 1;
                    self.quiet = if still { self.quiet + 1 } else { 0 };
                }
            }
            SettleEvent::RequestBegan { id, what } => {
                self.requests.insert(id, Request { what, until: None, whole: false });
                self.effect = Some(now);
                self.begin_frames();
            }
            SettleEvent::Redirected { id, what } => {
                if let Some(request) = self.requests.get_mut(&id) {
                    request.what = what;
                }
            }
            SettleEvent::RequestAnswered { id } => {
                if let Some(request) = self.requests.get_mut(&id) {
                    request.until = Some(now + self.limits.body);
                    self.begin_frames();
                }
            }
            SettleEvent::BodyReceived { id } => {
                if let Some(request) = self.requests.get_mut(&id) {
                    request.whole = true;
                }
            }
            SettleEvent::Unread { id } => {
                self.requests.remove(&id);
            }
            SettleEvent::RequestEnded { id } => {
                // The page changes by an answer in a later task, so frames must follow.
                if self.requests.remove(&id).is_some() {
                    self.begin_frames();
                    self.scripts_heard(now);
                }
            }
            SettleEvent::NavigationBegan => {
                if self.navigation == Navigation::None {
                    self.navigation = Navigation::Began;
                }
                self.effect = Some(now);
                self.begin_frames();
            }
            SettleEvent::Committed => {
                // The requests and timers of the old document ended with it.
                self.requests.clear();
                self.asked.clear();
                self.due = None;
                self.effect = Some(now);
                self.navigation = Navigation::Committed;
                self.begin_frames();
            }
            SettleEvent::Loaded | SettleEvent::NavigationEnded => {
                // Requests of a page that has loaded are its own, and may never end.
                self.requests.clear();
                self.navigated |= self.navigation == Navigation::Committed;
                self.navigation = Navigation::None;
                self.begin_frames();
            }
            SettleEvent::Recording => {
                self.follows_timers = true;
                // One that began too late does not tell what is watched for.
                if self.timers == Timers::Known {
                    self.timers = Timers::Recorded;
                }
            }
            SettleEvent::TimersKnown { recorded, due } => {
                self.due = due;
                if !self.is_unrecorded() {
                    self.timers = Timers::Known;
                }
                // What scripts set after the recording ended was not recorded.
                let heard = self.heard.filter(|heard| *heard > recorded);
                if let Some(since) = due.filter(|due| *due <= now).or(heard) {
                    self.due = self.due.filter(|due| *due > now);
                    self.scripts_ran(since, now);
                }
            }
            SettleEvent::TimersUnknown => {
                self.follows_timers = true;
                // The known timer is waited for, and then the page is watched for what that one set in turn.
                let until = self.due.map_or(now, |due| due.max(now)) + self.limits.watch;
                self.timers = Timers::Unknown { since: now, until };
            }
            SettleEvent::DialogOpened | SettleEvent::Lost => self.over = true,
        }
    }

    /// Whether a recording should begin, `now` after the input: something is pending that may set timers when it comes.
    #[must_use]
    pub fn wants_recording(&self, now: Duration) -> bool {
        let awaited = |request: &Request| request.until.is_none_or(|until| until > now);
        let pending = self.due.is_some() || self.animations > 0 || self.requests.values().any(awaited);
        self.timers == Timers::Known && pending && self.navigation == Navigation::None && !self.over
    }

    /// Whether any animation ran that the action began.
    #[must_use]
    pub fn animated(&self) -> bool {
        self.animated
    }

    /// The requests of which the whole answer has come, while Chromium has not reported their end. It does so at once where the
    /// page reads the answer, and never where the page does not and the answer may not be kept (`Cache-Control: no-store`).
    #[must_use]
    pub fn whole(&self) -> Vec<String> {
        let whole = self.requests.iter().filter(|(_, request)| request.whole);
        whole.map(|(id, _)| id.clone()).collect()
    }

    /// Whether it is over, `now` after the input.
    #[must_use]
    pub fn poll(&mut self, now: Duration) -> Poll {
        if let Some(due) = self.due.filter(|due| *due <= now && self.is_unrecorded()) {
            self.due = None;
            self.scripts_ran(due, due);
        }
        let limit = match self.navigation {
            Navigation::None if !self.navigated => self.limits.cap,
            _ => self.limits.cap.max(self.limits.navigation),
        };
        let unanswered = self.requests.values().any(|request| request.until.is_none());
        let ahead = |until: &Duration| *until > now;
        let bodies = self.requests.values().filter(|request| !request.whole);
        let times = bodies.filter_map(|request| request.until).chain(self.asked.values().copied());
        let next = times.chain(self.due).filter(ahead).min();
        let moving = self.animations > 0;
        let awaited = self.navigation != Navigation::None || unanswered || moving || next.is_some();
        let whole = self.requests.values().filter(|request| request.whole);
        let whole = whole.filter_map(|request| request.until).filter(ahead).min();
        let (next, pending) = (next.into_iter().chain(whole).min(), awaited || whole.is_some());
        // An answer that has come as a whole is not waited for here: its end comes while the recording is read, or never.
        if self.timers == Timers::Recorded && !awaited && !self.over && now < limit {
            self.timers = Timers::Asked(now + self.limits.reading);
            self.stale_tick = self.due.take().is_some();
            self.begin_frames();
            return Poll::Ask;
        }
        let known = match self.timers {
            Timers::Known => true,
            Timers::Unknown { since, until } => {
                now >= until || self.effect.is_some_and(|effect| effect > since)
            }
            Timers::Asked(until) => now >= until,
            Timers::Recorded => false,
        };
        let quiet = if self.timers == Timers::Known { 1 } else { QUIET };
        let at_rest = !pending && known && self.painted >= FRAMES && self.quiet >= quiet;
        if self.over || at_rest || now >= limit {
            return Poll::Done(self.rest(at_rest));
        }
        let watched = match self.timers {
            Timers::Unknown { until, .. } | Timers::Asked(until) => Some(until).filter(|until| *until > now),
            _ => None,
        };
        Poll::Wait { until: next.into_iter().chain(watched).min().map_or(limit, |next| next.min(limit)) }
    }

    fn rest(&self, at_rest: bool) -> Rest {
        let unanswered = self.requests.values().filter(|request| !at_rest || request.until.is_none());
        let mut still: Vec<String> = unanswered.map(|request| format!("request {}", request.what)).collect();
        still.sort_unstable();
        match self.navigation {
            Navigation::None => {}
            Navigation::Began => still.push("a navigation that has not answered".to_owned()),
            Navigation::Committed => still.push("the new page loads".to_owned()),
        }
        if self.animations > 0 {
            still.push(format!("{} animations", self.animations));
        }
        if self.due.is_some() && !at_rest && !self.over {
            still.push("a timer that it set".to_owned());
        }
        if still.is_empty() && !at_rest && !self.over {
            let seen = self.quiet == 0 || matches!(self.timers, Timers::Known);
            still.push(if seen { "changes to the page" } else { "timers that could not be read" }.to_owned());
        }
        Rest { still, changed: self.changed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> SettleEvent {
        SettleEvent::Tick { mutations: 0, animations: 0 }
    }

    fn busy() -> SettleEvent {
        SettleEvent::Tick { mutations: 3, animations: 0 }
    }

    /// Feeds happenings and says after how many of them it was done, and what still ran.
    fn check(happenings: &[(u64, SettleEvent)]) -> Option<(usize, Vec<String>)> {
        let mut settle = Settle::new(SettleLimits::default());
        for (at, (ms, happening)) in happenings.iter().enumerate() {
            settle.handle(happening.clone(), Duration::from_millis(*ms));
            if let Poll::Done(rest) = settle.poll(Duration::from_millis(*ms)) {
                return Some((at + 1, rest.still));
            }
        }
        None
    }

    /// The same, also where the timers are asked for: at which happening.
    fn asks(happenings: &[(u64, SettleEvent)]) -> Vec<usize> {
        let mut settle = Settle::new(SettleLimits::default());
        let mut asked = Vec::new();
        for (at, (ms, happening)) in happenings.iter().enumerate() {
            settle.handle(happening.clone(), Duration::from_millis(*ms));
            if settle.poll(Duration::from_millis(*ms)) == Poll::Ask {
                asked.push(at + 1);
            }
        }
        asked
    }

    fn known(due: Option<u64>) -> SettleEvent {
        SettleEvent::TimersKnown { recorded: Duration::MAX, due: due.map(Duration::from_millis) }
    }

    fn began(id: &str) -> SettleEvent {
        SettleEvent::RequestBegan { id: id.to_owned(), what: format!("GET /{id}") }
    }

    fn ended(id: &str) -> SettleEvent {
        SettleEvent::RequestEnded { id: id.to_owned() }
    }

    #[test]
    fn nothing_caused_is_done_after_two_frames() {
        assert_eq!(check(&[(17, quiet()), (33, quiet())]), Some((2, vec![])));
    }

    #[test]
    fn timers_are_asked_for_once_nothing_else_is_pending() {
        use SettleEvent::Recording;
        assert_eq!(asks(&[(0, Recording), (33, quiet())]), [1]);
        assert_eq!(
            asks(&[(0, began("a")), (0, Recording), (33, quiet()), (300, ended("a")), (333, quiet())]),
            [4]
        );
        assert_eq!(
            asks(&[(0, Recording), (20, known(Some(250))), (20, Recording), (200, quiet()), (250, quiet())]),
            [1, 5]
        );
    }

    #[test]
    fn a_timer_is_waited_for_and_a_beat_after_it() {
        use SettleEvent::Recording;
        assert_eq!(
            check(&[(0, Recording), (20, known(None)), (21, quiet()), (33, quiet())]),
            Some((4, vec![]))
        );
        assert_eq!(
            check(&[(0, Recording), (20, quiet()), (33, quiet()), (40, known(None))]),
            Some((4, vec![]))
        );
        // The frame that ends at 270 began before the timer was due.
        let late = [(260, quiet()), (270, known(None)), (290, busy()), (305, quiet()), (320, quiet())];
        let begin = [(0, Recording), (20, known(Some(250))), (20, Recording), (33, quiet())];
        let all: Vec<_> = begin.into_iter().chain(late).collect();
        assert_eq!(check(&all), Some((9, vec![])));
        assert_eq!(
            check(&[(0, Recording), (20, known(Some(5_000))), (33, quiet()), (2_000, quiet())]),
            Some((4, vec!["a timer that it set".to_owned()]))
        );
    }

    #[test]
    fn what_nobody_knows_of_is_watched_for_until_something_comes() {
        let unknown = || SettleEvent::TimersUnknown;
        assert_eq!(
            check(&[(0, unknown()), (33, quiet()), (399, quiet()), (400, quiet())]),
            Some((4, vec![]))
        );
        assert_eq!(
            check(&[(0, unknown()), (33, quiet()), (300, busy()), (316, quiet()), (333, quiet())]),
            Some((5, vec![]))
        );
    }

    #[test]
    fn what_a_timer_set_that_fired_while_the_recording_was_read_is_watched_for() {
        let begin = [(0, SettleEvent::Recording), (40, quiet()), (60, quiet()), (70, known(Some(65)))];
        let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
        assert_eq!(then(&[(80, quiet()), (90, quiet())]), None);
        assert_eq!(then(&[(80, quiet()), (90, quiet()), (471, quiet())]), Some((7, vec![])));
        assert_eq!(then(&[(90, busy()), (105, quiet()), (120, quiet())]), Some((7, vec![])));
        // What changed before it was due is none of its doing.
        let begin =
            [(0, SettleEvent::Recording), (60, busy()), (70, known(Some(65))), (80, quiet()), (90, quiet())];
        assert_eq!(check(&begin), None);
    }

    #[test]
    fn what_a_known_timer_sets_in_turn_is_watched_for_where_it_is_not_recorded() {
        let begin = [(0, SettleEvent::Recording), (20, known(Some(250))), (21, SettleEvent::TimersUnknown)];
        let all: Vec<_> = begin.into_iter().chain([(300, quiet()), (649, quiet()), (650, quiet())]).collect();
        assert_eq!(check(&all), Some((6, vec![])));
    }

    #[test]
    fn what_a_timer_set_that_fired_before_the_next_recording_began_is_watched_for() {
        let begin = [(0, SettleEvent::Recording), (160, quiet()), (175, known(Some(178))), (177, quiet())];
        let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
        assert_eq!(then(&[(188, quiet()), (200, quiet()), (577, quiet())]), None);
        assert_eq!(then(&[(188, quiet()), (200, quiet()), (578, quiet())]), Some((7, vec![])));
        assert_eq!(then(&[(190, busy()), (205, quiet()), (220, quiet())]), Some((7, vec![])));
    }

    #[test]
    fn what_the_end_of_an_animation_or_an_answer_set_is_watched_for_where_it_is_not_recorded() {
        let recorded = || SettleEvent::TimersKnown { recorded: Duration::from_millis(26), due: None };
        let moves = (27, SettleEvent::Tick { mutations: 1, animations: 1 });
        for (begins, ends) in [(moves, quiet()), ((27, began("a")), ended("a"))] {
            let begin = [(0, SettleEvent::Recording), begins.clone()];
            let while_read = [(100, ends.clone()), (120, quiet()), (195, recorded()), (205, quiet())];
            let after = [(60, recorded()), (100, ends.clone()), (120, quiet()), (205, quiet())];
            for (rest, over) in [(while_read, 595), (after, 500)] {
                let all = [&begin[..], &rest, &[(over - 1, quiet())]].concat();
                assert_eq!(check(&all), None);
                assert_eq!(check(&[&all[..], &[(over, quiet())]].concat()), Some((8, vec![])));
            }
            // The next recording began too late for it, and has nothing.
            let late = [(60, recorded()), (100, ends), (110, SettleEvent::Recording), (205, known(None))];
            let all = [&[(0, SettleEvent::Recording), begins][..], &late, &[(220, quiet()), (499, quiet())]]
                .concat();
            assert_eq!(check(&all), None);
            assert_eq!(check(&[&all[..], &[(500, quiet())]].concat()), Some((9, vec![])));
        }
    }

    #[test]
    fn mutations_want_a_quiet_frame_after_them() {
        assert_eq!(check(&[(17, busy()), (33, busy()), (50, quiet())]), Some((3, vec![])));
        assert_eq!(check(&[(17, busy()), (33, quiet())]), Some((2, vec![])));
        // Where nobody knows what else the page asked to be called for, two of them.
        let unknown = [(0, SettleEvent::TimersUnknown), (17, busy()), (33, quiet()), (50, quiet())];
        assert_eq!(check(&unknown), Some((4, vec![])));
    }

    #[test]
    fn a_caused_request_is_waited_for_and_what_its_answer_changes_too() {
        assert_eq!(
            check(&[(5, began("a")), (33, quiet()), (300, ended("a")), (333, busy()), (350, quiet())]),
            Some((5, vec![]))
        );
    }

    #[test]
    fn a_request_that_nobody_caused_does_not_hold_it_up() {
        assert_eq!(check(&[(10, ended("poll")), (17, quiet()), (33, quiet())]), Some((3, vec![])));
    }

    #[test]
    fn an_answer_that_nobody_reads_holds_nothing_up_for_long() {
        let answered = |id: &str| SettleEvent::RequestAnswered { id: id.to_owned() };
        assert_eq!(
            check(&[(5, began("a")), (20, answered("a")), (33, quiet()), (719, quiet()), (720, quiet())]),
            Some((5, vec![]))
        );
        assert_eq!(
            check(&[(5, began("a")), (20, answered("a")), (300, ended("a")), (317, quiet()), (333, quiet())]),
            Some((5, vec![]))
        );
        let received = || SettleEvent::BodyReceived { id: "a".to_owned() };
        assert_eq!(
            check(&[
                (5, began("a")),
                (20, answered("a")),
                (25, received()),
                (26, quiet()),
                (33, quiet()),
                (44, SettleEvent::Unread { id: "a".to_owned() })
            ]),
            Some((6, vec![]))
        );
    }

    #[test]
    fn timers_are_asked_for_before_the_end_of_a_whole_answer() {
        let whole = || {
            [
                (0, began("a")),
                (0, SettleEvent::Recording),
                (6, SettleEvent::RequestAnswered { id: "a".to_owned() }),
                (7, SettleEvent::BodyReceived { id: "a".to_owned() }),
            ]
        };
        let known =
            |recorded| SettleEvent::TimersKnown { recorded: Duration::from_millis(recorded), due: None };
        assert_eq!(asks(&whole()), [4]);
        let read = |at, recorded| {
            let mut settle = Settle::new(SettleLimits::default());
            let rest = [(at, ended("a")), (40, known(recorded)), (41, quiet()), (45, quiet())];
            for (at, happening) in whole().into_iter().chain(rest) {
                settle.handle(happening, Duration::from_millis(at));
                let _ = settle.poll(Duration::from_millis(at));
            }
            settle.poll(Duration::from_millis(50))
        };
        assert_eq!(read(8, 25), Poll::Done(Rest::default()));
        // What the answer set after the end of the recording is watched for.
        assert_eq!(read(30, 25), Poll::Wait { until: Duration::from_millis(440) });
    }

    #[test]
    fn what_was_sent_over_a_socket_is_answered_soon_or_not_at_all() {
        let asked = || SettleEvent::Asked { id: "s".to_owned() };
        let answered = || SettleEvent::Answered { id: "s".to_owned() };
        assert_eq!(
            check(&[(5, asked()), (33, quiet()), (80, answered()), (90, busy()), (105, quiet())]),
            Some((5, vec![]))
        );
        assert_eq!(check(&[(5, asked()), (33, quiet()), (504, quiet()), (505, quiet())]), Some((4, vec![])));
    }

    #[test]
    fn the_cap_says_what_still_runs() {
        assert_eq!(
            check(&[(5, began("slow")), (2000, quiet())]),
            Some((2, vec!["request GET /slow".to_owned()]))
        );
        assert_eq!(check(&[(2000, busy())]), Some((1, vec!["changes to the page".to_owned()])));
    }

    #[test]
    fn at_the_cap_a_recording_that_was_not_read_is_no_change() {
        let begin =
            [(0, SettleEvent::Recording), (17, quiet()), (33, quiet()), (990, SettleEvent::TimersUnknown)];
        let mut settle = Settle::new(SettleLimits { cap: Duration::from_secs(1), ..SettleLimits::default() });
        for (ms, happening) in begin {
            settle.handle(happening, Duration::from_millis(ms));
            assert!(!matches!(settle.poll(Duration::from_millis(ms)), Poll::Done(_)), "{ms}");
        }
        let Poll::Done(rest) = settle.poll(Duration::from_secs(1)) else { panic!("it is the cap") };
        assert_eq!(rest.still, ["timers that could not be read"]);
    }

    #[test]
    fn a_new_document_has_a_limit_of_its_own() {
        assert_eq!(
            check(&[
                (5, SettleEvent::NavigationBegan),
                (2500, SettleEvent::Committed),
                (2600, quiet()),
                (3000, SettleEvent::Loaded),
                (3017, quiet()),
                (3033, quiet())
            ]),
            Some((6, vec![]))
        );
        assert_eq!(
            check(&[(5, SettleEvent::NavigationBegan), (10_000, quiet())]),
            Some((2, vec!["a navigation that has not answered".to_owned()]))
        );
    }

    #[test]
    fn a_dialog_or_a_lost_tab_ends_it() {
        assert_eq!(check(&[(5, SettleEvent::DialogOpened)]), Some((1, vec![])));
        assert_eq!(check(&[(5, began("a")), (6, SettleEvent::Lost)]).map(|d| d.0), Some(2));
    }
}
