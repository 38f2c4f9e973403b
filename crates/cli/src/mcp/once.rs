//! `domtool call`: one call of a tool, for a program that asks a model by itself and hands on what it calls. The tools are those that
//! `domtool schema --for ...` prints, and what is printed here is what the model is to read.

use std::{io::Read as _, process::ExitCode};

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use rmcp::model::ContentBlock;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Host, answer, caps::Cap, caps::Caps, request::Asked, steps::wrong, tools::Tool};
use crate::{
    client,
    failure::{Failure, Result},
    globals::Globals,
    limits::ARGUMENT_BYTES,
    print,
    wire::Seconds,
};

/// Its own flags.
#[derive(Debug, Args)]
struct Flags {
    /// The tool, as domtool schema --for openai lists it.
    tool: String,
    /// Its arguments as JSON; read from standard input when left out, or when it is a dash.
    #[arg(default_value = "-", hide_default_value = true)]
    arguments: String,
    /// What the model may do besides using pages.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CAP,...")]
    caps: Vec<Cap>,
    /// How long the call may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "600")]
    call_limit: Seconds,
}

/// Its part of the command line.
pub(crate) fn command() -> Command {
    let about = "Do what a model called: one tool of domtool schema --for openai, with its arguments as JSON";
    Flags::augment_args(Command::new("call")).about(about).after_help(
        "The text is for the model, also where the call failed (exit code 1).\n\n\
         Examples:\n  domtool call open '{\"url\": \"https://example.com\"}'\n  domtool call observe '{}' --session work\n  \
         domtool call act --json < arguments.json     {\"ok\", \"text\", \"images\"}, a picture in base 64",
    )
}

/// What is printed with `--json`.
#[derive(Serialize)]
struct ToolAnswer {
    /// Whether it worked.
    ok: bool,
    /// What the model is to read.
    text: String,
    /// What it is to see.
    images: Vec<Image>,
}

/// A picture.
#[derive(Serialize)]
struct Image {
    /// Its media type.
    media_type: String,
    /// Its bytes in base 64.
    data: String,
}

/// Does it.
///
/// # Errors
/// `INVALID_INPUT` for flags that make no sense. What fails in the call is an answer, for the model.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    let answered = match call(&flags, globals) {
        Ok(answered) => answered,
        Err(failure) => ToolAnswer { ok: false, text: failure.to_tool_text(), images: Vec::new() },
    };
    if globals.json {
        print::json(&answered)?;
    } else {
        print::text(&answered.text);
        if !answered.images.is_empty() {
            print::aside("the picture is left out: --json has it");
        }
    }
    Ok(if answered.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn call(flags: &Flags, globals: &Globals) -> Result<ToolAnswer> {
    let caps = Caps::new(flags.caps.iter().copied());
    let host = Host::new(caps, flags.call_limit, globals, globals.call.caller.clone())?;
    let Some(tool) = Tool::find(&flags.tool, &host.caps) else {
        let names: Vec<_> = Tool::all(&host.caps).map(|tool| tool.name).collect();
        return Err(wrong("there is no such tool".to_owned(), &format!("there are {}", names.join(", "))));
    };
    let asked = Asked::new(tool, arguments(&flags.arguments)?, &host, host.caller.clone())?;
    let result = answer::result(&asked, client::call(asked.entry, &asked.request));
    let mut answered =
        ToolAnswer { ok: result.is_error != Some(true), text: String::new(), images: Vec::new() };
    for part in result.content {
        match part {
            ContentBlock::Text(text) => answered.text.push_str(&text.text),
            ContentBlock::Image(image) => {
                answered.images.push(Image { media_type: image.mime_type, data: image.data });
            }
            other => return Err(Failure::internal(format!("no tool answers with this: {other:?}"))),
        }
    }
    Ok(answered)
}

/// What the model wrote. Nothing at all means no arguments: some models write that.
fn arguments(given: &str) -> Result<Map<String, Value>> {
    let mut text = given.to_owned();
    if given.trim() == "-" {
        text.clear();
        std::io::stdin()
            .take(ARGUMENT_BYTES)
            .read_to_string(&mut text)
            .map_err(|error| Failure::invalid(format!("standard input: {error}")))?;
    }
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(&text).map_err(|error| {
        let at = format!("line {}, column {}", error.line(), error.column());
        wrong(format!("the arguments are no JSON object ({at})"), "give an object such as {}")
    })
}
