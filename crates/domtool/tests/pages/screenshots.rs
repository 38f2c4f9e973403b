//! Pictures carry the ids that observations give.

use domtool::{Format, ImageKind, ObserveOptions, ScreenshotOptions};

use super::support::on;

#[test]
fn marks_are_the_ids_of_an_observation_also_before_there_was_one() {
    on("fields.html", async |page| {
        let options = ScreenshotOptions::default().with_marks(true);
        let shot = page.tab.screenshot(&options).await.expect("a picture");
        assert!(!shot.marks.is_empty());
        let seen = page.see().await;
        for mark in &shot.marks {
            let element = seen.elements.iter().find(|element| element.id == mark.id);
            let element = element.unwrap_or_else(|| panic!("{} is not in\n{}", mark.id, seen.text()));
            assert!(element.in_view, "{element:?}");
        }
        let name = seen.find("Full name").expect("it is seen").id;
        assert!(shot.marks.iter().any(|mark| mark.id == name), "{:?}", shot.marks);
        let again = page.tab.screenshot(&options).await.expect("a picture");
        assert_eq!(again.marks, shot.marks);
    });
}

#[test]
fn a_hybrid_is_a_skeleton_of_what_is_in_view_and_a_picture_with_its_ids() {
    on("fields.html", async |page| {
        let picture = ScreenshotOptions::default()
            .with_kind(ImageKind::Jpeg)
            .with_longest_side(640)
            .with_max_bytes(60_000);
        let options = ObserveOptions::default().with_format(Format::Hybrid).with_picture(picture);
        let seen = page.tab.observe(&options).await.expect("it is seen");
        let shot = seen.picture.as_ref().expect("a picture");
        assert!(shot.bytes.starts_with(&[0xff, 0xd8]) && shot.bytes.len() <= 60_000);
        assert_eq!(shot.width.max(shot.height), 640);
        assert!(!shot.marks.is_empty() && seen.text().contains("<input id="), "{}", seen.text());
        for mark in &shot.marks {
            assert!(seen.text().contains(&format!("id=\"{}\"", mark.id)), "{}: {}", mark.id, seen.text());
            assert!(mark.rect.x >= 0.0 && mark.rect.right() <= 640.5, "{mark:?}");
        }
        // What the words speak of decides; a plain request gets text.
        for (query, pictured) in [("the red icon at the top", true), ("fill in the name", false)] {
            let options = ObserveOptions::default().with_auto(true).with_query(query);
            let seen = page.tab.observe(&options).await.expect("it is seen");
            assert_eq!(seen.picture.is_some(), pictured, "{}", seen.text());
        }
    });
}
