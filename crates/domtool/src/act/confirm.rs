//! Reads the value that an action set once more, when the effects of the action have come to rest.
//!
//! A page may take a value back: its server refuses it, a rule clamps it, a drop is refused late. The verdict is about the end, so a
//! value that was taken back is `VALUE_REJECTED` (`NO_EFFECT` for a drop), with the request that failed. Where a request that
//! sends something still runs at the end of the wait, the report says `unconfirmed`, and the value is read again before the next
//! call ([`Unconfirmed::reversal`]). Fixture: late.html (`reject`, `emptied`, `clamp`, `optimistic`, `choice`, `drop`).

use std::time::Duration;

use domtool_cdp::protocol::BackendNodeId;
use domtool_page::view::quoted;

use tokio::time::Instant;

use super::{
    ActionContext, ActionOutcome,
    anew::Anew,
    effects, fields,
    follow::{Followed, follow},
    options::before_answer,
    refused::unless_left,
    resolve::{self, ResolvedElement},
    verify::Proof,
};
use crate::{
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::{Caller, CallerState, Unconfirmed, Wanted},
    report::RequestInfo,
    tab::{Entry, TabInner},
    world::{
        Handle, calls,
        data::{NodeState, UNSAID},
    },
};

/// What an action set, to be read once more.
#[derive(Clone, Debug)]
pub(crate) struct ToConfirm {
    pub(super) subject: ResolvedElement,
    pub(super) wanted: Wanted,
}

/// How a confirmation ended.
enum Confirmed {
    Yes,
    /// The page emptied the field, as it does with a message that was sent; or what was chosen shows no more, as where it became
    /// a tag elsewhere.
    Emptied,
    /// It holds this instead.
    Not(String),
    /// The page tells no state of it.
    Unsaid,
}

/// How long a box that came to rest otherwise than wanted is read again.
const QUEUED: Duration = Duration::from_millis(600);

/// How long after its report an unconfirmed value is read again.
const LATEST: Duration = Duration::from_secs(60);

/// Reads what the action set, now that what it caused has come to rest.
///
/// # Errors
/// `VALUE_REJECTED` or `NO_EFFECT` where the page took it back.
pub(super) async fn confirm(ctx: &mut ActionContext<'_>, done: ActionOutcome) -> Result<ActionOutcome> {
    let Some(ToConfirm { subject, wanted }) = ctx.to_confirm.take() else { return Ok(done) };
    if ctx.tab.gate().is_err() {
        return Ok(match wanted {
            Wanted::Checked(_) => {
                ActionOutcome { feedback: format!("{} was clicked", subject.words()), ..done }
            }
            _ => done,
        });
    }
    let backend = subject.backend;
    let Some((stood, state, mut stands)) = at_the_end(ctx, subject, &wanted).await? else { return Ok(done) };
    let mut confirmed = compare(&stood, &state, &wanted).await;
    let mut subject = stood;
    if matches!((&wanted, &confirmed, &stands), (Wanted::Checked(_), Confirmed::Not(_), Stands::Itself))
        && pending_writes(ctx).is_empty()
        && refused_request(ctx).is_none()
    {
        in_a_while(ctx, &subject, &wanted).await?;
        let Some((stood, state, now)) = at_the_end(ctx, subject, &wanted).await? else { return Ok(done) };
        confirmed = compare(&stood, &state, &wanted).await;
        (subject, stands) = (stood, now);
    }
    let anew = match stands {
        Stands::Anew(anew) => Some(anew),
        Stands::Itself => None,
        // What its node holds now is another's.
        Stands::Nowhere => {
            ctx.given_away = true;
            ctx.proof = Some(Proof::Arrived);
            let feedback = format!("{}{}", subject.words(), fields::GIVEN_AWAY);
            return Ok(ActionOutcome { feedback, ..done });
        }
    };
    let done = shown_late(ctx, (&subject, backend), &wanted, done).await;
    if let Some(anew) = anew {
        return read_anew(ctx, &anew, wanted, done, confirmed);
    }
    // Of what still ran at the end some may have come since.
    let pending = pending_writes(ctx);
    let refused = refused_request(ctx);
    match confirmed {
        // A choice that was set back meanwhile, and stands again.
        Confirmed::Yes if ctx.set_back.take().is_some() => {
            ctx.proof = None;
            let chosen = fields::chosen(&subject).await.map(|(_, labels)| labels.join(", "));
            let to =
                chosen.filter(|_| !subject.state.secret).map_or_else(String::new, |to| format!(" to {to}"));
            let done = ActionOutcome { feedback: format!("{} is set{to}", subject.words()), ..done };
            Ok(unconfirmed(ctx, &subject, wanted, done, &pending))
        }
        Confirmed::Yes if pending.is_empty() => {
            // Of one that nothing by it tells apart nobody knows whether it is the same thing later.
            let told_apart = match wanted {
                Wanted::Checked(_) => subject_words(&subject.state) != Default::default(),
                Wanted::Chosen(_) => !subject.state.field.labels.is_empty(),
                _ => false,
            };
            if told_apart {
                ctx.unconfirmed = Some(Unconfirmed {
                    stood: Some(subject_words(&subject.state)),
                    ..to_read_again(ctx, &subject, wanted)
                });
            }
            Ok(done)
        }
        Confirmed::Emptied if refused.is_none() => Ok(match wanted {
            Wanted::Text { .. } => fields::emptied(ctx, &subject, done, true),
            Wanted::Added { .. } => fields::emptied(ctx, &subject, done, false),
            // It showed the choice, and does no more: it may have become a tag elsewhere, or is gone.
            Wanted::Shown { .. } if ctx.proof.is_none() => {
                let feedback =
                    format!("{}; unconfirmed: {} does not show it any more", done.feedback, subject.words());
                ActionOutcome { feedback, ..done }
            }
            Wanted::Files(_) => emptied_of_files(ctx, done),
            Wanted::Chosen(ref values) => {
                let holds = fields::blank(&subject).await.unwrap_or_default();
                ctx.set_back.get_or_insert_with(|| reversed(&subject, &wanted, &holds, ""));
                let feedback = fields::set_back(ctx, &subject, values).await;
                ActionOutcome { feedback, ..done }
            }
            Wanted::Boxes(_) => {
                ctx.swallowed();
                let words = subject.words();
                let feedback =
                    format!("{words} and the boxes after it took the code, and the page emptied them");
                ActionOutcome { feedback, ..done }
            }
            _ => done,
        }),
        Confirmed::Emptied => Err(reversed(&subject, &wanted, "", refused.as_deref().unwrap_or_default())),
        Confirmed::Yes => Ok(unconfirmed(ctx, &subject, wanted, done, &pending)),
        Confirmed::Unsaid => {
            ctx.proof = Some(Proof::Arrived);
            Ok(ActionOutcome { feedback: fields::unsaid(&subject), ..done })
        }
        // What a switch waits for has not come.
        Confirmed::Not(_) if !pending.is_empty() && matches!(wanted, Wanted::Checked(_)) => {
            let word = wanted.word();
            let feedback = format!("{} was clicked and is not {word} yet", subject.words());
            let done = ActionOutcome { feedback, ..done };
            Ok(unconfirmed(ctx, &subject, wanted, done, &pending))
        }
        Confirmed::Not(holds) => {
            Err(reversed(&subject, &wanted, &holds, refused.as_deref().unwrap_or_default()))
        }
    }
}

/// Gives a loop of the page's own time to apply to a box what its handlers queued: of such a loop nothing is known that ran before the input.
async fn in_a_while(ctx: &ActionContext<'_>, subject: &ResolvedElement, wanted: &Wanted) -> Result<()> {
    let until = (Instant::now() + QUEUED).min(before_answer(ctx.end));
    while Instant::now() < until && ctx.tab.gate().is_ok() {
        if unless_left(ctx, subject.handle.call(calls::TWO_FRAMES, &()).await).await?.is_none() {
            break;
        }
        let Some(state) = unless_left(ctx, subject.read().await).await? else { break };
        if !state.connected || !matches!(compare(subject, &state, wanted).await, Confirmed::Not(_)) {
            break;
        }
    }
    Ok(())
}

/// What a server said of files that the page sent on at once: that an input holds them tells nothing of that.
///
/// # Errors
/// `VALUE_REJECTED` where all that the page sent to its own server was answered, and refused.
pub(super) fn uploaded(ctx: &ActionContext<'_>, done: ActionOutcome) -> Result<ActionOutcome> {
    let Some(request) = refused_request(ctx) else { return Ok(done) };
    let address = ctx.tab.state().url.clone();
    let site = effects::origin(&address);
    let refused = |info: &RequestInfo| info.status.is_some_and(|status| status >= 400);
    let own = |info: &RequestInfo| {
        !info.is_read() && info.kind != "ping" && site.is_some() && effects::origin(&info.url) == site
    };
    let by_own = requests(ctx).iter().any(|info| own(info) && refused(info));
    if !by_own || was_answered(ctx) || !pending_writes(ctx).is_empty() {
        // Which of the requests the files went with is not known.
        let feedback = format!("{}; unconfirmed: {request}", done.feedback);
        return Ok(ActionOutcome { feedback, ..done });
    }
    Err(Error::new(ErrorKind::ValueRejected, format!("{}, and they were refused: {request}", done.feedback))
        .with_hint("observe: the page may say why it refuses")
        .after(Dispatched::Yes))
}

/// What stands at the end for the element that an action was about.
enum Stands {
    /// Its id names it.
    Itself,
    /// Something that was drawn in its place.
    Anew(Box<Anew>),
    /// Nothing: its node shows something else.
    Nowhere,
}

/// The element as it stands at the end, or what stands in its place; `None` where it went away with what it caused.
async fn at_the_end(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &Wanted,
) -> Result<Option<(ResolvedElement, NodeState, Stands)>> {
    let state = unless_left(ctx, subject.read().await).await?;
    let files = matches!(wanted, Wanted::Files(_));
    if let Some(state) = state.as_ref().filter(|state| state.connected) {
        // What shows a choice, and an editor, are called by what they hold.
        let of_node = files
            || state.kind == "editable"
            || matches!(wanted, Wanted::Listed(_) | Wanted::Shown { .. } | Wanted::Boxes(_) | Wanted::Moved);
        let followed = if of_node { Followed::Same } else { Box::pin(follow(ctx, &subject)).await };
        return Ok(Some(match followed {
            Followed::Same => (subject, state.clone(), Stands::Itself),
            Followed::Moved(now) => {
                ctx.given_away = true;
                let state = now.state.clone();
                (*now, state, Stands::Itself)
            }
            Followed::Gone => (subject, state.clone(), Stands::Nowhere),
        }));
    }
    // Drawn anew, as frameworks do with a row whose request failed: its id names the new one.
    if state.is_some()
        && !files
        && let Ok(anew) = resolve::resolve(ctx, subject.id).await
    {
        let state = anew.state.clone();
        return Ok(Some((anew, state, Stands::Itself)));
    }
    if let Some(anew) = Anew::of(ctx, &subject, wanted).await {
        let subject = anew.subject.clone();
        let state = subject.state.clone();
        return Ok(Some((subject, state, Stands::Anew(Box::new(anew)))));
    }
    // Inputs for files are often in no document.
    Ok(state.filter(|_| files).map(|state| (subject, state, Stands::Itself)))
}

/// The verdict where something else stands in the place of the element. Where it holds something else and nothing shows that the page
/// took the value, the page took it back.
fn read_anew(
    ctx: &mut ActionContext<'_>,
    anew: &Anew,
    wanted: Wanted,
    done: ActionOutcome,
    confirmed: Confirmed,
) -> Result<ActionOutcome> {
    let (pending, refused) = (pending_writes(ctx), refused_request(ctx));
    let (holds, emptied) = match confirmed {
        Confirmed::Yes => return Ok(unconfirmed(ctx, &anew.subject, wanted, done, &pending)),
        Confirmed::Unsaid => {
            ctx.proof = Some(Proof::Arrived);
            return Ok(ActionOutcome { feedback: fields::unsaid(&anew.subject), ..done });
        }
        Confirmed::Emptied => (String::new(), true),
        Confirmed::Not(holds) => (holds, false),
    };
    let taken = anew.shown || emptied && was_answered(ctx);
    let doubtful = emptied || anew.elsewhere || was_answered(ctx) || !pending.is_empty();
    if refused.is_some() || !taken && !doubtful {
        let why = refused.map_or_else(String::new, |request| format!(", {request}"));
        return Err(reversed(&anew.subject, &wanted, &holds, &format!("{}{why}", anew.how())));
    }
    ctx.proof = Some(Proof::Arrived);
    if emptied && matches!(wanted, Wanted::Chosen(_)) {
        ctx.set_back = Some(reversed(&anew.subject, &wanted, &holds, anew.how()));
    }
    let mut feedback = anew.says(&wanted, &holds);
    if !taken && pending.is_empty() {
        feedback.push_str("; unconfirmed: nothing shows what became of it");
    }
    let done = ActionOutcome { feedback, ..done };
    Ok(unconfirmed(ctx, &anew.subject, wanted, done, &pending))
}

/// A combobox, or what stands in its place, may show the choice that it was not seen to take at once.
async fn shown_late(
    ctx: &mut ActionContext<'_>,
    (subject, was): (&ResolvedElement, BackendNodeId),
    wanted: &Wanted,
    done: ActionOutcome,
) -> ActionOutcome {
    let Wanted::Shown { label, before } = wanted else { return done };
    // Of one that is searched by writing nobody knows what of it is the choice.
    if subject.backend == was && before.is_empty() {
        return done;
    }
    let now: Option<String> = subject.handle.call(calls::SHOWS, &()).await.ok();
    let beside: bool = subject.handle.call(calls::SHOWS_CHOSEN, &(label,)).await.unwrap_or(false);
    // A part of what it shows may be of another label, and it may have shown that before.
    let shows = now.is_some_and(|now| now != *before && (beside || now == *label));
    if !shows || subject.state.secret || ctx.proof.is_none() {
        return done;
    }
    ctx.proof = None;
    let anew = if subject.backend == was { "" } else { ", and was drawn anew" };
    ActionOutcome { feedback: format!("{} is set to {label}{anew}", subject.words()), ..done }
}

impl Wanted {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Wanted::Checked(true) => "on",
            Wanted::Checked(false) => "off",
            Wanted::Text { .. }
            | Wanted::Added { .. }
            | Wanted::Boxes(_)
            | Wanted::Files(_)
            | Wanted::Turned(_)
            | Wanted::Shown { .. } => "set",
            Wanted::Chosen(_) | Wanted::Listed(_) => "chosen",
            Wanted::Moved => "moved",
        }
    }
}

impl Wanted {
    /// Whether what was added still stands in a field; other wants are not of that kind.
    fn stands(&self, kind: &str, holds: &str) -> bool {
        let Wanted::Added { before, text, selected, now } = self else { return true };
        // An editor goes on making its own of a text: what came of it is in the diff.
        let arrived = fields::arrival(kind, before, holds, text, *selected);
        let own = kind == "editable" && matches!(arrived, fields::Arrival::Otherwise(_));
        holds == now || own || arrived == fields::Arrival::Whole
    }
}

/// Pages empty an input whose files they took, and one whose files they refuse: only a request that was answered well tells.
fn emptied_of_files(ctx: &ActionContext<'_>, done: ActionOutcome) -> ActionOutcome {
    let sent = requests(ctx).iter().any(|info| !matches!(info.method.as_str(), "GET" | "HEAD"));
    let feedback = match sent {
        true => format!("{}; the page emptied the input since", done.feedback),
        false => format!(
            "{}; unconfirmed: the page emptied the input since, as pages do that took the files and pages that refuse them",
            done.feedback
        ),
    };
    ActionOutcome { feedback, ..done }
}

async fn compare(subject: &ResolvedElement, state: &NodeState, wanted: &Wanted) -> Confirmed {
    match wanted {
        Wanted::Text { text, blanks } => {
            let holds = state.value.clone().unwrap_or_default();
            let same = fields::holds_now(&subject.handle, &state.kind, &holds, text).await;
            if same || blanks.as_ref() == Some(&holds) {
                Confirmed::Yes
            } else if holds.is_empty() {
                Confirmed::Emptied
            } else {
                Confirmed::Not(holds)
            }
        }
        Wanted::Added { .. } => {
            let holds = state.value.clone().unwrap_or_default();
            match wanted.stands(&state.kind, &holds) {
                true => Confirmed::Yes,
                false if holds.is_empty() => Confirmed::Emptied,
                false => Confirmed::Not(holds),
            }
        }
        Wanted::Boxes(code) => match subject.handle.call(calls::BOXES_HOLD, &()).await {
            Ok(Some(holds)) if holds.concat().is_empty() => Confirmed::Emptied,
            Ok(Some(holds)) if !fields::same_code(&holds, code) => Confirmed::Not(holds.concat()),
            _ => Confirmed::Yes,
        },
        Wanted::Files(files) => match subject.handle.call(calls::HELD_FILES, &()).await {
            Ok(held) if held.is_empty() && !files.is_empty() => Confirmed::Emptied,
            Ok(held) if held != *files => {
                Confirmed::Not(held.into_iter().map(|file| file.name).collect::<Vec<_>>().join(", "))
            }
            _ => Confirmed::Yes,
        },
        Wanted::Checked(true) if state.checked.as_deref() == Some(UNSAID) => Confirmed::Unsaid,
        Wanted::Checked(on) => match state.is_checked(*on) {
            Some(false) => Confirmed::Not(state.checked.clone().unwrap_or_default()),
            _ => Confirmed::Yes,
        },
        Wanted::Chosen(values) => match fields::chosen(subject).await {
            Some((now, _)) if &now != values && fields::blank(subject).await.is_some() => Confirmed::Emptied,
            Some((now, labels)) if &now != values => Confirmed::Not(labels.join(", ")),
            _ => Confirmed::Yes,
        },
        Wanted::Listed(labels) => match fields::taken_back(subject, labels).await {
            Some(chosen) => Confirmed::Not(chosen),
            None => Confirmed::Yes,
        },
        Wanted::Turned(to) => match fields::turned_away(&subject.handle, to).await {
            Some(holds) => Confirmed::Not(holds),
            None => Confirmed::Yes,
        },
        Wanted::Shown { label, before } => match shown(&subject.handle, label).await {
            // It is a part of what it showed before.
            Some((true, now)) if now == *before && now != *label && before.contains(label.as_str()) => {
                Confirmed::Not(now)
            }
            Some((true, _)) | None => Confirmed::Yes,
            Some((false, now)) if now == *before && !now.is_empty() => Confirmed::Not(now),
            Some((false, _)) => Confirmed::Emptied,
        },
        Wanted::Moved => match subject.handle.call(calls::IS_BACK, &()).await {
            Ok(true) => Confirmed::Not("where it was before".to_owned()),
            _ => Confirmed::Yes,
        },
    }
}

/// Whether what opened a list shows an option's label, and what it shows; `None` where nobody can tell.
async fn shown(handle: &Handle, label: &str) -> Option<(bool, String)> {
    let now: String = handle.call(calls::SHOWS, &()).await.ok()?;
    let beside: bool = handle.call(calls::SHOWS_CHOSEN, &(label,)).await.ok()?;
    Some((beside || now.contains(label), now))
}

/// The page took it back, for what is known of the reason.
fn reversed(subject: &ResolvedElement, wanted: &Wanted, holds: &str, why: &str) -> Error {
    let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
    let name = subject.words();
    let secret = subject.state.secret;
    let (kind, message) = match wanted {
        Wanted::Text { .. }
        | Wanted::Added { .. }
        | Wanted::Boxes(_)
        | Wanted::Chosen(_)
        | Wanted::Listed(_)
        | Wanted::Turned(_)
        | Wanted::Shown { .. }
            if secret =>
        {
            (
                ErrorKind::ValueRejected,
                format!("{name} took it, and the page changed it: it holds something else{why}"),
            )
        }
        Wanted::Files(_) => (
            ErrorKind::ValueRejected,
            format!(
                "{name} did not keep the files: it holds {}{why}",
                if holds.is_empty() { "none" } else { holds }
            ),
        ),
        Wanted::Boxes(_) => (
            ErrorKind::ValueRejected,
            format!(
                "{name} and the boxes after it took the code and changed it: they hold {}{why}",
                quoted(holds)
            ),
        ),
        Wanted::Text { .. } | Wanted::Added { .. } => (
            ErrorKind::ValueRejected,
            format!("{name} took the text and changed it: it holds {}{why}", quoted(holds)),
        ),
        Wanted::Turned(_) => (
            ErrorKind::ValueRejected,
            format!("{name} was turned and went back: it is at {}{why}", quoted(holds)),
        ),
        Wanted::Chosen(_) | Wanted::Listed(_) => (
            ErrorKind::ValueRejected,
            format!("{name} did not keep the choice: it is {}{why}", quoted(holds)),
        ),
        Wanted::Shown { label, .. } => (
            ErrorKind::ValueRejected,
            format!("{name} did not keep the choice: it does not show {}{why}", quoted(label)),
        ),
        Wanted::Checked(_) => {
            (ErrorKind::ValueRejected, format!("{name} was clicked and is not {}{why}", wanted.word()))
        }
        Wanted::Moved => {
            (ErrorKind::NoEffect, format!("{name} was dropped, and the page put it back where it was{why}"))
        }
    };
    let error = Error::new(kind, message)
        .with_hint("observe: the page may say why it refuses")
        .after(Dispatched::Yes);
    if secret { error } else { error.with_obstacle(Obstacle::Holds(holds.to_owned())) }
}

/// Names the request that failed where a value was refused at once.
pub(super) fn with_reason(ctx: &ActionContext<'_>, error: Error) -> Error {
    match refused_request(ctx).filter(|_| error.kind() == ErrorKind::ValueRejected) {
        Some(request) => {
            let message = format!("{} ({request})", error.message());
            error.with_message(message)
        }
        None => error,
    }
}

/// Notes that the value is set, or not yet, while a request that decides about it still runs.
fn unconfirmed(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    wanted: Wanted,
    done: ActionOutcome,
    pending: &[String],
) -> ActionOutcome {
    if pending.is_empty() {
        return done;
    }
    let still = format!("{} still runs", pending.join(", "));
    let feedback = format!("{}; unconfirmed: {still}", done.feedback);
    ctx.unconfirmed = Some(to_read_again(ctx, subject, wanted));
    ActionOutcome { feedback, ..done }
}

/// What says which thing an element stands for.
fn subject_words(state: &NodeState) -> (Vec<String>, String) {
    (state.field.labels.clone(), state.text.clone())
}

fn to_read_again(ctx: &ActionContext<'_>, subject: &ResolvedElement, wanted: Wanted) -> Unconfirmed {
    Unconfirmed {
        frame: subject.frame.clone(),
        backend: subject.backend,
        wanted,
        privacy: subject.privacy.clone(),
        words: subject.words(),
        action: format!("{} {}", ctx.action, subject.id),
        at: Instant::now(),
        stood: None,
    }
}

/// The first request since the action began that sent something and was not taken.
fn refused_request(ctx: &ActionContext<'_>) -> Option<String> {
    requests(ctx).iter().find_map(super::verify::verification::refused)
}

/// The requests since the action began that send something and are not answered, as `POST /save`.
fn pending_writes(ctx: &ActionContext<'_>) -> Vec<String> {
    let pending = |info: &RequestInfo| info.is_pending_write();
    let words = |info: RequestInfo| format!("{} {}", info.method, info.url);
    requests(ctx).into_iter().filter(pending).map(words).collect()
}

/// Whether a request that sent something was answered well.
fn was_answered(ctx: &ActionContext<'_>) -> bool {
    let well = |info: &RequestInfo| info.status.is_some_and(|status| status < 400);
    requests(ctx).iter().any(|info| !info.is_read() && info.failure.is_none() && well(info))
}

/// Whether a request that the action may have begun is not answered.
pub(super) fn runs_request(ctx: &ActionContext<'_>) -> bool {
    requests(ctx).iter().any(|info| info.status.is_none() && info.failure.is_none())
}

/// The requests since the action began, but for the page's background requests.
fn requests(ctx: &ActionContext<'_>) -> Vec<RequestInfo> {
    let state = ctx.tab.state();
    let ids = state.journal.since(ctx.mark).filter_map(|(_, entry)| match entry {
        Entry::Request { id, background: false } => Some(id),
        _ => None,
    });
    ids.flat_map(|id| state.journal.requests.hops(id)).cloned().collect()
}

/// Reads the unconfirmed values again. Those that the page took back become news for the caller.
///
/// # Errors
/// When a dialog is open or the tab is lost.
pub(crate) async fn tell_reversals(tab: &TabInner, caller_state: &mut CallerState) -> Result<()> {
    tab.gate()?;
    reversals(tab, &mut caller_state.caller).await;
    let late = std::mem::take(&mut caller_state.caller.late);
    caller_state.caller.owe(late);
    Ok(())
}

/// Reads unconfirmed values again, and notes a line for each that the page took back. The others stay in the list for a while.
/// Dropped in the middle, it leaves those in the list that it has not read.
pub(crate) async fn reversals(tab: &TabInner, caller: &mut Caller) {
    let mut next = 0;
    while let Some(one) = caller.unconfirmed.get(next) {
        let line = one.reversal(tab).await;
        if line.is_none() && one.at.elapsed() < LATEST && one.stood.is_none() {
            next += 1;
            continue;
        }
        caller.unconfirmed.remove(next);
        caller.late.extend(line);
    }
}

impl Unconfirmed {
    /// What to say where it is otherwise by now; `None` where it is as it was reported, or nobody can tell.
    async fn reversal(&self, tab: &TabInner) -> Option<String> {
        let world = tab.world_of(&self.frame)?;
        let handle = world.node(self.backend).await.ok()?;
        let state = resolve::read_state(&handle, &self.privacy).await.ok().filter(|state| state.connected)?;
        if self.stood.as_ref().is_some_and(|stood| *stood != subject_words(&state)) {
            return None;
        }
        let holds = state.value.clone().unwrap_or_default();
        let kept = match &self.wanted {
            Wanted::Text { text, blanks } => {
                fields::holds_now(&handle, &state.kind, &holds, text).await || blanks.as_ref() == Some(&holds)
            }
            Wanted::Added { .. } => self.wanted.stands(&state.kind, &holds),
            Wanted::Checked(on) => state.is_checked(*on).unwrap_or(true),
            Wanted::Shown { label, .. } => shown(&handle, label).await.is_none_or(|(shows, _)| shows),
            Wanted::Turned(to) => fields::turned_away(&handle, to).await.is_none(),
            Wanted::Chosen(values) => match handle.call(calls::OPTIONS, &()).await {
                Ok(choices) if &fields::values_chosen(&choices) == values => true,
                Ok(choices) if !state.multiple && fields::blank_among(&choices).is_some() => {
                    return Some(format!(
                        "late, of {}: the page set {} back to no choice, as pages do with a command that they ran and with a choice that \
                         they refuse",
                        self.action, self.words
                    ));
                }
                Ok(_) => false,
                Err(_) => true,
            },
            Wanted::Listed(_) | Wanted::Moved | Wanted::Boxes(_) | Wanted::Files(_) => true,
        };
        let now = match (&self.wanted, state.secret) {
            (Wanted::Checked(_), _) => format!("is not {}", self.wanted.word()),
            (Wanted::Chosen(_), _) => "is set to something else".to_owned(),
            (Wanted::Shown { .. }, _) => "does not show what was chosen".to_owned(),
            (_, true) => "holds something else".to_owned(),
            (_, false) => format!("holds {}", quoted(&holds)),
        };
        (!kept).then(|| format!("late, of {}: taken back by the page: {} {now}", self.action, self.words))
    }
}
