//! `state`: what sites keep in a session, into a file or under a name, and from there.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use domtool::{ErrorKind, StorageArea, StorageState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::timeout_at;

use super::{Context, Operation, RunOperation, Traits, environment::no_files};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    output::KeptState,
    states::{self, Keys, StatePlace},
};

/// Save what sites keep in the session (cookies, local and session storage, IndexedDB), or load it: logins last over sessions.
///
/// A path has a / in it or ends in .json: that file is Playwright's storage state. Anything else is the name of a state that domtool keeps
/// in a folder of this user's, encrypted where there is a key: DOMTOOL_STATE_KEY, or one that the system's keyring keeps. Either lets its
/// holder in; no value of it is printed, and what could not be taken along is told. Read are the origins that the open tabs show or have in
/// their history; session storage is that of the pages they show. What is loaded counts from the next page on: open or reload it.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// What to do.
    #[arg(value_enum)]
    pub(crate) what: What,
    /// The file (a path with a / in it, or that ends in .json), or the name of a state that domtool keeps.
    #[arg(value_name = "NAME|FILE", required_if_eq_any([("what", "save"), ("what", "load"), ("what", "delete")]))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<PathBuf>,
    /// Save only if it is encrypted: also a file, which only domtool can read then.
    #[arg(long)]
    #[serde(default)]
    pub(crate) encrypt: bool,
}

/// What to do with the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// Write it, in the place of one that is there.
    Save,
    /// Set what it has, beside what the session has; the session is started if it is not running.
    Load,
    /// List the states that have a name.
    List,
    /// Delete a state that has a name.
    Delete,
}

impl Operation for State {
    const NAME: &'static str = "state";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool state save work", "after the login: keep it under a name"),
        (
            "domtool state load work",
            "be logged in from the next page on; --state work with open does the same",
        ),
        ("domtool state save ./login.json", "into a file that Playwright reads, too"),
        ("domtool state list", "those that have a name; state delete NAME forgets one"),
    ];
}

impl RunOperation for State {
    type Answer = KeptState;

    async fn run(self, context: &Context) -> Result<KeptState> {
        let work = self.keep(context);
        match context.deadline {
            None => work.await,
            Some(deadline) => timeout_at(deadline, work).await.unwrap_or_else(|_| {
                let message = "the state was not done with in the time that the call was given";
                Err(Failure::new(ErrorKind::Timeout, message, Hint::MoreTime))
            }),
        }
    }
}

impl State {
    async fn keep(self, context: &Context) -> Result<KeptState> {
        if context.call.elsewhere {
            // Named states are one user's, and so are the files.
            return Err(no_files());
        }
        if self.encrypt && self.what != What::Save {
            return Err(Failure::invalid(
                "encrypt is for save: whether a state is encrypted is known when it is loaded",
            ));
        }
        let place = match self.what {
            What::List => {
                let states = on_disk(states::list).await?;
                return Ok(KeptState { states: Some(states), ..KeptState::default() });
            }
            _ => self.place(&context.call.folder)?,
        };
        let keys = Keys::new(context.call.state_key.clone());
        match self.what {
            What::Save => {
                let state = context.session()?.storage_state().await?;
                let mut answer = kept(&place, &state);
                answer.left_out.clone_from(&state.left_out);
                answer.encrypted =
                    Some(on_disk(move || states::save(&place, &state, &keys, self.encrypt)).await?);
                Ok(answer)
            }
            What::Load => {
                let from = place.clone();
                let (state, encrypted) = on_disk(move || states::load(&from, &keys)).await?;
                let mut answer = KeptState { encrypted: Some(encrypted), ..kept(&place, &state) };
                answer.left_out = context.start().await?.set_storage_state(&state).await?;
                let missing = answer.left_out.iter().filter(|gap| gap.area == StorageArea::Cookies);
                let missing: usize = missing.filter_map(|gap| gap.count).sum();
                answer.cookies = answer.cookies.saturating_sub(missing);
                Ok(answer)
            }
            What::Delete | What::List => {
                let deleted = place.clone();
                on_disk(move || states::delete(&deleted)).await?;
                Ok(KeptState { deleted: true, ..kept(&place, &StorageState::default()) })
            }
        }
    }

    fn place(&self, folder: &Path) -> Result<StatePlace> {
        let Some(file) = &self.file else {
            let failure = Failure::invalid("no state is named");
            let hint = "give a name, or a file: a path with a / in it, or that ends in .json";
            return Err(Failure { hint: hint.into(), ..failure });
        };
        StatePlace::of(file, folder)
    }
}

async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Failure::internal(error.to_string()))?
}

/// What a file or a name holds.
fn kept(place: &StatePlace, state: &StorageState) -> KeptState {
    let (file, name) = place.clone().parts();
    KeptState {
        file,
        name,
        cookies: state.cookies.len(),
        origins: state.origins.iter().map(|kept| kept.origin.clone()).collect(),
        databases: state.origins.iter().map(|kept| kept.indexed_db.len()).sum(),
        ..KeptState::default()
    }
}
