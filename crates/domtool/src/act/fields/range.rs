//! Native sliders: by a press on the track where the value is far, by keys from there on, and by a script for values that neither reaches.
//!
//! A page hears of each key, and may send each value: a press is one change.

use domtool_page::view::quoted;

use super::{
    colour, dial,
    focus::settle_in,
    value_check::{self, FieldOutcome, read_back, rejected},
};
use crate::{
    act::{ActionContext, ActionOutcome, Click, pointer, resolve::ResolvedElement},
    error::{Error, ErrorKind, Obstacle, Result},
    world::{calls, data::Dial},
};

/// Sets a slider.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let text = text.trim();
    let dial = Dial::of(&subject).await?;
    let normal: String = subject.handle.call(calls::NORMAL, &(text,)).await?;
    let wanted = text.parse::<f64>().ok();
    let Some(wanted) =
        wanted.filter(|wanted| Dial { now: normal.parse().ok(), ..dial.clone() }.shows(*wanted))
    else {
        let nearest = if wanted.is_some() { format!("; the nearest is {normal}") } else { String::new() };
        let message =
            format!("{} takes {}, not {text}{nearest}", subject.words(), dial.limits(), text = quoted(&text));
        let holds = Obstacle::Holds(subject.state.value.clone().unwrap_or_default());
        return Err(Error::new(ErrorKind::ValueRejected, message).with_obstacle(holds));
    };
    let subject = settle_in(ctx, subject).await?;
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    jump(ctx, &subject, wanted).await?;
    dial::turn(ctx, &subject, wanted).await?;
    let mut how = "";
    // A slider that moved and was put back is the page's to decide.
    let put_back = value_check::told(&subject).await && held_still(&subject, &dial).await;
    if !put_back
        && away(&subject, wanted).await
        && let (Some(min), Some(max)) = (dial.min, dial.max)
        && max > min
        && ctx.tab.gate().is_ok()
    {
        let share = ((wanted - min) / (max - min)).clamp(0.02, 0.98);
        pointer::press(ctx, &subject, &Click { at: Some((share, 0.5)), ..Click::plain(subject.id) }).await?;
        dial::turn(ctx, &subject, wanted).await?;
        if away(&subject, wanted).await && ctx.tab.gate().is_ok() {
            colour::set(ctx, &subject, &normal).await?;
            how = colour::BY_SCRIPT;
        }
    }
    match read_back(ctx, &subject, &normal).await? {
        FieldOutcome::Not(holds) => Err(rejected(&subject, &holds, "did not take the value")),
        taken => value_check::said(ctx, subject, &normal, taken, how).await,
    }
}

/// Presses on the track where the value is. What a press does not do, keys do: one that nothing was sent of is no error.
async fn jump(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, wanted: f64) -> Result<()> {
    let Some([x, y]) = subject.handle.call(calls::TRACK_POINT, &(wanted,)).await? else { return Ok(()) };
    let click = Click { at: Some((x, y)), ..Click::plain(subject.id) };
    let before = ctx.dispatched;
    match pointer::press(ctx, subject, &click).await {
        Err(error) if ctx.dispatched != before => Err(error),
        _ => Ok(()),
    }
}

async fn held_still(subject: &ResolvedElement, before: &Dial) -> bool {
    Dial::of(subject).await.is_ok_and(|dial| dial.now == before.now)
}

async fn away(subject: &ResolvedElement, wanted: f64) -> bool {
    Dial::of(subject).await.is_ok_and(|dial| !dial.shows(wanted))
}
