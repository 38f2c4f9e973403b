//! Finds what an open modal dialog keeps from the reader: the page behind it, which nobody can operate before the dialog is closed.
//!
//! The tree tells it in one line. A dialog that only claims to be modal, and leaves most of the page free, hides nothing. Many
//! applications have no dialog for it but boxes over the whole window, with what they ask painted above them (Node-RED's
//! notifications): those boxes hide what is painted below them. Fixtures: economy.html ("Rename"), overlay.html, the demo's shop.

use std::ops::Range;

use super::{
    ViewOptions,
    outline::{Line, Outline, is_dialog},
    rank::speaks,
};
use crate::snapshot::{NodeIndex, Place, Role, Snapshot};

/// Fewer lines are told one by one.
const LEAST: usize = 4;
/// A dialog that leaves more than one control of so many free is not in front of the page.
const MOST_FREE: usize = 4;
/// What covers fewer controls is no overlay.
const LEAST_COVERED: usize = 8;

/// What is behind a dialog.
#[derive(Clone, Debug, Default)]
pub(super) struct Behind {
    /// By line; empty where no dialog is in front.
    hidden: Vec<bool>,
    /// How many controls are hidden.
    pub(super) controls: usize,
    /// What is in front of them, in a word.
    pub(super) what: &'static str,
}

impl Behind {
    /// Finds it. A part of the page, a query and a later page are asked for in spite of a dialog.
    pub(super) fn of(outline: &Outline, snapshot: &Snapshot, options: &ViewOptions) -> Self {
        let scope = options.scope;
        let whole = scope.under.is_none() && scope.frame.is_none() && !scope.in_view_only;
        if !whole || options.query.is_some() || options.page > 1 {
            return Self::default();
        }
        let Some(front) = Front::of(outline, snapshot) else { return Self::default() };
        let lines_of = |node| outline.line_of(snapshot, node).map(|line| line as usize);
        let mut hidden: Vec<bool> =
            (0..outline.lines.len()).map(|at| front.hides(outline, snapshot, at)).collect();
        if options.expand.iter().any(|node| lines_of(*node).is_none_or(|line| hidden[line])) {
            return Self::default();
        }
        let before: Vec<bool> = hidden.clone();
        for at in (0..hidden.len()).filter(|at| !before[*at]) {
            show_above(outline, &mut hidden, at);
        }
        let (mut free, mut controls) = (0, 0);
        for (at, line) in outline.lines.iter().enumerate().filter(|(at, _)| before[*at]) {
            let is_free = is_free(outline, at);
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
        let what = if matches!(front, Front::Dialog(_)) { "dialog" } else { "overlay" };
        Self { hidden, controls, what }
    }

    /// Whether a line is behind the dialog.
    pub(super) fn hides(&self, at: usize) -> bool {
        self.hidden.get(at).copied().unwrap_or(false)
    }
}

/// What is in front of the page.
enum Front {
    /// The lines of a modal dialog.
    Dialog(Range<usize>),
    /// When the last covered control is painted: what is painted no later is behind what covers it.
    Overlay(u32),
}

impl Front {
    fn of(outline: &Outline, snapshot: &Snapshot) -> Option<Self> {
        if let Some(dialog) = dialog_in_front(outline, snapshot) {
            return Some(Self::Dialog(dialog..outline.lines[dialog].end as usize));
        }
        overlaid(outline, snapshot).map(Self::Overlay)
    }

    fn hides(&self, outline: &Outline, snapshot: &Snapshot, at: usize) -> bool {
        match self {
            Self::Dialog(lines) => !lines.contains(&at),
            Self::Overlay(last) => painted(snapshot, outline.lines[at].node) <= *last,
        }
    }
}

/// When a node is painted, among those of the page's own document: what is in a frame is painted with the frame. The orders of two
/// documents cannot be compared (frames-behind.html).
fn painted(snapshot: &Snapshot, node: NodeIndex) -> u32 {
    let mut node = snapshot.node(node);
    loop {
        let inner = snapshot.frames.get(node.frame().0 as usize).filter(|frame| frame.parent.is_some());
        match inner.and_then(|frame| snapshot.node(frame.document).parent()) {
            Some(owner) => node = owner,
            None => return node.paint_order(),
        }
    }
}

/// The modal dialog that covers most.
fn dialog_in_front(outline: &Outline, snapshot: &Snapshot) -> Option<usize> {
    let lines = outline.lines.iter().enumerate();
    let modal = lines.filter(|(_, line)| {
        let node = snapshot.node(line.node);
        line.covers > 0 && !line.covered && is_dialog(node.role()) && node.states().modal
    });
    modal.max_by_key(|(_, line)| line.covers).map(|(at, _)| at)
}

/// When the last of many covered controls is painted. What covers them is painted later, and what it is there for later still: Node-RED
/// lays a box over each of its four panes, and its question above them.
fn overlaid(outline: &Outline, snapshot: &Snapshot) -> Option<u32> {
    let covered = outline.lines.iter().filter(|line| line.carries_id && line.covered);
    let (count, last) = covered
        .map(|line| painted(snapshot, line.node))
        .fold((0, 0), |(count, last), order| (count + 1, last.max(order)));
    (count >= LEAST_COVERED).then_some(last)
}

/// Whether a control in view can be operated. A container is no more free than what it holds: a list that scrolls is never covered
/// itself (Node-RED's palette).
fn is_free(outline: &Outline, at: usize) -> bool {
    let free = |line: &Line| line.carries_id && !line.covered && in_view(line);
    let line = &outline.lines[at];
    let mut inside = outline.lines[at + 1..line.end as usize]
        .iter()
        .filter(|line| line.carries_id && in_view(line))
        .peekable();
    free(line) && (inside.peek().is_none() || inside.any(|line| !line.covered))
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
