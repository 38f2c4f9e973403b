//! Controls as component libraries draw them.

use domtool::{Action, ErrorKind};

use super::super::super::support::on;
use super::{Do, Outcome, check, done, made};

const PAGE: &str = "libraries.html";

pub(in super::super) const LIBRARIES: &[Outcome] = &[
    done(
        "of the list that is seen, not of the one for assistive technology",
        PAGE,
        "City",
        Do::Select(&["Paris"]),
        &["chose city trusted Paris"],
        &["is set to Paris"],
    ),
    done(
        "of a list that fades in and stands still",
        PAGE,
        "State",
        Do::Select(&["Florida"]),
        &["chose state trusted Florida"],
        &["is set to Florida"],
    ),
    made(
        "several of a list that stays open, by one click on what opens it",
        PAGE,
        "clickable:Tags",
        Do::Select(&["Green", "Blue"]),
        "log.join() === 'toggled tags trusted,chose tags trusted Green,chose tags trusted Green Blue'",
        &["Blue is chosen in"],
    ),
    done(
        "far down in a list that the page scrolls itself",
        PAGE,
        "Many",
        Do::Select(&["Entry 50"]),
        &["chose many trusted Entry 50"],
        &["is set to Entry 50"],
    ),
    done(
        "a slider that draws its value later",
        PAGE,
        "Level",
        Do::Fill("80"),
        &["turned level trusted 80"],
        &["is at 80"],
    ),
    done(
        "an item of a menu that tells no state while it is off",
        PAGE,
        "Wrap",
        Do::Check,
        &["wrap wrap trusted true"],
        &["is on"],
    ),
    made(
        "a switch whose unseen box was put back",
        PAGE,
        "Instant",
        Do::Check,
        "log.length === 1 && log[0] === 'switched instant trusted true' && get('instant').checked === false",
        &["is on"],
    ),
    done(
        "an unseen box with a state in its markup that nobody keeps up to date",
        PAGE,
        "Stale",
        Do::Check,
        &["change stale trusted true"],
        &["is on"],
    ),
    done(
        "a transparent box over an icon",
        PAGE,
        "checkbox:Row",
        Do::Check,
        &["change row trusted true"],
        &["is on"],
    ),
];

#[test]
fn what_an_element_opened_before_is_chosen_from_again() {
    on(PAGE, async |page| {
        let target = page.id("clickable:Due").await;
        let choose = |option: &str| Action::select(target, [option]);
        let error = page.act(choose("April 1")).await.expect_err("there is no such day");
        assert_eq!(error.kind(), ErrorKind::OptionNotFound, "{error}");
        page.act(choose("March 2")).await.expect("the list is open still");
        assert!(page.becomes("log.join() === 'chose due trusted March 2'").await, "{}", page.notes().await);
    });
}

#[test]
fn a_ripple_holds_nothing_up() {
    on(PAGE, async |page| {
        let target = page.id("Ripple").await;
        let report = page.act(Action::click(target)).await.expect("it is clicked");
        assert!(!report.still.iter().any(|still| still.contains("animation")), "{:?}", report.still);
        assert_eq!(page.notes().await, "pressed ripple trusted");
    });
}

#[test]
fn a_list_that_comes_and_goes_is_no_message() {
    on(PAGE, async |page| {
        let target = page.id("combobox:City").await;
        let report = page.act(Action::select(target, ["Rome"])).await.expect("it is chosen");
        assert!(report.effects.messages.is_empty(), "{:?}", report.effects.messages);
    });
}

#[test]
fn as_libraries_draw_them() {
    check(LIBRARIES);
}
