//! The numbered entries of the journal, bounded by kind: a flood of requests throws out no navigation, no dialog and no tab. What
//! came since the action that runs began is thrown out only beyond a far bound, and [`Entries::has_gap`] tells that.

use std::collections::VecDeque;

use super::Entry;
use crate::limits::{EVENTS, TRAFFIC, TRAFFIC_OF_ACTION};

#[derive(Debug, Default)]
pub(super) struct Entries {
    next: u64,
    events: Queue,
    /// What pages cause by the hundred: the lives of requests, documents of frames.
    traffic: Queue,
}

#[derive(Debug, Default)]
struct Queue {
    kept: VecDeque<(u64, Entry)>,
    /// The number after that of the last entry that was thrown out though it mattered.
    lost: u64,
}

impl Entries {
    /// Takes a number for something that is kept elsewhere.
    pub(super) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Adds an entry and gives its number; `acting` is that of the first entry of the action that runs.
    pub(super) fn push(&mut self, entry: Entry, acting: Option<u64>) -> u64 {
        let seq = self.number();
        if is_traffic(&entry) {
            self.traffic.push(seq, entry, (TRAFFIC, TRAFFIC_OF_ACTION), acting.unwrap_or(u64::MAX));
        } else {
            self.events.push(seq, entry, (EVENTS, EVENTS), 0);
        }
        seq
    }

    /// The entries at or after a mark, in their order.
    pub(super) fn since(&self, mark: u64) -> impl Iterator<Item = (u64, &Entry)> {
        let mut events = self.events.since(mark).peekable();
        let mut traffic = self.traffic.since(mark).peekable();
        std::iter::from_fn(move || match (events.peek(), traffic.peek()) {
            (Some((event, _)), Some((other, _))) if event > other => traffic.next(),
            (Some(_), _) => events.next(),
            (None, _) => traffic.next(),
        })
    }

    /// The last entry that is not about requests or single frames and that a look takes.
    pub(super) fn last_event(&self, look: impl Fn(&Entry) -> bool) -> Option<u64> {
        self.events.kept.iter().rev().find(|(_, entry)| look(entry)).map(|(seq, _)| *seq)
    }

    /// Whether something that came at or after a mark was thrown out.
    pub(super) fn has_gap(&self, mark: u64) -> bool {
        self.events.lost.max(self.traffic.lost) > mark
    }
}

impl Queue {
    /// Adds an entry, and throws out the oldest of many: those from `matters` on only beyond `far`.
    fn push(&mut self, seq: u64, entry: Entry, (most, far): (usize, usize), matters: u64) {
        self.kept.push_back((seq, entry));
        while self.kept.len() > most
            && let Some((oldest, _)) = self.kept.front()
        {
            if *oldest >= matters {
                if self.kept.len() <= far {
                    return;
                }
                self.lost = oldest + 1;
            }
            self.kept.pop_front();
        }
    }

    fn since(&self, mark: u64) -> impl Iterator<Item = (u64, &Entry)> {
        let skip = self.kept.partition_point(|(seq, _)| *seq < mark);
        self.kept.iter().skip(skip).map(|(seq, entry)| (*seq, entry))
    }
}

fn is_traffic(entry: &Entry) -> bool {
    match entry {
        Entry::Request { .. }
        | Entry::Redirected { .. }
        | Entry::RequestAnswered { .. }
        | Entry::BodyReceived { .. }
        | Entry::RequestEnded { .. }
        | Entry::SocketAsked { .. }
        | Entry::SocketAnswered { .. }
        | Entry::WorkerCame
        | Entry::Committed { main: false }
        | Entry::WithinDocument { main: false }
        | Entry::FrameRemoved => true,
        Entry::NavigationBegan
        | Entry::Committed { main: true }
        | Entry::Loaded
        | Entry::StoppedLoading
        | Entry::WithinDocument { main: true }
        | Entry::Dialog(_)
        | Entry::DialogClosed
        | Entry::WindowOpening
        | Entry::TabOpened(_)
        | Entry::TabClosed(_)
        | Entry::Download { .. }
        | Entry::DownloadEnded { .. }
        | Entry::Chooser { .. }
        | Entry::ChooserAnswered { .. }
        | Entry::Lost
        | Entry::LeftForProgram(_)
        | Entry::News(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flood(entries: &mut Entries, count: usize, acting: Option<u64>) {
        for _ in 0..count {
            entries.push(Entry::FrameRemoved, acting);
        }
    }

    #[test]
    fn a_flood_of_one_kind_throws_out_no_other() {
        let mut entries = Entries::default();
        let document = entries.push(Entry::Committed { main: true }, None);
        flood(&mut entries, 3 * TRAFFIC, None);
        let after = entries.push(Entry::Loaded, None);
        assert_eq!(entries.since(document).count(), TRAFFIC + 2);
        let numbers: Vec<u64> = entries.since(0).map(|(seq, _)| seq).collect();
        assert!(numbers.is_sorted() && numbers.last() == Some(&after), "{numbers:?}");
        assert!(!entries.has_gap(0), "nobody waited for what was thrown out");
    }

    #[test]
    fn what_an_action_waits_for_stays_and_a_gap_is_told() {
        let mut entries = Entries::default();
        flood(&mut entries, TRAFFIC, None);
        let mark = entries.next();
        flood(&mut entries, 2 * TRAFFIC, Some(mark));
        assert_eq!(entries.since(mark).count(), 2 * TRAFFIC);
        assert!(!entries.has_gap(mark));
        flood(&mut entries, TRAFFIC_OF_ACTION, Some(mark));
        assert_eq!(entries.since(mark).count(), TRAFFIC_OF_ACTION);
        assert!(entries.has_gap(mark) && !entries.has_gap(entries.next()));
    }
}
