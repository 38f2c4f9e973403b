//! How far a download is, on standard error: a bar on a terminal, elsewhere a line now and then.

use std::time::{Duration, Instant};

use crate::print;

/// How often the bar is drawn, and how often a line is written.
const REDRAWN: Duration = Duration::from_millis(100);
const WRITTEN: Duration = Duration::from_secs(5);
/// The width of the bar.
const WIDTH: u64 = 24;
const MEGABYTE: f64 = 1_000_000.0;

/// One download.
pub(super) struct Progress {
    what: String,
    on_terminal: bool,
    begun: Instant,
    shown: Instant,
    /// What was there before: it took no time.
    before: u64,
}

impl Progress {
    pub(super) fn new(what: String, before: u64) -> Self {
        let now = Instant::now();
        Self { what, on_terminal: print::is_on_terminal(), begun: now, shown: now, before }
    }

    /// Shows that so many bytes are there, when it was not shown lately.
    pub(super) fn advance(&mut self, bytes: u64, total: Option<u64>) {
        let pause = if self.on_terminal { REDRAWN } else { WRITTEN };
        if self.shown.elapsed() >= pause {
            self.show(bytes, total);
        }
    }

    /// Shows where it ended.
    pub(super) fn end(&mut self, bytes: u64, total: Option<u64>) {
        self.show(bytes, total);
        if self.on_terminal {
            print::aside("");
        }
    }

    fn show(&mut self, bytes: u64, total: Option<u64>) {
        self.shown = Instant::now();
        let rate = rate(bytes.saturating_sub(self.before), self.begun.elapsed());
        let far = far(bytes, total);
        if self.on_terminal {
            print::redraw(&format!("{} {}{far}{rate}", self.what, bar(bytes, total)));
        } else {
            print::aside(&format!("{}: {far}{rate}", self.what));
        }
    }
}

/// `[######------] `, where it is known how much there is.
fn bar(bytes: u64, total: Option<u64>) -> String {
    let Some(total) = total.filter(|total| *total > 0) else { return String::new() };
    let full = (bytes.min(total).saturating_mul(WIDTH) / total).min(WIDTH);
    let part = |of: &str, times: u64| of.repeat(usize::try_from(times).unwrap_or(0));
    format!("[{}{}] ", part("#", full), part("-", WIDTH - full))
}

/// `41.3 of 170.2 MB (24 %)`.
fn far(bytes: u64, total: Option<u64>) -> String {
    match total.filter(|total| *total > 0) {
        Some(total) => {
            let percent = bytes.min(total).saturating_mul(100) / total;
            format!("{:.1} of {:.1} MB ({percent} %)", megabytes(bytes), megabytes(total))
        }
        None => format!("{:.1} MB", megabytes(bytes)),
    }
}

/// `, 12.3 MB/s`, once there is something to measure.
fn rate(bytes: u64, time: Duration) -> String {
    if time < REDRAWN {
        String::new()
    } else {
        format!(", {:.1} MB/s", megabytes(bytes) / time.as_secs_f64())
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit after the point")]
pub(super) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / MEGABYTE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_figures() {
        assert_eq!(bar(0, Some(100)), format!("[{}] ", "-".repeat(24)));
        assert_eq!(bar(50, Some(100)), format!("[{}{}] ", "#".repeat(12), "-".repeat(12)));
        assert_eq!(bar(500, Some(100)), format!("[{}] ", "#".repeat(24)));
        assert_eq!(bar(5, None), "");
        assert_eq!(far(41_300_000, Some(170_200_000)), "41.3 of 170.2 MB (24 %)");
        assert_eq!(far(41_300_000, None), "41.3 MB");
        assert_eq!(rate(24_600_000, Duration::from_secs(2)), ", 12.3 MB/s");
    }
}
