//! Where a state is: a file that the caller names, or a name in this user's own folder.

use std::path::{Path, PathBuf};

use domtool::text::quoted;

use super::ENDING;
use crate::{
    failure::{Failure, Result},
    launch::is_state_file,
};

/// Where a state is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StatePlace {
    /// A file, by its absolute path.
    File(PathBuf),
    /// A name in this user's own folder.
    Named(String),
}

impl StatePlace {
    /// What a caller means: a path has a separator in it or ends in `.json`, all else is a name.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is neither.
    pub(crate) fn of(text: &Path, folder: &Path) -> Result<Self> {
        let Some(name) = text.to_str().filter(|_| !is_state_file(text)) else {
            return Ok(Self::File(folder.join(text)));
        };
        check_name(name)?;
        Ok(Self::Named(name.to_owned()))
    }

    /// The file, or the name.
    pub(crate) fn parts(self) -> (Option<PathBuf>, Option<String>) {
        match self {
            Self::File(path) => (Some(path), None),
            Self::Named(name) => (None, Some(name)),
        }
    }

    /// Its file.
    ///
    /// # Errors
    /// `INVALID_INPUT` when this user has no folder of their own.
    pub(super) fn path(&self) -> Result<PathBuf> {
        match self {
            Self::File(path) => Ok(path.clone()),
            Self::Named(name) => Ok(folder()?.join(format!("{name}{ENDING}"))),
        }
    }
}

/// Checks a state's name.
///
/// # Errors
/// `INVALID_INPUT` for what is none.
pub(super) fn check_name(name: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && name.len() <= 64 && name.chars().all(plain) && !name.starts_with(['.', '-']) {
        return Ok(());
    }
    let mut failure = Failure::invalid(format!("{name} is no state's name", name = quoted(name)));
    failure.hint =
        "use up to 64 letters of ASCII, digits, - _ . (not - or . first); a file has a / in its path or ends in .json".into();
    Err(failure)
}

/// The folder of the states that have a name.
///
/// # Errors
/// `INVALID_INPUT` when this user has no folder for data.
pub(super) fn folder() -> Result<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("XDG_DATA_HOME").or_else(|| home().map(|home| home.join("Library/Application Support")))
    } else {
        named("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("domtool").join("states")).ok_or_else(|| {
        let failure = Failure::invalid("this user has no folder for data");
        Failure { hint: "set HOME, or XDG_DATA_HOME; or save into a file".into(), ..failure }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_separator_or_ends_in_json() {
        let of = |text: &str| StatePlace::of(Path::new(text), Path::new("/at"));
        for file in ["a.json", "./a", "../a", "/a", "b/c", "A.JSON", ".json/x"] {
            assert_eq!(of(file).unwrap(), StatePlace::File(Path::new("/at").join(file)), "{file}");
        }
        for name in ["a", "work-2.x", "a.json5", "A_b"] {
            assert_eq!(of(name).unwrap(), StatePlace::Named(name.to_owned()), "{name}");
        }
        for neither in ["", ".", "..", ".json", ".a", "-a", "a b", "ä", "a\0", "a\nb", &"a".repeat(65)] {
            assert!(of(neither).is_err(), "{neither:?}");
        }
    }
}
