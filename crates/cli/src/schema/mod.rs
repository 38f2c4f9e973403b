//! `domtool schema`: the table of operations as JSON, and the tools as definitions in the shapes of several hosts, for whoever wants
//! to offer them to a model.

mod hosts;
mod types;

use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use schemars::{Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use hosts::HostShape;
use types::Types;

use crate::{
    failure::{Failure, Result},
    globals::Globals,
    launch::Launch,
    local::formats,
    mcp::{self, Cap, Caps},
    ops::{self, Traits},
    print,
};

#[derive(Serialize)]
struct Row {
    name: &'static str,
    description: String,
    traits: Traits,
    input: Schema,
    /// What it gives back, by reference to the types.
    output: Schema,
}

/// Its own flags.
#[derive(Debug, Args)]
struct Flags {
    /// Print the tools of `domtool mcp` instead, as this host of a model takes them.
    #[arg(long = "for", value_enum, value_name = "HOST")]
    host: Option<HostShape>,
    /// With the tools and arguments of these.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CAP,...", requires = "host")]
    caps: Vec<Cap>,
}

/// Its part of the command line.
pub(crate) fn command() -> Command {
    let about = "Print every operation with the JSON schemas of its arguments and of what it gives back, and every format of an observation";
    Flags::augment_args(Command::new("schema")).about(about).after_help(
        "Examples:\n  domtool schema | jq '.operations[].name'\n  \
         domtool schema --for openai > tools.json     the tools, for a model that calls functions\n  \
         domtool call act < arguments.json            what runs a call of one",
    )
}

/// Prints it.
///
/// # Errors
/// `INVALID_INPUT` for flags that make no sense.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    let json = match flags.host {
        Some(host) => {
            let tools = mcp::tools(&Caps::new(flags.caps), &globals.call.session);
            serde_json::to_string_pretty(&host.definitions(&tools))
        }
        None => serde_json::to_string_pretty(&table()),
    };
    print::text(&json.map_err(|error| Failure::internal(error.to_string()))?);
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Table {
    operations: Vec<Row>,
    formats: Vec<formats::Row>,
    /// How a session's browser is started, by reference to the types.
    launch: Schema,
    /// What went wrong where an operation gave nothing back, by reference to the types.
    error: Schema,
    types: Map<String, Value>,
}

fn table() -> Table {
    let mut types = Types::default();
    let mut row = |entry: &ops::Entry| {
        let about = (entry.command)();
        let description =
            about.get_long_about().or(about.get_about()).map(ToString::to_string).unwrap_or_default();
        let output = types.reference(entry.answer_schema);
        Row { name: entry.name, description, traits: entry.traits, input: entry.schema(), output }
    };
    Table {
        operations: ops::ALL.iter().map(&mut row).collect(),
        formats: formats::rows(),
        launch: types.reference(SchemaGenerator::subschema_for::<Launch>),
        error: types.reference(SchemaGenerator::subschema_for::<domtool::Error>),
        types: types.take(),
    }
}
