//! The walls between the crates: which crate may use which, held against `cargo metadata`.
//!
//! Only dependencies that are built into a crate count; its tests may use what they like. A dependency that is not listed
//! is a breach: adding one means adding it here, where the design can be seen.

use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, Package};

/// What one crate may use.
struct Wall {
    name: &'static str,
    may: &'static [&'static str],
    /// Only behind a feature, so that the crate can do without.
    optional: &'static [&'static str],
}

const WALLS: &[Wall] = &[
    Wall {
        name: "domtool-cdp",
        may: &["base64", "serde", "serde_json"],
        optional: &[
            "bytes",
            "command-fds",
            "futures-util",
            "rustix",
            "rustls-native-certs",
            "tokio",
            "tokio-rustls",
            "tokio-tungstenite",
            "tracing",
        ],
    },
    Wall {
        name: "domtool-page",
        may: &["domtool-cdp", "regex-lite", "rustc-hash", "serde", "serde_json"],
        optional: &["schemars", "tiktoken-rs"],
    },
    Wall {
        name: "domtool",
        may: &[
            "domtool-cdp",
            "domtool-page",
            "hmac",
            "image-webp",
            "jpeg-encoder",
            "png",
            "rustc-hash",
            "serde",
            "serde_json",
            "sha1",
            "sha2",
            "tokio",
            "tracing",
        ],
        optional: &["schemars"],
    },
    Wall {
        name: "domtool-cli",
        may: &[
            "base64",
            "clap",
            "clap_complete",
            "clap_mangen",
            "domtool",
            "futures-util",
            "getrandom",
            "http-body-util",
            "hyper",
            "hyper-util",
            "rmcp",
            "rustix",
            "schemars",
            "serde",
            "serde_json",
            "tokio",
            "tokio-tungstenite",
            "tokio-util",
            "toml_edit",
            "tracing",
            "tracing-subscriber",
        ],
        optional: &["md-5", "ring", "rustls-native-certs", "ureq", "zip"],
    },
    Wall {
        name: "xtask",
        may: &["base64", "cargo_metadata", "flate2", "serde_json", "sha2", "tar", "tempfile", "zip"],
        optional: &[],
    },
];

/// Every breach of a wall, one sentence each.
pub(crate) fn breaches() -> Result<Vec<String>, String> {
    let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| error.to_string())?;
    let mut breaches = Vec::new();
    for package in &metadata.packages {
        match WALLS.iter().find(|wall| wall.name == package.name.as_str()) {
            Some(wall) => {
                breaches.extend(built_in(package).filter_map(|dependency| breach(wall, dependency)));
            }
            None => breaches
                .push(format!("{} has no wall: say in xtask/src/walls.rs what it may use", package.name)),
        }
    }
    Ok(breaches)
}

fn built_in(package: &Package) -> impl Iterator<Item = &Dependency> {
    package.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Development)
}

fn breach(wall: &Wall, dependency: &Dependency) -> Option<String> {
    let name = dependency.name.as_str();
    if wall.optional.contains(&name) {
        return (!dependency.optional)
            .then(|| format!("{} must be able to do without {name}: make it optional", wall.name));
    }
    if !wall.may.contains(&name) {
        return Some(format!("{} must not use {name}", wall.name));
    }
    // The pure core sees the protocol's types and nothing that does I/O.
    let does_io =
        dependency.uses_default_features || dependency.features.iter().any(|feature| feature == "client");
    (wall.name == "domtool-page" && name == "domtool-cdp" && does_io)
        .then(|| "domtool-page must use domtool-cdp without its feature `client`".to_owned())
}
