//! The bytes between us and whoever serves a browser: a socket, with TLS on it where the address says so.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

use super::{Target, failure, proxy};
use crate::error::Result;

/// What can be read from and written to.
pub(crate) trait Line: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Line for T {}

/// A line that is open.
pub(crate) struct Connected {
    pub(crate) line: Box<dyn Line>,
    /// Who is at its end, where that is known.
    pub(crate) peer: Option<SocketAddr>,
}

/// Opens one.
///
/// # Errors
/// Endpoint where nobody answers or TLS is not spoken, Certificate.
pub(crate) async fn connect(target: &Target) -> Result<Connected> {
    let address = &target.address;
    let first = target.proxy.as_ref().unwrap_or(address);
    let mut stream = TcpStream::connect((first.host.as_str(), first.port)).await.map_err(|e| {
        let message = match &target.proxy {
            Some(proxy) => format!("no proxy at {}", proxy.authority()),
            None if address.tls || target.serves != super::BROWSER => {
                format!("no {} at {}", target.serves, address.authority())
            }
            None => format!(
                "no browser at {}; start one with --remote-debugging-port={}",
                address.authority(),
                address.port
            ),
        };
        failure(message).caused_by(e)
    })?;
    // Commands are small and waited for: held back to be merged they would cost 40 ms each.
    stream.set_nodelay(true).map_err(|e| failure("the socket cannot be set up".to_owned()).caused_by(e))?;
    let peer = match &target.proxy {
        Some(proxy) => {
            proxy::tunnel(proxy, &mut stream, address).await?;
            None
        }
        None => stream.peer_addr().ok(),
    };
    #[cfg(feature = "tls")]
    if address.tls {
        return Ok(Connected { line: super::tls::encrypted(stream, target).await?, peer });
    }
    Ok(Connected { line: Box::new(stream), peer })
}
