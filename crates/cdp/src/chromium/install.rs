//! Installing a Chromium through the system's own package manager. Asking the user first is left to the caller.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};

use super::surroundings::{is_root, on_path};
use crate::error::{Error, ErrorKind, Result};

/// What would be run to install a Chromium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The package manager, such as `apt`.
    pub manager: &'static str,
    /// The commands, in order: the program and its arguments. Each runs only if the one before it succeeded.
    pub commands: Vec<Vec<String>>,
    /// Whether they need rights that this process does not have; then they begin with `sudo` where there is one.
    pub needs_root: bool,
    /// What a user should know before saying yes.
    pub note: Option<&'static str>,
}

impl Plan {
    /// The commands as one line that a user can read or paste.
    #[must_use]
    pub fn describe(&self) -> String {
        self.commands.iter().map(|command| command.join(" ")).collect::<Vec<_>>().join(" && ")
    }
}

struct Manager {
    name: &'static str,
    /// `std::env::consts::OS`; Homebrew on Linux has no browsers.
    system: &'static str,
    program: &'static str,
    as_root: bool,
    commands: &'static [&'static [&'static str]],
}

const MANAGERS: &[Manager] = &[
    Manager {
        name: "apt",
        system: "linux",
        program: "apt-get",
        as_root: true,
        commands: &[&["apt-get", "update"], &["apt-get", "install", "-y", "chromium"]],
    },
    Manager {
        name: "dnf",
        system: "linux",
        program: "dnf",
        as_root: true,
        commands: &[&["dnf", "install", "-y", "chromium"]],
    },
    Manager {
        name: "pacman",
        system: "linux",
        program: "pacman",
        as_root: true,
        commands: &[&["pacman", "-Sy", "--noconfirm", "--needed", "chromium"]],
    },
    Manager {
        name: "brew",
        system: "macos",
        program: "brew",
        as_root: false,
        commands: &[&["brew", "install", "--cask", "google-chrome"]],
    },
    Manager {
        name: "winget",
        system: "windows",
        program: "winget",
        as_root: false,
        commands: &[&[
            "winget",
            "install",
            "--exact",
            "--id",
            "Google.Chrome",
            "--accept-package-agreements",
            "--accept-source-agreements",
            "--disable-interactivity",
        ]],
    },
];

/// How a Chromium can be installed on this machine; `None` where no package manager that we know is.
#[must_use]
pub fn plan() -> Option<Plan> {
    let usable =
        |manager: &&Manager| manager.system == std::env::consts::OS && on_path(manager.program).is_some();
    let manager = MANAGERS.iter().find(usable)?;
    let mut plan = planned(manager, is_root(), on_path("sudo").is_some());
    if plan.needs_root && on_path("sudo").is_none() {
        plan.note = Some("these commands need root, and there is no sudo here");
    } else if manager.name == "apt" && is_ubuntu() {
        plan.note =
            Some("Ubuntu's chromium is a snap, which needs snapd and sees only a part of the file system");
    }
    Some(plan)
}

fn is_ubuntu() -> bool {
    std::fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=ubuntu"))
}

fn planned(manager: &Manager, root: bool, sudo: bool) -> Plan {
    let needs_root = manager.as_root && !root;
    let prefix: &[&str] = if needs_root && sudo { &["sudo"] } else { &[] };
    let whole =
        |command: &&[&str]| prefix.iter().chain(command.iter()).map(|&word| word.to_owned()).collect();
    Plan {
        manager: manager.name,
        commands: manager.commands.iter().map(whole).collect(),
        needs_root,
        note: None,
    }
}

/// Runs a plan, and hands over each line that its commands print. Dropping the future ends the running command.
///
/// # Errors
/// Io when a command cannot be started, NoBrowser when one fails.
pub async fn run(plan: &Plan, mut on_line: impl FnMut(&str)) -> Result<()> {
    for command in &plan.commands {
        let Some((program, args)) = command.split_first() else { continue };
        let line = command.join(" ");
        let failed = |e| Error::io(format!("`{line}` could not be run"), e);
        // Standard input stays the terminal's: `sudo` may ask for a password.
        let mut child = tokio::process::Command::new(program)
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let mut out = child.stdout.take().map(|pipe| BufReader::new(pipe).lines());
        let mut err = child.stderr.take().map(|pipe| BufReader::new(pipe).lines());
        let mut last = String::new();
        while out.is_some() || err.is_some() {
            let text = tokio::select! {
                text = next_line(&mut out) => text,
                text = next_line(&mut err) => text,
            };
            if let Some(text) = text {
                on_line(&text);
                last = text;
            }
        }
        let status = child.wait().await.map_err(failed)?;
        if !status.success() {
            let message = format!("`{line}` failed ({status}): {last}");
            return Err(Error::new(ErrorKind::NoBrowser, message));
        }
    }
    Ok(())
}

/// The next line, or `None` and no more reader. Never resolves without a reader.
async fn next_line<R: tokio::io::AsyncBufRead + Unpin>(
    lines: &mut Option<tokio::io::Lines<R>>,
) -> Option<String> {
    let Some(reader) = lines else { return std::future::pending().await };
    match reader.next_line().await {
        Ok(Some(line)) => Some(line),
        // Bytes that are no text end the reading, not the command.
        Ok(None) | Err(_) => {
            *lines = None;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn manager(name: &str) -> &'static Manager {
        MANAGERS.iter().find(|manager| manager.name == name).unwrap()
    }

    #[test]
    fn root_installs_directly_and_others_through_sudo() {
        let apt = manager("apt");
        assert_eq!(planned(apt, true, true).describe(), "apt-get update && apt-get install -y chromium");
        assert_eq!(
            planned(apt, false, true).describe(),
            "sudo apt-get update && sudo apt-get install -y chromium"
        );
        let stuck = planned(apt, false, false);
        assert!(stuck.needs_root && !stuck.describe().contains("sudo"));
        assert!(!planned(manager("brew"), false, true).describe().contains("sudo"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_plan_stops_at_the_first_command_that_fails() {
        let command = |script: &str| vec!["/bin/sh".to_owned(), "-c".to_owned(), script.to_owned()];
        let commands = vec![command("echo one"), command("echo broken >&2; exit 3"), command("echo never")];
        let plan = Plan { manager: "test", commands, needs_root: false, note: None };
        let mut seen = Vec::new();
        let error = run(&plan, |line| seen.push(line.to_owned())).await.unwrap_err();
        assert_eq!(seen, ["one", "broken"]);
        assert!(error.to_string().contains("broken"), "{error}");
    }
}
