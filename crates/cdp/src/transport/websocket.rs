//! [`WebSocket`]: a browser that listens on a port. Plain `ws://` only; whoever needs TLS tunnels.

use std::{io, time::Duration};

use bytes::Bytes;
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{self, Message, Utf8Bytes, protocol::WebSocketConfig},
};

use super::{Boxed, Receiver, Sender, Transport};
use crate::{
    endpoint::{Address, shown},
    error::{Error, ErrorKind, Result},
};

/// The library's own limit of 16 MiB is less than the snapshot of a long page.
const MESSAGE_LIMIT: usize = 1 << 30;

/// A WebSocket to a browser.
#[derive(Debug)]
pub struct WebSocket {
    stream: WebSocketStream<TcpStream>,
}

impl WebSocket {
    /// Connects to a `ws://` address.
    ///
    /// # Errors
    /// Endpoint: no address, nobody there, not a WebSocket, or not within the deadline.
    pub async fn connect(url: &str, deadline: Duration) -> Result<Self> {
        let address = Address::parse(url)?;
        let handshake = async {
            let stream = address.connect().await?;
            let config = WebSocketConfig::default()
                .max_message_size(Some(MESSAGE_LIMIT))
                .max_frame_size(Some(MESSAGE_LIMIT));
            let (stream, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config))
                .await
                .map_err(|e| {
                    Error::new(ErrorKind::Endpoint, format!("{} does not speak WebSocket", shown(url)))
                        .caused_by(e)
                })?;
            Ok(Self { stream })
        };
        tokio::time::timeout(deadline, handshake).await.unwrap_or_else(|_| {
            let message = format!(
                "{} did not answer within {} ms; Chrome 144 and newer first ask the person at the browser's window, who has to allow it",
                shown(url),
                deadline.as_millis()
            );
            Err(Error::new(ErrorKind::Endpoint, message))
        })
    }
}

impl Transport for WebSocket {
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let (sink, stream) = self.stream.split();
        (Box::new(Outgoing(sink)), Box::new(Incoming(stream)))
    }
}

struct Outgoing(SplitSink<WebSocketStream<TcpStream>, Message>);

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

struct Incoming(SplitStream<WebSocketStream<TcpStream>>);

impl Receiver for Incoming {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(Some(text.into())),
                    Some(Ok(Message::Binary(bytes))) => return Ok(Some(bytes)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return Ok(None),
                    Some(Err(error)) => return Err(as_io(error)),
                }
            }
        })
    }
}

fn as_io(error: tungstenite::Error) -> io::Error {
    match error {
        tungstenite::Error::Io(error) => error,
        other => io::Error::other(other),
    }
}
