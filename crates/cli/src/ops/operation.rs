//! What an operation is: a struct that is its command-line arguments, its wire form and its schema at once, whose doc
//! comment is the help text and what a model reads; and the same as data, for a table.

use std::future::Future;

use clap::{ArgMatches, Args as _};
use schemars::{JsonSchema, Schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use super::{BoxFuture, Context, ExpectArgs};
use crate::{
    failure::{Failure, Result},
    output::Output,
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
    /// Its own arguments, as part of the command line.
    pub(crate) command: fn() -> clap::Command,
    /// From the command line to the wire form.
    pub(crate) read: fn(&ArgMatches) -> Result<Box<RawValue>>,
    /// Its wire form's schema.
    pub(crate) schema: fn() -> Schema,
    /// [`Operation::only_looks`], of the wire form.
    pub(crate) only_looks: fn(&RawValue) -> bool,
    /// From the wire form to what it did.
    pub(crate) run: for<'a> fn(&'a RawValue, &'a mut Context) -> BoxFuture<'a, Result<Output>>,
}

impl Entry {
    /// Makes its part of the command line: its own arguments and, for an action, the flags of what is expected of it.
    pub(crate) fn command_line(&self) -> clap::Command {
        let command = (self.command)();
        if !self.acts {
            return command;
        }
        // The flags' own description would take the place of the operation's.
        let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
        ExpectArgs::augment_args(command)
            .about(about.unwrap_or_default())
            .long_about(long.unwrap_or_default())
    }
}

/// Makes the entry of an operation.
pub(super) const fn entry<T: Operation>() -> Entry {
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

fn run<'a, T: Operation>(args: &'a RawValue, context: &'a mut Context) -> BoxFuture<'a, Result<Output>> {
    Box::pin(async move {
        let parsed: T = serde_json::from_str(args.get())
            .map_err(|error| Failure::invalid(format!("arguments of {}: {error}", T::NAME)))?;
        parsed.run(context).await
    })
}
