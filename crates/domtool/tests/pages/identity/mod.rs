//! An id never comes to mean another element: rows that are inserted, sorted, drawn anew, recycled; pages that tick,
//! frames that reload, documents that come back. And it lives on where a person would say "the same button".

mod changes;
mod documents;
mod living;
mod names;
mod rows;
mod table;
