//! stub
use clap::{ArgMatches, Command};
use std::process::ExitCode;
use crate::{command::Globals, failure::Result};
pub(crate) fn command() -> Command { Command::new("demo") }
pub(crate) fn run(_m: &ArgMatches, _g: &Globals) -> Result<ExitCode> { Ok(ExitCode::SUCCESS) }
