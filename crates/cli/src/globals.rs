//! The flags that all commands share, before and after the command's name.

use clap::Args;

use crate::{
    failure::Result,
    launch::Launch,
    print,
    wire::{Answer, milliseconds},
};

/// The flags that all commands share.
#[derive(Debug, Clone, Args)]
pub(crate) struct Globals {
    /// The session: its own tabs, cookies and ids.
    #[arg(
        long,
        short,
        global = true,
        default_value = "default",
        env = "DOMTOOL_SESSION",
        value_name = "NAME"
    )]
    pub(crate) session: String,
    /// Who calls, where several use one session: each is told its own news and changes. Those without a name are one.
    #[arg(
        long,
        global = true,
        default_value = "",
        hide_default_value = true,
        env = "DOMTOOL_CALLER",
        value_name = "NAME"
    )]
    pub(crate) caller: String,
    /// Print exactly one JSON object.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Leave the diff out of reports.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// How long the whole call may take, from its arrival to the answer. By default each part has a limit of its own: 3 for what
    /// is in the way of an action, 30 for pages and waits, 10 for a page that does not answer.
    #[arg(long, global = true, value_name = "SECONDS")]
    pub(crate) timeout: Option<f64>,
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
    /// `--timeout` in milliseconds.
    ///
    /// # Errors
    /// `INVALID_INPUT` when it is no sensible time.
    pub(crate) fn timeout_ms(&self) -> Result<Option<u64>> {
        self.timeout.map(|seconds| milliseconds(seconds, "--timeout")).transpose()
    }

    /// Says how the call is to be answered: in colour only on a terminal.
    pub(crate) fn answer(&self) -> Answer {
        let colour = !self.json && print::stdout_paint().is_on();
        Answer { json: self.json, quiet: self.quiet, colour }
    }
}
