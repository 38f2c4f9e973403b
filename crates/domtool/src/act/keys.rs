//! Keys by name: what a chord such as `Control+Shift+A` or `ArrowDown x3` sends. The layout is US, as key codes are.

use super::action::Modifiers;
use crate::error::{Error, Result};

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
    /// 1 for the left ones, 2 for the right ones, 3 for the numeric pad.
    pub(crate) location: i32,
}

/// A key with the modifiers held around it, and how often it is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) modifiers: Modifiers,
    pub(crate) key: Key,
    pub(crate) times: u32,
}

/// Keys that have a name: name, code, key code, text.
const NAMED: &[(&str, &str, i32, Option<&str>)] = &[
    ("Enter", "Enter", 13, Some("\r")), // without the text no keypress is fired and no form is submitted
    ("Tab", "Tab", 9, None),
    ("Escape", "Escape", 27, None),
    ("Backspace", "Backspace", 8, None),
    ("Delete", "Delete", 46, None),
    ("Insert", "Insert", 45, None),
    ("ArrowLeft", "ArrowLeft", 37, None),
    ("ArrowUp", "ArrowUp", 38, None),
    ("ArrowRight", "ArrowRight", 39, None),
    ("ArrowDown", "ArrowDown", 40, None),
    ("Home", "Home", 36, None),
    ("End", "End", 35, None),
    ("PageUp", "PageUp", 33, None),
    ("PageDown", "PageDown", 34, None),
    ("Shift", "ShiftLeft", 16, None),
    ("Control", "ControlLeft", 17, None),
    ("Alt", "AltLeft", 18, None),
    ("Meta", "MetaLeft", 91, None),
    ("CapsLock", "CapsLock", 20, None),
    ("ContextMenu", "ContextMenu", 93, None),
    ("PrintScreen", "PrintScreen", 44, None),
    ("ScrollLock", "ScrollLock", 145, None),
    ("Pause", "Pause", 19, None),
];

/// Other words for them.
const ALIASES: &[(&str, &str)] = &[
    ("return", "Enter"),
    ("esc", "Escape"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("left", "ArrowLeft"),
    ("up", "ArrowUp"),
    ("right", "ArrowRight"),
    ("down", "ArrowDown"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pagedn", "PageDown"),
    ("ctrl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("win", "Meta"),
    ("super", "Meta"),
    ("option", "Alt"),
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

/// The key that writes a character, and whether Shift is held; `None` for what no key of the layout writes.
pub(crate) fn of_character(c: char) -> Option<(Key, bool)> {
    let written = |code: &str, key_code: i32| Key {
        key: c.to_string(),
        code: code.to_owned(),
        key_code,
        text: Some(c.to_string()),
        location: 0,
    };
    if c == ' ' {
        return Some((written("Space", 32), false));
    }
    if c.is_ascii_alphabetic() {
        let upper = c.to_ascii_uppercase();
        return Some((written(&format!("Key{upper}"), upper as i32), c.is_ascii_uppercase()));
    }
    let (plain, _, code, key_code) =
        CHARACTERS.iter().find(|(plain, shifted, ..)| *plain == c || *shifted == c)?;
    Some((written(code, *key_code), *plain != c))
}

/// The key of a name (`Enter`, `F5`, `a`, `Space`).
pub(crate) fn named(name: &str) -> Option<Key> {
    let lower = name.to_ascii_lowercase();
    if lower == "space" || lower == "spacebar" {
        return of_character(' ').map(|(key, _)| key);
    }
    if lower == "plus" {
        return of_character('+').map(|(key, _)| key);
    }
    let name = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, real)| real);
    if let Some((key, code, key_code, text)) = NAMED.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name)) {
        let location = i32::from(matches!(*key, "Shift" | "Control" | "Alt" | "Meta"));
        return Some(Key {
            key: (*key).to_owned(),
            code: (*code).to_owned(),
            key_code: *key_code,
            text: text.map(str::to_owned),
            location,
        });
    }
    if let Some(number) = name.strip_prefix(['F', 'f']).and_then(|n| n.parse::<i32>().ok())
        && (1..=24).contains(&number)
    {
        let name = format!("F{number}");
        return Some(Key { key: name.clone(), code: name, key_code: 111 + number, text: None, location: 0 });
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => of_character(c).map(|(key, _)| key),
        _ => None,
    }
}

/// Parses `Enter`, `Control+A`, `ArrowDown x3`, `Tab Tab Enter`.
pub(crate) fn parse(keys: &str) -> Result<Vec<Stroke>> {
    let mut strokes: Vec<Stroke> = Vec::new();
    for word in keys.split_whitespace() {
        if let Some(times) = word.strip_prefix(['x', 'X']).and_then(|n| n.parse::<u32>().ok())
            && let Some(last) = strokes.last_mut()
        {
            if times == 0 || times > 500 {
                return Err(Error::invalid_input(format!("{word:?}: a key is pressed 1 to 500 times")));
            }
            last.times = times;
            continue;
        }
        strokes.push(stroke(word)?);
    }
    if strokes.is_empty() {
        return Err(Error::invalid_input("no key is named")
            .with_hint("name keys as in: Enter, Control+A, ArrowDown x3"));
    }
    Ok(strokes)
}

fn stroke(word: &str) -> Result<Stroke> {
    let mut modifiers = Modifiers::default();
    // `Control++` is the plus key: the last part may be the separator itself.
    let (held, name) = match word.strip_suffix("++") {
        Some(held) => (held, "+"),
        None if word == "+" => ("", "+"),
        None => word.rsplit_once('+').unwrap_or(("", word)),
    };
    for part in held.split('+').filter(|part| !part.is_empty()) {
        match named(part).map(|key| key.key).as_deref() {
            Some("Control") => modifiers.control = true,
            Some("Shift") => modifiers.shift = true,
            Some("Alt") => modifiers.alt = true,
            Some("Meta") => modifiers.meta = true,
            _ if part.eq_ignore_ascii_case("ControlOrMeta") || part.eq_ignore_ascii_case("Mod") => {
                if cfg!(target_os = "macos") { modifiers.meta = true } else { modifiers.control = true }
            }
            _ => return Err(unknown(part)),
        }
    }
    let mut key = named(name).ok_or_else(|| unknown(name))?;
    let shifted = key.key.chars().count() == 1
        && key.key.chars().next().and_then(of_character).is_some_and(|(_, shifted)| shifted);
    // `Control+A` is what people write for Control and the a key.
    if shifted && (modifiers.control || modifiers.meta || modifiers.alt) && !modifiers.shift {
        key.key = key.key.to_lowercase();
        key.text = Some(key.key.clone());
    } else if shifted {
        modifiers.shift = true;
    } else if modifiers.shift
        && let Some(text) = &key.text
        && text.len() == 1
        && let Some(upper) = shifted_of(text)
    {
        key.key = upper.to_string();
        key.text = Some(upper.to_string());
    }
    if modifiers.control || modifiers.meta || modifiers.alt {
        key.text = None; // a chord writes nothing
    }
    Ok(Stroke { modifiers, key, times: 1 })
}

fn shifted_of(text: &str) -> Option<char> {
    let c = text.chars().next()?;
    if c.is_ascii_lowercase() {
        return Some(c.to_ascii_uppercase());
    }
    CHARACTERS.iter().find(|(plain, ..)| *plain == c).map(|(_, shifted, ..)| *shifted)
}

fn unknown(name: &str) -> Error {
    Error::invalid_input(format!("there is no key {name:?}"))
        .with_hint("keys are named as in KeyboardEvent.key: Enter, Tab, Escape, ArrowDown, F5, a; to write text use type")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `keys` sends: `modifiers code key text times`, a line a stroke.
    fn check(keys: &str, expected: &[&str]) {
        let strokes: Vec<String> = parse(keys)
            .unwrap()
            .iter()
            .map(|s| {
                let text = s.key.text.as_deref().unwrap_or("-");
                format!("{} {} {} {text:?} x{}", s.modifiers.bits(), s.key.code, s.key.key, s.times)
            })
            .collect();
        assert_eq!(strokes, expected, "{keys}");
    }

    #[test]
    fn keys_and_chords() {
        check("Enter", &[r#"0 Enter Enter "\r" x1"#]);
        check("ArrowDown x3 Enter", &[r#"0 ArrowDown ArrowDown "-" x3"#, r#"0 Enter Enter "\r" x1"#]);
        check("Control+A", &[r#"2 KeyA a "-" x1"#]);
        check("ctrl+shift+a", &[r#"10 KeyA A "-" x1"#]);
        check("Shift+Tab", &[r#"8 Tab Tab "-" x1"#]);
        check("A", &[r#"8 KeyA A "A" x1"#]);
        check("shift+1", &[r#"8 Digit1 ! "!" x1"#]);
        check("?", &[r#"8 Slash ? "?" x1"#]);
        check("Control++", &[r#"2 Equal + "-" x1"#]);
        check("+", &[r#"8 Equal + "+" x1"#]);
        check("F5 x", &[r#"0 F5 F5 "-" x1"#, r#"0 KeyX x "x" x1"#]);
        check("Space", &[r#"0 Space   " " x1"#]);
    }

    #[test]
    fn what_is_no_key_says_so() {
        for keys in ["", "  ", "Entr", "Hyper+A", "é", "a x0", "a x501"] {
            assert!(parse(keys).is_err(), "{keys}");
        }
    }
}
