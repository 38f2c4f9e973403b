//! Ids over the changes of a real page: kept, moved to the one new node that is like the old, or stale for ever.

use domtool_page::{
    identity::{ElementId, Registry, StaleReason, Status},
    snapshot::{NodeRef, Snapshot},
};

use crate::browser;

const PAGE: &str = "<!doctype html><title>Rows</title><ul id=list><li>Row A <button>Delete</button></ul>
<form id=form><label>Name <input name=name></label><button>Save</button></form><p><button id=one>Same</button></p>";

fn buttons<'s>(snapshot: &'s Snapshot, name: &str) -> Vec<NodeRef<'s>> {
    snapshot.nodes().filter(|n| n.tag() == "button" && n.name() == name).collect()
}

#[tokio::test]
async fn ids_follow_nodes_and_never_mean_another() {
    let browser = browser::Browser::launch(&[]).await;
    let page = browser.target.clone();
    let mut ids = Registry::default();
    browser.show(PAGE).await;

    let first = browser.snapshot().await;
    let delete = ids.assign(&page, &first, buttons(&first, "Delete")[0].index());
    let save = ids.assign(&page, &first, buttons(&first, "Save")[0].index());
    let same = ids.assign(&page, &first, buttons(&first, "Same")[0].index());
    assert_eq!((delete, save, same), (ElementId(1), ElementId(2), ElementId(3)));
    assert_eq!(ids.assign(&page, &first, buttons(&first, "Save")[0].index()), save);

    // A row above: the node is the same, so is the id.
    browser.run("list.insertAdjacentHTML('afterbegin', '<li>Row 0 <button>Delete</button>')").await;
    let second = browser.snapshot().await;
    assert_eq!(ids.reconcile(&page, &second), []);
    let rows = buttons(&second, "Delete");
    assert_eq!(ids.id_of(&page, &second, rows[0].index()), None);
    assert_eq!(ids.id_of(&page, &second, rows[1].index()), Some(delete));

    // The form is rendered again: one new button is like the old.
    browser.run("form.innerHTML = form.innerHTML").await;
    let third = browser.snapshot().await;
    let moved = ids.reconcile(&page, &third);
    assert_eq!(
        moved.iter().map(|m| (m.id, m.to)).collect::<Vec<_>>(),
        [(save, buttons(&third, "Save")[0].index())]
    );
    assert_eq!(ids.id_of(&page, &third, buttons(&third, "Save")[0].index()), Some(save));

    // The lone "Delete" of row B in the place of that of row A is not the same button.
    browser.run("list.innerHTML = '<li>Row B <button>Delete</button>'").await;
    let fourth = browser.snapshot().await;
    assert_eq!(ids.reconcile(&page, &fourth), []);
    assert_eq!(ids.look_up(delete).unwrap().status, Status::Stale(StaleReason::Gone));

    // Several new ones are like it.
    browser
        .run("one.parentNode.innerHTML = '<button id=one>Same</button><button id=one>Same</button>'")
        .await;
    let fifth = browser.snapshot().await;
    assert_eq!(ids.reconcile(&page, &fifth), []);
    assert_eq!(ids.look_up(same).unwrap().status, Status::Stale(StaleReason::Ambiguous { count: 2 }));

    // Another document.
    browser.show(PAGE).await;
    let sixth = browser.snapshot().await;
    ids.reconcile(&page, &sixth);
    assert_eq!(ids.look_up(save).unwrap().status, Status::Stale(StaleReason::Navigated));
    assert_eq!(ids.assign(&page, &sixth, buttons(&sixth, "Save")[0].index()), ElementId(4));
    assert_eq!(ids.next_number(), 5);
    browser.close().await;
}

#[test]
fn an_id_is_read_as_it_is_written() {
    assert_eq!("e12".parse(), Ok(ElementId(12)));
    assert_eq!(ElementId(12).to_string(), "e12");
    for wrong in ["", "e", "12", "e0", "e-1", "e1x", "E1", "e99999999999"] {
        assert!(wrong.parse::<ElementId>().is_err(), "{wrong}");
    }
}
