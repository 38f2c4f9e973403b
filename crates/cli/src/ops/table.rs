//! `table`: a table of the page as data.

use domtool::{TableData, TableOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Target, Traits};
use crate::failure::Result;

/// Read a table as data: its rows, each with its id, its cells by header, and the ids of what can be operated in it.
///
/// A list is one, too: an item a row. As JSON, and in the Python and TypeScript clients, all rows are there: for loops that need no model.
/// Rows that scrolling or the page's own pages bring are not; `total` says that there are more where the page tells.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Table {
    /// The table or list, or a part of the page that has one of them; else the one table of the page.
    #[arg(value_name = "ELEMENT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<Target>,
    /// The most tokens of the lines that are printed; 0 for no limit.
    #[arg(long, value_name = "TOKENS", default_value_t = 4_000)]
    #[serde(default = "usual_budget")]
    pub(crate) budget: u32,
}

fn usual_budget() -> u32 {
    4_000
}

impl Operation for Table {
    const NAME: &'static str = "table";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool table", "the one table of the page"),
        ("domtool table Orders --json", "one of several, all of its rows as data"),
        ("domtool table e40", "by its id, or by that of a part of the page that has one table or list"),
    ];
}

impl RunOperation for Table {
    type Answer = TableData;

    async fn run(self, context: &Context) -> Result<TableData> {
        let mut options = TableOptions::default();
        options.table = context.element(self.table.as_ref()).await?;
        options.budget = (self.budget > 0).then_some(self.budget);
        options.timeout = context.left();
        Ok(context.tab()?.table(&options).await?)
    }
}
