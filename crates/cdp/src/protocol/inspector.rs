//! `Inspector`: crashes, from inside a target's session.

use super::domain;

domain! {
    "Inspector"
    /// Turns the events on.
    command Enable = "enable" { ; }
    /// The session's target lost its renderer.
    event TargetCrashed = "targetCrashed" { ; }
    /// It has one again, after a reload.
    event TargetReloadedAfterCrash = "targetReloadedAfterCrash" { ; }
}
