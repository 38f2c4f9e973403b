//! Files come into the page in every frame and shadow root.

use std::path::PathBuf;

use domtool::{Action, Upload};

use super::support::{Page, on};

const PLACES: &[&str] = &["main", "open", "closed", "same", "other", "deep"];

async fn give(page: &Page, name: &str, drop: bool) -> Result<(), String> {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt"));
    let target = page.id(name).await;
    let upload = Upload { target, files: vec![file], drop };
    page.act(Action::Upload(upload)).await.map(std::mem::drop).map_err(|error| error.to_string())
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
