//! Finds what an open modal dialog keeps from the reader: the page behind it, which nobody can operate before the dialog is closed.
//!
//! The tree tells it in one line. A dialog that only claims to be modal, and leaves most of the page free, hides nothing. Fixtures:
//! economy.html ("Rename"), the demo's shop.

use super::{
    ViewOptions,
    outline::{Line, Outline, is_dialog},
    rank::speaks,
};
use crate::snapshot::{Place, Role, Snapshot};

/// Fewer lines are told one by one.
const LEAST: usize = 4;
/// A dialog that leaves more than one control of so many free is not in front of the page.
const MOST_FREE: usize = 4;

/// What is behind a dialog.
#[derive(Clone, Debug, Default)]
pub(super) struct Behind {
    /// By line; empty where no dialog is in front.
    hidden: Vec<bool>,
    /// How many controls are hidden.
    pub(super) controls: usize,
}

impl Behind {
    /// Finds it. A part of the page, a query and a later page are asked for in spite of a dialog.
    pub(super) fn of(outline: &Outline, snapshot: &Snapshot, options: &ViewOptions) -> Self {
        let scope = options.scope;
        let whole = scope.under.is_none() && scope.frame.is_none() && !scope.in_view_only;
        if !whole || options.query.is_some() || options.page > 1 {
            return Self::default();
        }
        let Some(dialog) = in_front(outline, snapshot) else { return Self::default() };
        let inside = dialog..outline.lines[dialog].end as usize;
        let lines_of = |node| outline.line_of(snapshot, node).map(|line| line as usize);
        if options.expand.iter().any(|node| lines_of(*node).is_none_or(|line| !inside.contains(&line))) {
            return Self::default();
        }
        let mut hidden = vec![true; outline.lines.len()];
        hidden[inside.clone()].fill(false);
        show_above(outline, &mut hidden, dialog);
        let (mut free, mut controls) = (0, 0);
        for (at, line) in outline.lines.iter().enumerate().filter(|(at, _)| !inside.contains(at)) {
            let is_free = line.carries_id && !line.covered && in_view(line);
            free += usize::from(is_free);
            controls += usize::from(line.carries_id && line.covered);
            if is_free || snapshot.node(line.node).role() == Role::Alert && !line.carries_id {
                hidden[at..line.end as usize].fill(false);
                show_above(outline, &mut hidden, at);
            }
        }
        let lines = outline.lines.iter().zip(&hidden);
        let count = lines.clone().filter(|(line, hidden)| **hidden && speaks(line.kind())).count();
        if count < LEAST || free * MOST_FREE > controls {
            return Self::default();
        }
        let controls = lines.filter(|(line, hidden)| **hidden && line.carries_id).count();
        Self { hidden, controls }
    }

    /// Whether a line is behind the dialog.
    pub(super) fn hides(&self, at: usize) -> bool {
        self.hidden.get(at).copied().unwrap_or(false)
    }
}

/// The modal dialog that covers most.
fn in_front(outline: &Outline, snapshot: &Snapshot) -> Option<usize> {
    let lines = outline.lines.iter().enumerate();
    let modal = lines.filter(|(_, line)| {
        let node = snapshot.node(line.node);
        line.covers > 0 && !line.covered && is_dialog(node.role()) && node.states().modal
    });
    modal.max_by_key(|(_, line)| line.covers).map(|(at, _)| at)
}

fn in_view(line: &Line) -> bool {
    matches!(line.place, Place::InView | Place::Partial)
}

/// What stands above a line that is shown is shown.
fn show_above(outline: &Outline, hidden: &mut [bool], at: usize) {
    let mut above = outline.lines[at].parent as usize;
    while let Some(line) = outline.lines.get(above) {
        hidden[above] = false;
        above = line.parent as usize;
    }
}
