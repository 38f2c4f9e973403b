//! Tells several elements of one name apart: by what each stands in, and by words that mean one of them alone.

use super::named::Page;
use crate::{
    snapshot::{NodeKind, NodeRef, Role},
    view::{
        escape::push_quoted,
        text::inner_text,
        wording::{line_name, word},
    },
};

/// What something stands in is known by no longer a text, bytes.
const LONGEST: usize = 60;
/// So many ways to say where something stands are tried.
const MOST_TRIED: usize = 6;

impl Page<'_> {
    /// What an element stands in that others do not: roles and names as words have them after `in`, the best known first.
    pub(super) fn places_of(&self, line: usize, others: &[usize]) -> Vec<String> {
        let node = self.node(line);
        let nodes = others.iter().map(|other| self.outline.lines[*other].node);
        let others: Vec<_> = nodes.filter(|other| *other != node.index()).collect();
        let is_own = |above: &NodeRef<'_>| !others.iter().any(|other| above.contains(*other));
        let own: Vec<NodeRef<'_>> = node.ancestors().take_while(is_own).collect();
        let Some(outermost) = own.last().filter(|above| above.kind() == NodeKind::Element) else {
            return Vec::new();
        };
        let is_cell =
            |node: &NodeRef<'_>| matches!(node.role(), Role::Cell | Role::GridCell | Role::RowHeader);
        let in_row = own.iter().find(|above| above.role() == Role::Row);
        let cell = in_row.and_then(|row| row.descendants().find(is_cell));
        let read = |node: NodeRef<'_>| inner_text(self.snapshot, node, LONGEST + 1);
        let inside = || outermost.descendants().filter(|inner| inner.visible());
        let heading = inside().find(|inner| inner.role() == Role::Heading);
        // The texts of the element itself are the same as those of the others.
        let is_beside = |text: &NodeRef<'_>| text.kind() == NodeKind::Text && !node.contains(text.index());
        let text_of = |text: NodeRef<'_>| Some(text.text().trim().to_owned()).filter(|text| !text.is_empty());
        // Each of several cards may have a button of the same name beside it, but a text of its own.
        let is_plain = |text: &NodeRef<'_>| {
            let within = text.ancestors().take_while(|above| above.index() != outermost.index());
            !{ within }.any(NodeRef::operable)
        };
        let plain = inside().filter(is_beside).filter(is_plain).find_map(text_of);
        let text = inside().filter(is_beside).find_map(text_of);
        let texts = cell.map(read).into_iter().chain(heading.map(read)).chain(plain).chain(text);
        let named = own.iter().filter(|above| !above.operable()).flat_map(|above| {
            let role = above.role();
            let holds = role.is_landmark()
                || matches!(role, Role::Group | Role::Region | Role::Dialog | Role::Article | Role::ListItem);
            let name = line_name(self.snapshot, *above);
            let place = (holds && !name.is_empty()).then(|| place(word(*above), &name));
            [place, (role.is_landmark() && name.is_empty()).then(|| word(*above).to_owned())]
        });
        let mut places: Vec<String> = Vec::new();
        let is_short = |text: &String| !text.is_empty() && text.len() <= LONGEST;
        for one in texts.filter(is_short).map(|text| place("", &text)).chain(named.flatten()) {
            if !places.contains(&one) {
                places.push(one);
            }
        }
        places.truncate(MOST_TRIED);
        places
    }

    /// Words that an element is meant by and none of the others: what its line says, and what it stands in where that is not enough.
    pub(super) fn words_for(&self, line: usize, others: &[usize], wanted: super::Takes) -> Option<String> {
        let node = self.node(line);
        let own = place(word(node), &line_name(self.snapshot, node));
        let places = self.places_of(line, others);
        let ways = std::iter::once(own.clone()).chain(places.iter().map(|place| format!("{own} in {place}")));
        ways.into_iter().find(|way| {
            let found = way.parse().map(|words| self.matches(&words, wanted).0).unwrap_or_default();
            matches!(found[..], [one] if one.line == line)
        })
    }
}

/// `dialog "New helper"`, as words have it.
fn place(role: &str, name: &str) -> String {
    let mut out = role.to_owned();
    if !name.is_empty() {
        out.push_str(if role.is_empty() { "" } else { " " });
        push_quoted(&mut out, name, LONGEST);
    }
    out
}
