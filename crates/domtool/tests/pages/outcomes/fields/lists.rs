//! Options of every making.

use domtool::ErrorKind::{OptionNotFound, ValueRejected, WrongKind};

use super::{Do, Outcome, check, done, failed, made, refused};

const PAGE: &str = "forms-lists.html";

pub(in super::super) const CHOSEN: &[Outcome] = &[
    done(
        "of a button's listbox",
        PAGE,
        "button:Plan: Free",
        Do::Select(&["Team"]),
        &["chose plan trusted Team"],
        &["Team"],
    ),
    done(
        "of a combobox that filters",
        PAGE,
        "City",
        Do::Select(&["Bremen"]),
        &["chose city trusted Bremen"],
        &["is set to Bremen"],
    ),
    made(
        "a combobox that is written in",
        PAGE,
        "City",
        Do::Fill("Br"),
        "get('city').value === 'Br' && !get('cities').hidden",
        &["Bremen"],
    ),
    done(
        "of a list that says nothing of itself",
        PAGE,
        "Animal",
        Do::Select(&["Dog"]),
        &["chose animal trusted Dog"],
        &["is set to Dog"],
    ),
    done(
        "of a menu",
        PAGE,
        "More",
        Do::Select(&["Rename"]),
        &["chose more trusted Rename"],
        &["Rename was clicked"],
    ),
    done(
        "far down in a list that draws only what it shows",
        PAGE,
        "Huge",
        Do::Select(&["Row 123"]),
        &["chose huge trusted 123"],
        &["is set to Row 123"],
    ),
    done(
        "filled like a field",
        PAGE,
        "Huge",
        Do::Fill("Row 4"),
        &["chose huge trusted 4"],
        &["is set to Row 4"],
    ),
    done(
        "of a list that is searched",
        PAGE,
        "Remote",
        Do::Select(&["Lisbon"]),
        &["chose remote trusted Lisbon"],
        &["is set to Lisbon"],
    ),
    done(
        "several of a listbox",
        PAGE,
        "Fruits",
        Do::Select(&["Apple", "Date"]),
        &["chose fruits trusted Apple,Date"],
        &["is chosen in"],
    ),
    done("a radio of a group", PAGE, "Fast", Do::Check, &["chose speed trusted Fast"], &["is on"]),
    done(
        "a suggested value",
        PAGE,
        "Browser",
        Do::Select(&["chromium"]),
        &["input browser trusted Chromium"],
        &["Chromium"],
    ),
    done(
        "of two with one name",
        PAGE,
        "Part",
        Do::Select(&["Bike / Wheel"]),
        &["change part trusted bw"],
        &["Wheel"],
    ),
    done("by its value", PAGE, "Part", Do::Select(&["cd"]), &["change part trusted cd"], &["Door"]),
    done("by its place", PAGE, "Part", Do::Select(&["#2"]), &["change part trusted cw"], &["Wheel"]),
    made(
        "what is chosen already",
        PAGE,
        "Only",
        Do::Select(&["Single"]),
        "get('only').value === 'x' && log.length === 0",
        &["already"],
    ),
    done(
        "of a field that opens on a press",
        PAGE,
        "Pull",
        Do::Select(&["Right"]),
        &["chose pull trusted Right"],
        &["is set to Right"],
    ),
];

pub(in super::super) const REFUSED: &[Outcome] = &[
    refused(
        "two of one name",
        PAGE,
        "Part",
        Do::Select(&["Wheel"]),
        OptionNotFound,
        &["Car / Wheel", "Bike / Wheel", "its group"],
    ),
    refused(
        "a disabled option",
        PAGE,
        "Part",
        Do::Select(&["Bell"]),
        OptionNotFound,
        &["is disabled", "Bike / Bell (disabled)"],
    ),
    refused(
        "an option that is not there",
        PAGE,
        "Part",
        Do::Select(&["Roof"]),
        OptionNotFound,
        &["Car / Door"],
    ),
    refused(
        "a suggestion that is not there",
        PAGE,
        "Browser",
        Do::Select(&["Other"]),
        OptionNotFound,
        &["Firefox"],
    ),
    refused("a link", PAGE, "Away", Do::Select(&["x"]), WrongKind, &["offers no options"]),
    failed(
        "a disabled option of what opens",
        PAGE,
        "button:Plan: Free",
        Do::Select(&["Business"]),
        OptionNotFound,
        &[],
        &["is disabled", "Team", "Business (disabled)"],
    ),
    failed(
        "an option that no list has",
        PAGE,
        "Huge",
        Do::Select(&["Row 900"]),
        OptionNotFound,
        &[],
        &["Row 99"],
    ),
    failed(
        "an option that no search finds",
        PAGE,
        "Remote",
        Do::Select(&["Nobody"]),
        OptionNotFound,
        &[
            "input remote-search trusted Nobod",
            "input remote-search trusted Nobody",
            "input remote-search trusted",
        ],
        &["Type to search"],
    ),
    failed(
        "a choice that is not kept",
        PAGE,
        "Stays",
        Do::Select(&["Second"]),
        ValueRejected,
        &["chose stays trusted Second"],
        &["\"holds\":\"First\""],
    ),
    failed(
        "a select that jumps back",
        PAGE,
        "Jumpy",
        Do::Select(&["Two"]),
        ValueRejected,
        // The page heard of the choice, and is not told it again.
        &["input jumpy trusted 2", "change jumpy trusted 2"],
        &["\"holds\":\"One\""],
    ),
    failed(
        "what opens nothing",
        PAGE,
        "Does nothing",
        Do::Select(&["x"]),
        WrongKind,
        &["click inert trusted"],
        &["opened no list"],
    ),
];

#[test]
fn that_are_chosen() {
    check(CHOSEN);
}

#[test]
fn that_are_not() {
    check(REFUSED);
}
