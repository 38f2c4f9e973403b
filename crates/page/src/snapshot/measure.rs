//! Chooses the owners of frames that the engine has to measure: those with borders, padding or a transform, as far as the capture
//! shows. A frame without a box, or with a box of just its own size, is not measured.

use domtool_cdp::protocol::{BackendNodeId, dom_snapshot::DocumentSnapshot};
use rustc_hash::FxHashMap;

use super::{
    draft::string,
    layout::sound,
    mapping::{size_of, to_css},
    style::TRANSFORM,
};
use crate::{
    capture::{PageCapture, SessionCapture},
    limits::MEASURED_TEXTS,
    styles::value,
};

/// Boxes that differ by less are equal, CSS pixels.
const EQUAL: f64 = 0.6;

/// By index of the session: elements to measure before [`super::build`], as [`SessionCapture::boxes`].
#[must_use]
pub fn frames_to_measure(capture: &PageCapture<'_>) -> Vec<(usize, BackendNodeId)> {
    let to_css = to_css(&capture.viewport);
    let mut found = Vec::new();
    for (at, session) in capture.sessions.iter().enumerate() {
        let remote = remote_frames(capture, session, to_css);
        for document in &session.snapshot.documents {
            let owners = owners(session, document, &remote, to_css);
            if owners.is_empty() {
                continue;
            }
            let rows: FxHashMap<i32, usize> =
                document.layout.node_index.iter().enumerate().rev().map(|(row, node)| (*node, row)).collect();
            for (node, own) in owners {
                if needs_measuring(session, document, &rows, node, own, to_css)
                    && let Some(backend) = document.nodes.backend_node_id.get(node)
                {
                    found.push((at, *backend));
                }
            }
        }
    }
    found.truncate(MEASURED_TEXTS);
    found
}

/// By owner: the sizes of the frames of other processes that hang in this session's documents.
fn remote_frames(
    capture: &PageCapture<'_>,
    session: &SessionCapture<'_>,
    to_css: f64,
) -> FxHashMap<BackendNodeId, (f64, f64)> {
    let holds = |frame| session.frames.iter().any(|known| known.frame == frame);
    let remote = capture.sessions.iter().filter_map(|other| {
        let owner = other.owner.as_ref().filter(|owner| holds(owner.parent.clone()))?;
        Some((owner.backend, size_of(other.snapshot.documents.first()?, to_css)))
    });
    remote.collect()
}

/// The elements of a document that show frames, with the frames' sizes.
fn owners(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
    remote: &FxHashMap<BackendNodeId, (f64, f64)>,
    to_css: f64,
) -> Vec<(usize, (f64, f64))> {
    let contents = &document.nodes.content_document_index;
    let mut found: Vec<(usize, (f64, f64))> = contents
        .index
        .iter()
        .zip(&contents.value)
        .filter_map(|(node, inner)| {
            let inner = session.snapshot.documents.get(usize::try_from(*inner).ok()?)?;
            Some((usize::try_from(*node).ok()?, size_of(inner, to_css)))
        })
        .collect();
    if !remote.is_empty() {
        let nodes = document.nodes.backend_node_id.iter().enumerate();
        found.extend(nodes.filter_map(|(node, backend)| Some((node, *remote.get(backend)?))));
    }
    found
}

fn needs_measuring(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
    rows: &FxHashMap<i32, usize>,
    node: usize,
    own: (f64, f64),
    to_css: f64,
) -> bool {
    let Some(row) = i32::try_from(node).ok().and_then(|node| rows.get(&node)) else { return false };
    let [_, _, w, h] = document.layout.bounds.get(*row).copied().unwrap_or_default().0.map(sound);
    let (w, h) = (w * to_css, h * to_css);
    if w < 1.0 || h < 1.0 {
        return false;
    }
    if (w - own.0).abs() > EQUAL || (h - own.1).abs() > EQUAL {
        return true;
    }
    let column = session.styles.column(TRANSFORM);
    let mut at = i32::try_from(node).unwrap_or(-1);
    while at >= 0 {
        let styles = rows.get(&at).map(|row| document.layout.styles.row(*row));
        let transform = styles.and_then(|row| value(row, column)).map_or("", |text| string(session, text));
        if !matches!(transform, "" | "none") {
            return true;
        }
        let above = document.nodes.parent_index.get(at as usize).copied().unwrap_or(-1);
        // Whatever a capture says, this ends.
        at = if above < at { above } else { -1 };
    }
    false
}
