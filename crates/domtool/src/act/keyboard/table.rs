//! The table of keys: what each sends, by the names that UI Events gives keys (`KeyboardEvent.key`) and their places
//! (`KeyboardEvent.code`). The layout is US, as key codes are. Media, browser and power keys are not here: what they
//! do is the system's.

/// One key, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`.
    pub(crate) key: String,
    /// `KeyboardEvent.code`.
    pub(crate) code: String,
    /// `KeyboardEvent.keyCode`.
    pub(crate) key_code: i32,
    /// What it writes; `None` for keys that write nothing.
    pub(crate) text: Option<String>,
    /// `KeyboardEvent.location`: 1 for the left ones, 2 for the right ones, 3 for the numeric pad.
    pub(crate) location: i32,
}

/// Keys that write nothing, and Enter: key, code, key code. The first of a name is the one that the name means.
const NAMED: &[(&str, &str, i32)] = &[
    ("Enter", "Enter", 13),
    ("Tab", "Tab", 9),
    ("Escape", "Escape", 27),
    ("Backspace", "Backspace", 8),
    ("Delete", "Delete", 46),
    ("Insert", "Insert", 45),
    ("ArrowLeft", "ArrowLeft", 37),
    ("ArrowUp", "ArrowUp", 38),
    ("ArrowRight", "ArrowRight", 39),
    ("ArrowDown", "ArrowDown", 40),
    ("Home", "Home", 36),
    ("End", "End", 35),
    ("PageUp", "PageUp", 33),
    ("PageDown", "PageDown", 34),
    ("Shift", "ShiftLeft", 16),
    ("Shift", "ShiftRight", 16),
    ("Control", "ControlLeft", 17),
    ("Control", "ControlRight", 17),
    ("Alt", "AltLeft", 18),
    ("Alt", "AltRight", 18),
    ("Meta", "MetaLeft", 91),
    ("Meta", "MetaRight", 92),
    ("AltGraph", "AltRight", 225),
    ("CapsLock", "CapsLock", 20),
    ("NumLock", "NumLock", 144),
    ("ScrollLock", "ScrollLock", 145),
    ("ContextMenu", "ContextMenu", 93),
    ("PrintScreen", "PrintScreen", 44),
    ("Pause", "Pause", 19),
    ("Clear", "NumpadClear", 12),
    ("Help", "Help", 47),
    ("Select", "Select", 41),
    ("Execute", "Execute", 43),
    ("Cancel", "Abort", 3),
    ("Convert", "Convert", 28),
    ("NonConvert", "NonConvert", 29),
    ("KanaMode", "KanaMode", 21),
    ("HangulMode", "Lang1", 21),
    ("HanjaMode", "Lang2", 25),
];

/// Keys of the numeric pad, with the number lock on: what each writes, code, key code.
const PAD: &[(&str, &str, i32)] = &[
    ("0", "Numpad0", 96),
    ("1", "Numpad1", 97),
    ("2", "Numpad2", 98),
    ("3", "Numpad3", 99),
    ("4", "Numpad4", 100),
    ("5", "Numpad5", 101),
    ("6", "Numpad6", 102),
    ("7", "Numpad7", 103),
    ("8", "Numpad8", 104),
    ("9", "Numpad9", 105),
    ("*", "NumpadMultiply", 106),
    ("+", "NumpadAdd", 107),
    (",", "NumpadComma", 194),
    ("-", "NumpadSubtract", 109),
    (".", "NumpadDecimal", 110),
    ("/", "NumpadDivide", 111),
    ("=", "NumpadEqual", 187),
    ("\r", "NumpadEnter", 13),
];

/// Characters of the US layout: plain, shifted, code, key code.
const CHARACTERS: &[(char, char, &str, i32)] = &[
    ('0', ')', "Digit0", 48),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    (';', ':', "Semicolon", 186),
    ('=', '+', "Equal", 187),
    (',', '<', "Comma", 188),
    ('-', '_', "Minus", 189),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    ('`', '~', "Backquote", 192),
    ('[', '{', "BracketLeft", 219),
    ('\\', '|', "Backslash", 220),
    (']', '}', "BracketRight", 221),
    ('\'', '"', "Quote", 222),
];

/// Other words for keys, in lower case.
const ALIASES: &[(&str, &str)] = &[
    ("return", "Enter"),
    ("newline", "Enter"),
    ("esc", "Escape"),
    ("del", "Delete"),
    ("forwarddelete", "Delete"),
    ("ins", "Insert"),
    ("bksp", "Backspace"),
    ("left", "ArrowLeft"),
    ("up", "ArrowUp"),
    ("right", "ArrowRight"),
    ("down", "ArrowDown"),
    ("leftarrow", "ArrowLeft"),
    ("uparrow", "ArrowUp"),
    ("rightarrow", "ArrowRight"),
    ("downarrow", "ArrowDown"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("pagedn", "PageDown"),
    ("ctrl", "Control"),
    ("ctl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("win", "Meta"),
    ("windows", "Meta"),
    ("super", "Meta"),
    ("os", "Meta"),
    ("opt", "Alt"),
    ("option", "Alt"),
    ("altgr", "AltGraph"),
    ("menu", "ContextMenu"),
    ("apps", "ContextMenu"),
    ("printscr", "PrintScreen"),
    ("prtsc", "PrintScreen"),
    ("break", "Pause"),
    ("caps", "CapsLock"),
    ("numpadplus", "NumpadAdd"),
    ("numpadminus", "NumpadSubtract"),
    ("kanji", "KanaMode"),
];

/// Words for keys that write a character which cannot stand in a chord, or is hard to see there.
const SPELLED: &[(&str, char)] = &[
    ("space", ' '),
    ("spacebar", ' '),
    ("plus", '+'),
    ("minus", '-'),
    ("comma", ','),
    ("period", '.'),
    ("dot", '.'),
    ("slash", '/'),
    ("equals", '='),
];

/// The highest function key.
const LAST_FUNCTION_KEY: i32 = 24;

fn key(key: &str, code: &str, key_code: i32, text: Option<&str>) -> Key {
    let location = match code {
        "ShiftLeft" | "ControlLeft" | "AltLeft" | "MetaLeft" => 1,
        "ShiftRight" | "ControlRight" | "AltRight" | "MetaRight" => 2,
        _ if code.starts_with("Numpad") => 3,
        _ => 0,
    };
    let (key, code) = (key.to_owned(), code.to_owned());
    Key { key, code, key_code, text: text.map(str::to_owned), location }
}

/// A key that no page knows.
pub(super) fn unidentified() -> Key {
    key("Unidentified", "", 0, None)
}

/// The key that writes a character, and whether Shift is held; `None` for what no key of the layout writes.
pub(crate) fn of_character(c: char) -> Option<(Key, bool)> {
    let mut buffer = [0; 4];
    let text: &str = c.encode_utf8(&mut buffer);
    if c == ' ' {
        return Some((key(text, "Space", 32, Some(text)), false));
    }
    if c.is_ascii_alphabetic() {
        let upper = c.to_ascii_uppercase();
        return Some((key(text, &format!("Key{upper}"), upper as i32, Some(text)), c.is_ascii_uppercase()));
    }
    let (plain, _, code, key_code) =
        CHARACTERS.iter().find(|(plain, shifted, ..)| *plain == c || *shifted == c)?;
    Some((key(text, code, *key_code, Some(text)), *plain != c))
}

/// What a key that writes this writes with Shift held.
pub(crate) fn shifted(c: char) -> Option<char> {
    if c.is_ascii_lowercase() {
        return Some(c.to_ascii_uppercase());
    }
    CHARACTERS.iter().find(|(plain, ..)| *plain == c).map(|(_, shifted, ..)| *shifted)
}

/// The key of a name: `Enter`, `F5`, `a`, `Space`, `KeyA`, `Numpad7`, `ShiftRight`, or another word for one.
pub(crate) fn named(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    if let (Some(c), None) = (characters.next(), characters.next()) {
        return of_character(c).map(|(key, _)| key);
    }
    let lower = name.to_ascii_lowercase();
    if let Some((_, c)) = SPELLED.iter().find(|(word, _)| *word == lower) {
        return of_character(*c).map(|(key, _)| key);
    }
    let name = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, real)| real);
    let by_key = NAMED.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name));
    if let Some((word, code, key_code)) =
        by_key.or_else(|| NAMED.iter().find(|(_, code, _)| code.eq_ignore_ascii_case(name)))
    {
        // Without the text no keypress is fired and no form is submitted.
        let text = (*word == "Enter").then_some("\r");
        return Some(key(word, code, *key_code, text));
    }
    if let Some((text, code, key_code)) = PAD.iter().find(|(_, code, _)| code.eq_ignore_ascii_case(name)) {
        let word = if *text == "\r" { "Enter" } else { text };
        return Some(key(word, code, *key_code, Some(text)));
    }
    function_key(name).or_else(|| by_place(name))
}

fn function_key(name: &str) -> Option<Key> {
    let digits = name.strip_prefix(['F', 'f'])?;
    let number: i32 = digits.parse().ok()?;
    let name = format!("F{number}");
    (digits == number.to_string() && (1..=LAST_FUNCTION_KEY).contains(&number))
        .then(|| key(&name, &name, 111 + number, None))
}

/// `KeyA`, `Digit1`, `Slash`, `IntlBackslash`: a key by where it is.
fn by_place(name: &str) -> Option<Key> {
    let rest = |prefix: &str| {
        let (head, tail) = name.split_at_checked(prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then_some(tail)
    };
    if let Some(letter) = rest("Key").filter(|rest| rest.len() == 1) {
        let letter = letter.chars().next().filter(char::is_ascii_alphabetic)?;
        return of_character(letter.to_ascii_lowercase()).map(|(key, _)| key);
    }
    if name.eq_ignore_ascii_case("IntlBackslash") {
        return Some(key("\\", "IntlBackslash", 226, Some("\\")));
    }
    let (plain, ..) = CHARACTERS.iter().find(|(_, _, code, _)| code.eq_ignore_ascii_case(name))?;
    of_character(*plain).map(|(key, _)| key)
}

/// Every name of more than one character that [`named`] knows, as it is written.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let named = NAMED.iter().flat_map(|(key, code, _)| [*key, *code]);
    let pad = PAD.iter().map(|(_, code, _)| *code);
    let characters = CHARACTERS.iter().map(|(_, _, code, _)| *code);
    let words = ["Space", "Plus", "IntlBackslash"];
    let fixed = named.chain(pad).chain(characters).chain(words).map(str::to_owned);
    fixed
        .chain((1..=LAST_FUNCTION_KEY).map(|number| format!("F{number}")))
        .chain(('A'..='Z').map(|letter| format!("Key{letter}")))
}

/// Every other word that [`named`] knows, with the name that it stands for.
pub(super) fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_alias_is_a_key_that_its_code_names_as_well() {
        for name in names().chain(aliases().map(|(alias, _)| alias.to_owned())) {
            let Some(key) = named(&name) else { panic!("{name} is no key") };
            assert!(!key.code.is_empty() && key.key_code > 0, "{name}: {key:?}");
            let again = named(&key.code).unwrap_or_else(|| panic!("{} is no key", key.code));
            assert_eq!(again.code, key.code, "{name}");
        }
    }

    #[test]
    fn sides_and_the_pad_have_their_location() {
        for (name, code, location) in [
            ("Shift", "ShiftLeft", 1),
            ("ShiftRight", "ShiftRight", 2),
            ("AltGraph", "AltRight", 2),
            ("Numpad5", "Numpad5", 3),
            ("NumpadEnter", "NumpadEnter", 3),
            ("Enter", "Enter", 0),
            ("a", "KeyA", 0),
        ] {
            let key = named(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((key.code.as_str(), key.location), (code, location), "{name}");
        }
    }
}
