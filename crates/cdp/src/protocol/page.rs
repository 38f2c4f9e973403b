//! `Page`: navigation, frames, dialogs, screenshots.

use serde::{Deserialize, Serialize};

use super::{BackendNodeId, Binary, FrameId, LoaderId, domain};

domain! {
    "Page"
    /// Turns the events on.
    command Enable = "enable" { ; }
    /// Turns [`LifecycleEvent`] on.
    command SetLifecycleEventsEnabled = "setLifecycleEventsEnabled" { enabled: bool; }
    /// Goes to an address. Answers when the navigation is committed or has failed.
    command Navigate = "navigate" { url: String; referrer: String, frame_id: FrameId }
        -> NavigateReply { frame_id: FrameId; loader_id: LoaderId, error_text: String, is_download: bool }
    /// Loads the page again.
    command Reload = "reload" { ; ignore_cache: bool }
    /// Stops loading.
    command StopLoading = "stopLoading" { ; }
    /// An entry of the history.
    object NavigationEntry = "NavigationEntry" { id: i32, url: String, title: String; }
    /// The history.
    command GetNavigationHistory = "getNavigationHistory" { ; }
        -> GetNavigationHistoryReply { current_index: i32, entries: Vec<NavigationEntry>; }
    /// Forgets the history but for the entry that is shown.
    command ResetNavigationHistory = "resetNavigationHistory" { ; }
    /// Goes to an entry of the history.
    command NavigateToHistoryEntry = "navigateToHistoryEntry" { entry_id: i32; }
    /// A frame.
    object Frame = "Frame" { id: FrameId, loader_id: LoaderId, url: String, security_origin: String, mime_type: String;
        parent_id: FrameId, name: String, url_fragment: String, unreachable_url: String }
    /// A frame and its same-process children.
    object FrameTree = "FrameTree" { frame: Frame; child_frames: Vec<FrameTree> }
    /// The session's frames.
    command GetFrameTree = "getFrameTree" { ; } -> GetFrameTreeReply { frame_tree: FrameTree; }
    /// What a frame loaded with its document. `failed` where nothing came.
    object FrameResource = "FrameResource" { url: String; failed: bool }
    /// The resources of a frame and of its same-process children.
    object FrameResourceTree = "FrameResourceTree" { frame: Frame, resources: Vec<FrameResource>; child_frames: Vec<FrameResourceTree> }
    /// What the session's frames loaded.
    command GetResourceTree = "getResourceTree" { ; } -> GetResourceTreeReply { frame_tree: FrameResourceTree; }
    /// What came from an address that a frame loaded, as long as the browser has it. Text where it is none of Base64.
    command GetResourceContent = "getResourceContent" { frame_id: FrameId, url: String; }
        -> GetResourceContentReply { content: String, base64_encoded: bool; }
    /// An execution context in a frame that the page cannot see; the same one for the same name.
    command CreateIsolatedWorld = "createIsolatedWorld" { frame_id: FrameId; world_name: String, grant_univeral_access: bool }
        -> CreateIsolatedWorldReply { execution_context_id: i32; }
    /// Runs a script in every new document, before the page's own.
    command AddScriptToEvaluateOnNewDocument = "addScriptToEvaluateOnNewDocument" { source: String; world_name: String, run_immediately: bool }
        -> AddScriptToEvaluateOnNewDocumentReply { identifier: String; }
    /// A part of the page.
    object Viewport = "Viewport" { x: f64, y: f64, width: f64, height: f64, scale: f64; }
    /// A picture. `clip` is in CSS pixels of the document.
    command CaptureScreenshot = "captureScreenshot" { ; format: String, quality: i32, clip: Viewport, from_surface: bool,
        capture_beyond_viewport: bool, optimize_for_speed: bool }
        -> CaptureScreenshotReply { data: Binary; }
    /// The page as a PDF file, in the style of its print sheets. Sizes are in inches.
    command PrintToPdf = "printToPDF" { ; landscape: bool, print_background: bool, paper_width: f64, paper_height: f64,
        prefer_css_page_size as "preferCSSPageSize": bool }
        -> PrintToPdfReply { data: Binary; }
    /// The layout viewport, CSS pixels.
    object LayoutViewport = "LayoutViewport" { page_x: i32, page_y: i32, client_width: i32, client_height: i32; }
    /// The visual viewport, CSS pixels.
    object VisualViewport = "VisualViewport" { offset_x: f64, offset_y: f64, page_x: f64, page_y: f64, client_width: f64, client_height: f64, scale: f64; zoom: f64 }
    /// Sizes of the page. The `css_` ones are in CSS pixels.
    command GetLayoutMetrics = "getLayoutMetrics" { ; }
        -> GetLayoutMetricsReply { css_layout_viewport: LayoutViewport, css_visual_viewport: VisualViewport, css_content_size: super::dom::Rect,
            visual_viewport: VisualViewport; }
    /// Answers an open dialog.
    command HandleJavaScriptDialog = "handleJavaScriptDialog" { accept: bool; prompt_text: String }
    /// Has the page's frames captured and sent as pictures, each nth.
    command StartScreencast = "startScreencast" { ; format: String, quality: i32, max_width: i32, max_height: i32, every_nth_frame: i32 }
    /// Ends it.
    command StopScreencast = "stopScreencast" { ; }
    /// Tells of file choosers instead of showing them.
    command SetInterceptFileChooserDialog = "setInterceptFileChooserDialog" { enabled: bool; }

    /// A file chooser would open: `selectSingle` or `selectMultiple`, of this input where one is behind it.
    event FileChooserOpened = "fileChooserOpened" { frame_id: FrameId, mode: String; backend_node_id: BackendNodeId }
    /// A frame was added.
    event FrameAttached = "frameAttached" { frame_id: FrameId, parent_frame_id: FrameId; }
    /// A frame has a new document.
    event FrameNavigated = "frameNavigated" { frame: Frame, r#type: String; }
    /// A frame is gone (`remove`), or went to another process (`swap`).
    event FrameDetached = "frameDetached" { frame_id: FrameId, reason: String; }
    /// A navigation is about to happen, from the page's side.
    event FrameRequestedNavigation = "frameRequestedNavigation" { frame_id: FrameId, reason: String, url: String, disposition: String; }
    /// A navigation has begun.
    event FrameStartedNavigating = "frameStartedNavigating" { frame_id: FrameId, url: String, loader_id: LoaderId, navigation_type: String; }
    /// A frame began to load.
    event FrameStartedLoading = "frameStartedLoading" { frame_id: FrameId; }
    /// Shows the tab in front of others.
    command BringToFront = "bringToFront" { ; }
    /// A frame has loaded, or gave up.
    event FrameStoppedLoading = "frameStoppedLoading" { frame_id: FrameId; }
    /// A window or tab is about to open, by `window.open`, a link or a form.
    event WindowOpen = "windowOpen" { url: String, window_name: String, window_features: Vec<String>, user_gesture: bool; }
    /// The address changed without a new document: history API or a fragment.
    event NavigatedWithinDocument = "navigatedWithinDocument" { frame_id: FrameId, url: String; }
    /// A stage of loading: `init`, `DOMContentLoaded`, `load`, `networkAlmostIdle`, `networkIdle`, `firstPaint`...
    event LifecycleEvent = "lifecycleEvent" { frame_id: FrameId, loader_id: LoaderId, name: String, timestamp: f64; }
    /// An `alert`, `confirm`, `prompt` or `beforeunload` is open, and blocks the page.
    event JavascriptDialogOpening = "javascriptDialogOpening" { url: String, message: String, r#type: DialogType, has_browser_handler: bool;
        frame_id: FrameId, default_prompt: String }
    /// It is closed.
    event JavascriptDialogClosed = "javascriptDialogClosed" { result: bool, user_input: String; frame_id: FrameId }
}

/// The kinds of dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialogType {
    /// One button.
    #[default]
    Alert,
    /// Two buttons.
    Confirm,
    /// A field and two buttons.
    Prompt,
    /// Asked before a page is left.
    Beforeunload,
}
