//! [`Capabilities`]: what browser a WebDriver server is asked for, as the body of the request. They may hold keys of accounts, so that none
//! of them is shown.

use serde_json::{Map, Value, json};

use super::answer::failure;
use crate::error::Result;

/// Words of the standard: what is in them is no secret.
const PLAIN: &[&str] =
    &["browserName", "browserVersion", "platformName", "pageLoadStrategy", "unhandledPromptBehavior"];
/// Shorter texts are words.
const SHORTEST_SECRET: usize = 8;

/// What is asked for. It has no `Debug`.
#[derive(Clone)]
pub(super) struct Capabilities {
    body: String,
    secrets: Vec<String>,
}

impl Capabilities {
    /// A Chrome with these arguments.
    pub(super) fn chrome(headless: bool, args: &[String]) -> Self {
        let headless = headless.then_some("--headless=new");
        let args: Vec<&str> = headless.into_iter().chain(args.iter().map(String::as_str)).collect();
        Self::of(json!({"browserName": "chrome", "goog:chromeOptions": {"args": args}}))
    }

    /// # Errors
    /// Driver for what is no JSON, or no object.
    pub(super) fn read(json: &str) -> Result<Self> {
        let wrong = |why: &str| failure(format!("the capabilities are not right: {why}"));
        let given: Map<String, Value> = serde_json::from_str(json).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            wrong(&format!("expected an object in JSON, which it is not at {place}"))
        })?;
        Ok(Self::of(Value::Object(given)))
    }

    fn of(mut given: Value) -> Self {
        // As it is written for other clients.
        if let Some(inner) = given.get_mut("capabilities").filter(|inner| inner.is_object()) {
            given = inner.take();
        }
        let is_whole = given.get("alwaysMatch").is_some() || given.get("firstMatch").is_some();
        let mut whole = if is_whole { given } else { json!({"alwaysMatch": given}) };
        let mut parts: Vec<&Value> = whole.get("alwaysMatch").into_iter().collect();
        parts.extend(whole.get("firstMatch").and_then(Value::as_array).into_iter().flatten());
        // A Grid may also have browsers that do not speak the DevTools protocol.
        if !parts.iter().any(|part| part.get("browserName").is_some())
            && let Some(whole) = whole.as_object_mut()
            && let Some(always) = whole.entry("alwaysMatch").or_insert_with(|| json!({})).as_object_mut()
        {
            always.insert("browserName".to_owned(), "chrome".into());
        }
        let secrets = texts(&whole);
        Self { body: json!({"capabilities": whole}).to_string(), secrets }
    }

    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// What of them may let its holder in: every text but those that the standard has words for.
    pub(super) fn secrets(&self) -> impl Iterator<Item = String> {
        self.secrets.iter().cloned()
    }
}

fn texts(value: &Value) -> Vec<String> {
    let mut texts = Vec::new();
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) if text.len() >= SHORTEST_SECRET => texts.push(text.clone()),
            Value::Array(values) => left.extend(values),
            Value::Object(fields) => {
                left.extend(
                    fields.iter().filter(|(key, _)| !PLAIN.contains(&key.as_str())).map(|(_, value)| value),
                );
            }
            _ => {}
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_asked_for_and_a_chrome_where_no_browser_is_named() {
        for (given, asked) in [
            ("{}", r#"{"alwaysMatch":{"browserName":"chrome"}}"#),
            (r#"{"browserName":"MicrosoftEdge"}"#, r#"{"alwaysMatch":{"browserName":"MicrosoftEdge"}}"#),
            (r#"{"alwaysMatch":{"a:b":1}}"#, r#"{"alwaysMatch":{"a:b":1,"browserName":"chrome"}}"#),
            (r#"{"firstMatch":[{"browserName":"x"}]}"#, r#"{"firstMatch":[{"browserName":"x"}]}"#),
            (
                r#"{"firstMatch":[{"a:b":1}]}"#,
                r#"{"alwaysMatch":{"browserName":"chrome"},"firstMatch":[{"a:b":1}]}"#,
            ),
            (r#"{"capabilities":{"alwaysMatch":{}}}"#, r#"{"alwaysMatch":{"browserName":"chrome"}}"#),
        ] {
            let body: Value = serde_json::from_str(Capabilities::read(given).ok().unwrap().body()).unwrap();
            assert_eq!(body["capabilities"], serde_json::from_str::<Value>(asked).unwrap(), "{given}");
        }
    }

    #[test]
    fn what_is_wrong_with_them_is_said_without_them() {
        for given in ["zqs", "[\"zqs\"]", "{\"zqs\": zqs}", "\"zqs\"", ""] {
            let error = Capabilities::read(given).err().unwrap().to_string();
            assert!(!error.contains("zqs"), "{error}");
        }
        let given = r#"{"browserName": "chrome-beta", "cloud:options": {"accessKey": "zqs-access-key", "n": ["zqs-in-a-list", "x"]}}"#;
        let mut secrets: Vec<_> = Capabilities::read(given).ok().unwrap().secrets().collect();
        secrets.sort();
        assert_eq!(secrets, ["zqs-access-key", "zqs-in-a-list"]);
    }
}
