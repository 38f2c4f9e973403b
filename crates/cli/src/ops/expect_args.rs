//! What a caller expects of an action, as flags of the command line: the same for every action.

use clap::Args;

use crate::{
    failure::Result,
    wire::{Expected, milliseconds},
};

/// The flags that all actions share: what is to come of one, and how long that is waited for.
#[derive(Debug, Clone, Args)]
pub(crate) struct ExpectArgs {
    /// What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT, state:checked, any_change,
    /// no_change; join several with " or ". EXPECTATION_FAILED when none comes.
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// How long that is waited for; 2 by default.
    #[arg(long, value_name = "SECONDS", requires = "expect")]
    pub(crate) within: Option<f64>,
}

impl ExpectArgs {
    /// Reads them as they go to the daemon.
    ///
    /// # Errors
    /// `INVALID_INPUT` when it is no expectation, or no sensible time.
    pub(crate) fn expected(&self) -> Result<Option<Expected>> {
        let Some(outcome) = &self.expect else { return Ok(None) };
        let within = self.within.map(|seconds| milliseconds(seconds, "--within")).transpose()?;
        Expected::new(outcome, within).map(Some)
    }
}
