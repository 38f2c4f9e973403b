//! Names from content (accname 1.2, step 2F): a loop over what is below an element, boxes set off by spaces.

use super::{
    Found, Namer, blank,
    host::{is_svg, is_ticked},
    said,
    spaces::add_apart,
};
use crate::limits::{NAME_BYTES, NODES_OF_NAME};
use crate::snapshot::{
    Certainty, NodeKind, Role, TextId,
    draft::{Draft, Marks},
    known_names::Word,
    native::input_type,
    refs::Referred,
    style::Display,
};

/// A name from more nodes than this is not certain: Chrome stops near a hundred descendants, and exactly where is not known.
const MOST: usize = 90;

/// An element in the content whose descendants are being gathered.
struct Open {
    end: usize,
    /// The length of the name when the element began.
    before: usize,
    /// It has a box of its own, so spaces set it off.
    apart: bool,
    /// Its tooltip, which names it where nothing in it does.
    title: Option<Tooltip>,
}

/// What an element's `title` says of it.
#[derive(Clone, Copy)]
struct Tooltip {
    text: TextId,
    /// Chrome surely takes it here.
    sure: bool,
}

/// A walk through the content of one element.
struct Walk {
    /// The control that the element labels: its content is left out.
    without: Option<usize>,
    /// Another element refers to this one: tooltips in it name whatever they are on.
    referred: bool,
    /// The element is rendered. In one that is not, hidden content counts too (accname 1.2, step 2A).
    rendered: bool,
    inert: bool,
    seen: usize,
    found: Found,
    open: Vec<Open>,
}

impl Namer<'_, '_> {
    /// The text below an element.
    pub(super) fn content(&self, root: usize, without: Option<usize>) -> Found {
        self.walk(root, without, false)
    }

    /// The same, for an element that refers to it.
    pub(super) fn referred_content(&self, root: usize) -> Found {
        self.walk(root, None, true)
    }

    fn walk(&self, root: usize, without: Option<usize>, referred: bool) -> Found {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let marks = draft.marks[root];
        let mut walk = Walk {
            without,
            referred,
            rendered: marks.has(Marks::LAID_OUT) || columns.visible[root],
            inert: marks.has(Marks::INERT),
            seen: 0,
            found: Found::default(),
            open: Vec::new(),
        };
        let invisible = marks.has(Marks::LAID_OUT) && !draft.style[root].shown;
        let end = draft.end(root);
        let mut at = root + 1;
        while at < end && walk.found.text.len() < NAME_BYTES && walk.seen < NODES_OF_NAME {
            walk.close(draft, at);
            walk.seen += 1;
            at = match columns.kind[at] {
                NodeKind::Text => {
                    let shown = draft.marks[at].has(Marks::LAID_OUT) && (invisible || draft.style[at].shown);
                    if shown || !walk.rendered {
                        walk.found.text.push_str(draft.text(columns.text[at]));
                    }
                    at + 1
                }
                NodeKind::Pseudo => {
                    self.pseudo(at, &mut walk);
                    draft.end(at)
                }
                NodeKind::Document => draft.end(at),
                NodeKind::ShadowRoot(_) => at + 1,
                NodeKind::Element => self.element(at, &mut walk),
            };
        }
        walk.close(draft, usize::MAX);
        walk.found.unsure |= walk.seen > MOST;
        walk.found
    }

    fn pseudo(&self, at: usize, walk: &mut Walk) {
        let draft = self.draft;
        let style = draft.style[at];
        if draft.tag[at] == Word::Marker || !style.shown {
            return;
        }
        let text = draft.text(draft.snapshot.columns.text[at]);
        walk.found.unsure |= style.counts;
        if style.display != Display::Inline || style.instead {
            add_apart(&mut walk.found.text, text);
        } else {
            walk.found.text.push_str(text);
        }
    }

    /// Adds what one element in the content gives itself; returns where to go on.
    fn element(&self, at: usize, walk: &mut Walk) -> usize {
        let draft = self.draft;
        let after = draft.end(at);
        let marks = draft.marks[at];
        let tag = draft.tag[at];
        let laid_out = marks.has(Marks::LAID_OUT);
        let role = draft.snapshot.columns.role[at];
        if draft.attribute(at, Word::AriaHidden).is_some_and(|v| v.trim() == "true")
            || (marks.has(Marks::INERT) && !walk.inert)
            || matches!(tag, Word::Rt | Word::Rp | Word::MathTag | Word::Title | Word::Desc | Word::Defs)
        {
            return after;
        }
        // Chrome has a space there, too, but a person sees one word: a `<wbr>` only allows a line to break.
        if tag == Word::Wbr {
            return after;
        }
        if walk.without == Some(at) || tag == Word::Br {
            walk.found.text.push(' ');
            return after;
        }
        let boxed = if laid_out {
            match draft.style[at].display {
                Display::Inline => false,
                Display::Atomic => after > at + 1 || tag == Word::Input,
                Display::Block => true,
            }
        } else {
            // Without a box it is `display: contents`, a slot, or hidden with all that is in it.
            if walk.rendered && !self.shows_below(at) {
                return after;
            }
            walk.rendered
        };
        let before = walk.found.text.len();
        if boxed {
            walk.found.text.push(' ');
        }
        if laid_out && !draft.style[at].shown && walk.rendered {
            walk.open(after, before, boxed, None);
            return at + 1;
        }
        if let Some(value) = self.value(at) {
            let empty = blank(&value.text) && !value.unsure;
            let value = if empty { self.empty_field(at) } else { value };
            add_apart(&mut walk.found.text, &value.text);
            walk.found.unsure |= value.unsure;
            return after;
        }
        if draft.has(at, Word::AriaLabelledby) && self.by_reference(at, &mut walk.found) {
            return after;
        }
        if let Some(label) = said(draft, at, Word::AriaLabel) {
            if tag != Word::Slot {
                add_apart(&mut walk.found.text, label);
                return after;
            }
            walk.found.unsure |= laid_out;
        }
        walk.found.unsure |= draft.has(at, Word::AriaOwns);
        if let Some(host) = self.host_in_content(at, role, laid_out) {
            walk.found.unsure |= host.unsure;
            add_apart(&mut walk.found.text, &host.text);
            return after;
        }
        let title = self.tooltip(at, role, walk.referred);
        let doubtful = draft.snapshot.columns.role_certainty[at] == Certainty::Uncertain;
        walk.found.unsure |= doubtful && role != Role::Generic;
        let transparent =
            doubtful || is_svg(tag) || matches!(tag, Word::Footer | Word::Address | Word::Hgroup);
        if gives_no_content(role) && !transparent {
            if let Some(title) = title {
                walk.found.unsure |= !title.sure;
                add_apart(&mut walk.found.text, draft.text(title.text));
            }
            return after;
        }
        walk.open(after, before, boxed, title);
        at + 1
    }

    /// The tooltip of an element in the content, where it may name it: not where its role takes no name.
    fn tooltip(&self, at: usize, role: Role, referred: bool) -> Option<Tooltip> {
        let tag = self.draft.tag[at];
        let none = matches!(role, Role::None | Role::Presentation);
        if none || (!referred && takes_no_name(role) && !matches!(tag, Word::Abbr | Word::Table)) {
            return None;
        }
        let text = self.draft.attribute_id(at, Word::Title)?;
        Some(Tooltip {
            text,
            sure: referred || !(role == Role::TreeItem || matches!(tag, Word::Table | Word::Details)),
        })
    }

    /// What a field that holds nothing gives: its own name.
    fn empty_field(&self, at: usize) -> Found {
        let draft = self.draft;
        if draft.has(at, Word::AriaLabelledby) || self.labels.contains_key(&at) {
            return Found::unsure();
        }
        match said(draft, at, Word::AriaLabel) {
            Some(label) => Found::sure(label),
            None => self.title(at, true),
        }
    }

    fn shows_below(&self, at: usize) -> bool {
        (at + 1..self.draft.end(at)).any(|below| self.draft.marks[below].has(Marks::LAID_OUT))
    }

    /// Adds what an element in the content refers to; whether that was anything.
    fn by_reference(&self, at: usize, found: &mut Found) -> bool {
        let mut any = false;
        for target in self.draft.labellers(at) {
            match target {
                // References are followed once: what is referred to from here could lead back.
                Referred::To(target) => {
                    let text = said(self.draft, target, Word::AriaLabel)
                        .map_or_else(|| self.plain_text(target), str::to_owned);
                    any |= !blank(&text);
                    add_apart(&mut found.text, &text);
                    found.unsure = true;
                }
                Referred::Nothing => {}
                Referred::Unknown => found.unsure = true,
            }
        }
        any
    }

    /// The texts below an element, as they are written.
    fn plain_text(&self, root: usize) -> String {
        let columns = &self.draft.snapshot.columns;
        let mut text = String::new();
        for at in root + 1..self.draft.end(root) {
            if columns.kind[at] == NodeKind::Text && text.len() < NAME_BYTES {
                text.push_str(self.draft.text(columns.text[at]));
            }
        }
        text
    }

    /// What HTML or SVG calls an element by in the middle of other content, where that comes before its own content.
    fn host_in_content(&self, at: usize, role: Role, laid_out: bool) -> Option<Found> {
        let draft = self.draft;
        match draft.tag[at] {
            Word::Img if role == Role::None && draft.has(at, Word::Role) => Some(Found::default()),
            Word::Img | Word::Area => {
                let text = draft.attribute(at, Word::Alt).or_else(|| draft.attribute(at, Word::Title));
                Some(Found::sure(text.unwrap_or("")))
            }
            Word::Input if input_type(draft, at).eq_ignore_ascii_case("hidden") => Some(Found::default()),
            Word::Input if is_ticked(draft, at) => {
                let kind = input_type(draft, at).to_ascii_lowercase();
                let nameless =
                    matches!(kind.as_str(), "checkbox" | "radio") && !self.labels.contains_key(&at);
                let (host, _) = self.host(at);
                let host = if blank(&host.text) { self.title(at, false) } else { host };
                Some(Found { unsure: host.unsure || !nameless && kind != "button", ..host })
            }
            Word::Iframe => Some(Found { unsure: !laid_out, ..self.title(at, false) }),
            Word::Object | Word::Embed | Word::Canvas | Word::Video | Word::Audio => {
                Some(Found { unsure: laid_out, ..Found::default() })
            }
            Word::Fieldset | Word::Table | Word::Button => {
                let (host, _) = self.host(at);
                (!blank(&host.text) || host.unsure).then_some(host)
            }
            Word::Use => self.by_sprite(at),
            tag if is_svg(tag) || tag == Word::A => self.by_svg_title(at).filter(|title| !blank(&title.text)),
            _ => None,
        }
    }

    /// The name of a `<use>`. What it draws may have a title, which is in the tree where it is defined, not here.
    fn by_sprite(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let link = draft.attribute(at, Word::Href).or_else(|| draft.attribute(at, Word::XlinkHref))?;
        let Some(id) = link.strip_prefix('#') else { return Some(Found::unsure()) };
        match draft.by_id(at, id) {
            Referred::To(symbol) => {
                let speaks = (symbol..draft.end(symbol))
                    .any(|i| matches!(draft.tag[i], Word::Title | Word::TextTag) && draft.is_element(i));
                Some(Found { unsure: speaks, ..Found::default() })
            }
            Referred::Nothing => Some(Found::default()),
            Referred::Unknown => Some(Found::unsure()),
        }
    }
}

impl Walk {
    fn open(&mut self, end: usize, before: usize, apart: bool, title: Option<Tooltip>) {
        if apart || title.is_some() {
            self.open.push(Open { end, before, apart, title });
        }
    }

    /// Ends the boxes that end before a node.
    fn close(&mut self, draft: &Draft<'_>, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            let text = &mut self.found.text;
            if let Some(title) = open.title.filter(|_| text.get(open.before..).is_none_or(blank)) {
                self.found.unsure |= !title.sure;
                add_apart(text, draft.text(title.text));
            } else if open.apart {
                text.push(' ');
            }
        }
    }
}

/// Roles that take no name (WAI-ARIA 1.3, "Roles which cannot be named"), and so none from a tooltip.
fn takes_no_name(role: Role) -> bool {
    matches!(
        role,
        Role::Generic
            | Role::Paragraph
            | Role::Caption
            | Role::Code
            | Role::Definition
            | Role::Deletion
            | Role::Emphasis
            | Role::Insertion
            | Role::Mark
            | Role::Strong
            | Role::Subscript
            | Role::Suggestion
            | Role::Superscript
            | Role::Term
            | Role::Time
    )
}

/// Roles whose content is not taken even in the middle of other content.
fn gives_no_content(role: Role) -> bool {
    matches!(
        role,
        Role::Alert
            | Role::AlertDialog
            | Role::Application
            | Role::Article
            | Role::Banner
            | Role::BlockQuote
            | Role::Complementary
            | Role::ContentInfo
            | Role::Dialog
            | Role::Document
            | Role::Feed
            | Role::Figure
            | Role::Form
            | Role::Grid
            | Role::Group
            | Role::Image
            | Role::Log
            | Role::Main
            | Role::Marquee
            | Role::Menu
            | Role::MenuBar
            | Role::Meter
            | Role::Navigation
            | Role::Note
            | Role::ProgressBar
            | Role::RadioGroup
            | Role::Row
            | Role::RowGroup
            | Role::ScrollBar
            | Role::Search
            | Role::Separator
            | Role::Status
            | Role::Suggestion
            | Role::Table
            | Role::TabList
            | Role::TabPanel
            | Role::Timer
            | Role::Toolbar
            | Role::Tree
            | Role::TreeGrid
    )
}
