//! Holds what we declare of the protocol against what the installed browser says of it at `/json/protocol`.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use domtool_cdp::{
    Chromium, LaunchOptions, Wire, endpoint,
    protocol::{DOMAINS, Field, Shape, ShapeKind, dom_debugger, dom_snapshot},
};
use serde::{Deserialize, Deserializer, de::Visitor};

#[derive(Deserialize)]
struct Protocol {
    domains: Vec<Domain>,
}

#[derive(Deserialize)]
struct Domain {
    domain: String,
    #[serde(default)]
    types: Vec<Entry>,
    #[serde(default)]
    commands: Vec<Entry>,
    #[serde(default)]
    events: Vec<Entry>,
}

/// A type (with `id` and `properties`), a command or an event (with `name` and `parameters`).
#[derive(Deserialize)]
struct Entry {
    #[serde(alias = "id")]
    name: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default, alias = "properties")]
    parameters: Vec<Property>,
    #[serde(default)]
    returns: Vec<Property>,
    items: Option<Box<Items>>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    #[serde(default)]
    optional: bool,
    #[serde(flatten)]
    value: Items,
}

#[derive(Deserialize)]
struct Items {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    items: Option<Box<Items>>,
}

/// Entries by what they are and their full name.
struct Index<'a>(HashMap<(&'static str, String), &'a Entry>);

impl<'a> Index<'a> {
    fn of(protocol: &'a Protocol) -> Self {
        let mut index = HashMap::new();
        for domain in &protocol.domains {
            for (kind, entries) in
                [("type", &domain.types), ("command", &domain.commands), ("event", &domain.events)]
            {
                for entry in entries {
                    index.insert((kind, format!("{}.{}", domain.domain, entry.name)), entry);
                }
            }
        }
        Self(index)
    }

    fn properties(&self, shape: &Shape) -> Option<&'a [Property]> {
        let kind = match shape.kind {
            ShapeKind::Object => "type",
            ShapeKind::Command | ShapeKind::Reply => "command",
            ShapeKind::Event => "event",
        };
        let entry = self.0.get(&(kind, shape.name.to_owned()))?;
        Some(if shape.kind == ShapeKind::Reply { &entry.returns } else { &entry.parameters })
    }

    /// Whether a value of the protocol can be read into (or written from) a Rust type of this name.
    fn fits(&self, rust: &str, value: &Items, domain: &str) -> bool {
        if let Some(reference) = &value.reference {
            let full =
                if reference.contains('.') { reference.clone() } else { format!("{domain}.{reference}") };
            let (home, name) = full.split_once('.').unwrap();
            let rust = rust.rsplit("::").next().unwrap();
            if name.eq_ignore_ascii_case(rust) {
                return true;
            }
            // An alias of something plain, or an enumeration of ours under another name.
            let Some(entry) = self.0.get(&("type", full.clone())) else { return false };
            return match entry.kind.as_deref() {
                Some("array") => entry.items.as_ref().is_some_and(|items| {
                    element(rust).is_some_and(|element| self.fits(element, items, home))
                }),
                // An object has one name on both sides.
                Some(kind) => kind != "object" && plain(rust, kind),
                None => false,
            };
        }
        match (value.kind.as_deref(), &value.items) {
            (Some("array"), Some(items)) => {
                element(rust).is_some_and(|element| self.fits(element, items, domain))
            }
            (Some(kind), _) => plain(rust, kind),
            (None, _) => false,
        }
    }
}

fn element(rust: &str) -> Option<&str> {
    rust.strip_prefix("Vec<")?.strip_suffix('>')
}

fn plain(rust: &str, kind: &str) -> bool {
    match rust.rsplit("::").next().unwrap() {
        "bool" => kind == "boolean",
        "i32" => kind == "integer",
        "f64" => matches!(kind, "number" | "integer"),
        "Value" => matches!(kind, "any" | "object"),
        "String" => kind == "string",
        "Binary" => kind == "binary",
        // An enumeration, or a struct for what the protocol leaves open.
        _ => matches!(kind, "string" | "object"),
    }
}

fn hold(shape: &Shape, index: &Index<'_>) -> Vec<String> {
    let Some(properties) = index.properties(shape) else {
        return vec![format!("{:?} {} does not exist", shape.kind, shape.name)];
    };
    let mut wrong = Vec::new();
    let name = |field: &str| format!("{:?} {}: `{field}`", shape.kind, shape.name);
    let domain = shape.name.split('.').next().unwrap();
    let declared: HashMap<String, &Field> =
        shape.fields.iter().map(|field| (field.wire_name(), field)).collect();
    for (wire, field) in &declared {
        let Some(property) = properties.iter().find(|property| property.name == *wire) else {
            wrong.push(format!("{} does not exist", name(wire)));
            continue;
        };
        if shape.kind != ShapeKind::Command && property.optional && !field.optional {
            wrong.push(format!("{} is optional", name(wire)));
        }
        let rust: String = field.kind.split_whitespace().collect();
        if !index.fits(&rust, &property.value, domain) {
            wrong.push(format!("{} is no {rust}", name(wire)));
        }
    }
    if shape.kind == ShapeKind::Command {
        for property in properties.iter().filter(|property| !property.optional) {
            if declared.get(&property.name).is_none_or(|field| field.optional) {
                wrong.push(format!("{} is required", name(&property.name)));
            }
        }
    }
    wrong
}

#[tokio::test]
async fn what_we_declare_is_what_the_browser_says() {
    let options = LaunchOptions::default().with_wire(Wire::WebSocket);
    let chromium = Chromium::launch(options).await.unwrap();
    let json = endpoint::fetch(chromium.endpoint().unwrap(), "/json/protocol", Duration::from_secs(20))
        .await
        .unwrap();
    let protocol: Protocol = serde_json::from_slice(&json).unwrap();
    let index = Index::of(&protocol);
    let shapes: Vec<&Shape> = DOMAINS.iter().copied().flatten().collect();
    assert!(shapes.len() > 100, "only {} entries are declared", shapes.len());
    let wrong: Vec<String> = shapes.iter().flat_map(|shape| hold(shape, &index)).collect();
    assert!(wrong.is_empty(), "{} says otherwise:\n{}", chromium.product(), wrong.join("\n"));
    chromium.close().await.unwrap();
}

/// What serde reads into a struct.
struct Names<'n>(&'n mut Vec<&'static str>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("not a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.extend(fields);
        Err(serde::de::Error::custom("that is all"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

fn read_by<T: Deserialize<'static>>() -> Vec<&'static str> {
    let mut names = Vec::new();
    let ended = T::deserialize(Names(&mut names)).is_err();
    assert!(ended, "it is a struct");
    names
}

fn written_by<T: serde::Serialize + Default>() -> Vec<String> {
    let value = serde_json::to_value(T::default()).unwrap();
    value.as_object().unwrap().keys().cloned().collect()
}

/// The shapes of these domains are listed apart from their structs; both must say the same.
#[test]
fn shapes_listed_by_hand_are_those_of_their_structs() {
    let held = |kind, name, fields: &[&str]| {
        let shape =
            DOMAINS.iter().copied().flatten().find(|shape| shape.kind == kind && shape.name == name).unwrap();
        let listed: BTreeSet<String> = shape.fields.iter().map(Field::wire_name).collect();
        assert_eq!(listed, fields.iter().map(|&field| field.to_owned()).collect(), "{kind:?} {name}");
    };
    let strs =
        |names: Vec<String>| -> Vec<&'static str> { names.into_iter().map(|name| &*name.leak()).collect() };
    let (capture, listeners) = ("DOMSnapshot.captureSnapshot", "DOMDebugger.getEventListeners");
    held(ShapeKind::Command, capture, &strs(written_by::<dom_snapshot::CaptureSnapshot>()));
    held(ShapeKind::Reply, capture, &read_by::<dom_snapshot::CaptureSnapshotReply<'_>>());
    held(ShapeKind::Object, "DOMSnapshot.DocumentSnapshot", &read_by::<dom_snapshot::DocumentSnapshot>());
    held(ShapeKind::Object, "DOMSnapshot.NodeTreeSnapshot", &read_by::<dom_snapshot::NodeTree>());
    held(ShapeKind::Object, "DOMSnapshot.LayoutTreeSnapshot", &read_by::<dom_snapshot::LayoutTree>());
    held(ShapeKind::Object, "DOMSnapshot.RareStringData", &read_by::<dom_snapshot::SparseStrings>());
    held(ShapeKind::Object, "DOMSnapshot.RareIntegerData", &read_by::<dom_snapshot::SparseIntegers>());
    held(ShapeKind::Object, "DOMSnapshot.RareBooleanData", &read_by::<dom_snapshot::SparseFlags>());
    held(ShapeKind::Command, listeners, &strs(written_by::<dom_debugger::GetEventListeners>()));
    held(ShapeKind::Reply, listeners, &read_by::<dom_debugger::GetEventListenersReply<'_>>());
    held(ShapeKind::Object, "DOMDebugger.EventListener", &read_by::<dom_debugger::EventListener<'_>>());
}

/// Drift must be able to show.
#[test]
fn drift_is_noticed() {
    let json = r#"{"domains":[{"domain":"D","types":[{"id":"T","type":"object","properties":[
        {"name":"kept","type":"string"},{"name":"loose","type":"integer","optional":true}]}],
        "commands":[{"name":"c","parameters":[{"name":"needed","$ref":"T"}]}],"events":[]}]}"#;
    let protocol: Protocol = serde_json::from_str(json).unwrap();
    let index = Index::of(&protocol);
    let field = |rust, kind, optional| Field { rust, kind, wire: None, optional };
    let check = |kind, name, fields: Vec<Field>| hold(&Shape { kind, name, fields: fields.leak() }, &index);

    assert!(check(ShapeKind::Object, "D.T", vec![field("kept", "String", false)]).is_empty());
    assert!(check(ShapeKind::Command, "D.c", vec![field("needed", "T", false)]).is_empty());
    for (kind, name, fields) in [
        (ShapeKind::Event, "D.gone", vec![]),
        (ShapeKind::Object, "D.T", vec![field("renamed", "String", true)]),
        (ShapeKind::Object, "D.T", vec![field("loose", "i32", false)]),
        (ShapeKind::Object, "D.T", vec![field("kept", "i32", false)]),
        (ShapeKind::Command, "D.c", vec![]),
        (ShapeKind::Command, "D.c", vec![field("needed", "U", false)]),
    ] {
        assert_eq!(check(kind, name, fields).len(), 1, "{name}");
    }
}
