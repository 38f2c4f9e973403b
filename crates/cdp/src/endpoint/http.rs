//! One request, written by hand: what a browser says of itself, and what a WebDriver server is asked, is small and plain. Redirects are
//! not followed, as what is sent along is for one server only.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::http::StatusCode;

use super::{Target, address::Address, failure, line};
use crate::{
    error::{Error, Result},
    limits::LARGEST_DESCRIPTION,
};

/// What is asked.
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    /// With the query.
    pub(crate) path: &'a str,
    /// JSON to send, if any.
    pub(crate) body: Option<&'a str>,
}

/// What is answered.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
}

/// What is served at a path.
///
/// # Errors
/// Endpoint, Certificate.
pub(super) async fn get(target: &Target, path: &str) -> Result<Vec<u8>> {
    let answer = send(target, &Request { method: "GET", path, body: None }).await?;
    match answer.status {
        StatusCode::OK => Ok(answer.body),
        status => Err(refused(&target.address, status)),
    }
}

/// Sends a request and waits for all of its answer, whatever the status.
///
/// # Errors
/// Endpoint, Certificate.
pub(crate) async fn send(target: &Target, request: &Request<'_>) -> Result<Answer> {
    let address = &target.address;
    let broken = |e| failure(format!("{} broke off", address.authority())).caused_by(e);
    let line::Connected { mut line, peer } = line::connect(target).await?;
    // Chromium refuses host names other than `localhost` (DNS rebinding), so it is asked by its number. Behind TLS there is a server
    // that has a name, and may have several.
    let host = match peer {
        Some(peer) if !address.tls && address.host != "localhost" => peer.to_string(),
        _ => address.authority(),
    };
    let headers: String =
        target.headers.iter().map(|header| format!("{}: {}\r\n", header.name, header.value)).collect();
    let Request { method, path, body } = request;
    // Selenium Grid takes no JSON of which it is not said how it is encoded.
    let content = body.map(|body| {
        let length = body.len();
        format!("Content-Type: application/json; charset=utf-8\r\nContent-Length: {length}\r\n\r\n{body}")
    });
    let content = content.as_deref().unwrap_or("\r\n");
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{content}");
    line.write_all(request.as_bytes()).await.map_err(broken)?;
    line.flush().await.map_err(broken)?;

    let mut answer = Vec::new();
    let mut head = None;
    loop {
        if head.is_none() {
            head = Head::read(&answer);
        }
        if head.as_ref().is_some_and(|head| head.is_whole(&answer)) {
            break;
        }
        if answer.len() > LARGEST_DESCRIPTION {
            return Err(failure(format!("{} answers without an end", address.authority())));
        }
        if line.read_buf(&mut answer).await.map_err(broken)? == 0 {
            break;
        }
    }
    let unlike = || failure(format!("{} does not answer as a {} does", address.authority(), target.serves));
    let head = head.ok_or_else(unlike)?;
    let status = head.status.ok_or_else(unlike)?;
    let body = head.body(answer).ok_or_else(|| failure(format!("{} broke off", address.authority())))?;
    Ok(Answer { status, body })
}

/// What a status means that is no answer. Its words are ours: those of the other side may repeat what it was sent.
pub(crate) fn refused(address: &Address, status: StatusCode) -> Error {
    let why = match status.as_u16() {
        401 | 403 => ": it wants another name, password or token",
        300..=399 => ": it names another address, which is not followed",
        _ => "",
    };
    failure(format!("{} answered {status}{why}", address.authority()))
}

/// The status of an answer's first line; nothing when it is none.
pub(super) fn status(line: &str) -> Option<StatusCode> {
    let mut words = line.split(' ');
    words.next().filter(|version| version.starts_with("HTTP/"))?;
    words.next()?.parse().ok()
}

/// What stands before a body, as far as it matters.
struct Head {
    status: Option<StatusCode>,
    ends: usize,
    length: Option<usize>,
    chunked: bool,
}

impl Head {
    /// Nothing while it is not all there.
    fn read(answer: &[u8]) -> Option<Self> {
        let ends = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let text = String::from_utf8_lossy(&answer[..ends]);
        let mut lines = text.split("\r\n");
        let mut head = Self { status: status(lines.next()?), ends, length: None, chunked: false };
        for (name, value) in lines.filter_map(|line| line.split_once(':')) {
            if name.eq_ignore_ascii_case("content-length") {
                head.length = value.trim().parse().ok();
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                head.chunked = value.to_ascii_lowercase().contains("chunked");
            }
        }
        Some(head)
    }

    /// Whether the body is all there. One without a length ends with the connection.
    fn is_whole(&self, answer: &[u8]) -> bool {
        if self.chunked {
            return answer.ends_with(b"0\r\n\r\n") && joined(&answer[self.ends..]).is_some();
        }
        self.length.is_some_and(|length| answer.len() - self.ends >= length)
    }

    /// Nothing where less of it came than was said.
    fn body(&self, mut answer: Vec<u8>) -> Option<Vec<u8>> {
        let body = answer.split_off(self.ends);
        if self.chunked {
            return joined(&body);
        }
        Some(body).filter(|body| self.length.is_none_or(|length| body.len() >= length))
    }
}

/// The pieces of a body, which servers between us and the browser send; nothing when it is not all there.
fn joined(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let line = body.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&body[..line]).ok()?.split(';').next()?.trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        body = &body[line + 2..];
        if size == 0 {
            return Some(whole);
        }
        whole.extend_from_slice(body.get(..size)?);
        body = body.get(size..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_in_pieces_is_joined() {
        assert_eq!(joined(b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n").unwrap(), b"abcde");
        assert_eq!(joined(b"0\r\n\r\n").unwrap(), b"");
        for part in [&b""[..], b"3", b"3\r\nab", b"3\r\nabc\r\n", b"x\r\n", b"3\r\nabcde\r\n0\r\n\r\n"] {
            assert_eq!(joined(part), None);
        }
    }
}
