//! Text into fields that change under it: drawn anew, gone, completed, emptied into tags. What arrived is told, and nothing twice.

use domtool::ErrorKind;

use crate::support::{Do, Page, Row, Then, answer_dialog, on};

const PAGE: &str = "evidence/kept-texts.html";

/// What is said of an action on a field, or the error in words.
async fn said(page: &Page, name: &str, act: Do) -> Result<String, String> {
    let target = page.id(name).await;
    let done = page.act(act.action(target)).await;
    done.map(|report| report.verification.feedback).map_err(|error| error.to_string())
}

#[test]
fn nothing_is_written_twice() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Again", Do::Fill("apricot"), Then::Is("again.querySelector('input').value === 'apricot'")),
            Row("Again", Do::Fill("fig"), Then::Is("again.querySelector('input').value === 'fig'")),
            Row("Again", Do::Type("ure"), Then::Is("again.querySelector('input').value === 'figure'")),
            Row("Town", Do::Fill("Bern"), Then::Holds("town", "Bern")),
            Row("Town", Do::Fill("Paris"), Then::Holds("town", "Paris")),
            Row("Town", Do::Fill("Oslo"), Then::Holds("town", "Oslo")),
        ])
        .await;
        let told = said(page, "Again", Do::Fill("ap")).await.expect("it is filled");
        assert!(told.contains("holds \"ap\""), "{told}");
    });
}

#[test]
fn what_found_no_field_is_told() {
    for (name, act, words, notes) in [
        ("Lost", Do::Type("hello"), "after 1 of 5 characters", "input lost trusted h"),
        ("Lost", Do::Fill("hello"), "after 1 of 5 characters", "input lost trusted h"),
        ("Quick", Do::Type("hello"), "went away after 1 of 5 characters", "input quick trusted h"),
        ("Quick", Do::Fill("hello"), "went away after 1 of 5 characters", "input quick trusted h"),
        ("Hot", Do::Type("hello"), "went away after 3 of 5 characters", "input hotkey trusted he"),
        ("Asks", Do::Type("hello"), "was given 1 of 5 characters", "input asks trusted h"),
        ("Asks", Do::Fill("hello"), "was given 1 of 5 characters", "input asks trusted h"),
    ] {
        on(PAGE, async |page| {
            let error = said(page, name, act).await.expect_err(name);
            assert!(error.contains(words), "{name} {act:?}: {error}");
            if name == "Asks" {
                page.act(answer_dialog(true, None)).await.expect("it is answered");
            }
            assert_eq!(page.notes().await, notes, "{name} {act:?}");
        });
    }
    // All of it arrived.
    on(PAGE, async |page| {
        page.table(&[Row("Quick", Do::Type("h"), Then::Notes("input quick trusted h"))]).await;
    });
}

#[test]
fn tags_are_the_text() {
    on(PAGE, async |page| {
        for (name, text, made) in [
            ("Tags", "red,blue,", "made tags trusted red,made tags trusted blue"),
            ("Tags", "red,green", "made tags trusted red"),
            ("Marks", "red,blue,", "made marks trusted red,made marks trusted blue"),
            ("Marks", "old new ", "made marks trusted old,made marks trusted new"),
        ] {
            page.forget().await;
            page.js("(tag.value = mark.value = '', 0)").await;
            let told =
                said(page, name, Do::Type(text)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(told.contains("stands beside it"), "{told}");
            assert_eq!(page.js("log.join()").await, format!("\"{made}\""), "{text}");
        }
        // What is refused is told beside the field as well.
        page.table(&[Row(
            "Picky",
            Do::Type("red,blue,"),
            Then::Says(ErrorKind::ValueRejected, "took nothing"),
        )])
        .await;
    });
}

#[test]
fn a_field_that_sends_itself_holds_nothing() {
    for act in [Do::Fill("1234"), Do::Type("1234")] {
        on(PAGE, async |page| {
            let told = said(page, "Pin", act).await.expect("it is sent");
            assert!(!told.contains("as the page writes it"), "{told}");
            assert!(page.becomes("document.title === 'Thanks'").await, "{told}");
        });
    }
}

#[test]
fn a_search_leaves_nothing_behind() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Codes", Do::Select(&["777"]), Then::Says(ErrorKind::OptionNotFound, "777")),
            Row(
                "Save",
                Do::Click,
                Then::Is("search.value === '' && offers.hidden && log.join() === 'click save trusted'"),
            ),
            Row("Codes", Do::Select(&["512"]), Then::Is("taken.join() === '512' && offers.hidden")),
        ])
        .await;
        // Whoever wrote it.
        page.js("(search.value = 'web', 0)").await;
        page.table(&[
            Row(
                "Codes",
                Do::Select(&["599", "300-399"]),
                Then::Is("taken.join() === '512,599,300-399' && offers.hidden"),
            ),
            Row("Save", Do::Click, Then::Notes("click save trusted")),
        ])
        .await;
    });
}
