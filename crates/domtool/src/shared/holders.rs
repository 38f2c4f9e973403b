//! Which session has a tab, over all browsers of the process: one browser may be reached by two addresses (`auto` and a port), and a
//! tab has one owner at a time all the same. The ids of targets are random, so those of two browsers are never alike.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use domtool_cdp::protocol::TargetId;

use super::SessionShared;

static HOLDERS: Mutex<Vec<Holder>> = Mutex::new(Vec::new());

struct Holder {
    target: TargetId,
    session: Weak<SessionShared>,
}

fn holders() -> MutexGuard<'static, Vec<Holder>> {
    let mut holders = HOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    holders.retain(|holder| holder.session.strong_count() > 0);
    holders
}

/// The session that has a tab.
pub(crate) fn holder_of(target: &TargetId) -> Option<Arc<SessionShared>> {
    holders().iter().find(|holder| &holder.target == target)?.session.upgrade()
}

/// Gives a tab to a session, unless another one has it.
///
/// # Errors
/// The session that has it.
pub(crate) fn claim(target: &TargetId, session: &Arc<SessionShared>) -> Result<(), Arc<SessionShared>> {
    let mut holders = holders();
    let held = holders.iter().find(|holder| &holder.target == target).and_then(|held| held.session.upgrade());
    match held {
        Some(held) if !Arc::ptr_eq(&held, session) => Err(held),
        Some(_) => Ok(()),
        None => {
            holders.push(Holder { target: target.clone(), session: Arc::downgrade(session) });
            Ok(())
        }
    }
}

/// Gives a tab to a session, whoever had it: a new tab, or one of a session that goes on under the same name.
pub(crate) fn hand_over(target: &TargetId, session: &Arc<SessionShared>) {
    let mut holders = holders();
    holders.retain(|holder| &holder.target != target);
    holders.push(Holder { target: target.clone(), session: Arc::downgrade(session) });
}

/// A session has a tab no more.
pub(crate) fn release(target: &TargetId, session: &Arc<SessionShared>) {
    let own = |holder: &Holder| std::ptr::eq(holder.session.as_ptr(), Arc::as_ptr(session));
    holders().retain(|holder| &holder.target != target || !own(holder));
}
