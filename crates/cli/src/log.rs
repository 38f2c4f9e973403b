//! The log: what is written where. Standard error (the daemon's is its log file) and, for as long as a call with `--debug`
//! runs, a copy of every line of ours to that call's client.
//!
//! Lines hold names, ids, sizes and times, never what a page or a command held.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::mpsc;
use tracing::{Metadata, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer as _,
    filter::{DynFilterFn, Targets},
    fmt,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::{print, settings};

/// Everything of ours.
const OURS: &str = "warn,domtool=debug,domtool_cdp=debug,domtool_page=debug";

/// Starts the log of this process. `DOMTOOL_LOG` takes filters such as `domtool=debug`; `--debug` is short for everything
/// of ours.
pub(crate) fn init(debug: bool, daemon: bool) {
    let filter = match std::env::var(settings::LOG.variable) {
        Ok(filter) if !filter.is_empty() => filter,
        _ if debug => OURS.to_owned(),
        _ if daemon => "warn,domtool=info".to_owned(),
        _ => return,
    };
    let to_stderr = fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(print::colour_on_stderr())
        .with_filter(targets(&filter));
    let to_clients = daemon.then(|| {
        let wanted = DynFilterFn::new(|metadata: &Metadata<'_>, _| {
            FOLLOWING.load(Ordering::Relaxed) > 0 && is_ours(metadata)
        });
        let layer = fmt::layer().with_writer(|| Copies).with_ansi(false);
        layer.with_filter(wanted.with_max_level_hint(LevelFilter::DEBUG))
    });
    tracing_subscriber::registry().with(to_stderr).with(to_clients).init();
}

/// The parts of a filter that are one; what is none is said and left out. Targets and levels alone: filters by the fields of spans,
/// which nothing here has, would bring a library of regular expressions.
fn targets(filter: &str) -> Targets {
    let mut wanted = Targets::new();
    for part in filter.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.parse::<Targets>() {
            Ok(one) => {
                wanted = wanted.with_targets(one.iter());
                if let Some(level) = one.default_level() {
                    wanted = wanted.with_default(level);
                }
            }
            Err(error) => print::aside(&format!("{}: `{part}` is left out: {error}", settings::LOG.variable)),
        }
    }
    wanted
}

fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.target().starts_with("domtool") && *metadata.level() <= LevelFilter::DEBUG
}

/// How many clients follow; read for every line, so apart from the list.
static FOLLOWING: AtomicU64 = AtomicU64::new(0);
static FOLLOWERS: Mutex<Vec<mpsc::UnboundedSender<String>>> = Mutex::new(Vec::new());

/// Hears every line from when it was made to when it is dropped.
pub(crate) struct Follower(mpsc::UnboundedReceiver<String>);

impl Follower {
    pub(crate) fn new() -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        FOLLOWERS.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        FOLLOWING.fetch_add(1, Ordering::Relaxed);
        Self(receiver)
    }

    /// The next line. Cancel-safe.
    pub(crate) async fn next(&mut self) -> String {
        match self.0.recv().await {
            Some(line) => line,
            // Its sender is in the list for as long as it lives.
            None => std::future::pending().await,
        }
    }

    /// A line that is there already.
    pub(crate) fn try_next(&mut self) -> Option<String> {
        self.0.try_recv().ok()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.0.close();
        FOLLOWERS.lock().unwrap_or_else(PoisonError::into_inner).retain(|sender| !sender.is_closed());
        FOLLOWING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Gives a line to everyone who follows; a line is one write.
struct Copies;

impl io::Write for Copies {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line).trim_end().to_owned();
        for follower in &*FOLLOWERS.lock().unwrap_or_else(PoisonError::into_inner) {
            // Fails when it stops following in this very moment.
            let _ = follower.send(text.clone());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::targets;

    #[test]
    fn each_part_of_a_filter_counts_and_what_is_none_does_not_spoil_the_rest() {
        let wanted = targets("warn, domtool=debug,domtool=loud,,domtool_cdp=off");
        assert!(wanted.would_enable("domtool::act", &Level::DEBUG));
        assert!(wanted.would_enable("hyper", &Level::WARN));
        assert!(!wanted.would_enable("hyper", &Level::INFO));
        assert!(!wanted.would_enable("domtool_cdp", &Level::ERROR));
    }
}
