//! A document that shows nothing says why, in every format, and no longer when it shows something.

use std::time::{Duration, Instant};

use domtool::{Browser, Format, ObserveOptions, SessionOptions};

use super::support::{Page, on, run};

/// Frames of absence.html, and what their lines say.
const FRAMES: [(&str, &str); 6] = [
    ("Bare", "empty"),
    ("Blank", "empty"),
    ("Hidden things", "nothing in it can be seen"),
    ("Unmounted", "nothing in it can be seen"),
    ("Shell", "no text in it"),
    ("Lazy", "not loaded yet: it is when it comes near the view"),
];

async fn text_as(page: &Page, format: Format) -> String {
    let options = ObserveOptions::default().with_format(format).with_budget(None);
    page.tab.observe(&options).await.expect("the page is observed").text
}

fn lines_with<'t>(text: &'t str, what: &str) -> Vec<&'t str> {
    text.lines().filter(|line| line.contains(what)).collect()
}

#[test]
fn frames_that_show_nothing_say_why() {
    on("absence.html", async |page| {
        let (tree, markdown, json) = (
            text_as(page, Format::Tree).await,
            text_as(page, Format::Markdown).await,
            text_as(page, Format::Json).await,
        );
        for (title, why) in FRAMES {
            assert_eq!(lines_with(&tree, &format!("iframe \"{title}\"")).len(), 1, "{title}: {tree}");
            let told = |text: &str| lines_with(text, &format!("iframe \"{title}\"")).join("\n");
            assert!(told(&tree).contains(&format!("({why})")), "{title}: {tree}");
            assert!(told(&markdown).contains(&format!(": {why}]")), "{title}: {markdown}");
            assert!(json.contains(&format!("\"reason\":\"{why}\"")), "{title}: {json}");
        }
        for line in lines_with(&tree, "\"Not ") {
            assert!(!line.contains('('), "{line}\n{tree}");
        }
        assert!(lines_with(&tree, "\"Not ").len() >= 6, "{tree}");
        for unseen in ["Not shown", "Not a pixel"] {
            assert!(!tree.contains(unseen) && !markdown.contains(unseen), "{unseen}: {tree}\n{markdown}");
        }
    });
}

#[test]
fn the_document_of_one_frame_alone_says_why() {
    on("absence.html", async |page| {
        let frame = page.id("Bare").await;
        let seen =
            page.tab.observe(&ObserveOptions::default().with_frame(frame)).await.expect("it is observed");
        assert!(seen.text.contains("note: the frame: empty"), "{}", seen.text);
        let frame = page.id("Not text").await;
        let seen =
            page.tab.observe(&ObserveOptions::default().with_frame(frame)).await.expect("it is observed");
        assert!(seen.text.contains("Some words") && !seen.text.contains("note:"), "{}", seen.text);
    });
}

/// Opens a way of absent.htm, whose answers the server holds back under `key`.
async fn opened(browser: &Browser, how: &str, key: &str) -> (Page, Duration) {
    let mut page = Page::open_with(browser, "navigation-two.html", SessionOptions::default()).await;
    let begun = Instant::now();
    page.session.open(&page.server.url(&format!("absent.htm?how={how}&key={key}"))).await.expect("it opens");
    let took = begun.elapsed();
    page.tab = page.session.tab().expect("a tab");
    (page, took)
}

#[test]
fn frames_that_load_or_failed_say_so() {
    run(async |browser| {
        let (page, _) = opened(browser, "frames", "absent-frames").await;
        let (mut tree, begun) = (text_as(&page, Format::Tree).await, Instant::now());
        // What a server denies it denies in its own time.
        while tree.contains("noframe)") && begun.elapsed() < Duration::from_secs(10) {
            tree = text_as(&page, Format::Tree).await;
        }
        for (title, why) in [
            ("Slow", "(still loading: http://127.0.0.1:"),
            ("Slow elsewhere", "(still loading: http://localhost:"),
            ("Scripted", "(still loading: script 127.0.0.1:"),
            ("Refused", "refused net::ERR_EMPTY_RESPONSE)"),
            ("Denied", "noframe net::ERR_BLOCKED_BY_RESPONSE)"),
            ("Broken", "fail 500)"),
        ] {
            let line = lines_with(&tree, &format!("iframe \"{title}\"")).join("\n");
            assert!(line.contains(why), "{title}: {tree}");
        }
        page.server.release("absent-frames");
        assert!(page.becomes("document.readyState === 'complete'").await);
        let tree = text_as(&page, Format::Tree).await;
        assert!(tree.contains("button \"Ready\"") && !tree.contains("still loading"), "{tree}");
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_page_that_shows_nothing_says_why_until_it_shows_something() {
    run(async |browser| {
        for (how, why) in [
            ("module", "still loading: script 127.0.0.1:"),
            ("shell", "nothing to see yet: it waits for GET http://127.0.0.1:"),
            ("words", "still loading: GET http://127.0.0.1:"),
        ] {
            let key = format!("absent-{how}");
            let (page, _) = opened(browser, how, &key).await;
            for format in [Format::Tree, Format::Markdown, Format::Json, Format::Tree] {
                let text = text_as(&page, format).await;
                assert_eq!(text.matches(why).count(), 1, "{how}: {text}");
            }
            let changes = ObserveOptions::default().with_diff(true);
            let seen = page.tab.observe(&changes).await.expect("it is observed");
            assert!(seen.text.contains(why), "{how}: {}", seen.text);
            page.server.release(&key);
            if how == "module" {
                assert!(page.becomes("document.readyState === 'complete'").await);
            } else {
                assert!(page.becomes("!!document.querySelector('button')").await, "{how}");
            }
            let text = text_as(&page, Format::Tree).await;
            assert!(!text.contains(why), "{how}: {text}");
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_page_that_shows_something_or_is_empty_on_purpose_is_not_waited_for() {
    run(async |browser| {
        for (how, note) in [
            ("content", None),
            ("ticks", Some("note: the page is empty")),
            ("empty", Some("note: the page is empty")),
            ("picture", None),
            ("canvas", None),
        ] {
            let (page, took) = opened(browser, how, "absent-never").await;
            // Limits in tests are for hangs: it is a second at most where nothing else runs.
            assert!(took < Duration::from_secs(5), "{how}: {took:?}");
            let text = text_as(&page, Format::Tree).await;
            let notes = lines_with(&text, "note:");
            assert_eq!(notes, note.into_iter().collect::<Vec<_>>(), "{how}: {text}");
            page.session.close().await.expect("it closes");
        }
    });
}
