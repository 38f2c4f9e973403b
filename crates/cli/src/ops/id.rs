//! An element id as an argument: checked for its shape here, for its meaning by the engine.

use std::str::FromStr;

use domtool::ElementId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An element's id from an observation, such as `e12`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(crate) struct Id(ElementId);

impl Id {
    /// For the engine.
    pub(crate) fn element(&self) -> ElementId {
        self.0
    }
}

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Without the text: words in the wrong order may have put a password here.
        let wrong = |_| "an element id looks like e12 and comes from an observation".to_owned();
        text.parse().map(Id).map_err(wrong)
    }
}

impl TryFrom<String> for Id {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0.to_string()
    }
}
