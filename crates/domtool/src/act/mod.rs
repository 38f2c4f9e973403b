//! Acting: one action at a time, from an id to a true outcome: resolve, check, point, input, settle, effects, verify, report.
//!
//! [`act`] is the life of every action (`run`). What an action does is in the file of its theme (`kinds` says which); what all of
//! them share (finding the element, hitting it, effects, verification) is in a file of its own.

mod action;
mod anew;
mod arrived;
mod batch;
mod blocked;
mod build;
pub(crate) mod confirm;
mod context;
mod dialog;
mod drag_path;
mod effects;
mod emulate;
mod evaluate;
mod fields;
mod files;
mod follow;
mod highlight;
mod hit;
mod keyboard;
mod kinds;
mod leave;
mod meanwhile;
mod named;
mod navigate;
mod net;
mod notes;
mod offers;
mod options;
mod pointer;
mod refused;
mod repeat;
mod resolve;
mod run;
mod scroll;
mod staleness;
mod state_changes;
mod stored;
mod undrawn;
mod unheard;
mod unseen;
mod verify;
mod wait;

pub use action::{
    Action, BoxPoint, Button, Click, Drag, DragTo, Modifiers, ScrollBy, TextPart, Upload, WaitFor, Wheel,
};
pub(crate) use arrived::show as show_new_page;
pub(crate) use batch::act_all;
pub use batch::{Batch, Rounds, Step, Stopped};
pub(crate) use confirm::tell_reversals;
use context::{ActionContext, ActionOutcome};
pub use drag_path::DragPath;
pub(crate) use evaluate::evaluate_in_page;
pub(crate) use highlight::clear as clear_highlight;
pub use keyboard::Keys;
pub(crate) use keyboard::clear_clipboard;
use kinds::{gives_no_input, goes_elsewhere, kind, perform, sets_value};
pub use named::TargetRef;
pub(crate) use named::element;
pub use options::ActOptions;
pub(crate) use options::bound;
pub(crate) use repeat::act_until;
pub(crate) use run::act;
pub(crate) use verify::reading::is_address;
pub use verify::{Expect, Outcome, StateFlag};
