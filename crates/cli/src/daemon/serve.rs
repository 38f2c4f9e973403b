//! The daemon's process: one at a time by a lock, the socket, and the ways to end. What is said over a connection is left
//! to `connection`.

use std::{
    fs::{File, TryLockError},
    io::Write as _,
    sync::Arc,
    time::Duration,
};

use tokio::task::JoinSet;
use tracing::{debug, error, info, warn};

use super::{connection::answer, handle::Daemon, registry::Registry};
use crate::{
    failure::{Failure, Result},
    limits::CALLS_SEE_THE_END,
    ops::BoxFuture,
    place::Place,
    settings,
    signals::Signals,
    socket::Listener,
    wire::{self, FirstWord},
};

/// What a daemon does besides listening on its socket, which ends with it.
type Beside = Box<dyn FnOnce(Daemon) -> BoxFuture<'static, Result<()>>>;

/// Runs the daemon until it ends.
///
/// # Errors
/// `INTERNAL` when it cannot listen.
pub(crate) fn run() -> Result<()> {
    let ended = in_background();
    if let Err(failure) = &ended {
        say(&FirstWord::Failed(failure.clone()));
    }
    ended
}

fn in_background() -> Result<()> {
    let place = Place::find()?;
    let Some(lock) = take_lock(&place)? else {
        say(&FirstWord::Taken);
        return Ok(());
    };
    detach();
    runtime()?.block_on(serve(&place, lock, None))
}

/// Runs a daemon in the foreground that does something else besides. It ends with that: neither by a signal, which is left to it, nor
/// because nobody calls.
///
/// # Errors
/// `INVALID_INPUT` when a daemon runs already; `INTERNAL` when it cannot listen; those of what it does besides.
pub(crate) fn run_beside(
    beside: impl FnOnce(Daemon) -> BoxFuture<'static, Result<()>> + 'static,
) -> Result<()> {
    let place = Place::find()?;
    let Some(lock) = take_lock(&place)? else {
        return Err(Failure {
            hint: "end it with domtool close --all, or give this one a DOMTOOL_SOCKET of its own".into(),
            ..Failure::invalid("a daemon of this user runs already")
        });
    };
    runtime()?.block_on(serve(&place, lock, Some(Box::new(beside))))
}

/// The lock that one daemon holds; `None` when another has it.
fn take_lock(place: &Place) -> Result<Option<File>> {
    let lock = place.lock()?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(Failure::io("the daemon's lock", &error)),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(std::thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 4)))
        .enable_all()
        .build()
        .map_err(|error| Failure::io("the daemon's runtime", &error))
}

/// Leaves the terminal's session, so that neither its Ctrl-C nor its end reaches the daemon.
fn detach() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::setsid() {
        debug!(%error, "stays in the terminal's session");
    }
    // A folder that someone wants to remove is not to be held by us.
    if let Err(error) = std::env::set_current_dir(std::path::MAIN_SEPARATOR_STR) {
        debug!(%error, "stays in its folder");
    }
}

/// Tells the client that started us.
fn say(word: &FirstWord) {
    let mut out = std::io::stdout().lock();
    // The client may be gone by now; the daemon is of use to the next one all the same.
    if let Err(error) = writeln!(out, "{word}").and_then(|()| out.flush()) {
        debug!(%error, "nobody waits for the daemon");
    }
}

async fn serve(place: &Place, lock: File, beside: Option<Beside>) -> Result<()> {
    let registry = Arc::new(Registry::new(place.session_store(), beside.is_some())?);
    let mut listener = Listener::bind(&place.socket)?;
    info!(pid = std::process::id(), socket = %place.socket.display(), build = wire::build(), "daemon listens");
    let mut ending: BoxFuture<'static, Result<()>> = match beside {
        Some(beside) => beside(Daemon::new(Arc::clone(&registry))),
        None => {
            let signals = Signals::new()?;
            say(&FirstWord::Ready);
            Box::pin(until_no_use(Arc::clone(&registry), signals))
        }
    };
    let mut calls = JoinSet::new();
    let ended = loop {
        tokio::select! {
            peer = listener.accept() => match peer {
                Ok(peer) => {
                    calls.spawn(answer(peer, Arc::clone(&registry)));
                }
                // Too many open files, most likely: a call that ends gives some back.
                Err(error) => {
                    error!(%error, "a client could not be taken");
                    if calls.join_next().await.is_none() {
                        break Ok(());
                    }
                }
            },
            Some(_) = calls.join_next() => {}
            () = registry.end_asked() => {
                info!("told to end");
                break Ok(());
            }
            ended = &mut ending => break ended,
        }
    };
    // First the socket and the lock, so that the next client finds no half-dead daemon but starts a new one.
    drop(listener);
    registry.remove_session_store();
    drop(lock);
    registry.close_all().await;
    let goodbye = async { while calls.join_next().await.is_some() {} };
    if tokio::time::timeout(CALLS_SEE_THE_END, goodbye).await.is_err() {
        warn!("calls were still running at the end");
    }
    info!("daemon ends");
    ended
}

/// Waits for a signal, or until nobody called for long.
async fn until_no_use(registry: Arc<Registry>, mut signals: Signals) -> Result<()> {
    let limit = idle_limit();
    tokio::select! {
        () = registry.activity.idle(limit) => info!("nobody called for {} s", limit.as_secs()),
        name = signals.next() => info!("{name}"),
    }
    Ok(())
}

fn idle_limit() -> Duration {
    let asked = std::env::var(settings::IDLE_SECONDS.variable).ok().and_then(|text| text.parse().ok());
    Duration::from_secs(asked.unwrap_or(30 * 60))
}
