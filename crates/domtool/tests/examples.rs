//! The examples do what they say: each is run as cargo builds it, on its bundled page, within a bounded time.
// A test's support that fails fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    sync::Once,
    time::Duration,
};

use domtool::chromium::{Chromium, LaunchOptions, Wire};
use tokio::{process::Command, time::timeout};

/// How long one example may take; alone each takes a second or two.
const LONGEST: Duration = Duration::from_secs(120);

const EXAMPLES: &[&str] =
    &["read_page", "log_in", "query_large_page", "agent_loop", "several_callers", "running_chrome"];

/// The folder of the examples' programs: tests are built into `target/PROFILE/deps`, examples into `target/PROFILE/examples`.
fn folder() -> PathBuf {
    let test = env::current_exe().expect("this test's own path");
    test.parent().and_then(Path::parent).expect("the profile's folder").join("examples")
}

fn program(example: &str) -> PathBuf {
    folder().join(format!("{example}{}", env::consts::EXE_SUFFIX))
}

/// Tells whether an example was built from the sources as they are, by what cargo noted of them beside it.
fn is_built(example: &str) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let Ok(built) = changed(&program(example)) else { return false };
    let Ok(noted) = fs::read_to_string(folder().join(format!("{example}.d"))) else { return false };
    let sources = noted.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, all)| all);
    // A blank in a path has a backslash before it.
    let sources = sources.replace("\\ ", "\0");
    let mut paths = sources.split(' ').map(|path| path.replace('\0', " "));
    paths.all(|path| changed(Path::new(&path)).is_ok_and(|source| source <= built))
}

/// Builds the examples where that was not done: `cargo test` does it, `cargo test --test examples` does not.
fn build() {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        if EXAMPLES.iter().all(|example| is_built(example)) {
            return;
        }
        let folder = folder();
        let profile = folder.parent().and_then(Path::file_name).and_then(OsStr::to_str);
        let profile = profile.map_or("dev", |name| if name == "debug" { "dev" } else { name });
        let status = std::process::Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "domtool", "--examples", "--profile", profile])
            .status();
        assert!(status.expect("cargo starts").success(), "the examples do not build");
    });
}

/// Runs an example to its end. One that takes too long is killed, and its browser ends with it.
async fn output(example: &str, arguments: &[&str]) -> Output {
    build();
    let path = program(example);
    let child = Command::new(&path)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| panic!("{} does not start: {error}", path.display()));
    timeout(LONGEST, child.wait_with_output()).await.expect("the example ends in time").expect("its output")
}

/// Runs an example that is to work, and finds these texts in its output, in this order.
async fn check(example: &str, arguments: &[&str], texts: &[&str]) {
    let output = output(example, arguments).await;
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{example}: {}\n{said}\n{complained}", output.status);
    let mut rest = &*said;
    for text in texts {
        let (_, after) = rest
            .split_once(text)
            .unwrap_or_else(|| panic!("{example} does not print {text:?} there:\n{said}\n{complained}"));
        rest = after;
    }
}

#[tokio::test]
async fn read_page_prints_markdown() {
    let texts = [
        "# How bread rises\n",
        "| Flour | 500 |",
        "1. Mix all of it.",
        "[to buy it](e1)",
        "How bread rises (file://",
    ];
    check("read_page", &[], &texts).await;
}

#[tokio::test]
async fn read_page_takes_an_address() {
    check("read_page", &["about:blank"], &["(about:blank): at most "]).await;
}

#[tokio::test]
async fn an_example_that_fails_says_so() {
    let output = output("read_page", &["javascript:0"]).await;
    assert_eq!(output.status.code(), Some(1));
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(complained.contains("BlockedByPolicy"), "{complained}");
}

#[tokio::test]
async fn log_in_tells_a_wrong_password_from_the_right_one() {
    let texts = [
        "e1 textbox \"User name\" holds \"ada\"\n",
        "EXPECTATION_FAILED: ",
        "the page says: Wrong user name or password\n",
        "passed: true, new document: true\n",
        "url:*/account.html came\n",
        "now at \"Your account\", file://",
        "logged in: ",
    ];
    check("log_in", &[], &texts).await;
}

#[tokio::test]
async fn query_large_page_keeps_what_is_asked_for() {
    let texts = [
        "folded: ",
        "button \"Add Lamp 1200, white to the cart\"",
        " of 4502 lines, ",
        "3 places, ",
        "button \"Add Mirror 919, blue to the cart\", ",
        "button \"Add Mirror 989, blue to the cart\", ",
    ];
    check("query_large_page", &[], &texts).await;
}

#[tokio::test]
async fn agent_loop_presses_each_button_once() {
    let texts = [
        "\"3 left to buy\"",
        "step 1: clicked e1 button \"Buy flour\"\n",
        "~   \"2 left to buy\"",
        "step 2: clicked e2 button \"Buy yeast\"\n",
        "step 3: clicked e3 button \"Buy salt\"\n",
        "~   \"Everything is bought\"",
        "done after 3 actions\n",
        "nothing changed\n",
    ];
    check("agent_loop", &[], &texts).await;
}

#[tokio::test]
async fn several_callers_are_each_told_their_own_news() {
    let texts = [
        "the buyer's report:\n",
        "~   \"2 left to buy\"",
        "buyer is told:\nnothing changed\n",
        "watcher is told:\nnews: message \"2 left to buy\"",
        "~   \"2 left to buy\"",
        "watcher is told:\nnothing changed\n",
        "buyer is told:\nnews: console error \"the shop closes soon\"\n",
        "watcher is told:\nnews: console error \"the shop closes soon\"\n",
    ];
    check("several_callers", &[], &texts).await;
}

#[tokio::test]
async fn running_chrome_leaves_the_browser_running() {
    let options = LaunchOptions::default().with_wire(Wire::WebSocket);
    let chromium = Chromium::launch(options).await.expect("a Chromium that listens");
    let endpoint = chromium.endpoint().expect("its address").to_owned();
    let texts = ["connected to ", "heading1 \"How bread rises\"", "left it running\n"];
    // Twice: the second time is the proof of what the first says in its end.
    check("running_chrome", &[&endpoint], &texts).await;
    check("running_chrome", &[&endpoint], &texts).await;
    chromium.close().await.expect("the browser ends");
}

#[tokio::test]
async fn running_chrome_asks_for_an_address() {
    let output = output("running_chrome", &[]).await;
    assert_eq!(output.status.code(), Some(1));
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(complained.contains("give the address of a browser"), "{complained}");
}
