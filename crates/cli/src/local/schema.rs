//! `domtool schema`: the table of operations as JSON, for whoever wants to offer them to a model.

use std::process::ExitCode;

use clap::Command;
use schemars::Schema;
use serde::Serialize;

use super::formats;
use crate::{
    failure::{Failure, Result},
    ops::{self, Traits},
    print,
};

#[derive(Serialize)]
struct Row {
    name: &'static str,
    description: String,
    traits: Traits,
    input: Schema,
}

/// Its part of the command line.
pub(super) fn command() -> Command {
    Command::new("schema")
        .about("Print every operation with its arguments' JSON schema, and every format of an observation")
        .after_help("Examples:\n  domtool schema | jq '.operations[].name'")
}

/// Prints it.
///
/// # Errors
/// None that can be caused from outside.
pub(super) fn run() -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Table {
        operations: Vec<Row>,
        formats: Vec<formats::Row>,
    }
    let row = |entry: &ops::Entry| {
        let about = (entry.command)();
        let description =
            about.get_long_about().or(about.get_about()).map(ToString::to_string).unwrap_or_default();
        Row { name: entry.name, description, traits: entry.traits, input: entry.schema() }
    };
    let table = Table { operations: ops::ALL.iter().map(row).collect(), formats: formats::rows() };
    let json = serde_json::to_string_pretty(&table).map_err(|error| Failure::internal(error.to_string()))?;
    print::text(&json);
    Ok(ExitCode::SUCCESS)
}
