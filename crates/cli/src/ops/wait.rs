//! `wait`: until a text, an address or an element is there, or a text is gone.

use std::time::Duration;

use domtool::{Action, WaitFor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Id, Operation, Traits};
use crate::failure::{Failure, Result};

/// Wait until a text, an address or an element is there, a text is gone, or the network is quiet.
///
/// Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT after 30 s, or --timeout.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
    /// Until no request has run for half a second; what the page asks for over and over does not count.
    #[arg(long)]
    #[serde(default)]
    pub(crate) network: bool,
    /// For so many milliseconds, at most 60000. Nearly always one of the others is better.
    #[arg(long, value_name = "MS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
}

impl Operation for Wait {
    const NAME: &'static str = "wait";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool wait --text 'Order received'", "until the text is there"),
        ("domtool wait --gone Loading --timeout 60", "until it is gone, for up to a minute"),
        ("domtool wait --url '*/thanks*'", "until the address matches"),
        ("domtool wait --id e7", "until the element can be seen"),
        ("domtool wait --network", "until no request runs"),
        ("domtool wait --time 500", "half a second, for want of anything better"),
    ];
}

impl ActionOperation for Wait {
    fn action(self, _: &Environment) -> Result<Action> {
        let given = [
            self.text.map(WaitFor::Text),
            self.gone.map(WaitFor::Gone),
            self.url.map(WaitFor::Url),
            self.id.map(|id| WaitFor::Element(id.element())),
            self.network.then_some(WaitFor::Network),
            self.time.map(|ms| WaitFor::Time(Duration::from_millis(ms))),
        ];
        let mut given = given.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(until), None) => Ok(Action::wait(until)),
            _ => Err(Failure::invalid("give exactly one of text, gone, url, id, network and time")),
        }
    }
}
