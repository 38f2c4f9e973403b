//! Brings the ids of one document in line with a new snapshot: each id stays on its node, moves to another, or goes stale.
//!
//! First every id is judged on its node: the node may be gone, or may show another row. Ids that lost their node are then
//! looked for among the nodes that are new and those that lost their id. An id moves where exactly one node matches and no
//! other id matches that node; otherwise it is stale. Fixtures: identity.html, identity-living.html, rows.html.

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    ElementId,
    compare::{self, Like, Surroundings, Verdict},
    context::{self, Context, Level, LevelKind},
    edits::{self, EditedField},
    entry::{Moved, StaleReason},
    facts::Facts,
    fingerprint::{self, Fingerprint, OwnPart},
    registry::{Document, Registry},
    shifts::List,
    word_kinds,
};
use crate::{
    limits::{COMPARED_CANDIDATES, SEARCHED_NODES},
    snapshot::{FrameIndex, NodeIndex, NodeKind, NodeRef, Snapshot},
};

/// An id that lost its node.
struct Orphan {
    id: ElementId,
    from: BackendNodeId,
    /// Its node is still there, and shows something else.
    recycled: bool,
    /// Only an `id` or `name` told it from others. It goes stale, as an id never follows such an attribute to another node that
    /// was there before (`current` in identity-living.html).
    lost: bool,
}

/// An id whose node is still there, and whose name, attributes or context changed.
struct Changed {
    id: ElementId,
    at: NodeIndex,
    context: Context,
    verdict: Verdict,
    renamed: bool,
    /// It has another `id`, `name` or `for` than it had, or its first key.
    remarked: bool,
    /// See [`Orphan::lost`].
    lost: bool,
}

/// The rows of each list.
pub(super) type Lists = FxHashMap<BackendNodeId, List>;

impl Registry {
    pub(super) fn reconcile_document(
        &mut self,
        document: &mut Document,
        frame: FrameIndex,
        snapshot: &Snapshot,
        newest: BackendNodeId,
        moved: &mut Vec<Moved>,
    ) {
        let (mut orphans, mut changed) = self.look_at_each(document, snapshot);
        let lists =
            if orphans.is_empty() && changed.is_empty() { Lists::default() } else { self.lists(document) };
        let edited = if changed.is_empty() { Vec::new() } else { self.edited(document, snapshot) };
        self.judge(&mut changed, snapshot, &lists, &edited);
        orphans.extend(self.settle(document, snapshot, changed));
        if !orphans.is_empty() {
            orphans.sort_by_key(|orphan| orphan.id);
            self.find_homes(document, frame, snapshot, &orphans, &lists, moved);
            moved.sort_by_key(|m| m.id);
        }
        document.newest = newest;
    }

    /// The ids whose nodes are gone, and those whose nodes or surroundings are not word for word the same.
    fn look_at_each(&self, document: &Document, snapshot: &Snapshot) -> (Vec<Orphan>, Vec<Changed>) {
        let (mut gone, mut changed) = (Vec::new(), Vec::new());
        for (&backend, &id) in &document.live {
            let Some(entry) = self.entries.get(&id) else { continue };
            let Some(at) = snapshot.find(&document.frame, backend) else {
                gone.push(Orphan { id, from: backend, recycled: false, lost: false });
                continue;
            };
            let node = snapshot.node(at);
            let context = entry.print.context.retake(snapshot, node);
            let OwnPart { aim, keys, marks, .. } = fingerprint::own(node);
            // Validators give a field that had no key one of their own (Parsley's `data-parsley-id`).
            let marked =
                keys != entry.print.keys && entry.print.keys.is_none() && fingerprint::is_field(node);
            let remarked = marks != entry.print.marks || marked;
            // An uncertain name proves nothing.
            let sure = entry.sure && fingerprint::is_sure(node);
            let other_name = !word_kinds::same_names(&entry.print.name, node.name())
                || !word_kinds::has_name(&entry.print.name)
                    && !word_kinds::same(&entry.print.name, node.name());
            let renamed = sure && other_name;
            // Only its number is another, and there are more of its kind: "Photo 1" is "Photo 5" now.
            let other_number = sure
                && word_kinds::numbered(&entry.print.name)
                && word_kinds::same_names(&entry.print.name, node.name())
                && !entry.is_called(snapshot, node);
            if aim != entry.print.aim
                || other_number
                || entry.has_other_record(node)
                || keys != entry.print.keys && !marked
            {
                changed.push(Changed {
                    id,
                    at,
                    context,
                    verdict: Verdict::Other,
                    renamed,
                    remarked,
                    lost: false,
                });
            } else if renamed || remarked || !entry.print.context.equals(&context) {
                changed.push(Changed {
                    id,
                    at,
                    context,
                    verdict: Verdict::Same,
                    renamed,
                    remarked,
                    lost: false,
                });
            }
        }
        changed.sort_by_key(|change| change.id);
        (gone, changed)
    }

    fn lists(&self, document: &Document) -> Lists {
        let mut lists = Lists::default();
        for id in document.live.values() {
            let Some(entry) = self.entries.get(id) else { continue };
            for level in entry.print.context.levels.iter().filter(|level| level.kind == LevelKind::Row) {
                lists.entry(level.list).or_default().push(level.node, Like::of(&level.facts));
            }
        }
        lists
    }

    fn judge(&self, changed: &mut [Changed], snapshot: &Snapshot, lists: &Lists, edited: &[EditedField]) {
        for change in changed.iter_mut().filter(|change| change.verdict != Verdict::Other) {
            let Some(entry) = self.entries.get(&change.id) else { continue };
            let own = snapshot.node(change.at);
            let around = Around { snapshot, own, lists, edited, moved: false, renamed: change.renamed };
            change.verdict = compare::contexts(&entry.print.context, &change.context, &around);
            if change.remarked
                && !fingerprint::is_field(own)
                && is_told_by_marks(snapshot, own, &change.context)
            {
                (change.verdict, change.lost) = (Verdict::Other, true);
            }
        }
        // Where nodes of a list were given to other rows, a doubtful row of that list is another one too.
        let shifted: FxHashSet<BackendNodeId> = changed
            .iter()
            .filter(|change| change.verdict == Verdict::Other)
            .filter_map(|change| Some(self.entries.get(&change.id)?.print.context.named()?.list))
            .collect();
        for change in changed.iter_mut().filter(|change| change.verdict == Verdict::Doubtful) {
            let list = self.entries.get(&change.id).and_then(|entry| Some(entry.print.context.named()?.list));
            change.verdict =
                if list.is_some_and(|list| shifted.contains(&list)) { Verdict::Other } else { Verdict::Same };
        }
        self.judge_names(changed, snapshot, lists);
    }

    /// Judges elements that are rows by themselves, by their names. When several of a list have other names at once, or one has
    /// the name of another, the list was shifted. One alone whose name changed ("Save", "Saving...") is the same element.
    fn judge_names(&self, changed: &mut [Changed], snapshot: &Snapshot, lists: &Lists) {
        let by_itself = |change: &Changed| -> Option<(BackendNodeId, u64)> {
            let print = &self.entries.get(&change.id)?.print;
            let Some(level) = print.context.named().filter(|l| l.kind == LevelKind::Row && l.facts.named())
            else {
                return Some((print.list, print.core));
            };
            let unique = lists.get(&level.list).is_none_or(|rows| {
                let like = Like::of(&level.facts);
                !rows.rows().iter().any(|(node, other)| *node != level.node && like.same_lead(other))
            });
            (!unique).then_some((level.list, print.core))
        };
        let mut renamed: FxHashMap<(BackendNodeId, u64), Vec<usize>> = FxHashMap::default();
        for (at, change) in changed.iter().enumerate().filter(|(_, change)| change.renamed) {
            if let Some(list) = by_itself(change) {
                renamed.entry(list).or_default().push(at);
            }
        }
        if renamed.is_empty() {
            return;
        }
        let mut names: FxHashMap<(BackendNodeId, u64), Vec<&str>> = FxHashMap::default();
        for entry in self.entries.values().filter(|entry| entry.status == super::Status::Live) {
            let print = &entry.print;
            let list = print
                .context
                .named()
                .filter(|l| l.kind == LevelKind::Row && l.facts.named())
                .map_or(print.list, |l| l.list);
            if renamed.contains_key(&(list, print.core)) {
                names.entry((list, print.core)).or_default().push(&print.name);
            }
        }
        for (list, members) in renamed {
            // All were called the same and are again ("Expand", "Collapse"): nothing shows that one was given to another.
            let called = |at: &usize| {
                let was = self.entries.get(&changed[*at].id).map_or("", |entry| &entry.print.name);
                (was, snapshot.node(changed[*at].at).name())
            };
            let (was, now) = called(&members[0]);
            let alike =
                members.iter().map(called).all(|(x, y)| word_kinds::same(x, was) && word_kinds::same(y, now));
            let shifted = members.len() > 1 && !alike;
            for &at in &members {
                let now = snapshot.node(changed[at].at).name();
                let anothers = names
                    .get(&list)
                    .is_some_and(|names| names.iter().any(|name| word_kinds::same(name, now)));
                let was = self.entries.get(&changed[at].id).map(|entry| &entry.print);
                let own = snapshot.node(changed[at].at);
                // Something was put into it, such as what was dropped there.
                let grew = members.len() == 1
                    && !anothers
                    && self.entries.get(&changed[at].id).is_some_and(|entry| entry.grew(snapshot, own));
                if grew {
                    continue;
                }
                if shifted
                    || anothers
                    || was.is_none_or(|was| was.whole_item || stands_elsewhere(own, list.0, &was.name))
                    || context::is_whole_item(own)
                {
                    changed[at].verdict = Verdict::Other;
                }
            }
        }
    }

    /// Takes the ids from the nodes that show other rows, and notes what the others stand in now.
    fn settle(&mut self, document: &mut Document, snapshot: &Snapshot, changed: Vec<Changed>) -> Vec<Orphan> {
        let mut orphans = Vec::new();
        let mut doubles: FxHashSet<(u64, u64)> = FxHashSet::default();
        for change in changed {
            let Some(entry) = self.entries.get_mut(&change.id) else { continue };
            if change.verdict == Verdict::Other {
                let node = snapshot.node(change.at);
                entry.now = match entry.other_record(node) {
                    Some((_, record)) => format!("{:?} beside {record:?}", node.name()).into(),
                    None => shown(node.name(), &change.context),
                };
                doubles.insert(entry.print.whole_and_held());
                document.live.remove(&entry.backend);
                orphans.push(Orphan {
                    id: change.id,
                    from: entry.backend,
                    recycled: true,
                    lost: change.lost,
                });
            } else if entry.print.context.levels.iter().zip(&change.context.levels).all(|(old, new)| {
                // The texts of a row that is empty for a moment are kept, to compare with those that fill it.
                old.facts.lead().is_none() || new.facts.lead().is_some()
            }) {
                entry.print.context = change.context;
            }
            let OwnPart { keys, marks, .. } = fingerprint::own(snapshot.node(change.at));
            entry.print.marks = marks;
            if change.verdict != Verdict::Other {
                entry.print.keys = keys;
            }
        }
        if !doubles.is_empty() {
            // An element that was equal to one of those in every word may have been shifted too, without any visible change.
            let equal: Vec<(BackendNodeId, ElementId)> = document
                .live
                .iter()
                .filter(|(_, id)| {
                    self.entries.get(id).is_some_and(|entry| {
                        entry.print.context.levels.first().is_some_and(|level| level.kind == LevelKind::Row)
                            && doubles.contains(&entry.print.whole_and_held())
                    })
                })
                .map(|(backend, id)| (*backend, *id))
                .collect();
            for (backend, id) in equal {
                document.live.remove(&backend);
                self.make_stale(id, StaleReason::Ambiguous { count: 2 });
            }
        }
        orphans
    }

    fn find_homes(
        &mut self,
        document: &mut Document,
        frame: FrameIndex,
        snapshot: &Snapshot,
        orphans: &[Orphan],
        lists: &Lists,
        moved: &mut Vec<Moved>,
    ) {
        for orphan in orphans {
            document.live.remove(&orphan.from);
        }
        let candidates = self.candidates(document, frame, snapshot, orphans);
        let mut by_whole: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut by_bucket: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, (_, print)) in candidates.iter().enumerate() {
            by_whole.entry(print.whole()).or_default().push(at);
            by_bucket.entry(print.bucket()).or_default().push(at);
        }
        let prints = || orphans.iter().filter_map(|orphan| Some(&self.entries.get(&orphan.id)?.print));
        let owners: FxHashSet<_> = prints().map(Fingerprint::whole_and_held).collect();
        let homes: FxHashSet<_> = candidates.iter().map(|(_, print)| print.whole_and_held()).collect();
        let found: Vec<Vec<usize>> = orphans
            .iter()
            .map(|orphan| {
                let Some(entry) =
                    self.entries.get(&orphan.id).filter(|entry| !orphan.lost && entry.print.tells())
                else {
                    return Vec::new();
                };
                let stands = |at: &usize| entry.print.stands_as(&candidates[*at].1);
                if let Some(equal) = by_whole.get(&entry.print.whole()) {
                    // Of rows that only their fields tell apart, each goes where what it held is.
                    let own = entry.print.whole_and_held();
                    let fits = |at: &usize| {
                        let there = candidates[*at].1.whole_and_held();
                        there == own || !owners.contains(&there) && !homes.contains(&own)
                    };
                    return equal.iter().copied().filter(stands).filter(fits).collect();
                }
                let near =
                    by_bucket.get(&entry.print.bucket()).filter(|near| near.len() <= COMPARED_CANDIDATES);
                let like = |at: &usize| {
                    let (to, print) = &candidates[*at];
                    let own = snapshot.node(*to);
                    entry.print.like(print) && {
                        let verdict = place(&entry.print, print, (snapshot, own), lists);
                        verdict == Verdict::Same || verdict == Verdict::Doubtful && !orphan.recycled
                    }
                };
                near.into_iter().flatten().copied().filter(like).filter(stands).collect()
            })
            .collect();
        let mut claims: FxHashMap<usize, u32> = FxHashMap::default();
        found.iter().flatten().for_each(|at| *claims.entry(*at).or_default() += 1);
        for (orphan, found) in orphans.iter().zip(&found) {
            match found.as_slice() {
                [at] if claims.get(at) == Some(&1) => {
                    let (to, print) = &candidates[*at];
                    let now = snapshot.node(*to).backend();
                    if let Some(entry) = self.entries.get_mut(&orphan.id) {
                        entry.backend = now;
                        let whole_item = entry.print.whole_item;
                        entry.print = print.clone();
                        entry.print.whole_item |= whole_item;
                        document.live.insert(now, orphan.id);
                        moved.push(Moved { id: orphan.id, from: orphan.from, to: *to });
                    }
                }
                [] if orphan.recycled => self.make_stale(orphan.id, StaleReason::Recycled),
                [] => self.make_stale(orphan.id, StaleReason::Gone),
                several => {
                    let claimed = several.iter().filter_map(|at| claims.get(at)).max().copied().unwrap_or(1);
                    let count = claimed.max(several.len() as u32);
                    self.make_stale(orphan.id, StaleReason::Ambiguous { count });
                }
            }
        }
    }

    /// The nodes that an id may move to: new ones, and those that lost their id.
    fn candidates(
        &self,
        document: &Document,
        frame: FrameIndex,
        snapshot: &Snapshot,
        orphans: &[Orphan],
    ) -> Vec<(NodeIndex, Fingerprint)> {
        let cores: FxHashSet<u64> =
            orphans.iter().filter_map(|orphan| Some(self.entries.get(&orphan.id)?.print.core)).collect();
        let freed: FxHashSet<BackendNodeId> =
            orphans.iter().filter(|orphan| orphan.recycled).map(|orphan| orphan.from).collect();
        let mut candidates = Vec::new();
        for node in snapshot.nodes() {
            let free = node.backend() > document.newest || freed.contains(&node.backend());
            if free
                && node.frame() == frame
                && node.kind() == NodeKind::Element
                && cores.contains(&fingerprint::own(node).core)
            {
                let print = Fingerprint::take(snapshot, node);
                if print.tells() {
                    candidates.push((node.index(), print));
                }
            }
        }
        candidates
    }
}

/// Whether a new node stands in the row or section that an element stood in.
pub(super) fn place(
    was: &Fingerprint,
    print: &Fingerprint,
    (snapshot, own): (&Snapshot, NodeRef<'_>),
    lists: &Lists,
) -> Verdict {
    let around = Around { snapshot, own, lists, edited: &[], moved: true, renamed: false };
    compare::contexts(&was.context, &print.context, &around)
}

/// Whether another node of a list is called what this one was called.
fn stands_elsewhere(own: NodeRef<'_>, list: BackendNodeId, was: &str) -> bool {
    let Some(list) = own.ancestors().find(|above| above.backend() == list) else { return false };
    list.descendants().take(SEARCHED_NODES).any(|other| {
        other.index() != own.index()
            && other.tag() == own.tag()
            && other.role() == own.role()
            && word_kinds::same(other.name(), was)
    })
}

/// A node's name and the row it is in, for people and models.
fn shown(name: &str, context: &Context) -> Box<str> {
    let name: String = name.chars().take(100).collect();
    match context.named().and_then(|level| level.facts.called()) {
        Some(row) => format!("{name:?} in {row:?}").into(),
        None => format!("{name:?}").into(),
    }
}

/// Whether nothing but its `id` or `name` tells an element from another one: a button without a name in rows without texts.
fn is_told_by_marks(snapshot: &Snapshot, own: NodeRef<'_>, context: &Context) -> bool {
    let twin = |other: &NodeRef<'_>| {
        other.index() != own.index()
            && other.frame() == own.frame()
            && other.tag() == own.tag()
            && other.role() == own.role()
            && word_kinds::same(other.name(), own.name())
    };
    snapshot
        .nodes()
        .filter(twin)
        .take(COMPARED_CANDIDATES)
        .any(|other| Context::take(snapshot, other).equals(context))
}

/// The surroundings of an element that is compared.
struct Around<'a> {
    snapshot: &'a Snapshot,
    own: NodeRef<'a>,
    lists: &'a Lists,
    edited: &'a [EditedField],
    moved: bool,
    renamed: bool,
}

impl Surroundings for Around<'_> {
    fn moved(&self) -> bool {
        self.moved
    }

    /// The rows beside it as they were when their elements were shown, and as they are now.
    fn likes(&self, old: &Level, new: &Level) -> Vec<Like> {
        let known = self.lists.get(&old.list).map(List::rows).into_iter().flatten();
        let mut likes: Vec<Like> = known
            .filter(|(node, _)| *node != old.node)
            .map(|(_, like)| like.clone())
            .take(COMPARED_CANDIDATES)
            .collect();
        if let Some(group) = self.own.ancestors().find(|group| group.backend() == new.node) {
            let facts = context::likes(group).map(|like| Facts::of(self.snapshot, like, self.own));
            likes.extend(facts.map(|facts| Like::of(&facts)));
        }
        likes
    }

    fn shifted(&self, old: &Level, new: &Level) -> bool {
        if self.moved || old.facts.held == new.facts.held {
            return false;
        }
        let written = |field: &EditedField| {
            let node = self.snapshot.node(field.node());
            field.still_holds() && node.ancestors().any(|above| above.backend() == new.node)
        };
        let list = self.lists.get(&old.list);
        list.is_some_and(|list| list.shifted(old, new, self.snapshot, self.own))
            && !self.edited.iter().any(written)
    }

    fn hold(&self, old: &Level, new: &Level, likes: &[Like]) -> bool {
        if self.moved {
            return false;
        }
        let named = new.kind == LevelKind::Row
            && !self.renamed
            && fingerprint::is_field(self.own)
            && context::is_named_apart(self.own, new.node);
        named || edits::show_same(self.edited, self.snapshot, self.own, (old, new), !likes.is_empty())
    }
}
