//! Scrolls through a page or a list that loads more as it is scrolled, up to a limit, and back to where it was.
//!
//! Each step scrolls by a screen, waits for what that caused, and looks, so that ids follow what is drawn anew. A list
//! that recycles its rows has never all of them in the document: those seen on the way are told beside the view.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{
    identity::ElementId,
    settle::SettleLimits,
    snapshot::{NodeIndex, NodeKind, Snapshot},
    view,
};
use serde::Serialize;
use tokio::time::Instant;

use super::{Enrich, look};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{REMEMBERED_ROWS, ROW_CHARACTERS},
    setters::setters,
    settle,
    shared::SessionShared,
    tab::{State, TabInner},
    world::{
        Handle, World, calls,
        data::{self, ScrollAmount, ScrollPosition},
    },
};

/// The most time that one step waits for its requests and changes.
const STEP: Duration = Duration::from_millis(1_500);
/// How long the end of the page may take to turn out not to be the end.
const END: Duration = Duration::from_millis(800);
/// How long a frame is waited for, ms: a page that is not drawn paints none.
const PAINT: u64 = 1_000;
/// How long an answer is waited for that scrolling asked for, once nothing else comes.
const ANSWER: Duration = Duration::from_secs(5);
/// A scroller that did not move this many times, though it is not at its end, will not move any more.
const MOST_STANDING: u32 = 2;
/// Fewer children than this are no list.
const LIST: usize = 3;

/// How far to scroll before looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScrollThrough {
    /// The most screens to scroll by.
    pub steps: u32,
    /// The most time to scroll for.
    pub time: Duration,
    /// The list to scroll, or an element in it; `None` for the page.
    pub within: Option<ElementId>,
}

setters!(ScrollThrough {
    /// Scrolls so many screens at most.
    with_steps => steps = u32;
    /// Takes at most so long for it.
    with_time => time = Duration;
    /// Scrolls this list, or the one that this is in, instead of the page.
    with_within => within ? ElementId;
});

impl Default for ScrollThrough {
    fn default() -> Self {
        Self { steps: 20, time: Duration::from_secs(20), within: None }
    }
}

/// Why scrolling through stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ScrollEnd {
    /// At the end of the page or the list.
    End,
    /// At the most screens that were allowed.
    #[default]
    Steps,
    /// At the most time that was allowed.
    Time,
}

/// What came of scrolling through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Scrolled {
    /// Screens scrolled.
    pub steps: u32,
    /// How many elements there are more than before.
    pub loaded: i64,
    /// Why it stopped.
    pub ended: ScrollEnd,
    /// Whether it is back where it was.
    pub back: bool,
    /// Rows of the list, in the order in which they were seen.
    pub rows: Vec<String>,
    /// How many of them are not in the page any more: the list recycles its rows.
    pub gone: usize,
}

/// What is scrolled.
struct Scroller<'a> {
    tab: &'a Arc<TabInner>,
    world: World,
    element: Option<(Handle, FrameId, BackendNodeId)>,
}

impl<'a> Scroller<'a> {
    async fn find(
        tab: &'a Arc<TabInner>,
        session: &SessionShared,
        within: Option<ElementId>,
    ) -> Result<Scroller<'a>> {
        let loading = || Error::new(ErrorKind::Timeout, "the page is still loading");
        let Some(id) = within else {
            let root = tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
            let world = tab.world_of(&root).ok_or_else(loading)?;
            return Ok(Scroller { tab, world, element: None });
        };
        let missing = || Error::new(ErrorKind::NotFound, format!("{id} is not in this page"));
        let place = {
            let registry = session.registry();
            let entry = registry.look_up(id).filter(|entry| entry.page == tab.target());
            entry.map(|entry| (entry.frame.clone(), entry.backend))
        };
        let (frame, backend) = place.ok_or_else(missing)?;
        let world = tab.world_of(&frame).ok_or_else(loading)?;
        let handle = world.node(backend).await.map_err(|_| missing())?;
        Ok(Scroller { tab, world, element: Some((handle, frame, backend)) })
    }

    /// Scrolls, and waits for what that caused.
    async fn scroll(&self, mark: u64, by: ScrollAmount) -> Result<data::Scrolled> {
        let _watched = settle::Watched::begin(self.tab).await;
        let moved = self.move_by(by).await;
        if moved.is_ok() {
            self.rest(mark).await?;
        }
        moved
    }

    async fn move_by(&self, by: ScrollAmount) -> Result<data::Scrolled> {
        match &self.element {
            Some((handle, ..)) => handle.call(calls::SCROLL_FROM, &(by,)).await,
            None => self.world.call(calls::SCROLL_PAGE, &(by,)).await,
        }
    }

    /// Whether there is nothing more to scroll to, by now.
    async fn at_end(&self) -> Result<bool> {
        let now = self.move_by(ScrollAmount::Pixels(0.0, 0.0)).await?.after;
        Ok(now.top >= now.most_top - 1.0)
    }

    /// Waits until nothing changes any more, and until a frame was painted: an endless page loads more when its end comes into view
    /// again, of which it hears only if a frame without it was painted ("endless.html" on a busy machine).
    async fn rest(&self, mark: u64) -> Result<()> {
        settle::settle(self.tab, mark, SettleLimits { cap: STEP, ..SettleLimits::default() }).await;
        self.world.call(calls::PAINTED, &(PAINT,)).await
    }

    /// The journal's number now.
    fn mark(&self) -> u64 {
        self.tab.state().journal.mark()
    }

    /// At the end: whether more comes all the same, a little later, so that it is the end no longer. What was asked for since the
    /// journal's `mark` is waited for, however long the page takes to show it: "endless.html" on a busy machine.
    async fn goes_on(&self, mark: u64, deadline: Instant) -> Result<bool> {
        let mut until = deadline.min(Instant::now() + END);
        let mut answered = false;
        loop {
            let since = self.mark();
            let _watched = settle::Watched::begin(self.tab).await;
            let left = until.saturating_duration_since(Instant::now()).as_millis() as u64;
            if !self.world.call(calls::CHANGE, &(left,)).await? {
                if answered || !self.answered(mark, deadline).await {
                    return Ok(false);
                }
                // What the page does with the answer comes after it.
                answered = true;
                until = deadline.min(Instant::now() + END);
            }
            self.rest(since).await?;
            if !self.at_end().await? {
                return Ok(true);
            }
        }
    }

    /// Whether something was asked for since the journal's `mark` that is answered only now.
    async fn answered(&self, mark: u64, deadline: Instant) -> bool {
        let pending = |state: &State| state.journal.is_pending(mark);
        let asked = pending(&self.tab.state());
        let until = deadline.min(Instant::now() + ANSWER);
        asked && self.tab.until(until, |state| (!pending(state)).then_some(())).await.is_some()
    }

    /// Where its rows are.
    fn node(&self, snapshot: &Snapshot) -> NodeIndex {
        let element = self.element.as_ref();
        element.and_then(|(_, frame, backend)| snapshot.find(frame, *backend)).unwrap_or_default()
    }
}

/// Scrolls through, and back.
pub(crate) async fn scroll_through(
    tab: &Arc<TabInner>,
    session: &SessionShared,
    how: &ScrollThrough,
) -> Result<Scrolled> {
    let deadline = Instant::now() + how.time;
    let scroller = Scroller::find(tab, session, how.within).await?;
    let mut rows = Rows::default();
    let first = look(tab, session, Enrich::None).await?;
    rows.note(&first, scroller.node(&first));
    let mut scrolled = Scrolled { ended: ScrollEnd::Steps, ..Scrolled::default() };
    // An answer may be on its way since some screens before the end.
    let begun = scroller.mark();
    let mut stood_still = 0;
    let (mut start, mut at): (Option<ScrollPosition>, Option<ScrollPosition>) = (None, None);
    while scrolled.steps < how.steps {
        if Instant::now() >= deadline {
            scrolled.ended = ScrollEnd::Time;
            break;
        }
        let moved = scroller.scroll(scroller.mark(), ScrollAmount::Pages(1.0)).await?;
        start.get_or_insert(moved.before);
        at = Some(moved.after);
        let stood = (moved.after.top - moved.before.top).abs() < 1.0;
        if !stood {
            scrolled.steps += 1;
            let seen = look(tab, session, Enrich::None).await?;
            rows.note(&seen, scroller.node(&seen));
        }
        // What was loaded meanwhile may have moved the end.
        let at_end = scroller.at_end().await?;
        if at_end && !scroller.goes_on(begun, deadline).await? {
            scrolled.ended = ScrollEnd::End;
            break;
        }
        stood_still = if stood { stood_still + 1 } else { 0 };
        if stood_still > MOST_STANDING {
            scrolled.ended = ScrollEnd::End;
            break;
        }
    }
    if let (Some(start), Some(at)) = (start, at) {
        let by = ScrollAmount::Pixels(start.left - at.left, start.top - at.top);
        let back = scroller.scroll(scroller.mark(), by).await?;
        scrolled.back = (back.after.top - start.top).abs() < 1.0;
    } else {
        scrolled.back = true;
    }
    let last = look(tab, session, Enrich::None).await?;
    scrolled.loaded = elements(&last) - elements(&first);
    let present: HashSet<String> = rows_of(&last, scroller.node(&last)).into_iter().collect();
    scrolled.gone = rows.seen.iter().filter(|row| !present.contains(*row)).count();
    scrolled.rows = rows.seen;
    Ok(scrolled)
}

fn elements(snapshot: &Snapshot) -> i64 {
    snapshot.nodes().filter(|node| node.kind() == NodeKind::Element).count() as i64
}

/// Rows in the order in which they were first seen.
#[derive(Default)]
struct Rows {
    seen: Vec<String>,
    known: HashSet<String>,
}

impl Rows {
    fn note(&mut self, snapshot: &Snapshot, within: NodeIndex) {
        for row in rows_of(snapshot, within) {
            if self.seen.len() < REMEMBERED_ROWS && self.known.insert(row.clone()) {
                self.seen.push(row);
            }
        }
    }
}

/// The texts of the longest row of likes: the children of the element that has the most of them.
fn rows_of(snapshot: &Snapshot, within: NodeIndex) -> Vec<String> {
    let end = snapshot.node(within).end();
    let inside = |index: NodeIndex| within < index && index < end;
    let visible = || {
        let nodes = snapshot.nodes();
        nodes.filter(|node| inside(node.index()) && node.kind() == NodeKind::Element && node.visible())
    };
    let mut children: HashMap<NodeIndex, Vec<NodeIndex>> = HashMap::new();
    for node in visible() {
        if let Some(parent) = node.parent() {
            children.entry(parent.index()).or_default().push(node.index());
        }
    }
    // The first in the document of those with the most, so that the choice is always the same.
    let most = children.into_iter().max_by_key(|(parent, list)| (list.len(), std::cmp::Reverse(*parent)));
    let Some((_, list)) = most.filter(|(_, list)| list.len() >= LIST) else { return Vec::new() };
    list.into_iter().map(|row| text_of(snapshot, row)).filter(|text| !text.is_empty()).collect()
}

/// What a person reads in a row.
fn text_of(snapshot: &Snapshot, row: NodeIndex) -> String {
    let mut text = String::new();
    for node in
        snapshot.node(row).descendants().filter(|node| node.kind() == NodeKind::Text && node.visible())
    {
        for word in node.text().split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    text.chars().take(ROW_CHARACTERS).collect()
}

/// What is said of it beside the view: rows that are not in the page any more, as far as a quarter of the budget goes.
pub(crate) fn notes(scrolled: &Scrolled, budget: Option<u32>) -> Vec<String> {
    let Scrolled { steps, loaded, ended, back, rows, gone } = scrolled;
    let why = match ended {
        ScrollEnd::End => "to the end",
        ScrollEnd::Time => "until the time was up",
        ScrollEnd::Steps => "as far as allowed",
    };
    let back = if *back { "back where it was" } else { "not back where it was" };
    let mut notes = vec![format!("scrolled {steps} screens {why}, {loaded:+} elements, {back}")];
    if *gone == 0 {
        return notes;
    }
    notes.push(format!("{} rows seen on the way, {gone} of them not in the page now:", rows.len()));
    let room = budget.map_or(u32::MAX, |budget| budget / 4);
    let mut spent = 0;
    for (at, row) in rows.iter().enumerate() {
        let line = format!("row {row}", row = quoted(&row));
        spent += view::estimate(&line) + 4;
        if spent > room {
            notes.push(format!("{} more rows", rows.len() - at));
            break;
        }
        notes.push(line);
    }
    notes
}
