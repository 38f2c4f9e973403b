//! [`Recorded`]: answers from a list instead of a browser, for tests of what a browser rarely or never does.

use std::{collections::VecDeque, io};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::{Boxed, Receiver, Sender, Transport};
use crate::wire::Outgoing;

/// One command that is expected, and what comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The command's wire name. The first exchange of that name that is left answers.
    pub method: String,
    /// The events that come before the answer: whole messages, as JSON.
    pub events: Vec<String>,
    /// The result, as JSON; an error object when `refused`; `None` for a command that is never answered.
    pub answer: Option<String>,
    /// Whether `answer` is an error.
    pub refused: bool,
}

impl Exchange {
    /// A command and its result.
    #[must_use]
    pub fn answered(method: &str, result: &str) -> Self {
        Self { method: method.to_owned(), answer: Some(result.to_owned()), ..Self::default() }
    }

    /// A command and the error object that it is refused with.
    #[must_use]
    pub fn refused(method: &str, error: &str) -> Self {
        Self { refused: true, ..Self::answered(method, error) }
    }

    /// A command that is never answered.
    #[must_use]
    pub fn unanswered(method: &str) -> Self {
        Self { method: method.to_owned(), ..Self::default() }
    }

    /// The same, with an event before the answer.
    #[must_use]
    pub fn after_event(mut self, event: &str) -> Self {
        self.events.push(event.to_owned());
        self
    }
}

/// A transport without a browser. A command that no exchange is left for is refused, as an unknown one would be.
#[derive(Debug, Default)]
pub struct Recorded {
    exchanges: VecDeque<Exchange>,
}

impl Recorded {
    /// Answers with these.
    #[must_use]
    pub fn new(exchanges: impl IntoIterator<Item = Exchange>) -> Self {
        Self { exchanges: exchanges.into_iter().collect() }
    }
}

impl Transport for Recorded {
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Box::new(Player { exchanges: self.exchanges, messages: Some(sender) }), Box::new(Played(receiver)))
    }
}

struct Player {
    exchanges: VecDeque<Exchange>,
    messages: Option<mpsc::UnboundedSender<Bytes>>,
}

impl Player {
    fn answer(&mut self, sent: &Outgoing<'_>) -> io::Result<()> {
        let exchange = match self.exchanges.iter().position(|exchange| exchange.method == *sent.method) {
            Some(at) => self.exchanges.remove(at).unwrap_or_default(),
            None => {
                Exchange::refused(&sent.method, r#"{"code":-32601,"message":"nothing was recorded for it"}"#)
            }
        };
        let session = match &sent.session_id {
            Some(session) => format!(",\"sessionId\":\"{session}\""),
            None => String::new(),
        };
        let key = if exchange.refused { "error" } else { "result" };
        let answer =
            exchange.answer.map(|answer| format!("{{\"id\":{},\"{key}\":{answer}{session}}}", sent.id));
        let messages = self.messages.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        for message in exchange.events.into_iter().chain(answer) {
            messages.send(Bytes::from(message)).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(())
    }
}

impl Sender for Player {
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move {
            let sent: Outgoing<'_> = serde_json::from_slice(&message)?;
            self.answer(&sent)
        })
    }

    fn close(&mut self) -> Boxed<'_, io::Result<()>> {
        self.messages = None;
        Box::pin(async { Ok(()) })
    }
}

struct Played(mpsc::UnboundedReceiver<Bytes>);

impl Receiver for Played {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move { Ok(self.0.recv().await) })
    }
}
