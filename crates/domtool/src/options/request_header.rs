//! A header that a session's requests carry, and which servers get it: one with a token in it that every server got would be given away.

use std::fmt;

use super::origin_of;
use crate::error::{Error, Result};

/// Headers that the browser alone can set, or that have a better way.
const REFUSED: &[&str] = &[
    "connection",
    "content-length",
    "cookie",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
/// What names of headers have in them whose values let their holder in.
const LETS_IN: &[&str] =
    &["auth", "token", "key", "secret", "session", "credential", "password", "signature", "jwt", "api"];
/// A value of so many bytes is no everyday word.
const LONG: usize = 16;

/// A header for requests of a session's pages, frames and workers.
///
/// Only one origin gets it: that of the first address opened in the session, or what [`RequestHeader::only_for`] names. It is not taken
/// along by redirects to other origins. WebSockets carry none. Its value is in no output.
///
/// ```
/// use domtool::RequestHeader;
///
/// let header = RequestHeader::new("Authorization", "Bearer s3cret")?.only_for("https://api.example")?;
/// assert!(!format!("{header:?}").contains("s3cret"));
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RequestHeader {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) servers: Servers,
}

/// Who gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Servers {
    /// The origin of the first address opened.
    First,
    /// This origin.
    Origin(String),
    /// All hosts that end with this, such as `.example.com`, by TLS.
    Below(String),
    /// Whoever is asked.
    All,
}

impl RequestHeader {
    /// For the origin of the first address opened.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no header, or one that only the browser can set.
    pub fn new(name: &str, value: &str) -> Result<Self> {
        let (name, value) = (name.trim(), value.trim());
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.is_empty() || !name.bytes().all(token) {
            return Err(
                Error::invalid_input("that is no name of a header").with_hint("give it as NAME: VALUE")
            );
        }
        if !value.bytes().all(|byte| byte == b'\t' || (byte >= b' ' && byte != 0x7f)) {
            let message = format!("the value of the header {name} has characters that no header can have");
            return Err(Error::invalid_input(message));
        }
        let lower = name.to_ascii_lowercase();
        if REFUSED.contains(&lower.as_str()) || lower.starts_with("proxy-") || lower.starts_with("sec-") {
            let message = format!("the header {name} is the browser's own to set");
            let hint = match lower.as_str() {
                "cookie" => "load cookies as a storage state",
                "proxy-authorization" => "give the name and password for the proxy",
                _ => "leave it out",
            };
            return Err(Error::invalid_input(message).with_hint(hint));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned(), servers: Servers::First })
    }

    /// For these servers alone: an origin (`http://intranet:8080`), a host, which is to be reached by `https` unless it is this machine
    /// (`api.example.com`, `localhost:3000`), all hosts below one (`*.example.com`), or `*` for whoever is asked.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is none of them.
    pub fn only_for(mut self, servers: &str) -> Result<Self> {
        self.servers = Servers::named(servers.trim()).ok_or_else(|| {
            Error::invalid_input(format!("the header {} is for what is no origin and no host", self.name))
                .with_hint("name them such as https://api.example.com, api.example.com, *.example.com or *")
        })?;
        Ok(self)
    }

    /// Whether a request for this address carries it, where the first address opened was of that origin.
    pub(crate) fn goes_to(&self, url: &str, first: Option<&str>) -> bool {
        let Some(origin) = origin_of(url) else { return false };
        match &self.servers {
            Servers::First => first == Some(origin.as_str()),
            Servers::Origin(own) => *own == origin,
            Servers::Below(end) => {
                let host = origin.strip_prefix("https://").unwrap_or_default();
                let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
                host.ends_with(end.as_str())
            }
            Servers::All => true,
        }
    }

    /// What of its value is never to be shown, also where a page says it again: all that may let its holder in. Others are everyday
    /// words (`staging`), which cannot be hidden wherever they stand.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &str> {
        let name = self.name.to_ascii_lowercase();
        let lets_in = self.value.len() >= LONG || LETS_IN.iter().any(|part| name.contains(part));
        let after_scheme = self.value.split_once(' ').map(|(_, rest)| rest.trim());
        [Some(self.value.as_str()), after_scheme].into_iter().flatten().filter(move |_| lets_in)
    }
}

impl Servers {
    fn named(text: &str) -> Option<Self> {
        if text == "*" {
            return Some(Self::All);
        }
        if let Some(host) = text.strip_prefix("*.") {
            let plain = host.contains('.')
                && origin_of(&format!("https://{host}")).is_some()
                && !host.contains(['/', ':', '@']);
            return plain.then(|| Self::Below(format!(".{}", host.to_ascii_lowercase())));
        }
        if text.contains("://") {
            return origin_of(text).map(Self::Origin);
        }
        let host = if text.starts_with('[') { text.split(']').next()? } else { text.split(':').next()? };
        let here = matches!(host, "localhost" | "127.0.0.1" | "[::1");
        let plain = !host.is_empty() && !text.contains(['/', '@', '?', '#', '\\']);
        let scheme = if here { "http" } else { "https" };
        origin_of(&format!("{scheme}://{text}")).filter(|_| plain).map(Self::Origin)
    }
}

/// Names and servers are no secrets, values are.
impl fmt::Debug for RequestHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestHeader")
            .field("name", &self.name)
            .field("servers", &self.servers)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_a_header() {
        for (servers, url, gets) in [
            ("", "https://a.example/x", true),
            ("", "http://a.example/x", false),
            ("", "https://a.example:444/x", false),
            ("", "https://b.example/", false),
            ("api.example", "https://api.example/v1", true),
            ("api.example", "http://api.example/v1", false),
            ("api.example:444", "https://api.example:444/v1", true),
            ("API.example", "https://api.example/v1", true),
            ("localhost:3000", "http://localhost:3000/", true),
            ("localhost:3000", "http://localhost:3001/", false),
            ("http://intranet:8080", "http://intranet:8080/", true),
            ("*.example.com", "https://a.b.example.com/", true),
            ("*.example.com", "https://example.com/", false),
            ("*.example.com", "https://evilexample.com/", false),
            ("*.example.com", "https://a.example.com.evil.example/", false),
            ("*.example.com", "http://a.example.com/", false),
            ("*.example.com", "https://x@evil.example/a.example.com", false),
            ("*", "http://who.ever/", true),
            ("*", "data:text/plain,x", false),
        ] {
            let header = RequestHeader::new("X-Token", "v").unwrap();
            let header = if servers.is_empty() { header } else { header.only_for(servers).unwrap() };
            assert_eq!(header.goes_to(url, Some("https://a.example")), gets, "{servers} {url}");
            assert!(!RequestHeader::new("X", "v").unwrap().goes_to(url, None), "{url}");
        }
        for bad in ["", "a b", "a/b", "*.", "*.com", "ftp://x", "user@host", "*.a.example/x"] {
            assert!(RequestHeader::new("X", "v").unwrap().only_for(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_no_header_is_refused_without_its_value() {
        for (name, value) in [
            ("", "zqs"),
            ("a b", "zqs"),
            ("X", "zqs\r\nY: z"),
            ("Host", "zqs"),
            ("Cookie", "zqs"),
            ("Proxy-Authorization", "zqs"),
        ] {
            let error = RequestHeader::new(name, value).unwrap_err();
            assert!(!format!("{error:?}").contains("zqs"), "{error:?}");
        }
        let secrets = |name, value| {
            RequestHeader::new(name, value).unwrap().secrets().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(secrets("Authorization", "Bearer abc"), ["Bearer abc", "abc"]);
        assert!(secrets("X-Stage", "staging").is_empty());
    }
}
