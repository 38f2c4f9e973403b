//! `domtool completions`: a shell's script that completes the whole command line.

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use crate::{
    failure::{Failure, Result},
    print,
};

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .after_help(
            "Examples:\n  domtool completions bash > ~/.local/share/bash-completion/completions/domtool",
        )
        .arg(Arg::new("shell").required(true).value_parser(value_parser!(Shell)).help("Which shell"))
}

/// Prints the script.
///
/// # Errors
/// None that can be caused from outside.
pub(crate) fn complete(matches: &ArgMatches) -> Result<ExitCode> {
    let shell = matches.get_one::<Shell>("shell").copied().ok_or_else(|| Failure::invalid("which shell?"))?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut super::command(), "domtool", &mut script);
    print::text(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}
