//! The keyboard: keys by name, chords and text as trusted events, in the order that a person's hands give them.
//!
//! Which field gets the text, and whether it took it, is the business of the fields.

mod clipboard;
mod editing;
mod hold;
pub(crate) mod keys;
mod nearest;
mod press;
mod select;
mod send;
mod table;
mod transfer;

pub(crate) use clipboard::{clear as clear_clipboard, copy, paste};
pub(crate) use hold::hold;
pub use keys::Keys;
pub(crate) use press::{focused_channel, press as press_keys};
pub(crate) use select::{select_text, still_selected};
pub(crate) use send::{insert, is_received, press, write, write_into};
pub(crate) use transfer::{give, selected};

/// Whether any of the keys reads or writes the clipboard.
pub(crate) fn clips(keys: &Keys) -> bool {
    keys.strokes().iter().any(|stroke| editing::clip(editing::Platform::HERE, stroke).is_some())
}
