//! `Browser`: the process as a whole.

use super::{BrowserContextId, FrameId, domain};

domain! {
    "Browser"
    /// Ends the browser, politely.
    command Close = "close" { ; }
    /// What browser this is.
    command GetVersion = "getVersion" { ; }
        -> GetVersionReply { protocol_version: String, product: String, revision: String, user_agent: String, js_version: String; }
    /// Where downloads of a context go: `deny`, `allow`, `allowAndName` or `default`.
    command SetDownloadBehavior = "setDownloadBehavior" { behavior: String; browser_context_id: BrowserContextId,
        download_path: String, events_enabled: bool }
    /// What a page may do, by its name, such as `geolocation`.
    object PermissionDescriptor = "PermissionDescriptor" { name: String; }
    /// Permits something to every page of a context: `granted`, `denied` or `prompt`.
    command SetPermission = "setPermission" { permission: PermissionDescriptor, setting: String; browser_context_id: BrowserContextId }
    /// A download starts.
    event DownloadWillBegin = "downloadWillBegin" { frame_id: FrameId, guid: String, url: String, suggested_filename: String; }
    /// A download moves on: `inProgress`, `completed` or `canceled`.
    event DownloadProgress = "downloadProgress" { guid: String, total_bytes: f64, received_bytes: f64, state: String; file_path: String }
}
