//! What came too late for one report comes with the next call, once; and hearing of it leaves no trace in the page.

use domtool::{ObserveOptions, Report};

use super::support::{Page, on};

/// How often a text is told in the messages and the news of a report.
fn times(report: &Report, text: &str) -> usize {
    let messages = report.effects.messages.iter().filter(|message| message.text.contains(text)).count();
    messages + report.news.iter().filter(|line| line.contains(text)).count()
}

/// Whether the toast came before the report: as a message, or as what is there now.
fn told_in(report: &Report) -> bool {
    times(report, "Late news") > 0 || report.diff.contains("Late news")
}

async fn click(page: &Page, name: &str) -> Report {
    page.click(name).await.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Clicks without looking before: a look would be told the news.
async fn click_unseen(page: &Page, id: domtool::ElementId) -> Report {
    page.click_id(id).await.unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Waits for something of the page without telling any news.
async fn until(page: &Page, expression: &str) {
    assert!(page.becomes(expression).await, "{expression} does not come to be so");
}

#[test]
fn the_page_sees_nothing_of_the_binding() {
    on("untouched.html", async |page| {
        until(page, "typeof state === 'function'").await;
        let before = page.js("state()").await;
        page.see().await;
        assert_eq!(
            page.js("typeof domtoolTell + typeof domtool + ('domtoolTell' in window)").await,
            "\"undefinedundefinedfalse\""
        );
        assert_eq!(page.js("state()").await, before);
    });
    on("effects-places.html", async |page| {
        until(page, "frames.length === 2 && !!frames[0].document.getElementById('say-same')").await;
        assert_eq!(page.js("typeof frames[0].domtoolTell").await, "\"undefined\"");
    });
}

#[test]
fn a_late_toast_comes_with_the_next_report() {
    on("effects.html", async |page| {
        let nothing = page.id("Nothing").await;
        let first = click(page, "Late toast").await;
        let early = told_in(&first);
        until(page, "log.includes('gone toast trusted')").await;
        let next = click_unseen(page, nothing).await;
        let told = next.news.iter().any(|line| line.contains("Late news") && line.contains("gone"));
        assert!(told != early, "{first:?} {next:?}");
        // Its going is a change where its coming was told.
        assert!(early || next.effects.is_empty(), "{:?}", next.effects);
        assert_eq!(times(&click_unseen(page, nothing).await, "Late news"), 0);
        assert!(!page.see().await.text().contains("Late news"));
    });
}

#[test]
fn a_late_toast_comes_with_the_next_observation_of_either_kind() {
    for diff in [false, true] {
        on("effects.html", async |page| {
            let first = click(page, "Late toast").await;
            until(page, "log.includes('gone toast trusted')").await;
            let options = ObserveOptions::default().with_diff(diff);
            let seen = page.tab.observe(&options).await.expect("the page is observed");
            // On a slow machine the report has it: as a message, or as a change, whose going is then told.
            let early = times(&first, "Late news") > 0;
            let told = seen.text().contains("message \"Late news\"");
            assert!(told != early || !early && told_in(&first), "{}\n{first:?}", seen.text());
            let again = page.tab.observe(&options).await.expect("the page is observed");
            assert!(!again.text().contains("Late news"), "{}", again.text());
        });
    }
}

#[test]
fn a_short_toast_is_told_once() {
    for name in ["Short toast", "Plain flash", "Revealed flash"] {
        on("effects.html", async |page| {
            let text = if name == "Short toast" {
                "Saved for now"
            } else if name == "Plain flash" {
                "Blink of text"
            } else {
                "Was revealed"
            };
            let nothing = page.id("Nothing").await;
            let first = click(page, name).await;
            let gone = "!document.body.innerText.includes('Saved for now') && !document.body.innerText.includes('Blink of text') && !document.body.innerText.includes('Was revealed')";
            until(page, gone).await;
            let next = click_unseen(page, nothing).await;
            let told = times(&first, text) + times(&next, text);
            let shown = first.diff.contains(text);
            assert!(told == 1 || told == 0 && shown, "{name}: told {told} times; {first:?} {next:?}");
        });
    }
}

#[test]
fn the_outcome_of_what_still_ran_comes_with_the_next_call() {
    on("effects.html", async |page| {
        let nothing = page.id("Nothing").await;
        let first = click(page, "Slow post").await;
        assert!(first.still.iter().any(|still| still.contains("POST")), "{first:?}");
        until(page, "log.includes('answered slow trusted')").await;
        let next = click_unseen(page, nothing).await;
        let told: Vec<_> =
            next.news.iter().filter(|line| line.contains("POST") && line.contains("200")).collect();
        assert_eq!(told.len(), 1, "{next:?}");
        assert!(click_unseen(page, nothing).await.news.is_empty());
    });
}

#[test]
fn a_request_that_came_late_is_news() {
    on("effects.html", async |page| {
        let nothing = page.id("Nothing").await;
        let first = click(page, "Late post").await;
        assert!(first.effects.requests.is_empty(), "{first:?}");
        until(page, "log.includes('answered late trusted')").await;
        let next = click_unseen(page, nothing).await;
        assert!(next.news.iter().any(|line| line.contains("POST") && line.contains("200")), "{next:?}");
        assert!(next.effects.requests.is_empty(), "{next:?}");
    });
}

#[test]
fn the_same_request_is_told_of_each_click() {
    on("effects.html", async |page| {
        let post = page.id("Post").await;
        for round in 0..5 {
            let report = click_unseen(page, post).await;
            assert_eq!(report.effects.requests.len(), 1, "round {round}: {report:?}");
        }
    });
}

#[test]
fn one_who_announces_all_the_time_is_no_news() {
    on("effects.html?announcer", async |page| {
        let nothing = page.id("Nothing").await;
        let mut told = 0;
        for _ in 0..6 {
            until(page, "(window.from ??= performance.now(), performance.now() > window.from + 400 && (window.from = undefined, true))").await;
            told += times(&click_unseen(page, nothing).await, "Still");
        }
        assert!(told <= 6, "told {told} times");
        let last = click_unseen(page, nothing).await;
        assert_eq!(times(&last, "Still"), 0, "{last:?}");
    });
}

#[test]
fn what_happened_while_an_action_failed_is_news() {
    on("effects.html", async |page| {
        let nothing = page.id("Nothing").await;
        let edit = page.id("Edit one").await;
        page.js("void document.getElementById('list').remove(); void setTimeout(() => { console.error('meanwhile'); })").await;
        page.click_id(edit).await.expect_err("it is gone");
        let next = click_unseen(page, nothing).await;
        assert!(next.news.iter().any(|line| line.contains("meanwhile")), "{next:?}");
    });
}
