//! What users of the library hold: thin handles, whose methods call what stands behind them.
//!
//! The documentation of each async method says what a dropped future leaves behind ("Cancel safety").

mod browser;
mod calls;
mod session;
mod tab;

use std::{future::Future, pin::Pin};

pub use browser::Browser;
pub use session::Session;
pub use tab::Tab;

/// A future of one type, whatever it does: its code is compiled where it is made, see `calls`.
type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
