//! What is told of an element on request: backend id, box, tier, reasons, XPath.

use std::fmt::Write as _;

use super::{With, tree::push_box};
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot, Tier};

/// Writes what was asked for to the end of a tree's line. Gives back what was written.
pub(super) fn push_details(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>, with: &With) -> With {
    if *with == With::default() {
        return *with;
    }
    if with.rect {
        push_box(out, node.rect());
    }
    if with.backend {
        let _infallible = write!(out, " backend={}", node.backend().0);
    }
    if with.tier {
        out.push(' ');
        out.push_str(tier_word(node.tier()));
    }
    if with.why && node.why().words().next().is_some() {
        out.push_str(" why:");
        for (at, word) in node.why().words().enumerate() {
            out.push_str(if at == 0 { " " } else { ", " });
            out.push_str(word);
        }
    }
    if with.xpath {
        out.push(' ');
        out.push_str(&xpath(snapshot, node));
    }
    *with
}

/// The word of a tier.
pub(super) fn tier_word(tier: Tier) -> &'static str {
    match tier {
        Tier::Structural => "structural",
        Tier::Semantic => "semantic",
        Tier::Interactive => "interactive",
    }
}

/// The path of a node from its document or shadow root, by tags and positions among siblings of the same tag:
/// `/html/body/div[2]/button`. Tags that could break a line are written as `*`.
pub(super) fn xpath(snapshot: &Snapshot, node: NodeRef<'_>) -> String {
    let mut steps = Vec::new();
    let mut at = node;
    while let Some(parent) = at.parent() {
        if matches!(at.kind(), NodeKind::Document | NodeKind::ShadowRoot(_)) {
            break;
        }
        steps.push(step(snapshot, parent.index(), at));
        at = parent;
    }
    let mut path = String::new();
    for step in steps.iter().rev() {
        path.push('/');
        path.push_str(step);
    }
    path
}

fn step(snapshot: &Snapshot, parent: NodeIndex, node: NodeRef<'_>) -> String {
    let same = |other: &NodeRef<'_>| other.kind() == node.kind() && other.tag() == node.tag();
    let mut place = 0;
    let mut count = 0;
    for sibling in snapshot.node(parent).children().filter(same) {
        count += 1;
        if sibling.index() == node.index() {
            place = count;
        }
        if place > 0 && count > place {
            break;
        }
    }
    let plain = node.tag().chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c));
    let tag = match node.kind() {
        NodeKind::Text => "text()",
        NodeKind::Pseudo => "pseudo()",
        _ if plain => node.tag(),
        _ => "*",
    };
    if count > 1 { format!("{tag}[{place}]") } else { tag.to_owned() }
}
