//! Downloads are saved where the session says, under names of their own, and are told of.

use std::{fs, path::Path};

use domtool::{ActOptions, Action, DownloadState, ErrorKind, ObserveOptions, SessionOptions};

use super::support::{Page, on_whole as on, run_whole as run};

async fn save(page: &Page, name: &str) -> std::path::PathBuf {
    let target = page.id(name).await;
    let report = page.act(Action::download(target)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    let [info] = report.effects.downloads.as_slice() else {
        panic!("{name}: {:?}", report.effects.downloads)
    };
    assert_eq!(info.state, DownloadState::Completed, "{info:?}");
    info.path.clone().expect("it is somewhere")
}

#[test]
fn in_every_place() {
    on("reach.html", async |page| {
        for place in ["main", "open", "closed", "same", "other", "deep"] {
            let path = save(page, &format!("Save {place}")).await;
            assert_eq!(
                path.file_name().and_then(|name| name.to_str()),
                Some(format!("{place}.txt").as_str())
            );
            assert_eq!(fs::read(&path).expect("it is a file"), b"dddddd");
        }
    });
}

#[test]
fn nothing_is_written_over_and_names_stay_inside() {
    run(async |browser| {
        let folder = std::env::temp_dir().join(format!("domtool-test-downloads-{}", std::process::id()));
        let options = SessionOptions::default().with_downloads(folder.clone());
        let page = Page::open_with(browser, "files.html", options).await;
        let first = save(&page, "Report").await;
        let second = save(&page, "Report").await;
        let evil = save(&page, "Evil").await;
        let real = folder.canonicalize().expect("it was made");
        assert_eq!(
            (first.as_path(), second.as_path()),
            (&*real.join("report.txt"), &*real.join("report (2).txt"))
        );
        assert_eq!(evil.parent(), Some(&*real), "{evil:?}");
        assert_eq!(fs::read_dir(&real).expect("it is there").count(), 3);
        page.session.close().await.expect("it closes");
        assert!(first.exists(), "the caller's directory is kept");
        fs::remove_dir_all(&real).expect("it is ours");
    });
}

#[test]
fn the_directory_of_a_session_is_gone_with_it() {
    run(async |browser| {
        let page = Page::open(browser, "files.html").await;
        let path = save(&page, "Report").await;
        let folder = path.parent().map(Path::to_path_buf).expect("it is in one");
        assert!(folder.exists());
        page.session.close().await.expect("it closes");
        drop(page);
        let gone = std::time::Instant::now();
        while folder.exists() && gone.elapsed().as_secs() < 5 {
            tokio::task::yield_now().await;
        }
        assert!(!folder.exists(), "{}", folder.display());
    });
}

#[test]
fn one_that_is_not_whole_in_time_says_how_far_it_is() {
    on("files.html", async |page| {
        let target = page.id("Endless").await;
        let options = ActOptions::default().with_patience(std::time::Duration::from_secs(2));
        let error = page.tab.act(&Action::download(target), &options).await.expect_err("it is endless");
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(error.message().contains("endless.bin is not whole yet: "), "{error}");
    });
}

#[test]
fn one_that_ends_after_its_action_is_news() {
    on("files.html", async |page| {
        let target = page.id("Slow").await;
        let options = ActOptions::default().with_settle(std::time::Duration::from_millis(150));
        let click = Action::click(target);
        let report = page.tab.act(&click, &options).await.expect("it is clicked");
        let [info] = report.effects.downloads.as_slice() else { panic!("{:?}", report.effects.downloads) };
        assert_eq!(info.state, DownloadState::InProgress, "{info:?}");
        assert!(report.still.iter().any(|what| what.contains("slow.bin")), "{:?}", report.still);
        let begun = std::time::Instant::now();
        loop {
            let seen = page.tab.observe(&ObserveOptions::default()).await.expect("it is observed");
            if seen.text().contains("slow.bin completed, 200000 bytes") {
                break;
            }
            assert!(begun.elapsed().as_secs() < 10, "{}", seen.text());
        }
    });
}

/// A server that has no such file: the browser begins a download and gives it up.
#[test]
fn one_that_is_given_up_is_an_error_of_its_click() {
    on("files.html", async |page| {
        page.js("void document.body.insertAdjacentHTML('beforeend', '<a href=/nowhere download>Gone</a>')")
            .await;
        let target = page.id("Gone").await;
        let mut report = page.act(Action::click(target)).await.expect("it is clicked");
        let begun = std::time::Instant::now();
        while report.effects.downloads.iter().all(|info| info.state != DownloadState::Canceled) {
            assert!(begun.elapsed().as_secs() < 20, "{report:?}");
            report = page.act(Action::click(target)).await.expect("it is clicked");
        }
        let errors = &report.verification.errors;
        assert!(errors.iter().any(|error| error.ends_with("did not come whole")), "{report:?}");
    });
}
