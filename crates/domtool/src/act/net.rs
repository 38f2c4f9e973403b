//! What several actions in a row changed, told once: from before the first of them to after the last.

use domtool_page::{
    identity::ElementId,
    view::{Diff, Outline, SetState},
};

use super::Action;
use crate::report::Target;

/// What the actions of a batch changed so far: the report of each tells all of it, so that only the last has to be read.
#[derive(Debug, Default)]
pub(crate) struct Net {
    /// How the page was before the first of them; `None` where none was done on this page yet.
    first: Option<Outline>,
    /// What they set.
    set: Vec<SetState>,
    /// The report of the last of them tells it.
    pub(crate) told: bool,
}

impl Net {
    /// Whether an action of the batch was done on this page already: the report of the last tells what came since the first.
    pub(super) fn has_begun(&self) -> bool {
        self.first.is_some()
    }

    /// What all actions so far changed; `diff` is what the last one did on the page as it was `seen` before, and `set`.
    pub(super) fn tell(
        &mut self,
        seen: &Outline,
        set: &[SetState],
        diff: Diff,
        mut compare: impl FnMut(&Outline, &[SetState]) -> Diff,
    ) -> Diff {
        self.set.extend_from_slice(set);
        self.told = true;
        match &self.first {
            Some(first) => compare(first, &self.set),
            None => {
                self.first = Some(seen.clone());
                diff
            }
        }
    }
}

/// What an action that sets a state has left of it, where it was done: `ok` says so.
pub(super) fn set_state(action: &Action<ElementId>, target: Option<&Target>) -> Option<SetState> {
    let id = target?.id;
    match action {
        Action::Fill { text, .. } => Some(SetState::value(id, text)),
        Action::Select { options, .. } => match options.as_slice() {
            [option] => Some(SetState::value(id, option)),
            _ => None,
        },
        Action::Check { .. } => Some(SetState::ticked(id, true)),
        Action::Uncheck { .. } => Some(SetState::ticked(id, false)),
        _ => None,
    }
}
