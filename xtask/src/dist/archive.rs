//! The archive for whoever wants the files: the binary with its manual pages, completions and licences.
//!
//! Its name and layout are also those that `cargo binstall` is told of in `crates/cli/Cargo.toml`.

use std::process::Command;

use super::{
    Release,
    files::{self, File},
};

/// What each shell's script is called where that shell looks for it.
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "domtool.bash"), ("zsh", "_domtool"), ("fish", "domtool.fish"), ("powershell", "domtool.ps1")];

/// The archive's folder, which is also its name before the extension.
pub(super) fn folder(version: &str, target: &str) -> String {
    format!("domtool-{version}-{target}")
}

/// The bytes of the archive. The binary itself writes what belongs to it, so that it fits.
pub(super) fn pack(release: &Release) -> Result<Vec<u8>, String> {
    let mut files = vec![
        release.program(""),
        File::read("README.md", "crates/cli/README.md")?,
        File::read("CHANGELOG.md", "CHANGELOG.md")?,
    ];
    files.extend(release.licences(""));
    for (shell, name) in COMPLETIONS {
        let script = printed(release, &["completions", shell])?;
        files.push(File::new(format!("completions/{name}"), script));
    }
    let manual = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let path = manual.path().to_str().ok_or("the temporary folder's path is no text")?;
    printed(release, &["man", "--out", path])?;
    files.extend(files::below(manual.path(), "man/man1")?);
    files::tar_gz(&folder(&release.binary.version, release.binary.target), &files)
}

/// What the built binary prints.
pub(super) fn printed(release: &Release, words: &[&str]) -> Result<Vec<u8>, String> {
    let name = words.join(" ");
    let done = Command::new(&release.binary.path)
        .args(words)
        .output()
        .map_err(|error| format!("domtool {name} does not start: {error}"))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    Err(format!("domtool {name} failed: {}", String::from_utf8_lossy(&done.stderr)))
}

#[cfg(test)]
mod tests {
    use super::folder;

    /// The line of a manifest that sets `key`, without its quotes.
    fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
        let line =
            manifest.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
        Some(line.trim().trim_matches('"'))
    }

    #[test]
    fn binstall_is_told_the_archives_layout() {
        let manifest = include_str!("../../../crates/cli/Cargo.toml");
        let told = value(manifest, "bin-dir").expect("bin-dir");
        let filled = told.replace("{ version }", "1.2.3").replace("{ target }", "some-target");
        assert_eq!(filled, format!("{}/{{ bin }}{{ binary-ext }}", folder("1.2.3", "some-target")));
        assert_eq!(value(manifest, "pkg-fmt"), Some("tgz"));
    }
}
