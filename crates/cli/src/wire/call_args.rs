//! What every call can say besides its operation's own arguments: one definition for the command line, the wire and the
//! schemas.

use std::{str::FromStr, time::Duration};

use clap::{ArgAction, Args};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings;

/// Whose call it is, and how long it may take. How the browser is started, whether scripts may run and how answers are
/// written is not among it: the host of a model decides that, not the model.
#[derive(Debug, Clone, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct CallArgs {
    /// The session: its own tabs, cookies and ids.
    #[arg(
        long = settings::SESSION.key,
        short,
        global = true,
        default_value = DEFAULT_SESSION,
        env = settings::SESSION.variable,
        value_name = "NAME"
    )]
    pub(crate) session: String,
    /// Who calls, where several use one session: each is told its own news and changes. Those without a name are one.
    #[arg(
        long = settings::CALLER.key,
        global = true,
        default_value = "",
        hide_default_value = true,
        env = settings::CALLER.variable,
        value_name = "NAME"
    )]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) caller: String,
    /// Leave the diff out of reports.
    #[arg(
        long = settings::QUIET.key,
        short,
        global = true,
        env = settings::QUIET.variable,
        value_parser = clap::builder::FalseyValueParser::new(),
        action = ArgAction::Set, num_args = 0..=1, require_equals = true, value_name = "BOOL",
        default_value_t = false, hide_default_value = true, default_missing_value = "true"
    )]
    pub(crate) quiet: bool,
    /// How long the whole call may take, in seconds, from its arrival to the answer.
    #[arg(
        long = settings::TIMEOUT.key, global = true, env = settings::TIMEOUT.variable, value_name = "SECONDS",
        long_help = TIMEOUT_HELP
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<Seconds>,
}

const DEFAULT_SESSION: &str = "default";
/// More than a model needs to read with each operation.
const TIMEOUT_HELP: &str = "\
How long the whole call may take, in seconds, from its arrival to the answer. By default each part has a limit of its own: 3 for what \
is in the way of an action, 30 for pages and waits, 10 for a page that does not answer";

impl Default for CallArgs {
    fn default() -> Self {
        Self { session: DEFAULT_SESSION.to_owned(), caller: String::new(), quiet: false, timeout: None }
    }
}

/// A time that a caller gives in seconds: more than none, at most an hour.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(inline, with = "f64", extend("exclusiveMinimum" = 0, "maximum" = 3600))]
pub(crate) struct Seconds(f64);

impl Seconds {
    /// The time.
    pub(crate) fn duration(self) -> Duration {
        Duration::from_secs_f64(self.0).max(Duration::from_millis(1))
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(seconds: f64) -> Result<Self, String> {
        if seconds > 0.0 && seconds <= 3600.0 {
            Ok(Self(seconds))
        } else {
            Err("a time is in seconds, more than 0 and at most 3600".to_owned())
        }
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // What is no number fails as one that is none of these.
        text.parse().unwrap_or(f64::NAN).try_into()
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> Self {
        seconds.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_more_than_none_and_at_most_an_hour() {
        assert_eq!("0.5".parse::<Seconds>().unwrap().duration(), Duration::from_millis(500));
        assert_eq!(serde_json::from_str::<Seconds>("3600").unwrap().duration(), Duration::from_secs(3600));
        for bad in ["0", "-1", "3601", "NaN", "inf", "soon", ""] {
            assert!(bad.parse::<Seconds>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Seconds>("0").is_err());
    }

    #[test]
    fn nothing_said_is_the_default_session() {
        assert_eq!(serde_json::from_str::<CallArgs>("{}").unwrap().session, "default");
    }
}
