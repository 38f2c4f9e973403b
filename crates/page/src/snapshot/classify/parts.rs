//! Finds the parts of controls that component libraries draw: the thumb of a slider, the track of a switch. They
//! listen, but the control does all that they do, and is told. Fixture: library-lines.html.

use rustc_hash::FxHashSet;

use super::bystanders::ONLY_HEARD;
use crate::snapshot::{NodeIndex, Role, Why, draft::Draft};

/// How far inside of its control a part stands.
const DEEP: usize = 3;

/// Whether controls of this role have a box around them that only draws them: around a tab what closes it, around a slider its
/// track, around a combobox its border and arrow (`ant-tabs-tab`, `el-slider__runway`, `select__combobox`).
pub(super) fn has_a_skin(role: Role) -> bool {
    matches!(role, Role::Tab | Role::Slider | Role::ComboBox | Role::Radio)
}

/// The parts of the controls of a page.
pub(super) struct Parts {
    /// What stands in for a control that styling hides: labels, and the boxes that are drawn in its place.
    stand_ins: FxHashSet<NodeIndex>,
}

impl Parts {
    pub(super) fn new(draft: &Draft<'_>) -> Self {
        Self { stand_ins: draft.snapshot.stand_ins.values().copied().collect() }
    }

    /// Whether an element without text is the part of a slider that takes the focus and the keys in its place (Quasar's): the slider is
    /// told, and filled.
    pub(super) fn takes_keys(&self, draft: &Draft<'_>, at: usize, text: bool) -> bool {
        let columns = &draft.snapshot.columns;
        let focused = |at: usize| {
            let why = columns.why[at];
            columns.role[at] == Role::Generic
                && why.has(Why::TABINDEX)
                && why.0 & !(Why::TABINDEX.0 | ONLY_HEARD.0) == 0
        };
        // One with two of them has two values.
        let alone = |slider: usize| (slider + 1..draft.end(slider)).filter(|at| focused(*at)).count() <= 1;
        focused(at)
            && !text
            && draft
                .ancestors(at)
                .take(DEEP)
                .find(|above| columns.role[*above] == Role::Slider)
                .is_some_and(|slider| !columns.why[slider].has(Why::TABINDEX) && alone(slider))
    }

    /// Whether an element that is there by its listeners or pointer alone is a part of a control; `text` says that it holds some.
    pub(super) fn has(&self, draft: &Draft<'_>, at: usize, text: bool) -> bool {
        let columns = &draft.snapshot.columns;
        if text || columns.role[at] != Role::Generic {
            return false;
        }
        let mut around = draft.ancestors(at).take(DEEP);
        let cursor = columns.why[at].has(Why::CURSOR);
        around.any(|a| {
            columns.role[a] == Role::Slider || cursor && self.stand_ins.contains(&NodeIndex(a as u32))
        })
    }
}
