//! The table of operations: one file each, a struct that is its command-line arguments, its wire form and its schema
//! at once; the doc comment is the help text and what a model reads. [`ALL`] feeds the command line, the daemon's
//! dispatch and `domtool schema`. What holds for all operations is in [`Context`], not in each.

mod act;
mod back;
mod check;
mod clear;
mod click;
mod close;
mod context;
mod copy;
mod cut;
mod dialog;
mod double_click;
mod download;
mod drag;
mod emulate;
mod eval;
mod fill;
mod find;
mod forward;
mod highlight;
mod hover;
mod id;
mod next_chunk;
mod observe;
mod open;
mod paste;
mod plan;
mod press;
mod prev_chunk;
mod read;
mod reload;
mod right_click;
mod screenshot;
mod scroll;
mod scroll_into_view;
mod select;
mod select_text;
mod send_click_event;
mod sessions;
mod stop;
mod submit;
mod tab;
mod r#type;
mod uncheck;
mod upload;
mod wait;
mod wheel;

use std::{future::Future, pin::Pin};

use clap::ArgMatches;
use schemars::{JsonSchema, Schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

pub(crate) use context::Context;
pub(crate) use id::Id;

use crate::{
    failure::{Failure, Result},
    output::Output,
};

/// Every operation, in the order of the help.
pub(crate) const ALL: &[Entry] = &[
    entry::<open::Open>(),
    entry::<observe::Observe>(),
    entry::<find::Find>(),
    entry::<read::Read>(),
    entry::<click::Click>(),
    entry::<double_click::DoubleClick>(),
    entry::<right_click::RightClick>(),
    entry::<hover::Hover>(),
    entry::<drag::Drag>(),
    entry::<fill::Fill>(),
    entry::<r#type::Type>(),
    entry::<clear::Clear>(),
    entry::<press::Press>(),
    entry::<select::Select>(),
    entry::<check::Check>(),
    entry::<uncheck::Uncheck>(),
    entry::<submit::Submit>(),
    entry::<select_text::SelectText>(),
    entry::<copy::Copy>(),
    entry::<cut::Cut>(),
    entry::<paste::Paste>(),
    entry::<upload::Upload>(),
    entry::<download::Download>(),
    entry::<scroll::Scroll>(),
    entry::<scroll_into_view::ScrollIntoView>(),
    entry::<next_chunk::NextChunk>(),
    entry::<prev_chunk::PrevChunk>(),
    entry::<wheel::Wheel>(),
    entry::<send_click_event::SendClickEvent>(),
    entry::<highlight::Highlight>(),
    entry::<act::Act>(),
    entry::<wait::Wait>(),
    entry::<dialog::Dialog>(),
    entry::<tab::Tab>(),
    entry::<back::Back>(),
    entry::<forward::Forward>(),
    entry::<reload::Reload>(),
    entry::<stop::Stop>(),
    entry::<emulate::Emulate>(),
    entry::<screenshot::Screenshot>(),
    entry::<eval::Eval>(),
    entry::<sessions::Sessions>(),
    entry::<close::Close>(),
];

/// The entry of this name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// What a host may know of an operation before it runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Traits {
    /// It changes nothing, neither in the page nor in the session.
    pub(crate) read_only: bool,
    /// It may do what cannot be undone.
    pub(crate) destructive: bool,
    /// Doing it twice is like doing it once.
    pub(crate) idempotent: bool,
    /// It may reach the network.
    pub(crate) open_world: bool,
}

impl Traits {
    /// Looks at the page.
    pub(crate) const LOOK: Self =
        Self { read_only: true, destructive: false, idempotent: true, open_world: false };
    /// Looks at the page, and writes what it saw into a file of the caller's, in the place of one that is there.
    pub(crate) const WRITE: Self =
        Self { read_only: false, destructive: true, idempotent: true, open_world: false };
    /// Gives the page input that can have any effect.
    pub(crate) const INPUT: Self =
        Self { read_only: false, destructive: true, idempotent: false, open_world: true };
    /// Sets something to a state.
    pub(crate) const SET: Self =
        Self { read_only: false, destructive: false, idempotent: true, open_world: true };
    /// Goes to a page.
    pub(crate) const GO: Self =
        Self { read_only: false, destructive: false, idempotent: false, open_world: true };
}

/// Whom an operation concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// One session: it waits for its turn there.
    Session,
    /// The daemon: it waits for nobody, and no daemon is started for it.
    Daemon,
}

/// One thing that a caller can ask for.
pub(crate) trait Operation:
    clap::Args + Serialize + DeserializeOwned + JsonSchema + Send + 'static
{
    /// What it is called, in every surface.
    const NAME: &'static str;
    /// What a host may know of it.
    const TRAITS: Traits;
    /// Whom it concerns.
    const SCOPE: Scope = Scope::Session;
    /// Whether it is one action on the page, of which something can be expected.
    const ACTS: bool = true;
    /// Command lines for the help, with what each does.
    const EXAMPLES: &'static [(&'static str, &'static str)];

    /// Whether this call changes nothing: one of an operation that also could may be cut short at any moment.
    fn only_looks(&self) -> bool {
        Self::TRAITS.read_only
    }

    /// Does it.
    fn run(self, context: &mut Context) -> impl Future<Output = Result<Output>> + Send;
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Output>> + Send + 'a>>;

/// An operation as data.
pub(crate) struct Entry {
    /// [`Operation::NAME`]
    pub(crate) name: &'static str,
    /// [`Operation::TRAITS`]
    pub(crate) traits: Traits,
    /// [`Operation::SCOPE`]
    pub(crate) scope: Scope,
    /// [`Operation::ACTS`]
    pub(crate) acts: bool,
    /// [`Operation::EXAMPLES`]; the help has them already.
    #[cfg(test)]
    pub(crate) examples: &'static [(&'static str, &'static str)],
    /// Its part of the command line.
    pub(crate) command: fn() -> clap::Command,
    /// From the command line to the wire form.
    pub(crate) read: fn(&ArgMatches) -> Result<Box<RawValue>>,
    /// Its wire form's schema.
    pub(crate) schema: fn() -> Schema,
    /// [`Operation::only_looks`], of the wire form.
    pub(crate) only_looks: fn(&RawValue) -> bool,
    /// From the wire form to what it did.
    pub(crate) run: for<'a> fn(&'a RawValue, &'a mut Context) -> Running<'a>,
}

const fn entry<T: Operation>() -> Entry {
    Entry {
        name: T::NAME,
        traits: T::TRAITS,
        scope: T::SCOPE,
        acts: T::ACTS,
        #[cfg(test)]
        examples: T::EXAMPLES,
        command: command::<T>,
        read: read::<T>,
        schema: || schemars::schema_for!(T),
        only_looks: |args| serde_json::from_str(args.get()).is_ok_and(|parsed: T| parsed.only_looks()),
        run: run::<T>,
    }
}

fn command<T: Operation>() -> clap::Command {
    let width = T::EXAMPLES.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let mut examples = String::from("Examples:\n");
    for (line, what) in T::EXAMPLES {
        examples.push_str(&format!("  {line:width$}   {what}\n"));
    }
    T::augment_args(clap::Command::new(T::NAME)).after_help(examples)
}

fn read<T: Operation>(matches: &ArgMatches) -> Result<Box<RawValue>> {
    let parsed = T::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    serde_json::value::to_raw_value(&parsed).map_err(|error| Failure::internal(error.to_string()))
}

fn run<'a, T: Operation>(args: &'a RawValue, context: &'a mut Context) -> Running<'a> {
    Box::pin(async move {
        let parsed: T = serde_json::from_str(args.get())
            .map_err(|error| Failure::invalid(format!("arguments of {}: {error}", T::NAME)))?;
        parsed.run(context).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_help_with_examples_and_a_described_schema() {
        for entry in ALL {
            let mut command = (entry.command)();
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:"), "{} has no examples", entry.name);
            assert!(!entry.examples.is_empty(), "{} has no examples", entry.name);
            for (line, what) in entry.examples {
                assert!(line.starts_with(&format!("domtool {}", entry.name)), "{line}");
                assert!(!what.is_empty(), "{line} says nothing");
            }
            let schema = serde_json::to_value((entry.schema)()).unwrap();
            assert!(
                schema["description"].as_str().is_some_and(|text| text.len() > 20),
                "{} is undescribed",
                entry.name
            );
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let described =
                    property.to_string().contains("description") || property.to_string().contains("$ref");
                assert!(described, "{}.{name} is undescribed", entry.name);
            }
        }
    }

    #[test]
    fn what_goes_elsewhere_or_writes_a_file_is_not_read_only() {
        for entry in ALL {
            let schema = serde_json::to_value((entry.schema)()).unwrap();
            let takes = |name: &str| schema["properties"].get(name).is_some();
            // `wait` takes the address that it waits for.
            let changes =
                entry.name != "wait" && (entry.acts || takes("file") || takes("picture") || takes("url"));
            assert!(!(changes && entry.traits.read_only), "{}", entry.name);
            assert!(!(entry.traits.read_only && entry.traits.destructive), "{}", entry.name);
        }
        let only_looks = |name: &str, args: &str| {
            (find(name).unwrap().only_looks)(&RawValue::from_string(args.to_owned()).unwrap())
        };
        for (name, args, only) in [
            ("observe", "{}", true),
            ("observe", r#"{"url": "a.example"}"#, false),
            ("observe", r#"{"scroll": 3}"#, false),
            ("observe", r#"{"marks": true}"#, false),
            ("read", "{}", true),
            ("read", r#"{"url": "a.example"}"#, false),
            ("screenshot", "{}", false),
            ("find", r#"{"text": "a"}"#, true),
            ("click", r#"{"id": "e1"}"#, false),
        ] {
            assert_eq!(only_looks(name, args), only, "{name} {args}");
        }
    }

    #[test]
    fn names_are_unique_and_found() {
        for entry in ALL {
            assert_eq!(ALL.iter().filter(|other| other.name == entry.name).count(), 1);
            assert!(find(entry.name).is_some());
        }
        assert!(find("nothing").is_none());
    }
}
