//! `press`: keys and chords.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Press keys and chords, on an element or where the focus is.
///
/// Names as browsers have them (Enter, Tab, Escape, ArrowDown, PageDown, F5, a, Numpad5, ShiftRight), chords with +, several
/// with spaces between. x3 after a key presses it three times, x3 held holds it down while it repeats. ControlOrMeta is
/// Command on macOS and Control elsewhere.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// One word alone is the last argument.
#[command(allow_missing_positional = true)]
pub(crate) struct Press {
    /// What gets the focus first; what has it when this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
    /// The keys, such as "Control+A" or "ArrowDown x3 Enter".
    #[arg(required = true)]
    pub(crate) keys: String,
}

impl Operation for Press {
    const NAME: &'static str = "press";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool press Enter", "where the focus is"),
        ("domtool press e3 Enter", "send the form of a field"),
        ("domtool press 'ArrowDown x3 Enter'", "choose the third suggestion"),
        ("domtool press ControlOrMeta+A", "select all"),
        ("domtool press e5 'ArrowRight x20 held'", "lean on a key, as in a game"),
    ];
}

impl ActionOperation for Press {
    fn action(self, _: &Environment) -> Result<Action> {
        let target = self.id.as_ref().map(|target| target.before(&self.keys)).transpose()?;
        Ok(Action::press(target, self.keys.parse()?))
    }
}
