//! Words by which more than one thing is called, or nearly called: what counts before what, and what stays several. The page tells
//! which one it was.

use std::time::Duration;

use domtool::{ActOptions, Action, Dispatched, Error, ErrorKind, ObserveOptions, Step, TargetRef};

use crate::support::{Page, on};

const PAGE: &str = "words-alike.htm";

fn words(text: &str) -> TargetRef {
    text.parse().expect("words")
}

/// Each does what the page notes.
async fn all_do(page: &Page, rows: &[(Action, &str)]) {
    for (action, noted) in rows {
        page.js("log.length = 0").await;
        page.act_on_notes(action.clone()).await.unwrap_or_else(|error| panic!("{action:?}: {error}"));
        page.expect(noted).await;
    }
}

/// The error of an action that is none, before which nothing was sent. It tells these.
async fn fails(page: &Page, action: Action, kind: ErrorKind, told: &[&str]) -> Error {
    let options = ActOptions::default().with_hindrance(Duration::from_millis(300));
    page.js("log.length = 0").await;
    let error = page.tab.act(&Step::from(action.clone()), &options).await.expect_err("it is not one");
    assert_eq!((error.kind(), error.dispatched()), (kind, Dispatched::No), "{action:?}: {error}");
    for part in told {
        assert!(error.message().contains(part), "{action:?}: {part:?} is not in {error}");
    }
    assert_eq!(page.notes().await, "", "{action:?}");
    error
}

/// The marks of a form are no part of a label's words.
#[test]
fn a_label_with_a_mark_goes_before_a_longer_one() {
    on(PAGE, async |page| {
        let rows = [
            (Action::fill(words("Password"), "a"), "input pass trusted a"),
            (Action::fill(words("Password*"), "b"), "input pass trusted b"),
            (Action::fill(words("textbox \"password\""), "c"), "input pass trusted c"),
            (Action::fill(words("phone"), "d"), "input phone trusted d"),
        ];
        all_do(page, &rows).await;
        let both = ["textbox \"Size (optional)\"", "textbox \"Size:\""];
        fails(page, Action::fill(words("Size"), "x"), ErrorKind::Ambiguous, &both).await;
    });
}

/// What cannot take it is not meant, and what is called so lends its name to the one field in it.
#[test]
fn the_one_field_of_a_place_is_called_as_the_place_is() {
    on(PAGE, async |page| {
        let rows = [
            (Action::fill(words("Heading"), "a"), "input q1 trusted a"),
            (Action::fill(words("region \"Heading\""), "b"), "input q1 trusted b"),
            (Action::fill(words("Title of this site"), "c"), "input q2 trusted c"),
            (Action::check(words("Newsletter")), "change q5 trusted true"),
            (Action::select(words("Land"), vec!["Belgium".to_owned()]), "input q6 trusted Belgium"),
            (Action::upload(words("Report"), vec!["Cargo.toml".into()]), "change q7 trusted Cargo.toml"),
        ];
        all_do(page, &rows).await;
        fails(page, Action::fill(words("Span"), "x"), ErrorKind::Ambiguous, &["2 things", "e", "textbox"])
            .await;
        // What is pressed is called so itself.
        fails(page, Action::click(words("Heading")), ErrorKind::Ambiguous, &["2 things", "link \"Heading\""])
            .await;
        fails(page, Action::fill(words("Lonely"), "x"), ErrorKind::WrongKind, &["link \"Lonely\""]).await;
    });
}

/// What was guessed of a class or an attribute is a name only where no other is.
#[test]
fn a_name_goes_before_a_guessed_one() {
    on(PAGE, async |page| {
        let rows = [
            (Action::fill(words("Nickname"), "a"), "input nick trusted a"),
            (Action::fill(words("nickname"), "b"), "input nick trusted b"),
            (Action::click(words("gear")), "click gear trusted"),
            (Action::click(words("button ~gear")), "click gear trusted"),
        ];
        all_do(page, &rows).await;
        fails(page, Action::click(words("trash")), ErrorKind::Ambiguous, &["2 things"]).await;
    });
}

/// What a line prints can be said, also where it is no name by the rules for names, and errors print the same.
#[test]
fn what_is_printed_can_be_said() {
    on(PAGE, async |page| {
        let text = page.see().await.text().to_owned();
        for printed in ["button \"menu\"", "link \"Inbox 12\"", "heading2 \"Heading\""] {
            assert!(text.contains(printed), "{printed}: {text}");
        }
        let rows = [
            (Action::click(words("menu")), "click q8 trusted"),
            (Action::click(words("button \"menu\"")), "click q8 trusted"),
            (Action::click(words("link \"Inbox 12\"")), "click parts trusted"),
        ];
        all_do(page, &rows).await;
        page.tab.named(&words("heading2 \"Heading\""), None).await.expect("it is printed so");
        let level = page.tab.named(&words("heading3 \"Heading\""), Some(Duration::from_secs(1))).await;
        assert_eq!(level.expect_err("it is of level 2").kind(), ErrorKind::NotFound);
        fails(page, Action::click(words("close")), ErrorKind::Ambiguous, &["2 things", "button \"close\""])
            .await;
    });
}

/// A bare number is what is called exactly so, such as a day, and never a part of a name: it may be an id without its letter.
#[test]
fn a_number_is_a_whole_name() {
    on(PAGE, async |page| {
        all_do(page, &[(Action::click(words("24")), "click day trusted")]).await;
        let error = fails(page, Action::click(words("31")), ErrorKind::NotFound, &[]).await;
        assert!(error.hint().contains("e12 rather than 12"), "{}", error.hint());
        fails(page, Action::click(words("7")), ErrorKind::Ambiguous, &["2 things", "button \"7\""]).await;
        all_do(page, &[(Action::click(words("\"124\"")), "click days trusted")]).await;
    });
}

/// What is hidden is told with what opens it, as far as the page says so, and nothing is listed that has little to do with the words.
#[test]
fn what_is_hidden_is_told_with_what_opens_it() {
    on(PAGE, async |page| {
        for (text, told) in [
            ("Redirects", "it is there but hidden: e"),
            ("Redirects", "button \"Settings\" opens it"),
            ("Snippets", "it is there but hidden: in navigation \"Main menu\""),
            ("Advanced", "\"Options\" opens it"),
            ("Yearly", "button \"Reports\" opens it"),
            ("Manual", "button \"Help\" opens it"),
            ("link \"Manual\"", "button \"Help\" opens it"),
        ] {
            fails(page, Action::click(words(text)), ErrorKind::NotFound, &[told]).await;
        }
        for text in ["Zeppelin rides for the days", "spinbutton"] {
            let error = fails(page, Action::click(words(text)), ErrorKind::NotFound, &[]).await;
            assert_eq!(error.message(), "nothing that can be acted on is called so", "{text}");
        }
        fails(
            page,
            Action::click(words("Phones (work)")),
            ErrorKind::NotFound,
            &["nearest are", "Phone (work)"],
        )
        .await;
    });
}

/// A role alone is the one element of that role, although names have the word; not where something is called exactly so.
#[test]
fn a_role_alone_is_the_one_element_of_it() {
    on(PAGE, async |page| {
        let look = async |text| page.tab.named(&words(text), Some(Duration::from_secs(1))).await;
        let table = look("table").await.expect("there is one");
        let seen = page.tab.observe(&ObserveOptions::default().with_under(table)).await.expect("it is seen");
        assert!(seen.text.contains("link \"Newsletter\"") && !seen.text.contains("Lonely"), "{}", seen.text);
        all_do(page, &[(Action::click(words("navigation")), "click nav trusted")]).await;
        all_do(page, &[(Action::check(words("checkbox")), "change q5 trusted true")]).await;
        let error = look("textbox").await.expect_err("there are several");
        assert_eq!(error.kind(), ErrorKind::Ambiguous, "{error}");
        let error = look("Zeppelin").await.expect_err("there is none");
        assert_eq!(
            (error.kind(), error.message()),
            (ErrorKind::NotFound, "nothing on the page is called so")
        );
    });
}

/// The error says words that mean the first of several, where there are any; what looks the same is told by what it stands in.
#[test]
fn the_first_of_several_is_told_how_it_is_said() {
    on(PAGE, async |page| {
        for (text, told, say, noted) in [
            ("Edit", "under heading \"Beta\"", "button \"Edit\" in \"Alpha\"", "click edit-1 trusted"),
            ("Pin", "beside \"Delta's\"", "button \"Pin\" in \"Gamma\"", "click pin-1 trusted"),
            ("Twice", "button \"Twice\"", "link \"Twice\"", "click twice-1 trusted"),
        ] {
            let error =
                fails(page, Action::click(words(text)), ErrorKind::Ambiguous, &["2 things", told]).await;
            let (_, said) = error.hint().split_once("first of them is '").expect("it is said");
            assert_eq!(said.strip_suffix('\''), Some(say), "{error}");
            all_do(page, &[(Action::click(words(say)), noted)]).await;
        }
        let error = fails(page, Action::click(words("Twin")), ErrorKind::Ambiguous, &["2 things"]).await;
        assert!(!error.hint().contains("first of them"), "{}", error.hint());
    });
}
