//! [`Faulty`]: a real transport on which chosen commands go wrong, so that tests can walk every error path of whoever uses
//! it while a real browser runs.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::{Boxed, Receiver, Sender, Transport};
use crate::wire::{Encoding, Fake, Outgoing};

/// How a command goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The browser never gets it, and an error comes back: code -32000.
    Refused,
    /// The browser never gets it, and nothing comes back.
    Unanswered,
    /// The browser never gets it, and an answer of another shape comes back.
    Misshapen,
    /// The connection breaks.
    Cut,
}

/// What goes wrong, and what was sent so far. A cheap handle on both.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Plan>>);

#[derive(Debug, Default)]
struct Plan {
    sent: HashMap<String, usize>,
    /// By method: which call of it counting from here, and how.
    due: HashMap<String, (usize, Fault)>,
    struck: usize,
}

impl Faults {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Has the `nth` call of a method from now on (1 is the next) go wrong, once.
    pub fn fail(&self, method: &str, nth: usize, fault: Fault) {
        self.plan(|plan| plan.due.insert(method.to_owned(), (nth.max(1), fault)));
    }

    /// Takes back what was not struck yet, and counts anew.
    pub fn clear(&self) {
        self.plan(|plan| *plan = Plan::default());
    }

    /// How often each method was called since the start or [`Faults::clear`], by name.
    #[must_use]
    pub fn calls(&self) -> Vec<(String, usize)> {
        let mut calls: Vec<_> =
            self.plan(|plan| plan.sent.iter().map(|(name, count)| (name.clone(), *count)).collect());
        calls.sort_unstable();
        calls
    }

    /// How many commands went wrong since the start or [`Faults::clear`].
    #[must_use]
    pub fn struck(&self) -> usize {
        self.plan(|plan| plan.struck)
    }

    fn plan<T>(&self, look: impl FnOnce(&mut Plan) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn of(&self, method: &str) -> Option<Fault> {
        self.plan(|plan| {
            *plan.sent.entry(method.to_owned()).or_default() += 1;
            let (left, fault) = plan.due.get_mut(method)?;
            *left -= 1;
            if *left > 0 {
                return None;
            }
            let fault = *fault;
            plan.due.remove(method);
            plan.struck += 1;
            Some(fault)
        })
    }
}

/// A transport with faults.
pub struct Faulty {
    inner: Box<dyn Transport>,
    faults: Faults,
}

impl Faulty {
    /// The same transport, on which these go wrong.
    #[must_use]
    pub fn new(inner: Box<dyn Transport>, faults: Faults) -> Self {
        Self { inner, faults }
    }
}

impl Transport for Faulty {
    fn encoding(&self) -> Encoding {
        self.inner.encoding()
    }

    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let encoding = self.inner.encoding();
        let (sender, receiver) = self.inner.split();
        let (fakes, faked) = mpsc::unbounded_channel();
        let outgoing = FaultySender { inner: sender, encoding, faults: self.faults, fakes };
        (Box::new(outgoing), Box::new(FaultyReceiver { inner: receiver, faked }))
    }
}

struct FaultySender {
    inner: Box<dyn Sender>,
    encoding: Encoding,
    faults: Faults,
    /// What comes back for what the browser never got; `None` for the end.
    fakes: mpsc::UnboundedSender<Option<Bytes>>,
}

impl Sender for FaultySender {
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move {
            let sent: Outgoing<'_> = self.encoding.read(&message).map_err(io::Error::other)?;
            let fake = match self.faults.of(&sent.method) {
                None => return self.inner.send(message).await,
                Some(Fault::Unanswered) => return Ok(()),
                Some(Fault::Cut) => None,
                Some(Fault::Refused) => Some(Fake::refusal(&sent)),
                Some(Fault::Misshapen) => Some(Fake::misshapen(&sent)),
            };
            let fake = match fake {
                Some(fake) => Some(Bytes::from(self.encoding.write(&fake).map_err(io::Error::other)?)),
                None => None,
            };
            self.fakes.send(fake).map_err(|_| io::ErrorKind::BrokenPipe.into())
        })
    }

    fn close(&mut self) -> Boxed<'_, io::Result<()>> {
        self.inner.close()
    }
}

struct FaultyReceiver {
    inner: Box<dyn Receiver>,
    faked: mpsc::UnboundedReceiver<Option<Bytes>>,
}

impl Receiver for FaultyReceiver {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            // Both may be dropped half-way: what the transport has read so far stays with it.
            tokio::select! {
                Some(fake) = self.faked.recv() => Ok(fake),
                message = self.inner.receive() => message,
            }
        })
    }
}
