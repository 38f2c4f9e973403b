//! Everything that must compile beside what the tests compile: other features, an older compiler, other systems, the fuzz
//! targets. All share one target folder, and nothing is linked, so each costs a minute at most.
//!
//! What needs a toolchain or a target that is not installed is left out, and said to be: a check that installs one would make the
//! first run of a newcomer wait for it, and fail without a network.

use std::process::Command;

use cargo_metadata::MetadataCommand;

use crate::cargo::{cargo, installed, run};

/// The systems beside the one that we run on; one target each is enough for `cfg(windows)` and `cfg(target_os = "macos")`.
const SYSTEMS: &[(&str, &[&str])] = &[
    ("Windows", &["x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc"]),
    ("macOS", &["aarch64-apple-darwin", "x86_64-apple-darwin"]),
];

/// The crates that can do with less: the protocol without `client`, and the core, which is all that uses it so; then the command line
/// without `fetch`, by itself, as the engine that it brings switches `client` on.
pub(crate) fn without_features() -> Result<(), String> {
    let packages = ["--package", "domtool-cdp", "--package", "domtool-page"];
    for packages in [&packages[..], &["--package", "domtool-cli"]] {
        cargo(&[&["clippy"], packages, &["--no-default-features", "--", "-D", "warnings"]].concat(), &[])?;
    }
    Ok(())
}

/// The oldest Rust that `Cargo.toml` promises. Where it is not installed clippy's `incompatible_msrv`, which is on in `clippy::all`,
/// stands in: it knows since when the standard library has what we call, though not since when the language has.
pub(crate) fn oldest_rust() -> Result<(), String> {
    let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| error.to_string())?;
    let promised = metadata.packages.iter().find_map(|package| package.rust_version.as_ref());
    let promised = promised.ok_or("no package says which Rust it needs")?;
    let short = format!("{}.{}", promised.major, promised.minor);
    let toolchains = installed("rustup", &["toolchain", "list"]).unwrap_or_default();
    let Some(toolchain) = of_version(&toolchains, &short) else {
        left_out(&format!(
            "Rust {short} (rustup toolchain install {short}); clippy checks the standard library's part"
        ));
        return Ok(());
    };
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo", "check", "--workspace", "--all-features"]);
    // Those of the toolchain that runs us would be taken for the other's.
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC");
    run(command, &format!("cargo +{short} check --workspace --all-features"))
}

/// Another system's code, as far as its standard library is installed. Without features: fetching has cryptography in C, for which a
/// compiler for that system would have to be there. (In the workspace as a whole the engine switches `client` on for all.)
pub(crate) fn other_systems() -> Result<(), String> {
    let targets = installed("rustup", &["target", "list", "--installed"]).unwrap_or_default();
    let host = std::env::consts::OS;
    for (system, candidates) in SYSTEMS.iter().filter(|(system, _)| !system.eq_ignore_ascii_case(host)) {
        match candidates.iter().find(|target| targets.lines().any(|line| line.trim() == **target)) {
            Some(target) => {
                cargo(&["check", "--workspace", "--no-default-features", "--target", target], &[])?;
            }
            None => left_out(&format!("{system} (rustup target add {})", candidates[0])),
        }
    }
    Ok(())
}

/// The fuzz targets, which are a workspace of their own: a change of a type that they read would break them unseen. A stable
/// compiler checks them; running them takes cargo-fuzz and a nightly one.
pub(crate) fn fuzz_targets() -> Result<(), String> {
    cargo(&["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target", "--locked"], &[])
}

/// `cargo deny`, which knows more than `dependencies`. Advisories are left to whoever has a network.
pub(crate) fn deny() -> Result<(), String> {
    if installed("cargo-deny", &["--version"]).is_none() {
        left_out(
            "cargo deny (cargo install cargo-deny); `cargo xtask check` held licences, sources and bans",
        );
        return Ok(());
    }
    cargo(&["deny", "--offline", "check", "licenses", "bans", "sources"], &[])
}

fn left_out(what: &str) {
    eprintln!("left out, as it is not installed: {what}");
}

/// The toolchain of a version, by the list of rustup's: `1.90-x86_64-...`, `1.90.0-x86_64-... (active)`.
fn of_version<'a>(toolchains: &'a str, short: &str) -> Option<&'a str> {
    let names = toolchains.lines().filter_map(|line| line.split_whitespace().next());
    names.into_iter().find(|name| {
        name.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    })
}

#[cfg(test)]
mod tests {
    use super::of_version;

    #[test]
    fn the_toolchain_of_a_version_is_found() {
        let list = "stable-x86_64-linux (active, default)\n1.9.0-x86_64-linux\n1.90.0-x86_64-linux\n";
        assert_eq!(of_version(list, "1.90"), Some("1.90.0-x86_64-linux"));
        assert_eq!(of_version(list, "1.9"), Some("1.9.0-x86_64-linux"));
        assert_eq!(of_version("1.90-x86_64-linux\n", "1.90"), Some("1.90-x86_64-linux"));
        for short in ["1.91", "1.900", "1.8"] {
            assert_eq!(of_version("1.90-x86_64-linux\nnightly\n", short), None, "{short}");
        }
    }
}
