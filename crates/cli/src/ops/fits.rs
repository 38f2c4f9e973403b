//! Whether a value fits a schema, for tests: as much of JSON Schema as our schemas use.

use serde_json::Value;

/// The schema that another refers to, or that other itself.
pub(super) fn named<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

/// Whether a value fits a schema, as far as our schemas go; or why not.
pub(crate) fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let schema = named(schema, root);
    let list = |name: &str| schema[name].as_array().map(Vec::as_slice);
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("{other} is no type that our schemas have"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    let number = value.as_f64();
    let small = |limit: &Value| limit.as_f64().zip(number).is_some_and(|(limit, number)| number <= limit);
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    if !typed || !constant || list("enum").is_some_and(|values| !values.contains(value)) {
        return Err(format!("{value} is not {schema}"));
    }
    if small(&schema["exclusiveMinimum"])
        || number.is_some_and(|_| small(&schema["maximum"]) != schema["maximum"].is_number())
    {
        return Err(format!("{value} is out of {schema}"));
    }
    for name in ["oneOf", "anyOf"] {
        let Some(kinds) = list(name) else { continue };
        let whys: Vec<_> = kinds.iter().filter_map(|kind| fits(value, kind, root).err()).collect();
        let count = kinds.len() - whys.len();
        if count == 0 || (name == "oneOf" && count > 1) {
            return Err(format!("{count} of {name} fit {value}: {}", whys.join("; ")));
        }
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], root)?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    for name in list("required").into_iter().flatten() {
        object.get(name.as_str().unwrap()).ok_or_else(|| format!("{name} is missing"))?;
    }
    for (name, value) in object {
        match schema["properties"].get(name) {
            Some(schema) => fits(value, schema, root)?,
            None if schema["additionalProperties"] == false => return Err(format!("{name} is unknown")),
            None => {}
        }
    }
    Ok(())
}
