//! Where the protocol is spoken, behind the door that every client goes through.

use std::{borrow::Cow, sync::Arc, time::Instant};

use http_body_util::Full;
use hyper::{
    Method, Request, StatusCode,
    body::{Bytes, Incoming},
};
use rmcp::transport::streamable_http_server::{
    SessionManager as _, StreamableHttpServerConfig, StreamableHttpService,
    session::local::LocalSessionManager,
};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use super::holdings::Holdings;
use crate::{
    http::{Answer, Door, Holder, LARGEST_BODY, Service, Visitor, busy, said, whole_body},
    limits::SESSION_IDLE,
    mcp::server::Server,
};

/// Where the protocol is spoken.
pub(crate) const PATH: &str = "/mcp";
/// Where others see whether the server lives.
pub(crate) const HEALTH: &str = "/healthz";

/// What a session is known by.
const SESSION_HEADER: &str = "mcp-session-id";

/// What a client is told whose sessions are all in use.
const FULL: &str = "all sessions that this token may hold are in use: end one with DELETE, or come again once one has rested\n";

/// The protocol over streamable HTTP. Names and tokens are looked at before it is reached.
pub(crate) struct Protocol(Arc<Shared>);

struct Shared {
    service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    holdings: Holdings,
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
        Self(Arc::new(Shared { service, sessions, holdings: Holdings::default() }))
    }

    /// The answer to a request that was let in.
    pub(crate) async fn answer(
        &self,
        request: Request<Incoming>,
        holder: Holder,
        visitor: &Visitor,
    ) -> Answer {
        let (mut parts, body) = request.into_parts();
        let body = match whole_body(&parts.headers, body, visitor).await {
            Ok(body) => body,
            Err(answer) => return *answer,
        };
        let client = Arc::clone(&holder.name);
        let session = parts.headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok()).map(str::to_owned);
        parts.extensions.insert(holder);
        let ends = parts.method == Method::DELETE;
        let begins = session.is_none() && is_initialize(&body);
        let request = Request::from_parts(parts, Full::new(body));
        match session {
            // Of another client's session there is nothing to be known.
            Some(session) if !self.0.holdings.used(&client, &session, Instant::now()) => {
                said(StatusCode::NOT_FOUND, "there is no such session\n")
            }
            Some(session) => {
                let answer = self.0.service.handle(request).await;
                if ends || answer.status() == StatusCode::NOT_FOUND {
                    self.0.holdings.ended(&client, &session);
                }
                answer
            }
            None if begins && !self.0.holdings.may_begin(&client, Instant::now()) => {
                busy(StatusCode::TOO_MANY_REQUESTS, FULL)
            }
            None if begins => {
                let shared = Arc::clone(&self.0);
                // To its end, also when the client hangs up: a session that is half made would be nobody's.
                let beginning = tokio::spawn(async move { shared.begin(request, &client).await });
                beginning.await.unwrap_or_else(|error| {
                    debug!(%error, "a session was not made");
                    said(StatusCode::INTERNAL_SERVER_ERROR, "the session was not made\n")
                })
            }
            None => self.0.service.handle(request).await,
        }
    }
}

impl Shared {
    /// Answers what begins a session. Where its holder has too many, another gives way to it.
    async fn begin(&self, request: Request<Full<Bytes>>, client: &Arc<str>) -> Answer {
        let answer = self.service.handle(request).await;
        let session = answer.headers().get(SESSION_HEADER).and_then(|id| id.to_str().ok());
        if let Some(session) = session
            && let Some(gives_way) = self.holdings.began(client, session)
            && let Err(error) = self.sessions.close_session(&gives_way.into()).await
        {
            debug!(%error, "a session that gave way was gone");
        }
        answer
    }
}

/// Whether a message asks for a session, whatever the headers around it say.
fn is_initialize(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: Cow<'a, str>,
    }
    serde_json::from_slice(body).is_ok_and(|message: Message<'_>| message.method == "initialize")
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
            Ok(holder) => self.protocol.answer(request, holder, visitor).await,
            Err(answer) => *answer,
        }
    }
}
