//! From an element id to the live node, or a typed reason why not.
//!
//! An id is good when its document still is, its node is still in it, and the node still is what the id was given to.

use std::time::Duration;

use domtool_cdp::protocol::{BackendNodeId, FrameId, accessibility::GetPartialAxTree, page};
use domtool_page::{
    identity::{ElementId, Entry, Status},
    snapshot::Role,
};
use serde::Deserialize;
use tokio::time::Instant;

use super::Scene;
use crate::{
    error::{Error, ErrorKind, Obstacle, Result},
    observe::{self, Enrich},
    report::Target,
    tab::FrameState,
    world::{Handle, World},
};

/// The element that an action is about.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) id: ElementId,
    pub(crate) handle: Handle,
    pub(crate) frame: FrameId,
    pub(crate) backend: BackendNodeId,
    /// The root frame of the session that its document lives in.
    pub(crate) root: FrameId,
    pub(crate) target: Target,
    pub(crate) state: NodeState,
}

/// What `world.js` reads of an element.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct NodeState {
    pub(crate) connected: bool,
    /// `text`, `date`..., `textarea`, `select`, `editable`, or empty for what is no field.
    pub(crate) kind: String,
    pub(crate) boxed: bool,
    pub(crate) visible: bool,
    pub(crate) disabled: bool,
    pub(crate) inert: bool,
    pub(crate) read_only: bool,
    pub(crate) checked: Option<String>,
    pub(crate) multiple: bool,
    pub(crate) value: Option<String>,
    /// Whether what it holds is nobody's to read.
    pub(crate) secret: bool,
    pub(crate) text: String,
}

impl Subject {
    /// Its role, name and id, for sentences.
    pub(crate) fn words(&self) -> String {
        format!("{} {} {:?}", self.id, self.target.role, self.target.name)
    }

    /// Reads its state anew.
    pub(crate) async fn read(&self) -> Result<NodeState> {
        self.handle.call("state", &[(); 0]).await
    }

    /// Fails fast on what no waiting mends.
    pub(crate) fn check_operable(&self) -> Result<()> {
        let state = &self.state;
        if state.disabled {
            return Err(Error::new(ErrorKind::Disabled, format!("{} is disabled", self.words())));
        }
        if state.inert {
            return Err(Error::new(
                ErrorKind::Disabled,
                format!("{} is inert: something modal is open", self.words()),
            ));
        }
        if !state.visible || !state.boxed {
            return Err(Error::new(ErrorKind::Hidden, format!("{} cannot be seen", self.words())));
        }
        Ok(())
    }
}

/// Finds the element. A node that vanished is looked for once more, by its fingerprint, in a fresh snapshot.
pub(crate) async fn resolve(scene: &Scene<'_>, id: ElementId) -> Result<Subject> {
    match try_resolve(scene, id).await {
        Err(Failed::Vanished) => {}
        Err(Failed::For(error)) => return Err(error),
        Ok(subject) => return Ok(subject),
    }
    observe::look(scene.tab, &scene.session, Enrich::Auto).await?;
    match try_resolve(scene, id).await {
        Ok(subject) => Ok(subject),
        Err(Failed::For(error)) => Err(error),
        Err(Failed::Vanished) => Err(stale(id, "it is no longer in the page")),
    }
}

enum Failed {
    Vanished,
    For(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::For(error)
    }
}

fn stale(id: ElementId, why: &str) -> Error {
    Error::new(ErrorKind::Stale, format!("{id} is stale: {why}"))
}

/// What the registry knows of an id, as far as it is about this tab.
fn entry(scene: &Scene<'_>, id: ElementId) -> Result<Entry> {
    let registry = scene.session.registry();
    let Some(entry) = registry.look_up(id) else {
        if let Some(reason) = registry.given_before(id) {
            return Err(stale(id, &format!("it {reason}")));
        }
        return Err(Error::new(ErrorKind::NotFound, format!("{id} was never given out in this session")));
    };
    if let Status::Stale(reason) = &entry.status {
        return Err(stale(id, &format!("it {reason}")));
    }
    if entry.page != scene.tab.target {
        return Err(Error::new(ErrorKind::NotFound, format!("{id} is in another tab"))
            .with_hint("switch to its tab first"));
    }
    Ok(entry.clone())
}

async fn try_resolve(scene: &Scene<'_>, id: ElementId) -> Result<Subject, Failed> {
    let tab = scene.tab;
    let entry = entry(scene, id)?;
    // A document that was just committed gets its world a moment later.
    let deadline = scene.deadline.min(Instant::now() + Duration::from_secs(1));
    let known = tab.until(deadline, |state| known_frame(state, &entry.frame)).await;
    let Some((channel, frame, root)) = known else {
        return Err(Failed::For(stale(id, "its frame is gone")));
    };
    let world = World::of(tab, &entry.frame).ok_or(Failed::Vanished)?;
    // In one burst, so that no navigation comes between: the document is checked by its loader, then the node.
    let tree = channel.post(&page::GetFrameTree {});
    let node = world.node(entry.backend);
    let ask = GetPartialAxTree { backend_node_id: Some(entry.backend), fetch_relatives: Some(false) };
    let (tree, node) = (tree.reply().await.map_err(|e| tab.explain(e))?, node.await);
    if loader_of(&tree.frame_tree, &entry.frame).is_none_or(|loader| *loader != entry.loader) {
        return Err(Failed::For(stale(id, "its page was left by a navigation")));
    }
    let handle = match node {
        Ok(handle) => handle,
        Err(error) if error.is_protocol() => return Err(Failed::Vanished),
        Err(error) => return Err(Failed::For(tab.explain(error))),
    };
    let named = handle.channel.post(&ask);
    let state: NodeState = handle.call("state", &[(); 0]).await?;
    if !state.connected {
        return Err(Failed::Vanished);
    }
    let accessible = named.reply().await.ok().and_then(|reply| reply.nodes.into_iter().next());
    let accessible = accessible.and_then(|node| Some(node.name?.as_text()?.to_owned())).unwrap_or_default();
    check_identity(scene, id, &entry, &state, &accessible).await?;
    drop(frame);
    Ok(Subject {
        id,
        handle,
        frame: entry.frame.clone(),
        backend: entry.backend,
        root,
        target: Target { id, role: role_word(entry.role).to_owned(), name: entry.name.to_string() },
        state,
    })
}

fn known_frame(
    state: &crate::tab::State,
    frame: &FrameId,
) -> Option<(domtool_cdp::Channel, FrameState, FrameId)> {
    let known = state.frames.get(frame)?;
    known.context?;
    let attachment = state.attachment(&known.session)?;
    Some((attachment.channel.clone(), known.clone(), attachment.root.clone()))
}

/// A node that shows something else now (a recycled row) is not what the id was given to. What it is called is first
/// compared with Chrome's name and the text it shows; where both differ, with the name that a fresh snapshot gives, as
/// the id was given to such a name (Chrome counts soft hyphens, say, and shown text has what is hidden from names).
async fn check_identity(
    scene: &Scene<'_>,
    id: ElementId,
    entry: &Entry,
    state: &NodeState,
    accessible: &str,
) -> Result<()> {
    let was = collapse(&entry.name);
    let now = collapse(accessible);
    if was.is_empty() || now == was || collapse(&state.text) == was {
        return Ok(());
    }
    let snapshot = observe::look(scene.tab, &scene.session, Enrich::Auto).await?;
    let Some(index) = snapshot.find(&entry.frame, entry.backend) else {
        return Err(stale(id, "it is no longer in the page"));
    };
    let named = collapse(snapshot.node(index).name());
    // The registry keeps the beginning of long names.
    if named == was || named.starts_with(&was) && entry.name.chars().count() >= KEPT {
        return Ok(());
    }
    let message = format!("it was {} {was:?} and is now {named:?}", role_word(entry.role));
    Err(stale(id, &message).with_obstacle(Obstacle::Now(named)))
}

/// Names of this many characters may have been cut when they were kept.
const KEPT: usize = 100;

/// As a model knows it: an operable element without a role is a clickable.
fn role_word(role: Role) -> &'static str {
    match role {
        Role::Generic | Role::None | Role::Presentation => "clickable",
        _ => role.word(),
    }
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn loader_of<'t>(tree: &'t page::FrameTree, frame: &FrameId) -> Option<&'t domtool_cdp::protocol::LoaderId> {
    let mut pending = vec![tree];
    while let Some(tree) = pending.pop() {
        if &tree.frame.id == frame {
            return Some(&tree.frame.loader_id);
        }
        pending.extend(tree.child_frames.iter().flatten());
    }
    None
}
