//! Decides from a capture which computed styles it should have been asked for.

use domtool_cdp::protocol::{
    FrameId,
    dom_snapshot::{DocumentSnapshot, StringIndex},
};

use super::{ICON, SessionCapture, ligature::may_be_ligature};
use crate::styles::StyleSet;

/// A longer text (bytes) is no `style` attribute.
const LONGEST_ATTRIBUTE: usize = 2_000;

/// What a capture shows that it must have been asked for; `float` is known to be needed only when it is built (see
/// [`crate::snapshot::Snapshot::floats_matter`]).
pub(super) fn needed(session: &SessionCapture<'_>) -> StyleSet {
    let mut needed = StyleSet::PLAIN;
    let pictures = session.snapshot.strings.iter().any(|text| text.eq_ignore_ascii_case("svg"));
    let documents = &session.snapshot.documents;
    if pictures || documents.iter().any(|document| has_layers(document) || !plain_root(session, document)) {
        needed = needed.with(StyleSet::LAYERS);
    }
    if documents.iter().any(|document| !document.nodes.pseudo_type.index.is_empty()) {
        needed = needed.with(StyleSet::CONTENT);
    }
    if pictures && documents.iter().any(|document| has_drawing(session, document))
        || documents.iter().any(|document| has_ligature(session, document))
    {
        needed = needed.with(StyleSet::DRAWINGS);
    }
    let set = session.looks.iter().any(|look| look.inked)
        || session.snapshot.strings.iter().any(|text| sets_ink(text));
    if set || documents.iter().any(|document| has_authors_shadow(session, document)) {
        needed = needed.with(StyleSet::INK);
    }
    // A turn by `rotate` alone shows in no transform: only what sets it tells of it.
    if set || session.snapshot.strings.iter().any(|text| text.starts_with("matrix3d(")) {
        needed = needed.with(StyleSet::PLANES);
    }
    needed
}

/// Whether a text may be a `style` attribute that strikes text out, or sets it so that nobody sees it. A computed colour is none.
fn sets_ink(text: &str) -> bool {
    if text.len() > LONGEST_ATTRIBUTE || !text.contains(':') {
        return false;
    }
    text.contains("line-through")
        || (text.contains("color") && has_clear_colour(text))
        || (text.contains("filter") && text.contains("opacity"))
        || text.contains("rotate:")
}

/// Whether a colour in it may be transparent: by word, by a last number that ends with 0 (`0%`, `.0`), or in hex.
fn has_clear_colour(text: &str) -> bool {
    let hex = |rest: &str| {
        let digits = rest.find(|c: char| !c.is_ascii_hexdigit()).map_or(rest, |end| &rest[..end]);
        digits.len() == 4 && digits.ends_with('0') || digits.len() == 8 && digits.ends_with("00")
    };
    text.contains("transparent")
        || text.match_indices(')').any(|(end, _)| text[..end].trim_end().trim_end_matches('%').ends_with('0'))
        || text.split('#').skip(1).any(hex)
}

/// Whether there is a shadow root of the page's own in a document: nobody reads its sheets.
fn has_authors_shadow(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> bool {
    let browsers = |mode: &StringIndex| {
        let mode = usize::try_from(mode.0).ok().and_then(|at| session.snapshot.strings.get(at));
        mode.is_some_and(|mode| mode.eq_ignore_ascii_case("user-agent"))
    };
    document.nodes.shadow_root_type.value.iter().any(|mode| !browsers(mode))
}

/// Whether a document has an SVG that is larger than an icon.
fn has_drawing(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> bool {
    let is_svg = |name: &StringIndex| {
        let name = usize::try_from(name.0).ok().and_then(|at| session.snapshot.strings.get(at));
        name.is_some_and(|name| name.eq_ignore_ascii_case("svg"))
    };
    let layout = &document.layout;
    layout.node_index.iter().zip(&layout.bounds).any(|(node, bounds)| {
        let [_, _, w, h] = bounds.0;
        let large = w > ICON || h > ICON;
        large
            && usize::try_from(*node).ok().and_then(|at| document.nodes.node_name.get(at)).is_some_and(is_svg)
    })
}

/// Whether a text of a document may be drawn as an icon by its font, whose size tells.
fn has_ligature(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> bool {
    let layout = &document.layout;
    layout.text.iter().zip(&layout.bounds).any(|(text, bounds)| {
        let [_, _, w, h] = bounds.0;
        let text = usize::try_from(text.0).ok().and_then(|at| session.snapshot.strings.get(at));
        text.is_some_and(|text| may_be_ligature(text, w, h))
    })
}

/// Whether the root and body of a document are known to have no style that paints them otherwise. One without layout
/// need not be known.
fn plain_root(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> bool {
    let id = usize::try_from(document.frame_id.0).ok().and_then(|at| session.snapshot.strings.get(at));
    let frame = FrameId::from(id.map_or("", |text| text));
    document.layout.node_index.is_empty()
        || session.looks.iter().any(|look| look.frame == frame && look.plain_root)
}

/// Whether a box of a document is painted in another layer than its parent. The root always is.
fn has_layers(document: &DocumentSnapshot) -> bool {
    let layout = &document.layout;
    // By node: the layer that it is in, or that of what it is in when it has no box.
    let mut layers: Vec<Option<i32>> = vec![None; document.nodes.parent_index.len()];
    for (node, order) in layout.node_index.iter().zip(&layout.paint_orders) {
        if let Some(slot) = usize::try_from(*node).ok().and_then(|node| layers.get_mut(node)) {
            if slot.is_some_and(|other| other != *order) {
                return true;
            }
            *slot = Some(*order);
        }
    }
    if layout.paint_orders.len() < layout.node_index.len() {
        return true;
    }
    for (at, parent) in document.nodes.parent_index.iter().enumerate().skip(1) {
        // Parents come first, whatever else a capture says.
        let Some(parent) = usize::try_from(*parent).ok().filter(|parent| *parent < at) else { continue };
        match layers[at] {
            _ if parent == 0 => {}
            Some(own) if layers[parent].is_some_and(|around| around != own) => return true,
            Some(_) => {}
            None => layers[at] = layers[parent],
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::sets_ink;

    #[test]
    fn what_may_hide_or_strike_text_is_found() {
        for (text, sets) in [
            ("color: transparent", true),
            ("color:#0000", true),
            ("color:#ffffff00;margin:0", true),
            ("color: rgba(0, 0, 0, 0)", true),
            ("color: rgb(0 0 0 / 0%)", true),
            ("-webkit-text-fill-color: transparent", true),
            ("text-decoration: line-through", true),
            ("filter: opacity(0)", true),
            ("rotate: y 180deg", true),
            ("color: #330", false),
            ("color: rgb(1, 2, 3)", false),
            ("width: calc(100% - 10px)", false),
            ("rgba(0, 0, 0, 0)", false),
        ] {
            assert_eq!(sets_ink(text), sets, "{text}");
        }
    }
}
