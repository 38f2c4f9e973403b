//! The calls between Rust and the isolated world: their types as TypeScript, made from the one table of them.
//!
//! The table is `world/calls.rs`, the structs it names are `world/data.rs`; from both comes `isolated/calls.d.ts`, by which the
//! compiler of TypeScript checks the parts. A file that is not what the table gives is a finding, and so is a name that no part
//! gives out, or that a part gives out and the table lacks. That every entry is called, with the right types, Rust's own compiler
//! sees to.
//!
//! Both files are read line by line, as rustfmt leaves them. What this does not understand is a finding, never left out.

use std::{collections::BTreeMap, fs};

use crate::sources::Source;

const TABLE: &str = "crates/domtool/src/world/calls.rs";
const DATA: &str = "crates/domtool/src/world/data.rs";
const PARTS: &str = "crates/domtool/src/world/isolated/";
const TYPES: &str = "crates/domtool/src/world/isolated/calls.d.ts";
/// How a part gives out its functions.
const GIVES: &str = "\ngive({";

const HEAD: &str = "\
// The calls between Rust and the isolated world. Made from ../calls.rs and ../data.rs by `cargo xtask js --write`: edit those.
";

/// Every name that the two sides do not share, and types that are out of date.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| {
        let source = sources.iter().find(|source| source.path == path);
        source.map(|source| source.product().collect::<Vec<_>>().join("\n"))
    };
    let (Some(table), Some(data)) = (text(TABLE), text(DATA)) else {
        return vec![format!("{TABLE} and {DATA}: the table of calls is gone")];
    };
    let mut breaches = Vec::new();
    match declarations(&table, &data) {
        Ok(types) if text(TYPES).is_none_or(|known| known.trim_end() != types.trim_end()) => {
            breaches.push(format!("{TYPES} is not what {TABLE} gives: run cargo xtask js --write"));
        }
        Ok(_) => {}
        Err(why) => breaches.push(why),
    }
    let listed = entries(&table).unwrap_or_default();
    let mut given = BTreeMap::new();
    for source in sources.iter().filter(|s| s.path.starts_with(PARTS) && s.path.ends_with(".js")) {
        let code: Vec<_> = source.product().filter(|line| !line.trim_start().starts_with("//")).collect();
        let names = given_out(&code.join("\n")).into_iter().map(str::to_owned).collect::<Vec<_>>();
        given.extend(names.into_iter().map(|name| (name, &source.path)));
    }
    let lacking = listed.iter().filter(|entry| !given.contains_key(entry.name));
    breaches.extend(lacking.map(|entry| format!("{TABLE}: no part gives out `{}`", entry.name)));
    let unlisted = given.iter().filter(|(name, _)| !listed.iter().any(|entry| entry.name == *name));
    breaches.extend(unlisted.map(|(name, path)| format!("{path}: {TABLE} does not list `{name}`")));
    breaches
}

/// Writes the types.
pub(crate) fn write() -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let types = declarations(&read(TABLE)?, &read(DATA)?)?;
    fs::write(TYPES, types).map_err(|error| format!("{TYPES}: {error}"))
}

/// One line of the table.
#[derive(Debug, PartialEq)]
struct Entry<'a> {
    /// `world`, `element`...: what comes first or last beside the arguments.
    on: &'a str,
    name: &'a str,
    arguments: &'a str,
    answer: &'a str,
}

/// The lines between `calls! {` and its end.
fn entries(table: &str) -> Result<Vec<Entry<'_>>, String> {
    let (_, list) = table.split_once("\ncalls! {\n").ok_or(format!("{TABLE}: there is no `calls!`"))?;
    let (list, _) = list.split_once("\n}").unwrap_or((list, ""));
    let lines = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let entry = |line| entry(line).ok_or(format!("{TABLE}: what is `{line}`? One call a line"));
    lines.map(entry).collect()
}

fn entry(line: &str) -> Option<Entry<'_>> {
    let (_, call) = line.strip_suffix(';')?.split_once(" = ")?;
    let (call, answer) = call.split_once(" -> ")?;
    let (on, call) = call.split_once('.')?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    Some(Entry { on, name, arguments, answer })
}

/// The whole file.
fn declarations(table: &str, data: &str) -> Result<String, String> {
    let mut types = HEAD.to_owned();
    types.push_str("\ninterface Calls {\n");
    for entry in entries(table)? {
        types.push_str(&signature(&entry)?);
    }
    types.push_str("}\n");
    for item in items(data)? {
        types.push('\n');
        types.push_str(&item);
    }
    Ok(types)
}

fn signature(entry: &Entry<'_>) -> Result<String, String> {
    let unknown = || format!("{TABLE}: what is `{}` called on?", entry.name);
    let (first, last) = match entry.on {
        "world" => ("", ""),
        "element" => ("element: Element", ""),
        "node" => ("node: Node", ""),
        "any" => ("node?: Node", ""),
        "element_with_others" => ("element: Element", "...others: Node[]"),
        "nodes" => ("", "...nodes: Node[]"),
        _ => return Err(unknown()),
    };
    let mut parameters = vec![first.to_owned()];
    for argument in parts(entry.arguments) {
        let (name, kind) = argument.split_once(": ").ok_or_else(unknown)?;
        parameters.push(format!("{name}: {}", typescript(kind)?));
    }
    parameters.push(last.to_owned());
    parameters.retain(|parameter| !parameter.is_empty());
    let answer = match entry.answer {
        "Option<Element>" => "Element | null | undefined".to_owned(),
        "()" => "void | Promise<void>".to_owned(),
        // Nobody waits for what a look would promise.
        look if look.starts_with("Looked<") => typescript(look)?,
        answer => {
            let answer = typescript(answer)?;
            format!("{answer} | Promise<{answer}>")
        }
    };
    Ok(format!("  {}({}): {answer};\n", entry.name, parameters.join(", ")))
}

/// The structs and enums of the data, each as one declaration.
fn items(data: &str) -> Result<Vec<String>, String> {
    let mut items = Vec::new();
    let mut lines = data.lines();
    let mut attributes = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with("#[") {
            attributes.push_str(line);
        }
        let declared = line.strip_prefix("pub(crate) ").and_then(|line| line.strip_suffix(" {"));
        let Some((kind, name)) = declared.and_then(|line| line.split_once(' ')) else { continue };
        let name = name.split('<').next().unwrap_or(name);
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").map(str::trim).collect();
        items.push(match kind {
            "struct" => interface(name, &body, attributes.contains("Deserialize"))?,
            "enum" => choice(name, &body, &attributes)?,
            _ => return Err(format!("{DATA}: what is `{kind} {name}`?")),
        });
        attributes.clear();
    }
    Ok(items)
}

/// A struct. A field that may be missing says so in both directions: by `default` in what is read, by `skip_serializing_if` in
/// what is written.
fn interface(name: &str, body: &[&str], read: bool) -> Result<String, String> {
    let mut fields = String::new();
    let mut extends = String::new();
    let mut attributes = String::new();
    for line in body.iter().filter(|line| !line.is_empty() && !line.starts_with("///")) {
        if line.starts_with("#[") {
            attributes.push_str(line);
            continue;
        }
        let field = line.strip_prefix("pub(crate) ").and_then(|line| line.strip_suffix(','));
        let (field, kind) = field
            .and_then(|field| field.split_once(": "))
            .ok_or(format!("{DATA}: {name}: what is `{line}`?"))?;
        let of = std::mem::take(&mut attributes);
        if of.contains("serde(skip)") {
            continue;
        }
        if of.contains("serde(flatten)") {
            extends = format!(" extends {}", typescript(kind)?);
            continue;
        }
        let known = ["#[serde(default)]", "#[serde(skip_serializing_if = \"Option::is_none\")]"];
        if !of.is_empty() && !known.contains(&of.as_str()) {
            return Err(format!("{DATA}: {name}.{field}: what is `{of}`?"));
        }
        let optional = !of.is_empty();
        // What is left out where there is none is never null.
        let kind = match kind.strip_prefix("Option<").and_then(|kind| kind.strip_suffix('>')) {
            Some(inner) if optional && !read => inner,
            _ => kind,
        };
        let mark = if optional { "?" } else { "" };
        fields.push_str(&format!("  {field}{mark}: {};\n", typescript(kind)?));
    }
    Ok(format!("interface {name}{extends} {{\n{fields}}}\n"))
}

/// An enum: of words, of other types (`untagged`), or of one value each under its variant's name.
fn choice(name: &str, body: &[&str], attributes: &str) -> Result<String, String> {
    let variants = body.iter().filter(|line| !line.is_empty() && !line.starts_with("///"));
    let variants: Vec<&str> = variants.map(|line| line.trim_end_matches(',')).collect();
    let split = |variant: &&str| -> Option<(String, String)> {
        let (name, inner) = variant.strip_suffix(')')?.split_once('(')?;
        Some((name.to_owned(), inner.to_owned()))
    };
    if attributes.contains("untagged") {
        let types: Option<Vec<_>> = variants.iter().map(split).collect();
        let types = types.ok_or(format!("{DATA}: {name}: give each variant one struct"))?;
        let types: Vec<_> = types.iter().map(|(_, inner)| typescript(inner)).collect::<Result<_, _>>()?;
        return Ok(format!("type {name} = {};\n", types.join(" | ")));
    }
    if !attributes.contains("rename_all = \"snake_case\"") {
        return Err(format!("{DATA}: {name}: how are its variants written?"));
    }
    if variants.iter().all(|variant| variant.chars().all(char::is_alphanumeric)) {
        let words: Vec<_> = variants.iter().map(|variant| format!("\"{}\"", snake(variant))).collect();
        return Ok(format!("type {name} = {};\n", words.join(" | ")));
    }
    let mut fields = String::new();
    for variant in &variants {
        let (variant, inner) = split(variant).ok_or(format!("{DATA}: {name}: what is `{variant}`?"))?;
        let kind =
            if parts(&inner).len() > 1 { typescript(&format!("({inner})"))? } else { typescript(&inner)? };
        fields.push_str(&format!("  {}?: {kind};\n", snake(&variant)));
    }
    Ok(format!("/** Exactly one of these. */\ninterface {name} {{\n{fields}}}\n"))
}

/// A type of Rust as one of TypeScript, as serde writes it in JSON.
fn typescript(kind: &str) -> Result<String, String> {
    let kind = kind.trim();
    let inside = |start: &str, end: char| kind.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    let list = |inner: &str| -> Result<String, String> {
        let inner = typescript(inner)?;
        Ok(if inner.contains(" | ") { format!("({inner})[]") } else { format!("{inner}[]") })
    };
    if let Some(inner) = inside("Option<", '>') {
        return Ok(format!("{} | null", typescript(inner)?));
    }
    if let Some(inner) = inside("Vec<", '>').or(inside("&[", ']')) {
        return list(inner);
    }
    if let Some(inner) = inside("BTreeMap<", '>') {
        let [key, value] = parts(inner)[..] else { return Err(format!("{DATA}: what is `{kind}`?")) };
        return Ok(format!("Record<{}, {}>", typescript(key)?, typescript(value)?));
    }
    if let Some((inner, count)) = inside("[", ']').and_then(|inner| inner.split_once("; ")) {
        let count: usize = count.parse().map_err(|_| format!("{DATA}: what is `{kind}`?"))?;
        return Ok(format!("[{}]", vec![typescript(inner)?; count].join(", ")));
    }
    if let Some(inner) = inside("(", ')').filter(|inner| !inner.is_empty()) {
        let parts: Vec<_> = parts(inner).into_iter().map(typescript).collect::<Result<_, _>>()?;
        return Ok(format!("[{}]", parts.join(", ")));
    }
    if let Some((name, inner)) = kind.strip_suffix('>').and_then(|kind| kind.split_once('<'))
        && !inner.starts_with('\'')
    {
        return Ok(format!("{name}<{}>", typescript(inner)?));
    }
    let name = kind.split('<').next().unwrap_or(kind);
    Ok(match name {
        "&str" | "&'a str" | "String" => "string".to_owned(),
        "bool" => "boolean".to_owned(),
        "u8" | "u32" | "u64" | "usize" | "i32" | "i64" | "f64" => "number".to_owned(),
        name if name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(char::is_alphanumeric) =>
        {
            name.to_owned()
        }
        _ => return Err(format!("{DATA}: what is `{kind}` in TypeScript?")),
    })
}

/// What stands between the outermost commas.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut before) = (0, ' ');
    let split = list.split(|c| {
        let closes = ")]".contains(c) || (c == '>' && before != '=');
        depth += i32::from("<([".contains(c)) - i32::from(closes);
        before = c;
        c == ',' && depth == 0
    });
    split.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

/// The names that a part gives out.
fn given_out(code: &str) -> Vec<&str> {
    let lists = code.match_indices(GIVES).filter_map(|(at, _)| code[at + GIVES.len()..].split_once("});"));
    let names = lists.flat_map(|(list, _)| parts(list));
    names.map(|item| item.split(':').next().unwrap_or_default().trim()).collect()
}

#[cfg(test)]
mod tests {
    use super::{breaches, declarations, given_out, typescript};
    use crate::sources::Source;

    #[test]
    fn names_given_out_are_read() {
        let given = given_out("\ngive({ a, bC: d });\n\ngive({\n  e,\n  f: (...all) => g(all, 1),\n});");
        assert_eq!(given, ["a", "bC", "e", "f"]);
    }

    #[test]
    fn types_are_those_of_their_json() {
        for (rust, expected) in [
            ("&str", "string"),
            ("Option<Vec<String>>", "string[] | null"),
            ("Vec<Option<f64>>", "(number | null)[]"),
            ("[f64; 4]", "[number, number, number, number]"),
            ("Vec<(f64, f64)>", "[number, number][]"),
            ("BTreeMap<String, bool>", "Record<string, boolean>"),
            ("TextWanted<'static>", "TextWanted"),
            ("Looked<LookFacts>", "Looked<LookFacts>"),
        ] {
            assert_eq!(typescript(rust).as_deref(), Ok(expected), "{rust}");
        }
        assert!(typescript("char").is_err());
    }

    const TABLE: &str = "\ncalls! {\n    // a.js\n    A_B = element.aB(ms: u64, name: &str) -> Found;\n    GO = world.go() -> ();\n}";
    const DATA: &str = "\
#[derive(Deserialize)]
pub(crate) struct Found {
    /// A comment.
    pub(crate) at: Option<f64>,
    #[serde(default)]
    pub(crate) kind: Option<Kind>,
    #[serde(skip)]
    pub(crate) ours: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = \"snake_case\")]
pub(crate) enum Kind {
    OneWord,
    Other,
}
";

    #[test]
    fn structs_become_interfaces() {
        let types = declarations(TABLE, DATA).expect("all of it is understood");
        let (_, types) = types.split_once("\n\n").expect("a head");
        let expected = "\
interface Calls {
  aB(element: Element, ms: number, name: string): Found | Promise<Found>;
  go(): void | Promise<void>;
}

interface Found {
  at: number | null;
  kind?: Kind | null;
}

type Kind = \"one_word\" | \"other\";
";
        assert_eq!(types, expected);
        assert!(declarations(TABLE, &DATA.replace("(default)", "(rename = \"x\")")).is_err());
    }

    #[test]
    fn what_one_side_lacks_is_found() {
        let source = |path: &str, text: &str| Source::new(path, text);
        let types = declarations(TABLE, DATA).expect("all of it is understood");
        let sources = |types: &str| {
            [
                source(super::TABLE, TABLE),
                source(super::DATA, DATA),
                source(super::TYPES, types),
                source("crates/domtool/src/world/isolated/part.js", "\ngive({ aB, unlisted });"),
            ]
        };
        let expected = [
            "crates/domtool/src/world/calls.rs: no part gives out `go`",
            "crates/domtool/src/world/isolated/part.js: crates/domtool/src/world/calls.rs does not list `unlisted`",
        ];
        assert_eq!(breaches(&sources(&types)), expected);
        let stale = breaches(&sources(&types.replace("at: number", "at: string")));
        assert!(stale.len() == 3 && stale[0].contains("cargo xtask js --write"), "{stale:?}");
    }
}
