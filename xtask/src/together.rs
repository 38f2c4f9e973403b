//! `cargo xtask together [TURNS]`: domtool, Playwright and Puppeteer on the same page of one Chromium, in turns. Elements are handed over both
//! ways, in frames of other sites and shadow roots too; the page counts what reached it, and nothing may be lost or doubled. It needs npm.

use std::{path::Path, process::Command};

use crate::{browser, cargo, js};

/// Where the script and the tools' packages are, and where they are installed.
const FROM: &str = "xtask/together";
const TO: &str = "target/together";
const FILES: [&str; 3] = ["package.json", "package-lock.json", "together.mjs"];
const BINARY: &str = "target/debug/domtool";
/// How many actions each of them does.
const TURNS: &str = "200";

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let turns = match args {
        [] => TURNS,
        [turns] if turns.parse::<u32>().is_ok() => turns,
        _ => return Err("it takes a number of turns".to_owned()),
    };
    browser::ensure()?;
    let chromium = browser::executable().ok_or("set DOMTOOL_CHROME to the browser")?;
    cargo::cargo(&["build", "--package", "domtool-cli"], &[])?;
    js::install_apart(FROM, TO, &FILES)?;
    let mut node = Command::new("node");
    node.arg(Path::new(TO).join("together.mjs")).arg(BINARY).arg(chromium).arg(turns);
    cargo::run(node, "the tools in turns")
}
