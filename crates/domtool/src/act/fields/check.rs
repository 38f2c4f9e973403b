//! Checkboxes, radios and switches: on or off, by clicks, and read back.

use domtool_page::identity::ElementId;

use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::Click,
        confirm::ToConfirm,
        pointer,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Error, ErrorKind, Result},
    observe::Wanted,
    world::{
        calls,
        data::{NodeState, UNSAID},
    },
};

/// How often the state is read after a click, two frames apart: a page may draw it a moment later.
const READS: u32 = 4;

/// Turns a checkbox, radio or switch on or off.
pub(crate) async fn check(ctx: &mut ActionContext<'_>, target: ElementId, on: bool) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    let Some(state) = subject.state.checked.clone() else {
        return Err(Error::new(ErrorKind::WrongKind, format!("{} cannot be checked", subject.words()))
            .with_hint("use click"));
    };
    let word = if on { "on" } else { "off" };
    let unsaid = state == UNSAID;
    if unsaid && !on {
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} does not say whether it is on", subject.words()),
        )
        .with_hint("see how it looks (screenshot), and use click where it is on"));
    }
    if !unsaid && subject.state.is_checked(on) == Some(true) {
        return Ok(ActionOutcome {
            feedback: format!("{} was {word} already", subject.words()),
            target: Some(subject.target),
        });
    }
    if !on && (subject.state.kind == "radio" || subject.target.role.contains("radio")) {
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} is a radio: it goes off when another goes on", subject.words()),
        )
        .with_hint("check another radio of its group"));
    }
    let shown = pointer::stand_in(ctx, subject.clone()).await?;
    shown.check_operable()?;
    if shown.state.read_only || subject.state.read_only && subject.state.kind.is_empty() {
        return Err(Error::new(ErrorKind::ReadOnly, format!("{} is read-only", subject.words())));
    }
    let now = press(ctx, &shown, &subject, on).await?;
    // What is half on may go either way first.
    if state == "mixed" && now.as_ref().is_some_and(|now| now.is_checked(on) == Some(false)) {
        press(ctx, &shown, &subject, on).await?;
    }
    if unsaid && now.is_some_and(|now| now.checked.as_deref() == Some(UNSAID)) {
        ctx.proof = Some(Proof::Arrived);
        return Ok(ActionOutcome { feedback: self::unsaid(&subject), target: Some(subject.target) });
    }
    // A page may draw it when its server agrees, and take it back when it does not: the verdict is of the end.
    let target = Some(subject.target.clone());
    let feedback = format!("{} is {word}", subject.words());
    ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Checked(on) });
    Ok(ActionOutcome { feedback, target })
}

/// Said of a box that was clicked and tells no state.
pub(in crate::act) fn unsaid(subject: &ResolvedElement) -> String {
    format!("clicked {}; unconfirmed: the page does not say whether it is on", subject.words())
}

/// Clicks, and reads the state until it is as wanted. `None` where there is nothing left to read.
async fn press(
    ctx: &mut ActionContext<'_>,
    shown: &ResolvedElement,
    subject: &ResolvedElement,
    on: bool,
) -> Result<Option<NodeState>> {
    pointer::press(ctx, shown, &Click::plain(subject.id)).await?;
    let mut left = READS;
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        let Some(now) = unless_left(ctx, subject.read().await).await? else { return Ok(None) };
        // Drawn anew by the page: what is there now is for the next look.
        if !now.connected {
            return Ok(None);
        }
        if left == 0 || now.is_checked(on) == Some(true) {
            return Ok(Some(now));
        }
        left -= 1;
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
}
