//! `cargo xtask mcp-clients [--crowd]`: the protocol's own clients for TypeScript order tea in the demo's shop through `domtool mcp`, over
//! both transports and in both eras, by what they read; the shop's server says what it received. With `--crowd` twenty clients of all
//! kinds do so at once, and none may read a word of another's. It needs npm and Node 20, the crowd Python, too.

use std::{path::Path, process::Command};

use crate::{browser, cargo, js};

/// Where the scripts and the list of packages are, and where they are installed.
const FROM: &str = "xtask/mcp-clients";
const TO: &str = "target/mcp-clients";
const FILES: [&str; 9] = [
    "package.json",
    "package-lock.json",
    "places.mjs",
    "shopper.mjs",
    "clients.mjs",
    "guests.mjs",
    "guest.py",
    "orders.mjs",
    "crowd.mjs",
];
const BINARY: &str = "target/debug/domtool";

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let script = match args {
        [] => "orders.mjs",
        [crowd] if crowd == "--crowd" => "crowd.mjs",
        _ => return Err("the only argument is --crowd".to_owned()),
    };
    browser::ensure()?;
    cargo::cargo(&["build", "--package", "domtool-cli"], &[])?;
    js::install_apart(FROM, TO, &FILES)?;
    let mut node = Command::new("node");
    node.arg(Path::new(TO).join(script)).arg(BINARY).arg(".");
    cargo::run(node, &format!("node {script}"))
}
