//! What stands, at the end, in the place of an element that went away with what was done to it: the page drew it anew under another `id`,
//! or loaded itself again. It is read as the element itself is.
//!
//! Pages draw fields anew that they refuse a value of, and those whose value they took: a chat's, "add another". What was given stands on
//! the page then, or went out in a request that was answered well. Fixture: evidence/anew.html.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::BackendNodeId;
use domtool_page::{
    identity::{self, ElementId},
    snapshot::{NodeIndex, NodeKind, Snapshot},
    view::quoted,
};
use tokio::time::Instant;

use super::{
    ActionContext, fields,
    options::before_answer,
    resolve::{self, ResolvedElement},
    wait::change,
};
use crate::{
    error::ErrorKind,
    observe::{self, Enrich, Wanted},
    tab::TabInner,
    world::data::NodeState,
};

/// How often a document that was loaded again is looked at, and how long a change of it is waited for.
const LOOKS: u32 = 3;
const DRAWN: Duration = Duration::from_millis(300);

/// An element as it was when it was resolved, and the address of its document.
#[derive(Debug)]
pub(crate) struct Trace {
    of: identity::Trace,
    url: String,
}

/// What stands in its place.
pub(super) struct Anew {
    pub(super) subject: ResolvedElement,
    /// By another document.
    loaded: bool,
    /// The address is another one, a query or fragment of it.
    pub(super) elsewhere: bool,
    /// What was given stands elsewhere: on the page, or in its address.
    pub(super) shown: bool,
}

impl Trace {
    /// Whether a node is the one that was noted: a part of an element, or what stood in for it, has no id of its own.
    pub(super) fn is_of(&self, backend: BackendNodeId) -> bool {
        self.of.backend() == backend
    }

    /// Takes note of an element; `None` where its id names nothing any more.
    pub(super) fn of(ctx: &ActionContext<'_>, id: ElementId) -> Option<Arc<Self>> {
        let of = ctx.session.registry().trace(id)?;
        let entry = observe::ids::entry(ctx.tab, &ctx.session, id).ok()?;
        Some(Arc::new(Self { of, url: url_of(ctx.tab, &entry.frame)? }))
    }
}

impl Anew {
    /// Finds what stands in the place of an element, by a fresh look; `None` where nothing does, or nobody can tell what.
    pub(super) async fn of(ctx: &ActionContext<'_>, was: &ResolvedElement, wanted: &Wanted) -> Option<Self> {
        if !was.trace.is_of(was.backend) || matches!(wanted, Wanted::Boxes(_) | Wanted::Moved) {
            return None;
        }
        let (snapshot, now, url, subject) = find(ctx, was).await?;
        let given = given(&subject, wanted).await;
        let elsewhere = url != was.trace.url;
        let shown = !subject.state.secret
            && (elsewhere && given.iter().any(|given| in_query(&url, given))
                || shows(&snapshot, &was.trace.of, now, &given));
        Some(Self { loaded: was.trace.of.is_left(&snapshot), elsewhere, shown, subject })
    }

    /// How it came to be there.
    pub(super) fn how(&self) -> &'static str {
        if self.loaded { "its document was loaded again" } else { "the page drew it anew" }
    }

    /// What is said of it where it holds something else than was given.
    pub(super) fn says(&self, wanted: &Wanted, holds: &str) -> String {
        let what = match wanted {
            Wanted::Checked(_) => "the click",
            Wanted::Chosen(_) | Wanted::Listed(_) | Wanted::Shown { .. } => "the choice",
            Wanted::Files(_) => "the files",
            Wanted::Turned(_) | Wanted::Moved => "the value",
            Wanted::Text { .. } | Wanted::Added { .. } | Wanted::Boxes(_) => "the text",
        };
        let now = match wanted {
            Wanted::Checked(_) => format!("is not {} now", wanted.word()),
            Wanted::Shown { .. } if holds.is_empty() => "does not show it now".to_owned(),
            _ if holds.is_empty() => "is empty now".to_owned(),
            _ if self.subject.state.secret => "holds something else now".to_owned(),
            _ => format!("holds {} now", quoted(&holds)),
        };
        format!("{} took {what}, {}, and it {now}", self.subject.words(), self.how())
    }
}

/// Looks for it, and reads it. A document that was loaded again may be drawn by its scripts only now.
async fn find(
    ctx: &ActionContext<'_>,
    was: &ResolvedElement,
) -> Option<(Snapshot, NodeIndex, String, ResolvedElement)> {
    for looked in 1..=LOOKS {
        ctx.tab.gate().ok()?;
        let url = url_of(ctx.tab, &was.frame)?;
        if page_of(&url) != page_of(&was.trace.url) {
            return None;
        }
        let mark = ctx.tab.state().journal.mark();
        match observe::look(ctx.tab, &ctx.session, Enrich::Auto).await {
            Ok(snapshot) => {
                if let Some(now) = was.trace.of.successor(&snapshot)
                    && let Some(subject) = read(ctx.tab, was, &snapshot, now).await
                {
                    return Some((snapshot, now, url, subject));
                }
                if looked == LOOKS || !was.trace.of.is_left(&snapshot) {
                    return None;
                }
            }
            Err(error) if error.kind() == ErrorKind::NavigatedAway => {}
            Err(_) => return None,
        }
        change(ctx.tab, mark, before_answer(ctx.end).min(Instant::now() + DRAWN)).await;
    }
    None
}

/// Reads the new node. What the old one held may have been a secret that nothing of the new one tells.
async fn read(
    tab: &TabInner,
    was: &ResolvedElement,
    snapshot: &Snapshot,
    now: NodeIndex,
) -> Option<ResolvedElement> {
    let backend = snapshot.node(now).backend();
    let handle = tab.world_of(&was.frame)?.node(backend).await.ok()?;
    let mut state: NodeState = resolve::read_state(&handle, &was.privacy).await.ok()?;
    state.secret |= was.state.secret || snapshot.node(now).masked();
    Some(ResolvedElement { handle, backend, state, ..was.clone() })
}

/// What a person would read of what was given.
async fn given(subject: &ResolvedElement, wanted: &Wanted) -> Vec<String> {
    match wanted {
        Wanted::Text { text, .. } | Wanted::Added { text, .. } => vec![text.trim().to_owned()],
        Wanted::Chosen(values) => fields::labels(subject, values).await,
        Wanted::Listed(labels) => labels.clone(),
        Wanted::Shown { label, .. } => vec![label.clone()],
        Wanted::Files(files) => files.iter().map(|file| file.name.clone()).collect(),
        Wanted::Turned(_) | Wanted::Checked(_) | Wanted::Boxes(_) | Wanted::Moved => Vec::new(),
    }
}

/// Whether a new text of the page is what was given, all of it: a longer one may say that it was refused.
fn shows(snapshot: &Snapshot, trace: &identity::Trace, own: NodeIndex, given: &[String]) -> bool {
    let own = snapshot.node(own);
    snapshot.nodes().any(|node| {
        node.kind() == NodeKind::Text
            && node.visible()
            && !own.contains(node.index())
            && given.iter().any(|given| !given.is_empty() && node.text().trim() == given)
            && trace.is_new(snapshot, node)
    })
}

fn url_of(tab: &TabInner, frame: &domtool_cdp::protocol::FrameId) -> Option<String> {
    tab.state().frames.get(frame).map(|frame| frame.url.clone())
}

/// An address without its query and fragment.
fn page_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Whether an address has a text in its query, as forms write it.
fn in_query(url: &str, text: &str) -> bool {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let written = [text.replace(' ', "+"), text.replace(' ', "%20")];
    let mut values = query.split(['&', '#']).filter_map(|pair| pair.split_once('='));
    values.any(|(_, value)| !text.is_empty() && written.iter().any(|written| written == value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_asks_for() {
        for (url, text, expected) in [
            ("/list?q=red+shoes&page=2", "red shoes", true),
            ("/list?q=red%20shoes#top", "red shoes", true),
            ("/list?q=red+shoes", "red", false),
            ("/red#q=red", "red", false),
            ("/list?q=", "", false),
        ] {
            assert_eq!(in_query(url, text), expected, "{url} {text}");
        }
    }

    #[test]
    fn the_same_page_whatever_is_asked_of_it() {
        assert_eq!(page_of("http://a.example/list?x=1#top"), page_of("http://a.example/list"));
        assert_ne!(page_of("http://a.example/list"), page_of("http://a.example/item"));
    }
}
