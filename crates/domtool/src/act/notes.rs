//! What is remembered of an action's text before and after it: for whom ids name, and what must not be repeated.

use super::{Action, ActionContext, resolve::ResolvedElement};
use crate::{shared::SessionShared, tab::TabInner};
use domtool_page::identity::ElementId;

/// Tells the registry of ids what is written into which field: a form that still holds it is the same form.
pub(super) fn note_edit(tab: &TabInner, session: &SessionShared, action: &Action<ElementId>) {
    let mut registry = session.registry();
    match action {
        Action::Fill { target, text }
        | Action::Type { target: Some(target), text, .. }
        | Action::Paste { target: Some(target), text: Some(text) } => registry.note_edit(*target, text),
        Action::Clear { target } => registry.note_edit(*target, ""),
        Action::Select { target, options } => {
            registry.note_edit(*target, options.last().map_or("", String::as_str));
        }
        // These show nothing else than was shown.
        Action::Check { .. }
        | Action::Uncheck { .. }
        | Action::Hover { .. }
        | Action::Scroll { .. }
        | Action::SelectText { .. }
        | Action::Copy { .. }
        | Action::Highlight { .. }
        | Action::Wait(_) => {}
        Action::Press { keys, .. } if keys.only_move_focus() => {}
        _ => registry.end_edits(&tab.target()),
    }
}

/// What went into a secret field, and what it held, is said nowhere from now on.
pub(super) fn note_secret(ctx: &ActionContext<'_>, action: &Action<ElementId>) {
    let text = match action {
        Action::Fill { text, .. } | Action::Type { text, .. } => Some(text),
        Action::Paste { text, .. } => text.as_ref(),
        _ => None,
    };
    // What a list offers is a word that the page says anywhere.
    let secret = |subject: &ResolvedElement| subject.state.secret && subject.state.kind != "select";
    let Some(subject) = ctx.subject().filter(secret) else { return };
    let mut secrets = ctx.session.secrets();
    if let Some(text) = text {
        secrets.give(text);
    }
    let held = subject.state.value.as_deref();
    if let Some(origin) = ctx.tab.state().frames.get(&subject.frame).map(|frame| frame.origin.clone()) {
        secrets.hold(&origin, held);
    }
}
