//! Editing by keys. Elsewhere than on macOS the browser's own table turns a chord into what it does to a text; on macOS
//! the system does, which a synthetic key does not reach, so the command goes along with the key.

use super::{super::action::Modifiers, keys::Stroke};

/// Whose habits the keys have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Platform {
    Mac,
    Other,
}

impl Platform {
    /// Of the browsers that we start. One that we are connected to on another system has other habits, and is asked
    /// for nothing that depends on them but the chords that the caller names.
    pub(crate) const HERE: Self = if cfg!(target_os = "macos") { Self::Mac } else { Self::Other };

    /// The modifier of editing chords: Command, or Control.
    pub(crate) const fn chord(self) -> Modifiers {
        match self {
            Self::Mac => Modifiers { alt: false, control: false, meta: true, shift: false },
            Self::Other => Modifiers { alt: false, control: true, meta: false, shift: false },
        }
    }
}

/// What a chord does with the clipboard, on a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clip {
    Copy,
    Cut,
    Paste,
}

/// Whether a stroke reads or writes the clipboard.
pub(crate) fn clip(platform: Platform, stroke: &Stroke) -> Option<Clip> {
    let held = stroke.modifiers;
    let chord = platform.chord();
    let code = stroke.key.code.as_str();
    if (Modifiers { shift: false, ..held }) == chord {
        return match code {
            "KeyC" if !held.shift => Some(Clip::Copy),
            "KeyX" if !held.shift => Some(Clip::Cut),
            // With Shift it pastes without the formatting.
            "KeyV" => Some(Clip::Paste),
            "Insert" if !held.shift && platform == Platform::Other => Some(Clip::Copy),
            _ => None,
        };
    }
    let shift = Modifiers { shift: true, ..Modifiers::default() };
    match code {
        "Insert" if held == shift && platform == Platform::Other => Some(Clip::Paste),
        "Delete" if held == shift && platform == Platform::Other => Some(Clip::Cut),
        _ => None,
    }
}

/// The editing commands that go along with a stroke.
pub(super) fn commands(platform: Platform, stroke: &Stroke) -> Option<Vec<String>> {
    if platform == Platform::Other {
        return None;
    }
    let held = stroke.modifiers;
    let select = |command: &str| {
        if held.shift { format!("{command}AndModifySelection") } else { command.to_owned() }
    };
    let command = match (held.meta, held.alt, held.control, stroke.key.code.as_str()) {
        (true, false, false, code) => match (code, held.shift) {
            ("KeyA", false) => "selectAll".to_owned(),
            ("KeyC", false) => "copy".to_owned(),
            ("KeyX", false) => "cut".to_owned(),
            ("KeyV", false) => "paste".to_owned(),
            ("KeyV", true) => "pasteAndMatchStyle".to_owned(),
            ("KeyZ", false) => "undo".to_owned(),
            ("KeyZ", true) => "redo".to_owned(),
            ("Backspace", false) => "deleteToBeginningOfLine".to_owned(),
            ("ArrowLeft", _) => select("moveToLeftEndOfLine"),
            ("ArrowRight", _) => select("moveToRightEndOfLine"),
            ("ArrowUp", _) => select("moveToBeginningOfDocument"),
            ("ArrowDown", _) => select("moveToEndOfDocument"),
            _ => return None,
        },
        (false, true, false, code) => match (code, held.shift) {
            ("Backspace", false) => "deleteWordBackward".to_owned(),
            ("Delete", false) => "deleteWordForward".to_owned(),
            ("ArrowLeft", _) => select("moveWordLeft"),
            ("ArrowRight", _) => select("moveWordRight"),
            ("ArrowUp", _) => select("moveToBeginningOfParagraph"),
            ("ArrowDown", _) => select("moveToEndOfParagraph"),
            _ => return None,
        },
        (false, false, true, code) if !held.shift => match code {
            "KeyA" => "moveToBeginningOfParagraph".to_owned(),
            "KeyE" => "moveToEndOfParagraph".to_owned(),
            "KeyK" => "deleteToEndOfParagraph".to_owned(),
            "KeyD" => "deleteForward".to_owned(),
            "KeyH" => "deleteBackward".to_owned(),
            "KeyB" => "moveBackward".to_owned(),
            "KeyF" => "moveForward".to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    Some(vec![command])
}

#[cfg(test)]
mod tests {
    use super::{super::keys::parse, *};

    fn command(platform: Platform, keys: &str) -> Option<String> {
        let strokes = parse(keys).unwrap();
        commands(platform, &strokes[0]).and_then(|commands| commands.into_iter().next())
    }

    #[test]
    fn on_macos_the_command_goes_along() {
        for (keys, expected) in [
            ("Meta+A", Some("selectAll")),
            ("Meta+Shift+Z", Some("redo")),
            ("Alt+ArrowLeft", Some("moveWordLeft")),
            ("Alt+Shift+ArrowRight", Some("moveWordRightAndModifySelection")),
            ("Meta+Shift+ArrowUp", Some("moveToBeginningOfDocumentAndModifySelection")),
            ("Alt+Backspace", Some("deleteWordBackward")),
            ("Meta+Alt+A", None),
            ("ArrowLeft", None),
            ("a", None),
        ] {
            assert_eq!(command(Platform::Mac, keys).as_deref(), expected, "{keys}");
            assert_eq!(command(Platform::Other, keys), None, "{keys}");
        }
    }

    #[test]
    fn chords_of_the_clipboard() {
        for (platform, keys, expected) in [
            (Platform::Other, "Control+C", Some(Clip::Copy)),
            (Platform::Other, "Control+Insert", Some(Clip::Copy)),
            (Platform::Other, "Control+X", Some(Clip::Cut)),
            (Platform::Other, "Control+V", Some(Clip::Paste)),
            (Platform::Other, "Control+Shift+V", Some(Clip::Paste)),
            (Platform::Other, "Shift+Insert", Some(Clip::Paste)),
            (Platform::Other, "Shift+Delete", Some(Clip::Cut)),
            (Platform::Other, "Control+Alt+V", None),
            (Platform::Other, "Meta+V", None),
            (Platform::Mac, "Meta+V", Some(Clip::Paste)),
            (Platform::Mac, "Control+V", None),
            (Platform::Mac, "Shift+Insert", None),
        ] {
            assert_eq!(clip(platform, &parse(keys).unwrap()[0]), expected, "{keys}");
        }
    }
}
