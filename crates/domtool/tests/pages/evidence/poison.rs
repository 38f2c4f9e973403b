//! What a page puts into fields of its own hides nothing elsewhere, and none of our words anywhere. What is a person's is masked.

use domtool::{FindOptions, Format, ObserveOptions};

use super::super::support::{Page, run};

/// What hostile fields hold: our words, marks and keys, ids, roles, and what the page around says.
const HELD: &[&str] = &[
    "button",
    "link",
    "heading",
    "heading1",
    "textbox",
    "e1 button",
    "e2 textbox",
    "e3",
    "e1234",
    "\"User\"",
    "Log in now",
    "Delete account",
    "Delete account, page 7 of 12: ",
    "Order 1234567 of Ann Lee",
    "See order 1234567",
    "1234567",
    "1280x800",
    "Store it",
    "clicked e6",
    "role",
    "name",
    "elements",
    "filled",
    "(filled)",
    "page",
    "[page",
    "also:",
    "also: markdown",
    "markdown",
    "tokens",
    "ok click",
    "nothing happened",
    "/orders/1234567",
    "orders",
    "127.0.0.1",
    "http",
    "http://",
    "form",
    "status",
    "Ann Lee",
    "User",
    "admin",
    "textbox \"User\" = ",
    "Password",
    "secret",
    "iframe",
    "required",
    "found",
    "1 match",
    "matches",
    "\\n",
    "\": \"",
    "\",\"",
    "null",
    "true",
    "false",
    "0000000",
    "        ",
    "ÄÖÜäöü",
    "of 12",
    "console error",
    "news: console",
];

/// Every way to look at the page, without what differs by itself: the boundary's mark.
async fn seen(page: &Page) -> Vec<String> {
    let mut all = Vec::new();
    for format in [Format::Tree, Format::Json, Format::Markdown, Format::Semantic] {
        let options = ObserveOptions::default().with_format(format).with_budget(0);
        let seen = page.tab.observe(&options).await.expect("it is read");
        // Each page has an address of its own, and each frame an id.
        assert!(seen.url.contains("/evidence/poison.html?run="), "{}", seen.url);
        let text = seen.text.replace(&seen.url, "(address)");
        let is_id = |part: &&str| part.len() == 32 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        // The frame itself, at the end, has fields of its own.
        let frame = text.find(r#""role":"iframe""#).or(text.find("[iframe")).unwrap_or(text.len());
        let text = &text[..frame];
        let parts: Vec<&str> = text.split('"').filter(|part| !is_id(part)).collect();
        all.push(format!("{} {}", seen.title, parts.join("\"")));
        all.extend(seen.elements.iter().take(5).map(|element| format!("{element:?}")));
    }
    let found = page.tab.find(&FindOptions::new("See order")).await.expect("it is searched");
    all.push(found.text);
    let mut plain = Vec::new();
    for text in all {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        for at in 1..words.len() {
            if words[at - 1].ends_with("[page") || words[at - 1].ends_with("[/page") {
                words[at] = "";
            }
        }
        plain.push(words.join(" "));
    }
    plain
}

/// The page with a frame in it that holds values.
async fn opened(browser: &domtool::Browser, place: &str, held: &[&str]) -> Page {
    let page = Page::open(browser, "evidence/poison.html").await;
    let held: Vec<String> = held.iter().map(|held| format!("{held:?}")).collect();
    page.js(&format!("(hold('{place}', [{}]), 0)", held.join(","))).await;
    assert!(page.becomes("loaded").await);
    page
}

#[test]
fn what_a_foreign_frame_holds_hides_nothing() {
    run(async |browser| {
        for place in ["another", "sandbox"] {
            let plain = opened(browser, place, &[]).await;
            let poisoned = opened(browser, place, HELD).await;
            // The second look knows what the first one found.
            for _ in 0..2 {
                let (want, is) = (seen(&plain).await, seen(&poisoned).await);
                for (want, is) in want.iter().zip(&is) {
                    let same = want.bytes().zip(is.bytes()).take_while(|(want, is)| want == is).count();
                    let rest = |text: &str| String::from_utf8_lossy(&text.as_bytes()[same..]).into_owned();
                    assert!(is == want, "{place}: {:.300}\nnot {:.300}", rest(is), rest(want));
                }
                assert_eq!(want.len(), is.len());
            }
            poisoned.js("(console.error('lost'), 0)").await;
            let news = poisoned.see().await.text;
            assert!(news.contains("news: console error \"lost\""), "{news}");
            let report = poisoned.click("Store it").await.expect("it is clicked");
            assert!(format!("{report:?}").contains("Order 1234567 stored"), "{report:?}");
            plain.session.close().await.expect("the session closes");
            poisoned.session.close().await.expect("the session closes");
        }
    });
}

#[test]
fn what_a_page_holds_hides_none_of_our_words() {
    run(async |browser| {
        let page = opened(browser, "own", HELD).await;
        let tree = page.see().await.text().to_owned();
        for ours in
            ["e1 textbox \"User\"", "e2 textbox \"Password\"", "e3 button", "heading1", "also: markdown"]
        {
            assert!(tree.contains(ours), "{ours} in {tree}");
        }
        let error = page.click("User").await.map(|report| format!("{report:?}"));
        assert!(error.expect("it is clicked").contains("textbox"));
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn a_secret_of_an_origin_is_masked_on_all_its_pages() {
    run(async |browser| {
        for place in ["own", "written"] {
            let page = opened(browser, place, &["secret-held-here"]).await;
            let seen = page.see().await.text().to_owned();
            assert!(seen.contains("page 7 of 12: ••••••••"), "{place}: {seen}");
            assert!(!seen.contains("held-here"), "{place}: {seen}");
            page.session.close().await.expect("the session closes");
        }
        // A word is masked where it is all that a field holds.
        let page = Page::open(browser, "evidence/poison.html").await;
        page.fill("Password", "admin").await.expect("it is filled");
        let report = page.click("Log in now").await.expect("it is sent");
        assert!(format!("{report:?}").contains("user=admin"), "{report:?}");
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn what_is_a_person_s_alone_is_masked() {
    run(async |browser| {
        let page = Page::open(browser, "evidence/personal.html").await;
        let seen = page.see().await.text().to_owned();
        for secret in ["078-05", "078 05", "AT6119", "12-3456789", "X1234567", "Fluffykins the cat", "x1y2z3"]
        {
            assert!(!seen.contains(secret), "{secret} in {seen}");
        }
        for told in [
            "\"Passport country\" = \"Austria\"",
            "\"First pet\"",
            "SSN on file: ••••••••, paid to •••••••• by",
        ] {
            assert!(seen.contains(told), "{told} in {seen}");
        }
        page.session.close().await.expect("the session closes");
    });
}

/// News and notes are no texts of a snapshot: what the page says in them is masked all the same, as are the paths that tools find elements by.
#[test]
fn what_is_told_beside_the_page_is_masked() {
    run(async |browser| {
        let page = opened(browser, "own", &["secret-held-here"]).await;
        page.see().await;
        page.fill("Password", "secret-given-here").await.expect("it is filled");
        page.js(
            "(console.error('late secret-held-here secret-given-here'), \
              said.textContent = 'told secret-held-here', document.querySelector('[onclick]').dataset.testid = 'secret-given-here', \
              fetch('/late?ms=1&text=secret-held-here', { method: 'POST' }).then(() => said.dataset.done = 1), 0)",
        )
        .await;
        assert!(page.becomes("said.dataset.done === '1'").await);
        let seen = page.see().await;
        assert!(seen.text.contains("news:") && seen.text.contains("console error"), "{}", seen.text);
        assert!(seen.text.contains("/late?ms=1"), "{}", seen.text);
        let located = page.tab.locate(page.id("Store it").await, None).await;
        for told in [seen.text, format!("{located:?}")] {
            assert!(!told.contains("held-here") && !told.contains("given-here"), "{told}");
        }
        page.session.close().await.expect("the session closes");
    });
}
