//! Text in and out of what has the focus by way of the clipboard, for editors whose fields do not show what they hold.
//! What the session copied is left as it was.

use domtool_cdp::Channel;

use super::{
    clipboard::{adopt, chord, heard, leave, leave_after, listen, put, take},
    editing::Clip,
    send,
};
use crate::{
    act::ActionContext,
    error::{Error, Result},
    shared::Clipping,
};

/// Pastes a text. Whether the page heard of it.
pub(crate) async fn give(ctx: &mut ActionContext<'_>, channel: &Channel, text: &str) -> Result<bool> {
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(ctx, &left, alone).await?;
    let clipping = Clipping::of(text);
    put(ctx, &clipping).await?;
    *left = Some(clipping);
    listen(ctx).await;
    let pressed = async {
        send::keep_in_document(ctx).await?;
        send::press_one(ctx, channel, &chord(Clip::Paste)).await
    };
    if let Err(error) = pressed.await {
        return Err(leave_after(ctx, &mut left, alone, error).await);
    }
    if ctx.tab.gate().is_err() {
        return Ok(true);
    }
    let heard = heard(ctx).await.is_some();
    leave(ctx, &mut left, alone).await?;
    Ok(heard)
}

/// What is selected, as copying gives it; `None` where that gives nothing.
pub(crate) async fn selected(ctx: &mut ActionContext<'_>, channel: &Channel) -> Result<Option<String>> {
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    adopt(ctx, &left, alone).await?;
    put(ctx, &Clipping::default()).await?;
    let copied = async {
        send::press_one(ctx, channel, &chord(Clip::Copy)).await?;
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        Ok::<_, Error>(take(ctx).await?.filter(|copied| !copied.is_empty()))
    };
    match copied.await {
        Ok(copied) => {
            leave(ctx, &mut left, alone).await?;
            Ok(copied.map(|copied| copied.text))
        }
        Err(error) => Err(leave_after(ctx, &mut left, alone, error).await),
    }
}
