//! Which hosts of agents have domtool in their configuration.

use std::path::Path;

use clap::ValueEnum as _;

use super::Check;
use crate::local::setup::{Configured, Host, configured};

/// Looks into the files of every host that `domtool setup` knows, of the user and of the project in a folder. Starts none.
pub(super) fn check(folder: &Path) -> Check {
    let mut found = Vec::new();
    for host in Host::value_variants() {
        let files = host.user_file().ok().into_iter().chain(host.project_file(folder));
        let is_set_up = |path: &Path| matches!(configured(*host, path), Ok(Configured::Entry(_)));
        if files.into_iter().any(|path| is_set_up(&path)) {
            found.push(host.title());
        }
    }
    if found.is_empty() {
        return Check::good("hosts", "none is set up for domtool mcp; domtool setup HOST does that");
    }
    Check::good("hosts", format!("set up: {}; domtool setup HOST --check tries one", found.join(", ")))
}
