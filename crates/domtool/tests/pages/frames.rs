//! Every control of every frame and shadow root is seen, and a click and a fill in each arrive as trusted events.

use domtool::{Action, Dispatched, ErrorKind, NodeSummary, ObserveOptions, ScreenshotOptions, ScrollBy};

use super::support::{Do, Page, Row, Then, on};

/// A click and a fill in one place each; fails with all places that are wrong.
async fn press_and_fill(page: &Page, places: &[&str]) {
    let mut wrong = Vec::new();
    for place in places {
        let (button, field) = (format!("Press {place}"), format!("Field {place}"));
        let seen = page.see().await;
        if seen.find(&button).is_none() || seen.find(&field).is_none() {
            wrong.push(format!("{place}: not seen"));
            continue;
        }
        if let Err(error) = page.click(&button).await {
            wrong.push(format!("{place}: click: {error}"));
        } else if !page.noted(&format!("click press-{place} trusted")).await {
            wrong.push(format!("{place}: no trusted click"));
        }
        if let Err(error) = page.fill(&field, "hello").await {
            wrong.push(format!("{place}: fill: {error}"));
        } else if !page.noted(&format!("input field-{place} trusted hello")).await {
            wrong.push(format!("{place}: no trusted input"));
        }
    }
    assert!(wrong.is_empty(), "{}\nnoted: {}", wrong.join("\n"), page.notes().await);
}

#[test]
fn controls_of_the_page_itself_and_of_same_process_frames() {
    on("frames-deep.html", async |page| press_and_fill(page, &["top", "same", "srcdoc", "object"]).await);
}

#[test]
fn controls_of_sandboxed_frames_with_scripts() {
    on("frames-deep.html", async |page| press_and_fill(page, &["sandboxed"]).await);
}

#[test]
fn controls_of_sandboxed_frames_without_scripts() {
    on("frames-deep.html", async |page| {
        page.fill("Field mute", "hello").await.expect("the field is filled");
        page.click("Press mute").await.expect("the button is clicked");
        let posted = page.server.received(&format!("/submit/{}", page.run));
        assert_eq!(posted, ["mute=hello&pressed=yes"]);
    });
}

#[test]
fn controls_of_cross_origin_frames_two_levels_deep() {
    on("frames-deep.html", async |page| press_and_fill(page, &["middle", "deep-first", "deep-third"]).await);
}

#[test]
fn controls_of_framesets() {
    on("frames-deep.html", async |page| press_and_fill(page, &["left", "right"]).await);
}

#[test]
fn controls_of_frames_in_shadow_roots() {
    on("frames-deep.html", async |page| press_and_fill(page, &["open-shadow", "closed-shadow"]).await);
}

#[test]
fn frames_stand_in_place_in_document_order() {
    on("frames-deep.html", async |page| {
        let seen = page.see().await;
        let order: Vec<_> = seen.elements.iter().filter_map(|e| e.name.strip_prefix("Press ")).collect();
        let expected = [
            "top",
            "same",
            "sandboxed",
            "mute",
            "srcdoc",
            "middle",
            "deep-first",
            "deep-third",
            "left",
            "right",
            "open-shadow",
            "closed-shadow",
            "object",
        ];
        assert_eq!(order, expected, "{}", seen.text());
    });
}

#[test]
fn a_scrolled_page_does_not_move_the_points_of_its_frames() {
    on("frames-deep.html", async |page| {
        page.js("scrollTo(0, 200)").await;
        press_and_fill(page, &["deep-first", "closed-shadow", "same"]).await;
    });
}

#[test]
fn controls_of_shadow_roots_of_every_kind() {
    on("shadow.html", async |page| {
        press_and_fill(page, &["open", "closed", "outer", "inner", "deepest", "slotted"]).await;
        page.table(&[Row("Bare listener", Do::Click, Then::Notes("click bare trusted"))]).await;
    });
}

#[test]
fn a_button_below_2000_levels() {
    on("nested.html", async |page| {
        page.table(&[Row("Bottom", Do::Click, Then::Notes("click bottom trusted"))]).await;
    });
}

/// Opens the page of tall frames, clicks what is fixed in them, and holds that the page went to it.
async fn click_what_is_fixed(page: &Page, names: &[(&str, &str)]) {
    for (name, note) in names {
        page.js("scrollTo(0, 0)").await;
        page.click(name).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        page.expect(&format!("click {note} trusted")).await;
        page.js("scrollTo(0, 0)").await;
        let target = page.id(name).await;
        page.act(Action::scroll(Some(target.into()), ScrollBy::IntoView)).await.expect("it is scrolled to");
        let seen = page.see().await;
        assert!(seen.find(name).is_some_and(|seen| seen.in_view), "{name}: {}", seen.text());
    }
}

#[test]
fn a_modal_dialog_in_a_tall_frame_is_brought_into_view() {
    on("fixed-in-frames.html?kind=dialog", async |page| {
        click_what_is_fixed(page, &[("Agree same", "agree-same"), ("Agree other", "agree-other")]).await;
    });
}

#[test]
fn what_is_fixed_in_a_tall_frame_is_brought_into_view() {
    on("fixed-in-frames.html?kind=bar", async |page| {
        click_what_is_fixed(
            page,
            &[("Bar same", "bar-same"), ("Bar other", "bar-other"), ("Bar inner", "bar-inner")],
        )
        .await;
    });
}

#[test]
fn frames_behind_a_dialog_are_marked_and_not_drawn_upon() {
    for kind in ["modal", "scrim"] {
        on(&format!("frames-behind.html?kind={kind}"), async |page| {
            let mut seen = page.see().await;
            // They are one line, which its handle opens. What is out of view no scrim covers.
            let what = if kind == "modal" { "dialog: 15" } else { "overlay: 11" };
            assert!(seen.text().contains(&format!("behind the {what} controls (expand ")), "{}", seen.text());
            let handle = seen.elements.first().expect("the handle").id;
            let open = ObserveOptions::default().with_expand(vec![handle]);
            seen = page.tab.observe(&open).await.expect("an observation");
            for name in ["Same", "Other", "Nested"] {
                let line = seen.text().lines().find(|line| line.contains(&format!("iframe \"{name}\"")));
                let line = line.unwrap_or_else(|| panic!("{kind} {name}: {}", seen.text()));
                assert!(line.contains(" covered"), "{kind}: {line}");
            }
            let agree = seen.find("Agree").expect("it is seen");
            let marks = ScreenshotOptions::default().with_marks(true);
            let shot = page.tab.screenshot(&marks).await.expect("a picture");
            let drawn: Vec<_> = shot.marks.iter().map(|mark| mark.id).collect();
            assert!(drawn.contains(&agree.id), "{kind}: {drawn:?}");
            for frame in seen.elements.iter().filter(|seen| seen.role == "iframe") {
                assert!(!drawn.contains(&frame.id), "{kind}: {frame:?}");
            }
        });
    }
}

#[test]
fn a_frame_itself_takes_no_click_and_its_error_leads_into_it() {
    on("frames-behind.html?kind=none", async |page| {
        let seen = page.see().await;
        let frames = [
            ("Same", "click same near trusted"),
            ("Other", "click other near trusted"),
            ("Nested", "click press-middle trusted"),
        ];
        for (name, note) in frames {
            let frame = seen.elements.iter().find(|seen| seen.role == "iframe" && seen.name == name);
            let frame = frame.unwrap_or_else(|| panic!("{name}: {}", seen.text()));
            let error = page.click_id(frame.id).await.expect_err("the page in it would be clicked");
            let told = (error.kind(), error.dispatched());
            assert_eq!(told, (ErrorKind::NotActionable, Dispatched::No), "{name}: {error}");
            // What it leads to can be clicked, and is in it.
            let leads = |seen: &&NodeSummary| error.hint().contains(&format!("such as {} ", seen.id));
            let inner =
                seen.elements.iter().find(leads).unwrap_or_else(|| panic!("{name}: {}", error.hint()));
            page.click_id(inner.id).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect(note).await;
        }
    });
}
