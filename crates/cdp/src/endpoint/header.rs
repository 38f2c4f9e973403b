//! [`Header`]: what a caller has sent along with the requests that reach a browser: a token, most often.

use crate::error::{Error, ErrorKind, Result};

/// Names that the handshake itself needs; `sec-websocket-` begins more.
const TAKEN: &[&str] =
    &["connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade"];

/// A header that can be sent. It has no `Debug`: its value lets its holder in.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Header {
    /// # Errors
    /// Header, without the value.
    pub(super) fn new(name: &str, value: &str) -> Result<Self> {
        let (name, value) = (name.trim(), value.trim_matches([' ', '\t']));
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let wrong = |why: &str| Err(Error::new(ErrorKind::Header, why));
        if name.is_empty() || !name.bytes().all(is_token) {
            return wrong("a header begins with a name of letters, digits and dashes, and a colon");
        }
        if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_graphic() || b" \t".contains(&byte)) {
            return wrong(&format!("the value of the header {name} is to be one line of ASCII"));
        }
        let lower = name.to_ascii_lowercase();
        if TAKEN.contains(&lower.as_str()) || lower.starts_with("sec-websocket-") {
            return wrong(&format!("the header {name} is a part of the handshake, and is not to be set"));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_two_headers_or_none_is_refused_without_its_value() {
        assert_eq!(Header::new("Authorization", " Bearer x ").ok().unwrap().value, "Bearer x");
        for (name, value) in [
            ("", "zqs"),
            ("X Token", "zqs"),
            ("X-Token", ""),
            ("X-Token", "zqs\r\nHost: evil"),
            ("X-Token", "zqsß"),
            ("Host", "zqs"),
            ("sec-WebSocket-Key", "zqs"),
        ] {
            let error = Header::new(name, value).err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Header);
            assert!(!error.to_string().contains("zqs"), "{error}");
        }
    }
}
