//! Changes one setting in the text of a configuration file: comments and all other lines stay as they are. What a value means is checked
//! by reading the text that came of it.

use std::path::Path;

use toml_edit::{Array, DocumentMut, Item, Value};

use crate::{
    failure::{Failure, Result},
    settings::{Setting, Shape},
};

/// The text with a setting as the words of a flag give it; paths that do not begin at the home folder begin at `folder`.
///
/// # Errors
/// `INVALID_INPUT` for a value of another kind, and for a secret that stands on the command line.
pub(crate) fn with(text: &str, setting: &Setting, words: &[String], folder: &Path) -> Result<String> {
    let mut document = document(text)?;
    let mut value = value(setting, words, folder)?;
    match document.get_mut(setting.key).and_then(Item::as_value_mut) {
        Some(old) => {
            // A comment behind it stays.
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => drop(document.insert(setting.key, Item::Value(value))),
    }
    Ok(document.to_string())
}

/// The text without a setting; `None` where it has none.
///
/// # Errors
/// `INVALID_INPUT` when it is no TOML.
pub(crate) fn without(text: &str, setting: &Setting) -> Result<Option<String>> {
    let mut document = document(text)?;
    Ok(document.remove(setting.key).map(|_| document.to_string()))
}

fn document(text: &str) -> Result<DocumentMut> {
    text.parse().map_err(|error: toml_edit::TomlError| Failure::invalid(error.message().to_owned()))
}

fn value(setting: &Setting, words: &[String], folder: &Path) -> Result<Value> {
    let wrong = || Failure::invalid(format!("{} is to be {}", setting.key, setting.shape.describe()));
    let absolute = |path: &str| match path.starts_with("~/") {
        true => path.to_owned(),
        false => folder.join(path).to_string_lossy().into_owned(),
    };
    let word = match (setting.shape, words) {
        (Shape::List | Shape::Sum, _) => return Ok(Value::Array(words.iter().collect::<Array>())),
        (_, [word]) => word,
        _ => {
            let hint = "give one value; quote it for your shell where it has spaces";
            return Err(Failure { hint: hint.into(), ..wrong() });
        }
    };
    Ok(match setting.shape {
        Shape::Switch => word.parse::<bool>().map_err(|_| wrong())?.into(),
        Shape::Number => match word.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => word.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong)?.into(),
        },
        Shape::Secret => match word.strip_prefix('@') {
            Some(path) => format!("@{}", absolute(path)).into(),
            None => {
                let message = format!("{} is a secret, which others can see on a command line", setting.key);
                let hint = "put it into a file of yours alone and give @FILE, or write it into the configuration file by hand";
                return Err(Failure { hint: hint.into(), ..Failure::invalid(message) });
            }
        },
        Shape::Path => absolute(word).into(),
        Shape::Program if Path::new(word).components().count() > 1 => absolute(word).into(),
        _ => word.as_str().into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;

    fn set(text: &str, key: &str, words: &[&str]) -> Result<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        with(text, settings::of_file(key).unwrap(), &words, Path::new("/here"))
    }

    #[test]
    fn one_setting_changes_and_the_rest_stays() {
        let text = "# mine\nheaded = true # on my desk\n\n# how large\nwindow = \"800x600\"\n";
        for (key, words, from, to) in [
            ("headed", &["false"][..], "headed = true #", "headed = false #"),
            ("window", &["1x1"], "\"800x600\"", "\"1x1\""),
            ("timeout", &["8"], "\"800x600\"\n", "\"800x600\"\ntimeout = 8\n"),
            ("timeout", &["2.5"], "\"800x600\"\n", "\"800x600\"\ntimeout = 2.5\n"),
            ("mask", &["iban*", "x"], "\"800x600\"\n", "\"800x600\"\nmask = [\"iban*\", \"x\"]\n"),
            ("profile", &["work"], "\"800x600\"\n", "\"800x600\"\nprofile = \"/here/work\"\n"),
            ("profile", &["~/work"], "\"800x600\"\n", "\"800x600\"\nprofile = \"~/work\"\n"),
            ("executable", &["chromium"], "\"800x600\"\n", "\"800x600\"\nexecutable = \"chromium\"\n"),
            ("http-auth", &["@auth"], "\"800x600\"\n", "\"800x600\"\nhttp-auth = \"@/here/auth\"\n"),
        ] {
            assert_eq!(set(text, key, words).unwrap(), text.replace(from, to), "{key} {words:?}");
        }
        let window = settings::of_file("window").unwrap();
        assert_eq!(without(text, window).unwrap().as_deref(), Some("# mine\nheaded = true # on my desk\n"));
        assert_eq!(without("", window).unwrap(), None);
    }

    #[test]
    fn values_of_another_kind_and_secrets_are_refused() {
        for (key, words, says) in [
            ("headed", &["maybe"][..], "headed is to be true or false"),
            ("timeout", &["soon"], "timeout is to be a number"),
            ("timeout", &["inf"], "timeout is to be a number"),
            ("window", &["800", "600"], "window is to be a text"),
            ("http-auth", &["ada:hunter2"], "http-auth is a secret"),
        ] {
            let failure = set("", key, words).unwrap_err();
            assert!(failure.message.contains(says) && !failure.to_string().contains("hunter2"), "{failure}");
        }
    }
}
