//! What an element is called decides whether it still is the one that was shown, and nothing that no reader sees does.

use domtool::{Action, ErrorKind};

use super::super::support::{Page, on, run};

/// Icon fonts, soft hyphens, words for the eye only, counters: each is clicked, twice, as it was shown.
#[test]
fn names_that_are_hints_or_have_unseen_parts_are_no_change() {
    on("identity-names.html", async |page| {
        let seen = page.see().await;
        let mut clicked = 0;
        for round in 0..2 {
            for element in seen.elements.iter().filter(|e| e.role != "textbox") {
                page.forget().await;
                let report = page.click_id(element.id).await;
                assert!(report.is_ok(), "round {round}, {} {:?}: {report:?}", element.role, element.name);
                assert!(page.notes().await.starts_with("click"), "{:?} was not hit", element.name);
                clicked += 1;
            }
        }
        assert!(clicked >= 14, "{clicked} clicks in:\n{}", seen.text());
    });
}

/// A button that says something else now is the same one when observed, and refused when nobody saw it change.
#[test]
fn a_changed_label_is_seen_before_it_is_used() {
    on("identity.html?in=main&kind=list", async |page| {
        let delete = super::table::control(page, "list").await.expect("a control");
        page.js("changeHere('saving')").await;
        let error = page.click_id(delete).await.expect_err("it says something else");
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        assert!(error.message().contains("Deleting..."), "{error}");
        assert_eq!(page.notes().await, "");
        // Seen, it is the same button.
        assert_eq!(page.id("Deleting...").await, delete);
        page.click_id(delete).await.expect("it was seen");
        assert_eq!(page.notes().await, "click Bob1002 trusted");
    });
}

/// Filling a field changes no other element of its row, dialog or form.
#[test]
fn what_a_person_types_makes_nothing_stale() {
    on("identity-names.html", async |page| {
        let ids: Vec<_> = page.see().await.elements.iter().map(|e| (e.name.clone(), e.id)).collect();
        page.fill("Amount", "3").await.expect("it is filled");
        page.fill("Note", "Something long").await.expect("it is filled");
        let after = page.see().await;
        for (name, id) in ids {
            assert!(
                after.elements.iter().any(|e| e.id == id),
                "{id} {name:?} is gone from:\n{}",
                after.text()
            );
        }
    });
}

/// Two fresh sessions give the same ids to the same page, also after the same actions.
#[test]
fn two_sessions_count_alike() {
    run(async |browser| {
        for fixture in [
            "rows.html",
            "identity.html?in=frame&kind=cards",
            "identity.html?in=closed&kind=table",
            "shadow.html",
            "fields.html",
        ] {
            let mut texts = Vec::new();
            for _ in 0..2 {
                let page = Page::open(browser, fixture).await;
                let mut all = ids(&page).await;
                if let Some((_, first)) = page
                    .see()
                    .await
                    .elements
                    .iter()
                    .map(|e| (e.role.clone(), e.id))
                    .find(|(role, _)| role == "button")
                {
                    page.act(Action::hover(first)).await.ok();
                    page.click_id(first).await.ok();
                    all.extend(ids(&page).await);
                }
                texts.push(all);
                page.session.close().await.expect("the session closes");
            }
            assert_eq!(texts[0], texts[1], "{fixture}");
            let largest = texts[0].iter().map(|(id, ..)| *id).max().unwrap_or(0);
            assert!(largest as usize <= 2 * texts[0].len(), "{fixture}: ids go up to {largest}");
        }
    });
}

async fn ids(page: &Page) -> Vec<(u32, String, String)> {
    page.see().await.elements.iter().map(|e| (e.id.0, e.role.clone(), e.name.clone())).collect()
}

/// Over many looks and changes, no id ever comes to name another row, as the page itself knows it.
#[test]
fn ids_never_change_their_meaning() {
    run(async |browser| {
        let page = Page::open(browser, "identity.html?in=main&kind=list").await;
        for kind in ["list", "orders", "cards", "cells"] {
            super::table::show(&page, super::table::Main, kind).await;
            let mut meant = std::collections::HashMap::new();
            for change in [
                "nothing",
                "shift",
                "unkeyed",
                "keyed",
                "backwards",
                "anew",
                "others",
                "unkeyedDrop",
                "anewInserted",
                "keyedReverse",
            ] {
                page.js(&format!("changeHere({change:?})")).await;
                let seen = page.see().await;
                let rows = page.js("items.map(i => i.name + i.number).join()").await;
                let controls =
                    seen.elements.iter().filter(|e| ["Delete", "Buy", "Cancel"].contains(&e.name.as_str()));
                for (control, row) in controls.zip(rows.trim_matches('"').split(',')) {
                    let known = meant.entry(control.id).or_insert_with(|| row.to_owned());
                    assert_eq!(known, row, "{kind}: {} after {change}", control.id);
                }
            }
            assert!(meant.len() >= 8, "{kind}: {meant:?}");
        }
        page.session.close().await.expect("the session closes");
    });
}
