//! The state of a tab, kept up to date by the browser's events.
//!
//! [`State::apply`] (see `events`) writes it, in the router and in the order of the wire, and never waits. Code that waits for a
//! change watches [`super::TabInner::changes`].

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, FrameId, LoaderId, RemoteObjectId, SessionId, browser, input, page},
};
use domtool_page::{snapshot::shorten_url, styles::StyleSet};

use super::{
    by_itself::ByItself,
    carriers::Carriers,
    downloads::Downloads,
    journal::{Entry, Journal},
};
use crate::{
    emulation::Emulation,
    error::{self, Error},
    folder::Folder,
    limits::LEFT_ORIGINS,
    report::DialogInfo,
    shared::LoginAsked,
    world::Names,
};

/// A target of the page that domtool is attached to: the page itself, or an out-of-process frame.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) channel: Channel,
    pub(crate) session: SessionId,
    /// The frame at its root.
    pub(crate) root: FrameId,
    pub(crate) crashed: bool,
    /// It left a look unanswered, so the next looks wait less for it, until it answers one.
    pub(crate) silent: bool,
    /// A handle to the root's document, for as long as that document lives.
    pub(crate) document: Option<(LoaderId, RemoteObjectId)>,
    /// The styles that captures of its documents need, as the last look showed; `None` before the first look.
    pub(crate) styles: Option<StyleSet>,
    /// When it was last looked at, in its page's time (see `clock` in `world/isolated/base.js`).
    pub(crate) looked: Option<f64>,
    /// How often its frames and their documents have changed.
    pub(crate) frame_changes: u64,
}

/// A frame of the page.
#[derive(Clone, Debug)]
pub(crate) struct FrameState {
    /// Frames that came to the tab before it have smaller ones.
    pub(crate) number: u64,
    /// The session that its document lives in.
    pub(crate) session: SessionId,
    pub(crate) parent: Option<FrameId>,
    pub(crate) loader: LoaderId,
    pub(crate) url: String,
    /// As Chromium writes it: `://` for what has none.
    pub(crate) origin: String,
    /// The session whose event told of its document; `None` for a document that was there when its session was attached.
    pub(crate) committed_in: Option<SessionId>,
    /// Its document was committed, and has not loaded since.
    pub(crate) loads: bool,
    /// Where it goes, until the document from there is committed, or it stays.
    pub(crate) goes_to: Option<String>,
    /// The isolated world's execution context.
    pub(crate) context: Option<i32>,
    /// The nodes in shadow roots by which its isolated world was led into these.
    pub(crate) entered: HashSet<BackendNodeId>,
    /// Its closed shadow roots, by a node in each, with whether the isolated world watches it for changes.
    pub(crate) closed_roots: HashMap<BackendNodeId, bool>,
    /// The text of the PDF that its document, Chromium's viewer, shows; `None` before the viewer was asked.
    pub(crate) pdf: Option<Arc<str>>,
}

/// A dialog that waits for an answer.
#[derive(Clone, Debug)]
pub(crate) struct OpenDialog {
    pub(crate) info: DialogInfo,
    /// The session that reported it, which is the one that can answer it.
    pub(crate) session: SessionId,
    /// Tells this dialog from a later one.
    pub(crate) seq: u64,
}

/// A file chooser that the page opened and that domtool intercepted.
#[derive(Clone, Debug)]
pub(crate) struct OpenedChooser {
    pub(crate) frame: FrameId,
    /// The file input behind it; none behind the system's own (File System Access).
    pub(crate) input: Option<BackendNodeId>,
    /// Its number in the journal.
    pub(crate) seq: u64,
}

/// How far the main frame's document has loaded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loading {
    pub(crate) loader: LoaderId,
    pub(crate) dom_content: bool,
    pub(crate) load: bool,
    /// When it was parsed (`DOMContentLoaded`), without pictures and frames.
    pub(crate) parsed_at: Option<Instant>,
    /// It has drawn something. Before that Chromium withholds all input from it.
    pub(crate) painted: bool,
    /// When it was committed.
    pub(crate) began_at: Option<Instant>,
}

impl Loading {
    /// A document of which nothing has loaded yet.
    pub(crate) fn of(loader: LoaderId) -> Self {
        Self { loader, began_at: Some(Instant::now()), ..Self::default() }
    }
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The names of its isolated worlds and of their binding.
    pub(crate) names: Names,
    /// The page's own first, parents before children.
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) frames: HashMap<FrameId, FrameState>,
    pub(super) next_frame: u64,
    /// The frames of what is acted on, or was last: what comes of it is looked for there first.
    pub(crate) acted_in: Vec<FrameId>,
    pub(crate) url: String,
    /// The origins of its documents, the newest last: what is told of it may hold what their fields held.
    pub(crate) origins: Vec<String>,
    /// Its requests are answered with empty documents: it is there for the storage of origins alone.
    pub(crate) serves_empty_documents: bool,
    pub(crate) title: String,
    pub(crate) dialog: Option<OpenDialog>,
    /// A dialog that was open when an earlier connection broke. If it is still open, no connection can answer it.
    pub(crate) left_dialog: Option<DialogInfo>,
    /// How many dialogs opened since the page was last seen without one.
    pub(crate) dialogs_in_a_row: u32,
    /// The file chooser that opened last.
    pub(crate) chooser: Option<OpenedChooser>,
    /// File choosers are left to the person at the window, as no action runs.
    pub(crate) leaves_choosers: bool,
    /// Who asked for a login with the answer that came last.
    pub(super) login_asked: Option<LoginAsked>,
    /// The tab is in its person's hands, and what they are to do.
    pub(crate) handed_over: Option<String>,
    pub(crate) downloads: Downloads,
    /// The emulation overrides in effect.
    pub(crate) emulation: Emulation,
    /// Touch is emulated: a click is a tap.
    pub(crate) touch: bool,
    /// The scheme of another program's address that the document went to: the browser may ask the person about it.
    pub(crate) foreign_scheme: Option<String>,
    pub(crate) loading: Loading,
    pub(crate) crashed: bool,
    pub(crate) closed: bool,
    /// How many elements the page had when it was last counted.
    pub(crate) elements: u64,
    /// How many of its targets are being set up.
    pub(crate) setting_up: u32,
    /// After a reconnect: the browser repeats earlier console messages, which are not taken in again.
    pub(crate) repeats: bool,
    /// Closed to us because its person took it back.
    pub(crate) taken_back: bool,
    /// Closed because the browser is gone.
    pub(super) gone: bool,
    pub(crate) journal: Journal,
    pub(crate) carriers: Carriers,
    pub(super) by_itself: ByItself,
    /// The data of a drag that the page began and that domtool intercepted.
    pub(crate) drag: Option<input::DragData>,
    /// The session in which an element is highlighted.
    pub(crate) highlighted: Option<SessionId>,
    /// The execution contexts of the isolated worlds by frame, also of frames that were not reported yet.
    pub(super) contexts: HashMap<FrameId, (SessionId, i32)>,
    /// A number for each isolated world, hence for its document, by which the world's reports are told apart.
    pub(super) documents: HashMap<(SessionId, i32), u64>,
    pub(super) next_document: u64,
    /// The execution contexts of the pages' own worlds.
    pub(super) page_contexts: HashMap<FrameId, (SessionId, i32)>,
    /// The searches for delegated handlers that wait in those worlds, as far as they were asked for.
    pub(crate) own_looks: HashMap<(SessionId, i32), RemoteObjectId>,
}

impl State {
    /// The page's own attachment.
    pub(crate) fn main(&self) -> Option<&Attachment> {
        self.attachments.first()
    }

    /// The origins of its documents, and of those that it showed before.
    pub(crate) fn known_origins(&self) -> Vec<String> {
        let mut origins = self.origins.clone();
        origins.extend(self.frames.values().map(|frame| frame.origin.clone()));
        origins.sort_unstable();
        origins.dedup();
        origins
    }

    /// The execution contexts of the page's own worlds in a session's frames.
    pub(crate) fn page_contexts(&self, session: &SessionId) -> Vec<i32> {
        let own = self
            .page_contexts
            .iter()
            .filter(|(frame, (s, _))| s == session && self.frames.contains_key(*frame));
        own.map(|(_, (_, context))| *context).collect()
    }

    pub(crate) fn attachment(&self, session: &SessionId) -> Option<&Attachment> {
        self.attachments.iter().find(|a| &a.session == session)
    }

    pub(super) fn attachment_mut(&mut self, session: &SessionId) -> Option<&mut Attachment> {
        self.attachments.iter_mut().find(|a| &a.session == session)
    }

    /// Whether the process of a frame crashed; the rest of the page lives on.
    pub(crate) fn frame_crashed(&self, frame: &FrameId) -> bool {
        let session = self.frames.get(frame).map(|frame| &frame.session);
        session.and_then(|session| self.attachment(session)).is_some_and(|attachment| attachment.crashed)
    }

    /// The attachment whose root is this frame, when it is an out-of-process one.
    pub(crate) fn out_of_process(&self, frame: &FrameId) -> Option<&Attachment> {
        self.attachments.iter().skip(1).find(|a| &a.root == frame)
    }

    /// Whether a frame is the main frame.
    pub(crate) fn is_main(&self, frame: &FrameId) -> bool {
        self.main().is_some_and(|main| &main.root == frame)
    }

    /// An isolated world is of no use any more. One that took its place since stays.
    pub(crate) fn give_up_world(&mut self, session: &SessionId, context: i32) {
        let is_it = |frame: &&mut FrameState| &frame.session == session && frame.context == Some(context);
        for frame in self.frames.values_mut().filter(is_it) {
            frame.context = None;
        }
        self.contexts.retain(|_, (of, known)| of != session || *known != context);
    }

    pub(crate) fn attach(&mut self, channel: Channel, session: SessionId, root: FrameId) {
        if let Some(frame) = self.frames.get_mut(&root) {
            frame.session = session.clone();
            frame.context = None;
        }
        self.attachments.push(Attachment {
            channel,
            session,
            root,
            crashed: false,
            silent: false,
            document: None,
            styles: None,
            looked: None,
            frame_changes: 0,
        });
    }

    pub(super) fn detach(&mut self, session: &SessionId) {
        if self.carriers.worker_left(session) {
            return;
        }
        let was_main = self.main().is_some_and(|main| &main.session == session);
        self.attachments.retain(|a| &a.session != session);
        if was_main {
            self.closed = true;
            self.journal.push(Entry::Lost);
        } else {
            let within: Vec<SessionId> = self.within(session);
            self.frames.retain(|_, frame| &frame.session != session);
            self.journal.push(Entry::FrameRemoved);
            // The browser tells a session of those in it, and this one is told nothing any more.
            for session in within {
                self.detach(&session);
            }
        }
        self.forget_contexts(session, None);
    }

    /// The sessions of frames that stand in those of a session.
    fn within(&self, session: &SessionId) -> Vec<SessionId> {
        let is_within = |attachment: &&Attachment| {
            let root = self.frames.get(&attachment.root);
            let parent =
                root.and_then(|root| root.parent.as_ref()).and_then(|parent| self.frames.get(parent));
            &attachment.session != session && parent.is_some_and(|parent| &parent.session == session)
        };
        self.attachments.iter().filter(is_within).map(|attachment| attachment.session.clone()).collect()
    }

    /// Takes in a frame tree that was read when a session was attached. What has navigated in that session since is newer than the
    /// tree: on a busy machine the tree of a tab that was just opened arrives after its first document (popup.html, "Severed tab").
    pub(crate) fn adopt(&mut self, session: &SessionId, tree: &page::FrameTree) {
        let mut pending = vec![tree];
        while let Some(tree) = pending.pop() {
            let known = self.frames.get(&tree.frame.id);
            if known.is_none_or(|known| known.loader != tree.frame.loader_id) {
                if known.is_some_and(|known| known.committed_in.as_ref() == Some(session)) {
                    continue;
                }
                self.set_frame(session, &tree.frame);
            }
            // The last is taken first.
            pending.extend(tree.child_frames.iter().flatten().rev());
        }
    }

    pub(super) fn set_frame(&mut self, session: &SessionId, frame: &page::Frame) {
        let parent =
            frame.parent_id.clone().or_else(|| self.frames.get(&frame.id).and_then(|f| f.parent.clone()));
        let context = self.contexts.get(&frame.id).filter(|(s, _)| s == session).map(|(_, context)| *context);
        if self.is_main(&frame.id) {
            let fragment = frame.url_fragment.as_deref().unwrap_or_default();
            self.url = shorten_url(&format!("{}{fragment}", frame.url)).into_owned();
            note_origin(&mut self.origins, &frame.security_origin);
            if self.loading.loader != frame.loader_id {
                self.loading = Loading::of(frame.loader_id.clone());
                self.elements = 0;
            }
        }
        let number = self.number_of(&frame.id);
        let goes_to = self.frames.get_mut(&frame.id).and_then(|known| known.goes_to.take());
        // A frame that came to a process of its own with its document has arrived; also where that is the browser's word that it failed.
        let arrived = frame.url.starts_with("chrome-error:");
        let goes_to = goes_to.filter(|to| !arrived && *to != shorten_url(&frame.url));
        self.frames.insert(
            frame.id.clone(),
            FrameState {
                number,
                session: session.clone(),
                parent,
                loader: frame.loader_id.clone(),
                url: frame.url.clone(),
                origin: frame.security_origin.clone(),
                committed_in: None,
                loads: false,
                goes_to,
                context,
                entered: HashSet::new(),
                closed_roots: HashMap::new(),
                pdf: None,
            },
        );
    }

    /// The number of a frame, a new one where it is new.
    pub(super) fn number_of(&mut self, frame: &FrameId) -> u64 {
        if let Some(known) = self.frames.get(frame) {
            return known.number;
        }
        self.next_frame += 1;
        self.next_frame
    }

    /// The frames whose processes answer: the main one, those around and in the frames that are acted in, and the others, each in the order
    /// in which they came.
    pub(crate) fn frames_that_answer(&self) -> Vec<FrameId> {
        let main = self.main().map(|main| &main.root);
        let near = |id: &FrameId| {
            let is_in = |frame, other: &FrameId| self.with_parents(frame).any(|around| around == other);
            self.acted_in.iter().any(|acted| is_in(acted, id) || is_in(id, acted))
        };
        let silent = |frame: &FrameState| self.attachment(&frame.session).is_some_and(|found| found.silent);
        let others = self.frames.iter().filter(|(id, frame)| main != Some(id) && !silent(frame));
        let mut others: Vec<_> = others.map(|(id, frame)| (!near(id), frame.number, id)).collect();
        others.sort_unstable_by_key(|(far, number, _)| (*far, *number));
        main.into_iter().chain(others.into_iter().map(|(.., id)| id)).cloned().collect()
    }

    /// A frame and those around it.
    fn with_parents<'s>(&'s self, frame: &'s FrameId) -> impl Iterator<Item = &'s FrameId> {
        let parent = |id: &&'s FrameId| self.frames.get(*id)?.parent.as_ref();
        std::iter::successors(Some(frame), parent).take(self.frames.len())
    }

    /// Takes in a download, which the browser reports outside the page's sessions.
    pub(crate) fn download_began(&mut self, event: &browser::DownloadWillBegin) {
        self.downloads.begin(event);
        let (guid, name) = (event.guid.clone(), event.suggested_filename.clone());
        self.journal.push(Entry::Download { guid, name });
    }

    /// Takes in how far a download is.
    pub(crate) fn download_moved(&mut self, event: &browser::DownloadProgress, folder: Option<&Folder>) {
        if self.downloads.progress(event, folder)
            && let Some(info) = self.downloads.get(&event.guid)
        {
            self.journal.push(Entry::DownloadEnded { guid: event.guid.clone(), words: info.words() });
        }
    }

    /// Whether a frame is one of this tab's, also while it is being set up.
    pub(crate) fn has_frame(&self, frame: &FrameId) -> bool {
        self.frames.contains_key(frame) || self.attachments.iter().any(|a| &a.root == frame)
    }

    /// The tab is gone.
    pub(crate) fn close(&mut self) {
        if !self.closed {
            self.closed = true;
            self.journal.push(Entry::Lost);
        }
    }

    /// Its person took it back.
    pub(super) fn take_back(&mut self) {
        self.taken_back = !self.closed;
        self.close();
    }

    /// The browser is gone, and the tab with it.
    pub(crate) fn lose(&mut self) {
        self.gone = !self.closed;
        self.close();
    }

    /// Why nothing more can come of the page, once that is so.
    pub(crate) fn end(&self) -> Option<Error> {
        if self.gone {
            Some(error::browser_gone())
        } else if self.taken_back {
            Some(error::tab_taken_back())
        } else if self.closed {
            Some(error::tab_closed())
        } else if self.crashed {
            Some(error::page_crashed())
        } else {
            None
        }
    }

    /// The renderer of a session is gone.
    pub(crate) fn crash(&mut self, session: &SessionId) {
        let main = self.main().is_some_and(|main| &main.session == session);
        if let Some(attachment) = self.attachment_mut(session) {
            attachment.crashed = true;
            attachment.document = None;
        }
        // Nothing that is asked of them is answered, nor ever refused.
        self.forget_contexts(session, None);
        if main && !self.crashed {
            self.crashed = true;
            self.journal.push(Entry::Lost);
        }
    }

    pub(super) fn forget_contexts(&mut self, session: &SessionId, only: Option<i32>) {
        let gone = |s: &SessionId, context: i32| s == session && only.is_none_or(|id| id == context);
        self.contexts.retain(|_, (s, context)| !gone(s, *context));
        self.page_contexts.retain(|_, (s, context)| !gone(s, *context));
        self.own_looks.retain(|(s, context), _| !gone(s, *context));
        let Self { documents, journal, .. } = self;
        documents.retain(|(s, context), document| {
            let stays = !gone(s, *context);
            if !stays {
                journal.messages.document_gone(*document);
            }
            stays
        });
        for frame in self.frames.values_mut() {
            if frame.context.is_some_and(|context| gone(&frame.session, context)) {
                frame.context = None;
            }
        }
    }
}

/// Notes that a tab shows a document of an origin: the newest is the last.
fn note_origin(origins: &mut Vec<String>, origin: &str) {
    origins.retain(|known| known != origin);
    origins.push(origin.to_owned());
    let older = origins.len().saturating_sub(LEFT_ORIGINS);
    origins.drain(..older);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_left_longest_ago_is_forgotten_first() {
        let mut origins = Vec::new();
        for number in 0..=LEFT_ORIGINS {
            note_origin(&mut origins, &format!("https://{number}.example"));
            note_origin(&mut origins, "https://0.example");
        }
        assert_eq!(origins.len(), LEFT_ORIGINS);
        let known = |number: usize| origins.contains(&format!("https://{number}.example"));
        assert!(known(0) && !known(1) && known(2) && known(LEFT_ORIGINS));
    }
}
