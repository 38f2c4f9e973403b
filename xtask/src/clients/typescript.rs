//! The generated part of the TypeScript client: types and the operations as methods.

use std::fmt::Write as _;

use super::{
    model::{Field, Kind, Model, Operation, Shape, Step, capitalized, codes, read_only},
    prose::wrapped,
};

/// The one file.
const FILE: &str = "clients/typescript/src/generated.ts";
const HEAD: &str = "\
// Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.\n";
/// The columns of a line.
const WIDTH: usize = 100;

/// Every file, with its text.
pub(super) fn files(model: &Model) -> Result<Vec<(String, String)>, String> {
    let mut text = HEAD.to_owned();
    for named in &model.types {
        text.push('\n');
        doc(&mut text, "", &named.doc);
        match &named.shape {
            Shape::Words(words) => {
                let _ = writeln!(text, "export type {} =", named.name);
                for (at, (word, meaning)) in words.iter().enumerate() {
                    doc(&mut text, "  ", meaning);
                    let end = if at + 1 == words.len() { ";" } else { "" };
                    let _ = writeln!(text, "  | \"{word}\"{end}");
                }
            }
            Shape::Object(fields) => interface(&mut text, &named.name, "", fields),
        }
    }
    for step in &model.steps {
        text.push('\n');
        doc(&mut text, "", &step.doc);
        let op = format!("  op: \"{}\";\n", step.op);
        interface(&mut text, &step_name(step), &op, &step.fields);
    }
    text.push_str("\n/** An action that `act` takes, several in one call. */\nexport type Step =\n");
    let names: Vec<_> = model.steps.iter().map(|step| format!("  | {}", step_name(step))).collect();
    let _ = writeln!(text, "{};", names.join("\n"));
    for operation in &model.operations {
        options(&mut text, operation);
    }
    let codes: Vec<_> = codes(&model.types)?.iter().map(|(code, _)| format!("  \"{code}\",\n")).collect();
    let _ = write!(
        text,
        "\n/** Every code of an error that this client knows. */\nexport const ERROR_CODES: readonly ErrorCode[] = [\n{}];\n",
        codes.concat()
    );
    let looks: Vec<_> = read_only(&model.operations).iter().map(|name| format!("\"{name}\"")).collect();
    let _ = write!(
        text,
        "\n/** The operations that change nothing. */\nexport const READ_ONLY: readonly string[] = [{}];\n",
        looks.join(", ")
    );
    text.push_str(
        "\n/** Every operation as a method. */\nexport abstract class Operations {\n  \
         /** Makes a call: the operation's own arguments, and what is said of every call. */\n  \
         protected abstract call<T>(op: string, args: object, call: object): Promise<T>;\n",
    );
    for operation in &model.operations {
        method(&mut text, operation);
    }
    text.push_str("}\n");
    Ok(vec![(FILE.to_owned(), text)])
}

fn interface(text: &mut String, name: &str, first: &str, fields: &[Field]) {
    let _ = write!(text, "export interface {name} {{\n{first}");
    for field in fields {
        doc(text, "  ", &field.doc);
        let optional = if field.required { "" } else { "?" };
        let null = if field.nullable { " | null" } else { "" };
        let _ = writeln!(text, "  {}{optional}: {}{null};", field.name, kind(&field.kind));
    }
    text.push_str("}\n");
}

fn kind(of: &Kind) -> String {
    match of {
        Kind::Text => "string".to_owned(),
        Kind::Integer | Kind::Number => "number".to_owned(),
        Kind::Truth => "boolean".to_owned(),
        Kind::Anything => "unknown".to_owned(),
        Kind::List(item) => match &**item {
            Kind::Words(_) => format!("({})[]", kind(item)),
            item => format!("{}[]", kind(item)),
        },
        Kind::Tuple(item, length) => format!("[{}]", vec![kind(item); *length].join(", ")),
        Kind::Table(value) => format!("Record<string, {}>", kind(value)),
        Kind::Words(words) => words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | "),
        Kind::Named(name) => name.clone(),
    }
}

fn step_name(step: &Step) -> String {
    format!("{}Step", capitalized(&step.op))
}

fn options_name(operation: &Operation) -> String {
    format!("{}Options", capitalized(&operation.name))
}

/// What can be left out of a call of an operation. None of it is null here: what is left out is left out.
fn options(text: &mut String, operation: &Operation) {
    let optional = operation.own.iter().chain(&operation.beside).filter(|field| !field.required);
    let _ = write!(
        text,
        "\n/** What can be said besides of `{}`. */\nexport interface {} {{\n",
        method_name(operation),
        options_name(operation)
    );
    for field in optional {
        doc(text, "  ", &field.doc);
        let _ = writeln!(text, "  {}?: {};", field.name, kind(&field.kind));
    }
    text.push_str("}\n");
}

/// `double-click` as `doubleClick`.
fn method_name(operation: &Operation) -> String {
    let name = capitalized(&operation.name);
    name[..1].to_lowercase() + &name[1..]
}

fn method(text: &mut String, operation: &Operation) {
    let required: Vec<_> = operation.own.iter().filter(|field| field.required).collect();
    let described = required.iter().map(|field| format!("@param {} {}", field.name, field.doc));
    let described = std::iter::once(operation.doc.clone()).chain(described).collect::<Vec<_>>().join("\n\n");
    text.push('\n');
    doc(text, "  ", &described);
    let parameters: String =
        required.iter().map(|field| format!("{}: {}, ", field.name, kind(&field.kind))).collect();
    let names: String = required.iter().map(|field| format!("{}, ", field.name)).collect();
    let beside: Vec<_> = operation.beside.iter().map(|field| field.name.as_str()).collect();
    let own = if names.is_empty() { "own".to_owned() } else { format!("{{ {names}...own }}") };
    let _ = write!(
        text,
        "  {}({parameters}more: {} = {{}}): Promise<{}> {{\n    \
         const {{ {}, ...own }} = more;\n    \
         return this.call(\"{}\", {own}, {{ {} }});\n  }}\n",
        method_name(operation),
        options_name(operation),
        operation.answer,
        beside.join(", "),
        operation.name,
        beside.join(", ")
    );
}

fn doc(text: &mut String, indent: &str, said: &str) {
    // What would end the comment.
    let said = said.replace("*/", "* /");
    let lines = wrapped(&said, WIDTH - indent.len() - 7);
    match lines.as_slice() {
        [] => {}
        [only] => {
            let _ = writeln!(text, "{indent}/** {only} */");
        }
        lines => {
            let _ = writeln!(text, "{indent}/**");
            for line in lines {
                let _ = writeln!(text, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(text, "{indent} */");
        }
    }
}
