//! What a model reads of a fixed visit: some pages of `fixtures/` and the demo's shop, by the command line. The tokens are summed
//! by kind of line and held to a bound, so that no change makes answers wordier unnoticed.
//!
//! `cargo test -p domtool-cli --test end_to_end economy -- --nocapture` prints the table. With `DOMTOOL_ECONOMY_TEXT=FILE` all that
//! was read is written there.

use std::{collections::BTreeMap, fs};

use domtool::text::token_estimate;

use crate::home::Home;

/// One call; `@NAME` stands for the id of the first element of this name, `@NAME>OTHER` for the first `OTHER` after it.
type Call = &'static [&'static str];

/// A page, and the calls on it.
const VISIT: &[(&str, &[Call])] = &[
    (
        "",
        &[
            &["observe"],
            &["click", "@Add Sencha"],
            &["click", "@Accept cookies"],
            &["observe"],
            &["click", "@Add Sencha"],
            &["click", "@Add Oolong"],
            &["click", "@Add Assam>Wish list"],
            &["click", "@One tin more"],
            &["fill", "@Full name", "Ada Lovelace"],
            &["select", "@Country", "Netherlands"],
            &["check", "@Wrap it as a gift"],
            &["fill", "@Card number", "4000 1234 5678 9010"],
        ],
    ),
    (
        "economy.html",
        &[
            &["observe"],
            &["click", "@Actions"],
            &["click", "@Action 7"],
            &["click", "@People"],
            &["click", "@Bob>Remove"],
            &["click", "@Tasks"],
            &["click", "@Call the printer>Done"],
            &["select", "@Permission", "Authentication and Authorization | user | Can delete user"],
            &["click", "@Rename"],
            &["observe"],
            &["fill", "@New name", "Plans"],
            &["click", "@Keep"],
        ],
    ),
    (
        "effects.html",
        &[
            &["observe"],
            &["click", "@Menu"],
            &["click", "@Cut"],
            &["click", "@Success by class"],
            &["click", "@Alert"],
            &["click", "@Dialog"],
            &["click", "@Yes, really"],
            &["press", "Escape"],
            &["click", "@Replace text"],
            &["fill", "@Name", "Ada"],
            &["click", "@Nothing"],
        ],
    ),
    (
        "fields.html",
        &[
            &["observe"],
            &["fill", "@Full name", "Ada Lovelace"],
            &["fill", "@Email", "ada@example.com"],
            &["fill", "@Short", "abcdefgh"],
            &["fill", "@Day", "2026-11-24"],
            &["press", "@Email", "Tab"],
        ],
    ),
    (
        "toggles.html",
        &[
            &["observe"],
            &["check", "@Box"],
            &["check", "@Switch"],
            &["uncheck", "@Done"],
            &["check", "@Large"],
            &["observe"],
        ],
    ),
    (
        "navigation.html",
        // What they lead to is in their reports.
        &[&["observe"], &["click", "@Push"], &["click", "@Go to two"], &["back"]],
    ),
    (
        "query-shop.html",
        &[
            &["observe", "--query", "add the Samsung camera to the cart", "--budget", "800"],
            &["find", "Samsung camera"],
            &["select", "@Sort by", "Newest"],
            &["check", "@Samsung"],
            &["observe", "--query", "add the Samsung camera to the cart", "--budget", "800"],
        ],
    ),
];

/// The most that the visit may take. It took 8,502 when this was first measured, 5,946 when each fact was said once, 5,641 when what
/// an action set was left to its `ok`, and 5,591 in two calls fewer when a report had the page that it led to.
const MOST: u32 = 5_650;

/// The id that a call's word stands for, as another caller sees the page: the first one's next diff must not depend on it.
fn resolve(home: &Home, word: &str) -> String {
    let Some(name) = word.strip_prefix('@') else { return word.to_owned() };
    let seen = home.json(&["observe", "--caller", "finder", "--budget", "0", "--enrich", "none"]);
    let elements = seen["elements"].as_array().unwrap();
    let (after, name) = name.split_once('>').map_or((None, name), |(after, name)| (Some(after), name));
    let text = seen["text"].as_str().unwrap();
    let skipped = after.map_or(0, |after| {
        let start = text.find(after).unwrap_or_else(|| panic!("{after}: {text}"));
        let count =
            |id: &str| text[..start].lines().any(|line| line.trim_start().starts_with(&format!("{id} ")));
        elements.iter().filter(|element| count(element["id"].as_str().unwrap())).count()
    });
    if let Some(found) = elements.iter().skip(skipped).find(|element| element["name"] == name) {
        return found["id"].as_str().unwrap().to_owned();
    }
    // What is behind a dialog is found all the same.
    let found = home.json(&["find", name, "--caller", "finder"]);
    found["matches"][0]["id"].as_str().unwrap_or_else(|| panic!("{word}: {text}")).to_owned()
}

/// What kind of line it is, of an answer to a call.
fn kind(call: Call, line: &str) -> &'static str {
    let begins = |start: &str| line.starts_with(start);
    match call[0] {
        _ if begins("[") => "boundary",
        _ if line.contains(" | http://") || line.contains(" | 1280x") || begins("1280x") => "page line",
        _ if begins("also: ") => "also",
        _ if begins("ok ") => "ok",
        _ if begins("+ ") => "added",
        _ if begins("- ") => "removed",
        _ if begins("~ ") || begins("> ") => "changed",
        "observe" | "find" => "page",
        _ => "told beside",
    }
}

#[test]
fn a_fixed_visit_takes_few_tokens() {
    let home = Home::new();
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut total, mut calls, mut all) = (0, 0, String::new());
    for (page, visit) in VISIT {
        // What a visitor reads of the way there is no part of it.
        home.run(&[
            "open",
            "--caller",
            "finder",
            &home.server.url(if page.is_empty() { "shop" } else { page }),
        ])
        .good();
        for call in *visit {
            let words: Vec<String> = call.iter().map(|word| resolve(&home, word)).collect();
            let ran = home.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let read = ran.out + &ran.err;
            all += &format!("$ domtool {}\n{read}\n", words.join(" "));
            for line in read.split_inclusive('\n') {
                *kinds.entry(kind(call, line)).or_default() += token_estimate(line);
            }
            total += token_estimate(&read);
            calls += 1;
        }
    }
    if let Some(file) = std::env::var_os("DOMTOOL_ECONOMY_TEXT") {
        fs::write(file, &all).unwrap();
    }
    eprintln!("{calls} calls, {total} tokens");
    for (kind, tokens) in kinds {
        eprintln!("{tokens:>7} {kind}");
    }
    assert!(total <= MOST, "{total} tokens:\n{all}");
}
