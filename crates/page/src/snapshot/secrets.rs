//! Finds the nodes that hold secrets, in the capture, before anything of it is copied, so that no later pass can leak one.
//!
//! Beside the fields that the rules hide these are the options of a secret `<select>` (a saved card is an option), and the
//! texts and attributes that belong to a secret field and repeat its value. Fixtures: masking.html, secrets.html,
//! secrets-said.html, shadow-ids.html.

use std::{borrow::Cow, rc::Rc};

use domtool_cdp::protocol::{
    BackendNodeId, FrameId, LoaderId,
    dom_snapshot::{DocumentSnapshot, NodeTree, SparseStrings, StringIndex},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    draft::string,
    privacy::{Field, PrivacyRules},
    style::TEXT_SECURITY,
    tree_scopes::TreeScopes,
};
use crate::{
    capture::{PageCapture, SessionCapture},
    limits::{ECHOED_VALUES, LABEL_BYTES},
    styles::value,
};

/// A value shorter than this, bytes, is not looked for in other texts: it could not be told from the words around it.
const SHORTEST_ECHO: usize = 3;

/// A row of this many boxes of one character takes a code (`#boxes` in secrets-said.html).
const BOXES: std::ops::RangeInclusive<usize> = 4..=8;

/// The nodes that hold secrets, by session and document.
#[derive(Debug, Default)]
pub(super) struct Secrets<'c> {
    documents: Vec<Vec<Found<'c>>>,
}

#[derive(Debug, Default)]
struct Found<'c> {
    /// Fields, their options, and texts that repeat what a field holds.
    nodes: FxHashSet<u32>,
    /// What each of the fields holds, live and as it was written.
    held: FxHashMap<u32, Vec<&'c str>>,
    /// Some field is hidden only because the look into the frame failed.
    unsure: bool,
    /// The values of secret fields, and of rows of boxes as a whole: masked wherever documents of their origin repeat them.
    written: Vec<Cow<'c, str>>,
}

impl<'c> Secrets<'c> {
    /// Finds them in a capture.
    pub(super) fn find(capture: &'c PageCapture<'c>, rules: &PrivacyRules) -> Self {
        if rules.reveal_secrets {
            return Self::default();
        }
        let documents = capture.sessions.iter().map(|session| {
            let tags = field_tags(session);
            let documents = session.snapshot.documents.iter();
            documents.map(|d| in_document(session, d, rules, &tags, &capture.secret_fields)).collect()
        });
        Self { documents: documents.collect() }
    }

    /// The values of a document's fields. Those of a `<select>` are left out: they are words that a page shows elsewhere too.
    pub(super) fn written(&self, session: usize, document: usize) -> impl Iterator<Item = &str> {
        let found = self.documents.get(session).and_then(|documents| documents.get(document));
        found.into_iter().flat_map(|found| &found.written).map(|value| &**value)
    }

    /// Whether a node holds a secret.
    pub(super) fn has(&self, session: u32, document: u32, node: u32) -> bool {
        self.found(session, document).is_some_and(|found| found.nodes.contains(&node))
    }

    /// Whether a text repeats what this field holds.
    pub(super) fn echoes(&self, session: u32, document: u32, node: u32, text: &str) -> bool {
        let held = self.found(session, document).and_then(|found| found.held.get(&node));
        held.is_some_and(|held| repeats(held, text))
    }

    /// Whether fields of a document are hidden only because the look into its frame failed.
    pub(super) fn unsure(&self, session: usize, document: usize) -> bool {
        self.documents
            .get(session)
            .and_then(|documents| documents.get(document))
            .is_some_and(|found| found.unsure)
    }

    fn found(&self, session: u32, document: u32) -> Option<&Found<'c>> {
        self.documents.get(session as usize)?.get(document as usize)
    }
}

fn repeats(held: &[&str], text: &str) -> bool {
    held.iter().any(|value| value.len() >= SHORTEST_ECHO && text.contains(value))
}

/// The strings of a session that are the tags of fields, and whether each is that of a select.
fn field_tags(session: &SessionCapture<'_>) -> Vec<(StringIndex, bool)> {
    let strings = session.snapshot.strings.iter().enumerate();
    let tags = strings.filter_map(|(at, text)| {
        let is = |tag: &str| text.eq_ignore_ascii_case(tag);
        let field = matches!(text.len(), 5 | 6 | 8) && (is("input") || is("select") || is("textarea"));
        field.then(|| (StringIndex(at as i32), is("select")))
    });
    tags.collect()
}

fn in_document<'c>(
    session: &'c SessionCapture<'c>,
    document: &'c DocumentSnapshot,
    rules: &PrivacyRules,
    tags: &[(StringIndex, bool)],
    known: &FxHashSet<(LoaderId, BackendNodeId)>,
) -> Found<'c> {
    let nodes = &document.nodes;
    let mut found = Found::default();
    if tags.is_empty() {
        return found;
    }
    let scopes = TreeScopes::of(session, document);
    let fields = Fields::of(session, document, tags, &scopes, rules, known);
    let mut by_id: Option<FxHashMap<(u32, &str), usize>> = None;
    let mut label_texts: FxHashMap<usize, Rc<str>> = FxHashMap::default();
    let mut typed: FxHashMap<u32, String> = FxHashMap::default();
    let mut described: FxHashMap<(u32, &str), Vec<u32>> = FxHashMap::default();
    let (inputs, areas) = (by_node(&nodes.input_value), by_node(&nodes.text_value));
    for (at, name) in nodes.node_name.iter().enumerate() {
        let Some((_, select)) = tags.iter().find(|(tag, _)| tag == name) else { continue };
        let node = at as u32;
        let tree = scopes.tree_of(at);
        let mut written = FieldAttributes::of(session, nodes, at, *select);
        // Looked up only where a field asks for it, in a table that is made once; each text is read once.
        let others: Vec<Rc<str>> = match written.labelled_by {
            "" => Vec::new(),
            ids => {
                let by_id = by_id.get_or_insert_with(|| ids_of(session, nodes, &scopes));
                let at = ids.split_ascii_whitespace().filter_map(|id| by_id.get(&(tree, id)));
                let text = |at: &usize| {
                    Rc::clone(label_texts.entry(*at).or_insert_with(|| text_in(session, nodes, *at).into()))
                };
                at.map(text).collect()
            }
        };
        let mut labels = std::mem::take(&mut written.labels);
        labels.extend(fields.labels_of(node, written.field.id));
        labels.extend(others.iter().map(|text| &**text));
        let field = Field {
            labels: &labels,
            obscured: fields.obscured.contains(&node),
            was_secret: fields.was_secret(node),
            ..written.field
        };
        let sure = rules.hides(field);
        if !sure {
            if !fields.failed || *select || !holds_text(field.kind) {
                continue;
            }
            found.unsure = true;
        }
        found.nodes.insert(node);
        if *select {
            found.nodes.extend(descendants(nodes, at).map(|inside| inside as u32));
        }
        if let Some(row) = fields.boxes.get(&node) {
            typed
                .entry(*row)
                .or_default()
                .push_str(inputs.get(&node).map_or("", |value| string(session, *value)));
        }
        // What a field holds now, and what was written into the page.
        let live = [inputs.get(&node), areas.get(&node)].into_iter().flatten();
        let held = live.map(|value| string(session, *value)).chain([written.value]);
        let held: Vec<&str> = held.filter(|value| value.len() >= SHORTEST_ECHO).collect();
        // The value of a field that is hidden only to be safe is not masked elsewhere.
        if sure && !*select {
            found.written.extend(held.iter().map(|value| Cow::Borrowed(*value)));
        }
        if !held.is_empty() {
            let refers = written.described_by.into_iter().flat_map(str::split_ascii_whitespace);
            refers.for_each(|id| described.entry((tree, id)).or_default().push(node));
            found.held.insert(node, held);
        }
    }
    found.written.extend(typed.into_values().map(Cow::Owned));
    if !described.is_empty() {
        hide_echoes(session, nodes, &scopes, &described, &mut found);
    }
    found
}

/// What is known of the fields of a document beside their own attributes.
struct Fields<'c, 't> {
    session: &'c SessionCapture<'c>,
    nodes: &'c NodeTree,
    scopes: &'t TreeScopes,
    known: &'c FxHashSet<(LoaderId, BackendNodeId)>,
    loader: Option<&'c LoaderId>,
    /// Those whose style shows dots in place of what is written.
    obscured: FxHashSet<u32>,
    labels: Labels<'c>,
    /// For each box of a code the first one of its row.
    boxes: FxHashMap<u32, u32>,
    /// Those that the look into the frame knows to have been secret.
    were_secret: FxHashSet<BackendNodeId>,
    /// The look into the frame failed, so that nobody knows what its fields were.
    failed: bool,
}

impl<'c, 't> Fields<'c, 't> {
    fn of(
        session: &'c SessionCapture<'c>,
        document: &'c DocumentSnapshot,
        tags: &[(StringIndex, bool)],
        scopes: &'t TreeScopes,
        rules: &PrivacyRules,
        known: &'c FxHashSet<(LoaderId, BackendNodeId)>,
    ) -> Self {
        let nodes = &document.nodes;
        let frame = string(session, document.frame_id);
        Fields {
            session,
            nodes,
            scopes,
            known,
            loader: session.frames.iter().find(|f| f.frame.as_str() == frame).map(|f| &f.loader),
            obscured: obscured(session, document),
            labels: Labels::of(session, nodes, tags, scopes, rules),
            boxes: code_boxes(session, nodes, tags),
            were_secret: session
                .looks
                .iter()
                .flat_map(|look| &look.fields)
                .filter(|look| look.was_secret)
                .map(|look| look.node)
                .collect(),
            failed: look_failed(session, document),
        }
    }

    /// The texts of the labels around a field, and of those that name its `id`, or that of an element whose shadow tree it is in: a
    /// label is for the field that a component is made of.
    fn labels_of(&self, node: u32, id: &'c str) -> impl Iterator<Item = &str> {
        // Of the trees that it is shown in, too: a person reads the label beside a slot as that of what is in it.
        let shown_in = self.scopes.trees_around(node as usize, &self.nodes.parent_index);
        let keys = shown_in.into_iter().map(|tree| Label::For(tree, id)).chain([Label::Of(node)]);
        let hosts = self.scopes.hosts_around(node as usize).filter_map(|host| {
            let id = attribute(self.session, self.nodes, host, "id")?;
            Some(Label::For(self.scopes.tree_of(host), id))
        });
        let found = keys.chain(hosts).filter_map(|key| self.labels.by_field.get(&key)).flatten();
        found.filter_map(|text| self.labels.texts.get(*text)).map(String::as_str)
    }

    /// Whether a field was a secret one before, or is a box of a code.
    fn was_secret(&self, node: u32) -> bool {
        let backend = self.nodes.backend_node_id.get(node as usize);
        self.boxes.contains_key(&node)
            || backend.is_some_and(|backend| self.were_secret.contains(backend))
            || self.loader.zip(backend).is_some_and(|(loader, backend)| {
                !self.known.is_empty() && self.known.contains(&(loader.clone(), *backend))
            })
    }
}

/// What the attributes of a field say.
#[derive(Default)]
struct FieldAttributes<'c> {
    field: Field<'c>,
    /// `aria-label`, `placeholder` and `title`.
    labels: Vec<&'c str>,
    /// The ids of `aria-labelledby`.
    labelled_by: &'c str,
    /// The ids of the elements that describe it.
    described_by: Vec<&'c str>,
    value: &'c str,
}

impl<'c> FieldAttributes<'c> {
    fn of(session: &'c SessionCapture<'c>, nodes: &'c NodeTree, at: usize, select: bool) -> Self {
        let mut said = FieldAttributes::default();
        if select {
            said.field.kind = "select-one";
        }
        for pair in nodes.attributes.row(at).chunks_exact(2) {
            let value = string(session, pair[1]);
            match string(session, pair[0]) {
                "type" if !select => said.field.kind = value,
                "autocomplete" => said.field.autocomplete = value,
                "name" => said.field.name = value,
                "id" => said.field.id = value,
                "value" => said.value = value,
                "aria-label" | "placeholder" | "title" => said.labels.push(value),
                "aria-labelledby" => said.labelled_by = value,
                "aria-describedby" | "aria-errormessage" | "aria-details" => said.described_by.push(value),
                _ => {}
            }
        }
        said
    }
}

/// The strings of a sparse column by their nodes.
fn by_node(column: &SparseStrings) -> FxHashMap<u32, StringIndex> {
    let nodes = column.index.iter().filter_map(|node| u32::try_from(*node).ok());
    nodes.zip(column.value.iter().copied()).collect()
}

/// Whether the look into a document's frame failed.
fn look_failed(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> bool {
    let frame = string(session, document.frame_id);
    session.looks.iter().any(|look| look.failed && look.frame == FrameId::from(frame))
}

/// Whether a person writes in a field of this type.
fn holds_text(kind: &str) -> bool {
    let choices = ["checkbox", "radio", "button", "submit", "reset", "image", "file", "range", "color"];
    !choices.iter().any(|choice| kind.trim().eq_ignore_ascii_case(choice))
}

/// Finds rows of boxes that take one character each, as codes are typed into; gives for each box the first one of its row.
/// Boxes of a date are fewer or named so; those of a crossword are more.
fn code_boxes(
    session: &SessionCapture<'_>,
    nodes: &NodeTree,
    tags: &[(StringIndex, bool)],
) -> FxHashMap<u32, u32> {
    let mut found = FxHashMap::default();
    let mut row: Vec<u32> = Vec::new();
    let mut end = |row: &mut Vec<u32>| {
        if BOXES.contains(&row.len()) {
            found.extend(row.iter().map(|node| (*node, row[0])));
        }
        row.clear();
    };
    for (at, name) in nodes.node_name.iter().enumerate() {
        if !tags.iter().any(|(tag, _)| tag == name) {
            continue;
        }
        let mut single = false;
        let mut of_a_date = false;
        let mut hidden = false;
        for pair in nodes.attributes.row(at).chunks_exact(2) {
            let value = string(session, pair[1]);
            match string(session, pair[0]) {
                "maxlength" => single = value.trim() == "1",
                "type" => hidden = value.trim().eq_ignore_ascii_case("hidden"),
                "aria-label" | "placeholder" | "name" | "autocomplete" => {
                    let lower = value.to_lowercase();
                    of_a_date |=
                        ["day", "month", "year", "date", "birth", "bday"].iter().any(|w| lower.contains(w));
                    of_a_date |= matches!(lower.as_str(), "d" | "m" | "y");
                }
                _ => {}
            }
        }
        if single && !of_a_date {
            row.push(at as u32);
        } else if !hidden {
            end(&mut row);
        }
    }
    end(&mut row);
    found
}

/// The first element of each id in each tree.
fn ids_of<'s>(
    session: &'s SessionCapture<'_>,
    nodes: &NodeTree,
    scopes: &TreeScopes,
) -> FxHashMap<(u32, &'s str), usize> {
    let mut ids = FxHashMap::default();
    for at in 0..nodes.node_name.len() {
        if let Some(id) = attribute(session, nodes, at, "id") {
            ids.entry((scopes.tree_of(at), id)).or_insert(at);
        }
    }
    ids
}

/// The text in an element, white space collapsed, up to [`LABEL_BYTES`].
fn text_in(session: &SessionCapture<'_>, nodes: &NodeTree, at: usize) -> String {
    let mut text = String::new();
    for inside in descendants(nodes, at) {
        let value = nodes.node_value.get(inside).map_or("", |value| string(session, *value));
        for word in value.split_whitespace() {
            if text.len() > LABEL_BYTES {
                return text;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    text
}

/// Hides the texts that describe secret fields and repeat a value of theirs. What describes fields of very many values is hidden
/// whole: to search for each would take the product of both.
fn hide_echoes(
    session: &SessionCapture<'_>,
    nodes: &NodeTree,
    scopes: &TreeScopes,
    described: &FxHashMap<(u32, &str), Vec<u32>>,
    found: &mut Found<'_>,
) {
    let held_by = |fields: &Vec<u32>| {
        let mut held: Vec<&str> =
            fields.iter().filter_map(|field| found.held.get(field)).flatten().copied().collect();
        held.sort_unstable();
        held.dedup();
        held
    };
    // Once for each id, which many elements may have.
    let values: FxHashMap<(u32, &str), Vec<&str>> =
        described.iter().map(|(id, fields)| (*id, held_by(fields))).collect();
    for at in 0..nodes.node_name.len() {
        let id = attribute(session, nodes, at, "id");
        let Some(held) = id.and_then(|id| values.get(&(scopes.tree_of(at), id))) else {
            continue;
        };
        let echoes = descendants(nodes, at).filter(|inside| {
            let text = nodes.node_value.get(*inside).map_or("", |value| string(session, *value));
            held.len() > ECHOED_VALUES || repeats(held, text)
        });
        found.nodes.extend(echoes.map(|inside| inside as u32));
    }
}

/// The nodes below a node: they follow it, and none of their parents stands before it.
fn descendants(nodes: &NodeTree, at: usize) -> impl Iterator<Item = usize> + '_ {
    let below = move |inside: &usize| nodes.parent_index.get(*inside).is_some_and(|p| *p >= at as i32);
    (at + 1..nodes.node_name.len()).take_while(below)
}

fn attribute<'s>(session: &'s SessionCapture<'_>, nodes: &NodeTree, at: usize, key: &str) -> Option<&'s str> {
    let mut pairs = nodes.attributes.row(at).chunks_exact(2);
    pairs.find(|pair| string(session, pair[0]) == key).map(|pair| string(session, pair[1]))
}

/// The nodes on which `-webkit-text-security` is at work.
fn obscured(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> FxHashSet<u32> {
    let layout = &document.layout;
    let column = session.styles.column(TEXT_SECURITY);
    let mut plain = None;
    let mut found = FxHashSet::default();
    for (row, node) in layout.node_index.iter().enumerate() {
        let Some(style) = value(layout.styles.row(row), column).filter(|s| Some(*s) != plain) else {
            continue;
        };
        match string(session, style) {
            "none" | "" => plain = Some(style),
            _ => found.extend(u32::try_from(*node)),
        }
    }
    found
}

/// What a `<label>` is for: the field with an id in its tree, or the one inside it.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Label<'s> {
    For(u32, &'s str),
    Of(u32),
}

/// The texts of all labels, each once: a `<label>` may be around thousands of fields and options. Of several for the same field those
/// are left that decide whether it is hidden.
#[derive(Debug, Default)]
struct Labels<'s> {
    texts: Vec<String>,
    by_field: FxHashMap<Label<'s>, Vec<usize>>,
}

impl<'s> Labels<'s> {
    fn of(
        session: &'s SessionCapture<'_>,
        nodes: &NodeTree,
        fields: &[(StringIndex, bool)],
        scopes: &TreeScopes,
        rules: &PrivacyRules,
    ) -> Self {
        let mut labels = Labels::default();
        let mut tags: [Option<(StringIndex, bool)>; 64] = [None; 64];
        for (at, name) in nodes.node_name.iter().enumerate() {
            // The tags of a page are few: each is compared once, as long as no other takes its slot.
            let slot = &mut tags[name.0 as usize % 64];
            if slot.is_none_or(|(known, _)| known != *name) {
                *slot = Some((*name, string(session, *name).eq_ignore_ascii_case("label")));
            }
            if !slot.is_some_and(|(_, is_label)| is_label) {
                continue;
            }
            let text = labels.texts.len();
            labels.texts.push(text_in(session, nodes, at));
            if let Some(id) = attribute(session, nodes, at, "for") {
                labels.by_field.entry(Label::For(scopes.tree_of(at), id)).or_default().push(text);
            }
            let is_field =
                |inside: &usize| fields.iter().any(|(tag, _)| nodes.node_name.get(*inside) == Some(tag));
            for inside in descendants(nodes, at).filter(is_field) {
                labels.by_field.entry(Label::Of(inside as u32)).or_default().push(text);
            }
        }
        for of_field in labels.by_field.values_mut().filter(|of_field| of_field.len() > 1) {
            *of_field = rules.deciding(of_field.iter().map(|text| (*text, labels.texts[*text].as_str())));
        }
        labels
    }
}
