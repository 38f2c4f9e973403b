//! `domtool config`: every setting, its value for a call from this folder, and where that comes from; `set` and `unset` change a file.

mod change;

use std::{borrow::Cow, fmt, path::Path, process::ExitCode};

use change::Change;
use clap::{ArgMatches, Command, FromArgMatches as _, Subcommand as _, parser::ValueSource};
use domtool::text::{one_line, shorten_url};
use serde::Serialize;

use crate::{
    config::{ConfigFile, Owner},
    failure::{Failure, Result},
    globals::{Globals, Layers, id},
    print,
    settings::{self, Scope, Setting, Shape},
};

const HELP: &str = "\
A flag goes before the environment, that before the project's file, that before yours. Both files are named domtool.toml and have a
line a setting, such as:

  headed = true
  window = \"1280x800\"
  mask = [\"iban*\"]                 # to which the project's file and flags add
  profile = \"~/profiles/work\"

The project's file is the nearest in this folder or above it, up to the root of its Git repository. It may be a stranger's, so it can
set only what is marked `project`; it never says which browser or program is started, with whose logins, or what is allowed.
DOMTOOL_CONFIG names another file in place of yours and the project's; `off` means none.

Examples:
  domtool config
  domtool config --window 800x600 --json
  domtool config set window 1280x800
  domtool config set --project mask 'iban*' 'tax-*'
  domtool config unset window";

/// Its part of the command line.
pub(super) fn command() -> Command {
    let about = "Show every setting, its value, and where that comes from; set one in a file";
    Change::augment_subcommands(Command::new("config").about(about).after_help(HELP))
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "from")]
enum Origin {
    Flag,
    Environment,
    File { files: Vec<String> },
    Default,
}

/// A value, as it may be shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Shown {
    None,
    Switch(bool),
    Number(f64),
    Text(String),
    List(Vec<String>),
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    key: &'static str,
    value: Shown,
    #[serde(flatten)]
    origin: Origin,
    variable: &'static str,
    /// Who may set it: `project`, `user` or `environment`.
    settable_by: &'static str,
}

/// One of the files.
#[derive(Debug, Serialize)]
struct FileRow<'a> {
    path: &'a Path,
    of: &'static str,
    exists: bool,
}

/// Prints the table, or changes a file.
///
/// # Errors
/// Those of a change. The table has none of its own: a file that cannot be used was an error before.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Table<'a> {
        ok: bool,
        files: Vec<FileRow<'a>>,
        settings: Vec<Row>,
    }
    if matches.subcommand().is_some() {
        let change =
            Change::from_arg_matches(matches).map_err(|error| Failure::internal(error.to_string()))?;
        return change::run(&change, globals);
    }
    let layers = &globals.layers;
    let rows: Vec<Row> = settings::ALL.iter().map(|setting| row(setting, matches, layers)).collect();
    if globals.json {
        let files = layers.config.files.iter().map(|file| FileRow {
            path: &file.path,
            of: of(file),
            exists: file.exists,
        });
        print::json(&Table { ok: true, files: files.collect(), settings: rows })?;
    } else {
        print::text(&table(&rows, &layers.config.files));
    }
    Ok(ExitCode::SUCCESS)
}

fn of(file: &ConfigFile) -> &'static str {
    match file.owner {
        Owner::User => "user",
        Owner::Project => "project",
    }
}

fn row(setting: &'static Setting, matches: &ArgMatches, layers: &Layers) -> Row {
    let (values, origin) = match setting.scope {
        Scope::Environment => of_environment(setting),
        _ => of_call(setting, matches, layers),
    };
    let settable_by = match setting.scope {
        Scope::Project => "project",
        Scope::User => "user",
        Scope::Environment => "environment",
    };
    Row { key: setting.key, value: shown(setting, &values), origin, variable: setting.variable, settable_by }
}

fn of_environment(setting: &Setting) -> (Vec<String>, Origin) {
    match std::env::var_os(setting.variable).filter(|value| !value.is_empty()) {
        Some(value) => (vec![value.to_string_lossy().into_owned()], Origin::Environment),
        None => (Vec::new(), Origin::Default),
    }
}

/// The value that a call with these words has: the files' are the defaults of the flags by now, but for sums.
fn of_call(setting: &Setting, matches: &ArgMatches, layers: &Layers) -> (Vec<String>, Origin) {
    let id = id(setting);
    let raw = matches.get_raw(&id).into_iter().flatten();
    let said: Vec<String> = raw.map(|value| value.to_string_lossy().into_owned()).collect();
    let in_files = || layers.entries.iter().filter(|entry| entry.setting == setting);
    let files: Vec<String> =
        in_files().map(|entry| format!("{}:{}", entry.file.display(), entry.line)).collect();
    let origin = match matches.value_source(&id) {
        Some(ValueSource::CommandLine) => Origin::Flag,
        Some(ValueSource::EnvVariable) => Origin::Environment,
        _ if files.is_empty() => Origin::Default,
        _ => Origin::File { files },
    };
    let below = if setting.shape == Shape::Sum { layers.sum(setting) } else { Vec::new() };
    (below.into_iter().chain(said).collect(), origin)
}

/// What may be shown of a value: no secret, and no password or token in an address.
fn shown(setting: &Setting, values: &[String]) -> Shown {
    let shorten = |value: &String| shorten_url(value).into_owned();
    match (setting.shape, values) {
        (Shape::List | Shape::Sum, values) => Shown::List(values.iter().map(shorten).collect()),
        (_, []) => Shown::None,
        (_, [value, ..]) if value.is_empty() => Shown::None,
        (Shape::Secrets, values) => Shown::List(values.iter().map(|_| "(hidden)".to_owned()).collect()),
        (Shape::Address, [value, ..]) => Shown::Text(domtool::Endpoint::new(value).to_string()),
        (Shape::Secret, _) => Shown::Text("(hidden)".to_owned()),
        // What counts as no, here as for flags.
        (Shape::Switch, [value, ..]) => {
            Shown::Switch(!["0", "false", "f", "no", "n", "off"].contains(&value.to_lowercase().as_str()))
        }
        (Shape::Number, [value, ..]) => {
            value.parse().map_or_else(|_| Shown::Text(value.clone()), Shown::Number)
        }
        (_, [value, ..]) => Shown::Text(shorten(value)),
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(&one_line(text)),
            Self::List(list) if list.is_empty() => f.write_str("-"),
            Self::List(list) => {
                f.write_str(&list.iter().map(|text| one_line(text)).collect::<Vec<Cow<'_, str>>>().join(", "))
            }
        }
    }
}

fn table(rows: &[Row], files: &[ConfigFile]) -> String {
    let values: Vec<String> = rows.iter().map(|row| row.value.to_string()).collect();
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let key_width = width(&mut rows.iter().map(|row| row.key.len()));
    // One long value does not push all the others' origins off the screen.
    let value_width = width(&mut values.iter().map(|value| value.chars().count())).min(32);
    let mut text = String::new();
    for (row, value) in rows.iter().zip(values) {
        let origin = match &row.origin {
            Origin::Flag => format!("--{}", row.key),
            Origin::Environment => row.variable.to_owned(),
            Origin::File { files } => files.join(", "),
            Origin::Default => format!("default ({}, {})", row.variable, row.settable_by),
        };
        text.push_str(&format!("{:key_width$}  {value:value_width$}  {origin}\n", row.key));
    }
    for file in files {
        let state = if file.exists { "" } else { ", not there" };
        text.push_str(&format!("{}'s file: {}{state}\n", of(file), file.path.display()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_is_shown() {
        let show = |setting: &Setting, value: &str| shown(setting, &[value.to_owned()]).to_string();
        assert_eq!(show(&settings::HTTP_AUTH, "ada:hunter2"), "(hidden)");
        assert_eq!(show(&settings::MCP_TOKEN, "hunter2"), "(hidden)");
        assert_eq!(show(&settings::CDP_HEADER, "X-Key: hunter2"), "(hidden)");
        assert_eq!(show(&settings::CDP, "wss://b.example/hunter2"), "wss://b.example/…");
        for setting in [&settings::CDP, &settings::CHROME_MIRROR, &settings::CHROME_ARG] {
            let shown = show(setting, "https://ada:hunter2@b.example/x");
            assert!(!shown.contains("hunter2") && shown.contains("b.example"), "{shown}");
        }
        assert_eq!(show(&settings::HEADED, "off"), "false");
        assert_eq!(show(&settings::HEADED, "1"), "true");
        assert_eq!(show(&settings::PROFILE, "a\n  session  x"), one_line("a\n  session  x"));
    }
}
