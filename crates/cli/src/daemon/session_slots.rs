//! The places of all sessions by their keys. A place stays when its session has closed, as ids go on counting when that is opened again; of a server
//! whose clients name ever new sessions, those that are closed are forgotten when there are many, and what comes after goes on counting above them.

use std::{collections::BTreeMap, sync::Arc};

use super::session_slot::SessionSlot;
use crate::limits::SESSION_SLOTS;

/// The places.
#[derive(Default)]
pub(super) struct SessionSlots {
    by_key: BTreeMap<String, Arc<SessionSlot>>,
    /// Ids of places that were forgotten were below it.
    forgotten_ids: u32,
}

impl SessionSlots {
    /// Those that an earlier daemon had.
    pub(super) fn of_earlier(slots: impl Iterator<Item = SessionSlot>) -> Self {
        let by_key = slots.map(|slot| (slot.key.clone(), Arc::new(slot))).collect();
        Self { by_key, forgotten_ids: 0 }
    }

    /// The place of a key, which is made where there is none.
    pub(super) fn at(&mut self, key: &str) -> Arc<SessionSlot> {
        if let Some(there) = self.by_key.get(key) {
            return Arc::clone(there);
        }
        if self.by_key.len() >= SESSION_SLOTS {
            self.forget();
        }
        let made = Arc::new(SessionSlot::of_earlier(key, None, self.forgotten_ids));
        self.by_key.insert(key.to_owned(), Arc::clone(&made));
        made
    }

    /// All of them, in the order of their keys.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<SessionSlot>> {
        self.by_key.values()
    }

    /// Forgets the places that no call has in hand and whose sessions are closed; those of lost ones, too, where that is not enough.
    fn forget(&mut self) {
        self.forget_where(|slot| slot.is_empty());
        if self.by_key.len() >= SESSION_SLOTS {
            self.forget_where(|slot| !slot.is_taken());
        }
    }

    fn forget_where(&mut self, may_go: impl Fn(&SessionSlot) -> bool) {
        let forgotten_ids = &mut self.forgotten_ids;
        self.by_key.retain(|_, slot| {
            let goes = Arc::strong_count(slot) == 1 && may_go(slot);
            if goes {
                *forgotten_ids = slot.next_id().max(*forgotten_ids);
            }
            !goes
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ever_new_names_take_no_more_room_and_no_id_again() {
        let mut slots = SessionSlots::of_earlier([SessionSlot::of_earlier("used", None, 50)].into_iter());
        let held = slots.at("held");
        for number in 0..10 * SESSION_SLOTS {
            slots.at(&number.to_string());
            assert!(slots.all().count() <= SESSION_SLOTS);
        }
        assert!(Arc::ptr_eq(&held, &slots.at("held")), "a call has it in hand");
        assert!(slots.all().all(|slot| slot.key != "used"));
        assert_eq!((slots.at("used").next_id(), slots.at("new").next_id()), (50, 50));
    }
}
