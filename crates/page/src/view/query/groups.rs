//! Lines that belong together: a card, a row, a form, a run of neighbours under one heading.
//!
//! By container first: the largest container that is still small, but never one that only repeats smaller ones. What
//! stands in a large container without one of its own is grouped by proximity: neighbours up to the next heading or gap.

use super::super::{
    outline::{LineKind, NO_LINE, Outline},
    rank::speaks,
};
use crate::snapshot::Snapshot;

/// A container with no more lines than this is one group.
const WHOLE: u32 = 20;
/// A container with no more lines than this joins its neighbours.
const SMALL: u32 = 4;
/// A run of neighbours has no more lines than this.
const RUN: u32 = 12;
/// Neighbours further apart than this do not belong together, CSS pixels.
const GAP: f64 = 48.0;

/// A run of lines that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// From the first to one past the last.
    pub(super) lines: std::ops::Range<usize>,
    /// The heading that it stands under, outside of it.
    pub(super) heading: Option<u32>,
    /// What its lines stand in, outside of it.
    pub(super) parent: u32,
}

/// Every line that says something is in exactly one group; groups are in document order.
pub(super) fn groups(outline: &Outline, snapshot: &Snapshot) -> Vec<Group> {
    let lines = &outline.lines;
    let weights = weights(outline);
    let headings = headings(outline);
    let mut groups: Vec<Group> = Vec::new();
    let mut run: Option<u32> = None;
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        let end = line.end as usize;
        let group = |lines: std::ops::Range<usize>| Group {
            heading: headings[lines.start],
            parent: outline.lines[lines.start].parent,
            lines,
        };
        if weights[at] > WHOLE || repeats(outline, at, &weights) {
            run = None;
            if speaks(line.kind()) {
                groups.push(group(at..at + 1));
            }
            at += 1;
            continue;
        }
        let small = weights[at] <= SMALL && line.kind() != LineKind::Group;
        let joins = groups.last_mut().filter(|last| {
            run.is_some_and(|run| run + weights[at] <= RUN)
                && small
                && last.parent == line.parent
                && !line.titles
                && near(outline, snapshot, last.lines.end - 1, at)
        });
        match joins {
            Some(last) => {
                last.lines.end = end;
                run = run.map(|run| run + weights[at]);
            }
            None => {
                groups.push(group(at..end));
                run = small.then_some(weights[at]);
            }
        }
        at = end;
    }
    groups
}

/// How many lines that say something each line holds, itself included.
fn weights(outline: &Outline) -> Vec<u32> {
    let mut weights = vec![0; outline.lines.len()];
    for (at, line) in outline.lines.iter().enumerate().rev() {
        weights[at] += u32::from(speaks(line.kind()));
        let weight = weights[at];
        if let Some(above) = weights.get_mut(line.parent as usize) {
            *above += weight;
        }
    }
    weights
}

/// Of every line the heading before it, at its own level or above.
pub(in crate::view) fn headings(outline: &Outline) -> Vec<Option<u32>> {
    let mut headings = vec![None; outline.lines.len()];
    // The last heading among the children of each line.
    let mut last: Vec<Option<u32>> = vec![None; outline.lines.len() + 1];
    for (at, line) in outline.lines.iter().enumerate() {
        let above = (line.parent as usize).min(outline.lines.len());
        let inherited = || headings.get(line.parent as usize).copied().flatten();
        headings[at] = last[above].or_else(inherited);
        if line.titles {
            last[above] = Some(at as u32);
            // A heading in a wrapper of its own stands over what follows the wrapper.
            let wrapper = outline.lines.get(above).filter(|w| w.kind() == LineKind::Group && w.titles);
            if let Some(wrapper) = wrapper {
                last[(wrapper.parent as usize).min(outline.lines.len())] = Some(at as u32);
            }
        }
    }
    headings
}

/// Whether a container does nothing but repeat smaller ones.
fn repeats(outline: &Outline, at: usize, weights: &[u32]) -> bool {
    let end = outline.lines[at].end as usize;
    let mut shapes: Vec<u64> = Vec::new();
    let mut child = at + 1;
    while child < end {
        let line = &outline.lines[child];
        if weights[child] > 1 {
            if shapes.contains(&line.shape) {
                return true;
            }
            shapes.push(line.shape);
        }
        child = line.end as usize;
    }
    false
}

/// Whether two lines are near each other, as far as their boxes tell.
fn near(outline: &Outline, snapshot: &Snapshot, before: usize, after: usize) -> bool {
    let place = |at: usize| {
        let line = outline.lines.get(at).filter(|_| at as u32 != NO_LINE)?;
        let node = snapshot.node(line.node);
        node.rect().or_else(|| node.parent()?.rect())
    };
    match (place(before), place(after)) {
        (Some(a), Some(b)) => b.y - a.bottom() <= GAP && a.y - b.bottom() <= GAP,
        _ => true,
    }
}
