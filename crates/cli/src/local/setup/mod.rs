//! `domtool setup HOST`: the configuration by which an agent's host starts `domtool mcp`: printed, written, or checked.
//!
//! Only our entry of a host's file is changed, every other byte stays, and a copy is kept of what is overwritten. A file with comments
//! that nothing here could keep is not rewritten: the entry is printed instead.

mod check;
mod hosts;
mod splice;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::EnumValueParser};
use domtool::ErrorKind;
use serde::Serialize;

use super::runtime;
use crate::{
    failure::{Failure, Result},
    globals::Globals,
    keep, print,
};
pub(super) use check::{Configured, configured};
pub(super) use hosts::Host;
use hosts::Syntax;
use splice::NotPlain;

/// Its part of the command line.
pub(super) fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new("setup")
        .about("Print, write or check the configuration by which an agent's host starts domtool mcp")
        .after_help("Examples:\n  domtool setup claude\n  domtool setup codex --write\n  domtool setup cursor --project --check")
        .arg(
            Arg::new("host").required(true).value_parser(EnumValueParser::<Host>::new()).help("Which host"),
        )
        .arg(flag("write", "Write it; what is overwritten is copied first"))
        .arg(flag("check", "Say whether what is configured works").conflicts_with("write"))
        .arg(flag("project", "For the project in this folder, rather than for all of yours"))
}

/// What was done or found.
#[derive(Serialize)]
struct Answer<'a> {
    ok: bool,
    host: &'a str,
    file: &'a Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<usize>,
}

impl<'a> Answer<'a> {
    /// That nothing went wrong with a host's file.
    fn of(host: &'a str, file: &'a Path) -> Self {
        Self { ok: true, host, file, content: None, written: None, copy: None, tools: None }
    }
}

/// Runs it.
///
/// # Errors
/// `INVALID_INPUT` for a file that cannot be rewritten; `INTERNAL` when a file cannot be read or written; `NOT_FOUND` when a check finds
/// no entry, and `INTERNAL` when the server does not answer.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let host = *matches.get_one::<Host>("host").ok_or_else(|| Failure::invalid("which host?"))?;
    let project = matches.get_flag("project");
    let file = if project {
        let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
        host.project_file(&folder).ok_or_else(|| {
            let message = format!("{} reads no file of a project", host.title());
            Failure::new(ErrorKind::InvalidInput, message, "leave --project out")
        })?
    } else {
        host.user_file()?
    };
    let again = format!("domtool setup {}{}", name(host), if project { " --project" } else { "" });
    if matches.get_flag("check") {
        return examine(host, &file, &again, globals);
    }
    if matches.get_flag("write") {
        write(host, &file, project, &again, globals)
    } else {
        show(host, &file, &binary()?, &again, globals)
    }
}

/// Its name on the command line.
fn name(host: Host) -> String {
    use clap::ValueEnum as _;
    host.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// This binary's own path: hosts do not have the PATH of a shell.
fn binary() -> Result<String> {
    let path = std::env::current_exe().map_err(|error| Failure::io("the path of this program", &error))?;
    path.into_os_string()
        .into_string()
        .map_err(|path| Failure::invalid(format!("the path of this program, {}, is no text", path.display())))
}

/// The whole file with our entry in it.
fn content(host: Host, there: &str, binary: &str) -> std::result::Result<String, NotPlain> {
    let entry = host.entry(binary);
    match host.syntax() {
        Syntax::Json => splice::json(there, host.keys(), &entry),
        Syntax::Toml => splice::toml(there, host.keys()[0], &host.command_line(&entry).unwrap_or_default()),
        Syntax::Yaml if there.trim().is_empty() => Ok(splice::yaml(host.keys(), &entry)),
        Syntax::Yaml => Err(NotPlain("it is YAML, whose comments nothing here keeps".to_owned())),
    }
}

/// Our entry alone, in a file of its own.
fn alone(host: Host, binary: &str) -> Result<String> {
    content(host, "", binary).map_err(|why| Failure::internal(why.0))
}

fn show(host: Host, file: &Path, binary: &str, again: &str, globals: &Globals) -> Result<ExitCode> {
    let content = alone(host, binary)?;
    if globals.json {
        let answer = Answer { content: Some(&content), ..Answer::of(host.title(), file) };
        print::json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    print::aside(&format!("For {}, in {}:\n", host.title(), file.display()));
    print::text(&content);
    print::aside(&format!("\nTo write it there: {again} --write"));
    Ok(ExitCode::SUCCESS)
}

fn write(host: Host, file: &Path, project: bool, again: &str, globals: &Globals) -> Result<ExitCode> {
    let binary = &binary()?;
    let there = keep::read(file)?.unwrap_or_default();
    let content = match content(host, &there, binary) {
        Ok(content) => content,
        Err(NotPlain(why)) => {
            print::aside(&format!("Put this into {} yourself:\n\n{}", file.display(), alone(host, binary)?));
            let message = format!("{} is left as it is: {why}", file.display());
            let hint = format!("put the entry in by hand, as {again} prints it; then {again} --check");
            return Err(Failure::new(ErrorKind::InvalidInput, message, hint));
        }
    };
    let changed = content != there;
    let copy = if changed { keep::write_with_copy(file, &content)? } else { None };
    if globals.json {
        let answer = Answer { written: Some(changed), copy, ..Answer::of(host.title(), file) };
        print::json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let what = if changed { "written" } else { "is right already" };
    print::text(&format!("{} {what}", file.display()));
    if let Some(copy) = copy {
        print::text(&format!("  what was there is kept as {}", copy.display()));
    }
    print::text(&format!("Start {} anew; {again} --check says whether it works", host.title()));
    if let Some(asked) = host.asks_for(project) {
        print::text(asked);
    }
    Ok(ExitCode::SUCCESS)
}

fn examine(host: Host, file: &Path, again: &str, globals: &Globals) -> Result<ExitCode> {
    let absent =
        |message: String| Failure::new(ErrorKind::NotFound, message, format!("run: {again} --write"));
    let line = match configured(host, file)? {
        Configured::NoFile => return Err(absent(format!("there is no {}", file.display()))),
        Configured::NoEntry => return Err(absent(format!("{} has no entry of domtool", file.display()))),
        Configured::Unreadable(why) => {
            let message = format!("{} could not be checked: {why}", file.display());
            return Err(Failure::new(ErrorKind::InvalidInput, message, format!("compare it with: {again}")));
        }
        Configured::Entry(line) => line,
    };
    let program = line.first().map_or("", String::as_str);
    if !is_this(program) {
        let message =
            format!("the entry in {} starts {program:?}, which is not this program", file.display());
        return Err(Failure::new(ErrorKind::NotFound, message, format!("run: {again} --write")));
    }
    let tools = runtime()?.block_on(check::tools(&line)).map_err(|why| {
        let message = format!("{} starts {}, and that does not work: {why}", host.title(), line.join(" "));
        Failure::new(ErrorKind::Internal, message, "run: domtool doctor")
    })?;
    if globals.json {
        let answer = Answer { tools: Some(tools), ..Answer::of(host.title(), file) };
        print::json(&answer)?;
    } else {
        print::text(&format!(
            "ok: {} has it in {}, and {} lists {tools} tools",
            host.title(),
            file.display(),
            line.join(" ")
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a path leads to this program, also over links.
fn is_this(program: &str) -> bool {
    let own = std::env::current_exe().and_then(|path| path.canonicalize());
    Path::new(program).canonicalize().is_ok_and(|path| own.is_ok_and(|own| own == path))
}
