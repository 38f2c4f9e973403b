//! [`Fault`]: why bytes are no message, or not the one that was asked for. It names places and kinds, never a value:
//! messages hold what people type.

use std::fmt::{self, Display};

use serde::{de, ser};

/// Why CBOR could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::wire) enum Fault {
    /// It ends in the middle of a value.
    Ends { at: usize },
    /// No value begins with this byte, or not here.
    Byte { at: usize, byte: u8 },
    /// A string that is not UTF-8.
    Text { at: usize },
    /// More where it should have ended.
    Rest { at: usize },
    /// More levels than were allowed.
    TooDeep,
    /// Sound, but not the shape that was asked for.
    Shape(String),
    /// More than an envelope can hold.
    TooLong,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends { at } => write!(f, "it ends at byte {at}, in the middle of a value"),
            Self::Byte { at, byte } => write!(f, "byte {at} ({byte:#04x}) is not what can stand there"),
            Self::Text { at } => write!(f, "the string at byte {at} is not UTF-8"),
            Self::Rest { at } => write!(f, "there is more after its end, at byte {at}"),
            Self::TooDeep => f.write_str("it is nested too deeply"),
            Self::Shape(what) => f.write_str(what),
            Self::TooLong => f.write_str("it is longer than 4 GiB"),
        }
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self::Shape(message.to_string())
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::Shape(format!("{} where there should be {expected}", kind(found)))
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::Shape(format!("{} that is not {expected}", kind(found)))
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Self::Shape(format!("a word that is none of {}", known.join(", ")))
    }
}

impl ser::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self::Shape(message.to_string())
    }
}

fn kind(found: de::Unexpected<'_>) -> &'static str {
    match found {
        de::Unexpected::Bool(_) => "a boolean",
        de::Unexpected::Unsigned(_) | de::Unexpected::Signed(_) => "an integer",
        de::Unexpected::Float(_) => "a number",
        de::Unexpected::Str(_) | de::Unexpected::Char(_) => "a string",
        de::Unexpected::Bytes(_) => "bytes",
        de::Unexpected::Unit | de::Unexpected::Option => "null",
        de::Unexpected::Seq => "a list",
        de::Unexpected::Map => "an object",
        _ => "something",
    }
}
