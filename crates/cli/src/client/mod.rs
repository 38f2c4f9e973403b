//! The client: hands one call to the daemon and prints what comes back. Blocking, without a runtime: parse, connect,
//! write, read.

mod hang_up;
mod start;

pub(crate) use hang_up::HangUp;

use std::{
    io::{BufRead, BufReader, Write as _},
    time::Duration,
};

use domtool::{Dispatched, ErrorKind};
use tracing::debug;

use crate::{
    failure::{Failure, Result},
    hint::Hint,
    limits::CALL_TAKEN_WITHIN,
    ops::{Entry, Scope},
    place::Place,
    print,
    socket::{self, Stream},
    wire::{Request, Response},
};

/// How often a daemon may vanish before it took the call.
const ATTEMPTS: u32 = 4;

/// What became of one attempt.
enum Attempt {
    Answered(Response),
    /// The daemon ended before it took the call: nothing was done.
    Vanished,
}

/// What there is to print.
pub(crate) struct Answer {
    /// Text or JSON.
    pub(crate) text: String,
    /// Whether all was done that was asked for.
    pub(crate) whole: bool,
}

/// Runs an operation in the daemon, which is started if the operation needs one.
///
/// # Errors
/// Those of the operation; `INTERNAL` when no daemon can be reached, with `dispatched` telling whether it may have
/// begun.
pub(crate) fn call(entry: &Entry, request: &Request) -> Result<Answer> {
    call_unless(&HangUp::default(), entry, request)
}

/// As [`call`], until another thread hangs up.
///
/// # Errors
/// As [`call`]; what comes after hanging up is of no meaning.
pub(crate) fn call_unless(hang_up: &HangUp, entry: &Entry, request: &Request) -> Result<Answer> {
    let place = Place::find()?;
    for _ in 0..ATTEMPTS {
        let stream = match socket::connect(&place.socket) {
            Ok(stream) => stream,
            Err(error) if socket::is_nobody(&error) => {
                if let Scope::Daemon(nothing) = entry.scope
                    && place.session_store().symlink_metadata().is_err()
                {
                    let text = nothing().render(request.call.answer());
                    return Ok(Answer { text, whole: true });
                }
                start::start(&place)?
            }
            Err(error) => return Err(Failure::io(place.socket.display(), &error)),
        };
        hang_up.watch(&stream)?;
        match attempt(stream, entry, request)? {
            Attempt::Answered(Response::Done(text)) => return Ok(Answer { text, whole: true }),
            Attempt::Answered(Response::Undone(text)) => return Ok(Answer { text, whole: false }),
            Attempt::Answered(Response::Failed(failure)) => return Err(failure),
            Attempt::Answered(Response::Retired | Response::Log(_)) => {
                debug!("the daemon made way for this build");
            }
            Attempt::Vanished => debug!("the daemon ended before it took the call"),
        }
    }
    Err(Failure::internal("the daemon ended again and again before it took the call"))
}

/// Starts a daemon unless one listens, and gives its place.
///
/// # Errors
/// As [`Place::find`]; the daemon's own reason when it cannot start.
pub(crate) fn ensure_daemon() -> Result<Place> {
    let place = Place::find()?;
    match socket::connect(&place.socket) {
        Ok(_) => {}
        Err(error) if socket::is_nobody(&error) => drop(start::start(&place)?),
        Err(error) => return Err(Failure::io(place.socket.display(), &error)),
    }
    Ok(place)
}

fn attempt(mut stream: Stream, entry: &Entry, request: &Request) -> Result<Attempt> {
    let broken = |error: std::io::Error| Failure::io("the daemon's socket", &error);
    let mut line = serde_json::to_string(request).map_err(|error| Failure::internal(error.to_string()))?;
    line.push('\n');
    limit(&stream, Some(CALL_TAKEN_WITHIN)).map_err(broken)?;
    if let Err(error) = stream.write_all(line.as_bytes()).and_then(|()| stream.flush()) {
        debug!(%error, "the daemon did not listen to the end");
        return Ok(Attempt::Vanished);
    }
    let mut reader = BufReader::new(stream);
    let mut taken = String::new();
    match reader.read_line(&mut taken) {
        Ok(0) => return Ok(Attempt::Vanished),
        Ok(_) if taken.trim_end().is_empty() => {}
        Ok(_) => {
            return Err(Failure::internal("what listens on the daemon's socket is no daemon of domtool's"));
        }
        Err(error) if is_timeout(&error) => {
            return Err(Failure {
                dispatched: Dispatched::Maybe,
                ..Failure::new(ErrorKind::Internal, "the daemon does not answer", Hint::EndDaemon)
            });
        }
        Err(error) => {
            debug!(%error, "the daemon ended early");
            return Ok(Attempt::Vanished);
        }
    }
    // Now it runs, and the daemon keeps its deadlines.
    limit(reader.get_ref(), None).map_err(broken)?;
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(read) if read > 0 && line.ends_with('\n') => {}
            _ => return Err(died(entry, request)),
        }
        let response = serde_json::from_str(&line)
            .map_err(|error| Failure::internal(format!("the daemon's answer cannot be read: {error}")))?;
        match response {
            Response::Log(line) => print::aside(&line),
            answer => return Ok(Attempt::Answered(answer)),
        }
    }
}

/// The daemon was killed in the middle of the call.
fn died(entry: &Entry, request: &Request) -> Failure {
    let dispatched = if (entry.only_looks)(&request.args) { Dispatched::No } else { Dispatched::Maybe };
    Failure {
        dispatched,
        ..Failure::new(
            ErrorKind::BrowserGone,
            "the daemon ended in the middle of the call, and the browsers that it had started with it",
            Hint::ListLost,
        )
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}

#[cfg(unix)]
fn limit(stream: &Stream, time: Option<Duration>) -> std::io::Result<()> {
    stream.set_read_timeout(time)
}

/// A pipe's end has no such limit.
#[cfg(not(unix))]
fn limit(_stream: &Stream, _time: Option<Duration>) -> std::io::Result<()> {
    Ok(())
}
