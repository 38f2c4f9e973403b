//! `domtool logs`: where the daemon's log is, and its last lines.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    process::ExitCode,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde::Serialize;

use super::runtime;
use crate::{
    failure::{Failure, Result},
    globals::Globals,
    place::Place,
    print,
    wire::Seconds,
};

/// How often a log that is followed is looked at: no event of the system's is the same everywhere.
const LOOK: Duration = Duration::from_millis(200);

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("logs")
        .about("Print where the daemon's log is, and its last lines")
        .after_help("Examples:\n  domtool logs\n  domtool logs --lines 200\n  domtool logs --follow --for 30")
        .arg(
            Arg::new("lines")
                .long("lines")
                .short('n')
                .value_name("N")
                .default_value("40")
                .value_parser(value_parser!(u32))
                .help("How many of the last lines"),
        )
        .arg(
            Arg::new("follow")
                .long("follow")
                .short('f')
                .action(ArgAction::SetTrue)
                .conflicts_with("json")
                .help("Go on with what is written, until Ctrl-C or --for"),
        )
        .arg(
            Arg::new("for")
                .long("for")
                .value_name("SECONDS")
                .requires("follow")
                .value_parser(value_parser!(Seconds))
                .help("How long to follow"),
        )
}

/// Runs it.
///
/// # Errors
/// Those of [`Place::find`]; `INTERNAL` when the log cannot be read.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let path = Place::find()?.log_path();
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    let mut log = match File::open(&path) {
        Ok(log) => Some(log),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let mut text = String::new();
    if let Some(log) = &mut log {
        text = rest(log).map_err(failed)?;
    }
    let wanted = matches.get_one::<u32>("lines").map_or(usize::MAX, |lines| *lines as usize);
    let lines: Vec<&str> = text.lines().collect();
    let lines = &lines[lines.len().saturating_sub(wanted)..];
    if globals.json {
        #[derive(Serialize)]
        struct Log<'a> {
            ok: bool,
            path: &'a std::path::Path,
            lines: &'a [&'a str],
        }
        print::json(&Log { ok: true, path: &path, lines })?;
        return Ok(ExitCode::SUCCESS);
    }
    print::aside(&match &log {
        Some(_) => format!("{}:", path.display()),
        None => format!("{} is not there: no daemon has run yet", path.display()),
    });
    if !lines.is_empty() {
        print::text(&lines.join("\n"));
    }
    if matches.get_flag("follow")
        && let Some(mut log) = log
    {
        let limit = matches.get_one::<Seconds>("for").map(|seconds| seconds.duration());
        runtime()?.block_on(follow(&mut log, limit)).map_err(failed)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was written since the last look; all of it when the log began anew.
fn rest(log: &mut File) -> io::Result<String> {
    if log.stream_position()? > log.metadata()?.len() {
        log.seek(SeekFrom::Start(0))?;
    }
    let mut bytes = Vec::new();
    log.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Prints what is written until the limit, Ctrl-C, or nobody reads it any more.
async fn follow(log: &mut File, limit: Option<Duration>) -> io::Result<()> {
    let end = async {
        match limit {
            Some(limit) => tokio::time::sleep(limit).await,
            None => std::future::pending().await,
        }
    };
    let mut look = tokio::time::interval(LOOK);
    tokio::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => return Ok(()),
            interrupted = tokio::signal::ctrl_c() => return interrupted,
            _ = look.tick() => {
                let text = rest(log)?;
                if !text.is_empty() {
                    print::text(&text);
                }
                if !print::is_read() {
                    return Ok(());
                }
            }
        }
    }
}
