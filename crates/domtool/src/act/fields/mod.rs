//! Fills fields with text and choices. Each kind of field is set the way a person sets it, and its value is read back.
//!
//! `kind` decides which kind a field is; how each kind is filled is in the file of that kind. Fixtures: fields.html, forms*.html,
//! apps.html, libraries.html.

mod arrival;
mod blanks;
mod boxes;
mod calendar;
mod check;
mod choice;
mod colour;
mod date_order;
mod date_time;
mod dial;
mod editor;
mod focus;
mod focused;
mod kind;
mod listed;
mod popup;
mod range;
mod same_value;
mod select;
mod submit;
mod text;
mod typed;
mod value_check;

use domtool_page::identity::ElementId;

use self::kind::Kind;
use super::{
    ActionContext, ActionOutcome, hit, pointer,
    resolve::{self, ResolvedElement},
};
use crate::{
    error::{Error, ErrorKind, Obstacle, Result},
    observe::ids,
    world::data::FieldManner,
};

pub(super) use arrival::{Arrival, arrival};
pub(super) use boxes::{Row as BoxRow, same as same_code};
pub(super) use check::{check, unsaid};
pub(super) use dial::turned_away;
pub(super) use focus::{focus, focus_anew};
pub(super) use focused::{Receiver, receiver};
pub(super) use listed::taken_back;
pub(super) use select::{blank, blank_among, chosen, labels, select, set_back, values_chosen};
pub(super) use submit::submit;
pub(super) use typed::{Typing, type_text};
pub(super) use value_check::{GIVEN_AWAY, emptied, holds_now};

/// Replaces what a field holds; an empty text empties it.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    target: ElementId,
    text: &str,
) -> Result<ActionOutcome> {
    if text.is_empty() {
        return clear(ctx, target).await;
    }
    let subject = resolve::resolve(ctx, target).await?;
    let kind = kind::of(&subject).await?;
    if kind == Kind::Editor {
        return editor::fill(ctx, subject, text).await;
    }
    let subject = kind::free(ctx, subject, kind).await?;
    if kind == Kind::Choice {
        return select::choose(ctx, subject, &[text.to_owned()]).await;
    }
    // What a person could not reach because something lies over it, is not filled either.
    let shown = pointer::stand_in(ctx, subject.clone()).await?;
    let mut reached = hit::point(ctx, &shown, None).await;
    if let Err(error) = &reached
        && kind::is_text(&subject)
        && leaves_what_covers(ctx, &subject, error).await
    {
        reached = hit::point(ctx, &shown, None).await;
    }
    // The field of a combobox may be drawn only while its list is open.
    if matches!(&reached, Err(error) if error.kind() == ErrorKind::NotActionable)
        && kind == Kind::Text
        && FieldManner::of(&subject).await?.role == "combobox"
    {
        return select::choose(ctx, subject, &[text.to_owned()]).await;
    }
    reached?;
    match kind {
        Kind::Text => text::fill(ctx, subject, text).await,
        Kind::DateTime => date_time::fill(ctx, subject, text).await,
        Kind::Range => range::fill(ctx, subject, text).await,
        Kind::Colour => colour::fill(ctx, subject, text).await,
        Kind::Dial | Kind::Choice | Kind::Editor => dial::fill(ctx, subject, text).await,
    }
}

/// Gives a field the focus that another one has, where what that one opened may cover it: a calendar goes when its field is left
/// (flatpickr), as it does for a person who goes on by Tab. False where something else covers it.
async fn leaves_what_covers(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, error: &Error) -> bool {
    let Some(Obstacle::Coverer { id: Some(id), .. }) = error.obstacle() else { return false };
    let Ok(entry) = ids::entry(ctx.tab, &ctx.session, *id) else { return false };
    entry.frame == subject.frame
        && hit::floats_at_writing(ctx, &entry.frame, entry.backend).await
        && focus(ctx, subject).await.is_ok()
}

/// Empties a field.
pub(in crate::act) async fn clear(ctx: &mut ActionContext<'_>, target: ElementId) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    if subject.state.kind == "select" {
        return select::clear(ctx, subject).await;
    }
    let kind = kind::of(&subject).await?;
    if kind == Kind::Editor {
        return editor::fill(ctx, subject, "").await;
    }
    kind::check_free(&subject)?;
    let never = |what: &str| {
        Error::new(ErrorKind::WrongKind, format!("{} always holds {what}", subject.words()))
            .with_hint("fill it with another value")
    };
    match kind {
        Kind::Text | Kind::DateTime | Kind::Editor => hit::point(ctx, &subject, None).await?,
        Kind::Range | Kind::Dial => return Err(never("a number")),
        Kind::Colour => return Err(never("a colour")),
        Kind::Choice => {
            return Err(Error::new(
                ErrorKind::WrongKind,
                format!("{} has no text to empty", subject.words()),
            )
            .with_hint("select another option, or click what empties it"));
        }
    };
    match kind {
        Kind::DateTime => date_time::clear(ctx, subject).await,
        _ => text::fill(ctx, subject, "").await,
    }
}
