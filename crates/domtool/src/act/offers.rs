//! What an element offers to choose from, other than what was typed into it: for a wait until suggestions have come. Fixture:
//! waits.html.
//!
//! Comboboxes write an entry that echoes what was typed (`Create "Ber"`), or says that they still search, before the options come.

use domtool_page::view::quoted;

use super::resolve::ResolvedElement;
use crate::{
    error::Result,
    world::{calls, data::Choice},
};

/// Options told by name.
const MOST_NAMED: usize = 8;

/// What it offers, in a sentence; or what is so instead.
pub(super) async fn offers(subject: &ResolvedElement) -> Result<Result<String, String>> {
    let native: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await?;
    let choices = match native.is_empty() {
        false => native,
        true => match subject.handle.element(calls::OPEN_LIST).await? {
            Some((list, _)) => list.call(calls::LISTED, &()).await?,
            None => {
                let why = format!("{} names no list of its own, and none is open at it", subject.words());
                return Ok(Err(why));
            }
        },
    };
    // What a select shows is one of its options.
    let typed = match subject.state.kind.as_str() {
        "select" => "",
        _ => subject.state.value.as_deref().unwrap_or_default(),
    };
    let offered: Vec<&str> = choices
        .iter()
        .filter(|choice| is_option(choice, typed, subject.state.kind == "select"))
        .map(|choice| choice.label.as_str())
        .collect();
    let words = subject.words();
    if offered.is_empty() {
        return Ok(Err(match choices.first() {
            Some(choice) => format!("{words} offers only {}", quoted(&choice.label)),
            None => format!("{words} offers nothing"),
        }));
    }
    let named: Vec<String> = offered.iter().take(MOST_NAMED).copied().map(quoted).collect();
    let more = match offered.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = if offered.len() == 1 { "1 option" } else { &format!("{} options", offered.len()) };
    Ok(Ok(format!("{words} offers {count}: {}{more}", named.join(", "))))
}

/// Whether it can be chosen, and is neither an echo of what was typed, nor a select's prompt, nor a note that a search runs.
fn is_option(choice: &Choice, typed: &str, native: bool) -> bool {
    let label = choice.label.trim();
    let (small, typed) = (label.to_lowercase(), typed.trim().to_lowercase());
    let marks = [("\"", "\""), ("\u{201c}", "\u{201d}"), ("'", "'"), ("\u{2018}", "\u{2019}")];
    let echo = !typed.is_empty()
        && (small == typed
            || marks.iter().any(|(open, close)| small.contains(&format!("{open}{typed}{close}"))));
    let prompt = native && choice.value.is_empty();
    let busy =
        label.ends_with('\u{2026}') || label.ends_with("...") || small == "loading" || small == "searching";
    !choice.disabled && !label.is_empty() && !echo && !prompt && !busy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_option() {
        let choice = |label: &str, value: &str, disabled| Choice {
            label: label.to_owned(),
            value: value.to_owned(),
            disabled,
            ..Choice::default()
        };
        for (choice, typed, native, wanted) in [
            (choice("Berlin", "", false), "Ber", false, true),
            (choice("ber", "", false), "Ber", false, false),
            (choice("Create \"Ber\"", "", false), "Ber", false, false),
            (choice("Add \u{201c}ber\u{201d}", "", false), "Ber", false, false),
            (choice("Searching\u{2026}", "", false), "Ber", false, false),
            (choice("No results", "", true), "Ber", false, false),
            (choice("Choose a town", "", false), "", true, false),
            (choice("Bergen", "be", false), "", true, true),
        ] {
            assert_eq!(is_option(&choice, typed, native), wanted, "{choice:?}");
        }
    }
}
