//! What the isolated worlds tell through their binding: texts that a person would have noticed (`world/isolated/tell.js`).

use std::time::Duration;

use domtool_page::messages::{Evidence, Saying, SayingId};
use serde::Deserialize;

use super::State;

/// One thing told.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Told {
    Gone {
        gone: u32,
    },
    Said {
        said: u32,
        text: String,
        #[serde(default)]
        passing: bool,
        #[serde(default)]
        start: bool,
        #[serde(default)]
        content: bool,
        /// Milliseconds since it appeared.
        #[serde(default)]
        age: f64,
        role: String,
        classes: Vec<String>,
        colours: Vec<String>,
        invalid: bool,
        #[serde(default)]
        assertive: bool,
        #[serde(default)]
        status_bar: bool,
    },
}

impl State {
    /// Takes in what a world tells; `document` names the world's document among all of the tab.
    ///
    /// # Errors
    /// When it is not as the world's script writes it.
    pub(super) fn told(&mut self, document: u64, payload: &str) -> Result<(), serde_json::Error> {
        let now = self.journal.now();
        for told in serde_json::from_str::<Vec<Told>>(payload)? {
            match told {
                Told::Gone { gone } => self.journal.messages.gone(SayingId { document, number: gone }),
                Told::Said {
                    said,
                    text,
                    passing,
                    start,
                    content,
                    age,
                    role,
                    classes,
                    colours,
                    invalid,
                    assertive,
                    status_bar,
                } => {
                    let age = Duration::try_from_secs_f64(age / 1e3).unwrap_or_default();
                    let evidence = Evidence { role, classes, colours, invalid, assertive, status_bar };
                    let saying =
                        Saying { text, at: now.saturating_sub(age), passing, start, content, evidence };
                    self.journal.messages.said(SayingId { document, number: said }, &saying, now);
                }
            }
        }
        Ok(())
    }
}
