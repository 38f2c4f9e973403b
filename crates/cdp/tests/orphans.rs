//! A browser does not outlive the process that started it, however that ends. Nor does its profile.
//!
//! The owner is this test program, started once more with the name of one ignored test; it is killed with SIGKILL.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Lines},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use domtool_cdp::{Chromium, LaunchOptions, Wire};

const WIRES: &str = "DOMTOOL_TEST_WIRES";
const BOUND: Duration = Duration::from_secs(10);

/// What the started process is: launches over each of the named wires, says so, and waits to be killed.
#[test]
#[ignore = "the owner that the other tests start and kill"]
fn owner() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut browsers = Vec::new();
        for wire in std::env::var(WIRES).unwrap().split(',') {
            let wire = if wire == "pipe" { Wire::Pipe } else { Wire::WebSocket };
            let chromium = Chromium::launch(LaunchOptions::default().with_wire(wire)).await.unwrap();
            println!("\nready {} {}", chromium.pid(), chromium.profile().display());
            browsers.push(chromium);
        }
        for browser in &browsers {
            browser.connection().closed().await;
        }
    });
}

struct Owner {
    process: Child,
    browsers: Vec<Browser>,
    /// Kept open, so that the owner can go on writing.
    output: Lines<BufReader<ChildStdout>>,
}

struct Browser {
    group: u32,
    profile: PathBuf,
}

fn start(wires: &str) -> Owner {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "orphans::owner", "--ignored", "--nocapture"])
        .env(WIRES, wires)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(process.stdout.take().unwrap()).lines();
    Owner { process, browsers: Vec::new(), output }
}

fn start_and_launch(wires: &str) -> Owner {
    let mut owner = start(wires);
    for _ in wires.split(',') {
        let mut lines = owner.output.by_ref().map(Result::unwrap);
        let Some(ready) = lines.find_map(|line| line.strip_prefix("ready ").map(str::to_owned)) else {
            panic!("the owner did not launch: {:?}", owner.process.wait())
        };
        let (group, profile) = ready.split_once(' ').unwrap();
        let browser = Browser { group: group.parse().unwrap(), profile: PathBuf::from(profile) };
        assert!(browser.profile.is_dir());
        assert!(members(browser.group).len() > 2, "a browser has helpers");
        owner.browsers.push(browser);
    }
    owner
}

/// The profiles of an owner that are there, and the processes that were given one: browsers, helpers, watchers.
fn left_of(owner: u32) -> Vec<String> {
    let name = format!("domtool-profile-{owner}-");
    let folders = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let profiles = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let processes = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    profiles.chain(processes).filter(|text| text.contains(&name)).collect()
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

fn wait_until_gone(owner: &Owner) {
    let begun = Instant::now();
    loop {
        let mut left = left_of(owner.process.id());
        left.extend(owner.browsers.iter().flat_map(|b| members(b.group)).map(|pid| pid.to_string()));
        if left.is_empty() {
            return;
        }
        assert!(begun.elapsed() < BOUND, "left: {left:#?}");
        std::thread::yield_now();
    }
}

fn killed_owner(wires: &str) {
    let mut owner = start_and_launch(wires);
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

/// The later browser must not hold open what the watcher of the earlier one waits on.
#[test]
fn a_killed_owner_of_several_leaves_nothing() {
    killed_owner("websocket,pipe,websocket");
}

/// At the moments at which the watcher, the program and its helpers appear.
#[test]
fn an_owner_killed_while_it_launches_leaves_nothing() {
    for moment in 1..=6 {
        let mut owner = start("websocket");
        let begun = Instant::now();
        while left_of(owner.process.id()).len() < moment {
            assert!(begun.elapsed() < BOUND, "moment {moment} did not come");
        }
        owner.process.kill().unwrap();
        owner.process.wait().unwrap();
        wait_until_gone(&owner);
    }
}

/// What a browser's crash does to its owner: the connection closes, and dropping the handle removes the rest.
#[test]
fn a_killed_browser_leaves_nothing() {
    let mut owner = start_and_launch("websocket");
    let killed = Command::new("kill").args(["-KILL", &owner.browsers[0].group.to_string()]).status().unwrap();
    assert!(killed.success());
    owner.process.wait().unwrap();
    wait_until_gone(&owner);
}
