//! Starting and ending real browsers, and what is said when that fails.

use std::time::{Duration, Instant};

use domtool_cdp::{
    Chromium, Connection, ConnectionOptions, Error, ErrorKind, LaunchOptions, Wire,
    protocol::browser::GetVersion,
};

async fn starts_and_ends_over(wire: Wire) {
    let chromium = Chromium::launch(LaunchOptions::default().with_wire(wire)).await.unwrap();
    let version = chromium.connection().browser().call(&GetVersion {}).await.unwrap();
    assert_eq!(version.product, chromium.product());
    let profile = chromium.profile().to_owned();
    assert!(profile.is_dir());
    if let Some(endpoint) = chromium.endpoint() {
        let again = Connection::connect(endpoint, ConnectionOptions::default()).await.unwrap();
        again.browser().call(&GetVersion {}).await.unwrap();
    }
    let connection = chromium.connection().clone();
    chromium.close().await.unwrap();
    connection.closed().await;
    assert!(!profile.exists());
}

#[tokio::test]
async fn starts_and_ends_over_the_pipe() {
    starts_and_ends_over(Wire::Pipe).await;
}

#[tokio::test]
async fn starts_and_ends_over_the_pipe_in_json() {
    starts_and_ends_over(Wire::JsonPipe).await;
}

#[tokio::test]
async fn starts_and_ends_over_the_websocket() {
    starts_and_ends_over(Wire::WebSocket).await;
}

async fn fails(executable: &str, deadline: Duration, wire: Wire) -> Error {
    let options =
        LaunchOptions::default().with_executable(executable).with_deadline(deadline).with_wire(wire);
    let begun = Instant::now();
    let error = Chromium::launch(options).await.unwrap_err();
    assert!(begun.elapsed() < deadline + Duration::from_secs(5), "took {:?}", begun.elapsed());
    error
}

#[tokio::test]
async fn an_executable_that_does_not_exist() {
    let error = fails("/nowhere/chromium", Duration::from_secs(10), Wire::default()).await;
    assert_eq!(error.kind(), ErrorKind::NoBrowser);
    assert!(error.message().contains("/nowhere/chromium"), "{error}");
}

#[cfg(unix)]
mod unix {
    use std::{fs, io::Write, os::unix::fs::PermissionsExt, path::PathBuf};

    use super::*;

    /// A program that takes the place of a browser.
    fn program(script: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("browser");
        let mut file = fs::File::create(&path).unwrap();
        file.write_all(format!("#!/bin/sh\n{script}\n").as_bytes()).unwrap();
        file.set_permissions(fs::Permissions::from_mode(0o755)).unwrap();
        (folder, path)
    }

    async fn both_fail(script: &str, deadline: Duration, said: &[&str]) {
        let (_folder, path) = program(script);
        for wire in [Wire::Pipe, Wire::JsonPipe, Wire::WebSocket] {
            let error = fails(path.to_str().unwrap(), deadline, wire).await;
            assert_eq!(error.kind(), ErrorKind::Launch, "{error}");
            for words in said {
                assert!(error.message().contains(words), "{words}: {error}");
            }
        }
    }

    #[tokio::test]
    async fn a_program_that_ends_at_once() {
        both_fail("exit 1", Duration::from_secs(10), &["ended before it was ready (exit status: 1)"]).await;
    }

    #[tokio::test]
    async fn a_program_that_says_why_it_ends() {
        let said =
            "echo 'chrome: error while loading shared libraries: libnss3.so: cannot open' >&2; exit 127";
        both_fail(said, Duration::from_secs(10), &["the system lacks libnss3.so", "its last words"]).await;
    }

    #[tokio::test]
    async fn a_program_that_hangs() {
        // It leaves a child behind, and pays no heed to being asked to end.
        let hang = "trap '' TERM; sleep 300 & echo waiting >&2; sleep 300";
        both_fail(hang, Duration::from_millis(500), &["did not become ready within 500 ms", "waiting"]).await;
    }

    #[tokio::test]
    async fn a_folder_is_no_program() {
        let folder = tempfile::tempdir().unwrap();
        let error = fails(folder.path().to_str().unwrap(), Duration::from_secs(10), Wire::default()).await;
        assert_eq!(error.kind(), ErrorKind::NoBrowser);
        assert!(error.message().contains("is not a program"), "{error}");
    }

    #[tokio::test]
    async fn a_profile_of_the_callers_own_is_kept() {
        let profile = tempfile::tempdir().unwrap();
        let options = LaunchOptions::default().with_profile(profile.path().to_owned());
        let chromium = Chromium::launch(options).await.unwrap();
        assert_eq!(chromium.profile(), profile.path().canonicalize().unwrap());
        chromium.close().await.unwrap();
        assert!(profile.path().join("Default").is_dir());
    }

    #[tokio::test]
    async fn a_dropped_browser_leaves_nothing() {
        let chromium = Chromium::launch(LaunchOptions::default()).await.unwrap();
        let profile = chromium.profile().to_owned();
        let connection = chromium.connection().clone();
        drop(chromium);
        connection.closed().await;
        // What is not done by now, the watcher does.
        let begun = Instant::now();
        while profile.exists() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{} is left", profile.display());
            std::thread::yield_now();
        }
    }

    #[tokio::test]
    async fn the_profile_of_an_owner_that_is_gone_is_swept() {
        // No process has the greatest id there is.
        let left = std::env::temp_dir().join(format!("domtool-profile-{}-left", i32::MAX));
        fs::create_dir_all(left.join("Default")).unwrap();
        fs::File::create(left.join("domtool.lock")).unwrap();
        let _ = fails("/bin/false", Duration::from_secs(10), Wire::default()).await;
        assert!(!left.exists());
    }
}
