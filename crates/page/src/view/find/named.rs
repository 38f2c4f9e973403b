//! Finds the one element that words name. Several or none are told with what they could be: which one is meant is the caller's to say.
//!
//! A name that is equal counts before one that only holds the words, what can be reached before what something covers, and where it is
//! said what an element stands in, the nearest around it that says so.

use std::cmp::Reverse;

use domtool_cdp::protocol::TargetId;
use rustc_hash::FxHashMap;

use super::{
    FindMatch, HiddenMatches, Hit,
    across::Flow,
    answer, hidden,
    kinds::{Takes, may_take, place_called, takes},
    name::{Fit, Name},
    words::Called,
};
use crate::{
    identity::{ElementId, Registry, leads_somewhere},
    snapshot::{NodeIndex, NodeRef, Role, Snapshot, Why},
    view::{
        Scope, Words,
        outline::{Outline, outline},
        query::{Field, each_field, headings},
        wording::is_field,
    },
};

/// So many of those that are called so, or nearly so, are told.
const MOST_TOLD: usize = 8;

/// The one element that words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedElement {
    /// Its id.
    pub id: ElementId,
    /// Its name is what was given, not only a part of it, and the words can be meant in no other way.
    pub whole: bool,
}

/// Why words name no element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unnamed {
    /// How many elements they fit; 0 where they fit none.
    pub count: usize,
    /// Those, or where there are none the nearest to them, a line each as `find` tells them.
    pub candidates: Vec<String>,
    /// Words that mean the first of those that they fit, and no other.
    pub first: Option<String>,
    /// Where they fit none: the places in which what they fit is hidden.
    pub hidden: Vec<HiddenMatches>,
}

/// An element that is called so.
#[derive(Clone, Copy)]
pub(super) struct Match {
    pub(super) line: usize,
    fit: Fit,
}

/// Looks for it, and gives it an id.
///
/// # Errors
/// Where nothing or more than one thing is called so.
pub fn named(
    snapshot: &Snapshot,
    registry: &mut Registry,
    words: &Words,
    takes: Takes,
    page: &TargetId,
) -> Result<NamedElement, Unnamed> {
    let outline = outline(snapshot, &Scope::default());
    let page_of = Page { snapshot, outline: &outline };
    let (found, is_sure) = page_of.matches(words, takes);
    if let [one] = found[..] {
        let id = registry.assign(page, snapshot, outline.lines[one.line].node);
        return Ok(NamedElement { id, whole: is_sure && one.fit != Fit::Part });
    }
    let near =
        if found.is_empty() { page_of.near(words) } else { found.iter().map(|one| one.line).collect() };
    let headings = headings(&outline);
    let describe = |line: &usize| {
        let hit = Hit {
            grade: super::Grade::Name,
            line: *line,
            field: Field::Name,
            text: "".into(),
            at: 0..0,
            holder: None,
        };
        let id = registry.assign(page, snapshot, outline.lines[*line].node);
        answer::describe(snapshot, &outline, &headings, &hit, id)
    };
    let told = &near[..near.len().min(MOST_TOLD)];
    let mut described: Vec<FindMatch> = told.iter().map(describe).collect();
    tell_apart(&page_of, told, &near, &mut described);
    let candidates = described.iter().map(|one| answer::line(one).trim_end().to_owned()).collect();
    let first = found.first().and_then(|one| page_of.words_for(one.line, &near, takes));
    let hidden = if found.is_empty() { page_of.hidden(words) } else { Vec::new() };
    let hidden = hidden::places(snapshot, &outline, registry, page, &hidden);
    Err(Unnamed { count: found.len(), candidates, first, hidden })
}

/// Has those that look the same tell what each stands in.
fn tell_apart(page: &Page<'_>, lines: &[usize], all: &[usize], described: &mut [FindMatch]) {
    let line =
        |one: &FindMatch| answer::line(&FindMatch { id: ElementId(0), place: String::new(), ..one.clone() });
    let said: Vec<String> = described.iter().map(line).collect();
    let is_alike = |at: &usize| said.iter().filter(|other| **other == said[*at]).count() > 1;
    let alike: Vec<usize> = (0..said.len()).filter(is_alike).collect();
    let places: Vec<Vec<String>> = alike.iter().map(|at| page.places_of(lines[*at], all)).collect();
    for (own, at) in places.iter().zip(&alike) {
        let is_of_one = |place: &&String| places.iter().filter(|others| others.contains(place)).count() == 1;
        if let Some(place) = own.iter().find(is_of_one) {
            described[*at].beside.clone_from(place);
        }
    }
}

pub(super) struct Page<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) outline: &'a Outline,
}

impl<'a> Page<'a> {
    /// Those that fit best, and whether the words can be meant in this way only.
    pub(super) fn matches(&self, words: &Words, takes: Takes) -> (Vec<Match>, bool) {
        let own = self.read(words, takes, |meaning| self.called_and_taking(meaning, takes));
        // Buttons called "+ Table" are not meant by `table` where there is one.
        let is_exact = own.0.first().is_some_and(|one| one.fit != Fit::Part);
        // What is acted on goes by its name: `link` may be part of "Copy link".
        let goes_by_role = takes == Takes::Look || takes.is_of_kind() || own.0.is_empty();
        if let Some(role) = words.bare_role().filter(|_| !is_exact && goes_by_role)
            && let [one] = self.called_and_taking(&role, takes)[..]
            && (takes == Takes::Look || self.node(one.line).why() != Why::SCROLLS)
        {
            return (vec![one], false);
        }
        if !own.0.is_empty() || !takes.is_of_kind() {
            return own;
        }
        let inside = self.read(words, takes, |meaning| self.inside(meaning, takes));
        if !inside.0.is_empty() {
            return inside;
        }
        // The action tells what it cannot be done with.
        self.read(words, takes, |meaning| self.called(meaning, takes))
    }

    /// The best of what the first meaning gives that gives any.
    fn read(
        &self,
        words: &Words,
        wanted: Takes,
        candidates: impl Fn(&Called) -> Vec<Match>,
    ) -> (Vec<Match>, bool) {
        let ways = words.readings.iter();
        for (reading, meaning) in ways.flat_map(|way| way.element.meanings().map(move |it| (way, it))) {
            let mut found = candidates(&meaning);
            if words.is_number() {
                found.retain(|one| one.fit == Fit::Equal);
            }
            for holder in &reading.within {
                found = self.within(found, self.is_place(holder));
            }
            keep_if_any(&mut found, |one| takes(self.node(one.line), wanted));
            if let Some(best) = found.iter().map(|one| one.fit).min() {
                found.retain(|one| one.fit == best);
                // After how they fit: what a header covers is not given up for what is called nearly so.
                keep_if_any(&mut found, |one| self.is_reached(one.line));
                return (self.each_once(&found), reading.is_sure());
            }
        }
        (Vec::new(), true)
    }

    pub(super) fn node(&self, line: usize) -> NodeRef<'a> {
        self.snapshot.node(self.outline.lines[line].node)
    }

    /// All that can be acted on, or looked at, by role and name.
    fn called(&self, called: &Called, takes: Takes) -> Vec<Match> {
        let lines = self.outline.lines.iter().enumerate();
        let lines = lines.filter(|(_, line)| line.carries_id || takes == Takes::Look);
        let name = called.name.as_deref().map(Name::new);
        let fits = |line: usize| {
            let node = self.node(line);
            if !called.has_role(node) {
                return None;
            }
            let fit = match &name {
                Some(name) => name.fits_node(self.snapshot, node).or_else(|| self.fits_note(name, node))?,
                None => Fit::Equal,
            };
            Some(Match { line, fit })
        };
        lines.filter_map(|(line, _)| fits(line)).collect()
    }

    /// Those of them that may take what is to be done; of what is looked at, also the places in which a person reads it.
    fn called_and_taking(&self, called: &Called, wanted: Takes) -> Vec<Match> {
        let mut found = self.called(called, wanted);
        found.retain(|one| may_take(self.node(one.line), wanted));
        if found.is_empty() && wanted == Takes::Look {
            found = self.around(called);
        }
        found
    }

    /// What takes it inside of what is called so: the field of a region, the one beside a link in its row.
    fn inside(&self, called: &Called, wanted: Takes) -> Vec<Match> {
        let Some(name) = called.name.as_deref().map(Name::new) else { return Vec::new() };
        let is_called = |text: &str| name.fits(text).is_some_and(|fit| fit != Fit::Part);
        let places: Vec<NodeIndex> =
            self.snapshot.nodes().filter_map(|node| place_called(self.snapshot, node, &is_called)).collect();
        let is_it = |above: &NodeRef<'_>| called.has_role(*above) && places.contains(&above.index());
        let lines = self.outline.lines.iter().enumerate();
        let taking = lines.filter(|(at, line)| line.carries_id && takes(self.node(*at), wanted));
        // Not called so itself: something that is may come yet.
        self.within(taking.map(|(line, _)| Match { line, fit: Fit::Part }).collect(), is_it)
    }

    /// What an observation notes of an element is a name for it, too, where no other is called so.
    fn fits_note(&self, name: &Name<'_>, node: NodeRef<'_>) -> Option<Fit> {
        let note = self.snapshot.description(node.index())?;
        let fit = name.fits(node.string(note.text))?;
        (fit != Fit::Part).then_some(Fit::Part)
    }

    /// Those of them that stand in what is called so: in the smallest of what says it, where several around them do.
    fn within(&self, found: Vec<Match>, is_it: impl Fn(&NodeRef<'_>) -> bool) -> Vec<Match> {
        let held = found.into_iter().filter_map(|one| {
            let node = self.node(one.line);
            node.ancestors().find(|above| is_it(above)).map(|above| (one, above.index()))
        });
        let held: Vec<(Match, NodeIndex)> = held.collect();
        let smallest = |holder: NodeIndex| {
            let around = self.snapshot.node(holder);
            held.iter().all(|(_, other)| *other == holder || !around.contains(*other))
        };
        held.iter().filter(|(_, holder)| smallest(*holder)).map(|(one, _)| *one).collect()
    }

    /// The smallest places that are called so: a row by what stands in it.
    fn around(&self, called: &Called) -> Vec<Match> {
        if called.role.is_none() {
            return Vec::new();
        }
        let is_it = self.is_place(called);
        let places = (0..self.outline.lines.len()).filter(|line| is_it(&self.node(*line)));
        let places: Vec<usize> = places.collect();
        let is_smallest = |line: &&usize| {
            let within = **line + 1..self.outline.lines[**line].end as usize;
            !places.iter().any(|other| within.contains(other))
        };
        places.iter().filter(is_smallest).map(|line| Match { line: *line, fit: Fit::Equal }).collect()
    }

    /// Whether a node is a place that is called so, or in which a person reads that.
    fn is_place<'b>(&'b self, called: &'b Called) -> impl Fn(&NodeRef<'_>) -> bool + 'b {
        let name = called.name.as_deref().map(Name::new);
        let said = name.as_ref().map(|name| self.places(name)).unwrap_or_default();
        move |node| {
            let says = || {
                let after = said.partition_point(|(first, _)| *first < node.index());
                let mut inside = said[after..].iter().take_while(|(first, _)| node.contains(*first));
                let named = name.as_ref().is_none_or(|name| name.fits(node.name()).is_some());
                named || inside.any(|(_, last)| node.contains(*last))
            };
            called.has_role(*node) && says()
        }
    }

    /// Where a person reads it, in order: the texts that it begins and ends in, and what is called so without a text. Whole words count
    /// before parts of words.
    fn places(&self, name: &Name<'_>) -> Vec<(NodeIndex, NodeIndex)> {
        let Some(wanted) = name.wanted() else { return Vec::new() };
        let flow = Flow::of(self.snapshot, self.outline, &Scope::default());
        let passages = flow.passages(wanted);
        let mut places: Vec<_> =
            passages.iter().filter(|passage| flow.is_whole(passage)).map(|passage| passage.nodes).collect();
        if places.is_empty() {
            places.extend(passages.iter().map(|passage| passage.nodes));
        }
        for at in 0..self.outline.lines.len() {
            each_field(self.snapshot, self.outline, at, &mut |field, text| {
                if matches!(field, Field::Name | Field::Value) && name.fits(&text).is_some() {
                    let node = self.outline.lines[at].node;
                    places.push((node, node));
                }
            });
        }
        places.sort_unstable();
        places
    }

    /// Nothing lies over it, and nothing modal is open in front of it.
    fn is_reached(&self, line: usize) -> bool {
        let node = self.node(line);
        !self.outline.lines[line].covered && node.covered_by().is_none()
    }

    /// Without what is there twice: what stands around another of them, the label of a field, and a link to where another leads.
    fn each_once(&self, found: &[Match]) -> Vec<Match> {
        let holds_another = |one: &Match| {
            let node = self.node(one.line);
            let label = node.tag() == "label";
            found.iter().any(|other| {
                other.line != one.line
                    && (node.contains(self.outline.lines[other.line].node)
                        || label && is_field(self.node(other.line)))
            })
        };
        let mut once: Vec<Match> = Vec::new();
        for one in found.iter().filter(|one| !holds_another(one)) {
            if !once.iter().any(|other| leads_alike(self.node(other.line), self.node(one.line))) {
                once.push(*one);
            }
        }
        once
    }

    /// The texts in what is hidden that are called so.
    fn hidden(&self, words: &Words) -> Vec<NodeIndex> {
        let ways = words.readings.iter();
        let names = ways.flat_map(|way| way.element.meanings()).filter_map(|meaning| meaning.name);
        let found = names.map(|name| hidden::hidden_by_name(self.snapshot, &Name::new(&name)));
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// What is called nearly so, the nearest first: so, whatever it is and wherever it stands; then what shares half of the words.
    fn near(&self, words: &Words) -> Vec<usize> {
        let mut near = Vec::new();
        let ways = words.readings.iter().rev();
        for meaning in ways.flat_map(|way| way.element.meanings().rev()).filter(|way| way.name.is_some()) {
            let anything = Called { role: None, ..meaning };
            near.extend(self.called(&anything, Takes::Any).into_iter().map(|one| one.line));
        }
        let name = words.readings.last().and_then(|way| way.element.name.as_deref()).unwrap_or_default();
        let parts: Vec<&str> = name.split_whitespace().filter(|part| part.chars().count() > 2).collect();
        let mut shares: FxHashMap<usize, usize> = FxHashMap::default();
        for part in &parts {
            let part = Called { name: Some((*part).to_owned()), ..Called::default() };
            for one in self.called(&part, Takes::Any) {
                *shares.entry(one.line).or_default() += 1;
            }
        }
        // One word of many is in names of all kinds.
        let mut shares: Vec<_> = shares.into_iter().filter(|(_, share)| share * 2 >= parts.len()).collect();
        shares.sort_by_key(|(line, share)| (Reverse(*share), *line));
        near.extend(shares.into_iter().map(|(line, _)| line));
        let mut seen = rustc_hash::FxHashSet::default();
        near.retain(|line| seen.insert(*line));
        near
    }
}

/// Leaves those of which it is true, where it is of any.
fn keep_if_any(found: &mut Vec<Match>, is: impl Fn(&Match) -> bool) {
    if found.iter().any(&is) {
        found.retain(is);
    }
}

/// Whether two links are one to whoever follows them: they lead to the same address, say the same of themselves, and the page hears
/// neither of its own.
fn leads_alike(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    fn says<'s>(link: NodeRef<'s>) -> impl Iterator<Item = (&'s str, &'s str)> {
        let looks =
            |name: &str| matches!(name, "class" | "style" | "id" | "tabindex") || name.starts_with("aria-");
        link.attributes().filter(move |(name, _)| !looks(name))
    }
    let heard = [Why::LISTENER, Why::HANDLER, Why::DELEGATED];
    let plain = |link: NodeRef<'_>| link.tag() == "a" && !heard.iter().any(|why| link.why().has(*why));
    let leads = a.attribute("href").is_some_and(leads_somewhere);
    leads && plain(a) && plain(b) && a.frame() == b.frame() && says(a).eq(says(b)) && !are_of_records(a, b)
}

/// Whether they stand in two of several boxes that are made alike, such as rows, items, cards: what a page hears above all of them may ask in
/// which.
fn are_of_records(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    fn box_in<'s>(link: NodeRef<'s>, other: NodeIndex) -> Option<NodeRef<'s>> {
        link.ancestors().take_while(|above| !above.contains(other)).last()
    }
    box_in(a, b.index()).zip(box_in(b, a.index())).is_some_and(|(one, other)| {
        let record = matches!(one.role(), Role::Row | Role::ListItem | Role::Article);
        let made_alike = match (one.attribute("class"), other.attribute("class")) {
            (Some(one), Some(other)) => {
                one.split_whitespace().any(|class| other.split_whitespace().any(|other| class == other))
            }
            // Two paragraphs of a text are no records.
            (None, None) => !matches!(one.tag(), "p" | "section"),
            _ => false,
        };
        one.tag() == other.tag() && one.role() == other.role() && (record || made_alike)
    })
}
