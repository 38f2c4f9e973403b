//! A registry of npm on loopback that has our packages and no others. From files npm would install what it is told; from a
//! registry it chooses the package of its system itself, as it does for users.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::{
    dist::{
        Dist, digest,
        npm::{self, Package},
        platform,
    },
    loopback::{self, Answer},
};

/// Starts to serve, and says at which address.
pub(super) fn start(dist: &Dist) -> Result<String, String> {
    let (listener, address) = loopback::listen()?;
    let address = format!("http://{address}");
    let version = &dist.release.binary.version;
    let mut answers = HashMap::new();
    // Those of other systems are known and not there, so that npm fails if it takes one.
    for platform in platform::ALL {
        let manifest = npm::platform_manifest(platform, version);
        answers.insert(path(&npm::package_name(platform)), entry(manifest, version, &address, &[])?);
    }
    for Package { name, manifest, bytes } in &dist.npm {
        let entry = entry(manifest.clone(), version, &address, bytes)?;
        answers.insert(path(name), entry);
        answers.insert(npm::file_name(name, version), bytes.clone());
    }
    loopback::serve(listener, move |path| {
        let kind = if path.ends_with(".tgz") { "application/octet-stream" } else { "application/json" };
        Some(Answer { kind, body: answers.get(path)?.clone() })
    });
    Ok(address)
}

/// As npm asks for a package.
fn path(name: &str) -> String {
    name.replace('/', "%2f")
}

/// What a registry says of a package with a single version.
fn entry(mut manifest: Value, version: &str, address: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let name = manifest["name"].as_str().ok_or("a package without a name")?.to_owned();
    let file = npm::file_name(&name, version);
    manifest["dist"] =
        json!({ "tarball": format!("{address}/{file}"), "integrity": digest::integrity(bytes) });
    let entry =
        json!({ "name": name, "dist-tags": { "latest": version }, "versions": { version: manifest } });
    serde_json::to_vec(&entry).map_err(|error| error.to_string())
}
