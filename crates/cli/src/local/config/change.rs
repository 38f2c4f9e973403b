//! `domtool config set` and `unset`: one setting in the user's file, or in the project's, which may hold no more than it may when it is read.

use std::{fs, process::ExitCode};

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::{
    config::{Config, Owner, edit},
    failure::{Failure, Result},
    globals::{Globals, check},
    keep, print, settings,
};

/// What is changed.
#[derive(Debug, Subcommand)]
pub(super) enum Change {
    /// Set it for all calls to come, in your file
    Set(Set),
    /// No longer set it in your file
    Unset(Unset),
}

#[derive(Debug, Args)]
pub(super) struct Set {
    /// The setting, as `domtool config` lists it.
    key: String,
    /// Its value, as its flag takes it; a list takes several. What begins with a dash goes after `--`.
    #[arg(required = true, value_name = "VALUE")]
    values: Vec<String>,
    /// In the project's file, rather than in yours.
    #[arg(long)]
    project: bool,
}

#[derive(Debug, Args)]
pub(super) struct Unset {
    /// The setting, as `domtool config` lists it.
    key: String,
    /// In the project's file, rather than in yours.
    #[arg(long)]
    project: bool,
}

/// Changes the file, and says so.
///
/// # Errors
/// `INVALID_INPUT` for what is no setting, a value that its flag refuses, or what the file may not set; `INTERNAL` when it cannot be
/// written. Nothing is written then.
pub(super) fn run(change: &Change, globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Changed<'a> {
        ok: bool,
        key: &'a str,
        file: &'a std::path::Path,
        changed: bool,
    }
    let (key, project) = match change {
        Change::Set(set) => (&set.key, set.project),
        Change::Unset(unset) => (&unset.key, unset.project),
    };
    let setting = settings::of_file(key).ok_or_else(|| Config::unknown(key))?;
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let owner = if project { Owner::Project } else { Owner::User };
    let file = globals.layers.config.file_of(owner, &folder)?;
    let before = file.text()?.unwrap_or_default();
    let text = match change {
        Change::Set(set) => Some(edit::with(&before, setting, &set.values, &folder)?),
        Change::Unset(_) => edit::without(&before, setting)?,
    };
    let text = text.filter(|text| *text != before);
    if let Some(text) = &text {
        for entry in file.entries(text)? {
            check(&entry).map_err(|failure| {
                let hint = "nothing was written; domtool config --help says how one is written";
                Failure { hint: hint.into(), ..failure }
            })?;
        }
        let parent = file.path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = parent.and_then(|()| keep::write_whole(&file.path, text.as_bytes()));
        written.map_err(|error| Failure::io(file.path.display(), &error))?;
    }
    let changed = text.is_some();
    if globals.json {
        print::json(&Changed { ok: true, key: setting.key, file: &file.path, changed })?;
    } else {
        let done = match (change, changed) {
            (Change::Set(_), true) => "set",
            (Change::Set(_), false) => "was so already",
            (Change::Unset(_), true) => "no longer set",
            (Change::Unset(_), false) => "was not set",
        };
        print::text(&format!("{} {done} in {}", setting.key, file.path.display()));
    }
    Ok(ExitCode::SUCCESS)
}
