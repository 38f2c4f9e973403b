//! What got the input: documents written anew, presses that act or redraw at once, drags that end without a drop, browser dialogs.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Button, Click, Dispatched, Drag, DragTo, ElementId, Error, ErrorKind, ObserveOptions,
    Report, Result, Tab, Wheel,
};

use crate::support::{Page, id_in, on, on_whole};

/// Acts on an element of a tab by its name.
async fn act(tab: &Tab, name: &str, action: impl FnOnce(domtool::ElementId) -> Action) -> Result<Report> {
    let seen = tab.observe(&ObserveOptions::default()).await.expect("it is observed");
    let target = id_in(&seen, name).unwrap_or_else(|why| panic!("{why}"));
    tab.act(&action(target), &ActOptions::default()).await
}

/// Every verb arrives in a document that was written anew, and nothing that it set off is stopped.
async fn every_verb_arrives(page: &Page, tab: &Tab) {
    let right = |target: ElementId| Action::Click(Click::new(target).with_button(Button::Right));
    let twice = |target| Action::Click(Click::new(target).with_count(2));
    let saved = act(tab, "Save", Action::click).await.unwrap_or_else(|error| panic!("Save: {error}"));
    assert!(saved.ok && !saved.verification.feedback.contains("unconfirmed"), "{saved:?}");
    page.expect("click save trusted").await;
    let (store, begun) = (format!("store {}", page.run), Instant::now());
    while page.server.received(&store).is_empty() && begun.elapsed() < Duration::from_secs(10) {
        tokio::task::yield_now().await;
    }
    assert_eq!(page.server.received(&store), ["answered"], "the page's own request was left alone");
    for (name, action, note) in [
        ("Head", Box::new(twice) as Box<dyn FnOnce(_) -> _>, "dblclick head trusted"),
        ("Head", Box::new(Action::hover), "mouseenter head trusted"),
        ("Head", Box::new(right), "contextmenu head trusted"),
        ("Tick", Box::new(Action::check), "change tick trusted"),
        ("Name", Box::new(|id| Action::press(Some(id.into()), "k".parse().unwrap())), "keydown k trusted"),
        ("Name", Box::new(|id| Action::type_text(Some(id.into()), "v")), "keydown v trusted"),
        ("Inner", Box::new(Action::submit), "submit form trusted"),
        ("Head", Box::new(|id| Action::Wheel(Wheel::new(0.0, 50.0).over(id))), "wheel head trusted"),
    ] {
        let done = act(tab, name, action).await;
        page.expect(note).await;
        assert!(done.is_ok(), "{name}, {note}: {done:?}");
    }
    let pressed = tab.act(&Action::press(None, "j".parse().unwrap()), &ActOptions::default()).await;
    page.expect("keydown j trusted").await;
    assert!(pressed.is_ok(), "{pressed:?}");
    let seen = tab.observe(&ObserveOptions::default()).await.expect("it is observed");
    let place = id_in(&seen, "Place").unwrap_or_else(|why| panic!("{why}"));
    let dragged = act(tab, "Block", |block| Action::drag(block, place)).await;
    page.expect("drop place trusted").await;
    assert!(dragged.is_ok(), "{dragged:?}");
    // The page's own listener comes first, and tells nobody: nobody knows, and nobody claims that it went elsewhere.
    let first = act(tab, "First", Action::click).await.expect("it is no error");
    page.expect("mousedown first trusted").await;
    assert!(first.verification.feedback.contains("unconfirmed"), "{first:?}");
}

#[test]
fn a_frame_written_anew_hears_every_verb() {
    on("evidence/written.html?do=frame", async |page| {
        page.click("Write").await.expect("it is written");
        every_verb_arrives(page, &page.tab).await;
    });
}

#[test]
fn a_document_written_anew_hears_every_verb() {
    on("evidence/written.html?do=top", async |page| {
        page.click("Write").await.expect("it is written");
        every_verb_arrives(page, &page.tab).await;
    });
}

#[test]
fn a_window_written_by_its_opener_hears_every_verb() {
    on("evidence/written.html?do=popup", async |page| {
        let report = page.click("Write").await.expect("it is written");
        let number = report.effects.tabs.first().expect("a window opened").number;
        let tab = page.session.switch(number).expect("it is there");
        every_verb_arrives(page, &tab).await;
    });
}

#[test]
fn presses_that_act_before_the_button_comes_up_are_done() {
    on("evidence/presses.html", async |page| {
        for (times, name) in
            [(1, "Buys and moves"), (2, "Buys and redraws"), (3, "Buys and goes"), (4, "Buys and covers")]
        {
            let done = page.click(name).await;
            page.expect(&format!("bought {times} trusted")).await;
            let report = done.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.diff.contains(&format!("Cart: {times}")), "{name}: {report:?}");
        }
    });
    on("evidence/presses.html", async |page| {
        let done = page.click("Sends and moves").await;
        let sent = format!("run {}", page.run);
        assert_eq!(page.server.received("/ok-press").iter().filter(|body| **body == sent).count(), 1);
        done.expect("it was sent with the press");
    });
}

#[test]
fn presses_that_are_lost_are_errors_that_show_the_page() {
    on("evidence/presses.html", async |page| {
        let error = page.click("Moves away").await.expect_err("the click is lost");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NoEffect, Dispatched::Yes), "{error}");
        assert!(error.message().contains("it moved"), "{error}");
        page.click("Email").await.expect("the field has the focus");
        let error = page.click("Pushed down").await.expect_err("the click is lost, too");
        assert_eq!(error.kind(), ErrorKind::NoEffect, "{error}");
        let report = error.report().expect("what the press did is told");
        assert!(report.diff.contains("Email is required"), "{report:?}");
        page.click("Name").await.expect("the field has the focus");
        let error = page.click("Pulled up").await.expect_err("the click is lost, too");
        assert_eq!(error.kind(), ErrorKind::NoEffect, "{error}");
        assert!(error.report().is_some_and(|report| report.diff.contains("Name is required")), "{error:?}");
        assert_eq!(page.notes().await, "", "nothing was bought");
    });
}

/// What the first of two clicks draws anew may get the double click without anybody's hearing of it: that is no lost click.
#[test]
fn a_double_click_on_what_is_drawn_anew_is_no_error() {
    on("evidence/presses.html", async |page| {
        let file = page.id("File").await;
        let report = page.act(Click::new(file).with_count(2).into()).await.expect("the page changed");
        assert!(report.verification.feedback.contains("unconfirmed"), "{report:?}");
        page.expect("bought 1 trusted").await;
    });
}

/// A menu or a banner that goes on a press beside it is no effect of what was pressed.
#[test]
fn what_a_press_beside_it_closes_hides_no_lost_click() {
    for name in ["Shifts up", "Shut out"] {
        on("evidence/presses.html", async |page| {
            page.js("void (get('offers').hidden = false)").await;
            let error = page.click(name).await.expect_err("the click is lost");
            assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NoEffect, Dispatched::Yes), "{error}");
            assert!(error.message().contains("no click came of it"), "{error}");
            assert_eq!(page.notes().await, "", "nothing was bought");
        });
    }
}

#[test]
fn a_drag_is_judged_by_what_its_end_did() {
    on("evidence/drag-end.html", async |page| {
        for (name, shows) in [("Block", "New block"), ("Free", ""), ("Asked", "")] {
            let canvas = page.tab.observe(&ObserveOptions::default()).await.expect("it is observed");
            let canvas =
                canvas.elements.iter().find(|e| e.name.starts_with("Canvas")).expect("it is there").id;
            let source = page.id(name).await;
            let done = page.act(Action::drag(source, canvas)).await;
            page.expect(&format!("dragend {} trusted", name.to_lowercase())).await;
            let report = done.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.diff.contains(shows), "{name}: {report:?}");
        }
        for name in ["Refused", "Home", "Hinted", "Asks"] {
            let canvas = page.tab.observe(&ObserveOptions::default()).await.expect("it is observed");
            let canvas =
                canvas.elements.iter().find(|e| e.name.starts_with("Canvas")).expect("it is there").id;
            let source = page.id(name).await;
            let error = page.act(Action::drag(source, canvas)).await.expect_err("nothing came of it");
            assert_eq!(
                (error.kind(), error.dispatched()),
                (ErrorKind::NoEffect, Dispatched::Yes),
                "{name}: {error}"
            );
            assert!(error.message().contains("refused the drop"), "{name}: {error}");
        }
    });
}

/// By places of the window, of which one is in a frame.
#[test]
fn a_drop_is_heard_of_in_whatever_frame_it_falls() {
    on("evidence/drag-end.html", async |page| {
        for (name, x, says) in
            [("Block", 850.0, "what is there took the drop"), ("Free", 620.0, "no drop was taken")]
        {
            let source = page.id(name).await;
            let report = page.act(Drag::to(source, DragTo::Viewport(x, 100.0)).into()).await;
            let report = report.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.verification.feedback.contains(says), "{name}: {report:?}");
        }
        page.expect("drop frame trusted").await;
    });
}

/// Clicks until the browser has the input of the tab; whatever is said to be clicked until then is. The browser asks the system first
/// whether there is such a program, which takes its time.
async fn kept(page: &Page, name: &str) -> Error {
    let (target, begun) = (page.id(name).await, Instant::now());
    loop {
        page.forget().await;
        match page.click_id(target).await {
            Ok(_) => page.expect(&format!("click {} trusted", name.to_lowercase())).await,
            Err(error) => {
                assert_eq!(page.notes().await, "", "the page heard nothing: {error}");
                // The question may come between press and release: that no click came of it is all that is known then.
                if error.kind() != ErrorKind::NoEffect {
                    return error;
                }
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the browser asks nothing");
    }
}

#[test]
fn a_question_about_another_program_is_named_and_left() {
    on_whole("evidence/programs.html", async |page| {
        let report = page.click("Join meeting").await.expect("it is clicked");
        assert!(report.verification.feedback.contains("zoommtg:"), "{report:?}");
        let error = kept(page, "Plain").await;
        assert_eq!(error.kind(), ErrorKind::BrowserDialog, "{error}");
        assert!(error.message().contains("zoommtg:") && error.hint().contains("about:blank"), "{error}");
        let name = page.id("Name").await;
        let press = |target| Action::press(target, "a".parse().unwrap());
        for action in
            [press(None), press(Some(name.into())), Action::hover(name), Action::check(page.id("Tick").await)]
        {
            let error = page.act(action).await.expect_err("the browser has the input");
            assert_eq!(error.kind(), ErrorKind::BrowserDialog, "{error}");
        }
        assert_eq!(page.notes().await, "", "the page heard nothing");
        page.act(Action::open("about:blank")).await.expect("another document ends it");
        page.act(Action::Back).await.expect("and back");
        page.click("Plain").await.expect("the page has its input again");
        page.expect("click plain trusted").await;
    });
}

#[test]
fn a_window_that_its_own_click_closes_leaves_the_session_where_it_came_from() {
    on("evidence/sign-in.html", async |page| {
        for (name, by) in [("Allow", None), ("Allow soon", None), ("Code", Some("Enter"))] {
            page.forget().await;
            let report = page.click("Sign in").await.expect("it opens");
            let number = report.effects.tabs.first().expect("a window opened").number;
            let tab = page.session.switch(number).expect("it is there");
            let action = |target: ElementId| match by {
                Some(keys) => Action::press(Some(target.into()), keys.parse().unwrap()),
                None => Action::click(target),
            };
            let done = act(&tab, name, action).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(done.effects.closed_tabs, [number], "{name}: {done:?}");
            assert!(done.diff.contains("tab 1 is the current one"), "{name}: {done:?}");
            assert_eq!(page.session.tab().expect("one is current").info().number, 1);
            page.expect("allowed").await;
        }
    });
}

#[test]
fn lists_that_take_no_drop_are_judged_by_their_end() {
    on("evidence/drag-end.html", async |page| {
        let (one, two) = (page.id("Kept one").await, page.id("Kept two").await);
        let done = page.act(Action::drag(one, two)).await;
        page.expect("dragend kept trusted Kept two,Kept one").await;
        done.expect("the list keeps it");
        let (one, two) = (page.id("Reset one").await, page.id("Reset two").await);
        let error = page.act(Action::drag(one, two)).await.expect_err("the list takes it back");
        page.expect("dragend reset trusted Reset one,Reset two").await;
        assert_eq!(error.kind(), ErrorKind::NoEffect, "{error}");
    });
}

#[test]
fn a_page_that_leads_to_another_program_by_itself_says_so() {
    on_whole("evidence/programs.html", async |page| {
        page.click("Later").await.expect("it is clicked");
        let error = kept(page, "Plain").await;
        assert_eq!(error.kind(), ErrorKind::BrowserDialog, "{error}");
        assert!(error.message().contains("slack:"), "{error}");
    });
}

#[test]
fn a_page_that_is_held_up_by_the_dialog_of_another_tab_names_it() {
    on("evidence/opener.html", async |page| {
        let report = page.click("Open second").await.expect("it opens");
        let number = report.effects.tabs.first().expect("a window opened").number;
        let second = page.session.switch(number).expect("it is there");
        let first = act(&second, "Alert in the opener", Action::click).await;
        let begun = Instant::now();
        let held = match first {
            Ok(_) => second.observe(&ObserveOptions::default()).await.map(drop).expect_err("it is held up"),
            Err(error) => error,
        };
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
        assert_eq!(held.kind(), ErrorKind::DialogOpen, "{held}");
        assert!(held.message().contains("tab 1") && held.message().contains("Session ends soon"), "{held}");
        page.tab
            .act(&Action::accept_dialog(None), &ActOptions::default())
            .await
            .expect("it is answered there");
        act(&second, "Second button", Action::click).await.expect("and the second goes on");
        page.expect("answered 1 trusted").await;
    });
}

#[test]
fn timers_in_a_related_window_are_waited_for() {
    on("evidence/opener.html", async |page| {
        let report = page.click("Ask a helper").await.expect("it is asked");
        let opened = |report: &Report| report.effects.tabs.iter().map(|tab| tab.number).collect::<Vec<_>>();
        let first = opened(&report);
        assert_eq!(first.len(), 1, "{report:?}");
        assert_eq!(page.js("answer.textContent === 'The helper answered'").await, "true");
        // The same window is led to another page.
        let report = page.click("Show the second there").await.expect("it is shown");
        assert_eq!(opened(&report), Vec::<u32>::new(), "{report:?}");
        let says = format!("; tab {} went to http", first[0]);
        assert!(report.verification.feedback.contains(&says), "{report:?}");
    });
    on("evidence/opener.html", async |page| {
        let report = page.click("Open second").await.expect("it opens");
        let number = report.effects.tabs.first().expect("a window opened").number;
        let second = page.session.switch(number).expect("it is there");
        let error = act(&second, "Allow", Action::check).await.expect_err("the opener takes it back");
        assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
    });
}
