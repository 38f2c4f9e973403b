//! Drags along way points, to places, with other buttons and held keys: on canvases, in drawings, on tracks and maps, in every
//! kind of place. The page notes the way that reached it.

use domtool::{Action, Button, Dispatched, Drag, DragPath, DragTo, ElementId, ErrorKind, Modifiers};

use crate::support::{Page, alone, each_in, id_in};

/// Where the things of `gestures.js` stand.
const PLACES: &[&str] = &["main", "closed", "frame", "oopif"];

/// A drag of an element along a path, in which names in brackets stand for ids.
struct Gesture {
    what: &'static str,
    source: &'static str,
    path: &'static str,
    how: fn(Drag) -> Drag,
    then: Then,
}

enum Then {
    /// The page notes this, and the report says that.
    Notes(&'static str, &'static str),
    /// Nothing is sent, and the error says this.
    Refused(ErrorKind, &'static str),
}

const fn row(what: &'static str, source: &'static str, path: &'static str, then: Then) -> Gesture {
    Gesture { what, source, path, how: |drag| drag, then }
}

const ROWS: &[Gesture] = &[
    row(
        "a signature",
        "Signature",
        "10%,80% 50%,20% 90%,80%",
        Then::Notes("stroke sign trusted 30,80 150,20 270,80", "through 1 way point"),
    ),
    row(
        "in pixels of its box, back and forth",
        "Signature",
        "20,20 280,20 20,80 by:260,0",
        Then::Notes("stroke sign trusted 20,20 280,20 20,80 280,80", "itself did not move"),
    ),
    Gesture {
        how: |drag| drag.with_modifiers(Modifiers::SHIFT),
        ..row(
            "with shift held",
            "Signature",
            "10,10 110,10",
            Then::Notes("stroke sign trusted 10,10 110,10 shift", "with the mouse"),
        )
    },
    row(
        "under a toolbar",
        "Lidded",
        "10,10 150,50 20,90",
        Then::Refused(ErrorKind::Covered, "at the way point 150,50, "),
    ),
    row(
        "out of the box",
        "Signature",
        "10,10 310,20",
        Then::Refused(ErrorKind::InvalidInput, "310,20 is outside of e"),
    ),
    row(
        "a wire from port to port, by a bend",
        "Out",
        "[Bend] [In]",
        Then::Notes("wired out trusted bend in", "onto e"),
    ),
    row(
        "a wire to nowhere",
        "Out",
        "by:40,-30 by:40,0",
        Then::Notes("wired out trusted nothing", "did not move"),
    ),
    row(
        "a node of a drawing",
        "Source",
        "by:60,0 by:0,20",
        Then::Notes("placed source trusted 80,40", "moved 60 right, 20 down, to ["),
    ),
    row(
        "a node by a point of its box",
        "Sink",
        "10,10 by:-30,0",
        Then::Notes("placed sink trusted 270,60", "moved 30 left, to ["),
    ),
    row(
        "a thumb there and back",
        "Thumb",
        "by:180,0 by:-80,0",
        Then::Notes("slid thumb trusted 100 most 180", "moved 100 right"),
    ),
    Gesture {
        how: |drag| drag.with_button(Button::Right),
        ..row(
            "a map with the right button",
            "Map",
            "50%,50% by:-80,20",
            Then::Notes("panned map trusted -80,20", "with the mouse"),
        )
    },
    Gesture {
        how: |drag| drag.with_button(Button::Right).with_modifiers(Modifiers::SHIFT),
        ..row("with shift, too", "Map", "by:40,0", Then::Notes("turned map trusted 40,0", "with the mouse"))
    },
    row(
        "a chip that snaps",
        "Chip",
        "by:60,0",
        Then::Notes("let-go chip trusted", "moved 40 right, 10 down, to ["),
    ),
    row(
        "one that goes back",
        "Shy",
        "by:60,20",
        Then::Refused(ErrorKind::NoEffect, "put it back where it was"),
    ),
    row(
        "the browser's own drag, over a shelf",
        "Parcel",
        "[Shelf] [Box]",
        Then::Notes("drop box trusted a parcel", "it took the drop"),
    ),
    row(
        "far down a roll that is higher than the window",
        "Roll",
        "20,1500 100,1700",
        Then::Notes("stroke roll trusted 20,1500 100,1700", "with the mouse"),
    ),
    row(
        "all of that roll",
        "Roll",
        "20,20 100,1900",
        Then::Refused(ErrorKind::NotActionable, "is out of view"),
    ),
    row(
        "to what has to be scrolled to, and then to a place",
        "Chip",
        "[Far] 10,10",
        Then::Refused(ErrorKind::NotActionable, "comes after an element that has to be scrolled to"),
    ),
    row("onto what is far", "Chip", "by:20,0 [Far]", Then::Notes("let-go chip trusted", "onto e")),
];

async fn gesture(page: &Page, row: &Gesture) -> Result<(), String> {
    let seen = page.see().await;
    page.forget().await;
    let mut path = row.path.to_owned();
    for name in row.path.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(name, _)| name) {
        path = path.replace(&format!("[{name}]"), &id_in(&seen, name)?.to_string());
    }
    let path: DragPath = path.parse().map_err(|error| format!("{path}: {error}"))?;
    let drag = Drag::along(id_in(&seen, row.source)?, path).map_err(|error| error.to_string())?;
    let outcome = page.act(Action::Drag((row.how)(drag))).await;
    match (&row.then, outcome) {
        (Then::Notes(wanted, says), Ok(report)) => {
            if !page.becomes(&format!("log.some(line => line.startsWith('{wanted}'))")).await {
                return Err(format!("FALSE OK: {}; {}", page.notes().await, report.verification.feedback));
            }
            let said = &report.verification.feedback;
            if said.contains(says) { Ok(()) } else { Err(format!("{said:?} does not say {says:?}")) }
        }
        (Then::Notes(..), Err(error)) => {
            Err(format!("{error} [{:?}]; noted {}", error.dispatched(), page.notes().await))
        }
        (Then::Refused(kind, says), Err(error)) if error.kind() == *kind => {
            let sent = error.dispatched() != Dispatched::No;
            if sent != (*kind == ErrorKind::NoEffect) {
                return Err(format!("{error} [{:?}]", error.dispatched()));
            }
            if error.message().contains(says) {
                Ok(())
            } else {
                Err(format!("{error} does not say {says:?}"))
            }
        }
        (Then::Refused(..), Err(error)) => Err(error.to_string()),
        (Then::Refused(..), Ok(report)) => Err(format!("FALSE OK: {}", report.verification.feedback)),
    }
}

#[test]
fn along_way_points_in_every_place() {
    let all = PLACES.iter().flat_map(|place| ROWS.iter().map(move |row| (*place, row)));
    // What is refused is so before its frame or shadow root matters: the plainest and the furthest place are enough.
    let ends = |place: &str| place == "main" || place == "oopif";
    let items: Vec<_> =
        all.filter(|(place, row)| ends(place) || matches!(row.then, Then::Notes(..))).collect();
    let mut wrong = Vec::new();
    // In a browser of its own the timers that a drop sets are always known: nobody else's action is being recorded.
    alone(async |browser| {
        let address = |(place, _): &&(&str, &Gesture)| format!("gestures.html?place={place}");
        each_in(browser, &items, address, async |page, (place, row)| {
            if let Err(why) = gesture(page, row).await {
                wrong.push(format!("{place}: {}: {why}", row.what));
            }
        })
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), items.len(), wrong.join("\n"));
}

/// A drag to a place of the window.
fn to(source: ElementId, x: f64, y: f64) -> Action {
    Action::from(Drag::to(source, DragTo::Viewport(x, y)))
}

#[test]
fn to_a_place_where_nothing_stands() {
    alone(async |browser| {
        let address = |place: &&&str| format!("gestures.html?place={place}");
        each_in(browser, PLACES, address, async |page, place| {
            let chip = page.id("Chip").await;
            page.forget().await;
            let report =
                page.act(to(chip, 500.0, 540.0)).await.unwrap_or_else(|why| panic!("{place}: {why}"));
            // A frame counts from its own corner, behind its margin and border.
            let own = if matches!(*place, "frame" | "oopif") { "488,528" } else { "500,540" };
            page.expect(&format!("let-go chip trusted {own}")).await;
            assert!(report.verification.feedback.contains("moved 44"), "{report:?}");
            // A place that the window does not show, and one that becomes another by scrolling to what is dragged.
            let (chip, far) = (page.id("Chip").await, page.id("Far").await);
            for (source, x, y, says) in [
                (chip, 5000.0, 10.0, "is outside of the window, which is 1280x"),
                (far, 300.0, 300.0, "point: is another place now"),
            ] {
                let error = page.act(to(source, x, y)).await.expect_err(says);
                assert!(error.message().contains(says), "{place}: {error}");
                assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NotActionable, Dispatched::No));
            }
        })
        .await;
    });
}
