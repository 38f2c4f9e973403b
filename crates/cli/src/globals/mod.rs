//! The flags that all commands share, before and after the command's name, and what configuration files say in their place.

mod layers;

use std::path::Path;

use clap::{ArgAction, ArgMatches, Args, parser::ValueSource};

pub(crate) use layers::{Layers, check, id, without_contradicted};

use crate::{failure::Result, launch::Launch, print, settings, wire::CallArgs};

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
    /// How to start the browser, as the flags and the environment say, see [`Globals::with_environment`]. A session that was started in
    /// another way is an error.
    #[command(flatten)]
    pub(crate) launch: Launch,
    /// The same with all that the environment and configuration files say: that holds when a session starts, and contradicts none.
    #[arg(skip)]
    pub(crate) configured: Option<Launch>,
    /// What configuration files say.
    #[arg(skip)]
    pub(crate) layers: Layers,
}

impl Globals {
    /// These, where what the environment says of how a browser is started here holds for a session that starts: one that runs may be in a
    /// browser of others.
    pub(crate) fn with_environment(self, call: &ArgMatches) -> Self {
        let mut launch = self.launch.clone();
        for setting in settings::START {
            if call.value_source(&id(setting)) == Some(ValueSource::EnvVariable) {
                launch.forget(setting);
            }
        }
        if launch == self.launch {
            return self;
        }
        Self { configured: Some(self.launch), launch, ..self }
    }

    /// These, as a call said them without files, and with the files below them.
    pub(crate) fn with_layers(self, below: Self, layers: Layers) -> Self {
        let mut configured = below.launch;
        let flags = std::mem::take(&mut configured.mask);
        configured.mask = layers.sum(&settings::MASK);
        configured.mask.extend(flags);
        Self { launch: self.launch, configured: Some(configured), layers, ..below }
    }

    /// How a session is to be started.
    pub(crate) fn to_start(&self) -> &Launch {
        self.configured.as_ref().unwrap_or(&self.launch)
    }

    /// How a session is to be started, where files have a say in that, as the daemon needs it.
    ///
    /// # Errors
    /// Those of [`Launch::with_http_auth_read`] and [`Launch::with_endpoint_read`].
    pub(crate) fn configured(&self, folder: &Path) -> Result<Option<Launch>> {
        let ready = |launch: &Launch| {
            let read =
                launch.clone().absolute(folder).with_http_auth_read(folder)?.with_endpoint_read(folder)?;
            Ok(read.with_proxy_of_environment())
        };
        self.configured.as_ref().map(ready).transpose()
    }

    /// Whether the answer is to be in colour: only on a terminal.
    pub(crate) fn colour(&self) -> bool {
        !self.json && print::stdout_paint().is_on()
    }
}
