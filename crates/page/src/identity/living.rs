//! Random forms whose nodes live on: whatever attributes go from one field to another, and whatever is said around a field
//! while the caller writes, no id goes with it and none is lost.

#![cfg(test)]

use domtool_cdp::protocol::TargetId;
use proptest::{prelude::*, test_runner::TestCaseResult};

use super::{ElementId, Registry};
use crate::snapshot::{NodeIndex, Role, Snapshot, testing::SnapshotBuilder};

/// What a page does, or the caller.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The `id`s go around among the fields.
    TurnIds(usize),
    /// The `name`s do.
    TurnNames(usize),
    /// `aria-current` goes to another field.
    Current(usize),
    /// The caller writes into a field; the heading repeats it.
    Write(usize, u8),
    /// The status line says something else.
    Status(u8),
    /// Tokens and the form's own id are renewed.
    Renew,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<usize>().prop_map(Step::TurnIds),
        any::<usize>().prop_map(Step::TurnNames),
        any::<usize>().prop_map(Step::Current),
        (any::<usize>(), any::<u8>()).prop_map(|(at, word)| Step::Write(at, word)),
        any::<u8>().prop_map(Step::Status),
        Just(Step::Renew),
    ]
}

const LABELS: [&str; 6] = ["Title", "Body", "Slug", "Author", "Summary", "Place"];
const WORDS: [&str; 5] = ["Cats", "Dogs", "Red bricks", "Ulm", "Winter 2024"];
const STATUS: [&str; 5] = ["Saving...", "Saved", "3 results", "No matches", "Saved 12:31"];

/// A form in a card that is one of several.
struct Form {
    fields: usize,
    ids: Vec<usize>,
    names: Vec<usize>,
    current: usize,
    values: Vec<String>,
    heading: String,
    status: usize,
    renewed: u32,
}

impl Form {
    fn snapshot(&self) -> (Snapshot, Vec<NodeIndex>) {
        let mut b = SnapshotBuilder::new();
        let mut fields = Vec::new();
        b.open("article", Role::Article).backend(50);
        b.open("form", Role::Generic).backend(51).attr("id", &format!("edit-{}", self.renewed));
        b.open("input", Role::Generic).backend(52).attr("type", "hidden").attr("name", "csrf_token");
        b.attr("value", &format!("token-{}", self.renewed)).close();
        b.open("h2", Role::Heading).backend(53).text(&self.heading).backend(54).close();
        b.open("span", Role::Generic).backend(55).text(STATUS[self.status]).backend(56).close();
        for (at, label) in LABELS.iter().enumerate().take(self.fields) {
            let node = 100 + at as i32 * 10;
            b.open("div", Role::Generic).backend(node).attr("class", "field");
            b.open("label", Role::Generic).backend(node + 1).text(label).backend(node + 2).close();
            b.open("input", Role::TextBox).named(label).backend(node + 3).value(&self.values[at]);
            b.attr("id", &format!("field{}", self.ids[at])).attr("name", &format!("name{}", self.names[at]));
            if self.current == at {
                b.attr("aria-current", "true");
            }
            fields.push(b.last());
            b.close().close();
        }
        b.open("button", Role::Button).named("Publish").backend(900).text("Publish").backend(901);
        fields.push(NodeIndex(b.last().0 - 1));
        b.close().close().close();
        let mut snapshot = b.build();
        snapshot.note_backends();
        (snapshot, fields)
    }
}

fn go(fields: usize, steps: &[Step]) -> TestCaseResult {
    let page = TargetId::from("T");
    let mut registry = Registry::default();
    let mut form = Form {
        fields,
        ids: (0..fields).collect(),
        names: (0..fields).collect(),
        current: 0,
        values: vec![String::new(); fields],
        heading: "Untitled".to_owned(),
        status: 0,
        renewed: 1,
    };
    let (snapshot, nodes) = form.snapshot();
    let ids: Vec<ElementId> = nodes.iter().map(|node| registry.assign(&page, &snapshot, *node)).collect();
    for step in steps {
        match *step {
            Step::TurnIds(by) => form.ids.rotate_left(by % fields),
            Step::TurnNames(by) => form.names.rotate_left(by % fields),
            Step::Current(at) => form.current = at % fields,
            Step::Write(at, word) => {
                let (at, word) = (at % fields, WORDS[usize::from(word) % WORDS.len()]);
                registry.note_edit(ids[at], word);
                word.clone_into(&mut form.values[at]);
                word.clone_into(&mut form.heading);
            }
            Step::Status(at) => form.status = usize::from(at) % STATUS.len(),
            Step::Renew => form.renewed += 1,
        }
        let (snapshot, nodes) = form.snapshot();
        let moved = registry.reconcile(&page, &snapshot);
        prop_assert!(moved.is_empty(), "{step:?} moved {moved:?}");
        for (node, id) in nodes.iter().zip(&ids) {
            prop_assert_eq!(registry.id_of(&page, &snapshot, *node), Some(*id), "after {:?}", step);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_lives_keeps_its_id(fields in 2_usize..6, steps in prop::collection::vec(step(), 1..16)) {
        go(fields, &steps)?;
    }
}

/// A heading, and the button below it, both for one person; a comment field that the page leaves as it is.
fn pane(name: &str, comment: &str) -> (Snapshot, [NodeIndex; 2]) {
    let mut b = SnapshotBuilder::new();
    b.open("div", Role::Generic).backend(50);
    b.open("h2", Role::Heading).backend(51).text(name).backend(52).close();
    b.open("input", Role::TextBox).named("Comment").backend(53).value(comment);
    let field = b.last();
    b.close();
    b.open("button", Role::Button).named("Delete").backend(54).text("Delete").backend(55);
    let button = NodeIndex(b.last().0 - 1);
    b.close().close();
    let mut snapshot = b.build();
    snapshot.note_backends();
    (snapshot, [field, button])
}

/// What is written shows that a form is the same, until something else is done or the field no longer holds it.
#[test]
fn what_was_written_proves_no_other_pane() {
    for (written, heading, comment, clicked, kept) in [
        (Some("Eve"), "Eve", "Eve", false, true),
        (Some("Fine"), "Comment: Fine", "Fine", false, true),
        (Some("Fine"), "Eve", "Fine", false, false),
        (Some("Eve"), "Eve", "Eve", true, false),
        (Some("Eve"), "Eve", "", false, false),
        (None, "Eve", "Eve", false, false),
    ] {
        let page = TargetId::from("T");
        let mut registry = Registry::default();
        let (snapshot, [field, button]) = pane("Ann", "");
        let (field, delete) =
            (registry.assign(&page, &snapshot, field), registry.assign(&page, &snapshot, button));
        if let Some(written) = written {
            registry.note_edit(field, written);
        }
        if clicked {
            registry.end_edits(&page);
        }
        let (snapshot, [_, button]) = pane(heading, comment);
        registry.reconcile(&page, &snapshot);
        let now = registry.id_of(&page, &snapshot, button);
        assert_eq!(now == Some(delete), kept, "{written:?} {heading} {comment:?} {clicked}");
    }
}
