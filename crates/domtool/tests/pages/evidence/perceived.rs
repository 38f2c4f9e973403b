//! One text for looks and waits, and ids that stay with the thing they name.

use std::time::Duration;

use domtool::{
    ActOptions, Action, ElementId, ErrorKind, Expect, FindOptions, NodeDetails, ObserveOptions, Step, WaitFor,
};

use super::super::support::{Page, id_in, on, run};

/// Waits for a text that is there or is not; the page does not change meanwhile.
async fn wait(page: &Page, what: WaitFor) -> Result<(), String> {
    let options = ActOptions::default().with_patience(Duration::from_millis(300));
    match page.tab.act(Action::wait(what), &options).await {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::Timeout => Err(error.message().to_owned()),
        Err(error) => panic!("{error}"),
    }
}

/// What is struck out is told so, and what is painted with nothing is not told, however it is set.
#[test]
fn what_texts_are_painted_with_is_told() {
    const SEEN: &[&str] = &[
        "Chair ~~80 EUR~~ 60 EUR",
        "Was ~~90 EUR~~",
        "heading2 \"Letters\"",
        "heading2 \"Letters inside\"",
        "set anew",
        "Shadowed",
        "Outlined",
        "Filled",
        "Drawn",
        "Half",
        "link \"Named\"",
    ];
    const UNSEEN: &[&str] = &["CLEAR", "FILTERED", "DOT"];
    for (by, told, left_out) in [
        ("sheet", SEEN, UNSEEN),
        ("open", SEEN, UNSEEN),
        ("closed", SEEN, UNSEEN),
        ("hex", &["Beside it"], &["BY STYLE"]),
        ("alpha", &["Beside it"], &["BY STYLE"]),
        ("word", &["Beside it"], &["BY STYLE"]),
        ("line", &["~~BY STYLE~~"], &[]),
    ] {
        on(&format!("ink.htm?by={by}"), async |page| {
            let first = told.first().map_or("", |told| told);
            wait(page, WaitFor::Text(first.to_owned())).await.unwrap();
            let seen = page.see().await.text().to_owned();
            for text in told {
                assert!(seen.contains(text), "{by}: {text}\n{seen}");
            }
            for text in left_out {
                assert!(!seen.contains(text), "{by}: {text}\n{seen}");
                wait(page, WaitFor::Gone((*text).to_owned())).await.unwrap();
            }
        });
    }
}

/// What a terminal prints is in the report, to the last line.
#[test]
fn what_a_terminal_prints_is_told() {
    on("blocks.html", async |page| {
        let seen = page.see().await;
        for text in ["Last login: today", "380 EUR"] {
            assert!(seen.text().contains(text), "{text}\n{}", seen.text());
        }
        page.js("document.getElementById('terminal').focus()").await;
        for _ in 0..2 {
            page.act(Action::type_text(None, "ls")).await.expect("it is typed");
            let report = page.press("Enter").await.expect("it is pressed");
            for text in ["media.rb", "a-very-long-file-name-that-matters.txt"] {
                assert!(report.diff.contains(text), "{text}\n{}", report.diff);
            }
        }
    });
}

/// Where texts stand is told as where controls do, each block's alone.
#[test]
fn texts_have_their_places() {
    on("day-grid.html", async |page| {
        let options = ObserveOptions::default().with_details(NodeDetails::NONE.with_rect(true));
        let seen = page.tab.observe(&options).await.expect("the page is observed").text().to_owned();
        for line in [
            "\"10:00\" [0,40 300x40]\n",
            "\"Review in room 2\" [60,40 200x80]\n",
            "\"Bring cups\" [300,20 ",
            "\"Beside\" [0,1",
        ] {
            assert!(seen.contains(line), "{line}\n{seen}");
        }
        assert!(!page.see().await.text().contains(" [0,40"), "only where it is asked for");
    });
}

/// Of what is turned over in space only the side that is seen is told.
#[test]
fn what_is_turned_away_is_not_there() {
    on("turned-over.html", async |page| {
        let seen = page.see().await.text().to_owned();
        for text in [
            "Question",
            "Back one",
            "Back two",
            "Back three",
            "Mirrored",
            "Flattened",
            "A layer",
            "Popover",
            "Inline",
        ] {
            assert!(seen.contains(text), "{text}\n{seen}");
        }
        for text in
            ["ANSWER", "FRONT ONE", "FRONT TWO", "FRONT P", "FRONT THREE", "OWN TEXT", "OWN CHILD", "AROUND"]
        {
            assert!(!seen.contains(text), "{text}\n{seen}");
            wait(page, WaitFor::Gone(text.to_owned())).await.unwrap();
        }
        page.click("Over all").await.expect("it is pressed");
        page.expect("click popover trusted").await;
        page.press("Escape").await.expect("it is closed");
        page.click("Show").await.expect("it is pressed");
        page.expect("click show trusted").await;
        wait(page, WaitFor::Gone("Question".to_owned())).await.unwrap();
        page.click("Hide").await.expect("it is pressed");
        page.expect("click hide trusted").await;
    });
}

/// A modal dialog in an inert part is told and can be pressed; what is held back is neither.
#[test]
fn what_is_held_back_is_not_there() {
    on("held-back.html", async |page| {
        for text in ["In the closed", "Deep in it", "Held back"] {
            wait(page, WaitFor::Gone(text.to_owned())).await.unwrap();
        }
        page.click("Escapes").await.expect("it is pressed");
        page.expect("click escapes trusted").await;
    });
}

/// What an observation prints is there for `wait`, not gone, in one place, and found; also with the bars between its blocks.
#[test]
fn what_an_observation_prints_is_known_to_waits() {
    on("evidence/one-text.html", async |page| {
        let id = page.id("Show all").await;
        let step = Step::from(Action::click(id)).expect("appears:Ref: AB-123".parse::<Expect>().unwrap());
        page.tab.act(step, &ActOptions::default()).await.expect("the text appears");
        let seen = page.see().await.text().to_owned();
        let mut wrong = Vec::new();
        for text in [
            "Order 77 stored",
            "Hello, Ann!",
            "Order 77 stored | Hello, Ann!",
            "Price 12.50 EUR",
            "sencha green tea",
            "Ref: AB-123",
            "/^Ref: AB-\\d+$/",
            "Line one line two",
            "Silbentrennung, Krankenhaus",
            "/Silbentrennung/",
            "Total 1 234,50 EUR",
            "All saved",
            "Chapter seven: The whale",
            "Balance 2,500",
            "Terms apply",
            "Grace Hopper",
            "first line second line",
            "Austria",
            "Written by hand",
            "Red picture",
            "See the map below",
            "Shadow of a text",
            "With slotted words in it",
            "Inside the frame",
            "Lamp ~~50 EUR~~ 30 EUR",
            "Lamp 50 EUR 30 EUR",
            "/Lamp ~~50 EUR~~ 30/",
            "Area 10^2 m",
            "Area 102 m",
            "Sofa ~~900~~ 700",
            "Sofa 900 700",
            "3. Third",
            "Shoe | 43",
        ] {
            let text = text.to_owned();
            for (what, there) in [
                (WaitFor::Text(text.clone()), true),
                (WaitFor::Gone(text.clone()), false),
                (WaitFor::count(text.clone(), 1), true),
            ] {
                let said = wait(page, what.clone()).await;
                if said.is_ok() != there {
                    wrong.push(format!("{what:?}: {said:?}"));
                }
            }
            let found = page.tab.find(&FindOptions::new(&text)).await.expect("it is searched");
            if found.total != 1 {
                wrong.push(format!("{text:?} is found {} times", found.total));
            }
        }
        for text in [
            "Nobody reads this",
            "Terms do not apply",
            "Your name",
            "heading",
            "textbox",
            "a1",
            "Lamp 30 EUR",
        ] {
            if let Ok(()) = wait(page, WaitFor::Text(text.to_owned())).await {
                wrong.push(format!("{text:?} is said to be there"));
            }
        }
        assert!(wrong.is_empty(), "{}\n{seen}", wrong.join("\n"));
    });
}

/// Texts over several nodes come, go and come once more, for expectations and rounds too.
#[test]
fn texts_over_several_nodes_come_and_go() {
    on("evidence/one-text.html", async |page| {
        let options = ActOptions::default();
        let (show, more, swap) = (page.id("Show all").await, page.id("Add one").await, page.id("Swap").await);
        page.click_id(show).await.expect("it is clicked");
        let until = "appears:Round number 3, done".parse().unwrap();
        let batch = page.tab.act_until(&[Step::from(Action::click(more))], &until, 9, &options).await;
        assert_eq!(batch.rounds.map(|rounds| rounds.done), Some(3));
        assert_eq!(page.js("added").await, "3");
        for (id, expect) in [(more, "appears:Round number"), (swap, "disappears:Order 77 stored")] {
            let step = Step::from(Action::click(id)).expect(expect.parse::<Expect>().unwrap());
            let report = page.tab.act(step, &options).await.expect("it is met");
            assert!(report.verification.passed, "{report:?}");
        }
        let step = Step::from(Action::click(swap))
            .expect("disappears:Order 77 cancelled".parse::<Expect>().unwrap());
        let step = step.within(Duration::from_millis(300));
        let error = page.tab.act(step, &options).await.expect_err("it stands there");
        assert_eq!(error.kind(), ErrorKind::ExpectationFailed, "{error}");
    });
}

/// One step: an id of the first observation is used, or the page changes.
#[derive(Clone, Copy, Debug)]
enum Do {
    /// "Go" is clicked.
    Go,
    /// The page changes, and nobody looks.
    Unseen,
    /// A click on what was called so; the page notes this.
    Click(&'static str, &'static str),
    /// A click on the id at this place among those of the page, with no name; the page notes this.
    Nth(usize, &'static str),
    /// A click that is refused, and the page notes nothing.
    Stale(&'static str),
    /// A field, by its place, takes a text.
    Fill(usize, &'static str),
}

use Do::{Click, Fill, Go, Nth, Stale, Unseen};

/// Another record, day or month is another thing; the same node, or the same thing drawn anew, is the same.
#[test]
fn ids_stay_with_the_thing() {
    let cases: &[(&str, &[Do])] = &[
        ("calendar", &[Go, Stale("1")]),
        ("calendar", &[Unseen, Stale("1")]),
        ("calendar", &[Go, Stale("5")]),
        (
            "calendar",
            &[
                Click("12", "click 12 October"),
                Click("1", "click 1 October"),
                Click("20", "click 20 October"),
            ],
        ),
        ("months", &[Go, Stale("5")]),
        ("months", &[Unseen, Stale("5")]),
        ("months", &[Click("5", "click 5 February"), Click("6", "click 6 February")]),
        ("record", &[Go, Stale("Delete")]),
        ("record", &[Unseen, Stale("Delete")]),
        ("inplace", &[Unseen, Stale("Pay"), Stale("Pay")]),
        ("inplace", &[Click("Pay", "click Ada Lovelace"), Click("Pay", "click Ada Lovelace")]),
        ("pager", &[Click("Next", "click Next Tuesday"), Click("Next", "click Next Wednesday")]),
        ("message", &[Unseen, Click("Send", "click Send")]),
        ("redrawn", &[Go, Click("Delete", "click Delete")]),
        (
            "counter",
            &[
                Click("Like 3", "click Like 4"),
                Click("Like 3", "click Like 5"),
                Unseen,
                Click("Like 3", "click Like 7"),
            ],
        ),
        ("classes", &[Go, Nth(2, "click a"), Go, Nth(3, "click b")]),
        ("classes", &[Unseen, Nth(2, "click a"), Nth(3, "click b")]),
        ("grown", &[Go, Click("Canvas", "click box"), Go, Click("Canvas", "click box")]),
        ("grown", &[Unseen, Click("Canvas", "click box")]),
        ("picker", &[Fill(2, "2026-11-05"), Fill(4, "2026-11-07"), Fill(5, "12:30"), Fill(3, "11:30")]),
        ("job", &[Unseen, Click("Cancel", "click Cancel")]),
        ("lone", &[Unseen, Stale("Remove")]),
        ("jobs", &[Unseen, Nth(2, ""), Nth(3, "")]),
        ("jobs", &[Go, Nth(2, ""), Nth(3, "")]),
        ("marked", &[Unseen, Nth(2, "click full"), Nth(3, "click heard")]),
        ("marked", &[Go, Nth(2, "click full"), Fill(2, "Ann")]),
        ("keyed", &[Unseen, Stale("Amount")]),
        ("recycled", &[Go, Nth(2, ""), Nth(3, "click Delete Bob")]),
        ("numeric", &[Unseen, Stale("12")]),
        ("numeric", &[Go, Stale("12")]),
        ("eastern", &[Unseen, Stale("12日")]),
        ("eastern", &[Go, Stale("12日")]),
        ("priced", &[Unseen, Stale("12 $72")]),
        ("priced", &[Go, Stale("12 $72")]),
        ("year", &[Unseen, Stale("Feb")]),
        ("year", &[Go, Stale("Feb")]),
        ("dated", &[Unseen, Stale("Noon")]),
        ("dated", &[Go, Stale("Noon")]),
        ("asks", &[Unseen, Stale("Yes")]),
        ("asks", &[Go, Stale("Yes")]),
        ("photos", &[Unseen, Stale("Photo 2")]),
        ("photos", &[Go, Stale("Photo 2")]),
        ("number", &[Unseen, Stale("Refund")]),
        ("number", &[Go, Stale("Refund")]),
        ("script", &[Unseen, Stale("Delete")]),
        ("script", &[Go, Stale("Delete")]),
        ("address", &[Unseen, Stale("Delete")]),
        ("address", &[Go, Stale("Delete")]),
        ("flat", &[Unseen, Nth(2, "")]),
        ("flat", &[Go, Nth(2, "")]),
        ("behind", &[Unseen, Nth(2, "")]),
        ("behind", &[Go, Nth(2, "")]),
        ("labelled", &[Unseen, Nth(2, "")]),
        ("labelled", &[Go, Nth(2, "")]),
        ("pictured", &[Unseen, Nth(2, "")]),
        ("pictured", &[Go, Nth(2, "")]),
        ("quiz", &[Unseen, Stale("True")]),
        ("quiz", &[Go, Stale("False")]),
        ("tick", &[Unseen, Stale("Done")]),
        ("tick", &[Go, Stale("Done")]),
        ("missing", &[Unseen, Click("True", "click True Please choose one.")]),
        ("missing", &[Go, Click("False", "click False Please choose one.")]),
        ("columns", &[Unseen, Nth(2, "")]),
        ("columns", &[Go, Nth(2, "")]),
        ("sorted", &[Unseen, Nth(2, "click Edit From sorted descending")]),
        ("sorted", &[Go, Nth(2, "click Edit From sorted descending")]),
        ("panel", &[Unseen, Stale("Delete")]),
        ("panel", &[Go, Stale("Delete")]),
        ("published", &[Go, Click("Delete", "click Delete Published")]),
        ("leafed", &[Go, Click("Back", "click Back Page 3")]),
        ("above", &[Unseen, Click("12", "click 12 Tue, May 5, 2026")]),
        ("above", &[Go, Click("12", "click 12 Tue, May 5, 2026")]),
        ("put_in", &[Unseen, Click("Canvas", "click canvas")]),
        ("put_in", &[Go, Click("Canvas", "click canvas")]),
        ("pickers", &[Unseen, Stale("Back")]),
        ("pickers", &[Go, Stale("Back")]),
    ];
    run(async |browser| {
        let page = Page::open(browser, "evidence/identity.html?kind=calendar").await;
        let mut wrong = Vec::new();
        for (kind, steps) in cases {
            let address = page.server.url(&format!("evidence/identity.html?kind={kind}"));
            page.session.open(&address).await.expect("the page opens");
            if let Err(why) = case(&page, steps).await {
                wrong.push(format!("{kind}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    });
}

async fn case(page: &Page, steps: &[Do]) -> Result<(), String> {
    let seen = page.see().await;
    let id = |name: &str| -> Result<ElementId, String> { id_in(&seen, name) };
    let nth = |at: usize| seen.elements.get(at).map(|element| element.id).ok_or("too few elements");
    for (at, step) in steps.iter().enumerate() {
        page.forget().await;
        let tell = |why: String| format!("step {at}, {step:?}: {why}\n{}", seen.text());
        let done = match *step {
            Go => page.click_id(id("Go")?).await.map(drop),
            Unseen => {
                page.js("void document.getElementById('go').onclick()").await;
                Ok(())
            }
            Click(name, note) => noted(page, id(name)?, note).await.map_err(tell).map(Ok)?,
            Nth(place, "") => refused(page, nth(place)?).await.map_err(tell).map(Ok)?,
            Nth(place, note) => noted(page, nth(place)?, note).await.map_err(tell).map(Ok)?,
            Stale(name) => refused(page, id(name)?).await.map_err(tell).map(Ok)?,
            Fill(place, text) => {
                let done = page.act(Action::fill(nth(place)?, text)).await.map(drop);
                let held = page.js("document.activeElement.value").await;
                if done.is_ok() && held != format!("{text:?}") {
                    return Err(tell(format!("the field holds {held}")));
                }
                done
            }
        };
        done.map_err(|error| tell(error.to_string()))?;
    }
    Ok(())
}

async fn noted(page: &Page, id: ElementId, note: &str) -> Result<(), String> {
    page.click_id(id).await.map_err(|error| error.to_string())?;
    let note = format!("{note} trusted");
    if page.noted(&note).await { Ok(()) } else { Err(format!("the page noted {:?}", page.notes().await)) }
}

async fn refused(page: &Page, id: ElementId) -> Result<(), String> {
    match page.click_id(id).await {
        Err(error) if error.kind() == ErrorKind::Stale && page.notes().await.is_empty() => Ok(()),
        other => Err(format!("{other:?}, and the page noted {:?}", page.notes().await)),
    }
}

/// Nothing is said to have moved that stands where it stood; a new row is told with its name, also where an old one had that.
#[test]
fn reports_tell_new_rows_and_no_false_moves() {
    on("evidence/diffs.html?kind=still", async |page| {
        let place = "document.getElementById('two').getBoundingClientRect().x";
        let before = page.js(place).await;
        let report = page.click("Go").await.expect("it is clicked");
        assert_eq!(page.js(place).await, before);
        let diff = report.diff;
        assert!(diff.contains("saved") && !diff.contains("moved"), "{diff}");
        let report = page.click("Two").await.expect("it is clicked");
        let diff = report.diff;
        assert!(diff.contains("moved 60 right"), "{diff}");
        let _there = page.turn_to("evidence/diffs.html?kind=rows").await;
        let diff = page.click("Budget").await.expect("it is clicked").diff;
        let told = |name: &str| diff.lines().any(|line| line.starts_with('+') && line.contains(name));
        assert!(["Food", "General", "Bills", "Savings"].into_iter().all(told), "{diff}");
    });
}

/// Cells whose boxes have the words of the cell itself: such a hint is none, and is not looked for among the names.
#[test]
fn cells_that_a_box_repeats_are_looked_at() {
    on("evidence/cells-in-cells.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        for square in ["36", "49", "64"] {
            assert!(text.contains(square), "{text}");
        }
    });
}
