//! Decides whether a message tells of an error or of success: by its class names, else by its colours, else by its words.
//!
//! Words count alike for errors and successes, in whatever element appeared to say them. What counts ("3 failed") is news as any other,
//! but where the page interrupts its reader (an alert, an assertive region), and so are the lines of a log. A status bar shows no errors
//! of the page, whatever its colour, and the class of an icon says nothing.
//! Fixture: effects.html ("Error by class", "Success by colour", "Status bar", "Error icon", "Words alone", "Words of alert").

/// What a message is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Neither of the others, as far as can be told.
    #[default]
    Plain,
    /// Something worked.
    Success,
    /// Something is wrong.
    Error,
}

/// What the isolated world notes of a message, by which its kind is decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Its ARIA role.
    pub role: String,
    /// The class names of it, of what is close around it and of what is in it.
    pub classes: Vec<String>,
    /// Its colours, as CSS computes them: backgrounds, texts, borders.
    pub colours: Vec<String>,
    /// It belongs to a field that is invalid.
    pub invalid: bool,
    /// It stands in an alert or an assertive region.
    pub assertive: bool,
    /// It stands in a status bar or a footer.
    pub status_bar: bool,
}

/// What a message is about, and whether anything tells so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tone {
    pub(super) kind: MessageKind,
    /// It sounds or looks like the outcome of an action, though that may be too little to call it an error.
    pub(super) outcome: bool,
}

/// Parts of class names that tell of an error: Bootstrap's `alert-danger`, MUI's `MuiAlert-colorError`, `fieldError`.
const ERROR_NAMES: &[&str] = &[
    "error",
    "errors",
    "danger",
    "invalid",
    "fail",
    "failed",
    "failure",
    "critical",
    "destructive",
    "negative",
];
/// Parts of class names that tell of success: `alert-success`, `bg-success`.
const SUCCESS_NAMES: &[&str] = &["success", "successful", "ok", "positive", "valid", "saved"];
/// Words of texts that tell of an error.
const ERROR_WORDS: &[&str] = &[
    "error",
    "errors",
    "failed",
    "fails",
    "failure",
    "invalid",
    "cannot",
    "can't",
    "couldn't",
    "unable",
    "denied",
    "forbidden",
    "incorrect",
    "wrong",
    "required",
    "refused",
    "rejected",
    "declined",
    "expired",
    "unauthorized",
    "unsuccessful",
    "insufficient",
    "exceeded",
    "mismatch",
];
/// Phrases that tell of one.
const ERROR_PHRASES: &[&str] = &[
    "could not",
    "not found",
    "went wrong",
    "not allowed",
    "not valid",
    "timed out",
    "does not match",
    "do not match",
    "don't match",
    "already exists",
    "already taken",
    "already in use",
];
/// Words of texts that tell of success.
const SUCCESS_WORDS: &[&str] = &[
    "success",
    "successful",
    "successfully",
    "saved",
    "created",
    "updated",
    "sent",
    "added",
    "removed",
    "deleted",
    "copied",
    "submitted",
    "uploaded",
    "thank",
    "thanks",
];

/// Decides what a message is about. Class names weigh most, as their authors chose them to say it; colours count where no
/// name does, words where neither does.
pub(super) fn tone(evidence: &Evidence, text: &str) -> Tone {
    let kind = |kind| Tone { kind, outcome: kind != MessageKind::Plain };
    if evidence.invalid {
        return kind(MessageKind::Error);
    }
    let said = by_words(text);
    let words = Tone { kind: MessageKind::Plain, outcome: said != MessageKind::Plain };
    if evidence.status_bar || counts_none(text) {
        return words;
    }
    let names = evidence.classes.iter().map(|class| parts(class)).filter(|parts| !is_icon(parts)).flatten();
    let by_name = judge(names, ERROR_NAMES, SUCCESS_NAMES);
    if by_name != MessageKind::Plain {
        return kind(by_name);
    }
    match by_colour(&evidence.colours) {
        MessageKind::Plain => {}
        by_colour => return kind(by_colour),
    }
    let interrupts = evidence.assertive || matches!(&*evidence.role, "alert" | "alertdialog");
    match said {
        MessageKind::Error if !interrupts && (evidence.role == "log" || counts(text)) => words,
        said => kind(said),
    }
}

/// Whether a text is no more than a count: "3 failed", "12 errors found".
fn counts(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|word| word.parse::<u32>().is_ok()) && words.count() <= 3
}

/// Red (hues of Bootstrap's #dc3545 and #f8d7da) tells of an error, green (#198754) of success; amber of neither.
fn by_colour(colours: &[String]) -> MessageKind {
    let (mut red, mut green) = (false, false);
    for hue in colours.iter().filter_map(|colour| hue(colour)) {
        red |= !(22.0..=340.0).contains(&hue);
        green |= (85.0..=165.0).contains(&hue);
    }
    match (red, green) {
        (true, false) => MessageKind::Error,
        (false, true) => MessageKind::Success,
        _ => MessageKind::Plain,
    }
}

fn by_words(text: &str) -> MessageKind {
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let asks_for_valid = lower.contains("please") && lower.split(' ').any(|word| word == "valid");
    if asks_for_valid || ERROR_PHRASES.iter().any(|phrase| lower.contains(phrase)) {
        return MessageKind::Error;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    // "Your changes were not saved" tells of no success.
    let negates = |word: &str| matches!(word, "not" | "never" | "nothing") || word.ends_with("n't");
    let negated = words.windows(2).any(|pair| negates(pair[0]) && SUCCESS_WORDS.contains(&pair[1]));
    match judge(words.iter().map(|word| (*word).to_owned()), ERROR_WORDS, SUCCESS_WORDS) {
        _ if negated && words.contains(&"yet") => MessageKind::Plain,
        _ if negated => MessageKind::Error,
        kind => kind,
    }
}

/// Whether a text counts errors and finds none: "0 errors", "No errors", "Errors: 0".
fn counts_none(text: &str) -> bool {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let counted =
        |word: &str| matches!(word, "error" | "errors" | "failed" | "failures" | "problem" | "problems");
    let none = |word: &str| matches!(word, "0" | "no" | "none");
    let beside = |pair: &[String]| {
        none(&pair[0]) && counted(&pair[1]) || counted(&pair[0]) && matches!(&*pair[1], "0" | "none")
    };
    let others =
        words.iter().any(|word| counted(word)) && words.windows(2).filter(|pair| beside(pair)).count() > 0;
    // "0 errors, 2 failed" does count some.
    others && !words.windows(2).any(|pair| counted(&pair[1]) && pair[0].parse::<u32>().is_ok_and(|n| n > 0))
}

/// Whether a class, in its parts, is an icon's.
fn is_icon(parts: &[String]) -> bool {
    parts.iter().any(|part| {
        matches!(
            part.as_str(),
            "icon"
                | "icons"
                | "ico"
                | "icofont"
                | "glyph"
                | "glyphicon"
                | "codicon"
                | "octicon"
                | "anticon"
                | "svg"
                | "fa"
                | "mdi"
        )
    })
}

/// Error or success where only the one is named; plain where both are, or neither.
fn judge(names: impl Iterator<Item = String>, error: &[&str], success: &[&str]) -> MessageKind {
    let (mut bad, mut good) = (false, false);
    for name in names {
        bad |= error.contains(&name.as_str());
        good |= success.contains(&name.as_str());
    }
    match (bad, good) {
        (true, false) => MessageKind::Error,
        (false, true) => MessageKind::Success,
        _ => MessageKind::Plain,
    }
}

/// `alert-danger` and `MuiAlert-colorError` in their parts.
fn parts(class: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut lower = false;
    for c in class.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && lower {
            parts.push(String::new());
        }
        lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
    }
    parts
}

/// The hue in degrees of a colour that is seen and has one: `rgb()`, `rgba()` and `oklch()`, as Chromium computes them.
fn hue(colour: &str) -> Option<f64> {
    let (function, rest) = colour.split_once('(')?;
    let numbers: Vec<f64> = rest
        .trim_end_matches(')')
        .split([',', ' ', '/'])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().unwrap_or(0.0))
        .collect();
    let [x, y, z, ..] = numbers[..] else { return None };
    if numbers.get(3).is_some_and(|alpha| *alpha < 0.05) {
        return None;
    }
    match function {
        // Its hues lie some 29 degrees (red) and 142 degrees (green) round; sRGB's at 0 and 120.
        "oklch" => (y > 0.05).then(|| (z - 26.0).rem_euclid(360.0)),
        "rgb" | "rgba" => {
            let (most, least) = (x.max(y).max(z), x.min(y).min(z));
            let chroma = most - least;
            // Pale grounds (such as #f8d7da) still have a hue; greys have none.
            if chroma < 16.0 {
                return None;
            }
            let sector = if most == x {
                ((y - z) / chroma).rem_euclid(6.0)
            } else if most == y {
                (z - x) / chroma + 2.0
            } else {
                (x - y) / chroma + 4.0
            };
            Some(sector * 60.0)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(classes: &str, colours: &[&str], text: &str, expected: MessageKind) {
        let evidence = Evidence {
            classes: classes.split_whitespace().map(str::to_owned).collect(),
            colours: colours.iter().map(|colour| (*colour).to_owned()).collect(),
            ..Evidence::default()
        };
        assert_eq!(tone(&evidence, text).kind, expected, "{classes} {colours:?} {text}");
    }

    #[test]
    fn names_weigh_most() {
        check("alert alert-danger", &[], "It was saved", MessageKind::Error);
        check("toast bg-success", &[], "Done", MessageKind::Success);
        check("MuiAlert-root MuiAlert-colorError", &[], "Hm", MessageKind::Error);
        check("fieldError", &[], "Hm", MessageKind::Error);
        check("alert alert-info", &[], "Read this", MessageKind::Plain);
        check("alert-success has-error", &[], "Both", MessageKind::Plain);
        check("terrors invalidated", &[], "Names are whole", MessageKind::Plain);
    }

    #[test]
    fn colours_tell_where_no_name_does() {
        check("toast", &["rgb(220, 53, 69)", "rgb(255, 255, 255)"], "Hm", MessageKind::Error);
        check("toast", &["rgb(248, 215, 218)", "rgb(88, 21, 28)"], "Hm", MessageKind::Error);
        check("toast", &["rgba(0, 0, 0, 0)", "rgb(25, 135, 84)"], "Hm", MessageKind::Success);
        check("toast", &["rgb(13, 110, 253)"], "Hm", MessageKind::Plain);
        check("toast", &["rgba(220, 53, 69, 0)", "rgb(33, 37, 41)"], "Hm", MessageKind::Plain);
        check("toast", &["oklch(0.637 0.237 25.331)"], "Hm", MessageKind::Error);
        check("toast", &["oklch(0.723 0.219 149.579)"], "Hm", MessageKind::Success);
        check("toast", &["rgb(255, 193, 7)"], "Amber is neither", MessageKind::Plain);
    }

    #[test]
    fn words_come_last() {
        check("toast", &["rgb(33, 37, 41)"], "Saved successfully", MessageKind::Success);
        check("toast", &[], "3 items left", MessageKind::Plain);
        check("toast", &[], "The error log was deleted", MessageKind::Plain);
    }

    #[test]
    fn words_are_an_error_as_they_are_a_success() {
        use MessageKind::{Error, Plain, Success};
        for (text, expected) in [
            ("Saved Successfully", Success),
            ("Invalid email format", Error),
            ("Error: Invalid ZIP code", Error),
            ("Something went wrong", Error),
            ("Failed to save", Error),
            ("Please enter a valid phone number", Error),
            ("Thank you for your order", Success),
            ("Shipping calculated", Plain),
            ("Your session has expired", Error),
            ("Added to cart", Success),
            ("Access denied", Error),
            ("Payment declined", Error),
            ("Item deleted", Success),
            ("Passwords don\u{2019}t match", Error),
            ("Your changes were not saved", Error),
            ("Not saved yet", Plain),
            ("The coupon is valid until May", Plain),
            ("Please wait", Plain),
        ] {
            check("toast", &[], text, expected);
            for role in ["alert", "status"] {
                let evidence = Evidence { role: role.to_owned(), ..Evidence::default() };
                assert_eq!(tone(&evidence, text).kind, expected, "{role} {text}");
            }
        }
    }

    #[test]
    fn counts_logs_and_status_bars_are_news_where_nobody_is_interrupted() {
        for (role, assertive, status_bar, text, expected) in [
            ("alert", false, false, "Could not reach the server", MessageKind::Error),
            ("", true, false, "This field is required.", MessageKind::Error),
            ("alert", false, false, "3 items left", MessageKind::Plain),
            ("alert", false, false, "0 errors", MessageKind::Plain),
            ("alert", false, false, "No errors, 2 failed", MessageKind::Error),
            ("status", false, false, "Could not reach the server", MessageKind::Error),
            ("status", false, false, "3 failed", MessageKind::Plain),
            ("alert", false, false, "3 failed", MessageKind::Error),
            ("log", false, false, "Build failed", MessageKind::Plain),
            ("", false, true, "Build failed", MessageKind::Plain),
            ("alert", true, true, "Build failed", MessageKind::Plain),
        ] {
            let evidence = Evidence { role: role.to_owned(), assertive, status_bar, ..Evidence::default() };
            assert_eq!(tone(&evidence, text).kind, expected, "{role} {assertive} {status_bar} {text}");
        }
    }

    #[test]
    fn icons_and_status_bars_are_no_errors() {
        check("toast fa-error", &[], "Hm", MessageKind::Plain);
        check("toast codicon codicon-error", &[], "Hm", MessageKind::Plain);
        check("toast error-icon", &[], "Hm", MessageKind::Plain);
        check("toast error", &["rgb(220, 53, 69)"], "0 errors", MessageKind::Plain);
        check("toast error", &["rgb(220, 53, 69)"], "2 errors", MessageKind::Error);
        let bar = Evidence {
            classes: vec!["error".to_owned()],
            colours: vec!["rgb(220, 53, 69)".to_owned()],
            status_bar: true,
            ..Evidence::default()
        };
        assert_eq!(tone(&bar, "2 errors"), Tone { kind: MessageKind::Plain, outcome: true });
        assert_eq!(tone(&Evidence { invalid: true, ..bar }, "Too short").kind, MessageKind::Error);
    }
}
