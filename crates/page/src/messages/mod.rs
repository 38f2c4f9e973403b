//! Decides which texts that appeared on a page are messages for a caller: a state machine that takes texts with their times
//! ([`Announcement`]) and gives each [`Message`] once.
//!
//! The isolated world reports texts that appear in places meant for messages (live regions, alerts, toasts), and texts that
//! came and went elsewhere. A caller also reads observations and diffs, so a passing text that one of them showed is no
//! message; nor is one that the page repeats by itself (a clock, a ticker). There is no clock in here: times count from when
//! the engine began. Fixtures: effects.html, and its `?clock`, `?ticker`, `?announcer`; restless.html.

mod kind;

use std::{
    collections::VecDeque,
    hash::{Hash, Hasher},
    time::Duration,
};

use rustc_hash::{FxHashMap, FxHasher};

use crate::limits::{COUNTED_TEXTS, MESSAGE_CHARACTERS, UNTOLD_MESSAGES};

pub use kind::{Evidence, MessageKind};

/// A text that appeared so often while nobody acted, with other numbers in it or the same, is a ticker.
const TICKS: u32 = 3;
/// A text that appeared [`TICKS`] times after each of so many actions is a ticker too (`?announcer` in effects.html).
const BUSY_ACTIONS: u32 = 2;
/// Of waiting messages that differ in their numbers alone so many are kept: the first, and the latest.
const MOST_ALIKE: usize = 2;
/// A text that appears so soon after an action may be its effect, so it does not count towards [`TICKS`].
const TAIL: Duration = Duration::from_secs(3);
/// The same words again so soon are the same message (a live region in another, a toast with its announcement).
const ECHO: Duration = Duration::from_millis(500);

/// Names a text that appeared: its document, and a number within that document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnnouncementId {
    /// The number of the document.
    pub document: u64,
    /// The number of the text in it.
    pub number: u32,
}

/// A text that appeared on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Announcement {
    /// What it says.
    pub text: String,
    /// When it appeared.
    pub at: Duration,
    /// It was in no place meant for messages, and is gone again.
    pub passing: bool,
    /// The document had it from the beginning.
    pub start: bool,
    /// It appeared as a part of something larger that was drawn, so it is likely content.
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
    id: AnnouncementId,
    start: bool,
    /// See [`kind::Tone`].
    outcome: bool,
    /// See [`shape`].
    shape: u64,
    message: Message,
}

/// How often a text appeared, whatever the numbers in it.
#[derive(Debug, Default)]
struct Repetition {
    /// While nobody did anything.
    unprompted: u32,
    /// The number of the last action, and how often the text appeared since.
    since: (u64, u32),
    /// After how many actions it appeared [`TICKS`] times.
    busy_actions: u32,
}

/// The state machine.
#[derive(Debug, Default)]
pub struct Messages {
    untold: VecDeque<Untold>,
    repetitions: FxHashMap<u64, Repetition>,
    /// How many actions there were.
    actions: u64,
    /// When the caller was last shown the page.
    shown: Option<Duration>,
    /// Whether an action runs.
    acting: bool,
    /// When the action began that runs, or ended that ran last.
    acted: Option<Duration>,
}

impl Messages {
    /// Takes in a text that appeared.
    pub fn announce(&mut self, id: AnnouncementId, announced: &Announcement, now: Duration) {
        let text: String = announced.text.chars().take(MESSAGE_CHARACTERS).collect();
        // An observation or a diff showed it while it was there.
        let was_shown = announced.passing && self.shown.is_some_and(|shown| shown >= announced.at);
        if text.is_empty() || was_shown {
            return;
        }
        let kind::Tone { kind, outcome } = kind::tone(&announced.evidence, &text);
        // A number by itself is a counter, which diffs show.
        let words = text.chars().any(char::is_alphabetic);
        if !outcome && (announced.content || !words) {
            return;
        }
        let shape = shape(&text);
        let unprompted = !announced.start && !self.prompted(announced.at);
        if self.ticks(shape, unprompted) && kind != MessageKind::Error {
            return;
        }
        let echo = |known: &Untold| {
            known.message.text == text && announced.at.saturating_sub(known.message.at) < ECHO
        };
        if let Some(known) = self.untold.iter_mut().find(|known| echo(known)) {
            known.message.kind = known.message.kind.max(kind);
            known.start &= announced.start;
            known.outcome |= outcome;
            return;
        }
        let message = Message { text, kind, gone: announced.passing, at: announced.at.min(now) };
        let untold = Untold { id, start: announced.start, outcome, shape, message };
        let alike = self.untold.iter().filter(|known| known.shape == shape).count();
        let latest = self.untold.iter_mut().rev().find(|known| known.shape == shape);
        if let Some(latest) = latest.filter(|_| alike >= MOST_ALIKE) {
            *latest = untold;
            return;
        }
        if self.untold.len() == UNTOLD_MESSAGES {
            let oldest = self.untold.iter().position(|known| known.message.kind != MessageKind::Error);
            self.untold.remove(oldest.unwrap_or(0));
        }
        self.untold.push_back(untold);
    }

    /// A text is gone from the page.
    pub fn gone(&mut self, id: AnnouncementId) {
        for untold in self.untold.iter_mut().filter(|untold| untold.id == id) {
            untold.message.gone = true;
        }
    }

    /// A document is gone, with all its texts.
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

    /// The texts of messages that were not reported yet, without those that a document began with.
    pub fn untold(&self) -> impl Iterator<Item = &str> {
        self.untold.iter().filter(|untold| !untold.start).map(|untold| untold.message.text.as_str())
    }

    /// Takes the messages that were not reported yet. Texts that a document began with are dropped; with `starts` those that look
    /// like an outcome stay (a form led to a page that says "Saved").
    pub fn take(&mut self, starts: bool) -> Vec<Message> {
        let telling = |untold: &Untold| !untold.start || starts && untold.outcome;
        let mut taken: Vec<Message> =
            self.untold.drain(..).filter(telling).map(|untold| untold.message).collect();
        taken.sort_by_key(|message| message.at);
        taken
    }

    fn prompted(&self, at: Duration) -> bool {
        self.acting || self.acted.is_some_and(|acted| at < acted + TAIL)
    }

    /// Counts a text; says whether the page repeats it by itself.
    fn ticks(&mut self, shape: u64, unprompted: bool) -> bool {
        if self.repetitions.len() >= COUNTED_TEXTS && !self.repetitions.contains_key(&shape) {
            self.repetitions.clear();
        }
        let repetition = self.repetitions.entry(shape).or_default();
        repetition.unprompted += u32::from(unprompted);
        if repetition.since.0 != self.actions {
            repetition.since = (self.actions, 0);
        }
        repetition.since.1 += 1;
        repetition.busy_actions += u32::from(repetition.since.1 == TICKS);
        repetition.unprompted >= TICKS || repetition.busy_actions >= BUSY_ACTIONS
    }
}

/// Keeps at most so many of some messages, which are in the order of time: errors before successes before others, and of each the
/// latest. Also says how many more there were.
pub fn most_telling<T>(messages: Vec<T>, most: usize, kind: impl Fn(&T) -> MessageKind) -> (Vec<T>, usize) {
    let more = messages.len().saturating_sub(most);
    if more == 0 {
        return (messages, 0);
    }
    let mut ranks: Vec<_> = messages.iter().enumerate().map(|(at, message)| (kind(message), at)).collect();
    ranks.sort_unstable();
    let least = ranks.get(more).copied();
    let ranked = messages.into_iter().enumerate().filter(|(at, message)| Some((kind(message), *at)) >= least);
    (ranked.map(|(_, message)| message).collect(), more)
}

/// A hash that is equal for texts which differ in their numbers only.
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
        let announced = Announcement { text: text.to_owned(), at: ms(at), ..Announcement::default() };
        messages.announce(AnnouncementId { document: 1, number }, &announced, ms(at));
    }

    fn pass(messages: &mut Messages, text: &str, at: u64, until: u64) {
        let announced =
            Announcement { text: text.to_owned(), at: ms(at), passing: true, ..Announcement::default() };
        messages.announce(AnnouncementId { document: 1, number: 99 }, &announced, ms(until));
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
        messages.gone(AnnouncementId { document: 1, number: 1 });
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
            let announced =
                Announcement { text: "Failed".to_owned(), at: ms(at), evidence, ..Announcement::default() };
            messages.announce(AnnouncementId { document: 1, number }, &announced, ms(at));
        }
        let told = messages.take(false);
        assert_eq!(texts(&told), ["Failed", "Failed"]);
        assert!(told.iter().all(|message| message.kind == MessageKind::Error));
    }

    #[test]
    fn what_a_page_begins_with_counts_only_as_an_outcome() {
        let begin = |messages: &mut Messages, text: &str, class: &str| {
            let evidence = Evidence { classes: vec![class.to_owned()], ..Evidence::default() };
            let announced =
                Announcement { text: text.to_owned(), start: true, evidence, ..Announcement::default() };
            messages.announce(AnnouncementId { document: 2, number: 1 }, &announced, ms(0));
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
        let part =
            |text: &str| Announcement { text: text.to_owned(), content: true, ..Announcement::default() };
        messages.announce(AnnouncementId { document: 1, number: 1 }, &part("200 ok application/json"), ms(0));
        messages.announce(AnnouncementId { document: 1, number: 2 }, &part("It could not be loaded"), ms(0));
        assert_eq!(texts(&messages.take(false)), ["It could not be loaded"]);
    }

    #[test]
    fn errors_are_cut_last() {
        let told = |kinds: &[MessageKind]| {
            let (kept, more) =
                most_telling(kinds.iter().copied().enumerate().collect(), 2, |(_, kind)| *kind);
            (kept.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), more)
        };
        use MessageKind::{Error, Plain, Success};
        assert_eq!(told(&[Plain, Error]), (vec![0, 1], 0));
        assert_eq!(told(&[Error, Plain, Plain, Plain]), (vec![0, 3], 2));
        assert_eq!(told(&[Success, Error, Plain, Error]), (vec![1, 3], 2));
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
        assert!(messages.untold.len() <= UNTOLD_MESSAGES && messages.repetitions.len() <= COUNTED_TEXTS);
        assert_eq!(messages.take(false).len(), UNTOLD_MESSAGES);
    }
}
