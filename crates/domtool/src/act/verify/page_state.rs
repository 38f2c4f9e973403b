//! What expectations ask of the page at one moment, read from a fresh snapshot.

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{
    identity::ElementId,
    snapshot::{NodeRef, Role, Snapshot, Tristate},
    view::{Altered, Outline, altered},
};

use super::{
    expect::{Expect, Outcome, StateFlag},
    judge::{Element, PageState},
    reading,
};
use crate::{
    act::{ActionContext, resolve},
    cpu::cpu_bound,
    observe,
    tab::TabInner,
    world::{Handle, calls},
};

/// More changed lines than this are not asked whether they tick.
const MOST_ASKED: usize = 20;

/// What an expectation is about.
#[derive(Clone, Debug)]
pub(super) enum About {
    /// The action's element, by its id: it may be drawn anew meanwhile.
    Id(ElementId),
    /// What had the focus.
    Node(FrameId, BackendNodeId),
}

impl About {
    fn node(&self, ctx: &ActionContext<'_>) -> Option<(FrameId, BackendNodeId)> {
        match self {
            About::Id(id) => {
                let entry = observe::ids::entry(ctx.tab, &ctx.session, *id).ok()?;
                Some((entry.frame, entry.backend))
            }
            About::Node(frame, backend) => Some((frame.clone(), *backend)),
        }
    }
}

/// What had the focus in a snapshot.
pub(super) fn focused(snapshot: &Snapshot) -> Option<About> {
    let node = snapshot.node(snapshot.focus?);
    let frame = snapshot.frames.get(node.frame().0 as usize)?;
    Some(About::Node(frame.id.clone(), node.backend()))
}

/// Reads what is expected of the page.
pub(super) async fn read(
    ctx: &ActionContext<'_>,
    expect: &Expect,
    about: Option<&About>,
    snapshot: Option<&Snapshot>,
    outline: &Outline,
) -> PageState {
    let seen = expect.any_of.iter().map(|outcome| {
        let (Outcome::Appears(text) | Outcome::Disappears(text)) = outcome else { return 0 };
        let Ok(wanted) = reading::wanted(text) else { return 0 };
        match snapshot {
            Some(snapshot) => reading::count_in(snapshot, outline, &wanted),
            None => outline.count(&wanted),
        }
    });
    let seen = seen.collect();
    let element = match (about.and_then(|about| about.node(ctx)), snapshot) {
        (Some((frame, backend)), Some(snapshot)) => {
            let value = expect.any_of.iter().any(|outcome| matches!(outcome, Outcome::Value(_)));
            element(ctx, snapshot, &frame, backend, value).await
        }
        _ => None,
    };
    PageState { url: ctx.tab.state().url.clone(), seen, element }
}

async fn element(
    ctx: &ActionContext<'_>,
    snapshot: &Snapshot,
    frame: &FrameId,
    backend: BackendNodeId,
    value: bool,
) -> Option<Element> {
    let node = snapshot.node(snapshot.find(frame, backend)?);
    let mut element = Element { flags: flags(snapshot, node), secret: node.masked(), values: Vec::new() };
    if value {
        // As it is written: a snapshot has the label of an option, and of a secret nothing.
        if let Some(world) = ctx.tab.world_of(frame)
            && let Ok(handle) = world.node(backend).await
            && let Ok(state) = resolve::read_state(&handle, &ctx.session.options.privacy).await
        {
            element.secret |= state.secret;
            element.values.extend(state.value);
        }
        if !node.masked() {
            element.values.extend(node.value().map(str::to_owned));
        }
    }
    Some(element)
}

fn flags(snapshot: &Snapshot, node: NodeRef<'_>) -> Vec<(StateFlag, bool)> {
    let states = node.states();
    let mut flags = vec![
        (StateFlag::Disabled, states.disabled || states.inert),
        (StateFlag::Focused, snapshot.focus == Some(node.index())),
        (StateFlag::Invalid, states.invalid),
        (StateFlag::Required, states.required),
        (StateFlag::ReadOnly, states.read_only),
        (StateFlag::Busy, states.busy),
        (StateFlag::Visible, node.visible()),
    ];
    if let Some(checked) = states.checked {
        flags.push((StateFlag::Checked, checked == Tristate::On));
        flags.push((StateFlag::Mixed, checked == Tristate::Mixed));
    }
    flags.extend(states.pressed.map(|pressed| (StateFlag::Pressed, pressed == Tristate::On)));
    flags.extend(states.expanded.map(|expanded| (StateFlag::Expanded, expanded)));
    let chosen =
        matches!(node.role(), Role::Option | Role::Tab | Role::Row | Role::TreeItem | Role::GridCell);
    if chosen || states.selected.is_some() {
        flags.push((StateFlag::Selected, states.selected == Some(true)));
    }
    flags
}

/// What differs between two looks that the page does not do by itself, in words.
pub(super) async fn differences(
    ctx: &ActionContext<'_>,
    about: Option<&About>,
    before: (Option<&Snapshot>, &Outline),
    after: (&Snapshot, &Outline),
) -> Option<String> {
    let lines = cpu_bound(after.0.len(), || altered(before.1, after.1));
    let mut changed = 0;
    for (at, line) in lines.iter().enumerate() {
        changed += usize::from(at >= MOST_ASKED || !by_itself(ctx.tab, before.0, after.0, *line).await);
    }
    if changed > 0 {
        return Some(format!("{changed} {} changed", if changed == 1 { "line" } else { "lines" }));
    }
    let (before, after) = (before.0?, after.0);
    let title = |snapshot| observe::page_of(snapshot).0;
    if title(before) != title(after) && !title_ticks(ctx.tab).await {
        return Some(format!("the title {}", quoted(&title(after))));
    }
    // That the action's own element has the focus now is no news.
    let own = about.and_then(|about| about.node(ctx));
    let focus = |snapshot| focused(snapshot).and_then(|about| about.node(ctx));
    let (was, now) = (focus(before), focus(after));
    (now != was && now.is_some() && now != own).then(|| "the focus moved".to_owned())
}

/// Whether all that differs between two looks is texts that change in their places all the time.
pub(in crate::act) async fn only_ticks(
    tab: &TabInner,
    before: &Outline,
    (snapshot, after): (&Snapshot, &Outline),
) -> bool {
    let lines = cpu_bound(snapshot.len(), || altered(before, after));
    if lines.len() > MOST_ASKED {
        return false;
    }
    for line in lines {
        let Altered::Reworded(node) = line else { return false };
        let Some(handle) = handle(tab, snapshot, snapshot.node(node)).await else { return false };
        if !handle.call(calls::TICKING, &()).await.unwrap_or(false) {
            return false;
        }
    }
    true
}

/// Whether the title changes all the time: a clock, a note that blinks.
pub(in crate::act) async fn title_ticks(tab: &TabInner) -> bool {
    let main = tab.state().main().map(|main| main.root.clone());
    let Some(world) = main.and_then(|frame| tab.world_of(&frame)) else { return false };
    world.call(calls::TITLE_TICKS, &()).await.unwrap_or(false)
}

/// Whether a frame is scrolled otherwise, in words.
pub(super) fn scrolled(before: &Snapshot, after: &Snapshot) -> Option<String> {
    let moved = before.frames.iter().any(|was| {
        let now = after.frames.iter().find(|now| now.id == was.id && now.loader == was.loader);
        now.is_some_and(|now| now.scroll != was.scroll)
    });
    moved.then(|| "the page is scrolled".to_owned())
}

/// Whether a line changed as it did shortly before the action, without anybody's doing; not where nobody can be asked.
async fn by_itself(tab: &TabInner, before: Option<&Snapshot>, after: &Snapshot, line: Altered) -> bool {
    let (snapshot, node, there) = match line {
        Altered::Now(node) | Altered::Reworded(node) => (after, node, true),
        Altered::Gone(parent) => match before.zip(parent) {
            Some((before, parent)) => (before, parent, false),
            None => return false,
        },
    };
    match handle(tab, snapshot, snapshot.node(node)).await {
        Some(handle) => handle.call(calls::TICKS, &(there,)).await.unwrap_or(false),
        None => false,
    }
}

async fn handle(tab: &TabInner, snapshot: &Snapshot, node: NodeRef<'_>) -> Option<Handle> {
    let frame = snapshot.frames.get(node.frame().0 as usize)?;
    tab.world_of(&frame.id)?.node(node.backend()).await.ok()
}
