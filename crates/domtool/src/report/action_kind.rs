//! The names of actions, as reports and command lines have them.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! action_kinds {
    ($($(#[$meta:meta])* $kind:ident $name:literal),* $(,)?) => {
        /// What kind of action was done. A kind of [`Action`](crate::Action) can have several: a click with the right button is a kind
        /// of its own.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ActionKind { $($(#[$meta])* #[doc = concat!("`", $name, "`.")] $kind),* }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for ActionKind {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                "ActionKind".into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "description": "What kind of action was done.",
                    "type": "string",
                    "enum": [$($name),*],
                })
            }
        }

        impl ActionKind {
            /// Its name, such as `double_click`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(ActionKind::$kind => $name),* }
            }
        }
    };
}

action_kinds! {
    #[default]
    Click "click",
    DoubleClick "double_click",
    RightClick "right_click",
    Hover "hover",
    Drag "drag",
    Wheel "wheel",
    SendClickEvent "send_click_event",
    Highlight "highlight",
    NextChunk "next_chunk",
    PrevChunk "prev_chunk",
    Scroll "scroll",
    ScrollIntoView "scroll_into_view",
    Fill "fill",
    Type "type",
    Clear "clear",
    Press "press",
    Select "select",
    Submit "submit",
    Check "check",
    Uncheck "uncheck",
    SelectText "select_text",
    Copy "copy",
    Cut "cut",
    Paste "paste",
    Upload "upload",
    Download "download",
    Emulate "emulate",
    Open "open",
    Back "back",
    Forward "forward",
    Reload "reload",
    Stop "stop",
    Dialog "dialog",
    Wait "wait",
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for ActionKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
