//! stub
/// d
pub struct Diff;
/// d
pub fn diff() {}
