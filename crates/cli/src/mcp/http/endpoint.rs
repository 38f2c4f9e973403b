//! What is looked at in a request before the protocol sees it: its address, its token, whether there is room, and how large it is. Its
//! `Host` and `Origin` are looked at by the protocol's own crate, which is told here which are right.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited, combinators::BoxBody};
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::connections::Visitor;
use crate::{mcp::server::Server, token::Token};

/// Where the protocol is spoken.
pub(super) const PATH: &str = "/mcp";
/// Where others see whether the server lives.
const HEALTH: &str = "/healthz";

/// A request's body is no larger: the longest that makes sense is a long text to fill in.
const LARGEST_BODY: usize = 4 * 1024 * 1024;
/// It is there within this time.
const BODY_WITHIN: Duration = Duration::from_secs(30);
/// So many clients may keep a session.
const MOST_SESSIONS: usize = 256;
/// A session ends when nothing was asked in it for so long: a person may have been away for lunch.
const SESSION_IDLE: Duration = Duration::from_secs(4 * 60 * 60);

/// What is answered.
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// By which names clients may come.
pub(super) struct Names {
    pub(super) bound: SocketAddr,
    /// Others of the server, as its person says.
    pub(super) hosts: Vec<String>,
    /// Origins of pages that may ask.
    pub(super) origins: Vec<String>,
}

/// The server's one address.
pub(super) struct Endpoint {
    protocol: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    /// `None` lets everyone in who can reach it.
    token: Option<Token>,
}

impl Endpoint {
    /// For all connections; sessions and streams end when it is `ended`.
    pub(super) fn new(server: Server, token: Option<Token>, names: Names, ended: CancellationToken) -> Self {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(SESSION_IDLE);
        let sessions = Arc::new(sessions);
        let own = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
        let bound = names.bound.ip();
        let bound = (!bound.is_unspecified()).then(|| bound.to_string());
        let origins =
            ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"].map(str::to_owned).into_iter();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(own.into_iter().chain(bound).chain(names.hosts))
            .with_allowed_origins(origins.chain(names.origins))
            .with_max_request_body_bytes(LARGEST_BODY)
            .with_json_response(true)
            .with_cancellation_token(ended);
        let protocol = StreamableHttpService::new(move || Ok(server.clone()), Arc::clone(&sessions), config);
        Self { protocol, sessions, token }
    }

    /// The answer to one request.
    pub(super) async fn answer(&self, request: Request<Incoming>, visitor: &Visitor) -> Answer {
        match (request.method(), request.uri().path()) {
            (&Method::GET | &Method::HEAD, HEALTH) => return said(StatusCode::OK, "ok\n"),
            (_, PATH) => {}
            _ => return said(StatusCode::NOT_FOUND, "the protocol is spoken at /mcp\n"),
        }
        if self.token.as_ref().is_some_and(|token| !token.is_in(request.headers())) {
            return no_token();
        }
        if !visitor.introduce() {
            return busy("too many connections\n");
        }
        if asks_for_session(&request) && self.sessions.sessions.read().await.len() >= MOST_SESSIONS {
            return busy("too many sessions\n");
        }
        let (parts, body) = request.into_parts();
        if announced(&parts.headers).is_some_and(|bytes| bytes > LARGEST_BODY) {
            return too_large();
        }
        match timeout(BODY_WITHIN, Limited::new(body, LARGEST_BODY).collect()).await {
            Ok(Ok(body)) => {
                let body = Full::new(body.to_bytes());
                self.protocol.handle(Request::from_parts(parts, body)).await
            }
            Ok(Err(error)) if error.is::<LengthLimitError>() => too_large(),
            Ok(Err(_)) => closing(said(StatusCode::BAD_REQUEST, "the request did not come to its end\n")),
            Err(_) => closing(said(StatusCode::REQUEST_TIMEOUT, "the request took too long to come\n")),
        }
    }
}

/// Whether a request may be the first of a session: it has none, and does not say that it is of an era without.
fn asks_for_session(request: &Request<Incoming>) -> bool {
    let has = |name| request.headers().contains_key(name);
    request.method() == Method::POST && !has("mcp-session-id") && !has("mcp-protocol-version")
}

/// How long the body is to be, where the client says so.
fn announced(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn said(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}

fn no_token() -> Answer {
    let mut answer = said(StatusCode::UNAUTHORIZED, "send the server's token: Authorization: Bearer TOKEN\n");
    answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    closing(answer)
}

fn busy(text: &'static str) -> Answer {
    closing(said(StatusCode::SERVICE_UNAVAILABLE, text))
}

fn too_large() -> Answer {
    closing(said(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 4 MiB\n"))
}

/// The connection ends with this answer: what else comes on it is not read.
fn closing(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}
