//! Reads back what a field holds after it was filled, and words the outcome.

use domtool_page::view::quoted;

use super::{
    blanks::are_blanks,
    same_value::{Likeness, likeness},
};
use crate::{
    act::{ActionContext, ActionOutcome, confirm::ToConfirm, refused::unless_left, resolve::ResolvedElement},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::Wanted,
    world::{self, Handle, calls, data::FieldManner},
};

/// How often what a field holds is read back, two frames apart, before it counts as refused.
pub(super) const READS: u32 = 3;

/// Said of a field whose text the page took away.
const EMPTIED: &str = "took the text, and the page emptied the field at once";
/// The same of a field that was typed into.
pub(super) const EMPTIED_TYPED: &str = ", and the page emptied it at once";

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
    let mut left = READS;
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
            // Only inputs have masks: what an editor still shows is its text.
            None if left == 0
                && wanted.is_empty()
                && state.kind != "editable"
                && blank(subject, &holds).await =>
            {
                return Ok(FieldOutcome::Blanks(holds));
            }
            None if left == 0 => return Ok(FieldOutcome::Not(holds)),
            None => left -= 1,
        }
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
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
    if let FieldOutcome::Not(holds) = taken {
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

async fn words(subject: &ResolvedElement, wanted: &str, unknown: bool) -> String {
    let name = subject.words();
    if unknown {
        return format!("{name} was filled, and went away with what that caused");
    }
    let holds = subject.read().await.ok().and_then(|state| state.value).unwrap_or_default();
    let mut text = match wanted {
        "" => format!("{name} is empty"),
        _ if subject.state.secret => format!("{name} is filled"),
        _ if holds == wanted || holds.split_whitespace().eq(wanted.split_whitespace()) => {
            format!("{name} holds {wanted}", wanted = quoted(&wanted))
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
