//! What depends on the kind of an action: which file does it, what it is called, whether it leaves the page.

use super::{
    Action, ActionContext, ActionOutcome, Button, ScrollBy, dialog, emulate, fields, files, highlight,
    keyboard, navigate, pointer, scroll, wait,
};
use crate::{
    error::{Error, Result},
    limits::TYPING_TAKES,
    report::ActionKind,
};
use domtool_page::identity::ElementId;

/// Does it, up to where its input is through.
pub(super) async fn perform(
    ctx: &mut ActionContext<'_>,
    action: &Action<ElementId>,
) -> Result<ActionOutcome> {
    match action {
        Action::Click(click) => pointer::click(ctx, click).await,
        Action::Hover { target, at } => pointer::hover(ctx, *target, *at).await,
        Action::Drag(drag) => pointer::drag(ctx, drag).await,
        Action::Wheel(wheel) => pointer::wheel(ctx, wheel).await,
        Action::SendClickEvent { target } => pointer::send_click_event(ctx, *target).await,
        Action::Highlight { target } => highlight::highlight(ctx, *target).await,
        Action::Chunk { target, forward } => scroll::chunk(ctx, *target, *forward).await,
        Action::Fill { target, text } => fields::fill(ctx, *target, text).await,
        Action::Type { target, text, delay } => {
            if action.waits() >= TYPING_TAKES {
                let longest = TYPING_TAKES.as_secs();
                return Err(Error::invalid_input(format!(
                    "the times between the keys add up to {longest} s or more"
                ))
                .with_hint("type it in parts, or with a shorter time"));
            }
            ctx.key_delay = *delay;
            fields::type_text(ctx, *target, text).await
        }
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

/// What the action is called in reports.
pub(super) fn kind<T>(action: &Action<T>) -> ActionKind {
    match action {
        Action::Click(click) if click.count == 2 => ActionKind::DoubleClick,
        Action::Click(click) if click.button == Button::Right => ActionKind::RightClick,
        Action::Click(_) => ActionKind::Click,
        Action::Hover { .. } => ActionKind::Hover,
        Action::Drag(_) => ActionKind::Drag,
        Action::Wheel(_) => ActionKind::Wheel,
        Action::SendClickEvent { .. } => ActionKind::SendClickEvent,
        Action::Highlight { .. } => ActionKind::Highlight,
        Action::Chunk { forward: true, .. } => ActionKind::NextChunk,
        Action::Chunk { forward: false, .. } => ActionKind::PrevChunk,
        Action::Scroll { by: ScrollBy::IntoView, .. } => ActionKind::ScrollIntoView,
        Action::Fill { .. } => ActionKind::Fill,
        Action::Type { .. } => ActionKind::Type,
        Action::Clear { .. } => ActionKind::Clear,
        Action::Press { .. } => ActionKind::Press,
        Action::Select { .. } => ActionKind::Select,
        Action::Submit { .. } => ActionKind::Submit,
        Action::Check { .. } => ActionKind::Check,
        Action::Uncheck { .. } => ActionKind::Uncheck,
        Action::SelectText { .. } => ActionKind::SelectText,
        Action::Copy { .. } => ActionKind::Copy,
        Action::Cut { .. } => ActionKind::Cut,
        Action::Paste { .. } => ActionKind::Paste,
        Action::Upload(_) => ActionKind::Upload,
        Action::Download { .. } => ActionKind::Download,
        Action::Emulate { .. } => ActionKind::Emulate,
        Action::Scroll { .. } => ActionKind::Scroll,
        Action::Open { .. } => ActionKind::Open,
        Action::Back => ActionKind::Back,
        Action::Forward => ActionKind::Forward,
        Action::Reload => ActionKind::Reload,
        Action::Stop => ActionKind::Stop,
        Action::Dialog { .. } => ActionKind::Dialog,
        Action::Wait(_) => ActionKind::Wait,
    }
}

/// Whether an action is to show another page.
pub(super) fn goes_elsewhere<T>(action: &Action<T>) -> bool {
    matches!(action, Action::Open { .. } | Action::Back | Action::Forward | Action::Reload)
}

/// Whether an action gives the page no input.
pub(super) fn gives_no_input<T>(action: &Action<T>) -> bool {
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

/// Whether an action gives an element another value or state.
pub(super) fn sets_value<T>(action: &Action<T>) -> bool {
    matches!(
        action,
        Action::Fill { .. }
            | Action::Type { .. }
            | Action::Clear { .. }
            | Action::Select { .. }
            | Action::Check { .. }
            | Action::Uncheck { .. }
    )
}
