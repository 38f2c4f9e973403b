//! What users of the library hold: thin handles, each of whose methods is a call of what stands behind it.

mod browser;
mod reconnect;
mod session;
mod tab;

pub use browser::Browser;
pub use reconnect::Reconnect;
pub use session::Session;
pub use tab::Tab;
