//! What several actions did, and the look that they ended with.

use std::borrow::Cow;

use domtool::Batch;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Output, Shape};
use crate::{
    failure::{Failure, Result},
    paint::Paint,
};

/// What several actions did.
#[derive(Debug)]
pub(crate) struct Acted {
    pub(crate) batch: Batch,
    /// What came of the look that was to end them, or the page on which they ended early; `None` where neither was taken.
    pub(crate) look: Option<Result<Output>>,
}

/// As one object.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Batch")]
struct WrittenActed<'a> {
    #[serde(flatten)]
    batch: &'a Batch,
    /// What the `observe`, `find` or `read` gave back that came last, or how it failed. Where they ended early on a new page: that page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    look: Option<Box<RawValue>>,
}

/// As it is written.
impl JsonSchema for Acted {
    fn schema_name() -> Cow<'static, str> {
        WrittenActed::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenActed::json_schema(generator)
    }
}

impl Acted {
    /// Takes a look that ends it, and leaves to it what it tells: `all` of the page, or what page they led to.
    pub(crate) fn end_with(&mut self, look: Result<Output>, all: bool) {
        if let Ok(output) = &look {
            let all = all && output.0.is_whole();
            let told = self.batch.done.iter_mut().filter(|report| all || report.effects.navigated);
            told.for_each(Shape::leave_out_diff);
        }
        self.look = Some(look);
    }

    fn written(
        &self,
        look: impl FnOnce(&dyn Shape) -> serde_json::Result<String>,
    ) -> serde_json::Result<String> {
        let look = match &self.look {
            Some(Ok(output)) => Some(look(&*output.0)?),
            Some(Err(failure)) => Some(failure.to_json()),
            None => None,
        };
        let look = look.map(RawValue::from_string).transpose()?;
        Ok(domtool::text::safe_json(&WrittenActed { batch: &self.batch, look }))
    }

    fn look_text(&self, paint: Paint, write: impl FnOnce(&dyn Shape) -> String) -> String {
        let failed = |failure: &Failure| format!("{} last: {}", paint.bad("failed"), failure.to_text(paint));
        match &self.look {
            Some(Ok(output)) => write(&*output.0),
            Some(Err(failure)) => failed(failure),
            None => String::new(),
        }
    }
}

impl Shape for Acted {
    fn json(&self) -> serde_json::Result<String> {
        self.written(|look| look.json())
    }

    fn typed(&self) -> serde_json::Result<String> {
        self.written(|look| look.typed())
    }

    fn text(&self, paint: Paint) -> String {
        self.batch.text(paint) + &self.look_text(paint, |look| look.text(paint))
    }

    fn brief(&self, paint: Paint) -> String {
        self.batch.brief(paint) + &self.look_text(paint, |look| look.brief(paint))
    }

    fn leave_out_diff(&mut self) {
        self.batch.leave_out_diff();
    }

    fn fell_short(&self) -> bool {
        self.batch.fell_short() || matches!(self.look, Some(Err(_)))
    }
}
