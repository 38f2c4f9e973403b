//! Where the protocol is spoken, behind the door that every client goes through.

use std::{sync::Arc, time::Duration};

use http_body_util::Full;
use hyper::{Method, Request, StatusCode, body::Incoming};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{Answer, Door, Holder, LARGEST_BODY, Service, Visitor, busy, said, whole_body},
    mcp::server::Server,
};

/// Where the protocol is spoken.
pub(crate) const PATH: &str = "/mcp";
/// Where others see whether the server lives.
pub(crate) const HEALTH: &str = "/healthz";

/// So many clients may keep a session.
const MOST_SESSIONS: usize = 256;
/// A session ends when nothing was asked in it for so long: a person may have been away for lunch.
const SESSION_IDLE: Duration = Duration::from_secs(4 * 60 * 60);

/// The protocol over streamable HTTP. Names and tokens are looked at before it is reached.
pub(crate) struct Protocol {
    service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
}

impl Protocol {
    /// For all connections; sessions and streams end when it is `ended`.
    pub(in crate::mcp) fn new(server: Server, ended: CancellationToken) -> Self {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(SESSION_IDLE);
        let sessions = Arc::new(sessions);
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(LARGEST_BODY)
            .with_json_response(true)
            .with_cancellation_token(ended);
        let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::clone(&sessions), config);
        Self { service, sessions }
    }

    /// The answer to a request that was let in.
    pub(crate) async fn answer(&self, request: Request<Incoming>, holder: Holder) -> Answer {
        if asks_for_session(&request) && self.sessions.sessions.read().await.len() >= MOST_SESSIONS {
            return busy("too many sessions\n");
        }
        let (mut parts, body) = request.into_parts();
        match whole_body(&parts.headers, body).await {
            Ok(body) => {
                parts.extensions.insert(holder);
                self.service.handle(Request::from_parts(parts, Full::new(body))).await
            }
            Err(answer) => *answer,
        }
    }
}

/// Whether a request may be the first of a session: it has none, and does not say that it is of an era without.
fn asks_for_session(request: &Request<Incoming>) -> bool {
    let has = |name| request.headers().contains_key(name);
    request.method() == Method::POST && !has("mcp-session-id") && !has("mcp-protocol-version")
}

/// The addresses of `domtool mcp --http`.
pub(super) struct Endpoint {
    /// Who is let in.
    pub(super) door: Door,
    /// What is served there.
    pub(super) protocol: Protocol,
}

impl Service for Endpoint {
    async fn answer(&self, request: Request<Incoming>, visitor: &Visitor) -> Answer {
        match (request.method(), request.uri().path()) {
            (&Method::GET | &Method::HEAD, HEALTH) => return said(StatusCode::OK, "ok\n"),
            (_, PATH) => {}
            _ => return said(StatusCode::NOT_FOUND, "the protocol is spoken at /mcp\n"),
        }
        match self.door.admit(&request, visitor) {
            Ok(holder) => self.protocol.answer(request, holder).await,
            Err(answer) => *answer,
        }
    }
}
