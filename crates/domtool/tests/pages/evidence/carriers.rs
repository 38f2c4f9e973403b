//! What an action set in motion by any carrier, and what came and went meanwhile.

use std::time::Duration;

use domtool::{Action, Button, Click, ElementId, ErrorKind, Outcome, Report, Wheel};

use tokio::time::sleep;

use crate::support::{Page, alone, each_in, id_in, on};

/// Where the effect is carried by what the handlers begin.
const BEGUN: [&str; 9] = ["timer", "interval", "polling", "frames", "task", "idle", "window", "port", "made"];
/// Where something is asked for.
const ASKED: [&str; 4] = ["fetch", "picture", "socket", "stream"];
/// Where something that lives on the page carries it.
const RESIDENT: [&str; 8] =
    ["worker", "asking", "busy", "refused", "across", "broadcast", "shared", "foreign"];

/// What is kept elsewhere for the page, and what other contexts do for it.
const KEPT: [&str; 6] = ["stored", "caches", "files", "cookies", "lock", "service"];
/// What the platform computes, reads or asks for the page, and answers by a promise or an event. Nothing tells of it before.
const PLATFORM: [&str; 18] = [
    "digest",
    "derive",
    "bitmap",
    "canvas",
    "reader",
    "blob",
    "compression",
    "audio",
    "permission",
    "estimate",
    "compiling",
    "module",
    "decoding",
    "peers",
    "codecs",
    "waiting",
    "signal",
    "database",
];
/// What the page sees of what is shown and played.
const SHOWN: [&str; 6] = ["animation", "transition", "view", "observers", "sizes", "media"];

fn text_of(report: &Report) -> String {
    serde_json::to_string(report).unwrap_or_else(|error| error.to_string())
}

/// The table: each carrier with its effect after 50, 300 and 900 ms, and with a switch that goes back.
fn check(carriers: &[&str]) {
    check_on("carriers", carriers);
}

fn check_on(fixture: &str, carriers: &[&str]) {
    let mut rows = Vec::new();
    for by in carriers {
        rows.extend([50, 300, 900].map(|ms| format!("by={by}&ms={ms}")));
        // A click in a frame turns no switch of the page.
        rows.extend((*by != "foreign").then(|| format!("by={by}&ms=400&back")));
    }
    check_rows(fixture, &rows);
}

fn check_rows(fixture: &str, rows: &[String]) {
    let mut wrong = Vec::new();
    alone(async |browser| {
        each_in(
            browser,
            rows,
            |row| format!("evidence/{fixture}.html?{row}"),
            async |page, row| {
                if let Err(why) = run(page, row.contains("&back")).await {
                    wrong.push(format!("{row}: {why}"));
                }
            },
        )
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

async fn run(page: &Page, back: bool) -> Result<(), String> {
    page.becomes("!!(document.getElementById('go') ?? document.querySelector('iframe'))").await;
    let target = id_in(&page.see().await, "Go")?;
    let outcome = page.act(if back { Action::check(target) } else { Action::click(target) }).await;
    if !page.becomes("log.includes('did it trusted')").await {
        return Err(format!("it never came: {outcome:?}"));
    }
    // What comes later than a second nobody waits for.
    if page.js("window.after > 1000").await == "true" {
        return Ok(());
    }
    match outcome {
        Err(error) if back && error.kind() == ErrorKind::ValueRejected => Ok(()),
        Err(error) => Err(format!("FALSE FAILURE: {error}")),
        Ok(report) if back && report.still.is_empty() => Err(format!("FALSE OK: {}", text_of(&report))),
        Ok(_) if back => Ok(()),
        Ok(report) => {
            let text = text_of(&report);
            let told = report.diff.contains("Late") || !report.still.is_empty() || text.contains("so far");
            let told = told && !text.contains("nothing happened");
            if told { Ok(()) } else { Err(text) }
        }
    }
}

#[test]
fn what_handlers_begin_is_waited_for() {
    check(&BEGUN[..4]);
}

/// What shows how far it is shows no end: it is watched, or said to go on.
#[test]
fn what_shows_its_steps_is_waited_for_to_its_end() {
    let rows = ["ticker", "chain"].into_iter().flat_map(|by| {
        let back = ["400&back", "800&back"];
        ["50", "300", "900"].into_iter().chain(back).map(move |ms| format!("by={by}&ms={ms}"))
    });
    check_rows("carriers", &rows.collect::<Vec<_>>());
}

#[test]
fn what_is_posted_and_scheduled_is_waited_for() {
    check(&BEGUN[4..]);
}

#[test]
fn what_is_asked_for_is_waited_for() {
    check(&ASKED);
}

#[test]
fn what_workers_and_channels_bring_is_waited_for() {
    check(&RESIDENT[..4]);
}

#[test]
fn what_other_contexts_bring_is_waited_for() {
    check(&RESIDENT[4..]);
}

#[test]
fn a_database_is_waited_for() {
    check(&["database"]);
}

#[test]
fn what_is_kept_elsewhere_is_waited_for() {
    check_on("carriers-platform", &KEPT);
}

#[test]
fn what_the_platform_computes_is_waited_for() {
    check_on("carriers-platform", &PLATFORM[..9]);
}

#[test]
fn what_the_platform_answers_is_waited_for() {
    check_on("carriers-platform", &PLATFORM[9..]);
}

#[test]
fn what_is_seen_of_what_is_shown_is_waited_for() {
    check_on("carriers-platform", &SHOWN);
}

/// A text that is there at once is no end of what a switch set in motion.
#[test]
fn a_switch_that_says_so_at_once_is_watched_too() {
    let told = |fixture, carriers: &[&str]| {
        let rows: Vec<_> = carriers.iter().map(|by| format!("by={by}&ms=400&back&told")).collect();
        check_rows(fixture, &rows);
    };
    told("carriers", &["timer", "window", "port", "made", "worker", "fetch"]);
    told("carriers-platform", &PLATFORM);
    alone(async |browser| {
        // Nothing was begun: it is said at once.
        for enter in ["", "event", "press", "await", "noticed"] {
            let mut least = u64::MAX;
            // A busy machine takes long for anything.
            for nth in 0..20 {
                if least < 1_000 {
                    break;
                }
                let row = format!("evidence/carriers-platform.html?by=none&enter={enter}&ms=0&back&told");
                let page = Page::open(browser, &row).await;
                let target = page.id("Go").await;
                // In the script that fills four fifths of a heap, Chromium posts the task that cleans it: not in the same one at each try.
                page.js(&format!("Array.from({{ length: {nth} }}, () => Array(5_000).fill(.5)).length"))
                    .await;
                let report = page.act(Action::check(target)).await.expect("it is turned on");
                assert!(report.ok && report.diff.contains("Saving"), "{}", text_of(&report));
                least = least.min(report.ms);
            }
            assert!(least < 1_000, "{enter}: {least} ms");
        }
    });
}

/// From where in the page's scripts it is begun. Not of each does a record tell that a script runs.
const ENTRIES: [&str; 9] =
    ["event", "press", "form", "text", "script", "address", "await", "noticed", "reaction"];
/// The same, where it is after something that moves.
const AFTER_MOTION: [&str; 5] = ["view", "short", "finish", "finished", "moved"];

#[test]
fn what_any_script_begins_is_watched() {
    let rows = |by, entries: &[&str], how: &str| {
        let rows: Vec<_> = entries.iter().map(|enter| format!("by={by}&enter={enter}&ms=400{how}")).collect();
        check_rows("carriers-platform", &rows);
    };
    rows("signal", &ENTRIES, "&back&told");
    rows("signal", &ENTRIES, "");
    rows("timer", &AFTER_MOTION, "&back&told");
}

#[test]
fn what_is_begun_after_something_moved_is_watched() {
    // What promises the end of an animation is in no record.
    let known = AFTER_MOTION.iter().filter(|enter| **enter != "finished");
    let rows: Vec<_> = known.map(|enter| format!("by=signal&enter={enter}&ms=400&back&told")).collect();
    check_rows("carriers-platform", &rows);
}

/// Where scripts gave something away for the input that is not known before a second, and else at once.
#[test]
fn that_nothing_happened_is_said_at_once_only_where_nothing_was_begun() {
    // One recording of what scripts do is made in a browser at a time.
    alone(async |browser| {
        for (by, waits) in [("deaf", false), ("dead", false), ("later", false), ("lost", true)] {
            let page = Page::open(browser, &format!("evidence/carriers-platform.html?by={by}&ms=0")).await;
            page.becomes("!!document.getElementById('go')").await;
            page.see().await;
            let mut times = Vec::new();
            // A busy machine takes long for anything.
            while times.len() < 20 && (times.len() < 2 || !waits && times.iter().all(|ms| *ms >= 1_000)) {
                let report = page.click("Go").await.expect("it is clicked");
                assert!(text_of(&report).contains("nothing happened"), "{}", text_of(&report));
                times.push(report.ms);
            }
            assert_eq!(times.iter().all(|ms| *ms >= 1_000), waits, "{by}: {times:?}");
        }
    });
}

/// What is done with the element of this name, and what the page notes 300 ms later.
type Input = (&'static str, fn(ElementId) -> Action, &'static str);

const INPUTS: &[Input] = &[
    ("One click", Action::click, "click"),
    ("Two clicks", |target| Click::new(target).with_count(2).into(), "double"),
    ("Right click", |target| Click::new(target).with_button(Button::Right).into(), "right"),
    ("Hover here", Action::hover, "hover"),
    ("Check this", Action::check, "check"),
    ("Choose", |target| Action::select(target, ["Two"]), "select"),
    ("Send a file", |target| Action::upload(target, vec!["Cargo.toml".into()]), "upload"),
    ("Send the form", Action::submit, "submit"),
    ("Paste here", |target| Action::paste(Some(target.into()), Some("text".to_owned())), "paste"),
    ("Turn here", |target| Action::Wheel(Wheel::new(0.0, 50.0).over(target)), "wheel"),
    ("One click", |_| Action::press(None, "Escape".parse().expect("a key")), "press"),
    ("Root open", Action::click, "open"),
    ("Root closed", Action::click, "closed"),
    ("Frame own", Action::click, "own"),
    ("Frame foreign", Action::click, "foreign"),
];

#[test]
fn by_every_kind_of_input_what_comes_is_waited_for() {
    let mut wrong = Vec::new();
    alone(async |browser| {
        let page = Page::open(browser, "evidence/carriers-inputs.html").await;
        page.becomes("document.readyState === 'complete'").await;
        let mut inputs: Vec<_> =
            INPUTS.iter().map(|(name, input, noted)| (*name, *input, None, *noted)).collect();
        inputs.push(("Drag this", Action::click, Some("Drop here"), "drag"));
        for (name, input, onto, noted) in inputs {
            let seen = page.see().await;
            let target = id_in(&seen, name).unwrap_or_else(|error| panic!("{error}"));
            let action = match onto {
                Some(onto) => Action::drag(target, id_in(&seen, onto).expect("it is there")),
                None => input(target),
            };
            let outcome = page.act(action).await;
            if !page.noted(&format!("did {noted} trusted")).await {
                wrong.push(format!("{noted}: it never came: {outcome:?}"));
                continue;
            }
            match outcome {
                Ok(report) if report.diff.contains(&format!("Late {noted}")) => {}
                Ok(report) => wrong.push(format!("{noted}: {}", text_of(&report))),
                Err(error) => wrong.push(format!("{noted}: FALSE FAILURE: {error}")),
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_requests_of_workers_are_the_pages() {
    on("evidence/carriers.html?by=asking&ms=200", async |page| {
        let report = page.click("Go").await.expect("it is clicked");
        let asked = report.effects.requests.iter().find(|request| request.url.contains("/late"));
        assert_eq!(asked.and_then(|request| request.status), Some(200), "{}", text_of(&report));
        assert!(report.diff.contains("Late"), "{}", text_of(&report));
    });
}

/// Beside other effects too: more may come where something lives on the page that cannot be followed.
#[test]
fn that_nothing_changed_is_so_far_beside_a_live_worker() {
    on("evidence/carriers-platform.html?by=dead&ms=0", async |page| {
        page.becomes("!!document.getElementById('go')").await;
        page.js("go.onclick = () => { fetch('/late?ms=0&text=x') }").await;
        let report = page.click("Go").await.expect("it is clicked");
        assert!(!report.effects.requests.is_empty(), "{}", text_of(&report));
        assert_eq!(report.diff, "nothing changed\n");
        page.js("window.kept = new Worker(URL.createObjectURL(new Blob(['onmessage = close'])))").await;
        let report = page.click("Go").await.expect("it is clicked");
        assert!(!report.effects.requests.is_empty(), "{}", text_of(&report));
        assert_eq!(report.diff, "nothing changed so far\n");
    });
}

/// A key that only moves the caret is not held up by a timer that may come to nothing.
#[test]
fn a_timer_that_only_sets_itself_again_holds_no_key_up() {
    // One recording of timers at a time is made in a browser.
    alone(async |browser| {
        let page = Page::open(browser, "evidence/idle-timers.html").await;
        page.click("Editor").await.expect("it is clicked");
        let mut least = u64::MAX;
        // A busy machine is slow at times, and never so fast that it had waited for the timer.
        for _ in 0..20 {
            if least < 800 {
                break;
            }
            let report = page.press("ArrowLeft").await.expect("it is pressed");
            assert!(!text_of(&report).contains("nothing happened"), "{}", text_of(&report));
            least = least.min(report.ms);
        }
        assert!(least < 800, "{least} ms: the timer takes 900");
        // A delayed call that uses one line for all its timers is no idle one.
        for text in ["ab", "abc", "abcd"] {
            let report = page.fill("Search", text).await.expect("it is filled");
            assert!(report.diff.contains(&format!("Found: {text}")), "{}", text_of(&report));
        }
    });
}

/// What is clicked, what is told in this order, and what the page notes at the end.
const TRANSIENTS: &[(&str, &[&str], &str)] = &[
    ("Copy", &["Copied!"], "copy"),
    ("Copy link", &["Link is copied"], "icon"),
    ("* Save draft", &["Draft is saved"], "nested"),
    ("Send", &["Sending...", "Was sent"], "steps"),
    ("Flash", &["Two flashed", "One flashed", "Three flashed"], "k3"),
    ("Press", &["Three was pressed", "One was pressed"], "k1"),
    ("Open tree", &["Open alert"], "Open alert"),
    ("Open tree", &["Open plain"], "Open plain"),
    ("Closed tree", &["Closed alert"], "Closed alert"),
    ("Closed tree", &["Closed plain"], "Closed plain"),
    ("Own tree", &["Custom note"], "own"),
    // No world hears of these two before a look finds them.
    ("Empty tree", &["Empty alert"], "Empty alert"),
    ("Empty tree", &["Empty plain"], "Empty plain"),
    ("Sealed tree", &["Sealed note"], "sealed"),
    ("Unhide", &["Was shown"], "hide"),
];

#[test]
fn what_came_and_went_is_told_in_order() {
    let mut wrong = Vec::new();
    on("evidence/transients.html", async |page| {
        let mut before = "";
        for (name, wanted, done) in TRANSIENTS {
            // What changed by itself 1.5 s before an action is the page's own ticking: on a busy machine the end of the last one is.
            if std::mem::replace(&mut before, *name) == *name {
                assert!(page.becomes("performance.now() - last > 1600").await, "{name}");
            }
            let target = page.id(name).await;
            page.forget().await;
            let report = page.click_id(target).await.expect("it is clicked");
            assert!(page.becomes(&format!("log.includes('did {done} trusted')")).await, "{name}");
            let seen = page.see().await;
            let mut told: Vec<String> =
                report.effects.messages.iter().map(|message| message.text.clone()).collect();
            // What came after the report is news of the next look.
            told.extend(seen.text.lines().map(str::to_owned));
            // On a busy machine the report comes while one of them stands there, and shows it, in the order of the page.
            let shown = |text: &str| {
                let (name, what) = text.split_once(' ').unwrap_or((text, ""));
                let id = seen.find(name).map(|button| format!("{} ", button.id));
                let state = if what == "flashed" { "class push" } else { "pressed" };
                let is_state = |line: &str| {
                    line.contains(state) && id.as_ref().is_some_and(|id| line.contains(id.as_str()))
                };
                report.diff.lines().any(|line| line.contains(text) || is_state(line))
            };
            let mut rest = told.iter();
            let missing = wanted
                .iter()
                .filter(|text| !shown(text))
                .find(|text| !rest.any(|line| line.contains(**text)));
            if let Some(text) = missing {
                wrong.push(format!("{name}: {text:?} is missing: {told:?} {}", text_of(&report)));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What lights up by itself is told also where it begins in one action and ends in another.
#[test]
fn what_flashes_through_other_actions_is_told() {
    on("evidence/transients.html", async |page| {
        page.forget().await;
        let mut told = text_of(&page.click("Flash").await.expect("it is clicked"));
        for _ in 0..30 {
            told.push_str(&text_of(&page.press("Shift").await.expect("it is pressed")));
            if page.js("log.includes('did k3 trusted')").await == "true" {
                break;
            }
        }
        told.push_str(&text_of(&page.press("Shift").await.expect("it is pressed")));
        told.push_str(page.see().await.text());
        for flash in ["Two", "One", "Three"] {
            // A report that comes while it is lit shows its class.
            let id = format!("{} ", page.id(flash).await);
            let lit = told.split("\\n").any(|line| line.contains(&id) && line.contains("class push"));
            assert!(told.contains(&format!("{flash} flashed")) || lit, "{flash}: {told}");
        }
    });
}

#[test]
fn what_counts_types_or_runs_by_is_no_flood() {
    on("evidence/transients.html", async |page| {
        let all = [
            ("Count", 0, "count"),
            ("Progress", 2, "progress"),
            ("Type", 0, "type"),
            ("Run", 0, "run"),
            ("Grow", 0, "k1"),
            ("Comment", 0, "comment"),
        ];
        for (name, most, done) in all {
            let report = page.click(name).await.expect("it is clicked");
            assert!(report.effects.messages.len() <= most, "{name}: {:?}", report.effects.messages);
            // What still runs moves the next button away.
            assert!(page.becomes(&format!("log.includes('did {done} trusted')")).await, "{name}");
        }
    });
}

#[test]
fn expectations_are_met_by_what_came_and_went() {
    on("evidence/transients.html", async |page| {
        let target = page.id("Copy").await;
        let copied = Action::click(target).expect(Outcome::Appears("Copied".to_owned()));
        let report = page.tab.act(copied, &domtool::ActOptions::default()).await.expect("it appeared");
        assert!(report.ok, "{}", text_of(&report));
        let target = page.id("Own tree").await;
        let note = Action::click(target)
            .expect(Outcome::Appears("Custom note".to_owned()))
            .within(Duration::from_secs(2));
        page.tab.act(note, &domtool::ActOptions::default()).await.expect("it appeared");
    });
}

/// Nothing is known of what a page that is always at work does next, whoever set it.
#[test]
fn a_page_that_is_always_at_work_is_not_said_to_be_done() {
    for (kind, open) in [("frames", true), ("poll", true), ("none", false)] {
        on(&format!("evidence/loops.html?kind={kind}"), async |page| {
            for name in ["Ask", "Quiet"] {
                let report = page.click(name).await.expect("it is clicked");
                let text = text_of(&report);
                assert_eq!(
                    text.contains("so far") || report.diff.contains("Answered"),
                    open,
                    "{kind} {name}: {text}"
                );
            }
        });
    }
}

/// A loop that ran before takes up what a click or a box left for it. A model thinks for a while before it acts.
#[test]
fn what_a_loop_that_ran_before_takes_up_is_waited_for() {
    for row in ["by=interval", "by=rounds", "by=heartbeat", "by=frames", "framed=interval"] {
        on(&format!("evidence/loops-before.html?{row}"), async |page| {
            let seen = page.see().await;
            let last = |name: &str| seen.elements.iter().rfind(|e| e.name == name).expect(name).id;
            let (adds, dark, message) = (last("Add"), last("Dark"), last("Message"));
            sleep(Duration::from_millis(500)).await;
            let report = page.act(Action::click(adds)).await.expect("it is clicked");
            assert!(report.diff.contains("Added"), "{row}: {}", text_of(&report));
            let enter = Action::press(Some(message.into()), "Enter".parse().expect("a key"));
            let report = page.act(enter).await.expect("it is pressed");
            assert!(report.diff.contains("Sent"), "{row}: {}", text_of(&report));
            sleep(Duration::from_millis(500)).await;
            let error = page.act(Action::check(dark)).await.expect_err("it is taken back");
            assert_eq!(error.kind(), ErrorKind::ValueRejected, "{row}: {error}");
        });
    }
    on("evidence/loops-before.html", async |page| {
        sleep(Duration::from_millis(500)).await;
        for _ in 0..3 {
            let report = page.click("Add").await.expect("it is clicked");
            assert_eq!(report.verification.note, "nothing happened", "{}", text_of(&report));
        }
        // What domtool itself still looks for after a change is no loop of the page's.
        page.click("Show").await.expect("it shows a text");
        sleep(Duration::from_millis(500)).await;
        let report = page.click("Add").await.expect("it is clicked");
        assert_eq!(report.verification.note, "nothing happened", "{}", text_of(&report));
        page.act(Action::check(page.id("Dark").await)).await.expect("it stays on");
    });
}
