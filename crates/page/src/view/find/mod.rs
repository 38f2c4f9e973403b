//! `find`: says where on the page a text is, in one short answer. Folded parts, frames and shadow trees are searched, too.
//!
//! A line is searched as [`each_field`] reads it: names, texts beyond where they are cut, values, options, attributes. What
//! matches best comes first; what had no room is counted, and on the next page. Every match has an id: of the element, or of the one that holds the text.

mod across;
mod answer;
mod apart;
mod hidden;
mod kinds;
mod name;
mod named;
#[cfg(test)]
mod tests;
mod wanted;
mod words;

pub use hidden::HiddenMatches;
pub use kinds::Takes;
pub use named::{NamedElement, Unnamed, named};
pub use wanted::{NotWanted, Wanted};
pub use words::Words;

use std::{borrow::Cow, ops::Range};

use serde::Serialize;

use self::across::{Flow, Passage, is_name};
use super::{
    Scope, Surroundings,
    outline::{LineKind, Outline, outline},
    query::{Field, each_field},
    text::{BLOCK_MARK, push_told},
    tokens::{TokenEstimate, estimate, token_estimate},
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot},
};

/// What is wanted of a search.
#[derive(Clone, Debug)]
pub struct FindOptions {
    /// What is looked for.
    pub wanted: Wanted,
    /// In which part of the page.
    pub scope: Scope,
    /// The most that the answer may cost, tokens; `None` and 0 for no limit.
    pub budget: Option<u32>,
    /// Which page of the matches, from 1.
    pub page: u32,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindResult {
    /// The answer as lines for a model.
    pub text: String,
    /// Its estimated tokens, not more than the budget.
    pub tokens: u32,
    /// How many places match.
    pub total: usize,
    /// How many of them are on later pages.
    pub left_out: usize,
    /// How many more match where nobody can see them: closed menus, hidden parts.
    pub hidden: usize,
    /// Where these are, the places that hold most of them first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_in: Vec<HiddenMatches>,
    /// Those that are told.
    pub matches: Vec<FindMatch>,
}

impl FindResult {
    /// Its lines, and each of its other strings, which are of one line: for who writes all text of a page anew. Both types are taken
    /// apart field by field, so that a new field does not compile until it stands here.
    pub fn texts_mut(&mut self) -> (&mut String, Vec<&mut String>) {
        let Self { text, tokens: _, total: _, left_out: _, hidden: _, hidden_in, matches } = self;
        let hidden = hidden_in.iter_mut().map(HiddenMatches::text_mut);
        (text, matches.iter_mut().flat_map(FindMatch::texts_mut).chain(hidden).collect())
    }
}

impl FindMatch {
    fn texts_mut(&mut self) -> Vec<&mut String> {
        let Self { id: _, role, name, matched_in: _, matched, path, under, beside, place } = self;
        [role, name, matched, under, beside, place].into_iter().chain(path).collect()
    }
}

/// A place that matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindMatch {
    /// The element, or the one that holds the text.
    pub id: ElementId,
    /// What it is: `button`, `text`.
    pub role: String,
    /// Its name; of a text, the part around what was looked for.
    pub name: String,
    /// Where in it the match is, when not in its name: `value`, `text`, `option`, `note`, or an attribute.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub matched_in: &'static str,
    /// What is there, around the match.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub matched: String,
    /// What it stands in, outermost first: landmarks, forms, dialogs, frames.
    pub path: Vec<String>,
    /// The heading above it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub under: String,
    /// What the row or card that it is in begins with.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub beside: String,
    /// `in view`, `2.3 screens below`, and `covered` where something is over it.
    pub place: String,
}

/// How good a match is, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// It is the whole name of something to act on.
    Exact,
    /// It is the whole of a text.
    ExactText,
    /// In the name of something to act on.
    Name,
    /// In a name or text.
    Text,
    /// In a value, an option, a note.
    Content,
    /// In an attribute.
    Attribute,
}

/// One line that matches.
struct Hit<'a> {
    grade: Grade,
    line: usize,
    field: Field,
    text: Cow<'a, str>,
    at: Range<usize>,
    /// The element whose id it gets, where that is not the line's own.
    holder: Option<NodeIndex>,
}

/// Room for saying what is left out.
const FOOTER: TokenEstimate = TokenEstimate(24_000);

/// A budget under this has no room for where what is hidden is, tokens.
const LEAST_FOR_HIDDEN: u32 = 300;

/// Looks for it. Ids are given out to what is told.
pub fn find(
    snapshot: &Snapshot,
    registry: &mut Registry,
    options: &FindOptions,
    around: &Surroundings<'_>,
) -> FindResult {
    let outline = outline(snapshot, &options.scope);
    let mut hits: Vec<Hit<'_>> =
        (0..outline.lines.len()).filter_map(|at| hit(snapshot, &outline, at, &options.wanted)).collect();
    hits.extend(hits_across(snapshot, &outline, options));
    hits.sort_by_key(|hit| (hit.grade, hit.line));
    let hidden = hidden::hidden(snapshot, &options.scope, |text| options.wanted.is_in(text));
    let mut found = FindResult { total: hits.len(), hidden: hidden.len(), ..FindResult::default() };
    found.text = answer::head(options, &found, around.nonce);
    let mut foot = answer::foot(around.nonce);
    let budget = options.budget.filter(|budget| *budget > 0);
    if budget.is_none_or(|budget| budget >= LEAST_FOR_HIDDEN) {
        found.hidden_in = hidden::places(snapshot, &outline, registry, around.page, &hidden);
        foot.insert_str(0, &answer::hidden(&found.hidden_in));
    }
    let room = budget.map_or(u64::MAX, |tokens| {
        (u64::from(tokens) * 1000)
            .saturating_sub(token_estimate(&found.text).0 + token_estimate(&foot).0 + FOOTER.0)
    });
    let headings = super::query::headings(&outline);
    let lines = &outline.lines;
    let mut spent = 0;
    let mut page = 1;
    let mut told = 0;
    for hit in &hits {
        let node = snapshot.node(lines[hit.line].node);
        // The id as long as it can get stands in for those of pages that are not told.
        let widest = ElementId(registry.next_number().saturating_add(hits.len() as u32));
        let mut one = answer::describe(snapshot, &outline, &headings, hit, widest);
        let estimate = token_estimate(&answer::line(&one)).0;
        if spent + estimate > room && spent > 0 {
            page += 1;
            spent = 0;
        }
        spent += estimate;
        if page > options.page || spent > room {
            break;
        }
        told += 1;
        if page == options.page {
            let node = match lines[hit.line].kind() {
                _ if hit.holder.is_some() => hit.holder.map_or(node, |holder| snapshot.node(holder)),
                LineKind::Text => part(snapshot, &outline, hit.line, &options.wanted).unwrap_or(node),
                _ => node,
            };
            one.id = registry.assign(around.page, snapshot, bearer(node).index());
            found.text.push_str(&answer::line(&one));
            found.matches.push(one);
        }
    }
    found.left_out = hits.len() - told;
    let rest = answer::rest(&found, options.page);
    found.text.push_str(&rest);
    found.text.push_str(&foot);
    found.tokens = estimate(&found.text);
    if let Some(budget) = budget.filter(|budget| found.tokens > *budget) {
        found.text = format!("{} matches, a budget of {budget} tokens is too small\n", found.total);
        found.matches.clear();
        found.hidden_in.clear();
        found.left_out = found.total;
        found.tokens = estimate(&found.text);
    }
    found
}

/// Matches that no line holds alone.
fn hits_across<'a>(snapshot: &'a Snapshot, outline: &Outline, options: &FindOptions) -> Vec<Hit<'a>> {
    let flow = Flow::of(snapshot, outline, &options.scope);
    let hit = |passage: Passage| {
        let line = passage.line as usize;
        if !passage.crosses || is_name(snapshot, outline, &passage, &options.wanted) {
            return None;
        }
        outline.lines.get(line).filter(|line| line.kind() != LineKind::Group)?;
        let (text, at) = flow.around(&passage);
        let (first, last) = passage.nodes;
        let holds = |above: &NodeRef<'_>| above.kind() == NodeKind::Element && above.contains(last);
        let holder = snapshot.node(first).ancestors().find(holds).map(NodeRef::index);
        Some(Hit { grade: Grade::Text, line, field: Field::Text, text: Cow::Owned(text), at, holder })
    };
    flow.passages(&options.wanted).into_iter().filter_map(hit).collect()
}

/// Counts the places where a person can see it, as [`outline`] tells the page: in its lines, and across them; not in what only hovering
/// shows. Texts that lines leave
/// out, such as signs, or join (the items of a list) are counted one by one, and the greater number counts.
#[must_use]
pub fn count(snapshot: &Snapshot, outline: &Outline, wanted: &Wanted) -> usize {
    let shows = |at: &usize| {
        let line = &outline.lines[*at];
        line.kind() != LineKind::Element || !snapshot.node(line.node).states().on_hover
    };
    let in_lines = (0..outline.lines.len()).filter(shows).map(|at| {
        let mut most = 0;
        each_field(snapshot, outline, at, &mut |field, text| {
            if !matches!(field, Field::Attribute(_) | Field::Option) {
                most = most.max(wanted.times(&text));
            }
        });
        let line = &outline.lines[at];
        if most == 0 && line.kind() == LineKind::Element {
            most = quoted_parts(&outline.wording(line)).map(|part| wanted.times(&part)).sum();
        }
        most
    });
    let passages = Flow::of(snapshot, outline, &Scope::default()).passages(wanted);
    let (crossing, in_one): (Vec<Passage>, Vec<Passage>) =
        passages.into_iter().partition(|passage| passage.crosses);
    let crossing = crossing.iter().filter(|passage| !is_name(snapshot, outline, passage, wanted)).count();
    in_lines.sum::<usize>().max(in_one.len()) + crossing
}

/// What stands in quotes in the words of a line.
fn quoted_parts(content: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = content.chars();
    std::iter::from_fn(move || {
        rest.find(|c| *c == '"')?;
        let mut part = String::new();
        while let Some(c) = rest.next().filter(|c| *c != '"') {
            part.extend(if c == '\\' { rest.next() } else { Some(c) });
        }
        Some(part)
    })
}

/// Whose id stands for a node: a text's element.
fn bearer(node: NodeRef<'_>) -> NodeRef<'_> {
    match node.kind() {
        NodeKind::Element => node,
        _ => node.ancestors().find(|above| above.kind() == NodeKind::Element).unwrap_or(node),
    }
}

/// Of the texts that flow together in a line the one that holds what is looked for: the line's own node may hold another.
fn part<'s>(snapshot: &'s Snapshot, outline: &Outline, line: usize, wanted: &Wanted) -> Option<NodeRef<'s>> {
    let start = outline.lines[line].node;
    let next = outline.lines.get(line + 1).map_or(snapshot.len(), |next| next.node.at());
    let nodes = (start.at()..next.max(start.at() + 1)).map(|at| snapshot.node(NodeIndex(at as u32)));
    nodes.filter(|node| node.kind() == NodeKind::Text && node.visible()).find(|node| {
        let mut text = String::new();
        push_told(&mut text, *node, &mut false);
        wanted.is_in(&text)
    })
}

/// The best match of a line.
fn hit<'a>(snapshot: &'a Snapshot, outline: &'a Outline, line: usize, wanted: &Wanted) -> Option<Hit<'a>> {
    let is_text = outline.lines[line].kind() == LineKind::Text;
    let acts = outline.lines[line].carries_id;
    let mut best: Option<Hit<'a>> = None;
    each_field(snapshot, outline, line, &mut |field, text| {
        let Some((text, at)) = wanted.find_in(text) else { return };
        let grade = match field {
            Field::Name if wanted.is(&text) => {
                if acts {
                    Grade::Exact
                } else {
                    Grade::ExactText
                }
            }
            Field::Name if acts => Grade::Name,
            Field::Name | Field::Text => Grade::Text,
            Field::Value | Field::Option | Field::Description => Grade::Content,
            Field::Attribute(_) => Grade::Attribute,
        };
        if best.as_ref().is_none_or(|best| grade < best.grade) {
            best = Some(Hit { grade, line, field, text, at, holder: None });
        }
    });
    // The bars between blocks that share a line are the line's own. An expression is of one block.
    if best.is_none() && is_text && !wanted.is_pattern() {
        let text = outline.content(&outline.lines[line]).replace(BLOCK_MARK, " ");
        if let Some((text, at)) = wanted.find_in(Cow::Owned(text)) {
            best = Some(Hit { grade: Grade::Text, line, field: Field::Name, text, at, holder: None });
        }
    }
    // What a line says of its element beside its name, such as a row's cells.
    if best.is_none() && !is_text {
        let quoted = match outline.wording(&outline.lines[line]) {
            Cow::Borrowed(content) => Cow::Borrowed(content.split_once('"').map_or("", |(_, rest)| rest)),
            Cow::Owned(content) => {
                Cow::Owned(content.split_once('"').map_or("", |(_, rest)| rest).to_owned())
            }
        };
        if let Some(at) = wanted.find(&quoted) {
            best = Some(Hit { grade: Grade::Text, line, field: Field::Text, text: quoted, at, holder: None });
        }
    }
    best
}
