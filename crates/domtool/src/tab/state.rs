//! What is known of a tab right now, kept up to date by the browser's events.
//!
//! [`State::apply`] is the only writer and runs in the router, in wire order. It never waits; whoever waits for a
//! change watches [`super::TabInner::changes`].

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use domtool_cdp::{
    Channel, RawEvent,
    protocol::{
        BackendNodeId, FrameId, LoaderId, RemoteObjectId, SessionId, browser, input, log, network, page,
        runtime, target,
    },
};
use domtool_page::{
    snapshot::{shorten_url, shorten_urls_in},
    styles::StyleSet,
};

use super::{
    downloads::Downloads,
    emulation::Emulation,
    journal::{Entry, Journal},
};
use crate::{
    error::{Error, Result},
    report::DialogInfo,
    session::Folder,
    world,
};

/// One target of the page that we are attached to: the page itself, or an out-of-process frame.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) channel: Channel,
    pub(crate) session: SessionId,
    /// The frame at its root.
    pub(crate) root: FrameId,
    pub(crate) crashed: bool,
    /// A handle to the root's document, for as long as that document lives.
    pub(crate) document: Option<(LoaderId, RemoteObjectId)>,
    /// The styles that its documents need, as far as they were looked at; nothing before the first look.
    pub(crate) styles: Option<StyleSet>,
    /// Whether Chrome was asked for names in that document.
    pub(crate) named: bool,
    /// When it was last looked at, in its page's time (see `clock` in `world/isolated/base.js`).
    pub(crate) looked: Option<f64>,
    /// How often its frames and their documents have changed.
    pub(crate) frame_changes: u64,
}

/// What tells that a session has other frames, or other documents in them.
const FRAME_CHANGES: [&str; 5] = [
    "Page.frameAttached",
    "Page.frameNavigated",
    "Page.frameDetached",
    "Page.navigatedWithinDocument",
    "Page.documentOpened",
];

/// A frame of the page.
#[derive(Clone, Debug)]
pub(crate) struct FrameState {
    /// The session that its document lives in.
    pub(crate) session: SessionId,
    pub(crate) parent: Option<FrameId>,
    pub(crate) loader: LoaderId,
    pub(crate) url: String,
    /// The isolated world's execution context.
    pub(crate) context: Option<i32>,
    /// Nodes in shadow roots that its world was led into.
    pub(crate) entered: HashSet<BackendNodeId>,
    /// Its closed shadow roots, and whether changes in them are heard of.
    pub(crate) closed_roots: HashMap<BackendNodeId, bool>,
}

/// A dialog that waits for an answer.
#[derive(Clone, Debug)]
pub(crate) struct OpenDialog {
    pub(crate) info: DialogInfo,
    /// Who told us, and so who can answer.
    pub(crate) session: SessionId,
    /// Tells this dialog from a later one.
    pub(crate) seq: u64,
}

/// A file chooser that the page opened: instead of showing it, the browser told us.
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
    /// When its content was there, without pictures and frames.
    pub(crate) parsed_at: Option<Instant>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The page's own first, parents before children.
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) frames: HashMap<FrameId, FrameState>,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) dialog: Option<OpenDialog>,
    /// The file chooser that opened last.
    pub(crate) chooser: Option<OpenedChooser>,
    /// File choosers are the person's at the window, as nothing is being done here.
    pub(crate) leaves_choosers: bool,
    pub(crate) downloads: Downloads,
    /// What the page is to believe of its device.
    pub(crate) emulation: Emulation,
    /// Touch is emulated: a click is a tap.
    pub(crate) touch: bool,
    pub(crate) loading: Loading,
    pub(crate) crashed: bool,
    pub(crate) closed: bool,
    /// Closed because the browser is gone.
    gone: bool,
    pub(crate) journal: Journal,
    /// What a drag carries that the page began, once the browser has left it to us.
    pub(crate) drag: Option<input::DragData>,
    /// The session in which an element is highlighted.
    pub(crate) highlighted: Option<SessionId>,
    /// How many events the page has told of, but for those that only say how quiet it is.
    pub(crate) events: u64,
    /// Our world's execution contexts by frame, also those seen before their frame was.
    contexts: HashMap<FrameId, (SessionId, i32)>,
    /// Numbers our worlds, each of which is one document's, for the messages that come from them.
    documents: HashMap<(SessionId, i32), u64>,
    next_document: u64,
    /// The execution contexts of the pages' own worlds.
    page_contexts: HashMap<FrameId, (SessionId, i32)>,
}

impl State {
    /// The page's own attachment.
    pub(crate) fn main(&self) -> Option<&Attachment> {
        self.attachments.first()
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

    fn attachment_mut(&mut self, session: &SessionId) -> Option<&mut Attachment> {
        self.attachments.iter_mut().find(|a| &a.session == session)
    }

    /// Whether a frame's process crashed, of which the rest of the page knows nothing.
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
            document: None,
            styles: None,
            named: false,
            looked: None,
            frame_changes: 0,
        });
    }

    fn detach(&mut self, session: &SessionId) {
        let was_main = self.main().is_some_and(|main| &main.session == session);
        self.attachments.retain(|a| &a.session != session);
        if was_main {
            self.closed = true;
            self.journal.push(Entry::Lost);
        } else {
            self.frames.retain(|_, frame| &frame.session != session);
            self.journal.push(Entry::FrameRemoved);
        }
        self.forget_contexts(session, None);
    }

    /// Takes in a frame tree that was read when a session was attached.
    pub(crate) fn adopt(&mut self, session: &SessionId, tree: &page::FrameTree) {
        let mut pending = vec![tree];
        while let Some(tree) = pending.pop() {
            if self.frames.get(&tree.frame.id).is_none_or(|known| known.loader != tree.frame.loader_id) {
                self.set_frame(session, &tree.frame);
            }
            pending.extend(tree.child_frames.iter().flatten());
        }
    }

    fn set_frame(&mut self, session: &SessionId, frame: &page::Frame) {
        let parent =
            frame.parent_id.clone().or_else(|| self.frames.get(&frame.id).and_then(|f| f.parent.clone()));
        let context = self.contexts.get(&frame.id).filter(|(s, _)| s == session).map(|(_, context)| *context);
        if self.is_main(&frame.id) {
            let fragment = frame.url_fragment.as_deref().unwrap_or_default();
            self.url = shorten_url(&format!("{}{fragment}", frame.url)).into_owned();
            if self.loading.loader != frame.loader_id {
                self.loading = Loading { loader: frame.loader_id.clone(), ..Loading::default() };
            }
        }
        self.frames.insert(
            frame.id.clone(),
            FrameState {
                session: session.clone(),
                parent,
                loader: frame.loader_id.clone(),
                url: frame.url.clone(),
                context,
                entered: HashSet::new(),
                closed_roots: HashMap::new(),
            },
        );
    }

    /// Takes in one event of one of the page's sessions.
    ///
    /// # Errors
    /// When the event is not as the protocol has it.
    pub(crate) fn apply(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        if event.method() != "Page.lifecycleEvent" {
            self.events += 1;
        }
        if FRAME_CHANGES.contains(&event.method())
            && let Some(attachment) = self.attachment_mut(session)
        {
            attachment.frame_changes += 1;
        }
        match event.method() {
            "Page.frameAttached" => {
                if let Some(e) = event.decode::<page::FrameAttached>()? {
                    self.frames.entry(e.frame_id).or_insert_with(|| FrameState {
                        session: session.clone(),
                        parent: Some(e.parent_frame_id),
                        loader: LoaderId::default(),
                        url: String::new(),
                        context: None,
                        entered: HashSet::new(),
                        closed_roots: HashMap::new(),
                    });
                }
            }
            "Page.frameNavigated" => {
                if let Some(e) = event.decode::<page::FrameNavigated>()? {
                    self.frame_navigated(session, &e);
                }
            }
            "Page.frameDetached" => {
                if let Some(e) = event.decode::<page::FrameDetached>()?
                    && e.reason == "remove"
                {
                    self.frames.remove(&e.frame_id);
                    self.contexts.remove(&e.frame_id);
                    self.page_contexts.remove(&e.frame_id);
                    self.journal.push(Entry::FrameRemoved);
                }
            }
            "Page.navigatedWithinDocument" => {
                if let Some(e) = event.decode::<page::NavigatedWithinDocument>()? {
                    let main = self.is_main(&e.frame_id);
                    if main {
                        self.url = shorten_url(&e.url).into_owned();
                    }
                    if let Some(frame) = self.frames.get_mut(&e.frame_id) {
                        frame.url.clone_from(&e.url);
                    }
                    self.journal.push(Entry::WithinDocument { main });
                }
            }
            "Page.windowOpen" => {
                self.journal.push(Entry::WindowOpening);
            }
            "Page.frameStartedNavigating" => {
                if let Some(e) = event.decode::<page::FrameStartedNavigating>()? {
                    // A change of the fragment alone has no new document to wait for.
                    if !e.navigation_type.contains("sameDocument") && self.is_main(&e.frame_id) {
                        self.journal.push(Entry::NavigationBegan);
                    }
                }
            }
            "Page.frameStoppedLoading" => {
                if let Some(e) = event.decode::<page::FrameStoppedLoading>()?
                    && self.is_main(&e.frame_id)
                {
                    self.journal.push(Entry::StoppedLoading);
                }
            }
            "Page.lifecycleEvent" => {
                if let Some(e) = event.decode::<page::LifecycleEvent>()?
                    && self.is_main(&e.frame_id)
                {
                    self.lifecycle(&e);
                }
            }
            "Page.javascriptDialogOpening" => {
                if let Some(e) = event.decode::<page::JavascriptDialogOpening>()? {
                    self.dialog_opened(session, e);
                }
            }
            "Page.fileChooserOpened" => {
                if let Some(e) = event.decode::<page::FileChooserOpened>()? {
                    let seq = self.journal.push(Entry::Chooser { multiple: e.mode == "selectMultiple" });
                    self.chooser = Some(OpenedChooser { frame: e.frame_id, input: e.backend_node_id, seq });
                }
            }
            "Page.javascriptDialogClosed" => {
                self.dialog = None;
                self.journal.push(Entry::DialogClosed);
            }
            "Input.dragIntercepted" => {
                if let Some(e) = event.decode::<input::DragIntercepted>()? {
                    self.drag = Some(e.data);
                }
            }
            "Runtime.executionContextCreated" => {
                if let Some(e) = event.decode::<runtime::ExecutionContextCreated>()? {
                    self.context_created(session, e.context);
                }
            }
            "Runtime.executionContextDestroyed" => {
                if let Some(e) = event.decode::<runtime::ExecutionContextDestroyed>()? {
                    self.forget_contexts(session, Some(e.execution_context_id));
                }
            }
            "Runtime.executionContextsCleared" => self.forget_contexts(session, None),
            "Runtime.bindingCalled" => {
                if let Some(e) = event.decode::<runtime::BindingCalled>()?
                    && e.name == world::BINDING
                {
                    let document = self.document_of(session, e.execution_context_id);
                    if let Err(error) = self.told(document, &e.payload) {
                        tracing::warn!(%error, "a world tells what is not understood");
                    }
                }
            }
            "Runtime.consoleAPICalled" => {
                if let Some(e) = event.decode::<runtime::ConsoleApiCalled>()?
                    && (e.r#type == "error" || e.r#type == "assert")
                {
                    let text: Vec<String> = e.args.iter().map(plain_text).collect();
                    self.console_error(&text.join(" "));
                }
            }
            "Runtime.exceptionThrown" => {
                if let Some(e) = event.decode::<runtime::ExceptionThrown>()? {
                    self.console_error(&world::exception_text(&e.exception_details));
                }
            }
            "Log.entryAdded" => {
                if let Some(e) = event.decode::<log::EntryAdded>()?
                    && e.entry.level == "error"
                {
                    self.console_error(&e.entry.text);
                }
            }
            "Network.requestWillBeSent" => {
                if let Some(e) = event.decode::<network::RequestWillBeSent>()? {
                    self.journal.request_began(e);
                }
            }
            "Network.responseReceived" => {
                if let Some(e) = event.decode::<network::ResponseReceived>()? {
                    self.journal.response_received(&e);
                }
            }
            "Network.loadingFinished" => {
                if let Some(e) = event.decode::<network::LoadingFinished>()? {
                    self.journal.request_ended(&e.request_id, None);
                }
            }
            "Network.loadingFailed" => {
                if let Some(e) = event.decode::<network::LoadingFailed>()? {
                    self.journal.request_ended(&e.request_id, Some(e.error_text));
                }
            }
            "Network.webSocketCreated" => {
                if let Some(e) = event.decode::<network::WebSocketCreated>()? {
                    self.journal.socket_created(e);
                }
            }
            "Network.webSocketHandshakeResponseReceived" => {
                if let Some(e) = event.decode::<network::WebSocketHandshakeResponseReceived>()? {
                    self.journal.socket_opened(&e);
                }
            }
            "Network.webSocketFrameSent" => {
                if let Some(e) = event.decode::<network::WebSocketFrameSent>()? {
                    self.journal.socket_sent(e.request_id);
                }
            }
            "Network.webSocketFrameReceived" => {
                if let Some(e) = event.decode::<network::WebSocketFrameReceived>()? {
                    self.journal.socket_received(e.request_id);
                }
            }
            "Network.webSocketClosed" => {
                if let Some(e) = event.decode::<network::WebSocketClosed>()? {
                    self.journal.socket_closed(&e.request_id);
                }
            }
            "Inspector.targetCrashed" => self.crash(session),
            "Inspector.targetReloadedAfterCrash" => {
                if self.main().is_some_and(|main| &main.session == session) {
                    self.crashed = false;
                }
                if let Some(attachment) = self.attachment_mut(session) {
                    attachment.crashed = false;
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(e) = event.decode::<target::DetachedFromTarget>()? {
                    self.detach(&e.session_id);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn console_error(&mut self, text: &str) {
        self.journal.console_error(&shorten_urls_in(text));
    }

    /// The number of the document that one of our worlds is in.
    fn document_of(&mut self, session: &SessionId, context: i32) -> u64 {
        let next = &mut self.next_document;
        *self.documents.entry((session.clone(), context)).or_insert_with(|| {
            *next += 1;
            *next
        })
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

    /// The browser is gone, and the tab with it.
    pub(crate) fn lose(&mut self) {
        self.gone = !self.closed;
        self.close();
    }

    /// Why nothing more can come of the page, once that is so.
    pub(crate) fn end(&self) -> Option<Error> {
        if self.gone {
            Some(super::browser_gone())
        } else if self.closed {
            Some(super::tab_closed())
        } else if self.crashed {
            Some(super::page_crashed())
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

    fn frame_navigated(&mut self, session: &SessionId, event: &page::FrameNavigated) {
        let main = self.is_main(&event.frame.id);
        if main {
            // Children of the old document are gone; a restored one tells of its own again.
            let keep = event.frame.id.clone();
            self.frames.retain(|id, _| *id == keep);
            self.crashed = false;
        }
        self.set_frame(session, &event.frame);
        if let Some(attachment) = self.attachment_mut(session)
            && attachment.root == event.frame.id
        {
            attachment.document = None;
            attachment.styles = None;
            attachment.named = false;
            attachment.crashed = false;
        }
        if event.r#type == "BackForwardCacheRestore" && main {
            self.loading.dom_content = true;
            self.loading.load = true;
        }
        self.journal.push(Entry::Committed { main });
        if self.loading.load && main {
            self.journal.push(Entry::Loaded);
        }
    }

    fn lifecycle(&mut self, event: &page::LifecycleEvent) {
        if event.loader_id != self.loading.loader {
            if event.name != "init" {
                return;
            }
            self.loading = Loading { loader: event.loader_id.clone(), ..Loading::default() };
        }
        match event.name.as_str() {
            "DOMContentLoaded" => {
                self.loading.dom_content = true;
                self.loading.parsed_at = Some(Instant::now());
            }
            "load" => {
                self.loading.load = true;
                self.journal.push(Entry::Loaded);
            }
            _ => {}
        }
    }

    fn dialog_opened(&mut self, session: &SessionId, event: page::JavascriptDialogOpening) {
        let kind = match event.r#type {
            page::DialogType::Alert => "alert",
            page::DialogType::Confirm => "confirm",
            page::DialogType::Prompt => "prompt",
            page::DialogType::Beforeunload => "beforeunload",
        };
        let info = DialogInfo { kind: kind.to_owned(), message: event.message, open: true };
        // Each attached session of the page may tell of the same dialog.
        if self.dialog.as_ref().is_some_and(|open| open.info == info) {
            return;
        }
        let seq = self.journal.push(Entry::Dialog(info.clone()));
        self.dialog = Some(OpenDialog { info, session: session.clone(), seq });
    }

    fn context_created(&mut self, session: &SessionId, context: runtime::ExecutionContextDescription) {
        let Some(aux) = context.aux_data else { return };
        let Some(frame) = aux.frame_id else { return };
        if aux.is_default {
            self.page_contexts.insert(frame, (session.clone(), context.id));
            return;
        }
        if context.name != world::NAME {
            return;
        }
        self.contexts.insert(frame.clone(), (session.clone(), context.id));
        if let Some(state) = self.frames.get_mut(&frame) {
            state.session = session.clone();
            state.context = Some(context.id);
            state.entered.clear();
            state.closed_roots.values_mut().for_each(|heard| *heard = false);
        }
    }

    fn forget_contexts(&mut self, session: &SessionId, only: Option<i32>) {
        let gone = |s: &SessionId, context: i32| s == session && only.is_none_or(|id| id == context);
        self.contexts.retain(|_, (s, context)| !gone(s, *context));
        self.page_contexts.retain(|_, (s, context)| !gone(s, *context));
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

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// A console argument as a line of text.
fn plain_text(object: &runtime::RemoteObject) -> String {
    match &object.value {
        Some(serde_json::Value::String(text)) => first_line(text),
        Some(value) => value.to_string(),
        // Of an error its message, not where in the page's files it came from.
        None => first_line(object.description.as_deref().unwrap_or(&object.r#type)),
    }
}
