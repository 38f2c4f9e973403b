//! Every bound of this crate: how much may wait, how large a message may be, how long something may take. Each says why it is there.
//! What a reader or caller is told when one is reached stands where it is used.

/// Events that may wait for a reader. One that is so far behind is stuck, or a page floods it.
pub(crate) const WAITING_EVENTS: usize = 4_096;
/// Bytes of events that may wait for a reader: a page may write 5 MB to its console a thousand times in a loop.
pub(crate) const WAITING_EVENT_BYTES: usize = 64 << 20;
/// So many times as much may wait of events that somebody may act upon, before the oldest of them are lost too.
pub(crate) const FAR_BOUND: usize = 4;
