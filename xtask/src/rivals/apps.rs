//! The applications: how each is installed, and started anew for every task, so that none sees what another left.

use std::{
    env, fs,
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::tools::absolute;
use crate::{cargo, js, serve};

/// Where the applications and the other tools are installed. It is not in the sources: they are some hundred megabytes.
pub(super) const INSTALLED: &str = "target/rivals";
/// The lists of what is installed, and the files that applications begin with.
const LISTS: &str = "xtask/rivals";
const NPM: [&str; 2] = ["package.json", "package-lock.json"];
const PYTHON: &str = "requirements.txt";

/// How long an application may take to answer, and how often it is asked.
const STARTED: Duration = Duration::from_secs(60);
const ASKED_EVERY: Duration = Duration::from_millis(100);

/// How the pages of an application are served.
enum Served {
    /// From a folder of its package: it has no server of its own.
    Files(&'static str),
    /// By the application's own server, in an empty folder.
    Program(fn(folder: &Path, port: u16) -> std::io::Result<Command>),
}

/// What each application is called in the table of tasks.
const APPS: [(&str, Served); 5] = [
    ("gentelella", Served::Files("node_modules/gentelella/dist")),
    ("todomvc", Served::Files("node_modules/todomvc/examples/vue")),
    ("tiddlywiki", Served::Program(tiddlywiki)),
    ("jupyterlab", Served::Program(jupyterlab)),
    ("node-red", Served::Program(node_red)),
];

/// Installs what the lists have, unless it is there already.
pub(super) fn install() -> Result<(), String> {
    let to = Path::new(INSTALLED);
    let read = |folder: &Path, list: &str| fs::read(folder.join(list)).ok();
    let same = |list: &&str| read(Path::new(LISTS), list) == read(to, list);
    let copy = |list: &str| {
        fs::create_dir_all(to)
            .and_then(|()| fs::copy(Path::new(LISTS).join(list), to.join(list)))
            .map(|_| ())
            .map_err(|error| format!("{list}: {error}"))
    };
    if !NPM.iter().all(&same) {
        for list in NPM {
            copy(list)?;
        }
        let mut npm = Command::new(js::npm());
        npm.args(["ci", "--prefix", INSTALLED, "--no-audit", "--no-fund"]);
        cargo::run(npm, "npm ci")?;
    }
    if !same(&PYTHON) {
        let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" });
        python.args(["-m", "venv"]).arg(to.join("venv"));
        cargo::run(python, "python -m venv")?;
        let mut pip = Command::new(in_venv("pip"));
        pip.args(["install", "--quiet", "--requirement"]).arg(Path::new(LISTS).join(PYTHON));
        cargo::run(pip, "pip install")?;
        copy(PYTHON)?;
    }
    Ok(())
}

/// An application that runs until this is dropped.
pub(super) struct Running {
    address: SocketAddr,
    server: Option<Child>,
    folder: PathBuf,
}

impl Running {
    /// Starts an application with nothing of what it did before.
    pub(super) fn start(name: &str) -> Result<Self, String> {
        let (_, served) = APPS
            .iter()
            .find(|(app, _)| *app == name)
            .ok_or_else(|| format!("there is no application {name}"))?;
        let folder = absolute(&Path::new(INSTALLED).join("data"));
        match served {
            Served::Files(files) => {
                let root = Path::new(INSTALLED).join(files);
                let file_of = move |path: &str| {
                    let file = root.join(path);
                    if file.is_dir() { file.join("index.html") } else { file }
                };
                Ok(Self { address: serve::start(file_of)?, server: None, folder })
            }
            Served::Program(command) => {
                if folder.exists() {
                    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                }
                fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                let address = free_address()?;
                let begun = command(&folder, address.port());
                let mut command = begun.map_err(|error| format!("{name} cannot be prepared: {error}"))?;
                // What it needs of its owner's home, it finds in its own folder.
                command.current_dir(&folder).env("HOME", &folder);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                let server = command.spawn().map_err(|error| format!("{name} does not start: {error}"))?;
                let mut running = Self { address, server: Some(server), folder };
                running.wait(name)?;
                Ok(running)
            }
        }
    }

    /// The address of one of its pages.
    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Waits until something answers at its address.
    fn wait(&mut self, name: &str) -> Result<(), String> {
        let since = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            let ended = self.server.as_mut().and_then(|server| server.try_wait().ok().flatten());
            if ended.is_some() || since.elapsed() > STARTED {
                return Err(format!("{name} does not answer"));
            }
            thread::sleep(ASKED_EVERY);
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        // A server that is asked to end ends the programs that it has started. Where nobody can ask, it is killed.
        let asked = cfg!(unix)
            && Command::new("kill").arg(server.id().to_string()).status().is_ok_and(|end| end.success());
        let since = Instant::now();
        while asked && since.elapsed() < STARTED / 6 && matches!(server.try_wait(), Ok(None)) {
            thread::sleep(ASKED_EVERY);
        }
        let _killed = server.kill();
        let _ended = server.wait();
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

/// A port that was free a moment ago.
fn free_address() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no port: {error}"))?;
    listener.local_addr().map_err(|error| format!("no port: {error}"))
}

/// A wiki that keeps its pages on the server.
fn tiddlywiki(folder: &Path, port: u16) -> std::io::Result<Command> {
    let info = r#"{"plugins":["tiddlywiki/tiddlyweb","tiddlywiki/filesystem"],"themes":["tiddlywiki/vanilla","tiddlywiki/snowwhite"]}"#;
    fs::write(folder.join("tiddlywiki.info"), info)?;
    let mut command = node("tiddlywiki/tiddlywiki.js");
    command.arg(folder).args(["--listen", &format!("port={port}"), "host=127.0.0.1"]);
    Ok(command)
}

/// A notebook server whose folder holds one notebook.
fn jupyterlab(folder: &Path, port: u16) -> std::io::Result<Command> {
    fs::copy(Path::new(LISTS).join("files/answer.ipynb"), folder.join("answer.ipynb"))?;
    let mut command = Command::new(absolute(&in_venv("jupyter-lab")));
    command.args(["--no-browser", "--allow-root", "--ip=127.0.0.1", &format!("--port={port}")]);
    command.args(["--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.news_url="]);
    command.arg(format!("--ServerApp.root_dir={}", folder.display()));
    Ok(command)
}

/// An editor of flows.
fn node_red(folder: &Path, port: u16) -> std::io::Result<Command> {
    let mut command = node("node-red/red.js");
    command.args(["--port", &port.to_string(), "-D", "uiHost=127.0.0.1", "--userDir"]).arg(folder);
    Ok(command)
}

fn node(script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(absolute(&Path::new(INSTALLED).join("node_modules").join(script)));
    command
}

fn in_venv(program: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    Path::new(INSTALLED).join("venv").join(folder).join(format!("{program}{}", env::consts::EXE_SUFFIX))
}
