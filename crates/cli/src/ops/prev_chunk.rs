//! `prev-chunk`: a page read screen by screen.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Scroll back by one screen, and say which of how many it is.
///
/// A tenth of the last screen stays in view. Where the page itself does not scroll, the box that holds its content does.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrevChunk {
    /// A list or another container, or something in it; the page when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
}

impl Operation for PrevChunk {
    const NAME: &'static str = "prev-chunk";
    const TRAITS: Traits = Traits { idempotent: false, ..Traits::SET };
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool prev-chunk", "the screen before of the page"),
        ("domtool prev-chunk e20", "the screen before of a list"),
    ];
}

impl ActionOperation for PrevChunk {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::prev_chunk(self.id.as_ref().map(Target::named)))
    }
}
