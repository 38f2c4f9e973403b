//! The look for delegated handlers: `delegates.js`, once a frame, in the burst of a capture.

use domtool_cdp::{
    Pending,
    protocol::{RemoteObjectId, runtime},
};
use domtool_page::{
    capture::{DelegatedHandler, Delegation},
    snapshot::ListenerKinds,
};

use super::deep;
use crate::{
    tab::{Attachment, TabInner},
    world::{LOOK_GROUP, data::DelegatesFound, own},
};

/// Looks under way.
pub(super) struct Posted {
    asked: Vec<Pending<runtime::CallFunctionOn>>,
    /// Whether every frame of the session was asked.
    all: bool,
}

/// Finds the look of each frame whose document is new: one round trip in its life.
pub(super) async fn find_looks(tab: &TabInner, attachment: &Attachment) {
    let session = &attachment.session;
    let contexts = {
        let state = tab.state();
        let mut contexts = state.page_contexts(session);
        contexts.retain(|context| !state.own_looks.contains_key(&(session.clone(), *context)));
        contexts
    };
    let asked: Vec<_> = contexts.into_iter().map(|c| (c, own::post_look(&attachment.channel, c))).collect();
    for (context, pending) in asked {
        match pending.reply().await.map(own::look_of) {
            Ok(Some(look)) => {
                tab.state().own_looks.insert((session.clone(), context), look);
            }
            Ok(None) => tracing::debug!("a page lets nothing be looked up in its own world unnoticed"),
            // Its document went meanwhile.
            Err(error) => tracing::debug!(%error, "a frame has no look for delegated handlers"),
        }
    }
}

/// Asks every frame of a session, in the page's own world: only there are the page's objects.
pub(super) fn post(tab: &TabInner, attachment: &Attachment) -> Posted {
    let (looks, frames) = {
        let state = tab.state();
        let contexts = state.page_contexts(&attachment.session).into_iter();
        let looks: Vec<RemoteObjectId> = contexts
            .filter_map(|context| state.own_looks.get(&(attachment.session.clone(), context)).cloned())
            .collect();
        (looks, state.frames.values().filter(|f| f.session == attachment.session).count())
    };
    let all = looks.len() >= frames;
    let asked = looks.into_iter().map(|look| attachment.channel.post(&call(look))).collect();
    Posted { asked, all }
}

fn call(look: RemoteObjectId) -> runtime::CallFunctionOn {
    runtime::CallFunctionOn {
        function_declaration: "function () { return this() }".to_owned(),
        object_id: Some(look),
        object_group: Some(LOOK_GROUP.to_owned()),
        silent: Some(true),
        serialization_options: Some(deep::options()),
        ..Default::default()
    }
}

/// Waits for the answers. What could not be looked into is judged by its listeners alone.
pub(super) async fn read(posted: Posted) -> Delegation {
    let mut sum = Delegation { windows: posted.all.then(ListenerKinds::default), handlers: Vec::new() };
    for asked in posted.asked {
        let told = match asked.reply().await {
            Ok(reply) => understand(&reply),
            Err(error) => {
                tracing::debug!(%error, "a frame could not be looked into for delegated handlers");
                None
            }
        }
        .unwrap_or_default();
        sum.windows = sum.windows.zip(told.windows).map(|(one, other)| one.with(other));
        sum.handlers.extend(told.handlers);
    }
    sum
}

fn understand(reply: &runtime::CallFunctionOnReply) -> Option<Delegation> {
    let (told, nodes): (DelegatesFound, _) =
        deep::read("delegates", &reply.result, reply.exception_details.as_ref())?;
    let all = |events: &[String]| {
        events.iter().fold(ListenerKinds::default(), |sum, event| sum.with(ListenerKinds::of(event)))
    };
    let handlers = told.events.iter().zip(&nodes).filter_map(|(events, node)| {
        let listener_kinds = all(events);
        Some(DelegatedHandler { node: node.node()?.backend_node_id, listener_kinds })
            .filter(|_| listener_kinds != ListenerKinds::default())
    });
    Some(Delegation { windows: told.windows.as_deref().map(all), handlers: handlers.collect() })
}
