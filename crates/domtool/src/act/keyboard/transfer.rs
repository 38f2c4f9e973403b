//! Text in and out of what has the focus by way of the clipboard, for editors whose fields do not show what they hold.
//! What the session copied is left as it was.

use domtool_cdp::Channel;

use super::{
    clipboard::{adopt, chord, heard, leave, listen, put, take},
    editing::Clip,
    send,
};
use crate::{act::Scene, error::Result, shared::Clipping};

/// Pastes a text. Whether the page heard of it.
pub(crate) async fn give(scene: &mut Scene<'_>, channel: &Channel, text: &str) -> Result<bool> {
    let session = std::sync::Arc::clone(&scene.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(scene, &left, alone).await?;
    put(scene, &Clipping::of(text)).await?;
    listen(scene).await;
    send::press_one(scene, channel, &chord(Clip::Paste)).await?;
    if scene.tab.gate().is_err() {
        return Ok(true);
    }
    let heard = heard(scene).await.is_some();
    *left = leave(scene, alone).await?;
    Ok(heard)
}

/// What is selected, as copying gives it; `None` where that gives nothing.
pub(crate) async fn selected(scene: &mut Scene<'_>, channel: &Channel) -> Result<Option<String>> {
    let session = std::sync::Arc::clone(&scene.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(scene, &left, alone).await?;
    put(scene, &Clipping::default()).await?;
    send::press_one(scene, channel, &chord(Clip::Copy)).await?;
    if scene.tab.gate().is_err() {
        return Ok(None);
    }
    let copied = take(scene).await?.filter(|copied| !copied.is_empty());
    *left = leave(scene, alone).await?;
    Ok(copied.map(|copied| copied.text))
}
