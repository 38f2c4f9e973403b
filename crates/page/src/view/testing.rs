//! Views of snapshots that tests write down.

use domtool_cdp::protocol::TargetId;

use super::{ReaderKnows, Surroundings, View, ViewOptions};
pub(crate) use crate::snapshot::testing::{SnapshotBuilder, card_page, card_page_and};
use crate::{identity::Registry, snapshot::Snapshot};

/// Renders with a fresh registry.
pub(crate) fn render(snapshot: &Snapshot, options: &ViewOptions) -> View {
    let page = TargetId::from("T");
    let around = Surroundings {
        page: &page,
        title: "Checkout",
        url: "https://shop.example/checkout",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    super::view(snapshot, &mut Registry::default(), options, &around)
}
