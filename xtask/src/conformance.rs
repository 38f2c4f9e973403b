//! `cargo xtask conformance`: the protocol's own suite against `domtool mcp --http`, in both versions. What is known to fail, and why, is
//! listed in `xtask/conformance/`; anything else that fails, or no longer fails, is an error. It needs npm and Node 22.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use crate::{cargo, js};

/// Later ones may ask for other tools.
const SUITE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/// What each revision of the protocol requires.
const REVISIONS: &[&str] = &["2025-11-25", "2026-07-28"];
const BINARY: &str = "target/debug/domtool";
/// One that waits for an answer longer than this fails, milliseconds.
const SCENARIO: &str = "15000";

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if !args.is_empty() {
        return Err("it takes no arguments".to_owned());
    }
    cargo::cargo(&["build", "--package", "domtool-cli", "--features", "conformance"], &[])?;
    let server = Server::start(BINARY)?;
    for revision in REVISIONS {
        let mut suite = Command::new(js::npm());
        suite.args([
            "exec",
            "--yes",
            "--package",
            SUITE,
            "--",
            "conformance",
            "server",
            "--url",
            &server.address,
        ]);
        suite.args(["--requirements", revision, "--timeout", SCENARIO, "--expected-failures"]);
        suite.args([format!("xtask/conformance/{revision}.yaml"), "--output-dir".to_owned()]);
        suite.arg(format!("target/conformance/{revision}"));
        cargo::run(suite, "the conformance suite")?;
    }
    Ok(())
}

/// A server for the suite, which ends with this.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(binary: &str) -> Result<Self, String> {
        let started = Command::new(binary)
            .args(["mcp", "--http", "0", "--no-token", "--conformance"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut process = started.map_err(|error| format!("{binary}: {error}"))?;
        let mut line = String::new();
        if let Some(said) = process.stderr.take() {
            BufReader::new(said).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.split_once("listens on ").map(|(_, address)| address.trim().to_owned());
        let server = Self { process, address: address.unwrap_or_default() };
        if server.address.is_empty() {
            Err(format!("the server does not listen: {line}"))
        } else {
            Ok(server)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended by itself needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
