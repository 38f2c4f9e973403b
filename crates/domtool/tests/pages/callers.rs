//! Several callers of one tab: each is told its own news, and what changed since it looked itself.

use domtool::{
    ActOptions, Action, ElementId, Format, IfChangedSince, Observation, ObserveOptions, StatsDetail, Tab,
};

use crate::support::on;

async fn observe(tab: &Tab, options: ObserveOptions) -> Observation {
    tab.observe(&options).await.expect("the page is observed")
}

fn diff() -> ObserveOptions {
    ObserveOptions::default().with_diff(true)
}

fn if_changed(since: IfChangedSince) -> ObserveOptions {
    ObserveOptions::default().with_if_changed(since)
}

#[test]
fn each_has_its_own_news_and_changes() {
    on("rows.html", async |page| {
        let (one, two) = (page.tab.as_caller("one"), page.tab.as_caller("two"));
        let seen = observe(&one, ObserveOptions::default()).await;
        observe(&two, ObserveOptions::default()).await;
        let insert = seen.find("Insert above").expect("the button").id;

        // What one does is in its own report, and news to the other.
        let report = one.act(&Action::click(insert), &ActOptions::default()).await.expect("a click");
        assert!(report.diff.contains("Zoe"), "{}", report.diff);
        let again = observe(&one, diff()).await;
        assert!(again.text.ends_with("nothing changed\n"), "{}", again.text);
        let other = observe(&two, diff()).await;
        assert!(other.text.contains("Open Zoe"), "{}", other.text);
        let again = observe(&two, diff()).await;
        assert!(again.text.ends_with("nothing changed\n"), "{}", again.text);

        page.js("console.error('out of paper'); document.querySelector('h1').textContent = 'Other'").await;
        for (tab, is_news) in [(&one, true), (&two, true), (&one, false)] {
            let first = observe(tab, diff()).await;
            assert_eq!(first.text.contains("out of paper"), is_news, "{}", first.text);
            assert_eq!(first.text.contains("\"Other\""), is_news, "{}", first.text);
            let second = observe(tab, diff()).await;
            assert!(second.text.ends_with("nothing changed\n"), "{}", second.text);
        }
        let news = observe(&page.tab.as_caller("three"), ObserveOptions::default()).await;
        assert!(
            !news.text.contains("out of paper"),
            "who comes later hears of what comes later: {}",
            news.text
        );
    });
}

#[test]
fn what_is_as_it_was_costs_a_line() {
    on("rows.html", async |page| {
        let first = observe(&page.tab, if_changed(IfChangedSince::LastLook)).await;
        assert!(first.text.ends_with(&format!("hash {}\n", first.hash)), "{}", first.text);
        let hash = IfChangedSince::Hash(first.hash);
        for since in [IfChangedSince::LastLook, hash] {
            let again = observe(&page.tab, if_changed(since)).await;
            assert_eq!(again.text, "nothing changed\n");
            assert!(again.tokens < 15, "{}", again.tokens);
            assert_eq!(again.hash, first.hash);
        }
        page.js("document.querySelector('#drop').disabled = true").await;
        for since in [hash, IfChangedSince::Hash("7".parse().expect("a hash"))] {
            let now = observe(&page.tab, if_changed(since)).await;
            assert!(
                now.text.contains("button \"Drop first\" disabled") && now.hash != first.hash,
                "{}",
                now.text
            );
        }
        assert_eq!(observe(&page.tab, if_changed(IfChangedSince::LastLook)).await.text, "nothing changed\n");
        // A part of the page has a hash of its own.
        let under = first.find("Insert above").map(|seen| seen.id);
        let part = observe(&page.tab, if_changed(IfChangedSince::LastLook).with_under(under)).await;
        assert!(part.text.contains("Insert above") && part.hash != first.hash, "{}", part.text);
    });
}

#[test]
fn where_nearly_all_changed_the_page_is_told() {
    on("rows.html", async |page| {
        observe(&page.tab, ObserveOptions::default()).await;
        page.js("document.body.innerHTML = '<h1>New</h1>' + Array.from({ length: 40 }, (_, i) => \
             `<p>Text ${i}</p>${i % 3 ? '<button>B</button>' : '<a href=x>L</a>'}`).join('')")
            .await;
        let seen = observe(&page.tab, diff()).await;
        assert!(seen.text.starts_with("much changed; the whole page costs less"), "{}", seen.text);
        assert!(seen.text.contains("\n[page ") && seen.text.contains("\"Text 39\""), "{}", seen.text);
        assert!(!seen.text.contains("Insert above"), "{}", seen.text);
    });
}

#[test]
fn news_of_a_look_that_failed_come_with_the_next() {
    on("rows.html", async |page| {
        observe(&page.tab, ObserveOptions::default()).await;
        page.js("console.error('out of paper')").await;
        let nowhere = ObserveOptions::default().with_under(ElementId(4_999));
        for _ in 0..2 {
            page.tab.observe(&nowhere).await.expect_err("there is no such element");
        }
        for count in [1, 0] {
            let seen = observe(&page.tab, ObserveOptions::default()).await;
            assert_eq!(seen.text.matches("out of paper").count(), count, "{}", seen.text);
        }
    });
}

#[test]
fn a_hash_stands_inside_of_what_is_json() {
    on("rows.html", async |page| {
        for format in Format::ALL.iter().copied().filter(|format| format.is_json()) {
            let options =
                if_changed(IfChangedSince::LastLook).with_format(format).with_stats(StatsDetail::Look);
            let seen = observe(&page.tab, options.clone()).await;
            let json: serde_json::Value = serde_json::from_str(&seen.text).expect("one object");
            assert_eq!(json["hash"], seen.hash.to_string());
            assert!(json["stats"].is_object(), "{}", seen.text);
            let again = observe(&page.tab, options).await;
            assert!(again.text.starts_with("nothing changed\n"), "{}", again.text);
        }
        // A picture of what is as it was is none.
        let marked = if_changed(IfChangedSince::LastLook).with_format(Format::Hybrid);
        assert!(observe(&page.tab, marked.clone()).await.picture.is_some());
        assert!(observe(&page.tab, marked).await.picture.is_none());
    });
}
