//! Pairs the lines of an outline with those of the outline before.
//!
//! Ids decide: a line with the same id is the same, one with another id is another, also on the same node. Lines without ids are
//! paired by their node, or by their words where the nodes of their rows were given to other rows. The lines that are left are
//! paired by their words, so that an equal line of a re-rendered node is no change. Of the paired lines the longest sequence in
//! the old order stays; the others moved. All of it takes time in proportion to the lines (times the logarithm for moves).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    outline::{Line, LineKey, LineKind, NO_LINE, Outline},
    rank::speaks,
};
use crate::identity::ElementId;

struct Pairing<'a> {
    before: &'a Outline,
    after: &'a Outline,
    /// For each line after, the one before.
    partner: Vec<Option<usize>>,
    taken: Vec<bool>,
    by_key: FxHashMap<LineKey, usize>,
    /// Lines after and before whose elements were given to others, or came from elsewhere: what is in them goes by words.
    shifted: [FxHashSet<u32>; 2],
}

/// For each line after, the line before that is the same thing.
pub(super) fn pair(before: &Outline, after: &Outline) -> Vec<Option<usize>> {
    let mut by_key: FxHashMap<LineKey, usize> = FxHashMap::default();
    for (at, line) in before.lines.iter().enumerate() {
        by_key.entry(line.key).or_insert(at);
    }
    let mut pairing = Pairing {
        before,
        after,
        partner: vec![None; after.lines.len()],
        taken: vec![false; before.lines.len()],
        by_key,
        shifted: Default::default(),
    };
    pairing.by_id();
    pairing.by_node();
    pairing.by_words();
    pairing.by_node_at_last();
    pairing.partner
}

impl Pairing<'_> {
    fn join(&mut self, new: usize, old: usize) {
        self.partner[new] = Some(old);
        self.taken[old] = true;
    }

    fn by_id(&mut self) {
        let olds: FxHashMap<ElementId, usize> =
            self.before.lines.iter().enumerate().filter_map(|(at, line)| Some((line.id?, at))).collect();
        for (new, line) in self.after.lines.iter().enumerate() {
            let found = line.id.and_then(|id| olds.get(&id)).copied();
            let on_node = self.by_key.get(&line.key).copied();
            if let Some(old) = found {
                self.join(new, old);
            }
            if let Some(old) = on_node
                && found != on_node
                && self.before.lines[old].id.is_some()
            {
                self.shift(0, self.after, line);
                self.shift(1, self.before, &self.before.lines[old]);
            }
        }
    }

    fn shift(&mut self, side: usize, outline: &Outline, line: &Line) {
        self.shifted[side].insert(line.parent);
        // A cell with nothing but its control is no row.
        if let Some(parent) = outline.lines.get(line.parent as usize)
            && parent.end - line.parent <= 2
        {
            self.shifted[side].insert(parent.parent);
        }
    }

    fn by_node(&mut self) {
        for (new, line) in self.after.lines.iter().enumerate() {
            let Some(&old) = self.by_key.get(&line.key) else { continue };
            if self.partner[new].is_some() || self.taken[old] {
                continue;
            }
            let was = &self.before.lines[old];
            // A node that lost its id to another, or got another's, is another element.
            if was.id.is_some_and(|id| line.id != Some(id)) {
                continue;
            }
            let shifted = self.shifted[0].contains(&line.parent) || self.shifted[1].contains(&was.parent);
            if !shifted || self.before.content(was) == self.after.content(line) {
                self.join(new, old);
            }
        }
    }

    /// The rest by kind, words and depth, first with first. What stands in a line that is known to be the same is no other's.
    fn by_words(&mut self) {
        let (before, after) = (self.before, self.after);
        // The line around it, as one of the outline before; `NO_LINE` where that is not known to be any, or was given to another row.
        let holder_of = |at: u32| {
            let holder = self.partner.get(at as usize).copied().flatten();
            holder.filter(|_| !self.shifted[0].contains(&at)).map_or(NO_LINE, |holder| holder as u32)
        };
        let holders: Vec<u32> = after.lines.iter().map(|line| holder_of(line.parent)).collect();
        let mut by_words: FxHashMap<(LineKind, u64, u32, u32, &str), Vec<usize>> = FxHashMap::default();
        for (at, line) in before.lines.iter().enumerate().rev().filter(|(at, _)| !self.taken[*at]) {
            let known = self.taken.get(line.parent as usize).is_some_and(|taken| *taken);
            let holder = if known && !self.shifted[1].contains(&line.parent) { line.parent } else { NO_LINE };
            let key = (line.kind(), line.shape, line.depth, holder, before.content(line));
            by_words.entry(key).or_default().push(at);
        }
        let fresh = self.fresh_rows();
        let line_at = |at: u32| Some(at as usize).filter(|at| *at < after.lines.len());
        for (new, line) in after.lines.iter().enumerate().filter(|(_, line)| speaks(line.kind())) {
            let in_new = line_at(line.parent)
                .is_some_and(|at| self.partner[at].is_none() && after.lines[at].carries_id);
            let in_fresh_row = line.kind() == LineKind::Text && (in_new || fresh.contains(&line.parent));
            if self.partner[new].is_none() && !in_fresh_row {
                let key = (line.kind(), line.shape, line.depth, holders[new], after.content(line));
                let likes = by_words.get_mut(&key);
                // An element whose id did not move to the new one is not the same thing to who holds the id.
                let same = |old: usize| before.lines[old].id.is_none_or(|id| line.id == Some(id));
                if let Some(old) = likes.and_then(|likes| likes.pop_if(|old| same(*old))) {
                    self.join(new, old);
                }
            }
        }
    }

    /// The groups after that are no line's before and have new elements to act on: new rows. What they say is news, though an old row
    /// said a part of it. Fixture: evidence/diffs.html.
    fn fresh_rows(&self) -> FxHashSet<u32> {
        let lines = &self.after.lines;
        let acts = |at: &usize| self.partner[*at].is_none() && lines[*at].carries_id;
        let parents = (0..lines.len()).filter(acts).map(|at| lines[at].parent);
        let is_new = |at: &u32| {
            let group = lines.get(*at as usize).filter(|line| line.kind() == LineKind::Group);
            group.is_some() && self.partner[*at as usize].is_none()
        };
        parents.filter(is_new).collect()
    }

    /// Texts of rows that went to others, and have no equal: they read otherwise now.
    fn by_node_at_last(&mut self) {
        for (new, line) in self.after.lines.iter().enumerate() {
            let Some(&old) = self.by_key.get(&line.key) else { continue };
            let free = self.partner[new].is_none() && !self.taken[old];
            if free && self.before.lines[old].id.is_none_or(|id| line.id == Some(id)) {
                self.join(new, old);
            }
        }
    }
}

/// Which matched lines kept their order: of those on the same node the longest sequence, and of the others what fits in between.
/// What was drawn anew elsewhere moved, and not what it stood beside. Fixture: evidence/diffs.html.
pub(super) fn in_order(partner: &[Option<usize>], before: &Outline, after: &Outline) -> Vec<bool> {
    let same_node = |(new, from): (usize, &Option<usize>)| {
        from.filter(|from| before.lines[*from].key == after.lines[new].key)
    };
    let nodes: Vec<Option<usize>> = partner.iter().enumerate().map(same_node).collect();
    let anchors = longest(&nodes);
    let mut fitting = partner.to_vec();
    let mut least = None;
    for (from, anchor) in fitting.iter_mut().zip(&anchors) {
        *from = from.filter(|from| least.is_none_or(|least| *from >= least));
        least = if *anchor { *from } else { least };
    }
    let mut most = None;
    for (from, anchor) in fitting.iter_mut().zip(&anchors).rev() {
        *from = from.filter(|from| most.is_none_or(|most| *from <= most));
        most = if *anchor { *from } else { most };
    }
    longest(&fitting)
}

/// Which lines are in the longest sequence that kept its order.
fn longest(partner: &[Option<usize>]) -> Vec<bool> {
    // Patience: `piles[k]` is the line after that ends the best sequence of length k + 1.
    let mut piles: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; partner.len()];
    for (new, from) in partner.iter().enumerate() {
        let Some(from) = from else { continue };
        let pile = piles.partition_point(|top| partner[*top].is_some_and(|other| other < *from));
        previous[new] = pile.checked_sub(1).map(|below| piles[below]);
        if pile == piles.len() {
            piles.push(new);
        } else {
            piles[pile] = new;
        }
    }
    let mut kept = vec![false; partner.len()];
    let mut at = piles.last().copied();
    while let Some(new) = at {
        kept[new] = true;
        at = previous[new];
    }
    kept
}
