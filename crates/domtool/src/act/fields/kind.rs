//! Decides how a field is filled, by its kind; and which elements take no text at all.

use super::focus::focus;
use crate::{
    act::{ActionContext, resolve::ResolvedElement},
    error::{Error, ErrorKind, Result},
    world::{calls, data::FieldManner},
};

/// Kinds of input that take text by keyboard.
const TEXT_LIKE: &[&str] =
    &["text", "search", "url", "tel", "email", "password", "number", "textarea", "editable"];

/// How a field is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text, by keyboard.
    Text,
    /// A date, a time, a month, a week: segment by segment.
    DateTime,
    /// A native slider.
    Range,
    /// A colour.
    Colour,
    /// A slider or spinbutton of the page's own making.
    Dial,
    /// A list that opens, without a field to write in.
    Choice,
    /// An editor that draws its text itself.
    Editor,
}

impl FieldManner {
    pub(super) async fn of(subject: &ResolvedElement) -> Result<Self> {
        subject.handle.call(calls::MANNER, &()).await
    }
}

/// How it is filled; `WRONG_KIND` for what takes no text.
pub(super) async fn of(subject: &ResolvedElement) -> Result<Kind> {
    let hint = match subject.state.kind.as_str() {
        // The field of an editor may be for input methods alone, and read-only.
        kind if TEXT_LIKE.contains(&kind) => {
            let unseen = matches!(kind, "textarea" | "editable")
                && subject.handle.call(calls::TAKES_FOR_EDITOR, &()).await?;
            let editor = unseen || subject.state.read_only && in_editor(subject).await?;
            return Ok(if editor { Kind::Editor } else { Kind::Text });
        }
        "date" | "time" | "datetime-local" | "month" | "week" => return Ok(Kind::DateTime),
        "range" => return Ok(Kind::Range),
        "color" => return Ok(Kind::Colour),
        "select" => "use select",
        "checkbox" | "radio" => "use check",
        "file" => "use upload",
        kind => {
            let manner = FieldManner::of(subject).await?;
            match manner.role.as_str() {
                "slider" | "spinbutton" if kind.is_empty() => return Ok(Kind::Dial),
                "combobox" if kind.is_empty() => return Ok(Kind::Choice),
                // By objects of its element alone, which no other script reads.
                "" if matches!(subject.target.role.as_str(), "slider" | "spinbutton") => {
                    "press ArrowRight or ArrowLeft in it, until it shows the value"
                }
                _ if manner.opens => "use select, or click it",
                _ if in_editor(subject).await? => return Ok(Kind::Editor),
                "textbox" | "searchbox" => "click it, and observe: it may take text then",
                _ => "fill the field inside it",
            }
        }
    };
    Err(Error::new(ErrorKind::WrongKind, format!("{} takes no text", subject.words())).with_hint(hint))
}

async fn in_editor(subject: &ResolvedElement) -> Result<bool> {
    subject.handle.call(calls::IN_EDITOR, &()).await
}

/// Whether it takes text by keyboard.
pub(super) fn is_text(subject: &ResolvedElement) -> bool {
    TEXT_LIKE.contains(&subject.state.kind.as_str())
}

/// Whether it holds one line, so that Enter in it sends its form.
pub(super) fn is_one_line(subject: &ResolvedElement) -> bool {
    is_text(subject) && !matches!(subject.state.kind.as_str(), "textarea" | "editable")
}

/// Fails on what is hidden, disabled or read-only. A text field that is read-only until it has the focus (against browsers that fill
/// it by themselves) is given that.
pub(super) async fn free(
    ctx: &mut ActionContext<'_>,
    mut subject: ResolvedElement,
    kind: Kind,
) -> Result<ResolvedElement> {
    subject.check_operable()?;
    if subject.state.read_only && kind == Kind::Text && focus(ctx, &subject).await.is_ok() {
        subject.state.read_only = subject.read().await?.read_only;
    }
    check_writable(&subject, &subject)?;
    Ok(subject)
}

/// Fails fast on what is hidden, disabled or read-only.
pub(super) fn check_free(subject: &ResolvedElement) -> Result<()> {
    subject.check_operable()?;
    check_writable(subject, subject)
}

/// Fails on a field that is read-only; `named` is what the caller knows it by.
pub(super) fn check_writable(field: &ResolvedElement, named: &ResolvedElement) -> Result<()> {
    if !field.state.read_only {
        return Ok(());
    }
    let error = Error::new(ErrorKind::ReadOnly, format!("{} is read-only", named.words()));
    // Fields for dates and the like are often read-only as a calendar fills them.
    Err(match field.state.kind.as_str() {
        "text" | "search" => error.with_hint(
            "where it opens a calendar or a list, select what that offers by its name, or click the field, observe and click what is meant",
        ),
        _ => error,
    })
}
