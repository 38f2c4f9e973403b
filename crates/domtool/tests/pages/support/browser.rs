//! Browsers for the tests of the binary, on one runtime: each test has one to itself and leaves it to the next, as a browser makes one
//! recording at a time. The last test to leave closes them, so that nothing outlives the run.

use std::{
    future::Future,
    path::Path,
    sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use domtool::{Browser, chromium::LaunchOptions};
use domtool_cdp::{
    Chromium, Connection,
    transport::{Faults, Faulty, Transport},
};
use tokio::{runtime::Runtime, time::timeout};

use super::{Lasting, log};

/// The longest that one test may take, on a busy machine.
const LONGEST: Duration = Duration::from_secs(480);
const CLOSING: Duration = Duration::from_secs(10);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));
static POOL: Pool = Pool::new(launch_options);
static WHOLE: Pool = Pool::new(whole_options);

/// Browsers that are launched alike.
struct Pool {
    options: fn() -> LaunchOptions,
    state: Mutex<Free>,
}

/// The browsers that no test has now.
struct Free {
    /// How many tests there are that have one or are about to.
    tests: usize,
    browsers: Vec<Browser>,
}

impl Pool {
    const fn new(options: fn() -> LaunchOptions) -> Self {
        Self { options, state: Mutex::new(Free { tests: 0, browsers: Vec::new() }) }
    }

    fn get(&self) -> MutexGuard<'_, Free> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&'static self, test: impl AsyncFnOnce(&Browser)) {
        log::start();
        let mut place = Place::take(self);
        let browser = match place.browser.take() {
            Some(browser) => browser,
            None => bounded(async { Browser::launch((self.options)()).await.expect("a browser starts") }),
        };
        let browser = place.browser.insert(browser);
        bounded(test(browser));
    }
}

/// Chromium's shell: the same engine of the same version, without what a window has around the page. It starts in a tenth of the time.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// How the tests' browsers are launched: every site in a process of its own, so that frames of other origins are OOPIFs; the shell where
/// it is installed and no browser is named.
pub(crate) fn launch_options() -> LaunchOptions {
    let mut options = whole_options();
    let shell = Path::new(SHELL);
    if std::env::var_os("DOMTOOL_CHROME").is_none() && shell.is_file() {
        options.executable = Some(shell.to_owned());
    }
    options
}

/// The same with a whole browser, as people have it.
pub(crate) fn whole_options() -> LaunchOptions {
    let mut options = LaunchOptions::default();
    options.args.push("--site-per-process".into());
    options
}

/// A test's place in a pool. Dropped outside of the runtime, also when the test panics.
struct Place {
    pool: &'static Pool,
    browser: Option<Browser>,
}

impl Place {
    fn take(pool: &'static Pool) -> Self {
        let mut free = pool.get();
        free.tests += 1;
        Self { pool, browser: free.browsers.pop() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut free = self.pool.get();
        free.tests -= 1;
        let mut over = Vec::new();
        // What a test that failed has left open is nobody else's.
        let to = if std::thread::panicking() { &mut over } else { &mut free.browsers };
        to.extend(self.browser.take());
        if free.tests == 0 {
            over.append(&mut free.browsers);
        }
        drop(free);
        over.iter().for_each(close);
    }
}

fn close(browser: &Browser) {
    let closed = RUNTIME.block_on(async { timeout(CLOSING, browser.close()).await });
    if !std::thread::panicking() {
        closed.expect("the browser closes in time").expect("the browser closes");
    }
}

fn bounded<T>(test: impl Future<Output = T>) -> T {
    RUNTIME
        .block_on(async { timeout(LONGEST, test).await })
        .unwrap_or_else(|_| panic!("no end within {LONGEST:?}"))
}

/// Runs a test on a browser of the pool.
pub(crate) fn run(test: impl AsyncFnOnce(&Browser)) {
    POOL.run(test);
}

/// The same on a whole browser, for what one does around the page.
pub(crate) fn run_whole(test: impl AsyncFnOnce(&Browser)) {
    WHOLE.run(test);
}

/// Runs a test that does something to its browser, with one that nobody shares.
pub(crate) fn alone(test: impl AsyncFnOnce(&Browser)) {
    with_own(async || Browser::launch(launch_options()).await.expect("a browser starts"), test);
}

/// The same as [`alone`] with the browser's connection, to do to it what no page or person does.
pub(crate) fn alone_wired(test: impl AsyncFnOnce(&Browser, &Connection)) {
    let wire = OnceLock::new();
    let launch = async || {
        let chromium = Chromium::launch(launch_options()).await.expect("a browser starts");
        wire.get_or_init(|| chromium.connection().clone());
        Browser::of(chromium).await.expect("it answers")
    };
    with_own(launch, async |browser| test(browser, wire.get().expect("it was launched")).await);
}

/// The same with a browser that is launched otherwise.
pub(crate) fn alone_as(options: LaunchOptions, test: impl AsyncFnOnce(&Browser)) {
    with_own(async || Browser::launch(options).await.expect("a browser starts"), test);
}

/// The same with a browser some of whose commands go wrong.
pub(crate) fn alone_with(faults: &Faults, test: impl AsyncFnOnce(&Browser)) {
    let faults = faults.clone();
    let launch = async || {
        let wrap = |transport| Box::new(Faulty::new(transport, faults)) as Box<dyn Transport>;
        let chromium = Chromium::launch_through(launch_options(), wrap).await.expect("a browser starts");
        Browser::of(chromium).await.expect("it answers")
    };
    with_own(launch, test);
}

/// Runs a test with a browser that somebody else started, and that outlives every connection to it.
pub(crate) fn lasting(test: impl AsyncFnOnce(&Lasting)) {
    log::start();
    bounded(async {
        let browser = Lasting::start().await;
        test(&browser).await;
        browser.end().await;
    });
}

fn with_own(launch: impl AsyncFnOnce() -> Browser, test: impl AsyncFnOnce(&Browser)) {
    log::start();
    struct Own(Browser);
    impl Drop for Own {
        fn drop(&mut self) {
            // What is left of it; the test may have killed it.
            let _ = RUNTIME.block_on(async { timeout(CLOSING, self.0.close()).await });
        }
    }
    let own = Own(bounded(launch()));
    bounded(test(&own.0));
}
