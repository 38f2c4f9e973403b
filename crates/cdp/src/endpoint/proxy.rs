//! A proxy between us and the server of a browser: an HTTP proxy that is asked by `CONNECT` for a way through. What it carries is
//! ours alone where that has TLS on it.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{address::Address, failure, http, shown};
use crate::{error::Result, limits::LONGEST_PROXY_HEAD};

/// The address of a proxy: `http://host:port`, with name and password before the host where it wants them.
///
/// # Errors
/// Endpoint for another scheme.
pub(super) fn parse(text: &str) -> Result<Address> {
    let address = Address::parse(text)?;
    if address.websocket || address.tls {
        let message = format!("`{}` is not the address of a proxy: expected http://host:port", shown(text));
        return Err(failure(message));
    }
    Ok(address)
}

/// Asks a proxy for a way to a server. What is read and written from then on is the server's.
///
/// # Errors
/// Endpoint when it refuses, or is none.
pub(super) async fn tunnel(proxy: &Address, stream: &mut TcpStream, to: &Address) -> Result<()> {
    let at = proxy.authority();
    let broken = |e| failure(format!("the proxy at {at} broke off")).caused_by(e);
    let to = to.authority();
    let who =
        proxy.authorization().map(|value| format!("Proxy-Authorization: {value}\r\n")).unwrap_or_default();
    let request = format!("CONNECT {to} HTTP/1.1\r\nHost: {to}\r\n{who}\r\n");
    stream.write_all(request.as_bytes()).await.map_err(broken)?;
    // Byte by byte, as what follows the head is the server's.
    let mut head = Vec::new();
    let mut rest = stream.take(LONGEST_PROXY_HEAD);
    while !head.ends_with(b"\r\n\r\n") {
        head.push(rest.read_u8().await.map_err(broken)?);
    }
    let head = String::from_utf8_lossy(&head);
    match http::status(head.lines().next().unwrap_or_default()) {
        Some(status) if status.is_success() => Ok(()),
        Some(status) => {
            let why = if status.as_u16() == 407 { ": it wants another name or password" } else { "" };
            Err(failure(format!("the proxy at {at} answered {status}{why}")))
        }
        None => Err(failure(format!("{at} does not answer as a proxy does"))),
    }
}
