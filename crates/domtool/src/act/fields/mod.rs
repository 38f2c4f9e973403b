//! Text and choices into fields, by kind: each is set the way a person would, and what it holds then is read back.

mod check;
mod focus;
mod select;
mod text;

pub(super) use check::check;
pub(super) use focus::focus;
pub(super) use select::select;
pub(super) use text::{fill, type_text};
