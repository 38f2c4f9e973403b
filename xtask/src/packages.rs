//! What users of the published crates get: what each package contains, and what it must.

use std::{fs, path::Path};

use cargo_metadata::MetadataCommand;

use crate::{
    cargo::{cargo, output},
    sizes::grouped,
};

/// What every package has beside its sources: who unpacks one sees nothing else of the repository.
const MUST: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// What none has: it runs only in the repository, on pages and recordings that no package has.
const MUST_NOT: &[&str] = &["tests/", "benches/", "fixtures/", "captures/"];
/// More than this, unpacked, says that something was packed by mistake.
const MOST_BYTES: u64 = 2_000_000;

/// Prints what each package contains, and has cargo pack it, which checks the manifests. Nothing is compiled: the tests did that.
pub(crate) fn check() -> Result<(), String> {
    let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| error.to_string())?;
    let mut breaches = Vec::new();
    // An empty list is a package that is not published.
    let published = metadata.packages.iter().filter(|package| package.publish.as_deref() != Some(&[]));
    for package in published {
        let name = package.name.as_str();
        let list = output(&["package", "--package", name, "--allow-dirty", "--list"])?;
        let folder = package.manifest_path.parent().ok_or_else(|| format!("{name} has no folder"))?;
        let bytes = list.lines().map(|file| size(folder.as_std_path(), file)).sum();
        println!("package {name}: {} files, {} bytes", list.lines().count(), grouped(bytes));
        breaches
            .extend(findings(&list, bytes).into_iter().map(|finding| format!("package {name}: {finding}")));
    }
    for breach in &breaches {
        eprintln!("error: {breach}");
    }
    if !breaches.is_empty() {
        return Err(format!("{} findings in the packages", breaches.len()));
    }
    let all = ["package", "--workspace", "--exclude", "xtask", "--no-verify", "--allow-dirty", "--quiet"];
    cargo(&all, &[])
}

/// The bytes of a packed file. Cargo writes some itself, small ones, which are in no folder.
fn size(folder: &Path, file: &str) -> u64 {
    fs::metadata(folder.join(file)).map_or(0, |file| file.len())
}

/// What is wrong with a package of these files.
fn findings(list: &str, bytes: u64) -> Vec<String> {
    let files: Vec<_> = list.lines().map(|file| file.replace('\\', "/")).collect();
    let lacking = MUST.iter().filter(|must| !files.iter().any(|file| file == *must));
    let mut findings: Vec<_> = lacking.map(|must| format!("{must} is not in it")).collect();
    let strays = files.iter().filter(|file| MUST_NOT.iter().any(|folder| file.starts_with(folder)));
    findings.extend(strays.map(|file| format!("{file} is of use in the repository only")));
    if bytes > MOST_BYTES {
        findings.push(format!("{} bytes are over the bar of {}", grouped(bytes), grouped(MOST_BYTES)));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_astray_is_found() {
        let whole = "Cargo.lock\nCargo.toml\nCargo.toml.orig\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs\nsrc/tests/mod.rs";
        let none: [&str; 0] = [];
        assert_eq!(findings(whole, 1_000), none);
        assert_eq!(findings(&whole.replace("LICENSE-MIT\n", ""), 1_000), ["LICENSE-MIT is not in it"]);
        let stray = format!("{whole}\ntests/snapshots/a.snap");
        assert_eq!(findings(&stray, 1_000), ["tests/snapshots/a.snap is of use in the repository only"]);
        assert_eq!(findings(whole, 3_000_000), ["3,000,000 bytes are over the bar of 2,000,000"]);
    }
}
