//! JSON whose strings hold nothing that a person would not see: such characters are written as `\\u` escapes, so that no byte
//! of a page's is lost, and none is read unseen.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::escape::{Eye, is_break};

/// Writes a value as JSON on one line. Structs of text and numbers always serialise; were one not to, it would be `null`.
#[must_use]
pub fn safe_json<T: Serialize>(value: &T) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Visible));
    let text = written.ok().and_then(|()| String::from_utf8(out).ok());
    text.unwrap_or_else(|| "null".to_owned())
}

struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let mut eye = Eye::default();
        let mut plain = 0;
        for (at, c) in fragment.char_indices() {
            if eye.sees(c) && !is_break(c) {
                continue;
            }
            writer.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            plain = at + c.len_utf8();
            eye = Eye::default();
        }
        writer.write_all(&fragment.as_bytes()[plain..])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_unseen_is_escaped() {
        assert_eq!(safe_json(&"a\u{202e}b\u{2028}\u{e0041}\n\"ü"), r#""a\u202eb\u2028\udb40\udc41\n\"ü""#);
    }

    proptest! {
        #[test]
        fn it_says_the_same(text in any::<String>()) {
            let json = safe_json(&text);
            prop_assert_eq!(serde_json::from_str::<String>(&json).ok(), Some(text));
            let mut eye = Eye::default();
            prop_assert!(json.chars().all(|c| eye.sees(c) && !is_break(c)));
        }
    }
}
