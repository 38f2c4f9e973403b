//! Keys that are held while the mouse does something: they go down before and come up after, as a person's do, and they
//! come up however the action ends.

use domtool_cdp::{
    Channel,
    protocol::input::{DispatchKeyEvent, KeyEventType},
};

use super::{press::focused_channel, send, table};
use crate::{
    act::{Scene, action::Modifiers, keyboard::keys, pointer::through},
    error::{Dispatched, Result},
};

/// The keys that are down.
pub(crate) struct Held {
    /// Where they went down.
    channel: Channel,
    /// What brings them up again, in the other order; none once they are.
    ups: Vec<DispatchKeyEvent>,
}

/// Presses the keys of modifiers, where the focus is. Nothing where there are none.
pub(crate) async fn hold(scene: &mut Scene<'_>, modifiers: Modifiers) -> Result<Option<Held>> {
    if modifiers == Modifiers::default() {
        return Ok(None);
    }
    let channel = focused_channel(scene).await?;
    let mut down = Modifiers::default();
    let mut downs = Vec::new();
    let mut ups = Vec::new();
    for (name, place) in keys::modifier_keys(modifiers) {
        let Some(key) = table::named(name) else { continue };
        ups.insert(0, send::event(KeyEventType::KeyUp, &key, down));
        *place(&mut down) = true;
        downs.push(send::event(KeyEventType::RawKeyDown, &key, down));
    }
    // What went down comes up, also where not all of it went.
    let held = Held { channel: channel.clone(), ups };
    scene.dispatched = Dispatched::Maybe;
    through(scene, downs.iter().map(|event| channel.post(event)).collect()).await?;
    scene.dispatched = Dispatched::Yes;
    Ok(Some(held))
}

impl Held {
    /// Lets go of them, where the focus is now. Nobody waits for that behind a dialog.
    pub(crate) async fn let_go(mut self, scene: &Scene<'_>) -> Result<()> {
        if scene.tab.gate().is_err() {
            return Ok(());
        }
        // A frame that the click took away had the focus and has it no more.
        if let Ok(channel) = focused_channel(scene).await {
            self.channel = channel;
        }
        let ups = std::mem::take(&mut self.ups);
        through(scene, ups.iter().map(|event| self.channel.post(event)).collect()).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        for event in &self.ups {
            drop(self.channel.post(event));
        }
    }
}
