//! Files dropped onto a place of the page, as a person drags them from the desktop: trusted drag events with the files
//! in their `DataTransfer`.

use domtool_cdp::protocol::input::{DispatchDragEvent, DragData, DragEventType};

use super::picked::{self, Picked};
use crate::{
    act::{
        ActionContext, ActionOutcome, hit, pointer::through, refused::unless_left, resolve::ResolvedElement,
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    world::{calls, data::HeldFile},
};

/// `DragOperation`: a copy.
const COPY: i32 = 1;

/// Drops files in the middle of an element.
pub(super) async fn drop_files(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    files: &[Picked],
) -> Result<ActionOutcome> {
    subject.check_operable()?;
    let point = hit::point(ctx, &subject, None).await?;
    subject.staleness.confirm(ctx).await?;
    subject.handle.call(calls::LISTEN_FOR_DROP, &()).await?;
    let data = DragData {
        items: Vec::new(),
        drag_operations_mask: COPY,
        files: Some(files.iter().map(|file| file.path.clone()).collect()),
    };
    let channel = subject.handle.channel.clone();
    let event = |kind| DispatchDragEvent {
        r#type: kind,
        x: point.x,
        y: point.y,
        data: data.clone(),
        modifiers: None,
    };
    let over = [DragEventType::DragEnter, DragEventType::DragOver];
    ctx.note_dispatched(Dispatched::Maybe);
    through(ctx, over.map(|kind| channel.post(&event(kind))).into()).await?;
    ctx.note_dispatched(Dispatched::Yes);
    let heard = match subject.handle.call(calls::DROP_HEARD, &()).await {
        Ok(heard) => heard,
        Err(error) => {
            // Nothing stays hanging over the page.
            drop(channel.post(&event(DragEventType::DragCancel)));
            return Err(error);
        }
    };
    // A browser opens files that the page does not want: nothing is dropped where nothing takes it.
    let last = if heard.taken { DragEventType::Drop } else { DragEventType::DragCancel };
    through(ctx, vec![channel.post(&event(last))]).await?;
    if !heard.taken {
        let message = format!("{} takes no files that are dropped on it", subject.words());
        return Err(Error::new(ErrorKind::WrongKind, message)
            .with_hint("name the place that does, or upload by the button that opens a file chooser"));
    }
    let words = subject.words();
    let done = |feedback| Ok(ActionOutcome { feedback, target: Some(subject.target.clone()) });
    if ctx.tab.gate().is_err() {
        return done(format!("dropped {} files on {words}", files.len()));
    }
    // Where the drop left the document, nobody is left to ask.
    let heard = subject.handle.call(calls::DROP_HEARD, &()).await;
    let Some(heard) = unless_left(ctx, heard).await? else {
        return done(format!("dropped {} files on {words}", files.len()));
    };
    let held = heard.files.unwrap_or_default();
    let names = |held: &HeldFile| files.iter().any(|file| file.name == held.name);
    if held.len() == files.len() && held.iter().all(names) {
        ctx.swallowed();
        return done(format!("dropped {} on {words}", picked::listed(&held)));
    }
    let held = picked::listed(&held);
    Err(Error::new(ErrorKind::NotActionable, format!("the files were dropped, but {words} got {held}"))
        .with_obstacle(Obstacle::Holds(held)))
}
