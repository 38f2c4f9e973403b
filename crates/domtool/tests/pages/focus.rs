//! A part of the page at a time: by frame, by selector, by both; and where `find` says that a text is.

use domtool::{ActOptions, Action, ElementId, ErrorKind, FindOptions, Format, ObserveOptions};

use super::support::{Page, on_whole as on};

const FIXTURE: &str = "focus.html";

/// The frame, the selector, what is seen, and what is not.
type Part = (Option<&'static str>, Option<&'static str>, &'static str, &'static str);

const PARTS: &[Part] = &[
    (None, Some(".page"), "Page first", "Page second"),
    (None, Some("main .page:nth-of-type(3)"), "Page second", "Page first"),
    (None, Some(".open"), "Card in open", "Page first"),
    (None, Some(".closed button"), "Card in closed", "Card in open"),
    (Some("same"), None, "Deep same", "Page first"),
    (Some("same"), Some(".leaf"), "Leaf same", "Deep same"),
    (Some("same"), Some(".deep"), "Deep same", "Leaf same"),
    (Some("other"), None, "Leaf other", "Leaf same"),
    (Some("other"), Some(".leaf"), "Leaf other", "Deep other"),
    (Some("other"), Some(".deep"), "Deep other", "Leaf other"),
];

async fn looking(page: &Page, frame: Option<&str>, selector: Option<&str>) -> ObserveOptions {
    let mut options = ObserveOptions::default();
    if let Some(name) = frame {
        options = options.with_frame(page.id(name).await);
    }
    match selector {
        Some(selector) => options.with_selector(selector),
        None => options,
    }
}

#[test]
fn each_part_is_seen_alone_in_every_format() {
    on(FIXTURE, async |page| {
        for (frame, selector, seen, unseen) in PARTS {
            let options = looking(page, *frame, *selector).await;
            for format in [Format::Tree, Format::Json, Format::Semantic, Format::Skeleton, Format::Full] {
                let look = page.tab.observe(&options.clone().with_format(format)).await.expect("it is seen");
                let text = look.text();
                assert!(
                    text.contains(seen) && !text.contains(unseen),
                    "{frame:?} {selector:?} {format:?}\n{text}"
                );
            }
        }
        // The base of diffs stays the whole page, and the page noticed nothing.
        let whole = page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is seen");
        assert!(whole.text().ends_with("nothing changed\n"), "{}", whole.text());
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn of_several_matches_the_first_that_can_be_seen_is_shown_and_the_others_are_named() {
    on(FIXTURE, async |page| {
        let options = ObserveOptions::default().with_selector(".card");
        let look = page.tab.observe(&options).await.expect("it is seen");
        let text = look.text();
        assert!(
            text.contains("\".card\" matches 5 elements; this is the first that can be seen, then e"),
            "{text}"
        );
        assert!(text.contains("Page first") && !text.contains("Never seen"), "{text}");
        let ids = text.split_once(", then ").expect("the others").1.lines().next().unwrap_or_default();
        let ids: Vec<ElementId> = ids.split(' ').map(|id| id.parse().expect("an id")).collect();
        for (id, name) in ids.iter().zip(["Page second", "Card in open", "Card in closed"]) {
            let look =
                page.tab.observe(&ObserveOptions::default().with_under(*id)).await.expect("it is seen");
            assert!(look.text().contains(name), "{id} {name}\n{}", look.text());
        }
        assert_eq!(ids.len(), 3);
        // Below an element, and for what the caller wants: the button of the second card only.
        let below = options.with_under(ids[0]).with_query("page second");
        let look = page.tab.observe(&below).await.expect("it is seen");
        assert!(look.text().contains("Page second") && !look.text().contains("matches"), "{}", look.text());
        let button = look.find("Page second").expect("a button").id;
        page.tab.act(&Action::click(button), &ActOptions::default()).await.expect("its id is good");
    });
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    on(FIXTURE, async |page| {
        let button = page.id("Menu").await;
        for (options, kind, words) in [
            (ObserveOptions::default().with_selector("p["), ErrorKind::InvalidInput, "is no CSS selector"),
            (ObserveOptions::default().with_selector(".leaf"), ErrorKind::NotFound, "matches nothing"),
            (ObserveOptions::default().with_selector("#menu"), ErrorKind::Hidden, "none can be seen"),
            (
                ObserveOptions::default().with_frame(button),
                ErrorKind::InvalidInput,
                "is no frame but a button",
            ),
        ] {
            let error = page.tab.observe(&options).await.expect_err("it is refused");
            assert_eq!(error.kind(), kind, "{error}");
            assert!(error.message().contains(words), "{error}");
        }
        // Where else the selector may match.
        let options = ObserveOptions::default().with_selector(".leaf");
        let error = page.tab.observe(&options).await.expect_err("it is refused");
        let frame = page.id("same").await;
        assert!(error.hint().contains(&frame.to_string()), "{}", error.hint());
    });
}

#[test]
fn a_text_is_found_in_its_place_and_a_hidden_one_behind_what_shows_it() {
    on(FIXTURE, async |page| {
        let found = page.tab.find(&FindOptions::new("parcel")).await.expect("an answer");
        let place = |name: &str| {
            let one = found.matches.iter().find(|one| one.name == name).expect("it is found");
            (one.path.clone(), one.beside.clone())
        };
        assert_eq!((found.total, found.hidden), (2, 3), "{}", found.text);
        let (path, beside) = place("Return parcel");
        assert_eq!(path, ["main"], "{}", found.text);
        assert_eq!(beside, "\"Grace\"", "{}", found.text);
        let menu = page.id("Menu").await;
        let more = page.id("More").await;
        let openers: Vec<_> = found.hidden_in.iter().map(|place| (place.opener, place.count)).collect();
        assert_eq!(openers, [(Some(menu), 2), (Some(more), 1)], "{}", found.text);
    });
}
