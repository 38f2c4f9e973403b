//! [`Connection`]: one transport, many flat sessions, many commands in flight. [`Channel`]: one session of it.
//!
//! Two tasks serve a connection. The writer takes commands from a queue, in the order in which they were posted. The
//! reader sorts what comes: an answer goes to its waiter as bytes, an event to every reader's queue. Neither decodes
//! or waits for anyone, so that a slow caller holds up nobody. When either ends, every waiter fails at once.

use std::{
    fmt,
    future::Future,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use tokio::{
    sync::mpsc,
    task::AbortHandle,
    time::{Instant, timeout},
};
use tracing::{debug, warn};

use crate::{
    call::{DispatchState, Pending, Ticket},
    endpoint::Endpoint,
    error::{Error, ErrorKind, Result},
    events::Events,
    limits::{COMMAND_ANSWERS, READER_ENDS, WAITING_COMMAND_BYTES, WAITING_EVENTS, WRITER_FLUSHES},
    log::Posted,
    protocol::{Command, SessionId},
    table::Table,
    transport::{self, Heartbeat, Transport, WebSocket},
    wire::{Encoding, Incoming},
};

/// How a connection behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionOptions {
    /// How long a command may take, from being posted to its answer, where its channel says nothing else.
    pub deadline: Duration,
    /// How many events a reader may fall behind before some are counted only.
    pub event_capacity: usize,
    /// When a browser that says nothing is asked whether it is there yet, over a WebSocket.
    pub heartbeat: Heartbeat,
}

impl Default for ConnectionOptions {
    fn default() -> Self {
        Self { deadline: COMMAND_ANSWERS, event_capacity: WAITING_EVENTS, heartbeat: Heartbeat::default() }
    }
}

/// A connection to a browser. A cheap handle: the transport closes when the last handle and channel is dropped.
#[derive(Clone)]
pub struct Connection {
    shared: Arc<Shared>,
}

struct Shared {
    table: Arc<Table>,
    queue: mpsc::UnboundedSender<Queued>,
    /// How many bytes wait in the queue.
    queued: Arc<AtomicUsize>,
    next_id: AtomicU64,
    deadline: Duration,
    reader: AbortHandle,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

struct Queued {
    message: Bytes,
    dispatch_state: Arc<DispatchState>,
    _room: Room,
}

/// The room that a message takes in the queue until it is sent or forgotten.
struct Room {
    queued: Arc<AtomicUsize>,
    size: usize,
}

impl Room {
    /// `None` when there is none; a single message is never too large.
    fn of(size: usize, queued: &Arc<AtomicUsize>) -> Option<Self> {
        let before = queued.fetch_add(size, Ordering::Relaxed);
        let room = Self { queued: Arc::clone(queued), size };
        (before == 0 || before + size <= WAITING_COMMAND_BYTES).then_some(room)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.queued.fetch_sub(self.size, Ordering::Relaxed);
    }
}

impl Connection {
    /// Talks over a transport. Spawns two tasks on the current tokio runtime.
    #[must_use]
    pub fn new(transport: Box<dyn Transport>, options: ConnectionOptions) -> Self {
        let table = Arc::new(Table::new(transport.encoding(), options.event_capacity));
        let (sender, receiver) = transport.split();
        let (queue, queued) = mpsc::unbounded_channel();
        let reader = tokio::spawn(read(receiver, Closing(Arc::clone(&table)))).abort_handle();
        tokio::spawn(write(sender, queued, Arc::clone(&table), reader.clone()));
        let next_id = AtomicU64::new(1);
        let (queued, deadline) = (Arc::default(), options.deadline);
        Self { shared: Arc::new(Shared { table, queue, queued, next_id, deadline, reader }) }
    }

    /// Connects to a browser that runs: see [`Endpoint`] for how it is named.
    ///
    /// # Errors
    /// Endpoint when there is no browser at that address or the address is none; Certificate.
    pub async fn connect(endpoint: impl Into<Endpoint>, options: ConnectionOptions) -> Result<Self> {
        let transport =
            WebSocket::connect(endpoint, options.deadline).await?.with_heartbeat(options.heartbeat);
        Ok(Self::new(Box::new(transport), options))
    }

    /// The browser itself, without a session.
    #[must_use]
    pub fn browser(&self) -> Channel {
        Channel { connection: self.clone(), session: None, deadline: None, limit: None }
    }

    /// A session that was attached with `flatten`.
    #[must_use]
    pub fn channel(&self, session: SessionId) -> Channel {
        Channel { connection: self.clone(), session: Some(session), deadline: None, limit: None }
    }

    /// Every event from now on, of all sessions, in the order of the wire.
    #[must_use]
    pub fn events(&self) -> Events {
        Events::new(self.shared.table.subscribe())
    }

    /// How many events came so far. A reader that has an answer, and has taken in this many events, has all events from before it.
    #[must_use]
    pub fn published(&self) -> u64 {
        self.shared.table.published()
    }

    /// How its messages are written.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.shared.table.encoding
    }

    /// Whether the connection is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared.table.is_closed()
    }

    /// Why the connection is gone, once it is: in words to be shown. They may hold what the other side said, in quotes and escaped, but
    /// none of what it was reached with.
    #[must_use]
    pub fn closed_because(&self) -> Option<&str> {
        self.shared.table.reason()
    }

    /// Ends the connection from this side, for a reason that its waiters are told: whoever knows that nobody is there any more.
    pub(crate) fn end(&self, reason: String) {
        self.shared.table.close(reason);
        self.shared.reader.abort();
    }

    /// Resolves when the connection is gone. Cancel safe.
    pub async fn closed(&self) {
        self.shared.table.closed().await;
    }

    fn post<C: Command>(&self, session: Option<&SessionId>, patience: Patience, command: &C) -> Ticket {
        let table = Arc::clone(&self.shared.table);
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        let message = match table.encoding.encode(id, session, command) {
            Ok(message) => message,
            Err(error) => return Ticket::failed(table, C::METHOD, error),
        };
        let Some(room) = Room::of(message.len(), &self.shared.queued) else {
            let message = format!(
                "the browser takes no commands: {} MiB wait to be sent to it, and no more can",
                WAITING_COMMAND_BYTES >> 20
            );
            return Ticket::failed(table, C::METHOD, Error::new(ErrorKind::Overflow, message));
        };
        let posted =
            Posted { method: C::METHOD, session: session.cloned(), sent: message.len(), at: Instant::now() };
        let until = patience.until(posted.at, self.shared.deadline);
        let ticket = Ticket::waiting(table, id, posted, until);
        // A queue that nobody reads any more belongs to a closed table, which has failed the waiter already.
        let _ =
            self.shared.queue.send(Queued { message, dispatch_state: ticket.dispatch_state(), _room: room });
        ticket
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("closed", &self.is_closed()).finish_non_exhaustive()
    }
}

/// A bound on the commands of all channels that share it, whatever their own deadlines are: while a call runs, the time at
/// which it ends. Cheap to clone; clones are the same limit.
#[derive(Clone, Debug, Default)]
pub struct Limit(Arc<Mutex<Bound>>);

#[derive(Clone, Copy, Debug, Default)]
struct Bound {
    until: Option<Instant>,
    patience: Option<Duration>,
}

impl Limit {
    /// From now on no command waits past `until`, and one whose channel says nothing else waits for `patience` at most.
    /// `None` lifts the bound. Commands that were posted before keep their own.
    pub fn set(&self, until: Option<Instant>, patience: Option<Duration>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Bound { until, patience };
    }

    /// The time past which no command waits.
    #[must_use]
    pub fn until(&self) -> Option<Instant> {
        self.bound().until
    }

    /// How long a command waits at most, where its channel says nothing else.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.bound().patience
    }

    fn bound(&self) -> Bound {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long one command may wait.
#[derive(Clone, Copy)]
struct Patience {
    own: Option<Duration>,
    bound: Bound,
}

impl Patience {
    fn until(self, posted: Instant, default: Duration) -> Instant {
        let own = posted + self.own.or(self.bound.patience).unwrap_or(default);
        self.bound.until.map_or(own, |until| own.min(until))
    }
}

/// One session of a connection, or the browser itself. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Channel {
    connection: Connection,
    session: Option<SessionId>,
    /// Where it is not the connection's.
    deadline: Option<Duration>,
    limit: Option<Limit>,
}

impl Channel {
    /// The session; `None` for the browser itself.
    #[must_use]
    pub fn session_id(&self) -> Option<&SessionId> {
        self.session.as_ref()
    }

    /// The connection that it is a part of.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The same session with another deadline for its commands.
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Channel {
        Channel { deadline: Some(deadline), ..self.clone() }
    }

    /// How long a command waits at most, where its limit says so.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.limit.as_ref().and_then(Limit::patience)
    }

    /// The same session, whose commands are bound by a limit that others may share.
    #[must_use]
    pub fn with_limit(&self, limit: &Limit) -> Channel {
        Channel { limit: Some(limit.clone()), ..self.clone() }
    }

    /// Queues a command at once. Commands are sent in the order of these calls; none waits for another's answer.
    pub fn post<C: Command>(&self, command: &C) -> Pending<C> {
        let bound = self.limit.as_ref().map(Limit::bound).unwrap_or_default();
        let patience = Patience { own: self.deadline, bound };
        Pending::new(self.connection.post(self.session.as_ref(), patience, command))
    }

    /// Queues a command at once, then waits for its answer.
    ///
    /// # Errors
    /// Closed, Deadline, Protocol, Decode.
    pub fn call<C, R>(&self, command: &C) -> impl Future<Output = Result<R>> + Send + use<C, R>
    where
        C: for<'a> Command<Reply<'a> = R>,
        R: DeserializeOwned,
    {
        self.post(command).reply()
    }
}

/// Closes the table when the reader ends, however it ends.
struct Closing(Arc<Table>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close("it was closed from this side".to_owned());
    }
}

async fn read(mut receiver: Box<dyn transport::Receiver>, closing: Closing) {
    let table = &closing.0;
    let reason = loop {
        match receiver.receive().await {
            Ok(Some(message)) => {
                let size = message.len();
                match table.encoding.sort(message) {
                    Incoming::Answer(id, message) => table.answer(id, message),
                    Incoming::Event(event) => table.publish(&event),
                    Incoming::Unknown => {
                        warn!(target: "domtool_cdp::wire", size, "a message that is neither an answer nor an event");
                    }
                }
            }
            Ok(None) => break "the browser ended it".to_owned(),
            Err(error) => break error.to_string(),
        }
    };
    debug!(target: "domtool_cdp::wire", reason, "closed");
    table.close(reason);
}

async fn write(
    mut sender: Box<dyn transport::Sender>,
    mut queued: mpsc::UnboundedReceiver<Queued>,
    table: Arc<Table>,
    reader: AbortHandle,
) {
    let flush = async {
        while let Some(Queued { message, dispatch_state, _room }) = queued.recv().await {
            if dispatch_state.take()
                && let Err(error) = sender.send(message).await
            {
                // What the other side said last is the better reason, and the reader may be about to have read it.
                let _ = timeout(READER_ENDS, table.closed()).await;
                table.close(error.to_string());
                break;
            }
        }
        // The other side may be gone already; either way this side is done.
        let _ = sender.close().await;
    };
    let out_of_time = async {
        table.closed().await;
        tokio::time::sleep(WRITER_FLUSHES).await;
    };
    tokio::select! {
        () = flush => {}
        () = out_of_time => {}
    }
    reader.abort();
}
