//! The tree format on snapshots written down by hand.

use crate::snapshot::{Gap, Place, Role, Snapshot, Why, screens::Hides};
use crate::view::{
    Format, NodeDetails, Scope, View, ViewOptions, estimate,
    testing::{SnapshotBuilder, card_page, render},
};

fn built(build: impl FnOnce(&mut SnapshotBuilder)) -> Snapshot {
    let mut builder = SnapshotBuilder::new();
    build(&mut builder);
    builder.build()
}

/// The lines between the boundaries.
fn body(view: &View) -> String {
    let lines: Vec<&str> = view.text.lines().filter(|line| !line.starts_with("also: ")).collect();
    lines[2..lines.len() - 1].join("\n")
}

#[track_caller]
fn check(build: impl FnOnce(&mut SnapshotBuilder), expect: &str) {
    let view = render(&built(build), &ViewOptions::default());
    let expect: Vec<&str> =
        expect.trim_matches('\n').lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect();
    assert_eq!(body(&view), expect.join("\n").trim_end());
}

#[test]
fn starts_with_the_context_between_boundaries() {
    let view = render(
        &built(|b| {
            b.leaf("button", Role::Button, "Go");
        }),
        &ViewOptions::default(),
    );
    assert_eq!(
        view.text,
        "[page 7f3a]\nCheckout | https://shop.example/checkout | 1280x800 at 12 %, 1.9 screens below\ne1 button \"Go\"\n\
         also: markdown ~65 tokens, full ~79, screenshot ~1,400\n[/page 7f3a]\n"
    );
    assert_eq!((view.tokens, view.shown.len(), view.left_out.total()), (estimate(&view.text), 1, 0));
}

#[test]
fn a_checkout() {
    check(
        |b| {
            b.open("nav", Role::Navigation).named("Main").open("ul", Role::List);
            for name in ["Home", "Cart (2)"] {
                b.open("li", Role::ListItem).leaf("a", Role::Link, name).close();
            }
            b.close().close();
            b.open("main", Role::Main);
            b.leaf("h1", Role::Heading, "Checkout").states(|s| s.level = Some(1));
            b.open("form", Role::Form).named("Delivery");
            b.open("label", Role::LabelText).attr("for", "n").text("Full name").close();
            b.leaf("input", Role::TextBox, "Full name")
                .attr("id", "n")
                .value("John \"D\"\nx")
                .states(|s| s.required = true);
            b.open("select", Role::ComboBox).named("Country").value("Germany");
            for option in ["Austria", "Belgium", "Germany", "France", "Italy", "Spain"] {
                b.leaf("option", Role::Option, option).hidden();
            }
            b.close();
            b.leaf("input", Role::Checkbox, "Gift wrap").checked(false);
            b.leaf("input", Role::TextBox, "Password").attr("type", "password").value(crate::snapshot::MASK);
            b.leaf("input", Role::TextBox, "Again").attr("type", "password").value("");
            b.close();
            b.leaf("button", Role::Button, "Place order").states(|s| s.disabled = true);
            b.open("div", Role::Generic).why(Why::LISTENER).text("wish list").close();
            b.open("button", Role::Button).guessed("trash").close();
            b.open("a", Role::Link).attr("href", "https://shop.example/a/items/7?x=1").close();
            b.close();
        },
        r#"
        navigation "Main"
          e1 link "Home"
          e2 link "Cart (2)"
        main
          heading1 "Checkout"
          form "Delivery"
            e3 textbox "Full name" = "John \"D\"\nx" required
            e4 select "Country" = "Germany" of 6: "Austria", "Belgium", "Germany", "France", ...
            e5 checkbox "Gift wrap" off
            e6 textbox "Password" = (filled)
            e7 textbox "Again" = (empty)
          e8 button "Place order" disabled
          e9 clickable "wish list"
          e10 button ~trash
          e11 link ~"/items/7"
        "#,
    );
}

#[test]
fn text_flows_together() {
    check(
        |b| {
            b.open("p", Role::Paragraph)
                .text("Hello  ")
                .open("b", Role::Strong)
                .text("big")
                .close()
                .text(" world")
                .close();
            b.open("p", Role::Paragraph).text("Next\n one").close();
            b.leaf("a", Role::Link, "More");
            b.open("p", Role::Paragraph).text(&"long ".repeat(150)).close();
        },
        &format!(
            "\"Hello big world | Next one\"\ne1 link \"More\"\n\"{}long…\" (749 chars)",
            "long ".repeat(99)
        )
        .replace("long…", "long …"),
    );
}

#[test]
fn nothing_is_said_twice() {
    check(
        |b| {
            // A heading that is a link, a card that is a link with a button in it, a dialog called by its heading.
            b.open("h3", Role::Heading)
                .named("News")
                .states(|s| s.level = Some(3))
                .leaf("a", Role::Link, "News")
                .close();
            // A soft hyphen is in what a heading holds and not in its name.
            b.leaf("h3", Role::Heading, "Donau\u{ad}dampf\u{ad}schiff").states(|s| s.level = Some(3));
            b.open("a", Role::Link).named("Card title Text");
            b.leaf("h4", Role::Heading, "Card title").open("p", Role::Paragraph).text("Text").close();
            b.leaf("button", Role::Button, "Wish").close();
            b.open("div", Role::Dialog)
                .named("Cookies")
                .leaf("h2", Role::Heading, "Cookies")
                .text("We use them.");
            b.leaf("button", Role::Button, "Accept").close();
        },
        r#"
        e1 link "News" heading3
        heading3 "Donaudampfschiff"
        e2 link "Card title Text"
          e3 button "Wish"
        e4 dialog "Cookies"
          "We use them."
          e5 button "Accept"
        "#,
    );
}

/// A name may hold words of a text by chance, and signs in a region are what it says.
#[test]
fn what_stands_in_something_with_a_name_is_told_whole() {
    check(
        |b| {
            b.open("section", Role::Region)
                .named("Order 12 of Ann")
                .why(Why::TABINDEX)
                .open("p", Role::Paragraph);
            for word in ["Pay ", "12", " to ", "Ann", " by ", "Bob", ": ", "5"] {
                b.open("b", Role::Generic).text(word).close();
            }
            b.close().open("p", Role::Paragraph).text("{").close();
            b.open("p", Role::Paragraph).text("Order 12 of Ann").close().close();
            // How a control is drawn is no text, what it shows beside its name is.
            b.open("button", Role::Button).named("Close").text("×").close();
            b.open("button", Role::Button).named("Cart").text("3").close();
            b.open("button", Role::Button).named("Search").open("kbd", Role::Generic).text("Ctrl").close();
            b.open("kbd", Role::Generic).text("K").close().close();
        },
        r#"
        e1 region "Order 12 of Ann"
          "Pay 12 to Ann by Bob: 5"
        e2 button "Close"
        e3 button "Cart"
          "3"
        e4 button "Search"
          "CtrlK"
        "#,
    );
}

#[test]
fn tables_and_lists() {
    check(
        |b| {
            b.open("table", Role::Table).named("Items").open("tr", Role::Row);
            b.leaf("th", Role::ColumnHeader, "Name").leaf("th", Role::ColumnHeader, "Price").close();
            b.open("tr", Role::Row).leaf("td", Role::Cell, "Tea").leaf("td", Role::Cell, "").close();
            for name in ["Ada", "Bob"] {
                b.open("tr", Role::Row).leaf("td", Role::Cell, name);
                b.open("td", Role::Cell).leaf("button", Role::Button, "Delete").close().close();
            }
            b.close();
            b.open("ul", Role::List);
            for name in ["one", "two"] {
                b.open("li", Role::ListItem).text(name).close();
            }
            b.close();
        },
        r#"
        table "Items" 2 columns, 4 rows
          header "Name | Price"
          row "Tea |"
          - "Ada"
            e1 button "Delete"
          - "Bob"
            e2 button "Delete"
        list "one", "two"
        "#,
    );
}

#[test]
fn from_the_third_on_rows_of_several_controls_are_a_line_each() {
    let table = |rows: &[(&str, &[&str])]| {
        let rows: Vec<(String, Vec<String>)> = rows
            .iter()
            .map(|(name, buttons)| (String::from(*name), buttons.iter().map(|b| String::from(*b)).collect()))
            .collect();
        move |b: &mut SnapshotBuilder| {
            b.open("table", Role::Table);
            for (name, buttons) in &rows {
                b.open("tr", Role::Row).open("td", Role::Cell);
                b.leaf("input", Role::TextBox, "Amount").value(name).close();
                for button in buttons {
                    b.open("td", Role::Cell).leaf("button", Role::Button, button).close();
                }
                b.close();
            }
            b.close();
        }
    };
    let both: &[&str] = &["Edit", "Delete"];
    check(
        table(&[("1", both), ("2", both), ("3", both), ("4", &["Edit"]), ("5", both)]),
        r#"
        table 3 columns, 5 rows
          - e1 textbox "Amount" = "1"
            e2 button "Edit"
            e3 button "Delete"
          - e4 textbox "Amount" = "2"
            e5 button "Edit"
            e6 button "Delete"
          - e7 "Amount" = "3" | e8 "Edit" | e9 "Delete"
          - e10 textbox "Amount" = "4"
            e11 button "Edit"
          - e12 textbox "Amount" = "5"
            e13 button "Edit"
            e14 button "Delete"
        "#,
    );
}

#[test]
fn says_what_covers_and_where_things_are() {
    let mut b = SnapshotBuilder::new();
    b.open("div", Role::Dialog).named("Cookies");
    let dialog = b.last();
    b.leaf("button", Role::Button, "Accept").close();
    b.leaf("button", Role::Button, "Under").covered_by(dialog);
    b.leaf("button", Role::Button, "Far").place(Place::Below);
    b.open("iframe", Role::Iframe).named("Pay").document("https://pay.example/x").text("Card");
    b.close().close();
    b.open("iframe", Role::Iframe).named("Ad");
    let gap = b.last();
    b.close();
    let mut snapshot = b.build();
    snapshot.focus = Some(crate::snapshot::NodeIndex(dialog.0 + 1));
    snapshot.gaps.push(Gap { node: Some(gap), reason: "crashed".into() });
    let view = render(&snapshot, &ViewOptions::default());
    assert_eq!(
        body(&view),
        "e1 dialog \"Cookies\" covers 1\n  e2 button \"Accept\" focused\ne3 button \"Under\" covered by e1\nbelow:\ne4 button \"Far\"\n\
         in view:\ne5 iframe \"Pay\" pay.example\n  \"Card\"\niframe \"Ad\" (crashed)"
            .replace("\niframe", "\ne6 iframe")
    );
    let scope = Scope { under: Some(dialog), ..Scope::default() };
    let part = render(&snapshot, &ViewOptions { scope, ..ViewOptions::default() });
    assert_eq!(body(&part), "e1 dialog \"Cookies\"\n  e2 button \"Accept\" focused");
    let scope = Scope { in_view_only: true, ..Scope::default() };
    let seen = render(&snapshot, &ViewOptions { scope, ..ViewOptions::default() });
    assert!(!seen.text.contains("Far") && seen.text.contains("Under"));
    let with =
        NodeDetails { backend: true, rect: true, tier: true, why: true, xpath: true, landmarks: false };
    let told = render(&snapshot, &ViewOptions { with, ..ViewOptions::default() });
    assert!(
        told.text.contains(
            "e4 button \"Far\" [10,2000 100x20] backend=9 semantic why: native /html/body/button[2]"
        ),
        "{}",
        told.text
    );
}

#[test]
fn repeated_cards_fold_and_unfold() {
    let snapshot = card_page(550);
    let options = ViewOptions::default();
    let view = render(&snapshot, &options);
    assert!(view.tokens <= 4000 && view.tokens > 3300, "{}", view.tokens);
    let lines: Vec<&str> = view.text.lines().collect();
    let fold = lines.iter().position(|line| line.contains("like these")).unwrap_or(0);
    assert_eq!(lines[fold + 1], "heading3 \"Product 549\"");
    assert_eq!(lines[fold - 5].split(' ').next(), Some("heading3"));
    assert_eq!(view.left_out.total() as usize, 5 * (550 - (fold - 5) / 5) - 5, "{}", view.text);

    // Its fold, opened, goes on where it was cut; so does its second page.
    let (id, node) = view.shown[view.shown.len() - 4];
    assert!(lines[fold].ends_with(&format!("(expand {id})")), "{} {id}", lines[fold]);
    let opened = render(&snapshot, &ViewOptions { expand: vec![node], ..options.clone() });
    assert!(opened.tokens <= 4000);
    let first = lines[fold - 5]
        .replace("heading3", "")
        .trim_matches([' ', '"'])
        .replace("Product ", "")
        .parse::<usize>()
        .unwrap_or(0)
        + 1;
    assert!(opened.text.contains(&format!("heading3 \"Product {first}\"")), "{}", opened.text);
    assert!(opened.text.contains(&format!("heading3 \"Product {}\"", first + 20)));
    let second = render(&snapshot, &ViewOptions { page: 2, ..options.clone() });
    assert!(
        second.text.contains(&format!(" screens below\npage 2:\nbelow:\nheading3 \"Product {first}\"")),
        "{}",
        second.text
    );
    assert!(second.text.contains("lines (page 3 continues)") && second.tokens <= 4000);

    // With little room there are whole cards still.
    let small = render(&snapshot, &ViewOptions { budget: Some(400), ..options });
    assert!(small.tokens <= 400 && small.text.contains("e7 button \"Add 1 to cart\""), "{}", small.text);
}

#[test]
fn regions_far_away_are_summed_up() {
    let snapshot = built(|b| {
        b.open("main", Role::Main).leaf("h1", Role::Heading, "Top");
        for at in 0..12 {
            b.leaf("button", Role::Button, &format!("Do the thing number {at}"));
        }
        b.close();
        b.open("footer", Role::ContentInfo).place(Place::Below);
        b.open("form", Role::Form).named("Newsletter").leaf("input", Role::TextBox, "Email").close();
        for at in 0..30 {
            b.leaf("a", Role::Link, &format!("A far away link with number {at}"));
            b.leaf("h5", Role::Heading, &format!("Between {at}"));
        }
        b.close();
    });
    let view = render(&snapshot, &ViewOptions { budget: Some(300), ..ViewOptions::default() });
    assert!(view.text.contains("Do the thing number 11"), "{}", view.text);
    assert!(view.text.contains("below: ") && view.text.contains("(expand e"), "{}", view.text);
    assert!(view.tokens <= 300);
}

#[test]
fn three_thousand_levels() {
    let snapshot = built(|b| {
        for _ in 0..3000 {
            b.open("div", Role::Generic).why(Why::LISTENER);
        }
        b.leaf("button", Role::Button, "Deep");
    });
    for format in [Format::Tree, Format::Json] {
        let view = render(&snapshot, &ViewOptions { format, budget: None, ..ViewOptions::default() });
        assert!(view.text.contains("Deep"));
        let view = render(&snapshot, &ViewOptions { format, ..ViewOptions::default() });
        assert!(view.tokens <= 4000 && !view.left_out.is_empty());
    }
}

#[test]
fn json_nests_and_names_its_frame() {
    let snapshot = built(|b| {
        b.open("form", Role::Form)
            .named("Delivery")
            .leaf("input", Role::TextBox, "Email")
            .value("a@b")
            .close();
        b.leaf("button", Role::Button, "Gone").hidden();
    });
    let view = render(&snapshot, &ViewOptions { format: Format::Json, ..ViewOptions::default() });
    assert!(view.text.contains(r#"{"role":"form","name":"Delivery","children":["#), "{}", view.text);
    assert!(
        view.text.contains(r#"{"id":"e1","role":"textbox","name":"Email","value":"a@b"}]}]}},"#),
        "{}",
        view.text
    );
    assert!(!view.text.contains("Gone"));
    let with =
        NodeDetails { backend: true, rect: true, tier: true, why: true, xpath: true, landmarks: false };
    let all = render(
        &snapshot,
        &ViewOptions { format: Format::Json, budget: Some(0), with, ..ViewOptions::default() },
    );
    let gone = r#"{"id":"e2","role":"button","name":"Gone","visible":false,"occluded":false,"in_view":false,"frame":"F0","backend":6,"box":[10.0,10.0,100.0,20.0],"tier":"semantic","why":["native"],"xpath":"/html/body/button","children":["#;
    assert!(all.text.contains(gone), "{}", all.text);
    assert!(all.text.contains(r#""version":"domtool.v1","truncated":false,"total_nodes":4"#), "{}", all.text);
}

#[test]
fn of_a_long_list_the_chosen_option_is_told() {
    let snapshot = built(|b| {
        b.open("div", Role::ListBox).named("City");
        for i in 0..400 {
            b.leaf("div", Role::Option, &format!("City number {i}")).why(Why::LISTENER);
            b.states(|s| s.selected = Some(i == 250));
        }
        b.close();
    });
    for format in [Format::Tree, Format::Semantic, Format::Skeleton, Format::Json] {
        let options = ViewOptions { format, budget: Some(700), ..ViewOptions::default() };
        let view = render(&snapshot, &options);
        assert!(view.tokens <= 700 && view.text.contains("City number 250"), "{}", view.text);
        assert!(view.text.contains("more options like these"), "{}", view.text);
    }
}

#[test]
fn a_text_to_read_comes_in_pages_that_leave_nothing_out() {
    let snapshot = built(|b| {
        b.leaf("h1", Role::Heading, "Guide").states(|s| s.level = Some(1));
        for i in 0..60 {
            b.open("p", Role::Paragraph).text(&format!("Paragraph number {i} says "));
            b.leaf("a", Role::Link, &format!("link {i}")).text(". And more of it, of some length.").close();
        }
        b.open("pre", Role::Generic).text(&"let x = 1;\n".repeat(300)).close();
        b.leaf("button", Role::Button, "Share");
    });
    let read = |page, budget| {
        let format = Format::Markdown;
        render(&snapshot, &ViewOptions { format, page, budget, ..ViewOptions::default() })
    };
    let whole = read(1, None);
    assert!(
        whole.text.contains("# Guide\n\nParagraph number 0 says [link 0](e1). And more"),
        "{}",
        whole.text
    );
    assert!(
        whole.text.contains("\nnot told: 1 control\n") && !whole.text.contains("Share"),
        "{}",
        whole.text
    );
    let mut read_so_far = String::new();
    let mut page = 1;
    loop {
        let view = read(page, Some(600));
        assert!(view.tokens <= 600, "{}", view.text);
        read_so_far += &view.text;
        if view.left_out.is_empty() {
            break;
        }
        page += 1;
        assert!(view.text.contains(&format!("(page {page} continues)")), "{}", view.text);
    }
    for i in 0..60 {
        assert_eq!(read_so_far.matches(&format!("Paragraph number {i} says [link {i}](e")).count(), 1, "{i}");
    }
    assert_eq!(read_so_far.matches("let x = 1;").count(), 300);
    assert!(page > 3);
}

#[test]
fn the_second_page_goes_on_where_the_first_ended_whatever_was_news_then() {
    let snapshot = card_page(550);
    let page = domtool_cdp::protocol::TargetId::from("T");
    let news: Vec<String> = (0..9).map(|n| format!("toast \"Saved draft number {n} of yours\"")).collect();
    for format in
        [Format::Tree, Format::Skeleton, Format::Semantic, Format::Json, Format::Markdown, Format::Full]
    {
        let write = |page_number: u32, news: &[String]| {
            let around = crate::view::Surroundings {
                page: &page,
                title: "Checkout",
                url: "https://shop.example/checkout",
                nonce: "7f3a",
                news,
                notes: &[],
                known: crate::view::ReaderKnows::default(),
            };
            let options = ViewOptions { format, page: page_number, ..ViewOptions::default() };
            crate::view::view(&snapshot, &mut crate::identity::Registry::default(), &options, &around)
        };
        let (first, second) = (write(1, &news), write(2, &[]));
        assert!(first.tokens <= 4_000 && second.tokens <= 4_000);
        let said = |i: usize| {
            let name = format!("Details {i}");
            let whole = |view: &View| {
                let mut after = view.text.split(&name).skip(1);
                after.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            whole(&first) || whole(&second)
        };
        let told = (0..550).take_while(|i| said(*i)).count();
        let last = (0..540).rev().find(|i| said(*i)).unwrap_or(0);
        assert!(
            told > last,
            "{format:?}: {told} are told, {last} is the last\n{}\n{}",
            first.text,
            second.text
        );
    }
}

#[test]
fn landmarks_and_forms_have_ids_when_asked_for() {
    let page = built(|b| {
        b.open("main", Role::Main).open("form", Role::Form).named("Delivery");
        b.leaf("input", Role::TextBox, "Name").leaf("button", Role::Button, "Send").close().close();
    });
    let scope = Scope { landmarks: true, ..Scope::default() };
    let view = render(&page, &ViewOptions { scope, ..ViewOptions::default() });
    assert!(body(&view).starts_with("e1 main\n  e2 form \"Delivery\"\n    e3 textbox"), "{}", view.text);
    let usual = render(&page, &ViewOptions::default());
    assert!(body(&usual).starts_with("main\n  form \"Delivery\"\n    e1 textbox"), "{}", usual.text);
    // The id names the part that is looked at.
    let scope = Scope { under: Some(view.shown[1].1), ..Scope::default() };
    let part = render(&page, &ViewOptions { scope, ..ViewOptions::default() });
    assert!(part.text.contains("\"Send\"") && !part.text.contains("main"), "{}", part.text);
}

/// A page of links with a modal dialog over so many of them, and what it lies on over the window.
fn behind_a_dialog(covered: usize, of: usize) -> Snapshot {
    built(|b| {
        b.open("div", Role::Generic).over_window().painted(2).screens(Hides::Nothing);
        b.open("div", Role::Dialog).named("Cookies").states(|s| s.modal = true).painted(2);
        let dialog = b.last();
        b.leaf("button", Role::Button, "Accept").painted(2).close().close();
        b.open("nav", Role::Navigation).named("Main");
        for at in 0..of {
            b.leaf("a", Role::Link, &format!("Link {at}"));
            if at < covered {
                b.covered_by(dialog);
            }
        }
        b.close();
    })
}

#[test]
fn what_is_behind_a_modal_dialog_is_one_line_with_a_handle() {
    let view = render(&behind_a_dialog(12, 12), &ViewOptions::default());
    let lines =
        "e1 dialog \"Cookies\" modal\n  e2 button \"Accept\"\nbehind the dialog: 12 controls (expand e3)";
    assert_eq!(body(&view), lines);
    assert_eq!((view.shown.len(), view.left_out.total()), (3, 0));
    // Its handle, a part of the page, and a query show it.
    let handle = view.shown[2].1;
    for options in [
        ViewOptions { expand: vec![handle], ..ViewOptions::default() },
        ViewOptions { query: Some("the second link".to_owned()), ..ViewOptions::default() },
        ViewOptions { scope: Scope { under: Some(handle), ..Scope::default() }, ..ViewOptions::default() },
    ] {
        let text = render(&behind_a_dialog(12, 12), &options).text;
        assert!(text.contains("link \"Link 1\"") && !text.contains("behind the dialog"), "{text}");
    }
    // A dialog that leaves the page free hides nothing of it.
    let text = render(&behind_a_dialog(3, 12), &ViewOptions::default()).text;
    assert!(text.contains("link \"Link 1\"") && !text.contains("behind the dialog"), "{text}");
}

/// Links below a box that hides so much of them, and a question painted above it.
fn behind_boxes(hides: Hides, covered: usize, of: usize, asks: bool) -> Snapshot {
    built(|b| {
        b.open("div", Role::Generic).over_window().painted(5).screens(hides);
        let boxes = b.last();
        b.close();
        b.open("nav", Role::Navigation).named("Main");
        for at in 0..of {
            b.leaf("a", Role::Link, &format!("Link {at}")).painted(1);
            if at < covered {
                b.covered_by(boxes);
            }
        }
        b.text("A hint").painted(1).close();
        b.open("div", Role::Generic).painted(6).text("News?").painted(6);
        if asks {
            b.leaf("button", Role::Button, "No").painted(6);
        }
        b.close();
    })
}

#[test]
fn what_is_painted_below_boxes_over_the_window_is_one_line() {
    let told =
        |hides, covered, asks| render(&behind_boxes(hides, covered, 12, asks), &ViewOptions::default());
    let view = told(Hides::Dimly, 12, true);
    assert_eq!(body(&view), "behind the overlay: 12 controls (expand e1)\n\"News?\"\ne2 button \"No\"");
    let options = ViewOptions { expand: vec![view.shown[0].1], ..ViewOptions::default() };
    let open = render(&behind_boxes(Hides::Dimly, 12, 12, true), &options);
    assert!(open.text.contains("link \"Link 1\""));
    // Nobody sees through this one, whether it asks something or not.
    let text = told(Hides::Wholly, 12, false).text;
    assert!(text.contains("behind the overlay: 12") && text.contains("News?"), "{text}");
    // A person sees the page through a box without a colour, and through one with nothing to answer above it; and boxes that leave
    // most of the page free hide nothing of it.
    for (hides, covered, asks) in
        [(Hides::Nothing, 12, true), (Hides::Dimly, 12, false), (Hides::Wholly, 4, true)]
    {
        let text = told(hides, covered, asks).text;
        assert!(text.contains("link \"Link 1\"") && !text.contains("behind the"), "{hides:?}: {text}");
    }
}

#[test]
fn what_the_reader_knows_is_not_told_again() {
    use crate::view::ReaderKnows;
    let snapshot = card_page(300);
    let page = domtool_cdp::protocol::TargetId::from("T");
    let write = |known, budget| {
        let (title, url) = ("Checkout", "https://shop.example/checkout");
        let around = crate::view::Surroundings {
            page: &page,
            title,
            url,
            nonce: "7f3a",
            news: &[],
            notes: &[],
            known,
        };
        let options = ViewOptions { budget, ..ViewOptions::default() };
        crate::view::view(&snapshot, &mut crate::identity::Registry::default(), &options, &around).text
    };
    let all = ReaderKnows { page: true, viewport: true, modes: true };
    let text = write(all, None);
    assert!(!text.contains("Checkout |") && !text.contains("1280x800") && !text.contains("also: "), "{text}");
    // How far it is scrolled may change alone; what else could be had is told where something is left out.
    let scrolled = write(ReaderKnows { viewport: false, ..all }, Some(1_000));
    assert!(scrolled.starts_with("[page 7f3a]\n1280x800"), "{scrolled}");
    assert!(scrolled.contains("\nalso: "), "{scrolled}");
}

#[test]
fn options_that_begin_alike_are_told_by_what_differs() {
    check(
        |b| {
            b.open("select", Role::ComboBox).named("Permission").value("x");
            for name in [
                "Authentication and Authorization | group | Can add group",
                "Authentication and Authorization | group | Can change group",
                "Administration of the whole site | log entry | Can view",
                "Short",
            ] {
                b.open("option", Role::Option).named(name).close();
            }
        },
        r#"
        e1 select "Permission" = "x" of 4: "Authentication and Authorization | group | Can add group", "…change group", "Administration of the whole site | log e…" (55 chars), "Short"
        "#,
    );
}
