//! What an operation is: a struct that is its command-line arguments, its wire form and its schema at once, whose doc
//! comment is the help text and what a model reads; and the same as data, for a table.

use std::future::Future;

use clap::{ArgMatches, Args as _};
use domtool::{Action, Report, text::quoted};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json, value::RawValue};

use super::{BoxFuture, Context, Environment};
use crate::{
    failure::{Failure, Result},
    output::{Output, Shape},
    wire::{CallArgs, ExpectArgs},
};

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
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scope {
    /// One session: it waits for its turn there.
    Session,
    /// One session, beside what runs there: it waits for no turn.
    Beside,
    /// The daemon: it waits for nobody, and no daemon is started for it. This is what there is to say when none runs.
    Daemon(fn() -> Output),
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
    /// Command lines for the help, with what each does.
    const EXAMPLES: &'static [(&'static str, &'static str)];

    /// Whether this call changes nothing: one of an operation that also could may be cut short at any moment.
    fn only_looks(&self) -> bool {
        Self::TRAITS.read_only
    }
}

/// An operation that is one action on the page, of which something can be expected: by itself, or as one of several in
/// `act`. It says which action; that is done in one place, [`Entry::run`].
pub(crate) trait ActionOperation: Operation {
    /// The action that it stands for.
    ///
    /// # Errors
    /// `INVALID_INPUT` when the arguments make no sense.
    fn action(self, environment: &Environment) -> Result<Action>;
}

/// An operation that is something else than one action.
pub(crate) trait RunOperation: Operation {
    /// What it gives back.
    type Answer: Shape + JsonSchema + 'static;
    /// Whether it ends with an action of which something can be expected.
    const EXPECTS: bool = false;
    /// What it is as one of several in `act`.
    const IN_ACT: InAct<Self> = InAct::Nothing;

    /// Does it.
    fn run(self, context: &Context) -> impl Future<Output = Result<Self::Answer>> + Send;
}

/// What an operation that is something else than one action is in `act`.
pub(crate) enum InAct<T> {
    /// It is done in a call of its own.
    Nothing,
    /// It can be one of the actions.
    ///
    /// # Errors
    /// `INVALID_INPUT` for arguments that only a call of its own can have.
    Action(fn(T, &Environment) -> Result<Action>),
    /// It can come last, and is what `act` answers with.
    Last,
}

/// An operation as data.
pub(crate) struct Entry {
    /// [`Operation::NAME`]
    pub(crate) name: &'static str,
    /// [`Operation::TRAITS`]
    pub(crate) traits: Traits,
    /// [`Operation::SCOPE`]
    pub(crate) scope: Scope,
    /// What doing it means.
    kind: Kind,
    /// [`Operation::EXAMPLES`]; the help has them already.
    #[cfg(test)]
    pub(crate) examples: &'static [(&'static str, &'static str)],
    /// Its own arguments, as part of the command line.
    pub(crate) command: fn() -> clap::Command,
    /// From the command line to the wire form.
    pub(crate) read: fn(&ArgMatches) -> Result<Box<RawValue>>,
    /// The schema of its own arguments.
    pub(super) own_schema: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of what it gives back as JSON, by reference to the generator's definitions.
    pub(crate) answer_schema: fn(&mut SchemaGenerator) -> Schema,
    /// [`Operation::only_looks`], of the wire form.
    pub(crate) only_looks: fn(&RawValue) -> bool,
    /// Whether it understands the wire form.
    #[cfg(test)]
    pub(crate) check: fn(&RawValue) -> Result<()>,
}

/// What doing an operation means, from its arguments in the wire form.
enum Kind {
    /// [`ActionOperation::action`]
    Action(fn(&RawValue, &Environment) -> Result<Action>),
    /// [`RunOperation::run`], [`RunOperation::EXPECTS`] and [`RunOperation::IN_ACT`]
    Run {
        run: for<'a> fn(&'a RawValue, &'a Context) -> BoxFuture<'a, Result<Output>>,
        expects: bool,
        action: Option<fn(&RawValue, &Environment) -> Result<Action>>,
        last: bool,
    },
}

impl Entry {
    /// Does it.
    ///
    /// # Errors
    /// Its own; `INVALID_INPUT` for arguments that make no sense.
    pub(crate) async fn run(&self, args: &RawValue, context: &Context) -> Result<Output> {
        match self.kind {
            Kind::Action(action) => Ok(context.act(action(args, &context.environment())?).await?.into()),
            Kind::Run { run, .. } => run(args, context).await,
        }
    }

    /// The action that it stands for in `act`, if it stands for one.
    ///
    /// # Errors
    /// `INVALID_INPUT` for arguments that make no sense.
    pub(crate) fn action(&self, args: &RawValue, environment: &Environment) -> Option<Result<Action>> {
        match self.kind {
            Kind::Action(action) | Kind::Run { action: Some(action), .. } => Some(action(args, environment)),
            Kind::Run { action: None, .. } => None,
        }
    }

    /// Whether it can be one of the actions of `act`.
    pub(crate) fn acts(&self) -> bool {
        matches!(self.kind, Kind::Action(_) | Kind::Run { action: Some(_), .. })
    }

    /// Whether `act` can end with it, and answers with it then.
    pub(crate) fn ends_act(&self) -> bool {
        matches!(self.kind, Kind::Run { last: true, .. })
    }

    /// Whether something can be expected of it.
    pub(crate) fn expects(&self) -> bool {
        matches!(self.kind, Kind::Action(_) | Kind::Run { expects: true, .. })
    }

    /// Makes the schema of all that a caller can give it: its own arguments, what is expected of it where it ends with an
    /// action, and what every call can say.
    pub(crate) fn schema(&self) -> Schema {
        let mut generator = SchemaGenerator::default();
        let mut schema = (self.own_schema)(&mut generator);
        if let Some(meta) = &generator.settings().meta_schema {
            schema.insert("$schema".to_owned(), meta.as_ref().into());
        }
        let mut shared = properties(&CallArgs::json_schema(&mut generator));
        if self.expects() {
            shared.extend(properties(&ExpectArgs::json_schema(&mut generator)));
        }
        let mut all = properties(&schema);
        all.extend(shared);
        schema.insert("properties".to_owned(), all.into());
        let definitions = generator.take_definitions(true);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        schema
    }

    /// Makes the schema of one step of `act`: the operation's name as `op`, its own arguments, and what is expected of it, by
    /// reference to the definitions of those.
    pub(super) fn step_schema(&self, generator: &mut SchemaGenerator, expect: &Map<String, Value>) -> Schema {
        let mut schema = (self.own_schema)(generator);
        let mut all = Map::new();
        all.insert("op".to_owned(), json!({ "const": self.name }));
        all.extend(properties(&schema));
        if self.expects() {
            all.extend(expect.clone());
        }
        schema.insert("properties".to_owned(), all.into());
        let own = schema.get("required").and_then(Value::as_array).into_iter().flatten().cloned();
        let required: Vec<_> = std::iter::once(json!("op")).chain(own).collect();
        schema.insert("required".to_owned(), required.into());
        // What it does in full is in its own schema.
        let about =
            schema.get("description").and_then(Value::as_str).and_then(|text| text.split("\n\n").next());
        if let Some(about) = about.map(str::to_owned) {
            schema.insert("description".to_owned(), about.into());
        }
        schema
    }

    /// Makes its part of the command line: its own arguments and, for an action, the flags of what is expected of it.
    pub(crate) fn command_line(&self) -> clap::Command {
        let command = (self.command)();
        if !self.expects() {
            return command;
        }
        // The flags' own description would take the place of the operation's.
        let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
        ExpectArgs::augment_args(command)
            .about(about.unwrap_or_default())
            .long_about(long.unwrap_or_default())
    }
}

/// The properties of an object's schema.
pub(super) fn properties(schema: &Schema) -> Map<String, Value> {
    schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Makes the entry of an operation that is one action.
pub(super) const fn action<T: ActionOperation>() -> Entry {
    let kind = Kind::Action(|args, environment| parse::<T>(args)?.action(environment));
    entry::<T>(kind, SchemaGenerator::subschema_for::<Report>)
}

/// Makes the entry of any other operation.
pub(super) const fn run<T: RunOperation>() -> Entry {
    let action: Option<fn(&RawValue, &Environment) -> Result<Action>> = match T::IN_ACT {
        InAct::Action(_) => Some(parse_and_step::<T>),
        InAct::Nothing | InAct::Last => None,
    };
    let last = matches!(T::IN_ACT, InAct::Last);
    let kind = Kind::Run { run: parse_and_run::<T>, expects: T::EXPECTS, action, last };
    entry::<T>(kind, SchemaGenerator::subschema_for::<T::Answer>)
}

const fn entry<T: Operation>(kind: Kind, answer_schema: fn(&mut SchemaGenerator) -> Schema) -> Entry {
    Entry {
        name: T::NAME,
        traits: T::TRAITS,
        scope: T::SCOPE,
        kind,
        #[cfg(test)]
        examples: T::EXAMPLES,
        command: command::<T>,
        read: read::<T>,
        own_schema: T::json_schema,
        answer_schema,
        #[cfg(test)]
        check: |args| parse::<T>(args).map(drop),
        only_looks: |args| parse::<T>(args).is_ok_and(|parsed| parsed.only_looks()),
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

fn parse_and_run<'a, T: RunOperation>(
    args: &'a RawValue,
    context: &'a Context,
) -> BoxFuture<'a, Result<Output>> {
    Box::pin(async move { Ok(parse::<T>(args)?.run(context).await?.into()) })
}

fn parse_and_step<T: RunOperation>(args: &RawValue, environment: &Environment) -> Result<Action> {
    match T::IN_ACT {
        InAct::Action(action) => action(parse::<T>(args)?, environment),
        InAct::Nothing | InAct::Last => Err(Failure::internal(format!("{} is no action", T::NAME))),
    }
}

fn parse<T: Operation>(args: &RawValue) -> Result<T> {
    serde_json::from_str(args.get()).map_err(|error| {
        let why = unknown::<T>(args).unwrap_or_else(|| error.to_string());
        Failure::invalid(format!("arguments of {}: {why}", T::NAME))
    })
}

/// Names an argument that there is not, and those that there are.
fn unknown<T: Operation>(args: &RawValue) -> Option<String> {
    let given: Map<String, Value> = serde_json::from_str(args.get()).ok()?;
    let known = properties(&T::json_schema(&mut SchemaGenerator::default()));
    let name = given.keys().find(|name| !known.contains_key(*name))?;
    let known: Vec<_> = known.keys().map(String::as_str).collect();
    let takes = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Some(format!("{name} is none of them: it takes {takes}", name = quoted(name)))
}
