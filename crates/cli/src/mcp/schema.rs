//! The schemas of operations, as models are given them: what no model needs is left out of them (`null`, formats, titles, bounds that
//! a refusal tells), and references and alternatives are written out.

use serde_json::{Map, Value, json};

use crate::ops::Entry;

/// What every operation takes: no argument of its own.
const SHARED: &[&str] = &["session", "caller", "quiet", "timeout", "expect", "within"];

/// The arguments of one operation.
pub(super) struct Arguments {
    /// The schema of each.
    pub(super) properties: Map<String, Value>,
    /// Those that must be given.
    pub(super) required: Vec<String>,
}

impl Arguments {
    /// Those of an operation, with what every call can say.
    pub(super) fn of(entry: &Entry) -> Self {
        let schema = entry.schema().to_value();
        let definitions = &schema["$defs"];
        let properties = schema["properties"].as_object().into_iter().flatten();
        let names = schema["required"].as_array().into_iter().flatten();
        Self {
            properties: properties.map(|(name, schema)| (name.clone(), clean(schema, definitions))).collect(),
            required: names.filter_map(Value::as_str).map(str::to_owned).collect(),
        }
    }

    /// As `(id, text)`, without what every action takes.
    pub(super) fn line(&self) -> String {
        let own = |wanted: bool| {
            let names = self.properties.keys().filter(|name| !SHARED.contains(&name.as_str()));
            names.filter(move |name| self.required.contains(name) == wanted)
        };
        let words: Vec<_> = own(true).cloned().chain(own(false).map(|name| format!("{name}?"))).collect();
        format!("({})", words.join(", "))
    }
}

/// One schema, as short as it can be. Schemas are ours: they are not deep.
fn clean(schema: &Value, definitions: &Value) -> Value {
    let mut cleaned = Map::new();
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        cleaned.extend(object(clean(&definitions[name], definitions)));
    }
    let alternatives = |key: &str| schema[key].as_array().into_iter().flatten();
    let mut said = alternatives("anyOf").filter(|schema| schema["type"] != "null");
    if let (Some(only), None) = (said.next(), said.next()) {
        cleaned.extend(object(clean(only, definitions)));
    }
    let words: Vec<_> = alternatives("oneOf").map(|word| word["const"].clone()).collect();
    if !words.is_empty() && words.iter().all(Value::is_string) {
        cleaned.insert("enum".to_owned(), words.into());
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let kind = kinds.iter().find(|kind| *kind != "null");
            cleaned.extend(kind.map(|kind| ("type".to_owned(), kind.clone())));
        }
        Value::Null => {}
        kind => drop(cleaned.insert("type".to_owned(), kind.clone())),
    }
    if schema["items"].is_object() {
        let mut items = object(clean(&schema["items"], definitions));
        items.remove("description");
        cleaned.insert("items".to_owned(), items.into());
    }
    if let Some(text) = schema["description"].as_str() {
        let first = text.split("\n\n").next().unwrap_or_default();
        let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
        cleaned.insert("description".to_owned(), line.into());
    }
    match &schema["default"] {
        Value::Null | Value::Bool(false) => {}
        usual => drop(cleaned.insert("default".to_owned(), usual.clone())),
    }
    cleaned.into()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// An object with these properties and no others.
pub(super) fn strict(properties: Map<String, Value>, required: &[String]) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_says_only_what_a_model_needs() {
        let definitions = json!({
            "Id": { "description": "An id.", "type": "string" },
            "Button": { "oneOf": [{ "const": "left", "type": "string", "description": "The first." }, { "const": "right" }] },
        });
        for (given, short) in [
            (
                json!({ "type": ["integer", "null"], "format": "uint32", "minimum": 0, "title": "N" }),
                json!({ "type": "integer" }),
            ),
            (
                json!({ "description": "Which\none.\n\nMore of it.", "anyOf": [{ "$ref": "#/$defs/Id" }, { "type": "null" }] }),
                json!({ "type": "string", "description": "Which one." }),
            ),
            (
                json!({ "type": "array", "items": { "$ref": "#/$defs/Id" }, "default": null }),
                json!({ "type": "array", "items": { "type": "string" } }),
            ),
            (
                json!({ "$ref": "#/$defs/Button", "default": "left" }),
                json!({ "enum": ["left", "right"], "default": "left" }),
            ),
        ] {
            assert_eq!(clean(&given, &definitions), short, "{given}");
        }
    }
}
