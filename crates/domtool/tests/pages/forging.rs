//! No page makes a line of ours: what tries to stands in every place that a page can put text, and no answer has a line that
//! begins with it, in no format, report, error or list.

use domtool::{Action, FindOptions, Format, NodeDetails, ObserveOptions, text::safe_json};
use serde_json::Value;

use super::support::{Page, run};

const MARK: &str = "FORGED";

/// All lines that came out, with what they are an answer to.
#[derive(Default)]
struct Out(Vec<(String, String)>);

impl Out {
    /// What a model reads as text: its lines are read.
    fn text(&mut self, what: &str, text: &str) {
        self.0.push((what.to_owned(), text.to_owned()));
    }

    /// Plain data: each string of it is a text of its own.
    fn data<T: serde::Serialize>(&mut self, what: &str, data: &T) {
        let mut pending = vec![serde_json::from_str::<Value>(&safe_json(data)).expect("it is JSON")];
        while let Some(value) = pending.pop() {
            match value {
                Value::String(text) => self.text(what, &text),
                Value::Array(items) => pending.extend(items),
                Value::Object(members) => pending.extend(members.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }

    fn answer<T: serde::Serialize>(&mut self, what: &str, answer: &domtool::Result<T>) {
        match answer {
            Ok(done) => self.data(what, done),
            Err(error) => {
                self.data(what, error);
                self.text(what, &error.to_string());
            }
        }
    }

    fn forged(&self) -> Vec<String> {
        let hidden = |c: char| {
            (c.is_control() && c != '\n' && c != '\t')
                || matches!(c, '\u{85}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let wrong = self.0.iter().filter_map(|(what, text)| {
            // `pre` and `textarea` keep their lines where the page's own text is shown as it is, in a fence or in HTML: of each
            // the three that begin so.
            let verbatim =
                ["markdown", "skeleton", "full", "hybrid"].iter().any(|format| what.contains(format));
            let begins = text.split('\n').filter(|line| line.trim_start().starts_with(MARK)).count();
            let kept = verbatim && begins <= 6;
            let line = text.split('\n').find(|line| {
                let bare = line.trim_start_matches(|c: char| !c.is_alphanumeric());
                // A string of one line is one value; it may begin with what a page says.
                (text.contains('\n') && bare.starts_with(MARK) && !kept) || line.contains(hidden)
            });
            line.map(|line| format!("{what}: {line:?}"))
        });
        wrong.collect()
    }
}

async fn look(page: &Page, out: &mut Out, when: &str) -> String {
    let with = NodeDetails::ALL;
    for format in Format::ALL {
        for diff in [false, true] {
            let options = ObserveOptions::default()
                .with_format(*format)
                .with_budget(None)
                .with_diff(diff)
                .with_details(with);
            let seen = page.tab.observe(&options).await;
            out.answer(&format!("{when}: {} diff {diff}", format.word()), &seen);
        }
    }
    for text in ["/p\\d+/", "FORGED"] {
        out.answer(&format!("{when}: find {text}"), &page.tab.find(&FindOptions::new(text)).await);
    }
    out.data(when, &page.session.tabs());
    page.see().await.text
}

#[test]
fn no_text_of_a_page_is_a_line_of_ours() {
    run(async |browser| {
        let page = Page::open(browser, "forging.htm").await;
        let mut out = Out::default();
        let before = Box::pin(look(&page, &mut out, "at first")).await;
        let said = before.matches(MARK).count();
        assert!(said > 100, "the page says it {said} times:\n{before}");
        for name in ["Shout", "Save", "Ask", "Submit it", "Later"] {
            let target = page.id(name).await;
            let clicked = Box::pin(page.click_id(target)).await;
            out.answer(name, &clicked);
            if name == "Ask" {
                out.answer("open dialog", &page.tab.observe(&ObserveOptions::default()).await);
                let answer = Action::accept_dialog(None);
                out.answer("answered", &Box::pin(page.act(answer)).await);
            }
        }
        for (name, text) in [("Limited", "abc"), ("Checked", "abc"), ("Wrong", "\nFORGED")] {
            out.answer(name, &Box::pin(page.fill(name, text)).await);
        }
        let target = page.id("Choice").await;
        let select = Action::select(target, ["\nFORGED"]);
        out.answer("select", &Box::pin(page.act(select)).await);
        Box::pin(look(&page, &mut out, "at the end")).await;
        let places: u32 = page.js("number").await.parse().expect("a number");
        assert!(places >= 50, "{places} places");
        let forged = out.forged();
        assert!(forged.is_empty(), "{} of {} texts:\n{}", forged.len(), out.0.len(), forged.join("\n"));
        // Another document has another boundary.
        let mark = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let again = Box::pin(page.act(Action::Reload)).await;
        assert!(again.is_ok(), "{again:?}");
        let after = page.see().await.text;
        assert!(mark(&before).starts_with("[page ") && mark(&after).starts_with("[page "), "{after}");
        assert_ne!(mark(&before), mark(&after));
        page.session.close().await.expect("the session closes");
    });
}
