//! The wheel for PyPI: the binary as a script, and the Python client as a package. No Python is needed to build it.
//!
//! The layout is that of the specification of binary distributions (packaging.python.org): `.data/scripts` goes to where commands are,
//! the rest to where packages are, and `RECORD` has a line for each file.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
    path::Path,
};

use zip::{ZipWriter, result::ZipResult, write::SimpleFileOptions};

use super::{
    Release, digest,
    files::{self, File},
};

/// What the client of the wheel needs.
const PYTHON: &str = ">=3.9";

/// The wheel's file name, whose last parts say where it can be installed: any Python 3, no interface of an interpreter, the system.
pub(super) fn name(version: &str, tag: &str) -> String {
    format!("domtool-{version}-py3-none-{tag}.whl")
}

/// The bytes of the wheel, with the files of the Python client.
pub(super) fn pack(release: &Release, client: Vec<File>) -> Result<Vec<u8>, String> {
    let version = &release.binary.version;
    let mut files = client;
    files.push(release.program(&format!("domtool-{version}.data/scripts/")));
    let info = format!("domtool-{version}.dist-info/");
    let licences = release.licences(&format!("{info}licenses/"));
    let names = licences.iter().filter_map(|file| file.path.rsplit('/').next()).map(str::to_owned).collect();
    files.extend(licences);
    files.push(File::new(format!("{info}METADATA"), metadata(version, names)?));
    files.push(File::new(format!("{info}WHEEL"), tags(release.platform.wheel)));
    let record = record(&files, &format!("{info}RECORD"));
    files.push(File::new(format!("{info}RECORD"), record));
    zipped(&files).map_err(|error| format!("the wheel: {error}"))
}

/// What PyPI shows and pip reads.
fn metadata(version: &str, licences: Vec<String>) -> Result<String, String> {
    let readme = ["clients/python/README.md", "crates/cli/README.md"].map(Path::new);
    let readme = readme.into_iter().find(|path| path.is_file()).ok_or("there is no README for the wheel")?;
    let readme = String::from_utf8(files::read(readme)?).map_err(|error| format!("README: {error}"))?;
    let mut text = format!(
        "Metadata-Version: 2.4\nName: domtool\nVersion: {version}\n\
         Summary: A real browser for language-model agents: observe, act, verify\n\
         Keywords: agent,automation,browser,chromium\nLicense-Expression: MIT OR Apache-2.0\n"
    );
    for licence in licences {
        // Writing to a text cannot fail.
        let _written = writeln!(text, "License-File: {licence}");
    }
    let _written = write!(
        text,
        "Classifier: Environment :: Console\nClassifier: Programming Language :: Python :: 3\nClassifier: Programming Language :: Rust\n\
         Classifier: Topic :: Internet :: WWW/HTTP :: Browsers\nClassifier: Typing :: Typed\n\
         Requires-Python: {PYTHON}\nDescription-Content-Type: text/markdown; charset=UTF-8\n\n{readme}"
    );
    Ok(text)
}

/// Which systems the wheel is for, each tag on a line of its own.
fn tags(tag: &str) -> String {
    let lines = tag.split('.').map(|one| format!("Tag: py3-none-{one}\n"));
    let head = "Wheel-Version: 1.0\nGenerator: domtool xtask\nRoot-Is-Purelib: false\n".to_owned();
    std::iter::once(head).chain(lines).collect()
}

/// A line for each file, and one without a digest for the list itself.
fn record(files: &[File], itself: &str) -> String {
    let line = |file: &File| format!("{},{},{}\n", file.path, digest::record(&file.bytes), file.bytes.len());
    let mut text: String = files.iter().map(line).collect();
    text.push_str(itself);
    text.push_str(",,\n");
    text
}

pub(super) fn zipped(files: &[File]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        // The time is left at 1980, as the same files are to give the same bytes.
        let options = SimpleFileOptions::default().unix_permissions(file.mode()).compression_level(Some(9));
        archive.start_file(file.path.as_str(), options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn every_file_is_recorded_and_each_tag_has_a_line() {
        let files = [File::program("a", "abc"), File::new("b/c", "")];
        let expected = "a,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n\
                        b/c,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\nd/RECORD,,\n";
        assert_eq!(record(&files, "d/RECORD"), expected);
        let lines = tags("manylinux_2_17_x86_64.musllinux_1_1_x86_64");
        assert!(
            lines.ends_with("Tag: py3-none-manylinux_2_17_x86_64\nTag: py3-none-musllinux_1_1_x86_64\n"),
            "{lines}"
        );
    }

    #[test]
    fn programs_can_be_run_and_two_builds_are_the_same() {
        let files = [File::program("a", "abc"), File::new("b/c", "def")];
        let bytes = zipped(&files).expect("zipped");
        assert_eq!(bytes, zipped(&files).expect("zipped again"));
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("archive");
        let mut found = Vec::new();
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).expect("file");
            let mut text = String::new();
            file.read_to_string(&mut text).expect("text");
            found.push((
                file.name().expect("name").into_owned(),
                text,
                file.unix_mode().map(|mode| mode & 0o777),
            ));
        }
        let expected = [("a", "abc", Some(0o755)), ("b/c", "def", Some(0o644))];
        assert_eq!(found, expected.map(|(name, text, mode)| (name.to_owned(), text.to_owned(), mode)));
    }
}
