//! [`WebDriver`]: a server that makes browsers when it is asked, and ends them: chromedriver, Selenium Grid 4. Only the life of a session is
//! in WebDriver's words (`POST`, a heartbeat, `DELETE`); the browser itself is spoken to by the DevTools protocol, at the address that the
//! server tells. What it is asked for is left to `capabilities`, what it answers to `answer`, the session to `session`.

mod answer;
mod capabilities;
mod session;

use std::{fmt, pin::pin, sync::Arc, time::Duration};

use tokio::{
    sync::{OnceCell, oneshot, watch},
    time::{sleep, timeout},
};
use tracing::debug;

pub use self::session::WebDriverSession;
use self::{
    answer::{Told, failure, refusal},
    capabilities::Capabilities,
    session::Made,
};
use crate::{
    endpoint::{Answer, Endpoint, Request, Secrets, send},
    error::{Error, ErrorKind, Result},
    limits::{WEBDRIVER_ANSWERS, WEBDRIVER_IS_LATE},
};

/// What is taken for the time-out of sessions where a server does not tell its own: the shortest that is usual.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// A WebDriver server, and what browsers are asked of it. Cheap to clone; clones are the same.
///
/// ```no_run
/// # async fn run() -> domtool_cdp::Result<()> {
/// use std::time::Duration;
/// use domtool_cdp::{WebDriver, protocol::browser::GetVersion};
///
/// let grid = WebDriver::new("http://grid.example:4444")?.with_capabilities(r#"{"browserName": "chrome"}"#)?;
/// let session = grid.start(Duration::from_secs(60)).await?;
/// let version = session.connection().browser().call(&GetVersion {}).await?;
/// session.close().await
/// # }
/// ```
#[derive(Clone)]
pub struct WebDriver {
    endpoint: Endpoint,
    capabilities: Capabilities,
    shared: Arc<Shared>,
}

/// What clones of a [`WebDriver`] have in common.
struct Shared {
    /// After how long without a command it ends a session.
    session_timeout: OnceCell<Duration>,
    /// How many requests that make or end a session are under way.
    under_way: watch::Sender<usize>,
    /// Of these, those that make one for somebody whose time is over.
    late: watch::Sender<usize>,
}

impl fmt::Debug for WebDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebDriver").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

impl WebDriver {
    /// The server at `http://host:port` or `https://host:port`, with the path below which it is, if any. What it is sent along, and that it
    /// is never shown, is as for the [`Endpoint`] of a browser.
    ///
    /// # Errors
    /// Driver for what is not such an address.
    pub fn new(endpoint: impl Into<Endpoint>) -> Result<Self> {
        let endpoint = endpoint.into();
        let address = endpoint.target()?.address;
        if address.is_any_websocket() {
            return Err(failure(format!(
                "{endpoint} is not the address of a WebDriver server: expected http://host:port"
            )));
        }
        let shared = Shared {
            session_timeout: OnceCell::new(),
            under_way: watch::Sender::new(0),
            late: watch::Sender::new(0),
        };
        Ok(Self { endpoint, capabilities: Capabilities::chrome(true, &[]), shared: Arc::new(shared) })
    }

    /// Asks for a Chrome without a window, or with one, and with these arguments. Headless is what is asked for where nothing is said.
    #[must_use]
    pub fn with_chrome(self, headless: bool, args: &[String]) -> Self {
        Self { capabilities: Capabilities::chrome(headless, args), ..self }
    }

    /// Asks for this, as JSON: the object of capabilities itself, or one with `alwaysMatch` and `firstMatch`. Where it says no
    /// `browserName`, that is `chrome`; nothing else is added.
    ///
    /// # Errors
    /// Driver for what is no such JSON; the message tells none of it.
    pub fn with_capabilities(self, json: &str) -> Result<Self> {
        Ok(Self { capabilities: Capabilities::read(json)?, ..self })
    }

    /// Has it make a browser, and connects to that.
    ///
    /// Cancel safety: a session that is made for a dropped future, or after the deadline, is ended at once; [`WebDriver::settled`] waits
    /// for that, and [`WebDriver::caught_up`] for the latter.
    ///
    /// # Errors
    /// NoCapacity when the server says so, or made none before the deadline; Driver when it refuses, answers in another way or tells of a
    /// browser that cannot be reached; Certificate.
    pub async fn start(&self, deadline: Duration) -> Result<WebDriverSession> {
        let (give, take) = oneshot::channel();
        let driver = self.clone();
        let under_way = self.begin();
        tokio::spawn(async move {
            let mut asking = pin!(driver.ask_for_one());
            match timeout(deadline, &mut asking).await {
                // Where nobody takes it, dropping it ends it.
                Ok(made) => drop(give.send(driver.connect(made).await)),
                Err(_) => {
                    let late = UnderWay::begin(&driver.shared, |shared| &shared.late);
                    drop(give.send(Err(driver.too_late(deadline))));
                    driver.end_what_comes_of(asking).await;
                    drop(late);
                }
            }
            drop(under_way);
        });
        take.await.unwrap_or_else(|_| Err(failure(format!("{self} was not asked to the end"))))
    }

    /// Waits until no session is being made or ended. Cancel safe.
    pub async fn settled(&self) {
        none(&self.shared.under_way).await;
    }

    /// Waits until no session is being made for somebody whose time is over: it takes one of the places that the server has. Cancel safe.
    pub async fn caught_up(&self) {
        none(&self.shared.late).await;
    }

    /// A session that it makes, and where its browser is.
    async fn ask_for_one(&self) -> Result<(Made, Endpoint)> {
        let body = self.capabilities.body();
        let post = Request { method: "POST", path: "/session", body: Some(body) };
        let answer = self.ask(&post).await?;
        if !answer.status.is_success() {
            return Err(refusal(&self.to_string(), &answer, &self.secrets()?));
        }
        let told = Told::read(&self.to_string(), &answer.body)?;
        // From here on there is a session, which is ended wherever this fails.
        let made = Made::new(self.clone(), told.session_id);
        let endpoint = told.browser?.endpoint(&self.endpoint, made.id())?;
        Ok((made, endpoint))
    }

    async fn connect(&self, made: Result<(Made, Endpoint)>) -> Result<WebDriverSession> {
        let (made, endpoint) = made?;
        WebDriverSession::connect(made, endpoint).await
    }

    fn too_late(&self, deadline: Duration) -> Error {
        let message = format!(
            "{self} made no browser within {:.1} s: all of its sessions may be in use",
            deadline.as_secs_f64()
        );
        Error::new(ErrorKind::NoCapacity, message)
    }

    /// Lets a request run on that nobody waits for, and ends what it makes. The connection is what a Grid knows us by: it takes a request from
    /// its queue whose connection closed. chromedriver does not notice, and would keep what it makes for ever.
    async fn end_what_comes_of(&self, asking: impl Future<Output = Result<(Made, Endpoint)>>) {
        let closed = async {
            if self.told_timeout().await.is_none() {
                sleep(WEBDRIVER_IS_LATE).await;
            }
        };
        tokio::select! {
            biased;
            made = asking => {
                debug!(target: "domtool_cdp::webdriver", driver = ?self, made = made.is_ok(), "answered too late");
                if let Ok((made, _)) = made {
                    made.end().await;
                }
            }
            () = closed => {}
        }
    }

    /// After how long without a command the server ends a session, as it tells: it is asked once.
    async fn session_timeout(&self) -> Duration {
        let told = || async { self.told_timeout().await.unwrap_or(USUAL_TIMEOUT) };
        *self.shared.session_timeout.get_or_init(told).await
    }

    /// The same, where it tells one, as a Grid does.
    async fn told_timeout(&self) -> Option<Duration> {
        let get = Request { method: "GET", path: "/status", body: None };
        let answer = timeout(WEBDRIVER_ANSWERS, self.ask(&get)).await.ok()?.ok()?;
        answer::session_timeout(&answer.body)
    }

    /// Sends a request; its path is below that of the server's address.
    async fn ask(&self, request: &Request<'_>) -> Result<Answer> {
        let mut target = self.endpoint.target()?;
        target.serves = "WebDriver server";
        let path = target.path_of(request.path);
        send(&target, &Request { path: &path, ..*request }).await.map_err(|error| match error.kind() {
            ErrorKind::Endpoint => failure(error.to_string()),
            _ => error,
        })
    }

    /// What of this is never shown.
    fn secrets(&self) -> Result<Secrets> {
        Ok(self.endpoint.target()?.secrets.and(self.capabilities.secrets()))
    }

    fn begin(&self) -> UnderWay {
        UnderWay::begin(&self.shared, |shared| &shared.under_way)
    }
}

impl fmt::Display for WebDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the WebDriver server {}", self.endpoint)
    }
}

/// Counts a request as being under way until it is dropped.
struct UnderWay {
    shared: Arc<Shared>,
    count: Count,
}

/// Where it is counted.
type Count = fn(&Shared) -> &watch::Sender<usize>;

impl UnderWay {
    fn begin(shared: &Arc<Shared>, count: Count) -> Self {
        count(shared).send_modify(|count| *count += 1);
        Self { shared: Arc::clone(shared), count }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let count = (self.count)(&self.shared);
        count.send_modify(|count| *count -= 1);
        debug!(target: "domtool_cdp::webdriver", left = *count.borrow(), "a request ended");
    }
}

async fn none(count: &watch::Sender<usize>) {
    // It ends only when the sender is gone, which the caller has.
    let _ = count.subscribe().wait_for(|count| *count == 0).await;
}
