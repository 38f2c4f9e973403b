//! Where a session's downloads go: the caller's directory, or one of its own that ends with it. Names are the page's
//! wish, made harmless; nothing is written over.

use std::{
    fs::{self, OpenOptions},
    hash::{BuildHasher, RandomState},
    io,
    path::{Path, PathBuf},
};

use domtool_cdp::chromium::make_private_folder;

use crate::limits::{FILE_NAME_BYTES, FILES_OF_A_NAME};

/// Names that are devices on Windows, whatever their extension.
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A directory for downloads.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Whether it is ours to remove.
    own: bool,
}

impl Folder {
    /// The caller's: made if it is missing, never removed.
    pub(crate) fn kept(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Self { path: path.canonicalize()?, own: false })
    }

    /// One of its own, in a directory that ends with the browser where there is one.
    pub(crate) fn temporary(inside: Option<&Path>) -> io::Result<Self> {
        let random = RandomState::new().hash_one(std::process::id());
        let name = format!("domtool-downloads-{}-{random:x}", std::process::id());
        let path = inside.map_or_else(std::env::temp_dir, Path::to_path_buf).join(name);
        make_private_folder(&path)?;
        Ok(Self { path, own: true })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives a download that is whole its name; where it is then.
    pub(crate) fn name(&self, from: &Path, wished: &str) -> io::Result<PathBuf> {
        let to = self.reserve(&harmless(wished))?;
        match fs::rename(from, &to) {
            Ok(()) => Ok(to),
            Err(error) => {
                // The empty file that kept the name free.
                fs::remove_file(&to)?;
                Err(error)
            }
        }
    }

    /// A name that nobody has, kept by an empty file.
    fn reserve(&self, name: &str) -> io::Result<PathBuf> {
        let (stem, extension) = parted(name);
        for number in 1..=FILES_OF_A_NAME {
            let name = match number {
                1 => name.to_owned(),
                _ => format!("{stem} ({number}){extension}"),
            };
            let path = self.path.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many files of this name"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.own {
            return;
        }
        // Not handed to another thread: that is not possible wherever a value is dropped.
        if let Err(error) = fs::remove_dir_all(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "the directory of a session's downloads could not be removed");
        }
    }
}

/// A file name that stays in its directory and means nothing special on any system.
pub(crate) fn harmless(wished: &str) -> String {
    let last = wished.rsplit(['/', '\\']).find(|part| !part.trim_matches(['.', ' ']).is_empty());
    let plain: String = last
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_control() || "<>:\"|?*".contains(c) || is_unseen(c) { '_' } else { c })
        .collect();
    // Windows drops dots and spaces at an end; one in front hides a file elsewhere.
    let mut name = plain.trim().trim_end_matches(['.', ' ']).to_owned();
    if name.starts_with('.') {
        name.replace_range(..1, "_");
    }
    if name.is_empty() {
        name.push_str("download");
    }
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    if DEVICES.contains(&stem.as_str()) {
        name.insert(0, '_');
    }
    shortened(&name)
}

/// Characters that part lines, or turn the reading order, so that `exe.txt` shows what is `txt.exe`.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn shortened(name: &str) -> String {
    if name.len() <= FILE_NAME_BYTES {
        return name.to_owned();
    }
    let (stem, extension) = parted(name);
    let extension = if extension.len() > 20 { "" } else { extension };
    let mut end = FILE_NAME_BYTES - extension.len();
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{extension}", stem.get(..end).unwrap_or(stem))
}

/// `report` and `.tar.gz` of `report.tar.gz`.
fn parted(name: &str) -> (&str, &str) {
    let Some(at) = name.rfind('.').filter(|at| *at > 0) else { return (name, "") };
    let doubled = name.get(..at).and_then(|stem| stem.strip_suffix(".tar")).map(str::len);
    name.split_at(doubled.filter(|at| *at > 0).unwrap_or(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_directory() {
        for (wished, name) in [
            ("report.pdf", "report.pdf"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("..", "download"),
            ("", "download"),
            ("/", "download"),
            (".bashrc", "_bashrc"),
            ("a/..", "a"),
            ("con.txt", "_con.txt"),
            ("NUL", "_NUL"),
            ("a:b|c?.txt", "a_b_c_.txt"),
            ("line\nbreak.txt", "line_break.txt"),
            ("txt.\u{202e}exe", "txt._exe"),
            ("trailing. . ", "trailing"),
            ("größe.txt", "größe.txt"),
        ] {
            assert_eq!(harmless(wished), name, "{wished:?}");
        }
        let long = harmless(&format!("{}.tar.gz", "ü".repeat(200)));
        assert!(long.len() <= FILE_NAME_BYTES && long.ends_with("ü.tar.gz"), "{long}");
    }

    #[test]
    fn nothing_is_written_over_and_a_temporary_directory_is_gone_in_the_end() {
        let folder = Folder::temporary(None).unwrap();
        let root = folder.path().to_path_buf();
        for (n, name) in ["a.tar.gz", "a (2).tar.gz", "a (3).tar.gz"].iter().enumerate() {
            let from = root.join("guid");
            fs::write(&from, n.to_string()).unwrap();
            assert_eq!(folder.name(&from, "x/a.tar.gz").unwrap(), root.join(name));
            assert_eq!(fs::read_to_string(root.join(name)).unwrap(), n.to_string());
        }
        assert!(folder.name(&root.join("missing"), "b").is_err());
        assert!(!root.join("b").exists());
        drop(folder);
        assert!(!root.exists());
    }
}
