//! `act`: several actions in one call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Context, Operation, RunOperation, Traits,
    plan::{MOST, Plan},
};
use crate::{
    failure::{Failure, Result},
    output::Output,
};

/// Do several actions, one after the other, as far as the page allows.
///
/// One a line, as on the command line: fill e3 'Ada', or a JSON array of {"op": "fill", "id": "e3", "text": "Ada",
/// "expect": "..."}. It stops at the first that fails, and where one made the next doubtful: a new page, a dialog, an
/// element that is no longer what it was. The answer has a report for each that was done, and how many were not.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The actions; read from standard input when left out, or when it is a dash.
    #[arg(default_value = "-", hide_default_value = true, value_parser = Plan::given, allow_hyphen_values = true)]
    pub(crate) actions: Plan,
}

impl Operation for Act {
    const NAME: &'static str = "act";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool act \"fill e3 'Ada'\nclick e5 --expect appears:Saved\"", "a line each"),
        (r#"domtool act '[{"op": "check", "id": "e4"}, {"op": "click", "id": "e5"}]'"#, "as JSON"),
        ("domtool act < form.txt", "from a file"),
    ];
}

impl RunOperation for Act {
    async fn run(self, context: &Context) -> Result<Output> {
        let planned = self.actions.actions();
        if planned.is_empty() {
            return Err(Failure::invalid("there is nothing to do: give at least one action"));
        }
        if planned.len() > MOST {
            return Err(Failure::invalid(format!(
                "{} actions are too many for one call: at most {MOST}",
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
        Ok(context.tab()?.act_all(&steps, &context.options()).await.into())
    }
}
