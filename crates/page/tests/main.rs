//! What is seen, judged and written of pages, held on the pages of `fixtures/` in a real Chromium, and on captures that no browser
//! makes.
//!
//! One binary: ten took longer to build than to run.

// A test's support that fails fails the test; tables of what was measured are printed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod asking;
mod browser;
mod judging;

mod drawings;
mod frames;
mod garbage;
mod identity;
mod judge;
mod perception;
mod query;
mod scale;
mod styles;
mod view;
