//! What can be operated is found however it is coded, in the page, in frames and in shadow roots; what cannot gets no id.

use super::support::{Do, Row, Then, on};

#[test]
fn elements_without_a_role_are_seen_and_operable() {
    on("tiers-operable.html", async |page| {
        page.table(&[
            Row("page listener", Do::Click, Then::Notes("click page-listener trusted")),
            Row("page pointerdown", Do::Click, Then::Notes("pointerdown page-pointerdown trusted")),
            Row("page mousedown", Do::Click, Then::Notes("mousedown page-mousedown trusted")),
            Row("page mouseup", Do::Click, Then::Notes("mouseup page-mouseup trusted")),
            Row("page onclick", Do::Click, Then::Notes("click page-onclick trusted")),
            Row("page cursor", Do::Click, Then::Notes("click page-cursor trusted")),
            Row("page tabindex", Do::Click, Then::Notes("focus page-tabindex trusted")),
            Row("page draggable", Do::Click, Then::Notes("mousedown page-draggable trusted")),
            Row("page canvas", Do::Click, Then::Notes("click page-canvas trusted")),
            Row("page editable", Do::Fill("hello"), Then::Holds("page-editable", "hello")),
            Row("page editable-bare", Do::Fill("hello"), Then::Holds("page-editable-bare", "hello")),
            Row("page editable-plain", Do::Fill("hello"), Then::Holds("page-editable-plain", "hello")),
            Row("page label", Do::Click, Then::Notes("change page-hidden trusted true")),
            Row("page summary", Do::Click, Then::Notes("toggle page-details trusted true")),
        ])
        .await;
    });
}

#[test]
fn elements_without_a_role_in_a_closed_shadow_root() {
    on("tiers-operable.html", async |page| {
        page.table(&[
            Row("shadow listener", Do::Click, Then::Notes("click shadow-listener trusted")),
            Row("shadow pointerdown", Do::Click, Then::Notes("pointerdown shadow-pointerdown trusted")),
            Row("shadow onclick", Do::Click, Then::Notes("click shadow-onclick trusted")),
            Row("shadow cursor", Do::Click, Then::Notes("click shadow-cursor trusted")),
            Row("shadow tabindex", Do::Click, Then::Notes("focus shadow-tabindex trusted")),
            Row("shadow canvas", Do::Click, Then::Notes("click shadow-canvas trusted")),
            Row("shadow editable", Do::Fill("hello"), Then::Notes("input shadow-editable trusted hello")),
            Row("shadow label", Do::Click, Then::Notes("change shadow-hidden trusted true")),
            Row("shadow summary", Do::Click, Then::Notes("toggle shadow-details trusted true")),
        ])
        .await;
    });
}

#[test]
fn elements_without_a_role_in_a_cross_origin_frame() {
    on("tiers-operable.html", async |page| {
        page.table(&[
            Row("frame listener", Do::Click, Then::Notes("click frame-listener trusted")),
            Row("frame pointerdown", Do::Click, Then::Notes("pointerdown frame-pointerdown trusted")),
            Row("frame mousedown", Do::Click, Then::Notes("mousedown frame-mousedown trusted")),
            Row("frame onclick", Do::Click, Then::Notes("click frame-onclick trusted")),
            Row("frame cursor", Do::Click, Then::Notes("click frame-cursor trusted")),
            Row("frame tabindex", Do::Click, Then::Notes("focus frame-tabindex trusted")),
            Row("frame canvas", Do::Click, Then::Notes("click frame-canvas trusted")),
            Row("frame editable", Do::Fill("hello"), Then::Notes("input frame-editable trusted hello")),
            Row("frame label", Do::Click, Then::Notes("change frame-hidden trusted true")),
            Row("frame summary", Do::Click, Then::Notes("toggle frame-details trusted true")),
        ])
        .await;
    });
}

#[test]
fn what_only_looks_operable_gets_no_id() {
    on("tiers-operable.html", async |page| {
        let seen = page.see().await;
        let place = ["page", "shadow", "frame"];
        let only_looks = ["plain", "class", "untabbable", "fixed", "size"];
        let wrong: Vec<_> = place
            .iter()
            .flat_map(|place| only_looks.map(|kind| format!("{place} {kind}")))
            .filter(|name| seen.elements.iter().any(|e| e.name == *name))
            .collect();
        assert!(wrong.is_empty(), "given an id: {wrong:?}\n{}", seen.text());
    });
}
