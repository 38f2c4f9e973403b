//! Fields and lists as widely used libraries make them.

use domtool::ErrorKind::{ReadOnly, ValueRejected};

use super::{Act, Do, Outcome, Truth, check, done, failed, made, refused};

const PAGE: &str = "apps.html";

pub(in super::super) const EDITORS: &[Outcome] = &[
    done(
        "an editor that draws its text, without its own indenting and closing",
        PAGE,
        "Code",
        Do::Fill("if (a) {\n  b()\n}"),
        &["edit code trusted if (a) {/  b()/}"],
        &["holds", "\"evidence\":\"verified\""],
    ),
    done("that editor emptied", PAGE, "Code", Do::Clear, &["edit code trusted"], &["is empty"]),
    done(
        "that editor written in key by key, which closes the bracket itself",
        PAGE,
        "Code",
        Do::Type("{"),
        &["edit code trusted old/text{}"],
        &["typed 1 characters at the end", "\"evidence\":\"effect\""],
    ),
    failed(
        "an editor that takes no digits",
        PAGE,
        "Strict",
        Do::Fill("a1b2"),
        ValueRejected,
        &["edit strict trusted ab"],
        &["holds something else", "\"ab\""],
    ),
    done(
        "an editor by the field that it has for input methods",
        PAGE,
        "Drawn",
        Do::Fill("a\nb"),
        &["edit drawn trusted a/b"],
        &["holds", "\"evidence\":\"verified\""],
    ),
    done(
        "an editor that keeps a character without width",
        PAGE,
        "Blank",
        Do::Clear,
        &["input blank trusted"],
        &["is empty"],
    ),
];

pub(in super::super) const MASKS: &[Outcome] = &[
    made(
        "a mask is filled",
        PAGE,
        "Birthday",
        Do::Fill("04/03/2026"),
        "real.get.call(get('birthday')) === '04/03/2026'",
        &["holds"],
    ),
    Outcome {
        what: "a mask is emptied, and shows its blanks",
        page: PAGE,
        target: "Birthday",
        act: Act::After("get('birthday').focus(), setBirthday('04032026')", |target| {
            Do::Clear.action(target)
        }),
        then: Truth::Made {
            is: "real.get.call(get('birthday')) === 'dd/mm/yyyy'",
            says: &["is empty", "blanks", "\"evidence\":\"verified\""],
        },
    },
    made(
        "a mask is written in where its first blank is",
        PAGE,
        "Birthday",
        Do::Type("04"),
        "real.get.call(get('birthday')) === '04/mm/yyyy'",
        &["typed 2 characters"],
    ),
    made(
        "a number that gets its cents",
        PAGE,
        "Price",
        Do::Fill("1234.5"),
        "get('price').value === '1,234.50'",
        &["as the page writes it"],
    ),
];

pub(in super::super) const CHOICES: &[Outcome] = &[
    refused(
        "a field that a calendar fills",
        PAGE,
        "Arrival",
        Do::Fill("2026-06-05"),
        ReadOnly,
        &["select what that offers"],
    ),
    done(
        "a day of that calendar",
        PAGE,
        "Arrival",
        Do::Select(&["June 5, 2026"]),
        &["chose arrival trusted 2026-06-05"],
        &["it shows \\\"2026-06-05\\\" now"],
    ),
    done(
        "a suggestion of a field that says nothing of them",
        PAGE,
        "Language",
        Do::Select(&["JavaScript"]),
        &["chose language trusted JavaScript"],
        &["is set to JavaScript", "\"evidence\":\"verified\"", "\"messages\":[]"],
    ),
    done(
        "a choice that nothing shows",
        PAGE,
        "Mute",
        Do::Select(&["Two"]),
        &["chose mute trusted Two"],
        &["nothing in the page tells", "\"evidence\":\"effect\""],
    ),
    done(
        "several of what opens",
        PAGE,
        "Tags",
        Do::Select(&["Red", "Blue"]),
        &["chose tags trusted Red,Blue"],
        &["Blue is chosen in", "which shows \\\"Red Blue\\\""],
    ),
];

const OWN_CARET: &str = "editors-own-caret.html";

pub(in super::super) const CARETS: &[Outcome] = &[
    made(
        "an editor that keeps a caret of its own, at whose end what is typed stands",
        OWN_CARET,
        "Own caret",
        Do::Type("XY"),
        "window.held === 'one twoXY' && document.getElementById('own').textContent === window.held",
        &["typed 2 characters"],
    ),
    failed(
        "an editor that does not let itself be emptied",
        OWN_CARET,
        "Insists",
        Do::Clear,
        ValueRejected,
        &[],
        &["never gone"],
    ),
];

#[test]
fn editors_with_a_caret_of_their_own() {
    check(CARETS);
}

#[test]
fn editors_of_pages_own_making() {
    check(EDITORS);
}

#[test]
fn masks_and_their_blanks() {
    check(MASKS);
}

#[test]
fn choices_that_say_little() {
    check(CHOICES);
}
