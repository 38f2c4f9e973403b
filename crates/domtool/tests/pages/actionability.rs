//! Input reaches the element that the id names, at a point that is free; otherwise a typed error, fast, that says why.

use std::time::{Duration, Instant};

use domtool::{Action, Button, Click, Dispatched, ErrorKind, Modifiers};

use super::support::{Do, Row, Then, on};

#[test]
fn a_covered_button_is_refused_and_names_the_coverer() {
    on("covered.html", async |page| {
        let target = page.id("Buried").await;
        let error = page.click_id(target).await.expect_err("it is covered");
        assert_eq!(error.kind(), ErrorKind::Covered, "{error}");
        assert_eq!(error.dispatched(), Dispatched::No);
        assert!(error.message().contains("Cookies"), "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn what_covers_is_named_as_a_person_would() {
    on("covered.html", async |page| {
        for (covered, coverer) in
            [("Buried", "dialog \"Cookies\""), ("Veiled", "dialog \"Tea\""), ("Shaded", "region \"Offer\"")]
        {
            let error = page.click(covered).await.expect_err("it is covered");
            assert_eq!(error.kind(), ErrorKind::Covered, "{error}");
            assert!(error.message().ends_with(coverer), "{error}");
        }
    });
}

#[test]
fn points_that_hit_the_element_and_nothing_else() {
    on("covered.html", async |page| {
        page.table(&[
            Row("Glass", Do::Click, Then::Fails(ErrorKind::Covered)),
            Row("Half", Do::Click, Then::Notes("click half trusted")),
            Row("Through", Do::Click, Then::Notes("click through trusted")),
            Row("Deep", Do::Click, Then::Notes("click deep trusted")),
            Row("Inner", Do::Click, Then::Notes("click inner trusted")),
        ])
        .await;
    });
}

#[test]
fn a_click_on_a_card_does_not_press_the_button_in_its_middle() {
    on("covered.html", async |page| {
        let seen = page.see().await;
        // It has no name of its own: its text and its button stand below it.
        let line = seen.text().lines().find(|line| line.contains("clickable"));
        let id = line.and_then(|line| line.trim().split(' ').next()).and_then(|id| id.parse().ok());
        let id = id.unwrap_or_else(|| panic!("the card has no id in\n{}", seen.text()));
        page.click_id(id).await.expect("the card is clicked");
        assert_eq!(page.notes().await, "click card trusted");
    });
}

#[test]
fn an_overlay_that_is_fading_out_is_waited_for() {
    on("covered.html", async |page| {
        page.click("Start fade").await.expect("the fade starts");
        page.click("Under fade").await.expect("the overlay is waited for");
        page.expect("click under-fade trusted").await;
    });
}

#[test]
fn a_target_under_a_fixed_header_is_brought_out() {
    on("covered.html", async |page| {
        let target = page.id("Under header").await;
        page.js("scrollTo(0, 1490)").await;
        page.click_id(target).await.expect("it is clicked");
        page.expect("click under-header trusted").await;
    });
}

#[test]
fn what_moves_is_waited_for_until_it_rests() {
    on("covered.html", async |page| {
        let mover = page.id("Mover").await;
        // By script, so that the engine has not waited for the end already.
        page.js("void document.getElementById('start-moving').click()").await;
        page.forget().await;
        page.click_id(mover).await.expect("it comes to rest");
        page.expect("click mover trusted").await;
    });
}

#[test]
fn what_never_rests_is_pressed_or_refused_before_input() {
    on("covered.html", async |page| {
        let runner = page.id("Runner").await;
        page.js("void document.getElementById('start-running').click()").await;
        page.forget().await;
        let begun = Instant::now();
        // It runs at 1,000 px/s: whether the mouse gets onto it depends on the machine.
        match page.click_id(runner).await {
            Ok(_) => page.expect("click runner trusted").await,
            Err(error) if error.dispatched() == Dispatched::No => {
                assert_eq!(error.kind(), ErrorKind::NotActionable, "{error}");
                assert_eq!(page.notes().await, "");
            }
            Err(error) => assert!(!page.notes().await.contains("click runner"), "{error}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    });
}

#[test]
fn what_was_hidden_meanwhile_is_refused() {
    on("covered.html", async |page| {
        let hider = page.id("Hider").await;
        page.js("document.getElementById('hider').style.display = 'none'").await;
        let error = page.click_id(hider).await.expect_err("it is hidden");
        assert_eq!(error.kind(), ErrorKind::Hidden, "{error}");
    });
}

#[test]
fn a_link_over_two_lines_is_hit() {
    on("wrapped-link.html", async |page| {
        page.table(&[
            Row("terms and", Do::Click, Then::Notes("click link trusted")),
            Row("that goes on", Do::Click, Then::Notes("click long trusted")),
        ])
        .await;
    });
}

#[test]
fn disabled_controls_are_refused_and_nothing_else_changes() {
    on("disabled.html", async |page| {
        let state =
            "JSON.stringify([...document.querySelectorAll('input, select')].map(e => [e.value, e.checked]))";
        let before = page.js(state).await;
        // What refuses is told so, and nothing else is.
        for line in
            page.see().await.text().lines().filter(|line| line.contains("\"Off ") || line.contains("\"On "))
        {
            assert_eq!(line.contains(" disabled"), line.contains("\"Off "), "{line}");
        }
        page.table(&[
            Row("Off native", Do::Click, Then::Fails(ErrorKind::Disabled)),
            Row("Off field", Do::Fill("x"), Then::Fails(ErrorKind::Disabled)),
            Row("Off field", Do::Type("x"), Then::Fails(ErrorKind::Disabled)),
            Row("Off field", Do::Clear, Then::Fails(ErrorKind::Disabled)),
            Row("Off grouped", Do::Click, Then::Fails(ErrorKind::Disabled)),
            Row("Off grouped field", Do::Fill("x"), Then::Fails(ErrorKind::Disabled)),
            Row("Off aria", Do::Click, Then::Fails(ErrorKind::Disabled)),
            Row("Off below", Do::Click, Then::Fails(ErrorKind::Disabled)),
            Row("Off select", Do::Select(&["Two"]), Then::Fails(ErrorKind::Disabled)),
            Row("Off box", Do::Check, Then::Fails(ErrorKind::Disabled)),
        ])
        .await;
        assert_eq!(page.js(state).await, before);
        page.table(&[
            Row("On legend", Do::Click, Then::Notes("click legend trusted")),
            Row("On again", Do::Click, Then::Notes("click allowed trusted")),
            Row("On field", Do::Fill("new"), Then::Holds("on", "new")),
        ])
        .await;
    });
}

#[test]
fn a_button_that_was_enabled_meanwhile_is_clicked() {
    on("disabled.html", async |page| {
        let target = page.id("Off native").await;
        page.click("On enable").await.expect("it is clicked");
        page.click_id(target).await.expect("it is enabled now");
        page.expect("click native trusted").await;
    });
}

#[test]
fn what_is_inert_cannot_be_operated() {
    on("disabled.html", async |page| {
        let seen = page.see().await;
        if let Some(inert) = seen.elements.iter().find(|e| e.name == "Off inert") {
            let error = page.click_id(inert.id).await.expect_err("it is inert");
            assert!(matches!(error.kind(), ErrorKind::Disabled | ErrorKind::Hidden), "{error}");
        }
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn pointer_events_come_in_the_order_of_a_person() {
    on("pointer.html", async |page| {
        page.click("Target").await.expect("it is clicked");
        let notes = page.notes().await;
        let order: Vec<_> =
            notes.split(" | ").map(|note| note.split(' ').next().unwrap_or_default()).collect();
        assert_eq!(
            order,
            ["pointerover", "mouseover", "pointerdown", "mousedown", "pointerup", "mouseup", "click"],
            "{notes}"
        );

        page.table(&[
            Row("Target", Do::DoubleClick, Then::Notes("dblclick target trusted 0 2")),
            Row("Target", Do::DoubleClick, Then::Notes("click target trusted 0 1")),
            Row("Target", Do::DoubleClick, Then::Notes("click target trusted 0 2")),
            Row(
                "Hover me",
                Do::Hover,
                Then::Is("getComputedStyle(document.getElementById('menu')).display === 'block'"),
            ),
        ])
        .await;
    });
}

#[test]
fn other_buttons_modifiers_and_points() {
    on("pointer.html", async |page| {
        let target = page.id("Target").await;
        let right = Click::new(target).with_button(Button::Right);
        page.act(Action::Click(right)).await.expect("it is right-clicked");
        page.expect("contextmenu target trusted 2 0").await;

        let held = Modifiers::CONTROL | Modifiers::SHIFT;
        page.act(Action::Click(Click::new(target).with_modifiers(held))).await.expect("it is clicked");
        page.expect("click target trusted 0 1 ctrl+shift").await;

        let map = page.id("Map").await;
        page.act(Action::Click(Click::new(map).with_point(0.25, 0.5))).await.expect("it is clicked");
        page.expect("click map trusted 50,50").await;
    });
}

#[test]
fn a_hover_opens_the_menu_that_can_be_clicked_then() {
    on("pointer.html", async |page| {
        assert!(page.see().await.find("Menu item").is_none());
        let target = page.id("Hover me").await;
        page.act(Action::hover(target)).await.expect("it is hovered");
        page.id("Menu item").await;
    });
}

#[test]
fn actions_that_do_not_fit_and_ids_that_were_never_given() {
    on("select.html", async |page| {
        page.table(&[
            Row("Country", Do::Check, Then::Fails(ErrorKind::WrongKind)),
            Row("Plain", Do::Select(&["x"]), Then::Fails(ErrorKind::WrongKind)),
            Row("Plain", Do::Check, Then::Fails(ErrorKind::WrongKind)),
        ])
        .await;
        let never = "e4711".parse().expect("an id");
        assert_eq!(page.click_id(never).await.expect_err("no such id").kind(), ErrorKind::NotFound);
    });
}

#[test]
fn a_press_that_the_page_keeps_to_itself_arrived() {
    on("swallowed.html", async |page| {
        page.click("Kept").await.expect("the page took the click, and told nobody");
        assert_eq!(page.notes().await, "press kept trusted | mouseup kept trusted | click kept trusted");
        page.forget().await;
        page.click("Only").await.expect("the page cancelled the mouse events of the press");
        assert_eq!(page.notes().await, "click only trusted");
        page.forget().await;
        let report = page.click("File").await.expect("the page took the press, and opened a menu");
        page.expect("press file trusted").await;
        assert!(report.diff.contains("New notebook"), "{report:?}");
    });
}

#[test]
fn what_is_hopeless_is_refused_at_once() {
    on("outcomes-pointer.html", async |page| {
        let seen = page.see().await;
        let rows = [
            ("Switched off", ErrorKind::Disabled),
            ("Aria off", ErrorKind::Disabled),
            ("Lidded", ErrorKind::Covered),
            ("Full card", ErrorKind::Covered),
        ];
        let mut slow = Vec::new();
        for (name, kind) in rows {
            let target = seen.find(name).expect("it is seen").id;
            let at_once = page.at_once().await;
            let mut best = Duration::MAX;
            // The quickest of three: other tests share the machine.
            for _ in 0..3 {
                let begun = Instant::now();
                let error = page.click_id(target).await.expect_err("it cannot be clicked");
                best = best.min(begun.elapsed());
                assert_eq!(error.kind(), kind, "{name}: {error}");
            }
            println!("{name}: {best:?}");
            if best >= at_once {
                slow.push(format!("{name}: {best:?}, beside {at_once:?}"));
            }
        }
        assert!(slow.is_empty(), "{}", slow.join("\n"));
    });
}
