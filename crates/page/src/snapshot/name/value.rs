//! Embedded controls (accname 1.2, step 2C): in the name of something else a control gives what it holds.

use super::{Found, Namer, said};
use crate::snapshot::{
    Role,
    draft::{Draft, Marks},
    known_names::Word,
    native::input_type,
};

impl Namer<'_, '_> {
    /// What an embedded control gives; nothing for what is no control of that kind.
    pub(super) fn value(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let held = || columns.value[at].map_or("", |id| draft.text(id));
        // Chrome gives as many dots as the secret has characters.
        if draft.marks[at].has(Marks::SECRET) && is_field(draft, at) {
            return Some(Found::unsure());
        }
        match draft.tag[at] {
            Word::Input => {
                let kind = input_type(draft, at).to_ascii_lowercase();
                match kind.as_str() {
                    "checkbox" | "radio" | "button" | "submit" | "reset" | "image" | "hidden" => return None,
                    "range" | "number" => {
                        return Some(said_value(draft, at).unwrap_or_else(|| Found::sure(held())));
                    }
                    "date" | "time" | "month" | "week" | "datetime-local" | "color" | "file" => {
                        return Some(Found::unsure());
                    }
                    _ => return Some(Found::sure(held())),
                }
            }
            Word::Textarea => return Some(Found::sure(held())),
            Word::Select => {
                // Chrome leaves the value out of some roles that it can be given, such as `menu`.
                let given = !matches!(columns.role[at], Role::ComboBox | Role::ListBox);
                return Some(Found {
                    text: held().to_owned(),
                    unsure: given || draft.has(at, Word::Multiple),
                });
            }
            Word::Meter | Word::Progress => return Some(Found::unsure()),
            _ => {}
        }
        match columns.role[at] {
            Role::Slider | Role::SpinButton | Role::ScrollBar => {
                Some(said_value(draft, at).unwrap_or_else(Found::unsure))
            }
            Role::TextBox | Role::SearchBox if self.edited[at] => Some(self.content(at, None)),
            Role::TextBox
            | Role::SearchBox
            | Role::ComboBox
            | Role::ListBox
            | Role::ProgressBar
            | Role::Meter => Some(Found::unsure()),
            _ => None,
        }
    }
}

fn said_value(draft: &Draft<'_>, at: usize) -> Option<Found> {
    said(draft, at, Word::AriaValuetext).or_else(|| said(draft, at, Word::AriaValuenow)).map(Found::sure)
}

/// Whether it is a control that holds a value of its own.
pub(super) fn is_field(draft: &Draft<'_>, at: usize) -> bool {
    match draft.tag[at] {
        Word::Input => !matches!(
            input_type(draft, at).to_ascii_lowercase().as_str(),
            "checkbox" | "radio" | "button" | "submit" | "reset" | "image" | "hidden"
        ),
        Word::Select | Word::Textarea | Word::Meter | Word::Progress => true,
        _ => false,
    }
}

/// Whether it is an `<input>` that text is typed into, which a placeholder can name.
pub(super) fn is_text_input(draft: &Draft<'_>, at: usize) -> bool {
    matches!(
        input_type(draft, at).to_ascii_lowercase().as_str(),
        "text" | "search" | "tel" | "url" | "email" | "password" | "number" | ""
    ) || !NOT_TYPED_IN.contains(&input_type(draft, at).to_ascii_lowercase().as_str())
}

/// The types that are no text field; any unknown one is.
pub(in crate::snapshot) const NOT_TYPED_IN: &[&str] = &[
    "checkbox",
    "radio",
    "button",
    "submit",
    "reset",
    "image",
    "hidden",
    "range",
    "date",
    "time",
    "month",
    "week",
    "datetime-local",
    "color",
    "file",
];
