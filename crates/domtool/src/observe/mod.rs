//! Observes a page: asks all its protocol sessions at once, hands the answers to `domtool-page`, and returns what a model reads.

mod absence;
mod boundary;
mod caller_state;
mod capture;
mod captured_page;
mod closed_roots;
mod content_hash;
mod deep;
mod delegates;
mod find;
mod focus;
mod identify;
pub(crate) mod ids;
mod live;
mod locate;
mod news;
pub(crate) mod owners;
mod pdf;
mod performance;
mod phases;
mod pictured;
mod problems;
mod ready;
mod selection;
mod sheets;
mod stats;
mod strings;
mod table;
mod through;
mod unconfirmed;
mod written;

use std::{sync::Arc, time::Duration};

use domtool_page::{
    geometry::Rect,
    identity::ElementId,
    snapshot::{NodeIndex, Place, Snapshot},
    view::{self, Choosing, Outline, Scope, ViewOptions},
};
use serde::Serialize;

pub(crate) use absence::has_failed;
pub(crate) use boundary::Boundary;
pub(crate) use caller_state::{Caller, CallerState, FocusPlace, PageLine};
pub(crate) use capture::{Captured, capture};
pub(crate) use captured_page::{look, look_on};
pub(crate) use closed_roots::new_closed_roots;
pub use content_hash::ContentHash;
pub use domtool_page::view::{Filtered, Format, LeftOut, NodeDetails};
pub(crate) use find::find;
pub use find::{FindMatch, FindOptions, FindResult, HiddenMatches};
pub(crate) use identify::identify;
pub use identify::{Identified, IdentifyOptions, Selector};
pub use locate::Locators;
pub(crate) use locate::locate;
pub(crate) use news::{flush, take_news};
pub use performance::{LongFrames, LongTasks, MainThreadWork, PageStats, StatsDetail};
pub(crate) use pictured::screenshot;
pub(crate) use problems::{Problem, problems, problems_since};
pub(crate) use ready::{ready, ready_by};
pub use stats::{Stats, Tiers};
pub(crate) use table::table;
pub use table::{TableCell, TableData, TableElement, TableOptions, TableRow};
pub use through::{ScrollEnd, ScrollThrough, Scrolled};
pub(crate) use unconfirmed::{Unconfirmed, Wanted};

use self::{
    caller_state::Untold,
    captured_page::{CapturedPage, look_timed},
    performance::Meter,
    phases::Phases,
    selection::Selection,
    written::Around,
};
use crate::{
    cpu::cpu_bound,
    error::Result,
    screenshot::{Screenshot, ScreenshotOptions, mark},
    setters::setters,
    shared::SessionShared,
    tab::TabInner,
};

/// How to observe.
///
/// ```
/// use domtool::{Format, ObserveOptions};
///
/// let to_read = ObserveOptions::default().with_format(Format::Markdown).with_budget(2_000);
/// let what_changed = ObserveOptions::default().with_diff(true);
/// assert_eq!((to_read.budget, what_changed.budget), (Some(2_000), Some(4_000)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObserveOptions {
    /// How it is written: as text for a model, as HTML or as JSON.
    pub format: Format,
    /// The most tokens of the text, by domtool's estimate; `None` or 0 for no bound.
    pub budget: Option<u32>,
    /// Details to add to each element.
    pub with: NodeDetails,
    /// Shows only this element and what is below it.
    pub under: Option<ElementId>,
    /// Shows only the document in this frame, by the id of its `<iframe>`.
    pub frame: Option<ElementId>,
    /// Shows only the first element that this CSS selector matches and that can be seen, and what is below it. It is matched in one
    /// frame (the main one, or [`Self::frame`]), in the document and in each shadow root of it apart, open or closed. The text says how
    /// many match.
    pub selector: Option<String>,
    /// Shows only what is in view, at least in part.
    pub in_view_only: bool,
    /// Folds to open, by the ids that their lines have.
    pub expand: Vec<ElementId>,
    /// Which page of a long observation, counted from 1: each goes on with what those before had no room for.
    pub page: u32,
    /// What the caller is looking for, in words: a large page is cut down to what is about that.
    pub query: Option<String>,
    /// Shows only what changed since the caller last saw this tab; the whole page where that takes fewer tokens.
    pub diff: bool,
    /// Shows the page only if it changed; otherwise the text is `nothing changed`.
    pub if_changed: Option<IfChangedSince>,
    /// When to ask Chrome for names and roles.
    pub enrich: Enrich,
    /// Which [`Stats`] the text ends with. They hold times, so the texts of two runs differ.
    pub stats: StatsDetail,
    /// Scrolls through the page or a list first, so that what loads on the way is there.
    pub scroll: Option<ScrollThrough>,
    /// Chooses the format by the query and the page, in place of `format`: a picture where the query asks for looks, text where
    /// the page is to be read, else the tree.
    pub auto: bool,
    /// Adds a picture with the ids of the text drawn on it. [`Format::Hybrid`] always has one.
    pub marks: bool,
    /// How that picture is made. Its ids are drawn whatever this says.
    pub picture: ScreenshotOptions,
    /// Tells in one line what is as on the page of the same site that the caller read before this one: menus, heads and feet.
    pub as_before: bool,
    /// The most time from the call to the answer. `None`: 60 s and the time for scrolling through, and 10 s for a page that does
    /// not answer.
    pub timeout: Option<Duration>,
}

setters!(ObserveOptions {
    /// Writes it as text for a model, as HTML or as JSON.
    with_format => format = Format;
    /// Takes at most so many tokens; `None` for no bound.
    with_budget => budget ? u32;
    /// Adds to what is told of each node.
    with_details => with = NodeDetails;
    /// Shows only what is below this element.
    with_under => under ? ElementId;
    /// Shows only the document in this frame.
    with_frame => frame ? ElementId;
    /// Shows only the first element that this CSS selector matches and that can be seen.
    with_selector => selector ~ String;
    /// Shows only what is in view.
    with_in_view_only => in_view_only = bool;
    /// Opens these folds.
    with_expand => expand = Vec<ElementId>;
    /// Shows this page of a long observation; the first is 1.
    with_page => page = u32;
    /// Shows of a large page only what is about this, in words.
    with_query => query ~ String;
    /// Shows only what changed since the caller last saw this tab.
    with_diff => diff = bool;
    /// Answers `nothing changed` where nothing did.
    with_if_changed => if_changed ? IfChangedSince;
    /// Says when Chrome is asked for names and roles.
    with_enrich => enrich = Enrich;
    /// Ends the text with these [`Stats`].
    with_stats => stats = StatsDetail;
    /// Scrolls through the page or a list first.
    with_scroll => scroll ? ScrollThrough;
    /// Lets the query and the page choose the format.
    with_auto => auto = bool;
    /// Takes a picture along that has the ids drawn on it.
    with_marks => marks = bool;
    /// Says how that picture is made.
    with_picture => picture = ScreenshotOptions;
    /// Tells in one line what is as on the page before.
    with_as_before => as_before = bool;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

impl ObserveOptions {
    /// How long it scrolls on purpose.
    pub(crate) fn time_to_scroll(&self) -> Duration {
        self.scroll.as_ref().map_or(Duration::ZERO, |scroll| scroll.time)
    }
}

impl Default for ObserveOptions {
    fn default() -> Self {
        Self {
            format: Format::Tree,
            budget: Some(4_000),
            with: NodeDetails::default(),
            under: None,
            frame: None,
            selector: None,
            in_view_only: false,
            expand: Vec::new(),
            page: 1,
            query: None,
            diff: false,
            if_changed: None,
            enrich: Enrich::Auto,
            stats: StatsDetail::None,
            scroll: None,
            auto: false,
            marks: false,
            picture: ScreenshotOptions::default(),
            as_before: false,
            timeout: None,
        }
    }
}

/// What the page is compared with, to say whether it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IfChangedSince {
    /// What the caller last saw of this tab.
    LastLook,
    /// An observation with the same options, which had this [`Observation::hash`].
    Hash(ContentHash),
}

/// When to ask Chrome for names and roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enrich {
    /// Asks at once for all nodes whose name or role is uncertain.
    #[default]
    Auto,
    /// Asks for every node of every frame, which is Chrome's whole accessibility tree. It takes seconds on long pages.
    Full,
    /// Never asks.
    None,
}

/// What was seen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Observation {
    /// The text, or the JSON, as [`ObserveOptions::format`] says.
    pub text: String,
    /// An estimate that is never under what `o200k_base` counts.
    pub tokens: u32,
    /// The address.
    pub url: String,
    /// The title.
    pub title: String,
    /// A hash of what the options select of the page. It is equal while that does not change.
    pub hash: ContentHash,
    /// The elements that have an id in the text.
    pub elements: Vec<NodeSummary>,
    /// What a query left of the page, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filtered: Option<Filtered>,
    /// What came of scrolling through, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrolled: Option<Scrolled>,
    /// The page as a picture with the ids of the text drawn on it, where one was asked for.
    #[serde(skip)]
    pub picture: Option<Screenshot>,
    /// How much was read, and how long each phase took.
    #[serde(skip)]
    pub stats: Stats,
}

/// An element of an observation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeSummary {
    /// Its id.
    pub id: ElementId,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its box in CSS pixels of the top viewport; `None` when it has none.
    pub rect: Option<Rect>,
    /// Whether it is in view, at least in part.
    pub in_view: bool,
}

impl Observation {
    /// The text (or JSON) that a model reads.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first element whose name is this, else the first whose name contains it; letters' case does not matter.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&NodeSummary> {
        let wanted = name.to_lowercase();
        self.elements
            .iter()
            .find(|seen| seen.name.to_lowercase() == wanted)
            .or_else(|| self.elements.iter().find(|seen| seen.name.to_lowercase().contains(&wanted)))
    }
}

/// A page that keeps going from one document to the next is looked at after so many documents.
const MOST_DOCUMENTS: u32 = 3;

/// Looks, and writes down what a model reads.
pub(crate) async fn observe(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    options: &ObserveOptions,
) -> Result<Observation> {
    tab.gate()?;
    let session = Arc::clone(tab.session()?);
    let mut phases = Phases::default();
    let mut scrolled = None;
    if let Some(how) = &options.scroll {
        let loading = phases.wait("ready", ready(tab, caller_state)).await;
        tracing::debug!(?loading, "scrolling through");
        scrolled = Some(phases.wait("scroll", through::scroll_through(tab, &session, how)).await?);
    }
    let shown = tab.state().journal.now();
    let meter = match options.stats {
        StatsDetail::Page => Some(tab.guard(tab.patience(), Meter::begin(tab)).await?),
        StatsDetail::None | StatsDetail::Look => None,
    };
    let (look, loading, changed) = look_when_ready(tab, &session, caller_state, options, &mut phases).await?;
    let snapshot = &look.snapshot;
    let (performance, unread) = read(tab, meter).await;
    let focus = focus::focus(tab, &session, snapshot, options).await?;
    let mut notes = absence::notes(snapshot, &focus.scope, &loading);
    notes.extend(unread);
    notes.extend(focus.note);
    if let Some(scrolled) = &scrolled {
        notes.extend(through::notes(scrolled, options.budget));
    }
    // They go into a view, which is not searched. The look before learned what is secret.
    let notes = tab.write_out(notes);
    let news = tab.write_out(caller_state.caller.untold.lines().to_vec());
    let (title, url) = page_of(snapshot);
    tab.update(|state| state.title.clone_from(&title));
    let nonce = session.nonce(snapshot);
    let page_line = PageLine::of(snapshot);
    let before = caller_state.caller.read_before(&page_line).filter(|_| options.as_before);
    let before_rows = caller_state.caller.rows_before(&page_line).filter(|_| options.as_before);
    let view_options =
        ViewOptions { before, before_rows, ..view_options(&session, tab, snapshot, options, focus.scope)? };
    let page = tab.target();
    let around = Around {
        page: &page,
        title: &title,
        url: &url,
        nonce: &nonce,
        news: &news,
        notes: &notes,
        known: caller_state.caller.knows(&page_line),
    };
    let place = (&**tab, &*session);
    let nodes = snapshot.len();
    let may_picture = options.marks || view_options.format == Format::Hybrid;
    if !options.diff && !may_picture {
        // On a big page what was seen last is as large as what is seen now. A picture may fail, and then it was seen last.
        cpu_bound(nodes, || caller_state.caller.seen = None);
    }
    let unread = caller_state.caller.unread;
    let before = caller_state.caller.seen.as_ref().filter(|_| options.diff && !unread);
    let selection = Selection::new(options, view_options.format);
    let known = caller_state.caller.known_hash(options.if_changed, selection);
    let was_diff = before.is_some();
    let shape = written::shape(view_options.format, was_diff);
    let mut written = cpu_bound(nodes, || match before {
        Some(before) => written::diff(place, snapshot, before, view_options.budget, &around, &mut phases),
        None => written::view(place, snapshot, &view_options, &around, (known, selection), &mut phases),
    });
    if options.if_changed.is_some() {
        written.tokens = written.push_hash(shape, selection);
    }
    let mut stats = Stats::of(&look, &phases, (&written.text, shape), written.left_out);
    stats.page = performance;
    if written::budget(options).1 {
        written.tokens = stats.write_into(&mut written.text, shape);
    }
    let unchanged = known == Some(selection.hash_of(written.hash)) && !was_diff;
    let picture = match may_picture && !unchanged {
        true => Some(picture(tab, snapshot, &written.shown, &options.picture).await?),
        false => None,
    };
    // From here on nothing fails, and the caller is told.
    tab.update(|state| state.journal.show(shown));
    caller_state.caller.untold = Untold::default();
    caller_state.caller.seen = Some(written.outline);
    caller_state.caller.note_seen_at(changed, tab);
    caller_state.caller.unread = false;
    caller_state.caller.hash = Some(written.hash);
    if was_diff {
        caller_state.caller.forget_rows(&page_line);
    }
    // Formats in JSON, diffs and views without room have no such line.
    if written.text.starts_with("[page ") {
        caller_state.caller.note_read(&page_line, written.read);
        caller_state.caller.note_rows(&page_line, written.read_rows, options.page > 1);
        caller_state.caller.note_observed_page(page_line);
    }
    if !was_diff {
        caller_state.caller.selection = Some(selection);
    }
    caller_state.caller.title = Some(title.clone());
    caller_state.caller.problems = cpu_bound(nodes, || problems(snapshot));
    caller_state.caller.focus = focus_of(snapshot);
    let elements = written.shown.into_iter().map(|(id, index)| seen(snapshot, id, index)).collect();
    cpu_bound(nodes, || drop(look));
    Ok(Observation {
        text: written.text,
        tokens: written.tokens,
        url,
        title,
        hash: selection.hash_of(written.hash),
        elements,
        filtered: written.filtered,
        scrolled,
        picture,
        stats,
    })
}

/// Waits for the page to be worth looking at, and looks. The news comes first, so that what it tells of is in the look. Gives
/// what is still loading beside it, and when the page had changed for the last time.
async fn look_when_ready(
    tab: &Arc<TabInner>,
    session: &SessionShared,
    caller_state: &mut CallerState,
    options: &ObserveOptions,
    phases: &mut Phases,
) -> Result<(CapturedPage, Vec<String>, Option<f64>)> {
    let mut documents = 0;
    loop {
        let loading = phases.wait("ready", ready(tab, caller_state)).await;
        // Asked for first, so answered first: one round trip for both.
        let look = look_timed(tab, session, options.enrich, None, phases);
        let caller = &mut caller_state.caller;
        // Owed as soon as the journal has given them away: the look may fail, or be dropped.
        let news = async {
            let (news, changed) = take_news(tab).await;
            caller.owe(news);
            changed
        };
        let (changed, look) = tokio::join!(biased; news, look);
        let look = look?;
        // Another document may have come while the one before was looked at: nobody waited for that.
        let waited_for = caller_state.ready.as_ref() == Some(&tab.state().loading.loader);
        documents += 1;
        if waited_for || documents == MOST_DOCUMENTS {
            return Ok((look, loading, changed));
        }
    }
}

/// What a meter has counted; else a note that says why there is nothing: the page itself is worth more than that.
async fn read(tab: &TabInner, meter: Option<Meter>) -> (Option<PageStats>, Option<String>) {
    let Some(meter) = meter else { return (None, None) };
    match tab.guard(tab.patience(), meter.end(tab)).await {
        Ok(performance) => (Some(performance), None),
        Err(error) => (None, Some(format!("how the page performs could not be read: {error}"))),
    }
}

/// The page as it was just seen, with these ids on it.
async fn picture(
    tab: &Arc<TabInner>,
    snapshot: &Snapshot,
    shown: &[(ElementId, NodeIndex)],
    options: &ScreenshotOptions,
) -> Result<Screenshot> {
    let marks = shown
        .iter()
        .filter_map(|(id, index)| mark(snapshot, snapshot.node(*index), options.full_page, || Some(*id)));
    pictured::drawn(tab, snapshot, options, None, marks.collect()).await
}

fn seen(snapshot: &Snapshot, id: ElementId, index: NodeIndex) -> NodeSummary {
    let node = snapshot.node(index);
    NodeSummary {
        id,
        role: view::word(node).to_owned(),
        name: node.name().to_owned(),
        rect: node.rect(),
        in_view: matches!(node.place(), Place::InView | Place::Partial),
    }
}

/// Where the focus is.
pub(crate) fn focus_of(snapshot: &Snapshot) -> Option<FocusPlace> {
    let node = snapshot.node(snapshot.focus?);
    let frame = snapshot.frames.get(node.frame().0 as usize)?.id.clone();
    let current = snapshot.current().map(|current| snapshot.node(current).backend());
    Some(FocusPlace { frame, node: node.backend(), current })
}

/// The page's title and address.
pub(crate) fn page_of(snapshot: &Snapshot) -> (String, String) {
    snapshot.frames.first().map(|frame| (frame.title.clone(), frame.url.clone())).unwrap_or_default()
}

fn view_options(
    session: &SessionShared,
    tab: &TabInner,
    snapshot: &Snapshot,
    options: &ObserveOptions,
    scope: Scope,
) -> Result<ViewOptions> {
    let find = |id: ElementId| ids::node(tab, session, snapshot, id);
    let budget = written::budget(options).0;
    let format = if options.auto {
        let wanted = Choosing { query: options.query.as_deref(), budget };
        view::choose(snapshot, &outline_of(snapshot), &wanted)
    } else {
        options.format
    };
    Ok(ViewOptions {
        format,
        budget,
        with: options.with,
        scope: Scope {
            in_view_only: options.in_view_only || format == Format::Hybrid,
            landmarks: options.with.landmarks,
            places: options.with.rect,
            ..scope
        },
        expand: options.expand.iter().copied().map(&find).collect::<Result<_>>()?,
        page: options.page,
        query: options.query.clone(),
        before: None,
        before_rows: None,
    })
}

/// Takes note of a page that its caller has not read and is about to act on, so that it is told what that changes.
pub(crate) fn note_unread(caller: &mut Caller, snapshot: &Snapshot) {
    (caller.seen, caller.unread) = (Some(outline_of(snapshot)), true);
    (caller.title, caller.focus) = (Some(page_of(snapshot).0), focus_of(snapshot));
    caller.problems = cpu_bound(snapshot.len(), || problems(snapshot));
}

/// What the next diff compares with, when there is nothing to show.
pub(crate) fn outline_of(snapshot: &Snapshot) -> Outline {
    cpu_bound(snapshot.len(), || view::outline(snapshot, &Scope::default()))
}
