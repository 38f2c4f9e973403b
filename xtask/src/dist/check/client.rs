//! Uses the client of a package as a program of its language would, with the binary that came in the same package.

use std::{ffi::OsStr, fs, path::PathBuf};

use super::{Outcome, install::Installed};
use crate::loopback::{self, Answer};

/// A client, and what is needed to run a program that imports it.
pub(super) struct Client {
    pub(super) interpreter: PathBuf,
    /// Where the program is to be: modules of Node find others from where they are.
    pub(super) script: PathBuf,
    pub(super) text: &'static str,
}

pub(super) const PYTHON: &str = r#"
import sys
import domtool

with domtool.Session("packages") as session:
    session.open(sys.argv[1])
    session.click(session.observe().get("Buy").id, expect="appears:Bought")
"#;
pub(super) const TYPESCRIPT: &str = r#"
import { Session, get } from "domtool";

const session = new Session("packages");
await session.open(process.argv[2]);
await session.click(get(await session.observe(), "Buy").id, { expect: "appears:Bought" });
await session.close();
"#;
const PAGE: &str = "<!doctype html><title>Tea</title><button onclick=\"this.after('Bought')\">Buy</button>";

/// Opens a page, clicks, and expects what comes of it.
pub(super) fn clicks(installed: &Installed, client: &Client) -> Outcome {
    let (listener, address) = loopback::listen()?;
    loopback::serve(listener, |_| Some(Answer { kind: "text/html; charset=utf-8", body: PAGE.into() }));
    fs::write(&client.script, client.text)
        .map_err(|error| format!("{}: {error}", client.script.display()))?;
    let page = format!("http://{address}/");
    let words = [client.script.as_os_str(), OsStr::new(&page)];
    let clicked = installed.environment.run(&client.interpreter, &words);
    // The daemon that the client started would outlive the folder that it is in.
    let closed = installed.environment.run(&installed.binary, &["close", "--all"]);
    clicked.and(closed).map(|_| "clicked".to_owned())
}
