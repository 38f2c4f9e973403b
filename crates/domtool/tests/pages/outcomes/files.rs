//! Uploads and downloads.

use std::path::PathBuf;

use domtool::{Action, ElementId, ErrorKind, Upload};

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[INPUTS, CHOOSERS, DROPS, REFUSED, DOWNLOADS];

/// A file of `fixtures/upload`.
fn file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload")).join(name)
}

fn upload(target: ElementId, names: &[&str]) -> Action {
    Action::from(Upload::new(target, names.iter().map(|name| file(name)).collect()))
}

fn drop_on(target: ElementId, names: &[&str]) -> Action {
    Action::from(Upload::dropped(target, names.iter().map(|name| file(name)).collect()))
}

const fn row(
    what: &'static str,
    target: &'static str,
    action: fn(ElementId) -> Action,
    then: Truth,
) -> Outcome {
    Outcome { what, page: "files.html", target, act: Act::Of(action), then }
}

const ONE: fn(ElementId) -> Action = |id| upload(id, &["one.txt"]);
const TWO: fn(ElementId) -> Action = |id| upload(id, &["one.txt", "two.txt"]);
const FOLDER: fn(ElementId) -> Action = |id| upload(id, &["folder"]);
const SAVE: fn(ElementId) -> Action = |id| Action::download(id);

const INPUTS: &[Outcome] = &[
    row(
        "a file into an input",
        "File",
        ONE,
        Truth::Done {
            notes: &["input file trusted one.txt:4", "change file trusted one.txt:4"],
            says: &["\"action\":\"upload\"", "one.txt (4 bytes)"],
        },
    ),
    row(
        "two files into an input that takes several",
        "Many",
        TWO,
        Truth::Done {
            notes: &["change many trusted one.txt:4,two.txt:8"],
            says: &["one.txt (4 bytes), two.txt (8 bytes)"],
        },
    ),
    row(
        "a folder",
        "Folder",
        FOLDER,
        Truth::Done {
            notes: &["change folder trusted folder/a.txt:2,folder/inner/b.txt:3"],
            says: &["a.txt (2 bytes)"],
        },
    ),
    row(
        "what the input does not ask for, as a person may choose it",
        "Pictures",
        ONE,
        Truth::Done {
            notes: &["change pictures trusted one.txt:4"],
            says: &["it asks for .png, .jpg, which one.txt is not"],
        },
    ),
    row(
        "an input that empties itself at once",
        "Eager",
        ONE,
        Truth::Done { notes: &["input eager trusted one.txt:4"], says: &["one.txt (4 bytes)"] },
    ),
    row(
        "an input that is moved away behind its label",
        "Styled",
        ONE,
        Truth::Done { notes: &["change styled trusted one.txt:4"], says: &["one.txt"] },
    ),
];

const CHOOSERS: &[Outcome] = &[
    row(
        "a button with a hidden input behind it",
        "Choose",
        ONE,
        Truth::Done {
            notes: &["change hidden trusted one.txt:4"],
            says: &["one.txt (4 bytes)", "\"name\":\"Choose\""],
        },
    ),
    row(
        "a button with a hidden input that takes several",
        "Choose many",
        TWO,
        Truth::Done { notes: &["change hidden-many trusted one.txt:4,two.txt:8"], says: &["two.txt"] },
    ),
    row(
        "a button with an input that is in no document",
        "Loose",
        ONE,
        Truth::Done { notes: &["change loose trusted one.txt:4"], says: &["one.txt"] },
    ),
    row(
        "a chooser that opens after a request",
        "Later",
        ONE,
        Truth::Done { notes: &["change hidden trusted one.txt:4"], says: &["one.txt"] },
    ),
    Outcome {
        what: "a click that opens a chooser is told what to do, and nothing hangs",
        page: "files.html",
        target: "Choose",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "get('hidden').files.length === 0",
            says: &["a file chooser opened: use upload", "\"choosers\":[{\"multiple\":false}]"],
        },
    },
    Outcome {
        what: "a click on a file input as well",
        page: "files.html",
        target: "Many",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "get('many').files.length === 0",
            says: &["\"choosers\":[{\"multiple\":true}]"],
        },
    },
];

const DROPS: &[Outcome] = &[
    row(
        "files dropped on a place that takes them",
        "Zone",
        |id| drop_on(id, &["one.txt", "two.txt"]),
        Truth::Done {
            notes: &["drop zone trusted one.txt:4,two.txt:8"],
            says: &["dropped one.txt (4 bytes), two.txt (8 bytes)", "unconfirmed: nothing shows"],
        },
    ),
    row(
        "files held over a place that takes none",
        "Stone",
        |id| drop_on(id, &["one.txt"]),
        Truth::Failed {
            kind: ErrorKind::WrongKind,
            notes: &[],
            says: &["takes no files that are dropped on it"],
        },
    ),
];

const REFUSED: &[Outcome] = &[
    row(
        "two files for an input that takes one",
        "File",
        TWO,
        Truth::Refused { kind: ErrorKind::WrongKind, says: &["takes one file, not 2"] },
    ),
    row(
        "a file that is not there",
        "File",
        |id| upload(id, &["missing.txt"]),
        Truth::Refused { kind: ErrorKind::InvalidInput, says: &["missing.txt: there is no such file"] },
    ),
    row(
        "one of several that is not there",
        "Many",
        |id| upload(id, &["one.txt", "missing.txt"]),
        Truth::Refused { kind: ErrorKind::InvalidInput, says: &["missing.txt"] },
    ),
    row(
        "a folder for an input that takes files",
        "Many",
        FOLDER,
        Truth::Refused { kind: ErrorKind::WrongKind, says: &["takes files, not a folder"] },
    ),
    row(
        "a file for an input that takes a folder",
        "Folder",
        ONE,
        Truth::Refused { kind: ErrorKind::WrongKind, says: &["takes one folder"] },
    ),
    row("a disabled input", "Off", ONE, Truth::Refused { kind: ErrorKind::Disabled, says: &["is disabled"] }),
    row(
        "no file at all",
        "File",
        |id| upload(id, &[]),
        Truth::Refused { kind: ErrorKind::InvalidInput, says: &["no file is named"] },
    ),
    row(
        "two files for a chooser that takes one",
        "Choose",
        TWO,
        Truth::Failed { kind: ErrorKind::WrongKind, notes: &[], says: &["takes one file"] },
    ),
    row(
        "a button that opens no chooser",
        "Idle",
        ONE,
        Truth::Failed {
            kind: ErrorKind::WrongKind,
            notes: &["click idle trusted"],
            says: &["opened no file chooser", "only where that is asked for"],
        },
    ),
    row(
        "a chooser of the system's, with no input behind it",
        "Picker",
        ONE,
        Truth::Failed {
            kind: ErrorKind::WrongKind,
            notes: &["picker AbortError trusted"],
            says: &["no file input behind it"],
        },
    ),
];

const DOWNLOADS: &[Outcome] = &[
    row(
        "a link that the server answers with a file",
        "Report",
        SAVE,
        Truth::Made {
            is: "true",
            says: &["downloaded report.txt (11 bytes) at /", "\"state\":\"completed\"", "\"bytes\":11"],
        },
    ),
    row(
        "a download that takes its time",
        "Slow",
        SAVE,
        Truth::Made { is: "true", says: &["downloaded slow.bin (200000 bytes)"] },
    ),
    row(
        "a link to what the page holds",
        "Blob",
        SAVE,
        Truth::Made { is: "true", says: &["downloaded blob.txt (6 bytes)"] },
    ),
    row(
        "a button whose script makes a file of an answer",
        "Made",
        SAVE,
        Truth::Made { is: "true", says: &["downloaded made.txt (5 bytes)"] },
    ),
    row(
        "a link that opens a tab for it",
        "In a tab",
        SAVE,
        Truth::Made { is: "true", says: &["downloaded tab.txt (5 bytes)"] },
    ),
    Outcome {
        what: "a plain click that downloads tells of it",
        page: "files.html",
        target: "Report",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "true",
            says: &["name=report.txt", "\"state\":\"completed\"", "\"requests\":[]"],
        },
    },
    row(
        "a click that downloads nothing",
        "Idle",
        SAVE,
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["click idle trusted"],
            says: &["no download began"],
        },
    ),
    row(
        "a download that is cut off",
        "Cut",
        SAVE,
        Truth::Failed { kind: ErrorKind::NoEffect, notes: &[], says: &["cut.bin was canceled"] },
    ),
];

#[test]
fn into_inputs() {
    check(INPUTS);
}

#[test]
fn through_choosers() {
    check(CHOOSERS);
}

#[test]
fn dropped() {
    check(DROPS);
}

#[test]
fn that_are_refused() {
    check(REFUSED);
}

#[test]
fn that_are_saved() {
    check(DOWNLOADS);
}
