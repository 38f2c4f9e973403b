//! Which key was probably meant: the known name that the fewest typing mistakes lead to.

use super::table;

/// The name nearest to a word that is none; `None` where nothing is near enough to be a likely mistake.
pub(super) fn nearest(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    // A person mistypes a letter or two; of a short word that would leave nothing.
    let most = (length / 3).clamp(1, 3);
    if !(3..=24).contains(&length) {
        return None;
    }
    let modifiers = ["ControlOrMeta"].into_iter().map(str::to_owned);
    let known = table::names().chain(modifiers).map(|name| (name.to_lowercase(), name));
    let others = table::aliases().map(|(alias, name)| (alias.to_owned(), name.to_owned()));
    known
        .chain(others)
        .map(|(spelled, name)| (mistakes(&lower, &spelled), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many letters to add, leave out, change or swap with their neighbour lead from one word to another
/// (optimal string alignment).
fn mistakes(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&last, j) + usize::from(a != b);
            let mut fewest = changed.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && from.get(i - 1) == Some(b) && to.get(j - 1) == Some(a);
            if swapped {
                fewest = fewest.min(at(&before, j - 1) + 1);
            }
            row.push(fewest);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(from.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_names_lead_to_what_was_meant() {
        for (word, meant) in [
            ("Entr", "Enter"),
            ("enetr", "Enter"),
            ("Escpae", "Escape"),
            ("ArowDown", "ArrowDown"),
            ("arrow_down", "ArrowDown"),
            ("PageDwon", "PageDown"),
            ("Contrl", "Control"),
            ("Backspce", "Backspace"),
            ("Numpad", "Numpad0"),
        ] {
            assert_eq!(nearest(word).as_deref(), Some(meant), "{word}");
        }
    }

    #[test]
    fn what_is_near_to_nothing_leads_nowhere() {
        for word in ["", "x", "hello", "Fn", "SuperDuperKey", "q1w2e3"] {
            assert_eq!(nearest(word), None, "{word}");
        }
    }

    #[test]
    fn a_swap_is_one_mistake() {
        assert_eq!(mistakes("tba", "tab"), 1);
        assert_eq!(mistakes("", "tab"), 3);
        assert_eq!(mistakes("tab", "tab"), 0);
    }
}
