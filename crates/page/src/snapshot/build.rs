//! Building: the passes over a capture, in their order. Each is a loop over the arena and reads only what earlier ones filled.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    NodeIndex, Snapshot,
    absence::note_absence,
    apart::{note_apart, note_lines},
    classify::classify,
    draft::{Draft, Marks},
    drawing::draw,
    editors::note_editors,
    formulas::note_formulas,
    layout::lay_out,
    ligatures::take_ligatures,
    masks::mask_across,
    merge::merge,
    name::name_all,
    native::assign_roles,
    privacy::PrivacyRules,
    refs::index_ids,
    state::note_states,
    typeset::note_typeset,
    value::{note_values, read_live},
    visibility::see,
};
use crate::capture::PageCapture;

/// Makes the snapshot of a page. Never fails: what is missing or makes no sense is a gap.
#[must_use]
pub fn build(capture: &PageCapture<'_>, rules: &PrivacyRules) -> Snapshot {
    build_watched(capture, rules, &mut |_| {})
}

/// The same, telling which pass begins: whoever has a clock can see where the time goes.
#[must_use]
pub fn build_watched(
    capture: &PageCapture<'_>,
    rules: &PrivacyRules,
    begins: &mut dyn FnMut(Pass),
) -> Snapshot {
    begins(Pass::Merge);
    let mut draft = Draft::new(capture, rules);
    merge(&mut draft);
    index_backends(&mut draft);
    index_ids(&mut draft);
    let secret = draft.marks.iter().enumerate().filter(|(_, marks)| marks.has(Marks::SECRET));
    draft.snapshot.secret = secret.map(|(at, _)| NodeIndex(at as u32)).collect();
    begins(Pass::States);
    read_live(&mut draft);
    begins(Pass::Geometry);
    lay_out(&mut draft);
    take_ligatures(&mut draft);
    see(&mut draft);
    note_formulas(&mut draft);
    note_apart(&mut draft);
    note_lines(&mut draft);
    mask_across(&mut draft);
    note_typeset(&mut draft);
    begins(Pass::Roles);
    assign_roles(&mut draft);
    begins(Pass::Classify);
    classify(&mut draft);
    begins(Pass::States);
    note_values(&mut draft);
    note_editors(&mut draft);
    note_states(&mut draft);
    begins(Pass::Names);
    name_all(&mut draft);
    draw(&mut draft);
    note_absence(&mut draft);
    begins(Pass::Occlusion);
    super::occlusion::cover(&mut draft);
    draft.snapshot.floats_matter = draft.floats_matter.get();
    find_focus(&mut draft);
    draft.snapshot
}

/// A pass of [`build_watched`]. One may begin more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Frames and shadow trees become one tree; secrets are masked.
    Merge,
    /// Boxes, visibility, place.
    Geometry,
    /// Roles.
    Roles,
    /// What can be operated, and why.
    Classify,
    /// States and live values.
    States,
    /// Names.
    Names,
    /// What covers what.
    Occlusion,
}

impl Pass {
    /// Its name, for statistics.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Pass::Merge => "merge",
            Pass::Geometry => "geometry",
            Pass::Roles => "roles",
            Pass::Classify => "classify",
            Pass::States => "states",
            Pass::Names => "names",
            Pass::Occlusion => "occlusion",
        }
    }
}

fn index_backends(draft: &mut Draft<'_>) {
    let columns = &draft.snapshot.columns;
    let mut by_backend = FxHashMap::with_capacity_and_hasher(draft.source.len(), FxBuildHasher);
    for (at, (source, backend)) in draft.source.iter().zip(&columns.backend).enumerate() {
        if backend.0 != 0 {
            by_backend.insert((source.session, backend.0), NodeIndex(at as u32));
        }
    }
    draft.snapshot.by_backend = by_backend;
}

/// The focus of the main document, and where that is a frame, of the document in it, down to the innermost.
fn find_focus(draft: &mut Draft<'_>) {
    let mut frame = 0;
    while let Some(document) = draft.snapshot.frames.get(frame) {
        let looks = draft.capture.sessions.get(document.session as usize).map_or(&[][..], |s| &s.looks);
        let focus = looks.iter().find(|look| look.frame == document.id).and_then(|look| look.focus);
        let Some(focus) =
            focus.and_then(|id| draft.snapshot.by_backend.get(&(document.session, id.0)).copied())
        else {
            return;
        };
        draft.snapshot.focus = Some(focus);
        // Frames come in document order: one in this one stands after it.
        let inner = draft
            .snapshot
            .frames
            .iter()
            .skip(frame + 1)
            .position(|inner| draft.snapshot.columns.parent.get(inner.document.at()) == Some(&focus));
        let Some(inner) = inner else { return };
        frame += 1 + inner;
    }
}
