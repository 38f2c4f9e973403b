//! Sending a form, as a person does: with Enter in the field, or with its default button. Validation that stops it is told.

use domtool_page::identity::ElementId;

use super::focus::focus;
use crate::{
    act::{
        ActionContext, ActionOutcome, Click, keyboard, pointer,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    tab::Entry,
    world::{
        calls::{self, Call, Element, OnNode},
        data::FormFlaw,
    },
};

/// How a form is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Enter,
    Button,
    Script,
}

/// What became of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Submitted {
    /// The browser sends it.
    Sent,
    /// The page heard that it is submitted, and kept the browser from sending it: it sends it by a script, or refuses it.
    Handled,
}

/// Sends the form that an element is, or is in.
pub(crate) async fn submit(ctx: &mut ActionContext<'_>, target: ElementId) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    let explain = |error| ctx.tab.explain(error);
    let Some(_form) = subject.handle.element(calls::FORM_OF).await.map_err(explain)? else {
        return Err(Error::new(ErrorKind::WrongKind, format!("{} is in no form", subject.words()))
            .with_hint("click the button that sends it, or press Enter in the field"));
    };
    let button = part(ctx, &subject, calls::DEFAULT_BUTTON).await?;
    let field = part(ctx, &subject, calls::ENTER_FIELD).await?;
    if button.as_ref().is_some_and(|button| button.state.disabled) {
        let message = format!("the button that sends the form of {} is disabled", subject.words());
        return Err(Error::new(ErrorKind::Disabled, message));
    }
    let button = button.filter(|button| button.state.visible && button.state.boxed);
    // Where the text was just written, Enter is what a person presses.
    let own = field.as_ref().is_some_and(|field| field.backend == subject.backend);
    let way = match (&field, &button) {
        (Some(_), _) if own => Way::Enter,
        (_, Some(_)) => Way::Button,
        (Some(_), None) => Way::Enter,
        (None, None) => Way::Script,
    };
    subject.handle.call(calls::WATCH_FORM, &()).await?;
    send(ctx, &subject, way, field.as_ref(), button.as_ref()).await?;
    if let Some(done) = asked_first(ctx, &subject) {
        return Ok(done);
    }
    let mut submitted = outcome(ctx, &subject).await?;
    let mut how = told_way(way);
    // Enter may mean something else to the page, or nothing where several fields have no button.
    if submitted.is_none() && way == Way::Enter {
        if acted(ctx, field.as_ref()).await {
            // Another try could send it twice.
            ctx.proof = Some(Proof::Arrived);
            let feedback = format!(
                "Enter was pressed in the form of {}; no submit event came of it, but the page did something else with it",
                subject.words()
            );
            return Ok(ActionOutcome { feedback, target: Some(subject.target) });
        }
        let next = if button.is_some() { Way::Button } else { Way::Script };
        send(ctx, &subject, next, None, button.as_ref()).await?;
        if let Some(done) = asked_first(ctx, &subject) {
            return Ok(done);
        }
        submitted = outcome(ctx, &subject).await?;
        how = told_way(next);
    }
    let feedback = match submitted {
        Some(Submitted::Sent) => format!("the form of {} was sent {how}", subject.words()),
        Some(Submitted::Handled) => {
            ctx.proof = Some(Proof::Arrived);
            format!("the form of {} was submitted {how}, which the page handles itself", subject.words())
        }
        None => {
            let message = format!("the form of {} was not sent: the page stopped it", subject.words());
            return Err(Error::new(ErrorKind::NoEffect, message).after(Dispatched::Yes));
        }
    };
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// What is said where a dialog opened (a page may ask before it sends): nobody can be asked what became of the form.
fn asked_first(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Option<ActionOutcome> {
    let blocked = ctx.tab.gate().err()?;
    ctx.proof = Some(Proof::Arrived);
    let feedback = format!("what sends the form of {} was pressed; {}", subject.words(), blocked.message());
    Some(ActionOutcome { feedback, target: Some(subject.target.clone()) })
}

fn told_way(way: Way) -> &'static str {
    match way {
        Way::Enter => "with Enter",
        Way::Button => "with its button",
        Way::Script => "by a script: it has neither a button nor a field in which Enter sends it",
    }
}

/// Another element of the form, as something to act on.
async fn part(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    helper: Call<OnNode, (), Option<Element>>,
) -> Result<Option<ResolvedElement>> {
    let given = subject.handle.element(helper).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((handle, backend)) = given else { return Ok(None) };
    let mut part = ResolvedElement { handle, backend, ..subject.clone() };
    part.state = part.read().await?;
    Ok(Some(part))
}

async fn send(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    way: Way,
    field: Option<&ResolvedElement>,
    button: Option<&ResolvedElement>,
) -> Result<()> {
    match (way, field, button) {
        (Way::Enter, Some(field), _) => {
            field.check_operable()?;
            focus(ctx, field).await?;
            let channel = field.handle.channel.clone();
            keyboard::press(ctx, &channel, &keyboard::keys::parse("Enter")?).await
        }
        (Way::Button, _, Some(button)) => {
            button.check_operable()?;
            pointer::press(ctx, button, &Click::plain(subject.id)).await.map(drop)
        }
        _ => {
            subject.staleness.confirm(ctx).await?;
            ctx.note_dispatched(Dispatched::Maybe);
            subject.handle.call(calls::SEND_FORM, &()).await?;
            ctx.note_dispatched(Dispatched::Yes);
            Ok(())
        }
    }
}

/// Whether the page did something since the action began, by requests, by leaving, or with what the field holds.
async fn acted(ctx: &ActionContext<'_>, field: Option<&ResolvedElement>) -> bool {
    ctx.tab.catch_up().await;
    let heard = |entry: &Entry| {
        matches!(
            entry,
            Entry::Request { background: false, .. }
                | Entry::NavigationBegan
                | Entry::Committed { .. }
                | Entry::WithinDocument { .. }
                | Entry::Dialog(_)
                | Entry::Lost
        )
    };
    if ctx.tab.state().journal.since(ctx.mark).any(|(_, entry)| heard(entry)) {
        return true;
    }
    let Some(field) = field else { return false };
    field.read().await.is_ok_and(|now| now.value != field.state.value)
}

/// What became of it; `VALUE_REJECTED` with the fields that validation stopped at. `None` where nothing was heard of it.
async fn outcome(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Submitted>> {
    if ctx.tab.gate().is_err() {
        return Ok(Some(Submitted::Sent));
    }
    let heard = async {
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
        subject.handle.call(calls::WATCHED_FORM, &()).await
    };
    // Where the page was left, nobody is left to ask: it was sent.
    let Some(heard) = unless_left(ctx, heard.await).await? else { return Ok(Some(Submitted::Sent)) };
    if heard.submitted {
        let handled = heard.prevented && ctx.tab.gate().is_ok();
        return Ok(Some(if handled { Submitted::Handled } else { Submitted::Sent }));
    }
    if heard.invalid.is_empty() {
        return Ok(None);
    }
    // What a browser says of a value may quote it.
    let told = |flaw: &FormFlaw| match flaw.field.hidden(&subject.privacy) {
        true => format!("{}: not valid", flaw.label),
        false => format!("{}: {}", flaw.label, flaw.message),
    };
    let flaws: Vec<String> = heard.invalid.iter().map(told).collect();
    let message = format!("the form of {} was not sent: {}", subject.words(), flaws.join("; "));
    Err(Error::new(ErrorKind::ValueRejected, message)
        .with_obstacle(Obstacle::Invalid(flaws))
        .with_hint("fill the fields that are named, then submit again")
        .after(Dispatched::Yes))
}
