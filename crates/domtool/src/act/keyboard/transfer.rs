//! Text in and out of what has the focus by way of the clipboard, for editors whose fields do not show what they hold.
//! What the session copied is left as it was.

use domtool_cdp::Channel;

use super::{
    clipboard::{adopt, chord, heard, leave, listen, put, take},
    editing::Clip,
    send,
};
use crate::{act::ActionContext, error::Result, shared::Clipping};

/// Pastes a text. Whether the page heard of it.
pub(crate) async fn give(ctx: &mut ActionContext<'_>, channel: &Channel, text: &str) -> Result<bool> {
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(ctx, &left, alone).await?;
    put(ctx, &Clipping::of(text)).await?;
    listen(ctx).await;
    if let Err(error) = send::keep_in_document(ctx).await {
        *left = leave(ctx, alone).await?;
        return Err(error);
    }
    send::press_one(ctx, channel, &chord(Clip::Paste)).await?;
    if ctx.tab.gate().is_err() {
        return Ok(true);
    }
    let heard = heard(ctx).await.is_some();
    *left = leave(ctx, alone).await?;
    Ok(heard)
}

/// What is selected, as copying gives it; `None` where that gives nothing.
pub(crate) async fn selected(ctx: &mut ActionContext<'_>, channel: &Channel) -> Result<Option<String>> {
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(ctx, &left, alone).await?;
    put(ctx, &Clipping::default()).await?;
    send::press_one(ctx, channel, &chord(Clip::Copy)).await?;
    if ctx.tab.gate().is_err() {
        return Ok(None);
    }
    let copied = take(ctx).await?.filter(|copied| !copied.is_empty());
    *left = leave(ctx, alone).await?;
    Ok(copied.map(|copied| copied.text))
}
