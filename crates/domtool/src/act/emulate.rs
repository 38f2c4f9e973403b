//! `emulate`: another device, person or place for the tab's pages to believe in.

use super::{Done, Scene};
use crate::{
    emulation::Emulation,
    error::{Dispatched, Result},
    tab::emulation,
};

/// Tells the tab's pages, and reads back what can be read.
pub(crate) async fn emulate(scene: &mut Scene<'_>, change: &Emulation, anew: bool) -> Result<Done> {
    let change = match anew {
        true => scene.tab.state().emulation.undone().with(&scene.session.emulation()).with(change),
        false => change.clone(),
    };
    emulation::check(&change)?;
    scene.dispatched = Dispatched::Maybe;
    emulation::apply(scene.tab, &scene.session, &change).await?;
    scene.dispatched = Dispatched::Yes;
    Ok(Done { feedback: format!("the page believes in {}", change.words().join(", ")), target: None })
}
