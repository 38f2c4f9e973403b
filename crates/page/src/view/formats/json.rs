//! The format `json`, version `domtool.v1`: `page.context`, `page.body` of nested nodes, `frames`, `meta`.
//!
//! Without a budget every kept node is listed, also those that nobody sees. With one, the nodes are the lines of the
//! outline that fit. Nodes are written one after the other with the brackets between them, so that no depth of the
//! page is too much; each stands on a line of its own.

use std::{borrow::Cow, fmt::Write as _};

use super::{
    super::{
        Surroundings, View, ViewOptions,
        budget::{self, Choice, Fold, Plan, Room, Words, fold_at},
        details::tier_word,
        drawing::{drawn, is_drawn},
        flatten::bounds,
        kinds::in_view,
        outline::{Line, LineKind, Outline, is_dialog},
        query::Filtered,
        rank::speaks,
        summary::push_fold,
        text::printed,
        tokens::{TokenEstimate, estimate, token_estimate},
        wording::word,
    },
    Rendering,
    around::{kept_for_news, newest},
    json_node::{Context, Details, Gap, JsonFrame, JsonNode, JsonScroll, JsonViewport, Meta, Seen, json},
    modes::modes,
    too_small,
};
use crate::{
    identity::{ElementId, Registry},
    limits::{NAME_CHARACTERS, TEXT_CHARACTERS},
    snapshot::{Certainty, NodeIndex, NodeKind, NodeRef, Role, Snapshot, Sort, Tier, TopLayer, Tristate},
};

/// Room for the frames and gaps of a view with a budget; there may be thousands.
const LISTED: usize = 20;

/// The whole answer where there is no budget for even to say what is missing.
const TOO_SMALL: &str = "{\"meta\":{\"version\":\"domtool.v1\",\"truncated\":true}}\n";

/// Writes the whole view.
pub(in crate::view) fn write(rendering: Rendering<'_>) -> View {
    let Rendering { snapshot, outline, registry, options, around } = rendering;
    let budget = options.budget.filter(|tokens| *tokens > 0);
    let highest = ElementId(registry.next_number().saturating_add(outline.lines.len() as u32)).to_string();
    let mut writer =
        Writer { snapshot, registry, options, around, view: View::default(), open: Vec::new(), first: true };
    let head = head(snapshot, around, budget);
    writer.view.text.push_str(&head);
    let mut meta = Meta::new(outline.len());
    meta.modes = modes(snapshot, outline, options);
    meta.query = options.query.as_ref().map(|_| Filtered::WIDEST);
    match budget {
        None if options.query.is_none() => {
            meta.next_page = None;
            meta.total_nodes = writer.all_nodes();
        }
        _ => {
            meta.gaps = gaps(snapshot, true, |_| Some(highest.clone()));
            let spent = token_estimate(&head).0
                + token_estimate(BODY_START).0
                + token_estimate(BODY_END).0
                + token_estimate(&tail(snapshot, &meta, true)).0;
            let room = budget.map_or(u64::MAX, |budget| (u64::from(budget) * 1000).saturating_sub(spent));
            meta.next_page = writer.chosen_lines(outline, TokenEstimate(room), &highest);
        }
    }
    let Writer { mut view, registry, .. } = writer;
    meta.gaps = gaps(snapshot, budget.is_some(), |node| {
        registry.id_of(around.page, snapshot, node).map(|id| id.to_string())
    });
    meta.truncated = !view.left_out.is_empty();
    meta.left_out = view.left_out.total();
    meta.query = view.filtered;
    // The number is part of what it counts: one as long as it can get stands in for it.
    meta.tokens = estimate(&view.text) + estimate(&tail(snapshot, &meta, budget.is_some()));
    view.text.push_str(&tail(snapshot, &meta, budget.is_some()));
    view.tokens = estimate(&view.text);
    match budget {
        Some(budget) if view.tokens > budget => too_small(TOO_SMALL.to_owned(), outline, budget),
        _ => view,
    }
}

fn head(snapshot: &Snapshot, around: &Surroundings<'_>, budget: Option<u32>) -> String {
    let view = &snapshot.viewport;
    let cut = |text: &'_ str, limit: usize| text.chars().take(limit).collect::<String>();
    let (url, title) = if budget.is_some() {
        (cut(around.url, 200), cut(around.title, 100))
    } else {
        (around.url.into(), around.title.into())
    };
    let rest = around.url.split_once("://").map_or("", |(_, rest)| rest);
    let domain = rest.split(['/', '?', '#']).next().unwrap_or("");
    let domain = cut(domain.rsplit('@').next().unwrap_or(domain), 100);
    let context = Context {
        url: &url,
        title: &title,
        domain: &domain,
        viewport: JsonViewport {
            width: view.width,
            height: view.height,
            scroll_x: view.scroll_x,
            scroll_y: view.scroll_y,
            content_width: view.content_width,
            content_height: view.content_height,
        },
        notes: around.notes,
        news: newest(around.news, budget),
    };
    format!("{{\"page\":{{\"context\":{},", json(&context))
}

fn tail(snapshot: &Snapshot, meta: &Meta<'_>, short: bool) -> String {
    let frames: Vec<JsonFrame<'_>> = snapshot
        .frames
        .iter()
        .take(if short { LISTED } else { usize::MAX })
        .map(|frame| JsonFrame {
            id: frame.id.as_str(),
            parent: frame.parent.and_then(|p| snapshot.frames.get(p.0 as usize)).map(|p| p.id.as_str()),
            url: &frame.url,
            title: &frame.title,
        })
        .collect();
    format!("}},\n\"frames\":{},\n\"meta\":{}}}\n", json(&frames), json(&meta))
}

fn gaps(snapshot: &Snapshot, short: bool, id: impl Fn(NodeIndex) -> Option<String>) -> Vec<Gap<'_>> {
    let gaps = snapshot.gaps.iter().take(if short { LISTED } else { usize::MAX });
    gaps.map(|gap| Gap { id: gap.node.and_then(&id), reason: &gap.reason }).collect()
}

/// Before and after the nodes.
const BODY_START: &str = "\n\"body\":{\"role\":\"document\",\"children\":[";
const BODY_END: &str = "]}";

struct Writer<'a, 'b> {
    snapshot: &'a Snapshot,
    registry: &'b mut Registry,
    options: &'b ViewOptions,
    around: &'b Surroundings<'b>,
    view: View,
    /// The ends of the nodes whose `children` are open.
    open: Vec<usize>,
    first: bool,
}

/// What the lines of an outline cost as nodes, for as long as it is not known what ids they have.
struct Lines<'w, 'a, 'b> {
    writer: &'w Writer<'a, 'b>,
    outline: &'w Outline,
    /// An id as long as one can get.
    highest: &'w str,
}

impl Words for Lines<'_, '_, '_> {
    fn tells(&self, line: &Line) -> bool {
        speaks(line.kind())
    }

    fn line_estimates(&self, limit: usize) -> Vec<TokenEstimate> {
        let lines = self.outline.lines.iter();
        lines
            .map(|line| {
                if !self.tells(line) {
                    return TokenEstimate(0);
                }
                let mut text = String::new();
                let mut node = self.writer.line(self.outline, line, limit, &mut text);
                node.id = line.carries_id.then(|| self.highest.to_owned());
                // Its comma and brackets beside it.
                TokenEstimate(token_estimate(&json(&node)).0 + 6_000)
            })
            .collect()
    }

    fn fold(&self, at: usize, fold: Fold) -> TokenEstimate {
        let mut name = String::new();
        push_fold(&mut name, self.writer.snapshot, self.outline, at, fold, |_| true);
        let id = Some(self.highest.to_owned());
        let node = JsonNode { id, role: "fold", name: &name, ..JsonNode::default() };
        TokenEstimate(token_estimate(&json(&node)).0 + 2_000)
    }
}

impl<'a> Writer<'a, '_> {
    /// Every kept node of the scope.
    fn all_nodes(&mut self) -> usize {
        let scope = &self.options.scope;
        let (start, end) = bounds(self.snapshot, scope);
        let mut count = 0;
        self.begin();
        for at in start.at()..end.at() {
            let node = self.snapshot.node(NodeIndex(at as u32));
            self.close_until(at);
            let kept = node.tier() != Tier::Structural;
            if !kept || (scope.in_view_only && !in_view(node.place())) {
                continue;
            }
            count += 1;
            let id = carries_id(node).then(|| self.id(node));
            let mut json = self.describe(node, usize::MAX);
            json.id = id.map(|id| id.to_string());
            json.seen = Seen {
                visible: Some(node.visible()),
                occluded: Some(node.covered_by().is_some()),
                in_view: Some(node.visible() && in_view(node.place())),
            };
            json.details.frame = self.frame_of(node);
            self.push(&json, node.end().at().min(end.at()), at);
        }
        self.end();
        count
    }

    fn frame_of(&self, node: NodeRef<'_>) -> Option<&'a str> {
        self.snapshot.frames.get(node.frame().0 as usize).map(|frame| frame.id.as_str())
    }

    /// The lines that fit, groups hoisted. Gives the page that goes on.
    fn chosen_lines(&mut self, outline: &Outline, room: TokenEstimate, highest: &str) -> Option<u32> {
        // Folds are nodes here, which cost more than lines.
        let kept = kept_for_news(self.around.news, self.options.budget.unwrap_or(0));
        let room = Room {
            whole: room,
            cut: TokenEstimate(room.0.saturating_sub(kept.0)),
            fold: TokenEstimate(24_000),
        };
        let words = Lines { writer: self, outline, highest };
        let Choice { plan, page, left, next, asking } =
            budget::choose(outline, self.snapshot, self.options, &room, &words);
        let page = page.max(1);
        self.write_lines(outline, &plan, page);
        self.view.left_out = left;
        self.view.filtered = asking.map(|asking| asking.filtered(left.total(), estimate(&self.view.text)));
        next
    }

    fn write_lines(&mut self, outline: &Outline, plan: &Plan, page: u32) {
        self.begin();
        let mut at = 0;
        while at < outline.lines.len() {
            let line = &outline.lines[at];
            self.close_until(at);
            if !plan.shown[at] {
                at = if page > 1 { line.end as usize } else { self.fold(outline, at, plan) };
                continue;
            }
            if speaks(line.kind()) {
                let id = line.carries_id.then(|| self.id(self.snapshot.node(line.node)));
                let mut text = String::new();
                let mut node = self.line(outline, line, plan.text_limit, &mut text);
                node.id = id.map(|id| id.to_string());
                self.push_json(&json(&node), line.end as usize, at);
            }
            at += 1;
        }
        self.end();
    }

    /// One line as a node.
    fn line<'t>(&self, outline: &'t Outline, line: &Line, limit: usize, text: &'t mut String) -> JsonNode<'t>
    where
        'a: 't,
    {
        let node = self.snapshot.node(line.node);
        let content = outline.content(line);
        if line.kind() == LineKind::Text {
            text.extend(printed(content).chars().take(limit));
            if line.length as usize > limit.min(TEXT_CHARACTERS) {
                let _infallible = write!(text, "… ({} chars)", line.length);
            }
            let seen = self.seen(node);
            return JsonNode { role: "text", name: text, seen, ..JsonNode::default() };
        }
        let mut json = self.describe(node, limit);
        if is_drawn(content) {
            // What stands in quotes there is no name of it.
        } else if json.name.is_empty() || matches!(json.role, "row" | "list") {
            // What the line says beside its word: the text in it.
            text.push_str(unquoted(content));
            json.name = text;
        } else if json.name.chars().count() > NAME_CHARACTERS {
            text.extend(json.name.chars().take(NAME_CHARACTERS));
            text.push('…');
            json.name = text;
        }
        json.seen = self.seen(node);
        json
    }

    fn seen(&self, node: NodeRef<'_>) -> Seen {
        Seen {
            visible: None,
            occluded: node.covered_by().map(|_| true),
            in_view: (!in_view(node.place())).then_some(false),
        }
    }

    /// What is known of a node, without its id.
    fn describe(&self, node: NodeRef<'a>, limit: usize) -> JsonNode<'a> {
        if node.kind() != NodeKind::Element {
            return JsonNode {
                role: "text",
                name: node.text(),
                details: self.details(node),
                ..JsonNode::default()
            };
        }
        let states = node.states();
        let options = node.tag() == "select" && !node.masked();
        let options = if options {
            node.descendants().filter(|d| d.tag() == "option").take(5).map(NodeRef::name).collect()
        } else {
            Vec::new()
        };
        JsonNode {
            role: word(node),
            name: node.name(),
            description: self.snapshot.description(node.index()).map(|described| node.string(described.text)),
            drawing: drawn(self.snapshot, node),
            guessed: node.name_certainty() == Certainty::Guessed && !node.name().is_empty(),
            value: node.value().map(|value| cut(value, limit)),
            level: states.level,
            checked: states.checked.map(tristate),
            pressed: states.pressed.map(tristate),
            expanded: states.expanded,
            selected: states.selected,
            current: states.current.map(|id| node.string(id)),
            disabled: node.disabled(),
            read_only: states.read_only,
            required: states.required,
            invalid: states.invalid,
            error: states.error.map(|id| node.string(id)),
            value_text: states.range.and_then(|range| range.text).map(|id| node.string(id)),
            value_min: states.range.and_then(|range| range.min).map(|id| node.string(id)),
            value_max: states.range.and_then(|range| range.max).map(|id| node.string(id)),
            chosen: states.chosen,
            sort: states.sort.map(Sort::word),
            multiple: states.multiple,
            busy: states.busy,
            on_hover: states.on_hover,
            modal: states.modal,
            top_layer: states.top_layer.map(|why| match why {
                TopLayer::Modal => "modal",
                TopLayer::Popover => "popover",
                TopLayer::Fullscreen => "fullscreen",
            }),
            focused: self.snapshot.focus == Some(node.index()),
            scroll: self.snapshot.scroller(node.index()).map(JsonScroll::of),
            options,
            details: self.details(node),
            ..JsonNode::default()
        }
    }

    fn details(&self, node: NodeRef<'a>) -> Details<'a> {
        let with = &self.options.with;
        let rect = node.rect().map(|r| [round(r.x), round(r.y), round(r.w), round(r.h)]);
        Details {
            frame: with.backend.then(|| self.frame_of(node)).flatten(),
            backend: with.backend.then(|| node.backend().0),
            rect: rect.filter(|_| with.rect),
            tier: with.tier.then(|| tier_word(node.tier())),
            why: with.why.then(|| node.why().words().collect()),
            listener_kinds: with
                .why
                .then(|| node.listener_kinds().words().collect::<Vec<_>>())
                .filter(|kinds| !kinds.is_empty()),
            xpath: with.xpath.then(|| self.snapshot.xpath(node.index())),
        }
    }

    fn id(&mut self, node: NodeRef<'_>) -> ElementId {
        let id = self.registry.assign(self.around.page, self.snapshot, node.index());
        self.view.shown.push((id, node.index()));
        id
    }

    fn fold(&mut self, outline: &Outline, at: usize, plan: &Plan) -> usize {
        let fold = fold_at(outline, at, |line| plan.shown[line]);
        let id = self.id(self.snapshot.node(outline.lines[at].node));
        let mut name = String::new();
        push_fold(&mut name, self.snapshot, outline, at, fold, |_| true);
        let node = JsonNode { id: Some(id.to_string()), role: "fold", name: &name, ..JsonNode::default() };
        self.push_json(&json(&node), fold.end, fold.end - 1);
        fold.end
    }

    fn begin(&mut self) {
        self.view.text.push_str(BODY_START);
        self.first = true;
    }

    fn push(&mut self, node: &JsonNode<'_>, end: usize, at: usize) {
        let json = json(node);
        self.push_json(&json, end, at);
    }

    /// Writes a node; its children follow when more than itself lies before its end.
    fn push_json(&mut self, json: &str, end: usize, at: usize) {
        self.view.text.push_str(if self.first { "\n" } else { ",\n" });
        self.first = false;
        if end > at + 1 {
            self.view.text.push_str(json.strip_suffix('}').unwrap_or(json));
            self.view.text.push_str(",\"children\":[");
            self.open.push(end);
            self.first = true;
        } else {
            self.view.text.push_str(json);
        }
    }

    fn close_until(&mut self, at: usize) {
        while self.open.pop_if(|end| *end <= at).is_some() {
            self.view.text.push_str("]}");
            self.first = false;
        }
    }

    fn end(&mut self) {
        self.close_until(usize::MAX);
        self.view.text.push_str(BODY_END);
    }
}

/// A value, or the start of it with its length.
fn cut(value: &str, limit: usize) -> Cow<'_, str> {
    match value.char_indices().nth(limit) {
        Some((at, _)) => Cow::Owned(format!("{}… ({} chars)", &value[..at], value.chars().count())),
        None => Cow::Borrowed(value),
    }
}

/// The text in quotes that a line's content holds, its escapes undone where they are simple.
fn unquoted(content: &str) -> &str {
    let start = content.find('"').map_or(content.len(), |at| at + 1);
    let end = content.rfind('"').unwrap_or(start);
    content.get(start..end).unwrap_or("")
}

fn tristate(state: Tristate) -> &'static str {
    match state {
        Tristate::Off => "off",
        Tristate::On => "on",
        Tristate::Mixed => "mixed",
    }
}

fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

fn carries_id(node: NodeRef<'_>) -> bool {
    node.operable() || is_dialog(node.role()) || node.role() == Role::Iframe
}
