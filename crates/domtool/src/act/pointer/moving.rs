//! The mouse onto what keeps moving, and a press on it: the point is where the element will be when the press comes, is tested right
//! before, and the button comes up at once.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    Mouse,
    hit::{self, Aim, Moment},
    move_to, through,
};
use crate::{
    act::{ActionContext, action::Click, resolve::ResolvedElement},
    error::{Dispatched, Error, ErrorKind, Result},
};
use domtool_page::identity::ElementId;

/// From the look at the element to the press, as long as it was not measured.
const FIRST_LEAD: Duration = Duration::from_millis(15);

/// Moves the mouse onto an element that keeps moving.
pub(super) async fn onto(ctx: &ActionContext<'_>, subject: &ResolvedElement, aim: Aim<'_>) -> Result<Moment> {
    let mut lead = FIRST_LEAD;
    while Instant::now() < ctx.deadline {
        if let Some(moment) = hit::ahead(ctx, subject, aim, lead).await? {
            move_to(ctx, subject, moment.point, Mouse::default()).await?;
            return Ok(moment);
        }
        // A look that came to nothing took longer than it will where the first point hits.
        lead = (lead * 3 / 2).min(FIRST_LEAD * 4);
    }
    let why = format!("{} keeps moving, and the mouse cannot be held on it", subject.words());
    Err(Error::new(ErrorKind::NotActionable, why))
}

/// Presses an element that keeps moving, as often as the click counts.
pub(super) async fn press(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    click: &Click<ElementId>,
    (aim, mouse): (Aim<'_>, Mouse),
) -> Result<()> {
    // What stops for the mouse, or shows something for it, does so first.
    let mut moment = onto(ctx, subject, aim).await?;
    loop {
        let again = hit::ahead(ctx, subject, aim, moment.took).await?;
        let Some(Moment { point, .. }) = again else {
            moment = onto(ctx, subject, aim).await?;
            continue;
        };
        let channel = &subject.handle.channel;
        ctx.note_dispatched(Dispatched::Maybe);
        let moved = mouse.glide(channel, point);
        let presses = (1..=i32::from(click.count.max(1)))
            .flat_map(|count| [mouse.press(channel, point, count), mouse.release(channel, point, count)]);
        let sent = std::iter::once(moved).chain(presses).collect();
        return through(ctx, sent).await;
    }
}
