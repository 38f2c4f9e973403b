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

    /// The worlds of every frame of the page that answers: the main one, those around and in the frames that are acted in, the others. As
    /// no more than `WATCHED_FRAMES` of them are watched, those that matter come first.
    pub(crate) fn worlds(&self) -> Vec<World> {
        let frames = self.state().frames_that_answer();
        frames.iter().filter_map(|frame| self.world_of(frame)).collect()
    }

    /// Loads the script of a world that may be without it: a script that hangs is ended on a busy machine, and what is ended may be ours.
    /// A world that has it stays as it is.
    ///
    /// # Errors
    /// Why the world is without it still.
    pub(crate) async fn load_world(&self, world: &World) -> Result<(), String> {
        let load = runtime::Evaluate {
            // What it is worth is not asked for: that would be a handle to be released.
            expression: format!("{};0", self.state().names.source()),
            context_id: Some(world.context),
            silent: Some(true),
            ..Default::default()
        };
        match world.channel.call(&load).await {
            Ok(reply) if reply.exception_details.is_none() => Ok(()),
            Ok(_) => Err("its script was ended once more".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Lets go of every handle of a group.
    pub(crate) fn release(&self, group: &str) {
        for attachment in &self.state().attachments {
            drop(attachment.channel.post(&runtime::ReleaseObjectGroup { object_group: group.to_owned() }));
        }
    }
}
