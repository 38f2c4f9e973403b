//! What moves, what passes, what covers itself, and boxes that scroll back: what the press reached.

use std::time::{Duration, Instant};

use domtool::{ActOptions, Action, Button, Click, Dispatched, ErrorKind, ScrollBy, TextPart, Wheel};

use crate::support::{Do, Page, Row, Then, id_in, on};

/// The page goes on by itself meanwhile, and a loaded machine is slow: what passes is waited for so long here.
const PATIENT: Duration = Duration::from_secs(20);

async fn click_within(page: &Page, name: &str, hindrance: Duration) -> domtool::Result<domtool::Report> {
    // What a carousel shows in turn is not always there to be seen.
    let begun = Instant::now();
    let target = loop {
        match id_in(&page.see().await, name) {
            Ok(id) => break id,
            Err(why) => assert!(begun.elapsed() < PATIENT, "{why}"),
        }
    };
    page.tab.act(&Action::click(target), &ActOptions::default().with_hindrance(hindrance)).await
}

#[test]
fn what_passes_is_waited_for() {
    on("evidence/passing-covers.html", async |page| {
        for name in ["toast", "offer", "veil", "spinner"] {
            page.click(&format!("Show {name}")).await.expect("it is shown");
            click_within(page, &format!("Press {name}"), PATIENT).await.expect("the cover passes");
            page.expect(&format!("click {name} trusted")).await;
        }
    });
}

/// Nobody can do anything about them, so they may as well go by themselves.
#[test]
fn blank_veils_are_waited_for() {
    on("evidence/blank-veil.html", async |page| {
        for (name, kind) in [("Under", ErrorKind::Covered), ("Through", ErrorKind::NotActionable)] {
            let error = click_within(page, name, Duration::from_millis(500)).await.expect_err("it stays");
            assert_eq!((error.kind(), error.dispatched()), (kind, Dispatched::No), "{error}");
        }
        assert_eq!(page.notes().await, "");
        for (name, end) in [("Under", "veil.remove()"), ("Through", "through.style.pointerEvents = 'auto'")] {
            page.js(&format!("void setTimeout(() => {{ {end} }}, 1200)")).await;
            click_within(page, name, PATIENT).await.expect("it passes");
            page.expect(&format!("click {} trusted", name.to_lowercase())).await;
        }
        // A transition of the whole page takes what is pressed meanwhile.
        page.js("void document.startViewTransition()").await;
        page.click("Under").await.expect("it passes");
        page.expect("click under trusted").await;
    });
}

#[test]
fn what_stays_is_told_of() {
    on("evidence/passing-covers.html", async |page| {
        for name in ["dialog", "neighbour"] {
            page.click(&format!("Show {name}")).await.expect("it is shown");
            let begun = Instant::now();
            let error = click_within(page, &format!("Press {name}"), PATIENT).await.expect_err("it stays");
            assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Covered, Dispatched::No), "{error}");
            assert!(begun.elapsed() < PATIENT / 2, "{name} was waited for");
        }
        page.click("Show endless").await.expect("it is shown");
        let error = click_within(page, "Press endless", Duration::from_secs(1)).await.expect_err("it stays");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Covered, Dispatched::No), "{error}");
        assert!(error.message().contains("Trial ends"), "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn what_moves_is_pressed() {
    for speed in [20, 50, 100, 150] {
        on(&format!("evidence/moving.html?v={speed}"), async |page| {
            let report = click_within(page, "Circle", PATIENT).await.expect("the circle is pressed");
            page.expect("click circle trusted").await;
            assert_eq!(page.notes().await, "mousedown circle trusted | click circle trusted", "{report:?}");
        });
    }
}

#[test]
fn what_runs_by_is_pressed() {
    on("evidence/moving.html", async |page| {
        for (name, id) in
            [("link:Elections: first results are in", "vote"), ("Pulse", "pulse"), ("Stops", "stops")]
        {
            assert!(
                page.becomes(&format!("{id}.getBoundingClientRect().x < 450")).await,
                "{name} is in view"
            );
            page.forget().await;
            click_within(page, name, PATIENT).await.expect("it is pressed");
            page.expect(&format!("click {id} trusted")).await;
        }
        page.forget().await;
        let target = page.id("Circle").await;
        let patient = ActOptions::default().with_hindrance(PATIENT);
        page.tab.act(&Action::hover(target), &patient).await.expect("the mouse comes onto it");
    });
}

#[test]
fn what_jumps_about_is_an_error_before_input() {
    on("evidence/moving.html", async |page| {
        let error = click_within(page, "Flea", Duration::from_secs(2)).await.expect_err("it cannot be hit");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NotActionable, Dispatched::No), "{error}");
        assert_eq!(page.notes().await, "");
        page.click("Calm").await.expect("what stands beside it is pressed");
        page.expect("click calm trusted").await;
    });
}

/// Whether the report agrees with what the page noted: `ok` only where the element got the press, and an error names what did.
async fn agrees(page: &Page, name: &str, id: &str) {
    page.forget().await;
    let result = click_within(page, name, PATIENT).await;
    let notes = page.notes().await;
    let got = |event: &str| -> Vec<&str> {
        let notes = notes.split(" | ").filter_map(|note| note.strip_prefix(event)?.trim().split(' ').next());
        notes.collect()
    };
    let (pressed, clicked) = (got("mousedown "), got("click "));
    match result {
        Ok(report) => {
            assert_eq!((pressed.as_slice(), clicked.as_slice()), (&[id][..], &[id][..]), "{report:?}");
        }
        Err(error) if error.dispatched() == Dispatched::No => assert!(pressed.is_empty(), "{error}: {notes}"),
        Err(error) if pressed == [id] => {
            assert!(!clicked.contains(&id), "{error}: {notes}");
            assert!(error.message().contains("no click came"), "{error}: {notes}");
        }
        Err(error) => {
            let [other] = pressed.as_slice() else { panic!("{error}: {notes}") };
            let label = page.js(&format!("document.getElementById('{other}').textContent")).await;
            assert!(error.message().contains(&label), "{error} does not name {label}");
        }
    }
}

#[test]
fn a_box_that_scrolls_back() {
    on("evidence/scrolls-back.html", async |page| {
        for n in [25, 29, 2] {
            agrees(page, &format!("Key {n}"), &format!("k{n}")).await;
        }
    });
}

#[test]
fn what_got_the_press_is_named() {
    on("evidence/scrolls-back.html", async |page| {
        for _ in 0..4 {
            agrees(page, "Below", "below").await;
        }
    });
}

#[test]
fn what_is_its_own_covers_nothing() {
    on("evidence/own-covers.html", async |page| {
        page.table(&[
            Row("Opt A", Do::Click, Then::Notes("reached opt trusted")),
            Row("Item B", Do::Click, Then::Notes("reached item trusted")),
            Row("Menu C", Do::Click, Then::Notes("reached menu trusted")),
            Row("Anchor D", Do::Click, Then::Notes("reached anchor trusted")),
            Row("Guest mode", Do::Click, Then::Notes("picked guest trusted")),
            Row("Operator", Do::Click, Then::Notes("reached ant trusted")),
            Row("Taken", Do::Click, Then::Fails(ErrorKind::Covered)),
            Row("Card", Do::Click, Then::Fails(ErrorKind::Covered)),
            Row("Inner", Do::Click, Then::Notes("click inner trusted")),
        ])
        .await;
    });
}

#[test]
fn what_is_cut_or_turned_is_pressed_where_it_is() {
    on("evidence/own-covers.html", async |page| {
        page.table(&[
            Row("Cut", Do::Click, Then::Notes("click cut trusted")),
            Row("Slit", Do::Click, Then::Notes("click slit trusted")),
            Row("Corner", Do::Click, Then::Notes("click corner trusted")),
            Row("side 1", Do::Click, Then::Notes("click side1 trusted")),
            Row("side 2", Do::Click, Then::Notes("click side2 trusted")),
        ])
        .await;
    });
}

async fn select(page: &Page, name: Option<&str>, part: TextPart) -> domtool::Result<String> {
    let target = match name {
        Some(name) => Some(page.id(name).await),
        None => None,
    };
    let report = page.act(Action::select_text(target.map(Into::into), part)).await?;
    Ok(report.verification.feedback)
}

#[test]
fn the_page_hears_of_a_selection() {
    on("evidence/select-text.html", async |page| {
        for (name, phrase) in [
            (Some("Editor"), "beta"),
            (Some("Editor"), "gamma second"),
            (None, "a small menu opens"),
            (None, "of three"),
            (Some("Field"), "two"),
            (Some("Area"), "second"),
            (None, "עולם"),
        ] {
            page.forget().await;
            select(page, name, TextPart::phrase(phrase, 1)).await.expect("it is selected");
            let heard = format!(
                "log.some(line => line.replace(/\\s+/g, ' ').startsWith('chosen {phrase}') && line.endsWith(' trusted'))"
            );
            assert!(page.becomes(&heard).await, "{phrase}: {}", page.notes().await);
            assert!(!page.notes().await.contains("went"), "{phrase}: {}", page.notes().await);
        }
        select(page, Some("Editor"), TextPart::phrase("alpha", 1)).await.expect("it is selected");
        page.click("Bold").await.expect("bold");
        page.expect("bold alpha trusted").await;
        select(page, None, TextPart::phrase("the inner page", 1)).await.expect("it is selected");
        page.expect("inner the inner page trusted").await;
        page.forget().await;
        select(page, None, TextPart::phrase("card that", 1)).await.expect("it is selected");
        assert!(!page.notes().await.contains("click card"), "{}", page.notes().await);
        assert_eq!(page.js("String(getSelection())").await, "\"card that\"");
        let emptied = select(page, None, TextPart::phrase("keeps these", 1)).await.expect("it was selected");
        let stays = page.js("String(getSelection())").await == "\"keeps these\"";
        assert_ne!(stays, emptied.contains("another selection"), "{emptied}");
    });
}

#[test]
fn at_points_of_an_element() {
    on("evidence/at-points.html", async |page| {
        let board = page.id("Board").await;
        page.act(Action::hover_at(board, 0.25, 0.75)).await.expect("hover");
        page.expect("mousemove 25,75 trusted").await;
        page.act(Click::new(board).with_count(2).with_point(0.1, 0.2).into()).await.expect("double click");
        page.expect("dblclick 10,20 trusted").await;
        let right = Click::new(board).with_button(Button::Right).with_point(0.9, 0.8);
        page.act(right.into()).await.expect("right click");
        page.expect("contextmenu 90,80 trusted").await;
        page.act(Wheel::new(0.0, 10.0).over(board).with_point(0.6, 0.3).into()).await.expect("wheel");
        page.expect("wheel 60,30 trusted").await;
        let field = page.id("Slow field").await;
        let slowly = Action::type_slowly(Some(field.into()), "abcd", Duration::from_millis(120));
        page.act(slowly).await.expect("typed");
        assert_eq!(page.js("field.value === 'abcd' && least >= 100").await, "true");
        let endless = Action::type_slowly(Some(field.into()), "e".repeat(100), Duration::from_secs(1));
        let error = page.act(endless).await.expect_err("it takes too long");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::InvalidInput, Dispatched::No), "{error}");
        let strip = page.id("Strip").await;
        page.act(Action::scroll(Some(strip.into()), ScrollBy::Across(50.0))).await.expect("scrolled");
        assert_eq!(
            page.js("Math.round(strip.scrollLeft / (strip.scrollWidth - strip.clientWidth) * 100)").await,
            "50"
        );
    });
}

/// Rebuilt from public reports of other tools; the page says which.
#[test]
fn what_was_reported_of_others() {
    on("evidence/pointing-reports.html", async |page| {
        for (name, id) in [("Sways", "sways"), ("Runs by in a marquee of the old kind", "runs")] {
            page.forget().await;
            click_within(page, name, PATIENT).await.expect(name);
            page.expect(&format!("click {id} trusted")).await;
        }
        for (name, id) in [("Steps", "steps"), ("Slide", "slide"), ("Deep row 3", "row3")] {
            agrees(page, name, id).await;
        }
        for (name, id) in [("Far right", "right"), ("Low", "low")] {
            click_within(page, name, PATIENT).await.expect(name);
            page.expect(&format!("click {id} trusted")).await;
        }
        page.click("Show toasts").await.expect("they are shown");
        for (name, id) in [("Held", "held"), ("Faded", "faded"), ("Spoken", "spoken")] {
            click_within(page, name, PATIENT).await.expect(name);
            page.expect(&format!("click {id} trusted")).await;
        }
    });
}

/// A person presses the label of each, also of those that lie below another's.
#[test]
fn choices_that_lie_on_top_of_each_other_are_pressed() {
    on("evidence/stacked-choices.html", async |page| {
        for (name, id) in
            [("Small", "small"), ("Huge", "huge"), ("Wide", "wide"), ("Milk", "milk"), ("Sugar", "sugar")]
        {
            let target = page.id(name).await;
            page.act(Action::check(target)).await.expect(name);
            page.expect(&format!("change {id} trusted true")).await;
        }
    });
}
