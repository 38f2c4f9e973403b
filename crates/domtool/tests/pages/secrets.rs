//! No secret comes out: not in any format, diff, report or error, from the page, shadow roots and frames of any kind.
//! Every secret of the page begins with `zqs`, so one search over all that came out finds each.

use domtool::{
    Action, Browser, ErrorKind, Format, NodeDetails, ObserveOptions, PrivacyRules, RequestsOptions,
    SessionOptions,
};

use domtool_cdp::transport::{Fault, Faults};

use super::support::{Page, alone_with, run};

const MARK: &str = "zqs";
const PLACES: &[&str] = &["page", "open", "closed", "frame", "oopif"];
/// The fields of a place, and whether their value is only shown as filled.
const FIELDS: &[&str] = &[
    "PLACE password",
    "PLACE shown",
    "PLACE swapped",
    "PLACE code",
    "PLACE card",
    "PLACE current",
    "PLACE new",
    "PLACE saved card",
    "PLACE obscured",
    "PLACE obscured words",
    "PLACE account",
    "Membership PLACE",
    "PLACE echoed",
    "PLACE flawed",
];

/// All that came out of the library, with what it was an answer to.
#[derive(Default)]
struct Out(Vec<(String, String)>);

impl Out {
    fn add(&mut self, what: impl Into<String>, text: impl std::fmt::Debug) {
        self.0.push((what.into(), format!("{text:?}")));
    }

    fn leaks(&self) -> Vec<String> {
        let leaks = self.0.iter().flat_map(|(what, text)| {
            text.match_indices(MARK).map(move |(at, _)| {
                let around: String = text[at..].chars().take(40).collect();
                format!("{what}: {around}")
            })
        });
        leaks.collect()
    }
}

async fn open(browser: &Browser) -> Page {
    let privacy =
        PrivacyRules::default().with_mask_fields(vec!["acct*".to_owned(), "membership*".to_owned()]);
    Page::open_with(browser, "secrets.html", SessionOptions::default().with_privacy(privacy)).await
}

async fn observe_in_every_way(page: &Page, when: &str, out: &mut Out) {
    let with = NodeDetails::ALL;
    for (format, name) in Format::ALL.iter().map(|format| (*format, format.word())) {
        for (budget, diff, with) in [
            (None, false, NodeDetails::default()),
            (None, false, with),
            (Some(400), false, NodeDetails::default()),
            (None, true, with),
        ] {
            let options = ObserveOptions::default()
                .with_format(format)
                .with_budget(budget)
                .with_diff(diff)
                .with_details(with);
            out.add(format!("{when} {name} {budget:?} diff {diff}"), page.tab.observe(&options).await);
        }
    }
}

#[test]
fn no_secret_in_what_is_seen() {
    run(async |browser| {
        let page = open(browser).await;
        let mut out = Out::default();
        observe_in_every_way(&page, "at first", &mut out).await;
        page.js("tell('reveal')").await;
        for place in PLACES {
            assert!(page.becomes(&format!("done.has('reveal done {place}')")).await, "{place}");
        }
        observe_in_every_way(&page, "revealed", &mut out).await;
        let seen = page.see().await;
        let leaks = out.leaks();
        assert!(leaks.is_empty(), "{} leaks:\n{}\n{}", leaks.len(), leaks.join("\n"), seen.text());
        // They are there, and filled.
        for place in PLACES {
            for field in FIELDS {
                let name = format!("\"{}\" = (filled)", field.replace("PLACE", place));
                assert!(seen.text().contains(&name), "no {name} in\n{}", seen.text());
            }
        }
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn no_secret_in_what_is_done() {
    run(async |browser| {
        let page = open(browser).await;
        let mut out = Out::default();
        let seen = page.see().await;
        for place in PLACES {
            for name in FIELDS.iter().filter(|name| !name.ends_with("saved card")) {
                let name = name.replace("PLACE", place);
                let Some(target) = seen.elements.iter().find(|e| e.name == name).map(|e| e.id) else {
                    panic!("no {name} in\n{}", seen.text());
                };
                let text = format!("zqsfill {name}").replace(' ', "-");
                let filled = page.act(Action::fill(target, text.clone())).await;
                assert!(filled.is_ok(), "{name}: {filled:?}");
                out.add(format!("fill {name}"), filled);
                out.add(format!("type {name}"), page.act(Action::type_text(Some(target.into()), text)).await);
            }
            let short = page.id(&format!("{place} short")).await;
            let refused = page.act(Action::fill(short, "zqslong")).await;
            assert_eq!(refused.as_ref().err().map(domtool::Error::kind), Some(ErrorKind::ValueRejected));
            out.add("refused", refused);
            let select = page.id(&format!("{place} saved card")).await;
            for options in [["zqsnothing"], ["#1"]] {
                let options = options.map(str::to_owned).to_vec();
                out.add("select", page.act(Action::select(select, options)).await);
            }
            let click = page.act(Action::click(short)).await;
            out.add("click", click);
        }
        out.add("diff", page.see().await);
        let away = page.server.url("secrets.html?access_token=zqsopened");
        out.add("open", page.act(Action::open(away)).await);
        for url in ["http://127.0.0.1:1/?access_token=zqsrefused", "no such?token=zqsaddress"] {
            out.add("open", page.act(Action::open(url)).await);
        }
        out.add("stale", page.act(Action::hover(seen.elements[0].id)).await);
        out.add("tabs", page.session.tabs());
        let options = RequestsOptions::default().with_every_page(true).with_most(500);
        let requests = page.tab.requests(&options).await.expect("the requests are listed");
        assert!(
            requests.requests.iter().any(|request| request.url.contains("access_token=")),
            "{requests:?}"
        );
        out.add("requests", requests);
        let leaks = out.leaks();
        assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n"));
        page.session.close().await.expect("the session closes");
    });
}

/// A page may call a password field otherwise, and put a plain input in its place then.
#[test]
fn a_field_in_the_place_of_a_password_by_its_later_name_is_masked() {
    run(async |browser| {
        let page = open(browser).await;
        page.js("document.body.insertAdjacentHTML('beforeend', '<p id=late><input id=pw type=password value=ab aria-label=Late></p>')")
            .await;
        page.see().await;
        page.js("void (pw.name = 'renamed')").await;
        page.see().await;
        page.js(
            "void (late.innerHTML = '<input name=renamed value=zqsagain aria-label=Late><input name=else value=zplain aria-label=Else>')",
        )
        .await;
        let seen = page.see().await;
        assert!(!seen.text.contains("zqsagain") && seen.text.contains("zplain"), "{}", seen.text);
    });
}

/// Which fields were passwords is told by a look into each frame: where it fails nothing is shown, and that is said.
#[test]
fn a_look_that_failed_masks_the_fields() {
    const MOST_LOOKS: usize = 12;
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = open(browser).await;
        page.js("tell('reveal')").await;
        for place in PLACES {
            assert!(page.becomes(&format!("done.has('reveal done {place}')")).await, "{place}");
        }
        page.see().await;
        let mut out = Out::default();
        let mut gaps = 0;
        for nth in 1..=MOST_LOOKS {
            faults.clear();
            faults.fail("Runtime.callFunctionOn", nth, Fault::Refused);
            let seen = page.see().await;
            faults.clear();
            gaps += usize::from(seen.text().contains("are masked"));
            out.add(format!("look {nth}"), seen);
        }
        let leaks = out.leaks();
        assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n"));
        assert!(gaps > 0, "no look failed");
    });
}
