//! What happened since the caller last heard of the page: the worlds tell what they have not told yet, the journal words it.

use domtool_cdp::protocol::FrameId;

use crate::{tab::TabInner, world::World};

/// The worlds of every frame of the page that answers, the main one first.
pub(crate) fn worlds(tab: &TabInner) -> Vec<World> {
    let frames: Vec<_> = {
        let state = tab.state();
        let main = state.main().map(|main| main.root.clone());
        let silent = |id: &FrameId| {
            let session = state.frames.get(id).map(|frame| &frame.session);
            session.and_then(|session| state.attachment(session)).is_some_and(|attachment| attachment.silent)
        };
        let others = state.frames.keys().filter(|id| main.as_ref() != Some(id) && !silent(id)).cloned();
        main.iter().cloned().chain(others).collect()
    };
    frames.iter().filter_map(|frame| World::of(tab, frame)).collect()
}

/// Has every world tell what there is to tell by now, and takes it into the journal.
pub(crate) async fn flush(tab: &TabInner) {
    let _: Vec<Option<()>> = crate::act::settle::in_all(&worlds(tab), "flush").await;
    tab.catch_up().await;
}

/// What an observation tells first, in words.
pub(crate) async fn take_news(tab: &TabInner) -> Vec<String> {
    flush(tab).await;
    tab.update(|state| state.journal.take_news())
}
