//! What is told of an element on request: backend id, box, tier, reasons, XPath.

use std::fmt::Write as _;

use super::NodeDetails;
use crate::{
    geometry::Rect,
    snapshot::{ListenerKinds, NodeRef, Snapshot, Tier},
};

/// Writes what was asked for to the end of a tree's line. Gives back what was written.
pub(super) fn push_details(
    out: &mut String,
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    with: &NodeDetails,
) -> NodeDetails {
    if *with == NodeDetails::default() {
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
        for (at, word) in node.listener_kinds().words().enumerate() {
            out.push_str(if at == 0 { " (" } else { ", " });
            out.push_str(word);
        }
        if node.listener_kinds() != ListenerKinds::default() {
            out.push(')');
        }
    }
    if with.xpath {
        out.push(' ');
        out.push_str(&snapshot.xpath(node.index()));
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

/// ` [x,y wxh]` in CSS pixels of the top viewport.
pub(super) fn push_box(out: &mut String, rect: Option<Rect>) {
    if let Some(rect) = rect {
        let _infallible = write!(out, " [{:.0},{:.0} {:.0}x{:.0}]", rect.x, rect.y, rect.w, rect.h);
    }
}
