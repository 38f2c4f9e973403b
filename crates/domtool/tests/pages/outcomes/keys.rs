//! Keys, text selections and the clipboard.

use domtool::{Action, ElementId, ErrorKind, TextPart};

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[KEYS, EDITING, CONTROLS, SELECTED, CLIPPED];

/// A row on `keyboard.html`.
const fn row(what: &'static str, target: &'static str, keys: &'static str, then: Truth) -> Outcome {
    Outcome { what, page: "keyboard.html", target, act: Act::Plain(Do::Press(keys)), then }
}

const fn notes(notes: &'static [&'static str]) -> Truth {
    Truth::Done { notes, says: &["\"action\":\"press\""] }
}

const KEYS: &[Outcome] = &[
    row(
        "a letter",
        "Pad",
        "a",
        notes(&[
            "keydown a trusted KeyA 65 at 0",
            "keypress a trusted KeyA 97 at 0",
            "keyup a trusted KeyA 65 at 0",
        ]),
    ),
    row(
        "a capital has its Shift around it",
        "Pad",
        "A",
        notes(&[
            "keydown Shift trusted ShiftLeft 16 at 1 shift",
            "keydown A trusted KeyA 65 at 0 shift",
            "keypress A trusted KeyA 65 at 0 shift",
            "keyup A trusted KeyA 65 at 0 shift",
            "keyup Shift trusted ShiftLeft 16 at 1",
        ]),
    ),
    row(
        "modifiers come up in the other order, each without itself",
        "Pad",
        "Control+Shift+ArrowLeft",
        notes(&[
            "keydown Control trusted ControlLeft 17 at 1 ctrl",
            "keydown Shift trusted ShiftLeft 16 at 1 ctrl+shift",
            "keydown ArrowLeft trusted ArrowLeft 37 at 0 ctrl+shift",
            "keyup ArrowLeft trusted ArrowLeft 37 at 0 ctrl+shift",
            "keyup Shift trusted ShiftLeft 16 at 1 ctrl",
            "keyup Control trusted ControlLeft 17 at 1",
        ]),
    ),
    row(
        "three presses are three",
        "Pad",
        "ArrowDown x3",
        Truth::Made {
            is: "log.filter(l => l === 'keydown ArrowDown trusted ArrowDown 40 at 0').length === 3 && log.filter(l => l.startsWith('keyup')).length === 3",
            says: &["pressed ArrowDown x3"],
        },
    ),
    row(
        "a key that is held repeats and comes up once",
        "Pad",
        "ArrowDown x3 held",
        Truth::Made {
            is: "log.join() === ['keydown ArrowDown trusted ArrowDown 40 at 0', 'keydown ArrowDown trusted ArrowDown 40 at 0 again', 'keydown ArrowDown trusted ArrowDown 40 at 0 again', 'keyup ArrowDown trusted ArrowDown 40 at 0'].join()",
            says: &["x3 held"],
        },
    ),
    row(
        "modifiers stay down while a chord is repeated",
        "Pad",
        "Shift+F3 x2",
        Truth::Made {
            is: "log.filter(l => l.startsWith('keydown Shift')).length === 1 && log.filter(l => l === 'keydown F3 trusted F3 114 at 0 shift').length === 2",
            says: &[],
        },
    ),
    row(
        "a sequence",
        "Pad",
        "g i",
        notes(&["keyup g trusted KeyG 71 at 0", "keydown i trusted KeyI 73 at 0"]),
    ),
    row("the last function key", "Pad", "F24", notes(&["keydown F24 trusted F24 135 at 0"])),
    row(
        "a key of the pad",
        "Pad",
        "Numpad7",
        notes(&["keydown 7 trusted Numpad7 103 at 3", "keypress 7 trusted Numpad7 55 at 3"]),
    ),
    row(
        "Enter of the pad",
        "Pad",
        "NumpadEnter",
        notes(&["keydown Enter trusted NumpadEnter 13 at 3", "keypress Enter trusted NumpadEnter 13 at 3"]),
    ),
    row(
        "the right one of two",
        "Pad",
        "ShiftRight",
        notes(&["keydown Shift trusted ShiftRight 16 at 2 shift", "keyup Shift trusted ShiftRight 16 at 2"]),
    ),
    row(
        "the Windows key and a letter",
        "Pad",
        "Meta+K",
        notes(&["keydown k trusted KeyK 75 at 0 meta", "keyup Meta trusted MetaLeft 91 at 1"]),
    ),
    row(
        "locks and their like",
        "Pad",
        "CapsLock NumLock ScrollLock Pause ContextMenu Insert",
        notes(&[
            "keydown CapsLock trusted CapsLock 20 at 0",
            "keydown NumLock trusted NumLock 144 at 0",
            "keydown Pause trusted Pause 19 at 0",
            "keydown Insert trusted Insert 45 at 0",
        ]),
    ),
    row(
        "a sign of the second level",
        "Pad",
        "?",
        notes(&["keydown ? trusted Slash 191 at 0 shift", "keypress ? trusted Slash 63 at 0 shift"]),
    ),
    row("another word for a key", "Pad", "esc", notes(&["keydown Escape trusted Escape 27 at 0"])),
];

const EDITING: &[Outcome] = &[
    row(
        "a letter into a field comes in a person's order",
        "Line",
        "End x",
        notes(&[
            "keydown x trusted KeyX 88 at 0",
            "keypress x trusted KeyX 120 at 0",
            "beforeinput line trusted insertText",
            "input line trusted insertText",
            "keyup x trusted KeyX 88 at 0",
        ]),
    ),
    row(
        "all of it away",
        "Line",
        "ControlOrMeta+A Backspace",
        Truth::Made { is: "document.getElementById('line').value === ''", says: &["pressed"] },
    ),
    row(
        "a word backwards",
        "Line",
        "End Control+Backspace",
        notes(&["beforeinput line trusted deleteWordBackward", "input line trusted deleteWordBackward"]),
    ),
    row("a word forwards", "Line", "Home Control+Delete", notes(&["input line trusted deleteWordForward"])),
    row(
        "words selected and replaced",
        "Line",
        "End Control+Shift+ArrowLeft x2 X",
        Truth::Made { is: "document.getElementById('line').value === 'one X'", says: &[] },
    ),
    row(
        "undone",
        "Line",
        "End x ControlOrMeta+Z",
        notes(&["input line trusted insertText", "input line trusted historyUndo"]),
    ),
    row(
        "done again",
        "Line",
        "End x ControlOrMeta+Z ControlOrMeta+Shift+Z",
        Truth::Made {
            is: "log.includes('input line trusted historyRedo') && document.getElementById('line').value.endsWith('x')",
            says: &[],
        },
    ),
    row(
        "a line break in a text area",
        "Sheet",
        "Control+Home End Enter",
        notes(&["beforeinput sheet trusted insertLineBreak", "input sheet trusted insertLineBreak"]),
    ),
    row(
        "a soft line break in a rich text",
        "Rich",
        "Shift+Enter",
        notes(&["keydown Enter trusted Enter 13 at 0 shift", "input rich trusted insertLineBreak"]),
    ),
    row(
        "the end of a line selected",
        "Sheet",
        "Control+Home Shift+End Delete",
        Truth::Made { is: "document.getElementById('sheet').value === '\\nsecond line'", says: &[] },
    ),
    Outcome {
        what: "typed text comes in a person's order, with Shift for capitals",
        page: "keyboard.html",
        target: "Line",
        act: Act::Plain(Do::Type("aB")),
        then: Truth::Done {
            notes: &[
                "keydown a trusted KeyA 65 at 0",
                "keypress a trusted KeyA 97 at 0",
                "beforeinput line trusted insertText",
                "input line trusted insertText",
                "keyup a trusted KeyA 65 at 0",
                "keydown Shift trusted ShiftLeft 16 at 1 shift",
                "keydown B trusted KeyB 66 at 0 shift",
                "keypress B trusted KeyB 66 at 0 shift",
                "input line trusted insertText",
                "keyup B trusted KeyB 66 at 0 shift",
                "keyup Shift trusted ShiftLeft 16 at 1",
            ],
            says: &["typed 2 characters"],
        },
    },
];

const CONTROLS: &[Outcome] = &[
    row(
        "Enter sends a form",
        "Field",
        "o k Enter",
        notes(&["keydown Enter trusted Enter 13 at 0", "submit form trusted ok"]),
    ),
    row(
        "Space presses a button as it comes up",
        "Push",
        "Space",
        notes(&[
            "keydown Space trusted Space 32 at 0",
            "keyup Space trusted Space 32 at 0",
            "click push trusted",
        ]),
    ),
    row(
        "Enter presses a button as it goes down",
        "Push",
        "Enter",
        notes(&["keydown Enter trusted Enter 13 at 0", "click push trusted"]),
    ),
    row("an access key", "Line", "Alt+Q", notes(&["click push trusted"])),
    row(
        "Tab moves the focus, which is told",
        "Line",
        "Tab",
        Truth::Made { is: "document.activeElement.id === 'sheet'", says: &["\"focus\":\"e"] },
    ),
    row(
        "Shift+Tab moves it back",
        "Sheet",
        "Shift+Tab",
        Truth::Made { is: "document.activeElement.id === 'line'", says: &["\"focus\":\"e"] },
    ),
    row("Escape closes a dialog", "Ask me", "Enter Escape", notes(&["close box trusted"])),
    Outcome {
        what: "a key where nothing has the focus",
        page: "keyboard.html",
        target: "",
        act: Act::Free(|| Action::press(None, "Tab".parse().unwrap())),
        then: Truth::Made { is: "document.activeElement.id === 'pad'", says: &["\"focus\":\"e"] },
    },
];

/// A row on `clipboard.html`.
const fn on_target(
    what: &'static str,
    target: &'static str,
    action: fn(ElementId) -> Action,
    then: Truth,
) -> Outcome {
    Outcome { what, page: "clipboard.html", target, act: Act::Of(action), then }
}

const fn free(what: &'static str, action: fn() -> Action, then: Truth) -> Outcome {
    Outcome { what, page: "clipboard.html", target: "", act: Act::Free(action), then }
}

fn phrase(text: &str, nth: u32) -> TextPart {
    TextPart::phrase(text, nth)
}

const SELECTED: &[Outcome] = &[
    free(
        "words of the page that stand in several nodes",
        || Action::select_text(None, phrase("quick brown fox", 1)),
        Truth::Made { is: "selected() === 'quick brown fox'", says: &["selected \\\"quick brown fox\\\""] },
    ),
    free(
        "the second of two",
        || Action::select_text(None, phrase("the fox", 1)),
        Truth::Made { is: "selected() === 'The fox'", says: &["the fox"] },
    ),
    free(
        "words that are not there",
        || Action::select_text(None, phrase("no such words", 1)),
        Truth::Refused { kind: ErrorKind::NotFound, says: &["is not in the page's text"] },
    ),
    on_target(
        "a phrase of a field",
        "From",
        |id| Action::select_text(Some(id.into()), phrase("beta", 1)),
        Truth::Made {
            is: "get('from').selectionStart === 6 && get('from').selectionEnd === 10",
            says: &["select_text"],
        },
    ),
    on_target(
        "characters of a field",
        "Area",
        |id| Action::select_text(Some(id.into()), TextPart::range(6, 10)),
        Truth::Made {
            is: "get('area').selectionStart === 6 && get('area').selectionEnd === 10",
            says: &["selected 4 characters"],
        },
    ),
    on_target(
        "all of a rich text",
        "Rich",
        |id| Action::select_text(Some(id.into()), TextPart::All),
        Truth::Made {
            is: "selected() === 'some bold words' && document.activeElement.id === 'rich'",
            says: &["selected 15 characters"],
        },
    ),
    on_target(
        "all of a field whose kind knows no other selection",
        "Mail",
        |id| Action::select_text(Some(id.into()), TextPart::All),
        Truth::Made { is: "selected() === 'a@example.org'", says: &["selected 13 characters"] },
    ),
    on_target(
        "a part of such a field",
        "Mail",
        |id| Action::select_text(Some(id.into()), phrase("example", 1)),
        Truth::Refused { kind: ErrorKind::WrongKind, says: &["only all can be selected"] },
    ),
    on_target(
        "the third of one",
        "From",
        |id| Action::select_text(Some(id.into()), phrase("beta", 3)),
        Truth::Refused { kind: ErrorKind::NotFound, says: &["1 times, and number 3"] },
    ),
];

const CLIPPED: &[Outcome] = &[
    // The first, before anything is copied.
    free(
        "nothing to paste",
        || Action::paste(None, None),
        Truth::Refused { kind: ErrorKind::NotFound, says: &["nothing was copied in this session"] },
    ),
    on_target(
        "all of a field copied",
        "From",
        |id| Action::copy(Some(id.into())),
        Truth::Done { notes: &["copy from trusted"], says: &["copied 16 characters"] },
    ),
    on_target(
        "all of a field cut",
        "From",
        |id| Action::cut(Some(id.into())),
        Truth::Done {
            notes: &[
                "cut from trusted",
                "beforeinput from trusted deleteByCut",
                "input from trusted deleteByCut",
            ],
            says: &["cut 16 characters"],
        },
    ),
    on_target(
        "a text pasted",
        "To",
        |id| Action::paste(Some(id.into()), Some("one\ttwo".to_owned())),
        Truth::Done {
            notes: &[
                "paste to trusted one\ttwo",
                "beforeinput to trusted insertFromPaste",
                "input to trusted insertFromPaste",
            ],
            says: &["pasted 7 characters"],
        },
    ),
    on_target(
        "a paste that the page places itself",
        "Own",
        |id| Action::paste(Some(id.into()), Some("abc".to_owned())),
        Truth::Made { is: "get('own').value === 'ABC'", says: &["the page took it upon itself"] },
    ),
    on_target(
        "more than the field takes",
        "Short",
        |id| Action::paste(Some(id.into()), Some("abcdefgh".to_owned())),
        Truth::Failed {
            kind: ErrorKind::ValueRejected,
            notes: &[
                "paste short trusted abcdefgh",
                "beforeinput short trusted insertFromPaste",
                "input short trusted insertFromPaste",
            ],
            says: &["abcde"],
        },
    ),
    on_target(
        "into a field that cannot be changed",
        "Locked",
        |id| Action::paste(Some(id.into()), Some("x".to_owned())),
        Truth::Refused { kind: ErrorKind::ReadOnly, says: &["read-only"] },
    ),
    on_target(
        "cut from such a field",
        "Locked",
        |id| Action::cut(Some(id.into())),
        Truth::Refused { kind: ErrorKind::ReadOnly, says: &["read-only"] },
    ),
    on_target(
        "a password cannot be copied",
        "Secret",
        |id| Action::copy(Some(id.into())),
        Truth::Failed { kind: ErrorKind::NoEffect, notes: &[], says: &["nothing was copied"] },
    ),
    free(
        "nothing selected to copy",
        || Action::copy(None),
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["copy BODY trusted"],
            says: &["nothing is selected"],
        },
    ),
];

#[test]
fn that_select() {
    check(SELECTED);
}

#[test]
fn of_the_clipboard() {
    check(CLIPPED);
}

#[test]
fn as_a_keyboard_sends_them() {
    check(KEYS);
}

#[test]
fn into_texts() {
    check(EDITING);
}

#[test]
fn that_operate_controls() {
    check(CONTROLS);
}

#[test]
fn that_are_none() {
    // Keys are understood before anything is sent: one wrong key of several sends none.
    for (keys, says) in [
        ("Entr", "did you mean Enter?"),
        ("a b Contrl+C", "did you mean Control?"),
        ("Ctrl-Shift-K", "Ctrl+Shift+K"),
        ("a x501", "1 to 500"),
    ] {
        let error = keys.parse::<domtool::Keys>().expect_err("they are none");
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{keys}");
        let told = format!("{error} {}", error.hint());
        assert!(told.contains(says), "{keys}: {told}");
    }
}
