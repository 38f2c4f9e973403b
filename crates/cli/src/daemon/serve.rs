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

use super::{connection::answer, registry::Registry};
use crate::{
    failure::{Failure, Result},
    place::Place,
    settings,
    signals::Signals,
    socket::Listener,
    wire::{self, FirstWord},
};

/// How long the calls that still run may take to see that everything was closed.
const GOODBYE: Duration = Duration::from_secs(10);

/// Runs the daemon until it ends.
///
/// # Errors
/// `INTERNAL` when it cannot listen.
pub(crate) fn run() -> Result<()> {
    let ended = listen();
    if let Err(failure) = &ended {
        say(&FirstWord::Failed(failure.clone()));
    }
    ended
}

fn listen() -> Result<()> {
    let place = Place::find()?;
    let lock = place.lock()?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            say(&FirstWord::Taken);
            return Ok(());
        }
        Err(TryLockError::Error(error)) => return Err(Failure::io("the daemon's lock", &error)),
    }
    detach();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(std::thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 4)))
        .enable_all()
        .build()
        .map_err(|error| Failure::io("the daemon's runtime", &error))?;
    runtime.block_on(serve(&place, lock))
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

async fn serve(place: &Place, lock: File) -> Result<()> {
    let mut signals = Signals::new()?;
    let registry = Arc::new(Registry::new(place.session_store())?);
    let mut listener = Listener::bind(&place.socket)?;
    info!(pid = std::process::id(), socket = %place.socket.display(), build = wire::build(), "daemon listens");
    say(&FirstWord::Ready);

    let limit = idle_limit();
    let mut calls = JoinSet::new();
    loop {
        tokio::select! {
            peer = listener.accept() => match peer {
                Ok(peer) => {
                    calls.spawn(answer(peer, Arc::clone(&registry)));
                }
                // Too many open files, most likely: a call that ends gives some back.
                Err(error) => {
                    error!(%error, "a client could not be taken");
                    if calls.join_next().await.is_none() {
                        break;
                    }
                }
            },
            Some(_) = calls.join_next() => {}
            () = registry.end_asked() => {
                info!("told to end");
                break;
            }
            () = registry.activity.idle(limit) => {
                info!("nobody called for {} s", limit.as_secs());
                break;
            }
            name = signals.next() => {
                info!("{name}");
                break;
            }
        }
    }
    // First the socket and the lock, so that the next client finds no half-dead daemon but starts a new one.
    drop(listener);
    drop(lock);
    registry.close_all().await;
    let goodbye = async { while calls.join_next().await.is_some() {} };
    if tokio::time::timeout(GOODBYE, goodbye).await.is_err() {
        warn!("calls were still running at the end");
    }
    info!("daemon ends");
    Ok(())
}

fn idle_limit() -> Duration {
    let asked = std::env::var(settings::IDLE_SECONDS.variable).ok().and_then(|text| text.parse().ok());
    Duration::from_secs(asked.unwrap_or(30 * 60))
}
