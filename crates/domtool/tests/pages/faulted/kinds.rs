//! The kinds of action, each with what it is to find, and what the page has to say of it.

use std::path::PathBuf;

use domtool::{
    Action, Button, Click, Colors, Drag, DragTo, ElementId, Emulation, Modifiers, Report, ScrollBy, TextPart,
    Upload, WaitFor, Wheel,
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
    let upload = if drop { Upload::dropped(of[0], vec![file]) } else { Upload::new(of[0], vec![file]) };
    Action::from(upload)
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
        |of| Action::Click(click(of).with_count(2)),
        "log.includes('dblclick press trusted')",
    ),
    kind(
        "right click",
        &["Press"],
        |of| Action::Click(click(of).with_button(Button::Right)),
        "log.includes('contextmenu press trusted')",
    ),
    kind(
        "held click",
        &["Press"],
        |of| {
            let modifiers = Modifiers::CONTROL | Modifiers::SHIFT;
            Action::Click(click(of).with_modifiers(modifiers))
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
            |of| Action::hover(of[0]),
            "log.includes('mouseenter tip trusted')",
        )
    },
    kind(
        "send click event",
        &["Press"],
        |of| Action::send_click_event(of[0]),
        "log.includes('click press untrusted')",
    ),
    kind(
        "drag",
        &["Parcel", "Box"],
        |of| Action::drag(of[0], of[1]),
        "log.includes('drop box trusted a parcel')",
    ),
    kind(
        "slide",
        &["Knob"],
        |of| {
            let modifiers = Modifiers::default();
            Action::from(Drag::to(of[0], DragTo::By(100.0, 0.0)).with_modifiers(modifiers))
        },
        "at.knob.style.left === '100px'",
    ),
    kind("wheel", &[], |_| Action::from(Wheel::new(0.0, 200.0)), "log.includes('scroll  trusted')"),
    kind(
        "wheel over",
        &["List"],
        |of| Action::from(Wheel::new(0.0, 100.0).over(of[0])),
        "at.list.scrollTop > 0",
    ),
    kind("scroll", &[], |_| Action::scroll(None, ScrollBy::Pages(1.0)), "scrollY > 0"),
    kind(
        "scroll a box",
        &["List"],
        |of| Action::scroll(Some(of[0].into()), ScrollBy::Bottom),
        "at.list.scrollTop > 0",
    ),
    kind(
        "scroll into view",
        &["Far"],
        |of| Action::scroll(Some(of[0].into()), ScrollBy::IntoView),
        "scrollY > 0",
    ),
    kind("chunk", &[], |_| Action::next_chunk(None), "scrollY > 0"),
    kind("fill", &["Name"], |of| Action::fill(of[0], text("Ada")), "at.name.value === 'Ada'"),
    kind("fill a number", &["Level"], |of| Action::fill(of[0], text("42")), "at.level.value === '42'"),
    kind(
        "fill a date",
        &["Day"],
        |of| Action::fill(of[0], text("2026-02-28")),
        "at.day.value === '2026-02-28'",
    ),
    kind(
        "fill rich text",
        &["Rich"],
        |of| Action::fill(of[0], text("Some words")),
        "at.rich.innerText.trim() === 'Some words'",
    ),
    kind("type", &["Name"], |of| Action::type_text(Some(of[0].into()), text("Ad")), "at.name.value === 'Ad'"),
    Kind {
        ready: Ready::Again("at.name.focus()"),
        ..kind("type anywhere", &[], |_| Action::type_text(None, text("Ad")), "at.name.value === 'Ad'")
    },
    Kind {
        ready: Ready::Named,
        ..kind("clear", &["Name"], |of| Action::clear(of[0]), "at.name.value === ''")
    },
    kind(
        "press",
        &["Press"],
        |of| Action::press(Some(of[0].into()), text("Shift+A Enter").parse().unwrap()),
        "log.includes('click press trusted')",
    ),
    Kind {
        ready: Ready::Again("at.press.focus()"),
        ..kind(
            "press anywhere",
            &[],
            |_| Action::press(None, text("Enter").parse().unwrap()),
            "log.includes('click press trusted')",
        )
    },
    Kind {
        reached: "getSelection().type === 'Range' || log.length > 0",
        ..kind(
            "select text",
            &["Words"],
            |of| {
                let part = TextPart::phrase(text("words"), 1);
                Action::select_text(Some(of[0].into()), part)
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
                let part = TextPart::phrase(text("words to"), 1);
                Action::select_text(None, part)
            },
            "getSelection().toString() === 'words to'",
        )
    },
    Kind {
        ready: Ready::Named,
        ..kind(
            "copy",
            &["Name"],
            |of| Action::copy(Some(of[0].into())),
            "log.includes('copy name trusted Ada')",
        )
    },
    Kind {
        ready: Ready::Named,
        ..kind("cut", &["Name"], |of| Action::cut(Some(of[0].into())), "at.name.value === ''")
    },
    kind(
        "paste",
        &["Name"],
        |of| Action::paste(Some(of[0].into()), Some(text("Ada"))),
        "at.name.value === 'Ada'",
    ),
    kind("select", &["Country"], |of| Action::select(of[0], [text("Belgium")]), "at.country.value === 'be'"),
    kind("check", &["Gift"], |of| Action::check(of[0]), "at.gift.checked"),
    kind("submit", &["Query"], |of| Action::submit(of[0]), "log.includes('submit form trusted')"),
    Kind {
        reached: "log.length > 0 || at.file.files.length > 0",
        ..kind("upload", &["File"], |of| file(of, false), "at.file.files.length === 1")
    },
    kind("drop a file", &["Box"], |of| file(of, true), "log.includes('drop box trusted')"),
    Kind {
        told: |report| report.effects.downloads.iter().any(|download| download.bytes == 12),
        ..kind("download", &["Save"], |of| Action::download(of[0]), "log.includes('click save trusted')")
    },
    going("open", Ready::Pages(&["faulted.html"]), |_| {
        Action::open(super::super::support::Server::get().url("popup.html"))
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
            |_| Action::wait(WaitFor::Text(text("Late news"))),
            "at.late.textContent === 'Late news'",
        )
    },
    looking("wait for an element", &["Press"], |of| Action::wait(WaitFor::Element(of[0].into())), "true"),
    looking("wait for the network", &[], |_| Action::wait(WaitFor::Network), "true"),
    looking("highlight", &["Press"], |of| Action::highlight(Some(of[0].into())), "true"),
    Kind {
        ready: Ready::Dialog,
        ..kind("dialog", &[], |_| Action::accept_dialog(None), "log.includes('answered  trusted true')")
    },
    Kind {
        ready: Ready::Plain,
        reached: "matchMedia('(prefers-color-scheme: dark)').matches || innerWidth !== 1280",
        ..kind(
            "emulate",
            &[],
            |_| {
                let emulation = Emulation::default()
                    .with_viewport((700, 600))
                    .with_colors(Colors::Dark)
                    .with_time_zone(text("Asia/Tokyo"));
                Action::emulate(emulation)
            },
            "matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 700 && Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'",
        )
    },
];
