//! An event as it came over the wire.

use bytes::Bytes;

use super::Encoding;
use crate::{
    error::Result,
    protocol::{Event, SessionId},
};

/// An event, its parameters not yet decoded. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RawEvent {
    encoding: Encoding,
    method: Bytes,
    params: Bytes,
    session: Option<SessionId>,
}

impl RawEvent {
    pub(crate) fn new(encoding: Encoding, method: Bytes, params: Bytes, session: Option<SessionId>) -> Self {
        Self { encoding, method, params, session }
    }

    /// The wire name, such as `Page.frameNavigated`.
    #[must_use]
    pub fn method(&self) -> &str {
        std::str::from_utf8(&self.method).unwrap_or_default()
    }

    /// The session it came on; `None` for the browser's own.
    #[must_use]
    pub fn session_id(&self) -> Option<&SessionId> {
        self.session.as_ref()
    }

    /// The size of its parameters, in bytes of the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        self.params.len()
    }

    /// The parameters, if this is an `E`; `None` if it is another event.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`](crate::ErrorKind::Decode) if it is an `E` by name but not by shape.
    pub fn decode<E: Event>(&self) -> Result<Option<E>> {
        if self.method != E::METHOD.as_bytes() {
            return Ok(None);
        }
        let decoded = self.encoding.read(&self.params).or_else(|error| {
            self.encoding.mend(&self.params).map_or(Err(error), |mended| self.encoding.read(&mended))
        });
        decoded.map(Some).map_err(|error| error.of(E::METHOD))
    }
}
