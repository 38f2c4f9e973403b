//! `Input`: trusted input events.

use serde::{Deserialize, Serialize};

use super::domain;

domain! {
    "Input"
    /// A mouse event, at CSS pixels of the viewport of the session's local root frame.
    command DispatchMouseEvent = "dispatchMouseEvent" { r#type: MouseEventType, x: f64, y: f64; modifiers: i32, button: MouseButton,
        buttons: i32, click_count: i32, delta_x: f64, delta_y: f64 }
    /// A key event. `text` makes it a character; `commands` are editing commands, such as `selectAll`.
    command DispatchKeyEvent = "dispatchKeyEvent" { r#type: KeyEventType; modifiers: i32, text: String, unmodified_text: String,
        code: String, key: String, windows_virtual_key_code: i32, native_virtual_key_code: i32, auto_repeat: bool, is_keypad: bool,
        is_system_key: bool, location: i32, commands: Vec<String> }
    /// Inserts text as an input method would: `beforeinput` and `input`, no key events.
    command InsertText = "insertText" { text: String; }
}

/// What a mouse does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MouseEventType {
    /// It moves.
    #[default]
    MouseMoved,
    /// A button goes down.
    MousePressed,
    /// A button comes up.
    MouseReleased,
    /// The wheel turns.
    MouseWheel,
}

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MouseButton {
    /// None.
    #[default]
    None,
    /// The first.
    Left,
    /// The wheel.
    Middle,
    /// The second.
    Right,
}

/// What a key does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeyEventType {
    /// It goes down, and gives a character where there is text.
    #[default]
    KeyDown,
    /// It comes up.
    KeyUp,
    /// It goes down and gives no character.
    RawKeyDown,
    /// A character alone.
    Char,
}
