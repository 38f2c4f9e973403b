//! Compares the states of an action's target before and after it.

use super::resolve::ResolvedElement;
use crate::{limits::VALUE_CHARACTERS, report::StateChange, world::data::NodeState};

/// Whether the line of an element in a view says this state.
pub(crate) fn is_worded(name: &str) -> bool {
    matches!(
        name,
        "checked"
            | "expanded"
            | "pressed"
            | "selected"
            | "disabled"
            | "invalid"
            | "busy"
            | "value"
            | "valuenow"
    )
}

/// The states that changed. None where the element is gone.
pub(crate) async fn changes(subject: &ResolvedElement) -> Vec<StateChange> {
    let Ok(now) = subject.read().await else { return Vec::new() };
    if !now.connected {
        return Vec::new();
    }
    compare(&subject.state, &now)
}

fn compare(was: &NodeState, now: &NodeState) -> Vec<StateChange> {
    let secret = was.secret || now.secret;
    let names = was.states.keys().chain(now.states.keys().filter(|name| !was.states.contains_key(*name)));
    let changed = names.filter(|name| was.states.get(*name) != now.states.get(*name));
    changed
        .map(|name| {
            let word = |state: &NodeState| match state.states.get(name).map(String::as_str) {
                None | Some("") => String::new(),
                // A secret shows only whether there is one.
                Some(_) if secret && name.starts_with("value") => "(filled)".to_owned(),
                Some(value) => value.chars().take(VALUE_CHARACTERS).collect(),
            };
            StateChange { name: name.clone(), was: word(was), now: word(now), in_diff: false }
        })
        .collect()
}
