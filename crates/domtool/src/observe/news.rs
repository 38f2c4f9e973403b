//! What happened since the caller last heard of the page: passing messages from the isolated worlds, journal news.

use serde::Deserialize;

use crate::{tab::TabInner, world::World};

/// A text that a person would have noticed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) age_ms: u64,
    /// Whether it is gone already.
    pub(crate) gone: bool,
}

/// The worlds of every frame of the page, the main one first.
pub(crate) fn worlds(tab: &TabInner) -> Vec<World> {
    let frames: Vec<_> = {
        let state = tab.state();
        let main = state.main().map(|main| main.root.clone());
        let others = state.frames.keys().filter(|id| main.as_ref() != Some(id)).cloned();
        main.iter().cloned().chain(others).collect()
    };
    frames.iter().filter_map(|frame| World::of(tab, frame)).collect()
}

/// Takes the messages of every frame.
pub(crate) async fn drain_messages(tab: &TabInner) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for found in crate::act::settle::in_all(&worlds(tab), "drain").await {
        let found: Vec<Message> = found;
        messages.extend(found);
    }
    messages
}

/// What an observation tells first, in words.
pub(crate) async fn take_news(tab: &TabInner) -> Vec<String> {
    let mut news: Vec<String> = drain_messages(tab)
        .await
        .iter()
        .map(|message| {
            let gone = if message.gone { ", gone" } else { "" };
            format!("message {:?} {:.1} s ago{gone}", message.text, message.age_ms as f64 / 1000.0)
        })
        .collect();
    news.extend(tab.update(|state| state.journal.take_news()));
    news
}
