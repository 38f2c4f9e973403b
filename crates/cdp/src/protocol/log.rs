//! `Log`: what the browser itself writes to a page's console (failed requests, violations).

use super::domain;

domain! {
    "Log"
    /// Turns the event on.
    command Enable = "enable" { ; }
    /// One entry, as far as we read it.
    object LogEntry = "LogEntry" { source: String, level: String, text: String, timestamp: f64; url: String }
    /// An entry was written.
    event EntryAdded = "entryAdded" { entry: LogEntry; }
}
