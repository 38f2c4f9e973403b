//! The table of operations, one file each: [`ALL`] feeds the command line, the daemon's dispatch and `domtool schema`.
//!
//! # How a call is done
//! [`Entry::run`] reads the arguments and does one of two things. An [`ActionOperation`] gives the `Action` that it stands for,
//! as data; [`Context::act`] adds what the call expects of it, and does it on the session's current tab. `act` asks the same
//! of each of its steps, before it does the first. A [`RunOperation`] is all else: it looks, opens (and then starts the session
//! if need be), or manages sessions; it says what it is in `act` ([`InAct`]). What holds for all operations is in `operation` and in [`Context`], not in each:
//! unknown arguments, the session, its tab, the call's time.
//!
//! What every call can say besides (`session`, `timeout`, `expect`...) is defined once, in `wire`: `CallArgs`, `ExpectArgs`.
//!
//! # Adding an operation
//! Three files:
//! 1. `ops/NAME.rs`: a struct whose fields are its arguments, on the command line, on the wire and in the schema. Its comment is
//!    the help and what a model reads. `impl Operation` has its name, its traits and examples; `impl ActionOperation` (or
//!    `RunOperation`) has one function.
//! 2. This file: its `mod`, and its line in [`ALL`], in the place that it has in the help.
//! 3. `tests/end_to_end/operations.rs`: a row that does it on a real page and proves it by the page's own state.
//!
//! The tests below hold it to the rest: described, strict, with examples that fit its schema, and, if it is an action, among
//! the steps of `act`. What it gives back may be a new shape: a type that is an `output::Shape`, in a file of its own.

mod act;
mod back;
mod check;
mod clear;
mod click;
mod close;
mod context;
mod cookies;
mod copy;
mod cut;
mod dialog;
mod double_click;
mod download;
mod drag;
mod emulate;
mod environment;
mod eval;
mod fill;
mod find;
#[cfg(test)]
pub(crate) mod fits;
mod forward;
mod highlight;
mod hover;
mod id;
mod identify;
mod locate;
mod meant;
mod next_chunk;
mod observe;
mod open;
mod operation;
mod paste;
mod pause;
mod pdf;
mod plan;
mod press;
mod prev_chunk;
mod read;
mod reload;
mod requests;
mod resume;
mod right_click;
mod screenshot;
mod scroll;
mod scroll_into_view;
mod select;
mod select_text;
mod send_click_event;
mod session_provider;
mod sessions;
mod state;
mod stop;
mod storage;
mod submit;
mod tab;
mod table;
mod target;
mod r#type;
mod uncheck;
mod upload;
mod wait;
mod wheel;

pub(crate) use context::Context;
pub(crate) use environment::Environment;
pub(crate) use id::Id;
pub(crate) use meant::{meant, meant_action};
pub(crate) use operation::{ActionOperation, Entry, InAct, Operation, RunOperation, Scope, Traits};
pub(crate) use session_provider::{BoxFuture, SessionProvider};
pub(crate) use target::Target;

use operation::{action, run};

/// Every operation, in the order of the help.
pub(crate) const ALL: &[Entry] = &[
    run::<open::Open>(),
    run::<observe::Observe>(),
    run::<find::Find>(),
    run::<read::Read>(),
    run::<table::Table>(),
    run::<locate::Locate>(),
    run::<identify::Identify>(),
    action::<click::Click>(),
    action::<double_click::DoubleClick>(),
    action::<right_click::RightClick>(),
    action::<hover::Hover>(),
    action::<drag::Drag>(),
    action::<fill::Fill>(),
    action::<r#type::Type>(),
    action::<clear::Clear>(),
    action::<press::Press>(),
    action::<select::Select>(),
    action::<check::Check>(),
    action::<uncheck::Uncheck>(),
    action::<submit::Submit>(),
    action::<select_text::SelectText>(),
    action::<copy::Copy>(),
    action::<cut::Cut>(),
    action::<paste::Paste>(),
    action::<upload::Upload>(),
    action::<download::Download>(),
    action::<scroll::Scroll>(),
    action::<scroll_into_view::ScrollIntoView>(),
    action::<next_chunk::NextChunk>(),
    action::<prev_chunk::PrevChunk>(),
    action::<wheel::Wheel>(),
    action::<send_click_event::SendClickEvent>(),
    action::<highlight::Highlight>(),
    run::<act::Act>(),
    action::<wait::Wait>(),
    action::<dialog::Dialog>(),
    run::<tab::Tab>(),
    action::<back::Back>(),
    action::<forward::Forward>(),
    action::<reload::Reload>(),
    action::<stop::Stop>(),
    action::<emulate::Emulate>(),
    run::<screenshot::Screenshot>(),
    run::<pdf::Pdf>(),
    run::<requests::Requests>(),
    run::<eval::Eval>(),
    run::<state::State>(),
    run::<cookies::Cookies>(),
    run::<storage::Storage>(),
    run::<pause::Pause>(),
    run::<resume::Resume>(),
    run::<sessions::Sessions>(),
    run::<close::Close>(),
];

/// The entry of this name, also as data has it: the `action` of a report is `right_click`.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| is_name(entry, name))
}

/// Whether an entry is meant by a name, in either spelling.
pub(crate) fn is_name(entry: &Entry, name: &str) -> bool {
    entry.name == name || (name.contains('_') && entry.name == name.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;
    use schemars::{JsonSchema as _, SchemaGenerator};
    use serde_json::{Value, json, value::RawValue};

    use super::{
        fits::{fits, named},
        operation::properties,
        *,
    };
    use crate::wire::{CallArgs, ExpectArgs};

    #[test]
    fn every_operation_has_help_with_examples_and_a_described_schema() {
        for entry in ALL {
            let mut command = (entry.command)();
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:"), "{} has no examples", entry.name);
            assert!(!entry.examples.is_empty(), "{} has no examples", entry.name);
            for (line, what) in entry.examples {
                assert!(line.starts_with(&format!("domtool {}", entry.name)), "{line}");
                assert!(!what.is_empty(), "{line} says nothing");
            }
            let schema = serde_json::to_value(entry.schema()).unwrap();
            assert!(
                schema["description"].as_str().is_some_and(|text| text.len() > 20),
                "{} is undescribed",
                entry.name
            );
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let described =
                    property.to_string().contains("description") || property.to_string().contains("$ref");
                assert!(described, "{}.{name} is undescribed", entry.name);
            }
        }
    }

    #[test]
    fn schemas_have_what_every_call_can_say_and_actions_what_is_expected() {
        let generator = SchemaGenerator::default;
        let of_a_call = properties(&CallArgs::json_schema(&mut generator()));
        let of_an_action = properties(&ExpectArgs::json_schema(&mut generator()));
        for name in ["session", "caller", "timeout", "quiet"] {
            assert!(of_a_call.contains_key(name), "{name}");
        }
        for entry in ALL {
            let own = properties(&(entry.own_schema)(&mut generator()));
            let all = properties(&entry.schema());
            let shared = of_a_call.iter().chain(of_an_action.iter().filter(|_| entry.expects()));
            let mut count = own.len();
            for (name, schema) in shared {
                assert!(!own.contains_key(name), "{}.{name} hides what every call can say", entry.name);
                assert_eq!(all.get(name), Some(schema), "{}.{name}", entry.name);
                count += 1;
            }
            assert_eq!(all.len(), count, "{}", entry.name);
        }
    }

    #[test]
    fn an_unknown_argument_is_an_error_that_names_it() {
        for entry in ALL {
            let schema = entry.schema();
            assert_eq!(schema.get("additionalProperties"), Some(&false.into()), "{}", entry.name);
            let args = RawValue::from_string(r#"{"colour of it": 1}"#.to_owned()).unwrap();
            let failure = (entry.check)(&args).unwrap_err();
            assert_eq!(failure.kind, domtool::ErrorKind::InvalidInput, "{}: {failure}", entry.name);
            for name in properties(&(entry.own_schema)(&mut SchemaGenerator::default())).keys() {
                assert!(failure.message.contains(name), "{failure}");
            }
            assert!(failure.message.contains("\"colour of it\" is none of them"), "{failure}");
        }
    }

    /// The examples of an operation as they go to the daemon: its own arguments, and what is expected.
    fn wire_forms(entry: &Entry) -> Vec<Value> {
        let command = crate::command::command();
        // What a shell does is not ours.
        let lines = entry.examples.iter().map(|(line, _)| *line).filter(|line| !line.contains(" < "));
        let form = |line: &str| {
            let matches = command.clone().try_get_matches_from(plan::words(line).unwrap()).unwrap();
            let (_, matches) = matches.subcommand().unwrap();
            let mut form: Value = serde_json::from_str((entry.read)(matches).unwrap().get()).unwrap();
            if entry.expects() {
                let expect = ExpectArgs::from_arg_matches(matches).unwrap();
                let Value::Object(expect) = serde_json::to_value(expect).unwrap() else { unreachable!() };
                form.as_object_mut().unwrap().extend(expect);
            }
            form
        };
        lines.map(form).collect()
    }

    #[test]
    fn examples_fit_their_schemas() {
        for entry in ALL {
            let schema = entry.schema().to_value();
            for form in wire_forms(entry) {
                fits(&form, &schema, &schema).unwrap_or_else(|why| panic!("{} {form}: {why}", entry.name));
            }
        }
    }

    #[test]
    fn each_action_has_its_own_schema_among_the_steps_of_act() {
        let schema = find("act").unwrap().schema().to_value();
        let steps = schema["properties"]["actions"]["items"]["oneOf"].as_array().unwrap();
        let names: Vec<_> = steps
            .iter()
            .map(|step| named(step, &schema)["properties"]["op"]["const"].as_str().unwrap())
            .collect();
        let named_where = |holds: &dyn Fn(&Entry) -> bool| -> Vec<_> {
            ALL.iter().filter(|entry| holds(entry)).map(|entry| entry.name).collect()
        };
        assert_eq!(names, named_where(&|entry| entry.acts() || entry.ends_act()));
        assert_eq!(named_where(&Entry::ends_act), ["observe", "find", "read"]);
        // Whatever something can be expected of can be one of several.
        assert_eq!(named_where(&Entry::expects), named_where(&Entry::acts));
        let check = |step: Value| fits(&json!({ "actions": [step] }), &schema, &schema);
        for entry in ALL.iter().filter(|entry| entry.acts()) {
            for mut form in wire_forms(entry) {
                form["op"] = entry.name.into();
                form["expect"] = "any_change".into();
                form["within"] = 2.5.into();
                check(form.clone()).unwrap_or_else(|why| panic!("{form}: {why}"));
            }
        }
        for wrong in [
            json!({ "op": "fill", "id": "e3" }),
            json!({ "op": "fill", "id": "e3", "text": 5 }),
            json!({ "op": "click", "id": "e3", "colour": "red" }),
            json!({ "op": "click", "id": "e3", "button": "fourth" }),
            json!({ "op": "click", "id": "e3", "expect": "any_change", "within": 0 }),
            json!({ "op": "eval", "expression": "1" }),
            json!({ "op": "find", "text": "a", "expect": "any_change" }),
            json!({ "id": "e3" }),
        ] {
            assert!(check(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_goes_elsewhere_or_writes_a_file_is_not_read_only() {
        for entry in ALL {
            let schema = serde_json::to_value(entry.schema()).unwrap();
            let takes = |name: &str| schema["properties"].get(name).is_some();
            // `wait` takes the address that it waits for.
            let changes =
                entry.name != "wait" && (entry.acts() || takes("file") || takes("picture") || takes("url"));
            assert!(!(changes && entry.traits.read_only), "{}", entry.name);
            assert!(!(entry.traits.read_only && entry.traits.destructive), "{}", entry.name);
        }
        let only_looks = |name: &str, args: &str| {
            (find(name).unwrap().only_looks)(&RawValue::from_string(args.to_owned()).unwrap())
        };
        for (name, args, only) in [
            ("observe", "{}", true),
            ("observe", r#"{"url": "a.example"}"#, false),
            ("observe", r#"{"scroll": 3}"#, false),
            ("observe", r#"{"marks": true}"#, false),
            ("read", "{}", true),
            ("read", r#"{"url": "a.example"}"#, false),
            ("screenshot", "{}", false),
            ("find", r#"{"text": "a"}"#, true),
            ("table", "{}", true),
            ("click", r#"{"id": "e1"}"#, false),
        ] {
            assert_eq!(only_looks(name, args), only, "{name} {args}");
        }
    }

    #[test]
    fn names_are_unique_and_found() {
        for entry in ALL {
            assert_eq!(ALL.iter().filter(|other| other.name == entry.name).count(), 1);
            assert!(find(entry.name).is_some());
        }
        assert!(find("nothing").is_none());
    }
}
