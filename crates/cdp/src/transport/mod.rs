//! [`Transport`]: how messages get to a browser and back. A message is one whole text of JSON
//! or item of CBOR, whatever carries it.
//!
//! [`WebSocket`] for browsers that listen on a port, [`Pipe`] for those that we launch, [`Recorded`] and [`Faulty`] for
//! tests.

mod counted;
mod faulty;
#[cfg(unix)]
mod pipe;
mod recorded;
mod websocket;

use std::{future::Future, io, pin::Pin};

pub use bytes::Bytes;

pub use faulty::{Fault, Faults, Faulty};
#[cfg(unix)]
pub use pipe::{BrowserEnds, Pipe};
pub use recorded::{Exchange, Recorded};
pub use websocket::{Heartbeat, WebSocket};

use crate::wire::Encoding;

/// A boxed future, so that the traits below can be objects.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A way to a browser. Dropping both halves closes it.
pub trait Transport: Send {
    /// How the messages are written that it carries.
    fn encoding(&self) -> Encoding {
        Encoding::Json
    }

    /// Takes it apart into the half that sends and the half that receives; each lives in a task of its own.
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>);
}

/// The half that sends.
pub trait Sender: Send {
    /// Sends one message, whole.
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>>;

    /// Says goodbye, where the transport has a way to.
    fn close(&mut self) -> Boxed<'_, io::Result<()>>;
}

/// The half that receives.
pub trait Receiver: Send {
    /// The next message, whole; `None` when the other side is gone.
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>>;
}
