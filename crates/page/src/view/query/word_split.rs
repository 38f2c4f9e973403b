//! Words of a text as a query compares them: lower case, without accents, cut at what is no letter or digit.
//!
//! `e-mail` is `e`, `mail` and `email`; `addToCart` (in attributes) `add`, `to` and `cart`. Scripts that are written
//! without spaces are cut into pairs of characters.

/// Words longer than this are no words: data, keys, hashes.
const LONGEST: usize = 40;

/// Calls `take` with every word, folded.
pub(super) fn each_word(text: &str, take: &mut impl FnMut(&str)) {
    let mut word = String::new();
    // The word before a hyphen, to be joined with the one after it.
    let mut joined = String::new();
    let mut before_ideograph = None;
    for c in text.chars() {
        if is_unspaced(c) {
            flush(&mut word, &mut joined, take);
            joined.clear();
            let pair: String = before_ideograph.into_iter().chain([c]).collect();
            if before_ideograph.is_some() {
                take(&pair);
            } else {
                take(c.encode_utf8(&mut [0; 4]));
            }
            before_ideograph = Some(c);
            continue;
        }
        before_ideograph = None;
        if c.is_alphanumeric() {
            push_folded(&mut word, c);
            continue;
        }
        if is_mark(c) {
            continue;
        }
        let hyphen = matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}' | '.') && !word.is_empty();
        let piece = word.clone();
        flush(&mut word, &mut joined, take);
        if hyphen {
            joined.push_str(&piece);
        } else {
            joined.clear();
        }
    }
    flush(&mut word, &mut joined, take);
}

/// The same for identifiers: a capital after a small letter begins a word.
pub(super) fn each_part(identifier: &str, take: &mut impl FnMut(&str)) {
    let mut start = 0;
    let mut small = false;
    for (at, c) in identifier.char_indices() {
        if c.is_uppercase() && small {
            each_word(&identifier[start..at], take);
            start = at;
        }
        small = c.is_lowercase();
    }
    each_word(&identifier[start..], take);
}

fn flush(word: &mut String, joined: &mut String, take: &mut impl FnMut(&str)) {
    if word.is_empty() || word.len() > LONGEST {
        word.clear();
        return;
    }
    take(word);
    if !joined.is_empty() && joined.len() + word.len() <= LONGEST {
        joined.push_str(word);
        // What follows an apostrophe alone is an ending.
        if word.len() > 1 {
            take(joined);
        }
    }
    word.clear();
}

/// Scripts whose words are not set apart.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Combining accents.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200b}'..='\u{200d}')
}

fn push_folded(word: &mut String, c: char) {
    for c in c.to_lowercase() {
        match plain(c) {
            "" if !is_mark(c) => word.push(c),
            plain => word.push_str(plain),
        }
    }
}

/// A letter of a Latin alphabet without what is on or under it; nothing for those that are plain.
fn plain(c: char) -> &'static str {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ģ' | 'ĝ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ľ' | 'ļ' | 'ĺ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' | 'ő' => "o",
        'ö' | 'œ' => "oe",
        'ŕ' | 'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ž' | 'ż' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each_word(text, &mut |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn texts_become_words() {
        for (text, expected) in [
            ("Add to cart", "add to cart"),
            ("Straße des 17. Juni", "strasse des 17 juni"),
            ("Größe: XL", "groesse xl"),
            ("E-mail address", "e mail email address"),
            ("user's", "user s"),
            ("v1.2", "v1 2"),
            ("注文を", "注 注文 文を"),
            ("", ""),
        ] {
            assert_eq!(words(text).join(" "), expected);
        }
        let mut parts = Vec::new();
        each_part("addToCart-btn_2", &mut |part| parts.push(part.to_owned()));
        assert_eq!(parts.join(" "), "add to cart btn cartbtn 2");
    }
}
