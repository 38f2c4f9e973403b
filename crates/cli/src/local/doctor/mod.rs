//! `domtool doctor`: what a call needs on this machine, each with what to do about it.

mod cache;
mod fonts;
mod hosts;
mod settings;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use domtool::{Browser, Endpoint, SessionOptions, chromium};
use serde::Serialize;

use super::{Consent, ensure, runtime};
use crate::{
    failure::{Failure, Result},
    globals::Globals,
    launch::{Engine, Launch},
    limits::BROWSER_STARTS,
    paint::Paint,
    place::Place,
    print, private, socket,
};

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("doctor")
        .about("Check what domtool needs on this machine, and say what to do")
        .after_help("Examples:\n  domtool doctor\n  domtool doctor --fix\n  domtool doctor --executable /opt/chrome/chrome")
        .arg(
            Arg::new("fix")
                .long("fix")
                .action(ArgAction::SetTrue)
                .help("First mend what can be: install a browser where there is none, remove leftovers"),
        )
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Good,
    Note,
    Bad,
}

#[derive(Serialize)]
struct Check {
    what: &'static str,
    state: State,
    finding: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

impl Check {
    fn good(what: &'static str, finding: impl Into<String>) -> Self {
        Self { what, state: State::Good, finding: finding.into(), next: None }
    }

    fn note(what: &'static str, finding: impl Into<String>) -> Self {
        Self { what, state: State::Note, finding: finding.into(), next: None }
    }

    fn bad(what: &'static str, finding: impl Into<String>, next: impl Into<String>) -> Self {
        Self { what, state: State::Bad, finding: finding.into(), next: Some(next.into()) }
    }
}

/// Runs all checks and prints them. Exit code 1 when one failed.
///
/// # Errors
/// `INTERNAL` when there is no runtime to check with.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let launch =
        globals.to_start().clone().absolute(&folder).with_endpoint_read(&folder)?.with_proxy_of_environment();
    if matches.get_flag("fix") {
        ensure(&launch, Consent::AskIfSomeoneIsThere)?;
        remove_profiles();
        cache::sweep()?;
    }
    let mut checks = vec![version(), settings::check(&folder, matches), browser(&launch), cache::check()];
    checks.extend(runtime()?.block_on(start(&launch)));
    checks.extend(sandbox(&launch));
    checks.push(daemon());
    checks.push(profiles());
    checks.push(writable("temporary folder", &std::env::temp_dir()));
    checks.push(writable("this folder", &folder));
    checks.push(fonts::check());
    checks.push(hosts::check(&folder));

    let failed = checks.iter().any(|check| check.state == State::Bad);
    if globals.json {
        #[derive(Serialize)]
        struct Table {
            ok: bool,
            checks: Vec<Check>,
        }
        let json = serde_json::to_string(&Table { ok: !failed, checks });
        print::text(&json.map_err(|error| Failure::internal(error.to_string()))?);
    } else {
        print::text(&table(&checks, print::stdout_paint()));
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn table(checks: &[Check], paint: Paint) -> String {
    let width = checks.iter().map(|check| check.what.len()).max().unwrap_or(0);
    let mut text = String::new();
    for check in checks {
        let mark = match check.state {
            State::Good => paint.good("ok  "),
            State::Note => paint.warm("note"),
            State::Bad => paint.bad("FAIL"),
        };
        text.push_str(&format!("{mark}  {:width$}  {}\n", check.what, check.finding));
        if let Some(next) = &check.next {
            text.push_str(&format!("      {:width$}  next: {next}\n", ""));
        }
    }
    text
}

fn version() -> Check {
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    Check::good("domtool", format!("{} on {system}", env!("CARGO_PKG_VERSION")))
}

fn browser(launch: &Launch) -> Check {
    if let Some(endpoint) = &launch.cdp {
        return Check::good("browser", format!("the one at {}", Endpoint::new(endpoint)));
    }
    if launch.is_elsewhere() {
        return Check::good("browser", format!("made by {}", launch.shown_engines().join(", ")));
    }
    if let Some(path) = &launch.executable {
        return Check::good(
            "browser",
            format!("{} (named by --executable or DOMTOOL_CHROME)", path.display()),
        );
    }
    match chromium::installed().first() {
        Some(found) => {
            let note = found.note.map(|note| format!("; {note}")).unwrap_or_default();
            let state = if found.note.is_some() { Check::note } else { Check::good };
            state("browser", format!("{} at {}{note}", found.name, found.path.display()))
        }
        None => Check::bad("browser", "no Chromium is installed here", "domtool browser install"),
    }
}

/// Whether the renderers of a browser that is started here are locked in. Where they cannot be although they should, the start fails.
fn sandbox(launch: &Launch) -> Option<Check> {
    if launch.is_elsewhere() {
        return None;
    }
    Some(match chromium::why_without_sandbox(&launch.options()) {
        None => Check::good("sandbox", "on"),
        Some(why) => Check {
            next: Some(
                "run domtool as a user without special rights, where pages are not to be trusted".to_owned(),
            ),
            ..Check::note("sandbox", why)
        },
    })
}

/// Starts the browser, makes a session, ends both.
async fn start(launch: &Launch) -> Vec<Check> {
    let began = Instant::now();
    let started = async {
        if let Some(endpoint) = launch.endpoint()? {
            return Browser::connect(endpoint).await.map_err(Failure::from);
        }
        let first = launch.engines()?.into_iter().next().map(|choice| choice.engine);
        let browser = match first {
            Some(Engine::WebDriver(address)) => {
                Browser::drive(&launch.webdriver(&address)?, BROWSER_STARTS).await?
            }
            Some(Engine::Cdp(address)) => Browser::connect(launch.endpoint_at(&address)?).await?,
            _ => Browser::launch(launch.options()).await?,
        };
        Ok::<_, Failure>(browser)
    };
    let browser = match tokio::time::timeout(BROWSER_STARTS, started).await {
        Ok(Ok(browser)) => browser,
        Ok(Err(failure)) => return vec![Check::bad("start", failure.message, failure.hint.to_string())],
        Err(_) => {
            return vec![Check::bad(
                "start",
                "the browser did not answer in 30 s",
                "start it by hand, and look",
            )];
        }
    };
    let mut checks =
        vec![Check::good("start", format!("{} in {} ms", browser.version(), began.elapsed().as_millis()))];
    // That of the sandbox has a line of its own.
    let without_sandbox = chromium::why_without_sandbox(&launch.options());
    let notes = browser.notes().iter().filter(|note| Some(note.as_str()) != without_sandbox);
    checks.extend(notes.map(|note| Check::note("start", note)));
    let began = Instant::now();
    checks.push(match observe(&browser).await {
        Ok(()) => Check::good("page", format!("opened and observed in {} ms", began.elapsed().as_millis())),
        Err(error) => Check::bad("page", error.message(), error.hint()),
    });
    if let Err(error) = browser.close().await {
        checks.push(Check::bad("end", error.message(), error.hint()));
    }
    checks
}

async fn observe(browser: &Browser) -> domtool::Result<()> {
    let session = browser.session("doctor", SessionOptions::default()).await?;
    let tab = session.new_tab(None).await?;
    tab.observe(&domtool::ObserveOptions::default()).await?;
    session.close().await
}

fn daemon() -> Check {
    let place = match Place::find() {
        Ok(place) => place,
        Err(failure) => return Check::bad("daemon", failure.message, failure.hint),
    };
    let socket = place.socket.display();
    match socket::connect(&place.socket) {
        Ok(_) => {
            Check::good("daemon", format!("listens on {socket}; its log is {}", place.log_path().display()))
        }
        Err(error) if socket::is_nobody(&error) => {
            Check::good("daemon", format!("not running; will listen on {socket}"))
        }
        Err(error) => Check::bad(
            "daemon",
            format!("{socket}: {error}"),
            "remove the socket, or name another in DOMTOOL_SOCKET",
        ),
    }
}

/// Profiles of owners that are gone. Each start of a browser sweeps them, so after [`start`] some are news.
fn profiles() -> Check {
    match stale_profiles().len() {
        0 => Check::good("profiles", "no leftovers"),
        some => Check::bad(
            "profiles",
            format!("{some} temporary profiles of processes that are gone"),
            "domtool doctor --fix",
        ),
    }
}

fn stale_profiles() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    // Another user's are another user's to sweep; a link is none of ours.
    let own =
        entries.filter(|entry| entry.metadata().is_ok_and(|meta| meta.is_dir() && private::is_own(&meta)));
    let stale = own.filter(|entry| entry.file_name().to_str().is_some_and(is_stale));
    stale.map(|entry| entry.path()).collect()
}

fn remove_profiles() {
    for path in stale_profiles() {
        if let Err(error) = std::fs::remove_dir_all(&path) {
            tracing::warn!(%error, path = %path.display(), "a leftover stays");
        }
    }
}

#[cfg(unix)]
fn is_stale(name: &str) -> bool {
    let owner = name.strip_prefix("domtool-profile-").and_then(|rest| rest.split('-').next()?.parse().ok());
    let Some(pid) = owner.and_then(rustix::process::Pid::from_raw) else { return false };
    rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH)
}

#[cfg(not(unix))]
fn is_stale(_name: &str) -> bool {
    false
}

fn writable(what: &'static str, folder: &Path) -> Check {
    let probe = folder.join(format!(".domtool-doctor-{}", std::process::id()));
    match private::create(&probe).and_then(|_| std::fs::remove_file(&probe)) {
        Ok(()) => Check::good(what, format!("{} can be written", folder.display())),
        Err(error) => Check::bad(
            what,
            format!("{}: {error}", folder.display()),
            "give this user the right to write there",
        ),
    }
}
