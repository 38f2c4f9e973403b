//! From the text of a configuration file to its entries. No error shows what stands in the file, which may be a secret.

use std::path::Path;

use toml_edit::{Document, Item, Value};

use super::{ConfigFile, Entry, Owner};
use crate::{
    alike::alike,
    failure::{Failure, Result},
    settings::{self, Scope, Setting, Shape},
};

/// Every setting in a file's text.
///
/// # Errors
/// `INVALID_INPUT` with file and line.
pub(super) fn entries(text: &str, file: &ConfigFile) -> Result<Vec<Entry>> {
    let line_at = |at: usize| text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
    let wrong = |line: usize, why: String| Failure::invalid(format!("{}:{line}: {why}", file.path.display()));
    let document = Document::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(span.start));
        let why = error.message().lines().next().unwrap_or("it is not written as TOML is").to_owned();
        Failure { hint: "write a line a setting, such as: headed = true".into(), ..wrong(line, why) }
    })?;
    let mut entries = Vec::new();
    for (key, item) in document.iter() {
        let span = document.key(key).and_then(toml_edit::Key::span);
        let line = span.map_or(1, |span| line_at(span.start));
        let setting = settings::of_file(key).ok_or_else(|| Failure {
            hint: unknown_hint(key).into(),
            ..wrong(line, format!("there is no setting {key:?}"))
        })?;
        if file.owner == Owner::Project && setting.scope != Scope::Project {
            let why = format!(
                "a project's file cannot set {key:?}: whoever wrote the project would decide that for you"
            );
            let hint = format!(
                "set it in your own file (domtool config says where that is), in {}, or with --{key}",
                setting.variable
            );
            return Err(Failure { hint: hint.into(), ..wrong(line, why) });
        }
        let values = values(item, setting, file.path.parent().unwrap_or(Path::new("")))
            .ok_or_else(|| wrong(line, format!("{key} is to be {}", setting.shape.describe())))?;
        entries.push(Entry { setting, values, file: file.path.clone(), owner: file.owner, line });
    }
    Ok(entries)
}

/// What may have been meant by a key that is none.
pub(super) fn unknown_hint(key: &str) -> String {
    if let Some(setting) = settings::ALL.iter().find(|setting| setting.key == key) {
        return format!("that is set in the environment only: {}", setting.variable);
    }
    match alike(key, settings::in_files().map(|setting| setting.key)) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "domtool config lists the settings".to_owned(),
    }
}

/// A value as the words of flags; `None` when it is written in another way than its setting is.
fn values(item: &Item, setting: &Setting, folder: &Path) -> Option<Vec<String>> {
    let value = item.as_value()?;
    let one = match setting.shape {
        Shape::Switch => value.as_bool()?.to_string(),
        Shape::Number => match value {
            Value::Integer(number) => number.value().to_string(),
            Value::Float(number) => number.value().to_string(),
            _ => return None,
        },
        Shape::Text => value.as_str()?.to_owned(),
        Shape::Secret | Shape::Address => named(value.as_str()?, folder),
        Shape::Path => absolute(value.as_str()?, folder),
        Shape::Program => match value.as_str()? {
            name if Path::new(name).components().count() > 1 => absolute(name, folder),
            name => name.to_owned(),
        },
        Shape::Secrets => {
            let stored = *setting == settings::SECRET || *setting == settings::TOTP;
            let words = value.as_array()?.iter().map(|value| match value.as_str()?.split_once('=') {
                Some((bound, text)) if stored => Some(format!("{bound}={}", named(text, folder))),
                _ => Some(named(value.as_str()?, folder)),
            });
            return words.collect();
        }
        Shape::List | Shape::Sum => {
            let words = value.as_array()?.iter().map(|value| value.as_str().map(str::to_owned));
            return words.collect();
        }
    };
    Some(vec![one])
}

/// What may be in a file that is named.
fn named(text: &str, folder: &Path) -> String {
    text.strip_prefix('@').map_or_else(|| text.to_owned(), |path| format!("@{}", absolute(path, folder)))
}

/// A path that does not depend on where the call comes from.
fn absolute(path: &str, folder: &Path) -> String {
    let at_home = path.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    at_home.unwrap_or_else(|| folder.join(path)).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, owner: Owner) -> Result<Vec<Entry>> {
        entries(text, &ConfigFile { path: "/p/domtool.toml".into(), owner, exists: true })
    }

    #[test]
    fn settings_become_the_words_of_flags() {
        let text = "# mine\nheaded = true\ntimeout = 2.5\nmask = [\"iban*\", \"x\"]\nprofile = \"work\"\nexecutable = \"chromium\"\n\
            http-auth = \"@auth\"\n";
        let read = read(text, Owner::User).unwrap();
        let seen: Vec<_> =
            read.iter().map(|entry| (entry.setting.key, entry.values.join("|"), entry.line)).collect();
        let expected = [
            ("headed", "true", 2),
            ("timeout", "2.5", 3),
            ("mask", "iban*|x", 4),
            ("profile", "/p/work", 5),
            ("executable", "chromium", 6),
            ("http-auth", "@/p/auth", 7),
        ];
        assert_eq!(seen, expected.map(|(key, value, line)| (key, value.to_owned(), line)));
    }

    #[test]
    fn what_is_no_setting_is_told_with_its_line_and_without_its_value() {
        for (text, says, hint) in [
            ("\nheded = true", "/p/domtool.toml:2: there is no setting \"heded\"", "did you mean headed?"),
            ("allow_eval = true", ":1: there is no setting", "did you mean allow-eval?"),
            ("socket = \"/x\"", ":1: there is no setting", "DOMTOOL_SOCKET"),
            ("headed = \"hunter2\"", ":1: headed is to be true or false", ""),
            ("mask = \"hunter2\"", ":1: mask is to be a list of texts", ""),
            ("[headed]\nx = 1", ":1: headed is to be true or false", ""),
            ("headed = true\nhttp-auth = hunter2", ":2: ", "a line a setting"),
        ] {
            let failure = read(text, Owner::User).unwrap_err();
            assert!(failure.message.contains(says), "{text}: {failure}");
            assert!(failure.hint.to_string().contains(hint), "{text}: {}", failure.hint);
            assert!(!failure.message.contains("hunter2"), "{text}: {failure}");
        }
    }

    #[test]
    fn a_project_decides_nothing_that_harm_comes_of() {
        let harmless: Vec<_> =
            settings::ALL.iter().filter(|one| one.scope == Scope::Project).map(|one| one.key).collect();
        // Whoever adds one here says why no value of it can do harm.
        assert_eq!(harmless, ["quiet", "timeout", "headed", "window", "mask"]);
        for setting in settings::in_files().filter(|setting| setting.scope != Scope::Project) {
            let failure = read(&format!("{} = \"x\"", setting.key), Owner::Project).unwrap_err();
            assert!(failure.message.contains("a project's file cannot set"), "{failure}");
            assert!(failure.hint.to_string().contains(setting.variable), "{}", failure.hint);
        }
    }
}
