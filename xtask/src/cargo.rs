//! Runs cargo, and says now and then that it still runs.

use std::{
    env,
    ffi::OsString,
    process::{Child, Command},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use crate::load;

/// The variable by which cargo is told how many jobs to run.
const JOBS: &str = "CARGO_BUILD_JOBS";

/// How often a long run says that it goes on. Linking and the tests of one binary can be silent for minutes.
const PROGRESS: Duration = Duration::from_secs(60);

/// Runs cargo, the one that runs us, its output passed through.
pub(crate) fn cargo(args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let mut command = command();
    command.args(args).envs(variables.iter().copied());
    run(command, &format!("cargo {}", args.join(" ")))
}

/// What cargo prints, read instead of passed through.
pub(crate) fn output(args: &[&str]) -> Result<String, String> {
    let done =
        Command::new(program()).args(args).output().map_err(|error| does_not_start("cargo", &error))?;
    if !done.status.success() {
        return Err(format!("cargo {} failed: {}", args.join(" "), String::from_utf8_lossy(&done.stderr)));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// What another program of the toolchain prints; nothing where it is not installed or fails.
pub(crate) fn installed(program: &str, args: &[&str]) -> Option<String> {
    let done = Command::new(program).args(args).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Runs a command, its output passed through, with a line of progress a minute on standard error.
pub(crate) fn run(command: Command, name: &str) -> Result<(), String> {
    run_reading(command, name, |_| {})
}

/// The same, with something that reads what the command prints until it ends.
pub(crate) fn run_reading(
    mut command: Command,
    name: &str,
    read: impl FnOnce(&mut Child),
) -> Result<(), String> {
    eprintln!("$ {name}");
    let mut child = command.spawn().map_err(|error| does_not_start(name, &error))?;
    // Its end of a pipe that is read below.
    drop(command);
    let (ended, end) = mpsc::channel::<()>();
    let status = thread::scope(|scope| {
        scope.spawn(move || {
            progress(&end, PROGRESS, |time| eprintln!("xtask: still running: {} min", time.as_secs() / 60));
        });
        read(&mut child);
        let status = child.wait();
        // The other thread ends at once, so that what comes after is the last that is printed.
        drop(ended);
        status
    });
    let status = status.map_err(|error| format!("{name} cannot be waited for: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}

/// Says how long it has been, again and again, until the other end of the channel is dropped.
fn progress(end: &mpsc::Receiver<()>, every: Duration, mut say: impl FnMut(Duration)) {
    let start = Instant::now();
    while end.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
        say(start.elapsed());
    }
}

/// The cargo that runs us, with more jobs on a busy machine, unless somebody chose their number.
pub(crate) fn command() -> Command {
    let mut command = Command::new(program());
    if env::var_os(JOBS).is_none()
        && let Some(jobs) = load::jobs()
    {
        command.env(JOBS, jobs.to_string());
    }
    command
}

fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn does_not_start(name: &str, error: &std::io::Error) -> String {
    format!("{name} does not start: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_said_until_the_end() {
        let (ended, end) = mpsc::channel();
        let mut lines = 0;
        let mut ended = Some(ended);
        progress(&end, Duration::from_millis(1), |_| {
            lines += 1;
            // The third line is the last: what runs has ended.
            if lines == 3 {
                ended.take();
            }
        });
        assert_eq!(lines, 3);
    }

    #[test]
    fn what_ends_at_once_is_not_waited_for() {
        let (ended, end) = mpsc::channel();
        drop(ended);
        progress(&end, Duration::MAX, |_| panic!("nothing runs"));
    }
}
