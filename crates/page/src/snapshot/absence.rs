//! Documents that show nothing say why: what the engine knows of what has not come ([`Absence`]), else that they are empty. A frame's
//! reason is a gap at the element that shows it, the page's is [`Snapshot::absence`]. Fixtures:
//! absence.html, absent.htm.

use domtool_cdp::protocol::FrameId;
use rustc_hash::FxHashMap;

use super::{Gap, NodeKind, Tier, Why, draft::Draft, known_names::Word, nodes::NodeRef};
use crate::{capture::Absence, ready::CONTENT};

/// Of a document that has nothing in it, whose things nobody can see, and that only has boxes.
const OF_A_FRAME: [&str; 3] = ["empty", "nothing in it can be seen", "no text in it"];
const OF_THE_PAGE: [&str; 3] =
    ["the page is empty", "nothing on the page can be seen", "no text on the page"];

/// What there is of a document.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    /// Its boxes are known. Chromium lays out no frame that nobody can see.
    laid_out: bool,
    /// Something stands in its body, seen or not.
    filled: bool,
    /// A box can be seen.
    boxes: bool,
    /// Something can be seen that has a meaning.
    told: bool,
    /// A control can be seen, or part of it is left out and says so.
    usable: bool,
    /// Characters of text that can be seen. A document without controls and with fewer than [`CONTENT`] may be a shell around what is to
    /// come.
    text: u32,
}

/// Notes why documents show nothing.
pub(super) fn note_absence(draft: &mut Draft<'_>) {
    let known = known(draft);
    let shown = shown(draft);
    for (at, shown) in shown.into_iter().enumerate() {
        let frame = &draft.snapshot.frames[at];
        let owner = draft.snapshot.columns.parent[frame.document.at()].some();
        if owner.is_some_and(|owner| !draft.snapshot.columns.visible[owner.at()]) {
            continue;
        }
        let late = owner.is_some_and(|owner| waits_for_view(draft.snapshot.node(owner), &frame.url));
        let words = if owner.is_some() { OF_A_FRAME } else { OF_THE_PAGE };
        let Some(reason) = reason(shown, known.get(&frame.id).copied(), late, words) else { continue };
        let (session, document) =
            (frame.session as usize, draft.source[frame.document.at()].document as usize);
        let reason = draft.snapshot.columns.strings.masks.scrub_of(session, document, &reason).into_owned();
        match owner {
            Some(owner) => draft.snapshot.gaps.push(Gap { node: Some(owner), reason }),
            None if at == 0 => draft.snapshot.absence = Some(reason),
            None => {}
        }
    }
}

/// What the engine knows to be missing, by frame.
fn known<'c>(draft: &Draft<'c>) -> FxHashMap<&'c FrameId, &'c Absence> {
    let frames = draft.capture.sessions.iter().flat_map(|session| &session.frames);
    frames.filter_map(|frame| Some((&frame.frame, frame.absence.as_ref()?))).collect()
}

/// What each frame's document shows, by frame.
fn shown(draft: &Draft<'_>) -> Vec<Shown> {
    let mut shown = vec![Shown::default(); draft.snapshot.frames.len()];
    for node in draft.snapshot.nodes() {
        let Some(shown) = shown.get_mut(node.frame().0 as usize) else { continue };
        note(shown, node, draft.tag[node.index().at()]);
    }
    // What is left out on purpose is no emptiness.
    for gap in draft.snapshot.gaps.iter().filter_map(|gap| gap.node) {
        if let Some(shown) = shown.get_mut(draft.snapshot.node(gap).frame().0 as usize) {
            shown.usable = true;
        }
    }
    shown
}

fn note(shown: &mut Shown, node: NodeRef<'_>, tag: Word) {
    match node.kind() {
        NodeKind::Document | NodeKind::ShadowRoot(_) => {}
        NodeKind::Text | NodeKind::Pseudo => {
            let text = node.text().trim();
            shown.filled |= !text.is_empty();
            if node.visible() && shown.text < CONTENT {
                shown.text += text.chars().take(CONTENT as usize).count() as u32;
            }
        }
        NodeKind::Element => match tag {
            Word::Html | Word::Body => {
                shown.laid_out |= node.rect().is_some();
                shown.usable |= node.why().has(Why::EDITABLE);
            }
            Word::Head
            | Word::Script
            | Word::Style
            | Word::Template
            | Word::Noscript
            | Word::Link
            | Word::Meta => {}
            _ => {
                shown.filled = true;
                shown.boxes |= node.visible();
                shown.told |= node.visible() && (node.tier() != Tier::Structural || is_picture(tag));
                shown.usable |= node.visible() && node.operable();
            }
        },
    }
}

/// Whether it shows what no text tells.
fn is_picture(tag: Word) -> bool {
    matches!(tag, Word::Img | Word::Svg | Word::Canvas | Word::Video | Word::Object | Word::Embed)
}

/// A frame that is loaded only near the view, and was not yet.
fn waits_for_view(owner: NodeRef<'_>, url: &str) -> bool {
    let lazy = owner.attribute("loading").is_some_and(|loading| loading.eq_ignore_ascii_case("lazy"));
    let source = owner.attribute("src").unwrap_or_default();
    lazy && url == "about:blank" && !source.is_empty() && !source.starts_with("about:")
}

/// Why a document shows nothing, or little; `None` where it shows enough.
fn reason(shown: Shown, known: Option<&Absence>, late: bool, words: [&str; 3]) -> Option<String> {
    if shown.usable || shown.text >= CONTENT {
        return None;
    }
    let nothing = !shown.told && shown.text == 0;
    Some(match known {
        Some(Absence::Loading(what)) if what.is_empty() && nothing => "still loading".to_owned(),
        Some(Absence::Loading(what)) if what.is_empty() => return None,
        Some(Absence::Loading(what)) => format!("still loading: {what}"),
        Some(Absence::Awaiting(what)) if nothing => format!("nothing to see yet: it waits for {what}"),
        Some(Absence::Awaiting(what)) => format!("still loading: {what}"),
        Some(Absence::Failed(why)) if nothing => format!("not loaded: {why}"),
        _ if late => "not loaded yet: it is when it comes near the view".to_owned(),
        _ if !nothing || !shown.laid_out => return None,
        _ if !shown.filled => words[0].to_owned(),
        _ if !shown.boxes => words[1].to_owned(),
        _ => words[2].to_owned(),
    })
}
