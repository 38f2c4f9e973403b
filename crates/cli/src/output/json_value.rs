//! A value of the page: what `domtool eval` prints.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Shape;
use crate::paint::Paint;

/// A value as JSON text.
#[derive(Debug)]
pub(crate) struct JsonValue(pub(crate) String);

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
