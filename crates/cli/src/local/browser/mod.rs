//! `domtool browser list|install|remove`, and installing one where another command finds none.
//!
//! `means` (where one comes from, and that a person agrees), `cache` (domtool's own browsers), `fetch` (getting one there), `start`
//! (whether it starts).

pub(super) mod cache;
#[cfg(feature = "fetch")]
mod fetch;
mod means;
#[cfg(feature = "fetch")]
mod start;

use std::{path::PathBuf, process::ExitCode};

use clap::{ArgMatches, Args, Command, FromArgMatches as _, Subcommand};
use domtool::{ErrorKind, chromium};
use serde::Serialize;

use cache::Cache;
#[cfg(feature = "fetch")]
use fetch::Wanted;
pub(crate) use means::{Consent, ensure, offer_install};
use means::{Means, Origin};

use crate::{
    failure::{Failure, Result},
    globals::Globals,
    print,
};

/// What to do.
#[derive(Debug, Subcommand)]
enum What {
    /// List the installed browsers, the one that is used first
    List,
    /// Install a browser: by the system's package manager where that is how one comes, else Chrome for Testing
    Install(Install),
    /// Remove a browser that domtool fetched
    Remove(Remove),
}

#[derive(Debug, Args)]
struct Install {
    /// Which Chrome for Testing: stable, beta, dev, canary, a major version such as 131, or a whole one.
    #[cfg(feature = "fetch")]
    #[arg(value_name = "VERSION")]
    version: Option<Wanted>,
    /// Where it is to come from.
    #[arg(long, value_enum, value_name = "SOURCE")]
    from: Option<Origin>,
    /// Do not ask first.
    #[arg(long, short)]
    yes: bool,
}

#[derive(Debug, Args)]
struct Remove {
    /// Its version, as `browser list` says it.
    #[arg(required_unless_present = "all")]
    version: Option<String>,
    /// All of them, and what is left of downloads.
    #[arg(long, conflicts_with = "version")]
    all: bool,
}

const EXAMPLES: &str = "\
Examples:
  domtool browser list
  domtool browser install --yes
  domtool browser install 131 --from chrome-for-testing
  domtool browser remove --all

Chrome for Testing is fetched by HTTPS from Google, or from the mirror that DOMTOOL_CHROME_MIRROR names: a folder with the service's
lists (last-known-good-versions-with-downloads.json) and VERSION/PLATFORM/chrome-PLATFORM.zip. A download that breaks goes on where it
ended. Size and MD5 are checked as the server says them, and each file by the archive's own checksum.";

/// Its part of the command line.
pub(super) fn command() -> Command {
    let command = Command::new("browser").subcommand_required(true);
    What::augment_subcommands(command)
        .about("Which browsers are installed; install or remove one")
        .after_help(EXAMPLES)
}

/// Runs it.
///
/// # Errors
/// `NO_BROWSER` when none is installed or can be.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match What::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))? {
        What::List => list(globals),
        What::Install(install) => {
            let consent = if install.yes { Consent::Given } else { Consent::Ask };
            install.means()?.run_with(consent)?;
            list(globals)
        }
        What::Remove(remove) => remove.run(globals),
    }
}

/// What is fetched where nobody asks for a version.
#[cfg(feature = "fetch")]
fn newest() -> Wanted {
    Wanted::Channel(fetch::Channel::Stable)
}

impl Install {
    #[cfg(feature = "fetch")]
    fn means(self) -> Result<Means> {
        match (self.version, self.from) {
            // A package manager has one version.
            (Some(_), Some(Origin::System)) => Err(Failure::invalid(
                "a version is for --from chrome-for-testing; the package manager has its own",
            )),
            (Some(wanted), _) => Means::fetched(wanted),
            (None, from) => Means::choose(from),
        }
    }

    #[cfg(not(feature = "fetch"))]
    fn means(self) -> Result<Means> {
        Means::choose(self.from)
    }
}

impl Remove {
    fn run(self, globals: &Globals) -> Result<ExitCode> {
        #[derive(Serialize)]
        struct Removed {
            ok: bool,
            removed: Vec<String>,
        }
        let cache = Cache::find()?;
        let there = cache.versions()?;
        let wanted = match self.version {
            Some(version) if there.contains(&version) => vec![version],
            Some(version) => return Err(not_fetched(&version, &there)),
            None => there,
        };
        let locked = cache.lock()?;
        for version in &wanted {
            locked.remove(version)?;
        }
        if self.all {
            locked.sweep()?;
        }
        if globals.json {
            print::json(&Removed { ok: true, removed: wanted })?;
            return Ok(ExitCode::SUCCESS);
        }
        if wanted.is_empty() {
            print::text("domtool has fetched no browser");
        }
        for version in &wanted {
            print::text(&format!("removed Chrome for Testing {version}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn not_fetched(version: &str, there: &[String]) -> Failure {
    let hint = match there {
        [] => "it removes only what it fetched itself, and that is nothing".to_owned(),
        there => format!("it fetched {}", there.join(", ")),
    };
    Failure::new(ErrorKind::NotFound, format!("domtool has fetched no browser {version:?}"), hint)
}

fn list(globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Row {
        name: String,
        path: PathBuf,
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
        print::json(&List { ok: true, browsers })?;
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
