//! Sliders and spinbuttons: turned by keys until they show the value. Native ranges are turned here too.

use domtool_page::view::quoted;

use super::{focus::settle_in, value_check};
use crate::{
    act::{ActionContext, ActionOutcome, keyboard, refused::unless_left, resolve::ResolvedElement},
    error::{Error, ErrorKind, Obstacle, Result},
    world::{calls, data::Dial},
};

/// At most so many presses of an arrow key; a person would not press more.
const MOST_PRESSED: u32 = 100;
/// How often the way is looked at anew.
const ROUNDS: u32 = 8;
/// How often it is looked whether a key turned it, two frames apart: some draw their value later.
const READS: u32 = 4;
/// Steps that are tried for a value in words.
const MOST_WORDS: u32 = 60;

impl Dial {
    pub(super) async fn of(subject: &ResolvedElement) -> Result<Self> {
        subject.handle.call(calls::DIAL, &()).await
    }

    /// Whether it shows a value, but for what numbers lose in writing.
    pub(super) fn shows(&self, wanted: f64) -> bool {
        self.now.is_some_and(|now| (now - wanted).abs() <= 1e-9 * wanted.abs().max(1.0))
    }

    /// Its limits, in words.
    pub(super) fn limits(&self) -> String {
        let bound = |bound: Option<f64>| bound.map_or("any".to_owned(), |bound| bound.to_string());
        format!("a number from {} to {}", bound(self.min), bound(self.max))
    }
}

/// Turns a slider or spinbutton of the page's own making to a value.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let dial = Dial::of(&subject).await?;
    let wanted = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let outside =
        |number: f64| dial.min.is_some_and(|min| number < min) || dial.max.is_some_and(|max| number > max);
    if wanted.is_some_and(outside) || wanted.is_none() && dial.text.is_none() {
        let message =
            format!("{} takes {}, not {text}", subject.words(), dial.limits(), text = quoted(&text));
        return Err(Error::new(ErrorKind::ValueRejected, message).with_obstacle(holds(&dial)));
    }
    let subject = settle_in(ctx, subject).await?;
    match wanted {
        Some(wanted) => turn(ctx, &subject, wanted).await?,
        None => turn_to_words(ctx, &subject, text.trim()).await?,
    }
    let target = Some(subject.target.clone());
    if ctx.tab.gate().is_err() {
        return Ok(ActionOutcome { feedback: format!("{} was turned", subject.words()), target });
    }
    let Ok(dial) = Dial::of(&subject).await else {
        let feedback = format!("{} was turned, and went away with what that caused", subject.words());
        return Ok(ActionOutcome { feedback, target });
    };
    if wanted.is_some_and(|wanted| dial.shows(wanted)) || dial.text.as_deref() == Some(text.trim()) {
        return Ok(ActionOutcome { feedback: format!("{} is at {text}", subject.words()), target });
    }
    let Obstacle::Holds(now) = holds(&dial) else {
        return Err(value_check::rejected(&subject, "", "is not there"));
    };
    Err(value_check::rejected(&subject, &now, "was turned by keys and did not come to the value")
        .with_hint("click the point on its track, or drag its handle"))
}

fn holds(dial: &Dial) -> Obstacle {
    Obstacle::Holds(dial.now.map(|now| now.to_string()).or_else(|| dial.text.clone()).unwrap_or_default())
}

/// Turns by keys for as long as that brings it nearer. Where it is then, is for the caller to read.
pub(super) async fn turn(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, wanted: f64) -> Result<()> {
    let mut dial = Dial::of(subject).await?;
    let mut unit = dial.step;
    let mut leap: Option<f64> = None;
    let mut leaps = true;
    for _ in 0..ROUNDS {
        let now = dial.now.or(dial.min).unwrap_or_default();
        let far = wanted - now;
        if dial.shows(wanted) || ctx.tab.gate().is_err() {
            return Ok(());
        }
        let (arrow, page) = if far > 0.0 { ("ArrowUp", "PageUp") } else { ("ArrowDown", "PageDown") };
        let end = [(dial.min, "Home"), (dial.max, "End")]
            .into_iter()
            .find(|(end, _)| *end == Some(wanted))
            .map(|(_, key)| key);
        let pressed = match (unit, end) {
            (Some(unit), _) if times(far, unit) <= MOST_PRESSED => {
                format!("{arrow} x{}", times(far, unit).max(1))
            }
            (_, Some(end)) => end.to_owned(),
            (Some(_), None) if leaps => match leap {
                Some(leap) if (far.abs() / leap) >= 1.0 => {
                    format!("{page} x{}", ((far.abs() / leap) as u32).clamp(1, MOST_PRESSED))
                }
                Some(_) => return Ok(()),
                None => page.to_owned(),
            },
            (Some(_), None) => return Ok(()),
            // What an arrow key does is found out.
            (None, None) => arrow.to_owned(),
        };
        press(ctx, subject, &pressed).await?;
        let Some(after) = turned(ctx, subject, &dial, wanted).await? else { return Ok(()) };
        let moved = (after.now.unwrap_or(now) - now).abs();
        let nearer = (wanted - after.now.unwrap_or(now)).abs() < far.abs();
        if pressed == page {
            leap = Some(moved).filter(|moved| *moved > 0.0);
            leaps = leap.is_some();
        } else if unit.is_none() && moved > 0.0 {
            unit = Some(moved);
        } else if !nearer {
            return Ok(());
        }
        dial = after;
    }
    Ok(())
}

/// What it shows once the keys had their effect: as soon as it is as wanted, or two looks show the same that is not what
/// it was. `None` where it is gone.
async fn turned(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    before: &Dial,
    wanted: f64,
) -> Result<Option<Dial>> {
    let mut last = before.now;
    for _ in 0..READS {
        let Some(dial) = unless_left(ctx, Dial::of(subject).await).await? else { return Ok(None) };
        if dial.shows(wanted) || dial.now != before.now && dial.now == last || ctx.tab.gate().is_err() {
            return Ok(Some(dial));
        }
        last = dial.now;
        let frames = subject.handle.call(calls::TWO_FRAMES, &()).await;
        if unless_left(ctx, frames).await?.is_none() {
            return Ok(None);
        }
    }
    unless_left(ctx, Dial::of(subject).await).await
}

/// How many steps of a unit a way is.
fn times(far: f64, unit: f64) -> u32 {
    // A cast of a float saturates.
    (far.abs() / unit.max(f64::MIN_POSITIVE)).round() as u32
}

/// Goes through the values of a dial from its start, until it tells the wanted one in words.
async fn turn_to_words(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, wanted: &str) -> Result<()> {
    let mut key = "Home";
    let mut last = None;
    for _ in 0..MOST_WORDS {
        let dial = Dial::of(subject).await?;
        if dial.text.as_deref() == Some(wanted) || key != "Home" && last == Some(dial.now) {
            return Ok(());
        }
        if ctx.tab.gate().is_err() {
            return Ok(());
        }
        last = (key != "Home").then_some(dial.now);
        press(ctx, subject, key).await?;
        key = "ArrowUp";
    }
    Ok(())
}

async fn press(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, pressed: &str) -> Result<()> {
    let channel = subject.handle.channel.clone();
    keyboard::press(ctx, &channel, &keyboard::keys::parse(pressed)?).await
}
