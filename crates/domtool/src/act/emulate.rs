//! `emulate`: another device, person or place for the tab's pages to believe in.

use super::{ActionContext, ActionOutcome};
use crate::{
    emulation::Emulation,
    error::{Dispatched, Result},
    tab::emulation,
};

/// Tells the tab's pages, and reads back what can be read.
pub(crate) async fn emulate(
    ctx: &mut ActionContext<'_>,
    change: &Emulation,
    anew: bool,
) -> Result<ActionOutcome> {
    let change = match anew {
        true => ctx.tab.state().emulation.undone().with(&ctx.session.emulation()).with(change),
        false => change.clone(),
    };
    emulation::check(&change)?;
    ctx.note_dispatched(Dispatched::Maybe);
    emulation::apply(ctx.tab, &ctx.session, &change).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(ActionOutcome {
        feedback: format!("the page believes in {}", change.words().join(", ")),
        target: None,
    })
}
