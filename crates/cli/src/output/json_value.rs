//! A value of the page: what `domtool eval` prints.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Shape;
use crate::paint::Paint;

/// A value as JSON text.
#[derive(Debug)]
pub(crate) struct JsonValue(pub(crate) String);

/// As it is written.
impl JsonSchema for JsonValue {
    fn schema_name() -> Cow<'static, str> {
        "Evaluated".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What a script gave back.",
            "type": "object",
            "properties": { "value": { "description": "Its value, as JSON." } },
            "required": ["value"],
        })
    }
}

impl Shape for JsonValue {
    fn json(&self) -> serde_json::Result<String> {
        #[derive(Serialize)]
        struct Value<'a> {
            ok: bool,
            value: &'a RawValue,
        }
        let value = RawValue::from_string(self.0.clone())?;
        serde_json::to_string(&Value { ok: true, value: &value })
    }

    fn text(&self, _: Paint) -> String {
        self.0.clone()
    }
}
