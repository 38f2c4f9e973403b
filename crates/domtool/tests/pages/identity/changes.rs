//! The tables of what pages do with their rows.

use super::table::{Closed, Hits, In, Main, Oopif, Safe, Stale, check};

/// The same nodes are given to other rows: no id may follow them.
#[test]
fn recycled_nodes_hit_nobody() {
    check(
        &[Main],
        &[
            ("list", "others", Stale),
            ("table", "others", Stale),
            ("cards", "others", Stale),
            ("plain", "others", Stale),
            ("cells", "others", Stale),
            ("orders", "others", Stale),
            ("numbers", "others", Stale),
            ("twins", "others", Stale),
            ("ids", "others", Stale),
            ("slots", "others", Stale),
            ("places", "others", Stale),
            ("pictures", "others", Stale),
            ("links", "others", Stale),
            ("linked", "others", Stale),
            ("hidden", "others", Stale),
            ("values", "others", Stale),
            ("inline", "others", Stale),
            ("names", "others", Stale),
            ("clicks", "others", Stale),
            ("flat", "others", Stale),
            ("terms", "others", Stale),
            ("boxes", "others", Stale),
            ("elements", "others", Stale),
            ("auctions", "others", Stale),
            ("held", "others", Stale),
            ("chosen", "others", Stale),
            ("pane", "others", Stale),
            ("dialog", "others", Stale),
        ],
    );
}

/// The rows move up or down by one in the same nodes: the id goes where its row went.
#[test]
fn shifted_rows_take_their_ids_along() {
    check(
        &[Main],
        &[
            ("list", "shift", Hits),
            ("table", "shift", Hits),
            ("cards", "shift", Hits),
            ("plain", "shift", Hits),
            ("cells", "shift", Hits),
            ("orders", "shift", Hits),
            ("numbers", "shift", Hits),
            ("twins", "shift", Hits),
            ("ids", "shift", Hits),
            ("slots", "shift", Stale),
            ("places", "shift", Hits),
            ("linked", "shift", Hits),
            ("hidden", "shift", Hits),
            ("names", "shift", Hits),
            ("elements", "shift", Hits),
            ("list", "unkeyed", Hits),
            ("list", "unkeyedDrop", Hits),
            ("list", "backwards", Hits),
            ("held", "shift", Hits),
            ("held", "unkeyed", Hits),
            ("held", "unkeyedDrop", Hits),
            ("held", "backwards", Hits),
            ("heldQuietly", "unkeyed", Hits),
            ("heldQuietly", "unkeyedDrop", Hits),
            ("chosen", "unkeyedDrop", Hits),
            ("cards", "unkeyed", Hits),
            ("orders", "unkeyed", Hits),
        ],
    );
}

/// The nodes go along, or new ones with the same content come: the same button.
#[test]
fn rows_that_are_drawn_anew_keep_their_ids() {
    check(
        &[Main],
        &[
            ("list", "keyed", Hits),
            ("list", "keyedDrop", Hits),
            ("list", "keyedReverse", Hits),
            ("list", "anew", Hits),
            ("list", "html", Hits),
            ("list", "anewInserted", Hits),
            ("list", "anewOthers", Stale),
            ("list", "anewTwice", Stale),
            ("table", "anew", Hits),
            ("cards", "anewInserted", Hits),
            ("orders", "anewInserted", Hits),
            ("numbers", "anew", Hits),
            ("ids", "anew", Hits),
            ("hidden", "anew", Hits),
            ("names", "anew", Hits),
            ("flat", "anew", Hits),
            ("slots", "keyed", Hits),
            ("places", "keyed", Hits),
        ],
    );
}

/// Clocks, counters, badges and classes make no other button of one.
#[test]
fn what_ticks_is_no_other_element() {
    check(
        &[Main],
        &[
            ("auctions", "tick", Hits),
            ("auctions", "ticking", Hits),
            ("auctions", "anewTicking", Hits),
            ("timers", "ticking", Hits),
            ("likes", "tick", Hits),
            ("badges", "tick", Hits),
            ("badges", "ticking", Hits),
            ("steppers", "tick", Hits),
            ("states", "done", Hits),
            ("held", "edited", Hits),
            ("chosen", "edited", Hits),
            ("held", "filled", Hits),
            ("list", "isNew", Hits),
            ("list", "around", Hits),
            ("list", "classes", Hits),
            ("pictures", "picture", Hits),
            ("single", "nothing", Hits),
        ],
    );
}

/// The mouse, the focus or the scrolling of the action itself gives the row to another.
#[test]
fn rows_recycled_by_the_action_hit_nobody() {
    check(&[Main, Oopif, Closed], &[("list", "onHover", Stale), ("table", "onScroll", Safe)]);
}

/// It is the same in every kind of frame and shadow root.
#[test]
fn everywhere_alike() {
    check(
        &In::ALL,
        &[
            ("list", "nothing", Hits),
            ("list", "others", Stale),
            ("table", "shift", Hits),
            ("elements", "others", Stale),
            ("cards", "anew", Hits),
            ("auctions", "ticking", Hits),
        ],
    );
}
