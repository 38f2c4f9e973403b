//! From an action's outcome to the verification of its report: gathers what the pure part (`account`) weighs.

use domtool_page::{identity::ElementId, settle::Rest};

use super::{Expect, Judged, Problem, account, asked, problems::new as new_problems, reading};
use crate::{
    act::{Action, Done},
    report::{Effects, Kind, RequestInfo, Verification},
};

/// What was known before the action.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// Whether the caller had seen the page, so that there is something to compare with.
    pub(crate) compared: bool,
    /// The fields that were invalid.
    pub(crate) problems: Vec<Problem>,
}

/// The verification of an action that was done.
pub(crate) fn verification(
    (action, proof): (&Action, Option<asked::Proof>),
    done: &Done,
    effects: &Effects,
    rest: &Rest,
    (known, now): (&Known, &[Problem]),
    expected: Option<(&Expect, &Judged)>,
) -> Verification {
    let what = match expected {
        Some((_, judged)) => judged.what.clone(),
        None => happened(effects, done.target.as_ref().map(|target| target.id)),
    };
    let (mut errors, mut successes) = (Vec::new(), Vec::new());
    for message in &effects.messages {
        match message.kind {
            Kind::Error => errors.push(message.text.clone()),
            Kind::Success => successes.push(message.text.clone()),
            Kind::Plain => match reading::tone(&message.text) {
                reading::Tone::Error => errors.push(message.text.clone()),
                reading::Tone::Success => successes.push(message.text.clone()),
                reading::Tone::Plain => {}
            },
        }
    }
    errors.extend(effects.requests.iter().filter_map(refused));
    let shown = errors.len();
    errors.extend(new_problems(&known.problems, now).map(str::to_owned));
    let dialog = effects.dialogs.iter().find(|dialog| dialog.open);
    let dialog = dialog.map(|dialog| format!("{} {:?}", dialog.kind, dialog.message));
    let role = done.target.as_ref().map(|target| target.role.as_str());
    account::verify(&account::Facts {
        said: &done.feedback,
        proof: proof.unwrap_or_else(|| asked::proof(action)),
        expected: expected.map(|(expect, judged)| (expect, &judged.verdict)),
        follows_link: asked::follows_link(action, role),
        what: &what,
        compared: known.compared || effects.navigated,
        errors: &errors,
        shown,
        successes: &successes,
        dialog: dialog.as_deref(),
        running: !rest.still.is_empty(),
        stirred: rest.stirred,
    })
}

/// What an action caused, in words. That its own element has the focus now is no news.
fn happened(effects: &Effects, target: Option<ElementId>) -> Vec<String> {
    let mut what = account::told(effects);
    what.extend(
        effects.focus.filter(|focus| Some(*focus) != target).map(|focus| format!("the focus on {focus}")),
    );
    what
}

/// A request that sent something and was not taken.
fn refused(request: &RequestInfo) -> Option<String> {
    if request.method == "GET" || request.method == "HEAD" {
        return None;
    }
    let RequestInfo { method, url, status, failure, .. } = request;
    match (failure, status) {
        (Some(failure), _) => Some(format!("{method} {url} failed: {failure}")),
        (None, Some(status)) if *status >= 400 => Some(format!("{method} {url} was answered {status}")),
        _ => None,
    }
}
