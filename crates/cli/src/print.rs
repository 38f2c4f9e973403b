//! Standard output and standard error: the answer on the one, everything else on the other.
//!
//! An answer that could not be written is an error of the whole process ([`unwritten`]), unless its reader went, as `head` does.

use std::{
    io::{self, ErrorKind, IsTerminal, Write as _},
    sync::OnceLock,
};

use domtool::Dispatched;
use serde::Serialize;

use crate::{
    failure::{Failure, Result},
    paint::Paint,
};

/// What kept standard output from being written first.
static BROKE: OnceLock<io::Error> = OnceLock::new();

/// Takes note that standard output could not be written.
pub(crate) fn broke(error: io::Error) {
    tracing::debug!(%error, "standard output cannot be written");
    // The first is the reason for all others.
    let _ = BROKE.set(error);
}

/// Whether what is written to standard output arrives, as far as is known.
pub(crate) fn is_read() -> bool {
    BROKE.get().is_none()
}

/// Why an answer was not written, though its reader was there: a full disk, most likely.
///
/// # Errors
/// `INTERNAL`, which does not say what became of what was asked for.
pub(crate) fn unwritten() -> Result<()> {
    match BROKE.get() {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure {
            dispatched: Dispatched::Maybe,
            hint: "it may be done all the same: look before you do it again".into(),
            ..Failure::internal(format!("the answer could not be written to standard output: {error}"))
        }),
        _ => Ok(()),
    }
}

/// Colour for standard output, if it is a terminal.
pub(crate) fn stdout_paint() -> Paint {
    Paint::new(std::io::stdout().is_terminal() && wants_colour())
}

/// Whether to colour standard error.
pub(crate) fn colour_on_stderr() -> bool {
    std::io::stderr().is_terminal() && wants_colour()
}

/// `NO_COLOR` and dumb terminals get none.
fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Writes text to standard output, with a line end after it.
pub(crate) fn text(text: &str) {
    if let Err(error) = write(io::stdout().lock(), text) {
        broke(error);
    }
}

/// Writes the one JSON object of an answer to standard output.
///
/// # Errors
/// `INTERNAL` for what cannot be written as JSON.
pub(crate) fn json(answer: &impl Serialize) -> Result<()> {
    text(&serde_json::to_string(answer).map_err(|error| Failure::internal(error.to_string()))?);
    Ok(())
}

/// Whether a person looks at standard error.
#[cfg(feature = "fetch")]
pub(crate) fn is_on_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Writes over the last line of the terminal at standard error.
#[cfg(feature = "fetch")]
pub(crate) fn redraw(line: &str) {
    let mut err = std::io::stderr().lock();
    if let Err(error) = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush()) {
        tracing::debug!(%error, "nobody reads");
    }
}

/// Writes text to standard error, with a line end after it.
pub(crate) fn aside(text: &str) {
    // There is nobody left to tell.
    if let Err(error) = write(io::stderr().lock(), text) {
        tracing::debug!(%error, "nobody reads");
    }
}

fn write(mut out: impl io::Write, text: &str) -> io::Result<()> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    out.write_all(text.as_bytes())?;
    out.write_all(end.as_bytes())?;
    out.flush()
}

/// Says what went wrong: as the one JSON object on standard output, or as lines on standard error.
pub(crate) fn failure(failure: &Failure, json: bool) {
    if json {
        text(&failure.to_json());
    } else {
        aside(&failure.to_text(Paint::new(colour_on_stderr())));
    }
}

/// Asks on the terminal; `None` when nobody is there to answer.
pub(crate) fn ask(question: &str) -> Option<bool> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return None;
    }
    let mut err = std::io::stderr().lock();
    write!(err, "{question} [Y/n] ").and_then(|()| err.flush()).ok()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    Some(!line.is_empty() && matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}
