//! Finds what an open modal dialog keeps from the reader: the page behind it, which nobody can operate before the dialog is closed.
//!
//! The tree tells it in one line. A dialog that only claims to be modal, and leaves most of the page free, hides nothing. Many
//! applications have no dialog for it but a box over the whole window, with what they ask painted above it (Node-RED's
//! notifications): that box hides what is painted below it. Fixtures: economy.html ("Rename"), overlay.html, the demo's shop.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{
    ViewOptions,
    outline::{Line, Outline, is_dialog},
    rank::speaks,
};
use crate::{
    capture::Viewport,
    geometry::Rect,
    snapshot::{NodeIndex, Place, Role, Snapshot},
};

/// Fewer lines are told one by one.
const LEAST: usize = 4;
/// A dialog that leaves more than one control of so many free is not in front of the page.
const MOST_FREE: usize = 4;
/// A box that covers fewer controls is not in front of the page.
const LEAST_COVERED: usize = 8;
/// The share of the window that an overlay fills.
const WHOLE: f64 = 0.9;

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
    /// When a box over the whole window is painted: what is painted before it is behind it.
    Overlay(u32),
}

impl Front {
    fn of(outline: &Outline, snapshot: &Snapshot) -> Option<Self> {
        if let Some(dialog) = dialog_in_front(outline, snapshot) {
            return Some(Self::Dialog(dialog..outline.lines[dialog].end as usize));
        }
        let overlay = overlay(outline, snapshot)?;
        Some(Self::Overlay(snapshot.node(overlay).paint_order()))
    }

    fn hides(&self, outline: &Outline, snapshot: &Snapshot, at: usize) -> bool {
        match self {
            Self::Dialog(lines) => !lines.contains(&at),
            Self::Overlay(painted) => snapshot.node(outline.lines[at].node).paint_order() < *painted,
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

/// The box over the whole window that covers most controls.
fn overlay(outline: &Outline, snapshot: &Snapshot) -> Option<NodeIndex> {
    let mut counts: FxHashMap<NodeIndex, usize> = FxHashMap::default();
    for line in outline.lines.iter().filter(|line| line.carries_id && line.covered) {
        let coverer = snapshot.node(line.node).covered_by();
        if let Some(coverer) = coverer.filter(|node| is_whole(node.clipped(), &snapshot.viewport)) {
            *counts.entry(coverer.index()).or_default() += 1;
        }
    }
    // Of several that cover as many, the later one is nearer to the reader.
    counts
        .into_iter()
        .filter(|(_, count)| *count >= LEAST_COVERED)
        .max_by_key(|(node, count)| (*count, *node))
        .map(|(node, _)| node)
}

/// Whether a box fills the window but for a scroll bar.
fn is_whole(rect: Option<Rect>, viewport: &Viewport) -> bool {
    let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
    rect.is_some_and(|rect| rect.intersection(&window).area() >= WHOLE * window.area())
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
