//! Setting up a target that we were attached to, before its first script runs.
//!
//! Targets come to us paused (`waitForDebuggerOnStart`). Everything is sent in one burst, in order, and the last
//! command lets the target run; so dialogs, requests and changes are seen from the very first one.

use std::sync::Arc;

use domtool_cdp::{
    Channel,
    protocol::{
        FrameId, SessionId, dom, emulation, inspector, log, network, page, performance, runtime, target,
    },
};

use super::TabInner;
use crate::{error::Result, world};

/// Which related targets a page's session tells of: out-of-process frames. Tabs come by the browser's session.
pub(crate) fn frames_only() -> Vec<target::FilterEntry> {
    vec![
        target::FilterEntry { r#type: Some("iframe".to_owned()), exclude: None },
        target::FilterEntry { exclude: Some(true), r#type: None },
    ]
}

/// Sets up a page.
pub(crate) async fn attach_page(
    tab: &Arc<TabInner>,
    session: SessionId,
    viewport: Option<(u32, u32)>,
) -> Result<()> {
    let channel = tab.connection.channel(session.clone());
    let root = FrameId::from(tab.target.as_str());
    tab.update(|state| state.attach(channel.clone(), session.clone(), root));
    if let Some((width, height)) = viewport {
        let metrics = emulation::SetDeviceMetricsOverride {
            width: width as i32,
            height: height as i32,
            device_scale_factor: 0.0,
            mobile: false,
        };
        drop(channel.post(&metrics));
    }
    // A tab in the background gets no focus and slow timers otherwise.
    drop(channel.post(&emulation::SetFocusEmulationEnabled { enabled: true }));
    set_up(tab, &channel, &session).await
}

/// Sets up an out-of-process frame.
pub(crate) async fn attach_frame(tab: &Arc<TabInner>, session: SessionId, frame: FrameId) -> Result<()> {
    let channel = tab.connection.channel(session.clone());
    tab.update(|state| state.attach(channel.clone(), session.clone(), frame));
    set_up(tab, &channel, &session).await
}

async fn set_up(tab: &Arc<TabInner>, channel: &Channel, session: &SessionId) -> Result<()> {
    drop(channel.post(&page::Enable {}));
    drop(channel.post(&page::SetLifecycleEventsEnabled { enabled: true }));
    drop(channel.post(&inspector::Enable {}));
    drop(channel.post(&log::Enable {}));
    drop(channel.post(&dom::Enable {}));
    drop(channel.post(&performance::Enable {}));
    drop(channel.post(&network::Enable {
        max_total_buffer_size: Some(0),
        max_resource_buffer_size: Some(0),
        max_post_data_size: Some(0),
    }));
    drop(channel.post(&runtime::AddBinding {
        name: world::BINDING.to_owned(),
        execution_context_name: Some(world::NAME.to_owned()),
    }));
    let world = page::AddScriptToEvaluateOnNewDocument {
        source: world::SOURCE.to_owned(),
        world_name: Some(world::NAME.to_owned()),
        run_immediately: Some(true),
    };
    drop(channel.post(&world));
    drop(channel.post(&runtime::Enable {}));
    drop(channel.post(&target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: Some(frames_only()),
    }));
    let tree = channel.post(&page::GetFrameTree {});
    let running = channel.post(&runtime::RunIfWaitingForDebugger {});
    running.reply().await?;
    let tree = tree.reply().await?;
    tab.update(|state| state.adopt(session, &tree.frame_tree));
    Ok(())
}
