//! The kinds of action, each with what it is to find, and what the page has to say of it.

use std::path::PathBuf;

use domtool::{
    Action, Button, Click, Colors, Drag, DragTo, ElementId, Emulation, Modifiers, Report, ScrollBy, TextPart,
    Upload, WaitFor,
};

/// One kind of action.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The names of what it is about.
    pub(super) targets: &'static [&'static str],
    pub(super) ready: Ready,
    pub(super) action: fn(&[ElementId]) -> Action,
    /// What is true in the page when anything of it came there.
    pub(super) reached: &'static str,
    /// What is true, or becomes so, when it is done.
    pub(super) made: &'static str,
    /// What the report must say then, of what no page can tell.
    pub(super) told: fn(&Report) -> bool,
    /// It only looks: nothing is ever sent.
    pub(super) looks: bool,
}

/// How the page is before the action.
#[derive(Clone, Copy)]
pub(super) enum Ready {
    /// As at first, and after this script.
    Again(&'static str),
    /// As at first, with a name in its field.
    Named,
    /// A dialog is open.
    Dialog,
    /// The mouse is on the second target.
    Away,
    /// A touch screen is emulated.
    Touch,
    /// Nothing is emulated.
    Plain,
    /// At the last of these addresses, after the others.
    Pages(&'static [&'static str]),
    /// Back from an address.
    BackFrom(&'static str),
}

const NOTED: &str = "log.length > 0";
const ELSEWHERE: &str = "!window.old";
const fn anything(_: &Report) -> bool {
    true
}

const fn kind(
    name: &'static str,
    targets: &'static [&'static str],
    action: fn(&[ElementId]) -> Action,
    made: &'static str,
) -> Kind {
    let ready = Ready::Again("");
    Kind { name, targets, ready, action, reached: NOTED, made, told: anything, looks: false }
}

const fn looking(
    name: &'static str,
    targets: &'static [&'static str],
    action: fn(&[ElementId]) -> Action,
    made: &'static str,
) -> Kind {
    Kind { reached: "false", looks: true, ..kind(name, targets, action, made) }
}

const fn going(name: &'static str, ready: Ready, action: fn(&[ElementId]) -> Action) -> Kind {
    Kind { ready, reached: ELSEWHERE, ..kind(name, &[], action, ELSEWHERE) }
}

fn click(of: &[ElementId]) -> Click {
    Click::new(of[0])
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn file(of: &[ElementId], drop: bool) -> Action {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt"));
    Action::Upload(Upload { target: of[0], files: vec![file], drop })
}

/// The kind of this name.
pub(super) fn of(name: &str) -> &'static Kind {
    KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("no kind is called {name:?}"))
}

pub(super) const KINDS: &[Kind] = &[
    kind("click", &["Press"], |of| Action::Click(click(of)), "log.includes('click press trusted')"),
    kind(
        "double click",
        &["Press"],
        |of| Action::Click(Click { count: 2, ..click(of) }),
        "log.includes('dblclick press trusted')",
    ),
    kind(
        "right click",
        &["Press"],
        |of| Action::Click(Click { button: Button::Right, ..click(of) }),
        "log.includes('contextmenu press trusted')",
    ),
    kind(
        "held click",
        &["Press"],
        |of| {
            let modifiers = Modifiers { control: true, shift: true, ..Modifiers::default() };
            Action::Click(Click { modifiers, ..click(of) })
        },
        "log.includes('click press trusted')",
    ),
    Kind {
        ready: Ready::Touch,
        ..kind(
            "tap",
            &["Press"],
            |of| Action::Click(click(of)),
            "log.includes('touchend press trusted') && log.includes('click press trusted')",
        )
    },
    Kind {
        ready: Ready::Away,
        ..kind(
            "hover",
            &["Tip", "Press"],
            |of| Action::Hover { target: of[0] },
            "log.includes('mouseenter tip trusted')",
        )
    },
    kind(
        "send click event",
        &["Press"],
        |of| Action::SendClickEvent { target: of[0] },
        "log.includes('click press untrusted')",
    ),
    kind(
        "drag",
        &["Parcel", "Box"],
        |of| Action::Drag(Drag::new(of[0], of[1])),
        "log.includes('drop box trusted a parcel')",
    ),
    kind(
        "slide",
        &["Knob"],
        |of| {
            let modifiers = Modifiers::default();
            Action::Drag(Drag { source: of[0], at: None, to: DragTo::By(100.0, 0.0), modifiers })
        },
        "at.knob.style.left === '100px'",
    ),
    kind(
        "wheel",
        &[],
        |_| Action::Wheel { target: None, x: 0.0, y: 200.0, modifiers: Modifiers::default() },
        "log.includes('scroll  trusted')",
    ),
    kind(
        "wheel over",
        &["List"],
        |of| Action::Wheel { target: Some(of[0]), x: 0.0, y: 100.0, modifiers: Modifiers::default() },
        "at.list.scrollTop > 0",
    ),
    kind("scroll", &[], |_| Action::Scroll { target: None, by: ScrollBy::Pages(1.0) }, "scrollY > 0"),
    kind(
        "scroll a box",
        &["List"],
        |of| Action::Scroll { target: Some(of[0]), by: ScrollBy::Bottom },
        "at.list.scrollTop > 0",
    ),
    kind(
        "scroll into view",
        &["Far"],
        |of| Action::Scroll { target: Some(of[0]), by: ScrollBy::IntoView },
        "scrollY > 0",
    ),
    kind("chunk", &[], |_| Action::Chunk { target: None, forward: true }, "scrollY > 0"),
    kind(
        "fill",
        &["Name"],
        |of| Action::Fill { target: of[0], text: text("Ada") },
        "at.name.value === 'Ada'",
    ),
    kind(
        "fill a number",
        &["Level"],
        |of| Action::Fill { target: of[0], text: text("42") },
        "at.level.value === '42'",
    ),
    kind(
        "fill a date",
        &["Day"],
        |of| Action::Fill { target: of[0], text: text("2026-02-28") },
        "at.day.value === '2026-02-28'",
    ),
    kind(
        "fill rich text",
        &["Rich"],
        |of| Action::Fill { target: of[0], text: text("Some words") },
        "at.rich.innerText.trim() === 'Some words'",
    ),
    kind(
        "type",
        &["Name"],
        |of| Action::Type { target: Some(of[0]), text: text("Ad") },
        "at.name.value === 'Ad'",
    ),
    Kind {
        ready: Ready::Again("at.name.focus()"),
        ..kind(
            "type anywhere",
            &[],
            |_| Action::Type { target: None, text: text("Ad") },
            "at.name.value === 'Ad'",
        )
    },
    Kind {
        ready: Ready::Named,
        ..kind("clear", &["Name"], |of| Action::Clear { target: of[0] }, "at.name.value === ''")
    },
    kind(
        "press",
        &["Press"],
        |of| Action::Press { target: Some(of[0]), keys: text("Shift+A Enter") },
        "log.includes('click press trusted')",
    ),
    Kind {
        ready: Ready::Again("at.press.focus()"),
        ..kind(
            "press anywhere",
            &[],
            |_| Action::Press { target: None, keys: text("Enter") },
            "log.includes('click press trusted')",
        )
    },
    Kind {
        reached: "getSelection().type === 'Range' || log.length > 0",
        ..kind(
            "select text",
            &["Words"],
            |of| {
                let part = TextPart::Phrase { text: text("words"), nth: 1 };
                Action::SelectText { target: Some(of[0]), part }
            },
            "getSelection().toString() === 'words'",
        )
    },
    Kind {
        reached: "getSelection().type === 'Range'",
        ..kind(
            "select text of the page",
            &[],
            |_| {
                let part = TextPart::Phrase { text: text("words to"), nth: 1 };
                Action::SelectText { target: None, part }
            },
            "getSelection().toString() === 'words to'",
        )
    },
    Kind {
        ready: Ready::Named,
        ..kind(
            "copy",
            &["Name"],
            |of| Action::Copy { target: Some(of[0]) },
            "log.includes('copy name trusted Ada')",
        )
    },
    Kind {
        ready: Ready::Named,
        ..kind("cut", &["Name"], |of| Action::Cut { target: Some(of[0]) }, "at.name.value === ''")
    },
    kind(
        "paste",
        &["Name"],
        |of| Action::Paste { target: Some(of[0]), text: Some(text("Ada")) },
        "at.name.value === 'Ada'",
    ),
    kind(
        "select",
        &["Country"],
        |of| Action::Select { target: of[0], options: vec![text("Belgium")] },
        "at.country.value === 'be'",
    ),
    kind("check", &["Gift"], |of| Action::Check { target: of[0] }, "at.gift.checked"),
    kind("submit", &["Query"], |of| Action::Submit { target: of[0] }, "log.includes('submit form trusted')"),
    Kind {
        reached: "log.length > 0 || at.file.files.length > 0",
        ..kind("upload", &["File"], |of| file(of, false), "at.file.files.length === 1")
    },
    kind("drop a file", &["Box"], |of| file(of, true), "log.includes('drop box trusted')"),
    Kind {
        told: |report| report.effects.downloads.iter().any(|download| download.bytes == 12),
        ..kind(
            "download",
            &["Save"],
            |of| Action::Download { target: of[0] },
            "log.includes('click save trusted')",
        )
    },
    going("open", Ready::Pages(&["faulted.html"]), |_| Action::Open {
        url: super::super::support::Server::get().url("popup.html"),
    }),
    going("back", Ready::Pages(&["faulted.html", "popup.html"]), |_| Action::Back),
    going("forward", Ready::BackFrom("popup.html"), |_| Action::Forward),
    going("reload", Ready::Pages(&["faulted.html"]), |_| Action::Reload),
    Kind {
        ready: Ready::Pages(&["faulted.html"]),
        looks: false,
        ..looking("stop", &[], |_| Action::Stop, "document.readyState === 'complete'")
    },
    Kind {
        ready: Ready::Again("timer = setTimeout(() => { at.late.textContent = 'Late news'; }, 50)"),
        ..looking(
            "wait for text",
            &[],
            |_| Action::Wait(WaitFor::Text(text("Late news"))),
            "at.late.textContent === 'Late news'",
        )
    },
    looking("wait for an element", &["Press"], |of| Action::Wait(WaitFor::Element(of[0])), "true"),
    looking("wait for the network", &[], |_| Action::Wait(WaitFor::Network), "true"),
    looking("highlight", &["Press"], |of| Action::Highlight { target: Some(of[0]) }, "true"),
    Kind {
        ready: Ready::Dialog,
        ..kind(
            "dialog",
            &[],
            |_| Action::Dialog { accept: true, text: None },
            "log.includes('answered  trusted true')",
        )
    },
    Kind {
        ready: Ready::Plain,
        reached: "matchMedia('(prefers-color-scheme: dark)').matches || innerWidth !== 1280",
        ..kind(
            "emulate",
            &[],
            |_| {
                let emulation = Emulation {
                    viewport: Some((700, 600)),
                    colors: Some(Colors::Dark),
                    time_zone: Some(text("Asia/Tokyo")),
                    ..Emulation::default()
                };
                Action::Emulate { emulation, anew: false }
            },
            "matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 700 && Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'",
        )
    },
];
