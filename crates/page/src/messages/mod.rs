//! What a page said that a person would have noticed, as a state machine: sayings and times in, messages out, each once.
//!
//! The isolated world tells what comes to be read in places meant for messages, and what came and went elsewhere. Here it
//! is decided what of that is news to a caller, who also sees diffs: what an observation showed while it was there needs
//! no message, unless it stood in a place meant for one; what a page says over and over by itself (a clock, a ticker) is
//! none. There is no clock in here: times are since whenever the engine began to count.

mod kind;

use std::{
    collections::VecDeque,
    hash::{Hash, Hasher},
    time::Duration,
};

use rustc_hash::{FxHashMap, FxHasher};

pub use kind::{Evidence, MessageKind};

/// Untold messages; the oldest go first.
const MOST_UNTOLD: usize = 100;
/// Told at once.
const MOST_TOLD: usize = 8;
/// Characters of one.
const LONGEST: usize = 300;
/// What was said so often by itself, but for its numbers, is a ticker.
const TICKS: u32 = 3;
/// What was said that often since each of so many actions is one as well.
const BUSY_ACTIONS: u32 = 2;
/// So many that differ in their numbers alone are told beside each other: the first, and the latest.
const MOST_ALIKE: usize = 2;
const MOST_SHAPES: usize = 500;
/// What is said so soon after an action may well be its doing.
const TAIL: Duration = Duration::from_secs(3);
/// The same words again so soon are the same message (a region within a region, an announcement of a toast).
const ECHO: Duration = Duration::from_millis(500);

/// Names a saying: the document that it was said in, and a number of that document's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SayingId {
    /// Of the document.
    pub document: u64,
    /// Within it.
    pub number: u32,
}

/// Something that came to be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saying {
    /// What.
    pub text: String,
    /// When it appeared.
    pub at: Duration,
    /// It stood in no place meant for messages, and is gone again.
    pub passing: bool,
    /// The page began with it.
    pub start: bool,
    /// It came into the page as a part of something larger that was drawn.
    pub content: bool,
    /// What tells its kind.
    pub evidence: Evidence,
}

/// A message that is news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it says.
    pub text: String,
    /// What it is about.
    pub kind: MessageKind,
    /// Whether it cannot be read any more.
    pub gone: bool,
    /// When it appeared.
    pub at: Duration,
}

#[derive(Debug)]
struct Untold {
    id: SayingId,
    start: bool,
    /// It sounds or looks like the outcome of something.
    outcome: bool,
    shape: u64,
    message: Message,
}

/// How often something was said, but for its numbers.
#[derive(Debug, Default)]
struct Habit {
    /// While nobody did anything.
    unprompted: u32,
    /// Since which action, and how often since then.
    since: (u64, u32),
    /// Since how many actions it was said often.
    busy_actions: u32,
}

/// The machine.
#[derive(Debug, Default)]
pub struct Messages {
    untold: VecDeque<Untold>,
    background_requests: FxHashMap<u64, Habit>,
    /// How many actions there were.
    actions: u64,
    /// When the caller was last shown the page.
    shown: Option<Duration>,
    /// Since when an action runs, or until when the last one did.
    acting: bool,
    acted: Option<Duration>,
}

impl Messages {
    /// Takes in a saying.
    pub fn said(&mut self, id: SayingId, saying: &Saying, now: Duration) {
        let text: String = saying.text.chars().take(LONGEST).collect();
        // A diff or an observation had it while it was there.
        let was_shown = saying.passing && self.shown.is_some_and(|shown| shown >= saying.at);
        if text.is_empty() || was_shown {
            return;
        }
        let kind::Tone { kind, outcome } = kind::tone(&saying.evidence, &text);
        // A number by itself is a counter, which a diff has.
        let words = text.chars().any(char::is_alphabetic);
        if !outcome && (saying.content || !words) {
            return;
        }
        let shape = shape(&text);
        let unprompted = !saying.start && !self.prompted(saying.at);
        if self.ticks(shape, unprompted) && kind != MessageKind::Error {
            return;
        }
        let echo =
            |known: &Untold| known.message.text == text && saying.at.saturating_sub(known.message.at) < ECHO;
        if let Some(known) = self.untold.iter_mut().find(|known| echo(known)) {
            known.message.kind = known.message.kind.max(kind);
            known.start &= saying.start;
            known.outcome |= outcome;
            return;
        }
        let message = Message { text, kind, gone: saying.passing, at: saying.at.min(now) };
        let untold = Untold { id, start: saying.start, outcome, shape, message };
        let alike = self.untold.iter().filter(|known| known.shape == shape).count();
        let latest = self.untold.iter_mut().rev().find(|known| known.shape == shape);
        if let Some(latest) = latest.filter(|_| alike >= MOST_ALIKE) {
            *latest = untold;
            return;
        }
        if self.untold.len() == MOST_UNTOLD {
            self.untold.pop_front();
        }
        self.untold.push_back(untold);
    }

    /// What was said cannot be read any more.
    pub fn gone(&mut self, id: SayingId) {
        for untold in self.untold.iter_mut().filter(|untold| untold.id == id) {
            untold.message.gone = true;
        }
    }

    /// A document is gone, and all that it said.
    pub fn document_gone(&mut self, document: u64) {
        for untold in self.untold.iter_mut().filter(|untold| untold.id.document == document) {
            untold.message.gone = true;
        }
    }

    /// An action begins.
    pub fn act(&mut self, now: Duration) {
        self.acting = true;
        self.actions += 1;
        self.acted = Some(now);
    }

    /// The action is over.
    pub fn rest(&mut self, now: Duration) {
        self.acting = false;
        self.acted = Some(now);
    }

    /// The caller is shown the page as it was at this moment.
    pub fn show(&mut self, at: Duration) {
        self.shown = Some(at);
    }

    /// What was said and not told yet.
    pub fn untold(&self) -> impl Iterator<Item = &str> {
        self.untold.iter().filter(|untold| !untold.start).map(|untold| untold.message.text.as_str())
    }

    /// The messages that were not told yet. What a page begins with is dropped, unless `starts` says that it may be the
    /// outcome of something.
    pub fn take(&mut self, starts: bool) -> Vec<Message> {
        let telling = |untold: &Untold| !untold.start || starts && untold.outcome;
        let mut taken: Vec<Message> =
            self.untold.drain(..).filter(telling).map(|untold| untold.message).collect();
        taken.sort_by_key(|message| message.at);
        // The latest count most.
        taken.drain(..taken.len().saturating_sub(MOST_TOLD));
        taken
    }

    fn prompted(&self, at: Duration) -> bool {
        self.acting || self.acted.is_some_and(|acted| at < acted + TAIL)
    }

    /// Whether a page says this over and over by itself.
    fn ticks(&mut self, shape: u64, unprompted: bool) -> bool {
        if self.background_requests.len() >= MOST_SHAPES && !self.background_requests.contains_key(&shape) {
            self.background_requests.clear();
        }
        let habit = self.background_requests.entry(shape).or_default();
        habit.unprompted += u32::from(unprompted);
        if habit.since.0 != self.actions {
            habit.since = (self.actions, 0);
        }
        habit.since.1 += 1;
        habit.busy_actions += u32::from(habit.since.1 == TICKS);
        habit.unprompted >= TICKS || habit.busy_actions >= BUSY_ACTIONS
    }
}

/// Equal for texts that differ in their numbers only.
fn shape(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    let mut in_number = false;
    for c in text.chars() {
        let digit = c.is_ascii_digit();
        if !(digit && in_number) {
            if digit { '0' } else { c }.hash(&mut hasher);
        }
        in_number = digit || in_number && matches!(c, '.' | ',');
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn say(messages: &mut Messages, number: u32, text: &str, at: u64) {
        let saying = Saying { text: text.to_owned(), at: ms(at), ..Saying::default() };
        messages.said(SayingId { document: 1, number }, &saying, ms(at));
    }

    fn pass(messages: &mut Messages, text: &str, at: u64, until: u64) {
        let saying = Saying { text: text.to_owned(), at: ms(at), passing: true, ..Saying::default() };
        messages.said(SayingId { document: 1, number: 99 }, &saying, ms(until));
    }

    fn texts(messages: &[Message]) -> Vec<&str> {
        messages.iter().map(|message| message.text.as_str()).collect()
    }

    #[test]
    fn each_is_told_once_and_the_late_ones_later() {
        let mut messages = Messages::default();
        messages.act(ms(0));
        say(&mut messages, 1, "Saved", 20);
        messages.rest(ms(60));
        assert_eq!(texts(&messages.take(false)), ["Saved"]);
        say(&mut messages, 2, "Late", 700);
        assert_eq!(texts(&messages.take(false)), ["Late"]);
        assert!(messages.take(false).is_empty());
    }

    #[test]
    fn what_is_gone_says_so_also_with_its_document() {
        let mut messages = Messages::default();
        say(&mut messages, 1, "Saved", 20);
        say(&mut messages, 2, "Stays", 30);
        messages.gone(SayingId { document: 1, number: 1 });
        let told = messages.take(false);
        assert_eq!(told.iter().map(|message| message.gone).collect::<Vec<_>>(), [true, false]);
        say(&mut messages, 3, "Bye", 40);
        messages.document_gone(1);
        assert!(messages.take(false).iter().all(|message| message.gone));
    }

    #[test]
    fn what_an_observation_showed_while_it_was_there_needs_no_message() {
        let mut messages = Messages::default();
        messages.show(ms(100));
        pass(&mut messages, "Menu", 50, 300);
        pass(&mut messages, "Flash", 150, 300);
        assert_eq!(texts(&messages.take(false)), ["Flash"]);
    }

    #[test]
    fn a_ticker_is_no_news_but_what_an_action_makes_it_say_is() {
        let mut messages = Messages::default();
        for n in 0..9_u64 {
            say(&mut messages, n as u32, &format!("{n} new mails"), 10_000 + n * 5_000);
        }
        assert_eq!(texts(&messages.take(false)), ["0 new mails", "1 new mails"]);
        say(&mut messages, 20, "9 new mails", 60_000);
        messages.act(ms(70_000));
        say(&mut messages, 21, "Sent", 70_100);
        assert_eq!(texts(&messages.take(false)), ["Sent"]);
    }

    #[test]
    fn who_announces_beside_every_action_is_a_ticker_too() {
        let mut messages = Messages::default();
        let mut told = Vec::new();
        for action in 0..5_u64 {
            messages.act(ms(action * 1_000));
            for n in 0..5 {
                say(
                    &mut messages,
                    n as u32,
                    &format!("Still {} to go", action * 5 + n),
                    action * 1_000 + n * 100,
                );
            }
            messages.rest(ms(action * 1_000 + 600));
            told.push(messages.take(false).len());
        }
        assert_eq!(told, [2, 2, 0, 0, 0]);
    }

    #[test]
    fn an_echo_is_one_message_of_the_stronger_kind() {
        let mut messages = Messages::default();
        for (number, at, role) in [(1, 100, ""), (2, 120, "alert"), (3, 5_000, "alert")] {
            let evidence = Evidence { role: role.to_owned(), ..Evidence::default() };
            let saying = Saying { text: "Failed".to_owned(), at: ms(at), evidence, ..Saying::default() };
            messages.said(SayingId { document: 1, number }, &saying, ms(at));
        }
        let told = messages.take(false);
        assert_eq!(texts(&told), ["Failed", "Failed"]);
        assert!(told.iter().all(|message| message.kind == MessageKind::Error));
    }

    #[test]
    fn what_a_page_begins_with_counts_only_as_an_outcome() {
        let begin = |messages: &mut Messages, text: &str, class: &str| {
            let evidence = Evidence { classes: vec![class.to_owned()], ..Evidence::default() };
            let saying = Saying { text: text.to_owned(), start: true, evidence, ..Saying::default() };
            messages.said(SayingId { document: 2, number: 1 }, &saying, ms(0));
        };
        let mut messages = Messages::default();
        begin(&mut messages, "Saved", "alert-success");
        begin(&mut messages, "Read our news", "notice");
        assert_eq!(texts(&messages.take(true)), ["Saved"]);
        begin(&mut messages, "Saved again", "alert-success");
        assert!(messages.take(false).is_empty());
    }

    #[test]
    fn what_comes_with_much_else_is_content_unless_it_sounds_like_an_outcome() {
        let mut messages = Messages::default();
        let part = |text: &str| Saying { text: text.to_owned(), content: true, ..Saying::default() };
        messages.said(SayingId { document: 1, number: 1 }, &part("200 ok application/json"), ms(0));
        messages.said(SayingId { document: 1, number: 2 }, &part("It could not be loaded"), ms(0));
        assert_eq!(texts(&messages.take(false)), ["It could not be loaded"]);
    }

    #[test]
    fn memory_is_bounded() {
        let mut messages = Messages::default();
        for n in 0..5_000_u32 {
            say(
                &mut messages,
                n,
                &format!("{}", char::from_u32(0x4e00 + n).unwrap_or('x')),
                u64::from(n) * 1_000,
            );
        }
        assert!(messages.untold.len() <= MOST_UNTOLD && messages.background_requests.len() <= MOST_SHAPES);
        assert_eq!(messages.take(false).len(), MOST_TOLD);
    }
}
