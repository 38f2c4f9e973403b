//! What the tabs of a session, and the sessions of a browser, have in common: ids, secrets, options, clipboards. It knows of no tab.

mod browser;
mod clipping;
mod holders;
mod logins;
mod registry;
mod secrets;
mod session;

pub(crate) use browser::{BrowserShared, Own, Reached};
pub(crate) use clipping::Clipping;
pub(crate) use holders::{claim, hand_over, holder_of, release};
pub(crate) use logins::{LoginAsked, Logins};
pub(crate) use registry::{Forgotten, SharedRegistry};
pub(crate) use secrets::Secrets;
pub(crate) use session::SessionShared;
