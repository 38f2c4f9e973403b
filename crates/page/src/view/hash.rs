//! Hashes what a view would say. The hash is equal when another observation would show a caller nothing new.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{kinds::in_view, outline::Outline};
use crate::snapshot::Snapshot;

/// The hash of an outline's content: every line in its place with its words, which element it is, whether it is in view,
/// covered or focused; and the page's title, address and scroll position. Of a part of the page it is that part's.
#[must_use]
pub fn content_hash(outline: &Outline, snapshot: &Snapshot) -> u64 {
    let mut hasher = FxHasher::default();
    if let Some(frame) = snapshot.frames.first() {
        (frame.title.as_str(), frame.url.as_str()).hash(&mut hasher);
    }
    (snapshot.viewport.scroll_x as i64, snapshot.viewport.scroll_y as i64).hash(&mut hasher);
    for line in &outline.lines {
        outline.content(line).hash(&mut hasher);
        // An equal text of a new node is the same text; an equal button is another one, as its id is.
        (line.carries_id.then_some(line.key), line.depth, line.length).hash(&mut hasher);
        (in_view(line.place), line.covered).hash(&mut hasher);
        (snapshot.focus == Some(line.node)).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        snapshot::{Place, Role},
        view::{Scope, outline, testing::SnapshotBuilder},
    };

    fn hash(build: impl FnOnce(&mut SnapshotBuilder)) -> u64 {
        let mut b = SnapshotBuilder::new();
        b.open("main", Role::Main);
        build(&mut b);
        let snapshot = b.close().build();
        content_hash(&outline(&snapshot, &Scope::default()), &snapshot)
    }

    #[test]
    fn equal_pages_have_one_hash_and_others_another() {
        let one =
            || hash(|b| _ = b.leaf("button", Role::Button, "Save").leaf("input", Role::TextBox, "Name"));
        assert_eq!(one(), one());
        let changes: [&dyn Fn(&mut SnapshotBuilder); 6] = [
            &|b| _ = b.leaf("button", Role::Button, "Save").leaf("input", Role::TextBox, "Nome"),
            &|b| _ = b.leaf("button", Role::Button, "Save").leaf("input", Role::TextBox, "Name").value("x"),
            &|b| _ = b.leaf("button", Role::Button, "Save").backend(99).leaf("input", Role::TextBox, "Name"),
            &|b| {
                _ = b.leaf("button", Role::Button, "Save").place(Place::Below).leaf(
                    "input",
                    Role::TextBox,
                    "Name",
                );
            },
            &|b| _ = b.leaf("input", Role::TextBox, "Name").leaf("button", Role::Button, "Save"),
            &|b| {
                b.leaf("button", Role::Button, "Save").leaf("input", Role::TextBox, "Name");
                b.snapshot.focus = Some(b.last());
            },
        ];
        for (at, change) in changes.iter().enumerate() {
            assert_ne!(hash(change), one(), "change {at}");
        }
    }
}
