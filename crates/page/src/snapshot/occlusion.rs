//! Occlusion: who is painted over whom.

use super::{NodeIndex, draft::Draft};

/// Fills `covered_by`.
pub(super) fn cover(draft: &mut Draft<'_>) {
    draft.snapshot.columns.covered_by.resize(draft.source.len(), NodeIndex::NONE);
}
