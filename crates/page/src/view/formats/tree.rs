//! The format `tree`: indented text, one line an element.
//!
//! ```text
//! [page 7f3a]
//! Checkout | https://shop.example/checkout | 1280x800 at 12 %, 2.1 screens below
//! form "Delivery"
//!   e3 textbox "Full name" = "John Doe" required
//! below:
//! +1,980 more rows like these (expand e40)
//! also: markdown ~2,100 tokens, full ~48,000, screenshot ~1,400
//! [/page 7f3a]
//! ```
//!
//! All that comes from the page stands between the two boundary lines, its title and address too.

mod alike;
mod rows_in_line;
mod weeks;

use std::fmt::Write as _;

use super::{
    super::{
        ReadLines, ReadRows, Surroundings, View, ViewOptions,
        again::Again,
        behind::Behind,
        budget::{self, Choice, Fold, Plan, Room, SUMMARY_MOST, Words, fold_at},
        details::{push_box, push_details},
        escape::{push_line, push_text},
        left_out::LeftOut,
        outline::{Line, LineKind, Outline, is_dialog},
        query,
        rank::speaks,
        rows::Rows,
        summary::{push_like_these, push_rows_as_before, push_summary},
        text::place_of_text,
        tokens::{TokenEstimate, estimate, token_estimate},
        weeks::LastLead,
    },
    Rendering, all_left_out,
    around::{kept_for_news, newest, push_context},
    left_out, limit_of,
    modes::{modes, push_modes},
    too_small,
};
use crate::{
    identity::{ElementId, Registry},
    limits::NEWS_CHARACTERS,
    snapshot::{Place, Role, Snapshot, Why},
};

/// With more changes between in view and out of view than this each line says where it is.
const SECTIONS: usize = 16;
/// What is left for saying how to go on.
const FOOTER: TokenEstimate = TokenEstimate(24_000);
/// And for saying which page it is.
const PAGE_LINE: u64 = 7_000;

/// Writes the whole view.
pub(in crate::view) fn write(rendering: Rendering<'_>) -> View {
    let Rendering { snapshot, outline, registry, options, around } = rendering;
    let budget = limit_of(options);
    let frame = Margins::new(snapshot, outline, options, around, budget);
    let writer = Writer::new(snapshot, outline, options, registry.next_number());
    let Choice { mut plan, page, mut left, mut next, asking } = writer.choose(&frame, around, budget);
    if writer.behind.controls > 0 {
        let lines = plan.shown.iter_mut().enumerate();
        lines.filter(|(at, _)| writer.behind.hides(*at)).for_each(|(_, shown)| *shown = false);
        let untold = |(at, line): &(usize, &Line)| {
            !plan.shown[*at] && !writer.behind.hides(*at) && speaks(line.kind())
        };
        left = LeftOut::of(outline.lines.iter().enumerate().filter(untold).map(|(_, line)| line));
        next = next.filter(|_| !left.is_empty());
    }
    writer.again.lines().for_each(|at| plan.shown[at] = false);
    let mut view = View::default();
    view.text.push_str(&frame.head);
    writer.body(&mut view, &plan, page, registry, around);
    view.filtered = asking.map(|asking| asking.filtered(left.total(), estimate(&view.text)));
    if let Some(footer) = query::footer(view.filtered.as_ref()) {
        let _infallible = writeln!(view.text, "{footer}");
    }
    if !left.is_empty() {
        let _infallible = writeln!(view.text, "{}", left_out(left.total(), next));
    }
    view.text.push_str(&frame.tail);
    if !left.is_empty() || !around.known.modes {
        view.text.push_str(&frame.modes);
    }
    view.text.push_str(&frame.end);
    view.left_out = left;
    if options.query.is_none() {
        view.read = ReadLines::of(outline);
        let is_told = |at: usize| plan.shown[at] || writer.again.hides(at);
        view.read_rows = ReadRows::of(outline, snapshot, is_told);
    }
    view.tokens = estimate(&view.text);
    if let Some(budget) = budget.filter(|budget| view.tokens > *budget) {
        return too_small(all_left_out(budget), outline, budget);
    }
    view
}

fn page_line(page: u32) -> String {
    format!("page {page}:\n")
}

/// What stands before and after the page's lines.
struct Margins {
    head: String,
    tail: String,
    /// What else could be had, and the end.
    modes: String,
    end: String,
}

impl Margins {
    fn new(
        snapshot: &Snapshot,
        outline: &Outline,
        options: &ViewOptions,
        around: &Surroundings<'_>,
        budget: Option<u32>,
    ) -> Self {
        let mut head = String::new();
        let _infallible = writeln!(head, "[page {}]", around.nonce);
        push_context(&mut head, snapshot, around);
        let gaps = snapshot.gaps.iter().filter(|gap| gap.node.is_none()).map(|gap| gap.reason.as_str());
        for note in around.notes.iter().map(String::as_str).chain(gaps) {
            head.push_str("note: ");
            push_line(&mut head, note, 300);
            head.push('\n');
        }
        if options.page > 1 {
            head.push_str(&page_line(options.page));
        }
        let mut tail = String::new();
        let news = newest(around.news, budget);
        if news.len() < around.news.len() {
            let _infallible = writeln!(tail, "news: {} earlier left out", around.news.len() - news.len());
        }
        for line in news {
            tail.push_str("news: ");
            push_line(&mut tail, line, NEWS_CHARACTERS);
            tail.push('\n');
        }
        let mut also = String::new();
        push_modes(&mut also, &modes(snapshot, outline, options));
        Self { head, tail, modes: also, end: format!("[/page {}]\n", around.nonce) }
    }
}

/// Where a line is, as far as a section says it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    View,
    Above,
    Below,
    Left,
    Right,
}

impl Section {
    fn of(place: Place) -> Self {
        match place {
            Place::InView | Place::Partial => Self::View,
            Place::Above => Self::Above,
            Place::Below => Self::Below,
            Place::Left => Self::Left,
            Place::Right => Self::Right,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::View => "in view",
            Self::Above => "above",
            Self::Below => "below",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

struct Writer<'a> {
    snapshot: &'a Snapshot,
    outline: &'a Outline,
    options: &'a ViewOptions,
    /// By line: where it is told to be.
    places: Vec<Place>,
    /// Said in sections, or else at each line.
    sections: Option<usize>,
    /// An id as long as one can get.
    highest: String,
    /// The most that an id costs.
    id_estimate: TokenEstimate,
    behind: Behind,
    again: Again,
}

impl<'a> Writer<'a> {
    fn new(snapshot: &'a Snapshot, outline: &'a Outline, options: &'a ViewOptions, next: u32) -> Self {
        let places = Rows::of(outline, snapshot).places(outline);
        let mut changes = 0;
        let mut section = Section::View;
        for (at, line) in outline.lines.iter().enumerate() {
            if has_place(snapshot, at, line) && Section::of(places[at]) != section {
                section = Section::of(places[at]);
                changes += 1;
            }
        }
        let highest = format!("e{}", next as usize + outline.lines.len());
        let id_estimate = token_estimate(&format!(" {highest}"));
        let sections = (changes <= SECTIONS).then_some(changes);
        let behind = Behind::of(outline, snapshot, options);
        let again = match behind.controls {
            0 => Again::of(outline, snapshot, options),
            _ => Again::default(),
        };
        Self { snapshot, outline, options, places, sections, highest, id_estimate, behind, again }
    }

    fn choose(&self, frame: &Margins, around: &Surroundings<'_>, budget: Option<u32>) -> Choice {
        if budget.is_none() && self.options.query.is_none() {
            return Choice::everything(self.outline);
        }
        let sections = self.sections.unwrap_or(0) as u64 * 5_000;
        let spent = [&frame.head, &frame.tail, &frame.modes, &frame.end].map(|part| token_estimate(part).0);
        let spent = spent.iter().sum::<u64>() + sections;
        let room =
            TokenEstimate(budget.map_or(u64::MAX, |budget| (u64::from(budget) * 1000).saturating_sub(spent)));
        // The line that says which page it is takes as much on all of them.
        let said = if self.options.page > 1 { token_estimate(&page_line(self.options.page)).0 } else { 0 };
        let kept =
            kept_for_news(around.news, budget.unwrap_or(0)).0 + PAGE_LINE.saturating_sub(said) + FOOTER.0;
        let room =
            Room { whole: room, cut: TokenEstimate(room.0.saturating_sub(kept)), fold: TokenEstimate(0) };
        budget::choose(self.outline, self.snapshot, self.options, &room, self)
    }

    fn push_words(&self, out: &mut String, line: &Line, limit: usize) {
        match line.kind() {
            LineKind::Text => push_text(out, self.outline.content(line), limit, line.length as usize),
            _ => out.push_str(&self.outline.wording(line)),
        }
    }

    /// What is true of the element at this moment, and what was asked for.
    fn push_moment(&self, out: &mut String, at: usize, line: &Line, id: impl Fn(u32) -> Option<ElementId>) {
        let node = self.snapshot.node(line.node);
        if line.kind() == LineKind::Text && self.options.with.rect {
            push_box(out, place_of_text(self.snapshot, node));
        }
        if line.kind() != LineKind::Element {
            return;
        }
        if self.snapshot.focus == Some(line.node) {
            out.push_str(" focused");
        }
        // What is behind a dialog is counted in its own line.
        if line.covers > 0 && self.behind.controls == 0 {
            let _infallible = write!(out, " covers {}", line.covers);
        }
        if line.covered {
            let coverer = self.outline.lines.get(line.covered_by as usize);
            let dialog =
                coverer.is_some_and(|l| is_dialog(self.snapshot.node(l.node).role()) && l.covers > 3);
            match id(line.covered_by).filter(|_| !dialog) {
                Some(id) => {
                    let _infallible = write!(out, " covered by {id}");
                }
                None => out.push_str(" covered"),
            }
        }
        if self.sections.is_none() && is_leaf(at, line) && Section::of(line.place) != Section::View {
            out.push(' ');
            out.push_str(Section::of(line.place).words());
        }
        let spatial = matches!(node.role(), Role::Slider | Role::Canvas) || node.why().has(Why::DRAGGABLE);
        let details = push_details(out, self.snapshot, node, &self.options.with);
        if spatial && !details.rect {
            push_box(out, node.rect());
        }
    }

    /// What is said of a run that is left out.
    fn push_fold(&self, out: &mut String, at: usize, fold: Fold, id: &str) {
        let start = out.len();
        if let Some(count) = self.again.rows_from(at) {
            push_rows_as_before(out, self.snapshot, self.outline, at, count);
            let _infallible = writeln!(out, " (expand {id})");
            return;
        }
        if self.again.hides(at) {
            push_summary(out, self.snapshot, self.outline, at..fold.end, "as before", true, |_| true);
            let _infallible = writeln!(out, " (expand {id})");
            return;
        }
        if fold.like_before {
            push_like_these(out, self.snapshot, self.outline, at, fold.count);
            let _infallible = writeln!(out, " (expand {id})");
            return;
        }
        let place = Section::of(self.places[at]);
        let place = if place == Section::View { "more" } else { place.words() };
        for named in [true, false] {
            out.truncate(start);
            push_summary(out, self.snapshot, self.outline, at..fold.end, place, named, |_| true);
            let _infallible = writeln!(out, " (expand {id})");
            if token_estimate(&out[start..]) <= TokenEstimate(SUMMARY_MOST.0 - 2_000) {
                return;
            }
        }
        out.truncate(start);
        let _infallible = writeln!(out, "more: {} lines (expand {id})", fold.end - at);
    }

    /// Gives out the ids of what is shown, in document order, before anything is written: a line may name a later one.
    fn ids(
        &self,
        plan: &Plan,
        page: u32,
        registry: &mut Registry,
        around: &Surroundings<'_>,
    ) -> Vec<Option<ElementId>> {
        let lines = &self.outline.lines;
        let mut ids = vec![None; lines.len()];
        // What is behind a dialog has one handle.
        let mut behind = false;
        let mut at = 0;
        while at < lines.len() {
            let (wanted, next) = if plan.shown[at] {
                (lines[at].carries_id, at + 1)
            } else if self.behind.hides(at) {
                let end = fold_at(self.outline, at, |line| plan.shown[line]).end;
                (!std::mem::replace(&mut behind, true), end)
            } else if page > 1 {
                (false, lines[at].end as usize)
            } else {
                (true, self.left_out(at, plan).end)
            };
            if wanted {
                ids[at] = Some(registry.assign(around.page, self.snapshot, lines[at].node));
            }
            at = next;
        }
        ids
    }

    /// The run that starts at a line: what is as before stands apart.
    fn left_out(&self, at: usize, plan: &Plan) -> Fold {
        match self.again.run_of(at) {
            Some(run) => Fold { end: run.end, count: 0, like_before: false },
            None => fold_at(self.outline, at, |line| plan.shown[line] || self.again.hides(line)),
        }
    }

    fn body(
        &self,
        view: &mut View,
        plan: &Plan,
        page: u32,
        registry: &mut Registry,
        around: &Surroundings<'_>,
    ) {
        let ids = self.ids(plan, page, registry, around);
        let mut body =
            Body { writer: self, view, ids, section: Section::View, bullet: None, last_week: None };
        let lines = &self.outline.lines;
        let mut at = 0;
        while at < lines.len() {
            if plan.shown[at] {
                at = body.line(at, &lines[at], plan);
            } else if page > 1 {
                at = lines[at].end as usize;
            } else {
                at = body.fold(at, plan);
            }
        }
    }
}

impl Words for Writer<'_> {
    fn tells(&self, line: &Line) -> bool {
        speaks(line.kind())
    }

    fn line_estimates(&self, limit: usize) -> Vec<TokenEstimate> {
        let mut text = String::new();
        let lines = self.outline.lines.iter().enumerate();
        lines
            .map(|(at, line)| {
                if let Some(run) = self.again.run_of(at) {
                    let fold = Fold { end: run.end, count: 0, like_before: false };
                    return if run.start == at { self.fold(at, fold) } else { TokenEstimate(0) };
                }
                if !speaks(line.kind()) {
                    return TokenEstimate(if line.bullet { 1_200 } else { 0 });
                }
                text.clear();
                if let Some(week) = self.outline.week_of(at) {
                    return self.week_estimate(week, at, &mut text);
                }
                push_indent(&mut text, line.depth);
                text.push(' ');
                self.push_words(&mut text, line, limit);
                self.push_moment(&mut text, at, line, |_| None);
                text.push('\n');
                let id = if line.carries_id { self.id_estimate.0 } else { 0 };
                // The id of what covers it, once it has one.
                let coverer = if line.covered { self.id_estimate.0 + 2_000 } else { 0 };
                let other = self.difference_estimate(at, limit);
                TokenEstimate(token_estimate(&text).0 + id + coverer + other.0)
            })
            .collect()
    }

    fn fold(&self, at: usize, fold: Fold) -> TokenEstimate {
        let mut text = String::new();
        push_indent(&mut text, self.outline.lines[at].depth);
        self.push_fold(&mut text, at, fold, &self.highest);
        // It may set off what follows it instead of being indented.
        TokenEstimate(token_estimate(&text).0 + 1_200)
    }
}

/// Whether a line's place is that of all it holds.
fn has_place(snapshot: &Snapshot, at: usize, line: &Line) -> bool {
    let whole = line.place != Place::Partial && snapshot.node(line.node).rect().is_some();
    speaks(line.kind()) && (is_leaf(at, line) || whole)
}

/// Whether nothing stands under a line.
fn is_leaf(at: usize, line: &Line) -> bool {
    line.end as usize == at + 1 && speaks(line.kind())
}

/// The view being written.
struct Body<'a, 'b> {
    writer: &'b Writer<'a>,
    view: &'b mut View,
    /// By line.
    ids: Vec<Option<ElementId>>,
    section: Section,
    /// The depth of the outermost group whose first line comes next.
    bullet: Option<u32>,
    /// Where the line of a week ended, and what it said of its days.
    last_week: Option<(usize, LastLead)>,
}

impl Body<'_, '_> {
    /// Writes a line, or all that are told in one with it. Gives the line after them.
    fn line(&mut self, at: usize, line: &Line, plan: &Plan) -> usize {
        if !speaks(line.kind()) {
            if line.bullet {
                self.bullet = self.bullet.or(Some(line.depth));
            }
            if let Some(parts) = self.writer.row_in_line(at, &plan.shown) {
                self.row(at, &parts, plan);
                return line.end as usize;
            }
            return at + 1;
        }
        if has_place(self.writer.snapshot, at, line) {
            self.enter(Section::of(self.writer.places[at]));
        }
        if let Some(week) = self.writer.whole_week(at, |line| plan.shown[line]) {
            self.week(week, line.depth);
            return week.lines.end;
        }
        self.indent(line.depth);
        if let Some(id) = self.id(at) {
            let _infallible = write!(self.view.text, "{id} ");
        }
        match self.writer.by_difference(at, plan.text_limit, |line| plan.shown[line]) {
            Some(words) => self.view.text.push_str(&words),
            None => self.writer.push_words(&mut self.view.text, line, plan.text_limit),
        }
        let ids = &self.ids;
        let id_of = |line: u32| ids.get(line as usize).copied().flatten();
        self.writer.push_moment(&mut self.view.text, at, line, id_of);
        self.view.text.push('\n');
        at + 1
    }

    /// The id of a line that has one; notes that it is shown.
    fn id(&mut self, at: usize) -> Option<ElementId> {
        let id = self.ids.get(at).copied().flatten()?;
        self.view.shown.push((id, self.writer.outline.lines[at].node));
        Some(id)
    }

    /// A line that says where the lines after it are.
    fn enter(&mut self, section: Section) {
        if section != self.section && self.writer.sections.is_some() {
            self.section = section;
            self.view.text.push_str(section.words());
            self.view.text.push_str(":\n");
        }
    }

    fn indent(&mut self, depth: u32) {
        match self.bullet.take() {
            Some(outer) => {
                push_indent(&mut self.view.text, outer);
                for _ in outer..depth {
                    self.view.text.push_str("- ");
                }
            }
            None => push_indent(&mut self.view.text, depth),
        }
    }

    /// One line for a run of siblings that are left out. Gives the line after them.
    fn fold(&mut self, at: usize, plan: &Plan) -> usize {
        let outline = self.writer.outline;
        let line = &outline.lines[at];
        let fold = self.writer.left_out(at, plan);
        if self.writer.behind.hides(at) {
            if let Some(id) = self.id(at) {
                let controls = self.writer.behind.controls;
                let word = if controls == 1 { "control" } else { "controls" };
                let what = self.writer.behind.what;
                let _infallible =
                    writeln!(self.view.text, "behind the {what}: {controls} {word} (expand {id})");
            }
            return fold.end;
        }
        self.indent(line.depth);
        let id = self.id(at).map(|id| id.to_string()).unwrap_or_default();
        self.writer.push_fold(&mut self.view.text, at, fold, &id);
        fold.end
    }
}

pub(in crate::view) fn push_indent(out: &mut String, depth: u32) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}
