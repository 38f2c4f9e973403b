//! The proxy that a session's pages reach the network through, and what lets them in there.

use std::fmt;

use crate::error::{Error, Result};

/// Schemes of proxies that Chromium speaks, with the port that is meant where none is said.
const SCHEMES: &[(&str, &str)] = &[("http", "80"), ("https", "443"), ("socks5", "1080"), ("socks4", "1080")];

/// A proxy for all that a session's pages ask for.
///
/// This machine's own addresses are reached without it, unless [`Proxy::with_bypass`] says `<-loopback>`. Its name and password go to
/// that proxy only, and are in no output.
///
/// ```
/// use domtool::Proxy;
///
/// let proxy = Proxy::new("http://ada:s3cret@proxy.example:3128")?;
/// assert_eq!(format!("{proxy:?}"), "Proxy { server: \"http://proxy.example:3128\", .. }");
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    pub(crate) server: String,
    pub(crate) bypass: Option<String>,
    pub(crate) login: Option<(String, String)>,
    pub(crate) of_browser: bool,
}

impl Proxy {
    /// By its address: `http://`, `https://`, `socks5://` or `socks4://` with host and port, `http://` where no scheme is said. A name
    /// and password may stand before the host.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no such address.
    pub fn new(address: &str) -> Result<Self> {
        let bad = || {
            Error::invalid_input("that is no address of a proxy")
                .with_hint("give it as http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT")
        };
        let address = address.trim();
        let (scheme, rest) = address.split_once("://").unwrap_or(("http", address));
        let scheme = scheme.to_ascii_lowercase();
        // The same by another name: Chromium has the proxy look up names.
        let scheme = if scheme == "socks5h" || scheme == "socks" { "socks5".to_owned() } else { scheme };
        let (_, usual) = SCHEMES.iter().find(|(known, _)| *known == scheme).ok_or_else(bad)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        let plain = |c: char| c.is_alphanumeric() || ".-_:[]".contains(c);
        if place.is_empty() || !place.chars().all(plain) {
            return Err(bad());
        }
        let after = place.rsplit(']').next().unwrap_or(place);
        let place = if after.contains(':') { place.to_owned() } else { format!("{place}:{usual}") };
        let proxy = Self {
            server: format!("{scheme}://{}", place.to_ascii_lowercase()),
            bypass: None,
            login: None,
            of_browser: false,
        };
        match login {
            None => Ok(proxy),
            Some(login) => {
                let (user, password) = login.split_once(':').unwrap_or((login, ""));
                proxy.with_login(unescaped(user), unescaped(password))
            }
        }
    }

    /// Says what to answer when it asks for a name and a password.
    ///
    /// # Errors
    /// `INVALID_INPUT` for a SOCKS proxy: Chromium cannot log in there.
    pub fn with_login(mut self, user: impl Into<String>, password: impl Into<String>) -> Result<Self> {
        if self.server.starts_with("socks") {
            return Err(Error::invalid_input("Chromium cannot log in to a SOCKS proxy").with_hint(
                "use the proxy's HTTP port, or a SOCKS proxy of this machine that logs in to that one",
            ));
        }
        self.login = Some((user.into(), password.into()));
        Ok(self)
    }

    /// Says which hosts are reached without it, as Chromium writes them: `*.local, 10.0.0.0/8`; `<-loopback>` has this machine's own
    /// addresses go through it, too.
    #[must_use]
    pub fn with_bypass(mut self, hosts: impl Into<String>) -> Self {
        self.bypass = Some(hosts.into());
        self
    }

    /// Says that the browser itself was started with it (`--proxy-server`): the session only logs in there. So it is for one of the
    /// browser's own context.
    #[must_use]
    pub fn of_browser(mut self) -> Self {
        self.of_browser = true;
        self
    }

    /// Its scheme, host and port: all that may be shown.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }
}

/// Without the name and the password.
impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy").field("server", &self.server).finish_non_exhaustive()
    }
}

/// Text of an address with its `%XX` read.
fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = bytes.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let escaped = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(escaped.unwrap_or(*byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (address, server, login) in [
            ("proxy:3128", Some("http://proxy:3128"), None),
            ("http://Proxy.example", Some("http://proxy.example:80"), None),
            ("https://p:444/", Some("https://p:444"), None),
            ("socks5h://127.0.0.1", Some("socks5://127.0.0.1:1080"), None),
            ("http://[::1]:8", Some("http://[::1]:8"), None),
            ("http://[::1]", Some("http://[::1]:80"), None),
            ("http://a:b%40c@p:1", Some("http://p:1"), Some(("a", "b@c"))),
            ("http://a:b@c@p:1", Some("http://p:1"), Some(("a", "b@c"))),
            ("socks5://a:b@p:1", None, None),
            ("ftp://p", None, None),
            ("http://", None, None),
            ("http://p:1/path", None, None),
            ("http://p:1;direct://", None, None),
            ("http://p, q", None, None),
        ] {
            let proxy = Proxy::new(address).ok();
            assert_eq!(proxy.as_ref().map(Proxy::server), server, "{address}");
            let given = proxy.and_then(|proxy| proxy.login);
            assert_eq!(given, login.map(|(a, b)| (a.to_owned(), b.to_owned())), "{address}");
        }
        let error = Proxy::new("socks5://a:zqs@p:1").unwrap_err();
        assert!(!format!("{error:?}").contains("zqs"), "{error:?}");
    }
}
