//! Searches on pages written down by hand.

use domtool_cdp::protocol::TargetId;

use super::*;
use crate::{
    snapshot::{Place, Role},
    view::testing::{SnapshotBuilder, card_page},
};

fn search(snapshot: &Snapshot, wanted: &str, budget: u32, page: u32) -> FindResult {
    let target = TargetId::from("T");
    let around = Surroundings {
        page: &target,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: crate::view::ReaderKnows::default(),
    };
    let options = FindOptions {
        wanted: Wanted::new(wanted).unwrap(),
        scope: Scope::default(),
        budget: Some(budget),
        page,
    };
    find(snapshot, &mut Registry::default(), &options, &around)
}

fn page() -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main).leaf("h2", Role::Heading, "Your order").states(|s| s.level = Some(2));
    b.open("form", Role::Form).named("Delivery");
    b.leaf("input", Role::TextBox, "Name").value("Ada Lovelace");
    b.open("select", Role::ComboBox).named("Country");
    b.open("option", Role::Option)
        .named("Austria")
        .close()
        .open("option", Role::Option)
        .named("Belgium")
        .close()
        .close();
    b.leaf("button", Role::Button, "Place order").place(Place::Below).close();
    let long = format!("{} the needle in the hay", "straw and hay ".repeat(60));
    b.open("p", Role::Paragraph).text(&long).close();
    b.open("p", Role::Paragraph).text("order hidden here").hidden().close().close();
    b.build()
}

#[test]
fn says_what_and_where() {
    assert_eq!(
        search(&page(), "order", 1_000, 1).text,
        "find \"order\": 2 matches, 1 more in what is hidden\n[page 7f3a]\n\
         e1 button \"Place order\" in main > form \"Delivery\", under heading \"Your order\", 1.5 screens below\n\
         e2 heading \"Your order\" in main, in view\nhidden: 1 in main\n[/page 7f3a]\n"
    );
}

#[test]
fn everything_is_searched() {
    for (wanted, role, matched_in) in [
        ("lovelace", "textbox", "value"),
        ("belgium", "select", "option"),
        ("the NEEDLE", "text", ""),
        ("/needle in .* hay$/", "text", ""),
        ("delivery", "form", ""),
    ] {
        let found = search(&page(), wanted, 1_000, 1);
        assert_eq!(found.total, 1, "{wanted}: {}", found.text);
        assert_eq!(
            (found.matches[0].role.as_str(), found.matches[0].matched_in),
            (role, matched_in),
            "{wanted}"
        );
    }
    assert_eq!(
        search(&page(), "nowhere", 1_000, 1).text,
        "find \"nowhere\": 0 matches\n[page 7f3a]\n[/page 7f3a]\n"
    );
}

#[test]
fn pages_of_matches_hold_each_of_them_once() {
    let snapshot = card_page(100);
    let mut names = Vec::new();
    for page in 1.. {
        let found = search(&snapshot, "to cart", 500, page);
        assert!(found.tokens <= 500 && found.total == 100, "{}", found.text);
        names.extend(found.matches.iter().map(|found| found.name.clone()));
        if found.left_out == 0 {
            break;
        }
        assert!(found.text.contains(&format!("(page {} continues)", page + 1)), "{}", found.text);
    }
    let wanted: Vec<String> = (0..100).map(|at| format!("Add {at} to cart")).collect();
    assert_eq!(names, wanted);
}

#[test]
fn no_budget_is_exceeded() {
    for budget in [1, 5, 10, 30, 60, 90, 150] {
        let found = search(&card_page(50), "cart", budget, 1);
        assert!(found.tokens <= budget.max(15), "{budget}: {}", found.text);
    }
}

#[test]
fn the_id_of_a_text_is_of_what_holds_it() {
    let mut b = SnapshotBuilder::new();
    b.open("div", Role::Generic);
    b.open("p", Role::Paragraph).text("Great item with a short description.").close();
    b.open("span", Role::Generic).text("$7.99").close();
    b.close();
    let snapshot = b.build();
    let target = TargetId::from("T");
    let around = Surroundings {
        page: &target,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: crate::view::ReaderKnows::default(),
    };
    let mut registry = Registry::default();
    let mut tag_of = |wanted: &str| {
        let wanted = Wanted::new(wanted).unwrap();
        let options = FindOptions { wanted, scope: Scope::default(), budget: None, page: 1 };
        let found = find(&snapshot, &mut registry, &options, &around);
        let of = |index: &NodeIndex| {
            registry.id_of(&target, &snapshot, *index) == found.matches.first().map(|one| one.id)
        };
        let index = snapshot.nodes().map(NodeRef::index).find(of).unwrap();
        snapshot.node(index).tag().to_owned()
    };
    assert_eq!((tag_of("$7.99"), tag_of("great item")), ("span".to_owned(), "p".to_owned()));
}

#[test]
fn places_are_counted() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main).leaf("h2", Role::Heading, "Orders sent").states(|s| s.level = Some(2));
    b.open("p", Role::Paragraph).text("sent, and sent again").close();
    b.leaf("button", Role::Button, "Resent");
    b.open("p", Role::Paragraph).text("never sent").hidden().close().close();
    let snapshot = b.build();
    for (wanted, count) in
        [("sent", 4), ("/sent/", 4), ("/^sent/", 1), ("/SENT/", 0), ("/SENT/i", 4), ("again", 1)]
    {
        assert_eq!(
            super::count(&snapshot, &outline(&snapshot, &Scope::default()), &Wanted::new(wanted).unwrap()),
            count,
            "{wanted}"
        );
    }
}

/// Fixture: evidence/one-text.html.
#[test]
fn texts_that_cross_lines_are_found_and_counted_once() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    b.open("p", Role::Paragraph).text("Ref: ").open("a", Role::Link).named("AB").text("AB").close();
    b.text("-123 of Silben\u{ad}trennung").close();
    b.open("p", Role::Paragraph)
        .text("Total: ")
        .open("b", Role::Generic)
        .text("12")
        .close()
        .text(",50")
        .close();
    b.open("h2", Role::Heading).named("See the map").states(|s| s.level = Some(2)).text("See ");
    b.open("a", Role::Link).named("the map").text("the map").close().close();
    b.close();
    let snapshot = b.build();
    let outline = outline(&snapshot, &Scope::default());
    for (wanted, times) in [
        ("Ref: AB-123", 1),
        ("/^Ref: AB-\\d+ of Silbentrennung$/", 1),
        ("Silbentrennung", 1),
        ("Silben\u{ad}trennung Total: 12,50", 1),
        ("/Silbentrennung Total/", 0),
        ("See the map", 1),
        ("AB", 1),
    ] {
        assert_eq!(count(&snapshot, &outline, &Wanted::new(wanted).unwrap()), times, "{wanted}");
        assert_eq!(search(&snapshot, wanted, 2_000, 1).total, times, "{wanted}");
    }
}

/// The containers of a match are its path; what stands before it in its row is told apart from them.
#[test]
fn what_is_beside_a_match_does_not_hold_it() {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for name in ["Ada", "Grace"] {
        b.open("div", Role::Generic).open("span", Role::Generic).text(name).close();
        b.leaf("button", Role::Button, &format!("Delete {name}"))
            .leaf("button", Role::Button, "Edit")
            .close();
    }
    let snapshot = b.close().build();
    let found = search(&snapshot, "Delete Grace", 1_000, 1);
    assert_eq!(found.matches[0].path, ["main"], "{}", found.text);
    assert!(found.text.contains("in main, beside \"Grace\", in view"), "{}", found.text);
}

/// Hidden matches are counted by the control that shows them, else by what they are in.
#[test]
fn hidden_matches_have_a_place() {
    let mut b = SnapshotBuilder::new();
    b.open("nav", Role::Navigation).named("Main");
    b.leaf("button", Role::Button, "Menu").attr("aria-controls", "menu");
    b.open("div", Role::Generic).attr("id", "menu").hidden();
    b.open("p", Role::Paragraph).hidden().text("an order").hidden().close();
    b.open("p", Role::Paragraph).hidden().text("another order").hidden().close().close().close();
    b.open("main", Role::Main).leaf("button", Role::Button, "Go");
    b.open("p", Role::Paragraph).text("no order").hidden().close().close();
    let found = search(&b.build(), "order", 1_000, 1);
    assert!(found.text.contains("\nhidden: 2 behind e1 button \"Menu\", 1 in main\n"), "{}", found.text);
    assert_eq!((found.total, found.hidden), (0, 3), "{}", found.text);
}
