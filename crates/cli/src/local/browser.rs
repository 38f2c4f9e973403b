//! `domtool browser list|install`, and installing one where another command finds none.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};
use domtool::{
    ErrorKind,
    chromium::{
        self,
        install::{self, Plan},
    },
};
use serde::Serialize;

use super::runtime;
use crate::{
    failure::{Failure, Result},
    globals::Globals,
    launch::Launch,
    print,
};

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("browser")
        .about("Which browsers are installed; install one")
        .after_help("Examples:\n  domtool browser list\n  domtool browser install --yes")
        .subcommand_required(true)
        .subcommand(Command::new("list").about("List the installed browsers, the one that is used first"))
        .subcommand(
            Command::new("install").about("Install Chromium through the system's package manager").arg(
                Arg::new("yes").long("yes").short('y').action(ArgAction::SetTrue).help("Do not ask first"),
            ),
        )
}

/// Runs it.
///
/// # Errors
/// `NO_BROWSER` when none is installed or can be.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match matches.subcommand() {
        Some(("install", matches)) => {
            let consent = if matches.get_flag("yes") { Consent::Given } else { Consent::Ask };
            install(&plan()?, consent)?;
            list(globals)
        }
        _ => list(globals),
    }
}

fn list(globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Row {
        name: String,
        path: std::path::PathBuf,
        source: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
    }
    #[derive(Serialize)]
    struct List {
        ok: bool,
        browsers: Vec<Row>,
    }
    let browsers: Vec<Row> = chromium::installed()
        .into_iter()
        .map(|found| Row {
            name: found.name,
            path: found.path,
            source: format!("{:?}", found.source).to_lowercase(),
            note: found.note,
        })
        .collect();
    if browsers.is_empty() {
        return Err(none());
    }
    if globals.json {
        let json = serde_json::to_string(&List { ok: true, browsers });
        print::text(&json.map_err(|error| Failure::internal(error.to_string()))?);
        return Ok(ExitCode::SUCCESS);
    }
    for (index, row) in browsers.iter().enumerate() {
        let mark = if index == 0 { "*" } else { " " };
        let note = row.note.map(|note| format!("  ({note})")).unwrap_or_default();
        print::text(&format!("{mark} {} {}{note}", row.name, row.path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn none() -> Failure {
    Failure::new(ErrorKind::NoBrowser, "no Chromium is installed here", "run: domtool browser install")
}

fn plan() -> Result<Plan> {
    install::plan().ok_or_else(|| {
        Failure::new(
            ErrorKind::NoBrowser,
            "domtool knows no package manager on this machine",
            "install Chromium or Google Chrome, or name one in DOMTOOL_CHROME",
        )
    })
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

fn install(plan: &Plan, consent: Consent) -> Result<()> {
    let question = format!("Install Chromium now? This runs: {}", plan.describe());
    let agreed = match consent {
        Consent::Given => true,
        Consent::Ask => print::ask(&question).unwrap_or(false),
        Consent::AskIfSomeoneIsThere => print::ask(&question).unwrap_or(true),
    };
    if !agreed {
        return Err(Failure::new(
            ErrorKind::NoBrowser,
            "no Chromium is installed, and nobody agreed to install one",
            "run: domtool browser install --yes",
        ));
    }
    print::aside(&format!("running: {}", plan.describe()));
    let run = async { install::run(plan, |line| print::aside(&format!("  {line}"))).await };
    runtime()?.block_on(run).map_err(|error| {
        Failure::new(ErrorKind::NoBrowser, error.to_string(), format!("try it by hand: {}", plan.describe()))
    })
}

/// Installs a browser if there is none.
///
/// # Errors
/// `NO_BROWSER` when nobody agrees or it fails.
pub(crate) fn ensure(launch: &Launch, consent: Consent) -> Result<()> {
    if launch.executable.is_some() || launch.cdp.is_some() || !chromium::installed().is_empty() {
        return Ok(());
    }
    install(&plan()?, consent)
}

/// After a call failed for want of a browser: asks whether to install one, where a person is there to answer.
/// Whether there is one now.
///
/// # Errors
/// `NO_BROWSER` when the installation fails.
pub(crate) fn offer_install(launch: &Launch) -> Result<bool> {
    let named = launch.executable.is_some() || launch.cdp.is_some();
    if named || !chromium::installed().is_empty() {
        return Ok(false);
    }
    let Some(plan) = install::plan() else { return Ok(false) };
    match print::ask(&format!("There is no Chromium here. Install it now? This runs: {}", plan.describe())) {
        Some(true) => install(&plan, Consent::Given).map(|()| true),
        _ => Ok(false),
    }
}
