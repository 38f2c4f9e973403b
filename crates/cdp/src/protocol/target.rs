//! `Target`: tabs, out-of-process frames and the sessions attached to them.

use super::{BrowserContextId, FrameId, SessionId, TargetId, domain};

domain! {
    "Target"
    /// A target.
    object TargetInfo = "TargetInfo" { target_id: TargetId, r#type: String, title: String, url: String, attached: bool;
        opener_id: TargetId, opener_frame_id: FrameId, parent_frame_id: FrameId, browser_context_id: BrowserContextId, subtype: String }
    /// Which targets to attach to or to hear of: the first match decides; without `type` it matches all.
    object FilterEntry = "FilterEntry" { ; exclude: bool, r#type: String }
    /// Attaches to related targets (out-of-process frames, workers, popups) as they come.
    command SetAutoAttach = "setAutoAttach" { auto_attach: bool, wait_for_debugger_on_start: bool; flatten: bool, filter: Vec<FilterEntry> }
    /// Tells of every target.
    command SetDiscoverTargets = "setDiscoverTargets" { discover: bool; filter: Vec<FilterEntry> }
    /// A context with its own cookies and storage.
    command CreateBrowserContext = "createBrowserContext" { ; dispose_on_detach: bool, proxy_server: String, proxy_bypass_list: String }
        -> CreateBrowserContextReply { browser_context_id: BrowserContextId; }
    /// Closes a context and its tabs.
    command DisposeBrowserContext = "disposeBrowserContext" { browser_context_id: BrowserContextId; }
    /// Opens a tab. Sizes are CSS pixels.
    command CreateTarget = "createTarget" { url: String; width: i32, height: i32, browser_context_id: BrowserContextId, background: bool }
        -> CreateTargetReply { target_id: TargetId; }
    /// Closes a tab, without asking it.
    command CloseTarget = "closeTarget" { target_id: TargetId; } -> CloseTargetReply { success: bool; }
    /// Attaches to a target.
    command AttachToTarget = "attachToTarget" { target_id: TargetId; flatten: bool } -> AttachToTargetReply { session_id: SessionId; }
    /// Detaches from it.
    command DetachFromTarget = "detachFromTarget" { ; session_id: SessionId }
    /// Every target.
    command GetTargets = "getTargets" { ; filter: Vec<FilterEntry> } -> GetTargetsReply { target_infos: Vec<TargetInfo>; }

    /// We are attached.
    event AttachedToTarget = "attachedToTarget" { session_id: SessionId, target_info: TargetInfo, waiting_for_debugger: bool; }
    /// We no longer are.
    event DetachedFromTarget = "detachedFromTarget" { session_id: SessionId; }
    /// A target appeared.
    event TargetCreated = "targetCreated" { target_info: TargetInfo; }
    /// A target changed its address or title.
    event TargetInfoChanged = "targetInfoChanged" { target_info: TargetInfo; }
    /// A target is gone.
    event TargetDestroyed = "targetDestroyed" { target_id: TargetId; }
    /// A target lost its renderer.
    event TargetCrashed = "targetCrashed" { target_id: TargetId, status: String, error_code: i32; }
}
