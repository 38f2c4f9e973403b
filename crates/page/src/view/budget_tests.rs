//! What a budget is used for: as much as it has room for, and never more.

use domtool_cdp::protocol::TargetId;

use super::{
    Acted, Format, LeftOut, Scope, ViewOptions, diff, outline,
    testing::{SnapshotBuilder, render},
};
use crate::{
    identity::Registry,
    snapshot::{Place, Role, Snapshot, Why},
};

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

/// The lines of the page in a tree by kind, read off its words alone; folds, boundaries and what is said around the page are none.
fn kinds_in(text: &str) -> LeftOut {
    let mut counts = LeftOut::default();
    let page = text.lines().skip(2).take_while(|line| !line.starts_with("[/page"));
    for line in page.filter(|line| !line.contains("(expand e")) {
        let line = line.trim_start_matches([' ', '-']);
        let id =
            line.split(' ').next().filter(|word| word.starts_with('e') && word[1..].parse::<u32>().is_ok());
        let said = id.map_or(line, |id| line[id.len()..].trim_start());
        match said.split(' ').next().unwrap_or_default() {
            "link" => counts.links += 1,
            "button" => counts.buttons += 1,
            "textbox" | "checkbox" | "select" => counts.fields += 1,
            "tab" => counts.controls += 1,
            "heading2" => counts.headings += 1,
            "row" | "header" => counts.rows += 1,
            "img" => counts.images += 1,
            "main" | "region" | "list" | "table" => counts.others += 1,
            word if word.starts_with('"') => counts.texts += 1,
            "below:" | "left" | "also:" => {}
            other => panic!("what is {other} in {line}?"),
        }
    }
    counts
}

/// Chapters with something of every kind.
fn of_every_kind() -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for chapter in 0..60 {
        b.open("section", Role::Region).named(&format!("Region {chapter}"));
        b.leaf("h2", Role::Heading, &format!("Chapter {chapter}")).states(|s| s.level = Some(2));
        b.leaf("img", Role::Image, &format!("Figure {chapter}"));
        for n in 0..1 + chapter % 3 {
            b.leaf("a", Role::Link, &format!("Topic {n} of {chapter}"));
        }
        b.leaf("button", Role::Button, &format!("Mark {chapter}"));
        b.leaf("input", Role::TextBox, &format!("Note on {chapter}"));
        b.leaf("div", Role::Tab, &format!("View {chapter}")).why(Why::LISTENER);
        b.open("p", Role::Paragraph).text(&format!("It is told in a few words, {chapter}.")).close();
        b.open("table", Role::Table);
        for row in 0..2 {
            b.open("tr", Role::Row);
            b.open("td", Role::Cell).text(&format!("{chapter}.{row}")).close();
            b.open("td", Role::Cell).text("half").close().close();
        }
        b.close().close();
    }
    b.close().build()
}

#[test]
fn what_is_left_out_is_counted_by_kind_as_a_reader_counts_it() {
    let snapshot = of_every_kind();
    let whole = render(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() });
    assert!(whole.left_out.is_empty());
    let all = kinds_in(&whole.text);
    assert!(all.kinds().all(|(_, count)| count > 0), "{all}\n{}", whole.text);
    for budget in [500, 1_500, 4_000] {
        let view = render(&snapshot, &ViewOptions { budget: Some(budget), ..ViewOptions::default() });
        let shown = kinds_in(&view.text);
        assert!(shown.texts > 0 && view.left_out.total() > 0, "{}", view.text);
        for ((kind, left), ((_, all), (_, shown))) in
            view.left_out.kinds().zip(all.kinds().zip(shown.kinds()))
        {
            assert_eq!(left, all - shown, "{kind} of {budget}\n{}", view.text);
        }
    }
}

#[test]
fn every_format_and_a_diff_count_the_same_things() {
    let snapshot = of_every_kind();
    let left = |format, budget| render(&snapshot, &ViewOptions { format, budget, ..ViewOptions::default() });
    for format in [Format::Tree, Format::Json, Format::Full] {
        let view = left(format, Some(400));
        assert!(view.left_out.texts > 40 && view.left_out.links > 40, "{format:?}: {}", view.left_out);
    }
    for format in [Format::Semantic, Format::Skeleton] {
        let view = left(format, Some(400));
        let LeftOut { links, buttons, fields, controls, headings, texts, .. } = view.left_out;
        assert!(links > 40 && buttons > 40 && fields > 40 && controls > 40, "{format:?}: {}", view.left_out);
        assert_eq!((headings, texts), (0, 0), "{format:?} never tells them");
    }
    let read = left(Format::Markdown, Some(400)).left_out;
    assert!(read.texts > 20 && read.headings > 20 && read.rows > 20, "{read}");
    assert_eq!((read.buttons, read.fields), (0, 0), "controls are no blocks");

    let empty = SnapshotBuilder::new().build();
    let before = outline(&empty, &Scope::default());
    let after = outline(&snapshot, &Scope::default());
    let page = TargetId::from("T");
    let told =
        |budget| diff(&before, &after, &snapshot, &mut Registry::default(), &page, budget, Acted::default());
    let (whole, cut) = (told(0), told(400));
    assert!(whole.left_out.is_empty());
    assert!(
        cut.left_out.links > 40 && cut.left_out.fields > 40 && cut.left_out.rows > 40,
        "{}",
        cut.left_out
    );
    assert!(
        cut.text.contains(&format!("left out: {} added", with_thousands(cut.left_out.total()))),
        "{}",
        cut.text
    );
}

fn with_thousands(count: u32) -> String {
    if count < 1_000 { count.to_string() } else { format!("{},{:03}", count / 1_000, count % 1_000) }
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
        assert_eq!(filtered.original_count - filtered.filtered_count, view.left_out.total(), "{format:?}");
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
        if view.left_out.is_empty() {
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

/// Rows of a text in view and of controls below it, too few to count as repeated; then much that is below.
fn parted_rows() -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main).open("ul", Role::List);
    for row in 0..4 {
        b.open("li", Role::ListItem);
        b.open("p", Role::Paragraph)
            .text(&format!("Order {row} of somebody, paid and not yet sent."))
            .close();
        for does in ["Send", "Refund"] {
            b.leaf("button", Role::Button, &format!("{does} {row}")).place(Place::Below);
        }
        b.close();
    }
    b.close();
    for part in 0..40 {
        b.leaf("h2", Role::Heading, &format!("Part {part}")).place(Place::Below);
        b.leaf("a", Role::Link, &format!("More on part {part}")).place(Place::Below);
    }
    b.close().build()
}

#[test]
fn no_budget_and_no_page_parts_a_row_from_its_text() {
    let snapshot = parted_rows();
    let mut parted = 0;
    for budget in (150..1_000).step_by(25) {
        for page in 1..=3 {
            let view =
                render(&snapshot, &ViewOptions { budget: Some(budget), page, ..ViewOptions::default() });
            for row in 0..4 {
                let parts = [format!("Order {row} "), format!("Send {row}"), format!("Refund {row}")];
                let shown = parts.iter().filter(|part| view.text.contains(part.as_str())).count();
                assert!(shown == 0 || shown == 3, "row {row} of page {page}, {budget}\n{}", view.text);
                parted += usize::from(shown == 3 && view.text.contains("(expand"));
            }
        }
    }
    assert!(parted > 20, "no budget shows rows and leaves something out");
    let whole = render(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() });
    let below = whole.text.find("below:").expect("much is below");
    assert!(whole.text[..below].contains("Refund 3"), "{}", whole.text);
}

#[test]
fn names_that_begin_alike_are_told_by_what_differs_and_never_cost_more_than_estimated() {
    let begins = "Decision of the committee for the supervision of the works on the eastern wing of the old museum about \"it\"";
    let page = |tail: &str| {
        let mut b = SnapshotBuilder::new();
        b.open("ul", Role::List);
        for n in 0..80 {
            b.leaf("a", Role::Link, &format!("{begins} {tail} {n}"));
        }
        b.close().build()
    };
    for tail in ["and the stairs in the hall", "階段と廊下の工事について", "\"\\\" \\\""] {
        let snapshot = page(tail);
        for budget in (200..3_000).step_by(90) {
            let view = render(&snapshot, &ViewOptions { budget: Some(budget), ..ViewOptions::default() });
            assert!(view.tokens <= budget && view.text.contains(" link \""), "{budget}\n{}", view.text);
        }
        let whole = render(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() }).text;
        let written = tail.replace('\\', "\\\\").replace('"', "\\\"");
        assert!(
            whole.contains(&format!("e9 link \"…{written} 8\"\n")) || whole.contains("e9 link \"…8\"\n"),
            "{whole}"
        );
    }
}
