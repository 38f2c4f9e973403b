//! What a reader of the text alone knows of drawings: questions on place, colour, size, count and connection, with the words of the
//! tree that answer them; and what is told when only looks change.

use domtool_page::{
    identity::Registry,
    snapshot::Snapshot,
    view::{Format, ReaderKnows, Scope, Surroundings, View, ViewOptions, diff, outline, view},
};

use crate::browser;

/// A page, the question, and a text of its tree that answers it.
const QUESTIONS: &[(&str, &str, &str)] = &[
    ("shapes", "Where is the red circle of the board?", "circle red r20 at 68,108"),
    ("shapes", "How large is the blue box, without its border?", "rect blue 60x30 at 180,113"),
    ("shapes", "Which letter is on the board, how large, in which colour?", "\"K\" green 28px at 238,108"),
    ("shapes", "Where did the turned orange box come to lie?", "rect orange 10x20 at 43,178"),
    ("shapes", "What colour is the outlined triangle?", "polygon purple"),
    ("shapes", "Where is the board itself, and how large?", "svg [8,58 300x150]"),
    ("shapes", "Which shape of the board can be focused?", "~planet circle pink r15 at 118,168"),
    ("shapes", "What colour is the pool, which can be clicked?", "\"Pool\" path teal 30x15 at 153,196"),
    ("shapes", "What does the grey line join?", "line grey from \"Start\" to \"Check\""),
    ("shapes", "Where does the red path lead from the check?", "path red from \"Check\" to \"End\""),
    ("shapes", "What joins the check and the end a second time?", "polyline blue from \"Check\" to \"End\""),
    (
        "shapes",
        "From where to where goes the black line, which joins nothing?",
        "line black from 340,250 to 700,250",
    ),
    (
        "shapes",
        "What shape has the check, in which colour?",
        "ellipse blue 60x40 at 550,100; \"Check\" black",
    ),
    ("shapes", "How many boxes and circles are in the row?", "40 rect blue, 10 circle green"),
    ("chart", "Which month has the highest bar?", "rect blue 40x90 at 140,136; \"Feb\""),
    ("chart", "Which bar is red?", "rect red 40x60 at 200,151; \"Mar\""),
    ("chart", "How high is the bar of January?", "rect blue 40x40 at 80,161; \"Jan\""),
    ("chart", "Where does the axis run?", "line black from 40,181 to 260,181"),
    ("chart", "How many lines has the grid?", "4 line grey horizontal"),
    ("chart", "What is the highest number of the scale?", "\"80\" black 12px at 25,"),
    ("chart", "Does the red line rise (its end is further up)?", "polyline red from 30,362 to 210,282"),
    ("chart", "Does the blue line fall?", "polyline blue from 30,302 to 210,352"),
    ("chart", "Which series is red?", "\"north\" red"),
    ("chart", "How many days were orange?", "40 rect green, 5 rect orange"),
    ("chart", "With which day does the last chart begin?", "\"first of May | mid of June\""),
    ("chart", "What is in the canvas?", "canvas (only a screenshot shows it)"),
    ("flow", "What does the grey wire join?", "path grey from \"Start\" to \"Check order\""),
    ("flow", "What does the red wire join?", "path red from \"Check order\" to \"Ship\""),
    ("flow", "Which wire hangs loose, and where does it end?", "path orange from \"Check order\" to 358,266"),
    (
        "flow",
        "What does the wire join that can be focused?",
        "\"Wire 4\" path green from \"Start\" to \"Ship\"",
    ),
    ("map", "What colour is Southland?", "~Southland yellow 160x160"),
    ("map", "Where is Eastland?", "\"Eastland\" brown 160x160 at 300,120"),
    ("map", "Between which lands does the river run?", "path blue from \"Northland\" to \"Eastland\""),
    ("map", "Where is the red town?", "~town circle red r6 at 60,60"),
    ("map", "Which town is white, and how large?", "\"Harbour\" circle white r10 at 300,120"),
    ("map", "What is written on Southland?", "\"Desert\" black 20px at 106,193"),
    ("looks", "Which field is red?", "clickable red 40x40"),
    ("looks", "Which field is wider, and what colour is it?", "clickable blue 60x40"),
    ("looks", "Which icon answers a message?", "clickable ~reply"),
];

/// What of the pages must not be told: icons, pictures of controls, ornaments, what cannot be seen.
const NOT_TOLD: &[(&str, &str)] = &[
    ("shapes", "lime"),
    ("shapes", "navy"),
    ("shapes", "24x24"),
    ("shapes", "pink 200"),
    ("shapes", "rect black 300x150"),
    ("shapes", "circle black r9"),
    ("looks", "rounded"),
];

/// A page, what is done to it, and the changes of looks that are told of it: all of the diff.
const LOOKS: &[(&str, &str, &[&str])] = &[
    ("flow", "scrollTo(0, 40)", &["nothing changed"]),
    ("flow", "pick.click()", &["~ e7 now has class picked"]),
    ("flow", "grow.click()", &["~ e7 is 98x78 (was 98x34)"]),
    // Its wires hang loose then, as nobody moves them with it.
    (
        "flow",
        "move.click()",
        &[
            "~ svg [70,90 480x240]: + path red from \"Check order\" to 390,186; - path red from \"Check order\" to \"Ship\"",
            "~ e5 group \"Wire 4\" path green from \"Start\" to 390,186 (was \"Ship\")",
            "~ e8 moved 48 right",
        ],
    ),
    ("flow", "ship.style.top = '90px'; scrollTo(0, 40)", &["~ e8 moved 8 up"]),
    (
        "flow",
        "document.body.prepend(Object.assign(document.createElement('hr'), { id: 'rule' }))",
        &["nothing changed"],
    ),
    ("flow", "pane.style.marginTop = '30px'", &["nothing changed"]),
    ("flow", "check.className += ' css-1x2 hovered'", &["nothing changed"]),
    (
        "map",
        "document.querySelector('.town').setAttribute('fill', 'purple')",
        &["~ e1 img ~town circle purple (was red)"],
    ),
    ("shapes", "scrollTo(0, 9)", &["nothing changed"]),
    (
        "looks",
        "document.head.append(Object.assign(document.createElement('style'), { textContent:
            '@keyframes wave { from { transform: scale(3) } } .reply { animation: wave 1s infinite }' }))",
        &["nothing changed"],
    ),
    (
        "looks",
        "document.querySelector('.swatches').firstElementChild.style.background = 'green'",
        &["~ e1 clickable green (was red)"],
    ),
    (
        "shapes",
        "document.querySelector('#board circle:not([id])').setAttribute('cx', 80)",
        &["~ svg [8,58 300x150]: + circle red r20 at 88,108; - circle red r20 at 68,108"],
    ),
];

fn write(snapshot: &Snapshot, registry: &mut Registry, format: Format, browser: &browser::Browser) -> View {
    let around = Surroundings {
        page: &browser.target,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    view(snapshot, registry, &ViewOptions { format, budget: None, ..ViewOptions::default() }, &around)
}

#[tokio::test]
async fn the_text_answers() {
    let browser = browser::Browser::launch(&[]).await;
    let mut wrong = Vec::new();
    let mut pages: Vec<&str> = QUESTIONS.iter().map(|(page, ..)| *page).collect();
    pages.dedup();
    for page in pages {
        browser.open(&format!("drawings-{page}.html")).await;
        let snapshot = browser.snapshot().await;
        let text = write(&snapshot, &mut Registry::default(), Format::Tree, &browser).text;
        for (_, question, answer) in QUESTIONS.iter().filter(|row| row.0 == page) {
            if !text.contains(answer) {
                wrong.push(format!("{page}: {question} {answer}\n{text}"));
            }
        }
        for (_, not) in NOT_TOLD.iter().filter(|row| row.0 == page) {
            assert!(!text.contains(not), "{page}: {not}\n{text}");
        }
    }
    browser.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_full_page_has_what_is_drawn() {
    let browser = browser::Browser::launch(&[]).await;
    browser.open("drawings-shapes.html").await;
    let snapshot = browser.snapshot().await;
    let full = write(&snapshot, &mut Registry::default(), Format::Full, &browser).text;
    let json = write(&snapshot, &mut Registry::default(), Format::Json, &browser).text;
    browser.close().await;
    for wanted in
        ["<circle cx=\"60\" cy=\"50\" r=\"20\" fill=\"red\">", "points=\"230,90 270,90 250,130\"", ">Start<"]
    {
        assert!(full.contains(wanted), "{wanted}\n{full}");
    }
    assert!(!full.contains("M0 0h16v16z"), "an icon is one tag\n{full}");
    assert!(json.contains("\"drawing\":\"[8,58 300x150]: circle red"), "{json}");
}

#[tokio::test]
async fn a_drawing_keeps_to_the_budget() {
    let browser = browser::Browser::launch(&[]).await;
    let around = Surroundings {
        page: &browser.target,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    for page in ["shapes", "chart", "flow", "map", "looks"] {
        browser.open(&format!("drawings-{page}.html")).await;
        let snapshot = browser.snapshot().await;
        for budget in [40, 80, 120, 160, 240, 320, 640] {
            for format in Format::ALL {
                let options = ViewOptions { format: *format, budget: Some(budget), ..ViewOptions::default() };
                let view = view(&snapshot, &mut Registry::default(), &options, &around);
                let real = tiktoken_rs::o200k_base_singleton().encode_ordinary(&view.text).len() as u32;
                let told = format!(
                    "{page} {format:?} {budget}: {} tokens, really {real}\n{}",
                    view.tokens, view.text
                );
                assert!(view.tokens <= budget && real <= view.tokens, "{told}");
            }
        }
    }
    browser.close().await;
}

#[tokio::test]
async fn changes_of_looks_alone_are_told() {
    let browser = browser::Browser::launch(&[]).await;
    for (page, script, wanted) in LOOKS {
        browser.open(&format!("drawings-{page}.html")).await;
        let mut registry = Registry::default();
        let before = write(&browser.snapshot().await, &mut registry, Format::Tree, &browser);
        browser.run(script).await;
        let snapshot = browser.snapshot().await;
        let _moved = registry.reconcile(&browser.target, &snapshot);
        let mut after = outline(&snapshot, &Scope::default());
        after.note_ids(&snapshot, &registry, &browser.target);
        let diff = diff(
            &before.outline,
            &after,
            &snapshot,
            &mut registry,
            &browser.target,
            0,
            domtool_page::view::Acted::default(),
        );
        let told: Vec<&str> = diff.text.lines().filter(|line| !line.starts_with("  ")).collect();
        assert_eq!(told, *wanted, "{page}: {script}\n{}\n{}", before.text, diff.text);
    }
    browser.close().await;
}
