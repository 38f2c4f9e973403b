//! Completes the packages that several machines have built, each for its own system, and were put into one folder.

use std::{collections::BTreeMap, fs, path::Path};

use super::{archive, binary, digest, extension, files, npm, platform, wheel};

/// Fails where a package is missing or one too many, and writes the list of digests of all.
pub(super) fn run(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut packages = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // That of one system: it is written anew.
        if name != digest::LIST {
            packages.insert(name, files::read(&path)?);
        }
    }
    let names: Vec<&str> = packages.keys().map(String::as_str).collect();
    let findings = findings(&names, &binary::version()?);
    if !findings.is_empty() {
        return Err(findings.join("; "));
    }
    let list = digest::list(packages.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])));
    fs::write(folder.join(digest::LIST), &list).map_err(failed)?;
    print!("{list}");
    Ok(())
}

/// What is wrong with a release of files of these names.
fn findings(names: &[&str], version: &str) -> Vec<String> {
    let mut wanted = vec![vec![npm::file_name("domtool", version)], vec![extension::name(version)]];
    for platform in platform::ALL {
        let archive = |target: &&str| format!("{}.tar.gz", archive::folder(version, target));
        wanted.push(platform.targets.iter().map(archive).collect());
        wanted.push(vec![wheel::name(version, platform.wheel)]);
        wanted.push(vec![npm::file_name(&npm::package_name(platform), version)]);
    }
    let lacking = wanted.iter().filter(|choice| !choice.iter().any(|name| names.contains(&name.as_str())));
    let mut findings: Vec<String> =
        lacking.map(|choice| format!("{} is not there", choice.join(" or "))).collect();
    let foreign = names.iter().filter(|name| !wanted.iter().flatten().any(|wanted| wanted == *name));
    findings.extend(foreign.map(|name| format!("{name} is no package of version {version}")));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_whole_or_says_what_it_lacks() {
        let whole = [
            "domtool-1.2.3-aarch64-apple-darwin.tar.gz",
            "domtool-1.2.3-aarch64-pc-windows-msvc.tar.gz",
            "domtool-1.2.3-aarch64-unknown-linux-musl.tar.gz",
            "domtool-1.2.3-py3-none-macosx_10_12_x86_64.whl",
            "domtool-1.2.3-py3-none-macosx_11_0_arm64.whl",
            "domtool-1.2.3-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
            "domtool-1.2.3-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl",
            "domtool-1.2.3-py3-none-win_amd64.whl",
            "domtool-1.2.3-py3-none-win_arm64.whl",
            "domtool-1.2.3-x86_64-apple-darwin.tar.gz",
            "domtool-1.2.3-x86_64-pc-windows-msvc.tar.gz",
            "domtool-1.2.3-x86_64-unknown-linux-gnu.tar.gz",
            "domtool-1.2.3.tgz",
            "domtool-extension-1.2.3.zip",
            "domtool-darwin-arm64-1.2.3.tgz",
            "domtool-darwin-x64-1.2.3.tgz",
            "domtool-linux-arm64-1.2.3.tgz",
            "domtool-linux-x64-1.2.3.tgz",
            "domtool-win32-arm64-1.2.3.tgz",
            "domtool-win32-x64-1.2.3.tgz",
        ];
        let none: [&str; 0] = [];
        assert_eq!(findings(&whole, "1.2.3"), none);
        assert_eq!(findings(&whole[..19], "1.2.3"), ["domtool-win32-x64-1.2.3.tgz is not there"]);
        let other = [&whole[1..], &["domtool-1.2.2.tgz"]].concat();
        let expected = [
            "domtool-1.2.3-aarch64-apple-darwin.tar.gz is not there",
            "domtool-1.2.2.tgz is no package of version 1.2.3",
        ];
        assert_eq!(findings(&other, "1.2.3"), expected);
    }
}
