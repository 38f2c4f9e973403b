//! Whether a page that was just opened has drawn what it is going to draw, as a state machine that is fed events and times.
//!
//! A document that has loaded may still be empty: its script asks for the content and draws it then. The engine feeds in what
//! is loaded and requested, and cheap looks at the page ([`ReadinessProbe`]); [`Ready::poll`] says whether to go on waiting.
//! There is no clock in here. A page that asks for something without end (a long poll, a picture, a script that never comes)
//! is not waited for longer than it takes to see that it has content and rests. Fixtures: ready.html, never.htm.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

/// How long to wait for what, each from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyLimits {
    /// For the document itself.
    pub load: Duration,
    /// After that, for a page with little on it, or one that says it is busy, while its requests run.
    pub content: Duration,
    /// After that, for a page without any text, while its requests run: an application that shows a sign at most until it has come
    /// (JupyterLab).
    pub blank: Duration,
    /// For a page with nothing on it at all, though nothing runs; and for one with little text and nothing to operate, which its
    /// scripts may be about to draw (`shell` in ready.html).
    pub empty: Duration,
    /// How long a page with content has to rest while its requests run.
    pub rest: Duration,
}

impl Default for ReadyLimits {
    fn default() -> Self {
        Self {
            load: Duration::from_secs(3),
            content: Duration::from_secs(3),
            blank: Duration::from_secs(8),
            empty: Duration::from_secs(1),
            rest: Duration::from_millis(500),
        }
    }
}

/// A page with at least so many characters of text has content; one with fewer may be a shell around what is to come (`slow`
/// in ready.html).
pub(crate) const CONTENT: u32 = 200;

/// A cheap look at all frames of a page: equal ones show that it rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadinessProbe {
    /// How many elements there are.
    pub elements: u32,
    /// How high the documents are, CSS pixels.
    pub height: u32,
    /// Characters of text, counted no further than some hundreds.
    pub text: u32,
    /// Whether there is anything to see: text, a picture, a control.
    pub drawn: bool,
    /// Whether the page says that it is busy (`aria-busy`, a progress without a value).
    pub busy: bool,
    /// Whether it has scripts, and nothing that a person could operate.
    pub passive: bool,
}

/// What a request of the page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// A script.
    Script,
    /// A style sheet.
    StyleSheet,
    /// The document of a frame.
    Frame,
    /// What a script asks for.
    Data,
    /// A font.
    Font,
    /// A picture.
    Image,
    /// Sound or film.
    Media,
}

impl Resource {
    /// Whether a page is drawn without it: its absence leaves a gap, and the rest of the page is as it will be.
    #[must_use]
    pub const fn is_decoration(self) -> bool {
        matches!(self, Self::Font | Self::Image | Self::Media)
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Script => ("script", "scripts"),
            Self::StyleSheet => ("style sheet", "style sheets"),
            Self::Frame => ("frame", "frames"),
            Self::Data => ("request", "requests"),
            Self::Font => ("font", "fonts"),
            Self::Image => ("image", "images"),
            Self::Media => ("media file", "media files"),
        }
    }
}

/// Resources in words, those of a kind together: `script cdn.example/x.js, 2 images`. Of what a script asked for the
/// method stays: `GET http://shop.example/items`.
#[must_use]
pub fn resource_words<'a>(resources: impl IntoIterator<Item = (Resource, &'a str)>) -> Vec<String> {
    let mut kinds: Vec<(Resource, Vec<&str>)> = Vec::new();
    for (resource, what) in resources {
        match kinds.iter_mut().find(|(kind, _)| *kind == resource) {
            Some((_, known)) => known.push(what),
            None => kinds.push((resource, vec![what])),
        }
    }
    kinds.sort();
    let words = kinds.iter().map(|(kind, known)| match (known.as_slice(), kind.words()) {
        ([request], _) if *kind == Resource::Data => (*request).to_owned(),
        ([request], (one, _)) => format!("{one} {}", place(request)),
        (several, (_, many)) => format!("{} {many}", several.len()),
    });
    words.collect()
}

/// Where a resource comes from, without what says how it is asked for.
fn place(request: &str) -> &str {
    let address = request.split_once(' ').map_or(request, |(_, address)| address);
    let address = address.split(['?', '#']).next().unwrap_or_default();
    address.split_once("://").map_or(address, |(_, place)| place)
}

/// Something that happened to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadyEvent {
    /// All of the document is there and parsed, but for what belongs to it (`DOMContentLoaded`).
    Parsed,
    /// The last byte of the document has come, parsed or not.
    Received,
    /// What belongs to the document is there as well (`load`).
    Loaded,
    /// A navigation began that is to replace the document.
    Leaving,
    /// That navigation came to nothing.
    Staying,
    /// A request of the page began.
    RequestBegan {
        /// Its id.
        id: String,
        /// What it is for.
        resource: Resource,
        /// `GET http://shop.example/items`.
        what: String,
    },
    /// The answer to a request has begun. What a script asked for may be a stream without end, or an answer that it does not read.
    RequestAnswered {
        /// Its id.
        id: String,
    },
    /// A request ended, well or not.
    RequestEnded {
        /// Its id.
        id: String,
    },
    /// A look was taken.
    Looked(ReadinessProbe),
    /// There is nothing to wait for any more: a dialog, a tab that closed.
    Lost,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// Go on waiting; poll again at the next event, or when this much has passed since the beginning.
    Wait {
        /// Since the beginning.
        until: Duration,
    },
    /// The page is worth looking at.
    Ready {
        /// What is still to come, in words: `the document`, `GET /items`; empty when nothing is.
        loading: Vec<String>,
        /// The requests among it.
        requests: Vec<String>,
    },
}

/// The state machine. Times are since the beginning.
#[derive(Debug)]
pub struct Ready {
    limits: ReadyLimits,
    parsed: Option<Duration>,
    received: bool,
    loaded: bool,
    leaving: bool,
    /// What is waited for.
    running: FxHashMap<String, (Resource, String)>,
    /// What belongs to the page and is not waited for.
    decoration: FxHashMap<String, (Resource, String)>,
    /// Answers that have begun.
    answers: FxHashSet<String>,
    probe: Option<ReadinessProbe>,
    /// Since when looks have been equal; nothing until two are.
    rests: Option<Duration>,
    /// When the first of the equal looks was taken.
    first: Duration,
    lost: bool,
}

impl Ready {
    /// A machine for a document of which nothing is known yet.
    #[must_use]
    pub fn new(limits: ReadyLimits) -> Self {
        Self {
            limits,
            parsed: None,
            received: false,
            loaded: false,
            leaving: false,
            running: FxHashMap::default(),
            decoration: FxHashMap::default(),
            answers: FxHashSet::default(),
            probe: None,
            rests: None,
            first: Duration::ZERO,
            lost: false,
        }
    }

    /// Takes note of something, at `now`.
    pub fn handle(&mut self, sign: ReadyEvent, now: Duration) {
        match sign {
            ReadyEvent::Parsed => {
                self.parsed.get_or_insert(now);
            }
            ReadyEvent::Received => self.received = true,
            ReadyEvent::Loaded => self.loaded = true,
            ReadyEvent::Leaving => self.leaving = true,
            ReadyEvent::Staying => self.leaving = false,
            ReadyEvent::RequestBegan { id, resource, what } => {
                let kept = if resource.is_decoration() { &mut self.decoration } else { &mut self.running };
                kept.insert(id, (resource, what));
            }
            ReadyEvent::RequestAnswered { id } => {
                // Only what a script asks for may be of use before its end.
                if self.running.get(&id).is_some_and(|(resource, _)| *resource == Resource::Data) {
                    self.running.remove(&id);
                    self.answers.insert(id);
                    self.probe = None;
                    self.rests = None;
                }
            }
            ReadyEvent::RequestEnded { id } => {
                self.decoration.remove(&id);
                // The page draws the answer after it has come, so looks must be equal from here on.
                let answering = self.answers.remove(&id);
                if self.running.remove(&id).is_some() || answering {
                    self.probe = None;
                    self.rests = None;
                }
            }
            ReadyEvent::Looked(probe) => {
                if self.probe == Some(probe) {
                    self.rests.get_or_insert(self.first);
                } else {
                    self.probe = Some(probe);
                    self.first = now;
                    self.rests = None;
                }
            }
            ReadyEvent::Lost => self.lost = true,
        }
    }

    /// Whether the page is worth looking at, `now` after the beginning.
    #[must_use]
    pub fn poll(&self, now: Duration) -> Readiness {
        let until = self.until();
        if self.lost || until.is_some_and(|until| now >= until) {
            let (loading, requests) = self.loading();
            Readiness::Ready { loading, requests }
        } else {
            // How long it takes is unknown until the next event; this is the longest that it can be.
            let longest = self.parsed.map_or(self.limits.load, |parsed| parsed + self.longest());
            Readiness::Wait { until: until.unwrap_or(longest) }
        }
    }

    /// When it is over, if nothing happens before.
    fn until(&self) -> Option<Duration> {
        let Some(parsed) = self.parsed else { return Some(self.limits.load) };
        let cap = parsed + self.longest();
        let (Some(probe), Some(rests)) = (self.probe, self.rests) else { return Some(cap) };
        if self.leaving {
            return Some(cap);
        }
        let full = probe.text >= CONTENT && !probe.busy;
        let done = probe.drawn && !probe.busy && (full || !probe.passive);
        Some(match (self.running.is_empty(), full) {
            (true, _) if done && self.answers.is_empty() && self.loaded => rests,
            (true, _) if done => (rests + self.limits.rest).min(cap),
            (true, _) => (rests + self.limits.empty).min(cap),
            (false, true) => (rests + self.limits.rest).min(cap),
            (false, false) => cap,
        })
    }

    /// How long to wait after the document is parsed, whatever comes.
    fn longest(&self) -> Duration {
        let blank = self.probe.is_some_and(|probe| probe.text == 0) && !self.running.is_empty();
        if blank { self.limits.blank } else { self.limits.content }
    }

    /// What is still to come, in words, and the requests among it.
    fn loading(&self) -> (Vec<String>, Vec<String>) {
        // A picture that is asked for once the page has loaded does not belong to what it is opened with.
        let decoration = self.decoration.iter().filter(|_| !self.loaded);
        let pending = || self.running.iter().chain(decoration.clone());
        let requests = pending().map(|(id, _)| id.clone()).collect();
        let mut loading = resource_words(pending().map(|(_, (resource, what))| (*resource, what.as_str())));
        // A document that has come and is not parsed waits for a script of its own.
        if self.parsed.is_none() && (!self.received || loading.is_empty()) {
            loading.insert(0, "the document".to_owned());
        }
        if self.leaving {
            loading.push("the page that it goes to".to_owned());
        }
        (loading, requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: ReadinessProbe =
        ReadinessProbe { elements: 90, height: 2_000, text: 400, drawn: true, busy: false, passive: false };
    const SKELETON: ReadinessProbe =
        ReadinessProbe { elements: 9, height: 600, text: 12, drawn: true, busy: false, passive: false };
    const EMPTY: ReadinessProbe =
        ReadinessProbe { elements: 5, height: 600, text: 0, drawn: false, busy: false, passive: false };

    fn began(id: &str) -> ReadyEvent {
        ReadyEvent::RequestBegan { id: id.to_owned(), resource: Resource::Data, what: format!("GET /{id}") }
    }

    fn ended(id: &str) -> ReadyEvent {
        ReadyEvent::RequestEnded { id: id.to_owned() }
    }

    /// Feeds signs at times in ms; when it is ready, and what is still loading then. Looks come every 33 ms, each as
    /// the last one told.
    fn check(signs: &[(u64, ReadyEvent)]) -> (u64, Vec<String>) {
        let mut ready = Ready::new(ReadyLimits::default());
        let mut look = EMPTY;
        for ms in 0..10_000 {
            let now = Duration::from_millis(ms);
            for (_, sign) in signs.iter().filter(|(at, _)| *at == ms) {
                match sign {
                    ReadyEvent::Looked(probe) => look = *probe,
                    sign => ready.handle(sign.clone(), now),
                }
            }
            if ms % 33 == 0 {
                ready.handle(ReadyEvent::Looked(look), now);
            }
            if let Readiness::Ready { loading, .. } = ready.poll(now) {
                return (ms, loading);
            }
        }
        (u64::MAX, Vec::new())
    }

    #[test]
    fn a_page_that_is_all_there_is_ready_after_two_equal_looks() {
        assert_eq!(
            check(&[(0, ReadyEvent::Parsed), (0, ReadyEvent::Loaded), (0, ReadyEvent::Looked(PAGE))]),
            (33, vec![])
        );
    }

    #[test]
    fn a_skeleton_is_waited_for_until_its_content_is_drawn() {
        let signs = [
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Loaded),
            (0, ReadyEvent::Looked(SKELETON)),
            (5, began("items")),
            (300, ended("items")),
            (320, ReadyEvent::Looked(PAGE)),
        ];
        assert_eq!(check(&signs), (363, vec![]));
    }

    /// Nothing tells of a timer, so a page that offers nothing is given a moment.
    #[test]
    fn a_page_that_offers_nothing_is_looked_at_again() {
        let shell = ReadinessProbe { passive: true, ..SKELETON };
        let mut signs = vec![
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Loaded),
            (0, ReadyEvent::Looked(shell)),
            (300, ReadyEvent::Looked(ReadinessProbe { text: 20, ..shell })),
        ];
        assert_eq!(check(&signs), (1_330, vec![]));
        signs.extend([(500, began("items")), (1_400, ended("items")), (1_420, ReadyEvent::Looked(PAGE))]);
        assert_eq!(check(&signs), (1_485, vec![]));
        let long = ReadinessProbe { passive: true, ..PAGE };
        assert_eq!(
            check(&[(0, ReadyEvent::Parsed), (0, ReadyEvent::Loaded), (0, ReadyEvent::Looked(long))]),
            (33, vec![])
        );
    }

    #[test]
    fn an_answer_that_nobody_reads_or_that_never_ends_is_not_waited_for_long() {
        let answered = |id: &str| ReadyEvent::RequestAnswered { id: id.to_owned() };
        let signs = [
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Loaded),
            (0, ReadyEvent::Looked(SKELETON)),
            (5, began("items")),
            (300, answered("items")),
            (320, ReadyEvent::Looked(PAGE)),
        ];
        assert_eq!(check(&signs), (830, vec![]));
    }

    #[test]
    fn a_page_that_draws_before_its_last_answer_is_not_waited_for_long() {
        let signs = [
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Loaded),
            (0, ReadyEvent::Looked(PAGE)),
            (5, began("poll")),
        ];
        assert_eq!(check(&signs), (500, vec!["GET /poll".to_owned()]));
    }

    #[test]
    fn a_page_that_is_busy_thin_or_blank_has_until_the_cap() {
        let busy = ReadinessProbe { busy: true, ..PAGE };
        for (look, until) in [(busy, 3_000), (SKELETON, 3_000), (EMPTY, 8_000)] {
            let signs = [
                (0, ReadyEvent::Parsed),
                (0, ReadyEvent::Loaded),
                (0, ReadyEvent::Looked(look)),
                (5, began("slow")),
            ];
            assert_eq!(check(&signs), (until, vec!["GET /slow".to_owned()]), "{look:?}");
        }
    }

    #[test]
    fn an_empty_page_without_requests_has_a_second() {
        assert_eq!(check(&[(0, ReadyEvent::Parsed), (0, ReadyEvent::Loaded)]).0, 1_000);
        assert_eq!(
            check(&[(0, ReadyEvent::Parsed), (0, ReadyEvent::Loaded), (300, ReadyEvent::Looked(PAGE))]).0,
            363
        );
    }

    #[test]
    fn a_document_that_does_not_load_is_looked_at_as_it_is() {
        assert_eq!(check(&[(0, ReadyEvent::Looked(PAGE))]), (3_000, vec!["the document".to_owned()]));
    }

    #[test]
    fn pictures_and_fonts_are_not_waited_for_but_told() {
        let image = |id: &str| ReadyEvent::RequestBegan {
            id: id.to_owned(),
            resource: Resource::Image,
            what: format!("GET https://cdn.example/{id}.png?v=1"),
        };
        let signs = [(0, ReadyEvent::Parsed), (0, ReadyEvent::Looked(SKELETON)), (5, image("a"))];
        assert_eq!(check(&signs), (500, vec!["image cdn.example/a.png".to_owned()]));
        let signs =
            [(0, ReadyEvent::Parsed), (0, ReadyEvent::Looked(SKELETON)), (5, image("a")), (5, image("b"))];
        assert_eq!(check(&signs), (500, vec!["2 images".to_owned()]));
        let signs = [
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Looked(SKELETON)),
            (5, image("a")),
            (200, ReadyEvent::Loaded),
        ];
        assert_eq!(check(&signs), (200, vec![]));
    }

    #[test]
    fn a_script_that_blocks_the_parser_is_named_rather_than_the_document() {
        let script = ReadyEvent::RequestBegan {
            id: "s".to_owned(),
            resource: Resource::Script,
            what: "GET https://cdn.example/x.js".to_owned(),
        };
        let signs = [(0, ReadyEvent::Received), (5, script), (5, ReadyEvent::Looked(PAGE))];
        assert_eq!(check(&signs), (3_000, vec!["script cdn.example/x.js".to_owned()]));
    }

    #[test]
    fn a_page_that_goes_on_to_another_is_not_looked_at() {
        let leaving = [
            (0, ReadyEvent::Parsed),
            (0, ReadyEvent::Loaded),
            (0, ReadyEvent::Looked(PAGE)),
            (5, ReadyEvent::Leaving),
        ];
        assert_eq!(check(&leaving), (3_000, vec!["the page that it goes to".to_owned()]));
        let mut stays = leaving.to_vec();
        stays.push((700, ReadyEvent::Staying));
        assert_eq!(check(&stays), (700, vec![]));
    }

    #[test]
    fn a_lost_page_is_not_waited_for() {
        assert_eq!(check(&[(7, ReadyEvent::Lost)]).0, 7);
    }
}
