//! Every command that an action sends goes wrong once: the error is typed, says truly whether something was sent, and the
//! tab works afterwards. The page's own record decides.

use std::time::Duration;

use domtool::{Action, Click, Dispatched, ElementId, ErrorKind, ScrollBy};
use domtool_cdp::transport::{Fault, Faults};

use super::support::{Page, alone_with};

const NO_HANG: Duration = Duration::from_secs(45);

/// An action, and the name of what it is about.
struct Kind {
    name: &'static str,
    target: &'static str,
    action: fn(ElementId) -> Action,
}

const KINDS: &[Kind] = &[
    Kind { name: "click", target: "Press", action: |target| Action::Click(Click::new(target)) },
    Kind {
        name: "double click",
        target: "Press",
        action: |target| Action::Click(Click { count: 2, ..Click::new(target) }),
    },
    Kind { name: "hover", target: "Press", action: |target| Action::Hover { target } },
    Kind { name: "fill", target: "Name", action: |target| Action::Fill { target, text: "Ada".to_owned() } },
    Kind {
        name: "fill a date",
        target: "Day",
        action: |target| Action::Fill { target, text: "2026-02-28".to_owned() },
    },
    Kind {
        name: "type",
        target: "Name",
        action: |target| Action::Type { target: Some(target), text: "Ad".to_owned() },
    },
    Kind {
        name: "select",
        target: "Country",
        action: |target| Action::Select { target, options: vec!["Belgium".to_owned()] },
    },
    Kind { name: "check", target: "Gift", action: |target| Action::Check { target } },
    Kind {
        name: "scroll",
        target: "Press",
        action: |_| Action::Scroll { target: None, by: ScrollBy::Pages(1.0) },
    },
];

/// One command of an action goes wrong: what is not as it must be.
async fn walked(
    page: &Page,
    faults: &Faults,
    kind: &Kind,
    target: ElementId,
    at: (&str, usize),
) -> Option<String> {
    let (method, nth) = at;
    page.js("again()").await;
    faults.clear();
    faults.fail(method, nth, Fault::Refused);
    let acting = page.act((kind.action)(target));
    let result = tokio::time::timeout(NO_HANG, acting).await;
    let struck = faults.struck();
    faults.clear();
    let Ok(result) = result else { return Some("it never came back".to_owned()) };
    if struck == 0 {
        return None; // it took another way this time
    }
    let noted = page.notes().await;
    let recorded = !noted.is_empty();
    let wrong = match &result {
        Ok(report) => {
            let moved = kind.name == "hover"; // of which the page notes nothing
            let feedback = &report.verification.feedback;
            (!recorded && !moved).then(|| format!("FALSE OK, nothing was recorded: {feedback}"))
        }
        Err(error) => match error.dispatched() {
            Dispatched::No if recorded => Some(format!("said not to be sent, and noted {noted}: {error}")),
            Dispatched::Yes if !recorded => Some(format!("said to be sent, and nothing noted: {error}")),
            _ if error.message().is_empty() || error.hint().is_empty() => Some("it says nothing".to_owned()),
            _ => None,
        },
    };
    // The tab goes on working.
    page.js("again()").await;
    let after = match page.act((kind.action)(target)).await {
        Ok(_) => None,
        Err(error) => Some(format!("the next one fails: {error}")),
    };
    wrong.or(after)
}

async fn walk(page: &Page, faults: &Faults, kind: &Kind) -> Vec<String> {
    let target = page.id(kind.target).await;
    page.js("again()").await;
    faults.clear();
    page.act((kind.action)(target)).await.unwrap_or_else(|error| panic!("{}: {error}", kind.name));
    let calls = faults.calls();
    assert!(calls.len() > 3, "{calls:?}");
    let mut wrong = Vec::new();
    for (method, count) in &calls {
        let mut which = vec![1, 2, count / 2, *count];
        which.retain(|nth| (1..=*count).contains(nth));
        which.sort_unstable();
        which.dedup();
        for nth in which {
            if let Some(why) = walked(page, faults, kind, target, (method, nth)).await {
                wrong.push(format!("{}, {method} {nth} of {count}: {why}", kind.name));
            }
        }
    }
    wrong
}

/// Some kinds of action, in a browser of their own.
fn each(names: &[&str]) {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "faults.html").await;
        let mut wrong = Vec::new();
        for kind in KINDS.iter().filter(|kind| names.contains(&kind.name)) {
            wrong.extend(walk(&page, &faults, kind).await);
        }
        assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    });
}

#[test]
fn a_click_of_which_a_command_is_refused() {
    each(&["click", "hover"]);
}

#[test]
fn a_double_click_of_which_a_command_is_refused() {
    each(&["double click"]);
}

#[test]
fn a_fill_of_which_a_command_is_refused() {
    each(&["fill", "fill a date"]);
}

#[test]
fn typing_of_which_a_command_is_refused() {
    each(&["type", "scroll"]);
}

#[test]
fn a_choice_of_which_a_command_is_refused() {
    each(&["select", "check"]);
}

#[test]
fn a_connection_that_breaks_before_and_in_the_middle_of_input() {
    for (method, nth, dispatched) in [
        ("DOM.resolveNode", 1, &[Dispatched::No][..]),
        ("DOM.getContentQuads", 1, &[Dispatched::No]),
        // The second is the press: what was posted with it may have arrived.
        ("Input.dispatchMouseEvent", 2, &[Dispatched::Maybe]),
        ("Input.dispatchMouseEvent", 3, &[Dispatched::Maybe, Dispatched::Yes]),
    ] {
        let faults = Faults::new();
        alone_with(&faults, async |browser| {
            let page = Page::open(browser, "faults.html").await;
            let target = page.id("Press").await;
            faults.clear();
            faults.fail(method, nth, Fault::Cut);
            let error = page.click_id(target).await.expect_err("the connection is gone");
            let at = format!("{method} {nth}: {error} {:?}", error.dispatched());
            assert_eq!(error.kind(), ErrorKind::BrowserGone, "{at}");
            assert!(dispatched.contains(&error.dispatched()), "{at}");
            let error = page.click_id(target).await.expect_err("the connection is gone");
            assert_eq!((error.kind(), error.dispatched()), (ErrorKind::BrowserGone, Dispatched::No), "{at}");
        });
    }
}
