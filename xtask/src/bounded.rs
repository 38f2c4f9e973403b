//! Runs a program for what it prints, for a bounded time.

use std::{
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// Whether the program succeeded, and what it printed: its output, then its errors. `name` is what to call it where it fails.
pub(crate) fn output(command: &mut Command, limit: Duration, name: &str) -> Result<(bool, String), String> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name} does not start: {error}"))?;
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the program, which bounds its own time; the limit is for one that does not.
    thread::spawn(move || sender.send(child.wait_with_output()));
    let done = receiver.recv_timeout(limit).map_err(|_| format!("{name} did not end"))?;
    let done = done.map_err(|error| format!("{name} cannot be read: {error}"))?;
    let text = [done.stdout, done.stderr].concat();
    Ok((done.status.success(), String::from_utf8_lossy(&text).into_owned()))
}
