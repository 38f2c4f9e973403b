//! Finds the lines in which two outlines differ, as nodes. Expectations ask by it whether something happened, and where.

use super::{
    diff::{Change, script},
    outline::Outline,
};
use crate::snapshot::NodeIndex;

/// A line that is not as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Altered {
    /// A node of the snapshot after that is new or stands elsewhere.
    Now(NodeIndex),
    /// A node of the snapshot after that says something else where it stood.
    Reworded(NodeIndex),
    /// A line is gone; the node of the snapshot before that its line was in, where there is one.
    Gone(Option<NodeIndex>),
}

/// Every line that differs between two outlines, in the order of the one after; nothing when they say the same.
#[must_use]
pub fn altered(before: &Outline, after: &Outline) -> Vec<Altered> {
    let changes = script(before, after).into_iter();
    changes
        .map(|change| match change {
            Change::Added(new) => Altered::Now(after.lines[new].node),
            Change::Reworded { after: new, .. } => Altered::Reworded(after.lines[new].node),
            Change::Moved { after: new, .. } => Altered::Now(after.lines[new].node),
            Change::Removed(old) => {
                Altered::Gone(before.lines.get(before.lines[old].parent as usize).map(|line| line.node))
            }
        })
        .collect()
}
