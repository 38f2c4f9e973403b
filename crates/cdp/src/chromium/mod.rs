//! Chromium itself: finding one, installing one, starting one and making sure that it ends.
//!
//! [`Chromium`] owns a process group and, unless told otherwise, a temporary profile. Both are gone when it is closed,
//! when it is dropped, and (on Unix, by the help of a small watcher) also when this process is killed.
//! Tabs and pages are left to whoever uses its [`Connection`](crate::Connection).

mod find;
mod flags;
mod folder;
pub mod install;
#[cfg(unix)]
mod janitor;
mod launch;
mod owned;
mod process;
mod profile;
mod stderr;
mod surroundings;

use std::{path::PathBuf, time::Duration};

pub use find::{Installation, Source, cache_folder, installed};
pub use folder::make_private_folder;
pub use launch::Chromium;

pub use crate::endpoint::running::{RunningBrowser, running};

/// How to start Chromium.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchOptions {
    /// Which one; `None` for the first of [`installed`].
    pub executable: Option<PathBuf>,
    /// Without a window.
    pub headless: bool,
    /// The profile directory to use and to keep; `None` for a temporary one.
    pub profile: Option<PathBuf>,
    /// More arguments; they come last, so they win.
    pub args: Vec<String>,
    /// How to talk to it.
    pub wire: Wire,
    /// The size of its windows, width and height, in CSS pixels.
    pub window: (u32, u32),
    /// Whether its renderers are locked in.
    pub sandbox: Sandbox,
    /// How long it may take until it answers.
    pub deadline: Duration,
    /// How the connection to it behaves.
    pub connection: crate::connection::ConnectionOptions,
}

impl LaunchOptions {
    /// Starts this one.
    #[must_use]
    pub fn with_executable(self, executable: impl Into<PathBuf>) -> Self {
        Self { executable: Some(executable.into()), ..self }
    }

    /// Starts it without a window, or with one.
    #[must_use]
    pub fn with_headless(self, headless: bool) -> Self {
        Self { headless, ..self }
    }

    /// Uses this profile directory, and keeps it.
    #[must_use]
    pub fn with_profile(self, profile: impl Into<PathBuf>) -> Self {
        Self { profile: Some(profile.into()), ..self }
    }

    /// Gives it more arguments; they come last, so they win.
    #[must_use]
    pub fn with_args<T: Into<String>>(self, args: impl IntoIterator<Item = T>) -> Self {
        Self { args: args.into_iter().map(Into::into).collect(), ..self }
    }

    /// Talks to it over this wire.
    #[must_use]
    pub fn with_wire(self, wire: Wire) -> Self {
        Self { wire, ..self }
    }

    /// Gives its windows this width and height, CSS pixels.
    #[must_use]
    pub fn with_window(self, width: u32, height: u32) -> Self {
        Self { window: (width, height), ..self }
    }

    /// Says whether its renderers are locked in.
    #[must_use]
    pub fn with_sandbox(self, sandbox: Sandbox) -> Self {
        Self { sandbox, ..self }
    }

    /// Gives it so long until it answers.
    #[must_use]
    pub fn with_deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// Says how the connection to it behaves.
    #[must_use]
    pub fn with_connection(self, connection: crate::connection::ConnectionOptions) -> Self {
        Self { connection, ..self }
    }
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            executable: None,
            headless: true,
            profile: None,
            args: Vec::new(),
            wire: Wire::default(),
            window: (1280, 800),
            sandbox: Sandbox::Auto,
            deadline: Duration::from_secs(20),
            connection: crate::connection::ConnectionOptions::default(),
        }
    }
}

/// How to talk to a Chromium that we start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wire {
    /// Two pipes that nobody else can reach, with messages in CBOR, which Chromium need not translate. Unix only; elsewhere
    /// this is taken as [`Wire::WebSocket`].
    Pipe,
    /// The same with messages in JSON.
    JsonPipe,
    /// A port on the loopback interface, which other programs of this machine can reach too.
    WebSocket,
}

impl Default for Wire {
    fn default() -> Self {
        if cfg!(unix) { Self::Pipe } else { Self::WebSocket }
    }
}

/// Why a browser that is started here with these options has no sandbox; `None` when it has one.
///
/// ```
/// use domtool_cdp::chromium::{LaunchOptions, Sandbox, why_without_sandbox};
///
/// let on = LaunchOptions::default().with_sandbox(Sandbox::On);
/// assert_eq!(why_without_sandbox(&on), None);
/// assert!(why_without_sandbox(&on.with_args(["--no-sandbox"])).is_some());
/// ```
#[must_use]
pub fn why_without_sandbox(options: &LaunchOptions) -> Option<&'static str> {
    flags::unboxed(options, surroundings::in_container())
}

/// Whether Chromium's own sandbox is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sandbox {
    /// On, but off where it cannot work: as root and in containers. [`Chromium::notes`] says so.
    #[default]
    Auto,
    /// On.
    On,
    /// Off.
    Off,
}
