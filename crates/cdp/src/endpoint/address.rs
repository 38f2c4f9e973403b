//! [`Address`]: the address of a browser, taken apart and checked; and how an address is shown, without what lets its holder in.

use std::{borrow::Cow, net::IpAddr};

use base64::{Engine as _, prelude::BASE64_STANDARD};

use super::failure;
use crate::error::Result;

/// An address, taken apart. It has no `Debug`: its path, and who asks, let their holder in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(super) websocket: bool,
    pub(super) tls: bool,
    pub(crate) host: String,
    pub(super) port: u16,
    /// With the query, without a fragment; it begins with a slash.
    pub(crate) path: String,
    /// Name and password, as they were meant before they were escaped.
    pub(super) user: Option<String>,
}

impl Address {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let wrong = |why: &str| failure(format!("`{}` is not the address of a browser: {why}", shown(text)));
        let whole = with_scheme(text);
        let (scheme, rest) = whole.split_once("://").ok_or_else(|| {
            wrong("expected a port of this machine, http://host:port or ws://host:port/...")
        })?;
        let (websocket, tls) = match scheme {
            "http" => (false, false),
            "ws" => (true, false),
            "https" => (false, true),
            "wss" => (true, true),
            _ => return Err(wrong("expected http://, https://, ws:// or wss://")),
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let (authority, path) = rest.find(['/', '?']).map_or((rest, ""), |at| rest.split_at(at));
        let (user, authority) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !host.ends_with(':') && !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong("the port is no number"))?)
            }
            _ => (authority, if tls { 443 } else { 80 }),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(wrong("it names no host"));
        }
        // Whatever stands in it goes into the head of a request.
        if !host.bytes().chain(path.bytes()).all(|byte| byte.is_ascii_graphic()) {
            return Err(wrong("blanks and letters beyond ASCII have to be escaped"));
        }
        if path.contains('…') || host.contains('…') {
            return Err(wrong("this is how an address is shown, without what lets its holder in"));
        }
        let user =
            user.map(unescaped).transpose().map_err(|()| wrong("the name or password is not escaped"))?;
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Ok(Self { websocket, tls, host: host.to_owned(), port, path, user })
    }

    /// Whether it is that of a WebSocket, or of the server of one.
    pub(crate) fn is_any_websocket(&self) -> bool {
        self.websocket
    }

    /// Whether it leads to a WebSocket, which need not be asked for.
    pub(crate) fn is_websocket(&self) -> bool {
        self.websocket && self.path.len() > 1
    }

    /// The same port of another host.
    pub(crate) fn on(&self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self.clone() }
    }

    /// Whether it is this machine itself.
    pub(crate) fn is_loopback(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }

    /// Host and port.
    pub(crate) fn authority(&self) -> String {
        match self.host.parse::<IpAddr>() {
            Ok(IpAddr::V6(ip)) => format!("[{ip}]:{}", self.port),
            _ => format!("{}:{}", self.host, self.port),
        }
    }

    /// The address of a WebSocket there, without who asks.
    pub(super) fn websocket_url(&self, path: &str) -> String {
        format!("{}://{}{path}", if self.tls { "wss" } else { "ws" }, self.authority())
    }

    /// The path without the query, and the query with its mark.
    pub(crate) fn split_path(&self) -> (&str, &str) {
        self.path.find('?').map_or((self.path.as_str(), ""), |at| self.path.split_at(at))
    }

    /// The value of the header by which name and password are sent.
    pub(super) fn authorization(&self) -> Option<String> {
        self.user.as_ref().map(|user| format!("Basic {}", BASE64_STANDARD.encode(user)))
    }
}

/// An address as people type it: `9222` is a port of this machine, `host:9222` is asked by HTTP.
fn with_scheme(text: &str) -> Cow<'_, str> {
    let is_port = |text: &str| text.parse::<u16>().is_ok();
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-[:]".contains(&byte);
    match text.rsplit_once(':') {
        None if is_port(text) => format!("http://127.0.0.1:{text}").into(),
        Some((host, port)) if !host.is_empty() && host.bytes().all(is_host) && is_port(port) => {
            format!("http://{text}").into()
        }
        _ => text.into(),
    }
}

/// A name and a password without their escapes.
fn unescaped(text: &str) -> Result<String, ()> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok()).ok_or(())?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| ())?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(|_| ())
}

/// An address as people may see it: hosted browsers take a password before the host, or a token in the path or after it; and
/// whoever has the path of a browser's own address has the browser.
pub(crate) fn shown(endpoint: &str) -> String {
    let start = endpoint.find("://").map_or(0, |at| at + 3);
    let (scheme, rest) = endpoint.split_at(start);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    // A password may hold a slash, where nobody escaped it: all up to the last `@` is hidden.
    let (who, rest) = rest.rfind('@').map_or(("", rest), |at| ("…", &rest[at..]));
    let host = rest.split('/').next().unwrap_or_default();
    // What is left out is a path, or what follows it; not the slash that ends an address.
    let whole = endpoint.ends_with(host) || endpoint.ends_with(&format!("{host}/"));
    format!("{scheme}{who}{host}{}", if whole { "" } else { "/…" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_no_part_of_the_host() {
        for (text, authority, user) in [
            ("http://user:pw@127.0.0.1:9222", "127.0.0.1:9222", "user:pw"),
            ("ws://user@host:1/devtools/browser/x", "host:1", "user"),
            ("http://host:2?token=x", "host:2", ""),
            ("http://a:b@[::1]:3/", "[::1]:3", "a:b"),
            ("http://a@b:c@host:4/", "host:4", "a@b:c"),
            ("wss://a:b%40c%2f@host/", "host:443", "a:b@c/"),
        ] {
            let address = Address::parse(text).ok().unwrap();
            assert_eq!(address.authority(), authority, "{text}");
            assert_eq!(address.user.unwrap_or_default(), user, "{text}");
        }
    }

    #[test]
    fn a_port_or_a_host_with_one_is_asked_by_http() {
        for (text, authority) in
            [("9222", "127.0.0.1:9222"), ("b.example:1", "b.example:1"), ("[::1]:3", "[::1]:3")]
        {
            let address = Address::parse(text).ok().unwrap();
            assert_eq!(
                (address.authority().as_str(), address.websocket, address.tls),
                (authority, false, false)
            );
        }
        for text in ["", "99999", "b.example", "ada@b.example:1", "ada:pw:1/x", ":1"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_query_without_a_path_is_one_of_the_root() {
        for (text, path) in [
            ("ws://host?token=x", "/?token=x"),
            ("ws://host/a?b#c", "/a?b"),
            ("http://host", "/"),
            ("http://host#c", "/"),
        ] {
            assert_eq!(Address::parse(text).ok().unwrap().path, path, "{text}");
        }
    }

    #[test]
    fn an_error_says_nothing_of_it() {
        for text in [
            "user:zqs@host:9222",
            "ftp://zqs@host/",
            "http://zqs:zqs@host:x/",
            "http://zqs:zqs@",
            "http://zqs%zz@host",
            "http://host/zqs zqs",
            "http://host/\r\nzqs: zqs",
            "ws://host/…zqs",
        ] {
            let error = Address::parse(text).err().unwrap().to_string();
            assert!(!error.contains("zqs"), "{text}: {error}");
        }
        // A slash that nobody escaped ends the host; the rest is a path, which is not told either.
        assert_eq!(
            Address::parse("ws://u:z/qs@h?zqs=zqs").err().unwrap().to_string().matches("qs").count(),
            0
        );
    }

    #[test]
    fn an_address_is_shown_without_what_lets_its_holder_in() {
        for (text, as_shown) in [
            ("http://127.0.0.1:9222", "http://127.0.0.1:9222"),
            ("http://127.0.0.1:9222/", "http://127.0.0.1:9222"),
            ("ws://127.0.0.1:9222/devtools/browser/1f0e", "ws://127.0.0.1:9222/…"),
            ("ws://ada:pw@host?token=x", "ws://…@host/…"),
            ("wss://host/t0ken/", "wss://host/…"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(shown(text), as_shown);
        }
    }
}
