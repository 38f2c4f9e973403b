//! One session's order in the demo's shop, by what a model would read: it observes, acts on what it finds by its name, and in the end the shop has
//! the order or not.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Browsers, place::Place};

/// What a session does after the cookie dialog: the element's name, the name that it comes after where there are several, and the words of the call
/// around its id.
const STEPS: &[(&str, &str, &str, &[&str])] = &[
    ("Add Sencha", "", "click", &[]),
    ("Add Oolong", "", "click", &[]),
    ("Wish list", "Add Assam", "click", &[]),
    ("One tin more", "", "click", &[]),
    ("Full name", "", "fill", &["{name}"]),
    ("Country", "", "select", &["Netherlands"]),
    ("Wrap it as a gift", "", "check", &[]),
    ("Card number", "", "fill", &["4000 1234 5678 9010"]),
];

/// One session.
pub(super) struct Shopper<'a> {
    place: &'a Place,
    /// What is said with each of its calls.
    flags: Vec<String>,
    name: String,
}

/// What the shop is to receive of a session.
pub(super) fn expected(number: usize) -> Value {
    json!({
        "items": ["Sencha", "Oolong"],
        "wishes": ["Assam"],
        "quantity": 2,
        "address": { "name": name(number), "country": "Netherlands", "gift": true },
        "card": "9010",
    })
}

fn name(number: usize) -> String {
    format!("Ada Lovelace {number}")
}

impl<'a> Shopper<'a> {
    pub(super) fn new(place: &'a Place, browsers: Browsers, number: usize) -> Self {
        let mut flags = vec!["--session".to_owned(), format!("s{number}")];
        if browsers == Browsers::Own {
            // Sessions share a browser that was started with the same arguments; this one means nothing to Chromium.
            flags.push(format!("--chrome-arg=--domtool-session={number}"));
        }
        Self { place, flags, name: name(number) }
    }

    /// Orders, and says how long that took.
    pub(super) fn order(&self) -> Result<Duration, String> {
        let begun = Instant::now();
        self.call(&["open", &self.place.shop])?;
        let seen = self.call(&["observe"])?;
        self.call(&["click", &id(&seen, "Accept cookies", "")?])?;
        let seen = self.call(&["observe"])?;
        for (element, after, op, words) in STEPS {
            let id = id(&seen, element, after)?;
            let words: Vec<String> = words.iter().map(|word| word.replace("{name}", &self.name)).collect();
            let mut call = vec![*op, &id];
            call.extend(words.iter().map(String::as_str));
            self.call(&call)?;
        }
        self.call(&[
            "click",
            &id(&seen, "Place order", "")?,
            "--expect",
            "appears:received",
            "--within",
            "30",
        ])?;
        Ok(begun.elapsed())
    }

    fn call(&self, words: &[&str]) -> Result<Value, String> {
        let all: Vec<&str> = words.iter().copied().chain(self.flags.iter().map(String::as_str)).collect();
        self.place.call(&all)
    }
}

/// The id of the first element with this in its name, after one with that in its name.
fn id(seen: &Value, name: &str, after: &str) -> Result<String, String> {
    let elements = seen["elements"].as_array().ok_or("an observation lists no elements")?;
    let name_of = |element: &Value| element["name"].as_str().unwrap_or_default().to_owned();
    let mut rest = elements.iter().skip_while(|element| !name_of(element).contains(after));
    let found = rest.find(|element| name_of(element).contains(name));
    let id = found.and_then(|element| element["id"].as_str());
    id.map(str::to_owned).ok_or_else(|| format!("there is no {name:?} in {seen}"))
}
