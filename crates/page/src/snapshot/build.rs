//! Building: the passes over a capture, in their order. Each is a loop over the arena and reads only what earlier ones filled.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    NodeIndex, Snapshot,
    classify::classify,
    draft::Draft,
    layout::lay_out,
    merge::merge,
    name::name_all,
    native::assign_roles,
    privacy::PrivacyRules,
    state::{note_states, read_live},
    visibility::see,
};
use crate::capture::PageCapture;

/// Makes the snapshot of a page. Never fails: what is missing or makes no sense is a gap.
#[must_use]
pub fn build(capture: &PageCapture<'_>, rules: &PrivacyRules) -> Snapshot {
    let mut draft = Draft::new(capture, rules);
    merge(&mut draft);
    index_backends(&mut draft);
    read_live(&mut draft);
    lay_out(&mut draft);
    see(&mut draft);
    assign_roles(&mut draft);
    classify(&mut draft);
    note_states(&mut draft);
    name_all(&mut draft);
    super::occlusion::cover(&mut draft);
    find_focus(&mut draft);
    draft.snapshot
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

fn find_focus(draft: &mut Draft<'_>) {
    let Some((frame, backend)) = &draft.capture.focus else { return };
    draft.snapshot.focus = draft.snapshot.find(frame, *backend);
}
