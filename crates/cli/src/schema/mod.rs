//! `domtool schema`: the table of operations as JSON, and the tools as definitions in the shapes of several hosts, for whoever wants
//! to offer them to a model.

mod hosts;

use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use schemars::Schema;
use serde::Serialize;

use hosts::HostShape;

use crate::{
    failure::{Failure, Result},
    globals::Globals,
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
    let about = "Print every operation with its arguments' JSON schema, and every format of an observation";
    Flags::augment_args(Command::new("schema")).about(about).after_help(
        "Examples:\n  domtool schema | jq '.operations[].name'\n  \
         domtool schema --for openai > tools.json     the tools, for a model that calls functions\n  \
         domtool mcp --http 8931                      what runs a call of one: POST tools/call",
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
}

fn table() -> Table {
    let row = |entry: &ops::Entry| {
        let about = (entry.command)();
        let description =
            about.get_long_about().or(about.get_about()).map(ToString::to_string).unwrap_or_default();
        Row { name: entry.name, description, traits: entry.traits, input: entry.schema() }
    };
    Table { operations: ops::ALL.iter().map(row).collect(), formats: formats::rows() }
}
