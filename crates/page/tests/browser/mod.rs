//! A real Chromium for the tests of perception: opens a fixture, captures it as the engine does, and builds the snapshot.

#![allow(dead_code, unreachable_pub)]

use std::{path::PathBuf, time::Duration};

use domtool_cdp::{
    Answer, Channel, Chromium, LaunchOptions, Message,
    protocol::{
        FrameId, TargetId,
        accessibility::{AxNode, GetFullAxTree},
        dom::GetBoxModel,
        dom_debugger::GetEventListeners,
        dom_snapshot::CaptureSnapshot,
        page::{
            Enable, FrameTree, GetFrameTree, GetLayoutMetrics, LifecycleEvent, Navigate,
            SetLifecycleEventsEnabled,
        },
        runtime::Evaluate,
        target::{AttachToTarget, CreateTarget},
    },
};
use domtool_page::{
    capture::{FrameBox, FrameDocument, PageCapture, STYLES, SessionCapture, Viewport},
    geometry::Quad,
    snapshot::{Pass, PrivacyRules, Snapshot, build_watched, frames_to_measure},
};

/// One browser with one tab.
pub struct Browser {
    chromium: Chromium,
    tab: Channel,
    /// The tab's id.
    pub target: TargetId,
}

/// What the browser answered, as bytes.
pub struct Raw {
    snapshot: Answer<CaptureSnapshot>,
    listeners: Answer<GetEventListeners>,
    frames: Vec<FrameDocument>,
    viewport: Viewport,
    boxes: Vec<FrameBox>,
}

impl Browser {
    pub async fn launch(args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        let chromium = Chromium::launch(LaunchOptions { args, ..LaunchOptions::default() }).await.unwrap();
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
        tab.call(&SetLifecycleEventsEnabled { enabled: true }).await.unwrap();
        Self { chromium, tab, target: made.target_id }
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
        let file = self.chromium.profile().join("page.html");
        std::fs::write(&file, html).unwrap();
        self.go(&format!("file://{}", file.display())).await;
    }

    async fn go(&self, url: &str) {
        let mut events = self.chromium.connection().events();
        let went = self.tab.call(&Navigate { url: url.to_owned(), ..Navigate::default() }).await.unwrap();
        assert_eq!(went.error_text, None, "{url}");
        let loader = went.loader_id.unwrap();
        let loaded = async {
            while let Some(message) = events.next().await {
                let Message::Event(event) = message else { panic!("events were lost") };
                if let Some(event) = event.decode::<LifecycleEvent>().unwrap()
                    && event.loader_id == loader
                    && event.name == "load"
                {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), loaded).await.unwrap();
    }

    pub async fn run(&self, script: &str) {
        let reply =
            self.tab.call(&Evaluate { expression: script.to_owned(), ..Evaluate::default() }).await.unwrap();
        assert_eq!(reply.exception_details, None, "{script}");
    }

    pub async fn capture(&self) -> Raw {
        let document =
            self.tab.call(&Evaluate { expression: "document".into(), ..Evaluate::default() }).await.unwrap();
        let object_id = document.result.object_id.unwrap();
        let listeners = self.tab.post(&GetEventListeners { object_id, depth: -1, pierce: true });
        let styles = CaptureSnapshot {
            computed_styles: STYLES.to_vec(),
            include_paint_order: true,
            include_dom_rects: false,
        };
        let snapshot = self.tab.post(&styles);
        let tree = self.tab.call(&GetFrameTree {}).await.unwrap().frame_tree;
        let metrics = self.tab.call(&GetLayoutMetrics {}).await.unwrap();
        let layout = metrics.css_layout_viewport;
        let scale = self
            .tab
            .call(&Evaluate { expression: "devicePixelRatio".into(), ..Evaluate::default() })
            .await
            .unwrap();
        let mut frames = Vec::new();
        let mut trees = vec![tree];
        while let Some(FrameTree { frame, child_frames }) = trees.pop() {
            trees.extend(child_frames.unwrap_or_default());
            frames.push(FrameDocument {
                frame: frame.id,
                loader: frame.loader_id,
                url: frame.url,
                origin: frame.security_origin,
            });
        }
        let mut raw = Raw {
            snapshot: snapshot.answer().await.unwrap(),
            listeners: listeners.answer().await.unwrap(),
            boxes: Vec::new(),
            frames,
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
        let mut boxes = Vec::new();
        for (_, backend) in frames_to_measure(&raw.capture()) {
            let model = self.tab.call(&GetBoxModel { backend_node_id: Some(backend) }).await.unwrap().model;
            boxes.push(FrameBox {
                backend,
                border: Quad::from_numbers(&model.border).unwrap(),
                content: Quad::from_numbers(&model.content).unwrap(),
                size: (f64::from(model.width), f64::from(model.height)),
            });
        }
        raw.boxes = boxes;
        raw
    }

    pub async fn snapshot(&self) -> Snapshot {
        self.capture().await.build(&PrivacyRules::default())
    }

    /// Chrome's own tree of one frame.
    pub async fn chromes_tree(&self, frame: &FrameId) -> Vec<AxNode> {
        self.tab
            .call(&GetFullAxTree { frame_id: Some(frame.clone()), ..GetFullAxTree::default() })
            .await
            .unwrap()
            .nodes
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
        PageCapture {
            sessions: vec![SessionCapture {
                snapshot: self.snapshot.decode().unwrap(),
                listeners: self.listeners.decode().unwrap(),
                frames: self.frames.clone(),
                looks: Vec::new(),
                owner: None,
                boxes: self.boxes.clone(),
            }],
            viewport: self.viewport,
            ..PageCapture::default()
        }
    }

    /// Decodes and builds once, for measuring.
    pub fn size(&self) -> usize {
        self.snapshot.size()
    }
}
