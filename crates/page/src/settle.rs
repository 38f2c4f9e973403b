//! Waiting until what an action caused has come to rest, as a state machine that is fed events and times.
//!
//! The engine tells it what happened after the input ([`SettleEvent`]) and what time it is; [`Settle::poll`] says whether
//! to go on waiting, and until when at the longest. There is no clock in here, so its tests are tables.
//!
//! Only what the action *caused* holds it up. What had been going on before (a ticking clock, a long poll, an endless
//! animation) the engine tells apart, and never feeds in as caused. Fixtures: late.html, settle.html, effects.html.

mod event;

use std::time::Duration;

use rustc_hash::FxHashMap;

pub use event::{SettleEvent, SettleLimits};

use crate::timers::PART;

/// After the last thing that was waited for so many frames must be painted, and the last must change nothing. The first shows
/// what the handler left for a frame, the second what painting the first set off (a `ResizeObserver`).
const FRAMES: u32 = 2;
/// Where the timers of the action are not known, so many frames in a row must change nothing.
const QUIET: u32 = 2;

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
    /// More may come of it at any time: something lives on the page that cannot be followed.
    pub open: bool,
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

/// How much later than its time a round may show: two frames on a busy machine.
const ROUND_SLACK: Duration = Duration::from_millis(50);

/// A watch on what comes of a carrier that cannot be followed.
#[derive(Clone, Copy, Debug)]
struct Carrier {
    /// The first effect after this is what comes of it.
    since: Duration,
    until: Duration,
    /// That is no end of it before a round has none: a count-down, a poll, a stream that begins and fails.
    round: Option<Duration>,
}

impl Carrier {
    /// When it is over by an effect that came, if no other one comes till then.
    fn over(&self, effect: Option<Duration>) -> Option<Duration> {
        let effect = effect.filter(|effect| *effect > self.since)?;
        Some(self.round.map_or(effect, |round| effect + round + ROUND_SLACK))
    }
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
    /// Connections that something was sent over, and when: an answer is waited for.
    asked: FxHashMap<String, Duration>,
    /// An answer came, and nothing of what it is about: that may be told over another connection, or in the next message. The page is
    /// watched until then, or until it changes.
    announced: Option<Duration>,
    navigation: Navigation,
    /// There was a new document, and it has loaded.
    navigated: bool,
    timers: Timers,
    /// There are recordings of timers, or nobody can tell of any. Else none are waited for.
    follows_timers: bool,
    /// When the last of the caused timers is due.
    due: Option<Duration>,
    /// Something is in motion that cannot be followed.
    carrier: Option<Carrier>,
    /// There was such a thing.
    open: bool,
    /// One that goes on in rounds, whose time was over.
    unended: Option<Carrier>,
    /// An answer was shown part by part as it came, as long as that is waited for.
    in_parts: bool,
    /// Scripts gave something away, and no frame came since that shows all that they changed themselves.
    given_away: bool,
    /// The page may take back what the input set.
    may_be_taken_back: bool,
    /// Scripts of the page ran for the input, or may have.
    handled: bool,
    /// They may have begun anything.
    entrusted: bool,
    /// The input did by itself what it is for.
    did_itself: bool,
    /// It wrote a text that an answer may take back.
    wrote: bool,
    /// A request began.
    asked_for: bool,
    /// When something was first sent over a connection that stays open: an answer may come in many parts.
    in_talk: Option<Duration>,
    /// When something last ended that scripts hear of, and may set timers then: an answer, an animation.
    heard: Option<Duration>,
    /// The next frame may have begun before the recording did.
    early_tick: bool,
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
            announced: None,
            navigation: Navigation::None,
            navigated: false,
            timers: Timers::Known,
            follows_timers: false,
            due: None,
            carrier: None,
            open: false,
            unended: None,
            in_parts: false,
            given_away: false,
            may_be_taken_back: false,
            handled: false,
            entrusted: false,
            did_itself: false,
            wrote: false,
            asked_for: false,
            in_talk: None,
            heard: None,
            early_tick: false,
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
            self.unknown(since, now + self.limits.watch);
            self.open = true;
        }
    }

    /// Which timers are set is not known: the page is watched for an effect after `since`.
    fn unknown(&mut self, since: Duration, until: Duration) {
        self.timers = Timers::Unknown { since, until };
        self.given_away |= self.may_be_taken_back;
    }

    /// The first effect after `since` is what comes of something that cannot be followed. What is waited for already is not forgotten.
    fn carried(&mut self, since: Duration, round: Option<Duration>, now: Duration) {
        self.open = true;
        let since = self.carrier.map_or(since, |carrier| carrier.since.max(since));
        let round = self.carrier.and_then(|carrier| carrier.round).max(round);
        // The time counts from the input, or from the last answer that scripts heard of.
        let until = self.heard.unwrap_or_default() + self.limits.carrier;
        self.carrier = Some(Carrier { since, until, round }).filter(|carrier| carrier.until > now);
    }

    /// What comes of an answer is waited for where the page shows nothing of it yet, and may take back a text. The time counts from what
    /// was sent first.
    fn announce(&mut self, now: Duration) {
        if self.wrote || !self.shows() {
            let first = self.in_talk.unwrap_or(now);
            self.announced = Some((first + self.limits.carrier).max(now + self.limits.answer));
        }
    }

    /// Whether the input shows: what it set, what it did by itself, or a change of the page.
    fn shows(&self) -> bool {
        self.changed || self.did_itself || self.may_be_taken_back
    }

    /// Until when a page is watched whose timers are not known: until an effect comes, or until no more come where they may end with the
    /// value that the input set.
    fn watched_until(&self, since: Duration, until: Duration) -> Duration {
        let Some(effect) = self.effect.filter(|effect| *effect > since) else { return until };
        let most = self.heard.unwrap_or_default() + self.limits.carrier;
        if self.may_be_taken_back { (effect + PART).min(most.max(effect)) } else { effect }
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
                self.asked.insert(id, now);
                self.in_talk.get_or_insert(now);
                self.effect = Some(now);
                self.begin_frames();
            }
            SettleEvent::Answered { id } => {
                if self.asked.remove(&id).is_some() {
                    self.begin_frames();
                    self.scripts_heard(now);
                    self.announce(now);
                }
            }
            SettleEvent::MayBeAnnounced => self.announce(now),
            SettleEvent::Tick { mutations, animations } => {
                let ended = self.animations > 0 && animations == 0;
                // What scripts change that hear of an end is in the next frame.
                let given_away = self.given_away && !ended;
                self.animations = animations;
                self.animated |= animations > 0;
                self.changed |= mutations > 0;
                self.announced.take_if(|_| mutations > 0);
                if mutations > 0 || animations > 0 {
                    self.effect = Some(now);
                }
                let early = std::mem::take(&mut self.early_tick);
                if ended && early && self.timers == Timers::Recorded {
                    self.timers = Timers::Known;
                }
                if ended {
                    self.scripts_heard(now);
                }
                // While something moves, each frame is an effect.
                if given_away && self.is_unrecorded() && animations == 0 {
                    self.given_away = false;
                    self.carried(now, None, now);
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
                self.asked_for = true;
                self.effect = Some(now);
                self.begin_frames();
            }
            SettleEvent::PictureAsked { id } => {
                let until = Some(self.heard.unwrap_or_default() + self.limits.carrier);
                self.requests.insert(id, Request { what: "for a picture".to_owned(), until, whole: false });
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
                self.announced = None;
                self.due = None;
                self.carrier = None;
                self.unended = None;
                self.given_away = false;
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
                self.early_tick = true;
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
            SettleEvent::Carried { since, round } => self.carried(since, round, now),
            SettleEvent::MayBeTakenBack => self.may_be_taken_back = true,
            // What another document makes as it loads comes of no input.
            SettleEvent::GivenAway => {
                self.given_away |= self.navigation == Navigation::None && !self.navigated;
            }
            SettleEvent::Handled { entrusted } => {
                self.handled = true;
                self.entrusted |= entrusted;
            }
            SettleEvent::DidItself => self.did_itself = true,
            SettleEvent::Wrote => (self.did_itself, self.wrote) = (true, true),
            SettleEvent::TimersUnknown => {
                self.follows_timers = true;
                // The known timer is waited for, and then the page is watched for what that one set in turn.
                let until = self.due.map_or(now, |due| due.max(now)) + self.limits.watch;
                self.unknown(now, until);
            }
            SettleEvent::DialogOpened | SettleEvent::Lost => self.over = true,
        }
    }

    /// Whether a recording should begin, `now` after the input: something is pending that may set timers when it comes.
    #[must_use]
    pub fn wants_recording(&self, now: Duration) -> bool {
        let awaited = |request: &Request| request.until.is_none_or(|until| until > now);
        let followed = self.due.is_some() || self.carrier.is_some();
        let pending = followed || self.animations > 0 || self.requests.values().any(awaited);
        self.timers == Timers::Known && pending && self.navigation == Navigation::None && !self.over
    }

    /// When the last effect of the action came, since the input.
    #[must_use]
    pub fn effect(&self) -> Option<Duration> {
        self.effect
    }

    /// Whether nothing more can come, as a dialog opened or the tab is gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether scripts of the page ran for the input, and gave nothing away that is known.
    #[must_use]
    pub fn kept_to_itself(&self) -> bool {
        self.handled && !self.entrusted
    }

    /// Whether scripts gave something away for the input that may come back in any way.
    #[must_use]
    pub fn entrusted(&self) -> bool {
        self.entrusted
    }

    /// Nothing came of the input so far that is heard of.
    #[must_use]
    pub fn unheard(&self) -> bool {
        !self.did_itself && self.effect.is_none()
    }

    /// Scripts gave something away for the input, and nothing came of it so far. Whatever carries an effect, known or not: it is
    /// watched for a while, until the first comes.
    fn silent(&self) -> bool {
        self.entrusted && self.unheard()
    }

    /// Whether the page did not change in the last frame.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.quiet > 0
    }

    /// Whether something is waited for after scripts ran for the input, and nothing that is heard of came of them.
    #[must_use]
    pub fn watches_silence(&self) -> bool {
        let waits = self.entrusted || self.due.is_some();
        self.handled && waits && self.unheard() && self.is_unrecorded()
    }

    /// Whether more is known to come, or may come, by the recording that was read last.
    #[must_use]
    pub fn expects_more(&self) -> bool {
        self.timers != Timers::Known || self.due.is_some() || self.carrier.is_some() || self.given_away
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
        let last = self.effect;
        // What a server shows of its work, message by message, is no end of it.
        let ends = !(self.may_be_taken_back && self.in_talk.is_some());
        let over = |carrier: &Carrier| carrier.over(last).filter(|_| ends);
        let done = self
            .carrier
            .take_if(|carrier| now >= carrier.until || over(carrier).is_some_and(|over| over <= now));
        self.unended =
            done.filter(|carrier| carrier.round.is_some() && now >= carrier.until).or(self.unended);
        let limit = match self.navigation {
            Navigation::None if !self.navigated => self.limits.cap,
            _ => self.limits.cap.max(self.limits.navigation),
        };
        let unanswered = self.requests.values().any(|request| request.until.is_none());
        let ahead = |until: &Duration| *until > now;
        let bodies = self.requests.values().filter(|request| !request.whole);
        let until = |asked: &Duration| match self.in_talk.filter(|_| self.wrote || !self.shows()) {
            Some(first) => (first + self.limits.carrier).max(*asked + self.limits.answer),
            None => *asked + self.limits.answer,
        };
        let answers = self.asked.values().map(until).chain(self.announced);
        // One of which the page shows part after part.
        let shown = last.map(|effect| (effect + PART).min(self.limits.carrier));
        let read = |until: Duration| shown.map_or(until, |shown| until.max(shown));
        let times = bodies.filter_map(|request| request.until.map(read)).chain(answers);
        let carrier = self.carrier.map(|carrier| over(&carrier).unwrap_or(carrier.until).min(carrier.until));
        let silence = self.silent().then_some(self.limits.carrier);
        let next = times.chain(self.due).chain(carrier).chain(silence).filter(ahead).min();
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
            Timers::Unknown { since, until } => now >= self.watched_until(since, until),
            Timers::Asked(until) => now >= until,
            Timers::Recorded => false,
        };
        let quiet = if self.timers == Timers::Known { 1 } else { QUIET };
        let at_rest = !pending && known && !self.given_away && self.painted >= FRAMES && self.quiet >= quiet;
        if self.over || at_rest || now >= limit {
            let parts = |request: &Request| {
                !request.whole && request.until.is_some_and(|until| until <= self.limits.carrier)
            };
            self.in_parts =
                self.requests.values().any(parts) && last.is_some_and(|effect| effect + PART > now);
            // It goes on where it had effects up to the end of its time, and no answer came since that they may be of.
            self.unended.take_if(|carrier| {
                self.heard.is_some_and(|heard| heard > carrier.until)
                    || carrier.over(last).is_none_or(|over| over <= now)
            });
            return Poll::Done(self.rest(at_rest));
        }
        let watched = match self.timers {
            Timers::Unknown { since, until } => {
                Some(self.watched_until(since, until)).filter(|until| *until > now)
            }
            Timers::Asked(until) => Some(until).filter(|until| *until > now),
            _ => None,
        };
        Poll::Wait { until: next.into_iter().chain(watched).min().map_or(limit, |next| next.min(limit)) }
    }

    fn rest(&self, at_rest: bool) -> Rest {
        // Behind a dialog nobody hears of the end of an answer that has begun.
        let told = at_rest || self.over;
        let unanswered = self.requests.values().filter(|request| !told || request.until.is_none());
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
        let goes_on = self.unended.is_some() || self.in_parts;
        if (goes_on || self.carrier.is_some() && !at_rest) && !self.over {
            still.push("something that it set in motion".to_owned());
        }
        // The time was over before it was known.
        let cut = self.silent() && !at_rest && !self.over;
        if still.is_empty() && !at_rest && !self.over && !cut {
            let seen = self.quiet == 0 || matches!(self.timers, Timers::Known);
            still.push(if seen { "changes to the page" } else { "timers that could not be read" }.to_owned());
        }
        // What came may be all that was to come, or not. Where something was asked for, that is what was given away.
        let unwatched = self.entrusted && !self.unheard() && !self.asked_for;
        Rest { still, changed: self.changed, open: self.open || cut || unwatched }
    }
}

#[cfg(test)]
mod tests;
