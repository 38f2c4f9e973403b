//! Where an out-of-process frame hangs: the element that shows it, and the way from its coordinates to the page's.

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, FrameId, dom},
};
use domtool_page::geometry::Rect;

use crate::{error::Result, tab::TabInner};

/// The element that shows an out-of-process frame.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    /// The frame whose document holds it.
    pub(crate) parent: FrameId,
    /// The channel of that document.
    pub(crate) channel: Channel,
    /// The root frame of that channel.
    pub(crate) root: FrameId,
    pub(crate) backend: BackendNodeId,
    /// Its content box as a quad, in CSS pixels of the viewport of `root`.
    pub(crate) quad: Option<Quad>,
    /// Its content box in the top viewport, where every owner on the way has one.
    pub(crate) content_box: Option<Rect>,
}

/// Four corners, clockwise from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quad(pub(crate) [(f64, f64); 4]);

impl Quad {
    /// From the eight numbers of the protocol.
    pub(crate) fn from_numbers(numbers: &[f64]) -> Option<Quad> {
        let [a, b, c, d, e, f, g, h] = *numbers else { return None };
        Some(Quad([(a, b), (c, d), (e, f), (g, h)]))
    }

    /// The smallest upright rectangle around it.
    pub(crate) fn bounds(&self) -> Rect {
        let xs = self.0.map(|p| p.0);
        let ys = self.0.map(|p| p.1);
        let (left, right) =
            (xs.iter().copied().fold(f64::MAX, f64::min), xs.iter().copied().fold(f64::MIN, f64::max));
        let (top, bottom) =
            (ys.iter().copied().fold(f64::MAX, f64::min), ys.iter().copied().fold(f64::MIN, f64::max));
        Rect::new(left, top, right - left, bottom - top)
    }

    /// The point at fractions of its width and height: bilinear, so exact for any affine transform.
    pub(crate) fn at(&self, u: f64, v: f64) -> (f64, f64) {
        let [p, q, r, s] = self.0;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            a * (1.0 - u) * (1.0 - v) + b * u * (1.0 - v) + c * u * v + d * (1.0 - u) * v
        };
        (mix(p.0, q.0, r.0, s.0), mix(p.1, q.1, r.1, s.1))
    }

    /// Its area (shoelace).
    pub(crate) fn area(&self) -> f64 {
        let p = self.0;
        let sum: f64 = (0..4).map(|i| p[i].0 * p[(i + 1) % 4].1 - p[(i + 1) % 4].0 * p[i].1).sum();
        sum.abs() / 2.0
    }
}

/// The owner of a frame that is the root of a session; `None` for the main frame.
pub(crate) async fn owner(tab: &TabInner, frame: &FrameId) -> Result<Option<Owner>> {
    let Some(mut owner) = owner_in_parent(tab, frame).await? else { return Ok(None) };
    let mut content_box = owner.quad.map(|quad| quad.bounds());
    // Each owner on the way up moves it by where that owner stands.
    let mut root = owner.root.clone();
    while let Some(above) = owner_in_parent(tab, &root).await? {
        content_box = content_box.zip(above.quad).map(|(inner, quad)| {
            let origin = quad.bounds();
            inner.translated(origin.x, origin.y)
        });
        root = above.root;
    }
    owner.content_box = content_box;
    Ok(Some(owner))
}

/// Every owner from a frame's session up to the page's own, innermost first.
pub(crate) async fn ladder(tab: &TabInner, root: &FrameId) -> Result<Vec<Owner>> {
    let mut ladder = Vec::new();
    let mut root = root.clone();
    while let Some(owner) = owner_in_parent(tab, &root).await? {
        root = owner.root.clone();
        ladder.push(owner);
    }
    Ok(ladder)
}

async fn owner_in_parent(tab: &TabInner, frame: &FrameId) -> Result<Option<Owner>> {
    let (channel, root, parent) = {
        let state = tab.state();
        if state.is_main(frame) {
            return Ok(None);
        }
        let Some(parent) = state.frames.get(frame).and_then(|f| f.parent.clone()) else { return Ok(None) };
        let Some(attachment) = state.frames.get(&parent).and_then(|f| state.attachment(&f.session)) else {
            return Ok(None);
        };
        (attachment.channel.clone(), attachment.root.clone(), parent)
    };
    let backend = channel.call(&dom::GetFrameOwner { frame_id: frame.clone() }).await?.backend_node_id;
    // A frame without a box (display: none) has no model, and that is no error.
    let model = channel.call(&dom::GetBoxModel { backend_node_id: Some(backend) }).await;
    let quad = model.ok().and_then(|reply| Quad::from_numbers(&reply.model.content));
    Ok(Some(Owner { parent, channel, root, backend, quad, content_box: None }))
}
