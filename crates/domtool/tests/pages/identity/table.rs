//! One line of a table: rows of a make, in a place, changed in a way behind the engine's back; then an action on an id from
//! before. The page's own note says who was hit.

use domtool::{ElementId, ErrorKind};

use super::super::support::{Page, run};

/// Where the rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum In {
    Main,
    Frame,
    Oopif,
    Open,
    Closed,
}

pub(super) use In::{Closed, Frame, Main, Oopif, Open};

impl In {
    pub(super) const ALL: [In; 5] = [Main, Frame, Oopif, Open, Closed];

    fn word(self) -> &'static str {
        match self {
            Main => "main",
            Frame => "frame",
            Oopif => "oopif",
            Open => "open",
            Closed => "closed",
        }
    }
}

/// What must come of a click on the id that was given to Bob's control (the only one, where there is one).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// It hits him.
    Hits,
    /// Nobody is hit, and the id is stale.
    Stale,
    /// One of the two: it is a race whether the page was faster.
    Safe,
}

pub(super) use Then::{Hits, Safe, Stale};

/// A make of rows, a change, and what must come of it.
pub(super) type Case = (&'static str, &'static str, Then);

/// Who the second row is about, as the page notes it.
const BOB: &str = "click Bob1002 trusted";
/// Makes with one row, which is about the first.
const WHOLE: [&str; 3] = ["pane", "dialog", "single"];

/// Goes through a table in some places; fails with all that was wrong.
pub(super) fn check(places: &[In], cases: &[Case]) {
    run(async |browser| {
        let page = Page::open(browser, "identity.html?in=main&kind=list").await;
        let mut wrong = Vec::new();
        for place in places {
            for (kind, change, then) in cases {
                if let Err(why) = case(&page, *place, kind, change, *then).await {
                    wrong.push(format!("{kind} {change} in {place:?}: {why}"));
                }
            }
        }
        let all = places.len() * cases.len();
        assert!(wrong.is_empty(), "{} of {all} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
        page.session.close().await.expect("the session closes");
    });
}

async fn case(page: &Page, place: In, kind: &str, change: &str, then: Then) -> Result<(), String> {
    show(page, place, kind).await;
    let target = control(page, kind).await?;
    page.js(&format!("change({change:?}).then(() => 1)")).await;
    page.forget().await;
    // Behind the engine's back first, then with all that it saw.
    for round in ["unseen", "seen"] {
        outcome(page, target, kind, then).await.map_err(|why| format!("{round}: {why}"))?;
        page.see().await;
        page.forget().await;
    }
    Ok(())
}

/// Opens the page with rows of a make.
pub(super) async fn show(page: &Page, place: In, kind: &str) {
    let address = format!("identity.html?in={}&kind={kind}", place.word());
    page.session.open(&page.server.url(&address)).await.expect("the page opens");
}

/// The id of Bob's control: the second of its name, or the first that is about him.
pub(super) async fn control(page: &Page, kind: &str) -> Result<ElementId, String> {
    let seen = page.see().await;
    let acts = |name: &str| {
        ["Delete", "Buy", "Cancel", "Open", "Remove", "Bid", "Stop", "+", "Yes", "Save"].contains(&name)
            || name.starts_with("Like")
    };
    let mut controls = seen.elements.iter().filter(|e| acts(&e.name) && e.role != "listitem");
    let found = match kind {
        "names" | "boxes" | "clicks" => seen.elements.iter().find(|e| e.name == "Bob"),
        _ if WHOLE.contains(&kind) => controls.next(),
        _ => controls.nth(1),
    };
    found.map(|e| e.id).ok_or_else(|| format!("no control in:\n{}", seen.text()))
}

async fn outcome(page: &Page, target: ElementId, kind: &str, then: Then) -> Result<(), String> {
    let who = if WHOLE.contains(&kind) { "click Ann1001 trusted" } else { BOB };
    match (page.click_id(target).await, then) {
        (Ok(_), Hits | Safe) if page.noted(who).await && page.notes().await == who => Ok(()),
        (Err(error), Stale | Safe) if error.kind() == ErrorKind::Stale => match page.notes().await.as_str() {
            "" => Ok(()),
            notes => Err(format!("{error}, but the page noted {notes}")),
        },
        (Ok(_), _) => Err(format!("hit {:?}, {then:?} was expected", page.notes().await)),
        (Err(error), _) => Err(format!("{error}, {then:?} was expected")),
    }
}
