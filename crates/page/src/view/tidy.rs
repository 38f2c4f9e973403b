//! Tidies an outline after flattening: drops groups with too few lines in them, and gives the other lines their depth, shape and
//! bullets.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{
    kinds::in_view,
    outline::{Line, LineKind, NO_LINE, Outline},
    weeks::weeks,
};
use crate::snapshot::Snapshot;

/// `needs` says of each line how many lines it must hold to stay.
pub(super) fn tidy(outline: &mut Outline, snapshot: &Snapshot, needs: &[u32], in_view_only: bool) {
    let alive = survivors(&outline.lines, needs, in_view_only);
    keep(&mut outline.lines, &alive);
    shape(&mut outline.lines);
    outline.weeks = weeks(outline, snapshot);
    bullets(&mut outline.lines);
    // A week is a line that sets itself off.
    for week in &outline.weeks {
        let above = week.lines.start.checked_sub(1).and_then(|at| outline.lines.get_mut(at));
        if let Some(row) = above.filter(|row| row.end as usize == week.lines.end) {
            row.bullet = false;
        }
    }
    indent(&mut outline.lines);
}

fn survivors(lines: &[Line], needs: &[u32], in_view_only: bool) -> Vec<bool> {
    let mut alive = vec![true; lines.len()];
    // How many lines stand directly in each; children come after their parents.
    let mut holds = vec![0_u32; lines.len()];
    for (at, line) in lines.iter().enumerate().rev() {
        let out = in_view_only && holds[at] == 0 && !in_view(line.place);
        alive[at] = !out && holds[at] >= needs[at];
        if let Some(above) = holds.get(line.parent as usize) {
            let moved = if alive[at] { 1 } else { holds[at] };
            holds[line.parent as usize] = above + moved;
        }
    }
    // An unnamed list that is all its landmark holds says nothing.
    let mut live_parent = vec![NO_LINE; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        let above = match lines.get(line.parent as usize) {
            Some(_) if !alive[line.parent as usize] => live_parent[line.parent as usize],
            _ => line.parent,
        };
        live_parent[at] = above;
        let alone = above != NO_LINE
            && holds[above as usize] == 1
            && lines[above as usize].kind() == LineKind::Element;
        if alive[at] && alone && needs[at] == 2 && line.kind() == LineKind::Element && !line.carries_id {
            alive[at] = false;
            holds[above as usize] = holds[at];
        }
    }
    alive
}

/// Drops the lines that are not alive; their children become children of the nearest ancestor that is.
fn keep(lines: &mut Vec<Line>, alive: &[bool]) {
    let mut place = Vec::with_capacity(lines.len() + 1);
    let mut count = 0;
    for alive in alive {
        place.push(count);
        count += u32::from(*alive);
    }
    place.push(count);
    let mut parents = vec![NO_LINE; lines.len()];
    for at in 0..lines.len() {
        let above = lines[at].parent;
        parents[at] = match alive.get(above as usize) {
            Some(true) => place[above as usize],
            Some(false) => parents[above as usize],
            None => NO_LINE,
        };
        lines[at].parent = parents[at];
        lines[at].end = place[lines[at].end as usize];
    }
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        alive[at - 1]
    });
}

/// A line's shape is what it is and the kinds of lines it holds, without repeats and without text.
pub(super) fn shape(lines: &mut [Line]) {
    for at in (0..lines.len()).rev() {
        let mut hasher = FxHasher::default();
        lines[at].likeness.hash(&mut hasher);
        let mut last = 0;
        let mut child = at + 1;
        while child < lines[at].end as usize {
            let shape = lines[child].shape;
            if lines[child].kind() != LineKind::Text && shape != last {
                shape.hash(&mut hasher);
                last = shape;
            }
            child = lines[child].end as usize;
        }
        lines[at].shape = hasher.finish();
    }
}

/// A group is set off by a bullet when one like it stands beside it and no heading starts it.
fn bullets(lines: &mut [Line]) {
    let mut last_child: Vec<u32> = vec![NO_LINE; lines.len() + 1];
    for at in 0..lines.len() {
        let line = lines[at];
        let above = (line.parent as usize).min(lines.len());
        let before = std::mem::replace(&mut last_child[above], at as u32);
        if line.kind() != LineKind::Group || lines.get(at + 1).is_some_and(|first| first.titles) {
            continue;
        }
        let Some(before) = lines.get(before as usize).copied() else { continue };
        if before.kind() == LineKind::Group && before.shape == line.shape {
            lines[at].bullet = true;
            let before = before.key;
            // The first of them learns of it from the second.
            if let Some(first) = lines[..at].iter_mut().rev().find(|l| l.key == before) {
                first.bullet = true;
            }
        }
    }
}

fn indent(lines: &mut [Line]) {
    for at in 0..lines.len() {
        lines[at].depth = match lines.get(lines[at].parent as usize) {
            Some(above) => above.depth + u32::from(above.kind() == LineKind::Element || above.bullet),
            None => 0,
        };
    }
}
