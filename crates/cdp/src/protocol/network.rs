//! `Network`: the requests that a page makes.

use serde::{Deserialize, Serialize};

use super::{FrameId, LoaderId, RequestId, domain, runtime::StackTrace};

/// The headers of a response, as far as we read them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headers {
    /// Bytes of the body as it is sent, in decimal.
    #[serde(rename = "Content-Length", alias = "content-length", default)]
    pub content_length: Option<String>,
    /// How the server wants to be told who asks.
    #[serde(rename = "WWW-Authenticate", alias = "www-authenticate", alias = "Www-Authenticate", default)]
    pub www_authenticate: Option<String>,
    /// How the proxy wants to be told that.
    #[serde(rename = "Proxy-Authenticate", alias = "proxy-authenticate", default)]
    pub proxy_authenticate: Option<String>,
}

domain! {
    "Network"
    /// The cookies of some addresses, which we do not read: the network's process is asked for them.
    command GetCookies = "getCookies" { ; urls: Vec<String> }
    /// The partition that a cookie is in (CHIPS).
    object CookiePartitionKey = "CookiePartitionKey" { top_level_site: String, has_cross_site_ancestor: bool; }
    /// A cookie. `expires` is in seconds since 1970, -1 for one that ends with the browser.
    object Cookie = "Cookie" { name: String, value: String, domain: String, path: String, expires: f64, http_only: bool, secure: bool;
        same_site: String, partition_key: CookiePartitionKey }
    /// A cookie to set; without `expires` it ends with the browser.
    object CookieParam = "CookieParam" { name: String, value: String; domain: String, path: String, secure: bool, http_only: bool,
        same_site: String, expires: f64, partition_key: CookiePartitionKey }
    /// Has requests pass by the service workers of their origin.
    command SetBypassServiceWorker = "setBypassServiceWorker" { bypass: bool; }
    /// Turns the events on. Buffers of zero keep the browser from holding bodies for us.
    command Enable = "enable" { ; max_total_buffer_size: i32, max_resource_buffer_size: i32, max_post_data_size: i32 }
    /// How good the network is: milliseconds of delay, bytes a second, -1 for no limit.
    command EmulateNetworkConditions = "emulateNetworkConditions" { offline: bool, latency: f64, download_throughput: f64,
        upload_throughput: f64; }
    /// A request, as far as we read it.
    object Request = "Request" { url: String, method: String; }
    /// A response, as far as we read it.
    object Response = "Response" { url: String, status: i32, status_text: String, mime_type: String; headers: Headers }
    /// Who began a request.
    object Initiator = "Initiator" { r#type: String; url: String, stack: StackTrace }
    /// A request is about to be sent. `timestamp` is in seconds of the browser's monotonic clock.
    event RequestWillBeSent = "requestWillBeSent" { request_id: RequestId, loader_id: LoaderId, request: Request, timestamp: f64,
        initiator: Initiator; r#type: String, frame_id: FrameId, redirect_response: Response }
    /// Its answer began.
    event ResponseReceived = "responseReceived" { request_id: RequestId, timestamp: f64, r#type: String, response: Response; frame_id: FrameId }
    /// A part of its answer came: so many bytes of its body as it was sent, compressed or not.
    event DataReceived = "dataReceived" { request_id: RequestId, timestamp: f64, encoded_data_length: i32; }
    /// Its answer is complete. Not told of one that the page does not read, where it may not be kept (`Cache-Control: no-store`).
    event LoadingFinished = "loadingFinished" { request_id: RequestId, timestamp: f64; }
    /// It failed.
    event LoadingFailed = "loadingFailed" { request_id: RequestId, timestamp: f64, error_text: String; canceled: bool }
    /// A WebSocket is about to be opened.
    event WebSocketCreated = "webSocketCreated" { request_id: RequestId, url: String; initiator: Initiator }
    /// The answer to a WebSocket's handshake, as far as we read it.
    object WebSocketResponse = "WebSocketResponse" { status: i32, status_text: String; }
    /// A WebSocket is open.
    event WebSocketHandshakeResponseReceived = "webSocketHandshakeResponseReceived" { request_id: RequestId, timestamp: f64, response: WebSocketResponse; }
    /// A message of a WebSocket, as far as we read it.
    object WebSocketFrame = "WebSocketFrame" { opcode: f64, payload_data: String; }
    /// Something was sent over a WebSocket.
    event WebSocketFrameSent = "webSocketFrameSent" { request_id: RequestId, timestamp: f64, response: WebSocketFrame; }
    /// Something came over a WebSocket.
    event WebSocketFrameReceived = "webSocketFrameReceived" { request_id: RequestId, timestamp: f64; }
    /// A WebSocket is closed.
    event WebSocketClosed = "webSocketClosed" { request_id: RequestId, timestamp: f64; }
}
