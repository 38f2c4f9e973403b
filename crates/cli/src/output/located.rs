//! How other tools find an element, and what domtool calls one of theirs: what `locate` and `id` print.

use domtool::{Identified, Locators, text::quoted};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{Shape, done};
use crate::paint::Paint;

/// The ways to an element.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) found: Locators,
    /// The one that was asked for, as it is to be printed.
    pub(crate) only: Option<String>,
}

impl JsonSchema for Located {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Locators::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Locators::json_schema(generator)
    }
}

impl Shape for Located {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(&self.found))
    }

    fn text(&self, _: Paint) -> String {
        if let Some(only) = &self.only {
            return format!("{only}\n");
        }
        let found = &self.found;
        let frames: Vec<_> = found.frames.iter().map(|steps| steps.join(" >>>> ")).collect();
        let ways = [
            ("frame", (!frames.is_empty()).then(|| frames.join(", then "))),
            ("playwright", found.playwright.clone()),
            ("css", found.css_text()),
            ("xpath", found.xpath.clone()),
        ];
        let mut text = format!("{} {}\n", found.role, quoted(&found.name));
        for (kind, way) in ways {
            if let Some(way) = way {
                text.push_str(&format!("  {kind}: {way}\n"));
            }
        }
        if found.closed {
            text.push_str("  in a closed shadow root, which no selector enters\n");
        }
        text.push_str(&format!("  backend node: {}\n", found.backend_node_id));
        text
    }
}

impl Shape for Identified {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, _: Paint) -> String {
        let note = match (self.hidden, self.operable) {
            (true, _) => " hidden: no observation shows it",
            (false, false) => " not operable",
            (false, true) => "",
        };
        format!("{} {} {}{note}\n", self.id, self.role, quoted(&self.name))
    }
}
