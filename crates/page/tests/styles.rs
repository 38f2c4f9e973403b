//! Styles that are not asked for are not missed: whatever a capture without them does not show to be needed makes no
//! difference to what is seen.

use domtool_page::{
    snapshot::{PrivacyRules, Snapshot},
    styles::StyleSet,
};

use crate::browser;

/// One of each kind of box, in boxes that paint nothing of their own. `%` is set in turn.
const PLAIN: &str = r##"<!doctype html><title>Plain</title><style id=sheet></style><body><div id=block><p>Words <span id=inline>in <a href=#>a line</a></span></p>
  <button id=button>Press</button><label id=label>Name</label><a id=link href=#>Link</a></div>
  <ul><li id=item>One</li></ul><table><tr id=row><td id=cell><button>In a cell</button></td></tr></table>
  <fieldset id=fieldset><legend id=legend>Legend</legend><button>In a set</button></fieldset>
  <details id=details open><summary id=summary>More</summary><button>In the open</button></details>
  <div style="display:flex"><button id=flexed>Flexed</button></div><div style="display:contents"><b id=held>Held</b></div>
  <div id=open></div><div id=closed></div><h2 id=heading>Over <em>it</em></h2><div id=last style="height:40px"><button>Last</button></div>
  <script>for (const mode of ["open", "closed"]) { const root = document.getElementById(mode).attachShadow({ mode });
    root.innerHTML = "<div><button>In the shade</button></div>"; (window.shades ??= {})[mode] = root.firstChild; }</script>"##;

const BOXES: [&str; 21] = [
    "html",
    "body",
    "#block",
    "#inline",
    "#button",
    "#label",
    "#link",
    "#item",
    "#row",
    "#cell",
    "#fieldset",
    "#legend",
    "#details",
    "#summary",
    "#flexed",
    "#held",
    "#heading",
    "#last",
    "open",
    "closed",
    "#sheet",
];
const STYLES: [&str; 27] = [
    "opacity:0",
    "opacity:.5",
    "overflow:hidden",
    "overflow:auto;height:10px",
    "overflow:clip",
    "overflow-x:scroll",
    "position:absolute",
    "position:fixed;inset:0",
    "position:relative;top:30px",
    "position:sticky",
    "clip-path:inset(50%)",
    "position:absolute;clip:rect(0 0 0 0)",
    "transform:rotate(30deg)",
    "transform:translateX(-900px)",
    "contain:paint;height:1px",
    "contain:strict",
    "content-visibility:hidden",
    "content-visibility:auto",
    "position:relative;z-index:-1",
    "z-index:-1",
    "float:left;margin-bottom:-60px",
    "margin-top:-60px;display:inline-block",
    "text-decoration:line-through",
    "color:transparent",
    "filter:opacity(0)",
    "transform:rotateY(180deg);backface-visibility:hidden",
    "rotate:x 180deg;backface-visibility:hidden",
];

/// Everything that was seen, but for what names the capture.
fn seen(snapshot: &Snapshot) -> String {
    format!("{:?} {:?}", snapshot.columns, snapshot.gaps)
}

/// Captures with what is needed only, as the engine does, and with all, and holds one against the other. Gives what was
/// asked for.
async fn alike(browser: &browser::Browser, what: &str) -> StyleSet {
    let rules = PrivacyRules::default();
    let mut before = None;
    for _ in 0..20 {
        let (asked, some) = with_needed(browser, what).await;
        let whole = browser.capture().await.build(&rules);
        assert_eq!(whole.styles_lacking(), None, "{what}: everything was asked for");
        let all = seen(&whole);
        if some == all {
            return asked;
        }
        // What changes by itself meanwhile, as `content-visibility: auto` does, cannot be compared.
        if before.as_ref() == Some(&all) {
            let at = some.bytes().zip(all.bytes()).take_while(|(a, b)| a == b).count();
            let around = |text: &str| text.chars().skip(at.saturating_sub(200)).take(400).collect::<String>();
            panic!("{what}, asked for {asked:?}:\n{}\nbut with all:\n{}", around(&some), around(&all));
        }
        before = Some(all);
    }
    panic!("{what}: does not come to rest")
}

async fn with_needed(browser: &browser::Browser, what: &str) -> (StyleSet, String) {
    let rules = PrivacyRules::default();
    let mut asked = StyleSet::PLAIN;
    let snapshot = loop {
        let raw = browser.capture_with(asked).await;
        let needed = raw.styles_needed();
        if asked.has(needed) {
            break raw.build(&rules);
        }
        asked = asked.with(needed);
    };
    let Some(lacking) = snapshot.styles_lacking() else { return (asked, seen(&snapshot)) };
    asked = asked.with(lacking);
    let snapshot = browser.capture_with(asked).await.build(&rules);
    assert_eq!(snapshot.styles_lacking(), None, "{what}: these were asked for");
    (asked, seen(&snapshot))
}

#[tokio::test]
async fn whatever_a_page_sets_is_asked_for_where_it_matters() {
    let browser = browser::Browser::launch(&[]).await;
    browser.show(PLAIN).await;
    // Its list and its details have markers, which are pseudo-elements; it has shadow roots, whose sheets nobody reads.
    let least = StyleSet::CONTENT.with(StyleSet::INK);
    assert_eq!(alike(&browser, "nothing set").await, least, "a plain page needs no more");
    let mut plain = 0;
    for target in BOXES {
        for style in STYLES {
            let set = match target {
                "open" | "closed" => format!("shades.{target}.style.cssText = `{style}`"),
                // A pseudo-element.
                "#sheet" => format!("sheet.textContent = `#block::before {{ content: 'x' / 'y'; {style} }}`"),
                _ => format!("document.querySelector('{target}').style.cssText = `{style}`"),
            };
            browser.run(&set).await;
            let asked = alike(&browser, &format!("{target} {{ {style} }}")).await;
            plain += usize::from(asked == least);
        }
        let unset = match target {
            "open" | "closed" => format!("shades.{target}.style.cssText = ''"),
            "#sheet" => "sheet.textContent = ''".to_owned(),
            "#last" => "document.querySelector('#last').style.cssText = 'height:40px'".to_owned(),
            _ => format!("document.querySelector('{target}').style.cssText = ''"),
        };
        browser.run(&unset).await;
    }
    assert_eq!(alike(&browser, "all unset again").await, least);
    browser.close().await;
    println!("{} cases, {plain} of them needed nothing", BOXES.len() * STYLES.len());
    assert!(plain < BOXES.len() * STYLES.len() / 3, "most of these matter");
}

#[tokio::test]
async fn fixtures_look_the_same() {
    let browser = browser::Browser::launch(&[]).await;
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut pages: Vec<String> = std::fs::read_dir(fixtures)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        // One whose dialog nobody closes never loads.
        .filter(|name| name.ends_with(".html") && !name.starts_with("dialogs"))
        .collect();
    pages.sort();
    let (mut same, mut fewer) = (0, 0);
    for page in &pages {
        browser.open(page).await;
        let before = seen(&browser.capture().await.build(&PrivacyRules::default()));
        // What moves by itself cannot be compared.
        if before == seen(&browser.capture().await.build(&PrivacyRules::default())) {
            fewer += usize::from(alike(&browser, page).await != StyleSet::ALL);
            same += 1;
        }
    }
    browser.close().await;
    println!("{} fixtures, {same} at rest, {fewer} asked for fewer styles", pages.len());
    assert!(same * 10 >= pages.len() * 8, "{same} of {} are at rest", pages.len());
    assert!(fewer > 0);
}
