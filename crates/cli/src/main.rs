//! The binary `domtool`: one table of operations behind a command line, a daemon that keeps browsers open between
//! calls, and a demo.
//!
//! It promises to hold no logic about pages, which is all in the library `domtool`; to touch no files but its own; and to write
//! text of a page only where a reader can tell it from domtool's own words.
//!
//! The modules in the order of a call; each uses only those before it:
//!
//! - `paint`, `hint`, `failure`, `print`, `log`: colours, what to do next, the typed error, standard output and error, the log.
//! - `keep`: files of other programs that a caller asked to have changed.
//! - `private`, `signals`, `socket`, `place`, `launch`: this user's files, requests for an end, the socket and its place, how a
//!   browser is to be started.
//! - `wire`: calls and answers, as they go between client and daemon.
//! - `output`: what an operation gives back, as JSON and as lines.
//! - `ops`: the table of operations, one file each.
//! - `daemon`, `client`: the process that keeps browsers and sessions; the one that hands it a call.
//! - `globals`, `local`, `demo`, `endpoint`: the flags of all commands; the commands that need no daemon; the demo; how programs
//!   reach the daemon.
//! - `mcp`: the operations as tools of the Model Context Protocol.
//! - `schema`: the operations and tools as data, for whoever offers them to a model in another way.
//! - `command`: the whole command line.

mod client;
mod command;
mod daemon;
mod demo;
mod endpoint;
mod failure;
mod globals;
mod hint;
mod keep;
mod launch;
mod local;
mod log;
mod mcp;
mod ops;
mod output;
mod paint;
mod place;
mod print;
mod private;
mod schema;
mod signals;
mod socket;
mod wire;

use std::{ffi::OsString, process::ExitCode};

use clap::{
    ArgMatches, FromArgMatches as _,
    error::{ContextKind, ContextValue, ErrorKind},
};

use failure::{Failure, Result};
use globals::Globals;
use wire::{Call, DAEMON_COMMAND, ExpectArgs, PROTOCOL, Request};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let json = words.iter().any(|word| word == "--json");
    let matches = match command::command().try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(error) => {
            return misused(&discreet(with_suggestion(error)), json);
        }
    };
    let globals = match Globals::from_arg_matches(&matches) {
        Ok(globals) => globals,
        Err(error) => return misused(&discreet(error), false),
    };
    log::init(globals.debug, is_daemon());
    match run(&matches, &globals) {
        Ok(code) => code,
        Err(failure) => {
            print::failure(&failure, globals.json);
            ExitCode::from(failure.exit())
        }
    }
}

/// Wrong usage without the words that were typed: in the wrong order, or one too many, they may be what a field was to hold.
fn discreet(mut error: clap::Error) -> clap::Error {
    let kind = match error.kind() {
        ErrorKind::ValueValidation => ContextKind::InvalidValue,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return error,
    };
    let is_flag = matches!(error.get(kind), Some(ContextValue::String(word)) if word.starts_with('-'));
    if !(is_flag && kind == ContextKind::InvalidArg) {
        error.insert(kind, ContextValue::String("…".to_owned()));
    }
    error
}

/// Adds the operation that was meant where the command line's own suggestions, which go by letters, have none.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(name) = ops::meant(word)
    {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name]));
    }
    error
}

/// What wrong usage may have been meant as.
fn suggested(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.last().cloned(),
        _ => None,
    })
}

/// Help and version are answers; everything else is wrong usage.
fn misused(error: &clap::Error, json: bool) -> ExitCode {
    if error.use_stderr() && json {
        let sentence = error.kind().to_string();
        let detail = error.to_string();
        let message = detail.lines().next().unwrap_or(&sentence).trim_start_matches("error: ");
        let mut failure = Failure::invalid(message);
        if let Some(meant) = suggested(error) {
            failure.hint = format!("did you mean {meant}?").into();
        }
        print::failure(&failure, true);
    } else if let Err(io) = error.print() {
        tracing::debug!(%io, "nobody reads");
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

fn is_daemon() -> bool {
    std::env::args_os().nth(1).is_some_and(|word| word == DAEMON_COMMAND)
}

fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let Some((name, matches)) = matches.subcommand() else {
        print::text(command::LESSON);
        return Ok(ExitCode::SUCCESS);
    };
    match ops::find(name) {
        Some(entry) => operate(entry, matches, globals),
        None => run_here(name, matches, globals),
    }
}

/// Runs a command that needs no daemon, or is the daemon.
fn run_here(name: &str, matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match name {
        DAEMON_COMMAND => daemon::run().map(|()| ExitCode::SUCCESS),
        "demo" => demo::run(matches, globals),
        "mcp" => mcp::run(matches, globals),
        "call" => mcp::once::run(matches, globals),
        "endpoint" => endpoint::run(globals),
        "schema" => schema::run(matches, globals),
        "completions" => command::complete(matches),
        "man" => command::manual(matches),
        other => local::run(other, matches, globals),
    }
}

/// Has the daemon do it.
fn operate(entry: &ops::Entry, matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let expect = if entry.expects() {
        ExpectArgs::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?
    } else {
        ExpectArgs::default()
    };
    expect.check()?;
    let request = Request {
        protocol: PROTOCOL,
        build: wire::build().to_owned(),
        op: entry.name.to_owned(),
        args: (entry.read)(matches)?,
        call: Call {
            args: globals.call.clone(),
            expect,
            launch: globals.launch.clone().absolute(&folder).with_http_auth_read(&folder)?,
            folder,
            allow_eval: globals.allow_eval,
            debug: globals.debug,
            json: globals.json,
            typed: false,
            colour: globals.colour(),
        },
    };
    let answer = match client::call(entry, &request) {
        Err(failure)
            if failure.kind == domtool::ErrorKind::NoBrowser
                && local::offer_install(&request.call.launch)? =>
        {
            client::call(entry, &request)?
        }
        answered => answered?,
    };
    print::text(&answer.text);
    Ok(if answer.whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
