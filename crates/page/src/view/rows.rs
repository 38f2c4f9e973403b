//! Finds the rows of an outline: the items of lists and tables, articles, and groups that stand beside others of their shape, as cards do.
//!
//! A row is told whole or not at all, in one section: what its button does is said by the text beside it. A row of which a part is in
//! view is in view. Long ones are no rows here: an article of two screens has an above and a below. Fixture: rows-parted.html.

use super::{
    kinds::in_view,
    outline::{Line, LineKind, NO_LINE, Outline},
};
use crate::snapshot::{Place, Role, Snapshot};

/// A row has at most so many lines.
const MOST_LINES: usize = 12;

/// The rows of an outline.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// By line: the line that the innermost row around it begins with, or [`NO_LINE`].
    starts: Vec<u32>,
}

impl Rows {
    pub(super) fn of(outline: &Outline, snapshot: &Snapshot) -> Self {
        let lines = &outline.lines;
        let mut starts = vec![NO_LINE; lines.len()];
        for (at, is_row) in items(outline, snapshot).into_iter().enumerate() {
            let length = lines[at].end as usize - at;
            if is_row && length > 1 && length <= MOST_LINES {
                starts[at..lines[at].end as usize].fill(at as u32);
            }
        }
        Self { starts }
    }

    /// The line that the row around a line begins with, perhaps that line itself.
    pub(super) fn start(&self, at: usize) -> Option<usize> {
        self.starts.get(at).copied().filter(|start| *start != NO_LINE).map(|start| start as usize)
    }

    /// Where each line is told to be: what is in a row is where the row is.
    pub(super) fn places(&self, outline: &Outline) -> Vec<Place> {
        let lines = &outline.lines;
        let mut places: Vec<Place> = lines.iter().map(|line| line.place).collect();
        for (at, line) in lines.iter().enumerate().filter(|(at, _)| self.start(*at) == Some(*at)) {
            let inside = at..line.end as usize;
            let leaves = inside.clone().filter(|at| lines[*at].end as usize == at + 1);
            let seen = leaves.clone().any(|at| in_view(lines[at].place));
            let first = leaves.clone().next().map_or(line.place, |first| lines[first].place);
            places[inside].fill(if seen { Place::InView } else { first });
        }
        places
    }
}

/// By line: whether a row begins with it, however long that is.
pub(super) fn items(outline: &Outline, snapshot: &Snapshot) -> Vec<bool> {
    let lines = &outline.lines;
    let mut before = vec![NO_LINE; lines.len() + 1];
    let mut found: Vec<bool> = lines.iter().map(|line| is_item(snapshot, line)).collect();
    for (at, line) in lines.iter().enumerate() {
        let above = (line.parent as usize).min(lines.len());
        let last = std::mem::replace(&mut before[above], at as u32);
        if line.kind() == LineKind::Group
            && let Some(beside) = lines.get(last as usize)
            && beside.kind() == LineKind::Group
            && beside.shape == line.shape
        {
            (found[last as usize], found[at]) = (true, true);
        }
    }
    found
}

/// Whether an element is one of the like by what it is.
fn is_item(snapshot: &Snapshot, line: &Line) -> bool {
    let role = snapshot.node(line.node).role();
    line.kind() != LineKind::Text && matches!(role, Role::Row | Role::ListItem | Role::Article)
}
