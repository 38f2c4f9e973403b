//! The flags that all commands share, before and after the command's name.

use clap::{ArgAction, Args};

use crate::{launch::Launch, print, settings, wire::CallArgs};

/// The flags that all commands share.
#[derive(Debug, Clone, Args)]
pub(crate) struct Globals {
    /// Whose call it is, and how long it may take.
    #[command(flatten)]
    pub(crate) call: CallArgs,
    /// Print exactly one JSON object.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Allow eval.
    #[arg(
        long = settings::ALLOW_EVAL.key,
        global = true,
        env = settings::ALLOW_EVAL.variable,
        value_parser = clap::builder::FalseyValueParser::new(),
        action = ArgAction::Set, num_args = 0..=1, require_equals = true, value_name = "BOOL",
        default_value_t = false, hide_default_value = true, default_missing_value = "true"
    )]
    pub(crate) allow_eval: bool,
    /// Say on standard error what goes on: a line for each command to the browser, with sizes and time, never what it held.
    #[arg(long, global = true)]
    pub(crate) debug: bool,
    /// How to start the browser.
    #[command(flatten)]
    pub(crate) launch: Launch,
}

impl Globals {
    /// Whether the answer is to be in colour: only on a terminal.
    pub(crate) fn colour(&self) -> bool {
        !self.json && print::stdout_paint().is_on()
    }
}
