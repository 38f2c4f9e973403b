//! The format `skeleton`: minimal HTML of what can be operated, an element a line, with ids and the attributes that matter.
//!
//! ```text
//! <a id="e1" href="/home">Home</a>
//! <input id="e2" type="text" placeholder="Search">
//! <select id="e3" name="country" aria-label="Country"><option>Austria</option><option selected>Germany</option></select>
//! ```

use super::{
    Markup, Tags,
    attributes::{SKELETON, push_attribute, push_escaped, push_live, push_own},
    tag_of,
};
use crate::{
    limits::NAME_CHARACTERS,
    snapshot::{Certainty, MASK, NodeRef, Role, Snapshot},
    view::{
        View,
        formats::Rendering,
        outline::{Line, LineKind, Outline},
        text::{inner_text, is_same_text},
        tokens::TokenEstimate,
        wording::{content_of, is_field, option_text},
    },
};

/// So many options of a select are told, beside the chosen one.
const OPTIONS: usize = 4;

struct Skeleton<'a> {
    snapshot: &'a Snapshot,
    outline: &'a Outline,
}

/// Writes the whole view.
pub(in crate::view::formats) fn write(rendering: Rendering<'_>) -> View {
    let modes = rendering.modes();
    super::write(&Skeleton { snapshot: rendering.snapshot, outline: rendering.outline }, rendering, &modes)
}

/// What a line costs.
pub(in crate::view::formats) fn line_estimate(
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
) -> TokenEstimate {
    super::line_estimate_of(&Skeleton { snapshot, outline }, &outline.lines[at], "e1000", NAME_CHARACTERS)
}

impl Markup for Skeleton<'_> {
    const VERSION: &'static str = "domtool.skeleton.v1";

    fn tells(&self, line: &Line) -> bool {
        line.kind() == LineKind::Element && line.carries_id
    }

    fn tags(&self, line: &Line, id: Option<&str>, limit: usize) -> Tags {
        let node = self.snapshot.node(line.node);
        let tag = tag_of(node);
        let mut open = format!("<{tag}");
        if let Some(id) = id {
            push_attribute(&mut open, "id", id);
        }
        push_own(&mut open, node, &[SKELETON]);
        push_live(&mut open, self.snapshot, node);
        let text = self.text(line, node);
        match node.name_certainty() {
            Certainty::Guessed if !node.name().is_empty() => {
                push_attribute(&mut open, "data-hint", node.name());
            }
            _ if !node.name().is_empty() && !is_same_text(node.name(), &text) && node.name() != MASK => {
                push_attribute(&mut open, "aria-label", node.name());
            }
            _ => {}
        }
        open.push('>');
        if node.tag() == "select" {
            self.push_options(&mut open, node);
        } else {
            // What is in a field is copied as it is.
            let (limit, keeps_lines) =
                if is_field(node) { (limit, true) } else { (limit.min(NAME_CHARACTERS), false) };
            push_escaped(&mut open, &text, limit, keeps_lines);
        }
        let close = if is_void(tag) { String::new() } else { format!("</{tag}>") };
        Tags { open, close }
    }
}

impl Skeleton<'_> {
    /// What it says, where nothing in it says so itself.
    fn text(&self, line: &Line, node: NodeRef<'_>) -> String {
        if node.masked() || is_void(node.tag()) || node.role() == Role::Iframe {
            return String::new();
        }
        if is_field(node) {
            let tells = node.tag() != "select" && node.states().checked.is_none();
            return content_of(self.snapshot, node).filter(|_| tells).unwrap_or_default().into_owned();
        }
        let inside = self.outline.lines.get(self.at(line) + 1..line.end as usize).unwrap_or(&[]);
        if inside.iter().any(|line| self.tells(line)) {
            return String::new();
        }
        inner_text(self.snapshot, node, NAME_CHARACTERS)
    }

    fn at(&self, line: &Line) -> usize {
        self.outline.own_line(line.node).map_or(line.end as usize, |at| at as usize)
    }

    /// The chosen option and the first few.
    fn push_options(&self, out: &mut String, select: NodeRef<'_>) {
        if select.masked() {
            return;
        }
        let mut left = 0;
        for (at, option) in select.descendants().filter(|d| d.tag() == "option").enumerate() {
            let chosen = option.states().selected == Some(true);
            if at >= OPTIONS && !chosen {
                left += 1;
                continue;
            }
            out.push_str("<option");
            push_live(out, self.snapshot, option);
            out.push('>');
            let name = option.name();
            let written = if name.is_empty() { option_text(self.snapshot, option) } else { String::new() };
            push_escaped(out, if name.is_empty() { &written } else { name }, 40, false);
            out.push_str("</option>");
        }
        if left > 0 {
            out.push_str(&format!("<!-- {left} more options -->"));
        }
    }
}

/// Elements that hold nothing.
pub(super) fn is_void(tag: &str) -> bool {
    matches!(
        tag,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}
