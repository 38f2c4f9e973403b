//! Where the daemon of this user is reached, and the files beside its socket: `DOMTOOL_SOCKET`, else
//! `$XDG_RUNTIME_DIR/domtool/daemon.sock`, else a folder of the user's own below the temporary one.

use std::{
    ffi::OsString,
    fs::File,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    failure::{Failure, Result},
    limits::LOG_BYTES,
    private, settings,
};

/// The first line of every log: a file without it is not ours to write to.
const LOG_TITLE: &str = "domtool daemon log\n";

/// Where the daemon is reached.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The socket; on Windows the name of the pipe.
    pub(crate) socket: PathBuf,
    /// What the names of the files beside it begin with.
    stem: PathBuf,
}

impl Place {
    /// This user's place. Its folder exists afterwards, nobody else can replace what is in it, and nothing is at the socket's path
    /// but a socket of this user.
    ///
    /// # Errors
    /// `SECURITY_BLOCKED` when something of another user is there, `INVALID_INPUT` when a file of this user's is at the socket's path,
    /// `INTERNAL` when the folder cannot be made.
    pub(crate) fn find() -> Result<Self> {
        let named = std::env::var_os(settings::SOCKET.variable).filter(|name| !name.is_empty());
        let folder = match &named {
            Some(_) if cfg!(windows) => own_folder(),
            Some(path) => {
                let path = std::path::absolute(path)
                    .map_err(|error| Failure::io(settings::SOCKET.variable, &error))?;
                return Self::beside(path);
            }
            None => own_folder(),
        };
        private::make_folder(&folder)?;
        Self::within(&folder, named).checked()
    }

    /// A socket that the user named: in a folder of the user's choice.
    fn beside(socket: PathBuf) -> Result<Self> {
        if let Some(folder) = socket.parent() {
            // A link that leads nowhere is there, too.
            match folder.symlink_metadata() {
                Ok(_) => private::check_folder(folder)?,
                Err(_) => private::make_folder(folder)?,
            }
        }
        Self { stem: socket.clone(), socket }.checked()
    }

    fn checked(self) -> Result<Self> {
        private::check_socket(&self.socket)?;
        Ok(self)
    }

    #[cfg(not(windows))]
    fn within(folder: &Path, _named: Option<OsString>) -> Self {
        let socket = folder.join("daemon.sock");
        Self { stem: folder.join("daemon"), socket }
    }

    #[cfg(windows)]
    fn within(folder: &Path, named: Option<OsString>) -> Self {
        let user = std::env::var("USERNAME").unwrap_or_default();
        let name =
            named.map_or_else(|| format!("domtool-{user}"), |name| name.to_string_lossy().into_owned());
        let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        Self { socket: PathBuf::from(format!(r"\\.\pipe\{plain}")), stem: folder.join(plain) }
    }

    fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.stem.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Held locked by the daemon as long as it lives.
    ///
    /// # Errors
    /// As [`private::open`]; `INVALID_INPUT` when the file is something else's.
    pub(crate) fn lock(&self) -> Result<File> {
        open_lock(&self.file(".lock"))
    }

    /// Held locked by the client that starts a daemon.
    ///
    /// # Errors
    /// As [`Place::lock`].
    pub(crate) fn start_lock(&self) -> Result<File> {
        open_lock(&self.file(".start"))
    }

    /// A folder for the one picture of one call, which is not there yet.
    pub(crate) fn picture_folder(&self, number: u64) -> PathBuf {
        self.file(&format!("-picture-{}-{number}", std::process::id()))
    }

    /// Where the daemon's log is.
    pub(crate) fn log_path(&self) -> PathBuf {
        self.file(".log")
    }

    /// The daemon's log, to be written at its end. One that is long begins anew.
    ///
    /// # Errors
    /// As [`private::open`]; `INVALID_INPUT` when the file is something else's.
    pub(crate) fn log(&self) -> Result<File> {
        let path = self.log_path();
        let mut log = private::open(&path, true)?;
        let failed = |error: std::io::Error| Failure::io(path.display(), &error);
        let length = log.metadata().map_err(failed)?.len();
        if length > 0 {
            let mut title = [0; LOG_TITLE.len()];
            if log.read_exact(&mut title).is_err() || title != *LOG_TITLE.as_bytes() {
                return Err(private::not_ours(&path, "a log of domtool's"));
            }
        }
        private::close_to_others(&path, &log)?;
        if length > LOG_BYTES {
            log.set_len(0).map_err(failed)?;
        }
        if length == 0 || length > LOG_BYTES {
            log.write_all(LOG_TITLE.as_bytes()).map_err(failed)?;
        }
        Ok(log)
    }

    /// Whether the user said where the socket is.
    pub(crate) fn is_named(&self) -> bool {
        std::env::var_os(settings::SOCKET.variable).is_some_and(|name| !name.is_empty())
    }

    /// What `domtool relay` was paired with.
    pub(crate) fn relay(&self) -> PathBuf {
        self.file(".relay")
    }

    /// Which sessions the daemon has, for the one after it.
    pub(crate) fn session_store(&self) -> PathBuf {
        self.file(".sessions")
    }
}

#[cfg(unix)]
fn own_folder() -> PathBuf {
    match std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_dir()) {
        Some(runtime) => runtime.join("domtool"),
        None => std::env::temp_dir().join(format!("domtool-{}", rustix::process::geteuid().as_raw())),
    }
}

#[cfg(not(unix))]
fn own_folder() -> PathBuf {
    std::env::var_os("LOCALAPPDATA")
        .map_or_else(std::env::temp_dir, PathBuf::from)
        .join("domtool")
        .join("run")
}

/// Nothing is ever written to a lock.
fn open_lock(path: &Path) -> Result<File> {
    let lock = private::open(path, false)?;
    if lock.metadata().map_err(|error| Failure::io(path.display(), &error))?.len() > 0 {
        return Err(private::not_ours(path, "a lock of domtool's"));
    }
    private::close_to_others(path, &lock)?;
    Ok(lock)
}
