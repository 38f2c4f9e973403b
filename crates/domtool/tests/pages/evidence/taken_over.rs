//! Input that the page keeps, to do with it later or elsewhere.

use domtool::{Action, Dispatched, ErrorKind, TextPart, WaitFor};

use crate::support::on;

#[test]
fn what_the_page_puts_there_itself_is_written_once() {
    for (name, id) in [("Ask", "ask"), ("Note", "note")] {
        for fills in [true, false] {
            on("evidence/taken-over.html", async |page| {
                let target = page.id(name).await;
                let done = match fills {
                    true => page.act(Action::fill(target, "hi there")).await,
                    false => page.act(Action::type_text(Some(target.into()), "hi there")).await,
                };
                done.unwrap_or_else(|error| panic!("{name}, fills {fills}: {error}"));
                assert_eq!(
                    page.js(&format!("held({id}) === 'hi there'")).await,
                    "true",
                    "{name}, fills {fills}"
                );
            });
        }
    }
    on("evidence/taken-over.html", async |page| {
        let error = page.fill("Refused", "hi there").await.expect_err("it never shows");
        assert_eq!(
            (error.kind(), error.dispatched()),
            (ErrorKind::ValueRejected, Dispatched::Yes),
            "{error}"
        );
    });
}

#[test]
fn keys_that_the_page_leads_on_are_told() {
    for fills in [true, false] {
        on("evidence/taken-over.html", async |page| {
            let target = page.id("Area").await;
            let done = match fills {
                true => page.act(Action::fill(target, "5551234567")).await,
                false => page.act(Action::type_text(Some(target.into()), "5551234567")).await,
            };
            let report = done.unwrap_or_else(|error| panic!("fills {fills}: {error}"));
            assert!(
                report.verification.feedback.contains("spread it over that field and those after it"),
                "{report:?}"
            );
            let holds = "[area, prefix, line].map(part => part.value).join() === '555,123,4567'";
            assert_eq!(page.js(holds).await, "true", "fills {fills}");
        });
    }
}

#[test]
fn what_a_loop_of_the_page_applies_is_waited_for() {
    on("evidence/queued.html", async |page| {
        for (name, is) in [("Grid", "grid.checked"), ("Laser", "laser.ariaChecked === 'true'")] {
            let target = page.id(name).await;
            page.act(Action::check(target)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(page.js(is).await, "true", "{name}");
        }
        let never = page.id("Never").await;
        let error = page.act(Action::check(never)).await.expect_err("it stays off");
        assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
    });
}

#[test]
fn a_text_that_the_page_unselects_later_is_told() {
    on("evidence/select-text.html", async |page| {
        page.js(
            "void addEventListener('mouseup', () => setTimeout(() => getSelection().removeAllRanges(), 150))",
        )
        .await;
        let phrase = TextPart::phrase("some words here", 1);
        let report = page.act(Action::select_text(None, phrase)).await.expect("it was selected");
        assert!(report.verification.feedback.contains("another selection by now"), "{report:?}");
        assert_eq!(page.js("String(getSelection())").await, "\"\"");
    });
}

/// By what hovering draws anew, and by style sheets alone.
#[test]
fn what_hovering_shows_is_told() {
    on("evidence/hovered.html", async |page| {
        let menu = page.id("Products").await;
        let report = page.act(Action::hover(menu)).await.expect("the mouse is on what was drawn anew");
        assert!(report.verification.feedback.contains("drew anew"), "{report:?}");
        assert!(report.diff.contains("Laptops"), "{report:?}");
        for (name, shows) in [("Pricing", "Enterprise"), ("Company", "Careers")] {
            let gone = Action::wait(WaitFor::Gone(shows.to_owned()));
            page.act(gone).await.unwrap_or_else(|error| panic!("{shows} shows on hovering alone: {error}"));
            let target = page.id(name).await;
            let report = page.act(Action::hover(target)).await.expect("the mouse is on it");
            assert!(report.diff.contains(&format!("link \"{shows}\" (was on hover)")), "{report:?}");
            assert!(!report.verification.feedback.contains("only what changes"), "{report:?}");
        }
    });
}

/// Its twin has the focus already, and gets the keys.
#[test]
fn what_is_drawn_anew_for_the_focus_gets_the_keys() {
    on("evidence/focus-twin.html", async |page| {
        let next = page.id("Next page").await;
        page.act(Action::press(Some(next.into()), "Enter".parse().expect("a key")))
            .await
            .expect("its twin is pressed");
        assert!(page.becomes("document.title === 'Turned'").await);
    });
}
