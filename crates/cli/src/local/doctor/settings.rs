//! Whether the configuration files can be used: with a broken one every other command fails.

use std::path::Path;

use clap::ArgMatches;

use super::Check;
use crate::{config::Config, globals::Layers};

/// Reads the files for a call from a folder.
pub(super) fn check(folder: &Path, call: &ArgMatches) -> Check {
    let config = match Config::load(folder) {
        Ok(config) => config,
        Err(failure) => return Check::bad("configuration", failure.message, failure.hint),
    };
    let there: Vec<_> = config.files.iter().filter(|file| file.exists).collect();
    let count = config.entries.len();
    let finding = match (&there[..], config.files.first()) {
        ([], Some(file)) => format!("no file; yours would be {}", file.path.display()),
        ([], None) => "files are off, by DOMTOOL_CONFIG".to_owned(),
        (there, _) => {
            let paths: Vec<String> = there.iter().map(|file| file.path.display().to_string()).collect();
            format!("{count} settings in {}; domtool config shows them", paths.join(" and "))
        }
    };
    match Layers::new(config, call) {
        Ok(_) => Check::good("configuration", finding),
        Err(failure) => Check::bad("configuration", failure.message, failure.hint),
    }
}
