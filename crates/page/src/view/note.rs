//! The note of a control: its description (`aria-describedby`, `title`) where that says more than its name and what the page shows.

use super::escape::{NAME_LIMIT, push_quoted};
use crate::snapshot::{DescribedWhere, NodeRef, Role, Snapshot};

/// What is said of a control beyond its name and what the page shows: ` note "Deletes all drafts"`.
pub(super) fn push_note(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let Some(described) = snapshot.description(node.index()).filter(|_| node.operable()) else { return };
    let worth_saying = match described.told {
        DescribedWhere::Shown => false,
        DescribedWhere::Unseen => true,
        // Pages of references put one on every link.
        DescribedWhere::Tooltip => node.role() != Role::Link,
    };
    if !worth_saying {
        return;
    }
    let text = node.string(described.text);
    // The reason of what is invalid may be the very same.
    let is_reason = node.states().error.map(|error| node.string(error)) == Some(text);
    // The address that a button leads to is none of what it does (JupyterLab's "Open privacy policy").
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    if !is_reason && !is_address && !says_the_name(text, node.name()) {
        out.push_str(" note ");
        push_quoted(out, text, NAME_LIMIT);
    }
}

/// Whether a note is the name over again, with a few words of grammar around it: "control panel" and "Open control panel",
/// "new tiddler" and "Create a new tiddler" (TiddlyWiki's buttons). Of a name of one word the note may say what it is of: `10` and
/// "2026-04-10" (calendars.html), "Delete" and "Delete row 5".
fn says_the_name(note: &str, name: &str) -> bool {
    let (note, name) = (words_of(note), words_of(name));
    if note == name {
        return true;
    }
    let added = note.len().saturating_sub(name.len());
    name.len() > 1 && added <= WORDS_OF_GRAMMAR && note.windows(name.len()).any(|part| part == name)
}

/// So many words of a note beside the name tell nothing.
const WORDS_OF_GRAMMAR: usize = 2;

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
