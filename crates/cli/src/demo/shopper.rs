//! The demo's shopper, an agent without a model: it observes, finds, acts, and holds every outcome against what must come
//! of it.

use domtool::{
    ActOptions, Dispatched, ErrorKind, Observation, ObserveOptions, Report, Screenshot, ScreenshotOptions,
    Session, Tab,
};

use super::{
    script::{self, Find, MOVES, Move, Then},
    server::Shop,
};
use crate::{
    failure::{Failure, Result},
    output, print,
};

/// One step of the visit, for the report.
pub(super) struct Step {
    /// Why, in the shopper's words.
    pub(super) why: String,
    /// The action in words, such as `click e7 "Save"`.
    pub(super) action: String,
    /// What the model read before it.
    pub(super) read: Observation,
    /// What it looked like.
    pub(super) picture: Screenshot,
    /// The element that was meant.
    pub(super) target: Option<domtool::ElementId>,
    /// What came of it.
    pub(super) outcome: Outcome,
}

/// What came of a step.
pub(super) enum Outcome {
    /// Only looked at.
    NodeSummary,
    /// It worked, and what was expected came.
    Done(Box<Report>),
    /// It was refused, as it should be.
    Refused(Failure),
    /// It was not as it should be.
    Failed(Failure),
}

/// An agent without a model.
pub(super) struct Shopper {
    /// Where it shops.
    pub(super) session: Session,
    /// What it did so far.
    pub(super) steps: Vec<Step>,
    /// Whether standard output is for one JSON object.
    pub(super) json: bool,
}

impl Shopper {
    fn say(&self, text: &str) {
        if self.json { print::aside(text) } else { print::text(text) }
    }

    /// Shops from start to end. What the server received.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub(super) async fn shop(&mut self, shop: &mut Shop) -> Result<String> {
        let paint = print::stdout_paint();
        self.say(&format!("{} domtool observe {}\n", paint.strong("$"), shop.url));
        let opened = self.session.open(&shop.url).await?;
        let tab = self.session.tab()?;
        let (read, picture) = look(&tab).await?;
        self.say(read.text());
        self.say(&paint.faint(&format!("({} tokens)", read.tokens)));
        self.steps.push(Step {
            why: "Open the shop and see what is there.".to_owned(),
            action: format!("open {}", shop.url),
            read,
            picture,
            target: None,
            outcome: if opened.ok { Outcome::Done(Box::new(opened)) } else { Outcome::NodeSummary },
        });
        for step in MOVES {
            self.make(&tab, step).await?;
        }
        let (read, picture) = look(&tab).await?;
        self.steps.push(Step {
            why: "What the page shows in the end.".to_owned(),
            action: "observe".to_owned(),
            read,
            picture,
            target: None,
            outcome: Outcome::NodeSummary,
        });
        verify(shop)
    }

    /// Observes, finds, acts, and holds the outcome against what must come of it.
    async fn make(&mut self, tab: &Tab, step: &Move) -> Result<()> {
        let paint = print::stdout_paint();
        let (read, picture) = look(tab).await?;
        let Some(target) = step.what.on(tab, &read).await? else {
            return Err(missing(step.what, &read));
        };
        let action = (step.act)(target);
        let words = words(&action);
        self.say(&format!("\n{}\n{} domtool {words}", paint.faint(step.why), paint.strong("$")));
        let acted = tab.act(&action, &ActOptions::default()).await.map_err(Failure::from);
        let outcome = match acted {
            Ok(report) => {
                self.say(output::report_text(&report, paint).trim_end());
                match holds(tab, step, &report).await {
                    Ok(()) => Outcome::Done(Box::new(report)),
                    Err(failure) => Outcome::Failed(failure),
                }
            }
            Err(failure) => {
                self.say(failure.to_text(paint).trim_end());
                match step.then {
                    Then::Refused(kind) if failure.kind == kind => Outcome::Refused(failure),
                    _ => Outcome::Failed(failure),
                }
            }
        };
        let failed = match &outcome {
            Outcome::Failed(failure) => Some(failure.clone()),
            _ => None,
        };
        let why = step.why.to_owned();
        self.steps.push(Step { why, action: words, read, picture, target: Some(target), outcome });
        failed.map_or(Ok(()), Err)
    }
}

/// What a model reads, and the same as a picture with the ids.
async fn look(tab: &Tab) -> Result<(Observation, Screenshot)> {
    let read = tab.observe(&ObserveOptions::default()).await?;
    let mut options = ScreenshotOptions::default();
    options.marks = true;
    let picture = tab.screenshot(&options).await?;
    Ok((read, picture))
}

/// Holds an outcome against what must come of it.
async fn holds(tab: &Tab, step: &Move, report: &Report) -> Result<()> {
    let unmet = |what: String, seen: &str| {
        Err(Failure {
            dispatched: Dispatched::Yes,
            ..Failure::new(
                ErrorKind::ExpectationFailed,
                format!("{what}; seen was:\n{seen}"),
                "look at the report page",
            )
        })
    };
    match step.then {
        Then::Refused(kind) => {
            unmet(format!("{} was expected, and the action went through", kind.code()), &report.diff)
        }
        Then::Verified if report.verification.passed => Ok(()),
        Then::Verified => unmet("the action was not verified".to_owned(), &report.verification.feedback),
        Then::Says(text) => {
            if report.effects.messages.iter().any(|message| message.text.contains(text)) {
                return Ok(());
            }
            unmet(format!("no message {text:?} came"), &report.diff)
        }
        Then::Shows(text) | Then::Gone(text) => {
            let seen = tab.observe(&ObserveOptions::default()).await?;
            let wanted = matches!(step.then, Then::Shows(_));
            if seen.text().contains(text) == wanted {
                return Ok(());
            }
            let what = if wanted { "is not shown" } else { "is still shown" };
            unmet(format!("{text:?} {what}"), seen.text())
        }
    }
}

/// What counts in the end is what the server has.
fn verify(shop: &mut Shop) -> Result<String> {
    let expected = script::expected();
    match shop.last_order() {
        Some(order) if order == expected => Ok(order.to_string()),
        Some(other) => Err(Failure {
            dispatched: Dispatched::Yes,
            ..Failure::new(
                ErrorKind::ExpectationFailed,
                format!("the server received another order: {other:?}; expected was {expected:?}"),
                "look at the report page",
            )
        }),
        None => Err(Failure::new(
            ErrorKind::ExpectationFailed,
            "the server received no order",
            "look at the report page",
        )),
    }
}

fn missing(what: Find, seen: &Observation) -> Failure {
    Failure::new(
        ErrorKind::NotFound,
        format!("nothing in the observation is named {}; seen was:\n{}", what.words(), seen.text()),
        "look at the report page",
    )
}

/// An action as it would be typed.
fn words(action: &domtool::Action) -> String {
    use domtool::Action;
    match action {
        Action::Click(click) => format!("click {}", click.target),
        Action::Fill { target, text, .. } => format!("fill {target} '{text}'"),
        Action::Select { target, options, .. } => format!("select {target} {}", options.join(" ")),
        Action::Check { target, .. } => format!("check {target}"),
        other => format!("{other:?}"),
    }
}
