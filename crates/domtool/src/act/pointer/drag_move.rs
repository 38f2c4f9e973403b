//! The browser's own drag and drop (HTML, "Drag and drop"): with what the page gave it to carry, over what it is dragged,
//! and whether that took it.
//!
//! Chromium leaves such a drag to us once it is asked to (`Input.setInterceptDrags`). A frame of another process is told
//! that it is entered; and of a drag that ended in another process its source hears nothing by itself, so it is told,
//! though not with which effect.

use std::time::Duration;

use domtool_cdp::protocol::input::{DispatchDragEvent, DragData, DragEventType};
use tokio::time::Instant;

use super::{
    Point,
    drag::{PressGuard, between},
    drag_way::DragWay,
    through,
};
use crate::{
    act::{ActionContext, resolve::ResolvedElement},
    error::{Error, ErrorKind, Result},
    world::{
        call_all, calls,
        data::{DragState, DroppedOn},
    },
};

/// How long the browser may take to tell that a drag which the page began is ours.
const INTERCEPT: Duration = Duration::from_secs(2);
/// Points on the way, so that what is between hears of it.
const STEPS: u32 = 6;
/// Moves on the spot before the drop: lists that sort themselves do not listen while they slide.
const LINGER: u32 = 4;

/// A drop that nothing took.
#[derive(Clone, Debug)]
pub(crate) struct RefusedDrop {
    /// In words.
    pub(crate) message: String,
    /// The journal's mark and time of the drop: what came before is of the way there.
    pub(crate) mark: u64,
    pub(crate) at: Duration,
}

/// What the page gave to carry; nothing when the browser begins no drag after all.
pub(super) async fn intercepted(ctx: &ActionContext<'_>) -> Option<DragData> {
    let deadline = Instant::now() + INTERCEPT;
    ctx.tab.until(deadline, |state| state.drag.clone()).await
}

fn event(kind: DragEventType, data: &DragData, at: Point, modifiers: i32) -> DispatchDragEvent {
    DispatchDragEvent { r#type: kind, x: at.x, y: at.y, data: data.clone(), modifiers: Some(modifiers) }
}

/// Ends a drag without a drop.
pub(super) fn cancel(data: &DragData, at: Point) -> DispatchDragEvent {
    event(DragEventType::DragCancel, data, at, 0)
}

/// Carries it on from the nth way point to its end, and drops it there.
pub(super) async fn drag_move(
    ctx: &mut ActionContext<'_>,
    source: &ResolvedElement,
    (mut way, n): (DragWay, usize),
    mut guard: PressGuard,
) -> Result<String> {
    let Some(data) = guard.drag.clone() else {
        return Err(Error::new(ErrorKind::Internal, "a drag without anything to carry"));
    };
    let modifiers = guard.mouse.modifiers.bits();
    let mut before = guard.at;
    let mut root = source.root.clone();
    let mut moves = vec![(DragEventType::DragEnter, before), (DragEventType::DragOver, before)];
    for n in n..way.len() {
        let at = way.find(ctx, n, before).await?;
        let subject = way.subject(n);
        match subject.map(|subject| &subject.root) {
            Some(entered) if *entered != root => {
                root.clone_from(entered);
                moves.push((DragEventType::DragEnter, at));
            }
            _ => moves.extend((1..STEPS).map(|step| {
                let share = f64::from(step) / f64::from(STEPS);
                (DragEventType::DragOver, between(before, at, share))
            })),
        }
        let stay = if n + 1 == way.len() { LINGER } else { 1 };
        moves.extend((0..stay).map(|_| (DragEventType::DragOver, at)));
        for (kind, at) in moves.drain(..) {
            through(ctx, vec![guard.channel.post(&event(kind, &data, at, modifiers))]).await?;
            ctx.tab.gate()?;
            pause(subject.unwrap_or(source)).await;
        }
        before = at;
    }
    ctx.tab.catch_up().await;
    let dropped = ctx.tab.state().journal.moment();
    through(ctx, vec![guard.channel.post(&event(DragEventType::Drop, &data, before, modifiers))]).await?;
    let outcome = outcome(ctx, source, way.end()).await;
    if !outcome.ended && ctx.tab.gate().is_ok() {
        through(ctx, vec![guard.channel.post(&cancel(&data, guard.from))]).await?;
    }
    guard.ended();
    judge(ctx, source, (way.end(), before), (&data, dropped), &outcome)
}

/// A frame's time: what a page does on being dragged over is drawn by then.
async fn pause(subject: &ResolvedElement) {
    // Where the page was left meanwhile there is nothing to wait for.
    subject.handle.call(calls::FRAME, &()).await.ok();
}

/// What the frames of both ends have of it.
async fn outcome(
    ctx: &ActionContext<'_>,
    source: &ResolvedElement,
    end: Option<&ResolvedElement>,
) -> DragState {
    if ctx.tab.gate().is_err() {
        return DragState::default();
    }
    let Some(target) = end else {
        let of_source = settled(source).await;
        let elsewhere = of_source.dropped.is_none()
            && call_all(&ctx.tab.worlds(), calls::DROPPED_HERE).await.contains(&true);
        let dropped = if elsewhere { Some(DroppedOn::Other) } else { of_source.dropped };
        return DragState { dropped, ..of_source };
    };
    let (of_source, of_target) = tokio::join!(settled(source), settled(target));
    DragState { dropped: of_target.dropped, entered: of_target.entered, ..of_source }
}

/// What a frame has of it, once it has anything of its end. Nothing where the drop left the document.
async fn settled(subject: &ResolvedElement) -> DragState {
    subject.handle.call(calls::DROPPED, &()).await.unwrap_or_default()
}

/// Whether it was dropped where it was to be.
fn judge(
    ctx: &mut ActionContext<'_>,
    source: &ResolvedElement,
    (end, at): (Option<&ResolvedElement>, Point),
    (data, dropped): (&DragData, (u64, Duration)),
    outcome: &DragState,
) -> Result<String> {
    let what = source.words();
    let onto = match end {
        Some(target) => format!("onto {}", target.words()),
        None => format!("to {},{}", at.x.round(), at.y.round()),
    };
    if ctx.tab.gate().is_err() {
        return Ok(format!("dragged {what} {onto}"));
    }
    let kinds: Vec<&str> = data.items.iter().map(|item| item.mime_type.as_str()).collect();
    let carried = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") };
    let effect = match outcome.effect.as_deref() {
        Some(effect) if effect != "none" => format!(", effect {effect}"),
        _ => String::new(),
    };
    let taken =
        |by: &str| Ok(format!("dragged {what} {onto}: {by} took the drop (it carried {carried}{effect})"));
    match (end, outcome.dropped) {
        (Some(_), Some(DroppedOn::Target)) => taken("it"),
        (Some(_), Some(DroppedOn::Around)) => taken("what it is in"),
        (_, Some(DroppedOn::Source)) => taken("the page, which had moved the dragged element there,"),
        (None, Some(_)) => taken("what is there"),
        (Some(_), Some(DroppedOn::Other)) => {
            let message = format!(
                "{what} was dragged {onto}, but something else had come under the mouse and took the drop"
            );
            Err(Error::new(ErrorKind::NotActionable, message))
        }
        (_, None) => {
            // A page may do all of it when the drag ends.
            let message = format!("{what} was dragged {onto}, which refused the drop (it carried {carried})");
            let (mark, at) = dropped;
            ctx.refused_drop = Some(RefusedDrop { message, mark, at });
            Ok(format!("dragged {what} {onto}; no drop was taken (it carried {carried})"))
        }
    }
}
