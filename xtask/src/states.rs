//! `cargo xtask states`: saved states between domtool and Playwright, both ways. A page that keeps a value of every kind says what it finds,
//! and Jupyter Server, behind a password, whom it lets in. It needs npm and Python.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{browser, cargo, js};

/// Where the script and the lists of packages are, and where they are installed: beside what `together` needs.
const FROM: &str = "xtask/together";
const TO: &str = "target/together";
const FILES: [&str; 4] = ["package.json", "package-lock.json", "states.mjs", "requirements.txt"];
const BINARY: &str = "target/debug/domtool";
/// The page, which a test of the command line opens, too.
const VAULT: &str = "crates/cli/tests/end_to_end/vault.html";

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if !args.is_empty() {
        return Err("it takes no arguments".to_owned());
    }
    browser::ensure()?;
    let chromium = browser::executable().ok_or("set DOMTOOL_CHROME to the browser")?;
    cargo::cargo(&["build", "--package", "domtool-cli"], &[])?;
    js::install_apart(FROM, TO, &FILES)?;
    let python = install_python()?;
    let mut node = Command::new("node");
    node.arg(Path::new(TO).join("states.mjs")).arg(BINARY).arg(chromium).arg(python).arg(VAULT);
    cargo::run(node, "states between domtool and Playwright")
}

/// Installs the packages of the list into an environment of their own, and gives its Python.
fn install_python() -> Result<PathBuf, String> {
    let venv = Path::new(TO).join("venv");
    let folder = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = folder.join(format!("python{}", env::consts::EXE_SUFFIX));
    if !python.is_file() {
        let mut make = Command::new(if cfg!(windows) { "python" } else { "python3" });
        make.args(["-m", "venv"]).arg(&venv);
        cargo::run(make, "python -m venv")?;
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(Path::new(FROM).join("requirements.txt"));
    cargo::run(pip, "pip install")?;
    Ok(python)
}
