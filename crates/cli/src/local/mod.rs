//! The commands that need no daemon: doctor, browser, demo, schema, completions.

mod browser;
mod doctor;
mod formats;
mod schema;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

pub(crate) use browser::{Consent, ensure, offer_install};

use crate::{
    command::{self, Globals},
    daemon, demo,
    failure::{Failure, Result},
    wire::DAEMON_COMMAND,
};

/// Their parts of the command line.
pub(crate) fn commands() -> Vec<Command> {
    vec![
        demo::command(),
        doctor::command(),
        browser::command(),
        schema::command(),
        Command::new("completions")
            .about("Print a completion script for a shell")
            .after_help(
                "Examples:\n  domtool completions bash > ~/.local/share/bash-completion/completions/domtool",
            )
            .arg(Arg::new("shell").required(true).value_parser(value_parser!(Shell)).help("Which shell")),
    ]
}

/// Runs one of them.
///
/// # Errors
/// Its own.
pub(crate) fn run(name: &str, matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match name {
        "demo" => demo::run(matches, globals),
        "doctor" => doctor::run(globals),
        "browser" => browser::run(matches, globals),
        "schema" => schema::run(),
        "completions" => completions(matches),
        DAEMON_COMMAND => daemon::run().map(|()| ExitCode::SUCCESS),
        other => Err(Failure::invalid(format!("there is no command {other:?}"))),
    }
}

fn completions(matches: &ArgMatches) -> Result<ExitCode> {
    let shell = matches.get_one::<Shell>("shell").copied().ok_or_else(|| Failure::invalid("which shell?"))?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command::command(), "domtool", &mut script);
    crate::print::text(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
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
