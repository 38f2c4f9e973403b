//! Holds modifier keys while the mouse does something. The keys go down before and come up after, as a person's do; they also come
//! up when the action fails or is dropped.

use domtool_cdp::{
    Channel,
    protocol::input::{DispatchKeyEvent, KeyEventType},
};

use super::{press::focused_channel, send, table};
use crate::{
    act::{ActionContext, action::Modifiers, keyboard::keys, pointer::through},
    error::{Dispatched, Result},
};

/// The keys that are down.
pub(crate) struct KeyGuard {
    /// Where they went down.
    channel: Channel,
    /// What brings them up again, in the other order; none once they are.
    ups: Vec<DispatchKeyEvent>,
}

/// Presses the keys of modifiers, where the focus is. Nothing where there are none.
pub(crate) async fn hold(ctx: &mut ActionContext<'_>, modifiers: Modifiers) -> Result<Option<KeyGuard>> {
    if modifiers == Modifiers::default() {
        return Ok(None);
    }
    let channel = focused_channel(ctx).await?;
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
    let held = KeyGuard { channel: channel.clone(), ups };
    ctx.note_dispatched(Dispatched::Maybe);
    through(ctx, downs.iter().map(|event| channel.post(event)).collect()).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(Some(held))
}

impl KeyGuard {
    /// Lets go of them, where the focus is now. Nobody waits for that behind a dialog.
    pub(crate) async fn let_go(mut self, ctx: &ActionContext<'_>) -> Result<()> {
        if ctx.tab.gate().is_err() {
            return Ok(());
        }
        // A frame that the click took away had the focus and has it no more.
        if let Ok(channel) = focused_channel(ctx).await {
            self.channel = channel;
        }
        let ups = std::mem::take(&mut self.ups);
        through(ctx, ups.iter().map(|event| self.channel.post(event)).collect()).await
    }
}

impl Drop for KeyGuard {
    fn drop(&mut self) {
        for event in &self.ups {
            drop(self.channel.post(event));
        }
    }
}
