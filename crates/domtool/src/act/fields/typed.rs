//! Text added key by key.

use domtool_page::{identity::ElementId, view::quoted};

use super::{
    arrival::{Arrival, arrival},
    boxes, date_time, editor,
    focus::settle_in,
    focused::{Receiver, receiver},
    kind::{self, Kind},
    value_check::{self, Reads},
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        confirm::ToConfirm,
        hit, keyboard,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Error, ErrorKind, Result},
    observe::Wanted,
    world::{self, calls},
};

/// Adds text key by key, at the end of a field or where the focus is.
pub(crate) async fn type_text(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    text: &str,
) -> Result<ActionOutcome> {
    let Some(target) = target else {
        ctx.recorded().await;
        return match receiver(ctx).await? {
            Receiver::Field(subject) => add(ctx, *subject, text).await,
            Receiver::Keys(words) => {
                let channel = keyboard::focused_channel(ctx).await?;
                keyboard::write(ctx, &channel, text).await?;
                ctx.proof = Some(Proof::Arrived);
                let feedback = format!(
                    "typed {} characters where the focus is; unconfirmed: what {words} made of the keys cannot be read back",
                    text.chars().count()
                );
                Ok(ActionOutcome { feedback, target: None })
            }
        };
    };
    let subject = resolve::resolve(ctx, target).await?;
    let kind = kind::of(&subject).await?;
    match kind {
        Kind::Editor => return editor::type_text(ctx, subject, text).await,
        Kind::Choice => {
            let message = format!("{} is a list to choose from", subject.words());
            return Err(Error::new(ErrorKind::WrongKind, message).with_hint("use select"));
        }
        _ => {}
    }
    let subject = kind::free(ctx, subject, kind).await?;
    hit::point(ctx, &subject, None).await?;
    if kind == Kind::DateTime {
        return date_time::fill(ctx, subject, text).await;
    }
    let held = subject.state.value.clone();
    let mut subject = settle_in(ctx, subject).await?;
    subject.state.value = subject.read().await?.value;
    // A mask shows its blanks once the field has the focus, and knows where the caret belongs.
    let masked = held.is_some() && subject.state.value != held;
    let blank = !masked && held.as_deref().is_some_and(|held| !held.is_empty()) && {
        let reads = world::value_in_page(&subject.handle.channel, subject.backend).await;
        reads.as_deref() == Some("")
    };
    if !masked {
        caret_to_end(ctx, &subject, blank).await?;
    }
    add(ctx, subject, text).await
}

/// Adds text where the caret of a field is, which has the focus, and reads back what came of it.
async fn add(ctx: &mut ActionContext<'_>, subject: ResolvedElement, text: &str) -> Result<ActionOutcome> {
    check_lines(&subject, text).await?;
    let row = boxes::Row::of(&subject, text).await?;
    let typing = Typing::begin(&subject).await?;
    let mut rest = text;
    if let Some(row) = row {
        if row.begins(ctx, &subject).await? {
            return row.write(ctx, subject).await;
        }
        rest = text.char_indices().nth(1).map_or("", |(at, _)| &text[at..]);
    }
    let unsent = rest.chars().count() - keyboard::write_into(ctx, &subject.handle, rest).await?;
    let stands = value_check::in_its_place(ctx, &subject).await?;
    let parting = text.contains(['\n', '\t']);
    if unsent > 0 && (parting || stands.as_ref().is_none_or(|stands| stands.backend != subject.backend)) {
        let whole = format!("{}{text}", typing.before);
        let sent = (unsent, text.chars().count());
        value_check::check_cut(ctx, &subject, stands.as_ref(), &whole, sent).await?;
    }
    let subject = stands.unwrap_or(subject);
    let mut note = String::new();
    // Keys that leave the field or submit it are no text of it.
    if ctx.tab.gate().is_ok() && !parting {
        note = typing.check(ctx, &subject, text).await?;
    }
    // Of a secret not even its length.
    let feedback = match subject.state.secret {
        true => format!("typed into {}{note}", subject.words()),
        false => format!("typed {} characters into {}{note}", text.chars().count(), subject.words()),
    };
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// A line break is Enter, which sends the form of a field of one line: with text after it, the form would go with half of it.
async fn check_lines(subject: &ResolvedElement, text: &str) -> Result<()> {
    let more = text.trim_end_matches(['\n', '\r']).contains('\n');
    if !more || !kind::is_one_line(subject) || subject.handle.element(calls::FORM_OF).await?.is_none() {
        return Ok(());
    }
    let message = format!(
        "{} has one line: Enter at the first line break would send its form with half of the text",
        subject.words()
    );
    Err(Error::new(ErrorKind::ValueRejected, message).with_hint(
        "fill writes a space for a line break; or type one line, and press Enter when it is to be sent",
    ))
}

/// How a field was before text was added to it.
pub(in crate::act) struct Typing {
    before: String,
    caret: world::data::Caret,
}

impl Typing {
    /// Takes note of it, and hears input from now on.
    pub(in crate::act) async fn begin(subject: &ResolvedElement) -> Result<Typing> {
        let before = subject.handle.call(calls::HEAR_INPUT, &()).await?.unwrap_or_default();
        Ok(Typing { before, caret: subject.handle.call(calls::CARET, &()).await? })
    }

    /// Reads back what came of a text, over some frames until it is whole, and once more at the end. What is to be said of it.
    ///
    /// # Errors
    /// `VALUE_REJECTED` where a part of it is missing, or a field that is no editor made something else of it.
    pub(in crate::act) async fn check(
        self,
        ctx: &mut ActionContext<'_>,
        subject: &ResolvedElement,
        text: &str,
    ) -> Result<String> {
        let mut reads = Reads::default();
        let (kind, now, arrived) = loop {
            let state = unless_left(ctx, subject.read().await).await?;
            // It went away with what the text caused; what stands in its place is read at the end.
            let Some(state) = state.filter(|state| state.connected) else {
                let now = format!("{}{text}", self.before);
                self.confirm_later(ctx, subject, text, now);
                return Ok(String::new());
            };
            let now = state.value.unwrap_or_default();
            let arrived = arrival(&state.kind, &self.before, &now, text, self.caret.selected);
            if arrived == Arrival::Whole || !reads.go_on(ctx, subject).await? {
                break (state.kind, now, arrived);
            }
        };
        let mut note = String::new();
        if arrived != Arrival::Whole
            && let Some(spread) = value_check::spread(ctx, subject, &format!("{}{text}", self.before)).await
        {
            return Ok(format!(", and {spread}"));
        }
        match arrived {
            Arrival::Whole => {}
            // It told of the text and was emptied: a tag was made of it, or a message.
            _ if now.is_empty() && self.heard(subject, &kind, text).await => {
                ctx.swallowed();
                return Ok(value_check::EMPTIED_TYPED.to_owned());
            }
            _ if self.made_beside(subject, &kind, &now, text).await => {
                ctx.swallowed();
                let said = if now.is_empty() { value_check::BESIDE } else { value_check::BESIDE_BUT_END };
                return Ok(said.to_owned());
            }
            Arrival::Lost(part) if kind != "editable" || !self.formatted(subject).await => {
                let what = match part.as_str() {
                    "" => "took nothing of the text".to_owned(),
                    _ if subject.state.secret => "did not take all of the text".to_owned(),
                    part => format!("did not take all of the text: only {} arrived", quoted(&part)),
                };
                return Err(value_check::rejected(subject, &now, &what));
            }
            Arrival::Otherwise(_) if kind != "editable" => {
                return Err(value_check::rejected(subject, &now, "did not take all of the text"));
            }
            Arrival::Lost(_) | Arrival::Otherwise(_) if subject.state.secret => {
                note = "; unconfirmed: the page made something else of it".to_owned();
            }
            Arrival::Lost(part) | Arrival::Otherwise(part) => {
                note = format!("; unconfirmed: the page made {} of it", quoted(&part));
            }
        }
        self.confirm_later(ctx, subject, text, now);
        Ok(note)
    }

    /// Whether the words of a text stand in the field now, which changed.
    pub(in crate::act) fn has_words(&self, now: &str, text: &str) -> bool {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let same = self.caret.selected && now == self.before;
        words(now).contains(&words(text)) && (now != self.before || same)
    }

    /// Has the field read once more at the end.
    pub(in crate::act) fn confirm_later(
        self,
        ctx: &mut ActionContext<'_>,
        subject: &ResolvedElement,
        text: &str,
        now: String,
    ) {
        let wanted =
            Wanted::Added { before: self.before, text: text.to_owned(), selected: self.caret.selected, now };
        ctx.to_confirm = Some(ToConfirm { subject: subject.clone(), wanted });
    }

    /// Whether the field held the text when it last told of input; what parts tags is no input.
    async fn heard(&self, subject: &ResolvedElement, kind: &str, text: &str) -> bool {
        let last = subject.handle.call(calls::HEARD_INPUT, &()).await.ok().flatten();
        last.filter(|last| !last.is_empty()).is_some_and(|last| {
            let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
            arrival(kind, &self.before, &last, text, self.caret.selected) == Arrival::Whole
        })
    }

    /// Whether what is not in the field any more stands beside it.
    async fn made_beside(&self, subject: &ResolvedElement, kind: &str, now: &str, text: &str) -> bool {
        let whole = format!("{}{text}", self.before);
        let Some(gone) = whole.strip_suffix(now).filter(|_| kind != "editable") else { return false };
        value_check::made_beside(subject, gone).await
    }

    /// Whether an editor made a list, a heading or the like of what was typed.
    async fn formatted(&self, subject: &ResolvedElement) -> bool {
        let now = subject.handle.call(calls::CARET, &()).await;
        now.is_ok_and(|now| now.formatted != self.caret.formatted)
    }
}

/// Puts the caret behind what is there; before the blanks of a mask that is empty.
async fn caret_to_end(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, blank: bool) -> Result<()> {
    let caret = if blank { calls::CARET_AT_START } else { calls::CARET_AT_END };
    subject.handle.call(caret, &()).await?;
    if subject.state.kind != "editable" {
        return Ok(());
    }
    // Slate and its like keep a selection of their own, and hear of one that was set for them too late: they get the key as well.
    editor::go_to_end(ctx, subject).await?;
    // The key may have opened a dialog, behind which no frame comes.
    if ctx.tab.gate().is_ok() {
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    Ok(())
}
