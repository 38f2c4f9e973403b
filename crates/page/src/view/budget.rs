//! Chooses the lines of an outline that are shown within a budget: those whose [`super::rank`] is not above a threshold, and one
//! line for every run of siblings that is left out.
//!
//! The cost of a threshold is computed in one pass, which counts each line for a run as expensive as such a line can be; the best
//! threshold is found by bisection. Then the lines for runs are worded, and the tokens that they save go to the next threshold.

use super::{
    ViewOptions,
    left_out::LeftOut,
    outline::{Line, Outline},
    query::Asking,
    rank::{Rank, hold_up, ranks},
    rows::Rows,
    tokens::TokenEstimate,
};
use crate::{limits::TEXT_CHARACTERS, snapshot::Snapshot};

/// How far texts are shortened, in steps, when folding repeated siblings was not enough.
pub(super) const TEXT_STEPS: [usize; 4] = [TEXT_CHARACTERS, 240, 120, 60];

/// The most that a line may cost that says what kinds of lines are left out.
pub(super) const SUMMARY_MOST: TokenEstimate = TokenEstimate(40_000);
/// The most that a line may cost that says that more like those before are left out.
pub(super) const LIKE_MOST: TokenEstimate = TokenEstimate(20_000);

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// By line.
    pub(super) shown: Vec<bool>,
    /// The most characters of a text.
    pub(super) text_limit: usize,
}

impl Plan {
    /// All of it.
    pub(super) fn everything(outline: &Outline) -> Self {
        Self { shown: vec![true; outline.lines.len()], text_limit: TEXT_STEPS[0] }
    }
}

/// What of an outline one page of a view tells.
pub(super) struct Choice {
    pub(super) plan: Plan,
    /// Which page it is; 0 for the only one.
    pub(super) page: u32,
    /// The lines that are on no page yet, or have room on none.
    pub(super) left: LeftOut,
    /// The page that goes on.
    pub(super) next: Option<u32>,
    /// What was asked for, which may have decided.
    pub(super) asking: Option<Asking>,
}

impl Choice {
    /// All of it on one page.
    pub(super) fn everything(outline: &Outline) -> Self {
        Self { plan: Plan::everything(outline), page: 0, left: LeftOut::default(), next: None, asking: None }
    }
}

/// How much a page may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// When all of the outline is on it.
    pub(super) whole: TokenEstimate,
    /// When some is not, and that is said.
    pub(super) cut: TokenEstimate,
    /// What a line for what is left out costs more than in a tree.
    pub(super) fold: TokenEstimate,
}

/// What a format says of the lines of an outline.
pub(super) trait Words {
    /// Whether it has anything to say of a line: the others cost nothing and are not missed.
    fn tells(&self, line: &Line) -> bool;

    /// What every line costs when texts have at most `limit` characters.
    fn line_estimates(&self, limit: usize) -> Vec<TokenEstimate>;

    /// What the line for a run that is left out costs, that starts at this line.
    fn fold(&self, at: usize, fold: Fold) -> TokenEstimate;
}

/// Chooses what a page tells: all, if there is room; else what matters most; on later pages what is left.
pub(super) fn choose(
    outline: &Outline,
    snapshot: &Snapshot,
    options: &ViewOptions,
    room: &Room,
    words: &impl Words,
) -> Choice {
    let all = words.line_estimates(TEXT_STEPS[0]);
    let total = TokenEstimate(all.iter().map(|estimate| estimate.0).sum());
    let page = options.page.max(1);
    let asking = Asking::new(outline, snapshot, options, (total, room.whole), |line| words.tells(line));
    let decides = asking.as_ref().is_some_and(Asking::decides);
    let footer = asking.as_ref().map_or(0, |asking| asking.footer().0);
    if page == 1 && total.0 + footer <= room.whole.0 && !decides {
        return Choice { asking, ..Choice::everything(outline) };
    }
    let rows = Rows::of(outline, snapshot);
    let mut plan = match asking.as_ref().filter(|_| decides) {
        Some(asking) => asking.plan(outline, room, words),
        None => {
            let ranks = ranks(outline, snapshot, &options.expand, &rows);
            let cut = TokenEstimate(room.cut.0.saturating_sub(footer));
            plan(outline, &ranks, &Room { cut, ..*room }, &all, words)
        }
    };
    let mut pages = Pages {
        outline,
        rows: &rows,
        words,
        all: &all,
        room: room.cut,
        told: plan.shown.clone(),
        too_long: Vec::new(),
    };
    for _ in 1..page {
        plan = pages.next();
    }
    let lines = outline.lines.iter().zip(&pages.told);
    let untold = LeftOut::of(lines.filter(|(line, told)| !**told && words.tells(line)).map(|(line, _)| line));
    let next = (!untold.is_empty()).then_some(page + 1);
    let too_long = LeftOut::of(pages.too_long.iter().map(|at| &outline.lines[*at]));
    Choice { plan, page, left: untold.with(&too_long), next, asking }
}

/// Chooses what fits. `first` is what each line costs while no text is shortened.
fn plan(outline: &Outline, ranks: &[Rank], room: &Room, first: &[TokenEstimate], words: &impl Words) -> Plan {
    let mut limit = TEXT_STEPS[0];
    let mut sums = Sums::new(first, room.fold);
    if sums.total() <= room.cut {
        return Plan::everything(outline);
    }
    let ranks = whole_weeks(outline, ranks);
    let folded = ranks.iter().copied().filter(|rank| !rank.is_repeated()).max().unwrap_or(Rank::NONE);
    for step in &TEXT_STEPS[1..] {
        if sums.shown(outline, &ranks, folded, None) <= room.cut {
            break;
        }
        limit = *step;
        sums = Sums::new(&words.line_estimates(limit), room.fold);
    }
    let filling = Filling { outline, sums: &sums, words, room: room.cut, limit };
    filling.plan(&ranks, Rank::ALL).0
}

/// Chooses what fits of the lines whose ranks are not above `most`, the rest being left out whatever the room; texts have
/// at most `limit` characters. What stands behind something that has no room may still have some.
pub(super) fn plan_up_to(
    outline: &Outline,
    ranks: &[Rank],
    most: Rank,
    room: &Room,
    limit: usize,
    words: &impl Words,
) -> Plan {
    let sums = Sums::new(&words.line_estimates(limit), room.fold);
    let ranks = whole_weeks(outline, ranks);
    let filling = Filling { outline, sums: &sums, words, room: room.cut, limit };
    let (plan, threshold) = filling.plan(&ranks, most);
    filling.more(plan, threshold, &ranks, most)
}

/// Gives the days of a week the rank of the one that goes last: they are one line, whose first day has the cost of all.
fn whole_weeks(outline: &Outline, ranks: &[Rank]) -> Vec<Rank> {
    let mut ranks = ranks.to_vec();
    for week in &outline.weeks {
        let days = &mut ranks[week.lines.clone()];
        let last = days.iter().copied().min().unwrap_or(Rank::NONE);
        days.fill(last);
    }
    hold_up(outline, &mut ranks);
    ranks
}

/// Costs added up, so that the cost of a subtree is a subtraction.
struct Sums {
    sums: Vec<u64>,
    extra: TokenEstimate,
}

impl Sums {
    fn new(estimates: &[TokenEstimate], extra: TokenEstimate) -> Self {
        let mut sums = Vec::with_capacity(estimates.len() + 1);
        let mut sum = 0;
        sums.push(sum);
        for estimate in estimates {
            sum += estimate.0;
            sums.push(sum);
        }
        Self { sums, extra }
    }

    fn total(&self) -> TokenEstimate {
        self.of(0, self.sums.len() - 1)
    }

    fn of(&self, from: usize, to: usize) -> TokenEstimate {
        TokenEstimate(self.sums[to] - self.sums[from])
    }

    /// The cost of showing what is not above the threshold; marks what is shown.
    fn shown(
        &self,
        outline: &Outline,
        ranks: &[Rank],
        threshold: Rank,
        mut mark: Option<&mut Vec<bool>>,
    ) -> TokenEstimate {
        let lines = &outline.lines;
        let mut estimate = 0;
        let mut at = 0;
        while at < lines.len() {
            if ranks[at] <= threshold {
                if let Some(mark) = &mut mark {
                    mark[at] = true;
                }
                estimate += self.of(at, at + 1).0;
                at += 1;
                continue;
            }
            let fold = fold_at(outline, at, |line| ranks[line] <= threshold);
            let most = if fold.like_before { LIKE_MOST } else { SUMMARY_MOST };
            let (end, most) = (fold.end, TokenEstimate(most.0 + self.extra.0));
            let run = self.of(at, end);
            // What costs no more than the line that says it is missing is not missing.
            if run <= most {
                if let Some(mark) = &mut mark {
                    mark[at..end].fill(true);
                }
                estimate += run.0;
            } else {
                estimate += most.0;
            }
            at = end;
        }
        TokenEstimate(estimate)
    }

    /// The highest of these thresholds that fits, by bisection; the lowest shows one line that says that all is left out.
    fn threshold(&self, outline: &Outline, ranks: &[Rank], sorted: &[Rank], room: TokenEstimate) -> Rank {
        let (mut fits, mut over) = (0, sorted.len());
        while fits < over {
            let middle = fits + (over - fits) / 2;
            if self.shown(outline, ranks, sorted[middle], None) <= room {
                fits = middle + 1;
            } else {
                over = middle;
            }
        }
        fits.checked_sub(1).map_or(Rank::NONE, |at| sorted[at])
    }

    /// What a plan costs when the lines for what it leaves out are worded.
    fn spent(&self, outline: &Outline, shown: &[bool], words: &impl Words) -> TokenEstimate {
        let mut spent = 0;
        let mut at = 0;
        while at < shown.len() {
            if shown[at] {
                spent += self.of(at, at + 1).0;
                at += 1;
            } else {
                let fold = fold_at(outline, at, |line| shown[line]);
                spent += words.fold(at, fold).0;
                at = fold.end;
            }
        }
        TokenEstimate(spent)
    }
}

/// How many times the tokens that were saved are spent again.
const TURNS: usize = 4;
/// Savings below this part of the budget (one sixteenth) are not worth another turn.
const LITTLE: u64 = 16;
/// At most so many units that did not fit are tried one by one.
const TRIED: usize = 12;

/// Filling a room with the lines of an outline.
struct Filling<'a, W> {
    outline: &'a Outline,
    sums: &'a Sums,
    words: &'a W,
    room: TokenEstimate,
    limit: usize,
}

impl<W: Words> Filling<'_, W> {
    /// The lines under the highest threshold that fits, and the threshold.
    fn plan(&self, ranks: &[Rank], most: Rank) -> (Plan, Rank) {
        let mut sorted: Vec<Rank> = ranks.iter().copied().filter(|rank| *rank <= most).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut best = (self.under(ranks, Rank::NONE), Rank::NONE);
        let mut asked = self.room;
        for turn in 0..TURNS {
            let threshold = self.sums.threshold(self.outline, ranks, &sorted, asked);
            if turn > 0 && threshold <= best.1 {
                break;
            }
            let plan = self.under(ranks, threshold);
            let spent = self.sums.spent(self.outline, &plan.shown, self.words);
            if turn > 0 && spent > self.room {
                break;
            }
            best = (plan, threshold);
            let left = self.room.0.saturating_sub(spent.0);
            if left < self.room.0 / LITTLE || sorted.last() == Some(&threshold) {
                break;
            }
            asked = TokenEstimate(asked.0.saturating_add(left));
        }
        best
    }

    fn under(&self, ranks: &[Rank], threshold: Rank) -> Plan {
        let mut plan = Plan { shown: vec![false; self.outline.lines.len()], text_limit: self.limit };
        self.sums.shown(self.outline, ranks, threshold, Some(&mut plan.shown));
        plan
    }

    /// Adds what is above the threshold and fits all the same, a unit of one weight after the other.
    fn more(&self, mut plan: Plan, threshold: Rank, ranks: &[Rank], most: Rank) -> Plan {
        let above = |rank: &Rank| *rank > threshold && *rank <= most;
        let mut units: Vec<u64> = ranks.iter().filter(|rank| above(rank)).map(|rank| rank.weight()).collect();
        units.sort_unstable();
        units.dedup();
        let mut ranks = ranks.to_vec();
        for unit in units.into_iter().take(TRIED) {
            let mut tried = ranks.clone();
            for rank in tried.iter_mut().filter(|rank| rank.weight() == unit && **rank <= most) {
                *rank = Rank::FIRST;
            }
            hold_up(self.outline, &mut tried);
            let wider = self.under(&tried, threshold.max(Rank::FIRST));
            if self.sums.spent(self.outline, &wider.shown, self.words) <= self.room {
                (plan, ranks) = (wider, tried);
            }
        }
        plan
    }
}

/// A run of siblings that are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold {
    /// One past its last line.
    pub(super) end: usize,
    /// How many siblings.
    pub(super) count: usize,
    /// They are all of the same shape as the sibling before them.
    pub(super) like_before: bool,
}

/// The run that starts at a line.
pub(super) fn fold_at(outline: &Outline, at: usize, shown: impl Fn(usize) -> bool) -> Fold {
    let lines = &outline.lines;
    let (parent, shape) = (lines[at].parent, lines[at].shape);
    let mut fold = Fold { end: at, count: 0, like_before: true };
    while lines.get(fold.end).is_some_and(|next| next.parent == parent) && !shown(fold.end) {
        fold.like_before &= lines[fold.end].shape == shape;
        fold.count += 1;
        fold.end = lines[fold.end].end as usize;
    }
    fold.like_before =
        fold.like_before && sibling_before(outline, at).is_some_and(|before| lines[before].shape == shape);
    fold
}

pub(super) fn sibling_before(outline: &Outline, at: usize) -> Option<usize> {
    let parent = outline.lines[at].parent;
    let mut before = at.checked_sub(1)?;
    while before as u32 != parent {
        let above = outline.lines[before].parent;
        if above == parent {
            return Some(before);
        }
        before = above as usize;
    }
    None
}

/// The pages after the first: what those before left out, in order, as far as there is room, under its ancestors.
struct Pages<'a, W> {
    outline: &'a Outline,
    rows: &'a Rows,
    words: &'a W,
    /// What every line costs while no text is shortened.
    all: &'a [TokenEstimate],
    room: TokenEstimate,
    /// By line: it was on a page, or has room on none.
    told: Vec<bool>,
    /// Lines that have room on no page, however much texts are shortened.
    too_long: Vec<usize>,
}

impl<W: Words> Pages<'_, W> {
    /// The lines of the next page. Its texts are as long as the first of its lines has room for.
    fn next(&mut self) -> Plan {
        let nothing = Plan { shown: vec![false; self.outline.lines.len()], text_limit: TEXT_STEPS[0] };
        while let Some(first) = self.told.iter().position(|told| !told) {
            for limit in TEXT_STEPS {
                let shortened;
                let estimates = if limit == TEXT_STEPS[0] {
                    self.all
                } else {
                    shortened = self.words.line_estimates(limit);
                    &shortened
                };
                let shown = self.fill(first, estimates);
                if self.says(&shown) {
                    self.told.iter_mut().zip(&shown).for_each(|(told, shown)| *told |= shown);
                    return Plan { shown, text_limit: limit };
                }
            }
            self.told[first] = true;
            if self.words.tells(&self.outline.lines[first]) {
                self.too_long.push(first);
            }
        }
        nothing
    }

    fn says(&self, shown: &[bool]) -> bool {
        self.outline.lines.iter().zip(shown).any(|(line, shown)| *shown && self.words.tells(line))
    }

    /// Takes back what is shown of a row that has no room for the line `at`, unless the page begins with it.
    fn put_off_row(&self, shown: &mut [bool], first: usize, at: usize) {
        if let Some(row) = self.rows.start(at).filter(|row| *row > first) {
            shown[row..at].fill(false);
        }
    }

    /// Shows lines from this one on, until one has no room.
    fn fill(&self, first: usize, estimates: &[TokenEstimate]) -> Vec<bool> {
        let lines = &self.outline.lines;
        let mut shown = vec![false; lines.len()];
        let mut spent = 0;
        let mut with = Vec::new();
        for at in (first..lines.len()).filter(|at| !self.told[*at]) {
            if shown[at] {
                continue;
            }
            with.clear();
            with.push(at);
            let mut above = lines[at].parent as usize;
            while above < lines.len() && !shown[above] {
                with.push(above);
                above = lines[above].parent as usize;
            }
            spent += with.iter().map(|line| estimates[*line].0).sum::<u64>();
            if spent > self.room.0 {
                self.put_off_row(&mut shown, first, at);
                break;
            }
            for line in &with {
                shown[*line] = true;
            }
        }
        shown
    }
}
