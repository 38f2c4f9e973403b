//! Takes an element over from other tools: the id of the one element that a CSS selector or an XPath matches.

use std::{sync::Arc, time::Duration};

use domtool_page::{
    identity::ElementId,
    snapshot::{FrameIndex, NodeIndex, NodeRef, Snapshot},
    view::{quoted, word},
};
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::{
    Enrich,
    focus::{Language, Matched, can_be_seen, elements, frame_of, matches, other_frames, roots_of},
    ids, look,
};
use crate::{
    error::{Error, ErrorKind, Result},
    shared::SessionShared,
    strings::{Part, Strings, Write},
    tab::TabInner,
};

/// Between two steps of a selector, the second of which is in the shadow root of what the first matches. Puppeteer's word.
pub(super) const INTO_SHADOW_ROOT: &str = " >>>> ";
/// So many of several matches are listed.
const MOST_LISTED: usize = 5;

/// What another tool calls an element.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selector {
    /// A CSS selector, matched in a frame's document and in each of its shadow roots; ` >>>> ` enters a shadow root.
    Css(String),
    /// An XPath, matched in a frame's document.
    XPath(String),
}

/// How to find the id of an element.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IdentifyOptions {
    /// What it is called.
    pub selector: Selector,
    /// The frame element whose document it is in; `None` for the page's own.
    pub frame: Option<ElementId>,
    /// The most time from the call to the answer. `None`: 60 s, and 10 s for a page that does not answer.
    pub timeout: Option<Duration>,
}

impl IdentifyOptions {
    /// Looks in the page's own document.
    #[must_use]
    pub fn new(selector: Selector) -> Self {
        Self { selector, frame: None, timeout: None }
    }

    /// Looks in the document of a frame element.
    #[must_use]
    pub fn with_frame(mut self, frame: ElementId) -> Self {
        self.frame = Some(frame);
        self
    }
}

/// An element that another tool named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Identified {
    /// Its id.
    pub id: ElementId,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its tag.
    pub tag: String,
    /// It, and all that is in it, cannot be seen: no observation shows it.
    pub hidden: bool,
    /// It is found to be operable.
    pub operable: bool,
}

impl Strings for Identified {
    fn each(&mut self, write: &mut Write<'_>) {
        let Identified { id: _, role: _, name, tag, hidden: _, operable: _ } = self;
        write(Part::Seen, name);
        write(Part::Seen, tag);
    }
}

/// Finds the id of the one element that a selector matches; it gets one where it has none.
///
/// # Errors
/// `NOT_FOUND` for no match; `INVALID_INPUT` for several, which it lists, and for what is no selector or no frame.
pub(crate) async fn identify(tab: &Arc<TabInner>, options: &IdentifyOptions) -> Result<Identified> {
    tab.gate()?;
    let session = tab.session()?;
    let snapshot = look(tab, session, Enrich::Auto).await?;
    let frame = match options.frame {
        Some(id) => frame_of(&snapshot, id, ids::node(tab, session, &snapshot, id)?)?,
        None => FrameIndex(0),
    };
    let (text, nodes, total) = match &options.selector {
        Selector::XPath(path) => {
            let document: Vec<_> =
                snapshot.frames.get(frame.0 as usize).map(|known| known.document).into_iter().collect();
            let matched = matches(tab, &snapshot, frame, &document, (path, Language::XPath)).await?;
            (path, matched.nodes, matched.total)
        }
        Selector::Css(css) => {
            let (nodes, total) = by_css(tab, &snapshot, frame, css).await?;
            (css, nodes, total)
        }
    };
    match (&nodes[..], total) {
        ([one], 1) => Ok(identified(tab, session, &snapshot, *one)),
        (_, 0) => {
            let error = Error::new(ErrorKind::NotFound, format!("{text:?} matches nothing"));
            Err(match other_frames(tab, session, &snapshot, frame) {
                Some(frames) => {
                    error.with_hint(format!("it was matched in one frame only; others are {frames}"))
                }
                None => error.with_hint("correct the selector, or look at the whole page"),
            })
        }
        ([], _) => Err(Error::new(ErrorKind::NotFound, "what it matches was gone by the time of a look")),
        (several, total) => {
            let listed: Vec<_> = several
                .iter()
                .take(MOST_LISTED)
                .map(|node| identified(tab, session, &snapshot, *node))
                .collect();
            let lines: Vec<_> =
                listed.iter().map(|one| format!("{} {} {}", one.id, one.role, quoted(&one.name))).collect();
            let more = if total > lines.len() { ", ..." } else { "" };
            let message = format!("{text:?} matches {}: {}{more}", elements(total), lines.join(", "));
            Err(Error::new(ErrorKind::InvalidInput, message).with_hint("narrow the selector to one element"))
        }
    }
}

/// The matches of a selector: its first step in the frame's document and each shadow root, each other step in the shadow roots of what
/// the step before it matched. A look knows no shadow root of the same mode as the one that it is in, but on custom elements.
async fn by_css(
    tab: &TabInner,
    snapshot: &Snapshot,
    frame: FrameIndex,
    css: &str,
) -> Result<(Vec<NodeIndex>, usize)> {
    let mut roots = roots_of(snapshot, frame);
    let mut steps = steps_of(css).into_iter().peekable();
    while let Some(step) = steps.next() {
        let Matched { nodes, total } = matches(tab, snapshot, frame, &roots, (step, Language::Css)).await?;
        if steps.peek().is_none() {
            return Ok((nodes, total));
        }
        if total > nodes.len() {
            let message = format!("{step:?} matches {}, too many to go on from", elements(total));
            return Err(Error::new(ErrorKind::InvalidInput, message).with_hint("narrow that step"));
        }
        let hosts: FxHashSet<NodeIndex> = nodes.into_iter().collect();
        let is_in = |host: NodeRef<'_>| hosts.contains(&host.index());
        roots = roots_of(snapshot, frame);
        roots.retain(|root| snapshot.node(*root).parent().is_some_and(is_in));
    }
    Ok((Vec::new(), 0))
}

/// The steps of a selector, apart at each ` >>>> ` that is in no quotes.
fn steps_of(css: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    let (mut start, mut quote, mut escaped) = (0, None, false);
    for (at, letter) in css.char_indices() {
        match (letter, quote) {
            _ if escaped => escaped = false,
            ('\\', _) => escaped = true,
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            (' ', None) if at >= start && css[at..].starts_with(INTO_SHADOW_ROOT) => {
                steps.push(&css[start..at]);
                start = at + INTO_SHADOW_ROOT.len();
            }
            _ => {}
        }
    }
    steps.push(&css[start..]);
    steps
}

fn identified(tab: &TabInner, session: &SessionShared, snapshot: &Snapshot, node: NodeIndex) -> Identified {
    let id = session.registry().assign(&tab.target(), snapshot, node);
    let node = snapshot.node(node);
    Identified {
        id,
        role: word(node).to_owned(),
        name: node.name().to_owned(),
        tag: node.tag().to_owned(),
        hidden: !can_be_seen(node),
        operable: node.operable(),
    }
}

#[cfg(test)]
mod tests {
    use super::steps_of;

    #[test]
    fn steps_are_apart_outside_of_quotes() {
        assert_eq!(steps_of("a"), ["a"]);
        assert_eq!(steps_of("#a >>>> b > c >>>> d"), ["#a", "b > c", "d"]);
        let whole = r#"[title="x >>>> \" >>>> y"]"#;
        assert_eq!(steps_of(&format!("{whole} >>>> b")), [whole, "b"]);
        assert_eq!(steps_of(r"\' >>>> é"), [r"\'", "é"]);
    }
}
