//! Builds the binary as it is released: one file that needs nothing of the system that it is started on.

use std::{
    env,
    path::{Path, PathBuf},
};

use cargo_metadata::{Metadata, MetadataCommand};

use super::platform::Platform;
use crate::{
    cargo::{self, installed, run},
    sizes,
};

/// The package whose binary it is.
const PACKAGE: &str = "domtool-cli";
/// Links the C library in. On Linux the binary is static then, on Windows it needs no redistributable; macOS has no such thing.
const STATIC: &str = "-C target-feature=+crt-static";
/// Packs the relocations of a binary that can be loaded anywhere, which are 0.7 MB otherwise. Not for a binary that uses the system's
/// C library: that would have to be glibc 2.36 or newer. `dist --check` starts what was built, which an older musl would fail at.
const PACKED: &str = "-C link-arg=-Wl,-z,pack-relative-relocs";

/// The release build.
pub(super) struct Binary {
    pub(super) path: PathBuf,
    /// What Rust calls the system that it was built for.
    pub(super) target: &'static str,
    pub(super) version: String,
    /// Where the packages are to be written.
    pub(super) packages: PathBuf,
}

/// The version that is built.
pub(super) fn version() -> Result<String, String> {
    version_in(&metadata()?)
}

/// Builds it, and holds it to its size.
pub(super) fn build(platform: &'static Platform) -> Result<Binary, String> {
    let metadata = metadata()?;
    let version = version_in(&metadata)?;
    let target = best_target(platform)?;
    let words = ["build", "--release", "--locked", "--package", PACKAGE, "--target", target];
    run_cargo(&words, platform)?;
    let built = metadata.target_directory.as_std_path();
    let path = built.join(target).join("release").join(platform.program("domtool"));
    let size = sizes::release(&path).ok_or_else(|| format!("{} was not built", path.display()))?;
    println!("{}", size.line());
    match size.breach() {
        Some(why) => Err(why),
        None => Ok(Binary { path, target, version, packages: built.join("dist") }),
    }
}

/// Builds and installs it as `cargo install` does, below a folder. What was built for the packages is not built again.
pub(super) fn install(binary: &Binary, platform: &'static Platform, root: &Path) -> Result<(), String> {
    let root = root.to_str().ok_or("the temporary folder's path is no text")?;
    let words =
        ["install", "--quiet", "--locked", "--path", "crates/cli", "--root", root, "--target", binary.target];
    run_cargo(&words, platform)
}

fn metadata() -> Result<Metadata, String> {
    MetadataCommand::new().no_deps().exec().map_err(|error| error.to_string())
}

fn version_in(metadata: &Metadata) -> Result<String, String> {
    let package = metadata.packages.iter().find(|package| package.name.as_str() == PACKAGE);
    Ok(package.ok_or_else(|| format!("there is no {PACKAGE}"))?.version.to_string())
}

/// The first of the platform's targets whose standard library is installed.
fn best_target(platform: &'static Platform) -> Result<&'static str, String> {
    let [best, ..] = platform.targets else { return Err("a platform without a target".to_owned()) };
    let found = platform.targets.iter().find(|target| has_std(target));
    let found = found
        .ok_or_else(|| format!("Rust's standard library is not installed (rustup target add {best})"))?;
    if found != best {
        eprintln!(
            "built for {found}, static glibc: there is no standard library for {best} (rustup target add {best})"
        );
    }
    Ok(found)
}

fn has_std(target: &str) -> bool {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let folder = installed(&rustc, &["--print", "target-libdir", "--target", target]);
    folder.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Runs cargo with the flags of a release. They come as a variable, since those of the environment would hide any others; a
/// target that is named keeps them off build scripts and macros, which cannot be static.
fn run_cargo(words: &[&str], platform: &Platform) -> Result<(), String> {
    let mut command = cargo::command();
    command.args(words);
    if !platform.is_macos() {
        let given = env::var("RUSTFLAGS").unwrap_or_default();
        let packed = if platform.is_linux() { PACKED } else { "" };
        let flags = format!("{given} {STATIC} {packed}");
        command.env("RUSTFLAGS", flags.trim()).env_remove("CARGO_ENCODED_RUSTFLAGS");
    }
    run(command, &format!("cargo {}", words.join(" ")))
}
