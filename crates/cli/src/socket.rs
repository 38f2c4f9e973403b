//! The local socket between client and daemon: a Unix socket, or a named pipe on Windows. The client's end blocks
//! (it has nothing else to do, and needs no runtime), the daemon's does not.

use std::{io, path::Path};

use crate::failure::{Failure, Result};
#[cfg(unix)]
use crate::private;

/// The client's end.
#[cfg(unix)]
pub(crate) type Stream = std::os::unix::net::UnixStream;
/// The client's end.
#[cfg(windows)]
pub(crate) type Stream = std::fs::File;

/// Connects as a client.
///
/// # Errors
/// NotFound or ConnectionRefused when no daemon listens.
#[cfg(unix)]
pub(crate) fn connect(path: &Path) -> io::Result<Stream> {
    Stream::connect(path)
}

/// Connects as a client.
///
/// # Errors
/// NotFound when no daemon listens.
#[cfg(windows)]
pub(crate) fn connect(path: &Path) -> io::Result<Stream> {
    std::fs::OpenOptions::new().read(true).write(true).open(path)
}

/// Whether an error of [`connect`] means that no daemon listens.
pub(crate) fn is_nobody(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused)
}

/// The daemon's end of one connection.
#[cfg(unix)]
pub(crate) type Peer = tokio::net::UnixStream;
/// The daemon's end of one connection.
#[cfg(windows)]
pub(crate) type Peer = tokio::net::windows::named_pipe::NamedPipeServer;

/// What the daemon listens on.
#[derive(Debug)]
pub(crate) struct Listener {
    #[cfg(unix)]
    inner: tokio::net::UnixListener,
    #[cfg(windows)]
    next: Peer,
    path: std::path::PathBuf,
    /// Which file the socket is, so that no other is removed for it.
    #[cfg(unix)]
    identity: (u64, u64),
}

#[cfg(unix)]
impl Listener {
    /// Listens, for this user alone. The caller holds the daemon's lock, so a daemon's socket that is there is a dead one's; a
    /// socket on which somebody listens, and what is no socket of this user, is left as it is.
    ///
    /// # Errors
    /// As [`private::check_socket`]; `INVALID_INPUT` when another program listens there; `INTERNAL` when the system does not let
    /// us, such as for a path of more than some 100 bytes.
    pub(crate) fn bind(path: &Path) -> Result<Self> {
        private::check_socket(path)?;
        match connect(path) {
            Ok(_) => return Err(private::not_ours(path, "the socket of a domtool daemon")),
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                std::fs::remove_file(path).map_err(|error| Failure::io(path.display(), &error))?;
            }
            // What else may be wrong with it, binding says.
            Err(_) => {}
        }
        // From its first moment on nobody else may connect: the mask, not a later chmod.
        let before = rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o177));
        let bound = tokio::net::UnixListener::bind(path);
        rustix::process::umask(before);
        let listener = bound.and_then(|inner| Ok((inner, identity(path)?)));
        let (inner, identity) = listener.map_err(|error| Failure::io(path.display(), &error))?;
        Ok(Self { inner, path: path.to_owned(), identity })
    }

    /// The next client.
    ///
    /// # Errors
    /// Those of the socket, such as too many open files.
    pub(crate) async fn accept(&mut self) -> io::Result<Peer> {
        Ok(self.inner.accept().await?.0)
    }
}

#[cfg(unix)]
impl Drop for Listener {
    fn drop(&mut self) {
        let removed = match identity(&self.path) {
            Ok(found) if found == self.identity => std::fs::remove_file(&self.path),
            Ok(_) => Err(io::Error::other("another file is in its place")),
            Err(error) => Err(error),
        };
        if let Err(error) = removed {
            tracing::warn!(%error, "the socket could not be removed");
        }
    }
}

/// Device and number of a file.
#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let meta = path.symlink_metadata()?;
    Ok((meta.dev(), meta.ino()))
}

#[cfg(windows)]
impl Listener {
    /// Listens on a pipe of this machine alone.
    ///
    /// # Errors
    /// `INTERNAL` when another process has the name.
    pub(crate) fn bind(path: &Path) -> Result<Self> {
        use tokio::net::windows::named_pipe::ServerOptions;
        let next = ServerOptions::new().first_pipe_instance(true).reject_remote_clients(true).create(path);
        let next = next.map_err(|error| Failure::io(path.display(), &error))?;
        Ok(Self { next, path: path.to_owned() })
    }

    /// The next client.
    ///
    /// # Errors
    /// Those of the pipe.
    pub(crate) async fn accept(&mut self) -> io::Result<Peer> {
        use tokio::net::windows::named_pipe::ServerOptions;
        self.next.connect().await?;
        let following = ServerOptions::new().reject_remote_clients(true).create(&self.path)?;
        Ok(std::mem::replace(&mut self.next, following))
    }
}
