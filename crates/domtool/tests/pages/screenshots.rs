//! Pictures carry the ids that observations give, and show one element where that is asked for.

use std::io::Cursor;

use domtool::{ErrorKind, Format, ImageKind, ObserveOptions, ScreenshotOptions};

use super::support::on_whole as on;

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

#[test]
fn a_tab_behind_others_has_a_picture() {
    on("fields.html", async |page| {
        let before = page.tab.screenshot(&ScreenshotOptions::default()).await.expect("a picture");
        page.session.new_tab(None).await.expect("a tab in front of it");
        page.session.switch(1).expect("it is there");
        for full_page in [false, true] {
            let options = ScreenshotOptions::default().with_full_page(full_page);
            let shot = page.tab.screenshot(&options).await.expect("a picture");
            assert_eq!(shot.width, before.width);
        }
    });
}

/// The colours of a picture, most frequent first, and its size.
fn colours(file: &[u8]) -> (Vec<[u8; 3]>, (u32, u32)) {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
    let info = reader.next_frame(&mut pixels).expect("its pixels");
    let mut counts = std::collections::HashMap::new();
    for pixel in pixels[..info.buffer_size()].chunks(info.color_type.samples()) {
        *counts.entry([pixel[0], pixel[1], pixel[2]]).or_insert(0_usize) += 1;
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    colours.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    (colours.into_iter().map(|(colour, _)| colour).collect(), (info.width, info.height))
}

#[test]
fn a_picture_of_one_element_is_all_of_it_wherever_it_stands() {
    let wanted: [(&str, [u8; 3], (u32, u32)); 5] = [
        ("Red", [200, 0, 0], (120, 40)),
        ("Blue", [0, 0, 200], (120, 40)),
        ("Tall", [120, 0, 120], (120, 1400)),
        ("Green", [0, 128, 0], (120, 40)),
        ("Black", [0, 0, 0], (120, 40)),
    ];
    on("part.html", async |page| {
        for (name, colour, size) in wanted {
            let id = page.id(name).await;
            let shot = page.tab.screenshot(&ScreenshotOptions::default().with_of(id)).await;
            let shot = shot.unwrap_or_else(|error| panic!("{name}: {error}"));
            let (colours, seen) = colours(&shot.bytes);
            assert_eq!((colours.as_slice(), seen), ([colour].as_slice(), size), "{name}");
        }
        // Only what a frame or a box hides is scrolled to.
        assert_eq!(page.js("scrollY").await, "0");
        let id = page.id("Blue").await;
        let marked = ScreenshotOptions::default().with_of(id).with_marks(true);
        let shot = page.tab.screenshot(&marked).await.expect("a picture");
        assert_eq!(shot.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [id]);
        page.js("document.querySelectorAll('button')[2].style.display = 'none'").await;
        let gone = page.tab.screenshot(&ScreenshotOptions::default().with_of(id)).await;
        assert_eq!(gone.expect_err("it cannot be seen").kind(), ErrorKind::Hidden);
    });
}

/// What stands in parts that are left out has this colour, and nothing else has it.
const LEFT_OUT: [u8; 3] = [200, 0, 90];
/// What a person sees around them.
const BESIDE: [u8; 3] = [0, 128, 0];

#[test]
fn what_ai_is_asked_not_to_read_is_in_no_picture() {
    on("left-out.html", async |page| {
        let seen = page.see().await;
        assert!(!seen.text().contains("Mallory"), "{}", seen.text());
        let plain = ScreenshotOptions::default();
        let kinds =
            [plain, plain.with_marks(true), plain.with_full_page(true), plain.with_of(page.id("All").await)];
        for options in kinds {
            let shot = page.tab.screenshot(&options).await.expect("a picture");
            let (colours, _) = colours(&shot.bytes);
            assert!(!colours.contains(&LEFT_OUT), "{options:?}");
            assert!(colours.contains(&BESIDE), "{options:?}");
            assert!(shot.left_out >= 6, "{} {options:?}", shot.left_out);
        }
        let options = ObserveOptions::default().with_format(Format::Hybrid);
        let seen = page.tab.observe(&options).await.expect("it is seen").picture.expect("a picture");
        assert!(!colours(&seen.bytes).0.contains(&LEFT_OUT));
        // Each bar beside a part is seen whole: no more is painted over than what the part paints.
        for name in ["Below a list", "Beside a box"] {
            let bar = plain.with_of(page.id(name).await);
            let shot = page.tab.screenshot(&bar).await.expect("a picture");
            assert_eq!((colours(&shot.bytes).0, shot.left_out), (vec![BESIDE], 0), "{name}");
        }
    });
}

#[test]
fn a_page_that_goes_on_meanwhile_shows_no_such_part() {
    on("left-out-turns.htm?turn=0", async |page| {
        let (mut with, mut without) = (0, 0);
        for _ in 0..30 {
            let shot = match page.tab.screenshot(&ScreenshotOptions::default()).await {
                Ok(shot) => shot,
                Err(error) => {
                    // It goes on in each look for as long as a call may take, on a busy machine.
                    assert!(matches!(error.kind(), ErrorKind::NavigatedAway | ErrorKind::Timeout), "{error}");
                    continue;
                }
            };
            assert!(!colours(&shot.bytes).0.contains(&LEFT_OUT), "{with} with, {without} without before it");
            if shot.left_out > 0 {
                with += 1;
            } else {
                without += 1;
            }
            if with >= 4 && without >= 2 {
                break;
            }
        }
        assert!(with > 0, "no picture was taken of a document with a part");
    });
}

#[test]
fn a_page_without_such_parts_has_its_picture_as_the_browser_took_it() {
    on("fields.html", async |page| {
        let shot = page.tab.screenshot(&ScreenshotOptions::default()).await.expect("a picture");
        assert_eq!(shot.left_out, 0);
    });
}
