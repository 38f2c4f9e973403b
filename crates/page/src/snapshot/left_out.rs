//! The boxes of parts that are left out: none of what is in them is read, but a picture is painted over wherever they paint.

use super::{
    NodeKind, Snapshot,
    draft::{Draft, Source},
    layout::{sound, union},
    mapping::FrameMap,
    style::{Overflow, Position, Style, StyleReader},
    visibility::FAINT,
};
use crate::geometry::Rect;

/// Gives each part the box of what it paints: of all that it holds and that is shown, as far as boxes in it do not clip that. One that
/// paints nothing keeps its own, and no picture is painted over for it.
pub(super) fn surround_left_out(draft: &mut Draft<'_>, maps: &[FrameMap], readers: &mut [StyleReader]) {
    for (part, source) in std::mem::take(&mut draft.left_out) {
        let frame = draft.snapshot.columns.frame[part.at()];
        let (Some(map), Some(reader)) =
            (maps.get(frame.0 as usize), readers.get_mut(source.session as usize))
        else {
            continue;
        };
        let opacity = opacity_around(draft, part.at());
        if let Some(painted) = painted(draft, source, opacity, reader) {
            draft.snapshot.columns.rect[part.at()] = Some(map.document.bounds(painted));
            draft.snapshot.painted_parts.push(part);
        }
    }
}

/// What the opacities around an element leave of it: 0 in a frame that is not shown. What is around an element of the top layer in its
/// document does not count.
fn opacity_around(draft: &Draft<'_>, part: usize) -> f32 {
    let (mut opacity, mut above_all, mut inside) = (1.0, draft.style[part].top_layer, part);
    for at in draft.ancestors(part) {
        let style = draft.style[at];
        if draft.snapshot.columns.kind[inside] == NodeKind::Document {
            above_all = false;
            opacity *= f32::from(u8::from(style.shown));
        }
        if !above_all {
            opacity *= style.opacity;
        }
        above_all |= style.top_layer;
        inside = at;
    }
    opacity
}

/// A node of a part while its boxes are put together.
#[derive(Clone, Copy, Default)]
struct Held {
    boxes: Option<Rect>,
    style: u32,
    /// What the boxes around it leave of it; `None` for all.
    window: Option<Rect>,
    opacity: f32,
}

/// In the coordinates of its document.
fn painted(draft: &mut Draft<'_>, source: Source, opacity: f32, reader: &mut StyleReader) -> Option<Rect> {
    let (session, document) = (draft.session(source)?, draft.document(source)?);
    let first = source.node as usize;
    let parents = document.nodes.parent_index.get(first..)?;
    let count = 1 + parents.iter().skip(1).take_while(|parent| **parent >= source.node as i32).count();
    let mut held = vec![Held::default(); count];
    let layout = &document.layout;
    for (row, (node, bounds)) in layout.node_index.iter().zip(&layout.bounds).enumerate() {
        let at = usize::try_from(*node).ok().and_then(|node| node.checked_sub(first));
        let Some(held) = at.and_then(|at| held.get_mut(at)) else { continue };
        let [x, y, w, h] = bounds.0.map(sound);
        let own = Rect::new(x, y, w.max(0.0), h.max(0.0));
        if held.boxes.is_none() {
            held.style = reader.read(session, layout.styles.row(row), &mut draft.style);
        }
        held.boxes = Some(held.boxes.map_or(own, |before| union(before, own)));
    }
    let styles = draft.style.different();
    let mut painted: Option<Rect> = None;
    for at in 0..count {
        let style = &styles[held[at].style as usize];
        let parent = parents.get(at).and_then(|parent| usize::try_from(*parent).ok());
        let around = parent.and_then(|parent| parent.checked_sub(first)).filter(|around| *around < at);
        held[at].opacity = style.opacity
            * match around {
                // A dialog in a part that cannot be seen can be.
                Some(_) if style.top_layer => 1.0,
                Some(around) => held[around].opacity,
                None => opacity,
            };
        // What is positioned may stand in a box further out: then nothing in the part clips it.
        if let Some(around) =
            around.filter(|_| matches!(style.position, Position::Static | Position::Relative))
        {
            held[at].window = inside(&held[around], &styles[held[around].style as usize]);
        }
        let Some(own) = held[at].boxes.filter(|_| style.shown && held[at].opacity > FAINT) else { continue };
        let seen = held[at].window.map_or(own, |window| own.intersection(&window));
        painted = Some(painted.map_or(seen, |before| union(before, seen)));
    }
    painted
}

/// The window that a node leaves to its children.
fn inside(around: &Held, style: &Style) -> Option<Rect> {
    let clips = style.overflow_x != Overflow::Shown || style.overflow_y != Overflow::Shown;
    match (around.boxes.filter(|_| clips), around.window) {
        (Some(own), Some(window)) => Some(own.intersection(&window)),
        (own, window) => own.or(window),
    }
}

impl Snapshot {
    /// The parts that pages ask AI not to read (`data-no-ai`) and that paint something, as far as no box hides them: CSS pixels of the top
    /// viewport.
    pub fn left_out(&self) -> impl Iterator<Item = Rect> + '_ {
        self.painted_parts.iter().filter_map(|part| self.node(*part).clipped())
    }
}
