//! Finds ids in what domtool printed, as a reader does: by role and name, the newest text first.

/// Finds the id of what `wanted` describes: `ROLE "NAME"`, where `*` ends the beginning of a name and what follows the name must be
/// said after it, a role alone, `day 14` of a calendar that is told in weeks, or `ROLE "NAME" > ROLE "NAME"`, where the last is the
/// first of its kind from the line of the one before it on.
pub(super) fn find(texts: &[String], wanted: &str) -> Option<String> {
    let path: Vec<Wanted<'_>> = wanted.split(" > ").map(Wanted::read).collect();
    texts.iter().rev().find_map(|text| find_in(text, &path))
}

struct Wanted<'a> {
    role: &'a str,
    name: Option<&'a str>,
    /// What is said after the name, such as a state.
    after: &'a str,
}

impl<'a> Wanted<'a> {
    fn read(text: &'a str) -> Self {
        match text.split_once(" \"") {
            Some((role, rest)) => {
                let (name, after) = rest.rsplit_once('"').unwrap_or((rest, ""));
                Self { role, name: Some(name), after }
            }
            None => Self { role: text, name: None, after: "" },
        }
    }

    /// Whether this text, which follows an id or begins a line, says it.
    fn fits(&self, text: &str) -> bool {
        if let Some(day) = self.role.strip_prefix("day ") {
            let rest = text.strip_prefix(':').and_then(|text| text.strip_prefix(day));
            return rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        }
        let Some(rest) = text.trim_start_matches([' ', ':']).strip_prefix(self.role) else { return false };
        let Some(name) = self.name else { return rest.is_empty() || rest.starts_with([' ', ':']) };
        let Some(said) = rest.strip_prefix(" \"") else { return false };
        match name.strip_suffix('*') {
            Some(beginning) => said.starts_with(beginning),
            None => {
                let rest = said.strip_prefix(name).and_then(|rest| rest.strip_prefix('"'));
                rest.is_some_and(|rest| rest.starts_with(self.after))
            }
        }
    }
}

fn find_in(text: &str, path: &[Wanted<'_>]) -> Option<String> {
    let (last, before) = path.split_last()?;
    // A dash sets off a group of a whole view; in what changed it says that a line is gone.
    let whole = text.starts_with("[page ");
    let mut lines =
        text.lines().map(str::trim_start).filter(|line| whole || !line.starts_with("- ")).peekable();
    for place in before {
        while !says(lines.peek()?, place) {
            lines.next();
        }
    }
    lines.find_map(|line| ids(line).find(|(_, rest)| last.fits(rest)).map(|(id, _)| id.to_owned()))
}

/// A line says something with an id or without one, such as a heading.
fn says(line: &str, wanted: &Wanted<'_>) -> bool {
    let line = line.trim_start_matches(['+', '~', '-', ' ']);
    wanted.fits(line) || ids(line).any(|(_, rest)| wanted.fits(rest))
}

/// The ids of a line, each with what the line goes on with. A line of a date grid has several. An id may name a frame before it, as
/// Playwright's do: `f1e2`.
fn ids(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = line.char_indices().filter(|(_, letter)| matches!(letter, 'e' | 'f')).map(|(at, _)| at);
    starts.filter_map(move |at| {
        let before = line[..at].chars().next_back();
        let digits = |from: usize| line[from..].bytes().take_while(u8::is_ascii_digit).count();
        let frame = if line[at..].starts_with('f') { 1 + digits(at + 1) } else { 0 };
        let element = at + frame;
        let number = line[element..].strip_prefix('e').map_or(0, |_| digits(element + 1));
        let end = element + 1 + number;
        let alone = before.is_none_or(|letter| " [(".contains(letter)) && number > 0 && frame != 1;
        alone.then(|| (&line[at..end], &line[end..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_by_what_the_text_says() {
        let texts = ["e1 button \"Next\"\nrow \"Ada\"\n  e2 button \"Open\"\nrow \"Bo\"\n  e3 button \"Open\" disabled".to_owned()];
        let found = |wanted: &str| find(&texts, wanted);
        assert_eq!(found("button \"Next\"").as_deref(), Some("e1"));
        assert_eq!(found("row \"Bo\" > button \"Open\"").as_deref(), Some("e3"));
        assert_eq!(found("button \"Ne*\"").as_deref(), Some("e1"));
        assert_eq!(found("button \"Ne\""), None);
        assert_eq!(found("link"), None);
        assert_eq!(find(&["f1e2 textbox \"Text\"".to_owned()], "textbox \"Text\"").as_deref(), Some("f1e2"));
    }

    #[test]
    fn days_are_found_in_their_weeks() {
        let texts = [concat!(
            "[page 1]\nweek of \"March _, 2026\": e1:29 e2:30 ~today of \"April _, 2026\": e3:1 e4:2\n",
            "- e5 radio \"star\" 1 of 2 off\n  e6 radio \"star\" 2 of 2 on\n"
        )
        .to_owned()];
        let found = |wanted: &str| find(&texts, wanted);
        assert_eq!(found("day 2").as_deref(), Some("e4"));
        assert_eq!(found("day 30").as_deref(), Some("e2"));
        assert_eq!(found("day 3"), None);
        assert_eq!(found("week of \"March _, 2026\" > day 1").as_deref(), Some("e3"));
        assert_eq!(found("radio \"star\" 2 of").as_deref(), Some("e6"));
        assert_eq!(found("radio \"star\"").as_deref(), Some("e5"));
    }

    #[test]
    fn the_newest_text_counts_and_what_went_does_not() {
        let texts = ["e1 button \"A\"".to_owned(), "ok\n- e1 button \"A\"\n+ e5 button \"A\"".to_owned()];
        assert_eq!(find(&texts, "button \"A\"").as_deref(), Some("e5"));
    }
}
