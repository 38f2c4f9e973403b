//! The extension itself, as files to be loaded into a browser: whoever has the program has it, too.

use std::{fs, io, path::Path};

use crate::failure::{Failure, Result};

/// What it is made of.
const FILES: &[(&str, &str)] = &[
    ("manifest.json", MANIFEST),
    ("badges.js", include_str!("../../extension/badges.js")),
    ("popup.html", include_str!("../../extension/popup.html")),
    ("popup.js", include_str!("../../extension/popup.js")),
    ("pressed.js", include_str!("../../extension/pressed.js")),
    ("worker.js", include_str!("../../extension/worker.js")),
];
const MANIFEST: &str = include_str!("../../extension/manifest.json");

/// The line of its manifest by which it is told from others.
const NAME: &str = "\"name\": \"domtool relay\"";

/// Writes it into a folder, which is made; in the place of an earlier version, if that is there.
///
/// # Errors
/// `INVALID_INPUT` when the folder has something else in it, `INTERNAL` when it cannot be written.
pub(super) fn write(folder: &Path) -> Result<()> {
    let failed = |path: &Path, error: &io::Error| Failure::io(path.display(), error);
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let is_empty = fs::read_dir(folder).map_err(|error| failed(folder, &error))?.next().is_none();
    let is_ours = || {
        let manifest = fs::read_to_string(folder.join("manifest.json"));
        manifest.is_ok_and(|text| text.contains(NAME))
    };
    if !is_empty && !is_ours() {
        let message = format!("{} has other files in it, and is left as it is", folder.display());
        return Err(Failure {
            hint: "name a folder that is empty or new".into(),
            ..Failure::invalid(message)
        });
    }
    for (name, text) in FILES {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_version_of_the_program_and_is_whole() {
        let version = format!("\"version\": {:?}", env!("CARGO_PKG_VERSION"));
        assert!(MANIFEST.contains(&version) && MANIFEST.contains(NAME), "{MANIFEST}");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("extension");
        let mut there: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            // What its types are checked with.
            .filter(|name| name != "chrome.d.ts" && name != "tsconfig.json")
            .collect();
        there.sort();
        let mut packed: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        packed.sort_unstable();
        assert_eq!(there, packed);
    }

    #[test]
    fn it_is_written_where_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("a/b");
        write(&own).unwrap();
        fs::write(own.join("worker.js"), "old").unwrap();
        write(&own).unwrap();
        assert!(fs::read_to_string(own.join("worker.js")).unwrap().contains("import"));
        fs::write(folder.path().join("letter"), "mine").unwrap();
        let failure = write(folder.path()).unwrap_err();
        assert!(failure.message.contains("left as it is"), "{failure}");
        assert!(!folder.path().join("manifest.json").exists());
    }
}
