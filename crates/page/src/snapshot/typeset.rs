//! Finds the texts that say something else by how they are set than by their letters: struck prices (`50 30` for `~~50~~ 30`), powers
//! and indices (`102` for `10^2`), how a word is read (`漢字かんじ` for `漢字(かんじ)`). Fixture: typeset.html.
//!
//! A raised text is a power where it is set as one: right behind what it belongs to, without letters. Ordinals (`1st`), titles
//! (`Mme`) and marks (`TM`) are read as they are, and so is what stands in brackets, such as references.

use super::{
    NodeIndex, NodeKind,
    draft::Draft,
    known_names::Word,
    style::{Display, Position},
};

/// A raised or lowered text of more bytes than this is a line of small print.
const LONGEST_SCRIPT: usize = 16;
/// So many nodes before and after it are looked at for what it belongs to.
const NEAR: usize = 16;

/// How a text is set, where that says something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Typeset {
    /// A line goes through it: it holds no longer.
    pub struck: bool,
    /// What a raised or lowered text begins with when it is told.
    pub(crate) opens: &'static str,
    /// What it ends with.
    pub(crate) closes: &'static str,
}

/// Notes the texts that are set so, in document order.
pub(super) fn note_typeset(draft: &mut Draft<'_>) {
    let columns = &draft.snapshot.columns;
    let mut found: Vec<(NodeIndex, Typeset)> = Vec::new();
    let (mut struck_until, mut script_until) = (0, 0);
    for at in 0..columns.kind.len() {
        match columns.kind[at] {
            NodeKind::Element => {
                let end = draft.end(at);
                if at >= struck_until && is_struck(draft, at) {
                    struck_until = end;
                }
                if draft.tag[at] == Word::Rt {
                    note_reading(draft, at, &mut found);
                }
                let script = match draft.tag[at] {
                    Word::Sup => Some("^"),
                    Word::Sub => Some("_"),
                    _ => None,
                };
                if at >= script_until
                    && let Some(sign) = script
                {
                    script_until = end;
                    note_script(draft, at, sign, &mut found);
                }
            }
            NodeKind::Text | NodeKind::Pseudo
                if is_read(draft, at)
                    && (at < struck_until && is_under_the_line(draft, at)
                        || columns.kind[at] == NodeKind::Pseudo && draft.style[at].struck) =>
            {
                set(&mut found, at).struck = true;
            }
            _ => {}
        }
    }
    draft.snapshot.typeset = found;
}

/// The entry of a text: the texts of a raised one are entered before they are come to.
fn set(found: &mut Vec<(NodeIndex, Typeset)>, at: usize) -> &mut Typeset {
    let index = NodeIndex(at as u32);
    let place = match found.binary_search_by_key(&index, |(node, _)| *node) {
        Ok(place) => place,
        Err(place) => {
            found.insert(place, (index, Typeset::default()));
            place
        }
    };
    &mut found[place].1
}

fn is_read(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    matches!(columns.kind[at], NodeKind::Text | NodeKind::Pseudo)
        && columns.visible[at]
        && !draft.text(columns.text[at]).trim().is_empty()
}

fn is_struck(draft: &Draft<'_>, at: usize) -> bool {
    matches!(draft.tag[at], Word::S | Word::Strike | Word::Del) || draft.style[at].struck
}

/// Whether the line of what is struck goes through a text in it: it goes around boxes of their own (CSS Text Decoration 3, 2.1).
fn is_under_the_line(draft: &Draft<'_>, at: usize) -> bool {
    for above in draft.ancestors(at) {
        if is_struck(draft, above) {
            return true;
        }
        let style = draft.style[above];
        let out = style.floats || matches!(style.position, Position::Absolute | Position::Fixed);
        if out || style.display == Display::Atomic {
            return false;
        }
    }
    false
}

/// Notes the brackets around how a word is read, which are painted only where that is not set above it.
fn note_reading(draft: &Draft<'_>, at: usize, found: &mut Vec<(NodeIndex, Typeset)>) {
    let texts: Vec<usize> = (at + 1..draft.end(at)).filter(|inner| is_read(draft, *inner)).collect();
    if let (Some(&first), Some(&last)) = (texts.first(), texts.last()) {
        set(found, first).opens = "(\u{2060}";
        set(found, last).closes = ")\u{2060}";
    }
}

/// Notes the signs of a raised or lowered text.
fn note_script(draft: &Draft<'_>, at: usize, sign: &str, found: &mut Vec<(NodeIndex, Typeset)>) {
    let columns = &draft.snapshot.columns;
    let texts: Vec<usize> = (at + 1..draft.end(at)).filter(|inner| is_read(draft, *inner)).collect();
    let (Some(&first), Some(&last)) = (texts.first(), texts.last()) else { return };
    let whole: String = texts.iter().map(|text| draft.text(columns.text[*text])).collect();
    let Some(base) = base_of(draft, at, first).filter(|_| whole.len() <= LONGEST_SCRIPT) else { return };
    let set_in_italics = (at..first).any(|inner| matches!(draft.tag[inner], Word::I | Word::Em | Word::Var));
    let (opens, closes) = match signs(&whole, sign, base, set_in_italics) {
        // `1 1/2` is set as `1<sup>1</sup>/<sub>2</sub>`.
        Some(_) if sign == "^" && is_numerator(draft, at) => (" \u{2060}", ""),
        Some(signs) => signs,
        None => return,
    };
    set(found, first).opens = opens;
    set(found, last).closes = closes;
}

/// What tells a raised or lowered text apart. Each sign is followed by a word joiner, which no output shows, so that it can be told
/// from the page's own.
fn signs(text: &str, sign: &str, base: char, set_in_italics: bool) -> Option<(&'static str, &'static str)> {
    let minus = |c: char| matches!(c, '+' | '-' | '\u{2212}');
    let inner = text.strip_prefix(minus).unwrap_or(text);
    let number = inner.starts_with(|c: char| c.is_ascii_digit());
    let letters = inner.starts_with(char::is_alphabetic);
    let term = letters && inner.chars().nth(1).is_some_and(minus);
    let told = number
        || match sign {
            "^" => letters && (set_in_italics || term),
            // Units stand under numbers.
            _ => letters && !base.is_ascii_digit(),
        };
    if !told || text.contains(char::is_whitespace) {
        return None;
    }
    let one = inner.chars().all(char::is_alphanumeric);
    Some(match (sign, one) {
        ("^", true) => ("^\u{2060}", ""),
        ("^", false) => ("^\u{2060}(\u{2060}", ")\u{2060}"),
        (_, true) => ("_\u{2060}", ""),
        (_, false) => ("_\u{2060}(\u{2060}", ")\u{2060}"),
    })
}

/// The letter, digit or closing bracket that a text stands right behind.
fn base_of(draft: &Draft<'_>, script: usize, first: usize) -> Option<char> {
    let columns = &draft.snapshot.columns;
    if draft.text(columns.text[first]).starts_with(char::is_whitespace)
        || draft.snapshot.apart.binary_search(&NodeIndex(first as u32)).is_ok()
    {
        return None;
    }
    let before = (0..script).rev().take(NEAR).find(|at| {
        columns.visible[*at]
            && matches!(columns.kind[*at], NodeKind::Text | NodeKind::Pseudo)
            && !draft.text(columns.text[*at]).is_empty()
    });
    let base = before.and_then(|before| draft.text(columns.text[before]).chars().next_back());
    base.filter(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '|' | '\u{2032}'))
}

fn is_numerator(draft: &Draft<'_>, script: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let end = draft.end(script);
    let next = (end..columns.kind.len()).take(NEAR).find(|at| is_read(draft, *at));
    next.is_some_and(|next| draft.text(columns.text[next]).starts_with(['/', '\u{2044}']))
}

#[cfg(test)]
mod tests {
    use super::signs;

    #[test]
    fn powers_are_told_from_ordinals() {
        for (text, sign, base, italics, want) in [
            ("2", "^", 'x', false, Some(("^", ""))),
            ("-3", "^", 'x', false, Some(("^", ""))),
            ("\u{2212}3", "^", 'x', false, Some(("^", ""))),
            ("n+1", "^", 'x', false, Some(("^(", ")"))),
            ("n", "^", 'x', true, Some(("^", ""))),
            ("99", "^", 'x', false, Some(("^", ""))),
            ("st", "^", 'x', false, None),
            ("e", "^", 'x', false, None),
            ("TM", "^", 'x', false, None),
            ("®", "^", 'x', false, None),
            ("[1]", "^", 'x', false, None),
            ("*", "^", 'x', false, None),
            ("see below", "^", 'x', false, None),
            ("1", "_", 'x', false, Some(("_", ""))),
            ("in", "_", 'x', false, Some(("_", ""))),
            ("i,j", "_", 'x', false, Some(("_(", ")"))),
            ("kg", "_", '9', false, None),
            ("per month", "_", 'x', false, None),
        ] {
            let plain = |text: &str| text.replace('\u{2060}', "");
            let got = signs(text, sign, base, italics).map(|(opens, closes)| (plain(opens), plain(closes)));
            assert_eq!(got, want.map(|(opens, closes)| (opens.to_owned(), closes.to_owned())), "{text}");
        }
    }
}
