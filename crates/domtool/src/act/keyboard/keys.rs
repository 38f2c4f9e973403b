//! Keys as they are written: chords, sequences and repeats, such as `Control+A`, `g i`, `ArrowDown x3 Enter`.

use std::{fmt, str::FromStr};

use domtool_page::view::quoted;

use super::{
    editing::Platform,
    nearest::nearest,
    table::{self, Key},
};
use crate::{
    act::action::Modifiers,
    error::{Error, Result},
    limits::{KEY_PRESSES, TIMES_OF_KEY},
};

/// A key with the modifiers held around it, and how often it is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) modifiers: Modifiers,
    pub(crate) key: Key,
    pub(crate) times: u32,
    /// It is held down meanwhile and repeats by itself, rather than pressed anew each time.
    pub(crate) held: bool,
}

impl Stroke {
    /// A key pressed once.
    pub(crate) fn once(modifiers: Modifiers, key: Key) -> Self {
        Self { modifiers, key, times: 1, held: false }
    }
}

/// Keys to press, one chord after the other.
///
/// Written as chords with `+` between white space: `Enter`, `Control+A`, `Shift+Tab`, `g i`. `x3` after a chord presses
/// it three times, with the modifiers held throughout; `x3 held` holds the key down while it repeats three times, as a
/// person who leans on an arrow key. Keys have the names of `KeyboardEvent.key` or `KeyboardEvent.code` (UI Events), in
/// letters of any case; `ControlOrMeta` is the modifier of editing chords: Command on macOS, Control elsewhere.
///
/// ```
/// let keys: domtool::Keys = "ctrl+a ArrowDown x3".parse()?;
/// assert_eq!(keys.to_string(), "Control+KeyA ArrowDown x3");
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(Vec<Stroke>);

impl Keys {
    pub(crate) fn strokes(&self) -> &[Stroke] {
        &self.0
    }

    /// Whether it is one `Tab` or `Shift+Tab`: that shows nothing else than was shown.
    pub(crate) fn only_move_focus(&self) -> bool {
        matches!(&*self.0, [Stroke { modifiers, key, times: 1, held: false }]
            if key.code == "Tab" && matches!(*modifiers, Modifiers::NONE | Modifiers::SHIFT))
    }
}

impl FromStr for Keys {
    type Err = Error;

    /// # Errors
    /// `INVALID_INPUT` for what is no key, with the key that was probably meant.
    fn from_str(keys: &str) -> Result<Self> {
        parse(keys).map(Self)
    }
}

/// By the places of the keys, which is the same for every way to write them.
impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, stroke) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            for (name, _) in held_keys(stroke) {
                write!(f, "{name}+")?;
            }
            // One place has two names: what it is depends on the layout.
            let place = table::named(&stroke.key.code).filter(|key| key.key_code == stroke.key.key_code);
            f.write_str(place.map_or(&stroke.key.key, |_| &stroke.key.code))?;
            if stroke.times > 1 || stroke.held {
                write!(f, " x{}", stroke.times)?;
            }
            if stroke.held {
                f.write_str(" held")?;
            }
        }
        Ok(())
    }
}

/// A modifier: what its key is called, and where it stands in [`Modifiers`].
pub(super) type Hold = (&'static str, fn(&mut Modifiers) -> &mut bool);

/// The modifiers, in the order that they are pressed.
const HOLDS: &[Hold] = &[
    ("Control", |m| &mut m.control),
    ("Alt", |m| &mut m.alt),
    ("Meta", |m| &mut m.meta),
    ("Shift", |m| &mut m.shift),
];

/// The keys of modifiers, in the order that they are pressed.
pub(super) fn modifier_keys(modifiers: Modifiers) -> impl Iterator<Item = Hold> {
    HOLDS.iter().copied().filter(move |(_, place)| *place(&mut { modifiers }))
}

/// The modifier keys to hold around a stroke, in the order that they are pressed. A modifier that is itself the key is
/// none of them.
pub(super) fn held_keys(stroke: &Stroke) -> impl DoubleEndedIterator<Item = Hold> + use<> {
    let modifiers = stroke.modifiers;
    let own = stroke.key.key.clone();
    HOLDS.iter().copied().filter(move |(name, place)| *name != own && *place(&mut { modifiers }))
}

/// The place of a modifier key in [`Modifiers`], for keys that are one.
pub(super) fn place_of(key: &Key) -> Option<fn(&mut Modifiers) -> &mut bool> {
    HOLDS.iter().find(|(name, _)| *name == key.key).map(|(_, place)| *place)
}

/// Parses `Enter`, `Control+A`, `ArrowDown x3`, `Tab Tab Enter`.
pub(crate) fn parse(keys: &str) -> Result<Vec<Stroke>> {
    let mut strokes: Vec<Stroke> = Vec::new();
    // Whether the last word was a number of times, which `held` may follow.
    let mut counted = false;
    for word in keys.split_whitespace() {
        if let Some(last) = strokes.last_mut() {
            if let Some(times) = times(word)? {
                if counted {
                    return Err(Error::invalid_input(format!(
                        "{word} counts what is counted already",
                        word = quoted(&word)
                    )));
                }
                last.times = times;
                counted = true;
                continue;
            }
            if counted && word.eq_ignore_ascii_case("held") {
                last.held = true;
                counted = false;
                continue;
            }
            if word == "+" && place_of(&last.key).is_some() {
                return Err(Error::invalid_input("a chord has no spaces in it")
                    .with_hint(format!("write {}+KEY for a chord, or Plus for the key", last.key.key)));
            }
        }
        counted = false;
        strokes.push(stroke(word)?);
    }
    if strokes.is_empty() {
        return Err(Error::invalid_input("no key is named")
            .with_hint("name keys as in: Enter, Control+A, ArrowDown x3"));
    }
    let in_all: u32 = strokes.iter().map(|stroke| stroke.times).fold(0, u32::saturating_add);
    if in_all > KEY_PRESSES {
        return Err(Error::invalid_input(format!("{in_all} key presses are too many for one action")));
    }
    Ok(strokes)
}

/// The number of `x3`.
fn times(word: &str) -> Result<Option<u32>> {
    let Some(digits) = word.strip_prefix(['x', 'X']) else { return Ok(None) };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(times) if (1..=TIMES_OF_KEY).contains(&times) => Ok(Some(times)),
        _ => Err(Error::invalid_input(format!(
            "{word}: a key is pressed 1 to {TIMES_OF_KEY} times",
            word = quoted(&word)
        ))),
    }
}

fn stroke(word: &str) -> Result<Stroke> {
    let mut modifiers = Modifiers::default();
    // `Control++` is the plus key: the last part may be the separator itself.
    let (held, name) = match word.strip_suffix("++") {
        Some(held) => (held, "+"),
        None if word == "+" => ("", "+"),
        None => word.rsplit_once('+').unwrap_or(("", word)),
    };
    if !held.is_empty() || name.len() != word.len() {
        for part in held.split('+') {
            *modifier(part)?(&mut modifiers) = true;
        }
    }
    let mut key = table::named(name).or_else(|| either(name)).ok_or_else(|| unknown(name))?;
    let written = key.text.clone().filter(|_| key.location != 3);
    let character = written.as_deref().and_then(|text| text.chars().next()).filter(|c| !c.is_control());
    let shifted = character.and_then(table::of_character).is_some_and(|(_, shifted)| shifted);
    let chord = modifiers.control || modifiers.meta || modifiers.alt;
    if shifted && chord && !modifiers.shift && key.key.chars().all(|c| c.is_ascii_alphabetic()) {
        // `Control+A` is what people write for Control and the a key.
        key.key = key.key.to_lowercase();
    } else if shifted {
        modifiers.shift = true;
    } else if modifiers.shift
        && let Some(upper) = character.and_then(table::shifted)
    {
        key.key = upper.to_string();
    }
    if character.is_some() {
        key.text = Some(key.key.clone());
    }
    if chord {
        key.text = None; // a chord writes nothing
    }
    Ok(Stroke::once(modifiers, key))
}

/// The place of a modifier by its name.
fn modifier(name: &str) -> Result<fn(&mut Modifiers) -> &mut bool> {
    let key = table::named(name).or_else(|| either(name));
    if let Some(place) = key.as_ref().and_then(place_of) {
        return Ok(place);
    }
    let error = match key {
        Some(_) => Error::invalid_input(format!("{name} is no modifier", name = quoted(&name))),
        None if name.is_empty() => Error::invalid_input("a chord has an empty part"),
        None => unknown(name),
    };
    Err(match nearest(name).filter(|_| !name.is_empty()) {
        Some(_) => error,
        None => error.with_hint("modifiers are Control, Alt, Shift, Meta and ControlOrMeta"),
    })
}

/// `ControlOrMeta`: the modifier of editing chords here.
fn either(name: &str) -> Option<Key> {
    let known = ["ControlOrMeta", "CommandOrControl", "CmdOrCtrl", "Mod"];
    let here = if Platform::HERE == Platform::Mac { "Meta" } else { "Control" };
    known.iter().any(|word| word.eq_ignore_ascii_case(name)).then(|| table::named(here)).flatten()
}

fn unknown(name: &str) -> Error {
    let error = Error::invalid_input(format!("there is no key {name}", name = quoted(&name)));
    if let Some((first, rest)) = name.split_once('-')
        && table::named(first).as_ref().and_then(place_of).is_some()
    {
        return error.with_hint(format!("chords are written with +: {first}+{}", rest.replace('-', "+")));
    }
    match nearest(name) {
        Some(meant) => error.with_hint(format!("did you mean {meant}?")),
        None => error.with_hint(
            "keys are named as in KeyboardEvent.key: Enter, Tab, Escape, ArrowDown, F5, a; to write text use type",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What `keys` sends: `modifiers code key text times`, a line a stroke.
    fn check(keys: &str, expected: &[&str]) {
        let strokes: Vec<String> = parse(keys)
            .unwrap()
            .iter()
            .map(|s| {
                let text = s.key.text.as_deref().unwrap_or("-");
                let held = if s.held { " held" } else { "" };
                format!("{} {} {} {text:?} x{}{held}", s.modifiers.bits(), s.key.code, s.key.key, s.times)
            })
            .collect();
        assert_eq!(strokes, expected, "{keys}");
    }

    #[test]
    fn keys_and_chords() {
        check("Enter", &[r#"0 Enter Enter "\r" x1"#]);
        check("ArrowDown x3 Enter", &[r#"0 ArrowDown ArrowDown "-" x3"#, r#"0 Enter Enter "\r" x1"#]);
        check("ArrowDown x3 held", &[r#"0 ArrowDown ArrowDown "-" x3 held"#]);
        check("Control+A", &[r#"2 KeyA a "-" x1"#]);
        check("ctrl+shift+a", &[r#"10 KeyA A "-" x1"#]);
        check("Control+Shift+ArrowLeft", &[r#"10 ArrowLeft ArrowLeft "-" x1"#]);
        check("Shift+Tab", &[r#"8 Tab Tab "-" x1"#]);
        check("Shift+Enter", &[r#"8 Enter Enter "\r" x1"#]);
        check("Meta+K", &[r#"4 KeyK k "-" x1"#]);
        check("g i", &[r#"0 KeyG g "g" x1"#, r#"0 KeyI i "i" x1"#]);
        check("A", &[r#"8 KeyA A "A" x1"#]);
        check("shift+1", &[r#"8 Digit1 ! "!" x1"#]);
        check("Shift+Digit1", &[r#"8 Digit1 ! "!" x1"#]);
        check("KeyA", &[r#"0 KeyA a "a" x1"#]);
        check("?", &[r#"8 Slash ? "?" x1"#]);
        check("Control++", &[r#"10 Equal + "-" x1"#]);
        check("+", &[r#"8 Equal + "+" x1"#]);
        check("F5 x", &[r#"0 F5 F5 "-" x1"#, r#"0 KeyX x "x" x1"#]);
        check("x x2", &[r#"0 KeyX x "x" x2"#]);
        check("Space", &[r#"0 Space   " " x1"#]);
        check("Shift", &[r#"0 ShiftLeft Shift "-" x1"#]);
        check("Control+Shift", &[r#"2 ShiftLeft Shift "-" x1"#]);
        check("Numpad5 NumpadEnter", &[r#"0 Numpad5 5 "5" x1"#, r#"0 NumpadEnter Enter "\r" x1"#]);
        check("Shift+Numpad5", &[r#"8 Numpad5 5 "5" x1"#]);
    }

    #[test]
    fn what_is_no_key_says_so_and_what_was_meant() {
        for (keys, hint) in [
            ("", "name keys as in"),
            ("  ", "name keys as in"),
            ("Entr", "did you mean Enter?"),
            ("Contrl+A", "did you mean Control?"),
            ("Hyper+A", "modifiers are"),
            ("a+b", "modifiers are"),
            ("Control+", "use type"),
            ("+a", "modifiers are"),
            ("Control + A", "write Control+KEY"),
            ("Ctrl-Shift-A", "Ctrl+Shift+A"),
            ("é", "use type"),
            ("a x0", ""),
            ("a x501", ""),
            ("a x2 x3", ""),
            ("hello", "use type"),
        ] {
            let error = parse(keys).expect_err(keys);
            assert!(error.hint().contains(hint), "{keys}: {}", error.hint());
            assert_eq!(error.dispatched(), crate::error::Dispatched::No);
        }
        assert!(parse(&"a x500 ".repeat(5)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_keys_or_an_error(text in "\\PC{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn keys_are_written_so_that_they_are_read_again(
            parts in proptest::collection::vec((0_u8..16, 0_usize..150, 1_u32..5, any::<bool>()), 1..6),
        ) {
            let names: Vec<String> = table::names().collect();
            let mut written = String::new();
            for (bits, at, times, held) in parts {
                for (bit, name) in ["ctrl", "alt", "cmd", "shift"].iter().enumerate() {
                    if bits & (1 << bit) != 0 {
                        written.push_str(name);
                        written.push('+');
                    }
                }
                written.push_str(&names[at % names.len()]);
                written.push_str(&format!(" x{times} {}", if held { "held " } else { "" }));
            }
            let keys: Keys = written.parse().unwrap();
            let again: Keys = keys.to_string().parse().unwrap();
            prop_assert_eq!(&again.to_string(), &keys.to_string());
            let codes = |keys: &Keys| -> Vec<(String, i32, u32, bool)> {
                let of = |s: &Stroke| (s.key.code.clone(), s.key.key_code, s.times, s.held);
                keys.strokes().iter().map(of).collect()
            };
            prop_assert_eq!(codes(&again), codes(&keys), "{} became {}", written, keys);
        }
    }
}
