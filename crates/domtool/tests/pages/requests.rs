//! The list of requests: what the page itself has measured, and what became of each. And pages on paper.

use std::time::{Duration, Instant};

use domtool::{Action, Paper, PdfOptions, RequestLog, RequestsOptions};

use super::support::{Page, on};

/// An answer of the fixture server takes no longer, also on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(20);

async fn requests(page: &Page, options: RequestsOptions) -> RequestLog {
    page.tab.requests(&options).await.expect("they are listed")
}

fn addresses(log: &RequestLog) -> Vec<&str> {
    log.requests.iter().map(|request| request.url.as_str()).collect()
}

/// Of the browser's own fetch of a page's icon, one for each server, Chromium tells us, or measures it, in some runs and not in others.
fn is_icon(url: &str) -> bool {
    url.ends_with("/favicon.ico")
}

#[test]
fn the_page_measured_the_same_requests() {
    on("effects.html", async |page| {
        let read = "then(answer => answer.text())";
        let post = "fetch('/late?ms=1&text=x', { method: 'POST' })";
        page.js(&format!("fetch('/status/500').{read}.then(() => {post}).{read}")).await;
        let entries =
            "performance.getEntriesByType('resource').filter(e => !e.name.endsWith('/favicon.ico'))";
        assert!(page.becomes(&format!("{entries}.length === 3")).await);
        let log = requests(page, RequestsOptions::default()).await;
        let (document, rest) = log.requests.split_first().expect("the document is there");
        assert_eq!((document.kind.as_str(), document.status), ("document", Some(200)), "{log:?}");
        assert!(document.url.contains("/effects.html?"), "{log:?}");
        let measured = page.js(&format!("{entries}.map(e => e.name).sort().join()")).await;
        let rest: Vec<_> = rest.iter().filter(|request| !is_icon(&request.url)).collect();
        let mut listed: Vec<_> = rest.iter().map(|request| request.url.clone()).collect();
        listed.sort();
        assert_eq!(format!("\"{}\"", listed.join(",")), measured, "{log:?}");
        let post = rest.last().expect("the last request");
        assert_eq!((post.method.as_str(), post.kind.as_str(), post.status), ("POST", "fetch", Some(200)));
    });
}

#[test]
fn those_that_failed_those_of_an_address_and_the_newest() {
    on("effects.html", async |page| {
        page.click("Refused").await.expect("it is clicked");
        page.click("Server error").await.expect("it is clicked");
        page.click("Post").await.expect("it is clicked");
        let failed = requests(page, RequestsOptions::default().with_failed(true)).await;
        let told: Vec<_> = failed.requests.iter().filter(|request| !is_icon(&request.url)).collect();
        let [refused, error] = told[..] else { panic!("{failed:?}") };
        assert!(refused.url.ends_with("/refused") && refused.failure.is_some(), "{failed:?}");
        assert_eq!((error.status, error.is_failure()), (Some(500), true), "{failed:?}");
        for (pattern, ends) in [("/late", "ms=5&text=x"), ("*/status/*", "/status/500")] {
            let found = requests(page, RequestsOptions::default().with_url(pattern)).await;
            let found = addresses(&found);
            assert!(found.len() == 1 && found[0].ends_with(ends), "{pattern}: {found:?}");
        }
        let all = requests(page, RequestsOptions::default()).await;
        let newest = requests(page, RequestsOptions::default().with_most(1)).await;
        assert_eq!(newest.requests[..], all.requests[all.requests.len() - 1..]);
        assert_eq!(newest.left_out, all.requests.len() - 1);
    });
}

#[test]
fn a_page_has_its_own_requests_and_the_tab_those_of_all() {
    on("effects.html", async |page| {
        page.click("Server error").await.expect("it is clicked");
        // An answer without a page leaves the one that is there.
        page.js("void (location.href = '/nothing')").await;
        let to_nothing = RequestsOptions::default().with_url("/nothing");
        let begun = Instant::now();
        while requests(page, to_nothing.clone()).await.requests.iter().all(|request| request.status.is_none())
        {
            assert!(begun.elapsed() < PATIENCE, "no answer to a navigation");
        }
        let own = requests(page, RequestsOptions::default()).await;
        assert!(addresses(&own)[0].contains("/effects.html?"), "{own:?}");
        assert!(addresses(&own).iter().any(|url| url.ends_with("/status/500")), "{own:?}");

        page.session.open(&page.server.url("redirect?to=/fields.html")).await.expect("it opens");
        let own = requests(page, RequestsOptions::default()).await;
        assert!(addresses(&own)[0].ends_with("/fields.html"), "{own:?}");
        assert!(!addresses(&own).iter().any(|url| url.contains("effects")), "{own:?}");
        let all = requests(page, RequestsOptions::default().with_every_page(true)).await;
        assert!(addresses(&all).iter().any(|url| url.contains("/effects.html?")), "{all:?}");

        page.session.open("about:blank").await.expect("it opens");
        assert_eq!(requests(page, RequestsOptions::default()).await, RequestLog::default());
    });
}

#[test]
fn an_open_dialog_hides_no_requests() {
    on("effects.html", async |page| {
        page.js("void setTimeout(() => alert('Wait'))").await;
        let log = requests(page, RequestsOptions::default()).await;
        assert!(addresses(&log)[0].contains("/effects.html?"), "{log:?}");
        page.act(Action::accept_dialog(None)).await.expect("the dialog is answered");
    });
}

#[test]
fn a_page_is_printed_on_the_paper_that_is_asked_for() {
    on("fields.html", async |page| {
        page.js("window.printed = 0; void addEventListener('beforeprint', () => printed++)").await;
        for (options, points) in [
            (PdfOptions::default(), [595.3, 841.9]),
            (PdfOptions::default().with_landscape(true), [841.9, 595.3]),
            (PdfOptions::default().with_paper(Paper::Letter), [612.0, 792.0]),
        ] {
            let file = page.tab.pdf(&options).await.expect("it is printed");
            assert!(file.starts_with(b"%PDF-"), "{options:?}");
            let text = String::from_utf8_lossy(&file);
            let (_, sheet) = text.split_once("/MediaBox [0 0 ").expect("a sheet");
            let size: Vec<f64> = sheet.split([' ', ']']).map_while(|word| word.parse().ok()).collect();
            // Chromium rounds to whole pixels of paper.
            let near = size.iter().zip(points).all(|(found, wanted)| (found - wanted).abs() < 1.0);
            assert!(size.len() == 2 && near, "{options:?}: {size:?}");
        }
        assert_eq!(page.js("printed").await, "3");
    });
}
