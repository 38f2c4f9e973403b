//! Where the daemon of this user is reached, and the files beside its socket: `DOMTOOL_SOCKET`, else
//! `$XDG_RUNTIME_DIR/domtool/daemon.sock`, else a folder of the user's own below the temporary one.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use crate::failure::{Failure, Result};

/// Where the daemon is reached.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The socket; on Windows the name of the pipe.
    pub(crate) socket: PathBuf,
    /// What the names of the files beside it begin with.
    stem: PathBuf,
}

impl Place {
    /// This user's place. Its folder exists afterwards and is nobody else's.
    ///
    /// # Errors
    /// `INTERNAL` when the folder cannot be made, or belongs to someone else.
    pub(crate) fn find() -> Result<Self> {
        let named = std::env::var_os("DOMTOOL_SOCKET").filter(|name| !name.is_empty());
        let folder = match &named {
            Some(_) if cfg!(windows) => own_folder(),
            Some(path) => {
                let path =
                    std::path::absolute(path).map_err(|error| Failure::io("DOMTOOL_SOCKET", &error))?;
                return Self::beside(path);
            }
            None => own_folder(),
        };
        make_private(&folder)?;
        Ok(Self::within(&folder, named))
    }

    /// A socket that the user named: in a folder of the user's choice.
    fn beside(socket: PathBuf) -> Result<Self> {
        if let Some(folder) = socket.parent().filter(|folder| !folder.exists()) {
            make_private(folder)?;
        }
        Ok(Self { stem: socket.clone(), socket })
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
    pub(crate) fn lock(&self) -> PathBuf {
        self.file(".lock")
    }

    /// Held locked by the client that starts a daemon.
    pub(crate) fn start_lock(&self) -> PathBuf {
        self.file(".start")
    }

    /// Where the daemon writes what it has to say.
    pub(crate) fn log(&self) -> PathBuf {
        self.file(".log")
    }

    /// Which sessions the daemon has, for the one after it.
    pub(crate) fn ledger(&self) -> PathBuf {
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

/// Makes a folder that only this user can enter. One that is there already must be such a one: in a shared temporary
/// folder somebody else could have put it there.
#[cfg(unix)]
fn make_private(folder: &Path) -> Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};

    let failed = |error: io::Error| Failure::io(folder.display(), &error);
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    let meta = fs::symlink_metadata(folder).map_err(failed)?;
    let own = meta.is_dir() && meta.uid() == rustix::process::geteuid().as_raw() && meta.mode() & 0o077 == 0;
    if own {
        return Ok(());
    }
    Err(Failure::new(
        "INTERNAL",
        format!("{} is not a folder of yours alone", folder.display()),
        "remove it or make it yours with mode 700, or name another socket in DOMTOOL_SOCKET",
    ))
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error: io::Error| Failure::io(folder.display(), &error))
}
