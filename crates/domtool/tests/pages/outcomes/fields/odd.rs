//! Fields that format, filter, refuse, come late, or hear only keys.

use domtool::ErrorKind::{Disabled, NotActionable, ReadOnly, ValueRejected, WrongKind};

use super::{Do, Outcome, check, done, failed, made, refused};

const PAGE: &str = "forms-odd.html";

pub(in super::super) const FORMATTED: &[Outcome] = &[
    done(
        "a phone number that the page writes its way",
        PAGE,
        "Phone",
        Do::Fill("5551234567"),
        &["shows phone trusted (555) 123-4567"],
        &["holds \\\"(555) 123-4567\\\", which is \\\"5551234567\\\" as the page writes it"],
    ),
    done(
        "groups of four",
        PAGE,
        "Card",
        Do::Fill("4111111111111111"),
        &["shows card trusted 4111 1111 1111 1111"],
        &["as the page writes it"],
    ),
    done("thousands", PAGE, "Money", Do::Fill("1234.5"), &["shows money trusted 1,234.5"], &["1,234.5"]),
    done(
        "a mask that hears keys",
        PAGE,
        "Masked",
        Do::Fill("1231"),
        &["typed masked trusted 12/31"],
        &["12/31"],
    ),
    done(
        "a value that a framework owns",
        PAGE,
        "Controlled",
        Do::Fill("finish"),
        &["state controlled trusted finish"],
        &["finish"],
    ),
    made(
        "suggestions stay open",
        PAGE,
        "Seek",
        Do::Fill("sug"),
        "document.querySelectorAll('#hints li').length === 2 && document.activeElement.id === 'seek'",
        &["suggestion two"],
    ),
    done(
        "what a page takes at once",
        PAGE,
        "Taken",
        Do::Fill("four"),
        &["took taken trusted four"],
        &["emptied the field"],
    ),
    done(
        "a field that is drawn anew with the focus",
        PAGE,
        "Anew",
        Do::Fill("here"),
        &["input anew trusted here"],
        &["here"],
    ),
    made(
        "a step that does not fit",
        PAGE,
        "Even",
        Do::Fill("3"),
        "get('even').value === '3'",
        &["it is not valid: "],
    ),
    made(
        "half a mail address",
        PAGE,
        "Mail",
        Do::Fill("ada"),
        "get('mail').value === 'ada'",
        &["it is not valid: "],
    ),
    done(
        "right to left",
        PAGE,
        "Right",
        Do::Fill("שלום עולם"),
        &["input right trusted שלום עולם"],
        &["שלום"],
    ),
    done("pictures", PAGE, "Text", Do::Fill("a 👩‍👩‍👧 b 🎉"), &["input area trusted a 👩‍👩‍👧 b 🎉"], &["🎉"]),
    made(
        "a password",
        PAGE,
        "Secret",
        Do::Fill("hunter2"),
        "get('secret').value === 'hunter2'",
        &["is filled"],
    ),
    done(
        "an editor that draws late",
        PAGE,
        "Slow",
        Do::Fill("hello"),
        &["drew slow trusted hello"],
        &["hello"],
    ),
    made(
        "paragraphs are replaced",
        PAGE,
        "Paragraphs",
        Do::Fill("new"),
        "get('paragraphs').innerText.trim() === 'new'",
        &["new"],
    ),
    made(
        "lines in paragraphs",
        PAGE,
        "Paragraphs",
        Do::Fill("Dear Bob,\nthe second\n\nAda"),
        "get('paragraphs').innerText.split(/\\n+/).filter(line => line).join('|') === 'Dear Bob,|the second|Ada'",
        &["Ada"],
    ),
    done(
        "upper case",
        PAGE,
        "Upper",
        Do::Fill("x"),
        &["input upper trusted x", "shows upper trusted X"],
        &["as the page writes it"],
    ),
    done(
        "an editor in capitals",
        PAGE,
        "Caps",
        Do::Fill("hi"),
        &["drew caps trusted H", "drew caps trusted HI"],
        &["as the page writes it"],
    ),
    done("a spinbutton", PAGE, "Spin", Do::Fill("7"), &["turned spin trusted 7"], &["is at 7"]),
    done("a slider in words", PAGE, "Size", Do::Fill("Large"), &["turned size trusted 2"], &["is at Large"]),
    done("half steps", PAGE, "Halves", Do::Fill("-1.5"), &["input halves trusted -1.5"], &["-1.5"]),
    made(
        "a value between what keys reach",
        PAGE,
        "Smooth",
        Do::Fill("0.123456"),
        "get('smooth').value === '0.123456'",
        &["set by a script"],
    ),
];

pub(in super::super) const CHANGED: &[Outcome] = &[
    failed(
        "digits only",
        PAGE,
        "Digits",
        Do::Fill("12ab34"),
        ValueRejected,
        &[
            "input digits trusted 1",
            "shows digits trusted 1",
            "input digits trusted 12ab3",
            "shows digits trusted 123",
            "input digits trusted 1234",
            "shows digits trusted 1234",
        ],
        &["\"holds\":\"1234\""],
    ),
    failed(
        "cents",
        PAGE,
        "Cents",
        Do::Fill("5"),
        ValueRejected,
        // What arrived is not wiped to try it again.
        &["input cents trusted 5", "shows cents trusted 0.05"],
        &["0.05"],
    ),
    failed(
        "five letters",
        PAGE,
        "Short",
        Do::Fill("abcdefgh"),
        ValueRejected,
        &["input short trusted a", "input short trusted abcde"],
        &["\"holds\":\"abcde\""],
    ),
    failed(
        "what is changed late",
        PAGE,
        "Late",
        Do::Fill("b"),
        ValueRejected,
        &["input late trusted b"],
        &["\"holds\":\"not b\""],
    ),
    failed(
        "a slider that springs back",
        PAGE,
        "Stuck",
        Do::Fill("4"),
        ValueRejected,
        &["input stuck trusted 4", "shows stuck trusted 3"],
        &["\"holds\":\"3\""],
    ),
    failed(
        "a dial that hears no keys",
        PAGE,
        "Dead",
        Do::Fill("3"),
        ValueRejected,
        &[],
        &["\"holds\":\"1\""],
    ),
];

pub(in super::super) const MOMENTS: &[Outcome] = &[
    made(
        "a date whose keys are blocked",
        PAGE,
        "Locked day",
        Do::Fill("2026-02-03"),
        "get('locked').value === '2026-02-03'",
        &["set by a script"],
    ),
    done(
        "a year that is fixed by limits",
        PAGE,
        "Spring",
        Do::Fill("2026-04-30"),
        &["input spring trusted 2026-04-30"],
        &["2026-04-30"],
    ),
    made(
        "a date beyond its limits",
        PAGE,
        "Spring",
        Do::Fill("2026-05-25"),
        "get('spring').value === '2026-05-25'",
        &["it is not valid: "],
    ),
    done(
        "parts of a second",
        PAGE,
        "Exact",
        Do::Fill("23:59:58.007"),
        &["input exact trusted 23:59:58.007"],
        &["23:59:58.007"],
    ),
    done("an emptied date", PAGE, "Spring", Do::Clear, &["input spring trusted"], &["is empty"]),
    refused("no date", PAGE, "Spring", Do::Fill("tomorrow"), ValueRejected, &["YYYY-MM-DD"]),
    refused("the 30th of February", PAGE, "Spring", Do::Fill("2026-02-30"), ValueRejected, &["YYYY-MM-DD"]),
    refused(
        "seconds where there are none",
        "forms.html?in=main",
        "Clock",
        Do::Fill("09:30:15"),
        ValueRejected,
        &["has no seconds"],
    ),
    refused(
        "a slider's value beyond its end",
        PAGE,
        "Halves",
        Do::Fill("9"),
        ValueRejected,
        &["from -2 to 2", "the nearest is 2"],
    ),
    refused(
        "between a slider's steps",
        PAGE,
        "Halves",
        Do::Fill("0.3"),
        ValueRejected,
        &["the nearest is 0.5"],
    ),
    refused("no colour", "forms.html?in=main", "Colour", Do::Fill("reddish"), ValueRejected, &["#rrggbb"]),
    refused("beyond a dial's end", PAGE, "Spin", Do::Fill("12"), ValueRejected, &["a number from 1 to 9"]),
];

pub(in super::super) const HOPELESS: &[Outcome] = &[
    refused("read-only", PAGE, "Fixed", Do::Fill("x"), ReadOnly, &["is read-only"]),
    refused("a read-only date", PAGE, "Fixed day", Do::Fill("2026-01-02"), ReadOnly, &["is read-only"]),
    refused("said to be read-only", PAGE, "Said fixed", Do::Clear, ReadOnly, &["is read-only"]),
    refused("said to be disabled", PAGE, "Off", Do::Fill("x"), Disabled, &["is disabled"]),
    refused("disabled by its fieldset", PAGE, "Fieldset", Do::Fill("x"), Disabled, &["is disabled"]),
    refused("a select in such a one", PAGE, "Fieldset list", Do::Select(&["B"]), Disabled, &["is disabled"]),
    refused("a checkbox in such a one", PAGE, "Fieldset box", Do::Check, Disabled, &["is disabled"]),
    refused("a slider is never empty", PAGE, "Halves", Do::Clear, WrongKind, &["always holds a number"]),
    failed(
        "a field that gives the focus away also when it is clicked",
        PAGE,
        "Thief",
        Do::Fill("loot"),
        NotActionable,
        &[],
        &["does not take the focus"],
    ),
];

#[test]
fn that_format_or_come_late() {
    check(FORMATTED);
}

#[test]
fn that_change_or_refuse() {
    check(CHANGED);
}

#[test]
fn of_dates_and_limits() {
    check(MOMENTS);
}

#[test]
fn that_take_nothing() {
    check(HOPELESS);
}
