//! [`Error`]: the one error type of the client. Opaque, with a [`ErrorKind`] to decide by and a sentence to show.
//!
//! What an agent should do about an error is left to those who know what it was doing.

use std::{error::Error as StdError, fmt, sync::Arc, time::Duration};

/// The result of whatever talks to a browser.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Something went wrong between us and the browser.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    method: Option<&'static str>,
    message: String,
    dispatched: Dispatched,
    waited: Option<Duration>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The connection is gone: the browser ended, or the transport broke.
    Closed,
    /// No answer within the command's deadline.
    Deadline,
    /// The browser refused the command, with this JSON-RPC code.
    Protocol {
        /// -32000 for most of what goes wrong, -32601 for an unknown method, -32602 for bad parameters,
        /// -32001 for an unknown session.
        code: i64,
    },
    /// More commands wait to be sent than may: the browser takes none. This one was not sent.
    Overflow,
    /// A message that does not have the shape that we declare, or a command that cannot be written as JSON.
    Decode,
    /// Chromium was started and did not become ready.
    Launch,
    /// The profile that was named is no folder that can be used. Nothing was started.
    Profile,
    /// There is no browser to start.
    NoBrowser,
    /// An address that is none, or at which no browser answers.
    Endpoint,
    /// A WebDriver server made no browser, or none that can be reached.
    Driver,
    /// A WebDriver server has no room for one more session.
    NoCapacity,
    /// What is to be sent along to a browser cannot be a header.
    Header,
    /// The certificate of whoever answers at the address is not to be trusted. Nothing was sent.
    Certificate {
        /// What is wrong with it.
        fault: CertificateFault,
    },
    /// The system refused a file, a pipe, a socket or a process.
    Io,
}

/// Why a certificate was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateFault {
    /// Nobody who is trusted has issued it.
    UnknownIssuer,
    /// Its time is over.
    Expired,
    /// Its time has not come, or the clock here is wrong.
    NotYetValid,
    /// It is for other hosts.
    WrongHost,
    /// Its issuer took it back.
    Revoked,
    /// Something else; the message says what.
    Other,
}

/// Whether a failed command can have had an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatched {
    /// It never left this process.
    No,
    /// The browser answered to it.
    Yes,
    /// It was handed to the transport; nobody knows the rest.
    Maybe,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            method: None,
            message: message.into(),
            dispatched: Dispatched::No,
            waited: None,
            source: None,
        }))
    }

    pub(crate) fn io(message: impl Into<String>, source: std::io::Error) -> Self {
        Self::new(ErrorKind::Io, message).caused_by(source)
    }

    pub(crate) fn of(mut self, method: &'static str) -> Self {
        self.0.method = Some(method);
        self
    }

    pub(crate) fn after(mut self, dispatched: Dispatched) -> Self {
        self.0.dispatched = dispatched;
        self
    }

    pub(crate) fn waiting(mut self, waited: Duration) -> Self {
        self.0.waited = Some(waited);
        self
    }

    pub(crate) fn caused_by(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The command or event that it is about, such as `Page.navigate`.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        self.0.method
    }

    /// The sentence alone, without the method and the cause. For [`ErrorKind::Protocol`] the browser's own words.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Whether the command can have had an effect.
    #[must_use]
    pub fn dispatched(&self) -> Dispatched {
        self.0.dispatched
    }

    /// How long the answer was waited for, where it is that which did not come in time.
    #[must_use]
    pub fn waited(&self) -> Option<Duration> {
        self.0.waited
    }

    /// Whether the connection is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.kind == ErrorKind::Closed
    }

    /// Whether the deadline passed.
    #[must_use]
    pub fn is_deadline(&self) -> bool {
        self.0.kind == ErrorKind::Deadline
    }

    /// Whether the browser refused the command.
    #[must_use]
    pub fn is_protocol(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Protocol { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(method) = self.0.method {
            write!(f, "{method}: ")?;
        }
        f.write_str(&self.0.message)?;
        match &self.0.source {
            Some(source) => write!(f, ": {source}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({:?}): {self}", self.0.kind, self.0.dispatched)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}
