//! Text into fields that are written in: inputs, text areas, editable elements and editors.

use super::{
    boxes, date_order,
    focus::{clicked, settle_in},
    kind,
    value_check::{self, FieldOutcome},
};
use crate::{
    act::{ActionContext, ActionOutcome, keyboard, resolve::ResolvedElement},
    error::Result,
    world::{calls, data::Written},
};

/// Said of a text of several lines in a field of one.
const ONE_LINE: &str = "; its line breaks became spaces, as the field has one line";
/// Masks and formatters are for numbers, which are short.
const LONGEST_NUMBER: usize = 32;

/// Replaces what a field holds; an empty text empties it.
///
/// Where that left the field as it was, it is clicked and written in by keys, as some take text only then. Nothing else is
/// tried: a text that arrived in part may be all that the field takes, and what the page made of it is told.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    asked: &str,
) -> Result<ActionOutcome> {
    let line = kind::is_one_line(&subject).then(|| in_one_line(asked)).flatten();
    let mut how = if line.is_some() { ONE_LINE.to_owned() } else { String::new() };
    let subject = settle_in(ctx, subject).await?;
    let mut text = line.unwrap_or_else(|| asked.to_owned());
    if let Some(row) = boxes::Row::of(&subject, &text).await? {
        row.empty(ctx, &subject).await?;
        select_all(ctx, &subject).await?;
        if row.begins(ctx, &subject).await? {
            return row.write(ctx, subject).await;
        }
    }
    let before = subject.handle.call(calls::HEAR_INPUT, &()).await?;
    if kind::is_one_line(&subject)
        && let Some(date) = date_order::in_field_order(&text, hints(&subject, before.as_deref()))
    {
        if !subject.state.secret {
            how.push_str(&format!("; {text} is written so there"));
        }
        text = date;
    }
    // Boxed, as is what may look anew: what is chosen and filled in turn takes much of a thread's stack.
    let unsent = Box::pin(put(ctx, &subject, &text, before.as_deref())).await?;
    let stands = value_check::in_its_place(ctx, &subject).await?;
    if unsent > 0 {
        value_check::check_cut(ctx, &subject, stands.as_ref(), &text, (unsent, text.chars().count())).await?;
    }
    // One that was drawn anew took it, or nobody knows.
    let anew = stands.as_ref().is_none_or(|stands| stands.backend != subject.backend);
    let subject = stands.unwrap_or(subject);
    let mut taken = value_check::read_back(ctx, &subject, &text).await?;
    let as_before = matches!(&taken, FieldOutcome::Not(holds) if Some(holds) == before.as_ref());
    // What a page took for itself may show any time: written once more, it would stand there twice.
    let once = anew || text.is_empty() || value_check::taken_over(&subject).await;
    if as_before && !once && clicked(ctx, &subject).await? {
        select_all(ctx, &subject).await?;
        let channel = subject.handle.channel.clone();
        // Enter may send what is written so far.
        match text.contains('\n') {
            true => keyboard::insert(ctx, &channel, &text).await?,
            false => keyboard::write(ctx, &channel, &text).await?,
        }
        taken = value_check::read_back(ctx, &subject, &text).await?;
    }
    value_check::said(ctx, subject, &text, taken, &how).await
}

/// A text without line breaks, as a browser pastes it into a field of one line; `None` where it has none. Enter would send the form.
pub(super) fn in_one_line(text: &str) -> Option<String> {
    text.contains(['\n', '\r']).then(|| {
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(" ")
    })
}

/// Where a field says in which order it wants a date: its labels, and the blanks that it shows.
fn hints<'a>(subject: &'a ResolvedElement, shows: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    subject.state.field.labels.iter().map(String::as_str).chain(subject.state.value.as_deref()).chain(shows)
}

/// Puts a text in the place of what a field holds.
pub(super) async fn write(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ResolvedElement> {
    let subject = settle_in(ctx, subject).await?;
    search(ctx, &subject, text).await?;
    Ok(subject)
}

/// The same in a field that has the focus already, as one has that a list opened with.
pub(super) async fn search(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, text: &str) -> Result<()> {
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    Box::pin(put(ctx, subject, text, None)).await.map(drop)
}

/// The same, with the focus in the field. How many characters were not sent, as nothing took them any more.
///
/// A number goes in key by key, as masks and formatters expect it. Any other text goes in at once but for its first and last
/// letter, which keys write (but for several lines in an editor): the first shows whether the field, which held something `before`, lets keys write at all, and a page
/// that listens to keys hears of it. Where the page made something else of the first, or drew the field anew, the rest goes in key by
/// key as well: what is at the caret then (a completion that is selected) is the page's to say at each.
async fn put(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    text: &str,
    before: Option<&str>,
) -> Result<usize> {
    let count = |text: &str| text.chars().count();
    select_all(ctx, subject).await?;
    let channel = subject.handle.channel.clone();
    if text.is_empty() {
        keyboard::press(ctx, &channel, &keyboard::keys::parse("Delete")?).await?;
        return Ok(0);
    }
    let native = subject.state.kind != "editable";
    if native && is_number(text) {
        return Ok(count(text) - keyboard::write_into(ctx, &subject.handle, text).await?);
    }
    // In an editor of paragraphs Chromium leaves the caret before the end of a text of several lines.
    let (mut first, last) = if native || !text.contains('\n') { split_last(text) } else { (text, None) };
    let mut held = before.map(str::to_owned);
    // A page that let the first letter in refuses what it keeps later on.
    let mut keeps = true;
    if native
        && before.is_some()
        && let Some(letter) = first.chars().next().filter(char::is_ascii_alphanumeric)
    {
        let letter = letter.to_string();
        keyboard::write(ctx, &channel, &letter).await?;
        let rest = text.get(1..).unwrap_or_default();
        let Some(now) = after_input(ctx, subject, &letter).await? else { return Ok(count(rest)) };
        if now.kept && !now.heard && !now.taken_over && now.value == held {
            return Ok(0); // no key writes here: a person could not either
        }
        if !now.kept && !keyboard::is_received(ctx, &subject.handle).await? {
            return Ok(count(rest));
        }
        // Enter may send what is written so far.
        if (!now.kept || now.value.as_deref() != Some(letter.as_str())) && !text.contains('\n') {
            return Ok(count(rest) - keyboard::write_into(ctx, &subject.handle, rest).await?);
        }
        first = first.get(1..).unwrap_or_default();
        keeps = now.taken_over;
        held = now.value;
    }
    if !first.is_empty() {
        keyboard::insert(ctx, &channel, first).await?;
        let written = text.strip_suffix(last.unwrap_or_default()).unwrap_or(text);
        let Some(now) = after_input(ctx, subject, written).await? else {
            return Ok(last.map_or(0, count));
        };
        match last {
            // It takes keys alone.
            _ if native
                && now.kept
                && !(keeps && now.taken_over)
                && now.value == held
                && now.value.as_deref() != Some(written)
                && !first.contains('\n') =>
            {
                let unsent = count(first) - keyboard::write_into(ctx, &subject.handle, first).await?;
                if unsent > 0 {
                    return Ok(unsent + last.map_or(0, count));
                }
            }
            Some(_) if now.kept && !now.goes_on && !(keeps && now.taken_over) => {
                select_all(ctx, subject).await?;
                keyboard::insert(ctx, &channel, text).await?;
                return Ok(0);
            }
            _ => {}
        }
    }
    match last {
        Some(last) if ctx.tab.gate().is_ok() => {
            Ok(count(last) - keyboard::write_into(ctx, &subject.handle, last).await?)
        }
        last => Ok(last.map_or(0, count)),
    }
}

/// How the field stands; `None` where it went away with what was written, or a dialog keeps it from being asked: the reading back
/// says so.
async fn after_input(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    written: &str,
) -> Result<Option<Written>> {
    if ctx.tab.gate().is_err() {
        return Ok(None);
    }
    Ok(subject.handle.call(calls::WRITTEN, &(written,)).await.ok())
}

/// The last letter or digit by itself, where a key writes it.
fn split_last(text: &str) -> (&str, Option<&str>) {
    match text.char_indices().next_back() {
        Some((at, last)) if last.is_ascii_alphanumeric() => (&text[..at], Some(&text[at..])),
        _ => (text, None),
    }
}

/// Whether a text is a number of any kind: an amount, a telephone, a card, a date.
fn is_number(text: &str) -> bool {
    text.len() <= LONGEST_NUMBER
        && text.contains(|c: char| c.is_ascii_digit())
        && !text.contains(|c: char| c.is_alphabetic() || c.is_control())
}

/// Editors hold more than the page shows, and keep a selection of their own: they get the keys that a person presses.
async fn select_all(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
    if subject.state.kind == "editable" {
        let channel = subject.handle.channel.clone();
        let chord = if cfg!(target_os = "macos") { "Meta+A" } else { "Control+A" };
        keyboard::press(ctx, &channel, &keyboard::keys::parse(chord)?).await?;
        if !subject.handle.call(calls::UNSELECTED, &()).await? {
            return Ok(());
        }
    }
    subject.handle.call(calls::SELECT_ALL, &()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_one() {
        for (text, expected) in [
            ("12 High Street\nOxford", Some("12 High Street Oxford")),
            ("a \r\n\n b\n", Some("a b")),
            ("a\n", Some("a")),
            ("\n", Some("")),
            ("a b", None),
        ] {
            assert_eq!(in_one_line(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn numbers_of_any_kind() {
        for (text, expected) in [
            ("2125550123", true),
            ("+1 (212) 555", true),
            ("1990-07-05", true),
            ("12 kg", false),
            ("--", false),
        ] {
            assert_eq!(is_number(text), expected, "{text}");
        }
    }
}
