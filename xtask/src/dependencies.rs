//! What we build on: licences, sources, banned crates and the Rust that crates ask for, held against `cargo metadata`.
//!
//! `cargo deny check` does this and more, but building it takes longer than most checks here. So the rules stand once, in
//! `deny.toml`, and are read from there; it is read by lines, each list and each crate in the form that it has now.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cargo_metadata::{Metadata, MetadataCommand, Package, PackageId};

/// The rules.
const RULES: &str = "deny.toml";

/// Every breach of the rules, one sentence each.
pub(crate) fn breaches() -> Result<Vec<String>, String> {
    let rules = std::fs::read_to_string(RULES).map_err(|error| format!("{RULES}: {error}"))?;
    let rules = Rules::read(&rules)?;
    let metadata = metadata()?;
    let ours = metadata.workspace_members.iter().find_map(|id| metadata[id].rust_version.clone());
    let foreign =
        metadata.packages.iter().filter(|package| !metadata.workspace_members.contains(&package.id));
    let mut breaches: Vec<_> = foreign
        .flat_map(|package| {
            let from = package.source.as_ref().is_none_or(|source| !source.is_crates_io());
            let from =
                from.then(|| format!("{} comes from elsewhere than the registry of Rust", named(package)));
            let newer = package.rust_version.as_ref().filter(|theirs| Some(*theirs) > ours.as_ref());
            let newer = newer.map(|theirs| format!("{} asks for Rust {theirs}", named(package)));
            let licence = rules.licence_breach(&package.name, package.license.as_deref());
            from.into_iter().chain(newer).chain(licence.map(|why| format!("{}: {why}", named(package))))
        })
        .collect();
    breaches.extend(rules.banned(&users(&metadata)?));
    Ok(breaches)
}

/// A line for each crate that is there in several versions: each is compiled, and may be in the binary.
pub(crate) fn doubles() -> Result<Vec<String>, String> {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in metadata()?.packages {
        versions.entry(package.name.to_string()).or_default().insert(package.version.to_string());
    }
    versions.retain(|_, versions| versions.len() > 1);
    let line = |(name, versions): (String, BTreeSet<String>)| {
        format!("{name} is there as {}", versions.into_iter().collect::<Vec<_>>().join(" and "))
    };
    Ok(versions.into_iter().map(line).collect())
}

/// Every crate that any feature, test or system needs.
fn metadata() -> Result<Metadata, String> {
    let all = cargo_metadata::CargoOpt::AllFeatures;
    MetadataCommand::new().features(all).exec().map_err(|error| error.to_string())
}

fn named(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

/// Each crate that is used by another, with the names of those others.
fn users(metadata: &Metadata) -> Result<HashMap<&str, BTreeSet<&str>>, String> {
    let graph = metadata.resolve.as_ref().ok_or("cargo metadata resolved nothing")?;
    let name = |id: &PackageId| metadata[id].name.as_str();
    let mut users: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for node in &graph.nodes {
        for used in &node.deps {
            users.entry(name(&used.pkg)).or_default().insert(name(&node.id));
        }
    }
    Ok(users)
}

/// What `deny.toml` says, as far as it is held here.
#[derive(Debug, Default, PartialEq)]
struct Rules<'a> {
    /// Licences that any crate may have.
    licences: Vec<&'a str>,
    /// Licences that one crate may have.
    exceptions: Vec<(&'a str, Vec<&'a str>)>,
    /// Crates that nobody may use, but for those named.
    banned: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Rules<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let licences = strings(list(section(text, "licenses"), "allow"));
        if licences.is_empty() {
            return Err(format!("{RULES}: no list `allow` of licences was read"));
        }
        let crates = |list: &'a str, strings_of: &str| {
            let lines = list.lines().filter(|line| line.trim_start().starts_with('{'));
            let read = lines.filter_map(|line| {
                let (_, name) = line.split_once("crate = \"")?;
                Some((name.split('"').next()?, strings(self::list(line, strings_of))))
            });
            read.collect()
        };
        Ok(Self {
            licences,
            exceptions: crates(list(section(text, "licenses"), "exceptions"), "allow"),
            banned: crates(list(section(text, "bans"), "deny"), "wrappers"),
        })
    }

    /// Why a crate's licence will not do.
    fn licence_breach(&self, name: &str, licence: Option<&str>) -> Option<String> {
        let Some(licence) = licence else { return Some("it names no licence".to_owned()) };
        let own = self.exceptions.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, own)| own);
        let allowed = |id: &str| self.licences.contains(&id) || own.contains(&id);
        match satisfied(licence, allowed) {
            Some(true) => None,
            Some(false) => Some(format!("its licence, {licence}, is not allowed by {RULES}")),
            None => Some(format!("its licence, {licence}, is no expression")),
        }
    }

    /// Who uses what nobody may.
    fn banned(&self, users: &HashMap<&str, BTreeSet<&str>>) -> Vec<String> {
        let used = self.banned.iter().filter_map(|(name, wrappers)| Some((name, wrappers, users.get(name)?)));
        let by = used.flat_map(|(name, wrappers, users)| {
            users.iter().filter(|user| !wrappers.contains(user)).map(move |user| (name, user))
        });
        by.map(|(name, user)| format!("{user} uses {name}, which {RULES} denies")).collect()
    }
}

/// The part of a file from `[name]` to the next such line.
fn section<'a>(text: &'a str, name: &str) -> &'a str {
    let Some((_, rest)) = text.split_once(&format!("[{name}]\n")) else { return "" };
    rest.split("\n[").next().unwrap_or(rest)
}

/// What stands in the brackets after `name = [`; lists inside are part of it.
fn list<'a>(text: &'a str, name: &str) -> &'a str {
    let head = format!("{name} = [");
    let starts = text.match_indices(&head).map(|(at, _)| at);
    let mut whole =
        starts.filter(|at| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || "-_".contains(c)));
    let Some(at) = whole.next() else { return "" };
    let list = &text[at + head.len()..];
    let mut depth = 1_usize;
    let end = list.find(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or("", |end| &list[..end])
}

fn strings(list: &str) -> Vec<&str> {
    list.split('"').skip(1).step_by(2).collect()
}

/// Whether an SPDX expression holds where only some licences are allowed: `MIT OR (Apache-2.0 AND IJG)`, or `MIT/Apache-2.0`
/// as it was written once. Nothing for what is no expression.
fn satisfied(expression: &str, mut allowed: impl FnMut(&str) -> bool) -> Option<bool> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let holds = any_of(&mut rest, &mut allowed)?;
    rest.is_empty().then_some(holds)
}

type Allowed<'a> = &'a mut dyn FnMut(&str) -> bool;

fn any_of(words: &mut &[&str], allowed: Allowed<'_>) -> Option<bool> {
    let mut holds = all_of(words, allowed)?;
    while take(words, "OR") {
        holds |= all_of(words, allowed)?;
    }
    Some(holds)
}

fn all_of(words: &mut &[&str], allowed: Allowed<'_>) -> Option<bool> {
    let mut holds = one(words, allowed)?;
    while take(words, "AND") {
        holds &= one(words, allowed)?;
    }
    Some(holds)
}

fn one(words: &mut &[&str], allowed: Allowed<'_>) -> Option<bool> {
    if take(words, "(") {
        let holds = any_of(words, allowed)?;
        return take(words, ")").then_some(holds);
    }
    let (licence, rest) = words.split_first()?;
    if ["OR", "AND", "WITH", ")"].contains(licence) {
        return None;
    }
    *words = rest;
    if !take(words, "WITH") {
        return Some(allowed(licence));
    }
    let (exception, rest) = words.split_first()?;
    *words = rest;
    Some(allowed(&format!("{licence} WITH {exception}")))
}

fn take(words: &mut &[&str], word: &str) -> bool {
    let found = words.first() == Some(&word);
    if found {
        *words = &words[1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[graph]
all-features = true

[licenses]
allow = [
    "MIT",
    "Apache-2.0 WITH LLVM-exception",
]
exceptions = [
    { allow = ["IJG"], crate = "jpeg" },
]

[bans]
allow-wildcard-paths = true
deny = [
    { crate = "ssl", reason = "none" },
    { crate = "regex", wrappers = ["insta", "proptest"] },
]
"#;

    #[test]
    fn rules_are_read() {
        let rules = Rules::read(TEXT).expect("rules");
        assert_eq!(rules.licences, ["MIT", "Apache-2.0 WITH LLVM-exception"]);
        assert_eq!(rules.exceptions, [("jpeg", vec!["IJG"])]);
        assert_eq!(rules.banned, [("ssl", vec![]), ("regex", vec!["insta", "proptest"])]);
        assert!(Rules::read("[licenses]\n").is_err());
    }

    #[test]
    fn the_rules_of_the_repository_are_read() {
        let rules = Rules::read(include_str!("../../deny.toml")).expect("rules");
        assert!(rules.licences.contains(&"MIT") && rules.licences.contains(&"Unicode-3.0"), "{rules:?}");
        assert!(rules.exceptions.contains(&("jpeg-encoder", vec!["IJG"])), "{rules:?}");
        assert!(rules.banned.iter().any(|(name, by)| *name == "regex" && by.contains(&"insta")), "{rules:?}");
    }

    #[test]
    fn licences_are_held_against_the_list() {
        let rules = Rules::read(TEXT).expect("rules");
        for (name, licence, expected) in [
            ("a", "MIT", ""),
            ("a", "MIT OR GPL-3.0", ""),
            ("a", "GPL-3.0/MIT", ""),
            ("a", "MIT AND GPL-3.0", "its licence, MIT AND GPL-3.0, is not allowed by deny.toml"),
            ("a", "GPL-3.0 OR (MIT AND MIT)", ""),
            ("a", "Apache-2.0", "its licence, Apache-2.0, is not allowed by deny.toml"),
            ("a", "Apache-2.0 WITH LLVM-exception OR GPL-3.0", ""),
            ("jpeg", "(MIT OR Apache-2.0) AND IJG", ""),
            (
                "a",
                "(MIT OR Apache-2.0) AND IJG",
                "its licence, (MIT OR Apache-2.0) AND IJG, is not allowed by deny.toml",
            ),
            ("a", "MIT OR", "its licence, MIT OR, is no expression"),
            ("a", "(MIT", "its licence, (MIT, is no expression"),
            ("a", "MIT MIT", "its licence, MIT MIT, is no expression"),
        ] {
            assert_eq!(
                rules.licence_breach(name, Some(licence)).unwrap_or_default(),
                expected,
                "{name} {licence}"
            );
        }
        assert!(rules.licence_breach("a", None).is_some());
    }

    #[test]
    fn users_of_banned_crates_are_found() {
        let rules = Rules::read(TEXT).expect("rules");
        let users = HashMap::from([
            ("regex", BTreeSet::from(["insta", "ours"])),
            ("ssl", BTreeSet::from(["web"])),
            ("fine", BTreeSet::from(["ours"])),
        ]);
        let expected = ["web uses ssl, which deny.toml denies", "ours uses regex, which deny.toml denies"];
        assert_eq!(rules.banned(&users), expected);
    }
}
