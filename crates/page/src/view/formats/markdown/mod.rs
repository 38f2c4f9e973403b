//! The format `markdown`: a page to be read. Headings, text, lists, tables, code; links carry the ids of their elements,
//! `[Cart](e4)`; what can only be operated is left to the other formats, and said to be.
//!
//! ```text
//! Guide | https://docs.example/guide | 1280x800 at 0 %, 3.0 screens below
//! [page 7f3a]
//! # Guide
//!
//! [navigation "Chapters" 40 links (expand e2)]
//!
//! Read the [introduction](e3) first.
//! [/page 7f3a]
//! left out: 31 blocks (page 2 continues)
//! also: tree ~3,100 tokens, full ~22,000, screenshot ~1,400
//! ```
//!
//! What a page writes can be no structure: its brackets are escaped, so a bare `[` starts a link or a line of ours; and
//! what is said of the page stands outside of its boundary.

mod block;
mod escape;
mod line;
mod walk;

use std::{fmt::Write as _, ops::Range};

use self::{
    block::{Block, Kind},
    walk::Reading,
};
use super::{
    super::{
        Surroundings, View,
        escape::{push_line, push_number},
        left_out::LeftOut,
        tokens::{TokenEstimate, estimate, token_estimate},
    },
    Rendering, all_left_out,
    around::{kept_for_news, newest, push_context},
    limit_of,
    modes::{Mode, modes, push_modes},
    too_small,
};
use crate::{
    identity::ElementId,
    limits::NEWS_CHARACTERS,
    snapshot::{NodeIndex, Snapshot},
};

/// Writes one page of what there is to read.
pub(in crate::view) fn write(rendering: Rendering<'_>) -> View {
    let Rendering { snapshot, outline, registry, options, around } = rendering;
    let budget = limit_of(options);
    let reading = walk::read(snapshot, &options.scope, &options.expand);
    let head = head(snapshot, around, budget);
    let modes = modes(snapshot, outline, options);
    let highest = ElementId(registry.next_number().saturating_add(reading.blocks.len() as u32));
    let writer = Writer {
        blocks: &reading.blocks,
        id_estimate: TokenEstimate(token_estimate(&format!("({highest})")).0 + 1_000),
        room: budget.map(|budget| {
            let tail = tail(around, &reading, &modes, (9_999_999, 999), options.query.is_some());
            let spent =
                token_estimate(&head).0 + token_estimate(&tail).0 + kept_for_news(around.news, budget).0;
            TokenEstimate((u64::from(budget) * 1000).saturating_sub(spent))
        }),
    };
    let page = options.page.max(1);
    let mut range = writer.page_from(0);
    for _ in 1..page {
        range = writer.page_from(range.end);
    }
    let left = writer.count(range.end..reading.blocks.len());
    let total = left.total();
    let mut view = View { text: head, left_out: left, ..View::default() };
    writer.write(&mut view, range, |node| registry.assign(around.page, snapshot, node));
    view.text.push_str(&tail(around, &reading, &modes, (total, page + 1), options.query.is_some()));
    view.tokens = estimate(&view.text);
    match budget.filter(|budget| view.tokens > *budget) {
        Some(budget) => too_small(all_left_out(budget), outline, budget),
        None => view,
    }
}

fn head(snapshot: &Snapshot, around: &Surroundings<'_>, budget: Option<u32>) -> String {
    let mut head = String::new();
    let _infallible = writeln!(head, "[page {}]", around.nonce);
    push_context(&mut head, snapshot, around);
    let gaps = snapshot.gaps.iter().filter(|gap| gap.node.is_none()).map(|gap| gap.reason.as_str());
    for note in around.notes.iter().map(String::as_str).chain(gaps) {
        push_own_line(&mut head, "note: ", note);
    }
    let news = newest(around.news, budget);
    if news.len() < around.news.len() {
        let _infallible = writeln!(head, "news: {} earlier left out", around.news.len() - news.len());
    }
    for line in news {
        push_own_line(&mut head, "news: ", line);
    }
    head
}

/// A line of our own wording that may carry page text.
fn push_own_line(head: &mut String, label: &str, text: &str) {
    let mut line = String::new();
    push_line(&mut line, text, NEWS_CHARACTERS);
    head.push_str(label);
    let start = head.len() - label.len();
    for (at, word) in line.split(' ').enumerate() {
        head.push_str(if at == 0 { "" } else { " " });
        escape::push_word(head, word, start, false);
    }
    head.push('\n');
}

fn tail(
    around: &Surroundings<'_>,
    reading: &Reading,
    modes: &[Mode],
    (left, next): (u32, u32),
    asks: bool,
) -> String {
    let mut tail = format!("[/page {}]\n", around.nonce);
    if reading.controls > 0 {
        tail.push_str("not told: ");
        push_number(&mut tail, reading.controls as usize);
        tail.push_str(if reading.controls == 1 { " control\n" } else { " controls\n" });
    }
    if left > 0 {
        tail.push_str("left out: ");
        push_number(&mut tail, left as usize);
        let _infallible = writeln!(tail, " blocks (page {next} continues)");
        // What is read is read in its order.
        tail.push_str(if asks {
            "query: not used here, where all is told in pages; tree keeps what it is about\n"
        } else {
            ""
        });
    }
    if left > 0 || !around.known.modes {
        push_modes(&mut tail, modes);
    }
    tail
}

struct Writer<'a> {
    blocks: &'a [Block],
    /// The most that the id of a link costs.
    id_estimate: TokenEstimate,
    /// What one page has room for.
    room: Option<TokenEstimate>,
}

impl Writer<'_> {
    /// The blocks of the page that starts with this one.
    fn page_from(&self, start: usize) -> Range<usize> {
        let Some(room) = self.room else { return start..self.blocks.len() };
        let mut spent = self.header_of(start).map_or(0, |header| self.estimate(&self.blocks[header]).0);
        let mut end = start;
        for block in &self.blocks[start..] {
            spent += self.estimate(block).0;
            if spent > room.0 && end > start {
                break;
            }
            end += 1;
            if spent > room.0 {
                break;
            }
        }
        // A heading goes with what it heads.
        while end < self.blocks.len() && end > start + 1 && self.blocks[end - 1].kind == Kind::Heading {
            end -= 1;
        }
        start..end
    }

    /// The row of headers of the table that this block goes on with.
    fn header_of(&self, at: usize) -> Option<usize> {
        match self.blocks.get(at)?.kind {
            Kind::Row { header: Some(header) } if header < at => Some(header),
            _ => None,
        }
    }

    fn estimate(&self, block: &Block) -> TokenEstimate {
        let lines = block.text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        let rest = token_estimate(&block.rest).0;
        // What sets it off from its neighbours; a fence stands on either side.
        let around = match block.kind {
            Kind::Code | Kind::CodeOn => 2 * (token_estimate(&block.first).0 + rest) + 6_000,
            _ => token_estimate(&block.first).0.max(rest) + 2_000,
        };
        TokenEstimate(
            token_estimate(&block.text).0
                + (lines + 1) * rest
                + around
                + block.ids.len() as u64 * self.id_estimate.0,
        )
    }

    fn count(&self, range: Range<usize>) -> LeftOut {
        let mut counts = LeftOut::default();
        for kind in self.blocks[range].iter().filter_map(|block| block.kind.counts_as()) {
            counts.add(kind, 1);
        }
        counts
    }

    fn write(&self, view: &mut View, range: Range<usize>, mut id: impl FnMut(NodeIndex) -> ElementId) {
        let mut before: Option<&Block> = None;
        let end = range.end;
        for at in self.header_of(range.start).into_iter().chain(range) {
            let block = &self.blocks[at];
            view.text.push_str(before.map_or("", |before| block.joint(before)));
            match self.room.filter(|room| self.estimate(block) > *room) {
                None => block.write(&mut view.text, before.is_none(), |node| {
                    let id = id(node);
                    view.shown.push((id, node));
                    id
                }),
                // It has no room on any page: its start, without links.
                Some(room) => block.write_start(&mut view.text, before.is_none(), (room.0 / 3_000) as usize),
            }
            block.close(&mut view.text, self.blocks.get(at + 1).filter(|_| at + 1 < end));
            before = Some(block);
        }
        if before.is_some() && !view.text.ends_with('\n') {
            view.text.push('\n');
        }
    }
}
