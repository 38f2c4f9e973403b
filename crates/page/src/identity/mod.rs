//! Element ids: given out once, never reused in a session, never another element's.
//!
//! A [`Registry`] belongs to a session of domtool and outlives its snapshots. An id stays with its DOM node for as long as
//! the node's document lives and the node stands for the same thing. When the node is gone, or was recycled for another row, and exactly
//! one other is what it was (see the module `fingerprint`), the id moves over; otherwise it is stale for ever.

mod before;
mod column;
mod compare;
mod context;
mod edits;
mod entry;
mod facts;
mod fingerprint;
mod keys;
mod living;
mod month;
mod properties;
mod reconcile;
mod registry;
mod shifts;
mod trace;
mod word_kinds;

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

pub use entry::{Entry, Moved, StaleReason, Status};
pub(crate) use facts::leads_somewhere;
pub use registry::Registry;
pub use trace::Trace;

/// An element's id: `e12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub u32);

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl Serialize for ElementId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ElementId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ElementId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^e[1-9][0-9]*$" })
    }
}

/// What was given is no element id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnElementId(pub String);

impl fmt::Display for NotAnElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no element id: ids look like e12 and come from an observation", self.0)
    }
}

impl std::error::Error for NotAnElementId {}

impl FromStr for ElementId {
    type Err = NotAnElementId;

    /// `e12`, as an observation writes it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.trim()
            .strip_prefix('e')
            .filter(|digits| {
                !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit())
            })
            .and_then(|digits| digits.parse().ok())
            .map(ElementId)
            .ok_or_else(|| NotAnElementId(text.chars().take(40).collect()))
    }
}
