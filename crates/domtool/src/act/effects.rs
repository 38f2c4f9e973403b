//! Gathers what an action caused: from the journal since its input, and by comparing a fresh snapshot with what the caller saw last.

use std::{sync::Arc, time::Duration};

use rustc_hash::FxHashSet;

use domtool_page::{
    identity::{ElementId, Registry},
    messages::most_telling,
    settle::Rest,
    snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot},
    view::{self, Acted, Diff, Outline, ReaderKnows, SetState},
};

use super::{ActionContext, net::Net, verify};
use crate::{
    cpu::cpu_bound,
    error::Result,
    limits::{DIFF_TOKENS, LISTED_EFFECTS, LISTED_MESSAGES, NEW_TAB_SHOWS},
    observe::{self, Boundary, CallerState, FocusPlace, problems},
    report::{
        ActionKind, ChooserInfo, DialogInfo, Effects, Message, MessageKind, Opened, Report, RequestInfo,
        TabInfo, Target,
    },
    settle::Taking,
    shared::SessionShared,
    tab::{Entry, TabInner, Tabs},
};

/// A message of fewer words has to stand in one piece.
const LEAST_WORDS: usize = 6;
/// A shorter message, such as "1", may be in a diff by chance.
const LEAST_TEXT: usize = 4;

/// What was so before the action.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) mark: u64,
    /// When it began, in the journal's time.
    pub(crate) at: Duration,
    url: String,
    /// The tabs at rest that its page may lead elsewhere, each with its journal's mark.
    related: Vec<(Arc<TabInner>, u64)>,
}

impl Before {
    /// What comes from here on is the action's doing.
    pub(crate) fn take(tab: &TabInner) -> Before {
        let related = tab.siblings().map(|siblings| siblings.related(tab.number)).unwrap_or_default();
        let at_rest = |other: Arc<TabInner>| {
            let mark = {
                let state = other.state();
                state.loading.load.then(|| state.journal.mark())
            };
            mark.map(|mark| (other, mark))
        };
        let related = related.into_iter().filter_map(at_rest).collect();
        tab.update(|state| {
            let (mark, at) = state.journal.begin();
            Before { mark, at, url: state.url.clone(), related }
        })
    }

    /// What is said of tabs that went to another page since: by the action (a link with a `target`, `open` with a name) or by themselves, so
    /// that it is no effect.
    pub(crate) fn went_elsewhere(&self) -> String {
        let mut said = String::new();
        for (other, mark) in &self.related {
            let state = other.state();
            let mut since = state.journal.since(*mark);
            if since.any(|(_, entry)| matches!(entry, Entry::Committed { main: true })) {
                said.push_str(&format!("; tab {} went to {} meanwhile", other.number, state.url));
            }
        }
        said
    }
}

/// How the page came to rest after the input.
#[derive(Default)]
pub(crate) struct AtRest {
    pub(crate) rest: Rest,
    /// A look that shows it.
    pub(crate) taking: Option<Taking<observe::Captured>>,
}

/// What changed, as a report tells it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// The diff, or a sentence in its place.
    pub(crate) text: String,
    /// The elements that it shows as they are now.
    shown: Vec<ElementId>,
    nodes: FxHashSet<NodeIndex>,
    /// Nothing is known to have come of it, and the page shows a canvas: what that shows nobody reads.
    pub(crate) canvas: bool,
    /// All that it tells is what the page changes all the time, without anybody's doing.
    pub(crate) ticks: bool,
}

impl Changes {
    fn sentence(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Whether it shows an element as it is now.
    pub(crate) fn show(&self, id: ElementId) -> bool {
        self.shown.contains(&id)
    }
}

/// The effects, and what changed: since the caller last saw it, or since before the first action of a batch (`net`).
pub(crate) async fn gather(
    ctx: &ActionContext<'_>,
    caller_state: &mut CallerState,
    before: &Before,
    at_rest: &mut AtRest,
    starts: bool,
    set: &[SetState],
    net: Option<&mut Net>,
) -> Result<(Effects, Changes)> {
    let tab = ctx.tab;
    let captured = match at_rest.taking.take().filter(|_| tab.gate().is_ok()) {
        Some(taking) => taking.taken().await,
        None => None,
    };
    let changed = match tab.gate() {
        Ok(()) => observe::flush(tab).await,
        Err(_) => None,
    };
    let captured = changed.and_then(|changed| captured?.after(changed));
    // Noted first: what comes between is rather told twice than never.
    tab.update(|state| state.journal.report());
    let mut effects = from_journal(tab, before);
    effects.tabs = new_tabs(ctx, before).await;
    let taken = TakenMessages::take(tab, starts && effects.navigated, before.at);
    effects.messages = taken.since(before.at);
    let offered = |message: &Message| message.gone && is_in(message, &ctx.offered);
    effects.messages.retain(|message| !offered(message));
    if let Err(blocked) = tab.gate() {
        // A dialog, or the action closed the tab: the page cannot be read, and the report says why.
        return match blocked.kind() {
            crate::error::ErrorKind::DialogOpen | crate::error::ErrorKind::TabClosed => {
                taken.told();
                let current = match blocked.kind() {
                    crate::error::ErrorKind::TabClosed => current_after(ctx).await,
                    _ => None,
                };
                let text = current.unwrap_or_else(|| blocked.message().to_owned());
                Ok((effects, Changes::sentence(tab.write_out(text))))
            }
            _ => Err(blocked.after(ctx.dispatched)),
        };
    }
    let shown = tab.state().journal.now();
    let snapshot = match observe::look_on(tab, &ctx.session, captured).await {
        Ok(snapshot) => snapshot,
        // Nothing that was read before still holds of a page that has stopped answering.
        Err(error) if error.kind() == crate::error::ErrorKind::PageHung && tab.is_silent_or_unasked() => {
            return Err(error.after(ctx.dispatched));
        }
        // The input is through and so is its outcome; only the look at what it changed failed.
        Err(error) => {
            taken.told();
            let text = format!("the page could not be read: {}", error.message());
            return Ok((effects, Changes::sentence(tab.write_out(text))));
        }
    };
    let (title, _) = observe::page_of(&snapshot);
    let renamed = caller_state.caller.title.as_ref().is_some_and(|known| known != &title);
    // The address of a page changes with the page that it shows.
    let title_ticks = renamed && effects.url.is_none() && verify::title_ticks(tab).await;
    if renamed && !title_ticks {
        effects.title = Some(title.clone());
    }
    caller_state.caller.title = Some(title);
    let page_line = observe::PageLine::of(&snapshot);
    if !effects.navigated {
        caller_state.caller.forget_rows(&page_line);
    }
    caller_state.caller.note_reported_page(page_line);
    let mut outline = observe::outline_of(&snapshot);
    let focused = observe::focus_of(&snapshot);
    let mut diff = {
        let mut registry = ctx.session.registry();
        let diff = match &caller_state.caller.seen {
            _ if effects.navigated => {
                net.map(std::mem::take);
                Changes::sentence(Report::NEW_PAGE)
            }
            Some(seen) => {
                outline.note_ids(&snapshot, &registry, &tab.target());
                let between = Between { tab, session: &ctx.session, snapshot: &snapshot, after: &outline };
                let hovered = ctx.action == ActionKind::Hover;
                let mut compare = |before: &Outline, set: &[SetState]| {
                    between.changes(before, &mut registry, DIFF_TOKENS, Acted { set, hovered })
                };
                let diff = compare(seen, set);
                (effects.added, effects.removed, effects.changed) = (diff.added, diff.removed, diff.changed);
                at_rest.rest.changed |= diff.hovered > 0;
                let diff = match net {
                    Some(net) => net.tell(seen, set, diff, compare),
                    None => diff,
                };
                let openings = cpu_bound(snapshot.len(), || view::opened(seen, &outline, &snapshot));
                effects.opened =
                    openings.iter().map(|opening| opened(opening, &snapshot, &mut registry, tab)).collect();
                let texts: Vec<String> =
                    openings.iter().map(|opening| read_in(snapshot.node(opening.node))).collect();
                effects.messages.retain(|message| !is_in(message, &texts));
                let (shown, nodes) = diff.shown.into_iter().unzip();
                let open = diff.text == Report::NOTHING && at_rest.rest.open;
                let text = if open { Report::NOTHING_SO_FAR.to_owned() } else { diff.text };
                let changes = Changes { text, shown, nodes, ..Changes::default() };
                note_shown(&mut effects, &openings, &changes, &diff.reads);
                changes
            }
            None => Changes::sentence(Report::NOT_OBSERVED),
        };
        outline.note_ids(&snapshot, &registry, &tab.target());
        let before = &caller_state.caller.focus;
        let place = |of: &Option<FocusPlace>| of.as_ref().map(|focus| (focus.frame.clone(), focus.node));
        let moved = place(&focused) != place(before);
        if moved && let Some(index) = snapshot.focus {
            let known = registry.id_of(&tab.target(), &snapshot, index);
            let unseen = known.is_none() && !effects.navigated && is_part(snapshot.node(index));
            effects.focused = unseen.then(|| read_target(index, &snapshot, &mut registry, tab));
            effects.focus = known.or(effects.focused.as_ref().map(|focused| focused.id));
        }
        let current = |of: &Option<FocusPlace>| of.as_ref().and_then(|focus| focus.current);
        if (moved || current(&focused) != current(before))
            && !effects.navigated
            && let Some(index) = snapshot.current().filter(|index| is_part(snapshot.node(*index)))
        {
            // The line of an option may be that of the item around it (jQuery UI).
            let id_of = |index: &NodeIndex| registry.id_of(&tab.target(), &snapshot, *index).is_some();
            let around = snapshot.node(index).parent().map(NodeRef::index).filter(id_of);
            let line = around.filter(|_| !id_of(&index)).unwrap_or(index);
            effects.current = Some(read_target(line, &snapshot, &mut registry, tab));
        }
        diff
    };
    let lines = effects.added + effects.removed + effects.changed > 0;
    if lines
        && !at_rest.rest.changed
        && !effects.navigated
        && let Some(seen) = &caller_state.caller.seen
        && verify::only_ticks(tab, seen, (&snapshot, &outline)).await
    {
        (effects.added, effects.removed, effects.changed) = (0, 0, 0);
        diff.ticks = true;
    }
    // Whatever its role: what it shows nobody reads.
    let draws = |node: NodeRef<'_>| node.visible() && node.tag() == "canvas";
    diff.canvas = !effects.show_a_change(true) && snapshot.nodes().any(draws);
    tab.update(|state| state.journal.show(shown));
    caller_state.caller.focus = focused;
    caller_state.caller.problems = problems(&snapshot);
    // What changed was told, so that this is what the caller saw last.
    caller_state.caller.unread |= caller_state.caller.seen.is_none();
    let told = !caller_state.caller.unread && !effects.navigated;
    caller_state.caller.hash =
        told.then(|| cpu_bound(snapshot.len(), || view::content_hash(&outline, &snapshot)));
    caller_state.caller.seen = if effects.navigated { None } else { Some(outline) };
    caller_state.caller.note_seen_at(changed, tab);
    taken.told();
    tracing::debug!(changed = effects.changed, still = at_rest.rest.still.len(), "effects");
    Ok((effects, diff))
}

/// The page as it is now, to be compared with how it was.
pub(super) struct Between<'a> {
    pub(super) tab: &'a TabInner,
    pub(super) session: &'a SessionShared,
    pub(super) snapshot: &'a Snapshot,
    pub(super) after: &'a Outline,
}

impl Between<'_> {
    /// What changed, in at most so many tokens; `set` is what an action set itself.
    pub(super) fn changes(
        &self,
        before: &Outline,
        registry: &mut Registry,
        tokens: u32,
        acted: Acted<'_>,
    ) -> Diff {
        let Self { tab, session, snapshot, after } = *self;
        let boundary = Boundary::of(tab, session, snapshot);
        // Reports tell the title and the address where they changed.
        let around = boundary.surroundings(ReaderKnows { page: true, viewport: true, modes: true });
        cpu_bound(snapshot.len(), || view::changes(before, after, snapshot, registry, &around, tokens, acted))
    }
}

/// How long the session may take to hear that its tab is gone.
const TAB_GOES: Duration = Duration::from_secs(1);

/// Which tab the session is left with, where the action's closed.
async fn current_after(ctx: &ActionContext<'_>) -> Option<String> {
    let (siblings, closed) = (ctx.tab.siblings()?, ctx.tab.number);
    let until = (tokio::time::Instant::now() + TAB_GOES).min(ctx.end);
    let gone = |tabs: &Tabs| (!tabs.open.iter().any(|tab| tab.number == closed)).then_some(tabs.active);
    let current = siblings.until(until, gone).await??;
    Some(format!("tab {closed} closed, tab {current} is the current one"))
}

/// The part of an address that its path follows: `https://shop.example`.
pub(super) fn origin(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    Some(&url[..end])
}

/// Messages that the journal has given away. Where no report comes of them, as the look fails or the call is dropped, they go back.
struct TakenMessages<'a> {
    tab: &'a TabInner,
    messages: Vec<domtool_page::messages::Message>,
}

impl<'a> TakenMessages<'a> {
    /// What came before the action and went in it is no effect of it, but news.
    fn take(tab: &'a TabInner, starts: bool, begun: Duration) -> Self {
        let messages = tab.update(|state| {
            let all = state.journal.take_messages(starts);
            let (before, own) = all.into_iter().partition(|message| message.gone && message.at < begun);
            state.journal.give_back(before);
            own
        });
        Self { tab, messages }
    }

    /// The messages, with the time since the action began.
    fn since(&self, begun: Duration) -> Vec<Message> {
        let words = self.messages.iter().map(|message| Message {
            text: message.text.clone(),
            kind: message.kind,
            gone: message.gone,
            ms: message.at.saturating_sub(begun).as_millis() as u64,
            in_diff: false,
        });
        words.collect()
    }

    /// The report has them.
    fn told(mut self) {
        self.messages.clear();
    }
}

impl Drop for TakenMessages<'_> {
    fn drop(&mut self) {
        let messages = std::mem::take(&mut self.messages);
        if !messages.is_empty() {
            self.tab.update(|state| state.journal.give_back(messages));
        }
    }
}

/// All that is read in something that opened.
fn read_in(opening: NodeRef<'_>) -> String {
    let texts = opening.descendants().filter(|node| node.kind() == NodeKind::Text).map(NodeRef::text);
    texts.collect()
}

/// Whether a plain message only repeats a text of something that opened. Errors and successes are reported as messages all the same.
fn is_in(message: &Message, opened: &[String]) -> bool {
    let text = solid(&message.text);
    message.kind == MessageKind::Plain && opened.iter().any(|opened| solid(opened).contains(&text))
}

/// Notes which messages and openings the diff shows, too: a text need not say them again.
fn note_shown(effects: &mut Effects, openings: &[view::Opening], changes: &Changes, reads: &str) {
    let solid_reads = solid(reads);
    for message in &mut effects.messages {
        let text = solid(&message.text);
        let is_there = solid_reads.contains(&text) || says_each_word(reads, &message.text);
        message.in_diff = !message.gone && text.chars().count() >= LEAST_TEXT && is_there;
    }
    for (opened, opening) in effects.opened.iter_mut().zip(openings) {
        // What has no id and nothing to choose is told by its own line.
        let tells = opened.id.is_some() || !opening.options.is_empty();
        let shown = |node: &NodeIndex| changes.nodes.contains(node);
        opened.in_diff =
            tells && opened.id.is_none_or(|id| changes.show(id)) && opening.options.iter().all(shown);
    }
}

/// Whether what is read has each word of a message, in their order: in a diff the buttons of a message stand in lines of their own, with
/// notes between them (JupyterLab's news).
fn says_each_word(reads: &str, message: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
    }
    // A few words may be there by chance.
    if words(message).count() < LEAST_WORDS {
        return false;
    }
    let mut read = words(reads);
    words(message).all(|word| read.any(|other| other == word))
}

fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether it is a part of the page that a person sees, not the page.
fn is_part(node: NodeRef<'_>) -> bool {
    node.visible() && !matches!(node.tag(), "html" | "body" | "iframe" | "frame")
}

/// An element, with an id.
fn target(index: NodeIndex, snapshot: &Snapshot, registry: &mut Registry, tab: &TabInner) -> Target {
    let node = snapshot.node(index);
    let id = registry.assign(&tab.target(), snapshot, index);
    Target { id, role: view::word(node).to_owned(), name: node.name().to_owned() }
}

/// The same, by its text where it has no name.
fn read_target(index: NodeIndex, snapshot: &Snapshot, registry: &mut Registry, tab: &TabInner) -> Target {
    let target = target(index, snapshot, registry, tab);
    match target.name.is_empty() {
        true => Target { name: view::short_line(read_in(snapshot.node(index)).trim()), ..target },
        false => target,
    }
}

/// What opened, with ids for what can be operated in it.
fn opened(opening: &view::Opening, snapshot: &Snapshot, registry: &mut Registry, tab: &TabInner) -> Opened {
    let node = snapshot.node(opening.node);
    let options = opening.options.iter().take(LISTED_EFFECTS);
    let options = options.map(|index| target(*index, snapshot, registry, tab)).collect();
    Opened {
        kind: view::opening_word(node).to_owned(),
        name: node.name().to_owned(),
        options,
        more: opening.options.len().saturating_sub(LISTED_EFFECTS),
        id: registry.id_of(&tab.target(), snapshot, opening.node),
        in_diff: false,
    }
}

/// The tabs that opened, as they are once they show something.
async fn new_tabs(ctx: &ActionContext<'_>, before: &Before) -> Vec<TabInfo> {
    let numbers: Vec<u32> = {
        let state = ctx.tab.state();
        let opened = state.journal.since(before.mark).filter_map(|(_, entry)| match entry {
            Entry::TabOpened(number) => Some(*number),
            _ => None,
        });
        opened.collect()
    };
    let siblings = ctx.tab.siblings();
    let find = |number| siblings.as_ref()?.find(number);
    let tabs: Vec<_> = numbers.into_iter().filter_map(find).collect();
    let deadline = (tokio::time::Instant::now() + NEW_TAB_SHOWS).min(ctx.end);
    for tab in &tabs {
        let shown = |state: &crate::tab::State| {
            let blank = state.url.is_empty() || state.url == "about:blank";
            (state.closed || state.loading.dom_content && !blank).then_some(())
        };
        tab.until(deadline, shown).await;
    }
    tabs.iter().map(|tab| tab.info()).collect()
}

pub(super) fn from_journal(tab: &TabInner, before: &Before) -> Effects {
    let state = tab.state();
    let mut effects = Effects::default();
    let mut requests = Vec::new();
    let mut choosers: Vec<(u64, ChooserInfo)> = Vec::new();
    for (seq, entry) in state.journal.since(before.mark) {
        match entry {
            Entry::Committed { main: true, .. } => effects.navigated = true,
            Entry::Dialog(info) => {
                let open = state.dialog.as_ref().is_some_and(|dialog| dialog.seq == seq);
                effects.dialogs.push(DialogInfo { open, ..info.clone() });
            }
            Entry::Request { id, background: false } => requests.push(id),
            Entry::TabClosed(number) => effects.closed_tabs.push(*number),
            Entry::Download { guid, .. } => effects.downloads.extend(state.downloads.get(guid).cloned()),
            Entry::Chooser { multiple } => {
                choosers.push((seq, ChooserInfo { multiple: *multiple }));
            }
            Entry::ChooserAnswered { seq } => choosers.retain(|(opened, _)| opened != seq),
            _ => {}
        }
    }
    effects.choosers = choosers.into_iter().map(|(_, chooser)| chooser).collect();
    if state.url != before.url {
        effects.url = Some(state.url.clone());
    }
    // What a whole new page asks for is no news; what went wrong in it is, and what was sent.
    let tells = |info: &&RequestInfo| {
        let said = !effects.navigated || !info.is_read() || info.follows_write || info.is_failure();
        said && !is_site_icon(info)
    };
    // Those whose answers become content of the page come first: pictures are many.
    let (content, others): (Vec<_>, Vec<_>) =
        requests.into_iter().partition(|id| state.journal.requests.may_be_content(id));
    let hops = content.into_iter().chain(others).flat_map(|id| state.journal.requests.hops(id));
    let site = origin(&state.url);
    effects.requests = hops
        .filter(tells)
        .map(|info| RequestInfo { same_origin: site.is_some() && origin(&info.url) == site, ..info.clone() })
        .collect();
    // What became a download is told as one.
    let downloaded = |url: &str| effects.downloads.iter().any(|info| info.url == url);
    let refused = |request: &RequestInfo| request.status.is_some_and(|status| status >= 400);
    effects.requests.retain(|request| refused(request) || !downloaded(&request.url));
    let console = state.journal.console_since(before.mark);
    effects.left_out.console_errors = console.others;
    for (text, times) in console.texts {
        effects.left_out.console_errors += times - 1;
        effects.console_errors.push(text);
    }
    effects.left_out.unknown = state.journal.has_gap(before.mark);
    if state.closed {
        effects.closed_tabs.push(tab.number);
    }
    drop(state);
    tab.write_out(effects)
}

/// Whether it is for the icon that the browser asks each site for by itself.
fn is_site_icon(info: &RequestInfo) -> bool {
    let path = info.url.split(['?', '#']).next().unwrap_or_default();
    info.kind == "other" && info.is_read() && path.ends_with("/favicon.ico")
}

/// Cuts the lists of a report that was judged: what failed or was sent stays, and how much more there is.
pub(super) fn cut(mut effects: Effects) -> Effects {
    let more = effects.requests.len().saturating_sub(LISTED_EFFECTS);
    if more > 0 {
        effects.requests.sort_by_key(RequestInfo::weight);
        effects.requests.truncate(LISTED_EFFECTS);
        effects.left_out.requests += more;
    }
    let messages = std::mem::take(&mut effects.messages);
    let (messages, more) = most_telling(messages, LISTED_MESSAGES, |message| message.kind);
    effects.messages = messages;
    effects.left_out.messages += more;
    effects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_of_a_site_is_asked_for_by_the_browser() {
        for (method, kind, url, icon) in [
            ("GET", "other", "http://a.example/favicon.ico", true),
            ("GET", "other", "http://a.example/favicon.ico?v=2", true),
            ("GET", "fetch", "http://a.example/favicon.ico", false),
            ("GET", "other", "http://a.example/app.json", false),
        ] {
            let mut info = RequestInfo::default();
            (info.method, info.kind, info.url) = (method.to_owned(), kind.to_owned(), url.to_owned());
            assert_eq!(is_site_icon(&info), icon, "{method} {kind} {url}");
        }
    }
}
