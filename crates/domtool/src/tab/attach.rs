//! Setting up a target that we were attached to, before its first script runs.
//!
//! The targets of a browser that was launched come to us paused (`waitForDebuggerOnStart`). Everything is sent in one burst, in order, and the
//! last command lets the target run; so dialogs, requests and changes are seen from the very first one.
//!
//! In somebody else's browser no tab is ever paused, and in a tab of theirs nothing is: a target would wait for ever where domtool is
//! stopped, and a popup that waits does so also after domtool was killed (Chromium 156). So there a popup may run some scripts before it
//! is set up: overrides do not hold for them, and what they ask for is heard of late.

use std::sync::Arc;

use domtool_cdp::{
    Channel,
    protocol::{
        FrameId, SessionId, dom, emulation as protocol, inspector, log, network, page, runtime, target,
    },
};

use super::{Entry, TabInner, emulation, hold_requests};
use crate::{emulation::Emulation, error::Result, world};

/// Which related targets a page's session tells of: out-of-process frames, and what would wait for us for ever if it did not:
/// Chromium (156) holds up dedicated workers and worklets though they are filtered out. Tabs come by the browser's session.
pub(crate) fn related_targets() -> Vec<target::FilterEntry> {
    let told = |kind: &str| target::FilterEntry { r#type: Some(kind.to_owned()), exclude: None };
    let others = target::FilterEntry { exclude: Some(true), r#type: None };
    vec![told("iframe"), told("worker"), told("worklet"), others]
}

/// Sets up a page.
pub(crate) async fn attach_page(
    tab: &Arc<TabInner>,
    session: SessionId,
    believed: Emulation,
    paused: bool,
) -> Result<()> {
    let channel = tab.connection.channel(session.clone());
    let root = FrameId::from(tab.target().as_str());
    let watched = tab.borrowed || tab.owner.shared.browser.watched;
    tab.update(|state| {
        state.attach(channel.with_limit(&tab.limit), session.clone(), root);
        state.leaves_choosers = watched;
        state.touch = believed.touch.unwrap_or_default();
        state.emulation = believed;
    });
    // A tab in the background gets no focus and slow timers otherwise.
    drop(channel.post(&protocol::SetFocusEmulationEnabled { enabled: true }));
    set_up(tab, &channel, &session, Target { is_page: true, paused }).await
}

/// Sets up an out-of-process frame.
pub(crate) async fn attach_frame(
    tab: &Arc<TabInner>,
    session: SessionId,
    frame: FrameId,
    paused: bool,
) -> Result<()> {
    let channel = tab.connection.channel(session.clone());
    // A frame of another process knows nothing of the page's focus, where the tab is behind others (held.html).
    drop(channel.post(&protocol::SetFocusEmulationEnabled { enabled: true }));
    // What sets it up is not bound by the call in which it came.
    tab.update(|state| state.attach(channel.with_limit(&tab.limit), session.clone(), frame));
    set_up(tab, &channel, &session, Target { is_page: false, paused }).await
}

/// Has a target tell of its requests, whose bodies are not kept.
pub(crate) fn hear_requests(channel: &Channel) {
    drop(channel.post(&network::Enable {
        max_total_buffer_size: Some(0),
        max_resource_buffer_size: Some(0),
        max_post_data_size: Some(0),
    }));
}

/// Sets up a dedicated worker, and the workers in it, and lets it run.
pub(crate) fn attach_worker(tab: &TabInner, session: SessionId) {
    let channel = tab.connection.channel(session.clone());
    tab.update(|state| {
        state.carriers.worker_came(session);
        state.journal.push(Entry::WorkerCame);
    });
    hear_requests(&channel);
    drop(channel.post(&target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: !tab.borrowed,
        flatten: Some(true),
        filter: Some(related_targets()),
    }));
    drop(channel.post(&runtime::RunIfWaitingForDebugger {}));
}

/// What is set up.
#[derive(Clone, Copy)]
struct Target {
    /// The page itself, not a frame of it.
    is_page: bool,
    /// It waits until it is let run.
    paused: bool,
}

async fn set_up(tab: &Arc<TabInner>, channel: &Channel, id: &SessionId, target: Target) -> Result<()> {
    let Target { is_page, paused } = target;
    let names = tab.state().names.clone();
    drop(channel.post(&page::Enable {}));
    drop(channel.post(&page::SetLifecycleEventsEnabled { enabled: true }));
    drop(channel.post(&inspector::Enable {}));
    drop(channel.post(&log::Enable {}));
    drop(channel.post(&dom::Enable {}));
    hear_requests(channel);
    drop(channel.post(&runtime::AddBinding {
        name: names.binding.to_string(),
        execution_context_name: Some(names.world.to_string()),
    }));
    let enabled = !tab.state().leaves_choosers;
    drop(channel.post(&page::SetInterceptFileChooserDialog { enabled }));
    let session = &tab.owner.shared;
    let believed = tab.state().emulation.clone();
    emulation::first(channel, &believed, is_page, &session.browser.version);
    // In a person's tab nothing waits for us.
    if !tab.borrowed {
        hold_requests(channel, session);
    }
    let world = page::AddScriptToEvaluateOnNewDocument {
        source: names.source().into_owned(),
        world_name: Some(names.world.into_owned()),
        run_immediately: Some(true),
    };
    drop(channel.post(&world));
    // Of a page that is there already it would take what that has made of its built-ins.
    let own = page::AddScriptToEvaluateOnNewDocument { source: world::own::script(), ..Default::default() };
    drop(channel.post(&own));
    drop(channel.post(&runtime::Enable {}));
    let within = channel.post(&target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: !tab.borrowed,
        flatten: Some(true),
        filter: Some(related_targets()),
    });
    let tree = channel.post(&page::GetFrameTree {});
    let running = channel.post(&runtime::RunIfWaitingForDebugger {});
    running.reply().await?;
    let tree = tree.reply().await?;
    tab.update(|state| state.adopt(id, &tree.frame_tree));
    if !paused {
        // It was there before. How far it has loaded is told anew, now that it is known which document that is about.
        channel.call(&page::SetLifecycleEventsEnabled { enabled: true }).await?;
        // By then the frames that are in it have come.
        within.reply().await?;
        tab.catch_up().await;
        if is_page {
            // The page answers, so the browser has dismissed what was open.
            tab.update(|state| state.left_dialog = None);
        }
    }
    Ok(())
}
