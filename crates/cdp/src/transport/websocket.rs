//! [`WebSocket`]: a browser that listens on a port, here or behind other servers.

use std::{fmt, io, time::Duration};

use bytes::Bytes;
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self, Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderName, HeaderValue, Request},
        protocol::WebSocketConfig,
    },
};

use super::{Boxed, Receiver, Sender, Transport};
use crate::{
    endpoint::{
        self, Endpoint, Secrets, Target,
        line::{self, Line},
    },
    error::{Error, ErrorKind, Result},
};

/// The library's own limit of 16 MiB is less than the snapshot of a long page.
const MESSAGE_LIMIT: usize = 1 << 30;

type Stream = WebSocketStream<Box<dyn Line>>;

/// A WebSocket to a browser.
pub struct WebSocket {
    stream: Stream,
    secrets: Secrets,
}

impl fmt::Debug for WebSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebSocket").finish_non_exhaustive()
    }
}

impl WebSocket {
    /// Connects to a browser that runs. Asking it for its WebSocket, where that is needed, and connecting may take the deadline each.
    ///
    /// # Errors
    /// Endpoint: no address, nobody there, not a WebSocket, or not within the deadline. Certificate.
    pub async fn connect(endpoint: impl Into<Endpoint>, deadline: Duration) -> Result<Self> {
        let target = endpoint.into().websocket(deadline).await?;
        let at = target.address.authority();
        tokio::time::timeout(deadline, Self::open(target)).await.unwrap_or_else(|_| {
            let message = format!(
                "{at} did not answer within {} ms; Chrome 144 and newer first ask the person at the browser's window, who has to allow it",
                deadline.as_millis()
            );
            Err(Error::new(ErrorKind::Endpoint, message))
        })
    }

    async fn open(target: Target) -> Result<Self> {
        let line = line::connect(&target).await?.line;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MESSAGE_LIMIT))
            .max_frame_size(Some(MESSAGE_LIMIT));
        let refused = |e| refused(&target, e);
        let request = request(&target).map_err(refused)?;
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, line, Some(config))
            .await
            .map_err(refused)?;
        Ok(Self { stream, secrets: target.secrets })
    }
}

/// The handshake, with what the caller sends along.
fn request(target: &Target) -> Result<Request<()>, tungstenite::Error> {
    let mut request = target.url().into_client_request()?;
    for header in &target.headers {
        let name = HeaderName::try_from(&header.name).map_err(tungstenite::http::Error::from)?;
        let mut value = HeaderValue::try_from(&header.value).map_err(tungstenite::http::Error::from)?;
        value.set_sensitive(true);
        request.headers_mut().append(name, value);
    }
    Ok(request)
}

/// What an answer means that is no WebSocket.
fn refused(target: &Target, error: tungstenite::Error) -> Error {
    match error {
        tungstenite::Error::Http(answer) => endpoint::refused(&target.address, answer.status()),
        error => {
            let message = format!("{} does not speak WebSocket", target.address.authority());
            Error::new(ErrorKind::Endpoint, message).caused_by(error)
        }
    }
}

impl Transport for WebSocket {
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let (sink, stream) = self.stream.split();
        (Box::new(Outgoing(sink)), Box::new(Incoming { stream, secrets: self.secrets }))
    }
}

struct Outgoing(SplitSink<Stream, Message>);

impl Sender for Outgoing {
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move {
            let text =
                Utf8Bytes::try_from(message).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
            self.0.send(Message::Text(text)).await.map_err(as_io)
        })
    }

    fn close(&mut self) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move { self.0.close().await.map_err(as_io) })
    }
}

struct Incoming {
    stream: SplitStream<Stream>,
    secrets: Secrets,
}

impl Receiver for Incoming {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(Some(text.into())),
                    Some(Ok(Message::Binary(bytes))) => return Ok(Some(bytes)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(said))) => {
                        let said = said.map(|said| match said.reason.as_str() {
                            "" => format!(": {}", said.code),
                            reason => format!(": {} {:?}", said.code, self.secrets.scrub(reason)),
                        });
                        let message =
                            format!("the other side closed the connection{}", said.unwrap_or_default());
                        return Err(io::Error::new(io::ErrorKind::ConnectionAborted, message));
                    }
                    None => return Ok(None),
                    Some(Err(error)) => return Err(as_io(error)),
                }
            }
        })
    }
}

fn as_io(error: tungstenite::Error) -> io::Error {
    use io::ErrorKind as Kind;
    let (kind, message) = match error {
        tungstenite::Error::Io(error) => match error.kind() {
            kind @ (Kind::ConnectionReset | Kind::BrokenPipe) => {
                (kind, "the other side reset the connection")
            }
            kind @ Kind::UnexpectedEof => (kind, "the other side ended the connection without a word"),
            _ => return error,
        },
        tungstenite::Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
            (Kind::UnexpectedEof, "the other side ended the connection without a word")
        }
        other => return io::Error::other(other),
    };
    io::Error::new(kind, message)
}
