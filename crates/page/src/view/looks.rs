//! Changes of looks alone: `e5 now has class selected`, `e9 is 200x96 (was 200x60)`, `e104 moved 60 right`. Told for elements with ids
//! of whose line, and of the lines in it, nothing else changed. Places are those within the parent, so that scrolling and what opens
//! elsewhere move nothing; what many elements did alike is the page's layout. Fixtures: drawings-looks.html, drawings-flow.html.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::outline::{Line, Outline};
use crate::{
    geometry::Rect,
    snapshot::{Axis, NodeRef, Placement, Snapshot},
};

/// A side or a place that differs by less is as it was, CSS pixels.
const EQUAL: f64 = 3.0;
/// A side from here on is large, CSS pixels, and what changes by a smaller share of it is as it was.
const LARGE: f64 = 200.0;
const SLIGHT: f64 = 0.04;
/// What so many elements did alike is a new layout.
const ALIKE: usize = 3;
/// So many elements are told of.
const TOLD: usize = 8;
/// A longer class, or one with a digit, was made by a program.
const CLASS: usize = 30;
/// So many classes of one element are told.
const CLASSES: usize = 3;

/// What a line's element looks like, to be compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineLook {
    /// Its range in [`Outline::classes`].
    pub(super) class: (u32, u32),
    /// Its box within the nearest ancestor that has one, and that one's node.
    rect: Rect,
    within: i32,
    /// Where it stands in its document.
    at: (f64, f64),
    placement: Placement,
}

impl LineLook {
    pub(super) fn of(snapshot: &Snapshot, node: NodeRef<'_>, class: (u32, u32)) -> Option<LineLook> {
        let rect = node.rect()?;
        let placement = snapshot.placement(node.index());
        let above = node.ancestors().find_map(|above| Some((above, above.rect()?)));
        let (x, y) = match above.filter(|_| placement != Placement::Fixed) {
            Some((above, around)) => {
                let scrolled = snapshot.scroller(above.index());
                let before = |axis: Option<Axis>| axis.map_or(0.0, |axis| axis.before);
                let (x, y) = scrolled.map_or((0.0, 0.0), |s| (before(s.x), before(s.y)));
                (around.x - x, around.y - y)
            }
            None => (0.0, 0.0),
        };
        let scroll = snapshot.frames.get(node.frame().0 as usize).map_or((0.0, 0.0), |frame| frame.scroll);
        let at = (rect.x + scroll.0, rect.y + scroll.1);
        let within = above.map_or(0, |(above, _)| above.backend().0);
        Some(LineLook { class, rect: rect.translated(-x, -y), within, at, placement })
    }
}

/// What of an element's looks is not as it was.
#[derive(Debug, Default)]
struct LookChange<'a> {
    gained: Vec<&'a str>,
    lost: Vec<&'a str>,
    sizes: Option<(Rect, Rect)>,
    moved: Option<(i64, i64)>,
}

/// By line of the outline after: words for what changed of its looks; and the lines that are not told of. `pairs` are the lines before
/// and after of which nothing else did.
pub(super) fn look_changes(
    before: &Outline,
    after: &Outline,
    pairs: &[(usize, usize)],
) -> (Vec<(usize, String)>, Vec<usize>) {
    let mut changes: Vec<(usize, LookChange<'_>)> = pairs
        .iter()
        .filter_map(|&(old, new)| {
            let (was, now) = (before.look(&before.lines[old])?, after.look(&after.lines[new])?);
            let change = compare((before, was), (after, now));
            Some((new, change))
        })
        .collect();
    drop_alike(&mut changes);
    let mut told: Vec<(usize, String)> = changes
        .iter()
        .map(|(new, change)| (*new, words(change)))
        .filter(|(_, words)| !words.is_empty())
        .collect();
    let more = told.split_off(TOLD.min(told.len()));
    (told, more.into_iter().map(|(line, _)| line).collect())
}

fn compare<'a>(
    (before, was): (&'a Outline, &LineLook),
    (after, now): (&'a Outline, &LineLook),
) -> LookChange<'a> {
    let mut change = LookChange::default();
    let (old, new) = (before.class(was), after.class(now));
    if old != new {
        let only = |these: &'a str, those: &'a str| {
            let these = these.split_ascii_whitespace().filter(|class| is_telling(class));
            let fresh = these.filter(|class| !those.split_ascii_whitespace().any(|other| other == *class));
            fresh.take(CLASSES).collect::<Vec<&str>>()
        };
        (change.gained, change.lost) = (only(new, old), only(old, new));
    }
    if was.placement == Placement::Animated || now.placement == Placement::Animated {
        return change;
    }
    let (dw, dh) = (now.rect.w - was.rect.w, now.rect.h - was.rect.h);
    if is_resized(was.rect.w, dw) || is_resized(was.rect.h, dh) {
        change.sizes = Some((was.rect, now.rect));
    }
    let own = |placement| matches!(placement, Placement::Own | Placement::Fixed);
    // What stands still while its parent moves, or gets a box, has not moved.
    let moves = |(dx, dy): (f64, f64)| dx.abs() >= EQUAL || dy.abs() >= EQUAL;
    let within = (now.rect.x - was.rect.x, now.rect.y - was.rect.y);
    let on_page = (now.at.0 - was.at.0, now.at.1 - was.at.1);
    let by = if was.within == now.within { within } else { on_page };
    if own(was.placement) && was.placement == now.placement && moves(within) && moves(on_page) {
        change.moved = Some((by.0.round() as i64, by.1.round() as i64));
    }
    change
}

/// Whether a side of a box is plainly another: a scroll bar that comes and goes makes all that is large a little wider.
fn is_resized(side: f64, by: f64) -> bool {
    by.abs() >= if side >= LARGE { SLIGHT * side } else { EQUAL }
}

/// Whether a class says something to who reads it: not those that a program made, nor what follows the pointer and the focus.
fn is_telling(class: &str) -> bool {
    const PASSING: &[&str] =
        &["focus", "hover", "ripple", "touched", "dirty", "pristine", "transition", "anim", "enter", "leave"];
    let by_hand =
        class.len() <= CLASS && class.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_');
    let lower = class.to_ascii_lowercase();
    by_hand && !PASSING.iter().any(|word| lower.contains(word))
}

/// Takes out the sizes and moves that several elements have in common.
fn drop_alike(changes: &mut [(usize, LookChange<'_>)]) {
    let key = |sizes: &(Rect, Rect)| {
        ((sizes.1.w - sizes.0.w).round() as i64, (sizes.1.h - sizes.0.h).round() as i64)
    };
    let mut sizes: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    let mut moves: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    for (_, change) in changes.iter() {
        if let Some(both) = &change.sizes {
            *sizes.entry(key(both)).or_default() += 1;
        }
        if let Some(moved) = change.moved {
            *moves.entry(moved).or_default() += 1;
        }
    }
    for (_, change) in changes {
        change.sizes = change.sizes.take_if(|both| sizes.get(&key(both)).is_none_or(|count| *count < ALIKE));
        change.moved = change.moved.take_if(|moved| moves.get(moved).is_none_or(|count| *count < ALIKE));
    }
}

/// `now has class selected, is 200x96 (was 200x60), moved 60 right`
fn words(change: &LookChange<'_>) -> String {
    let mut out = String::new();
    let next = |out: &mut String| {
        if !out.is_empty() {
            out.push_str(", ");
        }
    };
    for (lead, classes) in [("now has class ", &change.gained), ("no longer has class ", &change.lost)] {
        if !classes.is_empty() {
            next(&mut out);
            let _infallible = write!(out, "{lead}{}", classes.join(" "));
        }
    }
    if let Some((was, now)) = change.sizes {
        next(&mut out);
        let _infallible = write!(out, "is {:.0}x{:.0} (was {:.0}x{:.0})", now.w, now.h, was.w, was.h);
    }
    if let Some((dx, dy)) = change.moved {
        next(&mut out);
        out.push_str("moved ");
        let sides = [(dx, "left", "right"), (dy, "up", "down")];
        for (at, (by, back, forth)) in sides.into_iter().filter(|(by, ..)| *by != 0).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let _infallible = write!(out, "{comma}{} {}", by.abs(), if by < 0 { back } else { forth });
        }
    }
    out
}

/// The lines before and after that are the same element with an id, and in and of which no line changed.
pub(super) fn untouched(
    before: &Outline,
    after: &Outline,
    partner: &[Option<usize>],
    touched: &[bool],
) -> Vec<(usize, usize)> {
    let told = |line: &Line| line.carries_id && line.id.is_some();
    let pairs = partner.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)));
    pairs
        .filter(|(old, new)| !touched[*new] && told(&before.lines[*old]) && after.lines[*new].carries_id)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_classes_of_authors_only() {
        assert!(is_telling("selected") && is_telling("todo-done"));
        for class in ["css-1x2y3", "Mui-focusVisible", "ng-touched", "ripple", "is-hovered"] {
            assert!(!is_telling(class), "{class}");
        }
    }

    #[test]
    fn what_many_do_alike_is_a_layout() {
        let by = |moved| LookChange { moved: Some(moved), ..LookChange::default() };
        let mut changes = vec![(0, by((0, 40))), (1, by((0, 40))), (2, by((0, 40))), (3, by((60, 0)))];
        drop_alike(&mut changes);
        let told: Vec<String> = changes.iter().map(|(_, change)| words(change)).collect();
        assert_eq!(told, ["", "", "", "moved 60 right"]);
    }

    #[test]
    fn words_sizes_and_moves() {
        let change = LookChange {
            gained: vec!["selected"],
            lost: vec!["idle"],
            sizes: Some((Rect::new(0.0, 0.0, 200.0, 60.0), Rect::new(0.0, 0.0, 200.0, 96.0))),
            moved: Some((60, -4)),
        };
        let told =
            "now has class selected, no longer has class idle, is 200x96 (was 200x60), moved 60 right, 4 up";
        assert_eq!(words(&change), told);
        assert_eq!(words(&LookChange::default()), "");
    }
}
