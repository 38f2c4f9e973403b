//! Observing changes nothing that the page can see, and shows only what a person could see.

use domtool::ObserveOptions;

use super::support::on;

#[test]
fn an_observation_leaves_no_trace() {
    on("untouched.html", async |page| {
        assert!(page.becomes("typeof state === 'function'").await);
        let before = page.js("state()").await;
        // The very first look also says which page it is.
        page.see().await;
        let first = page.see().await;
        let second = page.see().await;
        page.tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
        assert_eq!(page.js("state()").await, before);
        assert!(before.contains("touched\\\":[]"), "{before}");
        assert!(before.contains("globals\\\":true"), "{before}");
        assert_eq!(first.text(), second.text());
    });
}

#[test]
fn ids_of_a_fresh_session_count_up_in_document_order() {
    on("tiers-operable.html", async |page| {
        let first = page.see().await;
        let ids: Vec<_> = first.elements.iter().map(|e| (e.id, e.name.clone())).collect();
        let numbers: Vec<_> = ids.iter().map(|(id, _)| id.to_string()).collect();
        let expected: Vec<_> = (1..=numbers.len()).map(|n| format!("e{n}")).collect();
        assert_eq!(numbers, expected, "{ids:?}");
    });
}

#[test]
fn the_budget_holds() {
    on("cards?elements=5000", async |page| {
        for budget in [300, 1_000, 4_000] {
            let options = ObserveOptions::default().with_budget(budget);
            let seen = page.tab.observe(&options).await.expect("the page is observed");
            assert!(seen.tokens <= budget, "{} tokens for {budget}", seen.tokens);
            assert!(seen.text().contains("Product 0"), "{}", seen.text());
            assert!(seen.text().contains("more"), "what is left out is said: {}", seen.text());
        }
    });
}
