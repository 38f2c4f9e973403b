//! `state`: cookies and local storage, into a file and from one.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process,
};

use clap::ValueEnum;
use domtool::{ErrorKind, StorageState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::timeout_at;

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    output::KeptState,
    private,
};

/// Save the session's cookies and local storage into a file, or load them from one: logins last over sessions.
///
/// The file is Playwright's storage state, of this user alone: it lets its holder in. No value of it is printed.
/// Local storage is that of the origins that the open tabs show or have in their history. What is loaded counts from the
/// next page on: open or reload it.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// What to do.
    #[arg(value_enum)]
    pub(crate) what: What,
    /// The file.
    pub(crate) file: PathBuf,
}

/// What to do with the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// Write it into the file, in the place of one that is there.
    Save,
    /// Set what the file has, beside what the session has; the session is started if it is not running.
    Load,
}

impl Operation for State {
    const NAME: &'static str = "state";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool state save login.json", "after the login: keep it"),
        ("domtool state load login.json", "in a new session: be logged in from the next page on"),
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
    async fn keep(&self, context: &Context) -> Result<KeptState> {
        let file = context.environment().path(&self.file)?;
        let path = file.clone();
        let state = match self.what {
            What::Save => {
                let state = context.session()?.storage_state().await?;
                let text = state.to_json();
                on_disk(move || {
                    write(&path, text.as_bytes()).map_err(|error| unusable(&path, "written", &error))
                })
                .await?;
                state
            }
            What::Load => {
                let text = on_disk(move || {
                    std::fs::read_to_string(&path).map_err(|error| unusable(&path, "read", &error))
                });
                let state = StorageState::from_json(&text.await?)?;
                context.start().await?.set_storage_state(&state).await?;
                state
            }
        };
        Ok(KeptState {
            file,
            cookies: state.cookies.len(),
            origins: state.origins.into_iter().map(|kept| kept.origin).collect(),
        })
    }
}

async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Failure::internal(error.to_string()))?
}

fn unusable(path: &Path, what: &str, error: &std::io::Error) -> Failure {
    Failure::invalid(format!("{} cannot be {what}: {error}", path.display()))
}

/// Writes a file that only this user can read. It is made under another name and moved, so that one of wider rights that stands there
/// never holds a secret, and one that was good is whole until then.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", process::id()));
    let fresh = path.with_file_name(name);
    let mut file = private::create(&fresh)?;
    let written =
        file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(&fresh, path));
    if written.is_err() {
        // The error that matters is the first one.
        drop(std::fs::remove_file(&fresh));
    }
    written
}
