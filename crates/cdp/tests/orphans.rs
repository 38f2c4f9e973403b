//! A browser does not outlive the process that started it, however that ends. Nor does its profile.
//!
//! The owner is this test program, started once more with the name of one ignored test; it is killed with SIGKILL.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Lines},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use domtool_cdp::{Chromium, LaunchOptions, Wire};

const WIRE: &str = "DOMTOOL_TEST_WIRE";
/// The watcher asks first, and kills after three seconds.
const BOUND: Duration = Duration::from_secs(10);

/// What the started process is: launches, says so, and waits to be killed.
#[test]
#[ignore = "the owner that the other tests start and kill"]
fn owner() {
    let wire = if std::env::var(WIRE).unwrap() == "pipe" { Wire::Pipe } else { Wire::WebSocket };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let chromium = Chromium::launch(LaunchOptions { wire, ..LaunchOptions::default() }).await.unwrap();
        println!("\nready {} {}", chromium.pid(), chromium.profile().display());
        chromium.connection().closed().await;
    });
}

struct Owner {
    process: Child,
    browser: u32,
    profile: PathBuf,
    /// Kept open, so that the owner can go on writing.
    _output: Lines<BufReader<ChildStdout>>,
}

fn start_owner(wire: &str) -> Owner {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "owner", "--ignored", "--nocapture"])
        .env(WIRE, wire)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let ready =
        lines.by_ref().map(Result::unwrap).find_map(|line| line.strip_prefix("ready ").map(str::to_owned));
    let Some(ready) = ready else { panic!("the owner did not launch: {:?}", process.wait()) };
    let (browser, profile) = ready.split_once(' ').unwrap();
    Owner { process, browser: browser.parse().unwrap(), profile: PathBuf::from(profile), _output: lines }
}

/// Processes that run in a group: those that have ended and wait to be collected do not count.
fn members(group: u32) -> BTreeSet<u32> {
    let mut members = BTreeSet::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // After the name in parentheses: state, parent, group.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = rest.split(' ').collect();
        if fields[0] != "Z" && fields[2] == group.to_string() {
            members.insert(pid);
        }
    }
    members
}

/// Processes whose command line names the profile, in whatever group they are.
fn users_of(profile: &str) -> Vec<String> {
    let mut users = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(line) = fs::read(entry.path().join("cmdline")) else { continue };
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(profile) {
            users.push(line);
        }
    }
    users
}

fn wait_until_gone(owner: &Owner) {
    let begun = Instant::now();
    let profile = owner.profile.to_str().unwrap();
    loop {
        let (members, users) = (members(owner.browser), users_of(profile));
        if members.is_empty() && users.is_empty() && !owner.profile.exists() {
            return;
        }
        assert!(
            begun.elapsed() < BOUND,
            "left: processes {members:?} {users:?}, profile {}",
            owner.profile.exists()
        );
        std::thread::yield_now();
    }
}

fn killed_owner(wire: &str) {
    let mut owner = start_owner(wire);
    assert!(owner.profile.is_dir());
    assert!(members(owner.browser).len() > 2, "a browser has helpers");
    assert!(users_of(owner.profile.to_str().unwrap()).len() > 2);
    owner.process.kill().unwrap();
    owner.process.wait().unwrap();
    wait_until_gone(&owner);
}

#[test]
fn a_killed_owner_leaves_nothing_over_the_pipe() {
    killed_owner("pipe");
}

#[test]
fn a_killed_owner_leaves_nothing_over_the_websocket() {
    killed_owner("websocket");
}

/// What a browser's crash does to its owner: the connection closes, and dropping the handle removes the rest.
#[test]
fn a_killed_browser_leaves_nothing() {
    let mut owner = start_owner("websocket");
    let killed = Command::new("kill").args(["-KILL", &owner.browser.to_string()]).status().unwrap();
    assert!(killed.success());
    owner.process.wait().unwrap();
    wait_until_gone(&owner);
}
