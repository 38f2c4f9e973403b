//! Several actions in a row, over and over until something is so: `click "Load more"` until a text appears.
//!
//! What is waited for is looked for before the first round too: what is so already needs no round.

use std::{sync::Arc, time::Duration};

use domtool_page::{snapshot::shorten_url, view::quoted};
use tokio::time::Instant;

use super::{
    ActOptions, Batch, Expect, Outcome, Step,
    batch::{Rounds, Stopped, round},
    verify::reading::{count, is_address, says, wanted},
    wait::BREATH,
};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    observe::{self, CallerState, Enrich},
    report::Report,
    tab::{Bound, Call, TabInner},
};

/// What comes after a round that left nothing running has so long to come.
const AFTER_ROUND: Duration = Duration::from_millis(400);

/// Does the steps until what is expected is so, at most so many times; stops at the first that fails, or that the one before it
/// made doubtful.
pub(crate) async fn act_until(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    steps: &[Step],
    (until, at_most): (&Expect, u32),
    (options, started): (&ActOptions, Instant),
) -> Batch {
    let mut batch = Batch { rounds: Some(Rounds::default()), ..Batch::default() };
    let last = steps.len();
    if let Err(error) = check(until) {
        return Batch::not_begun(last, error);
    }
    let mut done = 0;
    loop {
        let wait = match batch.done.last() {
            None => Duration::ZERO,
            Some(report) if report.still.is_empty() => AFTER_ROUND,
            Some(_) => options.settle,
        };
        let from = batch.done.len().saturating_sub(if done == 0 { 0 } else { last });
        let looking = wait_for(tab, until, &batch.done[from..], wait);
        let bound = Bound::of_look(options.timeout, wait).from(started, options.timeout);
        let instead = match Call::begin(tab, bound).run(Box::pin(looking)).await {
            Ok(Ok(met)) => {
                batch.rounds = Some(Rounds { done, met: Some(met.to_string()) });
                break;
            }
            Ok(Err(why)) => why,
            Err(error) => {
                batch.stopped = Some(Stopped::by(last, error));
                break;
            }
        };
        if done == at_most {
            let times = if done == 1 { "1 round".to_owned() } else { format!("{done} rounds") };
            let error = Error::new(ErrorKind::ExpectationFailed, format!("after {times} {instead}"))
                .with_hint("look at what the rounds changed; allow more of them if it comes nearer")
                .after(Dispatched::Yes);
            batch.stopped = Some(Stopped::by(last, error));
            break;
        }
        if !round(tab, caller_state, steps, (options, started), &mut batch).await {
            break;
        }
        done += 1;
        batch.rounds = Some(Rounds { done, met: None });
    }
    batch.show_new_page(tab, caller_state, options, started).await;
    batch.end(started);
    batch
}

/// Only what can be told of the whole page is waited for: the elements of the steps may be others each time.
fn check(until: &Expect) -> Result<()> {
    if until.any_of.is_empty() {
        return Err(Error::invalid_input("an expectation without an outcome can never be met"));
    }
    for outcome in &until.any_of {
        match outcome {
            Outcome::Appears(text) | Outcome::Disappears(text) => drop(wanted(text)?),
            Outcome::Value(_) | Outcome::State { .. } => {
                let message = "value and state are of one action's element: steps are repeated until navigation, url:GLOB, \
                    appears:TEXT, disappears:TEXT, any_change or no_change";
                return Err(Error::invalid_input(message));
            }
            Outcome::Navigation | Outcome::Url(_) | Outcome::AnyChange | Outcome::NoChange => {}
        }
    }
    Ok(())
}

/// Looks until one outcome is so; what is so instead when the time is over.
async fn wait_for<'e>(
    tab: &Arc<TabInner>,
    until: &'e Expect,
    round: &[Report],
    patience: Duration,
) -> Result<Result<&'e Outcome, String>> {
    let end = Instant::now() + patience;
    loop {
        let looked = Instant::now();
        let mut instead = Vec::with_capacity(until.any_of.len());
        for outcome in &until.any_of {
            match holds(tab, outcome, round).await? {
                Ok(()) => return Ok(Ok(outcome)),
                Err(why) => instead.push(why),
            }
        }
        if looked >= end {
            return Ok(Err(instead.join("; ")));
        }
        tokio::time::sleep_until((looked + BREATH).min(end)).await; // a bound on how often we look
    }
}

/// Whether one outcome is so after a round (of no report before the first); what is so instead.
async fn holds(tab: &Arc<TabInner>, outcome: &Outcome, round: &[Report]) -> Result<Result<(), String>> {
    let so = |so: bool, instead: &str| if so { Ok(()) } else { Err(instead.to_owned()) };
    let changed = round.iter().any(|report| !report.effects.is_empty());
    let led = round.iter().any(|report| report.effects.navigated || report.effects.url.is_some());
    Ok(match outcome {
        Outcome::Navigation => so(led, "the address is the same"),
        Outcome::AnyChange => so(changed, "nothing happened"),
        Outcome::NoChange => so(!changed && !round.is_empty(), "something still happens"),
        Outcome::Url(glob) => {
            let url = tab.state().url.clone();
            so(is_address(glob, &url), &format!("the address is {}", shorten_url(&url)))
        }
        Outcome::Appears(text) => {
            let mut messages = round.iter().flat_map(|report| &report.effects.messages);
            let told = messages.any(|message| says(&message.text, text));
            so(told || seen(tab, text).await?, &format!("{} is not there", quoted(text)))
        }
        Outcome::Disappears(text) => so(!seen(tab, text).await?, &format!("{} is still there", quoted(text))),
        // These are refused before anything is done.
        Outcome::Value(_) | Outcome::State { .. } => Err("the element is not known".to_owned()),
    })
}

async fn seen(tab: &Arc<TabInner>, text: &str) -> Result<bool> {
    tab.gate()?;
    let snapshot = observe::look(tab, tab.session()?, Enrich::None).await?;
    Ok(count(&snapshot, &wanted(text)?) > 0)
}
