//! A server over HTTP whose clients operate browsers. It promises to answer nobody but those who have a token, no page by way of a foreign
//! host or origin, and to stay of use to them while others send what never ends. What is served behind it is left to `mcp` and `serve`.
//!
//! In the order of a request: `address` (where it listens), `connections` (how many, and who gives way), `listener`, `names`, `tokens`,
//! `door` (what is looked at before the path), `answers` (what is refused).

mod address;
mod answers;
mod connections;
mod door;
mod listener;
mod names;
mod tokens;

pub(crate) use address::Address;
pub(crate) use answers::{Answer, busy, no_token, said, with_body};
pub(crate) use connections::Visitor;
pub(crate) use door::{Door, LARGEST_BODY, whole_body};
pub(crate) use listener::{Service, accept, all_gone};
pub(crate) use names::Names;
pub(crate) use tokens::{Holder, Tokens};
