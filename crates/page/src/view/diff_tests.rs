//! Diffs of snapshots written down by hand.

use domtool_cdp::protocol::TargetId;

use super::{
    Acted, Diff, Scope, SetState, ViewOptions,
    diff::diff,
    outline,
    testing::{SnapshotBuilder, card_page, card_page_and},
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{Role, Snapshot, Tristate},
};

fn page(build: impl FnOnce(&mut SnapshotBuilder)) -> Snapshot {
    let mut builder = SnapshotBuilder::new();
    build(&mut builder);
    builder.build()
}

fn compare(before: &Snapshot, after: &Snapshot, budget: u32) -> Diff {
    compare_beside(before, after, budget, |_| None)
}

/// The same beside what the reader has set of the first element.
fn compare_beside(
    before: &Snapshot,
    after: &Snapshot,
    budget: u32,
    set: impl FnOnce(ElementId) -> Option<SetState>,
) -> Diff {
    let target = TargetId::from("T");
    let mut registry = Registry::default();
    let around = super::Surroundings {
        page: &target,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: super::ReaderKnows::default(),
    };
    let view = super::view(before, &mut registry, &ViewOptions::default(), &around);
    let mut now = outline(after, &Scope::default());
    now.note_ids(after, &registry, &target);
    let set = view.shown.first().and_then(|(id, _)| set(*id));
    diff(
        &view.outline,
        &now,
        after,
        &mut registry,
        &target,
        budget,
        Acted { set: set.as_slice(), hovered: false },
    )
}

/// A dialog that closes is named, however many lines went with it and beside it.
#[test]
fn a_dialog_that_closed_is_named() {
    let page = |open: bool| {
        page(|b| {
            b.open("main", Role::Main).leaf("h1", Role::Heading, "Notebook").backend(90);
            if open {
                b.leaf("button", Role::Button, "Backdrop").backend(91);
                b.open("div", Role::Dialog).named("Save").backend(92);
                for n in 0..12 {
                    b.leaf("button", Role::Button, &format!("Choice {n}")).backend(100 + n);
                }
                b.close();
            }
            b.close();
        })
    };
    let diff = compare(&page(true), &page(false), 0);
    assert!(diff.text.contains("dialog \"Save\" and 12 lines in it"), "{}", diff.text);
}

fn form(b: &mut SnapshotBuilder, value: &str, checked: bool, names: &[(&str, i32)]) {
    b.open("main", Role::Main).open("form", Role::Form).named("Delivery").backend(100);
    b.leaf("input", Role::TextBox, "Name").backend(101).value(value);
    b.leaf("input", Role::Checkbox, "Gift").backend(102).checked(checked);
    for (name, backend) in names {
        b.leaf("button", Role::Button, name).backend(*backend);
    }
    b.close().close();
}

#[test]
fn nothing_changed_is_one_line() {
    let one = page(|b| form(b, "", false, &[("Save", 103)]));
    let two = page(|b| form(b, "", false, &[("Save", 103)]));
    assert_eq!(compare(&one, &two, 0).text, "nothing changed\n");
    // Nor is an equal text of a new node.
    let text = |backend| page(|b| _ = b.open("main", Role::Main).text("Saved").backend(backend));
    assert_eq!(compare(&text(7), &text(8), 0).text, "nothing changed\n");
}

#[test]
fn an_equal_element_whose_id_did_not_move_to_it_is_another() {
    let one = page(|b| form(b, "", false, &[("Save", 103)]));
    let again = page(|b| form(b, "", false, &[("Save", 999)]));
    let expected = "    form \"Delivery\"\n-     e3 button \"Save\"\n+     e4 button \"Save\"\n";
    assert_eq!(compare(&one, &again, 0).text, expected);
}

#[test]
fn what_the_reader_has_set_is_not_told_unless_more_is_so() {
    let page_of = |value: &str, gift: bool| page(|b| form(b, value, gift, &[]));
    let (one, two) = (page_of("Jo", false), page_of("Ada \"L\"", false));
    let set = |value: &'static str| move |id| Some(SetState::value(id, value));
    let diff = compare_beside(&one, &two, 0, set("Ada \"L\""));
    assert_eq!((diff.text.as_str(), diff.changed, diff.shown.len()), ("", 1, 1));
    // Another value than was asked for, another element, or a state beside it.
    let told = "~ e1 textbox \"Name\" = \"Ada \\\"L\\\"\" (was \"Jo\")\n";
    assert_eq!(compare_beside(&one, &two, 0, set("Ada")).text, told);
    let both = compare_beside(&one, &page_of("Ada", true), 0, set("Ada")).text;
    assert_eq!(both, "~ e2 checkbox \"Gift\" on (was off)\n");
    let invalid = page(|b| {
        b.open("main", Role::Main).open("form", Role::Form).named("Delivery").backend(100);
        b.leaf("input", Role::TextBox, "Name").backend(101).value("Ada").states(|s| s.required = true);
        b.leaf("input", Role::Checkbox, "Gift").backend(102).checked(false);
        b.close().close();
    });
    assert!(compare_beside(&one, &invalid, 0, set("Ada")).text.contains("\"Ada\" required"));
}

#[test]
fn says_what_it_was_and_where() {
    let one = page(|b| form(b, "Jo", false, &[("Save", 103), ("Drop", 104)]));
    let two = page(|b| form(b, "John", true, &[("Save", 103), ("New", 105)]));
    let diff = compare(&one, &two, 0);
    assert_eq!(
        diff.text,
        "~ e1 textbox \"Name\" = \"John\" (was \"Jo\")\n~ e2 checkbox \"Gift\" on (was off)\n    form \"Delivery\"\n\
         -     e4 button \"Drop\"\n+     e5 button \"New\"\n"
    );
    assert_eq!((diff.changed, diff.added, diff.removed), (2, 1, 1));
}

#[test]
fn says_of_a_button_that_it_was_not_pressed() {
    let bar = |pressed| {
        page(|b| {
            b.open("button", Role::Button).named("Bold").backend(101).states(|s| s.pressed = Some(pressed));
        })
    };
    let (off, on) = (bar(Tristate::Off), bar(Tristate::On));
    assert_eq!(compare(&off, &on, 0).text, "~ e1 button \"Bold\" pressed (was not pressed)\n");
    assert_eq!(compare(&on, &off, 0).text, "~ e1 button \"Bold\" not pressed (was pressed)\n");
}

#[test]
fn tells_moves() {
    let one = page(|b| form(b, "", false, &[("A", 103), ("B", 104), ("C", 105)]));
    let two = page(|b| form(b, "", false, &[("C", 105), ("A", 103), ("B", 104)]));
    let diff = compare(&one, &two, 0);
    assert!(diff.text.contains(">     e5 button \"C\" moved\n"), "{}", diff.text);
    assert_eq!((diff.changed, diff.added, diff.removed), (1, 0, 0));
}

#[test]
fn much_is_summed_up_within_the_budget() {
    let one = page(|b| form(b, "", false, &[]));
    let names: Vec<(String, i32)> = (0..500).map(|at| (format!("Row number {at}"), 200 + at)).collect();
    let names: Vec<(&str, i32)> = names.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    let two = page(|b| form(b, "x", false, &names));
    let diff = compare(&one, &two, 200);
    assert!(diff.text.contains("+     e5 button \"Row number 2\"\n+ ... 496 more like these (expand e6)\n+     e7 button \"Row number 499\"\n"), "{}", diff.text);
    assert!(diff.tokens <= 200);
    let tight = compare(&one, &two, 60);
    assert!(tight.tokens <= 60 && tight.text.contains("left out: "), "{}", tight.text);
}

#[test]
fn what_is_new_is_told_before_what_is_gone() {
    let regions = |b: &mut SnapshotBuilder, full: bool| {
        for at in 0..40 {
            b.open("section", Role::Region).named(&format!("Part {at}")).backend(200 + at);
            b.leaf("button", Role::Button, "Stays").backend(300 + at);
            if full {
                b.text(&format!("{} {at}", if at % 2 == 0 { "Row" } else { "A line of its own" }));
            }
            b.close();
        }
    };
    let one = page(|b| regions(b, true));
    let two = page(|b| {
        regions(b, false);
        form(b, "x", false, &[("Found", 900), ("More", 901)]);
    });
    let diff = compare(&one, &two, 120);
    assert!(diff.text.contains("\"Found\"") && diff.text.contains("\"More\""), "{}", diff.text);
    assert!(diff.text.contains("left out: ") && diff.text.contains(" removed"), "{}", diff.text);
    assert!(diff.tokens <= 120, "{}", diff.text);
    assert!(diff.text.contains("\n- "), "removals have the room that is left: {}", diff.text);
}

#[test]
fn what_went_together_is_counted() {
    let one = page(|b| {
        b.open("main", Role::Main).backend(1);
        b.open("div", Role::Dialog).named("Cookies").backend(2);
        b.leaf("button", Role::Button, "Yes").backend(3);
        b.leaf("button", Role::Button, "No").backend(4);
        b.close();
        for at in 0..12 {
            b.leaf("button", Role::Button, &format!("B {at}")).backend(10 + at);
        }
    });
    let without = page(|b| {
        b.open("main", Role::Main).backend(1);
        for at in 0..12 {
            b.leaf("button", Role::Button, &format!("B {at}")).backend(10 + at);
        }
    });
    let gone = compare(&one, &without, 0);
    assert_eq!(gone.text, "  main\n-   e1 dialog \"Cookies\" and 2 lines in it\n");
    assert_eq!(gone.removed, 3);
    let empty = page(|b| {
        b.open("main", Role::Main).backend(1).leaf("button", Role::Button, "B 0").backend(10);
    });
    assert_eq!(compare(&without, &empty, 0).text, "- 11 lines under main\n");
}

#[test]
fn a_text_in_the_place_of_another_is_one_change() {
    let status = |text: &str, backend| {
        page(|b| _ = b.open("p", Role::Status).named("Cart").backend(5).text(text).backend(backend))
    };
    let diff = compare(&status("1 item", 7), &status("2 items", 8), 0);
    assert_eq!(diff.text, "  status \"Cart\"\n~   \"2 items\" (was \"1 item\")\n");
    assert_eq!(diff.reads, "2 items\n");
}

#[test]
fn what_opened_is_told_whole() {
    let menu = |items: i32| {
        page(|b| {
            b.leaf("button", Role::Button, "More").backend(1);
            if items > 0 {
                b.open("div", Role::Menu).named("More").backend(2);
            }
            for at in 0..items {
                b.leaf("div", Role::MenuItem, &format!("Item {at}")).backend(10 + at);
            }
        })
    };
    let diff = compare(&menu(0), &menu(30), 1_200);
    assert_eq!(diff.text.lines().count(), 31, "{}", diff.text);
    let long = compare(&menu(0), &menu(60), 1_200);
    assert!(long.text.contains("+ ... 56 more like these (expand e"), "{}", long.text);
}

#[test]
fn what_did_not_change_in_a_line_is_not_told() {
    let field = |value: &str| {
        page(|b| {
            b.leaf("input", Role::TextBox, "Name").backend(1).value(value).states(|s| s.required = true);
        })
    };
    assert_eq!(
        compare(&field("Jo"), &field("Ada"), 0).text,
        "~ e1 textbox \"Name\" = \"Ada\" (was \"Jo\")\n"
    );
}

#[test]
fn one_button_more_on_a_large_page_is_told_in_a_few_tokens() {
    let before = card_page(555);
    for card in [0, 300, 554] {
        let diff = compare(&before, &card_page_and(555, Some(card)), 1_200);
        assert_eq!((diff.added, diff.removed, diff.changed), (1, 0, 0), "{}", diff.text);
        assert!(diff.text.contains("button \"Gift wrap\""), "{}", diff.text);
        assert!(diff.tokens < 60, "{} tokens: {}", diff.tokens, diff.text);
    }
    let same = compare(&before, &card_page(555), 1_200);
    assert!(same.text == "nothing changed\n" && same.tokens < 15);
}

/// A picker that is drawn anew under the next field moved; the fields, whose nodes stayed, did not.
#[test]
fn what_is_drawn_anew_elsewhere_moved() {
    let picker = |b: &mut SnapshotBuilder, backend: i32| {
        b.open("div", Role::Group).named("November").backend(backend);
        for (at, day) in ["Sunday", "Monday", "Tuesday", "Wednesday"].iter().enumerate() {
            b.leaf("button", Role::Button, day).backend(backend + 1 + at as i32);
        }
        b.close();
    };
    let fields = |in_first: bool| {
        page(|b| {
            b.open("main", Role::Main).backend(1);
            if in_first {
                picker(b, 50);
            }
            b.leaf("input", Role::TextBox, "Start").backend(2);
            if !in_first {
                picker(b, 70);
            }
            b.leaf("input", Role::TextBox, "End").backend(3);
            b.close();
        })
    };
    let diff = compare(&fields(true), &fields(false), 0);
    let moved = |name: &str| diff.text.lines().any(|line| line.contains(name) && line.contains("moved"));
    assert!(!moved("Start") && !moved("End"), "{}", diff.text);
}
