//! What the page changed between two calls is no effect of the next action.

use domtool::{Action, Evidence, ObserveOptions, Report};

use crate::support::{Page, on};

const PAGE: &str = "evidence/meanwhile.html";

async fn dead(page: &Page) -> Report {
    page.click("Dead").await.expect("it is clicked")
}

#[test]
fn what_changed_between_two_calls_is_told_apart() {
    on(PAGE, async |page| {
        page.see().await;
        for (way, says) in [
            ("document", "Not saved: version conflict"),
            ("shadow", "light"),
            ("frame", "loud"),
            ("alert", "Payment failed"),
        ] {
            let id = page.id("Dead").await;
            page.js(&format!("void later.{way}()")).await;
            let report = page.click_id(id).await.expect("it is clicked");
            let before = report.news.join("\n");
            assert_eq!(before.matches(says).count(), 1, "{way}: {report:?}");
            assert!(report.verification.feedback.contains("nothing happened"), "{way}: {report:?}");
            assert!(!report.diff.contains(says) && report.effects.changed == 0, "{way}: {report:?}");
            // Told once.
            let report = dead(page).await;
            assert!(!report.news.join("\n").contains(says), "{way}: {report:?}");
        }
    });
}

/// The action's own effects are its own all the same.
#[test]
fn what_an_action_causes_stays_its_effect() {
    on(PAGE, async |page| {
        page.see().await;
        let id = page.id("Count").await;
        page.js("void later.document()").await;
        let report = page.click_id(id).await.expect("it is clicked");
        assert!(report.news.iter().any(|line| line.contains("version conflict")), "{report:?}");
        assert!(report.diff.contains("1 counted") && !report.diff.contains("conflict"), "{report:?}");
        // Of several actions, the last tells what came of all.
        page.js("void later.shadow()").await;
        let steps = [Action::click(id).into(), Action::click(id).into()];
        let batch = page.tab.act_all(&steps, &Default::default()).await;
        let [first, last] = batch.done.as_slice() else { panic!("{batch:?}") };
        assert!(first.news.iter().any(|line| line.contains("light")), "{batch:?}");
        assert!(last.diff.contains("3 counted") && !last.diff.contains("light"), "{batch:?}");
        let seen = page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is seen");
        assert!(seen.text().contains("nothing changed"), "{}", seen.text());
    });
}

/// A box that the page takes back when the report is written already; no node changes with it.
#[test]
fn a_box_that_is_taken_back_later_is_told_before_the_next_report() {
    on(PAGE, async |page| {
        page.see().await;
        let (terms, kept) = (page.id("Terms").await, page.id("Kept").await);
        page.act(Action::check(kept)).await.expect("it is ticked");
        page.act(Action::check(terms)).await.expect("it is ticked");
        page.js("void later.box()").await;
        let report = page.press("Shift").await.expect("it is pressed");
        assert!(report.news.iter().any(|line| line.contains("taken back by the page")), "{report:?}");
        assert!(!report.diff.contains("Terms"), "{report:?}");
        assert!(!report.news.iter().any(|line| line.contains("Kept")), "{report:?}");
    });
}

/// Of much the first lines, and how much there is; of a page that is another by now, that it is.
#[test]
fn how_much_changed_is_told_where_it_is_much() {
    on(PAGE, async |page| {
        page.see().await;
        let id = page.id("Dead").await;
        page.js("void later.many()").await;
        let report = page.click_id(id).await.expect("it is clicked");
        let before = report.news.join("\n");
        assert!(before.contains("Part 0") && !before.contains("Part 12"), "{before}");
        assert!(before.contains("14 lines changed in all"), "{before}");
        assert!(report.verification.feedback.contains("nothing happened"), "{report:?}");
        page.js("void later.title()").await;
        page.js("void later.document()").await;
        let report = page.click_id(id).await.expect("it is clicked");
        assert!(report.news.iter().any(|line| line.contains("(1) Meanwhile")), "{report:?}");
        assert!(report.effects.title.is_none(), "{report:?}");
        // Keys go wherever the focus is, also on a page that is another.
        page.js("void later.other()").await;
        let report = page.press("Shift").await.expect("it is pressed");
        let before = report.news.join("\n");
        assert!(
            before.contains("Your session ended") || before.contains("lines changed in all"),
            "{report:?}"
        );
        assert!(report.verification.feedback.contains("nothing happened"), "{report:?}");
    });
}

/// A clock is no news, costs no look, and is no effect; also where it ticked in each of many actions and hardly between them.
#[test]
fn what_ticks_is_no_news() {
    on(PAGE, async |page| {
        // From the first look on it is known what ticks.
        page.see().await;
        page.js("void setInterval(() => { said.textContent = `${performance.now() | 0}`; ticked++ }, 400)")
            .await;
        assert!(page.becomes("ticked > 12").await);
        page.see().await;
        let id = page.id("Dead").await;
        for _ in 0..14 {
            let report = page.click_id(id).await.expect("it is clicked");
            let says = &report.verification.feedback;
            assert!(report.news.is_empty(), "{report:?}");
            assert_eq!(report.verification.evidence, Evidence::Nothing, "{report:?}");
            assert!(
                says.contains("nothing happened") || says.contains("only what changes all the time"),
                "{says}"
            );
        }
        let report = page.click("Count").await.expect("it is clicked");
        assert!(report.diff.contains("1 counted"), "{report:?}");
        assert_eq!(report.verification.evidence, Evidence::Effect, "{report:?}");
    });
}

/// A title that counts or blinks all the time is no effect; one that the action sets once is.
#[test]
fn a_title_that_ticks_is_no_news() {
    on(PAGE, async |page| {
        page.see().await;
        let (dead, counts) = (page.id("Dead").await, page.id("Count").await);
        page.js("void get('counts').addEventListener('click', () => (document.title = 'Counted'))").await;
        let report = page.click_id(counts).await.expect("it is clicked");
        assert_eq!(report.effects.title.as_deref(), Some("Counted"), "{report:?}");
        page.js("void setInterval(() => { document.title = `(${++ticked}) Meanwhile` }, 300)").await;
        // Long after the action before, and a few times more.
        assert!(page.becomes("ticked > 12").await);
        for _ in 0..3 {
            let report = page.click_id(dead).await.expect("it is clicked");
            assert_eq!(report.effects.title, None, "{report:?}");
            assert!(report.news.is_empty(), "{report:?}");
            assert_eq!(report.verification.evidence, Evidence::Nothing, "{report:?}");
        }
    });
}

/// What changed once before an action does not tick: what the action does in the same place is its effect.
#[test]
fn what_changed_once_before_does_not_tick() {
    on(PAGE, async |page| {
        page.see().await;
        let (adds, counts) = (page.id("Add").await, page.id("Count").await);
        for time in 1..4 {
            page.js("void later.alert()").await;
            let report = page.click_id(adds).await.expect("it is clicked");
            assert!(report.diff.contains(&format!("Added {time}")), "{report:?}");
            assert_eq!(report.verification.evidence, Evidence::Effect, "{report:?}");
            page.js("void (get('count').textContent = 'from elsewhere')").await;
            let report = page.click_id(counts).await.expect("it is clicked");
            assert!(report.diff.contains(&format!("{time} counted")), "{report:?}");
            assert_eq!(report.verification.evidence, Evidence::Effect, "{report:?}");
        }
    });
}
