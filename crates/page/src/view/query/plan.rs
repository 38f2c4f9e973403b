//! Chooses the lines that a query keeps: those of the best groups that have its words, then the rest of these groups, in the order
//! of their scores, as far as there is room; with their headings and ancestors.
//!
//! The thresholds below are held by the queries of `page/tests/asking` and by fixtures/query-mail.html, query-settings.html and
//! query-shop.html.

use super::{Filtered, groups::groups, score::score, terms::Terms};
use crate::{
    limits::KEPT_GROUPS,
    snapshot::Snapshot,
    view::{
        ViewOptions,
        budget::{self, Plan, Room, TEXT_STEPS, Words},
        escape::push_number,
        outline::{Line, Outline},
        rank::{Rank, expanded, hold_up},
        tokens::TokenEstimate,
    },
};

/// A page that costs no more than this is shown whole, whatever is asked.
const SMALL: TokenEstimate = TokenEstimate(1_000_000);
/// A group with less than this part of the best score is not about the query.
const ABOUT: f32 = 0.3;
/// A line with less than this part of its group's best score is kept only with the rest of the group.
const OWN: f32 = 0.4;
/// A line with at least this part of its group's best score is kept before the group's other lines.
const BEST: f32 = 0.9;
/// The rest of a group comes after the own lines of so many groups behind it.
const REST: u32 = 3;
/// Room for saying what a request left of the page, in whatever format.
const FOOTER: TokenEstimate = TokenEstimate(40_000);

/// A request, as far as it decides what is shown.
pub(in crate::view) struct Asking {
    ranks: Vec<Rank>,
    /// What has a rank above this one is not about it.
    most: Rank,
    filtered: Filtered,
}

impl Asking {
    /// What the options ask of an outline; `all` is what showing all of it would cost, `room` what there is; `tells` says which
    /// lines the format has anything to say of. `None` where nothing is asked.
    pub(in crate::view) fn new(
        outline: &Outline,
        snapshot: &Snapshot,
        options: &ViewOptions,
        (all, room): (TokenEstimate, TokenEstimate),
        tells: impl Fn(&Line) -> bool,
    ) -> Option<Self> {
        let mut terms = Terms::new(options.query.as_deref()?);
        let groups = groups(outline, snapshot);
        let count = outline.lines.iter().filter(|line| tells(line)).count() as u32;
        let mut filtered = Filtered {
            original_count: count,
            filtered_count: count,
            groups: groups.len() as u32,
            original_tokens: all.tokens(),
            ..Filtered::default()
        };
        if all <= SMALL && all <= room {
            return Some(Self { ranks: Vec::new(), most: Rank::NONE, filtered });
        }
        filtered.needs_filtering = true;
        let scores = score(outline, snapshot, &groups, &mut terms);
        let best = scores.groups.iter().copied().fold(0.0_f32, f32::max);
        let about = |at: &usize| scores.groups[*at] > 0.0 && scores.groups[*at] >= ABOUT * best;
        let mut order: Vec<usize> = (0..groups.len()).filter(about).collect();
        order.sort_by(|a, b| scores.groups[*b].total_cmp(&scores.groups[*a]).then(a.cmp(b)));
        filtered.matching_groups = order.len() as u32;
        let mut ranks = vec![Rank::ALL; outline.lines.len()];
        let mut most = Rank::NONE;
        let mut give = |at: usize, key: u32| {
            let rank = Rank::asked(key, at);
            ranks[at] = ranks[at].min(rank);
            most = most.max(rank);
        };
        for (place, group) in order.iter().take(KEPT_GROUPS).map(|at| &groups[*at]).enumerate() {
            let own = |at: usize| scores.lines.get(&(at as u32)).copied().unwrap_or(0.0);
            let best = group.lines.clone().map(own).fold(0.0_f32, f32::max);
            let key = 2 * (place as u32 + 1);
            for at in group.lines.clone() {
                let is_best = own(at) > 0.0 && own(at) >= BEST * best;
                let is_own = outline.lines[at].titles || (own(at) > 0.0 && own(at) >= OWN * best);
                give(at, if is_best { key } else { key + 1 + if is_own { 0 } else { 2 * REST } });
            }
            if let Some(heading) = group.heading {
                give(heading as usize, key);
            }
        }
        // What stands in the way of everything, and what was asked for by its id.
        for (at, line) in outline.lines.iter().enumerate().filter(|(_, line)| line.urgent) {
            if !order.is_empty() && (line.covers > 0 || snapshot.focus == Some(line.node)) {
                give(at, 1);
            }
        }
        for (at, _) in expanded(outline, snapshot, &options.expand).iter().enumerate().filter(|(_, is)| **is)
        {
            give(at, 0);
        }
        hold_up(outline, &mut ranks);
        Some(Self { ranks, most, filtered })
    }

    /// Whether the request decides what is shown: the page is large, and has something of it.
    pub(in crate::view) fn decides(&self) -> bool {
        self.most > Rank::NONE
    }

    /// What saying what the request left costs at most.
    pub(in crate::view) fn footer(&self) -> TokenEstimate {
        if self.filtered.needs_filtering { FOOTER } else { TokenEstimate(0) }
    }

    /// What is shown.
    pub(in crate::view) fn plan(&self, outline: &Outline, room: &Room, words: &impl Words) -> Plan {
        let room = Room { cut: TokenEstimate(room.cut.0.saturating_sub(FOOTER.0)), ..*room };
        budget::plan_up_to(outline, &self.ranks, self.most, &room, TEXT_STEPS[1], words)
    }

    /// What the request left of the page, once it is known how many lines are left out and what the rest costs.
    pub(in crate::view) fn filtered(&self, left_out: u32, tokens: u32) -> Filtered {
        let original = self.filtered.original_tokens.max(tokens);
        Filtered {
            filtered_count: self.filtered.original_count.saturating_sub(left_out),
            original_tokens: original,
            filtered_tokens: tokens,
            token_reduction: (u64::from(original - tokens) * 100 / u64::from(original.max(1))) as u32,
            ..self.filtered
        }
    }
}

/// `query: 34 of 1,802 lines, ~600 of ~26,400 tokens`; `None` where all of the page is shown.
pub(in crate::view) fn footer(filtered: Option<&Filtered>) -> Option<String> {
    let filtered = filtered.filter(|filtered| filtered.needs_filtering)?;
    if filtered.matching_groups == 0 {
        return Some("query: nothing that is shown on this page has a word of it".to_owned());
    }
    let mut footer = String::from("query: ");
    let out = &mut footer;
    push_number(out, filtered.filtered_count as usize);
    out.push_str(" of ");
    push_number(out, filtered.original_count as usize);
    out.push_str(" lines, ~");
    push_number(out, filtered.filtered_tokens as usize);
    out.push_str(" of ~");
    push_number(out, filtered.original_tokens as usize);
    out.push_str(" tokens");
    Some(footer)
}
