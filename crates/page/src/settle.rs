//! Waiting until what an action caused has come to rest, as a state machine that is fed events and times.
//!
//! The engine tells it what happened after the input ([`Happening`]) and what time it is; [`Settle::poll`] says whether
//! to go on waiting, and until when at the longest. There is no clock in here, so its tests are tables.
//!
//! Only what the action *caused* holds it up: what had been going on before (a ticking clock, a long poll, an endless
//! animation) is told apart by the engine and never fed as caused.

use std::time::Duration;

use rustc_hash::FxHashMap;

/// How long to wait for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettleLimits {
    /// The whole wait at most.
    pub cap: Duration,
    /// At most this long for a new document, which outranks `cap` where it is longer.
    pub navigation: Duration,
    /// At most this long for something to come over a connection that something was sent over.
    pub answer: Duration,
    /// At most this long for the rest of an answer that began: a page that only wants to know whether it worked reads no more.
    pub body: Duration,
}

impl Default for SettleLimits {
    fn default() -> Self {
        Self {
            cap: Duration::from_secs(2),
            navigation: Duration::from_secs(10),
            answer: Duration::from_millis(500),
            body: Duration::from_millis(700),
        }
    }
}

/// Something that happened after the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Two frames were painted in every watched document.
    Beat {
        /// How many caused mutations there were since the beat before (or the input).
        mutations: u32,
        /// How many caused animations and transitions run.
        animations: u32,
    },
    /// Something was sent over a connection that stays open (a WebSocket); nobody can tell whether there will be an answer.
    Asked {
        /// Of the connection.
        id: String,
    },
    /// The next thing came over it.
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
    /// Its answer began. Where the page reads no more of it, its end is never told.
    RequestAnswered {
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
    /// It has it.
    Committed,
    /// The new document has loaded.
    Loaded,
    /// The navigation came to nothing (a download, a 204, stopped).
    NavigationEnded,
    /// A dialog blocks the page.
    DialogOpened,
    /// The tab closed or crashed.
    Lost,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Go on; ask again at the next happening, or when this much has passed since the input.
    Wait {
        /// Since the input.
        until: Duration,
    },
    /// It is over.
    Done(Rest),
}

/// How it came to rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// What still runs, for the report. Empty when all is quiet.
    pub still: Vec<String>,
    /// The page changed something in itself meanwhile, whether or not that can be seen.
    pub stirred: bool,
}

#[derive(Debug)]
struct Request {
    what: String,
    /// Its answer began, and its rest is waited for until then.
    until: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Navigation {
    None,
    Began,
    Committed,
}

/// The machine. Times are since the input.
#[derive(Debug)]
pub struct Settle {
    limits: SettleLimits,
    requests: FxHashMap<String, Request>,
    /// Connections that something was sent over, and until when an answer is waited for.
    asked: FxHashMap<String, Duration>,
    navigation: Navigation,
    /// There was a new document, and it has loaded.
    navigated: bool,
    /// Quiet beats in a row since the last thing that was caused.
    quiet: u32,
    animations: u32,
    stirred: bool,
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
            quiet: 0,
            animations: 0,
            stirred: false,
            over: false,
        }
    }

    /// Takes note of something, `now` after the input.
    pub fn handle(&mut self, happening: Happening, now: Duration) {
        match happening {
            Happening::Asked { id } => {
                self.asked.insert(id, now + self.limits.answer);
                self.quiet = 0;
            }
            Happening::Answered { id } => {
                if self.asked.remove(&id).is_some() {
                    self.quiet = 0;
                }
            }
            Happening::Beat { mutations, animations } => {
                self.animations = animations;
                self.stirred |= mutations > 0;
                self.quiet = if mutations == 0 && animations == 0 { self.quiet + 1 } else { 0 };
            }
            Happening::RequestBegan { id, what } => {
                self.requests.insert(id, Request { what, until: None });
                self.quiet = 0;
            }
            Happening::RequestAnswered { id } => {
                if let Some(request) = self.requests.get_mut(&id) {
                    request.until = Some(now + self.limits.body);
                    self.quiet = 0;
                }
            }
            Happening::RequestEnded { id } => {
                // What the answer changes comes in the task after it, so a beat must follow.
                if self.requests.remove(&id).is_some() {
                    self.quiet = 0;
                }
            }
            Happening::NavigationBegan => {
                if self.navigation == Navigation::None {
                    self.navigation = Navigation::Began;
                }
                self.quiet = 0;
            }
            Happening::Committed => {
                // Requests of the old document are nobody's any more.
                self.requests.clear();
                self.asked.clear();
                self.navigation = Navigation::Committed;
                self.quiet = 0;
            }
            Happening::Loaded | Happening::NavigationEnded => {
                // What a page goes on to ask for once it has loaded is its own business, and has no end.
                self.requests.clear();
                self.navigated |= self.navigation == Navigation::Committed;
                self.navigation = Navigation::None;
                self.quiet = 0;
            }
            Happening::DialogOpened | Happening::Lost => self.over = true,
        }
    }

    /// Whether it is over, `now` after the input.
    #[must_use]
    pub fn poll(&self, now: Duration) -> Poll {
        let limit = match self.navigation {
            Navigation::None if !self.navigated => self.limits.cap,
            _ => self.limits.cap.max(self.limits.navigation),
        };
        let unanswered = self.requests.values().any(|request| request.until.is_none());
        let bodies = self.requests.values().filter_map(|request| request.until);
        let answer = self.asked.values().copied().chain(bodies).filter(|until| *until > now).min();
        let at_rest =
            self.navigation == Navigation::None && !unanswered && answer.is_none() && self.quiet > 0;
        if self.over || at_rest || now >= limit {
            Poll::Done(self.rest(at_rest))
        } else {
            Poll::Wait { until: answer.map_or(limit, |answer| answer.min(limit)) }
        }
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
        if still.is_empty() && !at_rest && !self.over {
            still.push("changes to the page".to_owned());
        }
        Rest { still, stirred: self.stirred }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> Happening {
        Happening::Beat { mutations: 0, animations: 0 }
    }

    fn busy() -> Happening {
        Happening::Beat { mutations: 3, animations: 0 }
    }

    /// Feeds happenings and says after how many of them it was done, and what still ran.
    fn check(happenings: &[(u64, Happening)]) -> Option<(usize, Vec<String>)> {
        let mut settle = Settle::new(SettleLimits::default());
        for (at, (ms, happening)) in happenings.iter().enumerate() {
            settle.handle(happening.clone(), Duration::from_millis(*ms));
            if let Poll::Done(rest) = settle.poll(Duration::from_millis(*ms)) {
                return Some((at + 1, rest.still));
            }
        }
        None
    }

    fn began(id: &str) -> Happening {
        Happening::RequestBegan { id: id.to_owned(), what: format!("GET /{id}") }
    }

    fn ended(id: &str) -> Happening {
        Happening::RequestEnded { id: id.to_owned() }
    }

    #[test]
    fn nothing_caused_is_done_after_one_beat() {
        assert_eq!(check(&[(33, quiet())]), Some((1, vec![])));
    }

    #[test]
    fn mutations_want_a_quiet_beat_after_them() {
        assert_eq!(check(&[(33, busy()), (66, busy()), (99, quiet())]), Some((3, vec![])));
    }

    #[test]
    fn a_caused_request_is_waited_for_and_what_its_answer_changes_too() {
        assert_eq!(
            check(&[(5, began("a")), (33, quiet()), (300, ended("a")), (333, busy()), (366, quiet())]),
            Some((5, vec![]))
        );
    }

    #[test]
    fn a_request_that_nobody_caused_does_not_hold_it_up() {
        assert_eq!(check(&[(10, ended("poll")), (33, quiet())]), Some((2, vec![])));
    }

    #[test]
    fn an_answer_that_nobody_reads_holds_nothing_up_for_long() {
        let answered = |id: &str| Happening::RequestAnswered { id: id.to_owned() };
        assert_eq!(
            check(&[(5, began("a")), (20, answered("a")), (33, quiet()), (719, quiet()), (720, quiet())]),
            Some((5, vec![]))
        );
        assert_eq!(
            check(&[(5, began("a")), (20, answered("a")), (300, ended("a")), (333, quiet())]),
            Some((4, vec![]))
        );
    }

    #[test]
    fn what_was_sent_over_a_socket_is_answered_soon_or_not_at_all() {
        let asked = || Happening::Asked { id: "s".to_owned() };
        let answered = || Happening::Answered { id: "s".to_owned() };
        assert_eq!(
            check(&[(5, asked()), (33, quiet()), (80, answered()), (90, busy()), (120, quiet())]),
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
    fn a_new_document_has_a_limit_of_its_own() {
        assert_eq!(
            check(&[
                (5, Happening::NavigationBegan),
                (2500, Happening::Committed),
                (2600, quiet()),
                (3000, Happening::Loaded),
                (3033, quiet())
            ]),
            Some((5, vec![]))
        );
        assert_eq!(
            check(&[(5, Happening::NavigationBegan), (10_000, quiet())]),
            Some((2, vec!["a navigation that has not answered".to_owned()]))
        );
    }

    #[test]
    fn a_dialog_or_a_lost_tab_ends_it() {
        assert_eq!(check(&[(5, Happening::DialogOpened)]), Some((1, vec![])));
        assert_eq!(check(&[(5, began("a")), (6, Happening::Lost)]).map(|d| d.0), Some(2));
    }
}
