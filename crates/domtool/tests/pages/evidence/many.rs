//! Many of one kind on a page: what is cut was judged before, and none takes many times what others of their number take.

use std::time::{Duration, Instant};

use crate::support::{Page, on};

/// The quickest of three looks.
async fn look(page: &Page) -> Duration {
    let mut quickest = Duration::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        page.see().await;
        quickest = quickest.min(begun.elapsed());
    }
    quickest
}

#[test]
fn a_thousand_passwords_take_little_more_than_a_thousand_other_fields() {
    on("evidence/many.html?kind=texts&n=1000", async |page| {
        let others = look(page).await;
        assert!(page.turn_to("evidence/many.html?kind=passwords&n=1000").await);
        let passwords = look(page).await;
        assert!(passwords < others * 4, "{passwords:?}, and others {others:?}");
        page.click("Press").await.expect("it is clicked");
        assert_eq!(page.js("document.querySelector('#log').textContent").await, "\"pressed 1\"");
    });
}

/// Labels and fields of one id: each label was held against each field.
#[test]
fn labels_and_fields_of_one_id_take_little_more_than_those_of_many() {
    on("evidence/many.html?kind=fields&n=1000", async |page| {
        let others = look(page).await;
        assert!(page.turn_to("evidence/many.html?kind=sameid&n=1000").await);
        let same = look(page).await;
        assert!(same < others * 5, "{same:?}, and others {others:?}");
    });
}

#[test]
fn of_many_fields_that_are_invalid_the_new_one_is_told_wherever_it_stands() {
    on("evidence/many.html?kind=invalid&n=30", async |page| {
        let report = page.click("Mend").await.expect("it is clicked");
        assert!(report.verification.errors.is_empty(), "{:?}", report.verification.errors);
        let report = page.click("Break").await.expect("it is clicked");
        let errors = &report.verification.errors;
        assert!(errors.len() == 1 && errors[0].contains("Last"), "{errors:?}");
    });
}

#[test]
fn what_describes_secret_fields_tells_none_of_their_values() {
    on("evidence/many.html?kind=described&n=3", async |page| {
        let seen = page.see().await;
        assert!(seen.text().contains("Rules") && !seen.text().contains("secret-"), "{}", seen.text());
        // More values than a text is searched for.
        assert!(page.turn_to("evidence/many.html?kind=described&n=100").await);
        let seen = page.see().await;
        assert!(!seen.text().contains("Rules") && !seen.text().contains("secret-"), "{}", seen.text());
    });
}
