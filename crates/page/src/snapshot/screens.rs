//! Notes the boxes that lie over controls, and how much of what is below them they hide. Only a box that hides it may keep a part of
//! the page from the reader ([`crate::view`] decides that, place by place). Fixture: evidence/screens.html.

use rustc_hash::FxHashSet;

use super::{
    NodeIndex,
    draft::Draft,
    occlusion::{Grid, over},
    style::Position,
    visibility::FAINT,
};
use crate::{geometry::Rect, styles::StyleSet};

/// Over fewer controls than this a box keeps nothing from the reader.
pub(crate) const LEAST_COVERED: usize = 8;
/// Nobody sees through a box that hides at least so much.
const WHOLLY: f32 = 0.95;
/// A page with more boxes over its controls has no screen before it but a layout of its own.
const MOST: usize = 64;

/// A box over controls, which takes the presses that are meant for them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) node: NodeIndex,
    /// What of it is in view.
    pub(crate) rect: Rect,
    pub(crate) hides: Hides,
    /// It stays where it is when the page is scrolled.
    pub(crate) stays: bool,
}

/// How much of what is below it a box hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hides {
    Nothing,
    /// What is below is seen through a colour.
    Dimly,
    Wholly,
}

/// Notes them for the covered controls, each with a point at which it is covered. A look that must know of them and was not asked for
/// backgrounds is taken again.
pub(super) fn note_screens(draft: &mut Draft<'_>, grid: &Grid, covered: &[(usize, (f64, f64))]) {
    let mut found = FxHashSet::default();
    for (at, (x, y)) in covered {
        for list in grid.at(*x, *y) {
            found.extend(over(draft, list, *at, *x, *y));
        }
    }
    let asked = |at: &usize| {
        draft.session(draft.source[*at]).is_none_or(|session| session.styles.has(StyleSet::BACKGROUNDS))
    };
    if covered.len() >= LEAST_COVERED && !found.iter().all(asked) {
        draft.snapshot.backgrounds_matter = true;
    }
    let mut screens: Vec<Screen> = found.into_iter().filter_map(|at| screen(draft, at)).collect();
    screens.sort_by(|a, b| b.rect.area().total_cmp(&a.rect.area()).then(a.node.cmp(&b.node)));
    screens.truncate(MOST);
    draft.snapshot.screens = screens;
}

fn screen(draft: &Draft<'_>, at: usize) -> Option<Screen> {
    let view = &draft.snapshot.viewport;
    let rect =
        draft.snapshot.columns.clipped[at]?.intersection(&Rect::new(0.0, 0.0, view.width, view.height));
    let around = || std::iter::once(at).chain(draft.ancestors(at)).filter(|at| draft.is_element(*at));
    let opacity: f32 = around().map(|at| draft.style[at].opacity).product();
    let hides = match draft.style[at].ground * opacity {
        hidden if hidden >= WHOLLY => Hides::Wholly,
        hidden if hidden > FAINT => Hides::Dimly,
        _ => Hides::Nothing,
    };
    let fixed = |at: usize| draft.style[at].position == Position::Fixed || draft.style[at].top_layer;
    let stays = view.content_height <= view.height || around().any(fixed);
    Some(Screen { node: NodeIndex(at as u32), rect, hides, stays })
}
