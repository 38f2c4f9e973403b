//! What a row, card or group says of itself: its texts in order, the attributes that authors tell rows apart by, its
//! pictures and its place in a list. Only what the DOM holds, so that a change of it can be heard of.

use std::hash::{Hash, Hasher};

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHasher;

use super::words;
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Role, Snapshot};

/// Texts are read up to so many bytes.
const TEXT: usize = 300;
/// So many nodes of a group are looked at.
const NODES: u32 = 600;
/// So many shadow roots in a group are known by name; one with more is never taken as unchanged.
pub(super) const SHADOWS: usize = 32;

/// What a text is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum UnitKind {
    /// A heading, caption, legend or row header.
    Title,
    /// Running text or a link.
    Text,
    /// The words of a button or the like: they may change with its state.
    Control,
}

/// The text of one element, white space collapsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    pub(super) text: Box<str>,
}

/// An attribute that names the thing that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Hash of its name.
    name: u64,
    value: Box<str>,
    /// An equal value shows that it is the same thing, whatever its texts say now: no place in a list has such a value.
    pub(super) proves: bool,
}

/// See the file's paragraph.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Of all of it: equal facts have equal hashes.
    pub(super) hash: u64,
    pub(super) units: Vec<Unit>,
    /// Attributes that name the thing that is shown.
    pub(super) keys: Vec<Key>,
    /// The first picture's address.
    pub(super) picture: Box<str>,
    /// Its place in a list, as attributes tell it.
    pub(super) index: Box<str>,
    /// A node of each shadow root in it.
    pub(super) shadows: Vec<BackendNodeId>,
}

impl Facts {
    /// Of a group, without what `own` says.
    pub(super) fn of(snapshot: &Snapshot, group: NodeRef<'_>, own: NodeRef<'_>) -> Facts {
        let mut reader = Reader { facts: Facts::default(), taken: 0, last_parent: None, linked: false };
        reader.attributes(group, true);
        for around in own.ancestors().take_while(|a| a.index() != group.index()) {
            reader.attributes(around, false);
        }
        reader.read(snapshot, group, own);
        let mut facts = reader.facts;
        facts.units.retain(|unit| words::says(&unit.text));
        facts.hash = facts.hashed();
        facts
    }

    /// Of a title alone.
    pub(super) fn titled(text: &str) -> Facts {
        let mut tidy = String::new();
        words::tidy(text, &mut tidy);
        let mut facts = Facts::default();
        if words::says(&tidy) {
            facts.units.push(Unit { kind: UnitKind::Title, text: tidy.into() });
        }
        facts.hash = facts.hashed();
        facts
    }

    /// Whether there is anything to tell the group by.
    pub(super) fn tells(&self) -> bool {
        !self.units.is_empty() || !self.keys.is_empty() || !self.picture.is_empty() || !self.index.is_empty()
    }

    /// Whether it has a name, not numbers or a picture alone.
    pub(super) fn named(&self) -> bool {
        !self.keys.is_empty() || self.units.iter().any(|unit| words::has_name(&unit.text))
    }

    /// The text that a reader would call it by: its title, else its first text with a name in it, else its first.
    pub(super) fn lead(&self) -> Option<&Unit> {
        let title =
            self.units.iter().find(|unit| unit.kind == UnitKind::Title && words::has_name(&unit.text));
        title
            .or_else(|| self.units.iter().find(|unit| words::has_name(&unit.text)))
            .or_else(|| self.units.first())
    }

    /// The names of all its texts, without numbers and without the words of its buttons.
    pub(super) fn signature(&self) -> String {
        let mut all = String::new();
        for unit in self.units.iter().filter(|unit| unit.kind != UnitKind::Control) {
            for name in words::names(&unit.text) {
                all.extend(words::lower(name));
                all.push(' ');
            }
        }
        all
    }

    /// Whether a key has another value in the other, and whether one that proves sameness has the same.
    pub(super) fn compare_keys(&self, other: &Facts) -> (bool, bool) {
        let (mut differs, mut proven) = (false, false);
        for key in &self.keys {
            if let Some(now) = other.keys.iter().find(|now| now.name == key.name) {
                differs |= now.value != key.value;
                proven |= key.proves && now.value == key.value;
            }
        }
        (differs, proven)
    }

    fn hashed(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for unit in &self.units {
            unit.kind.hash(&mut hasher);
            words::lower(&unit.text).for_each(|c| c.hash(&mut hasher));
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
        let end = group.end().0.min(group.index().0.saturating_add(NODES));
        let (mut title, mut control) = (NodeIndex(0), NodeIndex(0));
        let mut at = group.index().0 + 1;
        while at < end && self.taken < TEXT {
            let node = snapshot.node(NodeIndex(at));
            // Its own words are no context; what a person types is no fact; another document is not seen from here.
            if node.index() == own.index() || node.kind() == NodeKind::Document || holds_values(node) {
                self.hidden_field(node);
                at = node.end().0;
                self.last_parent = None;
                continue;
            }
            match node.kind() {
                NodeKind::Text => {
                    let kind = if node.index() < title {
                        UnitKind::Title
                    } else if node.index() < control {
                        UnitKind::Control
                    } else {
                        UnitKind::Text
                    };
                    self.text(node, kind);
                }
                // A root has no id of its own in a snapshot; what is in it leads to it.
                NodeKind::ShadowRoot(_) if self.facts.shadows.len() <= SHADOWS => {
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

    fn text(&mut self, node: NodeRef<'_>, kind: UnitKind) {
        let parent = node.parent().map(NodeRef::index);
        let text = node.text();
        self.taken += text.trim().len();
        match self.facts.units.last_mut().filter(|_| parent.is_some() && self.last_parent == parent) {
            Some(unit) => {
                let mut joined = String::from(&*unit.text);
                words::tidy(text, &mut joined);
                unit.text = joined.into();
            }
            None => {
                let mut tidy = String::new();
                words::tidy(text, &mut tidy);
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
                    self.key("href", href, true);
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
            && let Some(value) = node.attribute("value")
        {
            self.key(node.attribute("name").unwrap_or("hidden"), value, value.len() >= 4);
        }
    }

    fn attributes(&mut self, node: NodeRef<'_>, group: bool) {
        for (name, value) in node.attributes() {
            if value.is_empty() {
                continue;
            }
            if is_index(name) {
                if group {
                    self.facts.index = value.into();
                }
            } else if is_key(name) || group && name == "id" {
                self.key(name, value, name != "id" && value.len() >= 4);
            }
        }
    }

    fn key(&mut self, name: &str, value: &str, proves: bool) {
        let mut hasher = FxHasher::default();
        name.hash(&mut hasher);
        let name = hasher.finish();
        if self.facts.keys.len() < 16 && !self.facts.keys.iter().any(|key| key.name == name) {
            self.facts.keys.push(Key {
                name,
                value: value.chars().take(120).collect::<String>().into(),
                proves,
            });
        }
    }
}

/// Whether an attribute names the thing that an element shows, by what authors call it.
pub(super) fn is_key(name: &str) -> bool {
    let Some(data) = name.strip_prefix("data-") else { return false };
    // Their values belong to frameworks and change as they please.
    if data.starts_with("react") || data.starts_with("v-") || data.starts_with("radix") {
        return false;
    }
    matches!(
        data.rsplit('-').next().unwrap_or_default(),
        "id" | "key"
            | "uuid"
            | "guid"
            | "pk"
            | "slug"
            | "sku"
            | "asin"
            | "isbn"
            | "code"
            | "ref"
            | "href"
            | "url"
            | "item"
            | "user"
            | "product"
            | "order"
            | "name"
            | "person"
            | "email"
            | "entry"
            | "record"
    )
}

/// Whether an attribute tells the place in a list.
pub(super) fn is_index(name: &str) -> bool {
    matches!(
        name,
        "aria-rowindex"
            | "aria-posinset"
            | "data-index"
            | "data-row-index"
            | "data-rowindex"
            | "data-item-index"
    )
}

fn leads_somewhere(href: &str) -> bool {
    let href = href.trim();
    !(href.is_empty() || href == "#" || href.starts_with("javascript:"))
}

/// Elements whose text is what they hold, or nothing that a person reads.
fn holds_values(node: NodeRef<'_>) -> bool {
    matches!(
        node.tag(),
        "select" | "textarea" | "input" | "script" | "style" | "template" | "noscript" | "datalist"
    ) || node.attribute("contenteditable").is_some_and(|value| value != "false")
}

/// Headings and their likes.
pub(super) fn is_title(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "legend" | "caption" | "dt" | "th")
        || matches!(node.role(), Role::Heading | Role::RowHeader | Role::Caption | Role::Legend)
}

fn is_control(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "button" | "summary")
        || matches!(
            node.role(),
            Role::Button
                | Role::Checkbox
                | Role::Radio
                | Role::Switch
                | Role::Tab
                | Role::MenuItem
                | Role::MenuItemCheckbox
                | Role::MenuItemRadio
                | Role::ComboBox
                | Role::ListBox
                | Role::TextBox
        )
}
