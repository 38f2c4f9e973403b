//! What was seen: observations, with the pictures that came along, and places where a text stands.

use std::path::PathBuf;

use domtool::{FindResult, Observation, Stats};
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// What was seen.
#[derive(Debug)]
pub(crate) struct Observed {
    /// It.
    pub(crate) seen: Observation,
    /// Whether its text is JSON already.
    pub(crate) is_json: bool,
    /// Whether the caller asked for its statistics.
    pub(crate) stats: bool,
    /// The picture that came with it.
    pub(crate) picture: Option<Picture>,
}

/// A picture that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Picture {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// Its width in pixels.
    pub(crate) width: u32,
    /// Its height in pixels.
    pub(crate) height: u32,
    /// How many ids are drawn on it.
    pub(crate) marks: usize,
}

impl Shape for Observed {
    fn json(&self) -> serde_json::Result<String> {
        #[derive(Serialize)]
        struct Body<'a> {
            #[serde(flatten)]
            seen: &'a Observation,
            #[serde(skip_serializing_if = "Option::is_none")]
            stats: Option<&'a Stats>,
            #[serde(skip_serializing_if = "Option::is_none")]
            picture: Option<&'a Picture>,
        }
        let Observed { seen, is_json, stats, picture } = self;
        // It is an object already.
        if *is_json {
            return Ok(with_picture(&seen.text, picture.as_ref()));
        }
        Ok(done(&Body { seen, stats: stats.then_some(&seen.stats), picture: picture.as_ref() }))
    }

    fn text(&self, _: Paint) -> String {
        if self.is_json {
            return with_picture(&self.seen.text, self.picture.as_ref());
        }
        let drawn = self.picture.as_ref().map(|Picture { file, width, height, marks }| {
            format!("picture: {} {width}x{height}, {marks} ids drawn\n", file.display())
        });
        self.seen.text.clone() + &drawn.unwrap_or_default()
    }
}

impl Shape for Picture {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        let Picture { file, width, height, marks } = self;
        let marked = if *marks > 0 { format!(", {marks} ids drawn") } else { String::new() };
        format!("{} {} {width}x{height}{marked}\n", paint.good("ok"), file.display())
    }
}

impl Shape for FindResult {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, _: Paint) -> String {
        self.text.clone()
    }
}

/// An object that is JSON already, with where its picture is.
fn with_picture(json: &str, picture: Option<&Picture>) -> String {
    let drawn = picture.and_then(|picture| serde_json::to_string(picture).ok());
    match (drawn, json.trim_end().strip_suffix('}')) {
        (Some(drawn), Some(object)) => format!("{object},\n\"picture\":{drawn}}}\n"),
        _ => json.to_owned(),
    }
}
