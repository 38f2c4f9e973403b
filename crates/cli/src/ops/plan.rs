//! A list of actions as an argument: JSON, or a line each as on the command line. Reading it does nothing to any page.

use std::{
    borrow::Cow,
    io::{IsTerminal as _, Read as _},
};

use clap::{
    FromArgMatches as _,
    error::{ContextKind, ContextValue, ErrorKind},
};
use domtool::{Step, text::quoted};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{
    Map, Value, json,
    value::{RawValue, to_raw_value},
};

use super::{Entry, Environment, operation::properties};
use crate::{
    failure::{Failure, Result},
    limits::{ACTIONS, PLAN_BYTES},
    wire::ExpectArgs,
};

/// Actions to be done one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Plan(Vec<Planned>);

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Planned {
    /// The operation, such as fill.
    pub(crate) op: String,
    /// What is expected of it.
    #[serde(flatten)]
    expect: ExpectArgs,
    /// The operation's own arguments, as its schema has them.
    #[serde(flatten)]
    args: Map<String, Value>,
}

/// One of the steps of each operation that is an action or can come last, by its name: each is defined once, and so is what is expected of any.
impl JsonSchema for Plan {
    fn schema_name() -> Cow<'static, str> {
        "Plan".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
        let expect = properties(&ExpectArgs::json_schema(generator));
        let by_reference = expect.keys().map(|name| (name.clone(), reference(name))).collect();
        let mut kinds = Vec::new();
        for entry in super::ALL.iter().filter(|entry| entry.acts() || entry.ends_act()) {
            let step = entry.step_schema(generator, &by_reference);
            generator.definitions_mut().insert(entry.name.to_owned(), step.to_value());
            kinds.push(reference(entry.name));
        }
        generator.definitions_mut().extend(expect);
        json_schema!({ "type": "array", "minItems": 1, "maxItems": ACTIONS, "items": { "oneOf": kinds } })
    }
}

/// What several actions end with, in place of what the last one changed.
pub(super) struct Look<'a> {
    pub(super) entry: &'static Entry,
    planned: &'a Planned,
}

impl Look<'_> {
    /// Its arguments, as on the wire.
    ///
    /// # Errors
    /// `INVALID_INPUT` where something is expected of it: it changes nothing.
    pub(super) fn args(&self) -> Result<Box<RawValue>> {
        if self.planned.expect != ExpectArgs::default() {
            return Err(Failure::invalid(format!("nothing can be expected of {}", self.entry.name)));
        }
        to_raw_value(&self.planned.args).map_err(|error| Failure::internal(error.to_string()))
    }

    /// Whether it shows all of the page, so that nobody needs to be told what changed.
    pub(super) fn shows_all(&self) -> bool {
        const PARTS: [&str; 7] = ["under", "frame", "selector", "query", "diff", "if_changed", "viewport"];
        let args = &self.planned.args;
        let later = args.get("page").is_some_and(|page| !page.is_null() && *page != 1);
        let asked = |part: &str| {
            args.get(part).is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)))
        };
        self.entry.name == "observe" && !later && !PARTS.iter().any(|part| asked(part))
    }
}

impl Planned {
    /// The action that it stands for, and what is expected of that.
    ///
    /// # Errors
    /// `INVALID_INPUT` when its operation stands for none, or its arguments make no sense.
    pub(super) fn step(&self, environment: &Environment) -> Result<Step> {
        let args = to_raw_value(&self.args).map_err(|error| Failure::internal(error.to_string()))?;
        let action = super::find(&self.op).and_then(|entry| entry.action(&args, environment));
        let action = action.ok_or_else(|| no_action(&self.op))??;
        self.expect.step(action)
    }
}

impl Plan {
    /// The actions, in order, and the look that comes last, where one does.
    pub(super) fn parts(&self) -> (&[Planned], Option<Look<'_>>) {
        let look = self.0.split_last().and_then(|(last, actions)| {
            let entry = super::find(&last.op).filter(|entry| entry.ends_act())?;
            Some((actions, Look { entry, planned: last }))
        });
        look.map_or((&self.0, None), |(actions, look)| (actions, Some(look)))
    }

    /// From an argument; a dash stands for standard input. The words are not repeated in an error: they may hold what a
    /// field is to be filled with.
    pub(super) fn given(text: &str) -> std::result::Result<Self, String> {
        if text.trim() != "-" {
            return Self::read(text);
        }
        let input = std::io::stdin();
        if input.is_terminal() {
            return Err("give the actions as an argument or on standard input".to_owned());
        }
        let mut text = String::new();
        input
            .take(PLAN_BYTES)
            .read_to_string(&mut text)
            .map_err(|error| format!("standard input: {error}"))?;
        Self::read(&text)
    }

    fn read(text: &str) -> std::result::Result<Self, String> {
        if text.trim_start().starts_with('[') {
            let items: Vec<Value> = serde_json::from_str(text).map_err(|error| {
                format!("no list of actions (line {}, column {})", error.line(), error.column())
            })?;
            let planned = items.into_iter().enumerate().map(|(at, item)| {
                let not_so =
                    |_| format!("action {}: op, expect or within is not as the schema has it", at + 1);
                serde_json::from_value(item).map_err(not_so)
            });
            return planned.collect::<std::result::Result<_, _>>().map(Plan);
        }
        let planned = lines(text)
            .into_iter()
            .map(|(at, line)| self::line(line).map_err(|why| format!("line {}: {why}", at + 1)));
        planned.collect::<std::result::Result<_, _>>().map(Plan)
    }
}

fn no_action(name: &str) -> Failure {
    let message = format!("{name} is no action that can be done with others", name = quoted(&name));
    let hint = match super::meant_action(name) {
        _ if super::find(name).is_some_and(Entry::ends_act) => "it can only be the last".to_owned(),
        _ if super::find(name).is_some() => "do it in a call of its own".to_owned(),
        Some(meant) => format!("did you mean {meant}?"),
        None => "domtool --help lists the actions".to_owned(),
    };
    Failure { hint: hint.into(), ..Failure::invalid(message) }
}

/// The lines that say something, each with its number. A quote that begins a word may hold line breaks; one within a word may not:
/// it is an apostrophe that somebody forgot to quote, and the next line is another action.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let (mut number, mut start, mut first) = (0, 0, 0);
    let mut quote: Option<char> = None;
    let mut word_begins = true;
    let mut characters = text.char_indices().chain([(text.len(), '\n')]);
    while let Some((at, c)) = characters.next() {
        let is_comment = text[start..at].trim_start().starts_with('#');
        match (quote, c) {
            (None, '\n') => {
                let line = &text[start..at];
                if !line.trim().is_empty() && !is_comment {
                    lines.push((first, line));
                }
                (number, start) = (number + 1, at + 1);
                first = number;
            }
            _ if is_comment => {}
            (Some('"') | None, '\\') => drop(characters.next()),
            (Some(open), _) if c == open => quote = None,
            (Some(_), '\n') => number += 1,
            (None, '\'' | '"') if word_begins || closes(&text[at..], c) => quote = Some(c),
            _ => {}
        }
        word_begins = quote.is_none() && c.is_whitespace();
    }
    if quote.is_some() && start < text.len() {
        lines.push((first, &text[start..]));
    }
    lines
}

/// Whether the quote at the beginning of a text is closed on its line.
fn closes(text: &str, quote: char) -> bool {
    text.lines().next().is_some_and(|line| line[1..].contains(quote))
}

/// `click e5 --expect appears:Saved`, with or without `domtool` in front.
fn line(line: &str) -> std::result::Result<Planned, String> {
    let mut words = words(line)?;
    if words.first().is_some_and(|word| word == "domtool") {
        words.remove(0);
    }
    let Some(op) = words.first().cloned() else { return Err("it says nothing".to_owned()) };
    let entry =
        super::find(&op).filter(|entry| entry.acts() || entry.ends_act()).ok_or_else(|| no_such(&op))?;
    let command = entry.command_line();
    // Without the words: they may hold what a field is to be filled with.
    let matches = command
        .try_get_matches_from(words)
        .map_err(|error| format!("these are not the arguments of {op} ({})", wrong(&error)))?;
    let args = (entry.read)(&matches).map_err(|failure| failure.message)?;
    let args = serde_json::from_str(args.get()).map_err(|error| error.to_string())?;
    let expect = match entry.expects() {
        true => ExpectArgs::from_arg_matches(&matches).map_err(|error| error.kind().to_string())?,
        false => ExpectArgs::default(),
    };
    expect.check().map_err(|failure| failure.message)?;
    Ok(Planned { op, expect, args })
}

/// What is wrong with the arguments of an action, without any of them: who reads one says why it is none in words of its own.
fn wrong(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::UnknownArgument {
        return match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(flag)) if flag.starts_with('-') => "it has no such flag",
            _ => "more words than it takes: what is of several words, such as a name, stands in quotes",
        }
        .to_owned();
    }
    std::error::Error::source(error).map_or_else(|| error.kind().to_string(), ToString::to_string)
}

/// What to say of a word that is no action: with the one that was meant, as far as that can be guessed.
fn no_such(op: &str) -> String {
    let meant = super::meant_action(op).map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    format!("it does not begin with an action, such as click{meant}")
}

/// Words as a shell parts them: by white space, but for what stands in quotes or behind a backslash.
pub(super) fn words(line: &str) -> std::result::Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some(end) if end == c => break,
                        Some('\\') if c == '"' => word.extend(characters.next()),
                        Some(inner) => word.push(inner),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_in_a_shell() {
        for (line, expected) in [
            ("click e5", &["click", "e5"][..]),
            ("  fill e3   'Ada Lovelace' ", &["fill", "e3", "Ada Lovelace"]),
            (r#"fill e3 "say \"hi\"""#, &["fill", "e3", r#"say "hi""#]),
            (r"fill e3 a\ b", &["fill", "e3", "a b"]),
            ("fill e3 ''", &["fill", "e3", ""]),
            ("a'b c'd", &["ab cd"]),
        ] {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
        assert!(words("fill e3 'Ada").is_err());
    }

    #[test]
    fn a_quote_that_begins_a_word_may_hold_line_breaks() {
        for (text, expected) in [
            ("fill e3 'Ada\nLovelace'\nclick e5", &[(0, "fill e3 'Ada\nLovelace'"), (2, "click e5")][..]),
            ("fill e3 \"a\\\"\nb\"\n\nclick e5", &[(0, "fill e3 \"a\\\"\nb\""), (3, "click e5")]),
            ("# it's\nclick e5", &[(1, "click e5")]),
            ("fill e3 it's\nfill e4 it's", &[(0, "fill e3 it's"), (1, "fill e4 it's")]),
            ("fill e3 a'b c'd\r\nclick e5\r\n", &[(0, "fill e3 a'b c'd\r"), (1, "click e5\r")]),
            ("fill e3 'open\nclick e5", &[(0, "fill e3 'open\nclick e5")]),
            ("", &[]),
        ] {
            assert_eq!(lines(text), expected, "{text}");
        }
        let plan = Plan::read("fill e3 '- milk\n- bread'").unwrap();
        assert_eq!(plan.0[0].args["text"], "- milk\n- bread");
        assert!(
            Plan::read("fill e3 it's\nfill e4 it's").unwrap_err().contains("line 1: a quote is not closed")
        );
    }

    #[test]
    fn lines_and_json_are_the_same() {
        let lines = "# the form\nfill e3 'Ada Lovelace'\n\ndomtool click e5 --expect 'appears:Saved or navigation' --within 5\n";
        let json = r#"[{"op": "fill", "id": "e3", "text": "Ada Lovelace"},
            {"op": "click", "id": "e5", "button": "left", "count": 1, "expect": "appears:Saved or navigation", "within": 5.0}]"#;
        assert_eq!(Plan::read(lines).unwrap(), Plan::read(json).unwrap());
    }

    #[test]
    fn what_is_wrong_is_told_without_its_words() {
        for (text, says) in [
            ("fill e3", "line 1: these are not the arguments of fill"),
            ("click [12]", "did you mean an id with a small e"),
            ("click e1\nfly e3 hunter2", "line 2: it does not begin with an action"),
            ("clik e1", "; did you mean click?"),
            ("tap e1", "; did you mean click?"),
            (
                "click hunter2 in list",
                "line 1: these are not the arguments of click (more words than it takes",
            ),
            ("fill e3 'hunter2", "line 1: a quote is not closed"),
            ("click e1 --within 5", "line 1: within says how long an expect is waited for"),
            ("click e1\nwait --text hunter2 --within 5", "line 2: within says how long an expect"),
            ("wait --text a --gone hunter2", "line 1: these are not the arguments of wait"),
            ("[{\"op\": \"fill\", hunter2}]", "no list of actions (line 1, column 17)"),
            (
                r#"[{"op": "click", "id": "e1", "expect": "any_change", "within": 0}]"#,
                "action 1: op, expect or within",
            ),
        ] {
            let why = Plan::read(text).unwrap_err();
            assert!(why.contains(says) && !why.contains("hunter2"), "{text}: {why}");
        }
        for (op, hint) in [
            ("tap", "did you mean click?"),
            ("eval", "do it in a call of its own"),
            ("observe", "it can only be the last"),
        ] {
            assert_eq!(no_action(op).hint.to_string(), hint);
        }
        assert!(Plan::read("right_click e3").is_ok(), "as the data of reports have it");
    }
}
