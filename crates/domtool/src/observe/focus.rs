//! The part of the page that an observation is about: below an element, in a frame, or what a CSS selector matches.
//!
//! The browser matches the selector, in the isolated world of one frame, after the look: what it matches is then found in the
//! snapshot. A selector does not cross shadow roots, so the document and each of its shadow roots are asked apart, all at once.

use domtool_cdp::{Pending, protocol::runtime};
use domtool_page::{
    identity::ElementId,
    snapshot::{FrameIndex, NodeIndex, NodeKind, NodeRef, Snapshot},
    view::{Scope, word},
};

use super::{ObserveOptions, deep, ids};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::ASKED_ROOTS,
    shared::SessionShared,
    tab::TabInner,
    world::{
        self, LOOK_GROUP,
        calls::{self, Call, Looked, OnNode},
        data::SelectorMatches,
    },
};

/// So many of the other matches, or of the frames where one may look instead, are named.
const MOST_NAMED: usize = 5;

/// The part of the page, and what the reader has to know of it.
#[derive(Default)]
pub(super) struct Focus {
    pub(super) scope: Scope,
    pub(super) note: Option<String>,
}

/// What a selector matches in a frame.
#[derive(Default)]
pub(super) struct Matched {
    /// How many elements.
    pub(super) total: usize,
    /// The first of them, in each root.
    pub(super) nodes: Vec<NodeIndex>,
}

/// What a selector is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Css,
    XPath,
}

impl Language {
    fn call<'a>(self) -> Call<OnNode, (&'a str,), Looked<SelectorMatches>> {
        match self {
            Self::Css => calls::MATCHING,
            Self::XPath => calls::MATCHING_PATH,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Css => "CSS selector",
            Self::XPath => "XPath that gives elements",
        }
    }
}

/// Finds the part that the options name.
///
/// # Errors
/// `INVALID_INPUT` for what is no frame or no selector, `NOT_FOUND` and `HIDDEN` for a selector without a match that can be seen;
/// for ids as [`ids::node`].
pub(super) async fn focus(
    tab: &TabInner,
    session: &SessionShared,
    snapshot: &Snapshot,
    options: &ObserveOptions,
) -> Result<Focus> {
    let find = |id: ElementId| ids::node(tab, session, snapshot, id);
    let under = options.under.map(find).transpose()?;
    let frame = match options.frame {
        Some(id) => Some(frame_of(snapshot, id, find(id)?)?),
        None => None,
    };
    let scope = Scope { under, frame, ..Scope::default() };
    let Some(selector) = &options.selector else { return Ok(Focus { scope, note: None }) };
    let own = under.map(|node| frame_in(snapshot, node).unwrap_or_else(|| snapshot.node(node).frame()));
    let frame = frame.or(own).unwrap_or(FrameIndex(0));
    let mut roots = roots_of(snapshot, frame);
    roots.truncate(ASKED_ROOTS);
    let mut matched = matches(tab, snapshot, frame, &roots, (selector, Language::Css)).await?;
    if let Some(under) = under {
        let all = matched.nodes.len();
        matched.nodes.retain(|node| *node == under || snapshot.node(under).contains(*node));
        matched.total -= all - matched.nodes.len();
    }
    if matched.nodes.is_empty() {
        let error = Error::new(ErrorKind::NotFound, format!("{selector:?} matches nothing"));
        return Err(match other_frames(tab, session, snapshot, frame) {
            Some(frames) => error.with_hint(format!("it was matched in one frame only; others are {frames}")),
            None => error.with_hint("correct the selector, or look at the whole page"),
        });
    }
    let seen: Vec<NodeIndex> =
        matched.nodes.iter().copied().filter(|node| can_be_seen(snapshot.node(*node))).collect();
    let Some((first, others)) = seen.split_first() else {
        let message = format!("{selector:?} matches {}, of which none can be seen", elements(matched.total));
        return Err(Error::new(ErrorKind::Hidden, message).with_hint("correct the selector"));
    };
    let note = (matched.total > 1).then(|| {
        let more = named(tab, session, snapshot, others);
        format!("{selector:?} matches {}; this is the first that can be seen{more}", elements(matched.total))
    });
    Ok(Focus { scope: Scope { under: Some(*first), frame: None, ..scope }, note })
}

pub(super) fn elements(count: usize) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

/// The frame whose document an element shows.
fn frame_in(snapshot: &Snapshot, owner: NodeIndex) -> Option<FrameIndex> {
    let shows =
        |document: NodeIndex| snapshot.node(document).parent().is_some_and(|above| above.index() == owner);
    let at = snapshot.frames.iter().position(|frame| shows(frame.document))?;
    Some(FrameIndex(at as u32))
}

pub(super) fn frame_of(snapshot: &Snapshot, id: ElementId, node: NodeIndex) -> Result<FrameIndex> {
    if let Some(frame) = frame_in(snapshot, node) {
        return Ok(frame);
    }
    let node = snapshot.node(node);
    Err(match node.tag() {
        "iframe" | "frame" | "object" | "embed" => {
            Error::new(ErrorKind::NotFound, format!("the document in {id} could not be read"))
                .with_hint("observe again when it has loaded")
        }
        _ => Error::new(ErrorKind::InvalidInput, format!("{id} is no frame but a {}", word(node)))
            .with_hint("name an iframe"),
    })
}

/// Whether it or something in it can be seen: an element with `display: contents` has no box of its own.
pub(super) fn can_be_seen(node: NodeRef<'_>) -> bool {
    node.visible() || node.descendants().any(NodeRef::visible)
}

/// The document of a frame and all the shadow roots in it.
pub(super) fn roots_of(snapshot: &Snapshot, frame: FrameIndex) -> Vec<NodeIndex> {
    let is_root = |node: &NodeRef<'_>| {
        node.frame() == frame && matches!(node.kind(), NodeKind::Document | NodeKind::ShadowRoot(_))
    };
    snapshot.nodes().filter(is_root).map(NodeRef::index).collect()
}

/// The elements that a selector matches in some roots of a frame, in document order.
pub(super) async fn matches(
    tab: &TabInner,
    snapshot: &Snapshot,
    frame: FrameIndex,
    roots: &[NodeIndex],
    (selector, language): (&str, Language),
) -> Result<Matched> {
    let loading = || Error::new(ErrorKind::Timeout, "the frame is still loading");
    let document = snapshot.frames.get(frame.0 as usize).ok_or_else(loading)?;
    let world = tab.world_of(&document.id).ok_or_else(loading)?;
    // Chromium resolves no shadow root by its backend id, but any node in it.
    let inside = roots.iter().filter_map(|root| snapshot.node(*root).children().next());
    let pending: Vec<_> = inside.map(|node| world.post_node_of(node.backend(), LOOK_GROUP)).collect();
    let mut asked: Vec<Pending<runtime::CallFunctionOn>> = Vec::with_capacity(pending.len());
    for root in pending {
        // A shadow root that went away since the look has no matches.
        let Ok(root) = world.handle(root).await else { continue };
        asked.push(world.channel.post(&runtime::CallFunctionOn {
            function_declaration: language.call().function_of_node(),
            arguments: Some(vec![world::argument(&(selector,))?]),
            object_id: Some(root.object),
            object_group: Some(LOOK_GROUP.to_owned()),
            silent: Some(true),
            serialization_options: Some(deep::options()),
            ..Default::default()
        }));
    }
    let mut matched = Matched::default();
    let mut wrong = false;
    for reply in asked {
        let reply = tab.guard(tab.patience(), async { Ok(reply.reply().await?) }).await?;
        let Some((told, nodes)) = deep::answer(language.call(), &reply) else { continue };
        wrong |= told.wrong;
        matched.total += told.total;
        let backends = nodes.iter().filter_map(|node| node.node().map(|node| node.backend_node_id));
        matched.nodes.extend(backends.filter_map(|backend| snapshot.find(&document.id, backend)));
    }
    tab.release(LOOK_GROUP);
    if wrong {
        return Err(Error::new(ErrorKind::InvalidInput, format!("{selector:?} is no {}", language.word())));
    }
    matched.nodes.sort_unstable();
    Ok(matched)
}

/// The next matches by their ids, which they get here.
fn named(tab: &TabInner, session: &SessionShared, snapshot: &Snapshot, others: &[NodeIndex]) -> String {
    let mut registry = session.registry();
    let ids: Vec<String> = others
        .iter()
        .take(MOST_NAMED)
        .map(|node| registry.assign(&tab.target(), snapshot, *node).to_string())
        .collect();
    match (ids.is_empty(), others.len() > ids.len()) {
        (true, _) => String::new(),
        (false, more) => format!(", then {}{}", ids.join(" "), if more { " ..." } else { "" }),
    }
}

/// The ids of the other frames that can be seen; `None` where there are none.
pub(super) fn other_frames(
    tab: &TabInner,
    session: &SessionShared,
    snapshot: &Snapshot,
    but: FrameIndex,
) -> Option<String> {
    let mut registry = session.registry();
    let frames = snapshot.frames.iter().enumerate().filter(|(at, _)| *at as u32 != but.0);
    let owners = frames.filter_map(|(_, frame)| snapshot.node(frame.document).parent());
    let ids: Vec<String> = owners
        .filter(|owner| owner.visible())
        .take(MOST_NAMED)
        .map(|owner| registry.assign(&tab.target(), snapshot, owner.index()).to_string())
        .collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}
