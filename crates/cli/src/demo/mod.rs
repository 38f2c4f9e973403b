//! `domtool demo`: the whole loop on a bundled shop, by a shopper without a model: observe, act, verify. Prints what a
//! model would read, ends with the order that the *server* received, and writes a page to look at.

mod report;
mod script;
mod server;

use std::{path::PathBuf, process::ExitCode};

use clap::{Arg, ArgMatches, Command, value_parser};
use domtool::{
    ActOptions, Browser, ErrorKind, Observation, ObserveOptions, Report, Screenshot, ScreenshotOptions,
    Session, SessionOptions, Tab, chromium::LaunchOptions,
};
use serde::Serialize;

use crate::{
    failure::{Failure, Result},
    globals::Globals,
    local::{self, Consent},
    output, print,
};
use script::{Find, MOVES, Move, Then};
use server::Shop;

/// Its part of the command line.
pub(crate) fn command() -> Command {
    Command::new("demo")
        .about("Watch the whole loop on a bundled shop, and get a report page to look at")
        .after_help("Examples:\n  domtool demo\n  domtool demo --headed --out /tmp/report")
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .default_value("domtool-report")
                .value_parser(value_parser!(PathBuf))
                .help("Where to write index.html"),
        )
}

/// One step of the visit, for the report.
struct Step {
    why: String,
    /// The action in words, such as `click e7 "Save"`.
    action: String,
    /// What the model read before it.
    read: Observation,
    /// What it looked like.
    picture: Screenshot,
    /// The element that was meant.
    target: Option<domtool::ElementId>,
    outcome: Outcome,
}

/// What came of a step.
enum Outcome {
    /// Only looked at.
    Seen,
    /// It worked, and what was expected came.
    Done(Box<Report>),
    /// It was refused, as it should be.
    Refused(Failure),
    /// It was not as it should be.
    Failed(Failure),
}

/// Runs the demo.
///
/// # Errors
/// `NO_BROWSER`; `EXPECTATION_FAILED` with what was seen, at the first thing that is not as it should be.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let launch = globals.launch.clone().absolute(&folder);
    let out = folder.join(matches.get_one::<PathBuf>("out").cloned().unwrap_or_default());
    local::ensure(&launch, Consent::AskIfSomeoneIsThere)?;
    let mut options = launch.options();
    // Sites get processes of their own on desktops anyway; this makes it certain.
    options.args.insert(0, "--site-per-process".to_owned());
    let visit = async {
        tokio::select! {
            done = visit(options, launch.cdp.as_deref(), globals.json) => done,
            interrupted = tokio::signal::ctrl_c() => {
                // The browser ends with the dropped future.
                interrupted.map_err(|error| Failure::io("Ctrl-C", &error))?;
                Ok(None)
            }
        }
    };
    let Some((steps, ended)) = local::runtime()?.block_on(visit)? else { return Ok(ExitCode::from(130)) };
    let page = out.join("index.html");
    let written =
        std::fs::create_dir_all(&out).and_then(|()| std::fs::write(&page, report::page(&steps, &ended)));
    written.map_err(|error| Failure::invalid(format!("{} cannot be written: {error}", page.display())))?;
    conclude(&steps, ended, &page, globals)
}

fn conclude(
    steps: &[Step],
    ended: Result<String>,
    page: &std::path::Path,
    globals: &Globals,
) -> Result<ExitCode> {
    let say = |text: &str| if globals.json { print::aside(text) } else { print::text(text) };
    let verified = match ended {
        Ok(verified) => verified,
        Err(failure) => {
            say(&format!("\nThe report so far: {}", page.display()));
            return Err(failure);
        }
    };
    if globals.json {
        #[derive(Serialize)]
        struct Done<'a> {
            ok: bool,
            steps: usize,
            order: &'a str,
            report: &'a std::path::Path,
        }
        let json =
            serde_json::to_string(&Done { ok: true, steps: steps.len(), order: &verified, report: page });
        print::text(&json.map_err(|error| Failure::internal(error.to_string()))?);
    } else {
        let paint = print::stdout_paint();
        print::text(&format!("\n{} {verified}", paint.good("order verified:")));
        print::text(&format!("report to look at: {}", page.display()));
    }
    Ok(ExitCode::SUCCESS)
}

type Visit = (Vec<Step>, Result<String>);

/// The visit from start to end. A step that fails ends it; what was seen until then is in the steps.
async fn visit(options: LaunchOptions, cdp: Option<&str>, json: bool) -> Result<Option<Visit>> {
    let shop = Shop::open().await.map_err(|error| Failure::io("the shop's ports", &error))?;
    let browser = match cdp {
        Some(endpoint) => Browser::connect(endpoint).await?,
        None => Browser::launch(options).await?,
    };
    let session = browser.session("demo", SessionOptions::default()).await?;
    let mut shopper = Shopper { session, steps: Vec::new(), json };
    let ended = shopper.shop(&shop).await;
    let closed = browser.close().await;
    let ended = ended.and_then(|order| closed.map(|()| order).map_err(Failure::from));
    Ok(Some((shopper.steps, ended)))
}

/// An agent without a model.
struct Shopper {
    session: Session,
    steps: Vec<Step>,
    json: bool,
}

impl Shopper {
    fn say(&self, text: &str) {
        if self.json { print::aside(text) } else { print::text(text) }
    }

    async fn shop(&mut self, shop: &Shop) -> Result<String> {
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
            outcome: if opened.ok { Outcome::Done(Box::new(opened)) } else { Outcome::Seen },
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
            outcome: Outcome::Seen,
        });
        verify(shop)
    }

    /// Observes, finds, acts, and holds the outcome against what must come of it.
    async fn make(&mut self, tab: &Tab, step: &Move) -> Result<()> {
        let paint = print::stdout_paint();
        let (read, picture) = look(tab).await?;
        let Some(target) = step.what.within(&read) else {
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
    let options = ScreenshotOptions { marks: true, ..ScreenshotOptions::default() };
    let picture = tab.screenshot(&options).await?;
    Ok((read, picture))
}

/// Holds an outcome against what must come of it.
async fn holds(tab: &Tab, step: &Move, report: &Report) -> Result<()> {
    let unmet = |what: String, seen: &str| {
        Err(Failure {
            dispatched: "yes".to_owned(),
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
fn verify(shop: &Shop) -> Result<String> {
    let expected = script::expected();
    match shop.order() {
        Some(order) if order == expected => {
            let address = order.address.unwrap_or_default();
            Ok(format!(
                "{} x {}, wished for {}, {}to {} in {}, card ending in {}",
                order.quantity,
                order.items.join(" and "),
                order.wishes.join(", "),
                if address.gift { "as a gift " } else { "" },
                address.name,
                address.country,
                order.card.unwrap_or_default(),
            ))
        }
        Some(other) => Err(Failure {
            dispatched: "yes".to_owned(),
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
        Action::Fill { target, text } => format!("fill {target} '{text}'"),
        Action::Select { target, options } => format!("select {target} {}", options.join(" ")),
        Action::Check { target } => format!("check {target}"),
        other => format!("{other:?}"),
    }
}
