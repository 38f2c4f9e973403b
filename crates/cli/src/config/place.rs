//! Where configuration files are, and which of them may be read.
//!
//! A project's file is read from a checkout that may be anybody's, so it is a plain file (a link could lead to a secret of the user's),
//! and the search for it ends with the repository.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use domtool::ErrorKind;

use super::ConfigFile;
use crate::{
    failure::{Failure, Result},
    limits::CONFIGURATION_BYTES,
    private, settings,
};

/// The name of every configuration file.
const NAME: &str = "domtool.toml";
/// What `DOMTOOL_CONFIG` is to be for none at all.
const OFF: &str = "off";

/// Whose file it is, which decides what it may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    User,
    Project,
}

/// The files of a call from a folder, the one that goes before the others last.
///
/// # Errors
/// `INVALID_INPUT` when `DOMTOOL_CONFIG` cannot be made a path.
pub(super) fn files(folder: &Path) -> Result<Vec<ConfigFile>> {
    let file = |path, owner| ConfigFile { path, owner, exists: false };
    match named() {
        Some(name) if name == OFF => Ok(Vec::new()),
        Some(name) => {
            let path = folder.join(name);
            if path.is_file() {
                return Ok(vec![file(path, Owner::User)]);
            }
            let message = format!("{} names no file: {}", settings::CONFIG.variable, path.display());
            Err(Failure { hint: "name one, or say off for none".into(), ..Failure::invalid(message) })
        }
        None => {
            let user = user_file();
            let project =
                project_file(folder).filter(|project| !user.as_ref().is_some_and(|user| same(user, project)));
            let user = user.map(|path| file(path, Owner::User));
            Ok(user.into_iter().chain(project.map(|path| file(path, Owner::Project))).collect())
        }
    }
}

/// What `DOMTOOL_CONFIG` names in place of the user's and the project's file.
fn named() -> Option<OsString> {
    std::env::var_os(settings::CONFIG.variable).filter(|name| !name.is_empty())
}

/// Whether it names one, or none at all.
pub(super) fn is_named() -> bool {
    named().is_some()
}

/// The file of a project that has none yet.
pub(super) fn new_project_file(folder: &Path) -> ConfigFile {
    ConfigFile { path: folder.join(NAME), owner: Owner::Project, exists: false }
}

/// The user's file, which need not be there.
fn user_file() -> Option<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join("Library/Application Support")))
    } else {
        named("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join(".config")))
    };
    base.map(|base| base.join("domtool").join(NAME))
}

/// The project's file: in this folder, or the nearest above it up to the root of its Git repository. Outside of a repository only this
/// folder counts.
fn project_file(folder: &Path) -> Option<PathBuf> {
    let root = folder.ancestors().find(|above| above.join(".git").exists()).unwrap_or(folder);
    let up_to_root = folder.ancestors().take_while(|above| above.starts_with(root));
    up_to_root.map(|above| above.join(NAME)).find(|path| path.symlink_metadata().is_ok())
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The text of a file; `None` when it is not there.
///
/// # Errors
/// `SECURITY_BLOCKED` when it may not be what its owner wrote, `INVALID_INPUT` for no text, `INTERNAL` when it cannot be read.
pub(super) fn text(file: &ConfigFile) -> Result<Option<String>> {
    let path = file.path.display();
    let failed = |error: &io::Error| Failure::io(&path, error);
    let meta = match file.owner {
        Owner::User => fs::metadata(&file.path),
        Owner::Project => fs::symlink_metadata(&file.path),
    };
    let meta = match meta {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&error)),
    };
    let refused = |why: &str, hint: &str| {
        Err(Failure::new(ErrorKind::SecurityBlocked, format!("{path} is not read: {why}"), hint))
    };
    if !meta.is_file() {
        return refused("it is no plain file", "put the file itself there");
    }
    if file.owner == Owner::User && !private::is_trusted(&meta) {
        return refused("others can write to it", "make it yours, and take it from the others: chmod go-w");
    }
    if meta.len() > CONFIGURATION_BYTES {
        return refused("it is longer than any configuration", "make it shorter");
    }
    let bytes = fs::read(&file.path).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map(Some).map_err(|_| Failure::invalid(format!("{path} is no text in UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_projects_file_is_looked_for_up_to_the_root_of_its_repository() {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("repository");
        let deep = root.join("a/b");
        fs::create_dir_all(&deep).unwrap();
        fs::write(outside.path().join(NAME), "").unwrap();
        fs::write(root.join(NAME), "").unwrap();
        assert_eq!(project_file(&deep), None, "without a repository only the folder itself counts");
        fs::create_dir(root.join(".git")).unwrap();
        assert_eq!(project_file(&deep), Some(root.join(NAME)));
        fs::write(root.join("a").join(NAME), "").unwrap();
        assert_eq!(project_file(&deep), Some(root.join("a").join(NAME)), "the nearest");
        fs::remove_file(root.join(NAME)).unwrap();
        assert_eq!(project_file(&root), None, "not above the root");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_of_a_project_and_a_users_file_that_others_can_write_are_not_read() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("secret"), folder.path().join(NAME));
        fs::write(&target, "headed = true").unwrap();
        symlink(&target, &link).unwrap();
        let file = |path: &Path, owner| ConfigFile { path: path.to_owned(), owner, exists: false };
        assert_eq!(text(&file(&link, Owner::Project)).unwrap_err().kind, ErrorKind::SecurityBlocked);
        assert_eq!(text(&file(&link, Owner::User)).unwrap().as_deref(), Some("headed = true"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o666)).unwrap();
        assert_eq!(text(&file(&link, Owner::User)).unwrap_err().kind, ErrorKind::SecurityBlocked);
        assert_eq!(text(&file(&folder.path().join("none"), Owner::User)).unwrap(), None);
    }
}
