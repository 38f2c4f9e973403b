//! The ways in which users install domtool, each in an environment of its own.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;

use super::{
    client::{self, Client},
    environment::{Environment, find, interpreter, named},
    registry,
};
use crate::{
    dist::{Dist, archive, binary, npm},
    js,
};

/// What one of them led to.
pub(super) struct Installed {
    pub(super) environment: Environment,
    /// What users run.
    pub(super) program: PathBuf,
    /// What that runs in the end.
    pub(super) binary: PathBuf,
    /// The client of the package, if it has one.
    pub(super) client: Option<Client>,
}

/// The archive, unpacked.
pub(super) fn archive(dist: &Dist) -> Result<Installed, String> {
    let environment = Environment::with(&[])?;
    let unpacked = tar::Archive::new(GzDecoder::new(&dist.archive.bytes[..])).unpack(environment.folder());
    unpacked.map_err(|error| format!("{}: {error}", dist.archive.name))?;
    let made = archive::folder(&dist.release.binary.version, dist.release.binary.target);
    let program = environment.folder().join(made).join(named("domtool"));
    Ok(Installed { binary: program.clone(), program, environment, client: None })
}

/// The wheel, by pip in a virtual environment. It is found by its name alone, so its tags must fit this system.
pub(super) fn wheel(dist: &Dist) -> Result<Installed, String> {
    let python = interpreter(&["python3", "python"], &["-c", "import sys; print(sys.executable)"])?;
    let environment = Environment::with(&[])?;
    let folder = environment.folder().join("venv");
    environment.run(&python, &[OsStr::new("-m"), OsStr::new("venv"), folder.as_os_str()])?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let (python, wanted) =
        (programs.join(named("python")), format!("domtool=={}", dist.release.binary.version));
    let words = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--disable-pip-version-check",
        "--find-links",
    ];
    let words = words.map(OsStr::new).into_iter().chain([dist.folder.as_os_str(), OsStr::new(&wanted)]);
    environment.run(&python, &words.collect::<Vec<_>>())?;
    let program = programs.join(named("domtool"));
    let script = environment.folder().join("client.py");
    let client = Client { interpreter: python, script, text: client::PYTHON };
    let client = dist.python_client.then_some(client);
    Ok(Installed { binary: program.clone(), program, environment, client })
}

/// The npm packages, by npm, from a registry.
pub(super) fn npm(dist: &Dist) -> Result<Installed, String> {
    let node = interpreter(&["node"], &["-p", "process.execPath"])?;
    let npm = find(&[js::npm()])?;
    let environment = Environment::with(&[&node, &npm])?;
    let folder = environment.folder().join("prefix");
    let (registry, prefix) =
        (registry::start(dist)?, folder.to_str().ok_or("the temporary folder's path is no text")?);
    let wanted = format!("domtool@{}", dist.release.binary.version);
    let words = [
        "install",
        "--global",
        "--prefix",
        prefix,
        "--registry",
        &registry,
        "--no-audit",
        "--no-fund",
        &wanted,
    ];
    environment.run(&npm, &words)?;
    let (programs, modules) = if cfg!(windows) {
        (folder.clone(), folder.join("node_modules"))
    } else {
        (folder.join("bin"), folder.join("lib/node_modules"))
    };
    let program = programs.join(if cfg!(windows) { "domtool.cmd" } else { "domtool" });
    let own = npm::package_name(dist.release.platform);
    let package = modules.join("domtool");
    let binary = package.join("node_modules").join(own).join("bin").join(named("domtool"));
    let client = Client { interpreter: node, script: modules.join("client.mjs"), text: client::TYPESCRIPT };
    let client = dist.typescript_client.then_some(client);
    Ok(Installed { program, binary, environment, client })
}

/// The sources, by cargo; only what it installed is tried without Rust.
pub(super) fn sources(dist: &Dist) -> Result<Installed, String> {
    let environment = Environment::with(&[])?;
    let root: &Path = environment.folder();
    binary::install(&dist.release.binary, dist.release.platform, root)?;
    let program = root.join("bin").join(named("domtool"));
    Ok(Installed { binary: program.clone(), program, environment, client: None })
}
