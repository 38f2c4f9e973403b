//! Every doing of the pointer in every place: the main document, open and closed shadow roots, a frame of the same process,
//! one of another, and one of a third in that. The page's own record is held against what a person's hand would leave.

mod held_keys;
mod touch;

use domtool::{
    Action, Button, Click, Dispatched, Drag, DragTo, ElementId, ErrorKind, Modifiers, Report, ScrollBy, Wheel,
};

use domtool_cdp::transport::{Fault, Faults};

use crate::support::{Page, alone_with, each_in, on, on_each, run_whole};

/// Where the things of `hand.js` stand.
const PLACES: &[&str] = &["main", "open", "closed", "frame", "oopif", "deep"];

/// The mouse comes to a button and clicks it once.
const CLICK: &str = "\
    pointerover press trusted mouse button -1 buttons 0 pressure 0 | \
    pointerenter press trusted mouse button -1 buttons 0 pressure 0 | \
    mouseover press trusted button 0 buttons 0 detail 0 | \
    mouseenter press trusted button 0 buttons 0 detail 0 | \
    pointermove press trusted mouse button -1 buttons 0 pressure 0 | \
    mousemove press trusted button 0 buttons 0 detail 0 | \
    pointerdown press trusted mouse button 0 buttons 1 pressure 0.5 | \
    mousedown press trusted button 0 buttons 1 detail 1 | \
    focus press trusted | \
    pointerup press trusted mouse button 0 buttons 0 pressure 0 | \
    mouseup press trusted button 0 buttons 0 detail 1 | \
    click press trusted button 0 buttons 0 detail 1";

/// It is there already, and clicks twice.
const DOUBLE: &str = "\
    pointerdown press trusted mouse button 0 buttons 1 pressure 0.5 | \
    mousedown press trusted button 0 buttons 1 detail 1 | \
    pointerup press trusted mouse button 0 buttons 0 pressure 0 | \
    mouseup press trusted button 0 buttons 0 detail 1 | \
    click press trusted button 0 buttons 0 detail 1 | \
    pointerdown press trusted mouse button 0 buttons 1 pressure 0.5 | \
    mousedown press trusted button 0 buttons 1 detail 2 | \
    pointerup press trusted mouse button 0 buttons 0 pressure 0 | \
    mouseup press trusted button 0 buttons 0 detail 2 | \
    click press trusted button 0 buttons 0 detail 2 | \
    dblclick press trusted button 0 buttons 0 detail 2";

const RIGHT: &str = "\
    pointerdown press trusted mouse button 2 buttons 2 pressure 0.5 | \
    mousedown press trusted button 2 buttons 2 detail 1 | \
    contextmenu press trusted button 2 buttons 2 detail 0 | \
    pointerup press trusted mouse button 2 buttons 0 pressure 0 | \
    mouseup press trusted button 2 buttons 0 detail 1 | \
    auxclick press trusted button 2 buttons 0 detail 1";

const MIDDLE: &str = "\
    pointerdown press trusted mouse button 1 buttons 4 pressure 0.5 | \
    mousedown press trusted button 1 buttons 4 detail 1 | \
    pointerup press trusted mouse button 1 buttons 0 pressure 0 | \
    mouseup press trusted button 1 buttons 0 detail 1 | \
    auxclick press trusted button 1 buttons 0 detail 1";

fn fixture(place: &str) -> String {
    format!("hand.html?place={place}")
}

/// Goes through all places, one after the other in one tab; fails with what was wrong in each.
#[allow(clippy::needless_pass_by_value, reason = "closures are written where it is called")]
fn everywhere<T: AsyncFn(&Page) -> Result<(), String>>(test: T) {
    let (test, mut wrong) = (&test, Vec::new());
    on_each(
        PLACES,
        |place| fixture(place),
        async |page, place| {
            if let Err(why) = test(page).await {
                wrong.push(format!("{place}: {why}"));
            }
        },
    );
    assert!(wrong.is_empty(), "{} of {} places are wrong:\n{}", wrong.len(), PLACES.len(), wrong.join("\n"));
}

async fn done(page: &Page, action: Action) -> Result<Report, String> {
    page.act(action).await.map_err(|error| format!("{error} [{:?}]", error.dispatched()))
}

/// Whether the page has these notes, or gets them soon.
async fn noted(page: &Page, notes: &[&str]) -> Result<(), String> {
    for note in notes {
        if !page.noted(note).await {
            return Err(format!("{note:?} was not noted: {}", page.notes().await));
        }
    }
    Ok(())
}

/// The notes but for moves on the spot and what else the test is not about.
async fn told(page: &Page, last: &str, leave: &[&str]) -> Result<String, String> {
    noted(page, &[last]).await?;
    let notes = page.notes().await;
    let kept = notes.split(" | ").filter(|note| !leave.iter().any(|word| note.starts_with(word)));
    Ok(kept.collect::<Vec<_>>().join(" | "))
}

fn same(told: &str, wanted: &str) -> Result<(), String> {
    let squeezed: Vec<&str> = wanted.split(" | ").map(str::trim).collect();
    let wanted = squeezed.join(" | ");
    if told == wanted { Ok(()) } else { Err(format!("\n    noted  {told}\n    wanted {wanted}")) }
}

fn says(report: &Report, text: &str) -> Result<(), String> {
    let said = &report.verification.feedback;
    if said.contains(text) { Ok(()) } else { Err(format!("{said:?} does not say {text:?}")) }
}

const MOVES: &[&str] = &["pointermove", "mousemove", "at "];

#[test]
fn a_click_is_that_of_a_person() {
    everywhere(async |page| {
        // The mouse may be anywhere: first it is led elsewhere.
        let tip = page.id("Tip").await;
        done(page, Action::hover(tip)).await?;
        noted(page, &["mouseenter tip trusted"]).await?;
        page.forget().await;
        page.click("Press").await.map_err(|error| error.to_string())?;
        noted(page, &["at press trusted 60,20"]).await?;
        same(&told(page, "click press trusted button 0 buttons 0 detail 1", &["at "]).await?, CLICK)
    });
}

#[test]
fn double_clicks_and_other_buttons_are_those_of_a_person() {
    everywhere(async |page| {
        let target = page.id("Press").await;
        done(page, Action::click(target)).await?;
        let rows: &[(Click, &str, &str, &str)] = &[
            (
                Click::new(target).with_count(2),
                "dblclick press trusted button 0 buttons 0 detail 2",
                DOUBLE,
                "double-clicked",
            ),
            (
                Click::new(target).with_button(Button::Right),
                "auxclick press trusted button 2 buttons 0 detail 1",
                RIGHT,
                "right-clicked",
            ),
            (
                Click::new(target).with_button(Button::Middle),
                "auxclick press trusted button 1 buttons 0 detail 1",
                MIDDLE,
                "middle-clicked",
            ),
        ];
        for (click, last, wanted, word) in rows {
            page.forget().await;
            let report = done(page, Action::Click(click.clone())).await?;
            same(&told(page, last, MOVES).await?, wanted).map_err(|why| format!("{word}: {why}"))?;
            says(&report, word)?;
        }
        page.forget().await;
        done(page, Action::Click(Click::new(target).with_count(3))).await?;
        noted(page, &["click press trusted button 0 buttons 0 detail 3"]).await
    });
}

#[test]
fn held_keys_and_points() {
    everywhere(async |page| {
        let target = page.id("Press").await;
        let keys = [
            (Modifiers::CONTROL, "ctrl"),
            (Modifiers::SHIFT, "shift"),
            (Modifiers::ALT, "alt"),
            (Modifiers::META, "meta"),
            (Modifiers::CONTROL | Modifiers::SHIFT, "ctrl+shift"),
        ];
        for (modifiers, word) in keys {
            page.forget().await;
            done(page, Action::Click(Click::new(target).with_modifiers(modifiers))).await?;
            noted(page, &[&format!("click press trusted button 0 buttons 0 detail 1 {word}")]).await?;
        }
        page.forget().await;
        done(page, Action::Click(Click::new(target).with_point(0.25, 0.75))).await?;
        noted(page, &["at press trusted 30,30"]).await?;
        // Its very corner is the last point that is still of it.
        page.forget().await;
        done(page, Action::Click(Click::new(target).with_point(1.0, 1.0))).await?;
        noted(page, &["at press trusted 119,39"]).await
    });
}

#[test]
fn a_label_presses_its_control() {
    everywhere(async |page| {
        let target = page.id("Tick label").await;
        done(page, Action::Click(Click::new(target).with_point(0.5, 0.5))).await?;
        noted(page, &["change tick trusted true"]).await
    });
}

#[test]
fn html_drags_carry_their_data() {
    everywhere(async |page| {
        let (parcel, target) = (page.id("Parcel").await, page.id("Box").await);
        let report = done(page, Action::drag(parcel, target)).await?;
        let wanted = "dragstart parcel trusted | dragenter box trusted | dragover box trusted | \
            drop box trusted a parcel {\\\"weight\\\":3} move | dragend parcel trusted move";
        same(&told(page, "dragend parcel trusted move", &["pointer", "mouse"]).await?, wanted)?;
        says(&report, "it took the drop")?;
        // The mouse is free again.
        page.forget().await;
        page.click("Press").await.map_err(|error| error.to_string())?;
        noted(page, &["click press trusted button 0 buttons 0 detail 1"]).await
    });
}

#[test]
fn a_drop_that_is_refused_is_told() {
    everywhere(async |page| {
        let (parcel, wall) = (page.id("Parcel").await, page.id("Wall").await);
        let error = match page.act(Action::drag(parcel, wall)).await {
            Ok(report) => return Err(format!("FALSE OK: {}", report.verification.feedback)),
            Err(error) => error,
        };
        if error.kind() != ErrorKind::NoEffect || error.dispatched() != Dispatched::Yes {
            return Err(format!("{error} [{:?}]", error.dispatched()));
        }
        noted(page, &["dragstart parcel trusted", "dragenter wall trusted", "dragend parcel trusted none"])
            .await?;
        page.forget().await;
        page.click("Press").await.map_err(|error| error.to_string())?;
        noted(page, &["click press trusted button 0 buttons 0 detail 1"]).await
    });
}

#[test]
fn plain_mouse_drags() {
    everywhere(async |page| {
        let knob = page.id("Knob").await;
        let by = |source, x, y| Action::from(Drag::to(source, DragTo::By(x, y)));
        done(page, by(knob, 120.0, 0.0)).await?;
        noted(page, &["slid knob trusted 120 smoothly"]).await?;
        let sheet = page.id("Sheet").await;
        let line = Drag::to(sheet, DragTo::point(sheet, 0.9, 0.25)).with_point(0.1, 0.5);
        done(page, Action::Drag(line)).await?;
        noted(page, &["drawn sheet trusted 20,40 to 180,20 in many"]).await?;
        let volume = page.id("Volume").await;
        let whole = Drag::to(volume, DragTo::point(volume, 1.0, 0.5)).with_point(0.02, 0.5);
        done(page, Action::Drag(whole)).await?;
        noted(page, &["change volume trusted 100"]).await
    });
}

#[test]
fn wheels_over_boxes_and_what_keeps_them() {
    everywhere(async |page| {
        let list = page.id("List").await;
        let turn = |target: ElementId, x, y, modifiers| {
            Action::from(Wheel::new(x, y).over(target).with_modifiers(modifiers))
        };
        let report = done(page, turn(list, 0.0, 240.0, Modifiers::default())).await?;
        noted(page, &["wheel list trusted 0,240", "scroll list trusted"]).await?;
        says(&report, "is scrolled to")?;
        let dial = page.id("Dial").await;
        let held = Modifiers::CONTROL;
        let report = done(page, turn(dial, 0.0, -100.0, held)).await?;
        noted(page, &["wheel dial trusted 0,-100 ctrl"]).await?;
        says(&report, "took the turn for itself")
    });
}

#[test]
fn scrolls_of_a_box() {
    everywhere(async |page| {
        let list = page.id("List").await;
        let scroll = |by| Action::scroll(Some(list.into()), by);
        says(&done(page, scroll(ScrollBy::Pixels(0.0, 120.0))).await?, "(120 of")?;
        noted(page, &["scroll list trusted"]).await?;
        says(&done(page, scroll(ScrollBy::Bottom)).await?, "100 %")?;
        says(&done(page, scroll(ScrollBy::Pages(1.0))).await?, "it is at its end")?;
        says(&done(page, Action::prev_chunk(Some(list.into()))).await?, "screen ")?;
        says(&done(page, scroll(ScrollBy::Top)).await?, "0 %")?;
        says(&done(page, Action::next_chunk(Some(list.into()))).await?, "screen 2 of ")?;
        says(&done(page, scroll(ScrollBy::IntoView)).await?, "is in view")
    });
}

#[test]
fn a_click_event_is_untrusted_and_said_to_be() {
    everywhere(async |page| {
        let target = page.id("Press").await;
        let report = done(page, Action::send_click_event(target)).await?;
        noted(page, &["event press untrusted detail 1"]).await?;
        says(&report, "not trusted")
    });
}

#[test]
fn a_highlight_is_unknown_to_the_page() {
    let marks = async |page: &mut Page, place: &&str| {
        let target = page.id("Press").await;
        let before = page.see().await;
        page.act(Action::highlight(Some(target.into()))).await.expect(place);
        let marked = page.tab.screenshot(&domtool::ScreenshotOptions::default()).await.expect(place);
        let after = page.see().await;
        let bare = page.tab.screenshot(&domtool::ScreenshotOptions::default()).await.expect(place);
        assert!(marked.bytes != bare.bytes, "{place}: nobody sees it");
        assert_eq!(
            (before.text(), page.notes().await),
            (after.text(), String::new()),
            "{place}: it is known"
        );
    };
    run_whole(async |browser| each_in(browser, PLACES, |place| fixture(place), marks).await);
}

/// From where to where, and what the source hears of the end: across processes Chromium does not tell it the effect.
const ACROSS: &[(&str, &str, &str)] = &[
    ("main", "frame", "move"),
    ("frame", "main", "move"),
    ("oopif", "oopif", "move"),
    ("main", "oopif", "none"),
    ("oopif", "main", "none"),
    ("oopif", "third", "none"),
];

#[test]
fn html_drags_from_one_frame_to_another() {
    let mut wrong = Vec::new();
    on_each(
        ACROSS,
        |(from, to, _)| format!("drag-across.html?from={from}&to={to}&what=parcel"),
        async |page, (from, to, effect)| {
            let (parcel, target) = (page.id("Parcel").await, page.id("Box").await);
            let outcome = async {
                let report = done(page, Action::drag(parcel, target)).await?;
                let end = format!("dragend parcel trusted {effect}");
                let drop = "drop box trusted a parcel {\\\"weight\\\":3} move";
                says(&report, "it took the drop")?;
                noted(page, &["dragstart parcel trusted", "dragenter box trusted", &end]).await?;
                match page.notes().await.contains(drop) {
                    true => Ok(()),
                    false => Err(format!("no drop: {}", page.notes().await)),
                }
            };
            if let Err(why) = outcome.await {
                wrong.push(format!("{from} to {to}: {why}"));
            }
        },
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_drag_with_the_mouse_alone_is_done_where_the_other_frame_hears_of_it() {
    let mut wrong = Vec::new();
    on_each(
        ACROSS,
        |(from, to, _)| format!("drag-across.html?from={from}&to={to}&what=knob"),
        async |page, (from, to, _)| {
            let (knob, target) = (page.id("Knob").await, page.id("Box").await);
            let outcome = page.act(Action::drag(knob, target)).await;
            let heard = page.notes().await.contains("mouseup box trusted");
            match outcome {
                Ok(_) if heard => {}
                Err(error) if !heard && error.kind() == ErrorKind::CrossOrigin => {
                    assert_eq!(error.dispatched(), Dispatched::Yes);
                }
                Ok(report) => {
                    wrong.push(format!("{from} to {to}: FALSE OK {}", report.verification.feedback));
                }
                Err(error) => wrong.push(format!("{from} to {to}: heard {heard}, {error}")),
            }
        },
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_drag_that_a_dialog_ends_lets_go_of_the_mouse() {
    on("hand.html?place=main", async |page| {
        page.js("void document.getElementById('knob').addEventListener('mousedown', () => alert('Stop'), { once: true })").await;
        let (knob, target) = (page.id("Knob").await, page.id("Box").await);
        let error = page.act(Action::drag(knob, target)).await.expect_err("a dialog is in the way");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::DialogOpen, Dispatched::Yes), "{error}");
        page.act(Action::accept_dialog(None)).await.expect("it is answered");
        // As for a person, whose button comes up while the dialog has the mouse.
        page.forget().await;
        page.click("Press").await.expect("the mouse is free");
        page.expect("click press trusted button 0 buttons 0 detail 1").await;
    });
}

#[test]
fn a_drag_that_breaks_anywhere_lets_go_of_the_mouse() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "hand.html?place=oopif").await;
        let (parcel, target) = (page.id("Parcel").await, page.id("Box").await);
        let mut wrong = Vec::new();
        let mouse = (1..=6).map(|nth| ("Input.dispatchMouseEvent", nth));
        let drag = (1..=12).step_by(3).map(|nth| ("Input.dispatchDragEvent", nth));
        let asked = [("Input.setInterceptDrags", 1), ("Input.setInterceptDrags", 2)];
        for (method, nth) in mouse.chain(drag).chain(asked) {
            let at = format!("call {nth} of {method}");
            page.forget().await;
            faults.clear();
            faults.fail(method, nth, Fault::Refused);
            let outcome = page.act(Action::drag(parcel, target)).await;
            faults.clear();
            let dropped = page.notes().await.contains("drop box trusted");
            if outcome.is_ok() && !dropped {
                wrong.push(format!("{at}: FALSE OK: {}", page.notes().await));
            }
            page.forget().await;
            let clicked = page.click("Press").await;
            let wanted = "pointerdown press trusted mouse button 0 buttons 1 pressure 0.5";
            if let Err(error) = clicked {
                wrong.push(format!("{at}: then {error}"));
            } else if !page.noted(wanted).await {
                wrong.push(format!("{at}: then {}", page.notes().await));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}
