//! `domtool setup HOST --check`: whether what a host has configured works: the entry, the program that it names, and what that answers.

use std::{path::Path, process::Stdio};

use serde::Deserialize;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::Command,
};

use super::{
    hosts::{Host, Syntax},
    splice,
};
use crate::{failure::Result, keep, limits::SERVER_LISTS_TOOLS};

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#,
    r#""clientInfo":{"name":"domtool setup","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#,
    "\n",
);

/// What was found of a host's file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Configured {
    /// There is no such file.
    NoFile,
    /// The file has no entry of ours.
    NoEntry,
    /// The file could not be read as what it should be.
    Unreadable(String),
    /// The command line of our entry; empty when it names none.
    Entry(Vec<String>),
}

/// Reads a host's file.
///
/// # Errors
/// `INTERNAL` when it is there and cannot be read.
pub(crate) fn configured(host: Host, path: &Path) -> Result<Configured> {
    let Some(text) = keep::read(path)? else { return Ok(Configured::NoFile) };
    let line = match host.syntax() {
        Syntax::Toml => splice::toml_line(&text, host.keys()[0]),
        Syntax::Yaml => Ok(splice::yaml_line(&text)),
        Syntax::Json => splice::json_entry(&text, host.keys())
            .map(|entry| entry.map(|entry| host.command_line(&entry).unwrap_or_default())),
    };
    Ok(match line {
        Ok(Some(line)) => Configured::Entry(line),
        Ok(None) => Configured::NoEntry,
        Err(why) => Configured::Unreadable(why.0),
    })
}

/// Starts a server as the host would, and gives how many tools it lists.
pub(crate) async fn tools(line: &[String]) -> std::result::Result<usize, String> {
    let Some((program, args)) = line.split_first() else {
        return Err("the entry names no command".to_owned());
    };
    let started = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn();
    let mut server = started.map_err(|error| format!("{program}: {error}"))?;
    let asked = async {
        let (Some(mut to), Some(from)) = (server.stdin.take(), server.stdout.take()) else { return Ok(None) };
        to.write_all(HELLO.as_bytes()).await?;
        to.flush().await?;
        let mut lines = BufReader::new(from).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(count) = listed(&line) {
                return Ok(Some(count));
            }
        }
        Ok::<_, std::io::Error>(None)
    };
    let answered = tokio::time::timeout(SERVER_LISTS_TOOLS, asked).await;
    match answered {
        Ok(Ok(Some(count))) => Ok(count),
        Ok(Ok(None)) => Err("the server ended without listing its tools".to_owned()),
        Ok(Err(error)) => Err(format!("the server ended: {error}")),
        Err(_) => Err(format!("the server listed no tools in {} s", SERVER_LISTS_TOOLS.as_secs())),
    }
}

/// How many tools a message lists, if it is the answer to that.
fn listed(line: &str) -> Option<usize> {
    #[derive(Deserialize)]
    struct Message {
        id: Option<u32>,
        result: Option<List>,
    }
    #[derive(Deserialize)]
    struct List {
        #[serde(default)]
        tools: Vec<serde::de::IgnoredAny>,
    }
    let message: Message = serde_json::from_str(line).ok()?;
    message.result.filter(|_| message.id == Some(2)).map(|list| list.tools.len())
}
