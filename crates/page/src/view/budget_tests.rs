//! What a budget is used for: as much as it has room for, and never more.

use super::{
    Format, ViewOptions,
    testing::{SnapshotBuilder, render},
};
use crate::snapshot::{Role, Snapshot};

/// A handbook: chapters with a heading, texts, and a list of links each.
fn handbook() -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for chapter in 0..90 {
        b.open("section", Role::Region);
        b.leaf("h2", Role::Heading, &format!("Chapter {chapter}")).states(|s| s.level = Some(2));
        for part in 0..2 {
            b.open("ul", Role::List);
            for topic in 0..3 {
                b.open("li", Role::ListItem);
                b.leaf("a", Role::Link, &format!("Topic {topic} of part {part} in {chapter}")).close();
            }
            b.close();
            b.open("p", Role::Paragraph).text(&format!("Part {part} of it is told in a few words.")).close();
        }
        b.close();
    }
    b.close().build()
}

#[test]
fn most_of_a_budget_is_used_and_never_more() {
    let snapshot = handbook();
    for format in [Format::Tree, Format::Skeleton] {
        for budget in [4_000, 6_000, 8_000] {
            let options = ViewOptions { format, budget: Some(budget), ..ViewOptions::default() };
            let view = render(&snapshot, &options);
            assert!(view.tokens <= budget, "{format:?}: {} of {budget}", view.tokens);
            // A part is kept for news, see `around`.
            let used = f64::from(view.tokens) / (f64::from(budget) * 11.0 / 12.0);
            assert!(used >= 0.8, "{format:?}: {} of {budget}\n{}", view.tokens, view.text);
        }
    }
}

#[test]
fn what_has_no_room_does_not_keep_out_what_has() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    b.open("nav", Role::Navigation);
    for i in 0..30 {
        b.open("p", Role::Paragraph);
        b.text(&format!("{i}: how to remove an entry of a map, and {}", "many other words on it ".repeat(9)));
        b.close();
    }
    b.close();
    for i in 0..400 {
        b.open("div", Role::Group).leaf("button", Role::Button, &format!("Something else {i}"));
        b.leaf("a", Role::Link, &format!("About {i}")).close();
    }
    b.open("div", Role::Group).leaf("button", Role::Button, "Remove this entry").close();
    let snapshot = b.close().build();
    for budget in [500, 600, 700, 800, 900] {
        let query = Some("remove an entry of a map".to_owned());
        let view = render(&snapshot, &ViewOptions { query, budget: Some(budget), ..ViewOptions::default() });
        assert!(view.tokens <= budget, "{}", view.text);
        assert!(view.text.contains("button \"Remove this entry\""), "{budget}\n{}", view.text);
    }
}

#[test]
fn a_query_counts_the_lines_that_the_format_tells() {
    let snapshot = handbook();
    let query = Some("topic 2 of part 1 in chapter 17".to_owned());
    for format in [Format::Tree, Format::Skeleton, Format::Semantic] {
        let options = ViewOptions { format, query: query.clone(), ..ViewOptions::default() };
        let view = render(&snapshot, &options);
        let filtered = view.filtered.expect("a query says what it left");
        assert!(filtered.needs_filtering);
        assert_eq!(filtered.original_count - filtered.filtered_count, view.left_out, "{format:?}");
        let links = view.text.matches("Topic ").count() as u32;
        assert!(filtered.filtered_count >= links, "{format:?}\n{}", view.text);
        if format != Format::Tree {
            assert_eq!(filtered.filtered_count, links, "{format:?}\n{}", view.text);
        }
    }
}

#[test]
fn the_second_look_in_pages_goes_on_where_the_first_ended() {
    let snapshot = handbook();
    let read = |page| render(&snapshot, &ViewOptions { page, budget: Some(1_500), ..ViewOptions::default() });
    let mut told = String::new();
    let mut page = 1;
    loop {
        let view = read(page);
        assert!(view.tokens <= 1_500, "{}", view.text);
        told += &view.text;
        if view.left_out == 0 {
            break;
        }
        page += 1;
    }
    for chapter in 0..90 {
        for part in 0..2 {
            for topic in 0..3 {
                let name = format!("\"Topic {topic} of part {part} in {chapter}\"");
                assert_eq!(told.matches(&name).count(), 1, "{name}");
            }
        }
    }
}

#[test]
fn of_a_group_that_has_no_room_its_best_line_has() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for i in 0..300 {
        b.open("div", Role::Group).leaf("button", Role::Button, &format!("Something else {i}"));
        b.leaf("a", Role::Link, &format!("About {i}")).close();
    }
    b.open("nav", Role::Navigation);
    for i in 0..18 {
        b.open("p", Role::Paragraph);
        b.text(&format!("{i}: an entry has a value, {}", "and many other words on it ".repeat(9))).close();
    }
    b.leaf("a", Role::Link, "Remove an entry").close();
    let snapshot = b.close().build();
    let query = Some("remove an entry and get its value".to_owned());
    let view = render(&snapshot, &ViewOptions { query, budget: Some(400), ..ViewOptions::default() });
    assert!(view.tokens <= 400 && view.text.contains("link \"Remove an entry\""), "{}", view.text);
}

#[test]
fn a_text_to_read_says_that_a_query_leaves_it_whole() {
    let query = Some("topic 2 of part 1 in chapter 17".to_owned());
    for (format, says) in [(Format::Markdown, true), (Format::Tree, false)] {
        let view =
            render(&handbook(), &ViewOptions { format, query: query.clone(), ..ViewOptions::default() });
        assert_eq!(view.text.contains("\nquery: not used here"), says, "{}", view.text);
        assert!(view.tokens <= 4_000);
    }
}

/// All pages of a view, one after the other.
fn pages(snapshot: &Snapshot, options: &ViewOptions) -> Vec<String> {
    let mut pages = Vec::new();
    while pages
        .last()
        .is_none_or(|page: &String| page.contains(&format!("(page {} continues)", pages.len() + 1)))
    {
        assert!(pages.len() < 400, "it never ends");
        let page = pages.len() as u32 + 1;
        let view = render(snapshot, &ViewOptions { page, ..options.clone() });
        assert!(options.budget.is_some_and(|budget| view.tokens <= budget), "{}", view.text);
        pages.push(view.text);
    }
    pages
}

#[test]
fn whatever_a_page_leaves_out_comes_with_one_after_it_or_is_said_to_be_too_long() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for i in 0..20 {
        b.open("div", Role::Group).leaf("h3", Role::Heading, &format!("Part {i}"));
        b.open("p", Role::Paragraph)
            .text(&format!("Number {i} is {}", "told at some length, ".repeat(20)))
            .close();
        b.open("p", Role::Paragraph).text(&format!("Short {i}.")).close().close();
    }
    let snapshot = b.close().build();
    for format in [Format::Tree, Format::Full] {
        for (budget, fits) in [(1_000, true), (300, true), (170, true), (80, false)] {
            let options = ViewOptions { format, budget: Some(budget), ..ViewOptions::default() };
            let pages = pages(&snapshot, &options);
            let missing = (0..20).filter(|i| {
                let words = [format!("Part {i}"), format!("Number {i} is told"), format!("Short {i}.")];
                !words.iter().all(|words| pages.iter().any(|page| page.contains(words)))
            });
            let missing: Vec<_> = missing.collect();
            let last = pages.last().map_or("", String::as_str);
            let said = last.contains("too long for this budget") || last.contains("is too small");
            assert!(missing.is_empty() || said, "{format:?} {budget}: {missing:?} of {pages:#?}");
            assert!(missing.is_empty() || !fits, "{format:?} {budget}: {missing:?} of {pages:#?}");
        }
    }
}
