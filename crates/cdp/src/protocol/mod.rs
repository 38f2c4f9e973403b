//! The commands, events and objects of the Chrome DevTools Protocol that domtool uses, written by hand.
//!
//! One file a domain. Each is a `domain!` block that gives a struct for every entry and a [`Shape`] beside it;
//! `tests/drift.rs` holds every shape against what the browser itself says at `/json/protocol`.
//! Fields are as the protocol documents them: what stands before the `;` is required, what stands after is optional.

pub mod accessibility;
mod binary;
pub mod browser;
pub mod dom;
pub mod dom_debugger;
pub mod dom_snapshot;
pub mod emulation;
pub mod fetch;
mod ids;
pub mod input;
pub mod inspector;
pub mod log;
pub mod network;
pub mod overlay;
pub mod page;
pub mod performance;
pub mod runtime;
pub mod storage;
pub mod target;
mod text;
pub mod tracing;

pub use binary::Binary;
pub use ids::{
    BackendNodeId, BrowserContextId, FrameId, LoaderId, NodeId, RemoteObjectId, RequestId, SessionId,
    TargetId,
};
pub use text::Text;

use serde::{Deserialize, Serialize};

/// A command: what is sent, the method it is sent as, and what comes back.
pub trait Command: Serialize {
    /// The wire name, such as `Page.navigate`.
    const METHOD: &'static str;
    /// The answer. It may borrow from the message it is decoded from.
    type Reply<'a>: Deserialize<'a> + Send;
}

/// An event: the method it arrives as. The type is its parameters.
pub trait Event: for<'de> Deserialize<'de> + Send {
    /// The wire name, such as `Page.frameNavigated`.
    const METHOD: &'static str;
}

/// The answer of a command that answers nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Empty {}

/// What kind of protocol entry a [`Shape`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// A type, listed under the domain's `types`.
    Object,
    /// The parameters of a command.
    Command,
    /// What a command returns.
    Reply,
    /// The parameters of an event.
    Event,
}

/// What we declare of one protocol entry, so that a test can hold it against the browser.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Where to look it up.
    pub kind: ShapeKind,
    /// `Domain.name`, as on the wire.
    pub name: &'static str,
    /// Every field that we declare.
    pub fields: &'static [Field],
}

/// One declared field of a [`Shape`].
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The Rust name, in snake case.
    pub rust: &'static str,
    /// The Rust type, without the `Option` of an optional field.
    pub kind: &'static str,
    /// The wire name where it is not the Rust name in camel case.
    pub wire: Option<&'static str>,
    /// Whether we take it as optional.
    pub optional: bool,
}

impl Field {
    /// The name on the wire.
    #[must_use]
    pub fn wire_name(&self) -> String {
        if let Some(wire) = self.wire {
            return wire.to_owned();
        }
        let mut name = String::with_capacity(self.rust.len());
        let mut upper = false;
        for c in self.rust.trim_start_matches("r#").chars() {
            if c == '_' {
                upper = true;
            } else if upper {
                name.extend(c.to_uppercase());
                upper = false;
            } else {
                name.push(c);
            }
        }
        name
    }
}

/// Everything that we declare, domain by domain.
pub const DOMAINS: &[&[Shape]] = &[
    accessibility::SHAPES,
    browser::SHAPES,
    dom::SHAPES,
    dom_debugger::SHAPES,
    dom_snapshot::SHAPES,
    emulation::SHAPES,
    fetch::SHAPES,
    fetch::held::SHAPES,
    input::SHAPES,
    inspector::SHAPES,
    log::SHAPES,
    network::SHAPES,
    overlay::SHAPES,
    page::SHAPES,
    performance::SHAPES,
    runtime::SHAPES,
    storage::SHAPES,
    target::SHAPES,
    tracing::SHAPES,
];

/// Declares the entries of one domain: `object`, `command` (with `-> Reply`) or `event`, each with its required
/// fields, a `;`, and its optional ones. `name as "wire"` names a field whose wire name is not plain camel case.
macro_rules! domain {
    (
        $domain:literal
        $(
            $(#[$meta:meta])*
            $kind:ident $name:ident = $wire:literal {
                $($req:ident $(as $reqw:literal)? : $rty:ty),* ;
                $($opt:ident $(as $optw:literal)? : $oty:ty),*
            }
            $(-> $reply:ident {
                $($rreq:ident $(as $rreqw:literal)? : $rrty:ty),* ;
                $($ropt:ident $(as $roptw:literal)? : $roty:ty),*
            })?
        )*
    ) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "camelCase")]
            #[allow(missing_docs)]
            pub struct $name {
                $( $(#[serde(rename = $reqw)])? pub $req: $rty, )*
                $( $(#[serde(rename = $optw)])? #[serde(default, skip_serializing_if = "Option::is_none")] pub $opt: Option<$oty>, )*
            }
            $(
                #[doc = concat!("What `", $domain, ".", $wire, "` answers.")]
                #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
                #[serde(rename_all = "camelCase")]
                #[allow(missing_docs)]
                pub struct $reply {
                    $( $(#[serde(rename = $rreqw)])? pub $rreq: $rrty, )*
                    $( $(#[serde(rename = $roptw)])? #[serde(default, skip_serializing_if = "Option::is_none")] pub $ropt: Option<$roty>, )*
                }
            )?
            $crate::protocol::domain!(@impl $kind $name, concat!($domain, ".", $wire) $(, $reply)?);
        )*

        /// What this domain declares, for the drift test.
        pub const SHAPES: &[$crate::protocol::Shape] = &[
            $(
                $crate::protocol::Shape {
                    kind: $crate::protocol::domain!(@kind $kind),
                    name: concat!($domain, ".", $wire),
                    fields: &[
                        $( $crate::protocol::Field { rust: stringify!($req), kind: stringify!($rty), wire: $crate::protocol::domain!(@wire $($reqw)?), optional: false }, )*
                        $( $crate::protocol::Field { rust: stringify!($opt), kind: stringify!($oty), wire: $crate::protocol::domain!(@wire $($optw)?), optional: true }, )*
                    ],
                },
                $(
                    $crate::protocol::Shape {
                        kind: $crate::protocol::ShapeKind::Reply,
                        name: concat!($domain, ".", $wire),
                        fields: &[
                            $( $crate::protocol::Field { rust: stringify!($rreq), kind: stringify!($rrty), wire: $crate::protocol::domain!(@wire $($rreqw)?), optional: false }, )*
                            $( $crate::protocol::Field { rust: stringify!($ropt), kind: stringify!($roty), wire: $crate::protocol::domain!(@wire $($roptw)?), optional: true }, )*
                        ],
                    },
                )?
            )*
        ];
    };
    (@wire) => { None };
    (@wire $wire:literal) => { Some($wire) };
    (@kind object) => { $crate::protocol::ShapeKind::Object };
    (@kind command) => { $crate::protocol::ShapeKind::Command };
    (@kind event) => { $crate::protocol::ShapeKind::Event };
    (@impl object $name:ident, $method:expr) => {};
    (@impl command $name:ident, $method:expr) => {
        impl $crate::protocol::Command for $name {
            const METHOD: &'static str = $method;
            type Reply<'a> = $crate::protocol::Empty;
        }
    };
    (@impl command $name:ident, $method:expr, $reply:ident) => {
        impl $crate::protocol::Command for $name {
            const METHOD: &'static str = $method;
            type Reply<'a> = $reply;
        }
    };
    (@impl event $name:ident, $method:expr) => {
        impl $crate::protocol::Event for $name {
            const METHOD: &'static str = $method;
        }
    };
}
pub(crate) use domain;

/// Lists what a domain with structs of its own declares: the same entries as in `domain!`, by their types on the
/// wire, and nothing but the [`Shape`]s comes of it.
macro_rules! shapes {
    ( $(
        $kind:ident $name:literal {
            $($req:ident $(as $reqw:literal)? : $rty:ty),* ;
            $($opt:ident $(as $optw:literal)? : $oty:ty),*
        }
    )* ) => {
        /// What this domain declares, for the drift test.
        pub const SHAPES: &[$crate::protocol::Shape] = &[ $(
            $crate::protocol::Shape {
                kind: $crate::protocol::ShapeKind::$kind,
                name: $name,
                fields: &[
                    $( $crate::protocol::Field { rust: stringify!($req), kind: stringify!($rty), wire: $crate::protocol::domain!(@wire $($reqw)?), optional: false }, )*
                    $( $crate::protocol::Field { rust: stringify!($opt), kind: stringify!($oty), wire: $crate::protocol::domain!(@wire $($optw)?), optional: true }, )*
                ],
            },
        )* ];
    };
}
pub(crate) use shapes;
