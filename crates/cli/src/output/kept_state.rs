//! A storage state that was saved or loaded: what `domtool state` prints. It has counts and origins, and no value.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// A storage state that was saved or loaded.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KeptState {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// How many cookies it has.
    pub(crate) cookies: usize,
    /// The origins whose local storage it has.
    pub(crate) origins: Vec<String>,
}

impl Shape for KeptState {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        let cookies =
            if self.cookies == 1 { "1 cookie".to_owned() } else { format!("{} cookies", self.cookies) };
        let mut text = format!("{} {} {cookies}", paint.good("ok"), self.file.display());
        if !self.origins.is_empty() {
            text.push_str(&format!("; local storage of {}", self.origins.join(", ")));
        }
        text.push('\n');
        text
    }
}
