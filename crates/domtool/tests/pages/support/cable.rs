//! [`Cable`]: a way over the loopback interface to a browser that runs, which a test can cut, close and open again. And
//! [`Lasting`]: such a browser, with a way of its own by which it is asked what its pages noted, whatever the cable does.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domtool::chromium::Wire;
use domtool_cdp::{
    Channel, Chromium,
    protocol::{SessionId, runtime, target},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::AbortHandle,
};

use super::whole_options;

const PATIENCE: Duration = Duration::from_secs(20);

/// A way to a browser.
pub(crate) struct Cable {
    here: SocketAddr,
    there: SocketAddr,
    /// Counts the cuts: what was carried before one ends at it.
    cuts: Arc<watch::Sender<u64>>,
    /// The next that is sent to the browser is not carried, but cuts.
    due: Arc<AtomicBool>,
    listening: Option<AbortHandle>,
}

impl Cable {
    /// To a browser's address.
    pub(crate) async fn to(there: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let here = listener.local_addr().expect("it has an address");
        let (cuts, due) = (Arc::new(watch::Sender::new(0)), Arc::default());
        let mut cable = Self { here, there, cuts, due, listening: None };
        cable.listen(listener);
        cable
    }

    /// Where a browser seems to be.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}", self.here)
    }

    fn listen(&mut self, listener: TcpListener) {
        let (there, cuts, due) = (self.there, Arc::clone(&self.cuts), Arc::clone(&self.due));
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let cut = cuts.subscribe();
                tokio::spawn(carry(near, there, Arc::clone(&cuts), cut, Arc::clone(&due)));
            }
        });
        self.listening = Some(task.abort_handle());
    }

    /// Breaks every connection; the next one works.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Breaks every connection with the next that is sent to the browser, which never gets it.
    pub(crate) fn cut_with_the_next(&self) {
        self.due.store(true, Ordering::SeqCst);
    }

    /// Breaks every connection, and nobody answers any more.
    pub(crate) fn close(&mut self) {
        if let Some(task) = self.listening.take() {
            task.abort();
        }
        self.cut();
    }

    /// Answers again at the same address, which may take a moment to be free.
    pub(crate) async fn open(&mut self) {
        let begun = Instant::now();
        let listener = loop {
            match TcpListener::bind(self.here).await {
                Ok(listener) => break listener,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{error}"),
            }
            tokio::task::yield_now().await;
        };
        self.listen(listener);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.close();
    }
}

async fn carry(
    mut near: TcpStream,
    there: SocketAddr,
    cuts: Arc<watch::Sender<u64>>,
    mut cut: watch::Receiver<u64>,
    due: Arc<AtomicBool>,
) {
    let Ok(mut far) = TcpStream::connect(there).await else { return };
    let (mut out, mut back) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let carried = tokio::select! {
            biased;
            _ = cut.changed() => return,
            read = near.read(&mut out) => match read {
                Ok(0) | Err(_) => return,
                Ok(_) if due.swap(false, Ordering::SeqCst) => {
                    cuts.send_modify(|cuts| *cuts += 1);
                    return;
                }
                Ok(size) => far.write_all(&out[..size]).await,
            },
            read = far.read(&mut back) => match read {
                Ok(0) | Err(_) => return,
                Ok(size) => near.write_all(&back[..size]).await,
            },
        };
        if carried.is_err() {
            return;
        }
    }
}

/// A browser that somebody else started, as far as the engine knows.
pub(crate) struct Lasting {
    chromium: Chromium,
    address: SocketAddr,
}

impl Lasting {
    pub(crate) async fn start() -> Self {
        let options = whole_options().with_wire(Wire::WebSocket);
        let chromium = Chromium::launch(options).await.expect("a browser starts");
        let endpoint = chromium.endpoint().expect("it listens").to_owned();
        let authority = endpoint.trim_start_matches("ws://").split('/').next().unwrap_or_default();
        let address = authority.parse().expect("an address and a port");
        Self { chromium, address }
    }

    /// A way to it.
    pub(crate) async fn cable(&self) -> Cable {
        Cable::to(self.address).await
    }

    /// The pages that it has open.
    pub(crate) async fn pages(&self) -> Vec<target::TargetInfo> {
        let all = self.chromium.connection().browser().call(&target::GetTargets { filter: None }).await;
        let all = all.expect("it answers").target_infos;
        all.into_iter().filter(|info| info.r#type == "page").collect()
    }

    /// Opens a page, as a person does, and waits until the browser lists it.
    pub(crate) async fn open(&self, url: &str) {
        let create = target::CreateTarget { url: url.to_owned(), ..Default::default() };
        self.chromium.connection().browser().call(&create).await.expect("it answers");
        let witness = self.witness(url).await;
        witness.sees("document.readyState === 'complete'").await;
        witness.leaves().await;
    }

    /// A way to the page at this address that goes past the cable.
    pub(crate) async fn witness(&self, address: &str) -> Witness {
        let pages = self.pages().await;
        let info = pages.iter().find(|info| info.url.contains(address)).expect("the page is open");
        let attach = target::AttachToTarget { target_id: info.target_id.clone(), flatten: Some(true) };
        let connection = self.chromium.connection();
        let session = connection.browser().call(&attach).await.expect("it is attached to").session_id;
        Witness { channel: connection.channel(session.clone()), session }
    }

    /// Closes the page at this address, as a person does.
    pub(crate) async fn close_page(&self, address: &str) {
        let pages = self.pages().await;
        let info = pages.iter().find(|info| info.url.contains(address)).expect("the page is open");
        let close = target::CloseTarget { target_id: info.target_id.clone() };
        self.chromium.connection().browser().call(&close).await.expect("it answers");
        let begun = Instant::now();
        while self.pages().await.iter().any(|open| open.target_id == info.target_id) {
            assert!(begun.elapsed() < PATIENCE, "it does not close");
        }
    }

    /// Ends it, and all that it has.
    pub(crate) async fn end(self) {
        self.chromium.close().await.expect("the browser closes");
    }
}

/// Sees a page whatever the cable does.
pub(crate) struct Witness {
    channel: Channel,
    session: SessionId,
}

impl Witness {
    /// Lets go of the page.
    async fn leaves(self) {
        let detach = target::DetachFromTarget { session_id: Some(self.session) };
        self.channel.connection().browser().call(&detach).await.expect("it answers");
    }

    /// What an expression of the page gives.
    pub(crate) async fn js(&self, expression: &str) -> String {
        let ask = runtime::Evaluate {
            expression: expression.to_owned(),
            user_gesture: Some(true),
            return_by_value: Some(true),
            ..Default::default()
        };
        let told = self.channel.call(&ask).await.expect("the page answers");
        told.result.value.map(|value| value.to_string()).unwrap_or_default()
    }

    /// Waits until an expression is true.
    pub(crate) async fn sees(&self, expression: &str) {
        let begun = Instant::now();
        while self.js(expression).await != "true" {
            assert!(begun.elapsed() < PATIENCE, "never so: {expression}");
        }
    }
}
