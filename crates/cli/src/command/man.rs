//! `domtool man`: the manual pages of the program and its commands, from the same table as the help.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command, value_parser};
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
            "Examples:\n  domtool man > ~/.local/share/man/man1/domtool.1\n  domtool man click | man -l -\n  \
             domtool man --out ~/.local/share/man/man1",
        )
        .arg(Arg::new("command").value_name("COMMAND").help("Which command; domtool itself when left out"))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .conflicts_with("command")
                .value_parser(value_parser!(PathBuf))
                .help("Write the pages of domtool and of all its commands there, as domtool.1, domtool-click.1 ..."),
        )
}

/// Prints the page, or writes all of them.
///
/// # Errors
/// `INVALID_INPUT` for a command that there is not, and for a folder that cannot be written.
pub(crate) fn manual(matches: &ArgMatches) -> Result<ExitCode> {
    let mut all = super::command();
    // Flags that all commands share are in each only then.
    all.build();
    if let Some(folder) = matches.get_one::<PathBuf>("out") {
        write_all(&all, folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = match matches.get_one::<String>("command") {
        None => render(all)?,
        Some(name) => {
            let found = pages(&all).find(|command| command.get_name() == name);
            render(titled(found.ok_or_else(|| no_such(name))?))?
        }
    };
    print::text(&String::from_utf8_lossy(&page));
    Ok(ExitCode::SUCCESS)
}

/// The commands that have a page.
fn pages(all: &Command) -> impl Iterator<Item = &Command> {
    all.get_subcommands().filter(|command| !command.is_hide_set())
}

/// A command under the name of its page.
fn titled(command: &Command) -> Command {
    let name = format!("domtool-{}", command.get_name());
    command.clone().display_name(name).version(env!("CARGO_PKG_VERSION"))
}

fn render(command: Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text).map_err(|error| Failure::io("the manual page", &error))?;
    Ok(text)
}

fn write_all(all: &Command, folder: &Path) -> Result<()> {
    let unwritten =
        |error: std::io::Error| Failure::invalid(format!("{} cannot be written: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(unwritten)?;
    fs::write(folder.join("domtool.1"), render(all.clone())?).map_err(unwritten)?;
    for command in pages(all) {
        let path = folder.join(format!("domtool-{}.1", command.get_name()));
        fs::write(path, render(titled(command))?).map_err(unwritten)?;
    }
    Ok(())
}

fn no_such(name: &str) -> Failure {
    let mut failure = Failure::invalid("there is no such command");
    failure.hint = match ops::meant(name) {
        Some(meant) => format!("did you mean {meant}?").into(),
        None => "domtool --help lists them all".to_owned().into(),
    };
    failure
}
