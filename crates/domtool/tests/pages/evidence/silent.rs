//! What came of input and no line of the page shows; and what is drawn anew when the mouse comes upon it.

use domtool::{Action, Dispatched, ErrorKind, Report};

use crate::support::{Do, Page, Row, Then, on, on_whole};

const PAGE: &str = "evidence/silent.html";

async fn scrolled(page: &Page, name: &str) -> (Option<i64>, String) {
    let Report { effects, verification, .. } = page.click(name).await.expect(name);
    (effects.scrolled, verification.feedback)
}

#[test]
fn a_field_that_shows_dots_is_filled() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Code", Do::Fill("1234"), Then::Notes("input code trusted 1234")),
            Row("Code", Do::Type("5"), Then::Notes("input code trusted 12345")),
        ])
        .await;
        let code = page.id("Code").await;
        let report = page.act(Action::fill(code, "77")).await.expect("it is filled");
        // What it holds is not to be seen, and not said.
        assert!(report.verification.feedback.contains("a sign for each letter"), "{report:?}");
    });
}

#[test]
fn a_box_of_internals_is_read() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Own", Do::Check, Then::Notes("click own trusted")),
            Row("Own", Do::Uncheck, Then::Notes("click own trusted")),
            Row("Stuck", Do::Uncheck, Then::Is("log.length === 0")),
        ])
        .await;
        let stuck = page.id("Stuck").await;
        let error = page.act(Action::check(stuck)).await.expect_err("it stays off");
        assert_eq!(
            (error.kind(), error.dispatched()),
            (ErrorKind::ValueRejected, Dispatched::Yes),
            "{error}"
        );
    });
}

#[test]
fn what_the_mouse_makes_anew_is_pressed() {
    on(PAGE, async |page| {
        page.table(&[
            Row("4 of 5", Do::Click, Then::Is("log.join() === 'click star 4 trusted'")),
            Row("2 of 5", Do::Click, Then::Is("log.join() === 'click star 2 trusted'")),
            Row(
                "Fresh",
                Do::Check,
                Then::Is(
                    "log.join() === 'change fresh trusted' && document.querySelector('#box input').checked",
                ),
            ),
        ])
        .await;
    });
}

#[test]
fn a_field_that_opens_another_names_it() {
    on(PAGE, async |page| {
        let quick = page.id("Quick").await;
        let error = page.act(Action::fill(quick, "cats")).await.expect_err("it takes no text");
        assert_eq!(error.kind(), ErrorKind::NotActionable, "{error}");
        assert!(error.hint().contains("another field"), "{error:?}");
        let shown = error.report().expect("what it did is told");
        assert!(shown.diff.contains("All of it"), "{}", shown.diff);
        assert_eq!(page.js("all.value + quick.value").await, "\"\"");
    });
}

/// The page says how far it is scrolled.
#[test]
fn a_page_that_scrolled_is_told() {
    on(PAGE, async |page| {
        page.see().await;
        assert_eq!(scrolled(page, "Down").await.0, Some(700));
        assert_eq!(page.js("scrollY").await, "700");
        page.js("scrollTo(0, 0)").await;
        assert_eq!(scrolled(page, "Smooth").await.0, Some(300));
        let (by, said) = scrolled(page, "Still").await;
        assert!(by.is_none() && said.contains("nothing happened"), "{said}");
        // Also where the address says so.
        page.js("void get('still').insertAdjacentHTML('afterend', ' <a href=\"#up\">To the end</a>')").await;
        page.see().await;
        assert!(scrolled(page, "To the end").await.0.is_some_and(|by| by > 300));
        // It had to be scrolled to first.
        let (by, said) = scrolled(page, "Up").await;
        assert!(by.is_some_and(|by| by < -300) && !said.contains("nothing"), "{by:?} {said}");
        assert_eq!(page.js("scrollY").await, "0");
    });
}

/// The page says where its row of pictures is, and that its promise to copy was kept. Chromium's shell lets no page write to the clipboard.
#[test]
fn what_scrolled_inside_and_what_was_copied_is_told() {
    on_whole(PAGE, async |page| {
        page.see().await;
        for (name, copies, scrolls, truth) in [
            ("Still", false, false, "true"),
            ("Copy link", true, false, "log.join() === 'copied link trusted'"),
            ("Copy as ever", true, false, "true"),
            ("Next picture", false, true, "strip.scrollLeft === 190"),
            ("Still", false, false, "true"),
        ] {
            let Report { effects, verification, .. } = page.click(name).await.expect(name);
            assert_eq!((effects.copied, effects.box_scrolled), (copies, scrolls), "{name}: {verification:?}");
            assert_eq!(verification.feedback.contains("nothing"), !copies && !scrolls, "{verification:?}");
            assert!(page.becomes(truth).await, "{name}");
        }
        let link = page.id("Copy link").await;
        let report = page
            .act(Action::press(Some(link.into()), "Enter".parse().expect("a key")))
            .await
            .expect("it copies");
        assert!(report.effects.copied, "{report:?}");
    });
}

/// The page says what is selected in it and what fills the screen.
#[test]
fn what_is_selected_and_what_fills_the_screen_is_told() {
    on_whole(PAGE, async |page| {
        page.see().await;
        for (name, selects, happens, truth) in [
            ("Select code", true, true, "`${getSelection()}` === 'npm i x'"),
            ("Select code", false, false, "true"),
            ("Still", false, false, "document.fullscreenElement === null"),
            // What is selected stays so, and is copied by a button.
            ("Copy link", false, true, "`${getSelection()}` === 'npm i x'"),
            // What it covers is told, too.
            ("Full screen", false, true, "document.fullscreenElement?.id === 'strip'"),
        ] {
            let Report { effects, verification, .. } = page.click(name).await.expect(name);
            let told = (effects.text_selected, effects.copied);
            assert_eq!(told, (selects, name.starts_with("Copy")), "{name}: {verification:?}");
            assert_eq!(!verification.feedback.contains("nothing"), happens, "{name}: {verification:?}");
            assert!(page.becomes(truth).await, "{name}");
        }
    });
}

/// The page says how often it replaced its picture, and how often a row did so by itself.
#[test]
fn a_picture_that_was_replaced_is_told() {
    on_whole(&format!("{PAGE}?row"), async |page| {
        assert!(page.becomes("turns > 3").await);
        page.see().await;
        for (name, told, truth) in [
            ("Next view", &["Front view"][..], "views === 1"),
            ("Still", &[], "views === 1 && turns > 4"),
            ("Still", &[], "turns > 5"),
            ("Next view", &["Front view"], "views === 2"),
        ] {
            let Report { effects, verification, .. } = page.click(name).await.expect(name);
            assert_eq!(effects.pictures, told, "{name}: {verification:?}");
            assert_eq!(
                verification.feedback.contains("nothing"),
                told.is_empty(),
                "{name}: {verification:?}"
            );
            assert!(page.becomes(truth).await, "{name}");
        }
    });
}

#[test]
fn of_a_canvas_nothing_is_known() {
    for (query, says) in [("", false), ("?canvas", true)] {
        on(&format!("{PAGE}{query}"), async |page| {
            page.see().await;
            let (_, said) = scrolled(page, "Still").await;
            assert_eq!(said.contains("canvas"), says, "{said}");
            page.js("void get('board').setAttribute('role', 'button')").await;
            page.see().await;
            let (_, said) = scrolled(page, "Still").await;
            assert_eq!(said.contains("canvas"), says, "{said}");
        });
    }
}
