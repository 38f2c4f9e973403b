//! An id never comes to mean another element: rows that are inserted, sorted, drawn anew, recycled.

use domtool::{ElementId, ErrorKind};

use super::super::support::{Page, on};

/// The id of a row's `Open` button.
async fn open_button(page: &Page, name: &str) -> ElementId {
    page.id(&format!("Open {name}")).await
}

/// The ids of the four `Delete` buttons, top to bottom.
async fn delete_buttons(page: &Page) -> Vec<ElementId> {
    page.see().await.elements.iter().filter(|e| e.name == "Delete").map(|e| e.id).collect()
}

/// Clicks an id: either the page noted exactly this row, or the id is stale and nothing was clicked.
async fn same_row_or_stale(page: &Page, id: ElementId, note: &str) {
    page.forget().await;
    match page.click_id(id).await {
        Ok(_) => assert_eq!(page.notes().await, note, "{id} came to mean another row"),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
            assert_eq!(page.notes().await, "", "{id} is stale but something was clicked");
        }
    }
}

#[test]
fn a_row_inserted_above_moves_no_id() {
    on("rows.html", async |page| {
        let (open, deletes) = (open_button(page, "Bob").await, delete_buttons(page).await);
        page.click("Insert above").await.expect("it is clicked");
        page.forget().await;
        page.click_id(open).await.expect("its node is still there");
        assert_eq!(page.notes().await, "click Open-Bob trusted");
        page.forget().await;
        page.click_id(deletes[1]).await.expect("its node is still there");
        assert_eq!(page.notes().await, "click Delete-Bob trusted");
        assert_eq!(open_button(page, "Bob").await, open);
        assert!(!deletes.contains(&delete_buttons(page).await[0]), "the new row has a new id");
    });
}

#[test]
fn sorted_rows_keep_their_ids() {
    on("rows.html", async |page| {
        let deletes = delete_buttons(page).await;
        page.click("Reverse").await.expect("it is clicked");
        for (id, name) in deletes.iter().zip(["Ada", "Bob", "Cyd", "Dan"]) {
            same_row_or_stale(page, *id, &format!("click Delete-{name} trusted")).await;
        }
    });
}

#[test]
fn rows_drawn_anew_are_the_same_or_stale() {
    on("rows.html", async |page| {
        let (open, deletes) = (open_button(page, "Cyd").await, delete_buttons(page).await);
        page.click("Draw anew").await.expect("it is clicked");
        same_row_or_stale(page, open, "click Open-Cyd trusted").await;
        for (id, name) in deletes.iter().zip(["Ada", "Bob", "Cyd", "Dan"]) {
            same_row_or_stale(page, *id, &format!("click Delete-{name} trusted")).await;
        }
    });
}

#[test]
fn recycled_nodes_are_stale() {
    on("rows.html", async |page| {
        let open = open_button(page, "Ada").await;
        // Behind the engine's back; had it seen this, the report would have said what the id means now.
        page.js("void document.getElementById('recycle').click()").await;
        page.forget().await;
        let error = page.click_id(open).await.expect_err("it is another row now");
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        assert!(
            format!("{error} {:?}", error.obstacle()).contains("Open Eve"),
            "it says what is there now: {error}"
        );
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn a_lone_button_in_the_place_of_another_is_not_it() {
    on("rows.html", async |page| {
        page.click("Leave one").await.expect("it is clicked");
        let delete = delete_buttons(page).await[0];
        page.click("Swap one").await.expect("it is clicked");
        page.forget().await;
        let error = page.click_id(delete).await.expect_err("it is the button of another row");
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn what_was_removed_is_stale_and_its_id_is_not_given_out_again() {
    on("rows.html", async |page| {
        let open = open_button(page, "Ada").await;
        page.click("Drop first").await.expect("it is clicked");
        let error = page.click_id(open).await.expect_err("it is gone");
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        page.click("Insert above").await.expect("it is clicked");
        assert_ne!(open_button(page, "Zoe").await, open);
    });
}
