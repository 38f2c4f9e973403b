//! `domtool endpoint`: how a program reaches the daemon, which is started if none runs. The typed clients ask it, so that socket,
//! environment and flags mean to them what they mean to the command line, and no other program has to know how a daemon starts.

use std::{path::PathBuf, process::ExitCode};

use clap::Command;
use serde::Serialize;

use crate::{
    client,
    failure::{Failure, Result},
    globals::Globals,
    launch::Launch,
    print,
    wire::{self, PROTOCOL},
};

/// Its part of the command line.
pub(crate) fn command() -> Command {
    Command::new("endpoint")
        .about("Start the daemon if none runs, and print as JSON how a program reaches it: for typed clients")
        .after_help(
            "A program writes one line of JSON to the socket and reads one back:\n  \
             {\"protocol\", \"build\", \"op\", \"args\", \"call\"}, the first two as printed here, the arguments as domtool schema has them,\n  \
             and call as printed here, with its own session and \"typed\": true.\n  \
             The answer is an empty line once the call is taken, then {\"done\": JSON}, {\"undone\": JSON}, {\"failed\": ERROR} or \"retired\".\n\n\
             Examples:\n  domtool endpoint\n  domtool endpoint --session work --headed     with these in \"call\"",
        )
}

/// What is printed.
#[derive(Serialize)]
struct Endpoint<'a> {
    ok: bool,
    /// The socket; on Windows the name of the pipe.
    socket: PathBuf,
    /// The version of the protocol.
    protocol: u32,
    /// Which build this is. A daemon of another one ends when it has no sessions, and this starts one anew.
    build: &'a str,
    version: &'static str,
    call: CallDefaults<'a>,
}

/// What holds for every call, as files, the environment and the flags say it; but for passwords, which are not printed; of `--cdp @FILE` the
/// name of the file is, which the daemon reads.
#[derive(Serialize)]
struct CallDefaults<'a> {
    session: &'a str,
    caller: &'a str,
    folder: PathBuf,
    allow_eval: bool,
    launch: Launch,
    /// The same with all that the environment and files say of a start, which contradicts no session that runs.
    configured: Launch,
}

/// Prints it.
///
/// # Errors
/// Those of starting a daemon; `INVALID_INPUT` where a secret would be printed.
pub(crate) fn run(globals: &Globals) -> Result<ExitCode> {
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let printable = |launch: &Launch| launch.clone().absolute(&folder).printable();
    let (launch, configured) = (printable(&globals.launch)?, printable(globals.to_start())?);
    let place = client::ensure_daemon()?;
    let endpoint = Endpoint {
        ok: true,
        socket: place.socket,
        protocol: PROTOCOL,
        build: wire::build(),
        version: env!("CARGO_PKG_VERSION"),
        call: CallDefaults {
            session: &globals.call.session,
            caller: &globals.call.caller,
            folder: folder.clone(),
            allow_eval: globals.allow_eval,
            launch,
            configured,
        },
    };
    print::json(&endpoint)?;
    Ok(ExitCode::SUCCESS)
}
