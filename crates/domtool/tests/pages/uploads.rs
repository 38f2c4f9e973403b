//! Files come into the page in every frame and shadow root.

use std::path::PathBuf;

use domtool::{Action, ErrorKind, Upload};

use super::support::{Page, alone_as, launch_options, on};

const PLACES: &[&str] = &["main", "open", "closed", "same", "other", "deep"];

async fn give(page: &Page, name: &str, drop: bool) -> Result<(), String> {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt"));
    let target = page.id(name).await;
    let upload = if drop { Upload::dropped(target, vec![file]) } else { Upload::new(target, vec![file]) };
    page.act(Action::from(upload)).await.map(std::mem::drop).map_err(|error| error.to_string())
}

#[test]
fn in_every_place() {
    on("reach.html", async |page| {
        let mut wrong = Vec::new();
        for place in PLACES {
            for (what, drop, note) in [
                ("File", false, "change file"),
                ("Choose", false, "change hidden"),
                ("Zone", true, "drop zone"),
            ] {
                let given = give(page, &format!("{what} {place}"), drop).await;
                let noted = page.noted(&format!("{note}-{place} trusted one.txt:4")).await;
                if given.is_err() || !noted {
                    wrong.push(format!("{what} {place}: {given:?}, noted: {noted}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), page.notes().await);
    });
}

/// That an input holds files says nothing of what became of them where the page sends them on.
#[test]
fn what_the_server_refuses_is_no_upload() {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt"));
    for (name, refused, doubt) in [
        ("Refused", true, false),
        ("Slow", true, false),
        ("Zone", true, false),
        ("Taken", false, false),
        ("Both", false, true),
        ("Kept", false, false),
    ] {
        on("evidence/sends-files.html", async |page| {
            let target = page.id(name).await;
            let files = vec![file.clone()];
            let upload =
                if name == "Zone" { Upload::dropped(target, files) } else { Upload::new(target, files) };
            match page.act(Action::from(upload)).await {
                Ok(report) => {
                    let said = report.verification.feedback;
                    assert!(!refused && said.contains("unconfirmed") == doubt, "{name}: {said}");
                }
                Err(error) => {
                    assert!(refused, "{name}: {error}");
                    assert_eq!(error.kind(), ErrorKind::ValueRejected, "{name}: {error}");
                    page.expect("answer 409 trusted").await;
                }
            }
        });
    }
}

/// In a window that a person sees, a chooser that opens while nothing is done is theirs: there is nobody here, so it is cancelled.
#[test]
fn choosers_are_left_to_the_person_at_a_window() {
    let mut options = launch_options();
    // What a browser with windows says of itself.
    options.args.push("--user-agent=Mozilla/5.0 (with windows)".into());
    alone_as(options, async |browser| {
        let page = Page::open(browser, "files.html").await;
        let given = give(&page, "Choose", false).await;
        assert!(given.is_ok() && page.noted("change hidden trusted one.txt:4").await, "{given:?}");
        page.js(
            "addEventListener('cancel', event => note('cancel', event.target.id, event.isTrusted), true)",
        )
        .await;
        page.js("get('file').click()").await;
        page.expect("cancel file trusted").await;
        let report = page.click("Idle").await.expect("it is clicked");
        assert!(report.news.is_empty() && report.effects.choosers.is_empty(), "{report:?}");
        let report = page.click("Choose").await.expect("it is clicked");
        assert_eq!(report.effects.choosers.len(), 1, "{report:?}");
    });
}
