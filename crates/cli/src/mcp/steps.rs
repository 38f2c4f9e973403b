//! The actions of the tool `act`: one flat object for all of them, so that a model sees in a glance what there is, and one line
//! that says which of its members each operation takes.

use domtool::text::quoted;
use serde_json::{Map, Value, json};

use super::{
    caps::{Cap, Caps},
    schema::{Arguments, strict},
};
use crate::{
    failure::{Failure, Result},
    ops::{self, Entry},
};

/// What is expected, in a model's words.
pub(super) const EXPECT: &str = "Fail unless this comes of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT, state:checked, any_change, no_change; join with \" or \".";

/// The members of an action, with what they mean for any operation. Those that are not here are behind a capability.
const MEMBERS: &[(&str, &str)] = &[
    ("id", "The element: e12, or its words: button \"Save\", Delete in row \"Bob\"."),
    ("text", "What to fill in, type, paste, answer a prompt with, wait for or find."),
    ("options", "Labels, values or #index to choose."),
    ("keys", "Such as Control+A, or ArrowDown x3 Enter."),
    ("expect", EXPECT),
    ("within", "Seconds that expect is waited for; 2 by default."),
    ("button", ""),
    ("count", "Clicks in a row: 1 to 3."),
    ("hold", "Keys held meanwhile."),
    ("at", "Where on the element: 30%,50%."),
    ("onto", "Drag onto this id."),
    ("by", "Pixels right and down: 120,0."),
    ("from", "Where to take hold: 10%,50%."),
    ("to_point", "Drag to x,y of the window."),
    ("path", "Way points of a drag: 30,40 e7 by:40,0 point:300,200."),
    ("to", "top, bottom, left, right or 50%."),
    ("pages", "Screens down; negative is up."),
    ("pixels", "Right and down: 0,400."),
    ("across", "How far right: 50%."),
    ("delay", "Milliseconds between keys."),
    ("phrase", "Words to select."),
    ("nth", "Which such phrase, from 1."),
    ("range", "Characters: 0-10."),
    ("answer", ""),
    ("gone", "Wait until this text is gone."),
    ("url", "What to open, or wait for; * is anything."),
    ("query", "What you are looking for: a large page is cut down to that."),
    ("network", "Wait until no request runs."),
    ("time", "Milliseconds."),
    ("at_least", "Wait for so many of text."),
    ("files", "Paths."),
    ("drop", "Drop the files on it."),
];

/// What of the operations that are tools, too, can be given among actions.
const OF_TOOLS: &[(&str, &[&str])] =
    &[("open", &["url", "expect", "within"]), ("observe", &["query"]), ("find", &["text"]), ("read", &[])];

/// The arguments that an action of this operation takes.
fn arguments(entry: &Entry) -> Arguments {
    let mut arguments = Arguments::of(entry);
    if let Some((_, takes)) = OF_TOOLS.iter().find(|(name, _)| *name == entry.name) {
        arguments.properties.retain(|name, _| takes.contains(&name.as_str()));
    }
    arguments
}

/// The operations that an action can be.
pub(super) fn operations(caps: &Caps) -> impl Iterator<Item = &'static Entry> + '_ {
    ops::ALL.iter().filter(|entry| entry.acts() || entry.ends_act()).filter(|entry| match entry.name {
        "upload" | "download" => caps.has(Cap::Files),
        "emulate" => caps.has(Cap::Emulate),
        _ => true,
    })
}

/// What a model reads of the tool.
pub(super) fn about(caps: &Caps) -> String {
    // Those that take the same are named together.
    let mut lines: Vec<(String, String)> = Vec::new();
    for entry in operations(caps) {
        let takes = arguments(entry).line();
        match lines.iter_mut().find(|(_, other)| *other == takes) {
            Some((names, _)) => names.extend(["|", entry.name]),
            None => lines.push((entry.name.to_owned(), takes)),
        }
    }
    let lines: Vec<_> = lines.into_iter().map(|(names, takes)| names + &takes).collect();
    format!(
        "Do actions in order, with real input. The report says what each did, caused and changed; it stops at the first that fails or makes the next doubtful. observe, find or read may come last. Operations: {}.",
        lines.join(" ")
    )
}

/// The schema of the list.
pub(super) fn schema(caps: &Caps) -> Value {
    let names: Vec<_> = operations(caps).map(|entry| entry.name).collect();
    let mut properties = Map::new();
    properties.insert("op".to_owned(), json!({ "enum": names }));
    // A member that `wait` has, too, is what the others say that it is.
    let (waits, others): (Vec<_>, Vec<_>) = operations(caps).partition(|entry| entry.name == "wait");
    for entry in others.into_iter().chain(waits) {
        for (name, mut schema) in arguments(entry).properties {
            if matches!(name.as_str(), "session" | "caller" | "quiet" | "timeout")
                || properties.contains_key(&name)
            {
                continue;
            }
            match MEMBERS.iter().find(|(member, _)| *member == name) {
                Some((_, "")) => drop(schema.as_object_mut().and_then(|own| own.remove("description"))),
                Some((_, words)) => schema["description"] = (*words).into(),
                None => {}
            }
            if let Some(own) = schema.as_object_mut() {
                own.remove("default");
            }
            properties.insert(name, schema);
        }
    }
    json!({ "type": "array", "items": strict(properties, &["op".to_owned()]) })
}

/// The actions that a call asks for. A list that came as a string, or one action that stands alone, is what it was meant to be.
///
/// # Errors
/// `INVALID_INPUT` when it is none, or has an operation that there is not.
pub(super) fn read(given: Option<Value>, caps: &Caps) -> Result<Vec<Map<String, Value>>> {
    let given = match given {
        Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::Null),
        given => given.unwrap_or_default(),
    };
    let list = match given {
        Value::Array(list) if !list.is_empty() => list,
        one @ Value::Object(_) => vec![one],
        _ => return Err(wrong("actions is a list of what to do".to_owned(), SUCH_AS)),
    };
    list.into_iter().map(|step| checked(step, caps)).collect()
}

const SUCH_AS: &str = r#"give it as [{"op": "click", "id": "e3"}]"#;

fn checked(step: Value, caps: &Caps) -> Result<Map<String, Value>> {
    let Value::Object(mut step) = step else {
        return Err(wrong("an action is an object".to_owned(), SUCH_AS));
    };
    step.retain(|_, value| !value.is_null());
    let Some(op) = step.get("op").and_then(Value::as_str) else {
        return Err(wrong("an action has no op".to_owned(), SUCH_AS));
    };
    if let Some(entry) = operations(caps).find(|entry| ops::is_name(entry, op)) {
        step.insert("op".to_owned(), entry.name.into());
        let takes = OF_TOOLS.iter().find(|(name, _)| *name == entry.name).map(|(_, takes)| *takes);
        let unknown =
            takes.and_then(|takes| step.keys().find(|name| *name != "op" && !takes.contains(&name.as_str())));
        return match unknown {
            Some(name) => Err(wrong(
                format!("{} among actions takes no {name}", entry.name, name = quoted(name)),
                "use the tool of that name",
            )),
            None => Ok(step),
        };
    }
    let names: Vec<_> = operations(caps).map(|entry| entry.name).collect();
    let meant = ops::meant_action(op).filter(|meant| names.contains(&meant.as_str()));
    let meant = meant.map(|meant| format!("did you mean {meant}? ")).unwrap_or_default();
    Err(wrong(
        format!("{op} is no action of act", op = quoted(&op)),
        &format!("{meant}op is one of {}; other things are tools of their own", names.join(", ")),
    ))
}

/// Arguments that make no sense, with what is right.
pub(super) fn wrong(message: String, right: &str) -> Failure {
    Failure { hint: right.into(), ..Failure::invalid(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_every_action_is_described() {
        let schema = schema(&Caps::new([Cap::Files]));
        let all = schema["items"]["properties"].as_object().unwrap();
        let known = |name: &str| name == "op" || MEMBERS.iter().any(|(member, _)| *member == name);
        let unknown: Vec<_> = all.keys().filter(|name| !known(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let gone: Vec<_> = MEMBERS.iter().filter(|(name, _)| !all.contains_key(*name)).collect();
        assert!(gone.is_empty(), "{gone:?}");
        assert_eq!(all["options"]["type"], "array", "those of select, not of wait");
    }

    #[test]
    fn actions_are_understood_as_they_are_meant() {
        let read = |given: Value| read(Some(given), &Caps::default());
        let one = json!({ "op": "click", "id": "e3", "hold": null });
        for given in [json!([one]), one.clone(), json!(json!([one]).to_string())] {
            let steps = read(given.clone()).unwrap();
            assert_eq!(json!(steps), json!([{ "op": "click", "id": "e3" }]), "{given}");
        }
        for (given, says) in [
            (json!([]), "list"),
            (json!("click e3"), "list"),
            (json!([{ "id": "e3" }]), "no op"),
            (json!([{ "op": "eval", "expression": "1" }]), "no action of act"),
            (json!([{ "op": "upload", "id": "e3" }]), "no action of act"),
            (json!([{ "op": "observe", "url": "file:///etc/passwd" }]), "takes no \"url\""),
            (json!([{ "op": "observe", "picture": "x.png", "marks": true }]), "takes no"),
        ] {
            let failure = read(given.clone()).unwrap_err();
            assert!(failure.message.contains(says), "{given}: {failure}");
        }
        let op = |op: &str| json!([{ "op": op, "id": "e3" }]);
        assert_eq!(
            read(op("right_click")).unwrap()[0]["op"],
            "right-click",
            "as the data of reports have it"
        );
        let hint = read(op("tap")).unwrap_err().hint.to_string();
        assert!(hint.starts_with("did you mean click? op is one of"), "{hint}");
    }
}
