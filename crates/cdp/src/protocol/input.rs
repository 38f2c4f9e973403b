//! `Input`: trusted input events.

use serde::{Deserialize, Serialize};

use super::domain;

domain! {
    "Input"
    /// A mouse event, at CSS pixels of the viewport of the session's local root frame.
    command DispatchMouseEvent = "dispatchMouseEvent" { r#type: MouseEventType, x: f64, y: f64; modifiers: i32, button: MouseButton,
        buttons: i32, click_count: i32, force: f64, delta_x: f64, delta_y: f64 }
    /// A touch event: the points that are down after it. Answered by the page's own session alone, at CSS pixels of its viewport.
    command DispatchTouchEvent = "dispatchTouchEvent" { r#type: TouchEventType, touch_points: Vec<TouchPoint>; modifiers: i32 }
    /// A finger.
    object TouchPoint = "TouchPoint" { x: f64, y: f64; radius_x: f64, radius_y: f64, force: f64, id: f64 }
    /// Leaves drags that a page begins to us: [`DragIntercepted`] instead of a drag of the system.
    command SetInterceptDrags = "setInterceptDrags" { enabled: bool; }
    /// One step of a drag, at CSS pixels of the page's viewport.
    command DispatchDragEvent = "dispatchDragEvent" { r#type: DragEventType, x: f64, y: f64, data: DragData; modifiers: i32 }
    /// What a drag carries. The mask has what its source allows: 1 copy, 2 link, 16 move.
    object DragData = "DragData" { items: Vec<DragDataItem>, drag_operations_mask: i32; files: Vec<String> }
    /// One thing that a drag carries.
    object DragDataItem = "DragDataItem" { mime_type: String, data: String; title: String, base_url as "baseURL": String }
    /// A page began a drag while these are left to us.
    event DragIntercepted = "dragIntercepted" { data: DragData; }
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

/// What a finger does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TouchEventType {
    /// It comes down.
    #[default]
    TouchStart,
    /// It goes up: no points are left.
    TouchEnd,
    /// It moves.
    TouchMove,
    /// The system takes it away.
    TouchCancel,
}

/// A step of a drag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DragEventType {
    /// It comes into a frame.
    #[default]
    DragEnter,
    /// It moves.
    DragOver,
    /// It is let go of.
    Drop,
    /// It ends without a drop.
    DragCancel,
}
