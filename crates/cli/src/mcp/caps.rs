//! What a model may do besides using the page: the person who starts the server says so, not the model.

use clap::ValueEnum;

/// One of those things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cap {
    /// Open files of this machine, give them to pages, download, and print pages into files.
    Files,
    /// List the requests of pages.
    Network,
    /// Run JavaScript in pages.
    Eval,
    /// Have pages believe in another device, person or place.
    Emulate,
    /// Save what sites keep, logins among it, into files of this machine, and load it; see and set cookies and storage.
    Storage,
    /// Hand a tab over to the person at its window, and wait for them.
    Person,
}

/// Those that are given.
#[derive(Debug, Clone, Default)]
pub(crate) struct Caps(Vec<Cap>);

impl Caps {
    /// These.
    pub(crate) fn new(given: impl IntoIterator<Item = Cap>) -> Self {
        Self(given.into_iter().collect())
    }

    /// Whether this one is given.
    pub(super) fn has(&self, cap: Cap) -> bool {
        self.0.contains(&cap)
    }
}
