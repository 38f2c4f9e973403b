//! Each function of the isolated world that Rust calls by name exists, and each that the world gives out is called.
//!
//! A crude reading of both sides: names given by `Object.assign(domtool, { ... })` in the parts, against the first string of
//! the calls that take such a name. A name that is chosen first and called later counts as called by its string alone.

use std::collections::BTreeMap;

use crate::sources::Source;

const PARTS: &str = "crates/domtool/src/world/isolated/";
const CALLERS: &str = "crates/domtool/src/";
/// The functions that take the name of one of the world's.
const CALLS: &[&str] = &[
    "call",
    "call_all",
    "call_by_user",
    "call_free",
    "call_with",
    "call_with_nodes",
    "element",
    "element_of",
    "post",
];
const GIVES: &str = "Object.assign(domtool, {";

/// Every name that is called and not given out, or given out and not called.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let mut given = BTreeMap::new();
    let mut called = BTreeMap::new();
    let mut strings = String::new();
    for source in sources {
        let code: Vec<_> = source.product().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        if source.path.starts_with(PARTS) && source.path.ends_with(".js") {
            given.extend(given_out(&code).into_iter().map(|name| (name.to_owned(), source.path.clone())));
        } else if source.path.starts_with(CALLERS) && source.path.ends_with(".rs") {
            called.extend(names_called(&code).into_iter().map(|name| (name.to_owned(), source.path.clone())));
            strings.push_str(&code);
        }
    }
    let lacking = called.iter().filter(|(name, _)| !given.contains_key(*name));
    let lacking = lacking.map(|(name, path)| format!("{path}: the isolated world gives out no `{name}`"));
    let unused = given.iter().filter(|(name, _)| !strings.contains(&format!("\"{name}\"")));
    let unused = unused.map(|(name, path)| format!("{path}: nobody calls `{name}`"));
    lacking.chain(unused).collect()
}

/// The names that a part gives out.
fn given_out(code: &str) -> Vec<&str> {
    let lists = code.match_indices(GIVES).filter_map(|(at, _)| code[at + GIVES.len()..].split_once('}'));
    let names = lists.flat_map(|(list, _)| list.split(','));
    let names = names.map(|item| item.split(':').next().unwrap_or_default().trim());
    names.filter(|name| !name.is_empty()).collect()
}

/// The names that calls are given as their first string.
fn names_called(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for call in CALLS {
        for (at, _) in code.match_indices(call) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') || code[..at].ends_with("fn ")
            {
                continue;
            }
            let Some(arguments) = arguments(&code[at + call.len()..]) else { continue };
            let Some((before, rest)) = arguments.split_once('"') else { continue };
            let Some((name, _)) = rest.split_once('"') else { continue };
            // The worlds may be named first; what goes on past the call is none of its arguments.
            if before.len() < 60 && !before.contains([';', '{', '=']) && is_name(name) {
                names.push(name);
            }
        }
    }
    names
}

/// What follows the opening bracket of a call, past the types that it may be given.
fn arguments(after: &str) -> Option<&str> {
    let after = match after.strip_prefix("::<") {
        None => after,
        Some(types) => {
            let mut depth = 1;
            let end = types.find(|c| {
                depth += i32::from(c == '<') - i32::from(c == '>');
                depth == 0
            })?;
            &types[end + 1..]
        }
    };
    after.strip_prefix('(')
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{breaches, given_out, names_called};
    use crate::sources::Source;

    #[test]
    fn names_of_both_sides_are_read() {
        let given = given_out("Object.assign(domtool, { a, bC: d });\nObject.assign(domtool, {\n  e,\n});");
        assert_eq!(given, ["a", "bC", "e"]);
        for (code, expected) in [
            ("world.call(\"look\", &[(); 0])", vec!["look"]),
            ("world.call::<Vec<(f64, f64)>>(\n    \"spots\",", vec!["spots"]),
            ("call_all(&tab.worlds(), \"frame\").await", vec!["frame"]),
            ("pub(crate) async fn call(&self, name: &str)", vec![]),
            ("channel.call(&Enable {}).await?; println!(\"no\")", vec![]),
            ("recall(\"look\")", vec![]),
        ] {
            assert_eq!(names_called(code), expected, "{code}");
        }
    }

    #[test]
    fn what_is_missing_and_what_nobody_calls_is_found() {
        let part = "crates/domtool/src/world/isolated/part.js";
        let sources = [
            Source::new(part, "Object.assign(domtool, { known, unused });"),
            Source::new("crates/domtool/src/a.rs", "world.call(\"known\", ()); world.call(\"unknown\", ())"),
        ];
        let expected = [
            "crates/domtool/src/a.rs: the isolated world gives out no `unknown`".to_owned(),
            format!("{part}: nobody calls `unused`"),
        ];
        assert_eq!(breaches(&sources), expected);
    }
}
