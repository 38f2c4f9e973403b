//! The look for delegated handlers: `delegates.js`, once a frame, in the burst of a capture.

use domtool_cdp::{Pending, protocol::runtime};
use domtool_page::{
    capture::{DelegatedHandler, Delegation},
    snapshot::Hears,
};
use serde::Deserialize;

use super::deep;
use crate::{
    tab::{Attachment, TabInner},
    world::LOOK_GROUP,
};

const SOURCE: &str = include_str!("../world/delegates.js");

/// Looks under way.
pub(super) struct Posted {
    asked: Vec<Pending<runtime::Evaluate>>,
    /// Whether every frame of the session was asked.
    all: bool,
}

/// Asks every frame of a session, in the page's own world: only there are the page's objects.
pub(super) fn post(tab: &TabInner, attachment: &Attachment) -> Posted {
    let (contexts, frames) = {
        let state = tab.state();
        (
            state.page_contexts(&attachment.session),
            state.frames.values().filter(|f| f.session == attachment.session).count(),
        )
    };
    let all = contexts.len() >= frames;
    let asked = contexts.into_iter().map(|context| attachment.channel.post(&look_into(context))).collect();
    Posted { asked, all }
}

fn look_into(context: i32) -> runtime::Evaluate {
    runtime::Evaluate {
        expression: SOURCE.to_owned(),
        context_id: Some(context),
        object_group: Some(LOOK_GROUP.to_owned()),
        silent: Some(true),
        include_command_line_api: Some(true),
        serialization_options: Some(deep::options()),
        ..Default::default()
    }
}

/// What the script says beside the nodes.
#[derive(Deserialize)]
struct Told {
    /// What the window hears; nothing where that could not be told.
    windows: Option<Vec<String>>,
    events: Vec<Vec<String>>,
}

/// Waits for the answers. What could not be looked into is judged by its listeners alone.
pub(super) async fn read(posted: Posted) -> Delegation {
    let mut sum = Delegation { windows: posted.all.then(Hears::default), handlers: Vec::new() };
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

fn understand(reply: &runtime::EvaluateReply) -> Option<Delegation> {
    let (told, nodes): (Told, _) = deep::read("delegates", &reply.result, reply.exception_details.as_ref())?;
    let all =
        |events: &[String]| events.iter().fold(Hears::default(), |sum, event| sum.with(Hears::of(event)));
    let handlers = told.events.iter().zip(&nodes).filter_map(|(events, node)| {
        let hears = all(events);
        Some(DelegatedHandler { node: node.node()?.backend_node_id, hears })
            .filter(|_| hears != Hears::default())
    });
    Some(Delegation { windows: told.windows.as_deref().map(all), handlers: handlers.collect() })
}
