//! Hands an element over to other tools: selectors that match it alone, frame by frame and shadow root by shadow root.
//!
//! The isolated world makes each selector and tries it in the page before it is given. What a tool cannot reach is left out:
//! no selector enters a closed shadow root, and no XPath any.

use std::sync::Arc;

use domtool_page::{
    identity::ElementId,
    snapshot::{NodeIndex, NodeKind, Snapshot},
    view,
};
use serde::Serialize;

use super::{Enrich, identify::INTO_SHADOW_ROOT, ids, look};
use crate::{
    error::{Error, ErrorKind, Result},
    strings::{Part, Strings, Write},
    tab::TabInner,
    world::{GROUP, calls, data::RootPlace},
};

/// How other tools find an element.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Locators {
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its backend node id, unique in the process of its frame.
    pub backend_node_id: i32,
    /// The selectors of the frame elements around it, the outermost first, each a list of steps like `css`.
    pub frames: Vec<Vec<String>>,
    /// CSS selectors, one for its document and each shadow root that it is in. Empty where no selector leads to it.
    pub css: Vec<String>,
    /// Its XPath in its frame; none in a shadow root.
    pub xpath: Option<String>,
    /// An expression of Playwright, on a `page`; none where Playwright cannot reach it.
    pub playwright: Option<String>,
    /// Whether it, or a frame around it, is in a closed shadow root.
    pub closed: bool,
}

impl Locators {
    /// The CSS selector as one text: in a shadow root the steps are joined by ` >>>> `, Puppeteer's step into one shadow root.
    #[must_use]
    pub fn css_text(&self) -> Option<String> {
        (!self.css.is_empty()).then(|| self.css.join(INTO_SHADOW_ROOT))
    }
}

impl Strings for Locators {
    fn each(&mut self, write: &mut Write<'_>) {
        // A selector that is changed matches no more; each was escaped where it was made, of what the page itself says.
        let Locators { role: _, name, backend_node_id: _, frames, css, xpath, playwright, closed: _ } = self;
        write(Part::Seen, name);
        let steps = frames.iter_mut().flatten().chain(css);
        steps.chain(xpath).chain(playwright).for_each(|text| write(Part::Heard, text));
    }
}

/// An element within its frame: a selector for its document and each shadow root, the outermost first.
struct FramePlace {
    steps: Vec<RootPlace>,
    /// The element that shows the frame.
    owner: Option<NodeIndex>,
}

/// Finds selectors for an element.
///
/// # Errors
/// For ids as [`ids::node`]; whatever keeps the page from being read.
pub(crate) async fn locate(tab: &Arc<TabInner>, id: ElementId) -> Result<Locators> {
    tab.gate()?;
    let session = tab.session()?;
    let snapshot = look(tab, session, Enrich::Auto).await?;
    let node = ids::node(tab, session, &snapshot, id)?;
    let places = places(tab, &snapshot, node).await;
    tab.release(GROUP);
    let places = places?;
    let closed = places.iter().any(FramePlace::is_closed);
    let playwright = (!closed).then(|| playwright(&places)).flatten();
    let mut places = places.into_iter();
    let own = places.next().ok_or_else(|| ids::stale(id, "it is in no frame"))?;
    let frames: Option<Vec<_>> = places.rev().map(|place| selectors(&place)).collect();
    let element = snapshot.node(node);
    Ok(Locators {
        role: view::word(element).to_owned(),
        name: element.name().to_owned(),
        backend_node_id: element.backend().0,
        // Without the way to its frame no selector is worth anything.
        css: frames.as_ref().and_then(|_| selectors(&own)).unwrap_or_default(),
        xpath: frames.as_ref().and_then(|_| own.steps.last()?.xpath.clone()).filter(|_| own.steps.len() == 1),
        frames: frames.unwrap_or_default(),
        playwright,
        closed,
    })
}

impl FramePlace {
    fn is_closed(&self) -> bool {
        self.steps.iter().any(|step| step.closed)
    }
}

/// Its selectors; none where a root is closed, or an element of the way has none.
fn selectors(place: &FramePlace) -> Option<Vec<String>> {
    if place.is_closed() { None } else { place.steps.iter().map(|step| step.css.clone()).collect() }
}

/// The places of an element in its frame, of that frame's element in the one around it, and so on outwards.
async fn places(tab: &TabInner, snapshot: &Snapshot, node: NodeIndex) -> Result<Vec<FramePlace>> {
    let mut places = Vec::new();
    let mut at = Some(node);
    while let Some(element) = at {
        let place = place_in_frame(tab, snapshot, element).await?;
        at = place.owner;
        places.push(place);
    }
    Ok(places)
}

async fn place_in_frame(tab: &TabInner, snapshot: &Snapshot, element: NodeIndex) -> Result<FramePlace> {
    let frame = snapshot.frames.get(snapshot.node(element).frame().0 as usize);
    let loading = || Error::new(ErrorKind::Timeout, "the frame is still loading");
    let world = frame.and_then(|frame| tab.world_of(&frame.id)).ok_or_else(loading)?;
    let node = snapshot.node(element);
    let handle = world.node(node.backend()).await.map_err(|error| tab.explain(error))?;
    let mut steps = handle.call(calls::PLACES_IN_FRAME, &()).await?;
    steps.reverse();
    let document = node.ancestors().find(|above| above.kind() == NodeKind::Document);
    let owner = document.and_then(|document| document.parent()).map(|owner| owner.index());
    Ok(FramePlace { steps, owner })
}

/// An expression of Playwright for places from the innermost frame to the page's own. Where its own way through shadow roots finds more
/// than the element, it is told to stay out of them, which no step within one allows.
fn playwright(places: &[FramePlace]) -> Option<String> {
    let mut expression = "page".to_owned();
    for (at, place) in places.iter().enumerate().rev() {
        for (index, step) in place.steps.iter().enumerate() {
            let css = match (step.css.as_deref()?, step.pierced) {
                (css, true) => css.to_owned(),
                (css, false) if index == 0 => format!("css:light={css}"),
                (_, false) => return None,
            };
            let enters = at > 0 && index + 1 == place.steps.len();
            let method = if enters { "frameLocator" } else { "locator" };
            expression.push_str(&format!(".{method}({})", serde_json::to_string(&css).ok()?));
        }
    }
    Some(expression)
}
