//! Puts what is stored in the place of its name, in the text of an action: `{{secret:NAME}}`, `{{totp:NAME}}`.
//!
//! Only `fill` and `type` into a field take it, and only where the field's own document is of an origin that the secret is bound to: that
//! document is named by its loader, which is checked again before input. From then on the field is masked, and the value is said nowhere.

use std::sync::Arc;

use super::Action;
use crate::{
    error::{Error, ErrorKind, Result},
    observe,
    options::{StoredSecret, origin_of},
    tab::TabInner,
    world::calls,
};
use domtool_page::identity::ElementId;

/// The action with what is stored in the place of its names; `None` where it has none of these.
///
/// # Errors
/// `INVALID_INPUT` for a name that nothing is stored under, or where none can stand; `SECURITY_BLOCKED` on another origin.
pub(super) async fn revealed(
    tab: &Arc<TabInner>,
    action: &Action<ElementId>,
) -> Result<Option<Action<ElementId>>> {
    let (target, text) = match action {
        Action::Fill { target, text } => (Some(*target), text),
        Action::Type { target, text, .. } => (*target, text),
        Action::Paste { target, text: Some(text) } => (*target, text),
        Action::Open { url: text } | Action::Dialog { text: Some(text), .. } => (None, text),
        _ => return Ok(None),
    };
    if !has_name(text) {
        return Ok(None);
    }
    let session = tab.session()?;
    let stored = &session.options.stored_secrets;
    let mut out = text.clone();
    let used: Vec<&StoredSecret> =
        stored.iter().filter(|secret| text.contains(&secret.placeholder())).collect();
    let fields = matches!(action, Action::Fill { .. } | Action::Type { .. });
    let Some(target) = target.filter(|_| fields) else {
        let message = "what is stored goes into a named field only, by fill or type";
        return Err(Error::invalid_input(message).with_hint("fill the field by its id"));
    };
    let entry = observe::ids::entry(tab, session, target)?;
    let address = {
        let state = tab.state();
        let frame = state.frames.get(&entry.frame).filter(|frame| frame.loader == entry.loader);
        frame.and_then(|frame| origin_of(&frame.url))
    };
    // A document in a sandbox (an attribute of its frame, or a header) is of no origin, whatever its address says.
    let world = tab.world_of(&entry.frame);
    let opaque = match &world {
        Some(world) => world.call(calls::SECURITY_ORIGIN, &()).await? == "null",
        None => true,
    };
    let origin = address.filter(|_| !opaque);
    for secret in &used {
        if !origin.as_ref().is_some_and(|origin| secret.origins.contains(origin)) {
            let place = origin.as_deref().unwrap_or("a page without one");
            let message = format!(
                "{} is bound to {}, and the field is of {place}",
                secret.placeholder(),
                secret.origins.join(", ")
            );
            return Err(Error::new(ErrorKind::SecurityBlocked, message).with_hint(
                "make sure that this is the page that you were sent to; only a person can bind it to more",
            ));
        }
        let value = secret.now();
        out = out.replace(&secret.placeholder(), &value);
        let mut secrets = session.secrets();
        secrets.give(&value);
        // Pages show codes in two groups.
        if value.len() == 6 {
            secrets.give(&format!("{} {}", &value[..3], &value[3..]));
        }
        secrets.fields.insert((entry.loader.clone(), entry.backend));
    }
    if has_name(&out) {
        let names: Vec<_> = stored.iter().map(StoredSecret::placeholder).collect();
        let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Error::invalid_input(format!(
            "nothing is stored under one of these names; stored are: {there}"
        ))
        .with_hint("write one of those, or have the person store it (--secret, --totp)"));
    }
    Ok(Some(match action {
        Action::Type { delay, .. } => Action::Type { target: Some(target), text: out, delay: *delay },
        _ => Action::Fill { target, text: out },
    }))
}

fn has_name(text: &str) -> bool {
    text.contains("{{secret:") || text.contains("{{totp:")
}
