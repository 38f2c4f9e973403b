//! A page that is far larger than any budget: whatever stands on it can be had within two more calls, and is what the page
//! itself says it is.

use domtool::{ElementId, FindOptions, ObserveOptions};

use crate::support::{Page, on};

/// So many cards of nine elements.
const CARDS: u64 = 20_000 / 9;

/// Parts of a card: what they are to the page, what they are called, and what a person would ask for.
const PARTS: [(&str, &str, &str); 4] = [
    ("a", "Details {}", "see the details of product {}"),
    ("button", "Add {} to cart", "add product {} to the cart"),
    ("button:last-child", "Wish {}", "put {} on the wish list"),
    (".price", "${}.99", "what does product {} cost"),
];

/// Numbers that look random and are the same in every run.
fn numbers() -> impl Iterator<Item = u64> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    std::iter::from_fn(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Some(state >> 11)
    })
}

#[test]
fn any_of_20_000_elements_is_two_calls_away() {
    on("cards.html?elements=20000", async |page| {
        let first = page.tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
        assert!(first.tokens <= 4_000 && first.text.contains("left out: "), "{}", first.text);
        let mut numbers = numbers();
        let mut reached = Vec::new();
        for turn in 0..20 {
            let card = numbers.next().unwrap_or(0) % CARDS;
            let (part, name, request) = PARTS[numbers.next().unwrap_or(0) as usize % PARTS.len()];
            let with = |words: &str| words.replace("{}", &card.to_string());
            let id = found(page, &with(name)).await;
            // Asking for it in words leads to the same element.
            if turn % 4 == 0 {
                asked(page, &with(request), &with(name), id).await;
            }
            reached.push((id, card, part, with(name)));
        }
        // They are what the page says they are.
        let whole = page.see().await;
        for (id, card, part, name) in &reached {
            let own = page.js(&format!("boxOf({card}, '{part}')")).await;
            let own: [f64; 4] = serde_json::from_str(&own).expect("a box");
            match whole.elements.iter().find(|seen| seen.id == *id) {
                Some(seen) => {
                    let rect = seen.rect.expect("a box");
                    let told = [rect.x, rect.y, rect.w, rect.h];
                    let near = own.iter().zip(told).all(|(own, told)| (own - told).abs() < 1.0);
                    assert!(near && seen.name == *name, "{name}: {seen:?}, and {own:?} to the page");
                }
                // A text has no line of its own with an id: what its id leads to is that text.
                None => {
                    let under = ObserveOptions::default().with_under(*id).with_budget(200);
                    let seen = page.tab.observe(&under).await.expect("what was found is observed");
                    assert!(seen.text.contains(name.as_str()), "{name}: {}", seen.text);
                }
            }
        }
        // And can be used: the page says what was clicked.
        let button = reached.iter().find(|(_, _, part, _)| part.starts_with("button"));
        let (id, _, _, name) = button.expect("a button was among them");
        page.click_id(*id).await.expect("it is clicked");
        page.expect(&format!("click {name} trusted")).await;
    });
}

/// The id that `find` gives for what is called so.
async fn found(page: &Page, name: &str) -> ElementId {
    let found = page.tab.find(&FindOptions::new(name)).await.expect("an answer");
    // Of a text the part around it is told.
    let is_it = |told: &str| told == name || told.ends_with(&format!(" {name}"));
    let exact: Vec<_> = found.matches.iter().filter(|one| is_it(&one.name)).collect();
    assert_eq!(exact.len(), 1, "{name}: {}", found.text);
    exact[0].id
}

/// Fails unless a query tells what is called so, with this id if it has one there.
async fn asked(page: &Page, request: &str, name: &str, id: ElementId) {
    let options = ObserveOptions::default().with_query(request).with_budget(1_000);
    let seen = page.tab.observe(&options).await.expect("the page is observed");
    assert!(seen.tokens <= 1_000 && seen.text.contains(&format!("{name}\"")), "{request}: {}", seen.text);
    if let Some(seen) = seen.elements.iter().find(|seen| seen.name == name) {
        assert_eq!(seen.id, id, "{request}");
    }
}
