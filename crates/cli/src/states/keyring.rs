//! One secret in the system's keyring, by the system's own tool: `secret-tool` (Secret Service) on Linux, `security` (Keychain) on macOS.
//! The secret goes over standard input and output, never on a command line, which all users can read.

use std::{
    io::{self, Read as _, Write as _},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domtool::ErrorKind;
use tracing::debug;

use crate::{
    failure::{Failure, Result},
    settings,
};

/// How long a person may take to unlock the keyring.
const ANSWERS: Duration = Duration::from_secs(60);
/// No answer of the tools that matters is longer.
const LONGEST: u64 = 4096;

/// The tools and their words. `None` where the system has none.
struct Tool {
    program: &'static str,
    get: &'static [&'static str],
    set: &'static [&'static str],
    /// What standard input holds to set a secret.
    input: fn(&str) -> String,
}

const TOOL: Option<Tool> = if cfg!(target_os = "macos") {
    Some(Tool {
        program: "security",
        get: &["find-generic-password", "-s", "domtool", "-a", "states", "-w"],
        // It reads commands.
        set: &["-i"],
        input: |secret| format!("add-generic-password -U -s domtool -a states -w {secret}\n"),
    })
} else if cfg!(unix) {
    Some(Tool {
        program: "secret-tool",
        get: &["lookup", "service", "domtool", "purpose", "states"],
        set: &["store", "--label=domtool: key of saved states", "service", "domtool", "purpose", "states"],
        input: str::to_owned,
    })
} else {
    None
};

/// The secret; `None` where there is none, or no keyring.
///
/// # Errors
/// `SECURITY_BLOCKED` when the keyring waits for its person.
pub(super) fn get() -> Result<Option<String>> {
    let Some(tool) = TOOL.filter(|_| is_on()) else { return Ok(None) };
    let Some(answer) = run(&tool, tool.get, "")? else { return Ok(None) };
    Ok(Some(answer).filter(|secret| !secret.is_empty()))
}

/// The same; a random one is put there where there is none yet. What it is then is read back, as two may make one at once.
///
/// # Errors
/// As [`get`].
pub(super) fn get_or_make() -> Result<Option<String>> {
    let Some(tool) = TOOL.filter(|_| is_on()) else { return Ok(None) };
    if let Some(secret) = get()? {
        return Ok(Some(secret));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::internal(error.to_string()))?;
    let secret = STANDARD.encode(bytes);
    if run(&tool, tool.set, &(tool.input)(&secret))?.is_none() {
        return Ok(None);
    }
    get()
}

fn is_on() -> bool {
    std::env::var(settings::KEYRING.variable).map_or(true, |value| value != "off")
}

/// What the tool prints; `None` when it fails, or is not there.
fn run(tool: &Tool, words: &[&str], input: &str) -> Result<Option<String>> {
    let program = tool.program;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            debug!(%error, program, "no keyring");
            return Ok(None);
        }
    };
    let wrote = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input.as_bytes()));
    if let Err(error) = wrote {
        debug!(%error, program, "the keyring's tool does not listen");
    }
    match answer(&mut child) {
        Ok(Some(text)) => {
            let status = child.wait().map_err(|error| Failure::io(program, &error))?;
            debug!(%status, program, "the keyring's tool ended");
            Ok(status.success().then(|| text.trim_end_matches(['\r', '\n']).to_owned()))
        }
        answer => {
            // It is ours, and nobody waits for it.
            drop(child.kill());
            drop(child.wait());
            if let Err(error) = answer {
                return Err(Failure::io(program, &error));
            }
            Err(Failure::new(
                ErrorKind::SecurityBlocked,
                "the system's keyring did not answer in 60 s: it may wait for its person to unlock it",
                "unlock it and try again; or set DOMTOOL_STATE_KEY, or DOMTOOL_KEYRING=off for the daemon",
            ))
        }
    }
}

/// Standard output to its end; `None` when that takes too long.
fn answer(child: &mut Child) -> io::Result<Option<String>> {
    let Some(stdout) = child.stdout.take() else { return Ok(Some(String::new())) };
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.take(LONGEST).read_to_string(&mut text).map(|_| text);
        // Nobody hears it when it came too late.
        drop(tell.send(read));
    });
    told.recv_timeout(ANSWERS).ok().transpose()
}
