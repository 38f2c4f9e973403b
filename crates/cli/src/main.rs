//! The binary `domtool`: one table of operations behind a command line, a daemon that keeps browsers open between
//! calls, and a demo.
//!
//! It promises to hold no logic about pages, which is all in the library `domtool`; to touch no files but its own; and to write
//! text of a page only where a reader can tell it from domtool's own words.
//!
//! The modules in the order of a call; each uses only those before it:
//!
//! - `alike`, `settings`: what a slip was meant for, the table of what can be set once.
//! - `paint`, `hint`, `failure`, `print`, `log`: colours, what to do next, the typed error, standard output and error, the log.
//! - `keep`: files of other programs that a caller asked to have changed.
//! - `private`, `config`, `signals`, `token`, `socket`, `place`, `launch`: this user's files, configuration files, requests for an end,
//!   what clients of a server must send, the socket and its place, how a browser is to be started.
//! - `http`: what a server over HTTP looks at before it serves anybody.
//! - `wire`: calls and answers, as they go between client and daemon.
//! - `output`: what an operation gives back, as JSON and as lines.
//! - `ops`: the table of operations, one file each.
//! - `daemon`, `client`: the process that keeps browsers and sessions; the one that hands it a call.
//! - `globals`, `local`, `demo`, `endpoint`: the flags of all commands, and files below them; the commands that need no daemon; the
//!   demo; how programs reach the daemon.
//! - `relay`: the tabs of a browser without a debugging port, which its extension carries.
//! - `mcp`: the operations as tools of the Model Context Protocol.
//! - `serve`: the daemon as a server of many clients over HTTP.
//! - `schema`: the operations and tools as data, for whoever offers them to a model in another way.
//! - `command`: the whole command line.

mod alike;
mod client;
mod command;
mod config;
mod daemon;
mod demo;
mod endpoint;
mod failure;
mod globals;
mod hint;
mod http;
mod keep;
mod launch;
mod limits;
mod local;
mod log;
mod mcp;
mod ops;
mod output;
mod paint;
mod place;
mod print;
mod private;
mod relay;
mod schema;
mod serve;
mod settings;
mod signals;
mod socket;
mod states;
mod token;
mod wire;

use std::{ffi::OsString, process::ExitCode};

use clap::{
    ArgMatches, Command, FromArgMatches as _,
    error::{ContextKind, ContextValue, ErrorKind},
};

use failure::{Failure, Result};
use globals::{Globals, Layers};
use wire::{Call, DAEMON_COMMAND, ExpectArgs, Notices, PROTOCOL, Request};

fn main() -> ExitCode {
    let code = answer();
    match print::unwritten() {
        Ok(()) => code,
        // As an object it would not be written either.
        Err(failure) => {
            print::failure(&failure, false);
            ExitCode::FAILURE
        }
    }
}

fn answer() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let json = words.iter().any(|word| word == "--json");
    let parsed = parse(command::command, &words).or_else(|error| match text_last(&words, &error) {
        Some(moved) => parse(command::command, &moved).inspect(|_| words = moved).map_err(|_| error),
        None => Err(error),
    });
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) => {
            return misused(&discreet(with_suggestion(error)), json);
        }
    };
    let globals = match Globals::from_arg_matches(&matches) {
        Ok(globals) => globals.with_environment(&matches),
        Err(error) => return misused(&discreet(error), false),
    };
    log::init(globals.debug, matches!(matches.subcommand_name(), Some(DAEMON_COMMAND | "serve")));
    let (matches, globals) = match layered(&words, matches, globals) {
        Ok(layered) => layered,
        Err(failure) => {
            print::failure(&failure, json);
            return ExitCode::from(failure.exit());
        }
    };
    match run(&matches, &globals) {
        Ok(code) => code,
        Err(failure) => {
            print::failure(&failure, globals.json);
            ExitCode::from(failure.exit())
        }
    }
}

/// Reads the words; flags of this call go before what the environment says against them.
fn parse(command: impl Fn() -> Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command().try_get_matches_from(words).or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp => {
            let shorter = command::for_help().try_get_matches_from(words).err();
            Err(shorter.filter(|help| help.kind() == ErrorKind::DisplayHelp).unwrap_or(error))
        }
        ErrorKind::ArgumentConflict => {
            let command = globals::without_contradicted(command(), words)?;
            command.try_get_matches_from(words).map_err(|_| error)
        }
        _ => Err(error),
    })
}

/// The words of `type` with its id and text at the end, and `--` between them, where that begins with a hyphen and is plainly no flag, as in `type e3 '- x'`.
/// As its id may be left out, clap takes the id for the text when what follows looks like a flag.
fn text_last(words: &[OsString], error: &clap::Error) -> Option<Vec<OsString>> {
    let is_text = |word: &OsString| {
        let word = word.to_string_lossy();
        let rest = word.trim_start_matches('-');
        rest.len() < word.len()
            && (rest.contains(char::is_whitespace) || rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    if error.kind() != ErrorKind::UnknownArgument || !words.iter().any(|word| word == "type") {
        return None;
    }
    let at = words.iter().rposition(is_text)?;
    let mut moved = words.to_vec();
    let text = moved.remove(at);
    let is_id = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<ops::Id>().is_ok());
    let id = at.checked_sub(1).filter(|before| is_id(&words[*before])).map(|before| moved.remove(before));
    moved.extend(id);
    moved.extend(["--".into(), text]);
    Some(moved)
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
    } else if let Err(io) = error.print()
        && !error.use_stderr()
    {
        print::broke(io);
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// Takes configuration files below what a call says, for the commands that they are for. What helps where a file is broken does without:
/// the doctor, which reads them itself, and what lists or closes all sessions.
fn layered(words: &[OsString], matches: ArgMatches, globals: Globals) -> Result<(ArgMatches, Globals)> {
    let name = matches.subcommand_name().unwrap_or_default();
    let is_about_all = name == "sessions" || name == "close" && is_set(&matches, "all");
    let reads_files =
        ops::find(name).is_some() || ["demo", "mcp", "serve", "config", "doctor"].contains(&name);
    if is_about_all || !reads_files {
        return Ok((matches, globals));
    }
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let layers = match config::Config::load(&folder).and_then(|config| Layers::new(config, &matches)) {
        Err(_) if name == "doctor" => return Ok((matches, globals)),
        layers => layers?,
    };
    if layers.entries.is_empty() {
        return Ok((matches, Globals { layers, ..globals }));
    }
    // The words were good before, and so are the values.
    let wrong = |error: clap::Error| Failure::invalid(error.to_string());
    let matches = parse(|| layers.apply(command::command()), words).map_err(wrong)?;
    let below = Globals::from_arg_matches(&matches).map_err(wrong)?;
    Ok((matches, globals.with_layers(below, layers)))
}

/// Whether a switch of the command itself is set.
fn is_set(matches: &ArgMatches, switch: &str) -> bool {
    let own = matches.subcommand().map(|(_, matches)| matches);
    own.and_then(|own| own.try_get_one::<bool>(switch).ok().flatten()).is_some_and(|on| *on)
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
        "serve" => serve::run(matches, globals),
        "call" => mcp::once::run(matches, globals),
        "endpoint" => endpoint::run(globals),
        "relay" => relay::run(matches, globals),
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
            launch: globals
                .launch
                .clone()
                .absolute(&folder)
                .with_http_auth_read(&folder)?
                .with_endpoint_read(&folder)?
                .with_proxy_of_environment(),
            configured: globals.configured(&folder)?,
            folder,
            elsewhere: false,
            longest: None,
            notices: Notices::default(),
            state_key: states::of_environment(),
            allow_eval: globals.allow_eval,
            debug: globals.debug,
            json: globals.json,
            typed: false,
            colour: globals.colour(),
        },
    };
    if let Some(warning) = request.call.to_start().read_on_the_way() {
        print::aside(&warning);
    }
    let answer = match client::call(entry, &request) {
        Err(failure)
            if failure.kind == domtool::ErrorKind::NoBrowser && local::offer_install(globals.to_start())? =>
        {
            client::call(entry, &request)?
        }
        answered => answered?,
    };
    print::text(&answer.text);
    Ok(if answer.whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
