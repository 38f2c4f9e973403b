//! `domtool man`: the manual page of the program or of one command, from the same table as the help.

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use clap_mangen::Man;

use crate::{
    failure::{Failure, Result},
    ops, print,
};

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("man")
        .about("Print the manual page of domtool, or of one of its commands")
        .after_help(
            "Examples:\n  domtool man > ~/.local/share/man/man1/domtool.1\n  domtool man click | man -l -",
        )
        .arg(Arg::new("command").value_name("COMMAND").help("Which command; domtool itself when left out"))
}

/// Prints the page.
///
/// # Errors
/// `INVALID_INPUT` for a command that there is not.
pub(crate) fn manual(matches: &ArgMatches) -> Result<ExitCode> {
    let mut all = super::command();
    // Flags that all commands share are in each only then.
    all.build();
    let page = match matches.get_one::<String>("command") {
        None => all,
        Some(name) => {
            let found =
                all.get_subcommands().find(|command| command.get_name() == name && !command.is_hide_set());
            let found = found.cloned().ok_or_else(|| no_such(name))?;
            found.display_name(format!("domtool-{name}")).version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text).map_err(|error| Failure::io("the manual page", &error))?;
    print::text(&String::from_utf8_lossy(&text));
    Ok(ExitCode::SUCCESS)
}

fn no_such(name: &str) -> Failure {
    let mut failure = Failure::invalid("there is no such command");
    failure.hint = match ops::meant(name) {
        Some(meant) => format!("did you mean {meant}?").into(),
        None => "domtool --help lists them all".to_owned().into(),
    };
    failure
}
