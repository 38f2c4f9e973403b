//! Finds what an open modal dialog keeps from the reader: the page behind it, which nobody can operate before the dialog is closed.
//!
//! The tree tells it in one line. Many applications have no dialog for it but boxes over the whole window, with what they ask painted
//! above them (Node-RED's notifications). What is behind is decided place by place: a line is only where boxes over it hide all of it,
//! as nothing that a person sees may be kept from the reader. A box that can be seen through hides something only where the page waits
//! for an answer to what is above it. Fixtures: economy.html ("Rename"), overlay.html, evidence/screens.html, the demo's shop.

use std::ops::Range;

use super::{
    ViewOptions,
    outline::{Line, LineKind, Outline, is_dialog},
    rank::speaks,
};
use crate::{
    geometry::Rect,
    snapshot::{
        NodeIndex, NodeKind, NodeRef, Place, Role, Snapshot,
        screens::{Hides, LEAST_COVERED, Screen},
    },
};

/// Fewer lines are told one by one.
const LEAST: usize = 4;
/// A dialog that leaves more than one control of so many free is not in front of the page.
const MOST_FREE: usize = 4;
/// Boxes that can be seen through are in front of the page where they fill at least so much of the window.
const MOST_OF_WINDOW: f64 = 0.9;
/// Of the window as many points along each side are looked at.
const POINTS: u32 = 10;

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
        for (at, line) in outline.lines.iter().enumerate() {
            let is_free = is_free(outline, at);
            free += usize::from(is_free && (before[at] || front.leaves_free(at)));
            if !before[at] {
                continue;
            }
            controls += usize::from(line.carries_id && line.covered);
            if is_free || snapshot.node(line.node).role() == Role::Alert && !line.carries_id {
                hidden[at..line.end as usize].fill(false);
                show_above(outline, &mut hidden, at);
            }
        }
        let lines = outline.lines.iter().zip(&hidden);
        let count = lines.clone().filter(|(line, hidden)| **hidden && speaks(line.kind())).count();
        if count < LEAST || controls < front.least || free * MOST_FREE > controls {
            return Self::default();
        }
        let controls = lines.filter(|(line, hidden)| **hidden && line.carries_id).count();
        Self { hidden, controls, what: front.what }
    }

    /// Whether a line is behind the dialog.
    pub(super) fn hides(&self, at: usize) -> bool {
        self.hidden.get(at).copied().unwrap_or(false)
    }
}

/// What is in front of the page.
struct Front<'a> {
    what: &'static str,
    /// In front of fewer controls it keeps nothing from the reader.
    least: usize,
    /// The lines of the modal dialog.
    dialog: Range<usize>,
    /// The browser itself keeps all other lines from being operated, also where its backdrop lets them show.
    all: bool,
    screens: Vec<&'a Screen>,
}

impl<'a> Front<'a> {
    fn of(outline: &Outline, snapshot: &'a Snapshot) -> Option<Self> {
        if let Some(dialog) = dialog_in_front(outline, snapshot) {
            let line = &outline.lines[dialog];
            let all = snapshot.node(line.node).tag() == "dialog";
            let screens = snapshot.screens.iter().collect();
            return Some(Self { what: "dialog", least: 0, dialog: dialog..line.end as usize, all, screens });
        }
        let covered = outline.lines.iter().filter(|line| line.carries_id && line.covered);
        if covered.count() < LEAST_COVERED {
            return None;
        }
        let screens = hiding(outline, snapshot);
        Some(Self { what: "overlay", least: LEAST_COVERED, dialog: 0..0, all: false, screens })
    }

    /// Whether a dialog that claims to be modal would leave a line free if its control is. Boxes claim nothing.
    fn leaves_free(&self, at: usize) -> bool {
        !self.dialog.is_empty() && !self.dialog.contains(&at)
    }

    fn hides(&self, outline: &Outline, snapshot: &Snapshot, at: usize) -> bool {
        if self.dialog.contains(&at) {
            return false;
        }
        let line = &outline.lines[at];
        self.all
            || !self.dialog.is_empty() && is_inert(snapshot.node(line.node))
            || match line.kind() {
                LineKind::Text => texts_of(outline, snapshot, at).all(|text| self.is_over(snapshot, text)),
                _ => self.is_over(snapshot, snapshot.node(line.node)),
            }
    }

    /// Whether boxes are over all of a node that shows, or over all of what it has to be scrolled into.
    fn is_over(&self, snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
        let whole = window(snapshot);
        let shown = |node: &NodeRef<'_>| {
            node.clipped().map(|rect| rect.intersection(&whole)).filter(|rect| rect.area() > 0.0)
        };
        let own = shown(&node);
        let around = || node.ancestors().find_map(|node| shown(&node));
        let Some(rect) = own.or_else(around) else { return false };
        let over: Vec<Rect> = self
            .screens
            .iter()
            .filter(|screen| own.is_some() || screen.stays)
            .filter(|screen| screen.rect.intersection(&rect).area() > 0.0 && is_above(snapshot, screen, node))
            .map(|screen| screen.rect)
            .collect();
        [(0.5, 0.5), (0.02, 0.1), (0.98, 0.1), (0.02, 0.9), (0.98, 0.9)].into_iter().all(|(x, y)| {
            let (x, y) = (rect.x + rect.w * x, rect.y + rect.h * y);
            over.iter().any(|over| over.contains(x, y))
        })
    }
}

/// Whether the page lets nobody operate a node, or what a text stands in.
fn is_inert(node: NodeRef<'_>) -> bool {
    let element = if node.kind() == NodeKind::Element { Some(node) } else { node.parent() };
    element.is_some_and(|element| element.states().inert)
}

/// The texts that a line is made of: those up to the next line. Short ones that stand side by side are one line.
fn texts_of<'s>(outline: &Outline, snapshot: &'s Snapshot, at: usize) -> impl Iterator<Item = NodeRef<'s>> {
    let first = outline.lines[at].node;
    let next = outline.lines.get(at + 1).map_or(snapshot.len(), |next| next.node.at());
    let texts = (first.at() + 1..next).map(|at| snapshot.node(NodeIndex(at as u32)));
    let texts =
        texts.filter(|node| matches!(node.kind(), NodeKind::Text | NodeKind::Pseudo) && node.visible());
    std::iter::once(snapshot.node(first)).chain(texts)
}

/// The boxes without a dialog's role that keep what is below them from a reader: those that nobody sees through, and those that dim
/// most of the window below something that can be operated.
fn hiding<'a>(outline: &Outline, snapshot: &'a Snapshot) -> Vec<&'a Screen> {
    let mut screens: Vec<&Screen> =
        snapshot.screens.iter().filter(|screen| screen.hides != Hides::Nothing).collect();
    let dim = |screen: &&&Screen| screen.hides == Hides::Dimly;
    let asks = outline.lines.iter().enumerate().filter(|(at, _)| is_free(outline, *at)).any(|(_, line)| {
        let (x, y) = snapshot.node(line.node).clipped().unwrap_or_default().center();
        screens.iter().filter(dim).any(|screen| screen.rect.contains(x, y))
    });
    let whole = window(snapshot);
    let points = (0..POINTS * POINTS).filter(|at| {
        let along = |at: u32, side: f64| (f64::from(at) + 0.5) / f64::from(POINTS) * side;
        let (x, y) = (along(at % POINTS, whole.w), along(at / POINTS, whole.h));
        screens.iter().any(|screen| screen.rect.contains(x, y))
    });
    if !asks || (points.count() as f64) < f64::from(POINTS * POINTS) * MOST_OF_WINDOW {
        screens.retain(|screen| screen.hides == Hides::Wholly);
    }
    screens
}

fn window(snapshot: &Snapshot) -> Rect {
    Rect::new(0.0, 0.0, snapshot.viewport.width, snapshot.viewport.height)
}

/// Whether a box is painted above a node, and is not around it. The orders of two documents cannot be compared, so what is in a frame
/// is taken as painted with the frame (frames-behind.html).
fn is_above(snapshot: &Snapshot, screen: &Screen, node: NodeRef<'_>) -> bool {
    let screen = snapshot.node(screen.node);
    let mut below = Some(node);
    while let Some(inner) = below.filter(|below| below.frame() != screen.frame()) {
        let frame = snapshot.frames.get(inner.frame().0 as usize).filter(|frame| frame.parent.is_some());
        below = frame.and_then(|frame| snapshot.node(frame.document).parent());
    }
    // A box in a frame is above nothing around the frame.
    below.is_some_and(|below| {
        !screen.contains(below.index())
            && (screen.paint_order(), screen.index()) > (below.paint_order(), below.index())
    })
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
