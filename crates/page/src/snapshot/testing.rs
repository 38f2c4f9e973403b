//! Snapshots written down by tests: a small builder that fills the columns as perception would.

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId};

use super::{
    Certainty, Frame, FrameIndex, NodeIndex, NodeKind, Place, Role, Snapshot, States, TextId, Tier, Tristate,
    Why,
    screens::{Hides, Screen},
};
use crate::{capture::Viewport, geometry::Rect};

/// Builds a snapshot in document order; `close` ends the innermost open element.
pub(crate) struct SnapshotBuilder {
    pub(crate) snapshot: Snapshot,
    open: Vec<usize>,
    backend: i32,
    /// What the next element is: set by the chained calls after it was opened.
    last: usize,
}

impl SnapshotBuilder {
    pub(crate) fn new() -> Self {
        let viewport = Viewport {
            width: 1280.0,
            height: 800.0,
            content_width: 1280.0,
            content_height: 2480.0,
            scroll_x: 0.0,
            scroll_y: 200.0,
            ..Viewport::default()
        };
        let mut snapshot = Snapshot { viewport, ..Snapshot::default() };
        snapshot.frames.push(Frame {
            id: FrameId::from("F0"),
            loader: LoaderId::from("L0"),
            url: "https://shop.example/checkout".into(),
            title: "Checkout".into(),
            document: NodeIndex(0),
            parent: None,
            session: 0,
            viewport: Rect::new(0.0, 0.0, 1280.0, 800.0),
            scroll: (0.0, 200.0),
            content: (1280.0, 2480.0),
            extent: Rect::new(0.0, 0.0, 1280.0, 2480.0),
        });
        let mut builder = Self { snapshot, open: Vec::new(), backend: 0, last: 0 };
        builder.push(NodeKind::Document, "");
        builder.open("html", Role::Generic).open("body", Role::Generic);
        builder
    }

    fn push(&mut self, kind: NodeKind, tag: &str) -> usize {
        self.backend += 1;
        let c = &mut self.snapshot.columns;
        let at = c.parent.len();
        let tag = c.strings.push_word(tag);
        c.parent.push(self.open.last().map_or(NodeIndex::NONE, |p| NodeIndex(*p as u32)));
        c.end.push(NodeIndex(at as u32 + 1));
        c.kind.push(kind);
        c.tag.push(tag);
        c.frame.push(FrameIndex(0));
        c.backend.push(BackendNodeId(self.backend));
        c.attributes.push((c.attribute_pool.len() as u32, c.attribute_pool.len() as u32));
        c.text.push(TextId::EMPTY);
        c.value.push(None);
        let rect = Some(Rect::new(10.0, 10.0, 100.0, 20.0));
        c.rect.push(rect);
        c.clipped.push(rect);
        c.paint_order.push(0);
        c.visible.push(true);
        let place = self.open.last().map_or(Place::InView, |p| c.place[*p]);
        c.place.push(place);
        c.covered_by.push(NodeIndex::NONE);
        c.tier.push(Tier::Structural);
        c.why.push(Why(0));
        c.role.push(Role::Generic);
        c.role_certainty.push(Certainty::Certain);
        c.name.push(TextId::EMPTY);
        c.name_certainty.push(Certainty::Certain);
        c.states.push(None);
        for &open in &self.open {
            self.snapshot.columns.end[open] = NodeIndex(at as u32 + 1);
        }
        if kind != NodeKind::Text {
            self.open.push(at);
        }
        self.last = at;
        at
    }

    pub(crate) fn open(&mut self, tag: &str, role: Role) -> &mut Self {
        let at = self.push(NodeKind::Element, tag);
        let c = &mut self.snapshot.columns;
        c.role[at] = role;
        if role != Role::Generic {
            c.tier[at] = Tier::Semantic;
        }
        let native = matches!(
            role,
            Role::Button
                | Role::Link
                | Role::TextBox
                | Role::Checkbox
                | Role::ComboBox
                | Role::Radio
                | Role::Slider
        );
        if native {
            c.why[at] = Why::NATIVE;
        }
        self
    }

    pub(crate) fn close(&mut self) -> &mut Self {
        self.open.pop();
        self
    }

    /// A text node.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        let at = self.push(NodeKind::Text, "");
        let id = self.snapshot.columns.strings.push_word(text);
        self.snapshot.columns.text[at] = id;
        self.snapshot.columns.tier[at] = Tier::Semantic;
        self
    }

    /// An element with a name and, where it takes one, the text inside it; closed.
    pub(crate) fn leaf(&mut self, tag: &str, role: Role, name: &str) -> &mut Self {
        self.open(tag, role).named(name);
        let at = self.last;
        if !matches!(tag, "input" | "select" | "textarea" | "img") && !name.is_empty() {
            self.text(name);
        }
        self.close();
        self.last = at;
        self
    }

    pub(crate) fn named(&mut self, name: &str) -> &mut Self {
        let id = self.snapshot.columns.strings.push_word(&super::name::collapse(name));
        self.snapshot.columns.name[self.last] = id;
        self
    }

    pub(crate) fn guessed(&mut self, name: &str) -> &mut Self {
        self.named(name);
        self.snapshot.columns.name_certainty[self.last] = Certainty::Guessed;
        self
    }

    pub(crate) fn value(&mut self, value: &str) -> &mut Self {
        let id = self.snapshot.columns.strings.push_word(value);
        self.snapshot.columns.value[self.last] = Some(id);
        self
    }

    pub(crate) fn why(&mut self, why: Why) -> &mut Self {
        let c = &mut self.snapshot.columns;
        c.why[self.last] = why;
        if c.tier[self.last] == Tier::Structural {
            c.tier[self.last] = Tier::Interactive;
        }
        self
    }

    /// Attributes go to the element opened last, before anything is put into it.
    pub(crate) fn attr(&mut self, name: &str, value: &str) -> &mut Self {
        let c = &mut self.snapshot.columns;
        let (name, value) = (c.strings.push_word(name), c.strings.push_word(value));
        let (start, end) = c.attributes[self.last];
        let kept: Vec<_> = c.attribute_pool[start as usize..end as usize].to_vec();
        let from = c.attribute_pool.len() as u32;
        c.attribute_pool.extend(kept);
        c.attribute_pool.push((name, value));
        c.attributes[self.last] = (from, c.attribute_pool.len() as u32);
        self
    }

    pub(crate) fn states(&mut self, set: impl FnOnce(&mut States)) -> &mut Self {
        let mut states = self.snapshot.columns.states[self.last].take().map(|s| *s).unwrap_or_default();
        set(&mut states);
        self.snapshot.columns.states[self.last] = Some(Box::new(states));
        self
    }

    pub(crate) fn checked(&mut self, on: bool) -> &mut Self {
        self.states(|s| s.checked = Some(if on { Tristate::On } else { Tristate::Off }))
    }

    pub(crate) fn place(&mut self, place: Place) -> &mut Self {
        self.snapshot.columns.place[self.last] = place;
        self.rect_at(match place {
            Place::Below => 2000.0,
            Place::Above => -500.0,
            _ => 10.0,
        })
    }

    pub(crate) fn rect_at(&mut self, y: f64) -> &mut Self {
        let rect = Some(Rect::new(10.0, y, 100.0, 20.0));
        self.snapshot.columns.rect[self.last] = rect;
        self.snapshot.columns.clipped[self.last] = rect;
        self
    }

    /// Lays it over the whole window.
    pub(crate) fn over_window(&mut self) -> &mut Self {
        let rect = Some(Rect::new(0.0, 0.0, 1280.0, 800.0));
        self.snapshot.columns.rect[self.last] = rect;
        self.snapshot.columns.clipped[self.last] = rect;
        self
    }

    /// Says that it lies over controls, and how much of them it hides.
    pub(crate) fn screens(&mut self, hides: Hides) -> &mut Self {
        let rect = self.snapshot.columns.rect[self.last].unwrap_or_default();
        let node = NodeIndex(self.last as u32);
        self.snapshot.screens.push(Screen { node, rect, hides, stays: true });
        self
    }

    /// A box of 40 by 30 at this place.
    pub(crate) fn cell_at(&mut self, x: f64, y: f64) -> &mut Self {
        let rect = Some(Rect::new(x, y, 40.0, 30.0));
        self.snapshot.columns.rect[self.last] = rect;
        self.snapshot.columns.clipped[self.last] = rect;
        self
    }

    /// A month of buttons in rows of seven, the first of it in this column; a name is made of the day.
    pub(crate) fn month(&mut self, first: u32, days: u32, name: impl Fn(u32) -> String) -> &mut Self {
        for day in 1..=days {
            let at = first + day - 1;
            let (column, row) = (f64::from(at % 7), f64::from(at / 7));
            self.open("button", Role::Button).named(&name(day)).cell_at(column * 40.0, row * 30.0);
            self.text(&day.to_string()).close();
        }
        self
    }

    pub(crate) fn painted(&mut self, order: u32) -> &mut Self {
        self.snapshot.columns.paint_order[self.last] = order;
        self
    }

    pub(crate) fn hidden(&mut self) -> &mut Self {
        let end = self.snapshot.columns.end[self.last].at();
        self.snapshot.columns.visible[self.last..end].fill(false);
        self
    }

    pub(crate) fn covered_by(&mut self, coverer: NodeIndex) -> &mut Self {
        self.snapshot.columns.covered_by[self.last] = coverer;
        self
    }

    pub(crate) fn backend(&mut self, backend: i32) -> &mut Self {
        self.snapshot.columns.backend[self.last] = BackendNodeId(backend);
        self
    }

    pub(crate) fn last(&self) -> NodeIndex {
        NodeIndex(self.last as u32)
    }

    /// A document inside the `<iframe>` opened last; its nodes belong to the new frame until two closes later.
    pub(crate) fn document(&mut self, url: &str) -> &mut Self {
        let at = self.push(NodeKind::Document, "");
        let number = self.snapshot.frames.len();
        self.snapshot.frames.push(Frame {
            id: FrameId::from(format!("F{number}").as_str()),
            loader: LoaderId::from(format!("L{number}").as_str()),
            url: url.into(),
            document: NodeIndex(at as u32),
            parent: Some(FrameIndex(0)),
            ..self.snapshot.frames[0].clone()
        });
        self.snapshot.columns.frame[at] = FrameIndex(number as u32);
        self
    }

    pub(crate) fn build(&mut self) -> Snapshot {
        std::mem::take(&mut self.snapshot)
    }
}

/// The card page of 7-performance, at the top of its scroll range.
pub(crate) fn card_page(cards: usize) -> Snapshot {
    card_page_and(cards, None)
}

/// The same with a button of its own in one of the cards; all other nodes are those of the page without.
pub(crate) fn card_page_and(cards: usize, more: Option<usize>) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("header", Role::Banner);
    b.leaf("h1", Role::Heading, "Shop").states(|s| s.level = Some(1));
    b.leaf("a", Role::Link, "Home").leaf("a", Role::Link, "Cart").close();
    for i in 0..cards {
        let y = 100.0 + 180.0 * i as f64;
        let place = if y < 700.0 { Place::InView } else { Place::Below };
        b.open("div", Role::Generic)
            .place(place)
            .rect_at(y)
            .open("div", Role::Generic)
            .place(place)
            .rect_at(y);
        b.leaf("h3", Role::Heading, &format!("Product {i}"))
            .states(|s| s.level = Some(3))
            .place(place)
            .rect_at(y);
        b.open("p", Role::Paragraph)
            .text(&format!("Great item number {i} with a short description."))
            .close();
        b.open("span", Role::Generic).text(&format!("${}.99", i % 90)).close();
        b.leaf("a", Role::Link, &format!("Details {i}")).place(place).rect_at(y + 60.0);
        b.open("div", Role::Generic).place(place).rect_at(y);
        b.leaf("button", Role::Button, &format!("Add {i} to cart")).place(place).rect_at(y + 80.0);
        b.leaf("button", Role::Button, &format!("Wish {i}")).place(place).rect_at(y + 80.0);
        if more == Some(i) {
            let before = b.backend;
            b.leaf("button", Role::Button, "Gift wrap").backend(1_000_000).place(place).rect_at(y + 80.0);
            b.backend = before;
        }
        b.close().close().close();
    }
    b.build()
}
