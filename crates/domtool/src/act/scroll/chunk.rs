//! A page read screen by screen: each step leaves a little of the last screen in view, and says which of how many it is.

use domtool_page::identity::ElementId;

use super::move_by;
use crate::{
    act::{ActionContext, ActionOutcome, resolve},
    error::Result,
    world::data::{ScrollAmount, ScrollPosition, Scrolled},
};

/// One screen on or back.
pub(crate) async fn chunk(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    forward: bool,
) -> Result<ActionOutcome> {
    let subject = match target {
        Some(target) => Some(resolve::resolve(ctx, target).await?),
        None => None,
    };
    let by = ScrollAmount::Pages(if forward { 1.0 } else { -1.0 });
    let moved = move_by(ctx, subject.as_ref(), by, true).await?;
    Ok(ActionOutcome { feedback: moved.sentence()?, target: subject.map(|subject| subject.target) })
}

/// Where it is, in screens.
pub(super) fn sentence(what: &str, scrolled: &Scrolled, by: ScrollAmount) -> Result<String> {
    let moved = super::sentence(what, scrolled, by)?;
    let Scrolled { before, after, step, .. } = scrolled;
    let screen = screen(after, *step);
    Ok(if after.is_near(before) { format!("{moved} ({screen})") } else { format!("{what} is at {screen}") })
}

/// `screen 3 of 12`.
fn screen(at: &ScrollPosition, step: f64) -> String {
    // The last screen is seldom a whole step.
    let of = (at.most_top / step).ceil().max(0.0) + 1.0;
    let end = at.top >= at.most_top - 1.0;
    let number = if end { of } else { ((at.top / step).round() + 1.0).min((of - 1.0).max(1.0)) };
    let end = if end { ", the end" } else { "" };
    format!("screen {number} of {of}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_are_counted() {
        let at = |top, most_top| screen(&ScrollPosition { left: 0.0, top, most_left: 0.0, most_top }, 90.0);
        assert_eq!(at(0.0, 1000.0), "screen 1 of 13");
        assert_eq!(at(90.0, 1000.0), "screen 2 of 13");
        assert_eq!(at(990.0, 1000.0), "screen 12 of 13");
        assert_eq!(at(1000.0, 1000.0), "screen 13 of 13, the end");
        assert_eq!(at(0.0, 0.0), "screen 1 of 1, the end");
        assert_eq!(at(0.0, 30.0), "screen 1 of 2");
    }
}
