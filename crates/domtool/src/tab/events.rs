//! How a tab's state follows the browser's events, domain by domain.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use domtool_cdp::{
    RawEvent,
    protocol::{LoaderId, SessionId, input, inspector, log, network, page, runtime, target},
};
use domtool_page::snapshot::{shorten_url, shorten_urls_in};

use super::{
    journal::{self, Entry},
    state::{FrameState, Loading, OpenDialog, OpenedChooser, State},
};
use crate::{
    error::Result,
    options::origin_of,
    report::{DialogInfo, DialogKind},
    shared::LoginAsked,
    world,
};

/// What tells that a session has other frames, or other documents in them.
const FRAME_CHANGES: [&str; 5] = [
    "Page.frameAttached",
    "Page.frameNavigated",
    "Page.frameDetached",
    "Page.navigatedWithinDocument",
    "Page.documentOpened",
];

/// The schemes that Chromium shows or handles itself.
const BROWSER_SCHEMES: [&str; 14] = [
    "about",
    "blob",
    "chrome",
    "chrome-error",
    "chrome-extension",
    "data",
    "devtools",
    "file",
    "filesystem",
    "ftp",
    "http",
    "https",
    "javascript",
    "view-source",
];

impl State {
    /// Takes in one event of one of the page's sessions.
    ///
    /// # Errors
    /// When the event is not as the protocol has it.
    pub(crate) fn apply(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        if FRAME_CHANGES.contains(&event.method())
            && let Some(attachment) = self.attachment_mut(session)
        {
            attachment.frame_changes += 1;
        }
        match event.method().split_once('.').map_or("", |(domain, _)| domain) {
            "Page" if FRAME_CHANGES.contains(&event.method()) => self.frame_event(session, event),
            "Page" | "Input" => self.page_event(session, event),
            "Runtime" | "Log" => self.script_event(session, event),
            "Network" => self.network_event(event),
            "Inspector" | "Target" => self.target_event(session, event),
            _ => Ok(()),
        }
    }

    /// Its frames and their documents.
    fn frame_event(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        match event.method() {
            "Page.frameAttached" => {
                if let Some(e) = event.decode::<page::FrameAttached>()? {
                    let number = self.number_of(&e.frame_id);
                    self.frames.entry(e.frame_id).or_insert_with(|| FrameState {
                        number,
                        session: session.clone(),
                        parent: Some(e.parent_frame_id),
                        loader: LoaderId::default(),
                        url: String::new(),
                        origin: String::new(),
                        committed_in: None,
                        loads: false,
                        goes_to: None,
                        context: None,
                        entered: HashSet::new(),
                        closed_roots: HashMap::new(),
                        pdf: None,
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
            _ => {}
        }
        Ok(())
    }

    /// How it loads, and what it asks the person for.
    fn page_event(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        match event.method() {
            "Page.windowOpen" => {
                self.journal.push(Entry::WindowOpening);
            }
            "Page.frameStartedNavigating" => {
                if let Some(e) = event.decode::<page::FrameStartedNavigating>()? {
                    self.goes_to(&e.url);
                    // A change of the fragment alone has no new document to wait for.
                    if !e.navigation_type.contains("sameDocument") {
                        if self.is_main(&e.frame_id) {
                            self.journal.push(Entry::NavigationBegan);
                        }
                        if let Some(frame) = self.frames.get_mut(&e.frame_id) {
                            frame.goes_to = Some(shorten_url(&e.url).into_owned());
                        }
                    }
                }
            }
            "Page.frameStoppedLoading" => {
                if let Some(e) = event.decode::<page::FrameStoppedLoading>()? {
                    if self.is_main(&e.frame_id) {
                        self.journal.push(Entry::StoppedLoading);
                    }
                    if let Some(frame) = self.frames.get_mut(&e.frame_id) {
                        (frame.loads, frame.goes_to) = (false, None);
                    }
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
            _ => {}
        }
        Ok(())
    }

    /// Its worlds, and what they and its scripts say.
    fn script_event(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        match event.method() {
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
                    && e.name == self.names.binding
                {
                    let document = self.document_of(session, e.execution_context_id);
                    if let Err(error) = self.announced(document, &e.payload) {
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
                    // That a request failed is told of the request.
                    && e.entry.source != "network"
                {
                    self.console_error(&e.entry.text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Its requests and sockets.
    fn network_event(&mut self, event: &RawEvent) -> Result<()> {
        match event.method() {
            "Network.requestWillBeSent" => {
                if let Some(e) = event.decode::<network::RequestWillBeSent>()? {
                    self.journal.request_began(e);
                }
            }
            "Network.responseReceived" => {
                if let Some(e) = event.decode::<network::ResponseReceived>()? {
                    if e.r#type == "EventSource" {
                        self.carriers.stream_opened(e.request_id.clone());
                    }
                    self.journal.response_received(&e);
                    self.login_asked = match journal::asks_for_login(&e.response) {
                        Some(_) if e.response.status == 407 => Some(LoginAsked::Proxy),
                        Some(_) => origin_of(&e.response.url).map(LoginAsked::Server),
                        None => None,
                    };
                }
            }
            "Network.dataReceived" => {
                if let Some(e) = event.decode::<network::DataReceived>()? {
                    self.journal.data_received(&e);
                }
            }
            "Network.loadingFinished" => {
                if let Some(e) = event.decode::<network::LoadingFinished>()? {
                    self.carriers.stream_closed(&e.request_id);
                    self.journal.request_ended(&e.request_id, None);
                }
            }
            "Network.loadingFailed" => {
                if let Some(e) = event.decode::<network::LoadingFailed>()? {
                    self.carriers.stream_closed(&e.request_id);
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
                    self.carriers.stream_opened(e.request_id.clone());
                    self.journal.socket_opened(&e);
                }
            }
            "Network.webSocketFrameSent" => {
                if let Some(e) = event.decode::<network::WebSocketFrameSent>()? {
                    self.journal.socket_sent(e);
                }
            }
            "Network.webSocketFrameReceived" => {
                if let Some(e) = event.decode::<network::WebSocketFrameReceived>()? {
                    self.journal.socket_received(e.request_id);
                }
            }
            "Network.webSocketClosed" => {
                if let Some(e) = event.decode::<network::WebSocketClosed>()? {
                    self.carriers.stream_closed(&e.request_id);
                    self.journal.socket_closed(&e.request_id);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Its processes.
    fn target_event(&mut self, session: &SessionId, event: &RawEvent) -> Result<()> {
        match event.method() {
            "Inspector.targetCrashed" => self.crash(session),
            "Inspector.detached" => {
                if let Some(e) = event.decode::<inspector::Detached>()?
                    && e.reason == "canceled_by_user"
                    && self.main().is_some_and(|main| &main.session == session)
                {
                    self.take_back();
                }
            }
            "Inspector.targetReloadedAfterCrash" => {
                if self.main().is_some_and(|main| &main.session == session) {
                    self.crashed = false;
                }
                if let Some(attachment) = self.attachment_mut(session) {
                    attachment.crashed = false;
                    attachment.silent = false;
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

    /// A frame goes to an address. One of another program leads nowhere, and the browser may ask the person about it.
    fn goes_to(&mut self, url: &str) {
        let Some((scheme, _)) = url.split_once(':').filter(|(scheme, _)| !BROWSER_SCHEMES.contains(scheme))
        else {
            return;
        };
        self.foreign_scheme = Some(scheme.to_owned());
        self.journal.push(Entry::LeftForProgram(scheme.to_owned()));
    }

    fn console_error(&mut self, text: &str) {
        if self.repeats {
            return;
        }
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

    fn frame_navigated(&mut self, session: &SessionId, event: &page::FrameNavigated) {
        let main = self.is_main(&event.frame.id);
        if main {
            // Children of the old document are gone; a restored one tells of its own again.
            let keep = event.frame.id.clone();
            self.frames.retain(|id, _| *id == keep);
            self.crashed = false;
            self.journal.forget_loading();
            self.carriers.document_came();
            self.by_itself.document_came();
            self.dialogs_in_a_row = 0;
            // Loading the same document again does not end the browser's question.
            if self.frames.get(&event.frame.id).is_none_or(|known| known.url != event.frame.url) {
                self.foreign_scheme = None;
            }
            self.journal.requests.page_came(&event.frame.loader_id);
        }
        self.set_frame(session, &event.frame);
        if let Some(frame) = self.frames.get_mut(&event.frame.id) {
            frame.committed_in = Some(session.clone());
            (frame.loads, frame.goes_to) = (event.r#type != "BackForwardCacheRestore", None);
        }
        if let Some(attachment) = self.attachment_mut(session)
            && attachment.root == event.frame.id
        {
            attachment.document = None;
            attachment.styles = None;
            attachment.crashed = false;
            attachment.silent = false;
        }
        if event.r#type == "BackForwardCacheRestore" && main {
            self.loading.dom_content = true;
            self.loading.load = true;
            self.loading.painted = true;
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
            self.loading = Loading::of(event.loader_id.clone());
        }
        match event.name.as_str() {
            "DOMContentLoaded" => {
                self.loading.dom_content = true;
                self.loading.parsed_at = Some(Instant::now());
            }
            "firstPaint" | "firstContentfulPaint" => self.loading.painted = true,
            "load" => {
                self.loading.load = true;
                self.journal.push(Entry::Loaded);
            }
            _ => {}
        }
    }

    fn dialog_opened(&mut self, session: &SessionId, event: page::JavascriptDialogOpening) {
        let kind = match event.r#type {
            page::DialogType::Alert => DialogKind::Alert,
            page::DialogType::Confirm => DialogKind::Confirm,
            page::DialogType::Prompt => DialogKind::Prompt,
            page::DialogType::Beforeunload => DialogKind::BeforeUnload,
        };
        let info = DialogInfo { kind, message: event.message, open: true };
        // Each attached session of the page may tell of the same dialog.
        if self.dialog.as_ref().is_some_and(|open| open.info == info) {
            return;
        }
        self.dialogs_in_a_row += 1;
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
        if context.name != self.names.world {
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
