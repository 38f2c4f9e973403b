//! Sliders and spinbuttons: turned by keys until they show the value. Native ranges are turned here too.

use domtool_page::view::quoted;

use super::{
    focus::{focus, settle_in},
    value_check,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, confirm::ToConfirm, keyboard, refused::unless_left,
        resolve::ResolvedElement,
    },
    error::{Error, ErrorKind, Obstacle, Result},
    limits::{DIAL_PRESSES, DIAL_WORDS},
    observe::Wanted,
    world::{Handle, calls, data::Dial},
};

/// How often the way is looked at anew.
const ROUNDS: u32 = 16;
/// How often it is looked whether a key turned it, two frames apart: some draw their value later.
const READS: u32 = 4;

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
    let subject = take_keys(ctx, subject).await?;
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
        ctx.to_confirm =
            Some(ToConfirm { subject: subject.clone(), wanted: Wanted::Turned(text.trim().to_owned()) });
        return Ok(ActionOutcome { feedback: format!("{} is at {text}", subject.words()), target });
    }
    let Obstacle::Holds(now) = holds(&dial) else {
        return Err(value_check::rejected(&subject, "", "is not there"));
    };
    Err(value_check::rejected(&subject, &now, "was turned by keys and did not come to the value")
        .with_hint("click the point on its track, or drag its handle"))
}

/// Gives it the focus, or the part of it that takes the keys in its place.
async fn take_keys(ctx: &mut ActionContext<'_>, subject: ResolvedElement) -> Result<ResolvedElement> {
    let part = subject.handle.element(calls::KEYS_PART).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((handle, backend)) = part else { return settle_in(ctx, subject).await };
    focus(ctx, &ResolvedElement { handle, backend, ..subject.clone() }).await?;
    Ok(subject)
}

fn holds(dial: &Dial) -> Obstacle {
    Obstacle::Holds(dial.now.map(|now| now.to_string()).or_else(|| dial.text.clone()).unwrap_or_default())
}

/// The keys that turn a dial, those for more first. A slider of the page's own making may hear the keys of one axis alone, and an
/// inverted one takes them for the opposite.
const KEYS: [[&str; 2]; 4] = [
    ["ArrowUp", "ArrowDown"],
    ["ArrowRight", "ArrowLeft"],
    ["ArrowDown", "ArrowUp"],
    ["ArrowLeft", "ArrowRight"],
];

/// Turns by keys for as long as that brings it nearer. Where it is then, is for the caller to read. Keys that leave it as it was are
/// given up for others; keys that turn it the other way (a slider that is inverted, or written from right to left) change places.
pub(super) async fn turn(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, wanted: f64) -> Result<()> {
    let mut dial = Dial::of(subject).await?;
    let native = dial.step.is_some();
    let mut unit = dial.step;
    let mut leap: Option<f64> = None;
    let (mut leaps, mut ends, mut turned_over) = (true, true, false);
    let mut others = KEYS.into_iter();
    let Some(mut keys) = others.next() else { return Ok(()) };
    for _ in 0..ROUNDS {
        let now = dial.now.or(dial.min).unwrap_or_default();
        let far = wanted - now;
        if dial.shows(wanted) || ctx.tab.gate().is_err() {
            return Ok(());
        }
        let [arrow, page] = if far > 0.0 { [keys[0], "PageUp"] } else { [keys[1], "PageDown"] };
        let end = [(dial.min, "Home"), (dial.max, "End")]
            .into_iter()
            .find(|(end, _)| ends && *end == Some(wanted))
            .map(|(_, key)| key);
        let pressed = match (unit, end) {
            (Some(unit), _) if times(far, unit) <= DIAL_PRESSES => {
                format!("{arrow} x{}", times(far, unit).max(1))
            }
            (_, Some(end)) => end.to_owned(),
            (Some(_), None) if leaps && leap.is_none() => page.to_owned(),
            (Some(_), None) if leap.is_some_and(|leap| far.abs() / leap >= 1.0) => {
                let leaps = leap.map_or(1, |leap| (far.abs() / leap) as u32);
                format!("{page} x{}", leaps.clamp(1, DIAL_PRESSES))
            }
            // A native slider is set by a press on its track where the keys would be too many.
            (Some(_), None) if native => return Ok(()),
            (Some(_), None) => format!("{arrow} x{DIAL_PRESSES}"),
            // What an arrow key does is found out.
            (None, None) => arrow.to_owned(),
        };
        press(ctx, subject, &pressed).await?;
        let Some(after) = turned(ctx, subject, &dial, wanted).await? else { return Ok(()) };
        let moved = after.now.unwrap_or(now) - now;
        let away = moved * far < 0.0;
        let nearer = (wanted - after.now.unwrap_or(now)).abs() < far.abs();
        if pressed.starts_with(page) {
            leap = Some(moved.abs()).filter(|_| nearer);
            leaps = nearer;
        } else if end == Some(pressed.as_str()) {
            ends = after.shows(wanted);
        } else if moved == 0.0 {
            // A native slider hears both axes: a page put it back. The opposite keys can do no harm at an end alone.
            let at_end = if far > 0.0 { dial.min } else { dial.max } == Some(now);
            let harmless = |keys: &[&str; 2]| !native && (at_end || KEYS[..2].contains(keys));
            let Some(other) = others.next().filter(harmless) else { return Ok(()) };
            keys = other;
        } else if away && !turned_over {
            turned_over = true;
            keys.reverse();
            unit = unit.or(Some(moved.abs()));
        } else if unit.is_none() {
            unit = Some(moved.abs());
        } else if !nearer {
            return Ok(());
        }
        dial = after;
    }
    Ok(())
}

/// What a dial shows where it is not at a value; `None` where it is, or is gone.
pub(in crate::act) async fn turned_away(handle: &Handle, to: &str) -> Option<String> {
    let dial: Dial = handle.call(calls::DIAL, &()).await.ok()?;
    let at = to.parse::<f64>().is_ok_and(|to| dial.shows(to)) || dial.text.as_deref() == Some(to);
    let Obstacle::Holds(now) = holds(&dial) else { return None };
    (!at).then_some(now)
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
    let mut others = KEYS.into_iter();
    let mut last = None;
    for _ in 0..DIAL_WORDS {
        let dial = Dial::of(subject).await?;
        if dial.text.as_deref() == Some(wanted) || ctx.tab.gate().is_err() {
            return Ok(());
        }
        // At the start, or where the key before turned nothing.
        if key != "Home" && last.is_none_or(|last| last == dial.now) {
            let Some([more, _]) = others.next() else { return Ok(()) };
            key = more;
        }
        last = (key != "Home").then_some(dial.now);
        press(ctx, subject, key).await?;
        if key == "Home" {
            key = "";
        }
    }
    Ok(())
}

async fn press(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, pressed: &str) -> Result<()> {
    let channel = subject.handle.channel.clone();
    keyboard::press(ctx, &channel, &keyboard::keys::parse(pressed)?).await
}
