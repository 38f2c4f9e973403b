//! One call: its operation runs in its session's turn and within the call's time. Operations of one session run one at a
//! time; sessions never wait for each other.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domtool::{Dispatched, ErrorKind, Reconnect, Session, text::quoted};
use serde_json::value::RawValue;
use tokio::{
    sync::OwnedMutexGuard,
    time::{Instant, sleep_until, timeout_at},
};
use tracing::debug;

use super::{
    begun::Begun,
    registry::{Caller, Registry},
    session_slot::SessionSlot,
    tenant::Tenant,
};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    launch::Launch,
    limits::CALLER_BYTES,
    ops::{self, BoxFuture, Context, Scope, SessionProvider},
    output::{Output, SessionInfo},
    states::Keys,
    wire::{Call, Notices},
};

/// How long an operation may take to end by itself once its time is over.
const ENDS: Duration = Duration::from_millis(150);

/// A browser is waited for so much less than the call may take, so that the answer says why there is none.
const ANSWERING: Duration = Duration::from_millis(100);

impl Registry {
    /// Runs one operation, in its session's turn.
    ///
    /// # Errors
    /// Those of the operation; `INVALID_INPUT` for a call that makes no sense; `NOT_FOUND` when the session was
    /// closed meanwhile.
    pub(super) async fn run(
        self: Arc<Self>,
        op: &str,
        args: &RawValue,
        mut call: Call,
        tenant: Tenant,
    ) -> Result<Output> {
        let entry = ops::find(op)
            .ok_or_else(|| Failure::invalid(format!("there is no operation {op}", op = quoted(&op))))?;
        let key = tenant.key(&call.args.session)?;
        // Programs that speak for themselves hand over the names of files that hold what is not to be printed.
        call.launch = std::mem::take(&mut call.launch).with_endpoint_read(&call.folder)?;
        let configured = call.configured.take().map(|launch| launch.with_endpoint_read(&call.folder));
        call.configured = configured.transpose()?;
        if call.args.caller.len() > CALLER_BYTES {
            return Err(Failure::invalid(format!("a caller's name has {CALLER_BYTES} bytes at most")));
        }
        let session_slot = self.session_slot(&key);
        if !call.expect.is_empty() && !entry.expects() {
            return Err(Failure::invalid(format!("{op} is no action of which anything could be expected")));
        }
        let deadline = call.timeout().or(call.longest).map(|time| Instant::now() + time);
        let sessions = Arc::new(CallSessions {
            registry: Arc::clone(&self),
            session_slot: Arc::clone(&session_slot),
            caller: call.args.caller.clone(),
            deadline: deadline.map(|deadline| deadline.checked_sub(ANSWERING).unwrap_or(deadline)),
            tenant,
            keys: Keys::new(call.state_key.clone()),
            notices: call.notices.clone(),
        });
        let context = Context { sessions, call, deadline, turn: Mutex::default() };
        if let Scope::Daemon(_) = entry.scope {
            return entry.run(args, &context).await;
        }
        let closing = session_slot.closing.notified();
        let work = async {
            if let Scope::Session = entry.scope {
                let turn = turn(&session_slot, deadline).await?;
                context.turn.lock().unwrap_or_else(PoisonError::into_inner).replace(turn);
                self.mend(&session_slot, context.left_at_most()).await?;
                // Whoever names a page need not open one first.
                if context.call.to_start().names_page() && session_slot.is_vacant() {
                    context.start().await?;
                }
            }
            entry.run(args, &context).await.map_err(|failure| session_slot.explain(failure))
        };
        let dispatched = if entry.traits.read_only { Dispatched::No } else { Dispatched::Maybe };
        let out_of_time = async {
            match deadline {
                Some(deadline) => sleep_until(deadline + ENDS).await,
                None => std::future::pending().await,
            }
        };
        let done = tokio::select! {
            biased;
            done = work => done,
            () = out_of_time => Err(Failure {
                dispatched,
                ..Failure::new(ErrorKind::Timeout, format!("{op} took longer than it was given"), "give it more time, or observe to see what is there now")
            }),
            () = closing => {
                return Err(Failure {
                    dispatched,
                    ..Failure::new(ErrorKind::NotFound, format!("session {} was closed meanwhile", session_slot.name), Hint::OpenFirst)
                });
            }
        };
        context.give_turn_back();
        for lease in session_slot.dead() {
            self.browsers.release(lease).await;
        }
        self.write_session_store();
        done
    }

    /// Where the connection to a browser that somebody else started broke, makes it again, and has the session go on in its
    /// tabs. A session of which nothing is left there is lost.
    ///
    /// # Errors
    /// `BROWSER_GONE` when the browser is out of reach: the session stays, and the next call tries once more.
    async fn mend(self: &Arc<Self>, session_slot: &SessionSlot, deadline: Option<Duration>) -> Result<()> {
        let Some(broken) = session_slot.broken() else { return Ok(()) };
        let mut patience = Reconnect::default();
        patience.within = patience.within.min(deadline.unwrap_or(patience.within));
        if broken.tried {
            patience.tries = 1;
        }
        let making = self.making().await;
        let lease = match self.browsers.reconnect(&broken.browser, &broken.launch, &patience).await {
            Ok(lease) => lease,
            Err(failure) => {
                session_slot.tried();
                let hint = Hint::ReconnectOrClose(session_slot.name.clone());
                return Err(Failure { hint, ..failure });
            }
        };
        let browser = lease.browser.clone();
        let begun = Begun::new(self, lease, None, making);
        match browser.resume(&broken.session).await {
            Ok(session) => {
                debug!(session = session_slot.name, "goes on after its connection broke");
                if let Some((lease, _)) = begun.take() {
                    session_slot.go_on(session, lease);
                }
                Ok(())
            }
            Err(error) => {
                let broke_again = browser.is_gone();
                begun.end().await;
                // What is only in the way is no reason to give the session up.
                if broke_again || error.kind() != ErrorKind::BrowserGone {
                    return Err(session_slot.explain(error.into()));
                }
                session_slot.lose(error.message());
                Ok(())
            }
        }
    }
}

/// The session's turn.
///
/// # Errors
/// `TIMEOUT` when another call has it for all of this call's time.
async fn turn(session_slot: &SessionSlot, deadline: Option<Instant>) -> Result<OwnedMutexGuard<()>> {
    let lock = Arc::clone(&session_slot.turn).lock_owned();
    let Some(deadline) = deadline else { return Ok(lock.await) };
    timeout_at(deadline, lock).await.map_err(|_| {
        let message = format!(
            "another call ran in session {} for all of the time that this one had",
            session_slot.name
        );
        Failure::new(
            ErrorKind::Timeout,
            message,
            "wait for that call to end, or close the session, which ends it",
        )
    })
}

/// The sessions, as the operation of one call reaches them.
struct CallSessions {
    registry: Arc<Registry>,
    /// The place of the call's own session.
    session_slot: Arc<SessionSlot>,
    caller: String,
    deadline: Option<Instant>,
    /// Whose call it is.
    tenant: Tenant,
    /// What its states are encrypted with.
    keys: Keys,
    notices: Notices,
}

impl SessionProvider for CallSessions {
    fn session(&self, launch: &Launch) -> Result<Session> {
        let session = self.session_slot.session()?;
        self.session_slot.agrees_with(launch)?;
        Ok(session)
    }

    fn start<'a>(&'a self, launch: &'a Launch, to_start: &'a Launch) -> BoxFuture<'a, Result<Session>> {
        Box::pin(async move {
            let name = self.tenant.name().unwrap_or(&self.caller);
            let Self { tenant, deadline, keys, notices, .. } = self;
            let caller = Caller { tenant, name, deadline: *deadline, keys, notices };
            self.registry.start(&self.session_slot, &caller, launch, to_start).await
        })
    }

    fn browser_version(&self) -> String {
        self.session_slot.browser_version()
    }

    fn list(&self) -> Vec<SessionInfo> {
        self.tenant.own(self.registry.list())
    }

    fn close<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async { self.registry.close(&self.tenant.key(name)?).await })
    }

    fn end(&self) -> BoxFuture<'_, Vec<String>> {
        Box::pin(self.registry.end_for(&self.tenant))
    }
}
