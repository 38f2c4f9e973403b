//! Describes a run of lines that is not shown in one short line: the kinds of its elements with their counts, and its name.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{
    budget::{Fold, SUMMARY_MOST},
    escape::{push_number, push_quoted},
    outline::{Line, LineKind, Outline},
    tokens::{TokenEstimate, token_estimate},
};
use crate::snapshot::{Role, Snapshot};

/// How many kinds are counted by name.
const KINDS: usize = 3;

/// `below: 12 links, 3 buttons, form "Newsletter"`
pub(super) fn push_summary(
    out: &mut String,
    snapshot: &Snapshot,
    outline: &Outline,
    lines: Range<usize>,
    place: &str,
    named: bool,
    tells: impl Fn(&Line) -> bool,
) {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut called = None;
    for line in outline.lines[lines].iter().filter(|line| tells(line)) {
        let content = outline.content(line);
        let kind = match line.kind() {
            LineKind::Group => continue,
            LineKind::Text => "text",
            LineKind::Element => content.split(' ').next().unwrap_or(""),
        };
        let name = snapshot.node(line.node).name();
        let calls = line.titles || (!line.carries_id && line.kind() == LineKind::Element);
        if called.is_none() && calls && !name.is_empty() {
            called = Some((kind, name));
            continue;
        }
        *counts.entry(kind).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    out.push_str(place);
    out.push_str(": ");
    let mut first = true;
    let mut comma = |out: &mut String| {
        out.push_str(if first { "" } else { ", " });
        first = false;
    };
    for (kind, count) in counts.iter().take(KINDS) {
        comma(out);
        push_number(out, *count);
        out.push(' ');
        out.push_str(&plural(kind, *count));
    }
    let rest: usize = counts.iter().skip(KINDS).map(|(_, count)| count).sum();
    if rest > 0 {
        comma(out);
        push_number(out, rest);
        out.push_str(" more");
    }
    if let Some((kind, name)) = called {
        comma(out);
        out.push_str(kind.trim_start_matches('<'));
        if named {
            out.push(' ');
            push_quoted(out, name, 40);
        }
    }
}

/// `+1,980 more rows like these`
pub(super) fn push_like_these(
    out: &mut String,
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
    count: usize,
) {
    out.push('+');
    push_number(out, count);
    out.push_str(" more ");
    out.push_str(&plural(kind_of_sibling(snapshot, outline, at), count));
    out.push_str(" like these");
}

/// `as before: 8 rows`
pub(super) fn push_rows_as_before(
    out: &mut String,
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
    count: usize,
) {
    out.push_str("as before: ");
    push_number(out, count);
    out.push(' ');
    out.push_str(&plural(kind_of_sibling(snapshot, outline, at), count));
}

/// What one of several alike is called.
fn kind_of_sibling<'o>(snapshot: &Snapshot, outline: &'o Outline, at: usize) -> &'o str {
    let line = &outline.lines[at];
    match (line.kind(), snapshot.node(line.node).role()) {
        (LineKind::Text, _) => "text",
        (_, Role::Row) => "row",
        (_, Role::ListItem) => "item",
        (_, Role::Article) => "article",
        (LineKind::Group, _) => "group",
        (LineKind::Element, _) => outline.content(line).split(' ').next().unwrap_or(""),
    }
}

/// Describes a run that is left out, for a format that shows only some of the lines anyway.
pub(super) fn push_fold(
    out: &mut String,
    snapshot: &Snapshot,
    outline: &Outline,
    at: usize,
    fold: Fold,
    tells: impl Fn(&Line) -> bool,
) {
    if fold.like_before {
        push_like_these(out, snapshot, outline, at, fold.count);
        return;
    }
    let start = out.len();
    for named in [true, false] {
        out.truncate(start);
        push_summary(out, snapshot, outline, at..fold.end, "more", named, &tells);
        if token_estimate(&out[start..]) <= TokenEstimate(SUMMARY_MOST.0 - 2_000) {
            return;
        }
    }
    out.truncate(start);
    let count = outline.lines[at..fold.end].iter().filter(|line| tells(line)).count();
    out.push_str("more: ");
    push_number(out, count);
    out.push_str(" lines");
}

fn plural(kind: &str, count: usize) -> String {
    // The name of a tag is no word.
    if let Some(tag) = kind.strip_prefix('<') {
        return tag.to_owned();
    }
    match (count, kind) {
        (1, _) => kind.to_owned(),
        (_, kind) if kind.ends_with('x') || kind.ends_with("ch") => format!("{kind}es"),
        (_, kind) if kind.ends_with('y') => format!("{}ies", &kind[..kind.len() - 1]),
        _ => format!("{kind}s"),
    }
}
