//! The isolated worlds of a tab's frames.

use domtool_cdp::{
    RawEvent,
    protocol::{FrameId, page, runtime},
};

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
        match world.channel.call(&self.load(world)).await {
            Ok(reply) if reply.exception_details.is_none() => Ok(()),
            Ok(_) => Err("its script was ended once more".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Loads the script anew where another document came into a window that has its world already: no event tells of that window, as it is
    /// the same. Fixture: evidence/opener.html.
    pub(super) fn load_into_next_document(&self, event: &RawEvent) {
        let Ok(Some(navigated)) = event.decode::<page::FrameNavigated>() else { return };
        if navigated.r#type == "BackForwardCacheRestore" {
            return;
        }
        if let Some(world) = self.world_of(&navigated.frame.id) {
            // Of a world that is gone the browser says so, and another comes by itself.
            drop(world.channel.post(&self.load(&world)));
        }
    }

    fn load(&self, world: &World) -> runtime::Evaluate {
        runtime::Evaluate {
            // What it is worth is not asked for: that would be a handle to be released.
            expression: format!("{};0", self.state().names.source()),
            context_id: Some(world.context),
            silent: Some(true),
            ..Default::default()
        }
    }

    /// Lets go of every handle of a group.
    pub(crate) fn release(&self, group: &str) {
        for attachment in &self.state().attachments {
            drop(attachment.channel.post(&runtime::ReleaseObjectGroup { object_group: group.to_owned() }));
        }
    }
}
