//! `upload`: files into a file input, or into the one behind the button that opens a file chooser.
//!
//! The browser sets the files as its own chooser would: the input's `input` and `change` are trusted. What the page
//! then has is read at that event, as many pages empty the input right after.

use domtool_cdp::{Channel, protocol::dom};
use domtool_page::identity::ElementId;
use tokio::time::Instant;

use super::{
    drop,
    picked::{self, Picked},
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::{Click, Upload},
        confirm::ToConfirm,
        hit, pointer,
        resolve::{self, ResolvedElement},
    },
    cpu::blocking,
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    limits::{CHOOSER_OPENS, FILES_ARE_TOLD},
    observe::Wanted,
    tab::{Entry, OpenedChooser},
    world::{
        Handle, calls,
        data::{FileInput, FilesTaken, HeldFile},
    },
};

/// Gives files to the page.
pub(crate) async fn upload(ctx: &mut ActionContext<'_>, upload: &Upload<ElementId>) -> Result<ActionOutcome> {
    let files = blocking(|| picked::look_at(&upload.files))?;
    let subject = resolve::resolve(ctx, upload.target).await?;
    if upload.drop {
        return drop::drop_files(ctx, subject, &files).await;
    }
    if subject.state.kind == "file" {
        return into_input(ctx, subject, &files).await;
    }
    through_chooser(ctx, subject, upload.target, &files).await
}

/// Into a file input, also one that is hidden by styling behind its label.
async fn into_input(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    files: &[Picked],
) -> Result<ActionOutcome> {
    let shown = pointer::stand_in(ctx, subject.clone()).await?;
    shown.check_operable()?;
    let takes: FileInput = subject.handle.call(calls::FILE_INPUT, &()).await?;
    picked::check(&subject, &takes, files)?;
    reach(ctx, &shown).await?;
    subject.staleness.confirm(ctx).await?;
    let channel = subject.handle.channel.clone();
    let taken = give(ctx, &channel, &subject.handle, subject.backend, files).await?;
    let done = report(&subject, &takes, files, &taken)?;
    ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Files(taken.files) });
    Ok(done)
}

/// What a person could not reach because something lies over it, is not used either. Inputs are often moved out of sight
/// behind a label of theirs.
async fn reach(ctx: &ActionContext<'_>, input: &ResolvedElement) -> Result<()> {
    let Err(error) = hit::point(ctx, input, None).await else { return Ok(()) };
    let label = input.handle.element(calls::STAND_IN_OF).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((handle, backend)) = label else { return Err(error) };
    let label = ResolvedElement { handle, backend, ..input.clone() };
    hit::point(ctx, &label, None).await.map(std::mem::drop)
}

/// Through the chooser that a click opens.
async fn through_chooser(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    target: ElementId,
    files: &[Picked],
) -> Result<ActionOutcome> {
    let shown = pointer::stand_in(ctx, subject.clone()).await?;
    shown.check_operable()?;
    let mark = ctx.tab.state().journal.mark();
    pointer::press(ctx, &shown, &Click::plain(target)).await?;
    let deadline = Instant::now() + CHOOSER_OPENS;
    let opened = ctx.tab.until(deadline, |state| {
        let opened = state.chooser.as_ref().filter(|chooser| chooser.seq >= mark).cloned();
        let over = state.dialog.is_some() || state.closed || state.crashed;
        opened.map(Some).or(over.then_some(None))
    });
    let Some(chooser) = opened.await.flatten() else {
        ctx.tab.gate()?;
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} was clicked and opened no file chooser", subject.words()),
        )
        .with_hint(
            "name the button or file input that opens one; files are dropped on a place only where that is asked for",
        ));
    };
    ctx.tab.update(|state| state.chooser = None);
    let Some((input, backend)) = input_of(ctx, &chooser).await? else {
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!(
                "{} opens a file chooser of the system's, which has no file input behind it",
                subject.words()
            ),
        ));
    };
    let takes: FileInput = input.call(calls::FILE_INPUT, &()).await?;
    picked::check(&subject, &takes, files)?;
    let channel = input.channel.clone();
    let taken = give(ctx, &channel, &input, backend, files).await?;
    // The report need not tell of a chooser that was answered.
    ctx.tab.update(|state| state.journal.push(Entry::ChooserAnswered { seq: chooser.seq }));
    let done = report(&subject, &takes, files, &taken)?;
    let subject = ResolvedElement { handle: input, backend, frame: chooser.frame, ..subject };
    ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Files(taken.files) });
    Ok(done)
}

/// The input behind a chooser.
async fn input_of(
    ctx: &ActionContext<'_>,
    chooser: &OpenedChooser,
) -> Result<Option<(Handle, domtool_cdp::protocol::BackendNodeId)>> {
    let Some(backend) = chooser.input else { return Ok(None) };
    let Some(world) = ctx.tab.world_of(&chooser.frame) else { return Ok(None) };
    let handle = world.node(backend).await.map_err(|error| ctx.tab.explain(error))?;
    Ok(Some((handle, backend)))
}

/// Gives an input its files and waits until the page was told.
async fn give(
    ctx: &mut ActionContext<'_>,
    channel: &Channel,
    input: &Handle,
    backend: domtool_cdp::protocol::BackendNodeId,
    files: &[Picked],
) -> Result<FilesTaken> {
    input.call(calls::LISTEN_FOR_FILES, &()).await?;
    let set = dom::SetFileInputFiles {
        files: files.iter().map(|file| file.path.clone()).collect(),
        backend_node_id: Some(backend),
    };
    if ctx.dispatched == Dispatched::No {
        ctx.note_dispatched(Dispatched::Maybe);
    }
    channel.call(&set).await.map_err(|error| ctx.tab.explain(error).after(Dispatched::Maybe))?;
    ctx.note_dispatched(Dispatched::Yes);
    if ctx.tab.gate().is_err() {
        // A dialog opened at the change: the page got the files, and the report says what it did.
        let files = files.iter().map(|file| HeldFile { name: file.name.clone(), size: file.bytes }).collect();
        return Ok(FilesTaken { event: Some("change".to_owned()), files });
    }
    input.call(calls::FILES_TAKEN, &(FILES_ARE_TOLD.as_millis() as u64,)).await
}

fn report(
    subject: &ResolvedElement,
    takes: &FileInput,
    files: &[Picked],
    taken: &FilesTaken,
) -> Result<ActionOutcome> {
    let words = subject.words();
    let held = picked::listed(&taken.files);
    if !picked::same(files, &taken.files) {
        let message = format!("{words} did not take the files: it holds {held}");
        return Err(Error::new(ErrorKind::ValueRejected, message)
            .with_obstacle(Obstacle::Holds(held))
            .after(Dispatched::Yes));
    }
    let mut feedback = match taken.event.as_deref() {
        // The same files as before are no change.
        Some("cancel") => format!("{words} held {held} already"),
        _ => format!("{words} got {held}"),
    };
    let unasked = picked::unasked(takes, files);
    if !unasked.is_empty() {
        feedback.push_str(&format!("; it asks for {}, which {} is not", takes.accept, unasked.join(", ")));
    }
    Ok(ActionOutcome { feedback, target: Some(subject.target.clone()) })
}
