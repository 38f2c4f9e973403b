//! The focus: text is sent only to the field that has it.

use domtool_cdp::protocol::dom;

use super::kind;
use crate::{
    act::{
        ActionContext, Click, pointer,
        resolve::{self, ResolvedElement},
    },
    error::{Dispatched, Error, ErrorKind, Result},
    world::calls,
};

/// How often it is asked, two frames apart, whether a field has got the focus: frames of other processes get it late.
const ASKED: u32 = 3;

/// Focuses a field and makes sure that it, and nothing else, would get the keys.
pub(crate) async fn focus(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
    let focus = dom::Focus { backend_node_id: Some(subject.backend) };
    match subject.handle.channel.call(&focus).await {
        Ok(_) => {}
        Err(error) if error.is_protocol() => return Err(no_focus(subject)),
        Err(error) => return Err(ctx.tab.explain(error)),
    }
    let mut asked = 1;
    while !has_focus(subject).await? {
        if asked == ASKED {
            return Err(no_focus(subject));
        }
        asked += 1;
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    // Scrolling to it or focusing it may have given its row to another.
    subject.staleness.confirm(ctx).await?;
    Ok(())
}

/// Focuses an element. One that is drawn anew as it gets the focus is looked for once more.
pub(crate) async fn focus_anew(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
) -> Result<ResolvedElement> {
    match focus(ctx, &subject).await {
        Ok(()) => Ok(subject),
        Err(error) => {
            let gone = subject.read().await.is_ok_and(|state| !state.connected);
            if !gone || ctx.dispatched != Dispatched::No {
                return Err(error);
            }
            let anew = resolve::resolve(ctx, subject.id).await?;
            anew.check_operable()?;
            focus(ctx, &anew).await?;
            Ok(anew)
        }
    }
}

/// Whether a field would get the keys.
pub(super) async fn has_focus(subject: &ResolvedElement) -> Result<bool> {
    subject.handle.call(calls::ACTIVE, &()).await
}

/// Clicks a field, as a person does before writing; false where the focus is elsewhere then.
pub(super) async fn clicked(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<bool> {
    pointer::press(ctx, subject, &Click::plain(subject.id)).await?;
    Ok(ctx.tab.gate().is_ok() && has_focus(subject).await?)
}

/// Focuses a field. One that is drawn anew as it gets the focus is looked for once more. One that takes text and does not keep
/// the focus is clicked: an open calendar takes the focus back until a press shows that the person goes on (react-datepicker).
pub(super) async fn settle_in(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
) -> Result<ResolvedElement> {
    let Err(error) = focus(ctx, &subject).await else { return Ok(subject) };
    let gone = !subject.read().await.is_ok_and(|state| state.connected);
    if ctx.dispatched != Dispatched::No {
        return Err(error);
    }
    if !gone {
        let kept = error.kind() == ErrorKind::NotActionable
            && kind::is_text(&subject)
            && clicked(ctx, &subject).await.unwrap_or_default();
        if kept {
            return Ok(subject);
        }
        let error = if moved_on(ctx, &subject).await { error.with_hint(MOVED_ON) } else { error };
        return Err(error.after(ctx.dispatched));
    }
    let again = resolve::resolve(ctx, subject.id).await?;
    kind::check_free(&again)?;
    focus(ctx, &again).await?;
    Ok(again)
}

const MOVED_ON: &str = "another field has the focus now: where the page opened it in place of this one, observe and fill that one";

/// Whether another field of its frame has the focus now, which takes text.
async fn moved_on(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> bool {
    let Some(world) = ctx.tab.world_of(&subject.frame).filter(|_| ctx.tab.gate().is_ok()) else {
        return false;
    };
    world.call(calls::WRITING, &()).await.unwrap_or_default() && !has_focus(subject).await.unwrap_or(true)
}

fn no_focus(subject: &ResolvedElement) -> Error {
    Error::new(ErrorKind::NotActionable, format!("{} does not take the focus", subject.words()))
}
