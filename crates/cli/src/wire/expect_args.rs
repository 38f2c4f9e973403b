//! What a caller expects of an action: one definition for the command line, the wire, the steps of `act` and the schemas.

use clap::Args;
use domtool::{Action, Expect, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Seconds;
use crate::failure::{Failure, Result};

/// What is to come of an action, and how long that is waited for: the same for every action.
#[derive(Debug, Clone, Default, PartialEq, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ExpectArgs {
    /// What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT, state:checked, any_change,
    /// no_change; join several with " or ". EXPECTATION_FAILED when none comes.
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expect: Option<String>,
    /// How long that is waited for, in seconds; 2 by default.
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<Seconds>,
}

impl ExpectArgs {
    /// Whether nothing is expected.
    pub(crate) fn is_empty(&self) -> bool {
        self.expect.is_none() && self.within.is_none()
    }

    /// Finds a mistake before anything is done.
    ///
    /// # Errors
    /// `INVALID_INPUT` with what there is to expect; also for a time without an expectation.
    pub(crate) fn check(&self) -> Result<()> {
        self.parse().map(drop)
    }

    /// The action, held to it.
    ///
    /// # Errors
    /// As [`ExpectArgs::check`].
    pub(crate) fn step(&self, action: Action) -> Result<Step> {
        let Some(expect) = self.parse()? else { return Ok(action.into()) };
        let step = action.expect(expect);
        Ok(match self.within {
            Some(within) => step.within(within.duration()),
            None => step,
        })
    }

    fn parse(&self) -> Result<Option<Expect>> {
        match &self.expect {
            Some(expect) => Ok(Some(expect.parse()?)),
            None if self.within.is_some() => Err(Failure::invalid(
                "within says how long an expect is waited for, and there is none; how long the call may take is its timeout",
            )),
            None => Ok(None),
        }
    }
}
