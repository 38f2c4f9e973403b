//! The format `json`, version `domtool.v1`: `page.context`, `page.body` of nested nodes, `frames`, `meta`.
//!
//! Without a budget every kept node is listed, also those that nobody sees. With one, the nodes are the lines of the
//! outline that fit. Nodes are written one after the other with the brackets between them, so that no depth of the
//! page is too much; each stands on a line of its own.

use serde::Serialize;

use super::{
    Surroundings, View, ViewOptions,
    budget::{self, Plan, SUMMARY_COST, TEXT_STEPS, fold_at},
    details::tier_word,
    escape::NAME_LIMIT,
    outline::{LineKind, Outline},
    rank::{ranks, speaks},
    summary::push_summary,
    tokens::{Cost, cost, estimate},
    wording::word,
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{Certainty, NodeKind, NodeRef, Snapshot, Tier, Tristate},
};

/// What one node is serialised to. Empty and default members are left out.
#[derive(Debug, Default, Serialize)]
struct JsonNode<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    role: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    /// The name is a hint from something near it.
    #[serde(skip_serializing_if = "is_false")]
    guessed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pressed: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<&'a str>,
    #[serde(skip_serializing_if = "is_false")]
    disabled: bool,
    #[serde(skip_serializing_if = "is_false")]
    read_only: bool,
    #[serde(skip_serializing_if = "is_false")]
    required: bool,
    #[serde(skip_serializing_if = "is_false")]
    invalid: bool,
    #[serde(skip_serializing_if = "is_false")]
    multiple: bool,
    #[serde(skip_serializing_if = "is_false")]
    busy: bool,
    #[serde(skip_serializing_if = "is_false")]
    modal: bool,
    #[serde(skip_serializing_if = "is_false")]
    focused: bool,
    /// The options of a select.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<&'a str>,
    #[serde(flatten)]
    seen: Seen,
    #[serde(flatten)]
    details: Details<'a>,
}

/// Where a node is. What is visible, in view and not occluded says nothing, unless the node is debugged.
#[derive(Debug, Default, Serialize)]
struct Seen {
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    occluded: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_view: Option<bool>,
}

/// What is told on request.
#[derive(Debug, Default, Serialize)]
struct Details<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<i32>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    rect: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    xpath: Option<String>,
}

#[derive(Serialize)]
struct Context<'a> {
    url: &'a str,
    title: &'a str,
    domain: &'a str,
    viewport: JsonViewport,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    news: &'a [String],
}

/// CSS pixels.
#[derive(Serialize)]
struct JsonViewport {
    width: f64,
    height: f64,
    scroll_x: f64,
    scroll_y: f64,
    content_width: f64,
    content_height: f64,
}

#[derive(Serialize)]
struct JsonFrame<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    url: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
}

#[derive(Serialize)]
struct Gap<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    reason: &'a str,
}

#[derive(Serialize)]
struct Meta<'a> {
    version: &'static str,
    truncated: bool,
    total_nodes: usize,
    tokens: u32,
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<Gap<'a>>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What `meta` may grow by once its numbers are known.
const META_SLACK: Cost = Cost(24_000);

/// Writes the whole view.
pub(super) fn write(
    snapshot: &Snapshot,
    outline: &Outline,
    registry: &mut Registry,
    options: &ViewOptions,
    around: &Surroundings<'_>,
) -> View {
    let budget = options.budget.filter(|tokens| *tokens > 0);
    let mut writer = Writer {
        snapshot,
        registry,
        options,
        around,
        view: View::default(),
        open: Vec::new(),
        first: true,
    };
    let head = head(snapshot, around, budget.is_some());
    writer.view.text.push_str(&head);
    let mut page = 0;
    let total = match budget {
        None => writer.all_nodes(),
        Some(budget) => {
            let total = outline.len();
            let tail = tail(snapshot, Meta::new(total, Vec::new()), budget > 0);
            let spent = cost(&head).0 + cost(&tail).0 + META_SLACK.0;
            let room = Cost((u64::from(budget) * 1000).saturating_sub(spent));
            page = writer.chosen_lines(outline, room);
            total
        }
    };
    let left_out = writer.view.left_out;
    let mut meta = Meta::new(total, if budget.is_some() { Vec::new() } else { gaps(&mut writer) });
    let mut view = writer.view;
    meta.truncated = left_out > 0;
    meta.left_out = left_out;
    meta.next_page = (left_out > 0).then_some(page + 1);
    // The number is part of what it counts: as many digits as it will have stand in for it.
    meta.tokens = 999_999;
    let tail_cost = estimate(&tail(snapshot, meta.clone_numbers(), budget.is_some()));
    meta.tokens = estimate(&view.text) + tail_cost;
    let tail = tail(snapshot, meta, budget.is_some());
    view.text.push_str(&tail);
    view.tokens = estimate(&view.text);
    match budget {
        Some(budget) if view.tokens > budget => View { left_out: outline.len() as u32, ..View::default() },
        _ => view,
    }
}

fn head(snapshot: &Snapshot, around: &Surroundings<'_>, short: bool) -> String {
    let view = &snapshot.viewport;
    let cut = |text: &'_ str, limit: usize| text.chars().take(limit).collect::<String>();
    let (url, title) = if short { (cut(around.url, 200), cut(around.title, 100)) } else { (around.url.into(), around.title.into()) };
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
        news: around.news,
    };
    format!("{{\"page\":{{\"context\":{},\n\"body\":", json(&context))
}

fn tail(snapshot: &Snapshot, meta: Meta<'_>, short: bool) -> String {
    let frames: Vec<JsonFrame<'_>> = snapshot
        .frames
        .iter()
        .take(if short { 20 } else { usize::MAX })
        .map(|frame| JsonFrame {
            id: frame.id.as_str(),
            parent: frame.parent.and_then(|p| snapshot.frames.get(p.0 as usize)).map(|p| p.id.as_str()),
            url: &frame.url,
            title: &frame.title,
        })
        .collect();
    format!("}},\n\"frames\":{},\n\"meta\":{}}}\n", json(&frames), json(&meta))
}

fn gaps<'a>(writer: &mut Writer<'a, '_>) -> Vec<Gap<'a>> {
    let (snapshot, registry, page) = (writer.snapshot, &*writer.registry, writer.around.page);
    let id = |node| registry.id_of(page, snapshot, node).map(|id| id.to_string());
    snapshot.gaps.iter().map(|gap| Gap { id: gap.node.and_then(id), reason: &gap.reason }).collect()
}

/// Structs of text and numbers always serialise; were one not to, it would be seen as `null`.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".into())
}

impl<'a> Meta<'a> {
    fn new(total_nodes: usize, gaps: Vec<Gap<'a>>) -> Self {
        Self { version: "domtool.v1", truncated: true, total_nodes, tokens: 999_999, left_out: 0, next_page: None, gaps }
    }

    fn clone_numbers(&self) -> Meta<'a> {
        let gaps = self.gaps.iter().map(|gap| Gap { id: gap.id.clone(), reason: gap.reason }).collect();
        Meta { gaps, ..*self }
    }
}

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

impl<'a> Writer<'a, '_> {
    /// Every kept node of the scope.
    fn all_nodes(&mut self) -> usize {
        let scope = &self.options.scope;
        let (start, end) = super::flatten::bounds(self.snapshot, scope);
        let mut count = 0;
        self.begin();
        for at in start.at()..end.at() {
            let node = self.snapshot.node(crate::snapshot::NodeIndex(at as u32));
            self.close_until(at);
            let kept = node.tier() != Tier::Structural;
            if !kept || (scope.in_view_only && !super::flatten::in_view(node.place())) {
                continue;
            }
            count += 1;
            let id = carries_id(node).then(|| self.id(node));
            let mut json = self.describe(node);
            json.id = id.map(|id| id.to_string());
            json.seen = Seen {
                visible: Some(node.visible()),
                occluded: Some(node.covered_by().is_some()),
                in_view: Some(node.visible() && super::flatten::in_view(node.place())),
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

    /// The lines that fit, groups hoisted. Gives the page that this is.
    fn chosen_lines(&mut self, outline: &Outline, room: Cost) -> u32 {
        let highest = ElementId(self.registry.next_number().saturating_add(outline.lines.len() as u32)).to_string();
        let costs = |limit: usize| -> Vec<Cost> {
            let lines = outline.lines.iter();
            lines
                .map(|line| {
                    if !speaks(line.kind()) {
                        return Cost(0);
                    }
                    let mut text = String::new();
                    let mut json = self.line(outline, line, limit, &mut text);
                    json.id = line.carries_id.then(|| highest.clone());
                    // Its comma and brackets beside it.
                    Cost(cost(&self::json(&json)).0 + 6_000)
                })
                .collect()
        };
        let all = costs(TEXT_STEPS[0]);
        let total = Cost(all.iter().map(|cost| cost.0).sum());
        let page = self.options.page.max(1);
        let mut plan = Plan::everything(outline);
        let mut left = 0;
        if total > room || page > 1 {
            let ranks = ranks(outline, self.snapshot, &self.options.expand);
            // Folds are nodes here, which cost more than lines.
            let fold = Cost(24_000);
            plan = budget::plan(outline, &ranks, room, fold, costs);
            left = plan.left_out(outline);
            if page > 1 {
                let mut told = plan.shown.clone();
                for _ in 1..page {
                    plan = budget::next_page(outline, &mut told, &all, room);
                }
                let lines = outline.lines.iter().zip(&told);
                left = lines.filter(|(line, told)| !**told && speaks(line.kind())).count() as u32;
            }
        }
        self.write_lines(outline, &plan, page);
        self.view.left_out = left;
        page
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
                let mut json = self.line(outline, line, plan.text_limit, &mut text);
                json.id = id.map(|id| id.to_string());
                let json = self::json(&json);
                self.push_json(&json, line.end as usize, at);
            }
            at += 1;
        }
        self.end();
    }

    /// One line as a node.
    fn line<'t>(&self, outline: &'t Outline, line: &super::outline::Line, limit: usize, text: &'t mut String) -> JsonNode<'t>
    where
        'a: 't,
    {
        let node = self.snapshot.node(line.node);
        let content = outline.content(line);
        if line.kind() == LineKind::Text {
            text.extend(content.chars().take(limit));
            if line.length as usize > limit {
                text.push_str(&format!("… ({} chars)", line.length));
            }
            let seen = self.seen(node);
            return JsonNode { role: "text", name: text, seen, ..JsonNode::default() };
        }
        let mut json = self.describe(node);
        if json.name.is_empty() || matches!(json.role, "row" | "list") {
            // What the line says beside its word: the text in it.
            text.push_str(unquoted(content));
            json.name = text;
        } else if json.name.chars().count() > NAME_LIMIT {
            text.extend(json.name.chars().take(NAME_LIMIT));
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
            in_view: (!super::flatten::in_view(node.place())).then_some(false),
        }
    }

    /// What is known of a node, without its id.
    fn describe(&self, node: NodeRef<'a>) -> JsonNode<'a> {
        if node.kind() != NodeKind::Element {
            return JsonNode { role: "text", name: node.text(), details: self.details(node), ..JsonNode::default() };
        }
        let states = node.states();
        let options = node.tag() == "select";
        let options = if options { node.descendants().filter(|d| d.tag() == "option").take(5).map(NodeRef::name).collect() } else { Vec::new() };
        JsonNode {
            role: word(node),
            name: node.name(),
            guessed: node.name_certainty() == Certainty::Guessed && !node.name().is_empty(),
            value: node.value().map(|value| value.char_indices().nth(super::escape::TEXT_LIMIT).map_or(value, |(at, _)| &value[..at])),
            level: states.level,
            checked: states.checked.map(tristate),
            pressed: states.pressed.map(tristate),
            expanded: states.expanded,
            selected: states.selected,
            current: states.current.map(|id| node.string(id)),
            disabled: states.disabled,
            read_only: states.read_only,
            required: states.required,
            invalid: states.invalid,
            multiple: states.multiple,
            busy: states.busy,
            modal: states.modal,
            focused: self.snapshot.focus == Some(node.index()),
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
        if fold.like_before {
            name = format!("+{} more like these", fold.count);
        } else {
            push_summary(&mut name, self.snapshot, outline, at..fold.end, "more", true);
            if cost(&name) > Cost(SUMMARY_COST.0 - 2_000) {
                name = format!("more: {} lines", fold.end - at);
            }
        }
        let node = JsonNode { id: Some(id.to_string()), role: "fold", name: &name, ..JsonNode::default() };
        self.push_json(&json(&node), fold.end, fold.end - 1);
        fold.end
    }

    fn begin(&mut self) {
        self.view.text.push('[');
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
        self.view.text.push_str("]");
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
    use super::outline::DialogRole as _;
    node.operable() || node.role().is_dialog() || node.role() == crate::snapshot::Role::Iframe
}
