//! What the isolated worlds tell through their binding: texts that a person would have noticed (`world/isolated/tell.js`).

use std::time::Duration;

use super::State;
use crate::world::data::{AnnouncementEvent, TextGone, TextSaid};
use domtool_page::messages::{Announcement, AnnouncementId, Evidence};

impl State {
    /// Takes in what a world tells; `document` names the world's document among all of the tab.
    ///
    /// # Errors
    /// When it is not as the world's script writes it.
    pub(super) fn announced(&mut self, document: u64, payload: &str) -> Result<(), serde_json::Error> {
        let now = self.journal.now();
        for told in serde_json::from_str::<Vec<AnnouncementEvent>>(payload)? {
            match told {
                AnnouncementEvent::Gone(TextGone { gone }) => {
                    self.journal.messages.gone(AnnouncementId { document, number: gone });
                }
                AnnouncementEvent::Said(TextSaid {
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
                }) => {
                    let age = Duration::try_from_secs_f64(age / 1e3).unwrap_or_default();
                    let evidence = Evidence { role, classes, colours, invalid, assertive, status_bar };
                    let announced =
                        Announcement { text, at: now.saturating_sub(age), passing, start, content, evidence };
                    self.journal.messages.announce(
                        AnnouncementId { document, number: said },
                        &announced,
                        now,
                    );
                }
            }
        }
        Ok(())
    }
}
