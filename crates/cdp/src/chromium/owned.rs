//! [`Owned`]: Chromium's processes and its profile as one thing that ends together.

use std::{
    path::Path,
    process::{Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

#[cfg(unix)]
use std::{io::Write, os::unix::process::CommandExt};

use tokio::{process::Child, time::timeout};

#[cfg(unix)]
use super::janitor::Janitor;
use super::{process, profile::Profile, stderr::Stderr};
#[cfg(unix)]
use crate::transport::BrowserEnds;
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{PROCESSES_DIE, PROCESSES_DIE_IN_DROP},
};

/// The pause between two tries, where there is no event to wait for.
const PAUSE: Duration = Duration::from_millis(3);

/// A shell script that waits for one line and then becomes the browser. If this process is killed before that line, the script ends.
#[cfg(unix)]
const GATE: &str = r#"read -r go || exit 1; exec "$0" "$@" </dev/null"#;

/// A started Chromium with all that must not outlive its owner.
#[derive(Debug)]
pub(super) struct Owned {
    pub(super) pid: u32,
    pub(super) profile: Profile,
    pub(super) stderr: Stderr,
    child: Child,
    #[cfg(unix)]
    janitor: Option<Janitor>,
    ended: bool,
}

impl Owned {
    /// Starts the program. Its descriptors 3 and 4 are the ends of a pipe, where there is one.
    #[cfg(unix)]
    pub(super) fn start(
        executable: &Path,
        args: &[String],
        mut profile: Profile,
        ends: Option<BrowserEnds>,
        notes: &mut Vec<String>,
    ) -> Result<Self> {
        let mut janitor = Janitor::start(profile.is_temporary().then(|| profile.path()))
            .map_err(|e| notes.push(format!("nothing cleans up if this process is killed: /bin/sh: {e}")))
            .ok();
        profile.make()?;
        let mut command = match janitor {
            Some(_) => {
                let mut command = Command::new("/bin/sh");
                command.args(["-c", GATE]).arg(executable);
                command
            }
            None => Command::new(executable),
        };
        command.args(args).process_group(0);
        keep_settings_out(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        keep_temporary_files_inside(&mut command, &profile);
        if let Some(BrowserEnds { reads, writes }) = ends {
            use command_fds::{CommandFdExt, FdMapping};
            let mappings = vec![
                FdMapping { parent_fd: reads, child_fd: 3 },
                FdMapping { parent_fd: writes, child_fd: 4 },
            ];
            command.fd_mappings(mappings).map_err(|e| {
                Error::new(ErrorKind::Launch, "the pipes cannot be given to the browser").caused_by(e)
            })?;
        }
        let mut owned = Self::spawn(command, executable, profile)?;
        if let Some(janitor) = &mut janitor {
            let told = janitor.watch(owned.pid);
            owned.tell_go().and(told).map_err(|e| Error::io("the browser cannot be watched", e))?;
        }
        owned.janitor = janitor;
        Ok(owned)
    }

    /// Starts the program.
    #[cfg(not(unix))]
    pub(super) fn start(executable: &Path, args: &[String], mut profile: Profile) -> Result<Self> {
        profile.make()?;
        let mut command = Command::new(executable);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        keep_settings_out(&mut command);
        Self::spawn(command, executable, profile)
    }

    fn spawn(command: Command, executable: &Path, profile: Profile) -> Result<Self> {
        let refused =
            |message: &str| Error::new(ErrorKind::Launch, format!("{} {message}", executable.display()));
        let started = tokio::process::Command::from(command).spawn();
        // The command is gone now, and with it our copies of the browser's ends of the pipes.
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                profile.remove();
                return Err(refused("cannot be started").caused_by(error));
            }
        };
        let (Some(pid), Some(stderr)) = (child.id(), child.stderr.take()) else {
            profile.remove();
            return Err(refused("ended as it was started"));
        };
        Ok(Self {
            pid,
            profile,
            stderr: Stderr::read(stderr),
            child,
            #[cfg(unix)]
            janitor: None,
            ended: false,
        })
    }

    #[cfg(unix)]
    fn tell_go(&mut self) -> std::io::Result<()> {
        let Some(gate) = self.child.stdin.take() else { return Ok(()) };
        let mut gate = std::fs::File::from(gate.into_owned_fd()?);
        gate.write_all(b"go\n")
    }

    /// Waits for the main process.
    pub(super) async fn exited(&mut self) -> Option<ExitStatus> {
        self.child.wait().await.ok()
    }

    /// Gives the browser this time to end by itself, then ends what is left and removes the profile.
    pub(super) async fn end(&mut self, goodbye: Duration) -> Result<()> {
        // Standard error ends when the last of its processes does, helpers included.
        let in_order = timeout(goodbye, self.child.wait()).await.is_ok();
        process::kill_group(self.pid);
        if !in_order {
            // What the group kill does by itself on Unix.
            let _ = self.child.start_kill();
            let _ = timeout(PROCESSES_DIE, self.child.wait()).await;
        }
        let all_gone = self.stderr.ended(PROCESSES_DIE).await;
        self.ended = true;
        if !self.profile_removed(PROCESSES_DIE).await {
            let message = format!("the profile {} cannot be removed yet", self.profile.path().display());
            return Err(Error::new(ErrorKind::Io, message));
        }
        if !all_gone {
            let message = format!("some process of the browser {} is still there", self.pid);
            return Err(Error::new(ErrorKind::Io, message));
        }
        self.dismiss_janitor();
        Ok(())
    }

    /// Tries again for a while, because a process that is ending can still make files.
    async fn profile_removed(&self, within: Duration) -> bool {
        let attempts = async {
            while !self.profile.remove() {
                tokio::time::sleep(PAUSE).await;
            }
        };
        timeout(within, attempts).await.is_ok()
    }

    fn dismiss_janitor(&mut self) {
        #[cfg(unix)]
        if let Some(janitor) = self.janitor.take() {
            janitor.done();
        }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        process::kill_group(self.pid);
        let _ = self.child.start_kill();
        let until = Instant::now() + PROCESSES_DIE_IN_DROP;
        let mut child_gone = false;
        while Instant::now() < until {
            child_gone = child_gone || matches!(self.child.try_wait(), Ok(Some(_)));
            if child_gone && self.profile.remove() {
                self.dismiss_janitor();
                return;
            }
            std::thread::sleep(PAUSE);
        }
        // The janitor finds the end of its pipe now, and has more time than a blocked thread.
    }
}

/// Leaves the settings of domtool out of what a program finds in its environment: some let their holder in, and a browser has no sandbox
/// everywhere.
pub(super) fn keep_settings_out(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("DOMTOOL_") {
            command.env_remove(name);
        }
    }
}

/// Sockets and lock files that Chromium would leave in the system's folder when killed. Only where the profile's path
/// leaves room for the name of a socket (108 bytes on Linux, fewer elsewhere).
#[cfg(unix)]
fn keep_temporary_files_inside(command: &mut Command, profile: &Profile) {
    const ROOM: usize = 50;
    if profile.is_temporary() && profile.path().as_os_str().len() <= ROOM {
        command.env("TMPDIR", profile.path());
    }
}
