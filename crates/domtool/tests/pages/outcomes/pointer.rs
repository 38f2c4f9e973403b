//! Clicks, drags, turns of the wheel and other doings of the pointer.

use domtool::{Action, Button, Click, Drag, DragTo, ElementId, ErrorKind, Modifiers, ScrollBy, Wheel};

use super::{Act, Do, Outcome, Truth, check};
use crate::support::on;

pub(super) const ALL: &[&[Outcome]] =
    &[COVERED, HOVERED, HINDERED, KINDS, PARTS, DRAGS, HANDS, WHEELS, SCROLLS, REQUESTED];

/// The page with one scene a button.
const SCENES: &str = "outcomes-pointer.html";

const fn click(what: &'static str, target: &'static str, then: Truth) -> Outcome {
    Outcome { what, page: SCENES, target, act: Act::Plain(Do::Click), then }
}

const fn of(what: &'static str, target: &'static str, act: fn(ElementId) -> Action, then: Truth) -> Outcome {
    Outcome { what, page: SCENES, target, act: Act::Of(act), then }
}

const fn after(what: &'static str, target: &'static str, script: &'static str, then: Truth) -> Outcome {
    Outcome { what, page: SCENES, target, act: Act::After(script, Action::click), then }
}

const fn drag(what: &'static str, target: &'static str, onto: &'static str, then: Truth) -> Outcome {
    Outcome { what, page: SCENES, target, act: Act::NodeDetails(onto, Action::drag), then }
}

const fn notes(notes: &'static [&'static str], says: &'static [&'static str]) -> Truth {
    Truth::Done { notes, says }
}

const fn refused(kind: ErrorKind, says: &'static [&'static str]) -> Truth {
    Truth::Refused { kind, says }
}

const fn hovered(what: &'static str, target: &'static str, noted: &'static [&'static str]) -> Outcome {
    Outcome { what, page: "on-hover.html", target, act: Act::Plain(Do::Click), then: notes(noted, &[]) }
}

/// What is transparent, hidden or without a box until the pointer is there.
const HOVERED: &[Outcome] = &[
    hovered("a button that hovering shows", "More options", &["click more trusted"]),
    hovered("a box that hovering shows", "Select row", &["click box trusted"]),
    hovered("a link among actions that hovering shows", "Edit", &["click edit trusted"]),
    hovered("a clickable among actions that hovering shows", "Delete", &["click delete trusted"]),
    hovered(
        "a button that a rule gives a box when its row is hovered",
        "Archive",
        &["click archive trusted"],
    ),
    hovered("a clickable in what such a rule shows", "Snooze", &["click snooze trusted"]),
    hovered("a mark that folds lines", "Fold the lines", &["mousedown fold trusted"]),
    hovered("a button that a nested rule for its group clears", "Pin", &["click pin trusted"]),
    hovered("a button whose class is named after hovering", "Star", &["click star trusted"]),
    hovered("a button that a listener for hovering clears", "Copy", &["click copy trusted"]),
    hovered("a button that a rule of another origin gives a box", "Publish", &["click publish trusted"]),
    hovered("a button that a rule of another origin clears", "Send", &["click send trusted"]),
    hovered("a link that such a rule makes visible", "Link to it", &["click anchor trusted"]),
];

const COVERED: &[Outcome] = &[
    Outcome {
        what: "a covered button",
        page: "covered.html",
        target: "Buried",
        act: Act::Plain(Do::Click),
        then: refused(ErrorKind::Covered, &["Cookies"]),
    },
    Outcome {
        what: "a half-covered button",
        page: "covered.html",
        target: "Half",
        act: Act::Plain(Do::Click),
        then: notes(&["click half trusted"], &[]),
    },
    Outcome {
        what: "a button that comes to rest",
        page: "covered.html",
        target: "Mover",
        act: Act::After("document.getElementById('start-moving').click()", Action::click),
        then: notes(&["click mover trusted"], &[]),
    },
    Outcome {
        what: "a link over two lines",
        page: "wrapped-link.html",
        target: "terms and",
        act: Act::Plain(Do::Click),
        then: notes(&["click link trusted"], &[]),
    },
    click("a button under glass", "Under glass", refused(ErrorKind::Covered, &["is covered by"])),
    after(
        "an overlay that fades out",
        "Under a fade",
        "get('fade').style.display = 'block', get('fade').offsetWidth, get('fade').style.opacity = 0, get('fade').ontransitionend = () => get('fade').remove()",
        notes(&["click fading trusted"], &[]),
    ),
    after(
        "a button that slides in",
        "Slides in",
        "get('slide').className = 'sliding'",
        notes(&["click slide trusted"], &[]),
    ),
    click("a button under what is sticky", "Under sticky", notes(&["click under-sticky trusted"], &[])),
    Outcome {
        what: "a box in a frame in a frame, all scrolled",
        page: "outcomes-nested.html",
        target: "Deepest",
        act: Act::Plain(Do::Click),
        then: notes(&["click deepest trusted"], &[]),
    },
];

const HINDERED: &[Outcome] = &[
    click(
        "what lets the pointer through",
        "Lets through",
        refused(ErrorKind::NotActionable, &["pointer-events: none"]),
    ),
    click(
        "no size, but what flows over",
        "Zero",
        Truth::Made { is: "location.hash === '#zero'", says: &["clicked"] },
    ),
    click("drawn anew by the hover", "Swapped", notes(&["click swap trusted"], &["clicked"])),
    click("moved once by the hover", "Dodges once", notes(&["click dodge trusted"], &[])),
    click("moved by every hover", "Escapes", refused(ErrorKind::NotActionable, &[])),
    click("scaled", "Scaled", notes(&["click scaled trusted"], &[])),
    click("rotated", "Rotated", notes(&["click rotated trusted"], &[])),
    click("a card beside its button", "Card", notes(&["click card trusted"], &["link", "Card"])),
    click("a card that is all button", "Full card", refused(ErrorKind::Covered, &["inside it"])),
    click("a control hidden by styling", "Tick it", notes(&["change tick trusted true"], &[])),
    click(
        "gone by its own press",
        "Goes on press",
        notes(&["mousedown gone-on-press trusted"], &["clicked"]),
    ),
    click(
        "shifted by its own press",
        "Shifts on press",
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["mousedown shift trusted"],
            says: &["no click came of it", "it moved"],
        },
    ),
    click("a press that the page keeps", "Keeps its press", notes(&["click kept trusted"], &["clicked"])),
    click("disabled", "Switched off", refused(ErrorKind::Disabled, &["is disabled"])),
    click("disabled by ARIA", "Aria off", refused(ErrorKind::Disabled, &["is disabled"])),
    after(
        "hidden meanwhile",
        "Does nothing",
        "get('nothing').style.display = 'none'",
        refused(ErrorKind::Hidden, &["cannot be seen"]),
    ),
    after(
        "removed meanwhile",
        "Does nothing",
        "get('nothing').remove()",
        refused(ErrorKind::Stale, &["stale"]),
    ),
    after(
        "given to another meanwhile",
        "Does nothing",
        "get('nothing').textContent = 'Delete everything'",
        refused(ErrorKind::Stale, &["Delete everything"]),
    ),
    after(
        "disabled meanwhile",
        "Does nothing",
        "get('nothing').disabled = true",
        refused(ErrorKind::Disabled, &[]),
    ),
    click("nothing comes of it", "Does nothing", notes(&["click nothing trusted"], &["nothing changed"])),
];

const KINDS: &[Outcome] = &[
    Outcome {
        what: "a right click",
        page: "pointer.html",
        target: "Target",
        act: Act::Of(|id| Action::Click(Click::new(id).with_button(Button::Right))),
        then: notes(&["contextmenu target trusted 2 0"], &["right_click", "right-clicked"]),
    },
    Outcome {
        what: "a middle click",
        page: "pointer.html",
        target: "Target",
        act: Act::Of(|id| Action::Click(Click::new(id).with_button(Button::Middle))),
        then: notes(&["auxclick target trusted 1 1"], &["middle-clicked"]),
    },
    Outcome {
        what: "a double click",
        page: "pointer.html",
        target: "Target",
        act: Act::Plain(Do::DoubleClick),
        then: notes(
            &["click target trusted 0 1", "click target trusted 0 2", "dblclick target trusted 0 2"],
            &["double_click", "double-clicked"],
        ),
    },
    Outcome {
        what: "a triple click selects the line",
        page: SCENES,
        target: "Three words here",
        act: Act::Of(|id| Action::Click(Click::new(id).with_count(3))),
        then: Truth::Made {
            is: "getSelection().toString().trim() === 'Three words here'",
            says: &["triple-clicked"],
        },
    },
    of(
        "a point of a map",
        "Map",
        |id| Action::Click(Click::new(id).with_point(0.1, 0.9)),
        notes(&["click map trusted"], &[]),
    ),
    of(
        "a link with control held",
        "A link",
        |id| Action::Click(Click::new(id).with_modifiers(Modifiers::CONTROL)),
        notes(&["click link trusted"], &["\"tabs\":[{", "popup.html"]),
    ),
    of(
        "a link with the middle button",
        "A link",
        |id| Action::Click(Click::new(id).with_button(Button::Middle)),
        Truth::Made {
            is: "location.pathname === '/outcomes-pointer.html'",
            says: &["\"tabs\":[{", "popup.html"],
        },
    ),
    of(
        "a link with shift held",
        "A link",
        |id| Action::Click(Click::new(id).with_modifiers(Modifiers::SHIFT)),
        notes(&["click link trusted"], &["\"tabs\":[{", "popup.html"]),
    ),
    click(
        "a link to a new tab",
        "A new tab",
        notes(&["click blank trusted"], &["\"tabs\":[{", "popup.html"]),
    ),
    of("hover", "Does nothing", Action::hover, notes(&["mouseenter nothing trusted"], &["the mouse is on"])),
    of(
        "hover over what is off",
        "Switched off",
        Action::hover,
        notes(&["mouseenter off trusted"], &["the mouse is on"]),
    ),
    of("hover over what is covered", "Lidded", Action::hover, refused(ErrorKind::Covered, &["Lid"])),
    of(
        "hover over what lets through",
        "Lets through",
        Action::hover,
        refused(ErrorKind::NotActionable, &["pointer-events"]),
    ),
    after("hover over what went", "Does nothing", "get('nothing').remove()", refused(ErrorKind::Stale, &[])),
];

const DRAGS: &[Outcome] = &[
    drag(
        "a page that follows the mouse in its own way",
        "Own way",
        "Target",
        notes(&["let-go own trusted target"], &["with the mouse", "onto"]),
    ),
    drag("onto what is covered", "Own way", "Lidded", refused(ErrorKind::Covered, &["Lid"])),
    drag("what is covered", "Lidded", "Target", refused(ErrorKind::Covered, &["Lid"])),
    drag("what is off", "Switched off", "Target", refused(ErrorKind::Disabled, &[])),
    drag(
        "onto what refuses the drop",
        "Vanishes",
        "Target",
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["dragstart vanish trusted", "dragend vanish trusted none"],
            says: &["refused the drop", "text/plain"],
        },
    ),
    drag("a list, down", "Ann", "Cid", notes(&["sorted Bob,Cid,Ann,Dan trusted"], &["took the drop"])),
    drag("a list, up", "Dan", "Bob", notes(&["sorted Ann,Dan,Bob,Cid trusted"], &["took the drop"])),
    of(
        "by an offset",
        "Own way",
        |source| Action::from(Drag::to(source, DragTo::By(240.0, 4.0))),
        notes(&["let-go own trusted target"], &["with the mouse"]),
    ),
    of(
        "out of the window",
        "Own way",
        |source| Action::from(Drag::to(source, DragTo::By(-400.0, 0.0))),
        refused(ErrorKind::NotActionable, &["there is room for"]),
    ),
    Outcome {
        what: "what was removed",
        page: SCENES,
        target: "Own way",
        act: Act::After("get('own').remove()", |source| Action::from(Drag::to(source, DragTo::By(5.0, 5.0)))),
        then: refused(ErrorKind::Stale, &[]),
    },
    drag("onto what is far away", "Own way", "Far", notes(&["let-go own trusted far"], &["onto"])),
];

/// The same in the places that are hardest to reach.
const HANDS: &[Outcome] = &[
    hand("hand.html?place=deep"),
    hand("hand.html?place=closed"),
    Outcome {
        what: "the whole of a range",
        page: "hand.html?place=deep",
        target: "Volume",
        act: Act::Of(|source| {
            Action::from(Drag::to(source, DragTo::point(source, 1.0, 0.5)).with_point(0.02, 0.5))
        }),
        then: notes(&["change volume trusted 100"], &["with the mouse"]),
    },
];

const fn hand(page: &'static str) -> Outcome {
    Outcome {
        what: "a parcel",
        page,
        target: "Parcel",
        act: Act::NodeDetails("Box", Action::drag),
        then: notes(
            &[
                "dragstart parcel trusted",
                "drop box trusted a parcel {\"weight\":3} move",
                "dragend parcel trusted move",
            ],
            &["took the drop", "text/plain"],
        ),
    }
}

const WHEELS: &[Outcome] = &[
    Outcome {
        what: "the page",
        page: SCENES,
        target: "",
        act: Act::Free(|| Action::from(Wheel::new(0.0, 250.0))),
        then: Truth::Made { is: "scrollY === 250", says: &["the page is scrolled to", "250 of"] },
    },
    Outcome {
        what: "the page, at its top, up",
        page: SCENES,
        target: "",
        act: Act::Free(|| Action::from(Wheel::new(0.0, -250.0))),
        then: Truth::Made { is: "scrollY === 0", says: &["nothing scrolled"] },
    },
    of(
        "a box, to the right",
        "Wide",
        |id| Action::from(Wheel::new(120.0, 0.0).over(id)),
        Truth::Made { is: "get('wide').scrollLeft === 120", says: &["across"] },
    ),
    of(
        "over what is covered",
        "Lidded",
        |id| Action::from(Wheel::new(0.0, 50.0).over(id)),
        refused(ErrorKind::Covered, &["Lid"]),
    ),
    Outcome {
        what: "what keeps it, with control held",
        page: "hand.html?place=deep",
        target: "Dial",
        act: Act::Of(|id| Action::from(Wheel::new(0.0, -100.0).over(id).with_modifiers(Modifiers::CONTROL))),
        then: notes(&["wheel dial trusted 0,-100 ctrl"], &["took the turn for itself"]),
    },
    Outcome {
        what: "the box that holds the page",
        page: "outcomes-main-box.html",
        target: "",
        act: Act::Free(|| Action::from(Wheel::new(0.0, 300.0))),
        then: notes(&["at main trusted 300"], &["a box in it is scrolled to"]),
    },
];

const fn page(what: &'static str, page: &'static str, act: fn() -> Action, then: Truth) -> Outcome {
    Outcome { what, page, target: "", act: Act::Free(act), then }
}

fn by(by: ScrollBy) -> Action {
    Action::scroll(None, by)
}

const SCROLLS: &[Outcome] = &[
    page(
        "a screen",
        SCENES,
        || by(ScrollBy::Pages(1.0)),
        Truth::Made {
            is: "scrollY === Math.round(document.documentElement.clientHeight * .9)",
            says: &["the page is scrolled to"],
        },
    ),
    page(
        "pixels",
        SCENES,
        || by(ScrollBy::Pixels(0.0, 333.0)),
        Truth::Made { is: "scrollY === 333", says: &["333 of"] },
    ),
    page(
        "a share",
        SCENES,
        || by(ScrollBy::Percent(50.0)),
        Truth::Made { is: "scrollY > 1000 && scrollY < 1200", says: &["50 %"] },
    ),
    page(
        "to the top of what is at its top",
        SCENES,
        || by(ScrollBy::Top),
        Truth::Made { is: "scrollY === 0", says: &["it is at its beginning"] },
    ),
    page(
        "to the end",
        SCENES,
        || by(ScrollBy::Bottom),
        Truth::Made { is: "scrollY > 2100", says: &["100 %"] },
    ),
    page(
        "to the right end of what is narrow",
        SCENES,
        || by(ScrollBy::Right),
        Truth::Made { is: "scrollX === 0", says: &["nothing to scroll that way"] },
    ),
    of(
        "a box to its right end",
        "Wide",
        |id| Action::scroll(Some(id.into()), ScrollBy::Right),
        Truth::Made { is: "get('wide').scrollLeft > 700", says: &["100 % across"] },
    ),
    of(
        "a box that is held where it is",
        "Locked",
        |id| Action::scroll(Some(id.into()), ScrollBy::Pixels(0.0, 100.0)),
        Truth::Failed { kind: ErrorKind::NoEffect, notes: &[], says: &["put it back"] },
    ),
    of(
        "into view",
        "Far",
        |id| Action::scroll(Some(id.into()), ScrollBy::IntoView),
        Truth::Made {
            is: "(b => b.top >= 0 && b.bottom <= innerHeight)(get('far').getBoundingClientRect())",
            says: &["scroll_into_view", "is in view"],
        },
    ),
    page(
        "the box that holds the page",
        "outcomes-main-box.html",
        || by(ScrollBy::Pixels(0.0, 444.0)),
        Truth::Made {
            is: "main.scrollTop === 444",
            says: &["the box that holds the page's content is scrolled"],
        },
    ),
    page(
        "the box in a frame that holds the page",
        "outcomes-main-box.html?in=frame",
        || by(ScrollBy::Pixels(0.0, 444.0)),
        notes(&["at main trusted 444"], &["the box that holds the page's content is scrolled"]),
    ),
    page(
        "on by a screen",
        SCENES,
        || Action::next_chunk(None),
        Truth::Made { is: "scrollY > 500", says: &["next_chunk", "screen 2 of "] },
    ),
    page(
        "back at the top",
        SCENES,
        || Action::prev_chunk(None),
        Truth::Made { is: "scrollY === 0", says: &["prev_chunk", "did not move", "screen 1 of "] },
    ),
];

const REQUESTED: &[Outcome] = &[
    of(
        "a click event",
        "Does nothing",
        Action::send_click_event,
        notes(&["click nothing untrusted"], &["send_click_event", "not trusted"]),
    ),
    of(
        "a click event to what is covered",
        "Under glass",
        Action::send_click_event,
        notes(&["click glassed untrusted"], &["not trusted"]),
    ),
    of(
        "a click event to what is off",
        "Switched off",
        Action::send_click_event,
        refused(ErrorKind::Disabled, &[]),
    ),
    of(
        "a mark",
        "Does nothing",
        |id| Action::highlight(Some(id.into())),
        Truth::Made {
            is: "log.length === 0 && document.querySelectorAll('*').length > 0",
            says: &["is highlighted"],
        },
    ),
    Outcome {
        what: "a mark on what is hidden",
        page: SCENES,
        target: "Does nothing",
        act: Act::After("get('nothing').style.visibility = 'hidden'", |id| {
            Action::highlight(Some(id.into()))
        }),
        then: refused(ErrorKind::Hidden, &[]),
    },
];

#[test]
fn what_is_covered_or_moves() {
    check(COVERED);
}

#[test]
fn what_only_hovering_shows() {
    check(HOVERED);
}

#[test]
fn what_hovering_does_not_show() {
    on("on-hover.html", async |page| {
        let text = page.see().await.text;
        assert!(text.contains("\"Pin\" on hover"), "{text}");
        for closed in ["Rename", "More of it", "Shut away"] {
            assert!(!text.contains(closed), "{closed}: {text}");
        }
        // Of a sheet with too many rules not all are read; the one that shows it may be among the others.
        page.js("document.head.append(Object.assign(document.createElement('style'), \
             { textContent: 'i:hover { background: red }'.repeat(3001) })) ")
            .await;
        let text = page.see().await.text;
        assert!(text.contains("\"Rename\" on hover"), "{text}");
    });
}

#[test]
fn what_hinders() {
    check(HINDERED);
}

#[test]
fn kinds_of_clicks_and_hovers() {
    check(KINDS);
}

const fn part(what: &'static str, target: &'static str, act: Act, then: Truth) -> Outcome {
    Outcome { what, page: "library-parts.html", target, act, then }
}

const PARTS: &[Outcome] = &[
    part(
        "a field over which its panel slides on the press",
        "Day",
        Act::Plain(Do::Click),
        notes(&["click day trusted"], &[]),
    ),
    part(
        "a tab that a link fills",
        "tab:Beta",
        Act::Plain(Do::Click),
        notes(&["chosen beta trusted"], &["tab"]),
    ),
    part(
        "an item that a button of another purpose fills",
        "menuitem:Report",
        Act::Plain(Do::Click),
        refused(ErrorKind::Covered, &["Delete"]),
    ),
    part(
        "a select that lets the pointer through to its box",
        "combobox:Size",
        Act::Plain(Do::Select(&["Large"])),
        notes(&["chose Large trusted"], &["Large"]),
    ),
    part(
        "a button with carets of their own in its middle",
        "Sort by price",
        Act::Plain(Do::Click),
        notes(&["sort pressed sort trusted"], &[]),
    ),
    part(
        "a list that takes a place once its middle is passed",
        "Red",
        Act::NodeDetails("Blue", Action::drag),
        notes(&["sorted Green,Blue,Red trusted"], &[]),
    ),
    part(
        "the days of another month, told a line a week",
        "Next month",
        Act::Plain(Do::Click),
        Truth::Made {
            is: "document.querySelectorAll('#month [aria-label^=April]').length === 30",
            says: &["April _, 2026", ":15 ", ":27 "],
        },
    ),
];

#[test]
fn parts_of_component_libraries() {
    check(PARTS);
}

#[test]
fn drags() {
    check(DRAGS);
    check(HANDS);
}

#[test]
fn turns_of_the_wheel() {
    check(WHEELS);
}

#[test]
fn scrolls() {
    check(SCROLLS);
}

#[test]
fn what_is_done_on_request() {
    check(REQUESTED);
}
