//! A place of its own for each test: a folder for the socket, profiles and pictures, and ways to call the program.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::server::Server;

/// No call of a test takes longer, also on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// A test's own place.
pub(crate) struct Home {
    folder: TempDir,
    /// The pages.
    pub(crate) server: Server,
    variables: Vec<(&'static str, String)>,
}

/// What a call gave.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code; `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Ran {
    /// Standard output as one JSON object.
    pub(crate) fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert!(value.is_object(), "{self:?}");
        value
    }

    /// Asserts that it worked.
    pub(crate) fn good(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// Asserts that it failed with a code of the table, and gives the error.
    pub(crate) fn failed(&self, exit: i32, code: &str) -> Value {
        assert_eq!(self.code, Some(exit), "{self:?}");
        let error = self.json()["error"].clone();
        assert_eq!(error["code"], code, "{self:?}");
        assert!(error["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{self:?}");
        error
    }
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("dt").tempdir().unwrap();
        Self { folder, server: Server::start(), variables: Vec::new() }
    }

    /// With an environment variable for every call.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.variables.push((name, value.to_owned()));
        self
    }

    /// Whether calls have this variable.
    pub(crate) fn sets(&self, name: &str) -> bool {
        self.variables.iter().any(|(other, _)| *other == name)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_domtool")), words)
    }

    /// Runs a call with another build of the program. One that was just written may be open yet in a child that another
    /// test is starting, which ends when that child's own program begins.
    pub(crate) fn run_another(&self, program: &Path, words: &[&str]) -> Ran {
        let begun = Instant::now();
        loop {
            match self.command_of(program, words).spawn() {
                Err(error)
                    if error.kind() == ErrorKind::ExecutableFileBusy
                        && begun.elapsed() < Duration::from_secs(5) =>
                {
                    std::thread::yield_now();
                }
                started => return finish(started.unwrap()),
            }
        }
    }

    fn command_of(&self, program: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        // What the one who runs the tests has set is not for them.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DOMTOOL_") && name != "DOMTOOL_CHROME" {
                command.env_remove(name);
            }
        }
        command
            .env("DOMTOOL_SOCKET", self.path("s"))
            .env("DOMTOOL_CONFIG", "off")
            .env("DOMTOOL_KEYRING", "off")
            .env("XDG_DATA_HOME", self.path("data"))
            .env("TMPDIR", self.folder.path())
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path())
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts another program, with the same environment.
    pub(crate) fn start_program(&self, program: &Path, words: &[&str]) -> Child {
        self.command_of(program, words).spawn().unwrap()
    }

    /// Starts a call, to be waited for or interrupted.
    pub(crate) fn start(&self, words: &[&str]) -> Child {
        self.command(words).spawn().unwrap()
    }

    /// Starts a call whose standard output goes there.
    pub(crate) fn start_writing(&self, words: &[&str], to: Stdio) -> Child {
        self.command(words).stdout(to).spawn().unwrap()
    }

    /// Starts a call that reads what is written to its standard input.
    pub(crate) fn start_reading(&self, words: &[&str]) -> Child {
        self.command(words).stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Runs a call to its end.
    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        finish(self.start(words))
    }

    /// Runs a call with one more environment variable, to its end.
    pub(crate) fn run_with(&self, variable: (&str, &str), words: &[&str]) -> Ran {
        finish(self.command(words).env(variable.0, variable.1).spawn().unwrap())
    }

    /// Runs a call with `--json` that must work.
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let value = self.run(&[words, &["--json"]].concat()).good().json();
        assert_eq!(value["ok"], true, "{value}");
        value
    }

    /// The id of the first element of this name in a fresh observation.
    pub(crate) fn id(&self, name: &str) -> String {
        let seen = self.json(&["observe"]);
        let found = seen["elements"].as_array().unwrap().iter().find(|element| element["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {seen}"))["id"].as_str().unwrap().to_owned()
    }

    /// The value of an expression in the page.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        self.json(&["eval", "--allow-eval", expression])["value"].clone()
    }

    /// The daemon's process.
    pub(crate) fn daemon(&self) -> u32 {
        let ledger: Value =
            serde_json::from_str(&fs::read_to_string(self.path("s.sessions")).unwrap()).unwrap();
        u32::try_from(ledger["pid"].as_u64().unwrap()).unwrap()
    }

    /// The browser processes that have their profile here: the main one first.
    pub(crate) fn browsers(&self) -> Vec<u32> {
        let wanted = format!("--user-data-dir={}", self.folder.path().display());
        let mut found: Vec<(bool, u32)> = Vec::new();
        // Where there is no such folder, nobody can be found.
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            let Ok(line) = fs::read(entry.path().join("cmdline")) else { continue };
            let line = String::from_utf8_lossy(&line);
            if line.contains(&wanted) && line.contains("chrom") && is_alive(pid) {
                found.push((line.contains("--type="), pid));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, pid)| pid).collect()
    }

    /// The temporary profiles that are left.
    pub(crate) fn profiles(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).unwrap().flatten().map(|entry| entry.path());
        entries.filter(|path| name(path).starts_with("domtool-profile-")).collect()
    }

    /// What the daemon wrote.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path("s.log")).unwrap_or_default()
    }

    /// How many calls are connected to the daemon, as the system lists its sockets.
    pub(crate) fn calls(&self) -> usize {
        let socket = self.path("s");
        let sockets = fs::read_to_string("/proc/net/unix").unwrap();
        let connected = |line: &&str| line.split_whitespace().nth(5) == Some("03");
        sockets.lines().filter(connected).filter(|line| line.ends_with(socket.to_str().unwrap())).count()
    }

    /// Waits until the daemon has let go of its lock.
    pub(crate) fn wait_for_daemons_end(&self) {
        let file = fs::File::open(self.path("s.lock")).unwrap();
        file.lock().unwrap();
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let closed = self.run(&["close", "--all"]);
        if !std::thread::panicking() {
            assert_eq!(closed.code, Some(0), "{closed:?}\n{}", self.log());
            until("no browser is left", || self.browsers().is_empty());
            until("no profile is left", || self.profiles().is_empty());
        } else {
            eprintln!("the daemon's log:\n{}", self.log());
        }
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Waits for a call, with a limit.
pub(crate) fn finish(child: Child) -> Ran {
    let pid = child.id();
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(child.wait_with_output()));
    let Output { status, stdout, stderr } = match receive.recv_timeout(PATIENCE) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            signal(pid, rustix::process::Signal::KILL);
            panic!("a call took longer than {} s", PATIENCE.as_secs());
        }
    };
    Ran {
        code: status.code(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

/// Sends a signal to a process that a test started.
pub(crate) fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    rustix::process::kill_process(pid, signal).unwrap();
}

/// Whether a process runs; one that ended and waits for its parent does not.
pub(crate) fn is_alive(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    !matches!(state, Some("Z" | "X"))
}

/// Waits for something that no event tells of, with a limit.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < deadline, "in 30 s not: {what}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}
