//! `domtool config`: each value that a file, the environment or a flag can set, and where it came from.

use std::process::ExitCode;

use clap::{ArgMatches, Command, parser::ValueSource};
use domtool::text::shorten_url;
use serde::Serialize;

use crate::{
    config::{self, Config},
    failure::Result,
    globals::Globals,
    print,
};

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("config")
        .about("Print every setting, its value, and whether a flag, the environment or the configuration file set it")
        .after_help("Examples:\n  domtool config\n  domtool config --config ./domtool.toml --json")
}

#[derive(Serialize)]
struct Row<'a> {
    key: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    value: Vec<String>,
    from: &'static str,
}

/// Prints them.
///
/// # Errors
/// None that can be caused from outside.
pub(crate) fn settings(matches: &ArgMatches, globals: &Globals, config: &Config) -> Result<ExitCode> {
    let command = super::command();
    let rows: Vec<_> = config::keys(&command).map(|(key, arg)| row(key, arg.get_id().as_str(), matches, config)).collect();
    let file = config.file.as_deref().filter(|file| file.exists());
    if globals.json {
        #[derive(Serialize)]
        struct Table<'a> {
            ok: bool,
            file: Option<&'a std::path::Path>,
            settings: Vec<Row<'a>>,
        }
        print::json(&Table { ok: true, file, settings: rows })?;
        return Ok(ExitCode::SUCCESS);
    }
    let place = config.file.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
    print::text(&format!("file: {place}{}", if file.is_some() { "" } else { " (not there)" }));
    for row in rows {
        print::text(&format!("{:<12} {:<12} {}", row.key, row.from, row.value.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

fn row<'a>(key: &'a str, id: &str, matches: &ArgMatches, config: &Config) -> Row<'a> {
    let raw = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
    // Tokens in addresses are nobody's to see.
    let value: Vec<_> = raw.map(|word| shorten_url(&word.to_string_lossy()).into_owned()).collect();
    let from = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => "flag",
        Some(ValueSource::EnvVariable) => "environment",
        Some(_) if config.sets(key) => "file",
        _ => "default",
    };
    Row { key, value, from }
}
