//! The system's ways to ask a process of ours that serves others for its end.

use crate::failure::Result;

/// The system's ways to ask for an end.
pub(crate) struct Signals {
    #[cfg(unix)]
    all: [(&'static str, tokio::signal::unix::Signal); 3],
}

impl Signals {
    /// Listens for them from now on.
    ///
    /// # Errors
    /// `INTERNAL` when the system refuses.
    #[cfg(unix)]
    pub(crate) fn new() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind| signal(kind).map_err(|error| crate::failure::Failure::io("signals", &error));
        Ok(Self {
            all: [
                ("SIGTERM", listen(SignalKind::terminate())?),
                ("SIGINT", listen(SignalKind::interrupt())?),
                ("SIGHUP", listen(SignalKind::hangup())?),
            ],
        })
    }

    /// Waits for one, and gives its name.
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) -> &'static str {
        let [(term, on_term), (int, on_int), (hup, on_hup)] = &mut self.all;
        tokio::select! {
            _ = on_term.recv() => term,
            _ = on_int.recv() => int,
            _ = on_hup.recv() => hup,
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) -> &'static str {
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(error) => {
                tracing::warn!(%error, "no signals");
                std::future::pending().await
            }
        }
    }
}
