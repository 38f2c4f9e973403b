//! The hash of what an observation was asked for.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use crate::error::Error;

/// The hash of what was asked for of a page: equal when there is nothing new to see. In text and JSON it has 16 hexadecimal digits.
///
/// ```
/// let hash: domtool::ContentHash = "00000000000000ff".parse()?;
/// assert_eq!(hash.to_string(), "00000000000000ff");
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(pub(super) u64);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for ContentHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = text.len() <= 16 && text.chars().all(|c| c.is_ascii_hexdigit());
        let hash = digits.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        hash.map(Self).ok_or_else(|| {
            Error::invalid_input("a hash has up to 16 hexadecimal digits, as an observation gave it")
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ContentHash {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ContentHash".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9a-f]{16}$" })
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
