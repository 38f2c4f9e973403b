//! Starting the daemon: this very program once more, detached, told to be one. It says on a pipe when it listens, so
//! nobody has to guess; a lock keeps two clients from starting two.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Seek as _, SeekFrom},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use domtool::ErrorKind;
use tracing::debug;

use crate::{
    failure::{Failure, Result},
    limits::DAEMON_SETTLES_WITHIN,
    place::Place,
    socket::{self, Stream},
    wire::{DAEMON_COMMAND, FirstWord},
};

/// How many daemons may end right after they were found to be there.
const ATTEMPTS: u32 = 4;

/// Starts a daemon unless one is there by now, and connects to it.
///
/// # Errors
/// The daemon's own reason when it cannot start, `INTERNAL` with its last words when it ended without one.
pub(super) fn start(place: &Place) -> Result<Stream> {
    let lock = place.start_lock()?;
    lock.lock().map_err(|error| Failure::io("the lock of those who start a daemon", &error))?;
    for _ in 0..ATTEMPTS {
        // Someone else may have started it while we waited.
        if let Some(stream) = reach(place)? {
            return Ok(stream);
        }
        let log = place.log()?;
        let length = log.metadata().map(|meta| meta.len()).unwrap_or(0);
        match spawn(log)? {
            Some(FirstWord::Ready) => {
                return socket::connect(&place.socket)
                    .map_err(|error| Failure::io(place.socket.display(), &error));
            }
            Some(FirstWord::Failed(failure)) => return Err(failure),
            Some(FirstWord::Taken) => {}
            None => return Err(silent(place, length)),
        }
        if let Some(stream) = join(place)? {
            return Ok(stream);
        }
    }
    Err(Failure::internal("daemon after daemon ended before it took a call"))
}

/// The daemon that listens, if one does.
fn reach(place: &Place) -> Result<Option<Stream>> {
    match socket::connect(&place.socket) {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if socket::is_nobody(&error) => Ok(None),
        Err(error) => Err(Failure::io(place.socket.display(), &error)),
    }
}

/// It ended without a reason.
fn silent(place: &Place, from: u64) -> Failure {
    Failure::new(
        ErrorKind::Internal,
        format!("the daemon did not start: {}", last_words(place, from)),
        format!("see {}", place.log_path().display()),
    )
}

/// Starts the process and waits for its first word; `None` when it ended without one.
fn spawn(log: File) -> Result<Option<FirstWord>> {
    let program = std::env::current_exe().map_err(|error| Failure::io("this program's own path", &error))?;
    let mut command = Command::new(program);
    command.envs(domtool::ALLOCATOR_SETTINGS);
    command.arg(DAEMON_COMMAND).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const DETACHED: u32 = 0x0000_0008 | 0x0000_0200;
        command.creation_flags(DETACHED);
    }
    let mut child = command.spawn().map_err(|error| Failure::io("the daemon cannot be started", &error))?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        BufReader::new(out)
            .read_line(&mut line)
            .map_err(|error| Failure::io("the daemon's first word", &error))?;
    }
    Ok(FirstWord::parse(line.trim_end()))
}

/// Another daemon holds the lock: it is about to listen (its client was killed before), or about to end, and then there is
/// none.
fn join(place: &Place) -> Result<Option<Stream>> {
    let lock = place.lock()?;
    let deadline = Instant::now() + DAEMON_SETTLES_WITHIN;
    while Instant::now() < deadline {
        if let Some(stream) = reach(place)? {
            return Ok(Some(stream));
        }
        if lock.try_lock().is_ok() {
            return Ok(None);
        }
        debug!("another daemon is about to listen or to end");
        // Nothing tells us; this is the one place where we must ask again.
        std::thread::park_timeout(Duration::from_millis(20));
    }
    let message = format!(
        "a daemon runs and does not listen on {} in {} s",
        place.socket.display(),
        DAEMON_SETTLES_WITHIN.as_secs()
    );
    Err(Failure::internal(message))
}

/// What the daemon wrote into its log since it was started.
fn last_words(place: &Place, from: u64) -> String {
    let read = || -> Option<String> {
        let mut file = place.log().ok()?;
        file.seek(SeekFrom::Start(from)).ok()?;
        std::io::read_to_string(file).ok()
    };
    let text = read().unwrap_or_default();
    text.trim().lines().next_back().unwrap_or("it said nothing").to_owned()
}
