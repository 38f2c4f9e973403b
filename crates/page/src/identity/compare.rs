//! Decides whether a row is still the same one to a person, though not every word of it is the same.
//!
//! What tells a row from the rows beside it decides. Where names do, numbers are values and may change; where only numbers do
//! ("Order 1001", "Order 1002"), they are names. In doubt it is another row: that costs the caller one more observation, while
//! the other mistake costs somebody's data. Fixtures: rows.html, identity.html (`?kind=` names the makes of rows below),
//! identity-living.html.

use super::{
    context::{Context, Level, LevelKind},
    facts::{Facts, Unit, UnitKind},
    keys::Difference,
    word_kinds,
};

/// What a comparison of a row with its earlier state gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// It is the same row.
    Same,
    /// It may be the same: its name is, other words are not. It is, unless nodes of rows beside it were given to other rows.
    Doubtful,
    /// It is another row.
    Other,
}

/// What is known of a row beside the one that is compared.
#[derive(Clone, Debug)]
pub(super) struct Like {
    lead: Option<Unit>,
    pub(super) signature: String,
    pub(super) held: Vec<Box<str>>,
}

impl Like {
    pub(super) fn of(facts: &Facts) -> Like {
        Like { lead: facts.lead().cloned(), signature: facts.signature(), held: facts.held.clone() }
    }

    /// Whether both are called the same, numbers aside.
    pub(super) fn same_lead(&self, other: &Like) -> bool {
        match (&self.lead, &other.lead) {
            (Some(a), Some(b)) => word_kinds::same_names(&a.text, &b.text),
            (None, None) => true,
            _ => false,
        }
    }
}

/// What else is known of the rows and sections around an element that is compared.
pub(super) trait Surroundings {
    /// The rows beside a row: as they were, and as they are.
    fn likes(&self, old: &Level, new: &Level) -> Vec<Like>;

    /// Whether the node was drawn anew, so that nothing but what it says shows that it is the same.
    fn moved(&self) -> bool;

    /// Whether the rows beside it show that it was given what another row held.
    fn shifted(&self, old: &Level, new: &Level) -> bool;

    /// Whether the element itself, or what the caller wrote beside it, shows that it is still in the same row or section, though
    /// the texts of that changed.
    fn hold(&self, old: &Level, new: &Level, likes: &[Like]) -> bool;
}

/// Compares the rows and sections around an element as they were with those around it now.
pub(super) fn contexts(old: &Context, new: &Context, around: &impl Surroundings) -> Verdict {
    let columns = |context: &Context| context.levels.iter().any(|level| level.kind == LevelKind::Column);
    if columns(old) != columns(new) {
        // The others of its row went or came, so that its row tells it, or does no more.
        let others = |context: &Context| Context {
            levels: context.levels.iter().filter(|level| level.kind != LevelKind::Column).cloned().collect(),
        };
        return contexts(&others(old), &others(new), around).max(Verdict::Doubtful);
    }
    if old.levels.len() != new.levels.len() {
        // An element around which nothing told anything may be the same one; all else that gained or lost a level is another.
        let (few, many) = (old.levels.len().min(new.levels.len()), old.levels.len().max(new.levels.len()));
        return if few == 0 && many > 0 && old.levels.is_empty() {
            Verdict::Doubtful
        } else {
            Verdict::Other
        };
    }
    let mut verdict = Verdict::Same;
    for (a, b) in old.levels.iter().zip(&new.levels) {
        if a.kind != b.kind {
            return Verdict::Other;
        }
        if a.kind == LevelKind::Row && around.shifted(a, b) {
            return Verdict::Other;
        }
        if a.facts.hash == b.facts.hash {
            continue;
        }
        let likes = if a.kind == LevelKind::Row { around.likes(a, b) } else { Vec::new() };
        let said = match a.kind {
            LevelKind::Row => rows(&a.facts, &b.facts, &likes, around.moved()),
            LevelKind::Section => titles(&a.facts, &b.facts),
            LevelKind::Month => captions(&a.facts, &b.facts),
            LevelKind::Column => heads(&a.facts, &b.facts),
        };
        let same_keys = !a.facts.compare_keys(&b.facts).strong;
        verdict = verdict.max(match said {
            Verdict::Other if same_keys && around.hold(a, b, &likes) => Verdict::Doubtful,
            said => said,
        });
    }
    verdict
}

/// Compares the titles of a section. A number in a title is part of a name where its form says so ("Order 1001").
fn titles(old: &Facts, new: &Facts) -> Verdict {
    match (old.lead(), new.lead()) {
        (Some(a), Some(b)) if word_kinds::same_names(&a.text, &b.text) && word_kinds::has_name(&a.text) => {
            if word_kinds::same(&a.text, &b.text) || !word_kinds::numbered(&a.text) {
                Verdict::Same
            } else {
                Verdict::Other
            }
        }
        (Some(a), Some(b)) if word_kinds::same_but_clocks(&a.text, &b.text) => Verdict::Same,
        (Some(_), Some(_)) => Verdict::Other,
        (None, _) | (_, None) => Verdict::Doubtful,
    }
}

/// Compares the captions of a month or a year, in which each number counts.
fn captions(old: &Facts, new: &Facts) -> Verdict {
    match (old.lead(), new.lead()) {
        (Some(a), Some(b)) if word_kinds::same_but_clocks(&a.text, &b.text) => Verdict::Same,
        (Some(_), Some(_)) => Verdict::Other,
        (None, _) | (_, None) => Verdict::Doubtful,
    }
}

/// Compares the heads of a column, which say also how it is sorted.
fn heads(old: &Facts, new: &Facts) -> Verdict {
    let has = |many: &Unit, few: &Unit| {
        few.text.split(' ').all(|w| many.text.split(' ').any(|x| word_kinds::same(x, w)))
    };
    match (old.lead(), new.lead()) {
        (Some(a), Some(b)) if has(a, b) || has(b, a) => Verdict::Same,
        _ => titles(old, new),
    }
}

/// Compares a row: first by its keys, then by its lead, last by the rest of its texts.
fn rows(old: &Facts, new: &Facts, likes: &[Like], moved: bool) -> Verdict {
    let Difference { strong, weak, proven } = old.compare_keys(new);
    if strong || weak && (moved || !is_told_by_text(old, new, likes)) {
        return Verdict::Other;
    }
    match (old.lead(), new.lead()) {
        (Some(a), Some(b)) => match leads(a, b, old, new, (likes, moved)) {
            Verdict::Same => rest((a, b), old, new, likes),
            _ if proven => Verdict::Same,
            verdict => verdict,
        },
        // Its texts came or went, as a skeleton is drawn while something loads.
        (None, Some(_)) => Verdict::Doubtful,
        (Some(_), None) => Verdict::Doubtful,
        (None, None) if old.picture != new.picture && !old.picture.is_empty() => Verdict::Other,
        (None, None) if old.index != new.index => Verdict::Other,
        (None, None) => Verdict::Same,
    }
}

/// Whether a row's name tells it from those beside it.
fn is_told_by_text(old: &Facts, new: &Facts, likes: &[Like]) -> bool {
    let (Some(a), Some(b)) = (old.lead(), new.lead()) else { return false };
    let taken =
        |like: &Like| like.lead.as_ref().is_some_and(|lead| word_kinds::same_names(&lead.text, &b.text));
    word_kinds::has_name(&a.text) && word_kinds::has_name(&b.text) && !likes.iter().any(taken)
}

/// Compares the leads of a row, which are the texts that a reader would call it by.
fn leads(a: &Unit, b: &Unit, old: &Facts, new: &Facts, (likes, moved): (&[Like], bool)) -> Verdict {
    if word_kinds::same(&a.text, &b.text) {
        return Verdict::Same;
    }
    let named = word_kinds::has_name(&a.text);
    if named && word_kinds::same_but_states(&a.text, &b.text) {
        return Verdict::Same;
    }
    if (a.kind == UnitKind::Unseen) != (b.kind == UnitKind::Unseen) {
        return Verdict::Doubtful;
    }
    if named && word_kinds::same_names(&a.text, &b.text) {
        let shape =
            |like: &Like| like.lead.as_ref().is_some_and(|lead| word_kinds::same_names(&lead.text, &a.text));
        // Rows beside it differ by the number alone (`orders`), or the form of the number says that it is part of a name.
        let names_it = likes.iter().any(shape) || word_kinds::numbered(&a.text);
        return if names_it && !word_kinds::same_but_clocks(&a.text, &b.text) {
            Verdict::Other
        } else {
            Verdict::Same
        };
    }
    if !named && !word_kinds::has_name(&b.text) {
        let alone = likes.iter().all(|like| like.lead.is_none());
        let clock = word_kinds::same_but_clocks(&a.text, &b.text);
        return if alone || clock { Verdict::Same } else { Verdict::Other };
    }
    // A text came before the lead ("New!", "Sold out"), or went ("Loading"), and all the other texts are still there.
    let within = |few: &Facts, many: &Facts| {
        let mut named = few.units.iter().filter(|unit| word_kinds::has_name(&unit.text));
        named.all(|unit| many.units.iter().any(|other| word_kinds::same(&other.text, &unit.text)))
    };
    let taken = |lead: &Unit| {
        likes
            .iter()
            .any(|like| like.lead.as_ref().is_some_and(|other| word_kinds::same(&other.text, &lead.text)))
    };
    // A title that came is another thing's where only words of buttons stay. Beside a text that stays it is a part that opened: a
    // calendar with its month, over the label of its field.
    let opens = |title: &Unit, stays: &Unit| {
        title.kind != UnitKind::Title || !moved && stays.kind != UnitKind::Control
    };
    let came = opens(b, a) && within(old, new) && !taken(a);
    let went = opens(a, b) && within(new, old) && !taken(b);
    if named && word_kinds::has_name(&b.text) && (came || went) {
        return Verdict::Doubtful;
    }
    // The lead is the text of a button, which changed ("Follow", "Following"), and the row's first other text did not.
    let text = |facts: &Facts| {
        let named = |unit: &&Unit| unit.kind != UnitKind::Control && word_kinds::has_name(&unit.text);
        facts.units.iter().find(named).map(|unit| unit.text.clone())
    };
    match (a.kind, text(old), text(new)) {
        (UnitKind::Control, Some(x), Some(y)) if word_kinds::same(&x, &y) => Verdict::Doubtful,
        _ => Verdict::Other,
    }
}

/// Compares the other texts of a row whose lead is the same.
fn rest((lead, now): (&Unit, &Unit), old: &Facts, new: &Facts, likes: &[Like]) -> Verdict {
    // "Order 1001" and "Order 1002" are two leads, unless the caller has taken the number for a value.
    let exact = word_kinds::same(&lead.text, &now.text);
    let called = |text: &str| {
        if exact { word_kinds::same(text, &lead.text) } else { word_kinds::same_names(text, &lead.text) }
    };
    let same_lead = |like: &&Like| like.lead.as_ref().is_some_and(|other| called(&other.text));
    let mut others = likes.iter().filter(same_lead).peekable();
    let signature = old.signature();
    let same_signature = signature == new.signature();
    if others.peek().is_none() && word_kinds::has_name(&lead.text) {
        return if same_signature { Verdict::Same } else { Verdict::Doubtful };
    }
    // Rows beside it have the same lead: all names in the row tell it from them, or else its numbers do (`twins`), or its place.
    if !others.any(|like| like.signature == signature) && !signature.is_empty() {
        return if same_signature { Verdict::Same } else { Verdict::Other };
    }
    let text = |facts: &Facts| -> Vec<Box<str>> {
        let units = facts.units.iter().filter(|unit| unit.kind != UnitKind::Control);
        units.map(|unit| unit.text.clone()).collect()
    };
    let (a, b) = (text(old), text(new));
    let alike =
        |same: fn(&str, &str) -> bool| a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| same(x, y));
    match old.index == new.index && old.picture == new.picture {
        true if alike(word_kinds::same_but_clocks) => Verdict::Same,
        true if alike(word_kinds::same_but_states) => Verdict::Doubtful,
        _ => Verdict::Other,
    }
}
