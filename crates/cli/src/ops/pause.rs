//! `pause`: a tab goes into its person's own hands until they say that they are done.

use domtool::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    output::HandedOver,
};

/// Hand the current tab over to the person, and wait until they say go on: by domtool resume, from another shell.
///
/// For what only they can do: a login, a captcha, a payment. Only in a browser with a window (--headed, --cdp). Until then every action in that
/// tab is TAB_PAUSED; it can be looked at. When --timeout is over, or this call is ended, the tab stays theirs: call it again to wait on.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pause {
    /// What they are to do, for whoever looks at the session meanwhile.
    #[arg(long, default_value = "", hide_default_value = true)]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) message: String,
}

impl Operation for Pause {
    const NAME: &'static str = "pause";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool pause --message 'Please log in'", "the person works; domtool resume ends it"),
        ("domtool pause --timeout 300", "wait for five minutes at most"),
    ];
}

impl RunOperation for Pause {
    type Answer = HandedOver;

    async fn run(self, context: &Context) -> Result<HandedOver> {
        let tab = context.tab()?;
        tab.hand_over(&self.message).await?;
        // Whoever looks meanwhile, and the person's own word, must not wait for this call.
        context.give_turn_back();
        let what = if self.message.is_empty() { String::new() } else { format!(": {}", self.message) };
        context
            .call
            .notices
            .tell(&format!("the tab is in your hands{what}; say that you are done by domtool resume"));
        if tab.taken_over(context.left_at_most()).await? {
            return Ok(HandedOver { resumed: true, url: tab.info().url });
        }
        Err(Failure::new(
            ErrorKind::Timeout,
            "the person has not said go on yet, and the tab stays in their hands",
            "pause again to wait on; domtool resume ends it",
        ))
    }
}
