//! The bytes between us and whoever serves a browser: a socket, with TLS on it where the address says so.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

use super::{Target, failure};
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
    let stream = TcpStream::connect((address.host.as_str(), address.port)).await.map_err(|e| {
        let advice = format!("; start one with --remote-debugging-port={}", address.port);
        failure(format!("no browser at {}{}", address.authority(), if address.tls { "" } else { &advice }))
            .caused_by(e)
    })?;
    // Commands are small and waited for: held back to be merged they would cost 40 ms each.
    stream.set_nodelay(true).map_err(|e| failure("the socket cannot be set up".to_owned()).caused_by(e))?;
    let peer = stream.peer_addr().ok();
    #[cfg(feature = "tls")]
    if address.tls {
        return Ok(Connected { line: super::tls::encrypted(stream, target).await?, peer });
    }
    Ok(Connected { line: Box::new(stream), peer })
}
