//! Taps, where a tab has a touch screen: what a finger leaves in the page's own record, in every place.

use domtool::{Action, Click, Emulation};

use super::{PLACES, done, fixture, same, says, told};
use crate::support::{Page, on};

/// Goes through all places, each in a tab of its own: Chromium takes taps that follow each other soon for one double tap, also
/// where another document came between them.
#[allow(clippy::needless_pass_by_value, reason = "closures are written where it is called")]
fn everywhere<T: AsyncFn(&Page) -> Result<(), String>>(test: T) {
    let test = &test;
    for place in PLACES {
        on(&fixture(place), async |page| {
            if let Err(why) = test(page).await {
                panic!("{place}: {why}");
            }
        });
    }
}

/// A finger comes down on a button that the mouse was never at, and goes up again: then come the mouse events that pages
/// made for a mouse expect (Touch Events, "Interaction with Mouse Events").
const TAP: &str = "\
    pointerover press trusted touch button 0 buttons 1 pressure 1 | \
    pointerenter press trusted touch button 0 buttons 1 pressure 1 | \
    pointerdown press trusted touch button 0 buttons 1 pressure 1 | \
    touchstart press trusted fingers 1 | \
    pointerup press trusted touch button 0 buttons 0 pressure 0 | \
    touchend press trusted fingers 0 | \
    mouseover press trusted button 0 buttons 0 detail 0 | \
    mouseenter press trusted button 0 buttons 0 detail 0 | \
    mousemove press trusted button 0 buttons 0 detail 0 | \
    mousedown press trusted button 0 buttons 1 detail 1 | \
    focus press trusted | \
    mouseup press trusted button 0 buttons 0 detail 1 | \
    click press trusted button 0 buttons 0 detail 1";

#[test]
fn a_tap_is_that_of_a_person() {
    everywhere(async |page| {
        let emulation = Emulation::default().with_touch(true);
        done(page, Action::emulate(emulation)).await?;
        let target = page.id("Press").await;
        page.forget().await;
        let report = done(page, Action::click(target)).await?;
        says(&report, "tapped")?;
        same(&told(page, "at press trusted 60,20", &["at "]).await?, TAP)
    });
}

#[test]
fn two_taps_are_a_double_click() {
    everywhere(async |page| {
        let emulation = Emulation::default().with_touch(true);
        done(page, Action::emulate(emulation)).await?;
        let target = page.id("Press").await;
        page.forget().await;
        done(page, Action::Click(Click::new(target).with_count(2))).await?;
        let all = told(page, "at press trusted 60,20", &["at "]).await?;
        let count = |what: &str| all.split(" | ").filter(|note| note.starts_with(what)).count();
        match (
            count("touchstart press trusted"),
            count("touchend press trusted"),
            count("click press trusted"),
        ) {
            (2, 2, 2) => Ok(()),
            _ => Err(all),
        }
    });
}
