//! Fingerprints: what makes an element this one and not another, when its node is gone.
//!
//! One part is the element's own: role, tag, name, and the attributes that authors keep stable. The other is its context (see
//! [`super::context`]), which tells the "Delete" of one row from that of another. The position in the DOM never decides.

use std::hash::{Hash, Hasher};

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHasher;

use super::{
    before,
    before::Record,
    context::{self, Context},
    facts, keys, word_kinds,
};
use crate::snapshot::{Certainty, NodeKind, NodeRef, Role, Snapshot};

/// How far up the part of the page is looked for that an element is in.
const PART_WITHIN: usize = 30;

/// What an element is told by.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingerprint {
    /// A hash of role, tag and stable attributes.
    pub(super) core: u64,
    /// A hash of the attributes that say what it acts on (`href`): where these differ it is another element.
    pub(super) aim: u64,
    /// A hash of its keys, likewise; `None` where it has none.
    pub(super) keys: Option<u64>,
    /// A hash of `id`, `name` and `for`. They tell a new node from others, but may move between living ones (`marks` and `current`
    /// in identity-living.html).
    pub(super) marks: u64,
    pub(super) name: Box<str>,
    /// Its name is its placeholder, whose text pages rotate.
    pub(super) placeholder: bool,
    /// It has an attribute that tells it from others.
    keyed: bool,
    /// One that says what it acts on.
    aimed: bool,
    /// Its form sends it by a name that its author gave it.
    sent: bool,
    /// It is a whole row by itself, or was when it was last shown with others before it.
    pub(super) whole_item: bool,
    pub(super) context: Context,
    /// What stands before it, where no row or title with a name tells what it is about.
    pub(super) before: Box<str>,
    /// What the nearest part of the page around it that has a name is called: the group of a field, whose calendar it is in.
    part: Box<str>,
    /// The record that it is in, likewise; `None` also once the caller acted on it, until it is shown again.
    pub(super) record: Option<Record>,
    /// The node that contains it and its siblings, where it is a row by itself.
    pub(super) list: BackendNodeId,
}

impl Fingerprint {
    /// Takes the fingerprint of a node.
    pub(super) fn take(snapshot: &Snapshot, node: NodeRef<'_>) -> Fingerprint {
        Self::with(node, Context::take(snapshot, node))
    }

    /// Takes the fingerprint of a node whose context is known.
    pub(super) fn with(node: NodeRef<'_>, context: Context) -> Fingerprint {
        let OwnPart { core, aim, keys, marks, keyed, aimed } = own(node);
        let list = list(node);
        let sent = is_field(node)
            && node.attribute("name").is_some_and(|name| !name.is_empty() && !keys::is_generated(name));
        let mut print = Fingerprint {
            core,
            aim,
            keys,
            marks,
            keyed,
            aimed,
            sent,
            context,
            list,
            ..Fingerprint::default()
        };
        print.call(node);
        print
    }

    /// Updates the name, and all else of the node itself but what it acts on.
    pub(super) fn call(&mut self, node: NodeRef<'_>) {
        let OwnPart { core, marks, .. } = own(node);
        (self.core, self.marks) = (core, marks);
        self.whole_item |= context::is_whole_item(node);
        let name = node.name();
        self.placeholder = !name.is_empty()
            && node.attribute("placeholder").is_some_and(|text| word_kinds::same(text.trim(), name));
        self.name = name.into();
        let alone = !self.context.is_named();
        self.before = if alone { before::words_before(node) } else { Box::default() };
        self.record = if alone { Record::around(node) } else { None };
        self.part = named_part(node);
    }

    /// A hash of the whole fingerprint.
    pub(super) fn whole(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.core, self.aim, self.keys, self.marks).hash(&mut hasher);
        word_kinds::lower(&self.name).for_each(|c| c.hash(&mut hasher));
        for level in &self.context.levels {
            (level.kind, level.facts.hash).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The same, with what the fields of its rows hold.
    pub(super) fn whole_and_held(&self) -> (u64, u64) {
        let mut hasher = FxHasher::default();
        for level in &self.context.levels {
            level.facts.held.hash(&mut hasher);
        }
        (self.whole(), hasher.finish())
    }

    /// A hash of what stays while numbers change and words are added. It finds candidates, and decides nothing.
    pub(super) fn bucket(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.core.hash(&mut hasher);
        if let Some(lead) = self.context.named().and_then(|level| level.facts.lead()) {
            for name in word_kinds::names(&lead.text) {
                word_kinds::lower(name).for_each(|c| c.hash(&mut hasher));
            }
        }
        hasher.finish()
    }

    /// Whether anything tells it from other elements.
    pub(super) fn tells(&self) -> bool {
        self.keyed || !self.name.is_empty() || !self.context.levels.is_empty()
    }

    /// Whether a new node has the same before it as this element had, as far as that tells what they are about.
    pub(super) fn stands_as(&self, other: &Fingerprint) -> bool {
        let record = self.record.as_ref().zip(other.record.as_ref());
        let other_record = record.is_some_and(|(was, now)| was.is_other(now));
        let same = word_kinds::same_names(&self.before, &other.before)
            || word_kinds::same_but_states(&self.before, &other.before);
        let other_part = !self.part.is_empty()
            && !other.part.is_empty()
            && !word_kinds::same_names(&self.part, &other.part);
        self.aimed || same && !other_record && !other_part
    }

    /// Whether a new node could be this element drawn anew, by the element's own part alone.
    pub(super) fn like(&self, other: &Fingerprint) -> bool {
        self.marks == other.marks && self.like_remarked(other)
    }

    /// The same of one that may have another `id`; where its form sends it by a name, that is the same.
    pub(super) fn like_renewed(&self, other: &Fingerprint) -> bool {
        let same = self.marks == other.marks || !self.sent && !other.sent;
        same && self.like_remarked(other)
    }

    fn like_remarked(&self, other: &Fingerprint) -> bool {
        self.core == other.core
            && (self.aim, self.keys) == (other.aim, other.keys)
            && (self.placeholder && other.placeholder
                || word_kinds::same(&self.name, &other.name)
                || word_kinds::has_name(&self.name)
                    && !word_kinds::numbered(&self.name)
                    && word_kinds::same_names(&self.name, &other.name))
    }
}

/// Whether a node's name can prove that it is another thing by now. A guess from a class cannot: a class often is a state. One from a
/// picture can.
pub(super) fn is_sure(node: NodeRef<'_>) -> bool {
    let pictured = || node.tag() == "img" || node.descendants().take(20).any(|inner| inner.tag() == "img");
    match node.name_certainty() {
        Certainty::Uncertain => false,
        Certainty::Guessed => pictured(),
        Certainty::Certain | Certainty::Asked | Certainty::Written => true,
    }
}

/// The nearest ancestor with more than one child element, four levels up at most.
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

/// The hashes of an element's own part, without its name. See [`Fingerprint`].
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnPart {
    pub(super) core: u64,
    pub(super) aim: u64,
    pub(super) keys: Option<u64>,
    pub(super) marks: u64,
    keyed: bool,
    aimed: bool,
}

/// The hashes of role, tag and stable attributes, of those that say what it acts on, and of those that mark it.
pub(super) fn own(node: NodeRef<'_>) -> OwnPart {
    let (mut core, mut aim, mut marks) = (FxHasher::default(), FxHasher::default(), FxHasher::default());
    (node.role(), node.tag()).hash(&mut core);
    let (mut keyed, mut aimed) = (false, false);
    let mut keys: Option<FxHasher> = None;
    let button = node.role() == Role::Button;
    // A form sends its fields by their names, so that of a field is kept; forms that save themselves renew ids (`autosave`).
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
                aimed |= name != "onclick" && facts::leads_somewhere(value);
            }
            "value" if button => (name, value).hash(&mut aim),
            _ if keys::is_key(name) => {
                (name, value).hash(keys.get_or_insert_default());
                aimed = true;
            }
            _ => {}
        }
    }
    let keys = keys.map(|keys| keys.finish());
    OwnPart { core: core.finish(), aim: aim.finish(), keys, marks: marks.finish(), keyed, aimed }
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

/// See [`Fingerprint::part`].
fn named_part(node: NodeRef<'_>) -> Box<str> {
    let is_part = |node: &NodeRef<'_>| {
        matches!(
            node.role(),
            Role::Group | Role::RadioGroup | Role::Region | Role::Form | Role::TabPanel | Role::Dialog
        ) && !node.name().is_empty()
    };
    node.ancestors().take(PART_WITHIN).find(is_part).map(|part| part.name().into()).unwrap_or_default()
}
