//! The definitions of tools, in the shape that each kind of host takes. All are made from the list that `domtool mcp` gives.

use clap::ValueEnum;
use rmcp::model::Tool;
use serde_json::{Map, Value, json};

/// Who takes definitions of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum HostShape {
    /// The answer to tools/list of the Model Context Protocol.
    Mcp,
    /// `tools` of OpenAI's chat completions, and of the many that take the same.
    Openai,
    /// `tools` of OpenAI's responses.
    OpenaiResponses,
    /// `tools` of Anthropic's messages.
    Anthropic,
    /// `tools` of Gemini's generateContent.
    Gemini,
    /// A plain list of name, description and JSON schema.
    Json,
}

impl HostShape {
    /// What the host takes.
    pub(super) fn definitions(self, tools: &[Tool]) -> Value {
        match self {
            Self::Mcp => json!({ "tools": tools }),
            Self::Openai => each(tools, |tool| json!({ "type": "function", "function": function(tool) })),
            Self::OpenaiResponses => each(tools, |tool| {
                let mut function = function(tool);
                function["type"] = json!("function");
                // Strict schemas would have to require every argument.
                function["strict"] = json!(false);
                function
            }),
            Self::Anthropic => each(
                tools,
                |tool| json!({ "name": tool.name, "description": tool.description, "input_schema": typed(tool) }),
            ),
            Self::Gemini => {
                let declaration = |tool: &Tool| {
                    json!({
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": gemini(&typed(tool)),
                    })
                };
                json!([{ "functionDeclarations": each(tools, declaration) }])
            }
            Self::Json => each(tools, function),
        }
    }
}

fn each(tools: &[Tool], definition: impl Fn(&Tool) -> Value) -> Value {
    tools.iter().map(definition).collect()
}

fn function(tool: &Tool) -> Value {
    json!({ "name": tool.name, "description": tool.description, "parameters": typed(tool) })
}

/// A tool's schema, in which each enum says that it is one of strings: several hosts want a type everywhere.
fn typed(tool: &Tool) -> Value {
    fn add(schema: &mut Value) {
        if schema["enum"].is_array() {
            schema["type"] = json!("string");
        }
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.values_mut().for_each(add);
        }
        if let Some(items) = schema.get_mut("items") {
            add(items);
        }
    }
    let mut schema = Value::Object(tool.input_schema.as_ref().clone());
    add(&mut schema);
    schema
}

/// A schema in the part of OpenAPI that Gemini knows: types in capitals, nothing about other properties, and defaults in words.
fn gemini(schema: &Value) -> Value {
    let mut own = Map::new();
    for (name, value) in schema.as_object().into_iter().flatten() {
        let value = match name.as_str() {
            "type" => json!(value.as_str().unwrap_or_default().to_uppercase()),
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                Value::Object(properties.map(|(name, schema)| (name.clone(), gemini(schema))).collect())
            }
            "items" => gemini(value),
            "additionalProperties" | "default" => continue,
            _ => value.clone(),
        };
        own.insert(name.clone(), value);
    }
    // By this Gemini knows that they are the only ones.
    if schema["enum"].is_array() {
        own.insert("format".to_owned(), json!("enum"));
    }
    if let Some(default) = schema.get("default") {
        let description = schema["description"].as_str().unwrap_or_default();
        let described = format!("{description} Default: {default}.");
        own.insert("description".to_owned(), json!(described.trim_start()));
    }
    Value::Object(own)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;
    use crate::mcp::{self, Cap, Caps};

    /// What every tool can take.
    fn tools() -> Vec<Tool> {
        mcp::tools(&Caps::new(Cap::value_variants().iter().copied()), "default")
    }

    /// A name as every host takes it.
    fn check_name(name: &Value) {
        let name = name.as_str().unwrap();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        assert!((1..=64).contains(&name.len()) && name.chars().all(plain), "{name}");
        assert!(name.starts_with(|c: char| c.is_ascii_alphabetic()), "{name}");
    }

    fn keys(value: &Value) -> Vec<&str> {
        let mut keys: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys
    }

    /// Holds each part of a schema against what a host knows.
    fn check_schema(schema: &Value, known: &[&str], kinds: &[&str], top: bool) {
        for key in keys(schema) {
            assert!(known.contains(&key), "{key} in {schema}");
        }
        let kind = schema["type"].as_str().unwrap_or_else(|| panic!("no type: {schema}"));
        assert!(kinds.contains(&kind), "{kind} in {schema}");
        let kind = kind.to_lowercase();
        assert!(!top || kind == "object", "{schema}");
        assert_eq!(kind == "object", schema["properties"].is_object(), "{schema}");
        assert_eq!(kind == "array", schema["items"].is_object(), "{schema}");
        if let Some(words) = schema.get("enum") {
            assert!(kind == "string" && words.as_array().unwrap().iter().all(Value::is_string), "{schema}");
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(schema["properties"][name.as_str().unwrap()].is_object(), "{name} of {schema}");
        }
        let properties = schema["properties"].as_object().into_iter().flat_map(Map::values);
        for inner in properties.chain(schema.get("items")) {
            check_schema(inner, known, kinds, false);
        }
    }

    const JSON_SCHEMA: &[&str] = &[
        "type",
        "properties",
        "required",
        "items",
        "enum",
        "description",
        "default",
        "additionalProperties",
    ];
    const KINDS: &[&str] = &["object", "array", "string", "number", "integer", "boolean"];

    /// <https://platform.openai.com/docs/api-reference/chat/create>: a description has 1,024 characters at most.
    #[test]
    fn openai_takes_functions() {
        let definitions = HostShape::Openai.definitions(&tools());
        for tool in definitions.as_array().unwrap() {
            assert_eq!(keys(tool), ["function", "type"]);
            assert_eq!(tool["type"], "function");
            check_function(&tool["function"]);
        }
        let definitions = HostShape::OpenaiResponses.definitions(&tools());
        for tool in definitions.as_array().unwrap() {
            assert_eq!((&tool["type"], &tool["strict"]), (&json!("function"), &json!(false)));
            assert_eq!(keys(tool), ["description", "name", "parameters", "strict", "type"]);
            check_function(tool);
        }
    }

    fn check_function(function: &Value) {
        check_name(&function["name"]);
        let description = function["description"].as_str().unwrap();
        let length = description.chars().count();
        assert!((1..=1024).contains(&length), "{length}: {description}");
        check_schema(&function["parameters"], JSON_SCHEMA, KINDS, true);
    }

    /// <https://docs.anthropic.com/en/api/messages#body-tools>
    #[test]
    fn anthropic_takes_input_schemas() {
        let definitions = HostShape::Anthropic.definitions(&tools());
        for tool in definitions.as_array().unwrap() {
            assert_eq!(keys(tool), ["description", "input_schema", "name"]);
            check_name(&tool["name"]);
            check_schema(&tool["input_schema"], JSON_SCHEMA, KINDS, true);
        }
    }

    /// <https://ai.google.dev/api/caching#FunctionDeclaration> and `Schema` there.
    #[test]
    fn gemini_takes_declarations_in_its_part_of_openapi() {
        let definitions = HostShape::Gemini.definitions(&tools());
        assert_eq!(keys(&definitions[0]), ["functionDeclarations"]);
        let known = ["type", "properties", "required", "items", "enum", "format", "description"];
        let kinds = ["OBJECT", "ARRAY", "STRING", "NUMBER", "INTEGER", "BOOLEAN"];
        for declaration in definitions[0]["functionDeclarations"].as_array().unwrap() {
            assert_eq!(keys(declaration), ["description", "name", "parameters"]);
            check_name(&declaration["name"]);
            check_schema(&declaration["parameters"], &known, &kinds, true);
        }
        let op = &definitions[0]["functionDeclarations"][2]["parameters"]["properties"]["actions"]["items"]["properties"]
            ["op"];
        assert_eq!((&op["type"], &op["format"]), (&json!("STRING"), &json!("enum")), "{op}");
        let budget = &definitions[0]["functionDeclarations"][1]["parameters"]["properties"]["budget"];
        assert!(budget["description"].as_str().unwrap().ends_with("Default: 4000."), "{budget}");
    }

    /// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools>
    #[test]
    fn mcp_and_plain_lists_have_every_tool() {
        let tools = tools();
        let listed = HostShape::Mcp.definitions(&tools);
        let plain = HostShape::Json.definitions(&tools);
        for (at, tool) in tools.iter().enumerate() {
            let listed = &listed["tools"][at];
            check_name(&listed["name"]);
            assert_eq!(listed["inputSchema"]["type"], "object");
            assert!(listed["annotations"]["readOnlyHint"].is_boolean(), "{listed}");
            assert_eq!(plain[at]["name"], *tool.name);
            check_schema(&plain[at]["parameters"], JSON_SCHEMA, KINDS, true);
        }
        assert!(tools.iter().any(|tool| tool.name == "eval"), "those of capabilities, too");
    }
}
