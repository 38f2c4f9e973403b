//! From a tool's arguments to the call of an operation: what the tool does not take is refused, with what it takes.

use std::{path::PathBuf, time::Duration};

use domtool::{ErrorKind, text::quoted};
use serde_json::{Map, Value, json, value::to_raw_value};

use super::{
    Host,
    caps::Cap,
    picture::PictureFile,
    steps::{self, wrong},
    tools::Tool,
};
use crate::{
    failure::{Failure, Result},
    limits::PICTURE_BYTES,
    ops::{self, Entry, Environment},
    states,
    wire::{self, Call, CallArgs, ExpectArgs, Notices, PROTOCOL, Request},
};

/// What is to be done for a tool's call.
pub(super) struct Asked {
    /// The operation.
    pub(super) entry: &'static Entry,
    /// The call of it.
    pub(super) request: Request,
    /// Where its picture is to be, if it makes one.
    pub(super) picture: Option<PictureFile>,
    /// How much longer the caller wants to wait than one call may take.
    pub(super) beyond: Option<Duration>,
}

/// A picture for a model is no larger, unless it says so.
const LONGEST_SIDE: u32 = 1568;
/// How long is waited where a caller says nothing.
const USUAL_WAIT: f64 = 30.0;

impl Asked {
    /// What this caller's call of this tool asks for.
    ///
    /// # Errors
    /// `INVALID_INPUT` with what is right; `BLOCKED_BY_POLICY` for what is behind a capability.
    pub(super) fn new(
        tool: &Tool,
        mut given: Map<String, Value>,
        host: &Host,
        caller: String,
    ) -> Result<Self> {
        given.retain(|_, value| !value.is_null());
        known(tool, &given, host)?;
        let session = given.remove("session").unwrap_or_else(|| host.globals.call.session.clone().into());
        let (timeout, beyond) = limited(tool, given.remove("timeout"), host.limit)?;
        let mut asked = match tool.name {
            "act" => act(given, host)?,
            "sessions" => sessions(&given)?,
            _ => (tool.op, given),
        };
        local_files(tool, &asked, host)?;
        let picture = (tool.op == "screenshot").then(PictureFile::new).transpose()?;
        if let Some(picture) = &picture {
            asked.1.insert("file".to_owned(), json!(picture.path()));
            asked.1.entry("longest_side").or_insert(LONGEST_SIDE.into());
            asked.1.insert("max_bytes".to_owned(), PICTURE_BYTES.into());
        }
        let (name, mut args) = asked;
        let entry = ops::find(name).ok_or_else(|| Failure::internal(format!("{name} is no operation")))?;
        let expect =
            if entry.expects() { taken(&mut args, &["expect", "within"])? } else { ExpectArgs::default() };
        expect.check()?;
        let mut call: CallArgs = parsed(json!({ "session": session, "timeout": timeout }))?;
        call.caller = caller;
        let request = host.request(entry, &args, call, expect, picture.is_some())?;
        Ok(Self { entry, request, picture, beyond })
    }
}

impl Host {
    fn request(
        &self,
        entry: &Entry,
        args: &Map<String, Value>,
        call: CallArgs,
        expect: ExpectArgs,
        json: bool,
    ) -> Result<Request> {
        Ok(Request {
            protocol: PROTOCOL,
            build: wire::build().to_owned(),
            op: entry.name.to_owned(),
            args: to_raw_value(args).map_err(|error| Failure::internal(error.to_string()))?,
            call: Call {
                args: call,
                expect,
                launch: self.globals.launch.clone(),
                configured: self.globals.configured.clone(),
                folder: self.folder.clone(),
                // But for the file of a picture, which is ours.
                elsewhere: self.calls.are_of_clients() && !json,
                longest: None,
                notices: Notices::default(),
                state_key: states::of_environment(),
                allow_eval: self.caps.has(Cap::Eval),
                debug: self.globals.debug,
                json,
                typed: false,
                colour: false,
            },
        })
    }
}

/// # Errors
/// `INVALID_INPUT` that names an argument which the tool has not, and those that it has.
fn known(tool: &Tool, given: &Map<String, Value>, host: &Host) -> Result<()> {
    let takes: Vec<_> = tool.takes(&host.caps).collect();
    let Some(name) = given.keys().find(|name| !takes.contains(&name.as_str())) else { return Ok(()) };
    Err(wrong(
        format!("{name} is no argument of {tool}", name = quoted(&name), tool = tool.name),
        &format!("it takes {}", takes.join(", ")),
    ))
}

/// How long the call may take, and how much longer the caller wants to wait: hosts give up on longer calls, whatever
/// they are told meanwhile.
fn limited(tool: &Tool, given: Option<Value>, limit: Duration) -> Result<(Option<f64>, Option<Duration>)> {
    let usual = match tool.name {
        "wait" => Some(USUAL_WAIT),
        // A person takes their time.
        "pause" => Some(3600.0),
        _ => None,
    };
    let waits = usual.is_some();
    let seconds = match given {
        None => usual,
        Some(given) => match given.as_f64().filter(|seconds| *seconds > 0.0 && *seconds <= 3600.0) {
            None => {
                return Err(wrong(
                    "timeout is no time".to_owned(),
                    "give it in seconds, more than 0 and at most 3600",
                ));
            }
            given => given,
        },
    };
    let Some(seconds) = seconds else { return Ok((None, None)) };
    let most = limit.as_secs_f64();
    let beyond = (waits && seconds > most).then(|| Duration::from_secs_f64(seconds - most));
    Ok((Some(seconds.min(most)), beyond))
}

/// One action is done as the operation that it is: its report has no need to say which of several it is.
fn act(mut given: Map<String, Value>, host: &Host) -> Result<(&'static str, Map<String, Value>)> {
    let mut steps = steps::read(given.remove("actions"), &host.caps)?;
    let over_and_over = given.contains_key("until") || given.contains_key("at_most");
    if steps.len() == 1
        && !over_and_over
        && let Some(mut step) = steps.pop()
    {
        let op = step.remove("op").unwrap_or_default();
        let entry = op.as_str().and_then(ops::find);
        return entry
            .map(|entry| (entry.name, step))
            .ok_or_else(|| Failure::internal("an action that was understood is none"));
    }
    given.insert("actions".to_owned(), json!(steps));
    Ok(("act", given))
}

fn sessions(given: &Map<String, Value>) -> Result<(&'static str, Map<String, Value>)> {
    match given.get("what").map(|what| what.as_str()) {
        None | Some(Some("list")) => Ok(("sessions", Map::new())),
        Some(Some("close")) => Ok(("close", Map::new())),
        Some(_) => Err(wrong("what is not as it can be".to_owned(), "give list or close")),
    }
}

/// # Errors
/// `BLOCKED_BY_POLICY` for an address of this machine's files, unless they are allowed.
fn local_files(tool: &Tool, (op, args): &(&str, Map<String, Value>), host: &Host) -> Result<()> {
    let steps = args.get("actions").and_then(Value::as_array).into_iter().flatten();
    let opened = steps.filter(|step| step["op"] == "open").map(|step| &step["url"]);
    let own = match (tool.name, *op) {
        (_, "open") => args.get("url"),
        ("tab", _) => args.get("which"),
        _ => None,
    };
    own.into_iter().chain(opened).filter_map(Value::as_str).try_for_each(|address| local_file(address, host))
}

fn local_file(address: &str, host: &Host) -> Result<()> {
    if host.caps.has(Cap::Files) || !is_file(address, &host.folder) {
        return Ok(());
    }
    Err(Failure::new(
        ErrorKind::BlockedByPolicy,
        "files of this machine are not to be opened here",
        "open an address of the web; a person can allow files by starting domtool mcp with --caps files",
    ))
}

/// Whether an address leads to a file. Browsers leave out the line breaks and tabs of an address, and so does this.
fn is_file(address: &str, folder: &std::path::Path) -> bool {
    let environment = Environment { folder: PathBuf::from(folder), ..Environment::default() };
    let Ok(url) = environment.address(address) else { return false };
    let plain: String = url.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let plain = plain.to_lowercase();
    let mut scheme = plain.as_str();
    while let Some(rest) = scheme.strip_prefix("view-source:") {
        scheme = rest;
    }
    scheme.starts_with("file:") || scheme.starts_with("filesystem:")
}

/// Takes arguments out, as a type.
fn taken<T: serde::de::DeserializeOwned>(args: &mut Map<String, Value>, names: &[&str]) -> Result<T> {
    let own: Map<_, _> = names.iter().filter_map(|name| args.remove_entry(*name)).collect();
    parsed(own.into())
}

fn parsed<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|error| Failure::invalid(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn files_are_known_however_they_are_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        for file in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            " fi\tle:///etc/passwd",
            "file:/etc/passwd",
            "view-source:view-source:file:///etc/passwd",
            "Cargo.toml",
            "./Cargo.toml",
        ] {
            assert!(is_file(file, folder), "{file}");
        }
        for other in
            ["example.com", "https://example.com/file:///etc", "localhost:8080", "about:blank", "src"]
        {
            assert!(!is_file(other, folder), "{other}");
        }
    }

    #[test]
    fn a_call_is_never_longer_than_a_host_waits() {
        let wait = Tool::find("wait", &Default::default()).unwrap();
        let open = Tool::find("open", &Default::default()).unwrap();
        let limit = Duration::from_secs(50);
        let seconds = Duration::from_secs;
        for (tool, given, most, beyond) in [
            (wait, None, Some(30.0), None),
            (wait, Some(json!(120)), Some(50.0), Some(seconds(70))),
            (wait, Some(json!(50)), Some(50.0), None),
            (open, None, None, None),
            (open, Some(json!(120)), Some(50.0), None),
        ] {
            assert_eq!(
                limited(tool, given.clone(), limit).unwrap(),
                (most, beyond),
                "{} {given:?}",
                tool.name
            );
        }
        for bad in [json!(0), json!("5"), json!(4000), json!(-1)] {
            assert!(limited(wait, Some(bad.clone()), limit).is_err(), "{bad}");
        }
    }
}
