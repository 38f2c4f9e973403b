//! Reads the facts of a row, card or group: its texts in order, the attributes that authors tell rows apart by, its pictures
//! and its place in a list. All of these are in the DOM, so that a mutation tells of each change; what its fields hold is not.

use std::hash::{Hash, Hasher};

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHasher;

use super::{
    keys::{self, Difference, Key, Weight},
    word_kinds,
};
use crate::{
    limits::{ROW_NODES, ROW_SHADOWS, ROW_TEXT_BYTES},
    snapshot::{NodeIndex, NodeKind, NodeRef, Role, Snapshot},
};

/// What a text is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum UnitKind {
    /// A heading, caption, legend or row header.
    Title,
    /// Running text or a link.
    Text,
    /// The words of a button or the like: they may change with its state.
    Control,
    /// Text for screen readers alone. Often it says what has the focus, not what the row is (`combos` in identity-living.html).
    Unseen,
}

/// The text of one element, white space collapsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    pub(super) text: Box<str>,
}

/// The texts, keys and pictures of a row, card or section.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// A hash of all but the shadow roots and what its fields hold: equal facts have equal hashes.
    pub(super) hash: u64,
    pub(super) units: Vec<Unit>,
    /// Attributes and hidden fields that name the thing that is shown.
    pub(super) keys: Vec<Key>,
    /// The first picture's address.
    pub(super) picture: Box<str>,
    /// Its place in a list, as attributes tell it.
    pub(super) index: Box<str>,
    /// What its fields hold, in order; nothing for one that is empty or secret. See [`super::shifts`].
    pub(super) held: Vec<Box<str>>,
    /// A node of each shadow root in it.
    pub(super) shadows: Vec<BackendNodeId>,
}

impl Facts {
    /// The facts of a row, without the texts of the element `own` in it.
    pub(super) fn of(snapshot: &Snapshot, group: NodeRef<'_>, own: NodeRef<'_>) -> Facts {
        let mut reader = Reader { facts: Facts::default(), taken: 0, last_parent: None, linked: false };
        reader.attributes(group, true);
        for around in own.ancestors().take_while(|a| a.index() != group.index()) {
            reader.attributes(around, false);
        }
        reader.read(snapshot, group, own);
        reader.labels(group, own);
        let mut facts = reader.facts;
        facts.held = held_in(snapshot, group);
        facts.units.retain(|unit| word_kinds::says(&unit.text));
        facts.hash = facts.hashed();
        facts
    }

    /// The facts of a section, of which only the title counts.
    pub(super) fn titled(text: &str) -> Facts {
        let mut tidy = String::new();
        word_kinds::tidy(text, &mut tidy);
        let mut facts = Facts::default();
        if word_kinds::says(&tidy) {
            facts.units.push(Unit { kind: UnitKind::Title, text: tidy.into() });
        }
        facts.hash = facts.hashed();
        facts
    }

    /// Whether there is anything to tell the group by.
    pub(super) fn tells(&self) -> bool {
        !self.units.is_empty()
            || !self.keys.is_empty()
            || !self.picture.is_empty()
            || !self.index.is_empty()
            || !self.held.is_empty()
    }

    /// Whether it has a name, not numbers or a picture alone.
    pub(super) fn named(&self) -> bool {
        !self.keys.is_empty() || self.units.iter().any(|unit| word_kinds::has_name(&unit.text))
    }

    /// The text that a reader would call it by: its title, else its first text with a name in it, else its first.
    pub(super) fn lead(&self) -> Option<&Unit> {
        let units = || self.units.iter().filter(|unit| !word_kinds::is_state(&unit.text));
        let title = units().find(|unit| unit.kind == UnitKind::Title && word_kinds::has_name(&unit.text));
        let seen = units().find(|unit| unit.kind != UnitKind::Unseen && word_kinds::has_name(&unit.text));
        let named = || units().find(|unit| word_kinds::has_name(&unit.text));
        title.or(seen).or_else(named).or_else(|| units().next())
    }

    /// The same, for people and models: what its fields hold where it has no text.
    pub(super) fn called(&self) -> Option<&str> {
        let held = || self.held.iter().find(|value| !value.is_empty());
        self.lead().map(|unit| &unit.text).or_else(held).map(|text| &**text)
    }

    /// Whether it has no text but this, and nothing else to tell it by.
    pub(super) fn says_only(&self, text: &str) -> bool {
        self.keys.is_empty()
            && self.picture.is_empty()
            && self.units.iter().all(|unit| word_kinds::same(&unit.text, text))
    }

    /// The names of all its texts, without numbers and without the words of its buttons.
    pub(super) fn signature(&self) -> String {
        let mut all = String::new();
        for unit in self.units.iter().filter(|unit| unit.kind != UnitKind::Control) {
            for name in word_kinds::names(&unit.text) {
                all.extend(word_kinds::lower(name));
                all.push(' ');
            }
        }
        all
    }

    /// How the keys of both differ.
    pub(super) fn compare_keys(&self, other: &Facts) -> Difference {
        keys::compare(&self.keys, &other.keys)
    }

    fn hashed(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for unit in &self.units {
            unit.kind.hash(&mut hasher);
            word_kinds::lower(&unit.text).for_each(|c| c.hash(&mut hasher));
            0_u8.hash(&mut hasher);
        }
        (&self.keys, &self.picture, &self.index).hash(&mut hasher);
        hasher.finish()
    }
}

struct Reader {
    facts: Facts,
    taken: usize,
    /// Texts side by side in one element are one.
    last_parent: Option<NodeIndex>,
    /// The first link was seen.
    linked: bool,
}

impl Reader {
    fn read(&mut self, snapshot: &Snapshot, group: NodeRef<'_>, own: NodeRef<'_>) {
        let end = group.end().0.min(group.index().0.saturating_add(ROW_NODES));
        let (mut title, mut control) = (NodeIndex(0), NodeIndex(0));
        let mut at = group.index().0 + 1;
        while at < end && self.taken < ROW_TEXT_BYTES {
            let node = snapshot.node(NodeIndex(at));
            // Left out: the element's own text, which is no context; what a person types or the page announces, which may
            // change at any time; and other documents, whose changes are not heard here.
            if node.index() == own.index()
                || node.kind() == NodeKind::Document
                || holds_values(node)
                || announces(node) && !node.contains(own.index())
            {
                self.hidden_field(node);
                at = node.end().0;
                self.last_parent = None;
                continue;
            }
            match node.kind() {
                NodeKind::Text => {
                    let kind = if is_unseen(node) {
                        UnitKind::Unseen
                    } else if node.index() < title {
                        UnitKind::Title
                    } else if node.index() < control {
                        UnitKind::Control
                    } else {
                        UnitKind::Text
                    };
                    self.text(node, kind);
                }
                // A shadow root has no backend id in a snapshot; a node in it leads to it.
                NodeKind::ShadowRoot(_) if self.facts.shadows.len() <= ROW_SHADOWS => {
                    let inner = node.children().next();
                    self.facts.shadows.extend(inner.map(NodeRef::backend));
                }
                NodeKind::Element => {
                    if is_title(node) {
                        title = title.max(node.end());
                    } else if is_control(node) {
                        control = control.max(node.end());
                    }
                    self.element(node, own);
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// What only attributes say: where no text but that of controls tells a row, its own label does, or that of a picture in it.
    fn labels(&mut self, group: NodeRef<'_>, own: NodeRef<'_>) {
        let said = |unit: &Unit| {
            matches!(unit.kind, UnitKind::Title | UnitKind::Text) && word_kinds::has_name(&unit.text)
        };
        if self.facts.units.iter().any(said) {
            return;
        }
        let pictured = |node: &NodeRef<'_>| node.role() == Role::Image && !own.contains(node.index());
        let pictures = group.descendants().take(ROW_NODES as usize).filter(pictured);
        let labelled = |node: NodeRef<'_>| {
            let mut label = String::new();
            word_kinds::tidy(node.attribute("aria-label")?, &mut label);
            word_kinds::has_name(&label).then_some(label)
        };
        if let Some(label) = std::iter::once(group).chain(pictures).find_map(labelled) {
            self.facts.units.push(Unit { kind: UnitKind::Text, text: label.into() });
        }
    }

    fn text(&mut self, node: NodeRef<'_>, kind: UnitKind) {
        let parent = node.parent().map(NodeRef::index);
        let text = node.text();
        self.taken += text.trim().len();
        match self.facts.units.last_mut().filter(|_| parent.is_some() && self.last_parent == parent) {
            Some(unit) => {
                let mut joined = String::from(&*unit.text);
                word_kinds::tidy(text, &mut joined);
                unit.text = joined.into();
            }
            None => {
                let mut tidy = String::new();
                word_kinds::tidy(text, &mut tidy);
                if !tidy.is_empty() {
                    self.facts.units.push(Unit { kind, text: tidy.into() });
                    self.last_parent = parent;
                }
            }
        }
    }

    fn element(&mut self, node: NodeRef<'_>, own: NodeRef<'_>) {
        match node.tag() {
            "a" if !self.linked && !node.contains(own.index()) => {
                if let Some(href) = node.attribute("href").filter(|href| leads_somewhere(href)) {
                    self.linked = true;
                    self.key("href", href, Weight::Proof);
                }
            }
            "img" if self.facts.picture.is_empty() => {
                let shown =
                    node.attribute("alt").filter(|alt| !alt.trim().is_empty()).or(node.attribute("src"));
                self.facts.picture = shown.unwrap_or_default().chars().take(120).collect::<String>().into();
            }
            _ => {}
        }
    }

    /// `<input type=hidden value=17>` says what a form is about.
    fn hidden_field(&mut self, node: NodeRef<'_>) {
        if node.tag() == "input"
            && node.attribute("type").is_some_and(|t| t.eq_ignore_ascii_case("hidden"))
            && let Some(value) = node.attribute("value").filter(|value| !value.is_empty())
        {
            let name = node.attribute("name").unwrap_or("hidden");
            if let Some(weight) = keys::of_hidden_field(name, value) {
                self.key(name, value, weight);
            }
        }
    }

    fn attributes(&mut self, node: NodeRef<'_>, group: bool) {
        for (name, value) in node.attributes() {
            if value.is_empty() {
                continue;
            }
            if keys::is_index(name) {
                if group {
                    self.facts.index = value.into();
                }
            } else if keys::is_key(name) {
                self.key(name, value, if value.len() >= 4 { Weight::Proof } else { Weight::Strong });
            } else if group && name == "id" && !keys::is_generated(value) {
                self.key(name, value, Weight::Weak);
            }
        }
    }

    fn key(&mut self, name: &str, value: &str, weight: Weight) {
        let key = Key::new(name, value, weight);
        if self.facts.keys.len() < 16 && !self.facts.keys.iter().any(|known| known.same_name(&key)) {
            self.facts.keys.push(key);
        }
    }
}

/// What a person wrote or chose in the fields of a row, in order.
pub(super) fn held_in(snapshot: &Snapshot, group: NodeRef<'_>) -> Vec<Box<str>> {
    let end = group.end().0.min(group.index().0.saturating_add(ROW_NODES));
    let mut held = Vec::new();
    let mut at = group.index().0 + 1;
    while at < end {
        let node = snapshot.node(NodeIndex(at));
        let written = matches!(
            node.role(),
            Role::TextBox | Role::SearchBox | Role::ComboBox | Role::SpinButton | Role::ListBox
        );
        at = if holds_values(node) || node.kind() == NodeKind::Document {
            if written {
                let value = node.value().filter(|_| !node.masked()).unwrap_or_default();
                held.push(value.chars().take(120).collect::<String>().into());
            }
            node.end().0
        } else {
            at + 1
        };
    }
    held
}

/// Whether a link has an address of its own.
pub(crate) fn leads_somewhere(href: &str) -> bool {
    let href = href.trim();
    !(href.is_empty() || href == "#" || href.starts_with("javascript:"))
}

/// Whether the text of an element is its value, or nothing that a person reads.
fn holds_values(node: NodeRef<'_>) -> bool {
    matches!(
        node.tag(),
        "select" | "textarea" | "input" | "script" | "style" | "template" | "noscript" | "datalist"
    ) || node.attribute("contenteditable").is_some_and(|value| value != "false")
}

/// Whether a text is in a box of one pixel, as styles for screen readers make it (`.unseen` in identity-living.html).
fn is_unseen(text: NodeRef<'_>) -> bool {
    let boxed = text.parent().and_then(NodeRef::rect);
    boxed.is_some_and(|rect| rect.w <= 1.0 && rect.h <= 1.0)
}

/// Whether an element is a live region: its text says what happens, not what the row is.
fn announces(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element
        && (node.tag() == "output"
            || matches!(node.role(), Role::Status | Role::Alert | Role::Log | Role::Timer | Role::Marquee)
            || node.attribute("aria-live").is_some_and(|live| matches!(live, "polite" | "assertive")))
}

/// Headings and their likes.
pub(super) fn is_title(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "legend" | "caption" | "dt" | "th")
        || matches!(node.role(), Role::Heading | Role::RowHeader | Role::Caption | Role::Legend)
}

pub(super) fn is_control(node: NodeRef<'_>) -> bool {
    let role = node.role();
    matches!(node.tag(), "button" | "summary")
        || role.is_toggle()
        || role.is_menu_item()
        || matches!(role, Role::Button | Role::Tab | Role::ComboBox | Role::ListBox | Role::TextBox)
}
