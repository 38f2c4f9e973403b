//! Dates, times, months and weeks: written segment by segment, as a person types them.

use domtool_cdp::protocol::dom;
use domtool_page::view::quoted;

use super::{
    calendar::{DateTime, Part, Segment, segments},
    colour,
    focus::settle_in,
    value_check::{self, FieldOutcome, read_back, rejected},
};
use crate::{
    act::{ActionContext, ActionOutcome, keyboard, resolve::ResolvedElement},
    error::{Error, ErrorKind, Obstacle, Result},
    world::calls,
};

/// Kinds that have a value of a fixed form, with that form.
const FORMS: &[(&str, &str)] = &[
    ("date", "YYYY-MM-DD"),
    ("time", "HH:MM"),
    ("datetime-local", "YYYY-MM-DDTHH:MM"),
    ("month", "YYYY-MM"),
    ("week", "YYYY-Www"),
];
/// How often the segments are gone through: a page may rewrite one while another is written.
const ROUNDS: u32 = 2;
/// Said where the keys did nothing.
const NO_KEYS: &str = " (set by a script: the page lets no key write here, so its events are not trusted)";

/// Sets a date or time, in the form of its kind.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let normal: String = subject.handle.call(calls::NORMAL, &(text.trim(),)).await?;
    let Some(date_time) = DateTime::parse(&normal).filter(|_| !normal.is_empty()) else {
        let form = FORMS.iter().find(|(kind, _)| *kind == subject.state.kind).map_or("", |(_, form)| form);
        return Err(refused(&subject, &format!("wants {form}, not {text}", text = quoted(&text))));
    };
    if let Some(what) = date_time.beyond(&read(ctx, &subject).await?) {
        return Err(refused(&subject, &format!("has no {what} ({text})", text = quoted(&text))));
    }
    let subject = settle_in(ctx, subject).await?;
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    for _ in 0..ROUNDS {
        write(ctx, &subject, date_time).await?;
        if ctx.tab.gate().is_err()
            || !matches!(value_check::now(&subject, &normal).await, FieldOutcome::Not(_))
        {
            break;
        }
    }
    finish(ctx, subject, &normal).await
}

/// Empties every segment.
pub(super) async fn clear(ctx: &mut ActionContext<'_>, subject: ResolvedElement) -> Result<ActionOutcome> {
    let subject = settle_in(ctx, subject).await?;
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    for segment in read(ctx, &subject).await? {
        if segment.now.is_some() && ctx.tab.gate().is_ok() && enter(ctx, &subject, &segment).await? {
            let channel = subject.handle.channel.clone();
            keyboard::press(ctx, &channel, &keyboard::keys::parse("Backspace")?).await?;
        }
    }
    finish(ctx, subject, "").await
}

/// Reads it back. Where the keys left it as it was, the page takes none, and a script is what is left.
async fn finish(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &str,
) -> Result<ActionOutcome> {
    let mut how = "";
    let mut taken = read_back(ctx, &subject, wanted).await?;
    if let FieldOutcome::Not(holds) = &taken
        && Some(holds) == subject.state.value.as_ref()
        && !value_check::told(&subject).await
    {
        colour::set(ctx, &subject, wanted).await?;
        taken = read_back(ctx, &subject, wanted).await?;
        how = NO_KEYS;
    }
    match taken {
        FieldOutcome::Not(holds) => Err(rejected(&subject, &holds, "did not take the value")),
        taken => value_check::said(ctx, subject, wanted, taken, how).await,
    }
}

/// Nothing was sent.
fn refused(subject: &ResolvedElement, what: &str) -> Error {
    let holds = subject.state.value.clone().unwrap_or_default();
    let error = Error::new(ErrorKind::ValueRejected, format!("{} {what}", subject.words()));
    if subject.state.secret { error } else { error.with_obstacle(Obstacle::Holds(holds)) }
}

async fn read(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Vec<Segment>> {
    let describe = dom::DescribeNode {
        backend_node_id: Some(subject.backend),
        depth: Some(-1),
        pierce: Some(true),
        ..Default::default()
    };
    let reply = subject.handle.channel.call(&describe).await.map_err(|error| ctx.tab.explain(error))?;
    Ok(segments(&reply.node))
}

/// Writes the segments that are not yet as they are to be.
async fn write(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, date_time: DateTime) -> Result<()> {
    let all = read(ctx, subject).await?;
    for segment in &all {
        let Some(value) = date_time.value(segment, &all).filter(|value| segment.now != Some(*value)) else {
            continue;
        };
        if ctx.tab.gate().is_err() || !enter(ctx, subject, segment).await? {
            continue;
        }
        // Names of months and halves of the day are in the page's language: they are stepped to.
        let named =
            segment.part == Part::Half || segment.part == Part::Month && subject.state.kind == "month";
        if named {
            step(ctx, subject, segment, value).await?;
        } else {
            let channel = subject.handle.channel.clone();
            keyboard::write(ctx, &channel, &segment.digits(value)).await?;
        }
    }
    Ok(())
}

/// Puts the focus into a segment; false where it takes none (its limits leave it one value).
async fn enter(ctx: &ActionContext<'_>, subject: &ResolvedElement, segment: &Segment) -> Result<bool> {
    let focus = dom::Focus { backend_node_id: Some(segment.backend) };
    match subject.handle.channel.call(&focus).await {
        Ok(_) => super::focus::has_focus(subject).await,
        Err(error) if error.is_protocol() => Ok(false),
        Err(error) => Err(ctx.tab.explain(error)),
    }
}

/// Steps a segment up or down to a value.
async fn step(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    segment: &Segment,
    value: i64,
) -> Result<()> {
    let channel = subject.handle.channel.clone();
    let mut now = segment.now;
    if now.is_none() {
        keyboard::press(ctx, &channel, &keyboard::keys::parse("ArrowUp")?).await?;
        let again = read(ctx, subject).await?;
        now = again.iter().find(|other| other.part == segment.part).and_then(|other| other.now);
    }
    let Some(now) = now.filter(|now| *now != value) else { return Ok(()) };
    let key = if value > now { "ArrowUp" } else { "ArrowDown" };
    let times = (value - now).unsigned_abs().min(12);
    keyboard::press(ctx, &channel, &keyboard::keys::parse(&format!("{key} x{times}"))?).await
}
