//! [`Encoding`]: how a connection's messages are written, and the one place where bytes become typed answers.
//!
//! The envelope around commands, answers and events is looked into no further than needed; results and parameters stay
//! bytes here, until whoever waits for them decodes them. Both encodings are read into the same structs.

mod cbor;
mod deep;
mod event;
mod json;

#[cfg(unix)]
pub(crate) use cbor::frame as cbor_frame;
pub use event::RawEvent;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    protocol::{Command, SessionId, Text},
};

/// How messages are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON: every transport, every browser.
    #[default]
    Json,
    /// As CBOR, in the dialect of Chromium's crdtp: a pipe to a browser that was started so. It spares the browser the
    /// translation to JSON, and binary values their base64.
    Cbor,
}

/// A message from the browser, sorted.
pub(crate) enum Incoming {
    /// The answer to the command with this number; the whole message.
    Answer(u64, Bytes),
    /// An event.
    Event(RawEvent),
    /// Neither: nothing that we could hand to anyone.
    Unknown,
}

/// A command as it is sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a, C> {
    id: u64,
    method: &'static str,
    params: &'a C,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a SessionId>,
}

/// A command as the other side reads it, as far as a stand-in for a browser needs it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outgoing<'a> {
    pub(crate) id: u64,
    #[serde(borrow)]
    pub(crate) method: Text<'a>,
    pub(crate) session_id: Option<SessionId>,
}

/// An answer that no browser gave.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fake<'a> {
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<FakeRefusal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a SessionId>,
}

#[derive(Serialize)]
struct FakeRefusal {
    code: i32,
    message: &'static str,
}

impl<'a> Fake<'a> {
    /// An error.
    pub(crate) fn refusal(sent: &'a Outgoing<'_>) -> Self {
        let error = FakeRefusal { code: -32000, message: "refused by a test" };
        Self { id: sent.id, error: Some(error), result: None, session_id: sent.session_id.as_ref() }
    }

    /// Neither an object nor a list, which no command answers.
    pub(crate) fn misshapen(sent: &'a Outgoing<'_>) -> Self {
        Self { id: sent.id, error: None, result: Some(true), session_id: sent.session_id.as_ref() }
    }
}

/// What an answer came to.
enum Outcome {
    Done,
    Refused(Refusal),
    Neither,
}

/// The error object of an answer.
#[derive(Debug, Deserialize)]
struct Refusal {
    code: i64,
    message: String,
    data: Option<String>,
}

impl Encoding {
    /// Writes a value.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`] when it holds what this encoding has no form for.
    pub fn write<T: Serialize + ?Sized>(self, value: &T) -> Result<Vec<u8>> {
        match self {
            Self::Json => json::write(value),
            Self::Cbor => cbor::write(value),
        }
    }

    /// Reads a value of any nesting; it may borrow.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`] when the bytes are not sound or the value has another shape. What they hold is not told.
    pub fn read<'a, T: Deserialize<'a> + Send>(self, bytes: &'a [u8]) -> Result<T> {
        match self {
            Self::Json => json::read(bytes),
            Self::Cbor => cbor::read(bytes),
        }
    }

    /// Writes a command.
    pub(crate) fn encode<C: Command>(
        self,
        id: u64,
        session: Option<&SessionId>,
        command: &C,
    ) -> Result<Bytes> {
        let request = Request { id, method: C::METHOD, params: command, session_id: session };
        self.write(&request).map(Bytes::from).map_err(|error| error.of(C::METHOD))
    }

    /// Sorts a message.
    pub(crate) fn sort(self, message: Bytes) -> Incoming {
        match self {
            Self::Json => json::sort(message),
            Self::Cbor => cbor::sort(message),
        }
    }

    /// Whether an answer is a result; otherwise the error that it carries.
    pub(crate) fn check(self, message: &[u8]) -> Result<()> {
        let outcome = match self {
            Self::Json => json::outcome(message)?,
            Self::Cbor => cbor::outcome(message)?,
        };
        let error = match outcome {
            Outcome::Done => return Ok(()),
            Outcome::Refused(Refusal { code, message, data }) => {
                let message = match data {
                    Some(data) if !data.is_empty() => format!("{message} ({data})"),
                    _ => message,
                };
                Error::new(ErrorKind::Protocol { code }, message)
            }
            Outcome::Neither => Error::new(ErrorKind::Decode, "an answer with neither a result nor an error"),
        };
        Err(error.after(Dispatched::Yes))
    }

    /// Decodes the result of an answer that [`Encoding::check`] passed.
    pub(crate) fn result<'a, R: Deserialize<'a> + Send>(self, message: &'a [u8]) -> Result<R> {
        match self {
            Self::Json => json::result(message),
            Self::Cbor => cbor::result(message),
        }
    }

    /// The same message with every half of a surrogate pair replaced; `None` when there is none, or none that matters.
    /// Pages have them in their text, and JSON passes them on to where a Rust string cannot hold them.
    pub(crate) fn mend(self, message: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Json => json::mend(message),
            Self::Cbor => None,
        }
    }
}

fn undecodable(source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Decode, "the browser's message is not what was expected")
        .after(Dispatched::Yes)
        .caused_by(source)
}
