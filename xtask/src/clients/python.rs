//! The generated part of the Python client: types, exceptions, and the operations as methods, awaited and not.

use std::fmt::Write as _;

use super::{
    model::{Field, Kind, Model, Operation, Shape, Step, Type, capitalized, codes, read_only},
    prose::wrapped,
};

/// Where the package is.
const FOLDER: &str = "clients/python/domtool/";
const HEAD: &str =
    "# Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.\n";
/// The columns of a line.
const WIDTH: usize = 100;
/// Words that are no names in Python.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield",
];
/// Types that have methods, which are written by hand.
const WITH_METHODS: &[(&str, &str)] = &[
    ("Observation", "Findable[\"NodeSummary\"]"),
    ("TableData", "Rows[\"TableRow\"]"),
    ("TableRow", "Cells[\"TableElement\"]"),
];
/// What a caller gives, and what comes back as it was given: a dictionary.
const DICTIONARIES: &[&str] = &["Launch"];

/// Every file, with its text.
pub(super) fn files(model: &Model) -> Result<Vec<(String, String)>, String> {
    Ok(vec![
        (format!("{FOLDER}_types.py"), types(model)),
        (format!("{FOLDER}_steps.py"), steps(model)),
        (format!("{FOLDER}_codes.py"), exceptions(model)?),
        (format!("{FOLDER}_operations.py"), operations(model, false)),
        (format!("{FOLDER}_async_operations.py"), operations(model, true)),
    ])
}

fn types(model: &Model) -> String {
    let mut text = format!(
        "\"\"\"What operations give back.\"\"\"\n\n{HEAD}\nfrom __future__ import annotations\n\n\
         from dataclasses import dataclass, field\n\
         from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict\n\n\
         from ._findable import Cells, Findable, Rows\n"
    );
    for named in &model.types {
        match &named.shape {
            Shape::Words(words) => alias(&mut text, named, words),
            Shape::Object(fields) if DICTIONARIES.contains(&named.name.as_str()) => {
                let _ = write!(text, "\n\nclass {}(TypedDict, total=False):\n", named.name);
                doc(&mut text, "    ", &named.doc);
                for field in fields {
                    comment(&mut text, "    ", &field.doc);
                    let _ = writeln!(text, "    {}: {}", field.name, argument_kind(&field.kind));
                }
            }
            Shape::Object(fields) => class(&mut text, named, fields),
        }
    }
    push_exports(&mut text, model.types.iter().map(|named| named.name.clone()));
    text
}

/// What the package gives out of a file.
fn push_exports(text: &mut String, names: impl Iterator<Item = String>) {
    text.push_str("\n\n__all__ = [\n");
    for name in names {
        let _ = writeln!(text, "    \"{name}\",");
    }
    text.push_str("]\n");
}

/// The words of which one is taken. A later build may have others: who reads them has a case for what is none of these.
fn alias(text: &mut String, named: &Type, words: &[(String, String)]) {
    text.push_str("\n\n");
    comment(text, "", &named.doc);
    let _ = writeln!(text, "{} = Literal[", named.name);
    for (word, _) in words {
        let _ = writeln!(text, "    \"{word}\",");
    }
    text.push_str("]\n");
}

fn class(text: &mut String, named: &Type, fields: &[Field]) {
    let base = WITH_METHODS.iter().find(|(name, _)| *name == named.name);
    let base = base.map(|(_, base)| format!("({base})")).unwrap_or_default();
    let _ = write!(text, "\n\n@dataclass(frozen=True)\nclass {}{base}:\n", named.name);
    doc(text, "    ", &named.doc);
    let (needed, other): (Vec<_>, Vec<_>) = fields.iter().partition(|field| default_of(field).is_none());
    for field in needed.into_iter().chain(other) {
        text.push('\n');
        let default = default_of(field).map(|default| format!(" = {default}")).unwrap_or_default();
        let _ = writeln!(text, "    {}: {}{default}", field.name, member_kind(field));
        doc(text, "    ", &field.doc);
    }
}

/// What a member is where the answer leaves it out, which is what it is left out for; nothing where it is always there.
fn default_of(field: &Field) -> Option<&'static str> {
    match &field.kind {
        _ if field.nullable => Some("None"),
        _ if field.required => None,
        Kind::Text => Some("\"\""),
        Kind::Integer | Kind::Number => Some("0"),
        Kind::Truth => Some("False"),
        Kind::List(_) | Kind::Tuple(..) => Some("field(default_factory=list)"),
        Kind::Table(_) => Some("field(default_factory=dict)"),
        Kind::Words(_) | Kind::Named(_) | Kind::Anything => Some("None"),
    }
}

/// The type of a member of what came back.
fn member_kind(field: &Field) -> String {
    let name = kind(&field.kind);
    if default_of(field) == Some("None") && field.kind != Kind::Anything {
        format!("Optional[{name}]")
    } else {
        name
    }
}

fn kind(of: &Kind) -> String {
    match of {
        Kind::Text => "str".to_owned(),
        Kind::Integer => "int".to_owned(),
        Kind::Number => "float".to_owned(),
        Kind::Truth => "bool".to_owned(),
        Kind::Anything => "Any".to_owned(),
        Kind::List(item) | Kind::Tuple(item, _) => format!("List[{}]", kind(item)),
        Kind::Table(value) => format!("Dict[str, {}]", kind(value)),
        Kind::Words(words) => literal(words),
        Kind::Named(name) => name.clone(),
    }
}

/// The type of what a caller gives: any sequence will do for a list.
fn argument_kind(of: &Kind) -> String {
    match of {
        Kind::List(item) | Kind::Tuple(item, _) => format!("Sequence[{}]", argument_kind(item)),
        other => kind(other),
    }
}

fn literal(words: &[String]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("Literal[{}]", words.join(", "))
}

fn steps(model: &Model) -> String {
    let mut text = format!(
        "\"\"\"The actions that `act` takes, several in one call.\"\"\"\n\n{HEAD}\nfrom __future__ import annotations\n\n\
         from typing import Literal, Sequence, TypedDict, Union\n"
    );
    for step in &model.steps {
        push_step(&mut text, step);
    }
    text.push_str("\n\nStep = Union[\n");
    for step in &model.steps {
        let _ = writeln!(text, "    {},", step_name(step));
    }
    text.push_str("]\n");
    push_exports(&mut text, model.steps.iter().map(step_name).chain(["Step".to_owned()]));
    text
}

fn step_name(step: &Step) -> String {
    format!("{}Step", capitalized(&step.op))
}

/// What must be there is a class of its own, as Python 3.9 has no other way to say it; names that are words of Python need the form of
/// a call.
fn push_step(text: &mut String, step: &Step) {
    let name = step_name(step);
    let (required, other): (Vec<_>, Vec<_>) = step.fields.iter().partition(|field| field.required);
    let op = format!("    op: Literal[\"{}\"]\n", step.op);
    let _ = write!(text, "\n\nclass _{name}(TypedDict):\n{op}");
    for field in required {
        let _ = writeln!(text, "    {}: {}", field.name, argument_kind(&field.kind));
    }
    let (reserved, plain): (Vec<_>, Vec<_>) =
        other.into_iter().partition(|field| RESERVED.contains(&field.name.as_str()));
    let mut bases = format!("_{name}");
    if !reserved.is_empty() {
        let members: Vec<_> = reserved
            .iter()
            .map(|field| format!("\"{}\": {}", field.name, argument_kind(&field.kind)))
            .collect();
        let _ = write!(
            text,
            "\n\n_{name}More = TypedDict(\"_{name}More\", {{{}}}, total=False)\n",
            members.join(", ")
        );
        let _ = write!(bases, ", _{name}More");
    }
    let _ = write!(text, "\n\nclass {name}({bases}, total=False):\n");
    doc(text, "    ", &step.doc);
    for field in plain {
        comment(text, "    ", &field.doc);
        let _ = writeln!(text, "    {}: {}", field.name, argument_kind(&field.kind));
    }
}

fn exceptions(model: &Model) -> Result<String, String> {
    let mut text = format!(
        "\"\"\"An exception for each code of an error, and the operations that change nothing.\"\"\"\n\n{HEAD}\n\
         from typing import Dict, FrozenSet, Type\n\nfrom ._error import DomtoolError\n"
    );
    let codes = codes(&model.types)?;
    for (code, meaning) in codes {
        let _ = write!(text, "\n\nclass {}(DomtoolError):\n", exception(code));
        doc(&mut text, "    ", &format!("`{code}`: {meaning}"));
    }
    text.push_str("\n\nEXCEPTIONS: Dict[str, Type[DomtoolError]] = {\n");
    for (code, _) in codes {
        let _ = writeln!(text, "    \"{code}\": {},", exception(code));
    }
    text.push_str("}\n\nREAD_ONLY: FrozenSet[str] = frozenset(\n    [\n");
    for name in read_only(&model.operations) {
        let _ = writeln!(text, "        \"{name}\",");
    }
    text.push_str("    ]\n)\n");
    push_exports(&mut text, codes.iter().map(|(code, _)| exception(code)));
    Ok(text)
}

/// `NOT_FOUND` as `NotFoundError`.
fn exception(code: &str) -> String {
    format!("{}Error", capitalized(&code.to_lowercase()))
}

fn operations(model: &Model, awaited: bool) -> String {
    let (class, title, call) = match awaited {
        true => ("AsyncOperations", "Every operation as a method that is awaited.", "async def"),
        false => ("Operations", "Every operation as a method.", "def"),
    };
    let mut answers: Vec<_> = model.operations.iter().map(|operation| operation.answer.as_str()).collect();
    answers.sort_unstable();
    answers.dedup();
    let mut about = String::new();
    let beside = model.operations.iter().map(|operation| &operation.beside).max_by_key(|beside| beside.len());
    let shared = beside.into_iter().flatten().map(|field| format!("{}: {}", field.name, field.doc));
    let title_and_shared: Vec<_> = std::iter::once(title.to_owned()).chain(shared).collect();
    doc(&mut about, "    ", &title_and_shared.join("\n\n"));
    let mut text = format!(
        "\"\"\"{title}\"\"\"\n\n{HEAD}\nfrom __future__ import annotations\n\n\
         from typing import Any, Dict, Literal, Optional, Sequence, Type, TypeVar\n\n\
         from ._steps import Step\nfrom ._types import {}\n\nT = TypeVar(\"T\")\n\n\nclass {class}:\n{about}\n    \
         {call} _call(\n        self, op: str, answer: Type[T], args: Dict[str, Any], call: Dict[str, Any]\n    ) -> T:\n        \
         raise NotImplementedError\n",
        answers.join(", ")
    );
    for operation in &model.operations {
        method(&mut text, operation, awaited);
    }
    text
}

fn method(text: &mut String, operation: &Operation, awaited: bool) {
    let def = if awaited { "async def" } else { "def" };
    let _ = write!(text, "\n    {def} {}(\n        self,\n", parameter(&operation.name.replace('-', "_")));
    let mut named = false;
    let mut fields: Vec<&Field> = operation.own.iter().chain(&operation.beside).collect();
    // What a word on the command line says needs no name here either, where it stands in the same place.
    let last = fields.iter().filter(|field| field.required).filter_map(|field| field.word).max();
    let word = |field: &Field| field.word.filter(|word| last.is_none_or(|last| *word > last));
    fields.sort_by_key(|field| {
        (!field.required, if field.required { None } else { Some(word(field).unwrap_or(usize::MAX)) })
    });
    for field in fields {
        if !field.required && word(field).is_none() && !named {
            text.push_str("        *,\n");
            named = true;
        }
        let (name, kind) = (parameter(&field.name), argument_kind(&field.kind));
        if field.required {
            let _ = writeln!(text, "        {name}: {kind},");
        } else {
            let _ = writeln!(text, "        {name}: Optional[{kind}] = None,");
        }
    }
    let _ = writeln!(text, "    ) -> {}:", operation.answer);
    // What all of them take is told once, of the class.
    let arguments = operation.own.iter().map(|field| format!("{}: {}", parameter(&field.name), field.doc));
    let described = std::iter::once(operation.doc.clone()).chain(arguments).collect::<Vec<_>>().join("\n\n");
    doc(text, "        ", &described);
    let wait = if awaited { "await " } else { "" };
    let _ = write!(
        text,
        "        return {wait}self._call(\n            \"{}\",\n            {},\n            {},\n            {},\n        )\n",
        operation.name,
        operation.answer,
        dictionary(&operation.own),
        dictionary(&operation.beside)
    );
}

fn dictionary(fields: &[Field]) -> String {
    if fields.is_empty() {
        return "{}".to_owned();
    }
    let members = fields
        .iter()
        .map(|field| format!("                \"{}\": {},\n", field.name, parameter(&field.name)));
    format!("{{\n{}            }}", members.collect::<String>())
}

/// A name that Python can have.
fn parameter(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// A text as a string of documentation.
fn doc(text: &mut String, indent: &str, said: &str) {
    if said.is_empty() {
        return;
    }
    let said = said.replace('\\', "\\\\");
    let lines = wrapped(&said, WIDTH - indent.len() - 6);
    if let [only] = lines.as_slice()
        && !only.ends_with('"')
    {
        let _ = writeln!(text, "{indent}\"\"\"{only}\"\"\"");
        return;
    }
    for (at, line) in lines.iter().enumerate() {
        let quotes = if at == 0 { "\"\"\"" } else { "" };
        let _ = writeln!(text, "{}", format!("{indent}{quotes}{line}").trim_end());
    }
    let _ = writeln!(text, "{indent}\"\"\"");
}

fn comment(text: &mut String, indent: &str, said: &str) {
    for line in wrapped(said, WIDTH - indent.len() - 2) {
        let _ = writeln!(text, "{}", format!("{indent}# {line}").trim_end());
    }
}
