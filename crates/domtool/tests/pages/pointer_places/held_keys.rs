//! Keys that are held while something is clicked: a person presses Control, clicks, and lets go of it.

use domtool::{Action, Click, Dispatched, ErrorKind, Modifiers};
use domtool_cdp::transport::{Fault, Faults};

use super::{MOVES, done, everywhere, same, told};
use crate::support::{Page, alone_with, on};

const CONTROL: Modifiers = Modifiers::CONTROL;
const BOTH: Modifiers = Modifiers::CONTROL.and(Modifiers::SHIFT);

/// The button has the focus, and the mouse is on it.
const HELD: &str = "\
    keydown press trusted Control ctrl | \
    pointerdown press trusted mouse button 0 buttons 1 pressure 0.5 ctrl | \
    mousedown press trusted button 0 buttons 1 detail 1 ctrl | \
    pointerup press trusted mouse button 0 buttons 0 pressure 0 ctrl | \
    mouseup press trusted button 0 buttons 0 detail 1 ctrl | \
    click press trusted button 0 buttons 0 detail 1 ctrl | \
    keyup press trusted Control";

const HELD_BOTH: &str = "\
    keydown press trusted Control ctrl | \
    keydown press trusted Shift ctrl+shift | \
    pointerdown press trusted mouse button 0 buttons 1 pressure 0.5 ctrl+shift | \
    mousedown press trusted button 0 buttons 1 detail 1 ctrl+shift | \
    pointerup press trusted mouse button 0 buttons 0 pressure 0 ctrl+shift | \
    mouseup press trusted button 0 buttons 0 detail 1 ctrl+shift | \
    click press trusted button 0 buttons 0 detail 1 ctrl+shift | \
    keyup press trusted Shift ctrl | \
    keyup press trusted Control";

#[test]
fn the_keys_go_down_before_and_come_up_after() {
    everywhere(async |page| {
        let target = page.id("Press").await;
        done(page, Action::click(target)).await?;
        for (modifiers, wanted) in [(CONTROL, HELD), (BOTH, HELD_BOTH)] {
            page.forget().await;
            done(page, Action::Click(Click::new(target).with_modifiers(modifiers))).await?;
            same(&told(page, "keyup press trusted Control", MOVES).await?, wanted)?;
        }
        Ok(())
    });
}

#[test]
fn what_cannot_be_clicked_hears_of_no_key() {
    on("hand.html?place=main", async |page| {
        let target = page.id("Press").await;
        done(page, Action::click(target)).await.expect("it is clicked");
        page.js("document.body.insertAdjacentHTML('beforeend', '<p style=\"position:fixed;inset:0;background:#fff\">Wait</p>')").await;
        page.forget().await;
        let click = Click::new(target).with_modifiers(Modifiers::CONTROL);
        let error = page.act(Action::Click(click)).await.expect_err("it is covered");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Covered, Dispatched::No), "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn keys_come_up_where_the_click_breaks() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "hand.html?place=oopif").await;
        let target = page.id("Press").await;
        page.click_id(target).await.expect("it is clicked");
        // The second move of the mouse is the press.
        for (method, nth) in [("Input.dispatchMouseEvent", 2), ("Input.dispatchKeyEvent", 3)] {
            page.forget().await;
            faults.clear();
            faults.fail(method, nth, Fault::Refused);
            let click = Click::new(target).with_modifiers(BOTH);
            let error = page.act(Action::Click(click)).await.expect_err("a command was refused");
            assert_ne!(error.dispatched(), Dispatched::No, "{error}");
            faults.clear();
            page.expect("keyup press trusted Control").await;
        }
    });
}
