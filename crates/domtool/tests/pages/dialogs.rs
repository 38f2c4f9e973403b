//! A dialog of the page is told, blocks nothing else, and is answered when asked.

use domtool::{Action, DialogKind, ErrorKind};

use super::support::{Page, answer_dialog, on_whole as on};

async fn answer(page: &Page, accept: bool, text: Option<&str>) {
    page.act(answer_dialog(accept, text)).await.expect("it is answered");
}

#[test]
fn an_alert_in_a_click_handler_is_in_the_report() {
    on("dialogs.html", async |page| {
        let report = page.click("Alert").await.expect("the click works");
        let dialog = report.effects.dialogs.first().expect("the dialog is told");
        assert_eq!(
            (dialog.kind, dialog.message.as_str(), dialog.open),
            (DialogKind::Alert, "Careful!", true)
        );
        answer(page, true, None).await;
        page.expect("alert done trusted").await;
    });
}

#[test]
fn confirm_and_prompt_get_their_answers() {
    on("dialogs.html", async |page| {
        for (button, accept, text, note) in [
            ("Confirm", true, None, "confirm true trusted"),
            ("Confirm", false, None, "confirm false trusted"),
            ("Prompt", true, Some("Ada"), "prompt Ada trusted"),
            ("Prompt", false, None, "prompt null trusted"),
        ] {
            let report = page.click(button).await.expect("the click works");
            assert!(report.effects.dialogs.iter().any(|dialog| dialog.open), "{report:?}");
            answer(page, accept, text).await;
            page.expect(note).await;
        }
    });
}

#[test]
fn actions_wait_for_the_answer() {
    on("dialogs.html", async |page| {
        let plain = page.id("Plain").await;
        page.click("Alert").await.expect("the click works");
        let error = page.click_id(plain).await.expect_err("a dialog is open");
        assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
        answer(page, true, None).await;
        page.click_id(plain).await.expect("the dialog is closed");
        page.expect("click plain trusted").await;
    });
}

#[test]
fn an_observation_says_that_a_dialog_is_open() {
    on("dialogs.html", async |page| {
        page.click("Alert").await.expect("the click works");
        match page.tab.observe(&domtool::ObserveOptions::default()).await {
            Ok(seen) => assert!(seen.text().contains("Careful!"), "{}", seen.text()),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
                assert!(format!("{error} {:?}", error.obstacle()).contains("Careful!"), "{error}");
            }
        }
        answer(page, true, None).await;
    });
}

#[test]
fn a_dialog_after_a_dialog() {
    on("dialogs.html", async |page| {
        page.click("Two alerts").await.expect("the click works");
        let report = page.act(Action::accept_dialog(None)).await.expect("it is answered");
        assert!(report.effects.dialogs.iter().any(|dialog| dialog.message == "Second"), "{report:?}");
        answer(page, true, None).await;
        page.expect("two done trusted").await;
    });
}

#[test]
fn a_dialog_that_comes_later_is_told_with_the_next_call() {
    on("dialogs.html", async |page| {
        let plain = page.id("Plain").await;
        let report = page.click("Alert later").await.expect("the click works");
        if report.effects.dialogs.is_empty() {
            let error = page.click_id(plain).await.expect_err("a dialog is open");
            assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
        }
        answer(page, true, None).await;
        page.expect("later done trusted").await;
    });
}

#[test]
fn a_dialog_that_opens_before_the_press_ends_the_click() {
    on("dialogs-scroll.html", async |page| {
        let far = page.id("Far").await;
        let started = std::time::Instant::now();
        let error = page.click_id(far).await.expect_err("a dialog is open");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::DialogOpen, domtool::Dispatched::No));
        assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
        answer(page, true, None).await;
        page.expect("scroll done trusted").await;
        page.click_id(far).await.expect("nothing is in the way any more");
        page.expect("click far trusted").await;
    });
}

#[test]
fn a_dialog_of_a_cross_origin_frame() {
    on("dialogs.html", async |page| {
        let report = page.click("Ask inside").await.expect("the click works");
        assert!(report.effects.dialogs.iter().any(|dialog| dialog.message == "From inside?"), "{report:?}");
        answer(page, true, None).await;
        page.expect("inside true trusted").await;
    });
}

#[test]
fn leaving_a_guarded_page_asks_first() {
    on("dialogs.html", async |page| {
        page.click("Guard leaving").await.expect("the click works");
        let report = page.click("Leave").await.expect("the click works");
        assert!(
            report.effects.dialogs.iter().any(|dialog| dialog.kind == DialogKind::BeforeUnload),
            "{report:?}"
        );
        answer(page, false, None).await;
        assert_eq!(page.js("document.title").await, "\"Dialogs\"");
        page.click("Leave").await.expect("the click works");
        answer(page, true, None).await;
        assert!(page.becomes("document.title === 'Two'").await);
    });
}

#[test]
fn a_page_that_alerts_while_it_loads_opens_all_the_same() {
    on("navigation.html", async |page| {
        let report = page.session.open(&page.server.url("dialogs-load.html")).await.expect("it opens");
        assert!(report.effects.dialogs.iter().any(|dialog| dialog.message == "Welcome!"), "{report:?}");
        answer(page, true, None).await;
        page.id("After").await;
    });
}

#[test]
fn there_is_nothing_to_answer_without_a_dialog() {
    on("dialogs.html", async |page| {
        let error = page.act(Action::accept_dialog(None)).await.expect_err("no dialog is open");
        assert!(matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput), "{error}");
    });
}
