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

/// No more than 24 frames are watched: the one that is acted in is among them, wherever it stands.
#[test]
fn what_comes_and_goes_in_the_last_of_many_frames_is_told() {
    let mut wrong = Vec::new();
    on("evidence/many-frames.html", async |page| {
        assert!(page.becomes("frames.length === 40 && !!frames[39].document.querySelector('b')").await);
        for number in 36..=40 {
            let report = page.click(&format!("Go {number}")).await.expect("it is clicked");
            page.expect(&format!("gone {number}")).await;
            // What comes later than a second nobody waits for.
            let late = page.js("window.after > 1000").await == "true";
            let told = serde_json::to_string(&report).expect("it is plain data");
            if !late && (told.contains("nothing happened") || !told.contains(&format!("Late {number}"))) {
                wrong.push(format!("{number}: {told}"));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
