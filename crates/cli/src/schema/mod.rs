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
    /// The arguments that the command line takes without a flag, in its order.
    words: Vec<String>,
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
        let words = about.get_positionals().map(|arg| arg.get_id().to_string()).collect();
        Row { name: entry.name, description, traits: entry.traits, words, input: entry.schema(), output }
    };
    Table {
        operations: ops::ALL.iter().map(&mut row).collect(),
        formats: formats::rows(),
        launch: types.reference(SchemaGenerator::subschema_for::<Launch>),
        error: types.reference(SchemaGenerator::subschema_for::<domtool::Error>),
        types: types.take(),
    }
}

#[cfg(test)]
mod tests {
    use domtool::{Batch, FindResult, Message, Opened, Report, RequestInfo, StateChange, TabInfo, Target};
    use serde_json::{Value, json};

    use super::table;
    use crate::{
        failure::Failure,
        ops::fits::fits,
        output::{Acted, ClosedSessions, JsonValue, Output, SessionInfo, SessionList},
        wire::Answer,
    };

    /// A report of which no part is empty.
    fn report() -> Report {
        let mut report = Report::default();
        report.ok = true;
        report.target = Some(Target::new(domtool::ElementId(3), "button", "Save"));
        report.effects.focus = Some(domtool::ElementId(3));
        report.effects.messages = vec![Message::default()];
        report.effects.opened = vec![Opened::default()];
        report.effects.requests = vec![RequestInfo::default()];
        report.effects.state = vec![StateChange::default()];
        report.effects.tabs = vec![TabInfo::default()];
        report.news = vec!["news".to_owned()];
        report
    }

    #[test]
    fn what_is_written_is_of_the_type_that_is_told() {
        let schema = serde_json::to_value(table()).unwrap();
        let mut batch = Batch::default();
        batch.done = vec![report()];
        let session = SessionInfo {
            name: "work".to_owned(),
            tabs: vec![TabInfo::default()],
            browser: String::new(),
            launch: Default::default(),
            broken: true,
            lost: Some("it ended".to_owned()),
        };
        let outputs: [(&str, Output); 6] = [
            ("click", report().into()),
            ("act", Acted { batch, look: Some(Ok(FindResult::default().into())) }.into()),
            ("find", FindResult::default().into()),
            ("sessions", SessionList { sessions: vec![session] }.into()),
            ("close", ClosedSessions { closed: vec!["work".to_owned()] }.into()),
            ("eval", JsonValue("[1]".to_owned()).into()),
        ];
        let rows = schema["operations"].as_array().unwrap();
        for (op, output) in outputs {
            let row = rows.iter().find(|row| row["name"] == op).unwrap();
            let written = output.render(Answer { json: true, typed: true, ..Answer::default() });
            let written: Value = serde_json::from_str(&written).unwrap();
            fits(&written, &row["output"], &schema).unwrap_or_else(|why| panic!("{op}: {why}"));
        }
        let mut failure = Failure::invalid("no");
        failure.obstacle = serde_json::value::to_raw_value(&json!({ "options": ["Red"] })).ok();
        let failure: Value = serde_json::from_str(&failure.to_json()).unwrap();
        fits(&failure["error"], &schema["error"], &schema).unwrap();
        // A type that is told and not held to is worth nothing.
        assert!(fits(&json!({ "value": 1 }), &rows[0]["output"], &schema).is_err());
    }

    #[test]
    fn every_type_that_is_referred_to_is_defined_and_no_link_is_left_in_words() {
        let schema = serde_json::to_value(table()).unwrap();
        let text = schema["types"].to_string();
        for (at, _) in text.match_indices("#/types/") {
            let name = text[at + "#/types/".len()..].split('"').next().unwrap();
            assert!(schema["types"][name].is_object(), "{name}");
        }
        assert!(!text.contains("[`") && !text.contains("crate::"), "{text}");
        for row in schema["operations"].as_array().unwrap() {
            let name = row["output"]["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            assert!(schema["types"][name].is_object(), "{row}");
        }
    }
}
