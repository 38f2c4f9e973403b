//! English words without their endings, so that `removing`, `removed` and `remove` are one word to a query.
//!
//! Fewer rules than Porter's: plurals, `-ing`, `-ed`, `-ly`, `-ment`, `-ness` and a last `e` or `y`. What other endings
//! set apart is left to matching by the beginning of words. Words of other languages lose no more than an `s` or an `e`
//! on both sides of the comparison.

/// The word without its endings, in place. What is short, or has digits in it, stays.
pub(super) fn stem(word: &mut String) {
    if word.len() <= 3 || word.bytes().any(|b| b.is_ascii_digit()) || !word.is_ascii() {
        return;
    }
    plural(word);
    for ending in ["ment", "ness"] {
        if word.len() > ending.len() + 2 && word.ends_with(ending) {
            word.truncate(word.len() - ending.len());
        }
    }
    if word.len() > 5 && word.ends_with("ly") {
        word.truncate(word.len() - 2);
    }
    for ending in ["ing", "ed"] {
        let Some(rest) = word.strip_suffix(ending) else { continue };
        if rest.len() >= 3 && has_vowel(rest) {
            word.truncate(rest.len());
            undouble(word);
            break;
        }
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    if word.len() > 2 && word.ends_with('y') && !word[..word.len() - 1].ends_with(vowel) {
        word.pop();
        word.push('i');
    }
}

fn plural(word: &mut String) {
    if word.ends_with("sses") {
        word.truncate(word.len() - 2);
    } else if word.ends_with("ies") && word.len() > 4 {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if ["xes", "ches", "shes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        word.truncate(word.len() - 2);
    } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) {
        word.pop();
    }
}

/// `shipp` is `ship`; `sell` and `pass` are themselves.
fn undouble(word: &mut String) {
    let mut ends = word.bytes().rev();
    if let (Some(last), Some(before)) = (ends.next(), ends.next())
        && last == before
        && !matches!(last, b'l' | b's' | b'z' | b'a' | b'e' | b'o')
    {
        word.pop();
    }
}

fn has_vowel(text: &str) -> bool {
    text.contains(vowel) || text.contains('y')
}

fn vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn words_of_a_family_are_one() {
        for family in [
            "remove removes removed removing",
            "ship ships shipped shipping shipment",
            "save saves saved saving",
            "reply replies replied replying",
            "setting settings",
            "box boxes",
            "address addresses addressed",
            "pay payment payments paying",
            "category categories",
            "delivery deliveries",
            "sell sells selling",
            "complete completes completed completely",
        ] {
            let stems: Vec<_> = family.split(' ').map(stemmed).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{family}: {stems:?}");
        }
    }

    #[test]
    fn others_stay_apart() {
        for (one, other) in [("bus", "bu"), ("thing", "th"), ("red", "r"), ("status", "statu"), ("v2s", "v2")]
        {
            assert_ne!(stemmed(one), stemmed(other));
        }
    }
}
