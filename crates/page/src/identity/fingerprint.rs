//! Fingerprints: what makes a node this one and not another, when its place in the DOM no longer can.
//!
//! Its own part is role, tag, name, and the attributes that authors keep stable; the other is what it stands in (see
//! [`super::context`]), which decides between the "Delete" of one row and that of another. Where a node stands never decides.

use std::hash::{Hash, Hasher};

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHasher;

use super::{
    context::{self, Context},
    keys, words,
};
use crate::snapshot::{NodeKind, NodeRef, Role, Snapshot};

/// See the file's paragraph.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingerprint {
    /// Of role, tag and stable attributes.
    pub(super) core: u64,
    /// Of the attributes that say what it acts on: where they differ it is another element.
    pub(super) aim: u64,
    /// Of `id`, `name` and `for`: they tell a new node from others, and say nothing of one that stays.
    pub(super) marks: u64,
    pub(super) name: Box<str>,
    /// The name is its placeholder's text, which pages rotate.
    pub(super) placeholder: bool,
    /// It has an attribute to tell it by.
    keyed: bool,
    /// It is all there is of a row, or was when it was last shown with others beside it.
    pub(super) whole_item: bool,
    pub(super) context: Context,
    /// What holds it and its likes, where it is a row by itself.
    pub(super) list: BackendNodeId,
}

impl Fingerprint {
    /// Of a node.
    pub(super) fn take(snapshot: &Snapshot, node: NodeRef<'_>) -> Fingerprint {
        Self::with(node, Context::take(snapshot, node))
    }

    /// Of a node whose surroundings are known.
    pub(super) fn with(node: NodeRef<'_>, context: Context) -> Fingerprint {
        let OwnPart { core, aim, marks, keyed } = own(node);
        let list = list(node);
        let (name, placeholder, whole_item) = (Box::default(), false, false);
        let mut print = Fingerprint { core, aim, marks, keyed, whole_item, name, placeholder, context, list };
        print.call(node);
        print
    }

    /// Takes the name that a node has now.
    pub(super) fn call(&mut self, node: NodeRef<'_>) {
        let OwnPart { core, marks, .. } = own(node);
        (self.core, self.marks) = (core, marks);
        self.whole_item |= context::is_whole_item(node);
        let name = node.name();
        self.placeholder = !name.is_empty()
            && node.attribute("placeholder").is_some_and(|text| words::same(text.trim(), name));
        self.name = name.into();
    }

    /// Of all of it.
    pub(super) fn whole(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.core, self.aim, self.marks).hash(&mut hasher);
        words::lower(&self.name).for_each(|c| c.hash(&mut hasher));
        for level in &self.context.levels {
            (level.kind, level.facts.hash).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Of what stays while numbers tick and words are added: by it candidates are found, not decided.
    pub(super) fn bucket(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.core.hash(&mut hasher);
        if let Some(lead) = self.context.named().and_then(|level| level.facts.lead()) {
            for name in words::names(&lead.text) {
                words::lower(name).for_each(|c| c.hash(&mut hasher));
            }
        }
        hasher.finish()
    }

    /// Whether there is anything to tell it by.
    pub(super) fn tells(&self) -> bool {
        self.keyed || !self.name.is_empty() || !self.context.levels.is_empty()
    }

    /// Whether a new node could be this one drawn anew, as far as its own part tells.
    pub(super) fn like(&self, other: &Fingerprint) -> bool {
        self.core == other.core
            && (self.aim, self.marks) == (other.aim, other.marks)
            && (self.placeholder && other.placeholder
                || words::same(&self.name, &other.name)
                || words::has_name(&self.name)
                    && !words::numbered(&self.name)
                    && words::same_names(&self.name, &other.name))
    }
}

/// The parent of the nearest of itself and what it is alone in that has siblings.
fn list(node: NodeRef<'_>) -> BackendNodeId {
    let mut parent = node.parent();
    for _ in 0..4 {
        let Some(at) = parent else { break };
        let elements = at.children().filter(|child| child.kind() == NodeKind::Element).take(2).count();
        if elements > 1 {
            break;
        }
        parent = at.parent();
    }
    parent.map_or(node.backend(), NodeRef::backend)
}

/// What an element says of itself, without its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnPart {
    pub(super) core: u64,
    pub(super) aim: u64,
    pub(super) marks: u64,
    keyed: bool,
}

/// The hashes of role, tag and stable attributes, of those that say what it acts on, and of those that mark it.
pub(super) fn own(node: NodeRef<'_>) -> OwnPart {
    let (mut core, mut aim, mut marks) = (FxHasher::default(), FxHasher::default(), FxHasher::default());
    (node.role(), node.tag()).hash(&mut core);
    let mut keyed = false;
    let button = node.role() == Role::Button;
    // A form sends its fields by their names; autosaving ones make up ids anew.
    let named = is_field(node) && node.attribute("name").is_some_and(|name| !name.is_empty());
    for (name, value) in node.attributes() {
        match name {
            "type" => (name, value).hash(&mut core),
            "data-testid" | "data-test" | "data-cy" => {
                (name, value).hash(&mut core);
                keyed = true;
            }
            "id" | "for" if keys::is_generated(value) => {}
            "id" if named => keyed = true,
            "id" | "name" | "for" => {
                (name, value).hash(&mut marks);
                keyed = true;
            }
            "href" | "onclick" | "formaction" => {
                (name, value).hash(&mut aim);
                keyed |= name != "onclick";
            }
            "value" if button => (name, value).hash(&mut aim),
            _ if keys::is_key(name) => (name, value).hash(&mut aim),
            _ => {}
        }
    }
    OwnPart { core: core.finish(), aim: aim.finish(), marks: marks.finish(), keyed }
}

/// Fields of forms.
pub(super) fn is_field(node: NodeRef<'_>) -> bool {
    let editable = node.attribute("contenteditable").is_some_and(|value| value != "false");
    editable
        || matches!(node.tag(), "input" | "select" | "textarea")
        || matches!(
            node.role(),
            Role::TextBox
                | Role::SearchBox
                | Role::ComboBox
                | Role::ListBox
                | Role::SpinButton
                | Role::Slider
                | Role::Checkbox
                | Role::Radio
                | Role::Switch
        )
}
