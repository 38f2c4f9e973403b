//! Resolves an element id to its live node, or gives the reason why it cannot.
//!
//! An id is good while its frame has the same document, the document has the node, and the node still is the element that the id
//! was given to.

use std::{sync::Arc, time::Duration};

use domtool_cdp::{
    Pending,
    protocol::{
        BackendNodeId, FrameId,
        accessibility::{AxNode, GetPartialAxTree},
        dom, page,
    },
};
use domtool_page::view::quoted;
use domtool_page::{
    identity::{ElementId, Entry},
    snapshot::{Field, PrivacyRules, Role, Snapshot},
};
use tokio::time::Instant;

use super::{
    ActionContext,
    anew::Trace,
    staleness::{self, StalenessCheck},
};
use crate::{
    error::{self, Error, ErrorKind, Result},
    observe::{self, Enrich, ids::stale},
    report::Target,
    tab::TabInner,
    world::{
        Handle, World, calls,
        data::{Change, FieldFacts, NodeState, UNSAID},
    },
};

/// The element that an action is about.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedElement {
    pub(crate) id: ElementId,
    pub(crate) handle: Handle,
    pub(crate) frame: FrameId,
    pub(crate) backend: BackendNodeId,
    /// The root frame of the session that its document lives in.
    pub(crate) root: FrameId,
    pub(crate) target: Target,
    pub(crate) state: NodeState,
    /// Checks again, right before input, that the node still is that element.
    pub(crate) staleness: StalenessCheck,
    /// What of it may be told.
    pub(crate) privacy: PrivacyRules,
    /// How it was, to find what stands in its place where it went away.
    pub(crate) trace: Arc<Trace>,
}

impl FieldFacts {
    /// Whether what the field holds is nobody's to read.
    pub(crate) fn hidden(&self, rules: &PrivacyRules) -> bool {
        let labels: Vec<&str> = self.labels.iter().map(String::as_str).collect();
        rules.hides(Field {
            kind: &self.kind,
            autocomplete: &self.autocomplete,
            name: &self.name,
            id: &self.id,
            labels: &labels,
            obscured: self.obscured,
            was_secret: self.was_secret,
        })
    }
}

impl NodeState {
    /// What labels a field; nothing of other elements.
    pub(super) fn labels(&self) -> &[String] {
        if self.kind.is_empty() { &[] } else { &self.field.labels }
    }
}

/// Reads the state of an element, with the session's rules on what of it may be told.
pub(crate) async fn read_state(handle: &Handle, rules: &PrivacyRules) -> Result<NodeState> {
    let mut state: NodeState = handle.call(calls::STATE, &()).await?;
    state.secret = state.field.hidden(rules);
    Ok(state)
}

/// Asks Chrome's tree for the state of a custom element that no attribute tells. That it is off is no more there than that nothing is said.
async fn complete(state: &mut NodeState, handle: &Handle, (backend, role): (BackendNodeId, &str)) {
    let unsaid = state.checked.as_deref() == Some(UNSAID);
    if !state.custom || !is_checkable(role) || !(unsaid || state.checked.is_none()) {
        return;
    }
    let told = checked_in_tree(handle, backend).await;
    if !unsaid || told.as_deref() != Some("false") {
        state.checked = told.or(state.checked.take());
    }
}

impl ResolvedElement {
    /// Its role, name and id, for sentences.
    pub(crate) fn words(&self) -> String {
        format!("{} {} {}", self.id, self.target.role, quoted(&self.target.name))
    }

    /// Reads its state anew.
    pub(crate) async fn read(&self) -> Result<NodeState> {
        let mut state = read_state(&self.handle, &self.privacy).await?;
        complete(&mut state, &self.handle, (self.backend, &self.target.role)).await;
        state.secret |= self.state.secret;
        Ok(state)
    }

    /// Fails at once where waiting would not help.
    pub(crate) fn check_operable(&self) -> Result<()> {
        let state = &self.state;
        if state.disabled {
            return Err(Error::new(ErrorKind::Disabled, format!("{} is disabled", self.words())));
        }
        if state.inert {
            return Err(Error::new(
                ErrorKind::Disabled,
                format!("{} is inert: the page lets nobody operate it now", self.words()),
            ));
        }
        if !state.visible || !state.boxed {
            return Err(Error::new(ErrorKind::Hidden, format!("{} cannot be seen", self.words())));
        }
        Ok(())
    }
}

/// Finds the element. A node that vanished, or one that may have been recycled, is looked for in a fresh snapshot.
pub(crate) async fn resolve(ctx: &ActionContext<'_>, id: ElementId) -> Result<ResolvedElement> {
    match try_resolve(ctx, id, None).await {
        Err(Failed::Vanished | Failed::Changed) => {}
        Err(Failed::For(error)) => return Err(of_frame(ctx, id, error)),
        Ok(subject) => {
            ctx.note(&subject);
            return Ok(subject);
        }
    }
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    match try_resolve(ctx, id, Some(&snapshot)).await {
        Ok(subject) => {
            ctx.note(&subject);
            Ok(subject)
        }
        Err(Failed::For(error)) => Err(error),
        Err(Failed::Vanished | Failed::Changed) => Err(stale(id, "it is no longer in the page")),
    }
}

/// An element's frame that has a process of its own may hang alone.
fn of_frame(ctx: &ActionContext<'_>, id: ElementId, error: Error) -> Error {
    let alone = || {
        let entry = observe::ids::entry(ctx.tab, &ctx.session, id).ok()?;
        let state = ctx.tab.state();
        let main = &state.main()?.session;
        Some(&state.frames.get(&entry.frame)?.session != main)
    };
    let hung = error.kind() == ErrorKind::PageHung && !ctx.tab.is_silent() && alone().unwrap_or_default();
    if hung { error::frame_hung().after(error.dispatched()) } else { error }
}

enum Failed {
    Vanished,
    /// It, or what it stands in, changed since the ids were brought up to date.
    Changed,
    For(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::For(error)
    }
}

/// Finds the node. With a snapshot that was just taken, that one decides whether it still is the element.
async fn try_resolve(
    ctx: &ActionContext<'_>,
    id: ElementId,
    looked: Option<&Snapshot>,
) -> Result<ResolvedElement, Failed> {
    let tab = ctx.tab;
    let entry = observe::ids::entry(tab, &ctx.session, id)?;
    if tab.state().frame_crashed(&entry.frame) {
        return Err(Failed::For(error::frame_crashed()));
    }
    // A document that was just committed gets its world a moment later.
    let deadline = ctx.deadline.min(Instant::now() + Duration::from_secs(1));
    let known = tab.until(deadline, |state| known_frame(state, &entry.frame)).await;
    let Some((channel, root)) = known else {
        return Err(Failed::For(stale(id, "its frame is gone")));
    };
    let world = tab.world_of(&entry.frame).ok_or(Failed::Vanished)?;
    // In one burst, so that no navigation comes between: the document is checked by its loader, then the nodes.
    let tree = channel.post(&page::GetFrameTree {});
    let node = world.post_node(entry.backend);
    let around: Option<Vec<_>> = entry
        .shadows()
        .map(|shadows| entry.watched().chain(shadows).map(|backend| world.post_node(backend)).collect());
    let tree = tree.reply().await.map_err(|e| tab.explain(e))?;
    if loader_of(&tree.frame_tree, &entry.frame).is_none_or(|loader| *loader != entry.loader) {
        return Err(Failed::For(stale(id, "its page was left by a navigation")));
    }
    let handle = match world.handle(node).await {
        Ok(handle) => handle,
        Err(error) if error.is_protocol() => return Err(Failed::Vanished),
        Err(error) => return Err(Failed::For(tab.explain(error))),
    };
    let watched = match around {
        Some(around) => watched(&world, around).await.map_err(|e| tab.explain(e))?,
        None => None,
    };
    let staleness = StalenessCheck::new(tab, id, &entry, handle.clone(), watched);
    let (state, change) =
        tokio::join!(read_state(&handle, &ctx.session.options.privacy), staleness.changed(tab));
    let (mut state, change) = (state?, change?);
    let reveals = ctx.session.options.privacy.reveal_secrets;
    state.secret |= !reveals && ctx.session.secrets().has(&entry.loader, entry.backend);
    if !state.connected {
        return Err(Failed::Vanished);
    }
    if let Some(snapshot) = looked {
        staleness::check_name(id, &entry, snapshot, state.labels())?;
    }
    if looked.is_none() && !is_as_it_was(&entry, &handle, &state, change).await {
        return Err(Failed::Changed);
    }
    complete(&mut state, &handle, (entry.backend, role_word(entry.role))).await;
    Ok(ResolvedElement {
        id,
        handle,
        frame: entry.frame.clone(),
        backend: entry.backend,
        root,
        target: Target { id, role: role_word(entry.role).to_owned(), name: entry.name.to_string() },
        state,
        staleness,
        privacy: ctx.session.options.privacy.clone(),
        trace: Trace::of(ctx, id).ok_or(Failed::Vanished)?,
    })
}

/// Whether nothing that changed can have made another element of it. What changed elsewhere may name it otherwise (a label, a style sheet).
async fn is_as_it_was(entry: &Entry, handle: &Handle, state: &NodeState, change: Change) -> bool {
    match change {
        Change::Nothing => true,
        Change::Near => false,
        Change::Elsewhere => {
            let was = collapse(&entry.name);
            was.is_empty()
                || collapse(&state.text) == was
                || accessible_name(handle, entry.backend).await == was
        }
    }
}

/// Whether an id may be another element by now, by what changed since the last look; with what labels that element. What is gone is no other.
pub(super) async fn doubt(tab: &TabInner, entry: &Entry, id: ElementId) -> Option<NodeState> {
    let world = tab.world_of(&entry.frame)?;
    let handle = world.node(entry.backend).await.ok()?;
    let around = entry.shadows().map(|shadows| {
        entry.watched().chain(shadows).map(|backend| world.post_node(backend)).collect::<Vec<_>>()
    });
    let watched = match around {
        Some(around) => watched(&world, around).await.ok()?,
        None => None,
    };
    let staleness = StalenessCheck::new(tab, id, entry, handle.clone(), watched);
    let state: NodeState =
        handle.call(calls::STATE, &()).await.ok().filter(|state: &NodeState| state.connected)?;
    let change = staleness.changed(tab).await.ok()?;
    (!is_as_it_was(entry, &handle, &state, change).await).then_some(state)
}

/// The nodes to watch; `None` where one of them is gone.
async fn watched(
    world: &World,
    pending: Vec<Pending<dom::ResolveNode>>,
) -> Result<Option<Vec<Handle>>, domtool_cdp::Error> {
    let mut handles = Vec::with_capacity(pending.len());
    let mut complete = true;
    for pending in pending {
        match world.handle(pending).await {
            Ok(handle) => handles.push(handle),
            Err(error) if error.is_protocol() => complete = false,
            Err(error) => return Err(error),
        }
    }
    Ok(complete.then_some(handles))
}

fn is_checkable(role: &str) -> bool {
    matches!(role, "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio")
}

/// Whether it is on (`true`, `false`, `mixed`), where an element says so by its internals alone: those are its page's.
async fn checked_in_tree(handle: &Handle, backend: BackendNodeId) -> Option<String> {
    let properties = in_tree(handle, backend).await?.properties?;
    let checked = properties.into_iter().find(|property| property.name == "checked")?;
    Some(checked.value.as_text()?.to_owned())
}

/// What Chrome calls it now.
async fn accessible_name(handle: &Handle, backend: BackendNodeId) -> String {
    let node = in_tree(handle, backend).await;
    collapse(node.and_then(|node| Some(node.name?.as_text()?.to_owned())).unwrap_or_default().as_str())
}

/// An element as Chrome's accessibility tree has it.
async fn in_tree(handle: &Handle, backend: BackendNodeId) -> Option<AxNode> {
    let ask = GetPartialAxTree { backend_node_id: Some(backend), fetch_relatives: Some(false) };
    handle.channel.call(&ask).await.ok()?.nodes.into_iter().next()
}

fn known_frame(state: &crate::tab::State, frame: &FrameId) -> Option<(domtool_cdp::Channel, FrameId)> {
    let known = state.frames.get(frame)?;
    known.context?;
    let attachment = state.attachment(&known.session)?;
    Some((attachment.channel.clone(), attachment.root.clone()))
}

/// As a model knows it: an operable element without a role is a clickable.
pub(crate) fn role_word(role: Role) -> &'static str {
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
