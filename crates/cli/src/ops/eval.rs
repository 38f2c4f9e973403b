//! `eval`: a JavaScript expression in the page, where the caller allows it.

use domtool::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    output::JsonValue,
};

/// Evaluate a JavaScript expression in the page's main frame and print its value as JSON.
///
/// Runs only with --allow-eval (or DOMTOOL_ALLOW_EVAL=1): a script can do anything that the page can.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Eval {
    /// The expression; a promise is awaited.
    #[arg(allow_hyphen_values = true)]
    pub(crate) expression: String,
}

impl Operation for Eval {
    const NAME: &'static str = "eval";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool eval --allow-eval document.title", "print the title as JSON")];
}

impl RunOperation for Eval {
    type Answer = JsonValue;

    async fn run(self, context: &Context) -> Result<JsonValue> {
        if !context.call.allow_eval {
            return Err(Failure::new(ErrorKind::BlockedByPolicy, "eval is off", Hint::AllowEval));
        }
        let tab = context.tab()?;
        let value = match context.left() {
            Some(deadline) => tab.evaluate_within(&self.expression, deadline).await?,
            None => tab.evaluate(&self.expression).await?,
        };
        Ok(JsonValue(value))
    }
}
