//! Lets a tab go on in a new target, because the renderer of its old one was given up, or the new one has what the old one lacks. Its number, journal, downloads and emulation
//! stay; the page, its history and its frames are gone.

use std::sync::{Arc, PoisonError};

use domtool_cdp::protocol::SessionId;

use super::{State, TabInner, emulation, journal::Entry};

impl TabInner {
    /// Goes on as the target of another tab, which was made for it and is nobody's; `news` is what callers are told. The protocol's sessions that were its own,
    /// and those that are now.
    pub(crate) fn go_on_as(
        &self,
        fresh: &Arc<TabInner>,
        browser: &str,
        news: Option<&str>,
    ) -> (Vec<SessionId>, Vec<SessionId>) {
        let taken = std::mem::take(&mut *fresh.state());
        let sessions = |state: &State| state.attachments.iter().map(|a| a.session.clone()).collect();
        let now: Vec<SessionId> = sessions(&taken);
        let before: Vec<SessionId> = self.update(|state| {
            let before = sessions(state);
            state.renew(taken, news);
            for attachment in &mut state.attachments {
                attachment.channel =
                    self.connection.channel(attachment.session.clone()).with_limit(&self.limit);
            }
            before
        });
        *self.target.lock().unwrap_or_else(PoisonError::into_inner) = fresh.target();
        let (channel, believed) = {
            let state = self.state();
            (state.main().map(|main| main.channel.clone()), state.emulation.clone())
        };
        if let Some(channel) = channel {
            emulation::first(&channel, &believed, true, browser);
        }
        self.answered();
        (before, now)
    }
}

impl State {
    /// Takes over what a new target has, and keeps what is the tab's own.
    fn renew(&mut self, fresh: State, news: Option<&str>) {
        let sessions: Vec<_> = self.attachments.iter().map(|attachment| attachment.session.clone()).collect();
        for session in &sessions {
            self.forget_contexts(session, None);
        }
        let mut journal = std::mem::take(&mut self.journal);
        journal.requests.forget_running();
        if let Some(news) = news {
            journal.push(Entry::News(news.to_owned()));
        }
        *self = State {
            journal,
            downloads: std::mem::take(&mut self.downloads),
            emulation: std::mem::take(&mut self.emulation),
            touch: self.touch,
            handed_over: self.handed_over.take(),
            leaves_choosers: self.leaves_choosers,
            next_document: self.next_document.max(fresh.next_document),
            ..fresh
        };
    }
}
