//! Pictures with the ids of an observation on them.

use std::sync::Arc;

use domtool_page::view::{self, ReaderKnows, Surroundings, ViewOptions};

use super::{Enrich, look};
use crate::{
    error::Result,
    screenshot::{Screenshot, ScreenshotMark, ScreenshotOptions, mark, picture},
    tab::TabInner,
};

/// Takes the picture.
pub(crate) async fn screenshot(tab: &Arc<TabInner>, options: &ScreenshotOptions) -> Result<Screenshot> {
    tab.gate()?;
    let marks = if options.marks { wanted(tab, options.full_page).await? } else { Vec::new() };
    picture(tab, options, marks).await
}

/// The elements that an observation would give an id, or that have one already.
async fn wanted(tab: &Arc<TabInner>, whole: bool) -> Result<Vec<ScreenshotMark>> {
    let session = tab.session()?;
    let snapshot = look(tab, session, Enrich::Auto).await?;
    let mut registry = session.registry();
    let around = Surroundings {
        page: &tab.target(),
        title: "",
        url: "",
        nonce: &session.nonce(&snapshot),
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    view::view(&snapshot, &mut registry, &ViewOptions::default(), &around);
    let marks = snapshot.nodes().filter_map(|node| {
        mark(&snapshot, node, whole, || registry.id_of(&tab.target(), &snapshot, node.index()))
    });
    Ok(marks.collect())
}
