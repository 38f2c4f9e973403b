//! The note of a control: its description (`aria-describedby`, `title`) where that says more than its name and what the page shows.

use super::escape::push_quoted;
use crate::{
    limits::NAME_CHARACTERS,
    snapshot::{DescribedWhere, NodeRef, Role, Snapshot},
};

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
        push_quoted(out, text, NAME_CHARACTERS);
    }
}

/// Whether a note is the name over again, with a few words of grammar before it: "control panel" and "Open control panel",
/// "new tiddler" and "Create a new tiddler" (TiddlyWiki's buttons); or a part of it: "Python 3 Python 3" and "Python 3" (JupyterLab's
/// launcher, its icon and its label). What comes after the name tells something ("Add item" and "Add item to cart"). Of a name of one word
/// the note may say what it is of: `10` and "2026-04-10" (calendars.html), "Delete" and "Delete row 5".
fn says_the_name(note: &str, name: &str) -> bool {
    let signs = note == name;
    let (note, name) = (words_of(note), words_of(name));
    if note == name {
        return signs || !note.is_empty();
    }
    // Signs alone ("★★★") are told, and so is one word: the title of a field says what its pattern asks for (live-states.html).
    if note.len() > 1 && name.windows(note.len()).any(|part| part == note) {
        return true;
    }
    let added = note.len().saturating_sub(name.len());
    name.len() > 1 && added <= WORDS_OF_GRAMMAR && note.ends_with(&name)
}

/// So many words of a note beside the name tell nothing.
const WORDS_OF_GRAMMAR: usize = 2;

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::says_the_name;

    #[test]
    fn a_note_that_is_the_name_over_again() {
        for (note, name, same) in [
            ("save", "Save…", true),
            ("Open control panel", "control panel", true),
            ("Create a new tiddler", "new tiddler", true),
            ("Python 3 (ipykernel)", "Python 3 (ipykernel) Python 3 (ipykernel)", true),
            ("★★★", "Rate", false),
            ("»", "»", true),
            ("»", "«", false),
            ("Add item to cart", "Add item", false),
            ("Delete row 5", "Delete", false),
            ("2026-04-10", "10", false),
            ("letters", "page letters", false),
            ("Save the file", "Python 3", false),
        ] {
            assert_eq!(says_the_name(note, name), same, "{note:?} of {name:?}");
        }
    }
}
