//! Whether new sessions should come here: not while the server ends, and not when there is nothing that could start a browser.

use std::{
    net::{TcpStream, ToSocketAddrs as _},
    time::Duration,
};

use domtool::chromium;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::{daemon::Daemon, launch::Launch};

/// Whoever asks more often than this gets the last answer: those who ask need no token.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(2);
/// An engine that does not take a connection within this time does not answer.
const TAKES_WITHIN: Duration = Duration::from_secs(2);
/// Nor do several that take longer than this one after the other.
const MOST: Duration = Duration::from_secs(5);

/// What is looked at.
pub(super) struct Readiness {
    daemon: Daemon,
    launch: Launch,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Readiness {
    /// Of a server whose browsers start like this.
    pub(super) fn new(daemon: Daemon, launch: Launch) -> Self {
        Self { daemon, launch, last: Mutex::new(None) }
    }

    /// Looks, and says in a word what is the matter.
    ///
    /// # Errors
    /// Why no session should come.
    pub(super) async fn look(&self) -> Result<(), &'static str> {
        if self.daemon.is_draining() {
            return Err("draining\n");
        }
        let mut last = self.last.lock().await;
        let answers = match *last {
            Some((at, answers)) if at.elapsed() < LOOKED_AT_EVERY => answers,
            _ => {
                let answers = self.engine_answers().await;
                *last = Some((Instant::now(), answers));
                answers
            }
        };
        if answers { Ok(()) } else { Err("no engine answers\n") }
    }

    /// Whether a browser could be started: there is one on this machine, or one of the engines takes a connection.
    async fn engine_answers(&self) -> bool {
        // Flags that make no sense are refused at the start.
        let engines = self.launch.engines().unwrap_or_default();
        let hops: Vec<_> = engines.iter().map(|choice| self.launch.first_hop(&choice.engine)).collect();
        let executable = self.launch.executable.clone();
        let looking = tokio::task::spawn_blocking(move || {
            hops.into_iter().any(|hop| match hop {
                Some(server) => takes_connections(&server),
                None => {
                    executable.as_ref().is_some_and(|path| path.is_file())
                        || !chromium::installed().is_empty()
                }
            })
        });
        matches!(timeout(MOST, looking).await, Ok(Ok(true)))
    }
}

fn takes_connections((host, port): &(String, u16)) -> bool {
    let mut addresses = (host.as_str(), *port).to_socket_addrs().into_iter().flatten();
    addresses.any(|address| TcpStream::connect_timeout(&address, TAKES_WITHIN).is_ok())
}
