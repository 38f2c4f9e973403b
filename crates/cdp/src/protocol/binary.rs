//! [`Binary`]: bytes that are base64 where messages are JSON, and themselves where they are CBOR.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A value of the protocol's type `binary`, such as a picture.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Binary(pub Vec<u8>);

impl fmt::Debug for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Binary({} bytes)", self.0.len())
    }
}

impl Serialize for Binary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Chromium takes base64 in either encoding.
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Binary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Binary;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes, or base64")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Binary, E> {
                // The reason would name the text's characters.
                STANDARD.decode(text).map(Binary).map_err(|_| E::custom("the base64 is broken"))
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Binary, E> {
                Ok(Binary(bytes.to_vec()))
            }
        }
        // The message itself tells which of the two it is.
        deserializer.deserialize_any(Visitor)
    }
}
