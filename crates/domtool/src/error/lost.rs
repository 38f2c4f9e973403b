//! The errors of what is lost or does not answer (the browser, a tab, a page, a frame), and what an error of the wire means.

use std::time::Duration;

use domtool_cdp::CertificateFault;

use super::{Dispatched, Error, ErrorKind};

pub(crate) fn tab_closed() -> Error {
    Error::new(ErrorKind::TabClosed, "the tab is closed")
}

/// The person at the browser ended our hold on the tab.
pub(crate) fn tab_taken_back() -> Error {
    Error::new(ErrorKind::TabTakenBack, "the person took the tab back")
}

pub(crate) fn page_crashed() -> Error {
    Error::new(ErrorKind::PageCrashed, "the page's process crashed")
}

/// A frame of another process that crashed; the rest of the page lives.
pub(crate) fn frame_crashed() -> Error {
    Error::new(
        ErrorKind::PageCrashed,
        "the process of the frame that it is in crashed; the rest of the page lives",
    )
    .with_hint("reload the page to have the frame again, or go on outside of it")
}

pub(crate) fn browser_gone() -> Error {
    Error::new(ErrorKind::BrowserGone, "the browser is gone, and with it the session's tabs, cookies and ids")
}

/// The same of one that a WebDriver server made, for a reason that the other side may have said.
pub(crate) fn driven_gone(why: Option<&str>) -> Error {
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    Error::new(
        ErrorKind::BrowserGone,
        format!(
            "the browser that a WebDriver server made is gone{why}, and with it the session's tabs, cookies and ids"
        ),
    )
}

/// The connection to a browser that somebody else started broke, for a reason that the other side may have said. Whether the browser
/// still runs is not known.
pub(crate) fn connection_broke(why: Option<&str>) -> Error {
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    Error::new(
        ErrorKind::BrowserGone,
        format!("the connection to the browser broke{why}; its tabs may be there still, and were not heard of since"),
    )
    .with_hint("connect to it again and go on with the session")
}

/// A page that has not answered for so long, and whether a script of it was seen to run.
pub(crate) fn page_hung(waited: Duration, script: bool) -> Error {
    let time = seconds(waited);
    let why = if script { ": a script of it runs on" } else { "; no script of it is known to run" };
    Error::new(ErrorKind::PageHung, format!("the page has not answered for {time}{why}")).waiting(waited)
}

/// The same of a frame with a process of its own.
pub(crate) fn frame_hung() -> Error {
    Error::new(ErrorKind::PageHung, "the frame that it is in does not answer; the rest of the page lives")
        .with_hint("go on outside of the frame, or reload the page")
        .about_frame()
}

/// The document that was asked is not there any more; another one may be.
fn document_gone() -> Error {
    Error::new(
        ErrorKind::NavigatedAway,
        "the page, or the frame that was asked, went to another document in the middle of it",
    )
}

/// Whether the browser refused a command because the document, the world or the frame that it was for is gone. Chromium has no code
/// for that.
fn is_about_gone_document(message: &str) -> bool {
    const WORDS: [&str; 10] = [
        "Inspected target navigated or closed",
        "Cannot find context with specified id",
        "Cannot find default execution context",
        "Execution context was destroyed",
        "Could not find object with given id",
        "Session with given id not found",
        "Not attached to an active page",
        "No frame for given id found",
        "Frame with the given id was not found",
        "Target closed",
    ];
    WORDS.iter().any(|words| message.contains(words))
}

/// A time as people say it.
pub(crate) fn seconds(time: Duration) -> String {
    match time.as_millis() {
        millis @ 0..50 => format!("{millis} ms"),
        millis => format!("{} s", (millis as f64 / 100.0).round() / 10.0),
    }
}

/// Whether what failed may have been input.
pub(crate) fn dispatched_of(error: &domtool_cdp::Error) -> Dispatched {
    match error.method() {
        Some("Input.setInterceptDrags") => Dispatched::No,
        Some(method) if method.starts_with("Input.") => Dispatched::Maybe,
        _ => Dispatched::No,
    }
}

/// What to do about a certificate that was refused.
fn certificate_hint(fault: CertificateFault) -> &'static str {
    match fault {
        CertificateFault::UnknownIssuer => {
            "name the certificate that issued it, in a file in PEM, if you trust that; or add it to those of this system"
        }
        CertificateFault::Expired => "have its owner renew it; see that the clock of this machine is right",
        CertificateFault::NotYetValid => "see that the clock of this machine is right",
        CertificateFault::WrongHost => {
            "use the name that the certificate is for; another may be a stranger's"
        }
        _ => "ask whoever runs the server; another may answer in its place",
    }
}

impl From<domtool_cdp::Error> for Error {
    fn from(error: domtool_cdp::Error) -> Self {
        use domtool_cdp::ErrorKind as Wire;
        // The command's name is for the log only: readers of an error need not know the protocol.
        let method = error.method().unwrap_or_default();
        tracing::debug!(method, kind = ?error.kind(), message = error.message(), "a command failed");
        let dispatched = dispatched_of(&error);
        let waited = error.waited().unwrap_or_default();
        let told = match error.kind() {
            Wire::Closed => browser_gone(),
            Wire::Deadline if method.starts_with("Browser.") || method.starts_with("Target.") => {
                let waited = seconds(waited);
                Error::new(ErrorKind::Timeout, format!("the browser did not answer within {waited}"))
            }
            Wire::Deadline => page_hung(waited, false),
            Wire::Protocol { .. } if is_about_gone_document(error.message()) => document_gone(),
            Wire::Protocol { .. } => {
                let said = match method {
                    "" => error.message().to_owned(),
                    method => error.message().replace(method, "the command"),
                };
                Error::new(ErrorKind::Internal, format!("the browser refused: {said}"))
            }
            Wire::Overflow => Error::new(ErrorKind::Timeout, error.to_string()),
            Wire::Decode => {
                Error::new(ErrorKind::Internal, "the browser answered in a shape that is not known")
            }
            Wire::NoBrowser => Error::new(ErrorKind::NoBrowser, error.to_string()),
            // There is one, and installing another would change nothing.
            Wire::Launch => Error::new(ErrorKind::NoBrowser, error.to_string())
                .with_hint("see what it said last, and what it needs to start"),
            Wire::Header => Error::invalid_input(error.to_string()),
            Wire::Profile => Error::invalid_input(error.to_string())
                .with_hint("name a folder that you may write to; it is made where there is none"),
            Wire::Certificate { fault } => {
                Error::new(ErrorKind::SecurityBlocked, error.to_string()).with_hint(certificate_hint(fault))
            }
            Wire::Endpoint => Error::new(ErrorKind::NoBrowser, error.to_string()).with_hint(
                "where it asks at its window, press Allow there while the call waits; else check the address, and that a browser listens there: start it with --remote-debugging-port",
            ),
            Wire::Driver => Error::new(ErrorKind::NoBrowser, error.to_string()).with_hint(
                "check the address of the WebDriver server, its log, and what its browsers need to start: capabilities or arguments",
            ),
            Wire::NoCapacity => Error::new(ErrorKind::NoCapacity, error.to_string()),
            _ => Error::new(ErrorKind::Internal, error.to_string()),
        }
        .after(dispatched);
        match error.kind() {
            Wire::Protocol { .. } => told,
            _ => told.caused_by(error),
        }
    }
}
