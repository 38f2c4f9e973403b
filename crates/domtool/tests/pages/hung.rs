//! Pages that stop answering: `PAGE_HUNG` when the call's time is over, and then they are left: by any way, by any caller.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Dispatched, ElementId, Error, ErrorKind, FindOptions, Observation, ObserveOptions,
    Report, Result, ScreenshotOptions, WaitFor, Wheel,
};

use crate::support::{Page, run};

/// How long the calls here may take.
const TIMEOUT: Duration = Duration::from_secs(1);
/// How much later an answer may come, on a machine that is busy with other tests.
const SLACK: Duration = Duration::from_secs(4);
/// How long a page may take to be left, the same.
const LEFT: Duration = Duration::from_secs(15);

/// What a call took, for who runs these tests with `--nocapture`.
#[allow(clippy::print_stderr, reason = "a measurement has nowhere else to go")]
fn measured(line: &str) {
    eprintln!("{line}");
}

fn options() -> ActOptions {
    ActOptions::default().with_timeout(TIMEOUT)
}

fn looking() -> ObserveOptions {
    ObserveOptions::default().with_timeout(TIMEOUT)
}

/// Awaits a call, holds it to its time, and notes what it took.
async fn timed<T>(what: &str, call: impl Future<Output = Result<T>>) -> Result<T> {
    let began = Instant::now();
    let result = call.await;
    let took = began.elapsed();
    measured(&format!("{what}: {} ms", took.as_millis()));
    assert!(took < TIMEOUT + SLACK, "{what} took {took:?}");
    result
}

fn hung<T>(what: &str, result: Result<T>) -> Error {
    let Err(error) = result else { panic!("{what} worked") };
    assert_eq!(error.kind(), ErrorKind::PageHung, "{what}: {error}");
    // Whether a script was seen to run in so short a time depends on the machine.
    assert!(error.message().contains("the page has not answered for "), "{what}: {error}");
    error
}

impl Page {
    /// Has the page stop answering by a click on this button.
    async fn stops(&self, button: &str) -> Result<Report> {
        let target = self.id(button).await;
        timed(button, self.tab.act(&Action::click(target), &options())).await
    }

    /// Leaves a page that may hang, and works on the next.
    async fn leaves(&self, action: Action, shows: &str) {
        let began = Instant::now();
        let report = self.act(action.clone()).await;
        let took = began.elapsed();
        measured(&format!("{action:?}: {} ms", took.as_millis()));
        report.unwrap_or_else(|error| panic!("{action:?}: {error}"));
        assert!(took < LEFT, "{action:?} took {took:?}");
        self.id(shows).await;
    }

    /// Looks until the page has stopped.
    async fn stopped(&self) -> Result<Observation> {
        let began = Instant::now();
        loop {
            let seen = timed("observe", self.tab.observe(&looking())).await;
            // One that stops in the middle of a look is slow, as far as is known.
            let hung = seen.as_ref().is_err_and(|error| error.kind() == ErrorKind::PageHung);
            if hung || began.elapsed() > LEFT {
                return seen;
            }
        }
    }

    fn next(&self) -> Action {
        Action::open(self.server.url("popup.html"))
    }
}

/// Buttons, and whether the page stops while their click is under way; else it may stop a moment after its report.
const BUTTONS: &[(&str, bool)] = &[
    ("In the handler", true),
    ("Promises without end", true),
    ("In a frame of animation", true),
    ("Over and over", false),
    ("A moment later", false),
];

#[test]
fn a_click_that_stops_the_page_is_hung_and_the_next_address_opens() {
    run(async |browser| {
        for (button, at_once) in BUTTONS {
            let page = Page::open(browser, "hung.html").await;
            let clicked = page.stops(button).await;
            if *at_once || clicked.is_err() {
                let error = hung(button, clicked);
                assert_ne!(error.dispatched(), Dispatched::No, "{button}: {error}");
            }
            hung(button, page.stopped().await);
            page.leaves(page.next(), "Plain").await;
            page.click("Plain").await.expect("it works");
            page.expect("click self trusted").await;
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_hung_page_is_left_in_every_way() {
    run(async |browser| {
        for way in ["reload", "back", "forward", "close tab", "close session"] {
            let page = Page::open(browser, "popup.html").await;
            page.session.open(&page.server.url("hung.html")).await.expect("it opens");
            if way == "forward" {
                page.session.open(&page.server.url("popup.html")).await.expect("it opens");
                page.act(Action::Back).await.expect("it goes back");
            }
            hung(way, page.stops("In the handler").await);
            match way {
                "reload" => page.leaves(Action::Reload, "Plain").await,
                "back" => page.leaves(Action::Back, "Severed tab").await,
                "forward" => page.leaves(Action::Forward, "Severed tab").await,
                "close tab" => {
                    let began = Instant::now();
                    page.session.close_tab(None).await.expect("it closes");
                    measured(&format!("{way}: {} ms", began.elapsed().as_millis()));
                    assert!(began.elapsed() < LEFT && page.session.tabs().is_empty());
                }
                _ => {}
            }
            let began = Instant::now();
            page.session.close().await.expect("it closes");
            measured(&format!("{way}, then close: {} ms", began.elapsed().as_millis()));
            assert!(began.elapsed() < LEFT);
        }
    });
}

#[test]
fn a_script_that_never_ends_at_load_is_hung_and_left() {
    run(async |browser| {
        let page = Page::open(browser, "popup.html").await;
        let open = Action::open(page.server.url("hung-load.htm"));
        hung("open", timed("open", page.tab.act(&open, &options())).await);
        hung("observe", timed("observe", page.tab.observe(&looking())).await);
        page.leaves(Action::Back, "Severed tab").await;
        hung("open", timed("open", page.tab.act(&open, &options())).await);
        page.leaves(page.next(), "Severed tab").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn alerts_without_end_are_hung_after_some_answers_and_the_tab_keeps_its_number() {
    run(async |browser| {
        for at_load in [true, false] {
            let mut page = Page::open(browser, "popup.html").await;
            let number = page.tab.info().number;
            match at_load {
                true => {
                    let open = Action::open(page.server.url("hung-alerts.htm"));
                    page.act(open).await.expect("it opens, with a dialog");
                }
                false => {
                    page.session.open(&page.server.url("hung.html")).await.expect("it opens");
                    page.click("Alerts without end").await.expect("a dialog is what it did");
                }
            }
            let look = page.tab.observe(&looking()).await.expect_err("a dialog is open");
            assert_eq!(look.kind(), ErrorKind::DialogOpen, "{look}");
            for _ in 0..6 {
                let answer = Action::accept_dialog(None);
                timed("dialog", page.tab.act(&answer, &options())).await.ok();
            }
            let error = timed("observe", page.tab.observe(&looking())).await.expect_err("it never ends");
            assert_eq!(error.kind(), ErrorKind::PageHung, "{error}");
            assert!(error.message().contains("one dialog after the other"), "{error}");
            page.leaves(page.next(), "Plain").await;
            assert_eq!(page.tab.info().number, number);
            page.tab = page.session.tab().expect("it is the current one");
            assert_eq!(page.session.tabs().len(), 1);
            page.click("Plain").await.expect("it works");
            page.expect("click self trusted").await;
            // Also at the first dialog.
            page.session.open(&page.server.url("hung-alerts.htm")).await.expect("it opens, with a dialog");
            page.leaves(page.next(), "Plain").await;
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn another_caller_leaves_a_page_that_hung_for_the_first() {
    run(async |browser| {
        let page = Page::open(browser, "hung.html").await;
        hung("click", page.stops("Promises without end").await);
        let other = page.session.as_caller("other").tab().expect("the tab is there");
        hung("observe", timed("observe", other.observe(&looking())).await);
        let began = Instant::now();
        other.act(&page.next(), &ActOptions::default()).await.expect("it opens");
        measured(&format!("another caller's open: {} ms", began.elapsed().as_millis()));
        assert!(began.elapsed() < LEFT);
        page.click("Plain").await.expect("it works for the first as well");
        page.expect("click self trusted").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_frame_that_hangs_in_its_own_process_holds_up_nothing_else() {
    run(async |browser| {
        let page = Page::open(browser, "hung-frame.html").await;
        let inside = page.id("Plain").await;
        let stop = page.id("In the handler").await;
        let stopped = page.tab.act(&Action::click(stop), &options().with_timeout(2 * TIMEOUT)).await;
        let error = stopped.expect_err("the frame does not answer");
        assert_eq!(error.kind(), ErrorKind::PageHung, "{error}");
        assert!(error.message().contains("frame"), "{error}");
        // Whoever looks first waits for the frame; it is told, and then no longer waited for.
        let seen = page.see().await;
        assert!(seen.text().contains("does not answer"), "{}", seen.text());
        for round in 0..2 {
            let began = Instant::now();
            page.see().await;
            measured(&format!("observe {round}: {} ms", began.elapsed().as_millis()));
            let report = page.click("Here").await.expect("the page lives");
            measured(&format!("click {round}: {} ms", report.ms));
            assert!(report.ms < 10_000, "the frame held it up: {} ms", report.ms);
        }
        page.expect("click here trusted").await;
        let error = timed("click in it", page.tab.act(&Action::click(inside), &options())).await;
        let error = error.expect_err("the frame does not answer");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::PageHung, Dispatched::No), "{error}");
        page.session.close().await.expect("it closes");
    });
}

/// When the page stops.
#[derive(Clone, Copy, Debug)]
enum Stops {
    Before,
    AtInput,
    AfterInput,
}

#[test]
fn no_call_outlasts_its_time_whatever_the_page_does() {
    run(async |browser| {
        let page = Page::open(browser, "hung.html").await;
        let mut longest = Duration::ZERO;
        for stops in [Stops::Before, Stops::AtInput, Stops::AfterInput] {
            let names = ["Plain", "Name", "Colour", "Agree"];
            let mut rows = Vec::new();
            for at in 0..KINDS {
                page.tab
                    .act(&Action::open(page.server.url("hung.html")), &ActOptions::default())
                    .await
                    .expect("it opens");
                let mut ids = Vec::new();
                for name in names {
                    ids.push(page.id(name).await);
                }
                page.js(match stops {
                    Stops::Before => "setTimeout(() => { for (;;) { } })",
                    Stops::AtInput => "for (const kind of ['pointermove', 'mousedown', 'keydown', 'focusin', 'input', 'wheel']) addEventListener(kind, () => { for (;;) { } }, true)",
                    Stops::AfterInput => "for (const kind of ['pointermove', 'mousedown', 'keydown', 'focusin', 'input', 'wheel']) addEventListener(kind, () => setTimeout(() => { for (;;) { } }, 200), true)",
                }).await;
                if matches!(stops, Stops::Before) {
                    let brief = Duration::from_millis(300);
                    while page.tab.evaluate_within("1", brief).await.is_ok() {}
                }
                let began = Instant::now();
                let (what, error) = once(&page, at, &ids).await;
                let took = began.elapsed();
                longest = longest.max(took);
                let code = error.as_ref().map_or("ok".to_owned(), Error::to_string);
                rows.push(format!("{what}: {code}, {} ms", took.as_millis()));
                assert!(took < TIMEOUT + SLACK, "{what}, {stops:?}: {took:?}");
                if let Some(error) = &error {
                    assert_eq!(method_in(error.message()), None, "{error}");
                }
                if matches!(stops, Stops::Before) {
                    let kind = error.map(|error| error.kind());
                    assert_eq!(kind, Some(ErrorKind::PageHung), "{what}: {rows:?}");
                }
            }
            measured(&format!("{stops:?}:\n  {}", rows.join("\n  ")));
        }
        measured(&format!("the longest took {} ms", longest.as_millis()));
        page.session.close().await.expect("it closes");
    });
}

/// A method of the protocol, as `Page.navigate`, that a sentence names.
fn method_in(text: &str) -> Option<String> {
    let domains = [
        "Accessibility",
        "Browser",
        "DOM",
        "DOMDebugger",
        "DOMSnapshot",
        "Emulation",
        "Input",
        "Inspector",
        "Log",
        "Network",
        "Overlay",
        "Page",
        "Runtime",
        "Target",
    ];
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.');
    let mut methods = words.filter(|word| {
        word.split_once('.').is_some_and(|(domain, rest)| {
            domains.contains(&domain) && rest.starts_with(|c: char| c.is_ascii_lowercase())
        })
    });
    methods.next().map(str::to_owned)
}

const KINDS: usize = 22;

/// One kind of call, with a timeout.
async fn once(page: &Page, kind: usize, ids: &[ElementId]) -> (&'static str, Option<Error>) {
    let (button, field, list, boxed) = (ids[0], ids[1], ids[2], ids[3]);
    let text = || "Ada".to_owned();
    let (what, action) = match kind {
        0 => ("click", Action::click(button)),
        1 => ("hover", Action::hover(button)),
        2 => ("fill", Action::fill(field, text())),
        3 => ("type", Action::type_text(Some(field.into()), text())),
        4 => ("press", Action::press(Some(field.into()), "Enter".parse().unwrap())),
        5 => ("select", Action::select(list, ["Blue"])),
        6 => ("select nothing there", Action::select(list, ["Green"])),
        7 => ("check", Action::check(boxed)),
        8 => ("clear", Action::clear(field)),
        9 => ("submit", Action::submit(field)),
        10 => ("scroll", Action::scroll(None, domtool::ScrollBy::Pages(1.0))),
        11 => ("wheel", Action::from(Wheel::new(0.0, 300.0))),
        12 => ("copy", Action::copy(Some(field.into()))),
        13 => ("paste", Action::paste(Some(field.into()), Some(text()))),
        14 => ("send click event", Action::send_click_event(button)),
        15 => ("highlight", Action::highlight(Some(button.into()))),
        16 => ("wait for text", Action::wait(WaitFor::Text("Never there".to_owned()))),
        17 => ("wait for element", Action::wait(WaitFor::Element(button.into()))),
        18 => return ("observe", page.tab.observe(&looking()).await.err()),
        19 => {
            let options = FindOptions::new("Plain").with_timeout(TIMEOUT);
            return ("find", page.tab.find(&options).await.err());
        }
        20 => {
            let options = ScreenshotOptions::default().with_timeout(TIMEOUT);
            return ("screenshot", page.tab.screenshot(&options).await.err());
        }
        _ => return ("eval", page.tab.evaluate_within("1 + 1", TIMEOUT).await.err()),
    };
    (what, page.tab.act(&action, &options()).await.err())
}

/// Chromium keeps commands back while the next document is waited for; the page's scripts run all the same.
#[test]
fn a_page_that_waits_for_its_next_document_is_not_hung() {
    run(async |browser| {
        let page = Page::open(browser, "navigation.html").await;
        page.js("document.body.insertAdjacentHTML('beforeend', '<a href=/hold?run=next>Never</a>')").await;
        let target = page.id("Never").await;
        let clicked = page.tab.act(&Action::click(target), &options()).await;
        let seen = page.tab.observe(&looking()).await;
        for (what, result) in [("click", clicked.map(drop)), ("observe", seen.map(drop))] {
            let Err(error) = result else { continue };
            assert_eq!(error.kind(), ErrorKind::Timeout, "{what}: {error}");
            assert!(error.message().contains("waits for the answer to GET"), "{what}: {error}");
        }
        page.act(Action::Stop).await.expect("it is given up");
        page.click("Push").await.expect("the page is there");
    });
}
