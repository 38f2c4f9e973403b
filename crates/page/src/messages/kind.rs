//! Whether a message tells of an error or of success, by what it is called, how it looks, and last by its words.

/// What a message is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Neither of the others, as far as can be told.
    #[default]
    Plain,
    /// Something worked.
    Success,
    /// Something is wrong.
    Error,
}

/// What tells the kind of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Its ARIA role.
    pub role: String,
    /// The class names of it, of what is close around it and of what is in it.
    pub classes: Vec<String>,
    /// Its colours, as CSS computes them: backgrounds, texts, borders.
    pub colours: Vec<String>,
    /// It says what is wrong with a field.
    pub invalid: bool,
}

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
const SUCCESS_NAMES: &[&str] = &["success", "successful", "ok", "positive", "valid", "saved"];
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
];
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

/// Names weigh most: they were chosen to say it. Colours tell where no name does, words where neither does.
pub(super) fn kind(evidence: &Evidence, text: &str) -> Kind {
    if evidence.invalid {
        return Kind::Error;
    }
    let names = evidence.classes.iter().flat_map(|class| parts(class));
    let by_name = judge(names, ERROR_NAMES, SUCCESS_NAMES);
    if by_name != Kind::Plain {
        return by_name;
    }
    let (mut red, mut green) = (false, false);
    for hue in evidence.colours.iter().filter_map(|colour| hue(colour)) {
        red |= !(22.0..=340.0).contains(&hue);
        green |= (85.0..=165.0).contains(&hue);
    }
    match (red, green) {
        (true, false) => return Kind::Error,
        (false, true) => return Kind::Success,
        _ => {}
    }
    let lower = text.to_lowercase();
    if lower.contains("could not") || lower.contains("not found") || lower.contains("went wrong") {
        return Kind::Error;
    }
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_owned);
    judge(words, ERROR_WORDS, SUCCESS_WORDS)
}

/// Both, or neither, tell nothing.
fn judge(names: impl Iterator<Item = String>, error: &[&str], success: &[&str]) -> Kind {
    let (mut bad, mut good) = (false, false);
    for name in names {
        bad |= error.contains(&name.as_str());
        good |= success.contains(&name.as_str());
    }
    match (bad, good) {
        (true, false) => Kind::Error,
        (false, true) => Kind::Success,
        _ => Kind::Plain,
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

    fn check(classes: &str, colours: &[&str], text: &str, expected: Kind) {
        let evidence = Evidence {
            classes: classes.split_whitespace().map(str::to_owned).collect(),
            colours: colours.iter().map(|colour| (*colour).to_owned()).collect(),
            ..Evidence::default()
        };
        assert_eq!(kind(&evidence, text), expected, "{classes} {colours:?} {text}");
    }

    #[test]
    fn names_weigh_most() {
        check("alert alert-danger", &[], "It was saved", Kind::Error);
        check("toast bg-success", &[], "Done", Kind::Success);
        check("MuiAlert-root MuiAlert-colorError", &[], "Hm", Kind::Error);
        check("fieldError", &[], "Hm", Kind::Error);
        check("alert alert-info", &[], "Read this", Kind::Plain);
        check("alert-success has-error", &[], "Both", Kind::Plain);
        check("terrors invalidated", &[], "Names are whole", Kind::Plain);
    }

    #[test]
    fn colours_tell_where_no_name_does() {
        check("toast", &["rgb(220, 53, 69)", "rgb(255, 255, 255)"], "Hm", Kind::Error);
        check("toast", &["rgb(248, 215, 218)", "rgb(88, 21, 28)"], "Hm", Kind::Error);
        check("toast", &["rgba(0, 0, 0, 0)", "rgb(25, 135, 84)"], "Hm", Kind::Success);
        check("toast", &["rgb(13, 110, 253)"], "Hm", Kind::Plain);
        check("toast", &["rgba(220, 53, 69, 0)", "rgb(33, 37, 41)"], "Hm", Kind::Plain);
        check("toast", &["oklch(0.637 0.237 25.331)"], "Hm", Kind::Error);
        check("toast", &["oklch(0.723 0.219 149.579)"], "Hm", Kind::Success);
        check("toast", &["rgb(255, 193, 7)"], "Amber is neither", Kind::Plain);
    }

    #[test]
    fn words_come_last() {
        check("toast", &["rgb(33, 37, 41)"], "Saved successfully", Kind::Success);
        check("toast", &[], "Could not reach the server", Kind::Error);
        check("toast", &[], "This field is required.", Kind::Error);
        check("toast", &[], "3 items left", Kind::Plain);
        check("toast", &[], "The error log was deleted", Kind::Plain);
    }
}
