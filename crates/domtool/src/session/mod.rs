//! Sessions: which session owns a new tab, the tabs that a session opens or takes, and how it goes on after its connection broke.

mod attach;
mod close;
mod inner;
mod owners;
mod reconnect;
mod renew;
mod storage;

pub(crate) use inner::SessionInner;
pub(crate) use owners::{DefaultContext, Routes, attached_to, lock, opened};
