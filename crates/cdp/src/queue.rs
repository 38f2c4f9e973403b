//! [`Queue`]: the events that a reader has not read yet, bounded in number and in bytes.
//!
//! What comes to a full queue and only tells of something (console text, progress) is counted, not kept. What state is made of is kept
//! far longer: an action may wait for it. Where something is missing, its place says how much.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::{
    limits::{FAR_BOUND, WAITING_EVENT_BYTES},
    wire::RawEvent,
};

/// Events that pages cause by the thousand, and whose loss leaves nothing in a wrong state.
const TELLING: [&str; 4] =
    ["Log.entryAdded", "Network.dataReceived", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"];

/// What [`Events::next`](crate::Events::next) gives.
#[derive(Clone, Debug)]
pub enum Message {
    /// An event.
    Event(RawEvent),
    /// So many events are missing here, because the reader was slower than the browser.
    Lost(u64),
}

/// What waits for one reader.
#[derive(Debug)]
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    came: Notify,
    most: Room,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Message>,
    taken: Room,
    closed: bool,
}

/// Room for events.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    events: usize,
    bytes: usize,
}

impl Queue {
    pub(crate) fn new(events: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            came: Notify::new(),
            most: Room { events: events.max(1), bytes: WAITING_EVENT_BYTES },
        }
    }

    pub(crate) fn push(&self, event: RawEvent) {
        self.lock().push(event, self.most);
        self.came.notify_one();
    }

    /// No more will come.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.came.notify_one();
    }

    /// What comes next; `None` once the queue is closed and empty. For one reader.
    pub(crate) async fn next(&self) -> Option<Message> {
        loop {
            {
                let mut waiting = self.lock();
                if let Some(message) = waiting.pop() {
                    return Some(message);
                }
                if waiting.closed {
                    return None;
                }
            }
            self.came.notified().await;
        }
    }

    /// What comes next, if it is there already.
    pub(crate) fn try_next(&self) -> Option<Message> {
        self.lock().pop()
    }

    /// A lock cannot be left half-changed here, so a panic elsewhere does not make it unusable.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn push(&mut self, event: RawEvent, most: Room) {
        if TELLING.contains(&event.method()) {
            if !self.has_room(&event, most) {
                return self.lost_last();
            }
        } else {
            let far = Room { events: most.events * FAR_BOUND, bytes: most.bytes * FAR_BOUND };
            let mut lost = 0;
            while !self.has_room(&event, far) {
                lost += match self.pop() {
                    Some(Message::Lost(count)) => count,
                    Some(Message::Event(_)) => 1,
                    None => break,
                };
            }
            match self.messages.front_mut() {
                Some(Message::Lost(count)) => *count += lost,
                _ if lost > 0 => self.messages.push_front(Message::Lost(lost)),
                _ => {}
            }
        }
        self.taken.events += 1;
        self.taken.bytes += event.size();
        self.messages.push_back(Message::Event(event));
    }

    /// Whether there is room for one more; a single one is never too large.
    fn has_room(&self, event: &RawEvent, most: Room) -> bool {
        let Room { events, bytes } = self.taken;
        events == 0 || (events < most.events && bytes + event.size() <= most.bytes)
    }

    /// One is missing behind those that wait.
    fn lost_last(&mut self) {
        match self.messages.back_mut() {
            Some(Message::Lost(count)) => *count += 1,
            _ => self.messages.push_back(Message::Lost(1)),
        }
    }

    fn pop(&mut self) -> Option<Message> {
        let message = self.messages.pop_front()?;
        if let Message::Event(event) = &message {
            self.taken.events -= 1;
            self.taken.bytes -= event.size();
        }
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::wire::Encoding;

    const TOLD: &str = "Runtime.consoleAPICalled";
    const STATE: &str = "Page.frameNavigated";
    const MOST: Room = Room { events: 10, bytes: 1_000 };

    fn push(waiting: &mut Waiting, method: &'static str, size: usize) {
        let params = Bytes::from(vec![b' '; size]);
        waiting.push(RawEvent::new(Encoding::Json, method.into(), params, None), MOST);
    }

    /// What is read: the first letter of each event, and how many were lost.
    fn read(waiting: &mut Waiting) -> String {
        let mut words = Vec::new();
        while let Some(message) = waiting.pop() {
            words.push(match message {
                Message::Event(event) => event.method()[..1].to_owned(),
                Message::Lost(count) => count.to_string(),
            });
        }
        assert_eq!((waiting.taken.events, waiting.taken.bytes), (0, 0));
        words.join(" ")
    }

    #[test]
    fn a_flood_that_only_tells_is_counted_in_its_place() {
        let mut waiting = Waiting::default();
        for _ in 0..MOST.events + 5 {
            push(&mut waiting, TOLD, 1);
        }
        push(&mut waiting, STATE, 1);
        push(&mut waiting, TOLD, 1);
        assert_eq!(read(&mut waiting), format!("{}5 P 1", "R ".repeat(MOST.events)));
    }

    #[test]
    fn bytes_count_as_well_and_one_alone_is_never_too_large() {
        let mut waiting = Waiting::default();
        push(&mut waiting, TOLD, 5 * MOST.bytes);
        push(&mut waiting, TOLD, 1);
        push(&mut waiting, STATE, MOST.bytes);
        assert_eq!(read(&mut waiting), "2 P", "what state is made of has the room of what is huge");
        push(&mut waiting, TOLD, MOST.bytes - 1);
        push(&mut waiting, TOLD, 2);
        push(&mut waiting, TOLD, 1);
        push(&mut waiting, STATE, MOST.bytes);
        assert_eq!(read(&mut waiting), "R 1 R P");
    }

    #[test]
    fn what_an_action_may_wait_for_gives_way_far_later_and_the_oldest_first() {
        let mut waiting = Waiting::default();
        let far = MOST.events * FAR_BOUND;
        for _ in 0..far + 3 {
            push(&mut waiting, STATE, 1);
        }
        assert_eq!(read(&mut waiting), format!("3{}", " P".repeat(far)));
    }

    #[tokio::test]
    async fn a_closed_queue_is_read_to_its_end() {
        let queue = Queue::new(1);
        queue.push(RawEvent::new(Encoding::Json, STATE.into(), Bytes::new(), None));
        queue.close();
        assert!(queue.next().await.is_some() && queue.next().await.is_none() && queue.try_next().is_none());
    }
}
