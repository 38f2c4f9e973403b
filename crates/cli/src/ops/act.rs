//! `act`: several actions in one call.

use domtool::{Action, Expect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Context, Operation, RunOperation, Traits,
    context::NEW_PAGE,
    observe::Observe,
    plan::{Look, Plan},
};
use crate::{
    failure::{Failure, Result},
    limits::{ACTIONS, ROUNDS},
    output::{Acted, Output},
};

/// Do several actions, one after the other, as far as the page allows.
///
/// One a line, as on the command line: fill e3 'Ada', or a JSON array of {"op": "fill", "id": "e3", "text": "Ada",
/// "expect": "..."}. It stops at the first that fails, and where one made the next doubtful: a new page, a dialog, an
/// element that is no longer what it was. The answer has a report for each that was done, and how many were not. The first may be open,
/// and the last observe, find or read: the answer ends with that, where all went well. With --until they are repeated until something is
/// so, and the answer says how many rounds that took.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The actions; read from standard input when left out, or when it is a dash.
    #[arg(default_value = "-", hide_default_value = true, value_parser = Plan::given, allow_hyphen_values = true)]
    pub(crate) actions: Plan,
    /// Repeat them until this is so: appears:TEXT, appears:/PATTERN/, disappears:TEXT, url:GLOB, navigation, any_change or
    /// no_change; join several with " or ". What is so already needs no round.
    #[arg(long, value_name = "OUTCOME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<String>,
    /// The most rounds: 10, or this, as far as --timeout lets them be done.
    #[arg(long, value_name = "N", requires = "until", value_parser = clap::value_parser!(u32).range(1..=i64::from(ROUNDS)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_most: Option<u32>,
}

/// Rounds, where the caller says nothing of them.
const USUAL_ROUNDS: u32 = 10;

impl Operation for Act {
    const NAME: &'static str = "act";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool act \"fill e3 'Ada'\nclick e5 --expect appears:Saved\"", "a line each"),
        (r#"domtool act '[{"op": "check", "id": "e4"}, {"op": "click", "id": "e5"}]'"#, "as JSON"),
        ("domtool act 'click e7' --until 'appears:No more' --at-most 20", "over and over, until it is so"),
        (
            "domtool act \"open shop.example\nfill Search tea\nclick Go\nfind 'green tea'\"",
            "a page, and what is asked of it",
        ),
        ("domtool act < form.txt", "from a file"),
    ];
}

impl RunOperation for Act {
    type Answer = Acted;

    async fn run(self, context: &Context) -> Result<Acted> {
        let (planned, look) = self.actions.parts();
        if planned.is_empty() {
            return Err(Failure::invalid("there is nothing to do: give at least one action"));
        }
        if planned.len() > ACTIONS {
            return Err(Failure::invalid(format!(
                "{} actions are too many for one call: at most {ACTIONS}",
                planned.len()
            )));
        }
        // All of them are understood before the first is done.
        let environment = context.environment();
        let mut steps = Vec::with_capacity(planned.len());
        for (index, planned) in planned.iter().enumerate() {
            let step = planned.step(&environment).map_err(|failure| Failure {
                message: format!("action {}: {}", index + 1, failure.message),
                ..failure
            })?;
            steps.push(step);
        }
        let args = look.as_ref().map(Look::args).transpose()?;
        let until = self.until()?;
        if matches!(steps[0].action, Action::Open { .. }) {
            context.start_with_tab().await?;
        }
        let (tab, mut options) = (context.tab()?, context.options());
        if look.is_some() {
            // What the page is then, the look tells.
            options.new_page = None;
        }
        let batch = match until {
            None => tab.act_all(&steps, &options).await,
            Some((until, at_most)) => tab.act_until(&steps, &until, at_most, &options).await,
        };
        let mut acted = Acted { batch, look: None };
        let led = acted.batch.done.iter().any(|report| report.effects.navigated);
        match (look, args) {
            (Some(look), Some(args)) if acted.batch.ok => {
                let looked = look.entry.run(&args, context).await;
                acted.end_with(looked, look.shows_all());
            }
            // The page on which they ended is not the one that was to be looked at.
            (Some(_), _) if led && !context.call.args.quiet => {
                let page = Observe { budget: NEW_PAGE, page: 1, ..Observe::default() };
                acted.end_with(page.run(context).await.map(Output::from), true);
            }
            _ => {}
        }
        Ok(acted)
    }
}

impl Act {
    /// Until what the actions are repeated, and how often at most.
    fn until(&self) -> Result<Option<(Expect, u32)>> {
        let Some(until) = &self.until else {
            return match self.at_most {
                Some(_) => Err(Failure::invalid("at_most says how often until is tried: give until, too")),
                None => Ok(None),
            };
        };
        let at_most = self.at_most.unwrap_or(USUAL_ROUNDS);
        if !(1..=ROUNDS).contains(&at_most) {
            return Err(Failure::invalid(format!("at_most is 1 to {ROUNDS}")));
        }
        Ok(Some((until.parse()?, at_most)))
    }
}
