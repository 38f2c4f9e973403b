//! What the engine asked the browser for one snapshot: the input of everything in this crate.
//!
//! A page is captured by one `captureSnapshot` and one `getEventListeners` on each session: the page's own, and one
//! for each out-of-process frame (OOPIF). Everything here borrows from the raw answers.

use domtool_cdp::protocol::{
    BackendNodeId, FrameId, LoaderId, dom_debugger::GetEventListenersReply,
    dom_snapshot::CaptureSnapshotReply,
};

use crate::geometry::Rect;

/// The computed styles that [`SessionCapture::snapshot`] must have been asked for, in this order.
pub const STYLES: &[&str] = &[
    "visibility",
    "opacity",
    "pointer-events",
    "cursor",
    "overflow",
    "position",
    "-webkit-text-security",
    "display",
    // `auto` for what the browser has put into the top layer, and only for that: no page can set it.
    "overlay",
];

/// One moment of one page.
#[derive(Debug, Default)]
pub struct PageCapture<'a> {
    /// The page's own session first, then those of its out-of-process frames, parents before children.
    pub sessions: Vec<SessionCapture<'a>>,
    /// The layout viewport of the main frame.
    pub viewport: Viewport,
    /// The focused element, deepest first frame to last, where it is known.
    pub focus: Option<(FrameId, BackendNodeId)>,
    /// Frames that could not be asked, and why.
    pub unread: Vec<UnreadFrame>,
}

/// The viewport of the main frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// CSS pixels.
    pub width: f64,
    /// CSS pixels.
    pub height: f64,
    /// How far the page is scrolled, CSS pixels.
    pub scroll_x: f64,
    /// How far the page is scrolled, CSS pixels.
    pub scroll_y: f64,
    /// The size of the page, CSS pixels.
    pub content_width: f64,
    /// The size of the page, CSS pixels.
    pub content_height: f64,
    /// Snapshot bounds are divided by this to give CSS pixels: the *real* device scale factor, 1 under an emulated one.
    pub bounds_scale: f64,
}

/// What one session answered.
#[derive(Debug, Default)]
pub struct SessionCapture<'a> {
    /// Documents, nodes, layout.
    pub snapshot: CaptureSnapshotReply<'a>,
    /// Listeners of all its frames and shadow roots.
    pub listeners: GetEventListenersReply<'a>,
    /// The loader (document identity) of each of its frames, from a frame tree read beside the snapshot.
    pub frames: Vec<FrameDocument>,
    /// For an OOPIF: where it hangs in the page.
    pub owner: Option<FrameOwner>,
}

/// Which document a frame had when it was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameDocument {
    /// The frame.
    pub frame: FrameId,
    /// Its document's loader.
    pub loader: LoaderId,
    /// Its address.
    pub url: String,
    /// Its origin, serialised; empty or `://` for opaque ones.
    pub origin: String,
}

/// The element of the parent's document that shows an OOPIF.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameOwner {
    /// The OOPIF's frame.
    pub frame: FrameId,
    /// The frame whose document holds the element.
    pub parent: FrameId,
    /// The `<iframe>` (or `<object>`, `<frame>`...), in the parent's process.
    pub backend: BackendNodeId,
    /// The content box of the element in the top viewport, when the engine has measured it; else it is computed.
    pub content_box: Option<Rect>,
}

/// A frame that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadFrame {
    /// The frame.
    pub frame: FrameId,
    /// Its owner element, where known.
    pub owner: Option<(FrameId, BackendNodeId)>,
    /// Why: `crashed`, `loading`, `no answer in 5 s`...
    pub reason: String,
}
