//! The programs of one row, in a folder of their own: the shop, the daemon that the first call starts, and a WebDriver server where the row has one.
//! All end with it.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use super::{
    Browsers,
    processes::{Processes, Taken},
};
use crate::bounded;

/// No call takes longer, also on a machine that does much else.
const CALL_WITHIN: Duration = Duration::from_secs(300);
/// A server listens within this time.
const LISTENS_WITHIN: Duration = Duration::from_secs(30);

/// The programs.
pub(super) struct Place {
    binary: PathBuf,
    folder: TempDir,
    /// The shop's address.
    pub(super) shop: String,
    orders: Arc<Mutex<Vec<Value>>>,
    /// The WebDriver server's address.
    engine: Option<String>,
    servers: Vec<Child>,
}

/// Whether there is a WebDriver server to be started.
pub(super) fn has_chromedriver() -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join("chromedriver").is_file()))
}

impl Place {
    /// Starts them.
    pub(super) fn new(binary: &str, browsers: Browsers) -> Result<Self, String> {
        let binary = fs::canonicalize(binary).map_err(|error| format!("{binary}: {error}"))?;
        let folder = tempfile::Builder::new().prefix("dts").tempdir();
        let folder = folder.map_err(|error| format!("a folder for the daemon: {error}"))?;
        let orders = Arc::new(Mutex::new(Vec::new()));
        let mut place =
            Self { binary, folder, shop: String::new(), orders, engine: None, servers: Vec::new() };
        place.open_shop()?;
        if browsers == Browsers::WebDriver {
            place.start_driver()?;
        }
        Ok(place)
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("DOMTOOL_") && name != "DOMTOOL_CHROME" {
                command.env_remove(name);
            }
        }
        command
            .env("DOMTOOL_SOCKET", self.folder.path().join("s"))
            .env("DOMTOOL_CONFIG", "off")
            .env("TMPDIR", self.folder.path())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        if let Some(engine) = &self.engine {
            // The server's browsers know nothing of where they run, and a container has no room for their sandbox.
            command.env("DOMTOOL_ENGINE", engine).env("DOMTOOL_CHROME_ARG", "--no-sandbox");
        }
        command
    }

    fn open_shop(&mut self) -> Result<(), String> {
        let mut command = self.command(&self.binary);
        let mut shop = command
            .args(["demo", "--shop", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the shop does not open: {error}"))?;
        let lines = shop.stdout.take().map(|out| BufReader::new(out).lines());
        self.servers.push(shop);
        let mut lines = lines.into_iter().flatten().map_while(Result::ok);
        let first: Value = lines
            .next()
            .and_then(|line| serde_json::from_str(&line).ok())
            .ok_or("the shop does not say where it is")?;
        self.shop = first["shop"].as_str().ok_or("the shop does not say where it is")?.to_owned();
        let orders = Arc::clone(&self.orders);
        // It ends with the shop.
        thread::spawn(move || {
            for line in lines {
                let order = serde_json::from_str(&line).unwrap_or(Value::Null);
                orders.lock().unwrap_or_else(PoisonError::into_inner).push(order);
            }
        });
        Ok(())
    }

    fn start_driver(&mut self) -> Result<(), String> {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = port.map_err(|error| format!("a free port: {error}"))?.port();
        let driver = self
            .command(Path::new("chromedriver"))
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver does not start: {error}"))?;
        self.servers.push(driver);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begun.elapsed() > LISTENS_WITHIN {
                return Err("chromedriver does not listen".to_owned());
            }
            thread::park_timeout(Duration::from_millis(20));
        }
        self.engine = Some(format!("webdriver+http://127.0.0.1:{port}"));
        Ok(())
    }

    /// Makes a call, and gives what it prints.
    pub(super) fn call(&self, words: &[&str]) -> Result<Value, String> {
        let name = format!("domtool {}", words.join(" "));
        let mut command = self.command(&self.binary);
        command.args(words).arg("--json");
        let (good, text) = bounded::output(&mut command, CALL_WITHIN, &name)?;
        if !good {
            return Err(format!("{name}: {text}"));
        }
        serde_json::from_str(&text).map_err(|error| format!("{name}: {error}: {text}"))
    }

    /// The orders that the shop received.
    pub(super) fn orders(&self) -> Vec<Value> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the programs take now.
    pub(super) fn taken(&self) -> Result<Taken, String> {
        let ledger = fs::read_to_string(self.folder.path().join("s.sessions"))
            .map_err(|error| format!("the daemon's list of sessions: {error}"))?;
        let ledger: Value = serde_json::from_str(&ledger).map_err(|error| error.to_string())?;
        let daemon = ledger["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
        let daemon = daemon.ok_or("the daemon does not say which process it is")?;
        // The shop comes first.
        let driver = self.servers.get(1).map(Child::id);
        Processes::read()?.taken(daemon, driver, &self.folder.path().display().to_string())
    }

    /// Ends everything in order.
    pub(super) fn close(&mut self) -> Result<(), String> {
        self.call(&["close", "--all"]).map(drop)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Whatever failed has said so.
        let _ = self.close();
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}
