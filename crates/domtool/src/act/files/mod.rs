//! Files: into the page (a file input, a chooser that a button opens, a place to drop them), and out of it (downloads).

mod download;
mod drop;
mod picked;
mod upload;

pub(crate) use download::download;
pub(crate) use upload::upload;
