//! What users of the library hold: thin handles, whose methods call what stands behind them.
//!
//! The documentation of each async method says what a dropped future leaves behind ("Cancel safety").

mod browser;
mod session;
mod tab;

pub use browser::Browser;
pub use session::Session;
pub use tab::Tab;
