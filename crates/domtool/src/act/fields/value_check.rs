//! Reads back what a field holds after it was filled, and words the outcome.

use std::time::Duration;

use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{
    blanks::are_blanks,
    same_value::{Likeness, covered, likeness},
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        confirm::ToConfirm,
        follow::{Followed, follow},
        options::before_answer,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::Wanted,
    world::{self, Handle, calls, data::FieldManner},
};

/// How often what a field holds is read back, two frames apart, before it counts as refused.
pub(super) const READS: u32 = 3;
/// How long it is read back where the page took the text for itself.
const TAKEN_OVER: Duration = Duration::from_secs(1);

/// Said of a field whose text the page took away.
const EMPTIED: &str = "took the text, and the page emptied the field at once";
/// The same of a field that was typed into.
pub(super) const EMPTIED_TYPED: &str = ", and the page emptied it at once";
/// Said of what was given input, where its node shows something else and nothing is what it was.
pub(in crate::act) const GIVEN_AWAY: &str =
    " took the input; unconfirmed: the page shows something else in its place now";
/// Said where all of the text, or all but its end, stands beside the field in parts.
pub(super) const BESIDE: &str = ", and the page took it out of the field: it stands beside it now";
pub(super) const BESIDE_BUT_END: &str =
    ", and the page took all but its end out of the field: that stands beside it now";

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldOutcome {
    /// It is there.
    As(Likeness),
    /// The field holds this instead.
    Not(String),
    /// The field told of it, and the page took it away: a message that was sent, a tag that was made of it.
    Emptied,
    /// It was emptied, and shows the blanks of its mask.
    Blanks(String),
    /// The field went away with what it caused (a form that sent itself), or a dialog keeps it from being read.
    Unknown,
}

/// Reads what a field holds, and again over some frames where it is not so yet: editors draw what they took a moment later.
pub(super) async fn read_back(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    wanted: &str,
) -> Result<FieldOutcome> {
    let mut reads = Reads::default();
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(FieldOutcome::Unknown);
        }
        let Some(state) = unless_left(ctx, subject.read().await).await? else {
            return Ok(FieldOutcome::Unknown);
        };
        if !state.connected {
            return Ok(FieldOutcome::Unknown);
        }
        let holds = state.value.unwrap_or_default();
        match likeness(&state.kind, &holds, wanted) {
            Some(likeness) => return Ok(FieldOutcome::As(likeness)),
            None if composed(&subject.handle, &holds, wanted).await => {
                return Ok(FieldOutcome::As(Likeness::Same));
            }
            None if holds.is_empty() && heard(subject, &state.kind, wanted).await => {
                return Ok(FieldOutcome::Emptied);
            }
            None => {}
        }
        if reads.go_on(ctx, subject).await? {
            continue;
        }
        if holds.is_empty() && made_beside(subject, wanted).await {
            return Ok(FieldOutcome::Emptied);
        }
        // Only inputs have masks: what an editor still shows is its text.
        let masked = wanted.is_empty() && state.kind != "editable" && blank(subject, &holds).await;
        return Ok(if masked { FieldOutcome::Blanks(holds) } else { FieldOutcome::Not(holds) });
    }
}

/// How often a field has been read back.
#[derive(Default)]
pub(super) struct Reads {
    done: u32,
    until: Option<Instant>,
}

impl Reads {
    /// Waits for two frames; false where it has been read often enough.
    pub(super) async fn go_on(&mut self, ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<bool> {
        if self.done == READS && taken_over(subject).await {
            self.until = Some((Instant::now() + TAKEN_OVER).min(before_answer(ctx.end)));
        }
        let more = self.done < READS || self.until.is_some_and(|until| Instant::now() < until);
        self.done += 1;
        // Where the page was left the next reading says so.
        if more && ctx.tab.gate().is_ok() {
            unless_left(ctx, subject.handle.call(calls::TWO_FRAMES, &()).await).await?;
        }
        Ok(more && ctx.tab.gate().is_ok())
    }
}

/// Whether the page kept what was written from the field, to put it there itself.
pub(super) async fn taken_over(subject: &ResolvedElement) -> bool {
    subject.handle.call(calls::TAKEN_OVER, &()).await.unwrap_or_default()
}

/// What is said of a number that the page spread over several fields, of which this one holds the first part: it led the keys from one to the
/// next. They are read once more at the end. `None` where they do not hold all of it.
pub(super) async fn spread(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    whole: &str,
) -> Option<&'static str> {
    let parting = |c: char| matches!(c, ' ' | '-' | '(' | ')' | '/' | '+');
    if subject.state.secret || !whole.chars().all(|c| c.is_ascii_digit() || parting(c)) {
        return None;
    }
    let held: Vec<String> = subject.handle.call(calls::SPREAD_OVER, &()).await.unwrap_or_default();
    let digits = |text: &str| text.chars().filter(|c| !parting(*c)).collect::<String>();
    if held.first()?.is_empty() || digits(&held.concat()) != digits(whole) {
        return None;
    }
    let wanted = Wanted::Boxes(held.concat());
    ctx.to_confirm = Some(ToConfirm { subject: subject.clone(), wanted });
    Some("the page spread it over that field and those after it")
}

/// What stands in the place of a field after input: itself, or the one that the page drew anew there. `None` where neither is there.
pub(super) async fn in_its_place(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
) -> Result<Option<ResolvedElement>> {
    if ctx.tab.gate().is_err() {
        return Ok(None);
    }
    let Some(state) = unless_left(ctx, subject.read().await).await? else { return Ok(None) };
    if state.connected {
        return Ok(Some(subject.clone()));
    }
    let Ok(mut anew) = Box::pin(resolve::resolve(ctx, subject.id)).await else { return Ok(None) };
    anew.state.secret |= subject.state.secret;
    Ok(Some(anew))
}

/// What is said where the last of `all` characters were not sent, as nothing took them any more. Fine where the page had completed
/// the text by itself, so that the field holds what it was to hold.
///
/// # Errors
/// `VALUE_REJECTED` with what the field holds, `NOT_ACTIONABLE` where it is gone or a dialog keeps it from being read.
pub(super) async fn check_cut(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    stands: Option<&ResolvedElement>,
    wanted: &str,
    (unsent, all): (usize, usize),
) -> Result<()> {
    ctx.tab.gate_dialog_aside().map_err(|lost| lost.after(ctx.dispatched))?;
    // Of a secret not even its length.
    let (part, rest) = match subject.state.secret {
        true => ("a part of the text".to_owned(), "the rest".to_owned()),
        false => {
            (format!("{} of {all} characters", all.saturating_sub(unsent)), format!("the other {unsent}"))
        }
    };
    let name = subject.words();
    let Some(stands) = stands else {
        let message = match ctx.tab.gate() {
            Err(blocked) => format!("{name} was given {part}, and not {rest}: {}", blocked.message()),
            Ok(()) => format!("{name} went away after {part}: {rest} found no field"),
        };
        return Err(Error::new(ErrorKind::NotActionable, message)
            .with_hint("see what became of it: fill replaces what the field holds, type adds to it")
            .after(Dispatched::Yes));
    };
    let state = stands.read().await?;
    let holds = state.value.unwrap_or_default();
    if likeness(&state.kind, &holds, wanted).is_some() {
        return Ok(());
    }
    let what = match stands.backend == subject.backend {
        true => format!("lost the focus after {part}, and {rest} found no field"),
        false => format!("was drawn anew after {part} and lost the focus: {rest} found no field"),
    };
    Err(rejected(stands, &holds, &what))
}

/// Whether what was written became something of its own beside its field, which tags and chips are made by: each of its parts stands
/// there as it did not before.
pub(super) async fn made_beside(subject: &ResolvedElement, text: &str) -> bool {
    let part = |parting: &dyn Fn(char) -> bool| -> Vec<String> {
        text.split(parting).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let parted = part(&|c| matches!(c, ',' | ';' | '\n' | '\t'));
    let words = part(&|c| c.is_whitespace() || matches!(c, ',' | ';'));
    let ways = if parted == words { vec![words] } else { vec![parted, words] };
    for parts in ways {
        if !parts.is_empty() && subject.handle.call(calls::STAND_BESIDE, &(parts,)).await.unwrap_or_default()
        {
            return true;
        }
    }
    false
}

/// Whether a field holds the same letters, composed otherwise (`e` and an accent, or one letter for both).
async fn composed(handle: &Handle, holds: &str, wanted: &str) -> bool {
    let foreign = !holds.is_ascii() && !wanted.is_ascii();
    foreign && handle.call(calls::HOLDS_COMPOSED, &(wanted,)).await.unwrap_or_default()
}

/// Whether a field held a text when it last told of input.
async fn heard(subject: &ResolvedElement, kind: &str, wanted: &str) -> bool {
    let last: Result<Option<String>> = subject.handle.call(calls::HEARD_INPUT, &()).await;
    last.ok().flatten().is_some_and(|last| likeness(kind, &last, wanted).is_some())
}

/// Whether what a field shows are the blanks of its mask.
async fn blank(subject: &ResolvedElement, shows: &str) -> bool {
    let before = subject.state.value.as_deref().unwrap_or_default();
    let reads = world::value_in_page(&subject.handle.channel, subject.backend).await;
    are_blanks(before, shows, reads.as_deref())
}

/// Whether a field told of any input since it was written in.
pub(super) async fn told(subject: &ResolvedElement) -> bool {
    let last: Result<Option<String>> = subject.handle.call(calls::HEARD_INPUT, &()).await;
    last.ok().flatten().is_some()
}

/// What a field holds right now.
pub(super) async fn now(subject: &ResolvedElement, wanted: &str) -> FieldOutcome {
    let Ok(state) = subject.read().await else { return FieldOutcome::Unknown };
    let holds = state.value.unwrap_or_default();
    likeness(&state.kind, &holds, wanted).map_or(FieldOutcome::Not(holds), FieldOutcome::As)
}

/// What is said of a field that was filled; `VALUE_REJECTED` with what it holds where it holds something else.
/// `how` is what there is to say of the way.
pub(super) async fn said(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &str,
    taken: FieldOutcome,
    how: &str,
) -> Result<ActionOutcome> {
    let Some((subject, taken)) = where_it_stands(ctx, &subject, wanted, taken).await else {
        ctx.given_away = true;
        ctx.proof = Some(Proof::Arrived);
        let target = Some(subject.target.clone());
        return Ok(ActionOutcome { feedback: format!("{}{GIVEN_AWAY}", subject.words()), target });
    };
    if let FieldOutcome::Not(holds) = taken {
        if let Some(spread) = spread(ctx, &subject, wanted).await {
            let feedback = format!("{} took the text: {spread}", subject.words());
            return Ok(ActionOutcome { feedback, target: Some(subject.target) });
        }
        return Err(rejected(&subject, &holds, "did not take the text"));
    }
    let blanks = match &taken {
        FieldOutcome::Blanks(blanks) => Some(blanks.clone()),
        _ => None,
    };
    let mut feedback = match taken {
        FieldOutcome::Blanks(_) if subject.state.secret => format!("{} is empty", subject.words()),
        FieldOutcome::Blanks(blanks) => {
            format!("{} is empty, and shows its blanks {blanks}", subject.words(), blanks = quoted(&blanks))
        }
        FieldOutcome::Emptied => {
            ctx.swallowed();
            format!("{} {EMPTIED}", subject.words())
        }
        taken => words(&subject, wanted, taken == FieldOutcome::Unknown).await,
    };
    feedback.push_str(how);
    let target = Some(subject.target.clone());
    let wanted = Wanted::Text { text: wanted.to_owned(), blanks };
    ctx.to_confirm = Some(ToConfirm { subject, wanted });
    Ok(ActionOutcome { feedback, target })
}

/// The field by its id, where its node holds something else: that may be another record's by now. `None` where nothing is what it was.
async fn where_it_stands(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    wanted: &str,
    taken: FieldOutcome,
) -> Option<(ResolvedElement, FieldOutcome)> {
    if !matches!(taken, FieldOutcome::Not(_)) || subject.state.kind == "editable" {
        return Some((subject.clone(), taken));
    }
    match Box::pin(follow(ctx, subject)).await {
        Followed::Same => Some((subject.clone(), taken)),
        Followed::Moved(stands) => {
            ctx.given_away = true;
            let taken = now(&stands, wanted).await;
            Some((*stands, taken))
        }
        Followed::Gone => None,
    }
}

async fn words(subject: &ResolvedElement, wanted: &str, unknown: bool) -> String {
    let name = subject.words();
    let state = if unknown { None } else { subject.read().await.ok().filter(|state| state.connected) };
    let Some(state) = state else {
        return format!("{name} was filled, and went away with what that caused");
    };
    let holds = state.value.unwrap_or_default();
    let mut text = match wanted {
        "" => format!("{name} is empty"),
        _ if holds.is_empty() => format!("{name} {EMPTIED}"),
        _ if subject.state.secret => format!("{name} is filled"),
        _ if holds == wanted || holds.split_whitespace().eq(wanted.split_whitespace()) => {
            format!("{name} holds {wanted}", wanted = quoted(&wanted))
        }
        _ if covered(&holds, wanted) && subject.state.value.as_ref() == Some(&holds) => {
            let holds = quoted(&holds);
            format!("{name} shows {holds} as before; unconfirmed: which letters that hides is not to be seen")
        }
        _ if covered(&holds, wanted) => {
            format!("{name} shows {holds}, a sign for each letter that was written", holds = quoted(&holds))
        }
        _ => format!(
            "{name} holds {holds}, which is {wanted} as the page writes it",
            holds = quoted(&holds),
            wanted = quoted(&wanted)
        ),
    };
    if let Ok(FieldManner { invalid: Some(why), .. }) = FieldManner::of(subject).await {
        text.push_str("; it is not valid");
        // What a browser says of a value may quote it.
        if !subject.state.secret {
            text.push_str(&format!(": {why}"));
        }
    }
    text
}

/// The field holds something else.
pub(super) fn rejected(subject: &ResolvedElement, holds: &str, what: &str) -> Error {
    let held = if subject.state.secret { "something else".to_owned() } else { quoted(holds) };
    let message = format!("{} {what}: it holds {held}", subject.words());
    let error = Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes);
    if subject.state.secret { error } else { error.with_obstacle(Obstacle::Holds(holds.to_owned())) }
}

/// Whether what a field of a kind holds is what it was filled with.
fn holds(kind: &str, holds: &str, wanted: &str) -> bool {
    likeness(kind, holds, wanted).is_some()
}

/// The same, asking the field where letters may be composed otherwise.
pub(in crate::act) async fn holds_now(handle: &Handle, kind: &str, value: &str, wanted: &str) -> bool {
    holds(kind, value, wanted) || composed(handle, value, wanted).await
}

/// Said of a field that the page emptied once it had the text: a message that was sent, a tag that was made of it. What was said
/// of a `filled` field before is so no more.
pub(in crate::act) fn emptied(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    done: ActionOutcome,
    filled: bool,
) -> ActionOutcome {
    ctx.swallowed();
    let feedback = match filled {
        true => format!("{} {EMPTIED}", subject.words()),
        false if done.feedback.ends_with(EMPTIED_TYPED) => done.feedback,
        false => format!("{}; it {EMPTIED}", done.feedback),
    };
    ActionOutcome { feedback, ..done }
}
