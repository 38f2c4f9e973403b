//! Queries and searches on pages written down by hand: what is kept, what it costs, and that everything can be reached.

use domtool_cdp::protocol::TargetId;

use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, Role, Snapshot},
    view::{
        FindOptions, FindResult, Format, ReaderKnows, Scope, Surroundings, View, ViewOptions, Wanted, find,
        testing::{SnapshotBuilder, card_page, render},
        view,
    },
};

fn asked(query: &str, budget: u32) -> ViewOptions {
    ViewOptions { query: Some(query.to_owned()), budget: Some(budget), ..ViewOptions::default() }
}

/// Cards whose buttons are all called the same, as those of most shops are.
fn shop(cards: usize) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.open("main", Role::Main);
    for at in 0..cards {
        b.open("div", Role::Generic);
        b.leaf("h3", Role::Heading, &format!("Lamp model {at}")).states(|s| s.level = Some(3));
        b.open("p", Role::Paragraph).text("Warm light, dimmable.").close();
        b.leaf("button", Role::Button, "Add to cart").leaf("button", Role::Button, "Compare");
        b.close();
    }
    b.close().build()
}

#[test]
fn a_query_keeps_what_it_is_about() {
    let view = render(&card_page(555), &asked("put number 137 into my basket", 1_000));
    assert!(view.text.contains("button \"Add 137 to cart\"\n"), "{}", view.text);
    assert!(view.text.contains("heading3 \"Product 137\"\n"), "{}", view.text);
    assert!(!view.text.contains("\"Add 138 to cart\""), "{}", view.text);
    assert!(view.text.contains("\nquery: "), "{}", view.text);
    assert!(view.text.contains("(expand e"), "what is left out has a handle: {}", view.text);
    let filtered = view.filtered.unwrap();
    assert!(filtered.needs_filtering && filtered.token_reduction >= 97, "{filtered:?}");
    assert!(filtered.filtered_count < 40 && filtered.original_count > 2_700, "{filtered:?}");
    assert!(view.tokens <= 1_000);
}

#[test]
fn a_small_page_is_shown_whole() {
    let whole = render(&card_page(5), &ViewOptions::default());
    let view = render(&card_page(5), &asked("product 3", 4_000));
    assert_eq!(view.text, whole.text);
    assert!(!view.filtered.unwrap().needs_filtering);
}

#[test]
fn a_query_that_nothing_matches_shows_the_page() {
    let view = render(&card_page(555), &asked("zebra crossing", 2_000));
    assert!(view.text.contains("query: nothing") && view.text.contains("\"Product 0\""), "{}", view.text);
    assert!(view.tokens <= 2_000);
    assert_eq!(view.filtered.unwrap().matching_groups, 0);
}

#[test]
fn json_says_what_was_left_out() {
    let options = ViewOptions { format: Format::Json, ..asked("wish for product 78", 1_000) };
    let view = render(&card_page(555), &options);
    let json: serde_json::Value = serde_json::from_str(&view.text).unwrap();
    let query = &json["meta"]["query"];
    assert_eq!(query["needs_filtering"], true);
    assert!(query["original_count"].as_u64() > query["filtered_count"].as_u64(), "{query}");
    assert!(query["token_reduction"].as_u64() >= Some(90), "{query}");
    assert!(view.text.contains("\"Wish 78\"") && view.tokens <= 1_000, "{}", view.text);
}

#[test]
fn what_is_near_comes_with_it() {
    let view = render(&shop(400), &asked("add the lamp model 250 to the cart", 600));
    let at = view.text.find("Lamp model 250").unwrap_or_else(|| panic!("{}", view.text));
    let button = view.text[at..].find("button \"Add to cart\"");
    assert!(button.is_some_and(|after| after < 120), "{}", view.text);
}

/// A session's look at a page, over several calls.
struct Session<'a> {
    snapshot: &'a Snapshot,
    registry: Registry,
    page: TargetId,
}

fn surroundings(page: &TargetId) -> Surroundings<'_> {
    Surroundings {
        page,
        title: "Shop",
        url: "https://x.example/",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    }
}

impl<'a> Session<'a> {
    fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, registry: Registry::default(), page: TargetId::from("T") }
    }

    fn observe(&mut self, options: &ViewOptions) -> View {
        let page = self.page.clone();
        let around = surroundings(&page);
        let view = view(self.snapshot, &mut self.registry, options, &around);
        assert!(view.tokens <= options.budget.unwrap());
        view
    }

    fn find(&mut self, text: &str) -> FindResult {
        let page = self.page.clone();
        let around = surroundings(&page);
        let options = FindOptions {
            wanted: Wanted::new(text).unwrap(),
            scope: Scope::default(),
            budget: Some(1_000),
            page: 1,
        };
        let found = find(self.snapshot, &mut self.registry, &options, &around);
        assert!(found.tokens <= 1_000);
        found
    }

    fn node(&self, id: ElementId) -> NodeIndex {
        let entry = self.registry.look_up(id).unwrap();
        self.snapshot.nodes().find(|node| node.backend() == entry.backend).unwrap().index()
    }

    /// Whether a view tells an element with its id.
    fn tells(&self, view: &View, node: NodeIndex) -> bool {
        let Some(id) = self.registry.id_of(&self.page, self.snapshot, node) else { return false };
        let start = format!("{id} {}", self.snapshot.node(node).role().word());
        view.text.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with(&start))
    }
}

/// Twenty of a page's controls, anywhere in it, the same ones each time.
fn some_controls(snapshot: &Snapshot) -> Vec<NodeIndex> {
    let all: Vec<NodeIndex> = snapshot.nodes().filter(|n| n.operable()).map(|n| n.index()).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        all[state as usize % all.len()]
    };
    (0..20).map(|_| draw()).collect()
}

#[test]
fn any_element_is_two_calls_away_at_most() {
    let snapshot = card_page(2_222);
    let mut session = Session::new(&snapshot);
    let seen = session.observe(&ViewOptions::default());
    for target in some_controls(&snapshot) {
        if session.tells(&seen, target) {
            continue;
        }
        let name = snapshot.node(target).name();
        let answer = session.observe(&asked(name, 4_000));
        assert!(session.tells(&answer, target), "{name}: {}", answer.text);
        let found = session.find(name);
        let id = found.matches.first().map(|found| found.id);
        assert_eq!(id.map(|id| session.node(id)), Some(target), "{name}: {}", found.text);
    }
}

#[test]
fn so_is_one_of_many_of_the_same_name() {
    let snapshot = shop(2_000);
    let mut session = Session::new(&snapshot);
    session.observe(&ViewOptions::default());
    for target in some_controls(&snapshot) {
        let card = snapshot.node(target).parent().unwrap();
        let title = card.children().next().unwrap().name().to_owned();
        let found = session.find(&title);
        let expand = vec![session.node(found.matches[0].id)];
        let opened = session.observe(&ViewOptions { expand, ..ViewOptions::default() });
        assert!(session.tells(&opened, target), "{title}: {}", opened.text);
    }
}
