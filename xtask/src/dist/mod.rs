//! Builds what is handed out, and tries it: `cargo xtask dist`.
//!
//! Every package has the same binary, which is built for the system that this runs on. They are written into `target/dist`:
//! an archive, a wheel for PyPI, the relay's extension, two packages for npm, and the list of their digests. `--check` installs each into an environment
//! that has nothing else of this project, and runs it there. `--join` completes the files that several systems have built.

mod archive;
mod binary;
mod check;
mod clients;
mod digest;
mod extension;
mod files;
mod join;
mod notices;
mod npm;
mod platform;
mod wheel;

use std::{
    fs,
    path::{Path, PathBuf},
};

use binary::Binary;
use files::File;
use platform::Platform;

use crate::sizes::grouped;

/// What all packages of a release have in common.
struct Release {
    platform: &'static Platform,
    binary: Binary,
    program: Vec<u8>,
    /// Ours, and those of what is built in.
    licences: Vec<File>,
}

impl Release {
    fn new() -> Result<Self, String> {
        let platform = Platform::here()?;
        let binary = binary::build(platform)?;
        let program = files::read(&binary.path)?;
        let mut licences = files::licences("")?;
        licences.push(notices::file("THIRD-PARTY.txt", binary.target)?);
        Ok(Self { platform, binary, program, licences })
    }

    /// The binary, below a folder of a package.
    fn program(&self, folder: &str) -> File {
        File::program(format!("{folder}{}", self.platform.program("domtool")), self.program.clone())
    }

    /// The licences of the binary and of all that is in it, below a folder of a package.
    fn licences(&self, folder: &str) -> Vec<File> {
        let below = |file: &File| File::new(format!("{folder}{}", file.path), file.bytes.clone());
        self.licences.iter().map(below).collect()
    }
}

/// What was built, and where it is.
struct Dist {
    release: Release,
    folder: PathBuf,
    archive: Packed,
    wheel: Packed,
    extension: Packed,
    /// For one system, and for all.
    npm: [npm::Package; 2],
    /// Whether the client of its language is in the wheel, and in the npm package for all systems.
    python_client: bool,
    typescript_client: bool,
}

/// A package in a file of its own.
struct Packed {
    name: String,
    bytes: Vec<u8>,
}

/// `cargo xtask dist [--check | --join DIR]`
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => build().map(|_| ()),
        ["--check"] => check::run(&build()?),
        ["--join", folder] => join::run(Path::new(folder)),
        _ => Err("the arguments are --check, or --join DIR".to_owned()),
    }
}

/// Builds every package anew, and prints their sizes.
fn build() -> Result<Dist, String> {
    let release = Release::new()?;
    let (version, target) = (release.binary.version.as_str(), release.binary.target);
    let (python, typescript) = (clients::python()?, clients::typescript()?);
    let (python_client, typescript_client) = (!python.is_empty(), !typescript.is_empty());
    let archive = Packed {
        name: format!("{}.tar.gz", archive::folder(version, target)),
        bytes: archive::pack(&release)?,
    };
    let wheel =
        Packed { name: wheel::name(version, release.platform.wheel), bytes: wheel::pack(&release, python)? };
    let extension = Packed { name: extension::name(version), bytes: extension::pack(&release)? };
    let npm = [npm::of_platform(&release)?, npm::main(&release, typescript)?];
    let folder = release.binary.packages.clone();
    let dist = Dist { release, folder, archive, wheel, extension, npm, python_client, typescript_client };
    dist.write().map_err(|error| format!("{}: {error}", dist.folder.display()))?;
    Ok(dist)
}

impl Dist {
    /// Each package by the name of its file.
    fn packages(&self) -> impl Iterator<Item = (String, &[u8])> {
        let version = self.release.binary.version.as_str();
        let alone = [&self.archive, &self.wheel, &self.extension]
            .map(|packed| (packed.name.clone(), &packed.bytes[..]));
        let npm = self.npm.iter().map(move |package| (package.file(version), &package.bytes[..]));
        alone.into_iter().chain(npm)
    }

    /// Writes them and the list of their digests, in the place of those of an earlier build.
    fn write(&self) -> std::io::Result<()> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)?;
        }
        fs::create_dir_all(&self.folder)?;
        let packages: Vec<_> = self.packages().collect();
        for (name, bytes) in &packages {
            fs::write(self.folder.join(name), bytes)?;
            println!("{}: {} bytes", self.folder.join(name).display(), grouped(bytes.len() as u64));
        }
        let list = digest::list(packages.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
        fs::write(self.folder.join(digest::LIST), list)
    }
}
