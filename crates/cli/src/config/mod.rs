//! Configuration files: the user's, and a project's. They are `domtool.toml`, with a line a setting; the table in `settings` has the
//! keys, and who may set what.
//!
//! In the order of reading: `place` (where the files are), `read` (from text to entries); `edit` changes the text. What a value means is
//! left to the flag of its name, see `globals::layers`.

pub(crate) mod edit;
mod place;
mod read;

use std::{
    fmt,
    path::{Path, PathBuf},
};

pub(crate) use place::Owner;

use crate::{
    failure::{Failure, Result},
    settings::{self, Setting},
};

/// What the files say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Config {
    /// The files that were looked for, the one that goes before the others last.
    pub(crate) files: Vec<ConfigFile>,
    /// What they set, in the same order.
    pub(crate) entries: Vec<Entry>,
}

/// A file that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConfigFile {
    pub(crate) path: PathBuf,
    pub(crate) owner: Owner,
    /// Whether there is one.
    pub(crate) exists: bool,
}

/// One setting in one file.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) setting: &'static Setting,
    /// Its value as the words of flags.
    pub(crate) values: Vec<String>,
    pub(crate) file: PathBuf,
    pub(crate) owner: Owner,
    /// The line in the file, from 1.
    pub(crate) line: usize,
}

/// Without its values, which may be secrets.
impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}:{}", self.setting.key, self.file.display(), self.line)
    }
}

impl Config {
    /// Reads the files for a call from a folder.
    ///
    /// # Errors
    /// `INVALID_INPUT` with file and line for what is no setting, or not one of this file's; `SECURITY_BLOCKED` when others could have
    /// written the user's file; `INTERNAL` when one cannot be read.
    pub(crate) fn load(folder: &Path) -> Result<Self> {
        let mut config = Self::default();
        for mut file in place::files(folder)? {
            if let Some(text) = file.text()? {
                file.exists = true;
                config.entries.extend(file.entries(&text)?);
            }
            config.files.push(file);
        }
        Ok(config)
    }

    /// The file to write to, which need not be there.
    ///
    /// # Errors
    /// `INVALID_INPUT` when `DOMTOOL_CONFIG` has it that no such file is read.
    pub(crate) fn file_of(&self, owner: Owner, folder: &Path) -> Result<ConfigFile> {
        if let Some(file) = self.files.iter().find(|file| file.owner == owner) {
            return Ok(file.clone());
        }
        if owner == Owner::Project && !place::is_named() {
            return Ok(place::new_project_file(folder));
        }
        let message = format!("no such file is read, as {} has it", settings::CONFIG.variable);
        Err(Failure { hint: "call it without that variable".into(), ..Failure::invalid(message) })
    }

    /// What to say of a key that is no setting of files.
    pub(crate) fn unknown(key: &str) -> Failure {
        Failure {
            hint: read::unknown_hint(key).into(),
            ..Failure::invalid(format!("there is no setting {key:?}"))
        }
    }
}

impl ConfigFile {
    /// Its text; `None` when it is not there.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub(crate) fn text(&self) -> Result<Option<String>> {
        place::text(self)
    }

    /// What a text would set if it were in the file.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub(crate) fn entries(&self, text: &str) -> Result<Vec<Entry>> {
        read::entries(text, self)
    }
}
