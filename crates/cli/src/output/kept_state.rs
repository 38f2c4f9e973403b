//! A storage state that was saved, loaded or deleted, and the list of those that have a name: what `domtool state` prints. It has counts,
//! names and origins, and no value.

use std::{
    fmt::Write as _,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use domtool::{StorageGap, text::quoted};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// What was done with a storage state.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct KeptState {
    /// Where it is, if that is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<PathBuf>,
    /// What it is called, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// How many cookies it has; where it was loaded, how many of them the browser has now.
    pub(crate) cookies: usize,
    /// The origins of which it has something.
    pub(crate) origins: Vec<String>,
    /// How many databases it has.
    pub(crate) databases: usize,
    /// Whether it is encrypted on the disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) encrypted: Option<bool>,
    /// What could not be saved or set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<StorageGap>,
    /// It was deleted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) deleted: bool,
    /// Those that have a name, where these were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) states: Option<Vec<SavedState>>,
}

/// A state that has a name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SavedState {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is encrypted.
    pub(crate) encrypted: bool,
    /// How large it is.
    pub(crate) bytes: u64,
    /// When it was saved, in seconds since 1970.
    pub(crate) saved: u64,
}

impl Shape for KeptState {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        if let Some(states) = &self.states {
            return list(states);
        }
        let place = self.name.clone().or_else(|| self.file.as_ref().map(|file| file.display().to_string()));
        let mut text = format!("{} {}", paint.good("ok"), place.unwrap_or_default());
        if self.deleted {
            text.push_str(" deleted\n");
            return text;
        }
        let _ = write!(text, " {}", counted(self.cookies, "cookie"));
        if self.databases > 0 {
            let _ = write!(text, ", {}", counted(self.databases, "database"));
        }
        if !self.origins.is_empty() {
            let _ = write!(text, "; storage of {}", self.origins.join(", "));
        }
        if self.encrypted == Some(true) {
            text.push_str("; encrypted");
        } else if self.name.is_some() {
            text.push_str("; not encrypted: set DOMTOOL_STATE_KEY and save again to have it so");
        }
        text.push('\n');
        for gap in &self.left_out {
            let _ = writeln!(text, "  left out: {}", gap_sentence(gap));
        }
        text
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What was left out, where and why.
pub(crate) fn gap_sentence(gap: &StorageGap) -> String {
    let mut text = gap.area.name().to_owned();
    if !gap.origin.is_empty() {
        let _ = write!(text, " of {}", gap.origin);
    }
    if !gap.name.is_empty() {
        let _ = write!(text, " {}", quoted(&gap.name));
    }
    if let Some(count) = gap.count {
        let _ = write!(text, ", {}", counted(count, "item"));
    }
    let _ = write!(text, ": {}", gap.reason);
    if let Some(kind) = &gap.kind {
        let _ = write!(text, " for {kind}");
    }
    text
}

fn list(states: &[SavedState]) -> String {
    if states.is_empty() {
        return "no saved states\n".to_owned();
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut text = String::new();
    for state in states {
        let SavedState { name, bytes, .. } = state;
        let how = if state.encrypted { "encrypted" } else { "not encrypted" };
        let _ = writeln!(text, "{name} {how}, {bytes} bytes, saved {}", ago(now.saturating_sub(state.saved)));
    }
    text
}

fn ago(seconds: u64) -> String {
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
