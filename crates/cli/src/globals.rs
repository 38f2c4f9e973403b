//! The flags that all commands share, before and after the command's name.

use clap::Args;

use crate::{launch::Launch, print, wire::CallArgs};

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
    #[arg(long, global = true, env = "DOMTOOL_ALLOW_EVAL", value_parser = clap::builder::FalseyValueParser::new())]
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
