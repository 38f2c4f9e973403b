//! One command in flight: [`Pending`] until it is answered, [`Answer`] then.
//!
//! The answer arrives here as the bytes of the wire. It is decoded by whoever waits, on their task, and may borrow.

use std::{
    fmt,
    future::Future,
    marker::PhantomData,
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
};

use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    log::Posted,
    protocol::Command,
    table::Table,
    wire::Encoding,
};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use tokio::{
    sync::oneshot,
    time::{Instant, Sleep, sleep_until},
};

/// How far a command has come, shared by its waiter and the task that writes.
#[derive(Debug, Default)]
pub(crate) struct DispatchState(AtomicU8);

const QUEUED: u8 = 0;
const SENT: u8 = 1;
const WITHDRAWN: u8 = 2;

impl DispatchState {
    /// Marks the command as sent, for the writer; false if its waiter has withdrawn it.
    pub(crate) fn take(&self) -> bool {
        self.0.compare_exchange(QUEUED, SENT, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Withdraws the command, for a waiter that gives up; says whether it can have been sent.
    fn withdraw(&self) -> Dispatched {
        match self.0.compare_exchange(QUEUED, WITHDRAWN, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) | Err(WITHDRAWN) => Dispatched::No,
            Err(_) => Dispatched::Maybe,
        }
    }
}

/// A command that was queued. Await it, or drop it to forget the answer (the command is sent all the same).
#[must_use = "dropping it forgets the answer, also when it is an error"]
pub struct Pending<C> {
    ticket: Ticket,
    command: PhantomData<fn() -> C>,
}

impl<C: Command> Pending<C> {
    pub(crate) fn new(ticket: Ticket) -> Self {
        Self { ticket, command: PhantomData }
    }

    /// Waits for the answer and keeps it as bytes, to be decoded with borrows.
    ///
    /// # Errors
    /// Closed, Deadline, Protocol; Decode only when the envelope is broken.
    pub async fn answer(self) -> Result<Answer<C>> {
        self.await
    }

    /// Waits for the answer and decodes it.
    ///
    /// # Errors
    /// Closed, Deadline, Protocol, Decode.
    pub async fn reply<R>(self) -> Result<R>
    where
        C: for<'a> Command<Reply<'a> = R>,
        R: DeserializeOwned,
    {
        self.await?.decode()
    }
}

impl<C: Command> Future for Pending<C> {
    type Output = Result<Answer<C>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let message = ready!(self.ticket.poll(cx))?;
        let encoding = self.ticket.table.encoding;
        Poll::Ready(Ok(Answer { message, encoding, mended: OnceLock::new(), command: PhantomData }))
    }
}

impl<C> fmt::Debug for Pending<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pending({} #{})", self.ticket.method, self.ticket.id)
    }
}

/// What a command was answered with: the bytes, in which a decoded reply can borrow.
pub struct Answer<C> {
    message: Bytes,
    encoding: Encoding,
    /// See [`Encoding::mend`]; made when decoding fails.
    mended: OnceLock<Option<Vec<u8>>>,
    command: PhantomData<fn() -> C>,
}

impl<C: Command> Answer<C> {
    /// Decodes the result.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`] when the browser answers in another shape than we declare.
    pub fn decode(&self) -> Result<C::Reply<'_>> {
        let decoded = self.encoding.result(&self.message).or_else(|error| {
            let mended = self.mended.get_or_init(|| self.encoding.mend(&self.message));
            mended.as_ref().map_or(Err(error), |mended| self.encoding.result(mended))
        });
        decoded.map_err(|error| error.of(C::METHOD))
    }

    /// The size of the whole message, in bytes of the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        self.message.len()
    }
}

impl<C: Command> fmt::Debug for Answer<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({}, {} bytes)", C::METHOD, self.message.len())
    }
}

/// The part of [`Pending`] that does not depend on the command's type.
pub(crate) struct Ticket {
    id: u64,
    method: &'static str,
    state: State,
    dispatch_state: Arc<DispatchState>,
    table: Arc<Table>,
    queued_at: Instant,
    until: Instant,
    timer: Option<Pin<Box<Sleep>>>,
}

enum State {
    Waiting(oneshot::Receiver<Bytes>),
    Failed(Error),
    Over,
}

impl Ticket {
    /// A command that is about to be queued under this number.
    pub(crate) fn waiting(table: Arc<Table>, id: u64, posted: Posted, until: Instant) -> Self {
        let (method, queued_at) = (posted.method, posted.at);
        let state = State::Waiting(table.expect(id, posted));
        Self { id, method, state, dispatch_state: Arc::default(), table, queued_at, until, timer: None }
    }

    /// A command that could not even be written.
    pub(crate) fn failed(table: Arc<Table>, method: &'static str, error: Error) -> Self {
        Self {
            id: 0,
            method,
            state: State::Failed(error),
            dispatch_state: Arc::default(),
            table,
            queued_at: Instant::now(),
            until: Instant::now(),
            timer: None,
        }
    }

    /// Shared with the task that writes.
    pub(crate) fn dispatch_state(&self) -> Arc<DispatchState> {
        Arc::clone(&self.dispatch_state)
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Bytes>> {
        let result = match &mut self.state {
            State::Over => Err(Error::new(ErrorKind::Closed, "the answer was taken already").of(self.method)),
            State::Failed(error) => Err(error.clone()),
            State::Waiting(answer) => match Pin::new(answer).poll(cx) {
                Poll::Ready(Ok(message)) => {
                    let checked = self.table.encoding.check(&message).map(|()| message);
                    checked.map_err(|error| error.of(self.method))
                }
                Poll::Ready(Err(_)) => {
                    Err(self.table.closed_error().of(self.method).after(self.dispatch_state.withdraw()))
                }
                Poll::Pending => {
                    if Instant::now() < self.until {
                        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(self.until)));
                        ready!(timer.as_mut().poll(cx));
                    }
                    let waited = self.until.saturating_duration_since(self.queued_at);
                    let message = format!("no answer within {} ms", waited.as_millis());
                    let dispatched = self.dispatch_state.withdraw();
                    self.table.give_up(self.id);
                    Err(Error::new(ErrorKind::Deadline, message)
                        .of(self.method)
                        .waiting(waited)
                        .after(dispatched))
                }
            },
        };
        self.state = State::Over;
        Poll::Ready(result)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if matches!(self.state, State::Waiting(_)) {
            self.table.forget(self.id);
        }
    }
}
