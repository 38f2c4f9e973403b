//! The commands that need no daemon: doctor, browser, config, skill, setup, logs; and what `schema` tells of formats.

mod browser;
mod config;
mod doctor;
pub(crate) mod formats;
mod logs;
mod setup;
mod skill;

use std::process::ExitCode;

use clap::{ArgMatches, Command};

pub(crate) use browser::{Consent, ensure, offer_install};

use crate::{
    failure::{Failure, Result},
    globals::Globals,
};

/// Their parts of the command line.
pub(crate) fn commands() -> [Command; 6] {
    [
        skill::command(),
        setup::command(),
        doctor::command(),
        browser::command(),
        config::command(),
        logs::command(),
    ]
}

/// Runs one of them.
///
/// # Errors
/// Its own.
pub(crate) fn run(name: &str, matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match name {
        "doctor" => doctor::run(matches, globals),
        "browser" => browser::run(matches, globals),
        "config" => config::run(matches, globals),
        "skill" => skill::run(matches, globals),
        "setup" => setup::run(matches, globals),
        "logs" => logs::run(matches, globals),
        other => Err(Failure::invalid(format!("there is no command {other:?}"))),
    }
}

/// A runtime for the commands that have something to wait for: one thread is enough.
///
/// # Errors
/// `INTERNAL` when the system gives none.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::io("the runtime", &error))
}
