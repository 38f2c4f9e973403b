//! The isolated worlds of a tab's frames.

use domtool_cdp::protocol::{FrameId, runtime};

use super::TabInner;
use crate::world::World;

impl TabInner {
    /// The world of a frame, when it has one yet.
    pub(crate) fn world_of(&self, frame: &FrameId) -> Option<World> {
        let (channel, state) = self.frame(frame)?;
        Some(World { channel, context: state.context? })
    }

    /// The worlds of every frame of the page that answers, the main one first.
    pub(crate) fn worlds(&self) -> Vec<World> {
        let frames: Vec<_> = {
            let state = self.state();
            let main = state.main().map(|main| main.root.clone());
            let silent = |id: &FrameId| {
                let session = state.frames.get(id).map(|frame| &frame.session);
                session
                    .and_then(|session| state.attachment(session))
                    .is_some_and(|attachment| attachment.silent)
            };
            let others = state.frames.keys().filter(|id| main.as_ref() != Some(id) && !silent(id)).cloned();
            main.iter().cloned().chain(others).collect()
        };
        frames.iter().filter_map(|frame| self.world_of(frame)).collect()
    }

    /// Lets go of every handle of a group.
    pub(crate) fn release(&self, group: &str) {
        for attachment in &self.state().attachments {
            drop(attachment.channel.post(&runtime::ReleaseObjectGroup { object_group: group.to_owned() }));
        }
    }
}
