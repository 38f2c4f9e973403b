//! An environment that has nothing of this project and of its user: a home of its own, and on the path only what the system and
//! the package manager under test bring.

use std::{
    env,
    ffi::{OsStr, OsString},
    io::Read,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use tempfile::TempDir;

/// How long a command may take. The demo takes seconds; a package manager on a busy machine a minute.
const LIMIT: Duration = Duration::from_secs(240);
/// Where the system's own programs are.
const SYSTEM: &[&str] =
    if cfg!(windows) { &[r"C:\Windows\System32", r"C:\Windows"] } else { &["/usr/bin", "/bin"] };
/// What is kept of the environment: which browser is to be used, and without what nothing starts on Windows.
const KEPT: &[&str] =
    &["DOMTOOL_CHROME", "SYSTEMROOT", "COMSPEC", "PATHEXT", "PROGRAMFILES", "PROGRAMFILES(X86)"];
/// Where programs look for their user's folder.
const HOMES: &[&str] = &["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP"];

/// Removed with all that is in it when dropped.
pub(super) struct Environment {
    folder: TempDir,
    path: OsString,
}

impl Environment {
    /// One whose path begins with the folders of these programs.
    pub(super) fn with(programs: &[&Path]) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("domtool-dist-").tempdir();
        let folder = folder.map_err(|error| format!("no temporary folder: {error}"))?;
        let folders = programs.iter().filter_map(|program| program.parent());
        let folders: Vec<&Path> = folders.chain(SYSTEM.iter().map(Path::new)).collect();
        for folder in &folders {
            if folder.join(named("cargo")).is_file() {
                eprintln!(
                    "warning: cargo is in {}, so that it is there where packages are tried",
                    folder.display()
                );
            }
        }
        let path = env::join_paths(folders).map_err(|error| format!("the path: {error}"))?;
        Ok(Self { folder, path })
    }

    /// The folder that all of it is in, which is also the home.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a program, and gives what it printed: on standard output when it succeeds, else all of it as an error.
    pub(super) fn run<W: AsRef<OsStr>>(&self, program: &Path, words: &[W]) -> Result<String, String> {
        let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
        let name = format!("{} {}", program.display(), words.join(OsStr::new(" ")).display());
        let ended = self.end_of(program, &words).map_err(|why| format!("{name}: {why}"))?;
        if ended.status.success() {
            return Ok(ended.out);
        }
        Err(format!("{name} failed ({}): {}{}", ended.status, ended.out, ended.err))
    }

    /// Runs a program until its end, whatever that is.
    pub(super) fn end_of(&self, program: &Path, words: &[&OsStr]) -> Result<Ended, String> {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.folder()).env_clear().env("PATH", &self.path);
        command.env("LC_ALL", "C.UTF-8").env("DOMTOOL_SOCKET", self.folder().join("socket").join("s"));
        command.envs(KEPT.iter().filter_map(|key| Some((key, env::var_os(key)?))));
        command.envs(HOMES.iter().map(|key| (key, self.folder())));
        end(command)
    }
}

/// How a program ended, and what it printed until then.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) out: String,
    pub(super) err: String,
}

/// Waits until a program ends and nothing else holds its output, or ends it when its time is up.
fn end(mut command: Command) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("does not start: {error}"))?;
    let out = child.stdout.take().map(reading);
    let err = child.stderr.take().map(reading);
    let read = |text: Option<mpsc::Receiver<String>>| text.and_then(|text| text.recv_timeout(LIMIT).ok());
    let texts = read(out).zip(read(err));
    if texts.is_none() {
        child.kill().map_err(|error| format!("did not end, and cannot be ended: {error}"))?;
    }
    let status = child.wait().map_err(|error| format!("cannot be waited for: {error}"))?;
    let (out, err) = texts.ok_or_else(|| format!("did not end within {} s", LIMIT.as_secs()))?;
    Ok(Ended { status, out, err })
}

/// Reads to the end on a thread of its own, so that neither output holds up the other.
fn reading(mut from: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came until an error is of use to whoever reads why the program failed.
        let _read = from.read_to_end(&mut bytes);
        sender.send(String::from_utf8_lossy(&bytes).into_owned())
    });
    receiver
}

/// The first program of these names on the path of this process.
pub(super) fn find(names: &[&str]) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let found = names.iter().find_map(|name| {
        folders.iter().map(|folder| folder.join(named(name))).find(|program| program.is_file())
    });
    found.ok_or_else(|| format!("{} is not installed", names.join(" or ")))
}

/// The file of the interpreter that a name stands for, where that may be a script that needs its user's home to find it.
pub(super) fn interpreter(names: &[&str], words: &[&str]) -> Result<PathBuf, String> {
    let program = find(names)?;
    let done = Command::new(&program).args(words).stdin(Stdio::null()).output();
    let done = done.map_err(|error| format!("{}: {error}", program.display()))?;
    let path = String::from_utf8_lossy(&done.stdout).trim().to_owned();
    if done.status.success() && !path.is_empty() {
        return Ok(path.into());
    }
    Err(format!("{}: {}", program.display(), String::from_utf8_lossy(&done.stderr)))
}

/// The file of a program.
pub(super) fn named(name: &str) -> String {
    if cfg!(windows) && !name.contains('.') { format!("{name}.exe") } else { name.to_owned() }
}
