//! Says where a control stands among others, where nothing else tells it: a star of a rating, a handle on its track. Fixture:
//! library-lines.html.

use std::fmt::Write as _;

use crate::snapshot::{NodeRef, Role, Why};

/// How far out of a handle its track is.
const OUT: usize = 2;

pub(super) fn push_position(out: &mut String, node: NodeRef<'_>) {
    if let Some((place, count)) = place_in_group(node) {
        let _infallible = write!(out, " {place} of {count}");
    }
    if let Some((percent, length)) = place_on_track(node) {
        let _infallible = write!(out, " at {percent} % of {length}");
    }
}

/// The place of a radio button that the page counts. Ant Design's stars all have one name.
fn place_in_group(node: NodeRef<'_>) -> Option<(u32, u32)> {
    let number = |name: &str| node.attribute(name)?.trim().parse::<u32>().ok();
    let counted = node.role() == Role::Radio;
    let (place, count) = (number("aria-posinset"), number("aria-setsize"));
    place.zip(count).filter(|(place, count)| counted && (1..=*count).contains(place))
}

/// How far along its track the handle of a slider without a role stands, and how long the track is in CSS pixels: jQuery UI's
/// slider, which keys and dragging move.
fn place_on_track(node: NodeRef<'_>) -> Option<(i64, i64)> {
    let is_handle = has_words(node, &["slider"]) && has_words(node, &["handle", "thumb"]);
    if node.role() != Role::Generic || !node.why().has(Why::TABINDEX) || !is_handle {
        return None;
    }
    let ((x, y), handle) = (node.rect()?.center(), node.rect()?);
    let is_track = |above: &NodeRef<'_>| {
        let longer = above.rect().is_some_and(|track| track.w.max(track.h) > 2.0 * handle.w.max(handle.h));
        longer && has_words(*above, &["slider"])
    };
    let track = node.ancestors().take(OUT).find(is_track)?.rect()?;
    let (share, length) = if track.w >= track.h {
        ((x - track.x) / track.w, track.w)
    } else {
        ((track.bottom() - y) / track.h, track.h)
    };
    Some(((share * 100.0).round() as i64, length.round() as i64))
}

fn has_words(node: NodeRef<'_>, words: &[&str]) -> bool {
    let class = node.attribute("class").unwrap_or("");
    class.split(|c: char| !c.is_ascii_alphabetic()).any(|word| words.contains(&word))
}
