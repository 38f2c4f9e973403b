//! Every command that an action sends goes wrong once: the error is typed, says truly whether something was sent, and the
//! tab works afterwards. The page's own record decides.
//!
//! [`kinds`] lists the actions, one by one; [`cut`] breaks the connection in the middle of some.

mod cut;
mod kinds;

use std::time::Duration;

use domtool::{Action, Dispatched, ElementId, ErrorKind, Report};
use domtool_cdp::transport::{Fault, Faults};

use super::support::{Page, alone_with};
use kinds::{Kind, Ready};

const NO_HANG: Duration = Duration::from_secs(45);
/// The page on which it all happens.
const PAGE: &str = "faulted.html";

/// What an action came to, and what the page recorded of it.
struct Outcome {
    result: domtool::Result<Report>,
    /// Something of it reached the page.
    reached: bool,
    /// What was asked for is so.
    made: bool,
}

/// A page, and one kind of action on it.
struct Walk<'a> {
    page: &'a Page,
    faults: &'a Faults,
    kind: &'a Kind,
    targets: Vec<ElementId>,
}

impl Walk<'_> {
    /// Puts everything back to how the action is to find it.
    async fn ready(&self) {
        let page = self.page;
        match self.kind.ready {
            Ready::Again(then) => {
                page.js(&format!("again().then(() => {{ {then} }})")).await;
            }
            Ready::Named => {
                page.js("again('Ada')").await;
            }
            Ready::Dialog => {
                page.js("again().then(() => { timer = setTimeout(() => note('answered', '', true, String(confirm('Sure?')))) })").await;
                // An open dialog keeps the page from being asked.
                while page.tab.evaluate("1").await.is_ok() {}
            }
            Ready::Away => {
                self.page.act(Action::hover(self.targets[1])).await.expect("it goes elsewhere");
                page.js("again()").await;
            }
            Ready::Touch => {
                page.js("again()").await;
                if page.js("navigator.maxTouchPoints").await == "0" {
                    let emulation = domtool::Emulation::default().with_touch(true);
                    page.act(Action::emulate(emulation)).await.expect("it is touched");
                }
            }
            Ready::Plain => {
                page.js("again()").await;
                let plain = domtool::Emulation::default().with_viewport((1280, 800));
                page.act(Action::emulate_anew(plain)).await.expect("it is undone");
            }
            Ready::Pages(addresses) => {
                for address in addresses {
                    page.session.open(&page.server.url(address)).await.expect("it opens");
                }
                page.js("window.old = 1").await;
            }
            Ready::BackFrom(address) => {
                page.session.open(&page.server.url(PAGE)).await.expect("it opens");
                page.session.open(&page.server.url(address)).await.expect("it opens");
                page.act(Action::Back).await.expect("it goes back");
                page.js("window.old = 1").await;
            }
        }
    }

    /// Does it once, with what is to go wrong.
    async fn once(&self, fault: Option<(&str, usize, Fault)>) -> Option<(Outcome, usize)> {
        self.ready().await;
        self.faults.clear();
        if let Some((method, nth, fault)) = fault {
            self.faults.fail(method, nth, fault);
        }
        let acting = self.page.act_on_notes((self.kind.action)(&self.targets));
        let result = tokio::time::timeout(NO_HANG, acting).await.ok()?;
        let struck = self.faults.struck();
        if fault.is_some() {
            self.faults.clear();
        }
        let asked = self.page.tab.evaluate(self.kind.reached).await;
        if matches!(&asked, Err(error) if error.kind() == ErrorKind::DialogOpen) {
            let answer = Action::dismiss_dialog();
            self.page.act(answer).await.expect("the dialog that it left open is answered");
            return Some((Outcome { result, reached: false, made: false }, struck));
        }
        let mut reached = asked.expect("the page answers") == "true";
        let made = match &result {
            Ok(report) => self.page.becomes(self.kind.made).await && (self.kind.told)(report),
            Err(error) => {
                // A note may come a moment later; of what is said not to be sent none may come at all.
                if error.dispatched() == Dispatched::Yes {
                    reached |= self.page.becomes(self.kind.reached).await;
                }
                false
            }
        };
        Some((Outcome { result, reached, made }, struck))
    }

    /// One command of the action goes wrong: what is not as it must be.
    async fn walked(&self, at: (&str, usize, Fault)) -> Option<String> {
        let Some((outcome, struck)) = self.once(Some(at)).await else {
            return Some("it never came back".to_owned());
        };
        if struck == 0 {
            return None; // it took another way this time
        }
        let noted = self.page.notes_of_any().await;
        match &outcome.result {
            Ok(report) if !outcome.made => {
                return Some(format!("FALSE OK: {}; noted {noted}", report.verification.feedback));
            }
            // It did without, and has left nothing undone.
            Ok(_) => return None,
            Err(error) => {
                let said = format!("{error} [{:?}]; noted {noted}", error.dispatched());
                match error.dispatched() {
                    Dispatched::No if outcome.reached => return Some(format!("said not to be sent: {said}")),
                    Dispatched::Yes if !outcome.reached => return Some(format!("said to be sent: {said}")),
                    Dispatched::Maybe if self.kind.looks => {
                        return Some(format!("nothing could be sent: {said}"));
                    }
                    _ => {}
                }
                if error.message().is_empty() || error.hint().is_empty() {
                    return Some("it says nothing".to_owned());
                }
            }
        }
        // The tab goes on working.
        match self.once(None).await {
            None => Some("the next one never came back".to_owned()),
            Some((Outcome { result: Err(error), .. }, _)) => Some(format!("the next one fails: {error}")),
            Some((Outcome { made: false, .. }, _)) => Some("the next one does nothing".to_owned()),
            Some(_) => None,
        }
    }

    /// Every command of the action goes wrong once.
    async fn all(&self) -> Vec<String> {
        let Some((first, _)) = self.once(None).await else { return vec!["it never came back".to_owned()] };
        let calls = self.faults.calls();
        match &first.result {
            Ok(_) if first.made => {}
            Ok(report) => return vec![format!("it is not made: {}", report.verification.feedback)],
            Err(error) => return vec![format!("it fails by itself: {error}")],
        }
        let mut wrong = Vec::new();
        let thorough = THOROUGH.contains(&self.kind.name);
        for (method, count) in
            calls.iter().filter(|(method, _)| thorough || !LOOKS.contains(&method.as_str()))
        {
            for (nth, fault) in strikes(*count) {
                if let Some(why) = self.walked((method, nth, fault)).await {
                    wrong.push(format!("{method} {nth} of {count} {fault:?}: {why}"));
                }
            }
        }
        wrong
    }
}

/// What every action sends to look at the page before and after: it goes wrong in [`THOROUGH`] alone.
const LOOKS: &[&str] = &[
    "Accessibility.getPartialAXTree",
    "DOMDebugger.getEventListeners",
    "DOMSnapshot.captureSnapshot",
    "Page.getFrameTree",
    "Page.getLayoutMetrics",
    "Runtime.evaluate",
    "Runtime.releaseObjectGroup",
];
/// The kinds of which every command goes wrong.
const THOROUGH: &[&str] = &["click", "wait for text"];

/// Which calls of a method go wrong, and how: the first, one in the middle and the last are refused, and the last is
/// answered in another shape.
fn strikes(count: usize) -> Vec<(usize, Fault)> {
    let mut refused = vec![1, count.div_ceil(2), count];
    refused.dedup();
    let refused = refused.into_iter().map(|nth| (nth, Fault::Refused));
    refused.chain([(count, Fault::Misshapen)]).collect()
}

impl Page {
    /// The notes, or why there are none.
    async fn notes_of_any(&self) -> String {
        match self.tab.evaluate("(window.log || ['another page']).join(' | ')").await {
            Ok(notes) => notes,
            Err(error) => error.to_string(),
        }
    }
}

/// Some kinds of action, in a browser of their own.
fn each(names: &[&str]) {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, PAGE).await;
        let mut wrong = Vec::new();
        for name in names {
            let kind = kinds::of(name);
            let mut targets = Vec::new();
            for target in kind.targets {
                targets.push(page.id(target).await);
            }
            let walk = Walk { page: &page, faults: &faults, kind, targets };
            wrong.extend(walk.all().await.into_iter().map(|why| format!("{name}, {why}")));
        }
        assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    });
}

#[test]
fn clicks_of_which_a_command_is_refused() {
    each(&["click", "hover", "send click event"]);
}

#[test]
fn other_clicks_of_which_a_command_is_refused() {
    each(&["double click", "right click", "held click"]);
}

#[test]
fn taps_of_which_a_command_is_refused() {
    each(&["tap"]);
}

#[test]
fn a_drag_of_which_a_command_is_refused() {
    each(&["drag"]);
}

#[test]
fn a_drag_with_the_mouse_alone_of_which_a_command_is_refused() {
    each(&["slide"]);
}

#[test]
fn scrolls_of_which_a_command_is_refused() {
    each(&["wheel", "wheel over", "scroll", "scroll a box", "scroll into view", "chunk"]);
}

#[test]
fn fills_of_which_a_command_is_refused() {
    each(&["fill", "fill a number"]);
}

#[test]
fn fills_by_parts_of_which_a_command_is_refused() {
    each(&["fill a date", "fill rich text"]);
}

#[test]
fn typing_of_which_a_command_is_refused() {
    each(&["type", "type anywhere", "clear"]);
}

#[test]
fn keys_of_which_a_command_is_refused() {
    each(&["press", "press anywhere", "select text", "select text of the page"]);
}

#[test]
fn choices_of_which_a_command_is_refused() {
    each(&["select", "check", "submit"]);
}

#[test]
fn the_clipboard_of_which_a_command_is_refused() {
    each(&["copy", "cut", "paste"]);
}

#[test]
fn files_of_which_a_command_is_refused() {
    each(&["upload", "drop a file", "download"]);
}

#[test]
fn going_places_of_which_a_command_is_refused() {
    each(&["open", "back", "forward", "reload", "stop"]);
}

#[test]
fn what_only_looks_of_which_a_command_is_refused() {
    each(&["wait for text", "wait for an element", "wait for the network", "highlight"]);
}

#[test]
fn dialogs_and_emulation_of_which_a_command_is_refused() {
    each(&["dialog", "emulate"]);
}
