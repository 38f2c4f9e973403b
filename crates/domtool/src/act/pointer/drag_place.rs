//! Where what was dragged stands in the end, for the report: told when what the drag caused has come to rest, as a page may move it
//! on or put it back. Fixture: gestures.html (`snap`).

use domtool_page::geometry::Rect;

use super::hit;
use crate::{
    act::{
        ActionContext, ActionOutcome,
        resolve::{self, ResolvedElement},
    },
    error::Result,
    world::calls,
};

/// A move or a change of size by less is none, CSS pixels.
const STILL: f64 = 1.5;

/// What is dragged, and where it stood before the press.
#[derive(Clone, Debug)]
pub(crate) struct Dragged {
    subject: ResolvedElement,
    was: Place,
}

/// Where an element stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// In the page's viewport.
    rect: Rect,
    /// How far the page is scrolled.
    scroll: (f64, f64),
}

impl Dragged {
    /// Notes where an element stands.
    pub(super) async fn note(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Self>> {
        let was = place(ctx, subject).await?;
        Ok(was.map(|was| Self { subject: subject.clone(), was }))
    }
}

async fn place(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Place>> {
    let Some(rect) = hit::box_in_page(ctx, subject).await? else { return Ok(None) };
    let main = ctx.tab.state().main().map(|main| main.root.clone());
    let Some(world) = main.and_then(|main| ctx.tab.world_of(&main)) else { return Ok(None) };
    let [x, y, ..]: [f64; 4] = world.call(calls::OFFSET, &()).await?;
    Ok(Some(Place { rect, scroll: (x, y) }))
}

/// Adds to what is said of a drag where the dragged element stands now.
pub(crate) async fn last_place(ctx: &mut ActionContext<'_>, done: ActionOutcome) -> ActionOutcome {
    let Some(Dragged { subject, was }) = ctx.dragged.take() else { return done };
    if ctx.tab.gate().is_err() {
        return done;
    }
    // One that was drawn anew has its id, too. Where the page was left nobody is left to ask.
    let connected = subject.read().await.is_ok_and(|state| state.connected);
    let subject = match connected {
        true => subject,
        false => match resolve::resolve(ctx, subject.id).await {
            Ok(anew) => anew,
            Err(_) => return done,
        },
    };
    let Ok(Some(now)) = place(ctx, &subject).await else { return done };
    let feedback = format!("{}; {} {}", done.feedback, subject.id, change(&was, &now));
    ActionOutcome { feedback, ..done }
}

/// What became of a place, after the element's id.
fn change(was: &Place, now: &Place) -> String {
    let toward = |by: f64, more: &str, less: &str| {
        (by.abs() > STILL).then(|| format!("{} {}", by.abs().round(), if by > 0.0 { more } else { less }))
    };
    let right = now.rect.x + now.scroll.0 - was.rect.x - was.scroll.0;
    let down = now.rect.y + now.scroll.1 - was.rect.y - was.scroll.1;
    let moves: Vec<String> =
        [toward(right, "right", "left"), toward(down, "down", "up")].into_iter().flatten().collect();
    let size = |rect: &Rect| format!("{}x{}", rect.w.round(), rect.h.round());
    let resized = (now.rect.w - was.rect.w).abs() > STILL || (now.rect.h - was.rect.h).abs() > STILL;
    let at = format!("{},{}", now.rect.x.round(), now.rect.y.round());
    match (moves.is_empty(), resized) {
        (true, false) => "itself did not move".to_owned(),
        (true, true) => format!("is {} now (was {})", size(&now.rect), size(&was.rect)),
        (false, false) => format!("moved {}, to [{at} {}]", moves.join(", "), size(&now.rect)),
        (false, true) => {
            format!("moved {}, to [{at} {}] (was {})", moves.join(", "), size(&now.rect), size(&was.rect))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_place() {
        let place = |x, y, w, h, down| Place { rect: Rect { x, y, w, h }, scroll: (0.0, down) };
        let was = place(10.0, 20.0, 100.0, 50.0, 0.0);
        for (now, says) in [
            (was, "itself did not move"),
            (place(11.0, 20.4, 100.0, 50.0, 0.0), "itself did not move"),
            (place(70.0, 20.0, 100.0, 50.0, 0.0), "moved 60 right, to [70,20 100x50]"),
            (place(0.0, 40.0, 100.0, 50.0, 0.0), "moved 10 left, 20 down, to [0,40 100x50]"),
            // The page was scrolled under it.
            (place(10.0, 5.0, 100.0, 50.0, 15.0), "itself did not move"),
            (place(10.0, 20.0, 100.0, 96.0, 0.0), "is 100x96 now (was 100x50)"),
            (place(0.0, 20.0, 110.0, 50.0, 0.0), "moved 10 left, to [0,20 110x50] (was 100x50)"),
        ] {
            assert_eq!(change(&was, &now), says);
        }
    }
}
