//! What was seen: observations, with the pictures that came along, and places where a text stands.

use std::{borrow::Cow, path::PathBuf};

use domtool::{FindResult, Observation, Stats, TableData};
use schemars::{JsonSchema, Schema, SchemaGenerator};
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

/// An observation as one object.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Observation")]
struct WrittenObservation<'a> {
    #[serde(flatten)]
    seen: &'a Observation,
    /// What it was made of and what it cost, where the caller asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Stats>,
    /// The picture that was written, where one came along.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a Picture>,
}

/// As it is written.
impl JsonSchema for Observed {
    fn schema_name() -> Cow<'static, str> {
        WrittenObservation::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenObservation::json_schema(generator)
    }
}

/// A picture that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Picture {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// Its width in pixels.
    pub(crate) width: u32,
    /// Its height in pixels.
    pub(crate) height: u32,
    /// How many ids are drawn on it.
    pub(crate) marks: usize,
    /// How many parts of it are painted over, as the page asks AI not to read them (`data-no-ai`).
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) left_out: usize,
}

/// What is painted over in a picture, for whoever wonders at the grey.
pub(crate) fn painted_over(left_out: usize) -> String {
    match left_out {
        0 => String::new(),
        1 => ", 1 part painted over: the page asks AI not to read it".to_owned(),
        parts => format!(", {parts} parts painted over: the page asks AI not to read them"),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(parts: &usize) -> bool {
    *parts == 0
}

impl Shape for Observed {
    fn json(&self) -> serde_json::Result<String> {
        // It is an object already.
        if self.is_json { Ok(with_picture(&self.seen.text, self.picture.as_ref())) } else { self.typed() }
    }

    fn typed(&self) -> serde_json::Result<String> {
        let Observed { seen, is_json: _, stats, picture } = self;
        let stats = stats.then_some(&seen.stats);
        Ok(done(&WrittenObservation { seen, stats, picture: picture.as_ref() }))
    }

    fn is_whole(&self) -> bool {
        self.seen.stats.left_out.is_empty()
    }

    fn text(&self, _: Paint) -> String {
        if self.is_json {
            return with_picture(&self.seen.text, self.picture.as_ref());
        }
        let drawn = self.picture.as_ref().map(|picture| {
            let Picture { file, width, height, marks, left_out } = picture;
            let painted = painted_over(*left_out);
            format!("picture: {} {width}x{height}, {marks} ids drawn{painted}\n", file.display())
        });
        self.seen.text.clone() + &drawn.unwrap_or_default()
    }
}

impl Shape for Picture {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        let Picture { file, width, height, marks, left_out } = self;
        let marked = if *marks > 0 { format!(", {marks} ids drawn") } else { String::new() };
        let painted = painted_over(*left_out);
        format!("{} {} {width}x{height}{marked}{painted}\n", paint.good("ok"), file.display())
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

impl Shape for TableData {
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
