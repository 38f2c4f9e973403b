//! From an action's outcome to the verification of its report: gathers what the pure part (`account`) weighs.

use domtool_page::{identity::ElementId, settle::Rest, view::quoted};

use super::{Expect, Judged, account, implied};
use crate::{
    act::{Action, ActionOutcome, effects::Changes},
    observe::{Problem, problems_since},
    report::{DownloadState, Effects, MessageKind, RequestInfo, Verification},
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
    (action, proof): (&Action<ElementId>, Option<implied::Proof>),
    done: &ActionOutcome,
    effects: &Effects,
    rest: &Rest,
    (known, now): (&Known, &[Problem]),
    changes: &Changes,
    expected: Option<(&Expect, &Judged)>,
) -> Verification {
    let what = match expected {
        Some((_, judged)) => judged.what.clone(),
        None => effects.account(done.target.as_ref().map(|target| target.id)),
    };
    let (mut errors, mut successes) = (Vec::new(), Vec::new());
    for message in &effects.messages {
        match message.kind {
            MessageKind::Error => errors.push(message.text.clone()),
            MessageKind::Success => successes.push(message.text.clone()),
            MessageKind::Plain => {}
        }
    }
    errors.extend(effects.requests.iter().filter_map(refused));
    let shown = errors.len();
    let lost = effects.downloads.iter().filter(|download| download.state == DownloadState::Canceled);
    errors.extend(lost.map(|download| format!("the file {} did not come whole", quoted(&download.name))));
    errors.extend(problems_since(&known.problems, now).map(str::to_owned));
    let dialog = effects.dialogs.iter().find(|dialog| dialog.open);
    let dialog = dialog.map(|dialog| format!("{} {}", dialog.kind, quoted(&dialog.message)));
    let role = done.target.as_ref().map(|target| target.role.as_str());
    account::verify(&account::Facts {
        said: &done.feedback,
        plain: is_plain(action, done, effects),
        proof: proof.unwrap_or_else(|| implied::proof(action)),
        expected: expected.map(|(expect, judged)| (expect, &judged.verdict)),
        follows_link: implied::follows_link(action, role),
        what: &what,
        compared: known.compared || effects.navigated,
        errors: &errors,
        shown,
        successes: &successes,
        dialog: dialog.as_deref(),
        changed: rest.changed,
        open: rest.open,
        canvas: changes.canvas,
        ticks: changes.ticks,
    })
}

/// Whether an action says no more of itself than that it was done: what was asked for is then so.
fn is_plain(action: &Action<ElementId>, done: &ActionOutcome, effects: &Effects) -> bool {
    let said = done.feedback.as_str();
    let target =
        done.target.as_ref().map(|target| format!("{} {} {}", target.id, target.role, quoted(&target.name)));
    let of_target =
        |rest: &str| target.as_ref().and_then(|target| said.strip_prefix(target.as_str())) == Some(rest);
    match action {
        Action::Click(_) => target.is_some_and(|target| {
            said.strip_suffix(target.as_str()).is_some_and(|how| how.ends_with("clicked "))
        }),
        Action::Fill { text, .. } => {
            of_target(" is filled") || of_target(&format!(" holds {}", quoted(text)))
        }
        Action::Clear { .. } => of_target(" is empty"),
        Action::Select { options, .. } => of_target(&format!(" is set to {}", options.join(", "))),
        Action::Check { .. } => of_target(" is on"),
        Action::Uncheck { .. } => of_target(" is off"),
        Action::Press { keys, .. } => said.strip_prefix("pressed ") == Some(keys.to_string().as_str()),
        Action::Open { .. } | Action::Back | Action::Forward | Action::Reload => {
            said.starts_with("at ") && (effects.navigated || effects.url.is_some())
        }
        _ => false,
    }
}

/// A request that sent something, or that one led to, and was not taken. Nobody waits for the answer to a beacon.
pub(in crate::act) fn refused(request: &RequestInfo) -> Option<String> {
    if request.is_read() && !request.follows_write || request.kind == "ping" {
        return None;
    }
    let RequestInfo { method, url, status, failure, .. } = request;
    match (failure, status) {
        (Some(failure), _) => Some(format!("{method} {url} failed: {failure}")),
        (None, Some(status)) if *status >= 400 => Some(format!("{method} {url} was answered {status}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_waits_for_fails_nobody() {
        let info = |method: &str, kind: &str, status, failure: Option<&str>, aborted| RequestInfo {
            method: method.to_owned(),
            kind: kind.to_owned(),
            url: "/x".to_owned(),
            status,
            failure: failure.map(str::to_owned),
            aborted,
            ..RequestInfo::default()
        };
        let led =
            |status| RequestInfo { follows_write: true, ..info("GET", "document", status, None, false) };
        for (request, expected) in [
            (info("POST", "fetch", Some(500), None, false), Some("POST /x was answered 500")),
            (info("DELETE", "xhr", Some(404), None, false), Some("DELETE /x was answered 404")),
            (
                info("POST", "fetch", None, Some("net::ERR_CONNECTION_RESET"), false),
                Some("POST /x failed: net::ERR_CONNECTION_RESET"),
            ),
            (info("POST", "fetch", Some(204), None, false), None),
            (info("POST", "fetch", Some(303), None, false), None),
            (led(Some(500)), Some("GET /x was answered 500")),
            (led(Some(200)), None),
            (info("POST", "fetch", None, None, true), None),
            (info("POST", "ping", Some(500), None, false), None),
            (info("GET", "fetch", Some(500), None, false), None),
            (info("GET", "fetch", None, Some("net::ERR_FAILED"), false), None),
        ] {
            assert_eq!(refused(&request).as_deref(), expected, "{request:?}");
        }
    }
}
