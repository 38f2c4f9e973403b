//! Every operation of the table, once, on a real page: what it gives, and what the page itself says of it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::home::Home;

/// One row: what to do first, the call (`ID` stands for the id of the element named), and the proof.
struct Row {
    op: &'static str,
    first: &'static [&'static [&'static str]],
    element: &'static str,
    call: &'static [&'static str],
    /// An expression in the page, and the JSON that it must give.
    proof: (&'static str, &'static str),
}

const fn row(
    op: &'static str,
    element: &'static str,
    call: &'static [&'static str],
    proof: (&'static str, &'static str),
) -> Row {
    Row { op, first: &[], element, call, proof }
}

const VALUE: &str = "document.querySelector('[aria-label=Name]').value";
const TITLE: &str = "document.title";
const VOLUME: &str = "document.querySelector('[type=range]').value";

const ROWS: &[Row] = &[
    row("observe", "", &["observe", "--budget", "500"], (TITLE, "\"all\"")),
    row("find", "", &["find", "everything"], (TITLE, "\"all\"")),
    row("read", "", &["read", "--budget", "500"], (TITLE, "\"all\"")),
    row("table", "", &["table", "Stock"], (TITLE, "\"all\"")),
    row("click", "Save", &["click", "ID"], (TITLE, "\"clicked true\"")),
    row("double-click", "Open", &["double-click", "ID"], (TITLE, "\"twice true\"")),
    row("hover", "Menu", &["hover", "ID"], (TITLE, "\"over true\"")),
    row("fill", "Name", &["fill", "ID", "Ada"], (VALUE, "\"Ada\"")),
    Row {
        first: &[&["fill", "ID", "Ada"]],
        ..row("type", "Name", &["type", "ID", " L."], (VALUE, "\"Ada L.\""))
    },
    Row { first: &[&["fill", "ID", "Ada"]], ..row("clear", "Name", &["clear", "ID"], (VALUE, "\"\"")) },
    row("press", "Name", &["press", "ID", "Enter"], (TITLE, "\"entered true\"")),
    row(
        "select",
        "Country",
        &["select", "ID", "Belgium"],
        ("document.querySelector('select').value", "\"Belgium\""),
    ),
    row("check", "Gift", &["check", "ID"], ("document.querySelector('[type=checkbox]').checked", "true")),
    Row {
        first: &[&["check", "ID"]],
        ..row(
            "uncheck",
            "Gift",
            &["uncheck", "ID"],
            ("document.querySelector('[type=checkbox]').checked", "false"),
        )
    },
    row("right-click", "Options", &["right-click", "ID"], (TITLE, "\"menu true\"")),
    row("drag", "Volume", &["drag", "ID", "--from", "3%,50%", "--by", "300,0"], (VOLUME, "\"100\"")),
    row("drag", "Volume", &["drag", "ID", "--path", "3%,50% 60%,50% 100%,50%"], (VOLUME, "\"100\"")),
    row("send-click-event", "Save", &["send-click-event", "ID"], (TITLE, "\"clicked false\"")),
    row("highlight", "Save", &["highlight", "ID"], (TITLE, "\"all\"")),
    row("submit", "Search", &["submit", "ID"], (TITLE, "\"sent true\"")),
    row(
        "select-text",
        "",
        &["select-text", "--phrase", "everything"],
        ("String(getSelection())", "\"Everything\""),
    ),
    Row { first: &[&["fill", "ID", "Ada"]], ..row("copy", "Name", &["copy", "ID"], (VALUE, "\"Ada\"")) },
    Row { first: &[&["fill", "ID", "Ada"]], ..row("cut", "Name", &["cut", "ID"], (VALUE, "\"\"")) },
    row("paste", "Name", &["paste", "ID", "--text", "Eve"], (VALUE, "\"Eve\"")),
    row("upload", "Photo", &["upload", "ID", "photo.png"], (TITLE, "\"photo.png true\"")),
    row("download", "Note", &["download", "ID"], (TITLE, "\"all\"")),
    row(
        "emulate",
        "",
        &["emulate", "--colors", "dark", "--viewport", "700x500"],
        ("matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 700", "true"),
    ),
    row("scroll", "", &["scroll", "--to", "bottom"], ("scrollY > 1000", "true")),
    row("scroll-into-view", "Far", &["scroll-into-view", "ID"], ("scrollY > 1000", "true")),
    row("next-chunk", "", &["next-chunk"], ("scrollY > 300", "true")),
    Row {
        first: &[&["scroll", "--to", "bottom"]],
        ..row("prev-chunk", "", &["prev-chunk"], ("scrollY > 300 && scrollY < 4000", "true"))
    },
    row("wheel", "", &["wheel", "0,300"], ("scrollY", "300")),
    row(
        "act",
        "Save",
        &["act", "wait --text Everything\nclick ID --expect any_change"],
        (TITLE, "\"clicked true\""),
    ),
    row(
        "act",
        "Save",
        &["act", "wait --text /Every.*/\nclick ID", "--until", "any_change", "--at-most", "3"],
        (TITLE, "\"clicked true\""),
    ),
    row("wait", "", &["wait", "--text", "Everything"], (TITLE, "\"all\"")),
    row("wait", "Save", &["wait", "--text", "/^sav(e|ed)$/i", "--at-least", "1"], (TITLE, "\"all\"")),
    row("wait", "Country", &["wait", "--options", "ID"], (TITLE, "\"all\"")),
    Row {
        first: &[&["click", "ID"]],
        ..row("dialog", "Ask", &["dialog", "accept"], (TITLE, "\"answer true true\""))
    },
    Row { first: &[&["open", "NEXT"]], ..row("back", "", &["back"], (TITLE, "\"all\"")) },
    Row { first: &[&["open", "NEXT"], &["back"]], ..row("forward", "", &["forward"], (TITLE, "\"next\"")) },
    Row { first: &[&["click", "ID"]], ..row("reload", "Save", &["reload"], (TITLE, "\"all\"")) },
    row("stop", "", &["stop"], (TITLE, "\"all\"")),
    row("eval", "", &["eval", "--allow-eval", "1 + 1"], (TITLE, "\"all\"")),
    Row {
        first: &[&["observe"]],
        ..row("screenshot", "", &["screenshot", "--marks", "page.png"], (TITLE, "\"all\""))
    },
    row("pdf", "", &["pdf", "page.pdf", "--landscape"], (TITLE, "\"all\"")),
    Row {
        first: &[&["click", "ID"]],
        ..row("requests", "Fetch", &["requests", "--failed"], (TITLE, "\"fetched true\""))
    },
    row("locate", "Save", &["locate", "ID"], (TITLE, "\"all\"")),
    row("id", "", &["id", "--xpath", "//button[.='Save']"], (TITLE, "\"all\"")),
    row("state", "", &["state", "save", "state.json"], (TITLE, "\"all\"")),
    row("cookies", "", &["cookies", "set", "theme", "zqdark"], ("document.cookie", "\"theme=zqdark\"")),
    row(
        "storage",
        "",
        &["storage", "set", "session", "key", "-zq1"],
        ("sessionStorage.getItem('key')", "\"-zq1\""),
    ),
    row("tab", "", &["tab", "new", "NEXT"], (TITLE, "\"next\"")),
    row("sessions", "", &["sessions"], (TITLE, "\"next\"")),
];

#[test]
fn every_operation_does_what_it_says() {
    let home = Home::new();
    std::fs::write(home.path("photo.png"), "no picture").unwrap();
    // The last two need a person: `paused`.
    let mut done: BTreeSet<&str> = ["open", "close", "pause", "resume"].into();
    for row in ROWS {
        if row.op != "sessions" {
            home.json(&["open", &home.server.url("all")]);
        }
        let id = if row.element.is_empty() { String::new() } else { home.id(row.element) };
        let next = home.server.url("next");
        let fill = |words: &[&'static str]| -> Vec<String> {
            let word = |word: &&str| match *word {
                "ID" => id.clone(),
                "NEXT" => next.clone(),
                other => other.replace(" ID", &format!(" {id}")),
            };
            words.iter().map(word).collect()
        };
        let run = |words: &[&'static str]| -> Value {
            let words = fill(words);
            home.json(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        for words in row.first {
            run(words);
        }
        let given = run(row.call);
        shape(row.op, &given, &home);
        let (expression, expected) = row.proof;
        assert_eq!(home.eval(expression).to_string(), expected, "after {}: {given}", row.op);
        done.insert(row.op);
    }
    let closed = home.json(&["close"]);
    assert_eq!(closed["closed"][0], "default");

    let schema = home.run(&["schema"]).good().json();
    let all = schema["operations"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap());
    assert_eq!(all.collect::<BTreeSet<_>>(), done, "every operation has a row");
}

/// What each operation's JSON has.
fn shape(op: &str, given: &Value, home: &Home) {
    match op {
        "observe" => {
            assert!(given["text"].as_str().unwrap().contains("button \"Save\""), "{given}");
            assert!(given["tokens"].as_u64().unwrap() <= 500, "{given}");
        }
        "find" => {
            let found = &given["matches"][0];
            assert_eq!((&given["total"], &found["place"]), (&1.into(), &"in view".into()), "{given}");
            assert!(given["text"].as_str().unwrap().contains(found["id"].as_str().unwrap()), "{given}");
        }
        "table" => {
            let cells: Vec<_> =
                given["rows"].as_array().unwrap().iter().map(|row| &row["cells"][0]["text"]).collect();
            assert_eq!(cells, ["Tea", "Coffee"], "{given}");
        }
        "read" => {
            assert!(given["text"].as_str().unwrap().contains("[page "), "{given}");
            assert!(given["tokens"].as_u64().unwrap() <= 500, "{given}");
        }
        "act" => {
            assert_eq!(
                (&given["done"][1]["action"], &given["not_done"]),
                (&"click".into(), &0.into()),
                "{given}"
            );
            let met = match given["rounds"]["done"].as_u64() {
                Some(rounds) => {
                    assert_eq!(rounds, 1, "{given}");
                    &given["rounds"]["met"]
                }
                None => &given["done"][1]["verification"]["met"],
            };
            assert_eq!(met, "any_change", "{given}");
        }
        "tab" => assert_eq!(given["tabs"].as_array().unwrap().len(), 2, "{given}"),
        "sessions" => assert_eq!(given["sessions"][0]["name"], "default", "{given}"),
        "eval" => assert_eq!(given["value"], 2, "{given}"),
        "pdf" => {
            let pdf = std::fs::read(home.path("page.pdf")).unwrap();
            assert!(pdf.starts_with(b"%PDF-") && given["bytes"] == pdf.len(), "{given}");
        }
        "state" => {
            let state = std::fs::read_to_string(home.path("state.json")).unwrap();
            assert!(state.contains("\"cookies\"") && given["cookies"] == 0, "{given}");
        }
        "cookies" => assert_eq!(given["cookies"][0]["name"], "theme", "{given}"),
        "storage" => assert_eq!(given["changed"], true, "{given}"),
        "locate" => {
            assert_eq!(given["name"], "Save", "{given}");
            assert!(given["playwright"].as_str().unwrap().starts_with("page.locator(\""), "{given}");
        }
        "id" => assert_eq!((&given["name"], &given["operable"]), (&"Save".into(), &true.into()), "{given}"),
        "requests" => {
            let all = given["requests"].as_array().unwrap();
            let failed =
                |request: &&Value| request["url"].as_str().unwrap().ends_with("/missing?token=\u{2026}");
            assert_eq!(all.iter().filter(failed).count(), all.len(), "{given}");
            assert_eq!((&all[0]["status"], &all[0]["type"]), (&404.into(), &"fetch".into()), "{given}");
        }
        "screenshot" => {
            let png = std::fs::read(home.path("page.png")).unwrap();
            assert!(png.starts_with(b"\x89PNG"));
            assert!(given["marks"].as_u64().unwrap() > 3, "{given}");
        }
        _ => {
            if op == "download" {
                let saved = given["effects"]["downloads"][0]["path"].as_str().unwrap();
                assert_eq!(std::fs::read_to_string(saved).unwrap(), "hello", "{given}");
            }
            assert_eq!(given["action"].as_str().unwrap().replace('_', "-"), op, "{given}");
            assert_eq!(given["verification"]["passed"], true, "{given}");
        }
    }
}

#[test]
fn a_person_gets_lines_and_a_program_one_object() {
    let home = Home::new();
    let seen = home.run(&["observe", &home.server.url("all")]).good();
    assert!(seen.out.contains("button \"Save\"") && seen.err.is_empty(), "{seen:?}");
    let id = home.id("Save");
    let clicked = home.run(&["click", &id]).good();
    let line = clicked.out.lines().next().unwrap_or_default();
    let rest =
        line.strip_prefix(&format!("ok click {id} button \"Save\"")).expect("it says what was clicked");
    // On a slow machine it says how long that took.
    assert!(rest.is_empty() || rest.ends_with(" ms"), "{clicked:?}");
    let quiet = home.run(&["click", &id, "--quiet", "--json"]).good().json();
    assert_eq!(quiet["diff"], "");
    let json = home
        .run(&["observe", "--format", "json", "--budget", "0", "--with", "backend,box,tier,why,xpath"])
        .good();
    assert!(json.json()["page"].is_object(), "{json:?}");
}

#[test]
fn a_page_comes_in_the_format_that_is_asked_for() {
    let home = Home::new();
    home.run(&["observe", &home.server.url("all")]).good();
    let flat = home.run(&["observe", "--format", "semantic"]).good().json();
    let list = flat["interactive_tree"].as_array().unwrap();
    assert!(flat["legend"].is_string() && list.iter().any(|item| item["n"] == "Save"), "{flat}");
    let look = home.run(&["observe", "--format", "hybrid", "--picture", "look.jpg"]).good();
    assert!(std::fs::read(home.path("look.jpg")).unwrap().starts_with(&[0xff, 0xd8]));
    assert!(look.out.contains("<button id=") && look.out.contains("\npicture: "), "{look:?}");
    let marked = home.run(&["observe", "--marks", "--json", "--format", "json"]).good().json();
    assert!(marked["picture"]["marks"].as_u64().unwrap() > 3, "{marked}");
    for (format, shows) in [("skeleton", "<button id="), ("full", "<button data-id="), ("markdown", "# ")] {
        let seen = home.run(&["observe", "--format", format]).good();
        assert!(seen.out.contains(shows), "{format}: {seen:?}");
    }
    let schema = home.run(&["schema"]).good().json();
    let formats = schema["formats"].as_array().unwrap();
    assert!(formats.iter().any(|format| format["schema"]["properties"]["interactive_tree"].is_object()));
}

#[test]
fn statistics_are_of_the_look_or_of_the_page_too() {
    let home = Home::new();
    let address = home.server.url("all");
    let last = |args: &[&str]| -> Value {
        let seen = home.run(args).good();
        let line = seen.out.lines().last().and_then(|line| line.strip_prefix("stats: "));
        serde_json::from_str(line.unwrap_or_else(|| panic!("{seen:?}"))).unwrap()
    };
    let look = last(&["observe", &address, "--stats"]);
    assert!(look["nodes"].as_u64() > Some(10) && look["page"].is_null(), "{look}");
    let page = last(&["observe", "--stats", "page"]);
    assert!(page["page"]["load_ms"].is_f64() && page["page"]["dom_nodes"].as_u64() > Some(10), "{page}");
    let typed = home.run(&["observe", "--stats", "page", "--json"]).good().json();
    assert!(typed["stats"]["page"]["long_tasks"]["count"].is_u64(), "{typed}");
    home.run(&["observe", "--stats", "elsewhere", "--json"]).failed(2, "INVALID_INPUT");
}

#[test]
fn files_are_opened_by_their_path() {
    let home = Home::new();
    std::fs::write(home.path("a b.html"), "<title>local</title><button>Here</button>").unwrap();
    let seen = home.run(&["observe", "a b.html"]).good();
    assert!(seen.out.contains("button \"Here\""), "{seen:?}");
    home.run(&["observe", "./missing.html", "--json"]).failed(2, "INVALID_INPUT");
}

#[test]
fn what_is_expected_decides_the_exit_code() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let save = home.id("Save");
    let clicked = home.json(&["click", &save, "--expect", "appears:no such words or any_change"]);
    assert_eq!(clicked["verification"]["met"], "any_change", "{clicked}");
    let call = ["click", &save, "--expect", "navigation", "--within", "0.2"];
    let error = home.run(&[&call[..], &["--json"]].concat()).failed(1, "EXPECTATION_FAILED");
    assert_eq!(error["dispatched"], "yes", "{error}");
    assert_eq!(error["obstacle"]["instead"]["verification"]["passed"], false, "{error}");
    let text = home.run(&call);
    assert!(text.err.starts_with("EXPECTATION_FAILED: ") && text.err.contains("dispatched: yes"), "{text:?}");
    // What is said of the device comes before, and brings no new page.
    home.json(&["open", &home.server.url("next"), "--colors", "dark", "--expect", "navigation"]);
    // Found before anything is done.
    for wrong in [
        &["click", &save, "--expect", "ticked"][..],
        &["click", &save, "--within", "1"],
        &["observe", "--expect", "any_change"],
    ] {
        assert_eq!(home.run(wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn several_actions_end_where_the_page_becomes_another() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let (name, gift, next) = (home.id("Name"), home.id("Gift"), home.id("Next page"));
    let plan = format!("fill {name} 'Ada L.'\ncheck {gift}\nclick {next}\nclick {gift}\npress Enter");
    let ran = home.run(&["act", &plan, "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let batch = ran.json();
    assert_eq!(
        (&batch["ok"], &batch["not_done"], &batch["stopped"]["at"]),
        (&false.into(), &2.into(), &4.into())
    );
    assert_eq!(batch["done"].as_array().unwrap().len(), 3, "{batch}");
    assert!(batch["stopped"]["why"].as_str().unwrap().contains("new page"), "{batch}");
    assert_eq!(home.eval("document.title"), "next");
    // As JSON; one that cannot be done is reported with what was done before it.
    home.json(&["open", &home.server.url("all")]);
    let (save, never) = (home.id("Save"), home.id("Never"));
    let plan = format!(
        r#"[{{"op":"click","id":"{save}"}},{{"op":"click","id":"{never}"}},{{"op":"click","id":"{save}"}}]"#
    );
    let ran = home.run(&["act", &plan, "--json"]);
    let batch = ran.json();
    assert_eq!((ran.code, &batch["stopped"]["error"]["code"]), (Some(1), &"DISABLED".into()), "{batch}");
    assert_eq!((&batch["not_done"], batch["done"].as_array().unwrap().len()), (&2.into(), 1), "{batch}");
    let text = home.run(&["act", &plan]);
    assert!(text.out.contains("failed action 2: DISABLED") && text.out.contains("not done: 2"), "{text:?}");
    let lines = ["fly e1", "close", "observe", "observe\nclick Save", "act 'click e1'", "eval 1", "[]", ""];
    let unknown =
        format!(r#"[{{"op":"check","id":"{save}"}},{{"op":"click","id":"{save}","colour":"red"}}]"#);
    let no_key = format!("click {save}\npress Entr");
    for wrong in lines.into_iter().chain([unknown.as_str(), &no_key]) {
        assert_eq!(home.run(&["act", wrong, "--json"]).code, Some(2), "{wrong:?}");
    }
    assert_eq!(home.eval("document.title"), "clicked true", "nothing of these was done");
}

#[test]
fn several_actions_may_open_a_page_and_end_with_a_look() {
    let home = Home::new();
    let (all, next) = (home.server.url("all"), home.server.url("next"));
    // No session runs yet.
    let ran = home.run(&["act", &format!("open {all}\nfill Name Ada\ncheck Gift\nfind Country")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("find \"Country\": ") && ran.out.contains("select \"Country\""), "{ran:?}");
    assert!(!ran.out.contains("observe to see it"), "{ran:?}");
    assert_eq!(home.eval("document.querySelector('[aria-label=Name]').value"), "Ada");
    // What the look shows is told once.
    let ran = home.run(&["act", "click Save\nobserve"]);
    assert!(ran.out.starts_with("ok click") && ran.out.contains("[page "), "{ran:?}");
    assert!(!ran.out.contains("\n~ ") && ran.out.matches("button \"Save\"").count() == 2, "{ran:?}");
    let batch = home.json(&["act", "uncheck Gift\nread"]);
    assert_eq!((&batch["ok"], &batch["look"]["ok"]), (&true.into(), &true.into()), "{batch}");
    assert!(batch["look"]["text"].as_str().is_some_and(|text| text.contains("Everything")), "{batch}");
    // A look that fails says so after what was done; one that was for another page is not taken.
    let ran = home.run(&["act", "check Gift\nobserve --under e4711"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.starts_with("ok check") && ran.out.contains("failed last: "), "{ran:?}");
    let ran = home.run(&["act", "click Never\nobserve"]);
    assert!(ran.code == Some(1) && !ran.out.contains("[page "), "{ran:?}");
    // Where they led to a page that the look was not meant for, that page is shown.
    let ran = home.run(&["act", &format!("open {next}\nclick Nowhere\nfind Country")]);
    assert!(ran.code == Some(1) && ran.out.contains("NOT_FOUND") && ran.out.contains("[page "), "{ran:?}");
    assert!(!ran.out.contains("find \"Country\""), "{ran:?}");
    // Of a part of the page the look says less than what changed.
    let ran = home.run(&["act", &format!("open {all}\nclick Save\nfind Country")]);
    assert!(ran.code == Some(0) && ran.out.contains("Save"), "{ran:?}");
    // In the middle, too; what follows is by words.
    let ran = home.run(&["act", &format!("open {next}\nopen {all}\nclick Save")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(home.eval("document.title"), "clicked true");
    let wrong = home.run(&["act", &format!("open {next} --colors dark\nobserve"), "--json"]);
    wrong.failed(2, "INVALID_INPUT");
}
