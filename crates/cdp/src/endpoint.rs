//! Finds the WebSocket of a running browser by its address, through the HTTP pages that the browser serves beside it.
//!
//! A hand-written `GET` over a socket: the browser's answers are small, plain and have a length. No TLS, no redirects.

pub(crate) mod running;

use std::{net::IpAddr, path::Path, time::Duration};

use serde::Deserialize;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    error::{Error, ErrorKind, Result},
    protocol::TargetId,
};

/// More than the browser's description of the whole protocol.
const BODY_LIMIT: usize = 64 << 20;

/// The WebSocket address of the browser at an address: `http://host:port` (or `ws://` without a path) is asked for it,
/// a `ws://` address with a path is taken as it is, but for that of a page, whose browser's it gives. `auto` is the one of [`running`](crate::chromium::running), `auto:DIR` the one that
/// runs in the profile folder DIR.
///
/// # Errors
/// Endpoint, with what to do about it.
pub async fn websocket_url(endpoint: &str, deadline: Duration) -> Result<String> {
    let profile = endpoint.strip_prefix("auto:").map(Path::new);
    if profile.is_some() || endpoint == "auto" {
        let search = running::find_websocket_url(profile);
        return tokio::time::timeout(deadline, search).await.unwrap_or_else(|_| {
            Err(failure(format!("no browser was found within {} ms", deadline.as_millis())))
        });
    }
    let address = Address::parse(endpoint)?;
    if address.websocket && address.path.len() > 1 && page_target(endpoint).is_none() {
        return Ok(endpoint.to_owned());
    }
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "webSocketDebuggerUrl")]
        url: String,
    }
    let body = fetch(endpoint, "/json/version", deadline).await?;
    let version: Version = serde_json::from_slice(&body).map_err(|e| {
        failure(format!("{} answers, but not as a browser does", shown(endpoint))).caused_by(e)
    })?;
    // The browser names itself by the address it was asked at, which behind a forwarded port is not ours.
    let path = Address::parse(&version.url)?.path;
    Ok(format!("ws://{}{path}", address.authority()))
}

/// The target that is named by the address of a page, `ws://host:port/devtools/page/ID`.
#[must_use]
pub fn page_target(endpoint: &str) -> Option<TargetId> {
    let address = Address::parse(endpoint).ok().filter(|address| address.websocket)?;
    let id = address.path.strip_prefix("/devtools/page/")?;
    (!id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric())).then(|| TargetId::from(id))
}

/// What a browser serves at a path, such as `/json/protocol`.
///
/// # Errors
/// Endpoint.
pub async fn fetch(endpoint: &str, path: &str, deadline: Duration) -> Result<Vec<u8>> {
    let address = Address::parse(endpoint)?;
    tokio::time::timeout(deadline, get(&address, path)).await.unwrap_or_else(|_| {
        Err(failure(format!("{} did not answer within {} ms", shown(endpoint), deadline.as_millis())))
    })
}

async fn get(address: &Address, path: &str) -> Result<Vec<u8>> {
    let broken = |e| failure(format!("{} broke off", address.authority())).caused_by(e);
    let mut stream = address.connect().await?;
    // Chromium refuses host names other than `localhost` (DNS rebinding), so it is asked by its number.
    let host = match stream.peer_addr() {
        Ok(peer) if address.host != "localhost" => peer.to_string(),
        _ => address.authority(),
    };
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.map_err(broken)?;

    let mut answer = Vec::new();
    let mut body_at = None;
    loop {
        if body_at.is_none() {
            body_at = head_end(&answer);
        }
        let length = body_at.and_then(|at| content_length(&answer[..at]));
        if let (Some(at), Some(length)) = (body_at, length)
            && answer.len() >= at + length
        {
            break;
        }
        if answer.len() > BODY_LIMIT {
            return Err(failure(format!("{} answers without an end", address.authority())));
        }
        if stream.read_buf(&mut answer).await.map_err(broken)? == 0 {
            break;
        }
    }
    let Some(at) = body_at else {
        return Err(failure(format!("{} does not answer as a browser does", address.authority())));
    };
    let status =
        String::from_utf8_lossy(answer[..at].split(|b| *b == b'\r').next().unwrap_or_default()).into_owned();
    if status.split(' ').nth(1) != Some("200") {
        return Err(failure(format!("{}{path} answered {status}", address.authority())));
    }
    Ok(answer.split_off(at))
}

fn head_end(answer: &[u8]) -> Option<usize> {
    answer.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4)
}

fn content_length(head: &[u8]) -> Option<usize> {
    head.split(|b| *b == b'\n').find_map(|line| {
        let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok()).flatten()
    })
}

/// An address as errors may have it: hosted browsers take a password before the host, or a token in the path or after it; and
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

fn failure(message: String) -> Error {
    Error::new(ErrorKind::Endpoint, message)
}

/// An address, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    websocket: bool,
    host: String,
    port: u16,
    path: String,
}

impl Address {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let wrong = |why: &str| failure(format!("`{}` is not the address of a browser: {why}", shown(text)));
        let (scheme, rest) =
            text.split_once("://").ok_or_else(|| wrong("expected http://host:port or ws://host:port/..."))?;
        let websocket = match scheme {
            "http" => false,
            "ws" => true,
            "https" | "wss" => {
                return Err(wrong("TLS is not spoken here; forward the port and use http or ws"));
            }
            _ => return Err(wrong("expected http:// or ws://")),
        };
        let (authority, path) = rest.find(['/', '?', '#']).map_or((rest, "/"), |at| rest.split_at(at));
        // Who asks is no part of the host: it is not looked up with it, and not said.
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !host.ends_with(':') && !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong("the port is no number"))?)
            }
            _ => (authority, 80),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(wrong("it names no host"));
        }
        Ok(Self { websocket, host: host.to_owned(), port, path: path.to_owned() })
    }

    fn authority(&self) -> String {
        match self.host.parse::<IpAddr>() {
            Ok(IpAddr::V6(ip)) => format!("[{ip}]:{}", self.port),
            _ => format!("{}:{}", self.host, self.port),
        }
    }

    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(|e| {
            failure(format!(
                "no browser at {}; start one with --remote-debugging-port={}",
                self.authority(),
                self.port
            ))
            .caused_by(e)
        })?;
        // Commands are small and waited for: held back to be merged they would cost 40 ms each.
        stream
            .set_nodelay(true)
            .map_err(|e| failure("the socket cannot be set up".to_owned()).caused_by(e))?;
        Ok(stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_no_part_of_the_host() {
        for (text, authority) in [
            ("http://user:pw@127.0.0.1:9222", "127.0.0.1:9222"),
            ("ws://user@host:1/devtools/browser/x", "host:1"),
            ("http://host:2?token=x", "host:2"),
            ("http://a:b@[::1]:3/", "[::1]:3"),
            ("http://a@b:c@host:4/", "host:4"),
        ] {
            assert_eq!(Address::parse(text).unwrap().authority(), authority, "{text}");
        }
    }

    #[test]
    fn the_address_of_a_page_names_its_target() {
        for (text, target) in [
            ("ws://127.0.0.1:9222/devtools/page/1F0E", Some("1F0E")),
            ("ws://127.0.0.1:9222/devtools/browser/1F0E", None),
            ("ws://127.0.0.1:9222/devtools/page/", None),
            ("ws://127.0.0.1:9222/devtools/page/1/2", None),
            ("http://127.0.0.1:9222/devtools/page/1F0E", None),
            ("auto", None),
        ] {
            assert_eq!(page_target(text), target.map(TargetId::from), "{text}");
        }
    }

    #[test]
    fn an_error_says_nothing_of_it() {
        for text in [
            "user:zqs@host:9222",
            "ftp://zqs@host/",
            "http://zqs:zqs@host:x/",
            "http://zqs:zqs@",
            "ws://u:z/qs@h?zqs=zqs",
            "https://host/zqs",
        ] {
            let error = match Address::parse(text) {
                Ok(address) => address.authority(),
                Err(error) => error.to_string(),
            };
            assert!(!error.contains("zqs") && !error.contains("qs@"), "{text}: {error}");
        }
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
