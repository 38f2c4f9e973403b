//! What HTML and SVG name an element by (HTML-AAM 1.0, SVG-AAM 1.0): labels, legends, captions, `alt`, what a button says.

use super::{Found, Namer, blank, said, value as held};
use crate::snapshot::{
    NodeIndex,
    draft::{Draft, Marks},
    known_names::Word,
    native::input_type,
    value::option_label,
};

impl Namer<'_, '_> {
    /// The name that HTML or SVG gives, and whether it is final even when empty (a field's labels, an image's `alt`).
    pub(super) fn host(&self, at: usize) -> (Found, bool) {
        let draft = self.draft;
        let attribute = |key| draft.attribute(at, key).map(Found::sure);
        let open = |found: Option<Found>| (found.unwrap_or_default(), false);
        match draft.tag[at] {
            Word::Input => {
                let kind = input_type(draft, at).to_ascii_lowercase();
                if let Some(labels) = self.by_labels(at) {
                    // Chrome adds the text of a file field's button, in the browser's language.
                    return (Found { unsure: labels.unsure || kind == "file", ..labels }, true);
                }
                if matches!(kind.as_str(), "button" | "submit" | "reset")
                    && let Some(value) = attribute(Word::Value)
                {
                    // Also an empty one: a tooltip does not name a button whose text is said to be none.
                    return (value, true);
                }
                open(match kind.as_str() {
                    "submit" => Some(default("Submit")),
                    "reset" => Some(default("Reset")),
                    "image" => said(draft, at, Word::Alt)
                        .or_else(|| said(draft, at, Word::Value))
                        .map(Found::sure)
                        .or(Some(Found { unsure: true, ..self.title(at, false) })),
                    "file" => Some(Found::unsure()),
                    _ => None,
                })
            }
            Word::Select | Word::Textarea => match self.by_labels(at) {
                Some(labels) => (labels, true),
                None => open(None),
            },
            Word::Button | Word::Meter | Word::Output | Word::Progress => match self.by_labels(at) {
                Some(labels) => (Found { unsure: labels.unsure || blank(&labels.text), ..labels }, false),
                None => open(None),
            },
            Word::Img | Word::Area => match draft.attribute(at, Word::Alt) {
                Some(alt) => (Found::sure(alt), draft.tag[at] == Word::Img),
                None => open(None),
            },
            Word::Fieldset => open(self.by_child(at, Word::Legend)),
            Word::Table => open(self.by_child(at, Word::Caption)),
            Word::Option => (Found::sure(&option_label(draft, at)), false),
            Word::Optgroup => {
                open(draft.snapshot.node(NodeIndex(at as u32)).attribute("label").map(Found::sure))
            }
            tag if is_svg(tag) || tag == Word::A => open(self.by_svg_title(at)),
            _ => open(None),
        }
    }

    fn by_labels(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let labels = self.labels.get(&at)?;
        let mut found = Found::default();
        for &label in labels {
            found.text.push(' ');
            if draft.marks[label].has(Marks::ARIA_HIDDEN) {
                continue;
            }
            // A label that is not shown names nothing.
            if !draft.marks[label].has(Marks::LAID_OUT) || !draft.style[label].shown {
                found.unsure |= draft.end(label) > label + 1 && self.has_layout_below(label);
                if !found.unsure {
                    continue;
                }
            }
            if draft.has(label, Word::AriaLabelledby) {
                let referred = self.labelled_by(label);
                if !blank(&referred.text) {
                    found.text.push_str(&referred.text);
                    found.unsure = true;
                    continue;
                }
            }
            if let Some(text) = said(draft, label, Word::AriaLabel) {
                found.text.push_str(text);
                continue;
            }
            let content = self.content(label, Some(at));
            found.unsure |= content.unsure;
            let title = said(draft, label, Word::Title).filter(|_| blank(&content.text));
            found.text.push_str(title.unwrap_or(&content.text));
        }
        Some(found)
    }

    fn has_layout_below(&self, at: usize) -> bool {
        (at + 1..self.draft.end(at))
            .any(|below| self.draft.marks[below].has(Marks::LAID_OUT) && self.draft.style[below].shown)
    }

    fn by_child(&self, at: usize, tag: Word) -> Option<Found> {
        let draft = self.draft;
        let child = draft.children(at).find(|child| draft.tag[*child] == tag)?;
        if !draft.marks[child].has(Marks::LAID_OUT) {
            return Some(Found::unsure());
        }
        Some(match said(draft, child, Word::AriaLabel) {
            Some(label) => Found::sure(label),
            None => self.content(child, None),
        })
    }

    /// The `<title>` that is a child of an element of SVG.
    pub(super) fn by_svg_title(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let title = draft.children(at).find(|child| draft.tag[*child] == Word::Title)?;
        let texts = draft.children(title).map(|text| draft.text(draft.snapshot.columns.text[text]));
        Some(Found::sure(&texts.collect::<String>()))
    }
}

/// The text of a submit or reset button without a value. It is not certain, as it depends on the browser's language.
fn default(text: &str) -> Found {
    Found { text: text.to_owned(), unsure: true }
}

/// Whether it is an element of SVG that a `<title>` can name.
pub(super) fn is_svg(tag: Word) -> bool {
    matches!(
        tag,
        Word::Svg
            | Word::G
            | Word::Path
            | Word::Circle
            | Word::Rect
            | Word::Line
            | Word::Polyline
            | Word::Polygon
            | Word::Ellipse
            | Word::Image
            | Word::TextTag
            | Word::Use
            | Word::Symbol
    )
}

/// Whether a control in the middle of other content is named there by its label alone.
pub(super) fn is_ticked(draft: &Draft<'_>, at: usize) -> bool {
    draft.tag[at] == Word::Input && !held::is_field(draft, at)
}
