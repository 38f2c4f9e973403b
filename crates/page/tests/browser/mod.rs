//! A real Chromium for the tests of perception: opens a fixture, captures it as the engine does, and builds the snapshot.

#![allow(dead_code, unreachable_pub)]

pub mod files;

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domtool_cdp::{
    Answer, Channel, Chromium, Events, LaunchOptions, Message, RawEvent,
    protocol::{
        BackendNodeId, FrameId, TargetId,
        accessibility::{AxNode, GetFullAxTree},
        dom::{GetBoxModel, GetFrameOwner},
        dom_debugger::GetEventListeners,
        dom_snapshot::CaptureSnapshot,
        page::{
            Enable, FrameTree, GetFrameTree, GetLayoutMetrics, LifecycleEvent, Navigate,
            SetLifecycleEventsEnabled,
        },
        runtime::{Evaluate, SerializationOptions, SerializationParameters},
        target::{AttachToTarget, AttachedToTarget, CreateTarget, DetachedFromTarget, SetAutoAttach},
    },
};
use domtool_page::{
    capture::{FrameBox, FrameDocument, FrameOwner, FrameProbe, PageCapture, SessionCapture, Viewport},
    geometry::Quad,
    snapshot::{Pass, PrivacyRules, Snapshot, build_watched, frames_to_measure},
    styles::StyleSet,
};

/// One browser with one tab.
pub struct Browser {
    chromium: Chromium,
    tab: Channel,
    events: tokio::sync::Mutex<Events>,
    /// The sessions of out-of-process frames, parents before children.
    attached: Mutex<Vec<Attached>>,
    /// The tab's id.
    pub target: TargetId,
}

/// The session of an out-of-process frame.
#[derive(Clone)]
struct Attached {
    channel: Channel,
    root: FrameId,
    parent: FrameId,
}

/// What the browser answered, as bytes.
pub struct Raw {
    sessions: Vec<RawSession>,
    viewport: Viewport,
}

struct RawSession {
    snapshot: Answer<CaptureSnapshot>,
    listeners: Answer<GetEventListeners>,
    frames: Vec<FrameDocument>,
    owner: Option<FrameOwner>,
    boxes: Vec<FrameBox>,
    styles: StyleSet,
    plain_root: bool,
    nested_hosts: Vec<BackendNodeId>,
}

impl Browser {
    pub async fn launch(args: &[&str]) -> Self {
        let chromium =
            Chromium::launch(LaunchOptions::default().with_args(args.iter().copied())).await.unwrap();
        let connection = chromium.connection().clone();
        let made = connection
            .browser()
            .call(&CreateTarget { url: "about:blank".into(), ..CreateTarget::default() })
            .await
            .unwrap();
        let attach = AttachToTarget { target_id: made.target_id.clone(), flatten: Some(true) };
        let session = connection.browser().call(&attach).await.unwrap().session_id;
        let tab = connection.channel(session).with_deadline(Duration::from_secs(30));
        tab.call(&Enable {}).await.unwrap();
        let events = tokio::sync::Mutex::new(connection.events());
        tab.call(&SetLifecycleEventsEnabled { enabled: true }).await.unwrap();
        tab.call(&auto_attach()).await.unwrap();
        Self { chromium, tab, events, attached: Mutex::default(), target: made.target_id }
    }

    pub async fn close(self) {
        self.chromium.close().await.unwrap();
    }

    /// Opens a page of `fixtures/` and waits until it has loaded.
    pub async fn open(&self, fixture: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../fixtures")
            .join(fixture)
            .canonicalize()
            .unwrap();
        self.go(&format!("file://{}", path.display())).await;
    }

    /// Opens a page given as HTML.
    pub async fn show(&self, html: &str) {
        let mut url = String::from("data:text/html;charset=utf-8,");
        for byte in html.bytes() {
            url.push_str(&format!("%{byte:02x}"));
        }
        self.go(&url).await;
    }

    /// Opens a page that is too large for a `data:` address.
    pub async fn show_file(&self, html: &str) {
        self.show_file_within(html, Duration::from_secs(60)).await;
    }

    /// The same, for one that Chromium is slow to load.
    pub async fn show_file_within(&self, html: &str, longest: Duration) {
        let file = self.chromium.profile().join("page.html");
        std::fs::write(&file, html).unwrap();
        let loaded = self.go_within(&format!("file://{}", file.display()), longest).await;
        assert!(loaded, "it was not loaded within {longest:?}");
    }

    /// Opens an address and waits until it has loaded, its frames of other processes included.
    pub async fn go(&self, url: &str) {
        assert!(self.try_to_go(url).await, "{url} was not loaded within 60 s");
    }

    /// The same; says whether it loaded in time.
    pub async fn try_to_go(&self, url: &str) -> bool {
        self.go_within(url, Duration::from_secs(60)).await
    }

    /// The same, with a time of its own.
    async fn go_within(&self, url: &str, longest: Duration) -> bool {
        let mut events = self.events.lock().await;
        while events.try_next().is_some() {}
        self.attached().clear();
        let went = self.tab.call(&Navigate { url: url.to_owned(), ..Navigate::default() }).await.unwrap();
        assert_eq!(went.error_text, None, "{url}");
        let loader = went.loader_id.unwrap();
        let loaded = async {
            while let Some(message) = events.next().await {
                let Message::Event(event) = message else { panic!("events were lost") };
                self.heard(&event).await;
                if let Some(event) = event.decode::<LifecycleEvent>().unwrap()
                    && event.loader_id == loader
                    && event.name == "load"
                {
                    break;
                }
            }
        };
        let in_time = tokio::time::timeout(longest, loaded).await.is_ok();
        while let Some(Message::Event(event)) = events.try_next() {
            self.heard(&event).await;
        }
        in_time
    }

    /// Waits until the page has had no request under way and no news for a while, at most so long.
    pub async fn rest(&self, longest: Duration) {
        let script = "new Promise(done => { let last = performance.now(); \
            new MutationObserver(() => last = performance.now()).observe(document, { subtree: true, childList: true, attributes: true }); \
            const look = () => performance.now() - last > 600 ? done(1) : setTimeout(look, 100); look() })";
        let waited =
            Evaluate { expression: script.to_owned(), await_promise: Some(true), ..Evaluate::default() };
        // A page that never rests is judged as it is.
        tokio::time::timeout(longest, self.tab.call(&waited)).await.ok();
        let mut events = self.events.lock().await;
        while let Some(Message::Event(event)) = events.try_next() {
            self.heard(&event).await;
        }
    }

    /// Takes in that a frame got or lost a process of its own.
    async fn heard(&self, event: &RawEvent) {
        if let Some(event) = event.decode::<AttachedToTarget>().unwrap()
            && event.target_info.r#type == "iframe"
        {
            let channel = self.chromium.connection().channel(event.session_id);
            let channel = channel.with_deadline(Duration::from_secs(30));
            // Its own frames are told of before the answer.
            channel.call(&auto_attach()).await.unwrap();
            let root = FrameId::from(event.target_info.target_id.as_str());
            let parent = event.target_info.parent_frame_id.unwrap_or_default();
            self.attached().push(Attached { channel, root, parent });
        } else if let Some(event) = event.decode::<DetachedFromTarget>().unwrap() {
            self.attached().retain(|a| a.channel.session_id() != Some(&event.session_id));
        }
    }

    fn attached(&self) -> std::sync::MutexGuard<'_, Vec<Attached>> {
        self.attached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn run(&self, script: &str) {
        let reply =
            self.tab.call(&Evaluate { expression: script.to_owned(), ..Evaluate::default() }).await.unwrap();
        assert_eq!(reply.exception_details, None, "{script}");
    }

    /// The string that an expression of the page gives.
    pub async fn tell(&self, expression: &str) -> String {
        let asked = Evaluate { expression: expression.to_owned(), ..Evaluate::default() };
        let reply = self.tab.call(&asked).await.unwrap();
        assert_eq!(reply.exception_details, None, "{expression}");
        reply.result.value.and_then(|value| Some(value.as_str()?.to_owned())).unwrap()
    }

    pub async fn capture(&self) -> Raw {
        self.capture_with(StyleSet::ALL).await
    }

    /// The same, asked for some styles only.
    pub async fn capture_with(&self, styles: StyleSet) -> Raw {
        let attached = self.attached().clone();
        let mut sessions = vec![ask(&self.tab, None, styles).await];
        for (at, frame) in attached.iter().enumerate() {
            let mut owner = None;
            let asked = GetFrameOwner { frame_id: frame.root.clone() };
            for holder in [&self.tab].into_iter().chain(attached[..at].iter().map(|a| &a.channel)) {
                if let Ok(found) = holder.call(&asked).await {
                    owner = Some(FrameOwner {
                        frame: frame.root.clone(),
                        parent: frame.parent.clone(),
                        backend: found.backend_node_id,
                    });
                    break;
                }
            }
            sessions.push(ask(&frame.channel, owner, styles).await);
        }
        let metrics = self.tab.call(&GetLayoutMetrics {}).await.unwrap();
        let layout = metrics.css_layout_viewport;
        let scale = self
            .tab
            .call(&Evaluate { expression: "devicePixelRatio".into(), ..Evaluate::default() })
            .await
            .unwrap();
        let mut raw = Raw {
            sessions,
            viewport: Viewport {
                width: f64::from(layout.client_width),
                height: f64::from(layout.client_height),
                scroll_x: f64::from(layout.page_x),
                scroll_y: f64::from(layout.page_y),
                content_width: metrics.css_content_size.width,
                content_height: metrics.css_content_size.height,
                pinch_offset: (0.0, 0.0),
                pinch_scale: 1.0,
                bounds_scale: scale.result.value.and_then(|v| v.as_f64()).unwrap_or(1.0),
            },
        };
        let channels: Vec<&Channel> =
            [&self.tab].into_iter().chain(attached.iter().map(|a| &a.channel)).collect();
        let mut boxes: Vec<Vec<FrameBox>> = raw.sessions.iter().map(|_| Vec::new()).collect();
        for (session, backend) in frames_to_measure(&raw.capture()) {
            // A frame without a box (display: none) has no model.
            let asked = GetBoxModel { backend_node_id: Some(backend) };
            let Ok(reply) = channels[session].call(&asked).await else { continue };
            boxes[session].push(FrameBox {
                backend,
                border: Quad::from_numbers(&reply.model.border).unwrap(),
                content: Quad::from_numbers(&reply.model.content).unwrap(),
                size: (f64::from(reply.model.width), f64::from(reply.model.height)),
            });
        }
        for (session, boxes) in raw.sessions.iter_mut().zip(boxes) {
            session.boxes = boxes;
        }
        raw
    }

    pub async fn snapshot(&self) -> Snapshot {
        self.capture().await.build(&PrivacyRules::default())
    }

    /// Chrome's own tree of one frame.
    pub async fn chromes_tree(&self, snapshot: &Snapshot, frame: usize) -> Vec<AxNode> {
        let frame = &snapshot.frames[frame];
        let channel = match frame.session {
            0 => self.tab.clone(),
            session => self.attached()[session as usize - 1].channel.clone(),
        };
        let asked = GetFullAxTree { frame_id: Some(frame.id.clone()), ..GetFullAxTree::default() };
        channel.call(&asked).await.unwrap().nodes
    }
}

fn auto_attach() -> SetAutoAttach {
    SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: false, flatten: Some(true), filter: None }
}

/// As the engine's look into a frame tells it.
const PLAIN_ROOT: &str = "[document.documentElement, document.body].every(e => { const s = e && getComputedStyle(e); return !s || [
    s.opacity === '1', s.overflow === 'visible', s.position === 'static', s.clipPath === 'none', s.transform === 'none',
    s.contain === 'none', s.contentVisibility === 'visible', s.zIndex === 'auto'].every(Boolean) })";

/// The same of the hosts of shadow roots within open ones.
const NESTED_HOSTS: &str = "(() => { const found = []; const look = (root, nested) => { for (const e of root.querySelectorAll('*'))
    if (e.shadowRoot) { if (nested) found.push(e); look(e.shadowRoot, true) } }; look(document, false); return found })()";

async fn nested_hosts(channel: &Channel) -> Vec<BackendNodeId> {
    let options = SerializationOptions {
        serialization: "deep".to_owned(),
        max_depth: None,
        additional_parameters: Some(SerializationParameters { max_node_depth: Some(0) }),
    };
    let asked = Evaluate {
        expression: NESTED_HOSTS.into(),
        serialization_options: Some(options),
        ..Evaluate::default()
    };
    let found = channel.call(&asked).await.unwrap().result.deep_serialized_value.unwrap_or_default();
    found.items().iter().filter_map(|item| Some(item.node()?.backend_node_id)).collect()
}

async fn ask(channel: &Channel, owner: Option<FrameOwner>, set: StyleSet) -> RawSession {
    let plain = Evaluate { expression: PLAIN_ROOT.into(), ..Evaluate::default() };
    let plain = channel.call(&plain).await.unwrap().result.value == Some(true.into());
    let document =
        channel.call(&Evaluate { expression: "document".into(), ..Evaluate::default() }).await.unwrap();
    let object_id = document.result.object_id.unwrap();
    let listeners = channel.post(&GetEventListeners { object_id, depth: -1, pierce: true });
    let styles =
        CaptureSnapshot { computed_styles: set.names(), include_paint_order: true, include_dom_rects: false };
    let snapshot = channel.post(&styles);
    let tree = channel.call(&GetFrameTree {}).await.unwrap().frame_tree;
    let mut frames = Vec::new();
    let mut trees = vec![tree];
    while let Some(FrameTree { frame, child_frames }) = trees.pop() {
        trees.extend(child_frames.unwrap_or_default());
        frames.push(FrameDocument {
            frame: frame.id,
            loader: frame.loader_id,
            url: frame.url,
            origin: frame.security_origin,
            absence: None,
        });
    }
    RawSession {
        snapshot: snapshot.answer().await.unwrap(),
        listeners: listeners.answer().await.unwrap(),
        frames,
        owner,
        boxes: Vec::new(),
        styles: set,
        plain_root: plain,
        nested_hosts: nested_hosts(channel).await,
    }
}

impl RawSession {
    /// Of its root only; what is not known of a frame in it is taken not to be plain.
    fn look(&self) -> Vec<FrameProbe> {
        let root = self.frames.first().map(|root| root.frame.clone());
        let look = |frame| FrameProbe {
            frame,
            plain_root: self.plain_root,
            nested_hosts: self.nested_hosts.clone(),
            ..FrameProbe::default()
        };
        root.map(look).into_iter().collect()
    }
}

impl Raw {
    pub fn build(&self, rules: &PrivacyRules) -> Snapshot {
        self.build_watched(rules, &mut |_| {})
    }

    /// The same, telling which pass begins.
    pub fn build_watched(&self, rules: &PrivacyRules, begins: &mut dyn FnMut(Pass)) -> Snapshot {
        build_watched(&self.capture(), rules, begins)
    }

    fn capture(&self) -> PageCapture<'_> {
        let sessions = self.sessions.iter().map(|session| SessionCapture {
            snapshot: session.snapshot.decode().unwrap(),
            listeners: session.listeners.decode().unwrap(),
            frames: session.frames.clone(),
            owner: session.owner.clone(),
            boxes: session.boxes.clone(),
            styles: session.styles,
            looks: session.look(),
            ..SessionCapture::default()
        });
        PageCapture { sessions: sessions.collect(), viewport: self.viewport, ..PageCapture::default() }
    }

    /// What it shows that it must have been asked for.
    pub fn styles_needed(&self) -> StyleSet {
        let capture = self.capture();
        capture.sessions.iter().fold(StyleSet::PLAIN, |sum, session| sum.with(session.styles_needed()))
    }

    /// The size of the snapshots' answers, in bytes.
    pub fn size(&self) -> usize {
        self.sessions.iter().map(|session| session.snapshot.size()).sum()
    }
}
