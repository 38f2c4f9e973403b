//! `tab`: the session's tabs.

use clap::ValueEnum;
use domtool::{Action, ErrorKind, TabChoice, text::quoted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    output::TabList,
};

/// List the session's tabs, open a new one, switch to one, close one, or take one that the person has open.
///
/// In a browser that runs already (--cdp), attach takes a tab of the person's, with its page as it is; closing it here only gives it back.
/// Actions go to the current tab. A tab that the page opened is in the report of the action that did it.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tab {
    /// What to do.
    #[arg(value_enum, default_value_t)]
    #[serde(default)]
    pub(crate) what: What,
    /// The address for new, the tab's number for switch and close. For attach a number of list --all or a part of the address, also
    /// with * for any text; nothing where only one is free.
    #[arg(value_name = "URL|NUMBER")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) which: Option<String>,
    /// List all tabs of the browser, also those that are no session's and can be attached.
    #[arg(long)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) all: bool,
}

/// What to do with tabs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// List them.
    #[default]
    List,
    /// Open one, with an address or empty.
    New,
    /// Make one the current.
    Switch,
    /// Close one; the current one without a number.
    Close,
    /// Take one that the person has open.
    Attach,
}

impl Tab {
    fn number(&self) -> Result<Option<u32>> {
        let Some(text) = &self.which else { return Ok(None) };
        let number = text
            .parse()
            .map_err(|_| Failure::invalid(format!("{text} is no tab's number", text = quoted(&text))))?;
        Ok(Some(number))
    }
}

impl Operation for Tab {
    const NAME: &'static str = "tab";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool tab", "list them"),
        ("domtool tab new https://example.com", "open one"),
        ("domtool tab switch 2", "make it the current one"),
        ("domtool tab close", "close the current one"),
        ("domtool tab list --all", "list those of the person, too"),
        ("domtool tab attach '*/inbox'", "take one of them"),
    ];
}

impl RunOperation for Tab {
    type Answer = TabList;

    async fn run(self, context: &Context) -> Result<TabList> {
        if self.all && self.what != What::List {
            return Err(Failure::invalid("all is for list"));
        }
        if context.call.elsewhere && (self.all || self.what == What::Attach) {
            return Err(Failure::new(
                ErrorKind::BlockedByPolicy,
                "tabs of others in the server's browser are not for its clients",
                "open a tab with new",
            ));
        }
        match self.what {
            What::List if self.all && self.which.is_none() => {
                let available = context.start().await?.available_tabs().await?;
                return Ok(TabList { tabs: context.session()?.tabs(), available: Some(available) });
            }
            What::List if self.which.is_some() => return Err(Failure::invalid("list takes no number")),
            What::List => {}
            What::New => {
                let url = self.which.as_deref().map(|url| context.environment().address(url)).transpose()?;
                context.start().await?.new_tab(None).await?;
                if let Some(url) = url {
                    context.act(Action::open(url)).await?;
                }
            }
            What::Switch => {
                let number = self.number()?.ok_or_else(|| Failure::invalid("switch needs a tab's number"))?;
                context.session()?.switch(number)?;
            }
            What::Attach => {
                let choice = self.which.as_deref().map_or(TabChoice::Only, TabChoice::of);
                context.start().await?.attach(choice).await.map_err(|error| {
                    let is_choice = [ErrorKind::NotFound, ErrorKind::InvalidInput].contains(&error.kind());
                    let failure = Failure::from(error);
                    if is_choice { Failure { hint: Hint::ListTabs, ..failure } } else { failure }
                })?;
            }
            What::Close => context.session()?.close_tab(self.number()?).await?,
        }
        Ok(TabList { tabs: context.session()?.tabs(), available: None })
    }
}
