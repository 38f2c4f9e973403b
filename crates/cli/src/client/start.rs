//! Starting the daemon: this very program once more, detached, told to be one. It says on a pipe when it listens, so
//! nobody has to guess; a lock keeps two clients from starting two.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead as _, BufReader, Seek as _, SeekFrom},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tracing::debug;

use crate::{
    daemon::{READY, TAKEN},
    failure::{Failure, Result},
    place::Place,
    socket::{self, Stream},
};

/// The hidden command that makes this program the daemon.
pub(crate) const COMMAND: &str = "daemon";

/// A log longer than this begins anew.
const LONGEST_LOG: u64 = 1 << 20;
/// How long a daemon that another client started may take until it listens.
const STARTED_WITHIN: Duration = Duration::from_secs(10);

/// Starts a daemon unless one is there by now, and connects to it.
///
/// # Errors
/// `INTERNAL` with the daemon's last words when it does not start.
pub(super) fn start(place: &Place) -> Result<Stream> {
    let lock_path = place.start_lock();
    let lock = open(&lock_path, false)?;
    lock.lock().map_err(|error| Failure::io(lock_path.display(), &error))?;
    // Someone else may have started it while we waited.
    match socket::connect(&place.socket) {
        Ok(stream) => return Ok(stream),
        Err(error) if socket::is_nobody(&error) => {}
        Err(error) => return Err(Failure::io(place.socket.display(), &error)),
    }
    let log_path = place.log();
    let log = open(&log_path, true)?;
    let length = log.metadata().map(|meta| meta.len()).unwrap_or(0);
    if length > LONGEST_LOG {
        log.set_len(0).map_err(|error| Failure::io(log_path.display(), &error))?;
    }
    let word = spawn(log)?;
    if word == READY {
        return socket::connect(&place.socket).map_err(|error| Failure::io(place.socket.display(), &error));
    }
    if word == TAKEN {
        return join(place);
    }
    Err(Failure::new(
        "INTERNAL",
        format!("the daemon did not start: {}", last_words(place, length)),
        format!("see {}", log_path.display()),
    ))
}

fn open(path: &std::path::Path, append: bool) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).append(append).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| Failure::io(path.display(), &error))
}

/// Starts the process and waits for its first word; empty when it ended without one.
fn spawn(log: File) -> Result<String> {
    let program = std::env::current_exe().map_err(|error| Failure::io("this program's own path", &error))?;
    let mut command = Command::new(program);
    command.envs(domtool::ALLOCATOR_SETTINGS);
    command.arg(COMMAND).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const DETACHED: u32 = 0x0000_0008 | 0x0000_0200;
        command.creation_flags(DETACHED);
    }
    let mut child = command.spawn().map_err(|error| Failure::io("the daemon cannot be started", &error))?;
    let mut word = String::new();
    if let Some(out) = child.stdout.take() {
        BufReader::new(out)
            .read_line(&mut word)
            .map_err(|error| Failure::io("the daemon's first word", &error))?;
    }
    Ok(word.trim_end().to_owned())
}

/// Another daemon holds the lock: it is about to listen (its client was killed before), or about to end.
fn join(place: &Place) -> Result<Stream> {
    let deadline = Instant::now() + STARTED_WITHIN;
    loop {
        match socket::connect(&place.socket) {
            Ok(stream) => return Ok(stream),
            Err(error) if socket::is_nobody(&error) && Instant::now() < deadline => {
                debug!("another daemon is about to listen");
                // Nothing tells us; this is the one place where we must ask again.
                std::thread::park_timeout(Duration::from_millis(20));
            }
            Err(error) => return Err(Failure::io(place.socket.display(), &error)),
        }
    }
}

/// What the daemon wrote into its log since it was started.
fn last_words(place: &Place, from: u64) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(place.log())?;
        file.seek(SeekFrom::Start(if from > LONGEST_LOG { 0 } else { from }))?;
        std::io::read_to_string(file)
    };
    let text = read().unwrap_or_default();
    text.trim().lines().next_back().unwrap_or("it said nothing").to_owned()
}
