//! `Inspector`: crashes, from inside a target's session.

use super::domain;

domain! {
    "Inspector"
    /// Turns the events on.
    command Enable = "enable" { ; }
    /// The session's target lost its renderer.
    event TargetCrashed = "targetCrashed" { ; }
    /// The browser ended the session, and why: `canceled_by_user`, `target_closed`...
    event Detached = "detached" { reason: String; }
    /// It has one again, after a reload.
    event TargetReloadedAfterCrash = "targetReloadedAfterCrash" { ; }
}
