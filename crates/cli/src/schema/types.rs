//! The types of what operations give back, as JSON schemas: one definition each, which the rows of the table refer to as
//! `#/types/NAME`. Typed clients are made from them.

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// The types that were referred to so far.
pub(super) struct Types(SchemaGenerator);

impl Default for Types {
    fn default() -> Self {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        Self(settings.with(|settings| settings.definitions_path = "/types".into()).into_generator())
    }
}

impl Types {
    /// A reference to a type, whose definition is kept.
    pub(super) fn reference(&mut self, schema: fn(&mut SchemaGenerator) -> Schema) -> Schema {
        schema(&mut self.0)
    }

    /// The definitions, in words for readers of JSON.
    pub(super) fn take(mut self) -> Map<String, Value> {
        let mut types = self.0.take_definitions(true);
        types.values_mut().for_each(plain);
        types
    }
}

/// Takes the links of Rust's documentation out of all descriptions. Schemas are ours: they are not deep.
fn plain(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" => *text = without_links(text),
                    member => plain(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}

/// A text in which each link (``[`crate::Expect`]``, ``[`Action::open`](crate::Action::open)``) is the last word of what it names.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("[`") {
        plain.push_str(before);
        let Some((name, after)) = link.split_once("`]") else {
            plain.push_str("[`");
            rest = link;
            continue;
        };
        plain.push('`');
        plain.push_str(name.rsplit("::").next().unwrap_or(name));
        plain.push('`');
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_the_last_word_of_what_they_name() {
        for (given, plain) in [
            ("in the words of [`crate::Expect`]: what", "in the words of `Expect`: what"),
            ("([`Action::open`](crate::Action::open) or [`X`](x::X))", "(`open` or `X`)"),
            ("a list [1, 2] and `[`", "a list [1, 2] and `[`"),
            ("[`never ends", "[`never ends"),
        ] {
            assert_eq!(without_links(given), plain);
        }
    }
}
