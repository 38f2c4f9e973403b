//! `wait`: until a text, an address or an element is there, or a text is gone.

use std::time::Duration;

use domtool::{Action, WaitFor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::{Failure, Result};

/// Wait until a text, an address, an element or options are there, a text is gone, or the network is quiet.
///
/// Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT after 30 s, or --timeout.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("until").required(true).args(["text", "gone", "url", "id", "options", "network", "time"])))]
pub(crate) struct Wait {
    /// Until a person can see this text, anywhere in the page; between slashes it is a regular expression, as for find.
    #[arg(long)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Until the text can be seen in exactly so many places.
    #[arg(long, value_name = "N", requires = "text", conflicts_with = "at_least")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u32>,
    /// Until the text can be seen in so many places or more.
    #[arg(long, value_name = "N", requires = "text")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_least: Option<u32>,
    /// Until there is no such text any more, or nothing that matches.
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
    pub(crate) id: Option<Target>,
    /// Until this select, list or combobox has options to choose, other than what was typed.
    #[arg(long, value_name = "ID")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Target>,
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
        ("domtool wait --text '/order \\d+ sent/i'", "until a line matches"),
        ("domtool wait --text 'Add to cart' --at-least 20", "until so many are there"),
        ("domtool wait --options e5", "until suggestions have come"),
        ("domtool wait --gone Loading --timeout 60", "until it is gone, for up to a minute"),
        ("domtool wait --url '*/thanks*'", "until the address matches"),
        ("domtool wait --id e7", "until the element can be seen"),
        ("domtool wait --network", "until no request runs"),
        ("domtool wait --time 500", "half a second, for want of anything better"),
    ];
}

impl ActionOperation for Wait {
    fn action(self, _: &Environment) -> Result<Action> {
        let text = match (self.text, self.count, self.at_least) {
            (text, None, None) => text.map(WaitFor::Text),
            (Some(text), Some(count), None) => Some(WaitFor::count(text, count as usize)),
            (Some(text), None, Some(least)) => Some(WaitFor::at_least(text, least as usize)),
            _ => {
                return Err(Failure::invalid("give one of count and at_least, and the text that is counted"));
            }
        };
        let given = [
            text,
            self.gone.map(WaitFor::Gone),
            self.url.map(WaitFor::Url),
            self.id.map(|id| WaitFor::Element(id.named())),
            self.options.map(|id| WaitFor::Options(id.named())),
            self.network.then_some(WaitFor::Network),
            self.time.map(|ms| WaitFor::Time(Duration::from_millis(ms))),
        ];
        let mut given = given.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(until), None) => Ok(Action::wait(until)),
            _ => Err(Failure::invalid("give exactly one of text, gone, url, id, options, network and time")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(json: &str) -> std::result::Result<Action, String> {
        let wait: Wait = serde_json::from_str(json).map_err(|error| error.to_string())?;
        wait.action(&Environment::default()).map_err(|failure| failure.message)
    }

    #[test]
    fn what_to_wait_for() {
        for (json, what) in [
            (r#"{"text": "/a+/"}"#, WaitFor::Text("/a+/".to_owned())),
            (r#"{"text": "a", "count": 3}"#, WaitFor::count("a", 3)),
            (r#"{"text": "a", "at_least": 3}"#, WaitFor::at_least("a", 3)),
            (r#"{"options": "e5"}"#, WaitFor::Options("e5".parse().unwrap())),
        ] {
            assert_eq!(wait(json), Ok(Action::wait(what)), "{json}");
        }
        for json in [
            "{}",
            r#"{"count": 3}"#,
            r#"{"url": "x", "at_least": 3}"#,
            r#"{"text": "a", "count": 3, "at_least": 3}"#,
            r#"{"text": "a", "options": "e5"}"#,
        ] {
            assert!(wait(json).is_err(), "{json}");
        }
    }
}
