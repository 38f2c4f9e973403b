//! One secret in the system's keyring, by the system's own tool: `secret-tool` (Secret Service) on Linux, `security` (Keychain) on macOS.
//! The secret goes over standard input and output, never on a command line, which all users can read.

use std::{
    io::{self, Read as _, Write as _},
    process::{Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domtool::ErrorKind;
use tracing::debug;

use crate::{
    failure::{Failure, Result},
    limits::{KEYRING_ANSWERS, KEYRING_BYTES},
    settings,
};

/// How long what a tool writes to standard error may come after its end.
const COMPLAINS: Duration = Duration::from_secs(1);

/// The tools and their words. `None` where the system has none.
struct Tool {
    program: &'static str,
    get: &'static [&'static str],
    /// Prints something where a secret is there, also one that is locked; `None` where `get` tells that by itself.
    find: Option<&'static [&'static str]>,
    set: &'static [&'static str],
    /// What standard input holds to set a secret.
    input: fn(&str) -> String,
    /// Whether it ended like this because nothing is there.
    finds_none: fn(&Ended) -> bool,
}

const TOOL: Option<Tool> = if cfg!(target_os = "macos") {
    Some(Tool {
        program: "security",
        get: &["find-generic-password", "-s", "domtool", "-a", "states", "-w"],
        find: None,
        // It reads commands.
        set: &["-i"],
        // It replaces nothing: states are encrypted with what is there.
        input: |secret| format!("add-generic-password -s domtool -a states -w {secret}\n"),
        // errSecItemNotFound, as an exit code
        finds_none: |ended| ended.code == Some(44),
    })
} else if cfg!(unix) {
    Some(Tool {
        program: "secret-tool",
        get: &["lookup", "service", "domtool", "purpose", "states"],
        // One that its person does not unlock is looked up as if there were none.
        find: Some(&["search", "--all", "service", "domtool", "purpose", "states"]),
        set: &["store", "--label=domtool: key of saved states", "service", "domtool", "purpose", "states"],
        input: str::to_owned,
        finds_none: |ended| ended.code == Some(1) && ended.complaint.is_empty(),
    })
} else {
    None
};

/// How a tool ended.
struct Ended {
    code: Option<i32>,
    printed: String,
    /// What it wrote to standard error.
    complaint: String,
}

/// The secret; `None` where there is none, or no keyring.
///
/// # Errors
/// `SECURITY_BLOCKED` when the keyring waits for its person, or does not say whether there is one.
pub(super) fn get() -> Result<Option<String>> {
    let Some(tool) = TOOL.filter(|_| is_on()) else { return Ok(None) };
    look_up(&tool)
}

/// The same; a random one is put there where there is none yet. What it is then is read back, as two may make one at once.
///
/// # Errors
/// As [`get`].
pub(super) fn get_or_make() -> Result<Option<String>> {
    let Some(tool) = TOOL.filter(|_| is_on()) else { return Ok(None) };
    look_up_or_make(&tool)
}

fn look_up(tool: &Tool) -> Result<Option<String>> {
    let Some(ended) = run(tool, tool.get, "")? else { return Ok(None) };
    match ended.code {
        Some(0) => Ok(Some(ended.printed).filter(|secret| !secret.is_empty())),
        _ if (tool.finds_none)(&ended) => Ok(None),
        _ => Err(refused(tool, &ended)),
    }
}

fn look_up_or_make(tool: &Tool) -> Result<Option<String>> {
    if let Some(secret) = look_up(tool)? {
        return Ok(Some(secret));
    }
    // A new one in the place of one that could not be read would make all that is encrypted with that unreadable.
    if let Some(words) = tool.find {
        let Some(found) = run(tool, words, "")? else { return Ok(None) };
        let none = found.code == Some(0) || (tool.finds_none)(&found);
        if !none || !found.printed.is_empty() {
            return Err(refused(tool, &found));
        }
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::internal(error.to_string()))?;
    let secret = STANDARD.encode(bytes);
    let Some(stored) = run(tool, tool.set, &(tool.input)(&secret))? else { return Ok(None) };
    match look_up(tool)? {
        None => Err(refused(tool, &stored)),
        secret => Ok(secret),
    }
}

/// The keyring has a secret that it does not give, or says nothing of it.
fn refused(tool: &Tool, ended: &Ended) -> Failure {
    let why = ended.complaint.lines().next().filter(|_| ended.printed.is_empty()).unwrap_or("it is locked");
    Failure::new(
        ErrorKind::SecurityBlocked,
        format!("the system's keyring did not give its key ({}): {why}", tool.program),
        "unlock it and try again; or set DOMTOOL_STATE_KEY, or DOMTOOL_KEYRING=off for the daemon",
    )
}

fn is_on() -> bool {
    std::env::var(settings::KEYRING.variable).map_or(true, |value| value != "off")
}

/// How the tool ends; `None` when it is not there.
fn run(tool: &Tool, words: &[&str], input: &str) -> Result<Option<Ended>> {
    let program = tool.program;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
    let (printed, complaint) = (reading(child.stdout.take()), reading(child.stderr.take()));
    match printed.recv_timeout(KEYRING_ANSWERS).ok().transpose() {
        Ok(Some(text)) => {
            let status = child.wait().map_err(|error| Failure::io(program, &error))?;
            debug!(%status, program, "the keyring's tool ended");
            // What the tool started may hold it open.
            let complaint = complaint.recv_timeout(COMPLAINS).ok().and_then(io::Result::ok);
            Ok(Some(Ended {
                code: status.code(),
                printed: text.trim_end_matches(['\r', '\n']).to_owned(),
                complaint: complaint.unwrap_or_else(|| "it was not heard to its end".to_owned()),
            }))
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

/// What comes of a stream to its end.
fn reading(stream: Option<impl io::Read + Send + 'static>) -> mpsc::Receiver<io::Result<String>> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = stream.map_or(Ok(0), |stream| stream.take(KEYRING_BYTES).read_to_string(&mut text));
        // Nobody hears it when it came too late.
        drop(tell.send(read.map(|_| text)));
    });
    told
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A tool that a shell plays.
    fn tool(get: String, find: &str, set: String) -> Tool {
        let words = |script: String| -> &'static [&'static str] {
            Box::leak(Box::new(["-c", &*Box::leak(script.into_boxed_str())]))
        };
        Tool {
            program: "sh",
            get: words(get),
            find: Some(words(find.to_owned())),
            set: words(set),
            input: str::to_owned,
            finds_none: |ended| ended.code == Some(1) && ended.complaint.is_empty(),
        }
    }

    #[test]
    fn one_is_made_where_there_is_none_and_found_from_then_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key").display().to_string();
        let tool = tool(format!("cat '{file}' 2> /dev/null || exit 1"), "exit 0", format!("cat > '{file}'"));
        assert_eq!(look_up(&tool).unwrap(), None);
        let made = look_up_or_make(&tool).unwrap();
        assert!(made.is_some());
        assert_eq!(look_up_or_make(&tool).unwrap(), made);
    }

    #[test]
    fn none_is_made_where_there_may_be_one_that_was_not_given() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        for (get, find) in [
            ("echo 'dismissed' >&2; exit 1", "exit 0"),
            ("exit 2", "exit 0"),
            ("kill -9 $$", "exit 0"),
            ("exit 1", "echo '[/org/freedesktop/secrets/collection/login/1]'"),
            ("exit 1", "echo 'no service' >&2; exit 1"),
        ] {
            let tool = tool(get.to_owned(), find, format!("touch '{}'", file.display()));
            let failure = look_up_or_make(&tool).unwrap_err();
            assert!(format!("{failure:?}").contains("SecurityBlocked"), "{get}: {failure:?}");
            assert!(!file.exists(), "{get} {find}");
        }
    }

    #[test]
    fn one_that_is_not_kept_is_none() {
        let tool = tool("exit 1".to_owned(), "exit 0", "cat > /dev/null".to_owned());
        assert!(look_up_or_make(&tool).is_err());
    }
}
