//! Keys arrive as a keyboard sends them.

use domtool::{Action, Dispatched, ErrorKind};

use super::support::{Do, Row, Then, on};

#[test]
fn enter_sends_the_form_and_tab_moves_on() {
    on("keys.html", async |page| {
        page.fill("First", "word").await.expect("it is filled");
        page.press("Enter").await.expect("it is pressed");
        page.expect("submit form trusted word").await;
        page.press("Tab").await.expect("it is pressed");
        page.expect("focus second trusted abc").await;
        page.press("Shift+Tab").await.expect("it is pressed");
        assert!(page.becomes("document.activeElement.id === 'first'").await);
    });
}

#[test]
fn chords_and_repeats() {
    on("keys.html", async |page| {
        page.table(&[
            Row("Second", Do::Press("Control+A Backspace"), Then::Holds("second", "")),
            Row(
                "Second",
                Do::Press("x y Shift+z"),
                Then::Is("document.getElementById('second').value.toLowerCase() === 'xyz'"),
            ),
            Row(
                "Second",
                Do::Press("End Backspace x2"),
                Then::Is("document.getElementById('second').value === 'x'"),
            ),
            Row("Area", Do::Type("one\ntwo"), Then::Holds("area", "one\ntwo")),
            Row(
                "Choice",
                Do::Press("ArrowDown x2"),
                Then::Is("document.getElementById('choice').value === 'C'"),
            ),
        ])
        .await;
    });
}

#[test]
fn keys_and_codes_are_those_of_a_keyboard() {
    on("keys.html", async |page| {
        page.table(&[
            Row("Pad", Do::Press("a"), Then::Notes("keydown a trusted KeyA 65")),
            Row("Pad", Do::Press("a"), Then::Notes("keypress a trusted KeyA 97")),
            Row("Pad", Do::Press("Enter"), Then::Notes("keypress Enter trusted Enter 13")),
            Row("Pad", Do::Press("Escape"), Then::Notes("keyup Escape trusted Escape 27")),
            Row("Pad", Do::Press("ArrowLeft"), Then::Notes("keydown ArrowLeft trusted ArrowLeft 37")),
            Row("Pad", Do::Press("Space"), Then::Notes("keypress Space trusted Space 32")),
            Row("Pad", Do::Press("F5"), Then::Notes("keydown F5 trusted F5 116")),
            Row(
                "Pad",
                Do::Press("Control+Shift+K"),
                Then::Is("log.some(l => l.startsWith('keydown K trusted KeyK 75 ctrl+shift'))"),
            ),
            Row("Pad", Do::Press("Shift+A"), Then::Notes("keydown A trusted KeyA 65 shift")),
        ])
        .await;
    });
}

#[test]
fn keys_after_one_that_left_the_page_are_not_pressed() {
    on("keyboard.html", async |page| {
        let target = Some(page.id("Away").await);
        let error = page
            .act(Action::press(target.map(Into::into), "Enter ArrowDown x400 a".parse().unwrap()))
            .await
            .expect_err("the page is left in the middle");
        assert_eq!(error.kind(), ErrorKind::NavigatedAway, "{error}");
        assert_eq!(error.dispatched(), Dispatched::Yes, "{error}");
        assert!(page.becomes("location.pathname === '/navigation-two.html'").await);
    });
}
