//! Unpacking an archive into a folder of its own, and nothing outside of it: names and links that lead elsewhere are refused, and no
//! file is written through a link, as the links are made last.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use domtool::ErrorKind;
use zip::{ZipArchive, read::ZipFile};

use crate::{
    failure::{Failure, Result},
    limits::{LINK_TARGET_BYTES, UNPACKED_BYTES, UNPACKED_FILES},
};

/// Unpacks an archive into a folder, which is there and empty. What it wrote before it failed is left there.
///
/// # Errors
/// `SECURITY_BLOCKED` for an archive that would write elsewhere or is too large; `NO_BROWSER` for a broken one; `INTERNAL` when
/// a file cannot be written.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    let file = File::open(archive).map_err(|error| Failure::io(archive.display(), &error))?;
    let mut archive = ZipArchive::new(file).map_err(|error| broken(&error))?;
    if archive.len() > UNPACKED_FILES {
        return Err(refused(&format!("it holds {} files", archive.len())));
    }
    let mut room = UNPACKED_BYTES;
    let mut links = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| broken(&error))?;
        let name = entry.name().map_err(|error| broken(&error))?.into_owned();
        let inside = inside(&name)
            .ok_or_else(|| refused(&format!("its file {name:?} would be outside of its folder")))?;
        let path = folder.join(&inside);
        if entry.is_dir() {
            fs::create_dir_all(&path).map_err(|error| Failure::io(path.display(), &error))?;
        } else if entry.is_symlink() {
            let target = target(&mut entry)?;
            if !stays_inside(&inside, &target) {
                return Err(refused(&format!(
                    "its link {name:?} leads outside of its folder, to {target:?}"
                )));
            }
            links.push((path, target));
        } else {
            room -= write(&mut entry, &path, room)?;
        }
    }
    let below_a_link =
        |path: &Path| path.ancestors().skip(1).any(|above| links.iter().any(|(link, _)| link == above));
    if let Some((path, _)) = links.iter().find(|(path, _)| below_a_link(path)) {
        return Err(refused(&format!("its link {} is below another link", path.display())));
    }
    for (path, target) in links {
        make_parent(&path)?;
        link(&target, &path).map_err(|error| Failure::io(path.display(), &error))?;
    }
    Ok(())
}

fn refused(why: &str) -> Failure {
    Failure::new(
        ErrorKind::SecurityBlocked,
        format!("the archive is refused: {why}"),
        "do not use where it came from",
    )
}

fn broken(error: &dyn std::fmt::Display) -> Failure {
    let hint = "try again; if it stays, look at where it comes from";
    Failure::new(ErrorKind::NoBrowser, format!("the archive is broken: {error}"), hint)
}

/// The path of an entry, when it is plainly one below the folder, on every system.
fn inside(name: &str) -> Option<PathBuf> {
    let name = name.strip_suffix('/').unwrap_or(name);
    let is_plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0']);
    name.split('/').all(is_plain).then(|| name.split('/').collect())
}

/// Whether a link at a path below the folder leads to something below the folder. It may go up at its beginning only: after another
/// link's name, `..` would be that link's target's parent.
fn stays_inside(path: &Path, target: &str) -> bool {
    if target.is_empty() || target.starts_with('/') || target.contains(['\\', ':', '\0']) {
        return false;
    }
    // The link itself is one part, and is no folder on the way.
    let depth = path.components().count() - 1;
    let up = target.split('/').take_while(|part| *part == "..").count();
    up <= depth && target.split('/').skip(up).all(|part| part != "..")
}

fn target(entry: &mut ZipFile<'_, File>) -> Result<String> {
    let mut target = String::new();
    entry.take(LINK_TARGET_BYTES).read_to_string(&mut target).map_err(|error| broken(&error))?;
    Ok(target)
}

/// Writes one file, and gives its size. The archive's own checksum of it is held by the reader.
fn write(entry: &mut ZipFile<'_, File>, path: &Path, room: u64) -> Result<u64> {
    make_parent(path)?;
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    // Never one that is there: two entries of one name are no browser's.
    let mut file = File::options().write(true).create_new(true).open(path).map_err(failed)?;
    let mode = entry.unix_mode();
    // One byte more than there is room for, to notice. Not by the size that the archive says, which may be untrue.
    let mut limited = entry.take(room + 1);
    let mut buffer = vec![0; 1 << 16];
    let mut written = 0_u64;
    loop {
        let read = match limited.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) => return Err(broken(&error)),
        };
        io::Write::write_all(&mut file, &buffer[..read]).map_err(failed)?;
        written += read as u64;
    }
    if written > room {
        return Err(refused(&format!("it unpacks to more than {UNPACKED_BYTES} bytes")));
    }
    set_mode(&file, mode).map_err(failed)?;
    Ok(written)
}

fn make_parent(path: &Path) -> Result<()> {
    let Some(parent) = path.parent() else { return Ok(()) };
    fs::create_dir_all(parent).map_err(|error| Failure::io(parent.display(), &error))
}

/// A program stays one. Nothing becomes what others can write to, or what runs with another user's rights.
#[cfg(unix)]
fn set_mode(file: &File, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = mode.unwrap_or(0o644) & 0o755 | 0o600;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_file: &File, _mode: Option<u32>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_target: &str, _path: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "a link in an archive for another system"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside() {
        assert_eq!(inside("chrome-linux64/locales/de.pak"), Some("chrome-linux64/locales/de.pak".into()));
        assert_eq!(inside("chrome-linux64/"), Some("chrome-linux64".into()));
        for bad in [
            "",
            "/",
            "/etc/x",
            "../x",
            "a/../../x",
            "a/..",
            "a//b",
            "./a",
            r"..\x",
            r"a\..\..\x",
            "C:/x",
            "a\0b",
        ] {
            assert_eq!(inside(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn links_stay_inside() {
        for (path, target, expected) in [
            ("a/b/Current", "131", true),
            ("a/Framework", "Versions/Current/Framework", true),
            ("a/b/c", "../../d", true),
            ("a/b/c", "../../../d", false),
            ("c", "..", false),
            ("a/b", "x/../y", false),
            ("a/b", "/etc/passwd", false),
            ("a/b", "", false),
        ] {
            assert_eq!(stays_inside(Path::new(path), target), expected, "{path} -> {target}");
        }
    }
}
