//! Elements that are named by words: exactly one, or an error before input. The page tells which one it was.

use std::time::Duration;

use domtool::{ActOptions, Action, Dispatched, ErrorKind, ObserveOptions, Step, TargetRef, WaitFor};

use crate::support::{Page, on};

const PAGE: &str = "words.htm";

fn words(text: &str) -> TargetRef {
    text.parse().expect("words")
}

async fn click(page: &Page, text: &str) -> domtool::Result<domtool::Report> {
    page.act_on_notes(Action::click(words(text))).await
}

#[test]
fn one_thing_is_called_so() {
    on(PAGE, async |page| {
        for (text, noted) in [
            ("button \"Create\"", "click create trusted"),
            ("button Create", "click create trusted"),
            ("link \"Name\"", "click sort trusted"),
            ("Delete in row \"Ann\"", "click delete-Ann trusted"),
            // Over several elements, and the nearest that says it.
            ("Delete in row \"Bobby Smith\"", "click delete-Bob trusted"),
            ("Delete in \"Bobby\"", "click delete-Bob trusted"),
            ("Delete in \"Annie\"", "click delete-Annie trusted"),
            ("button \"Delete\" in \"Bob, who left\"", "click delete-left trusted"),
            ("Delete in region \"Archive\"", "click delete-left trusted"),
            // Without quotes, a place is known by its role.
            ("Delete in row Ann", "click delete-Ann trusted"),
            ("Delete in region Archive", "click delete-left trusted"),
            ("Delete in region", "click delete-left trusted"),
            // What is noted of it, and not only its name.
            ("Delete all of the three", "click clear trusted"),
            ("GO", "click GO trusted"),
            ("Go", "click go trusted"),
            ("changes", "click draft trusted"),
            ("\"12\"", "click day trusted"),
            ("Inner", "click in trusted"),
            ("Deep", "click down trusted"),
            // It opens what is in front of all of these.
            ("New helper", "click new trusted"),
        ] {
            page.js("log.length = 0").await;
            click(page, text).await.unwrap_or_else(|error| panic!("{text}: {error}"));
            page.expect(noted).await;
            assert_eq!(page.js("log.filter(line => line.startsWith('click')).length").await, "1", "{text}");
        }
    });
}

/// Looks are taken at what is named, too.
#[test]
fn what_is_looked_at_is_named_by_words() {
    on(PAGE, async |page| {
        let row = page.tab.named(&words("row \"Bob\""), None).await.expect("there is one");
        let seen = page.tab.observe(&ObserveOptions::default().with_under(row)).await.expect("it is seen");
        assert!(seen.text.contains("Bob") && !seen.text.contains("Annie"), "{}", seen.text);
        let error =
            page.tab.named(&words("row \"Zoe\""), Some(Duration::from_secs(1))).await.expect_err("none");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NotFound, Dispatched::No));
        assert!(error.hint().contains("observe to see what there is"), "{}", error.hint());
    });
}

/// Who acts on a page that it has not read is told what that changes, and the page as a whole when it asks for what changed since.
#[test]
fn what_changes_on_a_page_that_was_not_read_is_told() {
    on(PAGE, async |page| {
        let report =
            page.tab.act(&Action::click(words("Grow")), &ActOptions::default()).await.expect("it is pressed");
        assert!(report.diff.contains("button \"Grown\""), "{}", report.diff);
        let seen = page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is seen");
        assert!(seen.text.contains("heading1 \"People\""), "{}", seen.text);
    });
}

#[test]
fn what_an_action_is_for_decides_between_two_kinds() {
    on(PAGE, async |page| {
        for (action, noted) in [
            (Action::fill(words("Name"), "Ada"), "input name trusted Ada"),
            (Action::type_text(Some(words("Name")), "!"), "input name trusted Ada!"),
            (Action::fill(words("searchbox"), "Bob"), "input seek trusted Bob"),
            (Action::check(words("Accept the terms")), "change terms trusted true"),
            (Action::uncheck(words("the terms")), "change terms trusted false"),
        ] {
            page.act_on_notes(action.clone()).await.unwrap_or_else(|error| panic!("{action:?}: {error}"));
            page.expect(noted).await;
        }
    });
}

#[test]
fn several_or_none_are_an_error_before_input() {
    on(PAGE, async |page| {
        let options = ActOptions::default().with_hindrance(std::time::Duration::from_millis(300));
        for (text, kind, told) in [
            (
                "Delete",
                ErrorKind::Ambiguous,
                &["4 things", "beside \"Ann |", "beside \"Annie |", "region \"Archive\""][..],
            ),
            ("Team", ErrorKind::Ambiguous, &["2 things"]),
            ("More", ErrorKind::Ambiguous, &["2 things"]),
            ("Heard", ErrorKind::Ambiguous, &["2 things"]),
            // Which of them is meant is the page's to hear, and not to be known.
            ("Add to cart", ErrorKind::Ambiguous, &["2 things"]),
            ("Name", ErrorKind::Ambiguous, &["link \"Name\"", "textbox \"Name\""]),
            ("Delete in row \"Zoe\"", ErrorKind::NotFound, &["nearest are", "button \"Delete\""]),
            ("checkbox \"Create\"", ErrorKind::NotFound, &["button \"Create\""]),
            // A part of a word is none: "Save" is not in "Unsaved".
            ("saved", ErrorKind::NotFound, &[]),
            ("Nowhere", ErrorKind::NotFound, &["nothing that can be acted on is called so"]),
        ] {
            let step = Step::from(Action::click(words(text)));
            let error = page.tab.act(&step, &options).await.expect_err("it is not one");
            assert_eq!((error.kind(), error.dispatched()), (kind, Dispatched::No), "{text}: {error}");
            for part in told {
                assert!(error.message().contains(part), "{text}: {error}");
            }
            assert!(!error.message().contains("Zoe") && !error.message().contains("Nowhere"), "{error}");
        }
        let wait = Step::from(Action::wait(WaitFor::Element(words("Nowhere"))));
        let brief = ActOptions::default().with_patience(std::time::Duration::from_millis(300));
        let error = page.tab.act(&wait, &brief).await.expect_err("it never comes");
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn a_field_is_meant_not_its_label() {
    on(PAGE, async |page| {
        page.act(Action::click(words("Colour"))).await.expect("the field is meant");
        page.expect("click colour trusted").await;
        assert!(page.see().await.text().contains("label \"Colour\""), "both are told");
    });
}

#[test]
fn links_of_one_name_to_one_address_are_one() {
    on(PAGE, async |page| {
        for (name, hash) in [("About us", "#about"), ("Sencha", "#tea-1")] {
            page.act(Action::click(words(name))).await.expect("either is meant");
            assert_eq!(page.js("location.hash").await, format!("\"{hash}\""));
        }
    });
}

#[test]
fn what_is_covered_is_not_given_up_for_what_is_called_nearly_so() {
    on(PAGE, async |page| {
        page.js("all.textContent = 'Create all'; document.body.append(Object.assign(document.createElement('div'), { id: 'veil' })); \
                 veil.style.cssText = 'position: fixed; inset: 0; background: #fff'; void document.body.append(all); \
                 all.style.cssText = 'position: fixed; top: 0; left: 0'")
            .await;
        let options = ActOptions::default().with_hindrance(std::time::Duration::from_millis(300));
        let step = Step::from(Action::click(words("Create")));
        let error = page.tab.act(&step, &options).await.expect_err("it is covered");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Covered, Dispatched::No), "{error}");
        assert_eq!(page.notes().await, "");
    });
}

#[test]
fn a_batch_goes_through_what_is_not_there_yet() {
    on(PAGE, async |page| {
        let steps: Vec<Step> = [
            Action::click(words("Late")),
            // "Save all" and "Unsaved changes" are there before "Save" is.
            Action::click(words("Save")),
            Action::click(words("New helper")),
            Action::fill(words("Name in dialog \"New helper\""), "Lamp"),
            // The one behind the dialog cannot be reached.
            Action::click(words("Create")),
        ]
        .map(Step::from)
        .into();
        let batch = page.tab.act_all(&steps, &ActOptions::default()).await;
        assert!(batch.ok, "{batch:?}");
        assert!(batch.done.iter().all(|report| !report.target_in_diff), "who it was is told: {batch:?}");
        for noted in ["click save trusted", "input helper trusted Lamp", "click make trusted"] {
            page.expect(noted).await;
        }
        let notes = page.notes().await;
        assert!(!notes.contains("click all") && !notes.contains("click create"), "{notes}");
    });
}

#[test]
fn a_batch_goes_on_on_the_next_page() {
    on(PAGE, async |page| {
        let steps = ["Next page", "Finish"].map(|text| Step::from(Action::click(words(text))));
        let batch = page.tab.act_all(&steps, &ActOptions::default()).await;
        assert!(batch.ok, "{batch:?}");
        page.expect("click finish trusted").await;
    });
}
