//! The mouse onto an element, with proof that it is there.

use domtool_page::identity::ElementId;

use super::{
    Mouse, TRIES,
    click::stand_in,
    hit::{self, Aim},
    move_to, moving,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, action::BoxPoint, refused::unless_left, resolve, unheard, verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Result},
    world::calls,
};

/// Moves the mouse onto an element. Disabled ones may be hovered over: their hint often says why they are.
pub(crate) async fn hover(
    ctx: &mut ActionContext<'_>,
    target: ElementId,
    at: Option<(f64, f64)>,
) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    let subject = stand_in(ctx, subject).await?;
    if !subject.state.visible || !subject.state.boxed {
        subject.check_operable()?;
    }
    let mut subject = subject;
    let done = |subject: resolve::ResolvedElement| ActionOutcome {
        feedback: format!("the mouse is on {}", subject.words()),
        target: Some(subject.target),
    };
    let aim = Aim::from(at.map(BoxPoint::from)).moving();
    for _ in 0..TRIES {
        let point = hit::aimed_or_moving(ctx, &subject, aim).await?;
        if let Some(point) = point
            && subject.staleness.confirm(ctx).await?
            && !hit::still_hits(ctx, &subject, point).await?
        {
            continue;
        }
        subject.handle.call(calls::PROVE, &()).await?;
        ctx.note_dispatched(Dispatched::Maybe);
        match point {
            Some(point) => move_to(ctx, &subject, point, Mouse::default()).await?,
            None => drop(moving::onto(ctx, &subject, aim).await?),
        }
        ctx.note_dispatched(Dispatched::Yes);
        if ctx.tab.gate().is_err() {
            return Ok(done(subject)); // the page opened a dialog for it
        }
        // Where the page was left by it, nobody is left to ask.
        let on = unless_left(ctx, subject.handle.call(calls::HOVERED, &()).await).await?;
        if on != Some(false) {
            return Ok(done(subject));
        }
        // Pages draw a control anew for the mouse that came onto it: what stands in its place has the mouse, or is gone onto next.
        if unless_left(ctx, subject.read().await).await?.is_some_and(|state| !state.connected) {
            let anew = match Box::pin(resolve::resolve(ctx, subject.id)).await {
                Ok(anew) => anew,
                Err(error) if error.kind() == ErrorKind::Stale => {
                    ctx.given_away = true;
                    ctx.proof = Some(Proof::Arrived);
                    let feedback = format!(
                        "the mouse was moved to {}; unconfirmed: the page took that away meanwhile",
                        subject.words()
                    );
                    return Ok(ActionOutcome { feedback, target: Some(subject.target) });
                }
                Err(error) => return Err(error.after(Dispatched::Yes)),
            };
            subject = anew;
            if unless_left(ctx, subject.handle.call(calls::HAS_POINTER, &()).await).await? != Some(false) {
                let feedback =
                    format!("the mouse is on {}, which the page drew anew for it", subject.words());
                return Ok(ActionOutcome { feedback, target: Some(subject.target) });
            }
        }
    }
    let missed = format!("the mouse was moved to {}, which was not there any more", subject.words());
    let kept = unheard::kept(ctx, &missed).await?;
    Err(kept.unwrap_or_else(|| Error::new(ErrorKind::NotActionable, missed)))
}
