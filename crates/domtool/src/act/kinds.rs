//! What depends on the kind of an action: which file does it, what it is called, whether it leaves the page.

use super::{
    Action, ActionContext, ActionOutcome, Button, ScrollBy, dialog, emulate, fields, files, highlight,
    keyboard, navigate, pointer, scroll, wait,
};
use crate::error::Result;

/// Does it, up to where its input is through.
pub(super) async fn perform(ctx: &mut ActionContext<'_>, action: &Action) -> Result<ActionOutcome> {
    match action {
        Action::Click(click) => pointer::click(ctx, click).await,
        Action::Hover { target } => pointer::hover(ctx, *target).await,
        Action::Drag(drag) => pointer::drag(ctx, drag).await,
        Action::Wheel(wheel) => pointer::wheel(ctx, wheel).await,
        Action::SendClickEvent { target } => pointer::send_click_event(ctx, *target).await,
        Action::Highlight { target } => highlight::highlight(ctx, *target).await,
        Action::Chunk { target, forward } => scroll::chunk(ctx, *target, *forward).await,
        Action::Fill { target, text } => fields::fill(ctx, *target, text).await,
        Action::Type { target, text } => fields::type_text(ctx, *target, text).await,
        Action::Clear { target } => fields::clear(ctx, *target).await,
        Action::Press { target, keys } => keyboard::press_keys(ctx, *target, keys).await,
        Action::Select { target, options } => fields::select(ctx, *target, options).await,
        Action::Submit { target } => fields::submit(ctx, *target).await,
        Action::Check { target } => fields::check(ctx, *target, true).await,
        Action::Uncheck { target } => fields::check(ctx, *target, false).await,
        Action::SelectText { target, part } => keyboard::select_text(ctx, *target, part).await,
        Action::Copy { target } => keyboard::copy(ctx, *target, false).await,
        Action::Cut { target } => keyboard::copy(ctx, *target, true).await,
        Action::Paste { target, text } => keyboard::paste(ctx, *target, text.as_deref()).await,
        Action::Upload(what) => files::upload(ctx, what).await,
        Action::Download { target } => files::download(ctx, *target).await,
        Action::Emulate { emulation, anew } => emulate::emulate(ctx, emulation, *anew).await,
        Action::Scroll { target, by } => scroll::scroll(ctx, *target, *by).await,
        Action::Open { url } => navigate::open(ctx, url).await,
        Action::Back => navigate::history(ctx, -1).await,
        Action::Forward => navigate::history(ctx, 1).await,
        Action::Reload => navigate::reload(ctx).await,
        Action::Stop => navigate::stop(ctx).await,
        Action::Dialog { accept, text } => dialog::answer(ctx, *accept, text.as_deref()).await,
        Action::Wait(what) => wait::wait(ctx, what).await,
    }
}

/// The action's name, as operations and reports have it.
pub(super) fn name(action: &Action) -> &'static str {
    match action {
        Action::Click(click) if click.count == 2 => "double_click",
        Action::Click(click) if click.button == Button::Right => "right_click",
        Action::Click(_) => "click",
        Action::Hover { .. } => "hover",
        Action::Drag(_) => "drag",
        Action::Wheel(_) => "wheel",
        Action::SendClickEvent { .. } => "send_click_event",
        Action::Highlight { .. } => "highlight",
        Action::Chunk { forward: true, .. } => "next_chunk",
        Action::Chunk { forward: false, .. } => "prev_chunk",
        Action::Scroll { by: ScrollBy::IntoView, .. } => "scroll_into_view",
        Action::Fill { .. } => "fill",
        Action::Type { .. } => "type",
        Action::Clear { .. } => "clear",
        Action::Press { .. } => "press",
        Action::Select { .. } => "select",
        Action::Submit { .. } => "submit",
        Action::Check { .. } => "check",
        Action::Uncheck { .. } => "uncheck",
        Action::SelectText { .. } => "select_text",
        Action::Copy { .. } => "copy",
        Action::Cut { .. } => "cut",
        Action::Paste { .. } => "paste",
        Action::Upload(_) => "upload",
        Action::Download { .. } => "download",
        Action::Emulate { .. } => "emulate",
        Action::Scroll { .. } => "scroll",
        Action::Open { .. } => "open",
        Action::Back => "back",
        Action::Forward => "forward",
        Action::Reload => "reload",
        Action::Stop => "stop",
        Action::Dialog { .. } => "dialog",
        Action::Wait(_) => "wait",
    }
}

/// Whether an action is to show another page.
pub(super) fn goes_elsewhere(action: &Action) -> bool {
    matches!(action, Action::Open { .. } | Action::Back | Action::Forward | Action::Reload)
}

/// Whether an action has nothing to do with what the page shows.
pub(super) fn leaves_page(action: &Action) -> bool {
    let aside = matches!(
        action,
        Action::Stop
            | Action::Dialog { .. }
            | Action::Wait(_)
            | Action::Emulate { .. }
            | Action::Highlight { .. }
    );
    aside || goes_elsewhere(action)
}
