//! [`WebSocket`]: a browser that listens on a port, here or behind other servers; and how it is noticed that nobody is there any more.

use std::{fmt, io, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep_until, timeout_at},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self, Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderName, HeaderValue, Request, StatusCode},
        protocol::{CloseFrame, WebSocketConfig},
    },
};

use super::{
    Boxed, Receiver, Sender, Transport,
    counted::{Counted, Received},
};
use crate::{
    endpoint::{self, Endpoint, Secrets, Target, line},
    error::{Error, ErrorKind, Result},
    limits::LARGEST_MESSAGE,
};

type Stream = WebSocketStream<Counted>;

/// When the other side is asked whether it is there yet. Servers, routers and machines that sleep lose connections without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// It is asked when no byte came for so long: a long answer under way is life, too.
    pub after: Duration,
    /// The connection counts as broken when no byte came for so long since.
    pub limit: Duration,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self { after: Duration::from_secs(20), limit: Duration::from_secs(20) }
    }
}

/// A WebSocket to a browser.
pub struct WebSocket {
    stream: Stream,
    secrets: Secrets,
    heartbeat: Heartbeat,
}

impl fmt::Debug for WebSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebSocket").finish_non_exhaustive()
    }
}

impl WebSocket {
    /// Connects to a browser that runs. Asking it for its WebSocket, where that is needed, and connecting take the deadline together.
    ///
    /// # Errors
    /// Endpoint: no address, nobody there, not a WebSocket, or not within the deadline. Certificate.
    pub async fn connect(endpoint: impl Into<Endpoint>, deadline: Duration) -> Result<Self> {
        let until = Instant::now() + deadline;
        let target = endpoint.into().websocket(deadline).await?;
        let opened = timeout_at(until, Self::open(&target)).await.unwrap_or_else(|_| {
            let message = format!(
                "{} did not answer within {} ms; Chrome 144 and newer wait for a person to allow it at the browser's window",
                target.address.authority(),
                deadline.as_millis()
            );
            Err(Error::new(ErrorKind::Endpoint, message))
        });
        let stream = opened.map_err(|error| target.blame(error))?;
        Ok(Self { stream, secrets: target.secrets, heartbeat: Heartbeat::default() })
    }

    /// The same, which asks at other times whether the other side is there yet.
    #[must_use]
    pub fn with_heartbeat(self, heartbeat: Heartbeat) -> Self {
        Self { heartbeat, ..self }
    }

    async fn open(target: &Target) -> Result<Stream> {
        let line = Counted::new(line::connect(target).await?.line);
        let config = WebSocketConfig::default()
            .max_message_size(Some(LARGEST_MESSAGE))
            .max_frame_size(Some(LARGEST_MESSAGE));
        let refused = |e| refused(target, e);
        let request = request(target).map_err(refused)?;
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, line, Some(config))
            .await
            .map_err(refused)?;
        Ok(stream)
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
        // What Chrome 144 and newer say for the person at their window, who was asked.
        tungstenite::Error::Http(answer) if answer.status() == StatusCode::FORBIDDEN => {
            let message = format!(
                "{} answered 403 Forbidden: the person at the browser's window did not allow it, or it wants another name, password or token",
                target.address.authority()
            );
            Error::new(ErrorKind::Endpoint, message)
        }
        tungstenite::Error::Http(answer) if !answer.status().is_success() => {
            endpoint::refused(&target.address, answer.status())
        }
        error => {
            let message = format!("{} does not speak WebSocket", target.address.authority());
            Error::new(ErrorKind::Endpoint, message).caused_by(error)
        }
    }
}

impl Transport for WebSocket {
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let (outgoing, incoming) = self.halves();
        (Box::new(outgoing), Box::new(incoming))
    }
}

impl WebSocket {
    fn halves(self) -> (Outgoing, Incoming) {
        let received = self.stream.get_ref().received();
        let (sink, stream) = self.stream.split();
        let sink = Arc::new(Mutex::new(sink));
        let incoming = Incoming {
            stream,
            sink: Arc::clone(&sink),
            secrets: self.secrets,
            heartbeat: self.heartbeat,
            heard: Instant::now(),
            seen: received.bytes(),
            received,
            asked: None,
            ping: None,
        };
        (Outgoing(sink), incoming)
    }
}

type Sink = Arc<Mutex<SplitSink<Stream, Message>>>;

struct Outgoing(Sink);

impl Sender for Outgoing {
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move {
            let text =
                Utf8Bytes::try_from(message).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
            self.0.lock().await.send(Message::Text(text)).await.map_err(as_io)
        })
    }

    fn close(&mut self) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move { self.0.lock().await.close().await.map_err(as_io) })
    }
}

struct Incoming {
    stream: SplitStream<Stream>,
    /// For pings; commands are sent by the other half.
    sink: Sink,
    secrets: Secrets,
    heartbeat: Heartbeat,
    /// When something came last, as far as that was looked at.
    heard: Instant,
    /// The bytes that come, and how many there were when that was looked at.
    received: Received,
    seen: u64,
    /// When it was asked whether it is there, if nothing came since.
    asked: Option<Instant>,
    /// The question, while it is being sent.
    ping: Option<Boxed<'static, ()>>,
}

impl Incoming {
    /// The next of what comes, whatever it is. Cancel safe.
    async fn next(&mut self) -> io::Result<Option<Message>> {
        loop {
            let due = match self.asked {
                None => self.heard + self.heartbeat.after,
                Some(asked) => asked + self.heartbeat.limit,
            };
            tokio::select! {
                // What is there goes before a time that passed while this process was stopped.
                biased;
                message = self.stream.next() => {
                    self.lives();
                    return message.transpose().map_err(as_io);
                }
                () = sent(&mut self.ping) => self.ping = None,
                () = sleep_until(due) => self.ask()?,
            }
        }
    }

    /// The other side is there.
    fn lives(&mut self) {
        (self.heard, self.seen) = (Instant::now(), self.received.bytes());
        (self.asked, self.ping) = (None, None);
    }

    /// Asks whether the other side is there yet, unless a part of a message came.
    ///
    /// # Errors
    /// When it was asked already, and did not answer.
    fn ask(&mut self) -> io::Result<()> {
        if self.received.bytes() != self.seen {
            self.lives();
            return Ok(());
        }
        if self.asked.is_some() {
            let message = format!(
                "the other side answered no heartbeat within {} ms",
                self.heartbeat.limit.as_millis()
            );
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        self.asked = Some(Instant::now());
        let sink = Arc::clone(&self.sink);
        // A ping that cannot be sent is one without an answer.
        self.ping = Some(Box::pin(async move {
            let _ = sink.lock().await.send(Message::Ping(Bytes::new())).await;
        }));
        Ok(())
    }

    /// Why the other side closed the connection, as far as it says so.
    fn closed(&self, said: Option<CloseFrame>) -> io::Error {
        let said = said.map(|CloseFrame { code, reason }| match self.secrets.scrub(&reason).as_str() {
            "" => format!(": {code}"),
            reason => format!(": {code} {reason:?}"),
        });
        let message = format!("the other side closed the connection{}", said.unwrap_or_default());
        io::Error::new(io::ErrorKind::ConnectionAborted, message)
    }
}

/// Waits for what is being sent.
async fn sent(ping: &mut Option<Boxed<'static, ()>>) {
    match ping {
        Some(ping) => ping.await,
        None => std::future::pending().await,
    }
}

impl Receiver for Incoming {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            loop {
                match self.next().await? {
                    Some(Message::Text(text)) => return Ok(Some(text.into())),
                    Some(Message::Binary(bytes)) => return Ok(Some(bytes)),
                    Some(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                    Some(Message::Close(said)) => return Err(self.closed(said)),
                    None => return Ok(None),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use futures_util::FutureExt as _;
    use tokio::io::AsyncWriteExt as _;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;

    #[tokio::test]
    async fn a_part_of_an_answer_is_life_and_silence_is_none() {
        let (near, mut far) = tokio::io::duplex(64);
        let stream = WebSocketStream::from_raw_socket(Counted::new(Box::new(near)), Role::Client, None).await;
        let secrets = Endpoint::from("ws://127.0.0.1:1/").target().unwrap().secrets;
        let socket = WebSocket { stream, secrets, heartbeat: Heartbeat::default() };
        let (_sender, mut incoming) = socket.halves();
        // A text of 16 bytes, of which one never comes.
        for part in [&b"\x81\x10xxxxx"[..], b"xxxxx", b"xxxxx"] {
            incoming.ask().unwrap();
            assert!(incoming.asked.is_some());
            far.write_all(part).await.unwrap();
            assert!(incoming.next().now_or_never().is_none(), "it is no message yet");
            incoming.ask().unwrap();
            assert!(incoming.asked.is_none(), "nor is it silence");
        }
        incoming.ask().unwrap();
        assert_eq!(incoming.ask().unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
