//! Whether what came of an action is what was expected: a pure function of what was so before, what is so now, and what
//! happened in between.
//!
//! What was so before the action did not come of it. So a text that was there already does not count as having appeared;
//! only an action that sets a state (fill, check, select) may find it set.

use std::fmt;

use domtool_page::view::quoted;

use super::expect::{Expect, Outcome, StateFlag, flag_word};

/// What an expectation asks of a page at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageState {
    /// The address.
    pub(crate) url: String,
    /// How often each expected text can be seen, in the order of the outcomes (0 for those without a text).
    pub(crate) seen: Vec<usize>,
    /// The action's element; `None` when it is not there.
    pub(crate) element: Option<Element>,
}

/// The action's element at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    /// What it holds: as it is written and as it is shown (the label of an option). Never told.
    pub(crate) values: Vec<String>,
    /// Whether its value must not be told.
    pub(crate) secret: bool,
    /// The states that it can have, and which of them it has.
    pub(crate) flags: Vec<(StateFlag, bool)>,
}

/// What happened since the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Happened {
    /// The tab has another document, or within the document another address.
    pub(crate) navigated: bool,
    /// It has another document, in which all that can be seen is new.
    pub(crate) replaced: bool,
    /// What a person was told, in dialogs and messages, also those that are gone.
    pub(crate) messages: Vec<String>,
    /// Something that a person or the network can tell, in words; what the page does by itself is left out.
    pub(crate) what: Vec<String>,
    /// Why the page cannot be read now: a dialog, a closed tab.
    pub(crate) blocked: Option<String>,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// This one came.
    Met(Outcome),
    /// This one is so, and was so before.
    Kept(Outcome),
    /// None came so far; what is so instead, for each.
    Not(Vec<String>),
}

/// What is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    pub(crate) before: &'a PageState,
    /// `None` while the page cannot be read.
    pub(crate) now: Option<&'a PageState>,
    pub(crate) happened: &'a Happened,
    /// Whether the action sets a state, so that one that was so already is as good.
    pub(crate) sets: bool,
    /// Whether no more is waited for.
    pub(crate) over: bool,
}

/// What became of one outcome.
enum Came {
    Yes,
    Already,
    No(String),
}

/// Judges all outcomes: the first that came counts, then the first that was so already.
pub(crate) fn judge(expect: &Expect, evidence: &Evidence<'_>) -> Verdict {
    let mut kept = None;
    let mut misses = Vec::new();
    for (at, outcome) in expect.any_of.iter().enumerate() {
        match came(outcome, at, evidence) {
            Came::Yes => return Verdict::Met(outcome.clone()),
            Came::Already if evidence.sets => {
                kept.get_or_insert_with(|| outcome.clone());
            }
            Came::Already => {
                misses.push(format!("{} was so before the action", OutcomeText(outcome, evidence)));
            }
            Came::No(instead) => misses.push(instead),
        }
    }
    kept.map_or(Verdict::Not(misses), Verdict::Kept)
}

/// Whether waiting longer can change the verdict: not when all that is expected is that nothing happens, and it did.
pub(crate) fn hopeless(expect: &Expect, happened: &Happened) -> bool {
    expect.any_of.iter().all(|outcome| *outcome == Outcome::NoChange) && !happened.what.is_empty()
}

fn came(outcome: &Outcome, at: usize, evidence: &Evidence<'_>) -> Came {
    let Evidence { before, now, happened, over, .. } = *evidence;
    match outcome {
        Outcome::Navigation if happened.navigated => Came::Yes,
        Outcome::Navigation => Came::No("the address is the same".to_owned()),
        Outcome::AnyChange if !happened.what.is_empty() => Came::Yes,
        Outcome::AnyChange => Came::No("nothing happened".to_owned()),
        Outcome::NoChange if happened.what.is_empty() && over => Came::Yes,
        Outcome::NoChange => Came::No(match happened.what.first() {
            Some(what) => format!("something happened: {what}"),
            None => "it is too early to say that nothing happens".to_owned(),
        }),
        Outcome::Url(glob) => {
            let url = now.map_or(&before.url, |now| &now.url);
            match (super::reading::is_address(glob, url), happened.navigated) {
                (true, true) => Came::Yes,
                (true, false) => Came::Already,
                (false, _) => Came::No(format!("the address is {url}")),
            }
        }
        Outcome::Appears(text) => appeared(text, at, evidence),
        Outcome::Disappears(text) => disappeared(text, at, evidence),
        Outcome::Value(wanted) => element(evidence, |element| held(element, wanted)),
        Outcome::State { flag, on } => element(evidence, |element| is(element, *flag, *on)),
    }
}

fn appeared(text: &str, at: usize, evidence: &Evidence<'_>) -> Came {
    let Evidence { before, now, happened, .. } = *evidence;
    let count = |page_state: &PageState| page_state.seen.get(at).copied().unwrap_or(0);
    let told = happened.messages.iter().any(|message| super::reading::says(message, text));
    match now {
        _ if told => Came::Yes,
        None => Came::No(blocked(happened)),
        Some(now) if count(now) > count(before) || happened.replaced && count(now) > 0 => Came::Yes,
        Some(now) if count(now) > 0 => Came::Already,
        Some(_) => Came::No(format!("{text} is not there", text = quoted(&text))),
    }
}

fn disappeared(text: &str, at: usize, evidence: &Evidence<'_>) -> Came {
    let Evidence { before, now, happened, .. } = *evidence;
    let count = |page_state: &PageState| page_state.seen.get(at).copied().unwrap_or(0);
    // A spinner that came with the action and is gone again has left a message.
    let came_and_went = happened.messages.iter().any(|message| super::reading::says(message, text));
    match now {
        None => Came::No(blocked(happened)),
        Some(now) if count(now) > 0 => Came::No(format!("{text} is still there", text = quoted(&text))),
        Some(_) if count(before) > 0 || came_and_went => Came::Yes,
        Some(_) => Came::No(format!("{text} was not there before the action either", text = quoted(&text))),
    }
}

fn blocked(happened: &Happened) -> String {
    happened.blocked.clone().unwrap_or_else(|| "the page could not be read".to_owned())
}

/// Judges what is about the action's element, by what it is now and what it was.
fn element(evidence: &Evidence<'_>, look: impl Fn(&Element) -> Result<(), String>) -> Came {
    let Some(now) = evidence.now else { return Came::No(blocked(evidence.happened)) };
    let Some(element) = &now.element else {
        return Came::No("the element is no longer in the page".to_owned());
    };
    let was = evidence.before.element.as_ref().is_some_and(|element| look(element).is_ok());
    match look(element) {
        Ok(()) if was => Came::Already,
        Ok(()) => Came::Yes,
        Err(instead) => Came::No(instead),
    }
}

fn held(element: &Element, wanted: &str) -> Result<(), String> {
    if element.values.iter().any(|value| same_value(value, wanted)) {
        return Ok(());
    }
    Err(match element.values.first() {
        _ if element.secret => "the element holds something else".to_owned(),
        Some(value) => format!("the element holds {value}", value = quoted(&value)),
        None => "the element holds nothing".to_owned(),
    })
}

fn same_value(value: &str, wanted: &str) -> bool {
    let numbers = || value.parse::<f64>().ok().zip(wanted.parse::<f64>().ok());
    value.trim() == wanted.trim()
        || value.lines().eq(wanted.lines())
        || numbers().is_some_and(|(a, b)| a == b)
}

fn is(element: &Element, flag: StateFlag, on: bool) -> Result<(), String> {
    match element.flags.iter().find(|(known, _)| *known == flag) {
        Some((_, now)) if *now == on => Ok(()),
        Some((_, now)) => Err(format!("the element is {}", flag_word(flag, *now))),
        None => Err(format!("the element is of a kind that is never {}", flag_word(flag, true))),
    }
}

/// An outcome in a sentence; a secret value is left out.
struct OutcomeText<'a>(&'a Outcome, &'a Evidence<'a>);

impl fmt::Display for OutcomeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = self.1.before.element.as_ref().is_some_and(|element| element.secret);
        match self.0 {
            Outcome::Value(_) if secret => f.write_str("value"),
            outcome => write!(f, "{outcome}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_state(seen: usize) -> PageState {
        PageState { url: "http://a.example/cart".to_owned(), seen: vec![seen; 3], element: None }
    }

    fn with(values: &[&str], flags: &[(StateFlag, bool)]) -> PageState {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        PageState { element: Some(Element { values, secret: false, flags: flags.to_vec() }), ..page_state(0) }
    }

    fn nothing() -> Happened {
        Happened::default()
    }

    fn changed() -> Happened {
        Happened { what: vec!["2 lines changed".to_owned()], ..nothing() }
    }

    fn navigated() -> Happened {
        Happened { navigated: true, replaced: true, what: vec!["a new page".to_owned()], ..nothing() }
    }

    fn told(message: &str) -> Happened {
        Happened { messages: vec![message.to_owned()], what: vec![message.to_owned()], ..nothing() }
    }

    fn blocked() -> Happened {
        Happened { blocked: Some("alert dialog is open".to_owned()), ..told("Really?") }
    }

    struct Case(&'static str, PageState, Option<PageState>, Happened, bool, &'static str);

    /// What is expected, before, now, in between, whether the action sets; and what the verdict says.
    fn check(Case(expect, before, now, happened, sets, says): &Case) {
        let expect: Expect = expect.parse().unwrap();
        for over in [false, true] {
            let evidence = Evidence { before, now: now.as_ref(), happened, sets: *sets, over };
            let verdict = match judge(&expect, &evidence) {
                Verdict::Met(outcome) => format!("met {outcome}"),
                Verdict::Kept(outcome) => format!("kept {outcome}"),
                Verdict::Not(instead) => format!("not: {}", instead.join("; ")),
            };
            if over || *says != "met no_change" {
                assert_eq!(verdict, *says, "{expect}, over: {over}");
            } else {
                assert!(verdict.starts_with("not: "), "{expect} is met too early: {verdict}");
            }
        }
    }

    #[test]
    fn verdicts() {
        use StateFlag::{Checked, Expanded};
        let cases = [
            Case("navigation", page_state(0), Some(page_state(0)), navigated(), false, "met navigation"),
            Case(
                "navigation",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "not: the address is the same",
            ),
            Case("any_change", page_state(0), Some(page_state(0)), changed(), false, "met any_change"),
            Case("any_change", page_state(0), Some(page_state(0)), nothing(), false, "not: nothing happened"),
            Case("no_change", page_state(0), Some(page_state(0)), nothing(), false, "met no_change"),
            Case(
                "no_change",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "not: something happened: 2 lines changed",
            ),
            Case("url:*/cart", page_state(0), Some(page_state(0)), navigated(), false, "met url:*/cart"),
            // It matched before, and nobody went anywhere.
            Case(
                "url:*/cart",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "not: url:*/cart was so before the action",
            ),
            Case(
                "url:*/paid",
                page_state(0),
                Some(page_state(0)),
                nothing(),
                false,
                "not: the address is http://a.example/cart",
            ),
            Case("appears:Saved", page_state(0), Some(page_state(1)), changed(), false, "met appears:Saved"),
            Case(
                "appears:Saved",
                page_state(1),
                Some(page_state(1)),
                changed(),
                false,
                "not: appears:Saved was so before the action",
            ),
            Case("appears:Saved", page_state(1), Some(page_state(2)), changed(), false, "met appears:Saved"),
            Case(
                "appears:Saved",
                page_state(1),
                Some(page_state(1)),
                navigated(),
                false,
                "met appears:Saved",
            ),
            Case(
                "appears:saved",
                page_state(0),
                Some(page_state(0)),
                told("Saved!"),
                false,
                "met appears:saved",
            ),
            Case(
                "appears:Saved",
                page_state(0),
                Some(page_state(0)),
                nothing(),
                false,
                "not: \"Saved\" is not there",
            ),
            Case("appears:really", page_state(0), None, blocked(), false, "met appears:really"),
            Case("appears:Saved", page_state(0), None, blocked(), false, "not: alert dialog is open"),
            Case(
                "disappears:Row",
                page_state(2),
                Some(page_state(0)),
                changed(),
                false,
                "met disappears:Row",
            ),
            Case(
                "disappears:Row",
                page_state(2),
                Some(page_state(1)),
                changed(),
                false,
                "not: \"Row\" is still there",
            ),
            Case(
                "disappears:Row",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "not: \"Row\" was not there before the action either",
            ),
            Case(
                "disappears:Wait",
                page_state(0),
                Some(page_state(0)),
                told("Wait…"),
                false,
                "met disappears:Wait",
            ),
            Case("value:5", with(&["4"], &[]), Some(with(&["5.0"], &[])), changed(), false, "met value:5"),
            Case("value:5", with(&["5"], &[]), Some(with(&["5"], &[])), nothing(), true, "kept value:5"),
            Case(
                "value:5",
                with(&["5"], &[]),
                Some(with(&["5"], &[])),
                nothing(),
                false,
                "not: value:5 was so before the action",
            ),
            Case(
                "value:5",
                with(&["4"], &[]),
                Some(with(&["4"], &[])),
                nothing(),
                true,
                "not: the element holds \"4\"",
            ),
            Case(
                "value:x",
                with(&["x"], &[]),
                Some(page_state(0)),
                nothing(),
                true,
                "not: the element is no longer in the page",
            ),
            Case(
                "state:checked",
                with(&[], &[(Checked, false)]),
                Some(with(&[], &[(Checked, true)])),
                changed(),
                false,
                "met state:checked",
            ),
            Case(
                "state:checked",
                with(&[], &[(Checked, false)]),
                Some(with(&[], &[(Checked, false)])),
                changed(),
                false,
                "not: the element is unchecked",
            ),
            Case(
                "state:collapsed",
                with(&[], &[(Expanded, true)]),
                Some(with(&[], &[(Expanded, false)])),
                changed(),
                false,
                "met state:collapsed",
            ),
            Case(
                "state:pressed",
                with(&[], &[]),
                Some(with(&[], &[])),
                changed(),
                false,
                "not: the element is of a kind that is never pressed",
            ),
            Case(
                "appears:Saved or navigation or any_change",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "met any_change",
            ),
            Case(
                "appears:Saved or navigation",
                page_state(0),
                Some(page_state(0)),
                changed(),
                false,
                "not: \"Saved\" is not there; the address is the same",
            ),
            Case(
                "value:5 or any_change",
                with(&["5"], &[]),
                Some(with(&["5"], &[])),
                changed(),
                true,
                "met any_change",
            ),
        ];
        cases.iter().for_each(check);
    }

    #[test]
    fn a_secret_is_not_told() {
        let secret = |value: &str| {
            let mut page_state = with(&[value], &[]);
            page_state.element.as_mut().unwrap().secret = true;
            page_state
        };
        for (before, now, sets) in [("hunter2", "hunter2", false), ("hunter1", "hunter3", true)] {
            let (before, now, happened) = (secret(before), secret(now), nothing());
            let evidence =
                Evidence { before: &before, now: Some(&now), happened: &happened, sets, over: true };
            let verdict = judge(&Outcome::Value("hunter2".to_owned()).into(), &evidence);
            let Verdict::Not(instead) = verdict else { panic!("{verdict:?}") };
            assert!(!instead.join(" ").contains("hunter"), "{instead:?}");
        }
    }

    #[test]
    fn only_an_unmoved_page_is_waited_for_when_nothing_is_to_happen() {
        let no_change: Expect = "no_change".parse().unwrap();
        assert!(hopeless(&no_change, &changed()) && !hopeless(&no_change, &nothing()));
        let either: Expect = "no_change or appears:x".parse().unwrap();
        assert!(!hopeless(&either, &changed()));
    }
}
