//! Takes a tab over to the next connection: the same target, with its journal and what its callers have seen and were not told yet.
//! What belonged to the broken connection (attachments, worlds, calls under way) begins anew.

use std::sync::{Arc, Mutex};

use domtool_cdp::Limit;
use tokio::sync::watch;

use super::{Owner, State, TabInner, journal::Entry};
use crate::world::Names;

impl TabInner {
    /// Takes over an earlier connection's tab. What ran on it has failed with that connection.
    pub(crate) fn following(before: &TabInner, owner: Owner) -> Arc<TabInner> {
        let state = before.state().moved(owner.shared.browser.names());
        Arc::new(TabInner {
            number: before.number,
            target: Mutex::new(before.target()),
            connection: owner.shared.browser.connection.clone(),
            owner,
            reconnected: true,
            borrowed: before.borrowed,
            limit: Limit::default(),
            probe: Mutex::default(),
            state: Mutex::new(state),
            changes: watch::Sender::new(0),
        })
    }
}

impl State {
    /// What of it holds on the next connection. The journal says that there was a gap, and what it hides.
    fn moved(&mut self, names: Names) -> State {
        let sessions: Vec<_> = self.attachments.iter().map(|attachment| attachment.session.clone()).collect();
        for session in &sessions {
            self.forget_contexts(session, None);
        }
        let mut journal = std::mem::take(&mut self.journal);
        let mut downloads = std::mem::take(&mut self.downloads);
        journal.requests.forget_running();
        let mut line =
            "the connection to the browser broke and was made again; what the page did in between was not heard"
                .to_owned();
        if let Some(open) = &self.dialog {
            // Chromium dismisses it in some of its modes, and leaves it open in others, where nobody hears of it any more.
            line.push_str(&format!("; what became of its open {} dialog is not known", open.info.kind));
        }
        for name in downloads.forget_running() {
            line.push_str(&format!("; how the download {name} ended is not known"));
        }
        journal.push(Entry::News(line));
        State {
            names,
            repeats: true,
            url: std::mem::take(&mut self.url),
            title: std::mem::take(&mut self.title),
            downloads,
            emulation: self.emulation.clone(),
            loading: self.loading.clone(),
            crashed: self.crashed,
            left_dialog: self.left_dialog.take().or(self.dialog.take().map(|open| open.info)),
            journal,
            next_document: self.next_document,
            // Only its person says that they are done. Copied, as who waits for that on the broken connection must not take it for said.
            handed_over: self.handed_over.clone(),
            ..State::default()
        }
    }
}
