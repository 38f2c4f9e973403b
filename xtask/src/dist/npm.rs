//! The packages for npm: one a system with the binary alone, of which npm installs the one that fits, and `domtool`, which has a
//! launcher and the TypeScript client. Nothing is run when they are installed: npm blocks such scripts, and so do careful people.

use std::{fs, path::Path};

use serde_json::{Map, Value, json};

use super::{
    Release,
    files::{self, File},
    platform::{self, Platform},
};

const LAUNCHER: &str = include_str!("launcher.cjs");
/// npm has everything of a package below this folder.
const FOLDER: &str = "package";
/// The client's own list, which says what of it can be imported.
const CLIENT: &str = "clients/typescript/package.json";
/// What is taken from that list.
const CLIENT_KEYS: &[&str] = &["type", "main", "types", "exports", "engines"];

/// A package for npm.
pub(super) struct Package {
    /// `@domtool/linux-x64`
    pub(super) name: String,
    /// What its `package.json` has, which a registry repeats.
    pub(super) manifest: Value,
    pub(super) bytes: Vec<u8>,
}

impl Package {
    /// What its file is called.
    pub(super) fn file(&self, version: &str) -> String {
        file_name(&self.name, version)
    }
}

/// What `npm pack` calls the file of a package.
pub(super) fn file_name(name: &str, version: &str) -> String {
    format!("{}-{version}.tgz", name.trim_start_matches('@').replace('/', "-"))
}

/// The package of the binary.
pub(super) fn of_platform(release: &Release) -> Result<Package, String> {
    let manifest = platform_manifest(release.platform, &release.binary.version);
    let readme = format!(
        "The binary of [domtool](https://www.npmjs.com/package/domtool) for {}.\n",
        release.platform.npm_name()
    );
    pack(
        manifest,
        [vec![release.program("bin/"), File::new("README.md", readme)], release.licences("")].concat(),
    )
}

/// The package that people install, with the files of the TypeScript client.
pub(super) fn main(release: &Release, client: Vec<File>) -> Result<Package, String> {
    let mut manifest = main_manifest(&release.binary.version);
    let mut files = vec![File::program("bin/domtool.cjs", LAUNCHER)];
    let readme = "clients/typescript/README.md";
    let readme = if Path::new(readme).is_file() { readme } else { "crates/cli/README.md" };
    files.push(File::read("README.md", readme)?);
    files.extend(files::licences("")?);
    if !client.is_empty() {
        let text = fs::read_to_string(CLIENT).map_err(|error| format!("{CLIENT}: {error}"))?;
        let mut list: Map<String, Value> =
            serde_json::from_str(&text).map_err(|error| format!("{CLIENT}: {error}"))?;
        for key in CLIENT_KEYS {
            if let Some(value) = list.remove(*key) {
                manifest[*key] = value;
            }
        }
        files.extend(client);
    }
    pack(manifest, files)
}

/// What the package of a system says of itself, also where it was not built: npm reads it to leave the package out.
pub(super) fn platform_manifest(platform: &Platform, version: &str) -> Value {
    let mut manifest = json!({
        "name": package_name(platform),
        "version": version,
        "description": format!("The binary of domtool for {}", platform.npm_name()),
        "license": "MIT OR Apache-2.0",
        "os": [platform.npm.os],
        "cpu": [platform.npm.cpu],
        "preferUnplugged": true,
    });
    if !platform.npm.libc.is_empty() {
        manifest["libc"] = json!(platform.npm.libc);
    }
    manifest
}

fn main_manifest(version: &str) -> Value {
    let optional: Map<String, Value> =
        platform::ALL.iter().map(|platform| (package_name(platform), json!(version))).collect();
    json!({
        "name": "domtool",
        "version": version,
        "description": "A real browser for language-model agents: observe, act, verify",
        "license": "MIT OR Apache-2.0",
        "keywords": ["agent", "automation", "browser", "chromium", "mcp"],
        "bin": { "domtool": "bin/domtool.cjs" },
        "engines": { "node": ">=18" },
        "optionalDependencies": optional,
    })
}

/// What a system's package is called.
pub(super) fn package_name(platform: &Platform) -> String {
    format!("@domtool/{}", platform.npm_name())
}

fn pack(manifest: Value, mut files: Vec<File>) -> Result<Package, String> {
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    files.insert(0, File::new("package.json", text + "\n"));
    let name = manifest["name"].as_str().ok_or("a package without a name")?.to_owned();
    Ok(Package { name, bytes: files::tar_gz(FOLDER, &files)?, manifest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_a_package_that_only_fits_it() {
        let main = main_manifest("1.2.3");
        let optional = main["optionalDependencies"].as_object().expect("optional");
        assert_eq!(optional.len(), platform::ALL.len());
        for platform in platform::ALL {
            let manifest = platform_manifest(platform, "1.2.3");
            let name = manifest["name"].as_str().expect("name");
            assert_eq!(optional.get(name), Some(&json!("1.2.3")), "{name}");
            assert_eq!(name, format!("@domtool/{}-{}", platform.npm.os, platform.npm.cpu));
            assert_eq!(manifest.get("libc").is_some(), platform.is_linux(), "{name}");
            assert!(manifest.get("scripts").is_none(), "{name}");
        }
        assert!(main.get("scripts").is_none());
    }

    #[test]
    fn files_are_called_as_npm_calls_them() {
        assert_eq!(file_name("@domtool/linux-x64", "1.2.3"), "domtool-linux-x64-1.2.3.tgz");
        assert_eq!(file_name("domtool", "1.2.3"), "domtool-1.2.3.tgz");
    }
}
