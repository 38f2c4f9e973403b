//! States and values as they are now: set by script on properties, in the page, in an open and a closed shadow root, in a
//! frame of the same process and in one of another. The rest of each element's line says them.

use super::support::{Page, on};

const PLACES: &[&str] = &["page", "open", "closed", "frame", "oopif"];

/// The name of an element, its word, and what its line says after its name.
const CHANGED: &[(&str, &str, &str)] = &[
    ("half", "checkbox", "mixed"),
    ("on", "checkbox", "on"),
    ("off", "checkbox", "off"),
    ("radio", "radio", "on"),
    ("switch", "switch", "on"),
    ("box", "checkbox", "mixed"),
    ("toggle", "button", "pressed"),
    ("tab", "tab", "selected"),
    ("one", "select", r#"= "Two" of 2: "One", "Two""#),
    ("many", "select", r#"= "One, Three" 2 of 3: "One", "Two" disabled, "Three" multiple"#),
    ("grouped", "select", r#"= "Free" of 2: "Free"; group "g": "Shut" disabled"#),
    ("summary", "summary", "expanded"),
    ("menu", "button", "expanded"),
    ("closed menu", "button", "collapsed"),
    ("legend", "textbox", ""),
    ("fieldset", "textbox", "disabled"),
    ("fixed", "textbox", "read-only"),
    ("needed", "textbox", r#"= "x" required"#),
    ("untouched", "textbox", "required"),
    (
        "step",
        "spinbutton",
        r#"= "3" min 0 step 2 invalid "Please enter a valid value. The two nearest valid values are 2 and 4.""#,
    ),
    (
        "mail",
        "textbox",
        r#"= "foo" invalid "Please include an '@' in the email address. 'foo' is missing an '@'.""#,
    ),
    ("letters", "textbox", r#"= "1" invalid "Please match the requested format." note "letters""#),
    ("most", "spinbutton", r#"= "9" max 5 invalid "Value must be less than or equal to 5.""#),
    ("custom", "textbox", r#"= "fine" max 9 chars invalid "Taken already""#),
    ("told", "textbox", r#"invalid "Not a known code""#),
    ("described", "textbox", r#"invalid "Too short""#),
    ("busy", "button", "busy"),
    ("current", "link", "current page"),
    ("heading", "heading4", ""),
    ("sorts", "button", "sorted descending"),
    ("column | other", "header", "sorted by \"PLACE column\" descending"),
    ("slider", "slider", r#"= "7" min 0 max 10"#),
    ("day", "spinbutton", r#"= "1" ("Tuesday")"#),
    ("range", "slider", r#"= "12" min 10 max 20"#),
    ("progress", "progressbar", r#"= "3" max 4"#),
    ("meter", "meter", r#"= "5" max 8"#),
    ("editable", "textbox", r#"= "one\ntwo bold\nthree\nfour""#),
    ("files", "file", r#"= "a.txt, b.txt" 2 files multiple"#),
    ("file", "file", r#"= "cv.pdf""#),
];

/// Tells every set of the page something, and waits until each has done it.
async fn tell(page: &Page, what: &str) {
    page.js(&format!("tell({what:?})")).await;
    for place in PLACES {
        let done = format!("done.has({:?})", format!("{what} done {place}"));
        assert!(page.becomes(&done).await, "{place} did not {what}");
    }
}

/// What the one line of an element says after its name.
fn said<'t>(text: &'t str, word: &str, name: &str) -> Result<&'t str, String> {
    let named = format!("{word} \"{name}\"");
    let mut lines = text.lines().filter_map(|line| {
        let (before, after) = line.split_once(&named)?;
        let id = before.trim().trim_start_matches("- ");
        // Sliders tell their box too.
        let after = after.split_once(" [").map_or(after, |(after, _)| after);
        (id.is_empty() || id.starts_with('e') && !id.contains(' ')).then_some(after.trim())
    });
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok(line),
        (None, _) => Err(format!("no line of {named}")),
        (Some(_), Some(_)) => Err(format!("several lines of {named}")),
    }
}

#[test]
fn states_are_those_of_now_in_every_root_and_frame() {
    on("live-states.html", async |page| {
        page.see().await;
        tell(page, "change").await;
        let seen = page.see().await;
        let mut wrong = Vec::new();
        for place in PLACES {
            for (name, word, expected) in CHANGED {
                match said(seen.text(), word, &format!("{place} {name}")) {
                    Ok(rest) if rest == expected.replace("PLACE", place) => {}
                    Ok(rest) => wrong.push(format!("{place} {name}: {rest:?} is not {expected:?}")),
                    Err(why) => wrong.push(why),
                }
            }
        }
        let all = PLACES.len() * CHANGED.len();
        assert!(wrong.is_empty(), "{} of {all} wrong:\n{}\n{}", wrong.len(), wrong.join("\n"), seen.text());
    });
}

#[test]
fn the_focus_is_found_in_every_root_and_frame() {
    on("live-states.html", async |page| {
        for place in PLACES {
            page.js(&format!("done.clear(), tell('focus {place}')")).await;
            assert!(page.becomes(&format!("done.has('focus {place} done {place}')")).await);
            let seen = page.see().await;
            let focused: Vec<&str> = seen.text().lines().filter(|line| line.ends_with(" focused")).collect();
            assert!(
                focused.len() == 1 && focused[0].contains(&format!("textbox \"{place} fixed\"")),
                "{place}: {focused:?}\n{}",
                seen.text()
            );
        }
    });
}
