//! Elements handed over to other tools, and taken from them. The page tells which element a selector matches.

use domtool::{ErrorKind, IdentifyOptions, Locators, Selector};

use super::support::{Page, on, quoted};

async fn locate(page: &Page, name: &str) -> Locators {
    page.tab.locate(page.id(name).await, None).await.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What of the page's own document or open shadow roots the steps lead to, by its id; how many each step matched.
async fn matched(page: &Page, steps: &[String]) -> String {
    let mut script = String::from("(() => { let root = document, all = [];");
    for step in steps {
        script.push_str(&format!(
            "all = [...root.querySelectorAll({})]; if (all.length !== 1) return all.length; root = all[0].shadowRoot;",
            quoted(step)
        ));
    }
    script.push_str("return all[0].id })()");
    page.js(&script).await
}

#[test]
fn selectors_lead_through_open_shadow_roots_to_that_element_alone() {
    on("shadow.html", async |page| {
        for (name, id, steps) in [
            ("Press open", "press-open", 2),
            ("Press slotted", "press-slotted", 1),
            ("Field outer", "field-outer", 2),
        ] {
            let found = locate(page, name).await;
            assert_eq!(found.css.len(), steps, "{found:?}");
            assert_eq!(matched(page, &found.css).await, format!("\"{id}\""), "{found:?}");
            assert_eq!(found.xpath.is_some(), steps == 1, "{found:?}");
            assert!(found.playwright.is_some() && !found.closed, "{found:?}");
        }
    });
}

#[test]
fn nothing_is_said_to_lead_into_a_closed_shadow_root() {
    on("shadow.html", async |page| {
        for name in ["Press closed", "Press inner", "Press deepest"] {
            let found = locate(page, name).await;
            assert!(found.closed && found.css.is_empty(), "{found:?}");
            assert_eq!((&found.xpath, &found.playwright), (&None, &None), "{found:?}");
        }
    });
}

#[test]
fn an_element_comes_back_under_its_id_in_frames_too() {
    for place in ["main", "open", "frame", "oopif", "deep"] {
        on(&format!("hand.html?place={place}"), async |page| {
            for name in ["Press", "Parcel", "Link", "Volume"] {
                let id = page.id(name).await;
                let found = page.tab.locate(id, None).await.expect("it is located");
                let frames = match place {
                    "frame" | "oopif" => 1,
                    "deep" => 2,
                    _ => 0,
                };
                assert_eq!(found.frames.len(), frames, "{found:?}");
                assert!(found.playwright.is_some(), "{found:?}");
                let mut frame = None;
                for steps in &found.frames {
                    let mut options = IdentifyOptions::new(Selector::Css(steps.join(" >>>> ")));
                    options.frame = frame;
                    frame = Some(page.tab.identify(&options).await.expect("a frame").id);
                }
                let mut selectors = vec![Selector::Css(found.css_text().expect("a selector"))];
                selectors.extend(found.xpath.clone().map(Selector::XPath));
                for selector in selectors {
                    let mut options = IdentifyOptions::new(selector);
                    options.frame = frame;
                    let back = page.tab.identify(&options).await.expect("it is identified");
                    assert_eq!((back.id, back.name.as_str()), (id, name), "{found:?}");
                }
            }
        });
    }
}

#[test]
fn odd_names_and_doubles_are_told_apart() {
    on("hand.html?place=main", async |page| {
        let odd = r#"a"b'c:d.e >>>> f"#;
        let make = format!(
            "document.body.insertAdjacentHTML('afterbegin', '<p><button>Twin</button><button>Twin</button></p>\
             <svg width=\"40\" height=\"40\"><a href=\"#x\" tabindex=\"0\" aria-label=\"Drawn\"><rect width=\"30\" height=\"30\"></rect></a></svg>\
             <button>Odd</button>'); document.querySelectorAll('button')[2].id = {}",
            quoted(odd)
        );
        page.js(&make).await;
        let seen = page.see().await;
        let names = ["Twin", "Twin", "Drawn", "Odd"];
        let mut elements: Vec<_> =
            seen.elements.iter().filter(|e| names.contains(&e.name.as_str())).collect();
        elements.dedup_by_key(|e| e.id);
        assert_eq!(elements.len(), 4, "{}", seen.text());
        let mut of_twins = Vec::new();
        for element in elements {
            let found = page.tab.locate(element.id, None).await.expect("it is located");
            let css = quoted(&found.css[0]);
            let path = quoted(found.xpath.as_deref().expect("a path"));
            let same = page
                .js(&format!(
                    "(() => {{ const all = document.querySelectorAll({css}); const path = document.evaluate({path}, document, null, 7); \
                     const it = all[0]; return all.length === 1 && path.snapshotLength === 1 && path.snapshotItem(0) === it \
                     && (it.getAttribute('aria-label') ?? it.textContent) === {} }})()",
                    quoted(&element.name)
                ))
                .await;
            assert_eq!(same, "true", "{found:?}");
            if element.name == "Twin" {
                of_twins.push(found.css);
            }
        }
        assert_ne!(of_twins[0], of_twins[1]);
    });
}

#[test]
fn several_matches_none_and_what_is_no_selector_are_errors() {
    on("hand.html?place=main", async |page| {
        let ask = async |selector| page.tab.identify(&IdentifyOptions::new(selector)).await;
        let several = ask(Selector::Css("button".into())).await.expect_err("there are several");
        let count = page.js("document.querySelectorAll('button').length").await;
        assert_eq!(several.kind(), ErrorKind::InvalidInput);
        assert!(several.to_string().contains(&format!("matches {count} elements: e")), "{several}");
        let none = ask(Selector::XPath("//nothing".into())).await.expect_err("there is none");
        assert_eq!(none.kind(), ErrorKind::NotFound, "{none}");
        for wrong in
            [Selector::Css("a[".into()), Selector::XPath("//a[".into()), Selector::XPath("1 + 1".into())]
        {
            assert_eq!(ask(wrong).await.expect_err("it is none").kind(), ErrorKind::InvalidInput);
        }
        let unseen = ask(Selector::Css("#hidden-one".into())).await.expect("it gets an id");
        assert!(unseen.hidden, "{unseen:?}");
    });
}

#[test]
fn each_step_enters_the_shadow_roots_of_what_was_matched_alone() {
    on("hand.html?place=main", async |page| {
        // Two hosts with a button each; one has a host of its own within, and two hundred others come before it.
        page.js(
            "document.body.insertAdjacentHTML('afterbegin', '<span class=other></span>'.repeat(200) + '<section id=one></section><section id=two></section>'); \
             const fill = (host, html) => { const root = host.attachShadow({ mode: 'open' }); root.innerHTML = html; return root }; \
             document.querySelectorAll('.other').forEach(host => fill(host, '<button>Other</button>')); \
             fill(one, '<button id=a>A</button><x-inner></x-inner>'); fill(one.shadowRoot.querySelector('x-inner'), '<button id=c>C</button>'); \
             fill(two, '<p><button id=b>B</button></p>')",
        )
        .await;
        let ask = async |css: &str| page.tab.identify(&IdentifyOptions::new(Selector::Css(css.into()))).await;
        for (css, name) in
            [("#one >>>> button", "A"), ("#two >>>> button", "B"), ("#one >>>> x-inner >>>> button", "C")]
        {
            assert_eq!(ask(css).await.expect("one").name, name, "{css}");
        }
        assert_eq!(ask("section >>>> button").await.expect_err("several").kind(), ErrorKind::InvalidInput);
        let many = ask(".other >>>> button").await.expect_err("more than are handed over");
        assert!(many.to_string().contains("matches 200 elements"), "{many}");
        assert_eq!(ask("#two >>>> #a").await.expect_err("none").kind(), ErrorKind::NotFound);

        // To Playwright a host is the parent of what is in its root, so that `#h > button` is both buttons there, and one to a browser.
        page.js("document.body.insertAdjacentHTML('afterbegin', '<div id=h><button>Light</button></div>'); \
             fill(h, '<slot></slot><button>Dark</button>')")
            .await;
        let light = locate(page, "Light").await;
        assert_eq!(light.css, ["#h > button:nth-of-type(1)"]);
        let expected = r#"page.locator("css:light=#h > button:nth-of-type(1)")"#;
        assert_eq!(light.playwright.as_deref(), Some(expected));
        let dark = locate(page, "Dark").await;
        assert_eq!(dark.css.len(), 2, "{dark:?}");
    });
}
