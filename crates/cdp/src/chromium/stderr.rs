//! Reads what Chromium writes to standard error: its debugging address, and why it ended.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::ChildStderr,
    sync::watch,
    time::timeout,
};
use tracing::trace;

use crate::limits::STDERR_LINES;

const LISTENING: &str = "DevTools listening on ";

/// The lines so far, read by a task until all processes that could write are gone.
#[derive(Debug)]
pub(super) struct Stderr {
    kept: Arc<Mutex<VecDeque<String>>>,
    progress: watch::Receiver<Progress>,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    endpoint: Option<String>,
    ended: bool,
}

impl Stderr {
    pub(super) fn read(pipe: ChildStderr) -> Self {
        let kept = Arc::<Mutex<VecDeque<String>>>::default();
        let (sender, progress) = watch::channel(Progress::default());
        tokio::spawn(read(pipe, Arc::clone(&kept), sender));
        Self { kept, progress }
    }

    /// The `ws://` address that it listens on, once it says so; `None` when it ends without.
    pub(super) async fn endpoint(&self) -> Option<String> {
        let mut progress = self.progress.clone();
        let told = progress.wait_for(|now| now.ended || now.endpoint.is_some()).await.ok()?;
        told.endpoint.clone()
    }

    /// Waits until no process is left that could write; false if one still is after this time.
    pub(super) async fn ended(&self, within: Duration) -> bool {
        let mut progress = self.progress.clone();
        // A sender that is gone has ended too.
        timeout(within, progress.wait_for(|now| now.ended)).await.is_ok()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

async fn read(pipe: ChildStderr, kept: Arc<Mutex<VecDeque<String>>>, progress: watch::Sender<Progress>) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    // A pipe that breaks has ended as well.
    while let Ok(1..) = reader.read_until(b'\n', &mut line).await {
        let text = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        line.clear();
        // The rest may be what a page wrote to its console, or an address.
        let who = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or("", |(who, _)| who);
        trace!(target: "domtool_cdp::chromium", who, size = text.len(), "wrote a line");
        if let Some(endpoint) = text.strip_prefix(LISTENING) {
            progress.send_modify(|now| now.endpoint = Some(endpoint.to_owned()));
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == STDERR_LINES {
            kept.pop_front();
        }
        kept.push_back(text);
    }
    progress.send_modify(|now| now.ended = true);
}
