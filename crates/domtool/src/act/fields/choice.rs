//! What there is to choose from, and which of it was meant.

use domtool_page::view::quoted;

use crate::{
    act::resolve::ResolvedElement,
    error::{Error, ErrorKind, Obstacle},
    limits::LISTED_OPTIONS,
    world::data::Choice,
};

impl Choice {
    /// Its label, after that of its group.
    fn full(&self) -> String {
        if self.group.is_empty() { self.label.clone() } else { format!("{} / {}", self.group, self.label) }
    }
}

/// Why no option is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    None,
    Disabled(usize),
    Several(usize),
}

/// The option that is meant: by label (after its group's where several are called so: `Swedish / Volvo`), then value,
/// then label in any case, then a line of it or the part that begins it (an option of several lines, one with a sign or a
/// code beside its name), then `#n` from 1.
pub(super) fn find(subject: &ResolvedElement, choices: &[Choice], wanted: &str) -> Result<usize, Error> {
    look_up(choices, wanted).map_err(|missing| {
        let secret = subject.state.secret;
        let name = subject.words();
        let message = match missing {
            Missing::None if secret => format!("{name} has no such option"),
            Missing::None => format!("{name} has no option {wanted}", wanted = quoted(&wanted)),
            Missing::Disabled(_) if secret => format!("that option of {name} is disabled"),
            Missing::Disabled(index) => {
                let label = choices.get(index).map_or(wanted, |choice| choice.label.as_str());
                format!("{label} of {name} is disabled", label = quoted(&label))
            }
            Missing::Several(count) => format!("{count} options of {name} are called so"),
        };
        let error = Error::new(ErrorKind::OptionNotFound, message)
            .with_obstacle(Obstacle::Options(offered(choices, secret)));
        match missing {
            Missing::Several(_) => {
                error.with_hint("name it with its group (Group / Label), its value, or #n")
            }
            _ => error,
        }
    })
}

/// What there is, for an error. What a secret select offers (saved cards) is as secret as what it holds.
pub(super) fn offered(choices: &[Choice], secret: bool) -> Vec<String> {
    if secret {
        return (1..=choices.len()).map(|n| format!("#{n}")).collect();
    }
    let disabled = |choice: &Choice| if choice.disabled { " (disabled)" } else { "" };
    choices
        .iter()
        .take(LISTED_OPTIONS)
        .map(|choice| format!("{}{}", choice.full(), disabled(choice)))
        .collect()
}

fn look_up(choices: &[Choice], wanted: &str) -> Result<usize, Missing> {
    let squeezed = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    let number =
        wanted.strip_prefix('#').and_then(|n| n.parse::<usize>().ok()).and_then(|n| n.checked_sub(1));
    let small = squeezed.to_lowercase();
    let rules: [&dyn Fn(&Choice) -> bool; 6] = [
        &|choice| choice.label == squeezed,
        &|choice| !choice.group.is_empty() && choice.full() == squeezed,
        &|choice| choice.value == wanted,
        &|choice| choice.label.to_lowercase() == small,
        &|choice| choice.lines.lines().any(|line| line.to_lowercase() == small),
        &|choice| has_part(&choice.label.to_lowercase(), &small),
    ];
    for rule in rules {
        let found: Vec<(usize, &Choice)> =
            choices.iter().enumerate().filter(|(_, choice)| rule(choice)).collect();
        let free: Vec<_> = found.iter().filter(|(_, choice)| !choice.disabled).collect();
        match (found.as_slice(), free.as_slice()) {
            ([], _) => {}
            ([(first, _), ..], []) => return Err(Missing::Disabled(*first)),
            (_, [(only, _)]) => return Ok(*only),
            // Alike in all that could tell them: any will do.
            (_, [(first, one), others @ ..]) if others.iter().all(|(_, other)| same(one, other)) => {
                return Ok(*first);
            }
            (_, several) => return Err(Missing::Several(several.len())),
        }
    }
    match number.and_then(|n| Some((n, choices.get(n)?))) {
        Some((n, choice)) if choice.disabled => Err(Missing::Disabled(n)),
        Some((n, _)) => Ok(n),
        None => Err(Missing::None),
    }
}

/// Whether a label has a part of whole words that begins it or follows a sign: "Austria" of "🇦🇹 Austria (+43)", "+43" too. Not
/// "available" of "Not available".
fn has_part(label: &str, part: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let begins = |before: &str| {
        let before = before.trim_end();
        before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric() && c != '\'')
    };
    part.chars().any(char::is_alphanumeric)
        && label.match_indices(part).any(|(at, found)| {
            let (before, after) = (&label[..at], &label[at + found.len()..]);
            begins(before) && ends(after)
        })
}

fn same(one: &Choice, other: &Choice) -> bool {
    one.value == other.value && one.group == other.group && !one.value.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Options as `group/label=value`, `!` for a disabled one.
    fn choices(table: &str) -> Vec<Choice> {
        let choice = |word: &str| {
            let (word, disabled) = word.strip_prefix('!').map_or((word, false), |word| (word, true));
            let (label, value) = word.split_once('=').unwrap_or((word, ""));
            let (group, label) = label.split_once('/').unwrap_or(("", label));
            Choice {
                label: label.replace('_', " "),
                value: value.to_owned(),
                group: group.to_owned(),
                disabled,
                ..Choice::default()
            }
        };
        table.split_whitespace().map(choice).collect()
    }

    #[track_caller]
    fn check(table: &str, wanted: &str, expected: Result<usize, Missing>) {
        assert_eq!(look_up(&choices(table), wanted), expected, "{wanted:?} of {table}");
    }

    #[test]
    fn options_are_found_by_what_is_told_of_them() {
        check("Red=r Blue=b", "Blue", Ok(1));
        check("Red=r Blue=b", "b", Ok(1));
        check("Red=r Blue=b", "BLUE", Ok(1));
        check("Red=r Blue=b", "#2", Ok(1));
        check("Red=r Blue=b", "#3", Err(Missing::None));
        check("Red=r Blue=b", "Green", Err(Missing::None));
        check("Dark_red=r", " Dark  red ", Ok(0));
        check("r=1 Red=r", "r", Ok(0));
        check("#2=a b=c", "#2", Ok(0));
        check("Red=r !Blue=b", "Blue", Err(Missing::Disabled(1)));
        check("!Red=a Red=b", "Red", Ok(1));
        check("One/Other=1 Two/Other=2", "Other", Err(Missing::Several(2)));
        check("One/Other=1 Two/Other=2", "Two / Other", Ok(1));
        check("One/Other=1 Two/Other=2", "2", Ok(1));
        check("Red=r Red=r", "Red", Ok(0));
        check("🐱_Cat=c 🐶_Dog=d", "Dog", Ok(1));
        check("Austria_(+43)=a Australia_(+61)=b", "Austria", Ok(0));
        check("Austria_(+43)=a Australia_(+61)=b", "+61", Ok(1));
        check("Austria_(+43)=a Australia_(+61)=b", "Austr", Err(Missing::None));
        check("Not_available=n Sold=s", "available", Err(Missing::None));
        check("Guest_mode_on=a Guest_mode_off=b", "Guest mode", Err(Missing::Several(2)));
        check("Guest=a Guest_mode=b", "Guest", Ok(0));
    }
}
