//! The connection breaks in the middle of an action: the browser is gone, and whether something was sent is said.

use domtool::{Dispatched, ErrorKind};
use domtool_cdp::transport::{Fault, Faults};

use super::{PAGE, Walk, kinds};
use crate::support::{Page, alone_with};

/// A kind of action, the command at which the connection breaks, and what may be said of it then.
type Cut = (&'static str, &'static str, usize, &'static [Dispatched]);

const NO: &[Dispatched] = &[Dispatched::No];
/// What was on its way may have come; what came before it may be all there was.
const SENT: &[Dispatched] = &[Dispatched::Maybe, Dispatched::Yes];
const MAYBE: &[Dispatched] = &[Dispatched::Maybe];

fn each(cuts: &[Cut]) {
    let mut wrong = Vec::new();
    for (name, method, nth, said) in cuts {
        let faults = Faults::new();
        alone_with(&faults, async |browser| {
            let page = Page::open(browser, PAGE).await;
            let kind = kinds::of(name);
            let mut targets = Vec::new();
            for target in kind.targets {
                targets.push(page.id(target).await);
            }
            let walk = Walk { page: &page, faults: &faults, kind, targets };
            walk.ready().await;
            faults.clear();
            faults.fail(method, *nth, Fault::Cut);
            let at = format!("{name}, {method} {nth}");
            match page.act((kind.action)(&walk.targets)).await {
                Ok(report) => wrong.push(format!("{at}: worked: {}", report.verification.feedback)),
                Err(error)
                    if error.kind() != ErrorKind::BrowserGone || !said.contains(&error.dispatched()) =>
                {
                    wrong.push(format!("{at}: {error} [{:?}]", error.dispatched()));
                }
                Err(_) => {}
            }
            match page.act((kind.action)(&walk.targets)).await.map(drop) {
                Err(error)
                    if (error.kind(), error.dispatched()) == (ErrorKind::BrowserGone, Dispatched::No) => {}
                other => wrong.push(format!("{at}, and then: {other:?}")),
            }
        });
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), cuts.len(), wrong.join("\n"));
}

#[test]
fn in_the_middle_of_a_click() {
    each(&[
        ("click", "DOM.resolveNode", 1, NO),
        ("click", "DOM.getContentQuads", 1, NO),
        // The second is the press: what was posted with it may have arrived.
        ("click", "Input.dispatchMouseEvent", 2, MAYBE),
        ("click", "Input.dispatchMouseEvent", 3, SENT),
    ]);
}

#[test]
fn in_the_middle_of_text_and_keys() {
    each(&[
        ("fill", "DOM.focus", 1, NO),
        ("fill", "Input.insertText", 1, MAYBE),
        ("fill", "Input.dispatchKeyEvent", 1, SENT),
        ("press", "DOM.focus", 1, NO),
        ("press", "Input.dispatchKeyEvent", 2, MAYBE),
        ("press", "Input.dispatchKeyEvent", 6, SENT),
    ]);
}

#[test]
fn in_the_middle_of_a_drag() {
    each(&[
        ("drag", "Input.setInterceptDrags", 1, NO),
        ("drag", "Input.dispatchMouseEvent", 3, SENT),
        ("drag", "Input.dispatchDragEvent", 1, SENT),
        ("drag", "Input.dispatchDragEvent", 6, SENT),
    ]);
}

#[test]
fn in_the_middle_of_files_and_going_places() {
    each(&[
        ("upload", "DOM.setFileInputFiles", 1, MAYBE),
        ("open", "Page.navigate", 1, MAYBE),
        ("back", "Page.getNavigationHistory", 1, NO),
        ("back", "Page.navigateToHistoryEntry", 1, MAYBE),
        ("reload", "Page.reload", 1, MAYBE),
    ]);
}
