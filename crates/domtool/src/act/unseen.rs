//! What came of input and no line of the page shows.

use std::time::Duration;

use super::{ActionContext, scroll::main_world};
use crate::{
    report::Effects,
    world::{calls, data::Unseen},
};

/// Adds what the document that the input went to did unseen since input of the last moments (`within`). What keys that copy
/// or paste leave (`copies`) is domtool's own doing in part, and of a browser that others use, too, nobody knows who copied.
pub(super) async fn add(ctx: &ActionContext<'_>, within: Duration, copies: bool, effects: &mut Effects) {
    let world = match ctx.subject() {
        Some(subject) => ctx.tab.world_of(&subject.frame),
        None => main_world(ctx.tab).await.ok(),
    };
    // A document that went away meanwhile has nothing to tell.
    let Some(world) = world else { return };
    let Ok(unseen) = world.call(calls::UNSEEN_SINCE, &(within.as_millis() as u64,)).await else { return };
    let Unseen { scrolled, box_scrolled, copied, text_selected, full_screen, pictures } = unseen;
    effects.scrolled = (scrolled != 0).then_some(scrolled);
    effects.box_scrolled = box_scrolled;
    (effects.text_selected, effects.full_screen) = (text_selected, full_screen);
    effects.pictures = ctx.tab.write_out(pictures);
    effects.copied = copied && !copies && ctx.session.browser.has_one_session();
}
