//! The licences of what is built into the binary. Most ask that whoever hands out the program hands out their text with it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId};

use super::files::File;

/// How the names of the files begin that hold a licence.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
const TITLE: &str = "\
What domtool is built on, and under which licences. The C library and Rust's standard library, which are in the
binary too, are under MIT or Apache-2.0 (Rust, musl) or, where a binary is built with glibc, the LGPL 2.1.
";

/// A file with the name, version and licence of each crate that is in the binary, and every text once.
pub(super) fn file(path: &str, target: &str) -> Result<File, String> {
    let platform = ["--filter-platform".to_owned(), target.to_owned()];
    let metadata = MetadataCommand::new()
        .features(CargoOpt::SomeFeatures(Vec::new()))
        .other_options(platform)
        .exec()
        .map_err(|error| error.to_string())?;
    let mut text = TITLE.to_owned();
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in built_in(&metadata)? {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its text");
        // Writing to a text cannot fail.
        let _written = writeln!(text, "\n{name}: {licence}");
        for licence in texts(package)? {
            users.entry(licence).or_default().push(name.clone());
        }
    }
    for (licence, users) in users {
        let line = "-".repeat(100);
        let _written = write!(text, "\n{line}\n{}\n{line}\n\n{}\n", users.join(", "), licence.trim_end());
    }
    Ok(File::new(path, text))
}

/// The foreign packages that the binary's package needs, not counting those that only build or test it.
fn built_in(metadata: &Metadata) -> Result<Vec<&Package>, String> {
    let graph = metadata.resolve.as_ref().ok_or("cargo metadata resolved nothing")?;
    let root =
        metadata.workspace_packages().into_iter().find(|package| package.name.as_str() == "domtool-cli");
    let mut open: Vec<&PackageId> = vec![&root.ok_or("there is no domtool-cli")?.id];
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        let needed = graph[id]
            .deps
            .iter()
            .filter(|dependency| dependency.dep_kinds.iter().any(|info| info.kind == DependencyKind::Normal));
        open.extend(needed.map(|dependency| &dependency.pkg));
    }
    let foreign =
        metadata.packages.iter().filter(|package| package.source.is_some() && found.contains(&package.id));
    Ok(foreign.collect())
}

/// The texts that a package brings, in the order of their files' names.
fn texts(package: &Package) -> Result<Vec<String>, String> {
    let folder = package.manifest_path.parent().ok_or_else(|| format!("{} has no folder", package.name))?;
    let failed = |error: std::io::Error| format!("{folder}: {error}");
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|start| name.starts_with(start)) && entry.path().is_file() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let read = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
    paths.into_iter().map(|path| read(path).map_err(failed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_is_named_with_its_licence() {
        let file = file("THIRD-PARTY.txt", "x86_64-unknown-linux-gnu").expect("file");
        let text = String::from_utf8(file.bytes).expect("text");
        let named = |name: &str| {
            text.lines().any(|line| line.starts_with(&format!("{name} ")) && line.contains(": "))
        };
        for name in ["serde", "tokio", "jpeg-encoder"] {
            assert!(named(name), "{name}");
        }
        // Tests need the first two; ours is under the licences beside the file.
        for name in ["proptest", "insta", "domtool"] {
            assert!(!named(name), "{name}");
        }
        assert!(text.contains("Permission is hereby granted, free of charge"));
    }
}
