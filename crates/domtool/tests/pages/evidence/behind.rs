//! What a person sees is told, whatever lies over it; what nobody sees or can use may be one line.

use domtool::{ActOptions, Action, Dispatched, ErrorKind, Format, ObserveOptions, TargetRef, WaitFor};

use super::super::support::on;

/// What is told of the page in each format, by what lies over it.
const ALL: &[&str] = &["Dashboard", "4,300", "Total orders: 78", "Last words"];

#[test]
fn nothing_that_a_person_sees_is_behind_something() {
    let table: &[(&str, Option<&str>, &[&str])] = &[
        ("none", None, ALL),
        ("chart", None, ALL),
        (
            "part",
            Some("overlay: 20"),
            &["Dashboard", "4,300", "Total orders: 78", "Last words", "Pay to see more"],
        ),
        ("glass", None, ALL),
        // Cells that say nothing, under a layer that says something: there is nothing to close, and nothing of them to tell.
        ("grid", None, &["Dashboard", "4,300", "Total orders: 78", "Last words", "Kickoff"]),
        ("menu", None, ALL),
        ("veil", None, ALL),
        ("wall", Some("overlay: 20"), &["Wait a moment"]),
        ("ask", Some("overlay: 20"), &["Tell you of news?"]),
        ("pane", Some("overlay: 20"), &["Tell you of news?"]),
        ("strip", None, ALL),
        ("chat", Some("dialog: 20"), &["Dashboard", "Total orders: 78", "Last words", "Tell you of news?"]),
        ("dialog", Some("dialog: 20"), &["Tell you of news?"]),
    ];
    for (kind, behind, told) in table {
        on(&format!("evidence/screens.html?kind={kind}"), async |page| {
            let tree = page.see().await.text().to_owned();
            let said = tree.lines().find_map(|line| line.trim().strip_prefix("behind the "));
            match behind {
                Some(what) => {
                    let line = said.unwrap_or_else(|| panic!("{kind}: {tree}"));
                    assert!(line.starts_with(&format!("{what} controls (expand ")), "{kind}: {tree}");
                }
                None => assert_eq!(said, None, "{kind}: {tree}"),
            }
            for text in *told {
                assert!(tree.contains(text), "{kind} {text}: {tree}");
            }
            for (format, texts) in [(Format::Markdown, ALL), (Format::Json, ALL), (Format::Full, ALL)] {
                let options = ObserveOptions::default().with_format(format).with_budget(None);
                let seen = page.tab.observe(&options).await.expect("the page is observed");
                for text in texts {
                    assert!(seen.text().contains(text), "{kind} {format:?} {text}: {}", seen.text());
                }
            }
        });
    }
}

/// However a page keeps people from what is behind a dialog, it is as before: not told as gone, nor as new when the dialog is closed.
#[test]
fn what_is_behind_a_dialog_is_as_before() {
    for way in ["inert", "inert-only", "inert-veil", "hidden", "hidden-veil", "veil", "pointer", "native"] {
        on(&format!("evidence/dialog-ways.html?way={way}"), async |page| {
            page.see().await;
            let told = async |target: &str| {
                let click = Action::click(target.parse::<TargetRef>().expect("words"));
                page.tab.act(&click, &ActOptions::default()).await.expect(target).diff
            };
            let opened = told("Add a book").await;
            assert!(opened.contains("+ ") && opened.contains("dialog \"New book\""), "{way}: {opened}");
            for text in ["Novels", "Library", "Emma", "Lend", "Open until", "Sort", "lines"] {
                assert!(!opened.contains(text), "{way} {text}: {opened}");
            }
            let seen = Action::wait(WaitFor::Text("Open until six.".to_owned()));
            page.act(seen).await.expect("a person sees it");
            if way.starts_with("inert") {
                let sort = Action::click("button \"Sort\"".parse::<TargetRef>().expect("words"));
                let error = page.tab.act(&sort, &ActOptions::default()).await.expect_err("it is inert");
                assert_eq!(
                    (error.kind(), error.dispatched()),
                    (ErrorKind::Disabled, Dispatched::No),
                    "{error}"
                );
            }
            page.fill("Title", "Middlemarch").await.expect("it is filled");
            let closed = told("button \"Add\"").await;
            page.expect("added Middlemarch trusted").await;
            assert!(
                closed.contains("dialog \"New book\"") && closed.contains("Middlemarch"),
                "{way}: {closed}"
            );
            for text in ["Novels", "Library", "Emma", "Open until", "Sort"] {
                assert!(!closed.contains(text), "{way} {text}: {closed}");
            }
        });
    }
}

/// What is inert for another reason than a dialog is not behind the one that happens to be open.
#[test]
fn what_is_inert_beside_a_dialog_is_disabled() {
    on("evidence/dialog-ways.html?way=bar", async |page| {
        page.click("Add a book").await.expect("it is pressed");
        let tree = page.see().await.text().to_owned();
        assert!(tree.contains("button \"Lend\" disabled") && tree.contains("button \"Sort\"\n"), "{tree}");
        assert!(!tree.contains("behind the") && !tree.contains("covered"), "{tree}");
    });
}

/// The page says which bars a press reaches.
#[test]
fn what_a_see_through_part_of_a_drawing_leaves_is_free() {
    on("evidence/screens.html?kind=chart", async |page| {
        let reached = "[...document.querySelectorAll('rect')].filter(bar => { const { x, y } = bar.getBoundingClientRect(); \
                       return document.elementFromPoint(x + 5, y + 45) === bar; }).length";
        assert_eq!(page.js(reached).await, "40");
        let seen = page.see().await;
        let covered = seen.text().lines().filter(|line| line.contains(" covered")).count();
        assert_eq!(covered, 0, "{}", seen.text());
    });
}
