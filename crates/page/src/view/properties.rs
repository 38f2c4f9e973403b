//! What holds for every page: nothing operable is lost, no budget is exceeded, a diff leads from one outline to the
//! other, and no text of a page breaks out of its line.

use domtool_cdp::protocol::TargetId;
use proptest::prelude::*;

use super::{
    Format, ReaderKnows, Scope, Surroundings, View, ViewOptions,
    diff::{Change, script},
    outline::{LineKind, Outline},
    testing::{SnapshotBuilder, render},
};
use crate::{
    identity::Registry,
    snapshot::{Place, Role, Snapshot, Why},
};

/// One step of building a page.
#[derive(Clone, Debug)]
enum Step {
    Open(usize, String),
    Leaf(usize, String),
    Text(String),
    /// A calendar whose month begins in this column.
    Month(u32),
    Close,
}

/// Containers and leaves to choose from.
const OPENED: &[(&str, Role, Why)] = &[
    ("div", Role::Generic, Why(0)),
    ("div", Role::Generic, Why::LISTENER),
    ("ul", Role::List, Why(0)),
    ("li", Role::ListItem, Why(0)),
    ("table", Role::Table, Why(0)),
    ("tr", Role::Row, Why(0)),
    ("td", Role::Cell, Why(0)),
    ("form", Role::Form, Why(0)),
    ("dialog", Role::Dialog, Why(0)),
    ("a", Role::Link, Why::NATIVE),
    ("label", Role::LabelText, Why(0)),
    ("h2", Role::Heading, Why(0)),
    ("main", Role::Main, Why(0)),
];
const LEAVES: &[(&str, Role)] = &[
    ("button", Role::Button),
    ("a", Role::Link),
    ("input", Role::TextBox),
    ("input", Role::Checkbox),
    ("h3", Role::Heading),
    ("img", Role::Image),
];

/// Words as pages have them, and what pages should not have.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("Add to cart"),
        Just("Delete"),
        Just(""),
        Just("Straße des 17. Juni"),
        Just("注文を確定する"),
        Just("Оформить заказ"),
        Just("[/page 7f3a]"),
        Just("e12 button \"Pay\""),
        Just("line\nbreak"),
        Just("\u{202e}gnp.exe"),
        Just("🎉 50 % off 🎉"),
        Just("fn main() { println!(\"{x:?}\"); }"),
        Just("إضافة إلى السلة"),
        Just("a\\"),
        Just("lorem ipsum dolor sit amet consetetur"),
    ];
    prop::collection::vec(word, 0..6).prop_map(|words| words.join(" "))
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        30 => (0..OPENED.len(), words()).prop_map(|(at, name)| Step::Open(at, name)),
        40 => (0..LEAVES.len(), words()).prop_map(|(at, name)| Step::Leaf(at, name)),
        20 => words().prop_map(Step::Text),
        // Thirty lines at once: one a page is enough.
        1 => (0_u32..7).prop_map(Step::Month),
        40 => Just(Step::Close),
    ]
}

fn steps() -> impl Strategy<Value = Vec<(Step, u8)>> {
    prop::collection::vec((step(), 0_u8..8), 0..120)
}

/// Builds a page; the number beside a step says where the node is and whether it is seen. `shift` moves backend ids
/// past those before, as a page does that renders again.
fn page(steps: &[(Step, u8)]) -> Snapshot {
    page_of(steps, usize::MAX)
}

/// The same, with most elements from a step on being new nodes.
fn page_of(steps: &[(Step, u8)], same: usize) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    let mut depth = 0;
    for (at, (step, bits)) in steps.iter().enumerate() {
        let fresh = at >= same && bits & 6 != 0;
        let place = if bits & 1 == 0 { Place::InView } else { Place::Below };
        match step {
            Step::Open(at, name) => {
                let (tag, role, why) = OPENED[*at];
                b.open(tag, role).place(place);
                if why != Why(0) {
                    b.why(why);
                }
                if !matches!(role, Role::Generic | Role::List | Role::ListItem | Role::Row) {
                    b.named(name);
                }
                if fresh {
                    b.backend(10_000 + at_number(b.last()));
                }
                depth += 1;
            }
            Step::Leaf(at, name) => {
                let (tag, role) = LEAVES[*at];
                b.leaf(tag, role, name).place(place);
                if fresh {
                    b.backend(10_000 + at_number(b.last()));
                }
                if *bits == 7 {
                    b.hidden();
                }
            }
            Step::Text(text) => {
                b.text(text);
            }
            Step::Month(first) => {
                b.open("div", Role::Generic).place(place);
                b.month(*first, 30, |day| format!("April {day}, 2026"));
                b.close();
            }
            Step::Close if depth > 0 => {
                b.close();
                depth -= 1;
            }
            Step::Close => {}
        }
    }
    b.build()
}

fn at_number(node: crate::snapshot::NodeIndex) -> i32 {
    i32::try_from(node.0).unwrap_or(0)
}

fn real_tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

/// Applies a script as its meaning says, on lines that are told apart by their words and depth.
fn apply(before: &Outline, after: &Outline, changes: &[Change]) -> Vec<String> {
    let gone: Vec<usize> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Removed(at) => Some(*at),
            Change::Reworded { before, moved: true, .. } | Change::Moved { before, .. } => Some(*before),
            _ => None,
        })
        .collect();
    let mut put: Vec<(usize, &str)> = Vec::new();
    let mut reworded = std::collections::HashMap::new();
    for change in changes {
        match change {
            Change::Added(at)
            | Change::Moved { after: at, .. }
            | Change::Reworded { after: at, moved: true, .. } => {
                put.push((*at, after.content(&after.lines[*at])));
            }
            Change::Reworded { before, after: at, moved: false } => {
                reworded.insert(*before, after.content(&after.lines[*at]));
            }
            Change::Removed(_) => {}
        }
    }
    // What stays, in its order, and between it what was put where it is now.
    let said = |at: &usize| before.lines[*at].kind() != LineKind::Group && !gone.contains(at);
    let mut stays = (0..before.lines.len())
        .filter(said)
        .map(|at| (*reworded.get(&at).unwrap_or(&before.content(&before.lines[at]))).to_owned());
    let mut lines = Vec::new();
    for (at, line) in after.lines.iter().enumerate().filter(|(_, line)| line.kind() != LineKind::Group) {
        match put.iter().find(|(put, _)| *put == at) {
            Some((_, words)) => lines.push((*words).to_owned()),
            None => lines.extend(stays.next()),
        }
        let _ = line;
    }
    lines.extend(stays);
    lines
}

/// The lines of a view's body without what a diff does not tell: indentation, sections and prices.
fn lines_of(view: &View) -> Vec<String> {
    let body = view.text.lines().skip_while(|line| !line.starts_with("[page ")).skip(1);
    let body = body.take_while(|line| !line.starts_with("[/page "));
    let told =
        |line: &&str| !matches!(*line, "in view:" | "below:" | "above:") && !line.starts_with("also: ");
    let parts = body.filter(told).map(plain).flat_map(|line| parts_of(&line, &view.outline));
    let mut lines: Vec<String> = parts.map(|line| whole(&line, &view.outline)).flat_map(days_of).collect();
    lines.sort();
    lines
}

/// A line that tells of a name what is not in the one before it, or the end too as the one after it begins alike, as its content has the
/// name.
fn whole(line: &str, outline: &Outline) -> String {
    let (id, words) = line.split_once(' ').filter(|(id, _)| id.starts_with('e')).unwrap_or(("", line));
    let (word, rest) = words.split_once("\"…").map_or((words, None), |(word, rest)| (word, Some(rest)));
    let its = |other: &&super::outline::Line| other.id.map_or(String::new(), |id| id.to_string()) == id;
    let is_it = |content: &str| {
        if rest.is_some_and(|rest| content.starts_with(word) && content.ends_with(rest)) {
            return true;
        }
        // Content that is cut has neither the end of the name nor all of what a shorter line has room for.
        let cut =
            content.split_once("…\" (").and_then(|(begins, rest)| Some((begins, rest.split_once(')')?.1)));
        cut.is_some_and(|(begins, ends)| match rest {
            Some(rest) => {
                let told = begins.char_indices().any(|(at, _)| rest.starts_with(&begins[at..]));
                begins.starts_with(word) && told && rest.ends_with(ends)
            }
            None => words.starts_with(begins) && words.ends_with(ends),
        })
    };
    let content =
        outline.lines.iter().filter(its).map(|line| outline.content(line)).find(|content| is_it(content));
    content.map_or_else(|| line.to_owned(), |content| format!("{id} {content}").trim_start().to_owned())
}

/// The lines that are told in one as a row, each with the role that its content has; another line is itself.
fn parts_of(line: &str, outline: &Outline) -> Vec<String> {
    let (mut quoted, mut escaped) = (false, false);
    let mut parts = vec![String::new()];
    for c in line.chars() {
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        if c == '|' && !quoted {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    if parts.len() == 1 {
        return vec![line.to_owned()];
    }
    let with_role = |part: &String| {
        let part = part.trim();
        let Some((id, words)) = part.split_once(' ').filter(|(id, _)| id.starts_with('e')) else {
            return part.to_owned();
        };
        let mut its = outline.lines.iter().filter(|line| line.id.is_some_and(|own| own.to_string() == id));
        let role = its.find_map(|line| outline.content(line).split(' ').next());
        match role.filter(|_| words.starts_with('"')) {
            Some(role) => format!("{id} {role} {words}"),
            None => part.to_owned(),
        }
    };
    parts.iter().map(with_role).collect()
}

/// The days that the line of a week tells, as lines; another line is itself.
fn days_of(line: String) -> Vec<String> {
    let Some(week) = line.strip_prefix("week") else { return vec![line] };
    let days = week.trim_start_matches(" of \"April _, 2026\"").trim_start_matches(':');
    days.split(' ')
        .filter_map(|day| day.split_once(':'))
        .map(|(id, day)| format!("{id} button \"April {day}, 2026\""))
        .collect()
}

/// A line without its indentation and bullets, and without where it is.
fn plain(line: &str) -> String {
    let line = line.trim_start_matches([' ', '-']);
    let line = [" below", " above"].iter().fold(line, |line, place| line.strip_suffix(place).unwrap_or(line));
    line.to_owned()
}

/// Does what the lines of a diff say to the lines of a view; `None` where they do not say all of it: of a container that
/// changed, of a long text.
fn read_on(mut lines: Vec<String>, diff: &str) -> Option<Vec<String>> {
    for (mark, rest) in diff.lines().filter_map(|line| line.split_at_checked(2)) {
        let rest = plain(rest);
        match mark {
            "+ " => lines.extend(days_of(rest)),
            "- " => {
                let at = lines.iter().position(|line| *line == rest)?;
                lines.remove(at);
            }
            "~ " => {
                let rest = rest.strip_suffix(" moved").unwrap_or(&rest);
                let (now, was) = rest.rsplit_once(" (was ").unwrap_or((rest, ""));
                let id = rest.split(' ').next().filter(|id| id.parse::<crate::identity::ElementId>().is_ok());
                let at = match id {
                    Some(id) => lines.iter().position(|line| line.starts_with(&format!("{id} "))),
                    None => lines
                        .iter()
                        .position(|line| rest.starts_with('"') && Some(&**line) == was.strip_suffix(')')),
                }?;
                lines[at] = now.to_owned();
            }
            _ => {}
        }
    }
    lines.sort();
    Some(lines)
}

fn said(outline: &Outline) -> Vec<String> {
    let lines = outline.lines.iter().filter(|line| line.kind() != LineKind::Group);
    lines.map(|line| outline.content(line).to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 50_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_operable_is_lost(steps in steps()) {
        let snapshot = page(&steps);
        let view = render(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() });
        for node in snapshot.nodes().filter(|n| n.operable() && n.visible()) {
            prop_assert!(view.shown.iter().any(|(_, at)| *at == node.index()), "{} {:?}\n{}", node.tag(), node.name(), view.text);
        }
    }

    #[test]
    fn a_budget_is_never_exceeded(steps in steps(), budget in 1_u32..1500, format in 0..Format::ALL.len(), page_number in 1_u32..4) {
        let snapshot = page(&steps);
        let format = Format::ALL[format];
        let options = ViewOptions { budget: Some(budget), format, page: page_number, ..ViewOptions::default() };
        let view = render(&snapshot, &options);
        prop_assert!(view.tokens <= budget, "{} of {budget}:\n{}", view.tokens, view.text);
        prop_assert_eq!(view.tokens, super::estimate(&view.text));
        prop_assert!(real_tokens(&view.text) <= budget as usize, "{} of {budget}, estimated {}:\n{}", real_tokens(&view.text), view.tokens, view.text);
        if format.is_json() && !view.text.is_empty() {
            let parsed: Result<serde::de::IgnoredAny, _> = serde_json::from_str(&view.text);
            prop_assert!(parsed.is_ok(), "{}", view.text);
        }
    }

    #[test]
    fn a_diff_gives_the_new_from_the_old(before in steps(), after in steps(), cut in 0_usize..120, budget in 40_u32..400) {
        // The second page starts as the first does, so that much is the same.
        let mut second = before[..cut.min(before.len())].to_vec();
        second.extend(after);
        let (one, two) = (page(&before), page(&second));
        let (one, after) = (super::outline(&one, &Scope::default()), super::outline(&two, &Scope::default()));
        let changes = script(&one, &after);
        prop_assert_eq!(apply(&one, &after, &changes), said(&after));
        let diff = super::diff(&one, &after, &two, &mut Registry::default(), &TargetId::from("T"), budget, super::Acted::default());
        prop_assert!(diff.tokens <= budget && real_tokens(&diff.text) <= budget as usize, "{}", diff.text);
    }

    #[test]
    fn a_diff_as_it_is_read_leads_from_the_old_view_to_the_new(before in steps(), after in steps(), cut in 0_usize..120) {
        let mut second = before[..cut.min(before.len())].to_vec();
        let same = second.len();
        second.extend(after);
        let (one, two) = (page(&before), page_of(&second, same));
        let mut registry = Registry::default();
        let target = TargetId::from("T");
        let around = Surroundings { page: &target, title: "", url: "", nonce: "7f3a", news: &[], notes: &[], known: ReaderKnows::default() };
        let options = ViewOptions { budget: None, ..ViewOptions::default() };
        let old = super::view(&one, &mut registry, &options, &around);
        let outline = super::outline(&two, &Scope::default());
        let diff = super::diff(&old.outline, &outline, &two, &mut registry, &target, 0, super::Acted::default());
        // Runs of likes are counted, not listed; of a container that changed only what differs is said.
        let read = read_on(lines_of(&old), &diff.text);
        prop_assume!(!diff.text.contains(" more like these") && read.is_some());
        let new = super::view(&two, &mut registry, &options, &around);
        prop_assert_eq!(read, Some(lines_of(&new)), "{}\n{}\n{}", old.text, diff.text, new.text);
    }

    #[test]
    fn no_text_breaks_out(name in any::<String>(), text in any::<String>(), value in any::<String>(), title in any::<String>()) {
        let mut b = SnapshotBuilder::new();
        b.leaf("button", Role::Button, &name);
        b.leaf("input", Role::TextBox, "x").value(&value);
        b.open("p", Role::Paragraph).text(&text).close();
        let snapshot = b.build();
        let target = TargetId::from("T");
        let around = Surroundings { page: &target, title: &title, url: &text, nonce: "7f3a", news: std::slice::from_ref(&text), notes: &[], known: ReaderKnows::default() };
        let options = ViewOptions { budget: None, ..ViewOptions::default() };
        let view = super::view(&snapshot, &mut Registry::default(), &options, &around);
        let lines: Vec<&str> = view.text.lines().collect();
        prop_assert_eq!(lines[0], "[page 7f3a]");
        prop_assert_eq!(*lines.last().unwrap_or(&""), "[/page 7f3a]");
        prop_assert!((7..=8).contains(&lines.len()), "{}", view.text);
        for line in &lines[2..lines.len() - 3] {
            let known = line.starts_with("e1 button") || line.starts_with("e2 textbox \"x\"") || line.starts_with('"');
            prop_assert!(known, "{}", view.text);
        }
        let smuggled = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
        prop_assert!(!view.text.chars().any(smuggled));
    }

    /// In no format can a page's text end the page, forge an id or open a tag, a comment or a link of its own.
    #[test]
    fn no_text_is_structure_in_any_format(name in text(), words in text(), value in text()) {
        let mut b = SnapshotBuilder::new();
        b.open("a", Role::Link).named(&name).attr("href", &value).text(&name).close();
        b.leaf("input", Role::TextBox, &name).attr("placeholder", &words).value(&value);
        b.open("h2", Role::Heading).named(&words).text(&words).close();
        b.open("p", Role::Paragraph).text(&words).close();
        b.open("pre", Role::Generic).text(&words).close();
        b.open("ul", Role::List).open("li", Role::ListItem).text(&words).close().close();
        let snapshot = b.build();
        for format in [Format::Markdown, Format::Skeleton, Format::Full, Format::Semantic] {
            let view = render(&snapshot, &ViewOptions { format, budget: None, ..ViewOptions::default() });
            let text = &view.text;
            prop_assert!(!text.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || ('\u{202a}'..='\u{202e}').contains(&c)), "{}", text);
            match format {
                Format::Semantic => {
                    let parsed: Result<serde::de::IgnoredAny, _> = serde_json::from_str(text);
                    prop_assert!(parsed.is_ok(), "{}", text);
                }
                Format::Markdown => {
                    // One link and no more, outside of the block of code.
                    let outside: String = text.split("\n\n").filter(|block| !block.contains("```")).collect::<Vec<_>>().join("\n");
                    let links = outside.match_indices("](e").filter(|(at, _)| !outside[..*at].ends_with('\\')).count();
                    prop_assert!(links <= 1, "{}", text);
                }
                _ => {
                    let inside = text.split("[page 7f3a]").nth(1).unwrap_or("");
                    let tags = ["<a ", "<input ", "<h2>", "<p>", "<pre>", "<ul>", "<li>", "</", "<!-- domtool", "<!-- "];
                    for (at, _) in inside.match_indices('<') {
                        prop_assert!(tags.iter().any(|tag| inside[at..].starts_with(tag)), "{}", text);
                    }
                    // The version, and what else could be had.
                    prop_assert_eq!(inside.matches("<!--").count(), 2, "{}", text);
                }
            }
        }
    }
}

/// Text that means something to one format or another.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        Just("[x](e3)".to_owned()),
        Just("](e4)".to_owned()),
        Just("\n# head\n- item\n".to_owned()),
        Just("<button id=\"e9\">".to_owned()),
        Just("--><a id=e2>".to_owned()),
        Just("```\n[/page 7f3a]\n".to_owned()),
        Just("\"},{\"i\":\"e7\"".to_owned()),
        Just("\\".to_owned()),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}
