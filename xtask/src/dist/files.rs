//! The files of a package, and how they are written into a tar archive: the same files give the same bytes, on any machine.

use std::{fs, path::Path};

use flate2::{Compression, write::GzEncoder};

/// The time of every file in an archive, that of npm's own packages: 26 October 1985. A true one would make two builds differ.
const TIME: u64 = 499_162_500;

/// A file as it is packed.
#[derive(Debug, Clone)]
pub(super) struct File {
    /// From the root of the package, with `/`.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    /// Whether it can be executed.
    pub(super) runs: bool,
}

impl File {
    /// A file to be read.
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), runs: false }
    }

    /// A program or script.
    pub(super) fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { runs: true, ..Self::new(path, bytes) }
    }

    /// A file of the repository, under another name.
    pub(super) fn read(path: impl Into<String>, from: impl AsRef<Path>) -> Result<Self, String> {
        Ok(Self::new(path, read(from.as_ref())?))
    }

    pub(super) fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }
}

/// A file's bytes, or an error that names it.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Both of our licences, below a folder of the package: every package has them.
pub(super) fn licences(folder: &str) -> Result<Vec<File>, String> {
    ["LICENSE-APACHE", "LICENSE-MIT"].iter().map(|name| File::read(format!("{folder}{name}"), name)).collect()
}

/// Every file below a folder of the repository, in the order of their paths, under the same paths below `to`.
pub(super) fn below(from: &Path, to: &str) -> Result<Vec<File>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    let mut files = Vec::new();
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((folder, to)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name =
                entry.file_name().into_string().map_err(|name| format!("{} is no text", name.display()))?;
            let path = format!("{to}/{name}");
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push((entry.path(), path));
            } else {
                files.push(File::new(path, read(&entry.path())?));
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// A `.tar.gz` of the files, all below one folder.
pub(super) fn tar_gz(folder: &str, files: &[File]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("{folder}: {error}");
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(file.mode());
        header.set_mtime(TIME);
        archive
            .append_data(&mut header, format!("{folder}/{}", file.path), &file.bytes[..])
            .map_err(failed)?;
    }
    archive.into_inner().and_then(GzEncoder::finish).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn an_archive_has_the_files_their_modes_and_no_time() {
        let long = format!("{}end", "deep/".repeat(40));
        let files =
            [File::program("bin/a", "run"), File::new("a b.txt", ""), File::new(long.as_str(), "far")];
        let bytes = tar_gz("top", &files).expect("packed");
        assert_eq!(bytes, tar_gz("top", &files).expect("packed again"));
        let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
        let mut found = Vec::new();
        for entry in archive.entries().expect("entries") {
            let mut entry = entry.expect("entry");
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            let path = entry.path().expect("path").to_string_lossy().into_owned();
            found.push((path, text, entry.header().mode().expect("mode")));
        }
        let far = format!("top/{}end", "deep/".repeat(40));
        let expected =
            [("top/bin/a", "run", 0o755), ("top/a b.txt", "", 0o644), (far.as_str(), "far", 0o644)];
        assert_eq!(found, expected.map(|(path, text, mode)| (path.to_owned(), text.to_owned(), mode)));
    }
}
