//! The formats that are HTML: `skeleton`, what can be operated and nothing else; `full`, all that can be seen, cleaned.
//!
//! Both are lines of an outline in tags; what differs is which lines and what their tags say. What domtool itself says
//! stands in comments, and no text of a page can open one: its `<` is always escaped.

mod attributes;
pub(super) mod full;
pub(super) mod skeleton;

use std::fmt::Write as _;

use super::{
    super::{
        Surroundings, View,
        budget::{self, Choice, Fold, Room, Words, fold_at},
        escape::push_line,
        outline::{Line, LineKind, Outline},
        query,
        summary::push_fold,
        tokens::{TokenEstimate, estimate, token_estimate},
    },
    Rendering, all_left_out,
    around::{kept_for_news, newest, push_context},
    left_out, limit_of,
    modes::{Mode, push_modes},
    too_small,
};
use crate::{
    identity::ElementId,
    limits::NEWS_CHARACTERS,
    snapshot::{NodeRef, Snapshot},
};

/// A longer name of a tag is none.
const LONGEST_TAG: usize = 60;
/// What is left for saying how to go on.
const FOOTER: TokenEstimate = TokenEstimate(30_000);

/// What a line becomes: what stands before and after what is in it.
struct Tags {
    open: String,
    close: String,
}

/// Which lines of an outline have tags, and what they say.
trait Markup {
    /// Said first.
    const VERSION: &'static str;
    /// Whether a line has tags, or is text to be told.
    fn tells(&self, line: &Line) -> bool;
    /// Words a line; texts have at most `limit` characters.
    fn tags(&self, line: &Line, id: Option<&str>, limit: usize) -> Tags;
}

/// What the lines of an outline are in tags, for as long as it is not known what ids they have.
struct Wording<'a, M> {
    markup: &'a M,
    snapshot: &'a Snapshot,
    outline: &'a Outline,
    /// An id as long as one can get.
    highest: &'a str,
}

impl<M: Markup> Words for Wording<'_, M> {
    fn tells(&self, line: &Line) -> bool {
        self.markup.tells(line)
    }

    fn line_estimates(&self, limit: usize) -> Vec<TokenEstimate> {
        let lines = self.outline.lines.iter();
        lines.map(|line| line_estimate_of(self.markup, line, self.highest, limit)).collect()
    }

    fn fold(&self, at: usize, fold: Fold) -> TokenEstimate {
        let words = fold_words(self.markup, self.snapshot, self.outline, at, fold);
        let mut comment = String::new();
        if let Some(words) = words {
            push_comment(&mut comment, &format!("{words} (expand {})", self.highest));
        }
        token_estimate(&comment)
    }
}

/// Writes a view of an outline.
fn write<M: Markup>(markup: &M, rendering: Rendering<'_>, modes: &[Mode]) -> View {
    let Rendering { snapshot, outline, registry, options, around } = rendering;
    let budget = limit_of(options);
    let (head, tail) = margins::<M>(snapshot, around, modes, budget);
    let highest = ElementId(registry.next_number().saturating_add(outline.lines.len() as u32)).to_string();
    let choice = match budget {
        None if options.query.is_none() => Choice::everything(outline),
        _ => {
            let spent = token_estimate(&head).0 + token_estimate(&tail).0;
            let room = budget.map_or(u64::MAX, |budget| (u64::from(budget) * 1000).saturating_sub(spent));
            let kept = FOOTER.0 + kept_for_news(around.news, budget.unwrap_or(0)).0;
            let cut = TokenEstimate(room.saturating_sub(kept));
            // Folds are comments here.
            let room = Room { whole: TokenEstimate(room), cut, fold: TokenEstimate(6_000) };
            let words = Wording { markup, snapshot, outline, highest: &highest };
            budget::choose(outline, snapshot, options, &room, &words)
        }
    };
    let mut view = View { text: head, left_out: choice.left, ..View::default() };
    let mut id = |line: &Line, view: &mut View| {
        let id = registry.assign(around.page, snapshot, line.node);
        view.shown.push((id, line.node));
        id.to_string()
    };
    body(markup, snapshot, outline, &choice, &mut view, &mut id);
    view.filtered = choice.asking.map(|asking| asking.filtered(choice.left.total(), estimate(&view.text)));
    if let Some(footer) = query::footer(view.filtered.as_ref()) {
        push_comment(&mut view.text, &footer);
    }
    if !choice.left.is_empty() {
        push_comment(&mut view.text, &left_out(choice.left.total(), choice.next));
    }
    view.text.push_str(&tail);
    view.tokens = estimate(&view.text);
    match budget.filter(|budget| view.tokens > *budget) {
        Some(budget) => too_small(all_left_out(budget), outline, budget),
        None => view,
    }
}

/// The name of an element's tag. What a page's parser takes for one may hold anything; what is no plain name is a `div`.
fn tag_of(node: NodeRef<'_>) -> &str {
    let tag = node.tag();
    let plain = tag.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c));
    if plain && !tag.is_empty() && tag.len() <= LONGEST_TAG { tag } else { "div" }
}

/// What a line costs at most.
fn line_estimate_of<M: Markup>(markup: &M, line: &Line, id: &str, limit: usize) -> TokenEstimate {
    if !markup.tells(line) {
        return TokenEstimate(0);
    }
    let tags = markup.tags(line, line.carries_id.then_some(id), limit);
    // Line breaks beside it.
    TokenEstimate(token_estimate(&tags.open).0 + token_estimate(&tags.close).0 + 2_500)
}

fn margins<M: Markup>(
    snapshot: &Snapshot,
    around: &Surroundings<'_>,
    modes: &[Mode],
    budget: Option<u32>,
) -> (String, String) {
    let mut head = String::new();
    let _infallible = writeln!(head, "[page {}]", around.nonce);
    push_context(&mut head, snapshot, around);
    let _infallible = writeln!(head, "<!-- {} -->", M::VERSION);
    let gaps = snapshot.gaps.iter().filter(|gap| gap.node.is_none()).map(|gap| gap.reason.as_str());
    for note in around.notes.iter().map(String::as_str).chain(gaps) {
        push_comment(&mut head, &format!("note: {note}"));
    }
    let mut tail = String::new();
    let news = newest(around.news, budget);
    if news.len() < around.news.len() {
        push_comment(&mut tail, &format!("news: {} earlier left out", around.news.len() - news.len()));
    }
    for line in news {
        push_comment(&mut tail, &format!("news: {line}"));
    }
    let mut also = String::new();
    push_modes(&mut also, modes);
    if !also.is_empty() {
        push_comment(&mut tail, also.trim_end());
    }
    let _infallible = writeln!(tail, "[/page {}]", around.nonce);
    (head, tail)
}

/// A comment, which nothing in it can end.
fn push_comment(out: &mut String, text: &str) {
    let mut line = String::new();
    push_line(&mut line, text, NEWS_CHARACTERS);
    while line.contains("--") {
        line = line.replace("--", "- -");
    }
    let _infallible = writeln!(out, "<!-- {} -->", line.trim_end_matches('-'));
}

fn body<M: Markup>(
    markup: &M,
    snapshot: &Snapshot,
    outline: &Outline,
    choice: &Choice,
    view: &mut View,
    id: &mut dyn FnMut(&Line, &mut View) -> String,
) {
    let (lines, shown) = (&outline.lines, &choice.plan.shown);
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    loop {
        while let Some((_, close)) = open.pop_if(|(end, _)| *end <= at) {
            view.text.push_str(&close);
            view.text.push('\n');
        }
        let Some(line) = lines.get(at) else { return };
        if !shown[at] {
            at = match choice.page {
                0 | 1 => fold(markup, snapshot, outline, at, shown, view, id),
                _ => line.end as usize,
            };
            continue;
        }
        if !markup.tells(line) {
            at += 1;
            continue;
        }
        let own = line.carries_id.then(|| id(line, view));
        let Tags { open: before, close } = markup.tags(line, own.as_deref(), choice.plan.text_limit);
        view.text.push_str(&before);
        let end = line.end as usize;
        // A text that is all there is stays on the line of its element.
        let only = lines.get(at + 1).filter(|next| {
            end == at + 2 && next.kind() == LineKind::Text && shown[at + 1] && markup.tells(next)
        });
        if let Some(text) = only {
            view.text.push_str(&markup.tags(text, None, choice.plan.text_limit).open);
            at += 1;
        }
        if end > at + 1 && only.is_none() {
            view.text.push('\n');
            open.push((end, close));
        } else {
            view.text.push_str(&close);
            view.text.push('\n');
        }
        at += 1;
    }
}

/// A comment for a run of siblings that are left out. Gives the line after them.
fn fold<M: Markup>(
    markup: &M,
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
    shown: &[bool],
    view: &mut View,
    id: &mut dyn FnMut(&Line, &mut View) -> String,
) -> usize {
    let fold = fold_at(outline, at, |line| shown[line]);
    if let Some(words) = fold_words(markup, snapshot, outline, at, fold) {
        let id = id(&outline.lines[at], view);
        push_comment(&mut view.text, &format!("{words} (expand {id})"));
    }
    fold.end
}

/// What a comment for a run that is left out says; nothing, where there is nothing to tell of it.
fn fold_words<M: Markup>(
    markup: &M,
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
    fold: Fold,
) -> Option<String> {
    outline.lines[at..fold.end].iter().any(|line| markup.tells(line)).then(|| {
        let mut words = String::new();
        push_fold(&mut words, snapshot, outline, at, fold, |line| markup.tells(line));
        words
    })
}
