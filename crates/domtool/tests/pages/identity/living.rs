//! What a person would call the same element keeps its id while the page changes around it, and what was given to another
//! thing does not. All ids are of one observation; the page's notes say who was reached.

use domtool::{Action, ElementId, ErrorKind};

use super::super::support::{Page, id_in, run};

/// One step: an id from the first observation is used, or the page changes by itself.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The element with this name is filled, and it is the one that gets the text.
    Fill(&'static str, &'static str),
    /// The element with this name is clicked, and the page notes this one.
    Click(&'static str, &'static str),
    /// The element with this name is refused, and nothing is reached.
    Refused(&'static str),
    /// The page changes behind the engine's back.
    Change,
    /// The page changes, and it is looked at.
    NodeSummary,
}

use Step::{Change, Click, Fill, NodeSummary, Refused};

/// Goes through a table; fails with all that was wrong.
fn check(cases: &[(&str, &[Step])]) {
    run(async |browser| {
        let page = Page::open(browser, "identity-living.html?kind=marks").await;
        let mut wrong = Vec::new();
        for (kind, steps) in cases {
            page.session
                .open(&page.server.url(&format!("identity-living.html?kind={kind}")))
                .await
                .expect("the page opens");
            if let Err(why) = case(&page, steps).await {
                wrong.push(format!("{kind}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
        page.session.close().await.expect("the session closes");
    });
}

async fn case(page: &Page, steps: &[Step]) -> Result<(), String> {
    let seen = page.see().await;
    let id = |name: &str| -> Result<ElementId, String> { id_in(&seen, name) };
    for (at, step) in steps.iter().enumerate() {
        page.forget().await;
        let tell = |why: String| format!("step {at}, {step:?}: {why}");
        match *step {
            Fill(name, text) => {
                let action = Action::fill(id(name)?, text);
                page.act(action).await.map_err(|error| tell(error.to_string()))?;
                let own = name.rsplit(':').next().unwrap_or(name);
                reached(page, &format!("input {own} trusted {text}")).await.map_err(tell)?;
            }
            Click(name, noted) => {
                page.click_id(id(name)?).await.map_err(|error| tell(error.to_string()))?;
                reached(page, &format!("click {noted} trusted")).await.map_err(tell)?;
            }
            Refused(name) => match page.click_id(id(name)?).await {
                Err(error) if error.kind() == ErrorKind::Stale && page.notes().await.is_empty() => {}
                other => return Err(tell(format!("{other:?}, and the page noted {:?}", page.notes().await))),
            },
            Change | NodeSummary => {
                page.js("void change()").await;
                if matches!(step, NodeSummary) {
                    page.see().await;
                }
            }
        }
    }
    Ok(())
}

/// The page noted this, and nobody else.
async fn reached(page: &Page, note: &str) -> Result<(), String> {
    if !page.noted(note).await {
        return Err(format!("{note:?} was not noted, but {:?}", page.notes().await));
    }
    let who: Vec<&str> = note.split(" trusted").take(1).collect();
    let notes = page.notes().await;
    match notes.split(" | ").find(|line| !line.starts_with(who[0])) {
        Some(other) => Err(format!("{other:?} was noted, too")),
        None => Ok(()),
    }
}

/// `id`, `name` and `aria-current` go from one living element to another: no id of ours goes with them.
#[test]
fn attributes_that_move_take_no_id_along() {
    check(&[
        ("marks", &[Change, Fill("Street", "Main"), Fill("City", "Ulm"), Click("Save", "Save")]),
        (
            "marks",
            &[NodeSummary, Fill("City", "Ulm"), Fill("Street", "Main"), NodeSummary, Fill("Street", "Side")],
        ),
        ("marks", &[Fill("Street", "Main"), Change, Fill("Street", "Side"), Fill("City", "Ulm")]),
        ("bareMarks", &[Change, Fill("Street", "Main"), Fill("City", "Ulm")]),
        ("bareMarks", &[NodeSummary, Fill("City", "Ulm"), Fill("Street", "Main")]),
        ("current", &[Change, Click("Home", "Home"), Click("Mail", "Mail"), Click("People", "People")]),
        ("current", &[NodeSummary, Click("Mail", "Mail"), Click("Home", "Home")]),
    ]);
}

/// A heading that repeats what is typed, a status line, a counter, tokens that are renewed: the form stays the form.
#[test]
fn what_a_page_says_of_an_edit_makes_nothing_stale() {
    check(&[
        (
            "mirror",
            &[
                Fill("Title", "Cats"),
                Fill("Body", "They purr"),
                Fill("Title", "Dogs"),
                Click("Publish", "Publish"),
            ],
        ),
        ("legend", &[Fill("Name", "Ann"), Fill("Mail", "a@b.example"), Click("Create", "Create")]),
        ("renamed", &[Fill("Title", "Cats"), Fill("Body", "They purr"), Click("Publish", "Publish")]),
        (
            "status",
            &[
                Fill("Title", "Cats"),
                Fill("Body", "They purr"),
                Fill("Title", "Dogs"),
                Click("Close", "Close"),
            ],
        ),
        ("counter", &[Fill("Title", "Cats"), Fill("Body", "They purr"), Click("Save", "Save")]),
        (
            "autosave",
            &[
                Fill("Title", "Cats"),
                Fill("Body", "They purr"),
                Click("Publish", "Publish"),
                Fill("Other", "x"),
            ],
        ),
        (
            "redrawn",
            &[Fill("Title", "Cats"), Change, Fill("Body", "They purr"), NodeSummary, Fill("Title", "Dogs")],
        ),
        (
            "results",
            &[
                Fill("Search people", "an"),
                Click("Export", "Export"),
                Fill("Search people", "b"),
                Click("Export", "Export"),
            ],
        ),
    ]);
}

/// Editors that find and replace, comboboxes that announce, switches that show at once what the server will say.
#[test]
fn controls_that_show_what_they_do_stay_the_same() {
    check(&[
        (
            "replacing",
            &[
                Fill("Find", "cat"),
                Fill("Replace", "dog"),
                Click("Replace all", "Replace all"),
                Fill("Find", "dog"),
                Click("Next", "Next"),
                Fill("Text", "the end"),
                Click("Replace all", "Replace all"),
            ],
        ),
        (
            "combos",
            &[
                Fill("combobox:Fruit", "Banana"),
                Fill("combobox:Colour", "Red"),
                Fill("combobox:Fruit", "Cherry"),
                Click("button:Open Fruit", "Open Fruit"),
                Click("button:Save", "Save"),
            ],
        ),
        (
            "switches",
            &[
                Click("Alarm", "Alarm"),
                Click("Alarm", "Alarm"),
                Click("Light", "Light"),
                Click("Heater", "Heater"),
            ],
        ),
        (
            "labels",
            &[Click("switch:Mail", "Mail"), Click("switch:Push", "Push"), Click("switch:Mail", "Mail")],
        ),
    ]);
}

/// The nodes live on and stand for another thing: nothing that was typed nearby makes them the same.
#[test]
fn what_became_anothers_is_refused() {
    check(&[
        ("pane", &[Fill("Comment", "Fine"), Click("Next person", "Next person"), Refused("Delete")]),
        ("hiddenId", &[Change, Refused("Yes")]),
        ("hiddenId", &[NodeSummary, Refused("Yes")]),
    ]);
}

/// A row's comment was typed, then its nodes were given to the row below; buttons without words whose `id`s moved.
#[test]
fn rows_that_moved_on_are_refused() {
    run(async |browser| {
        for (kind, at) in [("comments", 0), ("wordless", 1)] {
            let page = Page::open(browser, &format!("identity-living.html?kind={kind}")).await;
            let seen = page.see().await;
            let of = |role: &str| -> Vec<ElementId> {
                seen.elements.iter().filter(|e| e.role == role).map(|e| e.id).collect()
            };
            if let Some(field) = of("textbox").get(at) {
                let fill = Action::fill(*field, "Fine");
                page.act(fill).await.expect("it is filled");
            }
            page.js("void change()").await;
            page.forget().await;
            let error = page.click_id(of("button")[at]).await.expect_err("it is another's");
            assert_eq!(error.kind(), ErrorKind::Stale, "{kind}: {error}");
            assert_eq!(page.notes().await, "", "{kind}");
            page.session.close().await.expect("the session closes");
        }
    });
}
