//! What `domtool schema` prints, read into what a typed client is made of: operations with their arguments, the steps of `act`, types.
//!
//! Only the part of JSON Schema that the schema uses is understood; anything else is an error, never left out.

use serde_json::{Map, Value};

use super::prose::prose;

/// What every call can say, whatever the operation. `session` and `caller` belong to the object that makes the calls.
const EVERY_CALL: &[&str] = &["quiet", "timeout"];
const OF_THE_SESSION: &[&str] = &["session", "caller"];
/// What is expected of an action: an operation of which something can be expected has both.
const EXPECTATION: &[&str] = &["expect", "within"];

/// All of it.
pub(super) struct Model {
    pub(super) operations: Vec<Operation>,
    /// The actions that `act` takes.
    pub(super) steps: Vec<Step>,
    /// In the order of their names.
    pub(super) types: Vec<Type>,
}

/// A method of a client.
pub(super) struct Operation {
    /// As on the wire, such as `double-click`.
    pub(super) name: String,
    pub(super) doc: String,
    /// Its own arguments, those that must be given first.
    pub(super) own: Vec<Field>,
    /// What goes beside them: what is expected, how long it may take.
    pub(super) beside: Vec<Field>,
    /// The name of the type that it gives back.
    pub(super) answer: String,
    /// Whether it changes nothing.
    pub(super) read_only: bool,
}

/// One action of several in a call.
pub(super) struct Step {
    pub(super) op: String,
    pub(super) doc: String,
    pub(super) fields: Vec<Field>,
}

/// A type of what comes back.
pub(super) struct Type {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) shape: Shape,
}

/// What a type is.
pub(super) enum Shape {
    Object(Vec<Field>),
    /// One of these words, each with what it means where the schema says so.
    Words(Vec<(String, String)>),
}

/// A member of an object, or an argument.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) kind: Kind,
    /// Whether it may be null.
    pub(super) nullable: bool,
    /// Whether it is always there.
    pub(super) required: bool,
    /// Its place among those that the command line takes without a flag.
    pub(super) word: Option<usize>,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Truth,
    Anything,
    List(Box<Kind>),
    /// So many of these.
    Tuple(Box<Kind>, usize),
    /// Any names, with these as values.
    Table(Box<Kind>),
    /// One of these words.
    Words(Vec<String>),
    /// One of the types, or of the steps.
    Named(String),
}

impl Model {
    /// Reads the schema.
    pub(super) fn read(schema: &Value) -> Result<Self, String> {
        let mut types = Vec::new();
        for (name, schema) in members(schema, "types") {
            types.extend(read_type(name, schema)?);
        }
        let rows = schema["operations"].as_array().ok_or("the schema has no operations")?;
        let operations = rows.iter().map(operation).collect::<Result<Vec<_>, _>>()?;
        let act = rows.iter().find(|row| row["name"] == "act").ok_or("there is no operation act")?;
        let steps = steps(&act["input"])?;
        Ok(Self { operations, steps, types })
    }
}

fn operation(row: &Value) -> Result<Operation, String> {
    let name = text(row, "name").to_owned();
    let input = &row["input"];
    let all = fields(input, Some(input)).map_err(|why| format!("{name}: {why}"))?;
    let expects = all.iter().any(|field| field.name == EXPECTATION[0]);
    let is_beside = |field: &Field| {
        let name = field.name.as_str();
        EVERY_CALL.contains(&name) || expects && EXPECTATION.contains(&name)
    };
    let all = all.into_iter().filter(|field| !OF_THE_SESSION.contains(&field.name.as_str()));
    let (mut beside, mut own): (Vec<_>, Vec<_>) = all.partition(is_beside);
    in_order(&mut own, input);
    let words = row["words"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for (at, word) in words.enumerate() {
        own.iter_mut().filter(|field| field.name == word).for_each(|field| field.word = Some(at));
    }
    let order = |field: &Field| EXPECTATION.iter().chain(EVERY_CALL).position(|name| *name == field.name);
    beside.sort_by_key(order);
    let answer = reference(&row["output"]).ok_or(format!("{name}: what does it give back?"))?;
    let read_only = row["traits"]["read_only"] == true;
    Ok(Operation { name, doc: prose(text(row, "description")), own, beside, answer, read_only })
}

/// Puts what must be given first, in the order in which the schema requires it.
fn in_order(fields: &mut [Field], schema: &Value) {
    let required = required(schema);
    fields.sort_by_key(|field| required.iter().position(|name| *name == field.name).unwrap_or(usize::MAX));
}

fn steps(act: &Value) -> Result<Vec<Step>, String> {
    let kinds = act["properties"]["actions"]["items"]["oneOf"].as_array().ok_or("act takes no actions")?;
    let step = |kind: &Value| {
        let op = reference(kind).ok_or("an action of act is no reference")?;
        let schema = &act["$defs"][&op];
        let mut fields = fields(schema, Some(act)).map_err(|why| format!("act, {op}: {why}"))?;
        in_order(&mut fields, schema);
        fields.retain(|field| field.name != "op");
        Ok(Step { doc: prose(text(schema, "description")), op, fields })
    };
    kinds.iter().map(step).collect()
}

/// A type, with those that stand in it without a name of their own.
fn read_type(name: &str, schema: &Value) -> Result<Vec<Type>, String> {
    let doc = prose(text(schema, "description"));
    let named = |shape| Type { name: name.to_owned(), doc: doc.clone(), shape };
    if let Some(words) = words(schema) {
        return Ok(vec![named(Shape::Words(words))]);
    }
    let Some(alternatives) = schema["oneOf"].as_array() else {
        let fields = fields(schema, None).map_err(|why| format!("{name}: {why}"))?;
        return Ok(vec![named(Shape::Object(fields))]);
    };
    // One of several members, each of which says by its name what it is.
    let (mut all, mut inner) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        let (member, schema) = members(alternative, "properties")
            .next()
            .ok_or(format!("{name}: an alternative without a member"))?;
        let mut field = if members(schema, "properties").next().is_some() {
            let own = capitalized(member);
            inner.extend(read_type(&own, schema)?);
            Field { kind: Kind::Named(own), ..field(member, &Value::Null, None)? }
        } else {
            field(member, schema, None)?
        };
        field.doc = prose(text(alternative, "description"));
        // All but one of them are not there, which is not the same as empty.
        field.nullable = true;
        all.push(field);
    }
    inner.push(named(Shape::Object(all)));
    Ok(inner)
}

/// The members of an object; `root` has the definitions that it refers to, where those are to be written out.
fn fields(schema: &Value, root: Option<&Value>) -> Result<Vec<Field>, String> {
    let required = required(schema);
    let read = |(name, schema): (&String, &Value)| {
        let field = field(name, schema, root).map_err(|why| format!("{name}: {why}"))?;
        Ok(Field { required: required.contains(&name.as_str()), ..field })
    };
    let mut fields = members(schema, "properties").map(read).collect::<Result<Vec<Field>, String>>()?;
    fields.sort_by_key(|field| !field.required);
    Ok(fields)
}

fn field(name: &str, schema: &Value, root: Option<&Value>) -> Result<Field, String> {
    let (kind, nullable) = kind(schema, root)?;
    let mut doc = prose(text(schema, "description"));
    if doc.is_empty()
        && let Some(name) = reference(schema)
    {
        doc = prose(root.map_or("", |root| text(&root["$defs"][&name], "description")));
    }
    Ok(Field { name: name.to_owned(), doc, kind, nullable, required: false, word: None })
}

/// What a schema takes, and whether that may be null.
fn kind(schema: &Value, root: Option<&Value>) -> Result<(Kind, bool), String> {
    if let Some(name) = reference(schema) {
        // Arguments are written out: their types are few, and no part of what a client gives out.
        return match root.map(|root| &root["$defs"][&name]) {
            Some(definition) if definition.is_null() => Err(format!("{name} is not defined")),
            Some(definition) => kind(definition, root),
            None => Ok((Kind::Named(name), false)),
        };
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let mut others = alternatives.iter().filter(|alternative| alternative["type"] != "null");
        return match (others.next(), others.next()) {
            (Some(only), None) => Ok((kind(only, root)?.0, others.count() + 1 < alternatives.len())),
            _ => Err(format!("several alternatives: {schema}")),
        };
    }
    if let Some(words) = words(schema) {
        return Ok((Kind::Words(words.into_iter().map(|(word, _)| word).collect()), false));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let nullable = types.contains(&"null");
    let mut others = types.into_iter().filter(|kind| *kind != "null");
    let kind = match (others.next(), others.next()) {
        (None, _) => Kind::Anything,
        (Some("string"), None) => {
            schema["const"].as_str().map_or(Kind::Text, |word| Kind::Words(vec![word.to_owned()]))
        }
        (Some("integer"), None) => Kind::Integer,
        (Some("number"), None) => Kind::Number,
        (Some("boolean"), None) => Kind::Truth,
        (Some("array"), None) => list(schema, root)?,
        (Some("object"), None) if schema["additionalProperties"].is_object() => {
            Kind::Table(Box::new(kind(&schema["additionalProperties"], root)?.0))
        }
        _ => return Err(format!("what is {schema}?")),
    };
    Ok((kind, nullable))
}

fn list(schema: &Value, root: Option<&Value>) -> Result<Kind, String> {
    if let Some(items) = schema["prefixItems"].as_array() {
        let first = items.first().ok_or("a tuple of nothing")?;
        return Ok(Kind::Tuple(Box::new(kind(first, root)?.0), items.len()));
    }
    // The steps of `act`, which are read by themselves.
    if schema["items"]["oneOf"].is_array() {
        return Ok(Kind::List(Box::new(Kind::Named("Step".to_owned()))));
    }
    Ok(Kind::List(Box::new(kind(&schema["items"], root)?.0)))
}

/// The words of which one is taken, each with what it means; nothing for anything else.
fn words(schema: &Value) -> Option<Vec<(String, String)>> {
    let plain = |word: &Value| Some((word.as_str()?.to_owned(), String::new()));
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(plain).collect();
    }
    let described =
        |word: &Value| Some((word["const"].as_str()?.to_owned(), prose(text(word, "description"))));
    schema["oneOf"].as_array()?.iter().map(described).collect()
}

/// The last word of a reference.
fn reference(schema: &Value) -> Option<String> {
    Some(schema["$ref"].as_str()?.rsplit('/').next()?.to_owned())
}

fn required(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn members<'a>(schema: &'a Value, name: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    schema[name].as_object().into_iter().flat_map(Map::iter)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// `double-click` and `time_out` as `DoubleClick` and `TimeOut`.
pub(super) fn capitalized(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split(['-', '_']).map(word).collect()
}

/// Every code of an error, with what it means.
pub(super) fn codes(types: &[Type]) -> Result<&[(String, String)], String> {
    let codes = types.iter().find(|named| named.name == "ErrorCode").map(|named| &named.shape);
    match codes {
        Some(Shape::Words(codes)) => Ok(codes),
        _ => Err("the schema has no codes of errors".to_owned()),
    }
}

/// The names of the operations that change nothing.
pub(super) fn read_only(operations: &[Operation]) -> Vec<&str> {
    operations
        .iter()
        .filter(|operation| operation.read_only)
        .map(|operation| operation.name.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kinds_are_read_and_what_is_not_understood_is_an_error() {
        let root = json!({ "$defs": { "Id": { "type": "string" }, "Key": { "oneOf": [{ "const": "alt" }, { "const": "shift" }] } } });
        let words = |words: &[&str]| Kind::Words(words.iter().map(|word| (*word).to_owned()).collect());
        for (schema, expected) in [
            (json!({ "type": ["string", "null"] }), (Kind::Text, true)),
            (json!({ "anyOf": [{ "$ref": "#/$defs/Id" }, { "type": "null" }] }), (Kind::Text, true)),
            (
                json!({ "type": "array", "items": { "$ref": "#/$defs/Key" } }),
                (Kind::List(Box::new(words(&["alt", "shift"]))), false),
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "integer" }, { "type": "integer" }] }),
                (Kind::Tuple(Box::new(Kind::Integer), 2), false),
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                (Kind::Table(Box::new(Kind::Number)), false),
            ),
            (json!({ "description": "any" }), (Kind::Anything, false)),
        ] {
            assert_eq!(kind(&schema, Some(&root)), Ok(expected), "{schema}");
        }
        for schema in [
            json!({ "type": ["string", "integer"] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
            json!({ "$ref": "#/$defs/Nothing" }),
            json!({ "type": "object" }),
        ] {
            assert!(kind(&schema, Some(&root)).is_err(), "{schema}");
        }
    }

    #[test]
    fn what_must_be_given_comes_first_and_what_is_of_the_call_stands_beside() {
        let input = json!({
            "properties": { "caller": { "type": "string" }, "expect": { "type": "string" }, "id": { "type": "string" }, "at": { "type": "string" },
                "text": { "type": "string" }, "timeout": { "type": "number" }, "within": { "type": "number" } },
            "required": ["text", "id"],
        });
        let row = json!({ "name": "fill", "description": "Fill.", "traits": {}, "input": input, "output": { "$ref": "#/types/Report" } });
        let names = |fields: &[Field]| fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        let read = operation(&row).unwrap();
        assert_eq!(
            (names(&read.own), names(&read.beside)),
            (
                ["text", "id", "at"].map(str::to_owned).to_vec(),
                ["expect", "within", "timeout"].map(str::to_owned).to_vec(),
            )
        );
        // Without an expectation `within` is its own.
        let mut looks = row;
        looks["input"]["properties"].as_object_mut().unwrap().remove("expect");
        assert_eq!(names(&operation(&looks).unwrap().own), ["text", "id", "at", "within"].map(str::to_owned));
    }
}
