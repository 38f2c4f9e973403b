//! The pure core of domtool: the browser's answers go in, text for a language model comes out.
//!
//! The crate promises four things. It has no I/O, no clock, no async and no randomness, so equal captures give equal bytes. It
//! cannot fail: a part of the page that could not be read is a [`snapshot::Gap`], and the model is told. Secrets are masked
//! before a snapshot exists, so no later pass can leak one. And an element id never comes to mean another element.
//!
//! ```text
//! capture -> snapshot -> identity -> view -> text
//! ```
//!
//! The modules in the order of the data; each uses only those before it:
//!
//! - [`geometry`]: points and rectangles, in CSS pixels of the top viewport.
//! - [`listener_kinds`]: the kinds of input that a node listens to.
//! - [`secret_values`]: the values that are known to be secret, and the mask that replaces them in every text.
//! - [`styles`]: which computed styles a capture asks the browser for.
//! - [`capture`]: the input of the crate, which is everything that the engine asked for one moment of a page.
//! - [`snapshot`]: every node of every frame and shadow tree, with its box, role, name, states and what covers it.
//! - [`identity`]: element ids, and how each follows its element from one snapshot to the next.
//! - [`view`]: what of a snapshot is shown within a budget of tokens, in each format; diffs, queries and searches.
//!
//! Beside them stand state machines that are fed events and times:
//!
//! - [`settle`]: whether the effects of an action have come to rest; [`timers`] reads which timers the action set.
//! - [`ready`]: whether a page that was just opened is worth looking at.
//! - [`messages`]: which texts that appeared on a page are messages for the caller.
//! - [`background_requests`]: which requests a page makes by itself.
//!
//! `limits` has every bound of the crate.

pub mod background_requests;
pub mod capture;
pub mod geometry;
mod glob;
pub mod identity;
mod limits;
pub mod listener_kinds;
pub mod messages;
pub mod ready;
pub mod secret_values;
pub mod settle;
pub mod snapshot;
pub mod styles;
pub mod timers;
pub mod view;

pub use glob::matches_glob;
