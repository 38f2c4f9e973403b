//! Several actions in a row: what they leave behind is told once, by the last report.

use domtool::{ActOptions, Action, Batch, ErrorKind, ObserveOptions, Step};

use super::support::{Page, answer_dialog, on};

const PAGE: &str = "batches.htm";

fn click(words: &str) -> Action {
    Action::click(words.parse::<domtool::TargetRef>().expect("words"))
}

fn fill(words: &str, text: &str) -> Action {
    Action::fill(words.parse::<domtool::TargetRef>().expect("words"), text)
}

async fn run(page: &Page, actions: impl IntoIterator<Item = Action>) -> Batch {
    let steps: Vec<Step> = actions.into_iter().map(Step::from).collect();
    page.tab.act_all(&steps, &ActOptions::default()).await
}

/// The diffs that are told.
fn diffs(batch: &Batch) -> Vec<&str> {
    batch.done.iter().map(|report| report.diff.trim_end()).filter(|diff| !diff.is_empty()).collect()
}

#[test]
fn what_they_leave_behind_is_told_once() {
    on(PAGE, async |page| {
        page.see().await;
        let steps = [fill("Name", "Ada"), fill("City", "Rome"), click("Menu"), click("Add row")];
        let batch = run(page, steps).await;
        assert!(batch.ok, "{batch:?}");
        // The fields hold what was asked for, which goes without saying; the menu came and went.
        assert!(
            matches!(diffs(&batch)[..], [diff] if diff.contains("Row 1") && !diff.contains("Ada")),
            "{batch:?}"
        );
        assert!(!batch.done[3].diff.contains("Nothing"), "{batch:?}");
        // What an action in between opened is told of it.
        assert!(batch.done[2].effects.opened.iter().any(|opened| opened.kind == "menu"), "{batch:?}");
        assert_eq!(page.notes().await, "click menu trusted | click add trusted");
        // That a box is on, who ticked it knows.
        let gift = Action::check("Gift".parse::<domtool::TargetRef>().expect("words"));
        let batch = run(page, [gift, click("More")]).await;
        let state = &batch.done[0].effects.state;
        assert!(!state.is_empty() && state.iter().all(|change| change.in_diff), "{batch:?}");
        assert!(!batch.done[1].diff.contains("Gift"), "{batch:?}");
        let next =
            page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is observed");
        assert!(next.text().contains("nothing changed"), "{}", next.text());
        // A field that another action of them writes again is told as it is.
        let batch = run(page, [fill("Name", "Bob"), fill("Name", "Cleo"), click("Menu")]).await;
        assert!(
            matches!(diffs(&batch)[..], [diff] if diff.contains("Add row") && !diff.contains("Bob")),
            "{batch:?}"
        );
    });
}

#[test]
fn where_they_stop_all_is_told() {
    on(PAGE, async |page| {
        page.see().await;
        // Nothing was sent of the last one.
        let batch = run(page, [click("Menu"), click("Nowhere to be found")]).await;
        assert_eq!(
            batch.stopped.as_ref().and_then(|stopped| stopped.error.as_ref()).map(|e| e.kind()),
            Some(ErrorKind::NotFound)
        );
        assert!(matches!(diffs(&batch)[..], [diff] if diff.contains("Add row")), "{batch:?}");
        run(page, [click("Nothing")]).await;
        // The last one failed after input: its report tells all.
        let stuck = Action::check("Stuck".parse::<domtool::TargetRef>().expect("words"));
        let batch = run(page, [click("Menu"), stuck]).await;
        let error = batch.stopped.as_ref().and_then(|stopped| stopped.error.as_ref()).expect("it stays off");
        assert_eq!(error.kind(), ErrorKind::ValueRejected);
        assert!(error.report().is_some_and(|report| report.diff.contains("Add row")), "{error:?}");
        assert!(diffs(&batch).is_empty(), "{batch:?}");
        run(page, [click("Nothing")]).await;
        // Behind a dialog nothing can be read: what was told before stays told.
        let batch = run(page, [click("Menu"), click("Ask")]).await;
        assert!(diffs(&batch)[0].contains("Add row"), "{batch:?}");
        page.act(answer_dialog(false, None)).await.expect("it is answered");
    });
}

#[test]
fn a_new_page_begins_anew() {
    on(PAGE, async |page| {
        page.see().await;
        let batch = run(page, [click("More"), click("Next"), click("More"), click("More")]).await;
        assert!(batch.ok, "{batch:?}");
        let told = diffs(&batch);
        let last = told.last().expect("it is told");
        assert!(last.contains("Item 1") && last.contains("Item 2") && !last.contains("Plan"), "{batch:?}");
        assert!(batch.done[2].diff.is_empty() && batch.done[1].effects.navigated, "{batch:?}");
        // What changed on the page before is nothing to act on.
        assert!(batch.done[0].diff.is_empty() && batch.done[0].effects.added > 0, "{batch:?}");
    });
}

#[test]
fn of_rounds_the_last_is_told() {
    on(PAGE, async |page| {
        page.see().await;
        let until = "appears:Item 4".parse().expect("an expectation");
        let steps = [click("More"), click("More")].map(Step::from);
        let batch = page.tab.act_until(&steps, &until, 5, &ActOptions::default()).await;
        assert!(batch.ok && batch.done.len() == 4, "{batch:?}");
        let [diff] = diffs(&batch)[..] else { panic!("{batch:?}") };
        assert!(diff.contains("(new \"Item 3\", \"Item 4\")"), "{diff}");
        // A round of which nothing was sent tells nothing: the one before it is told.
        let until = "appears:Never".parse().expect("an expectation");
        let batch =
            page.tab.act_until(&[Step::from(click("Twice"))], &until, 5, &ActOptions::default()).await;
        assert_eq!(batch.done.len(), 2, "{batch:?}");
        let [diff] = diffs(&batch)[..] else { panic!("{batch:?}") };
        assert!(diff.contains("Item 6") && diff.contains("- ") && diff.contains("Twice"), "{diff}");
    });
}
