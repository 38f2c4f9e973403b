//! A tab that was in its person's hands: what `domtool pause` and `domtool resume` print.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// A tab that was in its person's hands.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HandedOver {
    /// The person is done with it.
    pub(crate) resumed: bool,
    /// Where it is now.
    pub(crate) url: String,
}

impl Shape for HandedOver {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        format!("{} the person is done, at {}: observe\n", paint.good("ok"), self.url)
    }
}
