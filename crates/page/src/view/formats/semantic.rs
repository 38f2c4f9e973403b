//! The format `semantic`, version `domtool.semantic.v1`: one flat list of what can be operated, with keys of a letter or two.
//!
//! `i` id, `r` role, `n` name, `v` value, `s` states, `xy` centre and `box` x, y, width, height in CSS pixels of the top
//! viewport, `f` number of the frame (0 is the page and left out), `occ` covered, `scr` how it scrolls. Beside the list stand
//! what scrolls, what happened lately, and where the page is scrolled to.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    super::{
        Surroundings, View, ViewOptions,
        budget::{self, Choice, Room, Words, fold_at},
        escape::push_line,
        outline::{Line, LineKind, Outline},
        query::Filtered,
        summary::push_fold,
        text::inner_text,
        tokens::{TokenEstimate, estimate, token_estimate},
        wording::{content_of, is_field, push_states, word},
    },
    Rendering,
    around::{kept_for_news, newest},
    json_node::json,
    limit_of,
    modes::{Mode, modes},
    too_small,
};
use crate::{
    identity::ElementId,
    limits::{LISTED_FRAMES, LISTED_SCROLLERS, NAME_CHARACTERS, TEXT_CHARACTERS},
    snapshot::{Certainty, NodeIndex, NodeRef, Role, Snapshot, Why},
};

/// What the keys mean, for a model.
pub(super) const LEGEND: &str = "i id to act on; r role (btn button, inp field, chk checkbox, sel select, opt option, menu menu item); n name, ~ before a guess; v value; s states; xy centre; box x,y,width,height; f frame; occ covered; scr scrolls: depth, h has more below";

/// One element. What is default is left out.
#[derive(Serialize)]
struct Item<'a> {
    i: &'a str,
    r: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    n: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    s: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    xy: Option<[i64; 2]>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    rect: Option<[i64; 4]>,
    #[serde(skip_serializing_if = "is_zero")]
    f: u32,
    #[serde(skip_serializing_if = "is_false")]
    occ: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    scr: Option<Scrolls>,
}

/// How something scrolls.
#[derive(Clone, Serialize)]
struct Scrolls {
    depth: String,
    h: bool,
}

/// A run of elements that are left out.
#[derive(Serialize)]
struct Fold<'a> {
    i: &'a str,
    r: &'static str,
    n: &'a str,
}

#[derive(Serialize)]
struct Head<'a> {
    mode: &'static str,
    version: &'static str,
    url: &'a str,
    title: &'a str,
    scroll_position: String,
    viewport: Viewport,
    legend: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Serialize)]
struct Viewport {
    width: i64,
    height: i64,
}

#[derive(Serialize)]
struct Tail<'a> {
    scrollable_containers: Vec<Container>,
    recent_events: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames: Vec<FrameOf<'a>>,
    meta: Meta,
}

#[derive(Clone, Serialize)]
struct Container {
    id: String,
    depth: String,
    #[serde(rename = "hasMore")]
    has_more: bool,
}

#[derive(Serialize)]
struct FrameOf<'a> {
    f: usize,
    url: &'a str,
}

#[derive(Clone, Serialize)]
struct Meta {
    tokens: u32,
    truncated: bool,
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<Filtered>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modes: Vec<Mode>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The whole answer where there is no budget for even to say what is missing.
const TOO_SMALL: &str = "{\"version\":\"domtool.semantic.v1\",\"meta\":{\"truncated\":true}}\n";

/// Writes the whole view.
pub(in crate::view) fn write(rendering: Rendering<'_>) -> View {
    let Rendering { snapshot, outline, registry, options, around } = rendering;
    let budget = limit_of(options);
    let highest = ElementId(registry.next_number().saturating_add(outline.lines.len() as u32)).to_string();
    let writer = Writer { snapshot, outline, options };
    let head = writer.head(around);
    let scrolling =
        outline.lines.iter().filter(|line| writer.scrolls(line).is_some()).count().min(LISTED_SCROLLERS);
    let modes = modes(snapshot, outline, options);
    // Numbers as long as they can get stand in for those that are part of what they count.
    let longest = Meta {
        tokens: 9_999_999,
        truncated: true,
        left_out: 999_999,
        next_page: Some(999),
        query: options.query.as_ref().map(|_| Filtered::WIDEST),
        modes: modes.clone(),
    };
    let container = Container { id: highest.clone(), depth: "100%".into(), has_more: true };
    let most = writer.tail(around, vec![container; scrolling], longest);
    let room = budget.map_or(u64::MAX / 4, |budget| {
        (u64::from(budget) * 1000).saturating_sub(token_estimate(&head).0 + token_estimate(&most).0)
    });
    let choice = match budget {
        None if options.query.is_none() => Choice::everything(outline),
        _ => {
            let cut = TokenEstimate(room.saturating_sub(kept_for_news(around.news, budget.unwrap_or(0)).0));
            let room = Room { whole: TokenEstimate(room), cut, fold: TokenEstimate(20_000) };
            budget::choose(outline, snapshot, options, &room, &Items { writer: &writer, highest: &highest })
        }
    };
    let mut view = View { text: head, left_out: choice.left, ..View::default() };
    let containers = writer.items(&mut view, &choice, |node| registry.assign(around.page, snapshot, node));
    view.filtered = choice.asking.map(|asking| asking.filtered(choice.left.total(), estimate(&view.text)));
    let mut meta = Meta {
        tokens: 9_999_999,
        truncated: !choice.left.is_empty(),
        left_out: choice.left.total(),
        next_page: choice.next,
        query: view.filtered,
        modes,
    };
    meta.tokens = estimate(&view.text) + estimate(&writer.tail(around, containers.clone(), meta.clone()));
    view.text.push_str(&writer.tail(around, containers, meta));
    view.tokens = estimate(&view.text);
    match budget.filter(|budget| view.tokens > *budget) {
        Some(budget) => too_small(TOO_SMALL.to_owned(), outline, budget),
        None => view,
    }
}

/// Whether the list has an item for a line.
fn tells(line: &Line) -> bool {
    line.kind() == LineKind::Element && line.carries_id
}

/// What an item costs, without its id.
pub(super) fn line_estimate(snapshot: &Snapshot, outline: &Outline, at: usize) -> TokenEstimate {
    let line = &outline.lines[at];
    if !tells(line) {
        return TokenEstimate(0);
    }
    let options = ViewOptions::default();
    let writer = Writer { snapshot, outline, options: &options };
    TokenEstimate(token_estimate(&writer.item(line, "e1000", TEXT_CHARACTERS)).0 + 1_000)
}

struct Writer<'a> {
    snapshot: &'a Snapshot,
    outline: &'a Outline,
    options: &'a ViewOptions,
}

/// What the items cost, for as long as it is not known what ids they have.
struct Items<'a> {
    writer: &'a Writer<'a>,
    /// An id as long as one can get.
    highest: &'a str,
}

impl Words for Items<'_> {
    fn tells(&self, line: &Line) -> bool {
        tells(line)
    }

    fn line_estimates(&self, limit: usize) -> Vec<TokenEstimate> {
        let lines = self.writer.outline.lines.iter();
        lines
            .map(|line| {
                // Its comma and line break beside it.
                let told = tells(line);
                TokenEstimate(if told {
                    token_estimate(&self.writer.item(line, self.highest, limit)).0 + 2_000
                } else {
                    0
                })
            })
            .collect()
    }

    fn fold(&self, at: usize, fold: budget::Fold) -> TokenEstimate {
        self.writer.fold(at, fold).map_or(TokenEstimate(0), |words| {
            TokenEstimate(token_estimate(&json(&Fold { i: self.highest, r: "fold", n: &words })).0 + 2_000)
        })
    }
}

impl Writer<'_> {
    fn head(&self, around: &Surroundings<'_>) -> String {
        let view = &self.snapshot.viewport;
        let hidden = (view.content_height - view.height).max(0.0);
        let percent = if hidden > 1.0 { (view.scroll_y / hidden * 100.0).clamp(0.0, 100.0) } else { 0.0 };
        let head = Head {
            mode: "semantic",
            version: "domtool.semantic.v1",
            url: &plain(around.url, 200),
            title: &plain(around.title, 100),
            scroll_position: format!("{percent:.0}%"),
            viewport: Viewport { width: view.width.round() as i64, height: view.height.round() as i64 },
            legend: LEGEND,
            notes: around.notes,
        };
        let json = json(&head);
        format!("{},\n\"interactive_tree\":[", json.strip_suffix('}').unwrap_or(&json))
    }

    fn tail(&self, around: &Surroundings<'_>, containers: Vec<Container>, meta: Meta) -> String {
        let frames = self.snapshot.frames.iter().enumerate().skip(1).take(LISTED_FRAMES);
        let tail = Tail {
            scrollable_containers: containers,
            recent_events: newest(around.news, self.options.budget),
            frames: frames.map(|(f, frame)| FrameOf { f, url: &frame.url }).collect(),
            meta,
        };
        let json = json(&tail);
        format!("],\n{}\n", json.strip_prefix('{').unwrap_or(&json))
    }

    fn scrolls(&self, line: &Line) -> Option<Scrolls> {
        let scroller = self.snapshot.scroller(line.node).filter(|_| tells(line))?;
        let axis = scroller.y.or(scroller.x)?;
        let has_more = axis.after > 1.0 || scroller.likely_virtual;
        Some(Scrolls { depth: format!("{}%", axis.percent()), h: has_more })
    }

    fn item(&self, line: &Line, id: &str, limit: usize) -> String {
        let node = self.snapshot.node(line.node);
        let mut states = String::new();
        push_states(&mut states, node, &node.states());
        if self.snapshot.focus == Some(line.node) {
            states.push_str(" focused");
        }
        let rect = node.clipped().or_else(|| node.rect());
        let spatial = self.options.with.rect
            || matches!(node.role(), Role::Slider | Role::Canvas)
            || node.why().has(Why::DRAGGABLE);
        let whole = node.rect().filter(|_| spatial);
        let round = |pixels: f64| pixels.round() as i64;
        json(&Item {
            i: id,
            r: short(node),
            n: name(self.snapshot, node),
            v: content_of(self.snapshot, node)
                .filter(|content| !content.is_empty())
                .map(|content| shortened(&content, limit)),
            s: states.trim_start().to_owned(),
            xy: rect.map(|rect| [round(rect.x + rect.w / 2.0), round(rect.y + rect.h / 2.0)]),
            rect: whole.map(|rect| [round(rect.x), round(rect.y), round(rect.w), round(rect.h)]),
            f: node.frame().0,
            occ: line.covered,
            scr: self.scrolls(line),
        })
    }

    /// An item for a run that is left out; nothing, where there is nothing to tell of it.
    fn fold(&self, at: usize, fold: budget::Fold) -> Option<String> {
        self.outline.lines[at..fold.end].iter().any(tells).then(|| {
            let mut words = String::new();
            push_fold(&mut words, self.snapshot, self.outline, at, fold, tells);
            words
        })
    }

    /// Writes the list. Gives those of it that scroll.
    fn items(
        &self,
        view: &mut View,
        choice: &Choice,
        mut id: impl FnMut(NodeIndex) -> ElementId,
    ) -> Vec<Container> {
        let lines = &self.outline.lines;
        let mut containers = Vec::new();
        let mut at = 0;
        let mut comma = "\n";
        while at < lines.len() {
            let line = &lines[at];
            if !choice.plan.shown[at] {
                if choice.page > 1 {
                    at = line.end as usize;
                    continue;
                }
                let fold = fold_at(self.outline, at, |line| choice.plan.shown[line]);
                if let Some(words) = self.fold(at, fold) {
                    let id = id(line.node);
                    view.shown.push((id, line.node));
                    let item = json(&Fold { i: &id.to_string(), r: "fold", n: &words });
                    let _infallible = write!(view.text, "{comma}{item}");
                    comma = ",\n";
                }
                at = fold.end;
                continue;
            }
            if tells(line) {
                let id = id(line.node);
                view.shown.push((id, line.node));
                let item = self.item(line, &id.to_string(), choice.plan.text_limit);
                let _infallible = write!(view.text, "{comma}{item}");
                comma = ",\n";
                if let Some(scrolls) = self.scrolls(line).filter(|_| containers.len() < LISTED_SCROLLERS) {
                    containers.push(Container {
                        id: id.to_string(),
                        depth: scrolls.depth,
                        has_more: scrolls.h,
                    });
                }
            }
            at += 1;
        }
        containers
    }
}

/// The role in few letters.
fn short(node: NodeRef<'_>) -> &'static str {
    match word(node) {
        "button" => "btn",
        "textbox" | "searchbox" | "spinbutton" | "editable" => "inp",
        "checkbox" => "chk",
        "select" | "combobox" => "sel",
        "option" => "opt",
        "menuitem" | "menuitemcheckbox" | "menuitemradio" => "menu",
        word => word,
    }
}

/// What it is called: its name, a guess with a mark, or what it says.
pub(super) fn name(snapshot: &Snapshot, node: NodeRef<'_>) -> String {
    let guessed = node.name_certainty() == Certainty::Guessed && !node.name().is_empty();
    let name = if guessed {
        format!("~{}", node.name())
    } else if node.name().is_empty() && !node.masked() && node.value().is_none() && !is_field(node) {
        inner_text(snapshot, node, NAME_CHARACTERS)
    } else {
        node.name().to_owned()
    };
    plain(&name, NAME_CHARACTERS)
}

/// On one line, without what nobody sees, cut.
fn plain(text: &str, limit: usize) -> String {
    let mut out = String::new();
    push_line(&mut out, text, limit);
    out
}

fn shortened(value: &str, limit: usize) -> String {
    match value.char_indices().nth(limit) {
        Some((at, _)) => format!("{}… ({} chars)", &value[..at], value.chars().count()),
        None => value.to_owned(),
    }
}
