//! Where a browser can come from: the system's package manager, or Chrome for Testing. Which is the default, and that a person
//! agrees first.

use clap::ValueEnum;
use domtool::{
    ErrorKind,
    chromium::{
        self,
        install::{self, Plan},
    },
};

#[cfg(feature = "fetch")]
use super::{
    cache::Cache,
    fetch::{Service, Wanted},
    start,
};
use crate::{
    failure::{Failure, Result},
    launch::Launch,
    local::runtime,
    print,
};

/// Where a browser may come from, by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Origin {
    /// The system's package manager.
    System,
    /// Google's builds of Chrome for programs, into domtool's own cache.
    #[cfg(feature = "fetch")]
    ChromeForTesting,
}

/// How a browser is going to be installed.
pub(super) enum Means {
    /// By these commands.
    System(Plan),
    /// Fetched from there.
    #[cfg(feature = "fetch")]
    ChromeForTesting(Service, Wanted),
}

impl Means {
    /// The one that was asked for. Where none was: the package manager, where that brings a Chromium that needs nobody's help, as it
    /// brings the libraries, too, and keeps it up to date; else Chrome for Testing.
    ///
    /// # Errors
    /// `NO_BROWSER` where there is no such way.
    pub(super) fn choose(from: Option<Origin>) -> Result<Self> {
        match from {
            Some(Origin::System) => install::plan().map(Self::System).ok_or_else(no_manager),
            #[cfg(feature = "fetch")]
            Some(Origin::ChromeForTesting) => Self::fetched(super::newest()),
            None => match install::plan() {
                Some(plan) if plan.note.is_none() => Ok(Self::System(plan)),
                plan => Self::without_manager(plan),
            },
        }
    }

    /// A release of Chrome for Testing.
    ///
    /// # Errors
    /// `NO_BROWSER` where there is none, `INVALID_INPUT` for a mirror that is none.
    #[cfg(feature = "fetch")]
    pub(super) fn fetched(wanted: Wanted) -> Result<Self> {
        Ok(Self::ChromeForTesting(Service::find()?, wanted))
    }

    #[cfg(feature = "fetch")]
    fn without_manager(plan: Option<Plan>) -> Result<Self> {
        match (Self::fetched(super::newest()), plan) {
            // A plan with a note is still better than none.
            (Err(failure), Some(plan)) if failure.kind == ErrorKind::NoBrowser => Ok(Self::System(plan)),
            (fetched, _) => fetched,
        }
    }

    #[cfg(not(feature = "fetch"))]
    fn without_manager(plan: Option<Plan>) -> Result<Self> {
        plan.map(Self::System).ok_or_else(no_manager)
    }

    /// What it does, for who is to agree.
    fn describe(&self) -> String {
        match self {
            Self::System(plan) => {
                let note = plan.note.map(|note| format!(" ({note})")).unwrap_or_default();
                format!("this runs: {}{note}", plan.describe())
            }
            #[cfg(feature = "fetch")]
            Self::ChromeForTesting(service, wanted) => format!(
                "this fetches Chrome for Testing ({}, some 170 MB) as listed by {}",
                wanted.to_string().to_lowercase(),
                service.describe()
            ),
        }
    }

    /// Does it.
    ///
    /// # Errors
    /// `NO_BROWSER` when it does not work; those of fetching.
    pub(super) fn run(&self) -> Result<()> {
        match self {
            Self::System(plan) => {
                print::aside(&format!("running: {}", plan.describe()));
                let run = async { install::run(plan, |line| print::aside(&format!("  {line}"))).await };
                runtime()?.block_on(run).map_err(|error| {
                    let hint = format!("try it by hand: {}", plan.describe());
                    Failure::new(ErrorKind::NoBrowser, error.to_string(), hint)
                })
            }
            #[cfg(feature = "fetch")]
            Self::ChromeForTesting(service, wanted) => {
                let fetched = service.install(wanted, &Cache::find()?)?;
                if fetched.was_there {
                    print::aside(&format!("Chrome for Testing {} is there already", fetched.version));
                }
                start::check(&fetched.program)?;
                say_if_another_is_first(&fetched.program);
                Ok(())
            }
        }
    }

    /// Does it when a person agrees.
    ///
    /// # Errors
    /// `NO_BROWSER` when nobody does; those of [`Means::run`].
    pub(super) fn run_with(&self, consent: Consent) -> Result<()> {
        let question = format!("Install a browser now? {}.", capital(&self.describe()));
        let agreed = match consent {
            Consent::Given => true,
            Consent::Ask => print::ask(&question).unwrap_or(false),
            Consent::AskIfSomeoneIsThere => print::ask(&question).unwrap_or(true),
        };
        if agreed {
            return self.run();
        }
        Err(Failure::new(
            ErrorKind::NoBrowser,
            format!("no browser was installed, as nobody agreed; {}", self.describe()),
            "run: domtool browser install --yes",
        ))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

fn no_manager() -> Failure {
    Failure::new(
        ErrorKind::NoBrowser,
        "domtool knows no package manager on this machine",
        "install Chromium or Google Chrome, or name one in DOMTOOL_CHROME",
    )
}

/// Whether a person must agree to an installation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Ask on the terminal; without one it is refused.
    Ask,
    /// Ask on the terminal; without one it is taken as given.
    AskIfSomeoneIsThere,
    /// It is given.
    Given,
}

/// Installs a browser if there is none.
///
/// # Errors
/// `NO_BROWSER` when nobody agrees or it fails.
pub(crate) fn ensure(launch: &Launch, consent: Consent) -> Result<()> {
    if is_there(launch) {
        return Ok(());
    }
    Means::choose(None)?.run_with(consent)
}

/// After a call failed for want of a browser: asks whether to install one, where a person is there to answer.
/// Whether there is one now.
///
/// # Errors
/// `NO_BROWSER` when the installation fails.
pub(crate) fn offer_install(launch: &Launch) -> Result<bool> {
    if is_there(launch) {
        return Ok(false);
    }
    let Ok(means) = Means::choose(None) else { return Ok(false) };
    match print::ask(&format!("There is no browser here. Install one now? {}.", capital(&means.describe()))) {
        Some(true) => means.run().map(|()| true),
        _ => Ok(false),
    }
}

/// Says how to use a browser that was just fetched, where another one goes before it.
#[cfg(feature = "fetch")]
fn say_if_another_is_first(program: &std::path::Path) {
    if let Some(first) = chromium::installed().first().filter(|first| first.path != program) {
        let (first, program) = (first.path.display(), program.display());
        print::aside(&format!(
            "{first} is used first; to use this one, name it in DOMTOOL_CHROME, or as executable in a configuration file: {program}"
        ));
    }
}

/// Whether a browser is named or installed.
fn is_there(launch: &Launch) -> bool {
    launch.executable.is_some() || launch.is_elsewhere() || !chromium::installed().is_empty()
}
