//! Login by HTTP (Basic, Digest): whose name and password, and which origin gets them.

use std::fmt;

use crate::error::{Error, Result};

/// A name and a password for login by HTTP, and the one origin that gets them.
///
/// That is the origin that [`HttpAuth::for_origin`] names, else that of the first address opened in the session. Servers of other
/// origins, also where a page or a redirect leads to them, and proxies never get them. The password is in no output.
///
/// ```
/// use domtool::HttpAuth;
///
/// let auth = HttpAuth::new("ada", "s3cret").for_origin("https://intranet.example/")?;
/// assert_eq!(format!("{auth:?}"), "HttpAuth { origin: Some(\"https://intranet.example\"), .. }");
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct HttpAuth {
    pub(crate) user: String,
    pub(crate) password: String,
    pub(crate) origin: Option<String>,
}

impl HttpAuth {
    /// For the origin of the first address opened.
    pub fn new(user: impl Into<String>, password: impl Into<String>) -> Self {
        Self { user: user.into(), password: password.into(), origin: None }
    }

    /// For this origin alone, such as `https://intranet.example`.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no origin.
    pub fn for_origin(mut self, origin: &str) -> Result<Self> {
        let named = origin_of(origin).ok_or_else(|| {
            Error::invalid_input("the origin for the login by HTTP is none")
                .with_hint("give one such as https://example.com")
        })?;
        self.origin = Some(named);
        Ok(self)
    }
}

/// The name is left out as well: people mistake one for the other.
impl fmt::Debug for HttpAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpAuth").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// The origin of an address of the web, as Chromium writes it.
pub(crate) fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.trim().split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host).to_ascii_lowercase();
    let host = host.strip_suffix(default).unwrap_or(&host);
    // What has a meaning in a pattern is in no host.
    let plain = !host.is_empty() && !host.contains(['*', '?', '\\']) && !host.contains(char::is_whitespace);
    plain.then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        for (url, expected) in [
            ("https://Example.com/a?b#c", Some("https://example.com")),
            ("https://example.com:443", Some("https://example.com")),
            ("http://example.com:443/", Some("http://example.com:443")),
            ("http://127.0.0.1:8080/x", Some("http://127.0.0.1:8080")),
            ("http://[::1]:80/", Some("http://[::1]")),
            ("http://user:pw@host/x", Some("http://host")),
            ("http://good.example@evil.example/", Some("http://evil.example")),
            ("http://evil.example\\@good.example/", Some("http://evil.example")),
            ("http://evil.example#@good.example/", Some("http://evil.example")),
            ("http://*/", None),
            ("http:///x", None),
            ("file:///etc/passwd", None),
            ("about:blank", None),
            ("example.com", None),
        ] {
            assert_eq!(origin_of(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn neither_name_nor_password_is_written() {
        let written = format!("{:?}", HttpAuth::new("ada", "s3cret"));
        assert!(!written.contains("ada") && !written.contains("s3cret"), "{written}");
    }
}
