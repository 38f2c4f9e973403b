//! How a session's browser is to be started or reached, as the global flags say it. Two sessions with equal answers
//! share one browser; a flag that contradicts the running session is an error, not a silent restart.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use domtool::{
    Context, PrivacyRules,
    chromium::{LaunchOptions, Wire},
    shorten_url,
};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Result};

/// The flags about the browser. What is not given is the running session's, or the default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Args, Serialize, Deserialize)]
#[command(next_help_heading = "Browser (when the session starts)")]
#[serde(default)]
pub(crate) struct Launch {
    /// Show the browser's window.
    #[arg(long, global = true, env = "DOMTOOL_HEADED", value_parser = clap::builder::FalseyValueParser::new())]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) headed: bool,
    /// Keep cookies and logins in this profile directory, shared by all its sessions; forget them otherwise.
    #[arg(long, global = true, value_name = "DIR", env = "DOMTOOL_PROFILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<PathBuf>,
    /// Use a browser that runs already, with its cookies and logins: http://HOST:PORT or ws://... Should the connection to it
    /// break, the next call makes it again and goes on in the same tab.
    #[arg(long, global = true, value_name = "URL", env = "DOMTOOL_CDP",
        conflicts_with_all = ["headed", "profile", "executable", "chrome_arg", "wire"])]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cdp: Option<String>,
    /// The size of the page's window in CSS pixels, such as 1280x800.
    #[arg(long, global = true, value_name = "WxH", value_parser = parse_window)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) window: Option<(u32, u32)>,
    /// Save downloads in this directory, rather than in one that is gone with the session.
    #[arg(long, global = true, value_name = "DIR", env = "DOMTOOL_DOWNLOADS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) downloads: Option<PathBuf>,
    /// Start this browser.
    #[arg(long, global = true, value_name = "PATH", env = "DOMTOOL_CHROME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) executable: Option<PathBuf>,
    /// How to talk to a browser that is started: cbor is the fastest, json is for finding faults.
    #[arg(long, global = true, value_enum, value_name = "WIRE", env = "DOMTOOL_WIRE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wire: Option<WireName>,
    /// Give Chromium one more argument; may be repeated.
    #[arg(
        long = "chrome-arg",
        id = "chrome_arg",
        global = true,
        value_name = "ARG",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    /// Never show what fields hold whose name, id, autocomplete or label matches this, with * for any text, such as
    /// 'iban*'; may be repeated. Passwords, one-time codes and payment cards are never shown anyway.
    #[arg(long, global = true, value_name = "PATTERN")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mask: Vec<String>,
}

/// The ways to talk to a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WireName {
    /// Two pipes, in CBOR.
    Cbor,
    /// Two pipes, in JSON.
    Json,
    /// A port on the loopback interface, in JSON.
    Websocket,
}

impl WireName {
    fn wire(self) -> Wire {
        match self {
            Self::Cbor => Wire::Pipe,
            Self::Json => Wire::JsonPipe,
            Self::Websocket => Wire::WebSocket,
        }
    }
}

impl Launch {
    /// With paths that do not depend on where the daemon runs.
    pub(crate) fn absolute(mut self, folder: &Path) -> Self {
        self.profile = self.profile.map(|path| folder.join(path));
        self.downloads = self.downloads.map(|path| folder.join(path));
        // A bare name is looked up on the PATH.
        self.executable =
            self.executable.map(|path| if path.components().count() > 1 { folder.join(path) } else { path });
        self
    }

    /// As it may be told: without the passwords and tokens of addresses.
    pub(crate) fn shown(&self) -> Self {
        let cdp = self.cdp.as_deref().map(|url| shorten_url(url).into_owned());
        let args = self.args.iter().map(|arg| shorten_url(arg).into_owned()).collect();
        Self { cdp, args, ..self.clone() }
    }

    /// What two sessions must have in common to share a browser.
    pub(crate) fn browser(&self) -> Self {
        Self { window: None, mask: Vec::new(), downloads: None, ..self.clone() }
    }

    /// Checks flags of a later call against those that the session was started with.
    ///
    /// # Errors
    /// `INVALID_INPUT` naming the flag that differs.
    pub(crate) fn agrees_with(&self, running: &Self, session: &str) -> Result<()> {
        let differs = if self.headed && !running.headed {
            "--headed"
        } else if self.profile.is_some() && self.profile != running.profile {
            "--profile"
        } else if self.cdp.is_some() && self.cdp != running.cdp {
            "--cdp"
        } else if self.window.is_some() && self.window != running.window {
            "--window"
        } else if self.downloads.is_some() && self.downloads != running.downloads {
            "--downloads"
        } else if self.executable.is_some() && self.executable != running.executable {
            "--executable"
        } else if self.wire.is_some() && self.wire != running.wire {
            "--wire"
        } else if !self.args.is_empty() && self.args != running.args {
            "--chrome-arg"
        } else if !self.mask.is_empty() && self.mask != running.mask {
            "--mask"
        } else {
            return Ok(());
        };
        let mut failure = Failure::invalid(format!("session {session} runs already, with another {differs}"));
        failure.hint = format!("close it first: domtool close --session {session}; or use another --session");
        Err(failure)
    }

    /// What is not to be shown of its pages.
    pub(crate) fn privacy(&self) -> PrivacyRules {
        PrivacyRules { mask_fields: self.mask.clone(), ..PrivacyRules::default() }
    }

    /// Whose cookies the session has: who names a profile or a running browser wants to be who they are there.
    pub(crate) fn context(&self) -> Context {
        if self.profile.is_some() || self.cdp.is_some() { Context::Default } else { Context::New }
    }

    /// For the library.
    pub(crate) fn options(&self) -> LaunchOptions {
        LaunchOptions {
            executable: self.executable.clone(),
            headless: !self.headed,
            profile: self.profile.clone(),
            args: self.args.clone(),
            wire: self.wire.map_or_else(Wire::default, WireName::wire),
            ..LaunchOptions::default()
        }
    }
}

pub(crate) fn parse_window(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match size {
        Some((w, h)) if (1..=16_384).contains(&w) && (1..=16_384).contains(&h) => Ok((w, h)),
        _ => Err("expected WIDTHxHEIGHT in pixels, such as 1280x800".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_window("1280x800"), Ok((1280, 800)));
        for bad in ["", "1280", "0x5", "axb", "1x2x3", "99999x1"] {
            assert!(parse_window(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_given_flags_can_contradict() {
        let running = Launch { window: Some((800, 600)), ..Launch::default() };
        assert!(Launch::default().agrees_with(&running, "a").is_ok());
        let other = Launch { window: Some((801, 600)), ..Launch::default() };
        let failure = other.agrees_with(&running, "a").unwrap_err();
        assert!(failure.message.contains("--window"), "{failure}");
    }
}
