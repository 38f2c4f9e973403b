//! The formats of an observation, for `domtool schema`: what each is for, its version, and the JSON schema of those that are
//! JSON. The shapes are told here for readers; a test holds them against what is really written.

mod nested;
mod semantic;

use domtool::Format;
use schemars::{Schema, schema_for};
use serde::Serialize;

/// What is told of a format.
#[derive(Serialize)]
pub(crate) struct Row {
    name: &'static str,
    version: &'static str,
    description: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Schema>,
}

/// Every format.
pub(crate) fn rows() -> Vec<Row> {
    let row = |format: &Format| Row {
        name: format.word(),
        version: format.version(),
        description: format.description(),
        schema: match format {
            Format::Json => Some(schema_for!(nested::Page)),
            Format::Semantic => Some(schema_for!(semantic::Page)),
            _ => None,
        },
    };
    Format::ALL.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde::de::DeserializeOwned;

    use super::*;

    /// The goldens of a format, which are what is really written: a section of the file of each page.
    fn goldens(format: Format) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page/tests/snapshots");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files
            .filter_map(|path| {
                let text = std::fs::read_to_string(&path).unwrap();
                let (_, section) = text.split_once(&format!("\n=== {}\n", format.word()))?;
                let section = section.split("\n=== ").next()?.to_owned();
                Some((path.display().to_string(), section))
            })
            .collect()
    }

    fn holds<T: DeserializeOwned>(format: Format) {
        let goldens = goldens(format);
        assert!(goldens.len() > 10);
        for (path, text) in goldens {
            let mut reader = serde_json::Deserializer::from_str(&text);
            reader.disable_recursion_limit();
            if let Err(error) = T::deserialize(&mut reader) {
                panic!("{path}: {error}");
            }
        }
    }

    #[test]
    fn what_is_written_has_the_shape_that_is_told() {
        holds::<nested::Page>(Format::Json);
        holds::<semantic::Page>(Format::Semantic);
    }

    /// The goldens have no query.
    #[test]
    fn what_a_query_left_has_the_shape_that_is_told() {
        let written = serde_json::to_string(&domtool::Filtered::default()).unwrap();
        serde_json::from_str::<semantic::Filtered>(&written).unwrap();
    }

    #[test]
    fn every_format_is_described() {
        for row in rows() {
            assert!(row.description.len() > 20 && row.version.starts_with("domtool."), "{}", row.name);
            let is_json = Format::ALL.iter().any(|format| format.word() == row.name && format.is_json());
            assert_eq!(row.schema.is_some(), is_json, "{}", row.name);
        }
    }
}
