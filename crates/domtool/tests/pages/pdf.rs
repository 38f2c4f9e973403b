//! PDFs: the browser draws them without nodes, and yet they can be read, searched and left.

use std::time::{Duration, Instant};

use domtool::{FindOptions, Format, ObserveOptions};

use crate::support::{Page, on_whole as on};

/// A viewer that has not loaded by then does not.
const LOADED: Duration = Duration::from_secs(30);

/// What there is to read, once the viewer has loaded: on a busy machine that takes longer than a look waits for it.
async fn read(page: &Page) -> String {
    let options = ObserveOptions::default().with_format(Format::Markdown).with_budget(None);
    let begun = Instant::now();
    loop {
        let text = page.tab.observe(&options).await.expect("the page is read").text;
        if !text.contains("the PDF has not loaded") || begun.elapsed() > LOADED {
            return text;
        }
    }
}

#[test]
fn one_is_read_page_by_page_and_searched() {
    on("popup.html", async |page| {
        page.session.open(&page.server.url("pdf?text=Invoice-4711|Total-12.50")).await.expect("it opens");
        let text = read(page).await;
        let (first, second) = (text.find("Invoice-4711"), text.find("Total-12.50"));
        assert!(first.is_some() && first < second, "{text}");
        assert!(!text.contains("note:"), "{text}");

        let found = page.tab.find(&FindOptions::new("Total")).await.expect("it is searched");
        assert!(found.text.contains("Total-12.50"), "{}", found.text);

        // Asked for once, it is there again, and nothing is left selected. What else could be had may have come meanwhile.
        let seen = page.see().await;
        assert!(seen.text.contains("Invoice-4711") && seen.text.contains("PDF viewer"), "{}", seen.text);
        // Nor does a second answer say again which page it is.
        let of_page = |text: &str| {
            let page = text.split("also:").next().unwrap_or_default();
            page.split_once("[iframe").map(|(_, page)| page.to_owned())
        };
        let (before, now) = (of_page(&text), of_page(&read(page).await));
        assert!(before.is_some());
        assert_eq!(before, now);
    });
}

#[test]
fn those_in_frames_are_read_too() {
    on("popup.html", async |page| {
        for (tag, link) in [("iframe", "pdf?text=In-a-frame"), ("embed", "pdf?text=Embedded")] {
            let urls = [page.server.url(link), page.server.other_url(link)];
            for url in urls {
                page.js(&format!(
                    "new Promise(come => {{ const frame = document.createElement('{tag}'); frame.type = 'application/pdf'; \
                     frame.onload = () => come(0); frame.src = '{url}'; frame.width = 600; frame.height = 300; \
                     document.body.append(frame); }})"
                ))
                .await;
            }
        }
        let text = read(page).await;
        for line in ["In-a-frame", "Embedded"] {
            assert_eq!(text.matches(&format!("\n{line}\n")).count(), 2, "{line} in {text}");
        }
    });
}

#[test]
fn nothing_of_one_is_left_on_the_page_that_follows() {
    on("popup.html", async |page| {
        page.session.open(&page.server.url("pdf?text=Before")).await.expect("it opens");
        assert!(read(page).await.contains("Before"));
        page.session.open(&page.server.url("popup.html")).await.expect("it opens");
        let seen = page.see().await;
        assert!(!seen.text.contains("note:") && !seen.text.contains("Before"), "{}", seen.text);
        page.click("Plain").await.expect("it is clicked");
    });
}
