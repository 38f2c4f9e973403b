//! The format `full`: all that can be seen of a page, as HTML without scripts, styles, classes and empty wrappers.
//!
//! Elements that can be operated have their id as `data-id`; a page's own ids stay. It is an outline of its own, a line an
//! element or text, so that what is shown, folded and paged is decided as for every other format.

use std::fmt::Write as _;

use super::{
    Markup, Tags,
    attributes::{DRAWN, FULL, SKELETON, push_attribute, push_escaped, push_live, push_own},
    skeleton::is_void,
    tag_of,
};
use crate::{
    capture::ICON,
    limits::TEXT_CHARACTERS,
    snapshot::{NodeIndex, NodeKind, NodeRef, Role, Snapshot},
    view::{
        Scope, View,
        flatten::bounds,
        formats::Rendering,
        kinds::{in_view, is_page_wide, is_urgent, place_of},
        outline::{Line, LineKey, LineKind, NO_LINE, Outline, is_dialog},
        text::push_collapsed,
        tidy::shape,
        tokens::{TokenEstimate, token_estimate},
    },
};

struct Full<'a> {
    snapshot: &'a Snapshot,
    outline: &'a Outline,
}

/// Writes the whole view.
pub(in crate::view::formats) fn write(rendering: Rendering<'_>) -> View {
    let snapshot = rendering.snapshot;
    let outline = outline(snapshot, &rendering.options.scope);
    let modes = rendering.modes();
    super::write(&Full { snapshot, outline: &outline }, Rendering { outline: &outline, ..rendering }, &modes)
}

/// About what a node costs.
pub(in crate::view::formats) fn line_estimate(snapshot: &Snapshot, node: NodeRef<'_>) -> TokenEstimate {
    if !is_told(node) {
        return TokenEstimate(0);
    }
    let mut text = String::new();
    match node.kind() {
        NodeKind::Text => {
            let mut collapsed = String::new();
            push_collapsed(&mut collapsed, node.text(), &mut false);
            push_escaped(&mut text, &collapsed, usize::MAX, false);
        }
        NodeKind::Element if !is_left_out(node) && !is_wrapper(snapshot, node) => {
            push_tag(&mut text, snapshot, node);
            if carries_id(node) {
                push_attribute(&mut text, "data-id", "e1000");
            }
            text.push('>');
            if !is_void(node.tag()) {
                let _infallible = write!(text, "</{}>", tag_of(node));
            }
        }
        _ => return TokenEstimate(0),
    }
    // A line break on one side, as what is alone in its element stands beside it.
    TokenEstimate(token_estimate(&text).0 + 800)
}

/// Whether a node is told on its own: it can be seen, or is an option of what can be; what is in a picture or a field is told
/// by that.
fn is_told(node: NodeRef<'_>) -> bool {
    let select = node.ancestors().take(3).find(|above| above.tag() == "select");
    let shown = node.visible() || select.is_some_and(|select| select.visible() && !select.masked());
    shown && !node.ancestors().any(is_whole)
}

/// Whether what is in it is told by its own tag: a field, what plays or is painted, and an icon.
fn is_whole(node: NodeRef<'_>) -> bool {
    let icon = || node.rect().is_none_or(|rect| rect.w <= ICON && rect.h <= ICON);
    matches!(node.tag(), "textarea" | "canvas" | "video" | "audio") || (node.tag() == "svg" && icon())
}

impl Markup for Full<'_> {
    const VERSION: &'static str = "domtool.full.v1";

    fn tells(&self, _: &Line) -> bool {
        true
    }

    fn tags(&self, line: &Line, id: Option<&str>, limit: usize) -> Tags {
        let content = self.outline.content(line);
        let node = self.snapshot.node(line.node);
        let mut open = String::new();
        if line.kind() == LineKind::Text {
            let keeps_lines = node.ancestors().take(4).any(|a| a.tag() == "pre");
            push_escaped(&mut open, content, limit, keeps_lines);
            return Tags { open, close: String::new() };
        }
        open.push_str(content);
        if let Some(id) = id {
            push_attribute(&mut open, "data-id", id);
        }
        open.push('>');
        if node.tag() == "textarea" && !node.masked() {
            push_escaped(&mut open, node.value().unwrap_or(""), limit, true);
        }
        let close = if is_void(node.tag()) { String::new() } else { format!("</{}>", tag_of(node)) };
        Tags { open, close }
    }
}

/// Every element and text that can be seen.
fn outline(snapshot: &Snapshot, scope: &Scope) -> Outline {
    let seen = seen(snapshot, scope);
    let (start, end) = bounds(snapshot, scope);
    let mut build = Build { snapshot, outline: Outline::default(), open: Vec::new() };
    let mut at = start;
    while at < end {
        let node = snapshot.node(at);
        let next = NodeIndex(at.0 + 1);
        build.close_until(at);
        at = match node.kind() {
            NodeKind::Document | NodeKind::ShadowRoot(_) | NodeKind::Pseudo => next,
            NodeKind::Text => {
                if seen[at.at()] {
                    build.text(node);
                }
                next
            }
            NodeKind::Element if !seen[at.at()] || is_left_out(node) => node.end(),
            NodeKind::Element => build.element(node),
        };
    }
    build.close_until(NodeIndex::NONE);
    let mut outline = build.outline;
    shape(&mut outline.lines);
    outline
}

/// Of each node whether it or anything in it is seen and wanted; the options of a select are, with it.
fn seen(snapshot: &Snapshot, scope: &Scope) -> Vec<bool> {
    let wanted = |node: NodeRef<'_>| !scope.in_view_only || in_view(place_of(node));
    let mut seen: Vec<bool> = snapshot.nodes().map(|node| node.visible() && wanted(node)).collect();
    for node in snapshot.nodes() {
        if matches!(node.tag(), "select" | "optgroup" | "option") && seen[node.index().at()] && !node.masked()
        {
            for child in node.children() {
                seen[child.index().at()] = true;
            }
        }
    }
    for node in snapshot.nodes().rev() {
        if seen[node.index().at()]
            && let Some(parent) = node.parent()
        {
            seen[parent.index().at()] = true;
        }
    }
    seen
}

fn is_left_out(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "head" | "script" | "style" | "template" | "noscript" | "link" | "meta")
}

/// Lays out and says nothing: what is in it stands in its place.
fn is_wrapper(snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
    if matches!(node.tag(), "html" | "body" | "slot") {
        return true;
    }
    if !matches!(node.tag(), "div" | "span" | "font" | "center") || carries_id(node) {
        return false;
    }
    let mut children = node.children();
    let single =
        children.next().is_some_and(|child| child.kind() == NodeKind::Element) && children.next().is_none();
    let mut tag = String::new();
    push_tag(&mut tag, snapshot, node);
    single && tag.len() == tag_of(node).len() + 1
}

fn carries_id(node: NodeRef<'_>) -> bool {
    (node.operable() && !is_page_wide(node)) || is_dialog(node.role()) || node.role() == Role::Iframe
}

/// `<a href="/home"`, not closed.
fn push_tag(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    out.push('<');
    out.push_str(tag_of(node));
    let mut around = std::iter::once(node).chain(node.ancestors());
    let drawn = node.rect().is_some() && around.any(|above| above.tag() == "svg" && !is_whole(above));
    push_own(out, node, if drawn { &[SKELETON, FULL, DRAWN] } else { &[SKELETON, FULL] });
    push_live(out, snapshot, node);
}

struct Build<'s> {
    snapshot: &'s Snapshot,
    outline: Outline,
    open: Vec<(u32, NodeIndex)>,
}

impl<'s> Build<'s> {
    fn close_until(&mut self, at: NodeIndex) {
        while let Some((line, _)) = self.open.pop_if(|(_, end)| *end <= at) {
            self.outline.lines[line as usize].end = self.outline.lines.len() as u32;
        }
    }

    fn element(&mut self, node: NodeRef<'s>) -> NodeIndex {
        let next = NodeIndex(node.index().0 + 1);
        if is_wrapper(self.snapshot, node) {
            return next;
        }
        let mut tag = String::new();
        push_tag(&mut tag, self.snapshot, node);
        let line = self.push(node, LineKind::Element, &tag, 0);
        // What is in a picture or a field is told by its own tag.
        if node.masked() || is_whole(node) {
            return node.end();
        }
        self.open.push((line, node.end()));
        next
    }

    /// Long texts are several lines, so that a page can end in between.
    fn text(&mut self, node: NodeRef<'s>) {
        let mut text = String::new();
        if node.ancestors().take(4).any(|a| a.tag() == "pre") {
            text.push_str(node.text());
        } else {
            push_collapsed(&mut text, node.text(), &mut false);
        }
        if text.trim().is_empty() {
            return;
        }
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let most = rest.char_indices().nth(TEXT_CHARACTERS).map_or(rest.len(), |(at, _)| at);
            let cut =
                if most < rest.len() { rest[..most].rfind(' ').map_or(most, |at| at + 1) } else { most };
            let (piece, left) = rest.split_at(cut.max(1));
            self.push(node, LineKind::Text, piece, piece.chars().count());
            rest = left;
        }
    }

    fn push(&mut self, node: NodeRef<'s>, kind: LineKind, content: &str, length: usize) -> u32 {
        let parent = self.open.last().map_or(NO_LINE, |(line, _)| *line);
        let depth = self.outline.lines.get(parent as usize).map_or(0, |line| line.depth + 1);
        let key = LineKey { document: u64::from(node.frame().0), backend: node.backend().0, kind };
        let at = self.outline.lines.len() as u32;
        let line = self.outline.push(node, key, parent, content, length);
        line.depth = depth;
        line.carries_id = kind == LineKind::Element && carries_id(node);
        line.urgent = kind == LineKind::Element && is_urgent(self.snapshot, node);
        line.place = place_of(node);
        at
    }
}
