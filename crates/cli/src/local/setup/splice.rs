//! Puts one entry into a configuration file and keeps every other byte of it: order, blanks and comments.

use std::collections::HashMap;

use serde_json::{Value, value::RawValue};
use toml_edit::{Array, DocumentMut, Item, Table, value};

/// The name of our entry.
pub(crate) const NAME: &str = "domtool";

/// Why a file is left alone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotPlain(pub(crate) String);

type Result<T> = std::result::Result<T, NotPlain>;

/// Puts an entry into a JSON file, below these keys.
///
/// # Errors
/// When the file is no plain JSON, has comments, or something else than objects at the keys.
pub(crate) fn json(text: &str, keys: &[&str], entry: &Value) -> Result<String> {
    let path = [keys, &[NAME]].concat();
    if text.trim().is_empty() {
        return Ok(format!("{}\n", pretty(&nested(&path, entry.clone()), 0)));
    }
    let mut object = text.trim();
    for (depth, key) in path.iter().enumerate() {
        let members = members(object)?;
        match members.get(*key) {
            Some(there) if depth + 1 == path.len() => {
                let (start, end) = range(text, there.get())?;
                return whole(format!("{}{}{}", &text[..start], pretty(entry, depth + 1), &text[end..]));
            }
            Some(there) => object = there.get(),
            None => {
                let (start, _) = range(text, object)?;
                let added = nested(&path[depth + 1..], entry.clone());
                let comma = if members.is_empty() { "" } else { "," };
                let indent = "  ".repeat(depth + 1);
                let end =
                    if members.is_empty() { format!("\n{}", "  ".repeat(depth)) } else { String::new() };
                let (before, after) = text.split_at(start + 1);
                let after = if members.is_empty() { after.trim_start() } else { after };
                let value = pretty(&added, depth + 1);
                return whole(format!("{before}\n{indent}\"{key}\": {value}{comma}{end}{after}"));
            }
        }
    }
    Err(NotPlain("it has no place for servers".to_owned()))
}

/// Our entry in a JSON file.
pub(crate) fn json_entry(text: &str, keys: &[&str]) -> Result<Option<Value>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let all: Value = serde_json::from_str(text).map_err(|error| not_plain(&error))?;
    Ok(keys.iter().chain([&NAME]).try_fold(&all, |value, key| value.get(key)).cloned())
}

/// The members of an object, each as it is written.
fn members(object: &str) -> Result<HashMap<String, &RawValue>> {
    serde_json::from_str(object).map_err(|error| not_plain(&error))
}

fn not_plain(error: &serde_json::Error) -> NotPlain {
    NotPlain(format!("it is not plain JSON (line {}, column {})", error.line(), error.column()))
}

/// Where a part of a text is in it.
fn range(text: &str, part: &str) -> Result<(usize, usize)> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let range = start.map(|start| (start, start + part.len())).filter(|(_, end)| *end <= text.len());
    range.ok_or_else(|| NotPlain("its parts could not be found".to_owned()))
}

/// A text that still is JSON.
fn whole(text: String) -> Result<String> {
    serde_json::from_str::<Value>(&text).map_err(|error| not_plain(&error))?;
    Ok(text)
}

/// A value below keys.
fn nested(keys: &[&str], entry: Value) -> Value {
    keys.iter()
        .rev()
        .fold(entry, |value, key| Value::Object([((*key).to_owned(), value)].into_iter().collect()))
}

/// JSON in lines, those after the first with an indent.
fn pretty(value: &Value, depth: usize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.replace('\n', &format!("\n{}", "  ".repeat(depth)))
}

/// Puts an entry of a command and its arguments into a TOML file, in a table of its own below the key.
///
/// # Errors
/// When the file is no TOML, or something else than tables is at the key.
pub(crate) fn toml(text: &str, key: &str, line: &[String]) -> Result<String> {
    let mut document: DocumentMut = parse(text)?;
    let servers = document.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let wrong = || NotPlain(format!("`{key}` is no table"));
    let servers = servers.as_table_like_mut().ok_or_else(wrong)?;
    let entry = servers.entry(NAME).or_insert_with(|| Item::Table(Table::new()));
    let entry = entry.as_table_like_mut().ok_or_else(wrong)?;
    let (command, args) = line.split_first().ok_or_else(wrong)?;
    entry.insert("command", value(command));
    entry.insert("args", value(args.iter().collect::<Array>()));
    Ok(document.to_string())
}

/// The command line of our entry in a TOML file.
pub(crate) fn toml_line(text: &str, key: &str) -> Result<Option<Vec<String>>> {
    let document = parse(text)?;
    let Some(entry) = document.get(key).and_then(|servers| servers.get(NAME)) else { return Ok(None) };
    let word = |item: &toml_edit::Value| item.as_str().map(str::to_owned);
    let command = entry.get("command").and_then(Item::as_value).and_then(word);
    let args = entry.get("args").and_then(Item::as_array).into_iter().flatten().map(word);
    let line: Option<Vec<_>> = std::iter::once(command).chain(args).collect();
    Ok(Some(line.unwrap_or_default()))
}

fn parse(text: &str) -> Result<DocumentMut> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| NotPlain(format!("it is no TOML: {}", error.message())))
}

/// A YAML file of nothing but our entry: flow style, which is JSON.
pub(crate) fn yaml(keys: &[&str], entry: &Value) -> String {
    let mut text = String::new();
    for (depth, key) in keys.iter().chain([&NAME]).enumerate() {
        text.push_str(&format!("{}{key}:\n", "  ".repeat(depth)));
    }
    let indent = "  ".repeat(keys.len() + 1);
    for (name, value) in entry.as_object().into_iter().flatten() {
        text.push_str(&format!("{indent}{name}: {value}\n"));
    }
    text
}

/// The command line of our entry in a YAML file, as [`yaml`] and Goose itself write it: read by lines.
pub(crate) fn yaml_line(text: &str) -> Option<Vec<String>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip_while(|line| line.trim() != format!("{NAME}:"));
    let depth = indent(lines.next()?);
    let (mut command, mut args, mut in_args) = (None, Vec::new(), false);
    for line in lines.take_while(|line| line.trim().is_empty() || indent(line) > depth) {
        let line = line.trim();
        let plain = |word: &str| word.trim().trim_matches(['"', '\'']).to_owned();
        if let Some(rest) = line.strip_prefix("cmd:") {
            command = Some(plain(rest));
        } else if let Some(rest) = line.strip_prefix("args:") {
            in_args = rest.trim().is_empty();
            let list = rest.trim().trim_start_matches('[').trim_end_matches(']');
            args.extend(list.split(',').map(plain).filter(|word| !word.is_empty()));
        } else if let Some(rest) = line.strip_prefix("- ").filter(|_| in_args) {
            args.push(plain(rest));
        } else {
            in_args = false;
        }
    }
    Some(command.into_iter().chain(args).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_keeps_every_other_byte() {
        let entry = json!({ "command": "/d" });
        for (text, expected) in [
            ("", "{\n  \"mcpServers\": {\n    \"domtool\": {\n      \"command\": \"/d\"\n    }\n  }\n}\n"),
            (
                "{}\n",
                "{\n  \"mcpServers\": {\n    \"domtool\": {\n      \"command\": \"/d\"\n    }\n  }\n}\n",
            ),
            (
                "{\"z\": 1.50,\n\t\"a\":  [ ]}",
                "{\n  \"mcpServers\": {\n    \"domtool\": {\n      \"command\": \"/d\"\n    }\n  },\"z\": 1.50,\n\t\"a\":  [ ]}",
            ),
            (
                "{ \"mcpServers\": {\"other\": {\"x\": 1}} }",
                "{ \"mcpServers\": {\n    \"domtool\": {\n      \"command\": \"/d\"\n    },\"other\": {\"x\": 1}} }",
            ),
            (
                "{ \"mcpServers\": {\"domtool\": {\"old\": true}, \"other\": 2} }",
                "{ \"mcpServers\": {\"domtool\": {\n      \"command\": \"/d\"\n    }, \"other\": 2} }",
            ),
        ] {
            let written = json(text, &["mcpServers"], &entry).unwrap();
            assert_eq!(written, expected, "{text}");
            assert_eq!(json_entry(&written, &["mcpServers"]).unwrap(), Some(entry.clone()), "{text}");
            assert_eq!(json(&written, &["mcpServers"], &entry).unwrap(), written, "a second time: {text}");
        }
    }

    #[test]
    fn json_with_comments_or_of_another_shape_is_left_alone() {
        for text in
            ["{ // mine\n}", "{\"mcpServers\": [],}", "{\"mcpServers\": []}", "[]", "{\"mcpServers\": 1}"]
        {
            assert!(json(text, &["mcpServers"], &json!({})).is_err(), "{text}");
        }
    }

    #[test]
    fn toml_keeps_comments_and_order() {
        let line = ["/d".to_owned(), "mcp".to_owned()];
        let text = "# mine\nmodel = 'x' # this one\n\n[mcp_servers.other]\ncommand = \"o\"\n";
        let written = toml(text, "mcp_servers", &line).unwrap();
        assert_eq!(written, format!("{text}\n[mcp_servers.domtool]\ncommand = \"/d\"\nargs = [\"mcp\"]\n"));
        assert_eq!(toml_line(&written, "mcp_servers").unwrap().as_deref(), Some(&line[..]));
        assert_eq!(toml(&written, "mcp_servers", &line).unwrap(), written);
        let kept = "[mcp_servers.domtool]\ncommand = \"/old\"\nargs = []\ntool_timeout_sec = 90 # slow\n";
        assert!(toml(kept, "mcp_servers", &line).unwrap().ends_with("tool_timeout_sec = 90 # slow\n"));
        assert!(toml("mcp_servers = 1", "mcp_servers", &line).is_err());
        assert!(toml("[", "mcp_servers", &line).is_err());
    }

    #[test]
    fn yaml_is_read_as_it_is_written() {
        let entry = json!({ "cmd": "/d", "args": ["mcp"] });
        let line = Some(vec!["/d".to_owned(), "mcp".to_owned()]);
        assert_eq!(yaml_line(&yaml(&["extensions"], &entry)), line);
        let by_goose = "extensions:\n  domtool:\n    args:\n    - mcp\n    cmd: /d\n    enabled: true\n  other:\n    cmd: /o\n";
        assert_eq!(yaml_line(by_goose), line);
        assert_eq!(yaml_line("extensions:\n  other:\n    cmd: /o\n"), None);
    }
}
