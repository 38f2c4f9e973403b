//! What users of the library hold: thin handles, each of whose methods is one call of what stands behind it.
//!
//! The documentation of each async method says what a dropped future leaves behind ("Cancel safety").

mod browser;
mod reconnect;
mod session;
mod tab;

pub use browser::Browser;
pub use reconnect::Reconnect;
pub use session::Session;
pub use tab::Tab;
