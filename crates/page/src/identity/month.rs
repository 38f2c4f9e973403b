//! The month that a day of a calendar is in. "1" of October is not "1" of September, whether the page draws the days anew or writes
//! other numbers into them. Fixture: evidence/identity.html (`calendar`, `months`).

use domtool_cdp::protocol::BackendNodeId;

use super::word_kinds;
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot};

/// A month has at least so many days.
const DAYS: usize = 28;
/// So many ancestors of a day are looked at for the month, and so many of that for its caption.
const ABOVE: usize = 8;
/// A calendar has no more nodes than this.
const NODES: u32 = 1_500;
/// A caption is read up to so many bytes.
const CAPTION: usize = 120;

/// The caption of the month that a day stands in, and the element that holds both.
pub(super) struct Month {
    pub(super) caption: String,
    pub(super) node: BackendNodeId,
}

/// `None` for what is no day of a month, and for a month without a caption.
pub(super) fn of_day(snapshot: &Snapshot, own: NodeRef<'_>) -> Option<Month> {
    day(own.name())?;
    let month = own.ancestors().take(ABOVE).take_while(|above| is_part(*above)).find(|above| {
        let days = inside(snapshot, *above).filter(|node| is_day(*node));
        days.take(DAYS).count() == DAYS
    })?;
    let first = inside(snapshot, month).find(|node| is_day(*node))?.index();
    let around = std::iter::once(month).chain(month.ancestors()).take(ABOVE);
    let mut named = None;
    for above in around.take_while(|above| is_part(*above) || above.tag() == "body") {
        let caption = texts_before(snapshot, above, first);
        let node = above.backend();
        // The names of the weekdays come between; the year tells the caption from them.
        if caption.split(' ').any(|word| word.chars().filter(char::is_ascii_digit).count() == 4) {
            return Some(Month { caption, node });
        }
        if named.is_none() && above.tag() != "table" && word_kinds::has_name(&caption) {
            named = Some(Month { caption, node });
        }
    }
    named
}

fn is_part(above: NodeRef<'_>) -> bool {
    above.kind() != NodeKind::Document
        && !matches!(above.tag(), "body" | "html")
        && above.end().0 - above.index().0 <= NODES
}

fn day(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|day| digits && (1..=31).contains(day))
}

fn is_day(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Text && day(node.text()).is_some()
}

fn inside<'s>(snapshot: &'s Snapshot, node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'s>> {
    let end = node.end().0.min(node.index().0 + NODES).min(snapshot.len() as u32);
    (node.index().0 + 1..end).map(|at| snapshot.node(NodeIndex(at)))
}

/// What stands in an element before a day: texts, and what fields hold, as some calendars let a person choose month and year there.
fn texts_before(snapshot: &Snapshot, above: NodeRef<'_>, day: NodeIndex) -> String {
    let mut caption = String::new();
    let mut skipped = NodeIndex(0);
    for node in inside(snapshot, above).take_while(|node| node.index() < day) {
        if caption.len() > CAPTION {
            break;
        }
        if node.index() < skipped || !node.visible() {
            continue;
        }
        match node.kind() {
            NodeKind::Text => word_kinds::tidy(node.text(), &mut caption),
            NodeKind::Element if matches!(node.tag(), "select" | "input") => {
                word_kinds::tidy(node.value().unwrap_or_default(), &mut caption);
                skipped = node.end();
            }
            _ => {}
        }
    }
    caption
}
