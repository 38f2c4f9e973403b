//! What a page says again of a secret: in its address, its title, its errors, requests, messages, dialogs, other fields.
//! And fields that are secret by what they are called, and stay so whatever the page makes of them.
//!
//! Every secret begins with `zqs`, what is none with `shown`.

use domtool::{
    Action, Error, FindOptions, Format, NodeDetails, Observation, ObserveOptions, Report, Result,
    ScreenshotOptions,
};

use super::support::{Page, run};

const PAGE: &str = "secrets-said.html";
/// The fields, by what makes each of them secret, and what goes in.
const FIELDS: &[(&str, &str)] = &[
    ("Account password", "zqs-Hunter \"2\" & (b)"),
    ("Wallet PIN", "zqs4711"),
    ("API key", "zqs/ab+c=%d"),
    ("One-time code", "zqs12345"),
    ("Field E", "zqs737"),
    ("Card number", "4111111111111111"),
    ("Client secret", "zqs\\back'slash"),
    ("Field H", "zqsLongTokenOfManyLetters0123456789"),
    ("Field I", "zqsobscured"),
];
/// What the page calls the card's number: as it was written, and in groups.
const MARKS: &[&str] = &["zqs", "4111111111111111", "4111 1111"];
const BUTTONS: &[&str] = &["Say it all", "Say it all encoded", "Throw it", "Send it", "Save it", "Alert it"];

/// All that came out, with what it was an answer to.
#[derive(Default)]
struct Out(Vec<(String, String)>);

impl Out {
    fn add(&mut self, what: impl Into<String>, text: impl std::fmt::Debug) {
        self.0.push((what.into(), format!("{text:?}")));
    }

    fn report(&mut self, what: &str, report: &Result<Report>) {
        self.add(what, report);
        self.0.push((
            format!("{what} (json)"),
            report.as_ref().map_or_else(domtool::text::safe_json, domtool::text::safe_json),
        ));
    }

    fn seen(&mut self, what: &str, seen: &Result<Observation, Error>) {
        self.add(what, seen);
        if let Ok(seen) = seen {
            self.0.push((format!("{what} (json)"), domtool::text::safe_json(seen)));
        }
    }

    /// Each leak in a line. The marks themselves are looked for in small letters.
    fn leaks(&self) -> Vec<String> {
        let leaks = self.0.iter().flat_map(|(what, text)| {
            MARKS.iter().flat_map(|mark| text.match_indices(mark)).map(move |(at, _)| {
                let start = text[..at].char_indices().rev().nth(50).map_or(0, |(start, _)| start);
                format!("{what}: {}", text[start..].chars().take(110).collect::<String>())
            })
        });
        leaks.collect()
    }
}

async fn look_in_every_way(page: &Page, when: &str, out: &mut Out) {
    let with = NodeDetails::ALL;
    for format in Format::ALL {
        for (budget, diff) in [(None, false), (Some(500), false), (None, true)] {
            let options = ObserveOptions::default()
                .with_format(*format)
                .with_budget(budget)
                .with_diff(diff)
                .with_details(with);
            out.seen(
                &format!("{when}: {} {budget:?} diff {diff}", format.word()),
                &page.tab.observe(&options).await,
            );
        }
    }
    for text in ["You typed", "/z.s/", "Saved", "/[^ ]*Hunter.*/", "/4111.*/", "Use", "Title"] {
        out.add(format!("{when}: find {text}"), page.tab.find(&FindOptions::new(text)).await);
    }
    out.add(format!("{when}: tab"), page.tab.info());
    out.add(format!("{when}: tabs"), page.session.tabs());
    let shot = ScreenshotOptions::default().with_marks(true);
    out.add(format!("{when}: picture"), page.tab.screenshot(&shot).await.map(|shot| shot.marks));
}

async fn fill_all(page: &Page, out: &mut Out) {
    let seen = page.see().await;
    for (name, value) in FIELDS {
        let field = seen.elements.iter().find(|element| element.name == *name);
        let target = field.unwrap_or_else(|| panic!("no {name} in\n{}", seen.text())).id;
        let filled = act(page, Action::fill(target, *value)).await;
        assert!(filled.is_ok(), "{name}: {filled:?}");
        out.report(&format!("fill {name}"), &filled);
    }
    for (number, letter) in ["z", "q", "s", "7"].iter().enumerate() {
        let filled = fill(page, &format!("Box {}", number + 1), letter).await;
        out.report("fill a box", &filled);
        let shown = page.see().await;
        assert!(
            shown.text().contains(&format!("\"Box {}\" max 1 chars = (filled)", number + 1))
                || shown.text().contains(&format!("\"Box {}\" = (filled)", number + 1)),
            "{}",
            shown.text()
        );
    }
}

fn assert_none(out: &Out) {
    let leaks = out.leaks();
    assert!(leaks.is_empty(), "{} leaks in {} answers:\n{}", leaks.len(), out.0.len(), leaks.join("\n"));
}

/// The futures of actions are large: they go to the heap.
async fn act(page: &Page, action: Action) -> Result<Report> {
    Box::pin(page.act(action)).await
}

async fn click(page: &Page, name: &str) -> Result<Report> {
    Box::pin(page.click(name)).await
}

async fn fill(page: &Page, name: &str, text: &str) -> Result<Report> {
    Box::pin(page.fill(name, text)).await
}

#[test]
fn a_secret_that_a_page_repeats_is_scrubbed() {
    run(async |browser| {
        let page = Page::open(browser, PAGE).await;
        let mut out = Out::default();
        Box::pin(fill_all(&page, &mut out)).await;
        for (_, value) in FIELDS {
            assert!(
                page.js("all().join('\\n')")
                    .await
                    .contains(&value.replace('\\', "\\\\").replace('"', "\\\"")),
                "{value} is in the page"
            );
        }
        Box::pin(look_in_every_way(&page, "filled", &mut out)).await;
        for button in BUTTONS {
            let clicked = click(&page, button).await;
            assert!(clicked.is_ok() || *button == "Send it", "{button}: {clicked:?}");
            out.report(button, &clicked);
            if *button == "Alert it" {
                out.add("a dialog is open", page.tab.observe(&ObserveOptions::default()).await);
                out.report("accept", &act(&page, Action::accept_dialog(None)).await);
            }
            out.seen(button, &page.tab.observe(&ObserveOptions::default().with_diff(true)).await);
        }
        Box::pin(look_in_every_way(&page, "repeated", &mut out)).await;
        let list = page.id("List").await;
        out.report("select", &act(&page, Action::select(list, ["nothing"])).await);
        out.report("twin", &fill(&page, "Copy of it", FIELDS[0].1).await);
        out.report("go", &click(&page, "Go with it").await);
        out.add("tab", page.tab.info());
        out.seen("elsewhere", &page.tab.observe(&ObserveOptions::default()).await);
        out.report("back", &act(&page, Action::Back).await);
        assert_none(&out);
        assert!(out.0.len() >= 150, "only {} answers", out.0.len());
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn a_field_that_was_secret_stays_so() {
    run(async |browser| {
        let page = Page::open(browser, PAGE).await;
        let mut out = Out::default();
        Box::pin(fill_all(&page, &mut out)).await;
        out.report("unmask", &click(&page, "Unmask").await);
        assert_eq!(page.js("a.type + at('i').style.webkitTextSecurity").await, "\"textnone\"");
        Box::pin(look_in_every_way(&page, "unmasked", &mut out)).await;
        let seen = page.see().await;
        let filled = seen.text().matches("= (filled)").count();
        assert!(filled >= FIELDS.len() + 4, "{filled} of them are masked:\n{}", seen.text());
        out.report("press", &page.press("Tab").await);
        assert_none(&out);
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn what_is_only_called_like_a_secret_is_shown() {
    run(async |browser| {
        let page = Page::open(browser, PAGE).await;
        let seen = page.see().await;
        for value in ["shown110001", "shownshipping", "shownspinner", "shown4096"] {
            assert!(seen.text().contains(value), "no {value} in\n{}", seen.text());
        }
        page.session.close().await.expect("the session closes");
    });
}
