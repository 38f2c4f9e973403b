//! Lists, pickers and sliders: the list that is open, and what the page made of the choice.

use domtool::{
    Action, Dispatched,
    ErrorKind::{self, OptionNotFound, ValueRejected, WrongKind},
    Evidence, WaitFor,
};

use crate::{
    outcomes::{error_text, report_text},
    support::{Do, Page, alone, each_in, id_in, on},
};

/// One row: what is done on a page of its own, how it ends, and what is so of the page then.
#[derive(Clone, Copy)]
struct Row {
    /// The query of `choices.html`.
    page: &'static str,
    target: &'static str,
    /// What comes first.
    first: Option<Do>,
    act: Do,
    ends: Ends,
    is: &'static str,
    /// A text that the report or the error has.
    says: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    Ok,
    Unconfirmed,
    Error(ErrorKind),
}

const fn ok(page: &'static str, target: &'static str, act: Do, is: &'static str) -> Row {
    Row { page, target, first: None, act, ends: Ends::Ok, is, says: "" }
}

const fn fails(page: &'static str, target: &'static str, act: Do, kind: ErrorKind, is: &'static str) -> Row {
    Row { ends: Ends::Error(kind), ..ok(page, target, act, is) }
}

const fn select(page: &'static str, options: &'static [&'static str], is: &'static str) -> Row {
    ok(page, "Fruit", Do::Select(options), is)
}

const fn missing(page: &'static str, options: &'static [&'static str], is: &'static str) -> Row {
    fails(page, "Fruit", Do::Select(options), OptionNotFound, is)
}

const fn after(first: Do, row: Row) -> Row {
    Row { first: Some(first), ..row }
}

const fn says(text: &'static str, row: Row) -> Row {
    Row { says: text, ..row }
}

const fn level(page: &'static str, to: &'static str, is: &'static str) -> Row {
    ok(page, "Level", Do::Fill(to), is)
}

const BANANA: &str = "log.includes('took Banana trusted')";
const OPENED_ONCE: &str =
    "log.includes('took Banana trusted') && log.filter(l => l.startsWith('open')).length === 1";
const NOTHING: &str = "!log.some(line => line.startsWith('took'))";
const BACK: &str = "log.some(line => line.startsWith('back'))";
const FEW: &str = "log.at(-1) === 'took 37 trusted' && log.length < 6";
const FULL: &str = "log.at(-1) === 'took 37 trusted'";
const SHUT: &str = "document.getElementById('list').hidden && !log.some(line => line.startsWith('took'))";

const LISTS: &[Row] = &[
    says("is set to Banana", select("chooses", &["Banana"], BANANA)),
    // A click marks, and Enter takes; or a button does, of which nobody can know.
    says("is set to Banana", select("marks", &["Banana"], BANANA)),
    Row { ends: Ends::Unconfirmed, ..select("applies", &["Banana"], NOTHING) },
    // What was written to search is no choice.
    says("its list went", Row { ends: Ends::Unconfirmed, ..select("leaves", &["Banana"], NOTHING) }),
    says("press ArrowRight or ArrowLeft", fails("spoken", "Level", Do::Fill("3"), WrongKind, NOTHING)),
    // What opened the list is drawn anew by the choice.
    says("is set to Banana", select("remade", &["Banana"], BANANA)),
    says("is set to Banana", select("remade&late=400", &["Banana"], BANANA)),
    select("held", &["Banana"], "log.join() === 'took Banana trusted'"),
    // The list that is seen is the list, also when it is open already.
    select("unnamed", &["Banana"], BANANA),
    after(Do::Click, select("unnamed", &["Banana"], OPENED_ONCE)),
    after(Do::Click, select("chooses", &["Banana"], OPENED_ONCE)),
    select("shut", &["Banana"], BANANA),
    after(
        Do::Type("Vi"),
        ok(
            "suggests",
            "City",
            Do::Select(&["Vilnius"]),
            "log.join() === 'typed V trusted,typed Vi trusted,took Vilnius trusted'",
        ),
    ),
    after(
        Do::Click,
        fails("links", "City", Do::Select(&["Vienna"]), WrongKind, "document.title === 'Choices'"),
    ),
    // An equal label, a line, or the part that begins it; never the tail of another thing.
    select("lines", &["Attic"], "log.includes('took Atticlight.attic trusted')"),
    select("lines", &["light.guest"], "log.includes('took Guest roomlight.guest trusted')"),
    says("Guest room", missing("lines", &["Guest"], NOTHING)),
    select("signs", &["Austria"], "log.some(line => line.includes('Austria (+43)'))"),
    select("signs", &["+61"], "log.some(line => line.includes('Australia'))"),
    missing("signs", &["available"], SHUT),
    // What is still searched for is waited for.
    select("searches", &["Cherry"], "log.includes('took Cherry trusted')"),
    select(
        "filters",
        &["Banana"],
        "log.includes('took Banana trusted') && document.getElementById('box').value === 'Banana'",
    ),
    // That it holds what was written there to search says nothing of the choice.
    Row {
        ends: Ends::Unconfirmed,
        ..says("what was written there to search", select("stays", &["Banana"], NOTHING))
    },
    Row { ends: Ends::Unconfirmed, ..select("stays&states=0", &["Banana"], NOTHING) },
    // A list that fades away is no list that stayed.
    says("is set to Banana", select("stays&takes=1&fades=1", &["Banana"], BANANA)),
    select("stays&takes=1", &["Banana"], BANANA),
    select("slotted", &["Banana"], BANANA),
    select("staggered", &["Cherry"], "log.includes('took Cherry trusted')"),
    select("current", &["Apple"], "log.includes('took Apple trusted')"),
    says("is set to Banana", select("active", &["Banana"], BANANA)),
    Row {
        ends: Ends::Unconfirmed,
        ..says("what was written there to search", select("active&deaf=1", &["Banana"], NOTHING))
    },
    after(Do::Fill("Ban"), says("is set to Banana", select("active", &["Banana"], BANANA))),
    select("beside", &["Banana"], BANANA),
    says("was drawn anew", select("renewed", &["Banana"], BANANA)),
    after(Do::Select(&["Apple"]), select("transparent", &["Banana"], BANANA)),
    // What was opened in vain is closed, where that does no harm.
    says("Apple", missing("chooses", &["Quince"], SHUT)),
    missing("dialog", &["Quince"], "!document.getElementById('dialog').hidden"),
    select("virtual", &["Row 1234"], "log.includes('took Row 1234 trusted')"),
    select("chips", &["Apple", "Cherry"], "document.getElementById('chips').textContent === 'AppleCherry'"),
];

const NATIVE: &[Row] = &[
    ok("picker", "Pet", Do::Select(&["Dog"]), "log.join() === 'took dog trusted'"),
    says(
        "\"kind\":\"select\"",
        ok("picker", "Pet", Do::Click, "document.querySelector('select').matches(':open')"),
    ),
    after(Do::Click, ok("picker", "Pet", Do::Select(&["Cat"]), "log.join() === 'took cat trusted'")),
    // The label comes before the value, and one that two have means neither.
    ok("values", "Word", Do::Select(&["Alpha"]), "log.join() === 'took a trusted'"),
    fails("values", "Word", Do::Select(&["States"]), OptionNotFound, NOTHING),
    ok("values", "Word", Do::Select(&["usa"]), "log.join() === 'took usa trusted'"),
    ok("alike", "Fruit", Do::Select(&["Cherry"]), "log.join() === 'took Cherry trusted'"),
    ok(
        "boxed",
        "Fruit",
        Do::Select(&["Banana"]),
        "log.includes('took Banana trusted') && !log.includes('took Apple trusted')",
    ),
    fails("native&ms=0", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    // The page hears of it once.
    fails("redrawn", "Fruit", Do::Select(&["Banana"]), ValueRejected, "log.join() === 'took Banana trusted'"),
    // Back at no choice: a command that ran, as far as the page shows, or a choice that it refuses.
    Row {
        ends: Ends::Unconfirmed,
        ..says("set it back to no choice", select("commands&then=works", &["Banana"], BANANA))
    },
    Row { ends: Ends::Unconfirmed, ..select("commands&then=works&wait=300", &["Banana"], BANANA) },
    Row { ends: Ends::Unconfirmed, ..select("commands&asks&then=works", &["Banana"], BANANA) },
    fails("commands&asks&then=refuses", "Fruit", Do::Select(&["Banana"]), ValueRejected, BANANA),
    fails("commands&asks", "Fruit", Do::Select(&["Banana"]), ValueRejected, BANANA),
    fails("commands", "Fruit", Do::Select(&["Banana"]), ValueRejected, BANANA),
    fails("commands&wait=300", "Fruit", Do::Select(&["Banana"]), ValueRejected, BANANA),
    fails("commands&then=refuses", "Fruit", Do::Select(&["Banana"]), ValueRejected, BANANA),
    fails("groups", "Car", Do::Select(&["Other"]), OptionNotFound, NOTHING),
    ok("groups", "Car", Do::Select(&["Italy / Other"]), "log.includes('took 2 trusted')"),
    fails("groups", "Car", Do::Select(&["Old"]), OptionNotFound, NOTHING),
    ok(
        "many",
        "Town",
        Do::Select(&["Town number 19999"]),
        "document.querySelector('select').selectedIndex === 19999",
    ),
];

const TAKEN_BACK: &[Row] = &[
    // What is kept is ok.
    ok("radios", "Banana", Do::Check, BANANA),
    ok("listbox", "Fruit", Do::Select(&["Banana"]), BANANA),
    ok("switch", "Alarm", Do::Check, "log.includes('took on trusted')"),
    ok("third", "All", Do::Check, "log.at(-1) === 'took true trusted'"),
    ok("third", "All", Do::Uncheck, "log.at(-1) === 'took false trusted'"),
    // The dialog is the answer, and nothing is decided yet.
    ok("asks", "Delete all", Do::Check, NOTHING),
    // What is taken back is not.
    fails("chooses&ms=400", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("chooses&ms=900", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("chooses&ms=400&by=request", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("native&ms=900", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("native&ms=400&by=request", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("listbox&ms=400", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("listbox&ms=900", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("listbox&ms=400&by=request", "Fruit", Do::Select(&["Banana"]), ValueRejected, BACK),
    fails("radios&ms=400", "Banana", Do::Check, ValueRejected, BACK),
    fails("switch&ms=900", "Alarm", Do::Check, ValueRejected, BACK),
    fails("switch&ms=400&by=request", "Alarm", Do::Check, ValueRejected, BACK),
    fails("third&ms=900", "All", Do::Check, ValueRejected, BACK),
    fails("across&ms=900", "Level", Do::Fill("3"), ValueRejected, BACK),
];

const SLIDERS: &[Row] = &[
    level("across", "3", "log.at(-1) === 'took 3 trusted'"),
    level("upright", "3", "log.at(-1) === 'took 3 trusted'"),
    level("turned", "3", "log.at(-1) === 'took 3 trusted'"),
    level("across", "100", "log.at(-1) === 'took 100 trusted'"),
    level("long", "640", "log.at(-1) === 'took 640 trusted'"),
    // A far value is one change, and a few for the rest of the way.
    level("range", "37", FEW),
    level("range&css=direction:rtl", "37", FEW),
    level("range&css=writing-mode:vertical-lr", "37", FEW),
    level("range&css=width:400px;height:40px", "37", FEW),
    level("range", "3", "log.join() === 'took 1 trusted,took 2 trusted,took 3 trusted'"),
    // What cannot be pressed is set by keys.
    level("range&held=1", "37", FULL),
    level("range&css=pointer-events:none", "37", FULL),
    level("range&css=rotate:90deg", "37", FULL),
    level("coarse", "8", "log.at(-1) === 'took 8 trusted'"),
    fails("coarse", "Level", Do::Fill("3"), ValueRejected, "true"),
    fails("deaf", "Level", Do::Fill("3"), ValueRejected, NOTHING),
];

/// In a browser of their own: one records the timers of one action at a time.
fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    alone(async |browser| {
        let fixture = |row: &&Row| format!("evidence/choices.html?do={}", row.page);
        each_in(browser, rows, fixture, async |page, row| {
            if let Err(why) = run(page, row).await {
                wrong.push(format!("{} {:?}: {why}", row.page, row.act));
            }
        })
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

async fn run(page: &mut Page, row: &Row) -> Result<(), String> {
    if let Some(first) = row.first {
        let target = id_in(&page.see().await, row.target)?;
        page.act(first.action(target)).await.map_err(|error| format!("first: {error}"))?;
    }
    let target = id_in(&page.see().await, row.target)?;
    let outcome = page.act(row.act.action(target)).await;
    let (ends, text) = match &outcome {
        Ok(report) => {
            let text = report_text(report);
            (if text.contains("unconfirmed") { Ends::Unconfirmed } else { Ends::Ok }, text)
        }
        Err(error) => (Ends::Error(error.kind()), error_text(error)),
    };
    if ends != row.ends {
        return Err(format!("{:?} was expected: {text}", row.ends));
    }
    if !text.contains(row.says) {
        return Err(format!("{:?} is not said: {text}", row.says));
    }
    if matches!(&outcome, Ok(report) if report.effects.dialogs.iter().any(|dialog| dialog.open)) {
        page.act(Action::dismiss_dialog()).await.map_err(|error| format!("its dialog stays: {error}"))?;
    }
    if page.becomes(row.is).await { Ok(()) } else { Err(format!("noted {}: {text}", page.notes().await)) }
}

#[test]
fn of_the_list_that_is_seen() {
    check(LISTS);
}

#[test]
fn of_native_selects() {
    check(NATIVE);
}

#[test]
fn taken_back_by_the_page() {
    check(TAKEN_BACK);
}

#[test]
fn of_sliders() {
    check(SLIDERS);
}

/// What a wait for options sees is what can be chosen.
#[test]
fn a_wait_for_options_knows_the_same_lists() {
    for (fixture, target, act, first) in [
        ("unnamed", "Fruit", Do::Click, "Apple"),
        ("suggests", "City", Do::Type("Vi"), "Vienna"),
        ("shut", "Fruit", Do::Click, "Apple"),
    ] {
        on(&format!("evidence/choices.html?do={fixture}"), async |page| {
            let id = page.id(target).await;
            page.act(act.action(id)).await.expect("it opens");
            let report =
                page.act(Action::Wait(WaitFor::Options(id.into()))).await.expect("there are options");
            let said = report.verification.feedback;
            assert!(said.contains("3 options") && said.contains(first), "{fixture}: {said}");
        });
    }
}

/// Dash writes `readonly` on its boxes, to which it means nothing.
#[test]
fn what_readonly_means_nothing_to_is_chosen() {
    on("evidence/readonly-boxes.html", async |page| {
        for (name, act, is) in [
            ("Box", Do::Check, "box.checked"),
            ("Dot", Do::Check, "dot.checked"),
            ("Slide", Do::Fill("7"), "slide.value === '7'"),
        ] {
            let target = page.id(name).await;
            page.act(act.action(target)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(page.js(is).await, "true", "{name}");
        }
        let paper = page.id("Paper").await;
        page.act(Action::upload(paper, vec!["Cargo.toml".into()])).await.expect("it takes a file");
        assert_eq!(page.js("paper.files.length").await, "1");
        for (name, act) in [("Text", Do::Fill("new")), ("Kept", Do::Check)] {
            let target = page.id(name).await;
            let error = page.act(act.action(target)).await.expect_err(name);
            assert_eq!(error.kind(), ErrorKind::ReadOnly, "{error}");
        }
    });
}

/// Of a box that tells no state nobody knows whether a click puts it on or off.
#[test]
fn what_tells_no_state_is_not_called_on_or_off() {
    on("evidence/mute-boxes.html", async |page| {
        for name in ["Agree", "Shade", "Deep"] {
            let target = page.id(name).await;
            let error = page.act(Do::Uncheck.action(target)).await.expect_err(name);
            assert_eq!((error.kind(), error.dispatched()), (ErrorKind::WrongKind, Dispatched::No), "{error}");
            let report =
                page.act(Do::Check.action(target)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            let verification = report.verification;
            assert!(verification.feedback.contains("unconfirmed"), "{name}: {verification:?}");
            assert_ne!(verification.evidence, Evidence::Verified, "{name}");
        }
        // What tells it once it is clicked, and what is off by telling it no more.
        let target = page.id("Told").await;
        let report = page.act(Do::Check.action(target)).await.expect("it is checked");
        assert_eq!(report.verification.evidence, Evidence::Verified, "{report:?}");
        let report = page.act(Do::Uncheck.action(target)).await.expect("it is unchecked");
        assert_eq!(report.verification.evidence, Evidence::Verified, "{report:?}");
        let turned = page.js("log.filter(entry => entry.startsWith('turned')).join()").await;
        let all = [
            "Agree trusted on",
            "Shade trusted on",
            "Deep trusted on",
            "Told trusted on",
            "Told trusted off",
        ];
        assert_eq!(turned.trim_matches('"'), all.map(|entry| format!("turned {entry}")).join(","));
    });
}
