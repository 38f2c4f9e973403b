//! `wait`: until a text, an address or an element is there, or a text is gone.

use domtool::{Action, WaitFor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Id, Operation, Traits};
use crate::{
    failure::{Failure, Result},
    output::Output,
};

/// Wait until a text, an address or an element is there, or a text is gone.
///
/// Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT after 30 s, or --timeout.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[group(required = true, multiple = false)]
pub(crate) struct Wait {
    /// Until a person can see this text, anywhere in the page.
    #[arg(long)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Until there is no such text any more.
    #[arg(long, value_name = "TEXT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gone: Option<String>,
    /// Until the address matches; * stands for anything.
    #[arg(long, value_name = "GLOB")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// Until this element can be seen.
    #[arg(long)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
}

impl Operation for Wait {
    const NAME: &'static str = "wait";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool wait --text 'Order received'", "until the text is there"),
        ("domtool wait --gone Loading --timeout 60", "until it is gone, for up to a minute"),
        ("domtool wait --url '*/thanks*'", "until the address matches"),
        ("domtool wait --id e7", "until the element can be seen"),
    ];

    async fn run(self, context: &mut Context) -> Result<Output> {
        let until = match (self.text, self.gone, self.url, self.id) {
            (Some(text), None, None, None) => WaitFor::Text(text),
            (None, Some(text), None, None) => WaitFor::Gone(text),
            (None, None, Some(glob), None) => WaitFor::Url(glob),
            (None, None, None, Some(id)) => WaitFor::Element(id.element()),
            _ => return Err(Failure::invalid("give exactly one of text, gone, url and id")),
        };
        context.act(Action::Wait(until)).await
    }
}
