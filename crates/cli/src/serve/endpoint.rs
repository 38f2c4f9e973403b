//! What is served where. What a cluster looks at needs no token and no name, as it comes by the address of a container; figures need a
//! token, and everything that reaches a browser the right name, too.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{ALLOW, CONTENT_TYPE, HeaderValue},
};

use super::{
    call::Calls,
    metrics::{self, ServerFigures},
    process,
    ready::Readiness,
};
use crate::{
    daemon::Figures,
    http::{Answer, Door, Service, Visitor, no_token, said, whole_body, with_body},
    mcp,
};

/// Where calls are posted.
const CALL: &str = "/call";
/// Where a cluster sees whether new sessions should come.
const READY: &str = "/readyz";
/// Where the figures are.
const METRICS: &str = "/metrics";

/// The server's addresses.
pub(super) struct Endpoint {
    door: Door,
    readiness: Readiness,
    protocol: mcp::Protocol,
    calls: Calls,
    responses: Mutex<BTreeMap<u16, u64>>,
    began: f64,
}

impl Endpoint {
    /// For all connections.
    pub(super) fn new(door: Door, readiness: Readiness, protocol: mcp::Protocol, calls: Calls) -> Self {
        let began = process::now_in_seconds();
        Self { door, readiness, protocol, calls, responses: Mutex::default(), began }
    }

    async fn route(&self, request: Request<Incoming>, visitor: &Visitor) -> Answer {
        let looks = matches!(*request.method(), Method::GET | Method::HEAD);
        match request.uri().path() {
            mcp::HEALTH if looks => said(StatusCode::OK, "ok\n"),
            READY if looks => match self.readiness.look().await {
                Ok(()) => said(StatusCode::OK, "ready\n"),
                Err(why) => said(StatusCode::SERVICE_UNAVAILABLE, why),
            },
            METRICS if looks => match self.door.tokens.holder(request.headers()) {
                Some(_) => self.figures().await,
                None => no_token(),
            },
            mcp::HEALTH | READY | METRICS => not_allowed("GET, HEAD"),
            CALL if request.method() != Method::POST => not_allowed("POST"),
            CALL => self.call(request, visitor).await,
            mcp::PATH => match self.door.admit(&request, visitor) {
                Ok(holder) => self.protocol.answer(request, holder, visitor).await,
                Err(answer) => *answer,
            },
            _ => said(StatusCode::NOT_FOUND, "there are /call, /mcp, /healthz, /readyz and /metrics\n"),
        }
    }

    async fn call(&self, request: Request<Incoming>, visitor: &Visitor) -> Answer {
        let holder = match self.door.admit(&request, visitor) {
            Ok(holder) => holder,
            Err(answer) => return *answer,
        };
        if !is_json(request.headers()) {
            return said(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json\n");
        }
        let (parts, body) = request.into_parts();
        match whole_body(&parts.headers, body, visitor).await {
            Ok(body) => self.calls.answer(&body, &holder).await,
            Err(answer) => *answer,
        }
    }

    async fn figures(&self) -> Answer {
        let figures: Figures = self.calls.figures();
        let ready = self.readiness.look().await.is_ok();
        let responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let responses = responses.into_iter().collect();
        let server = ServerFigures { began: self.began, ready, responses, process: process::read() };
        with_body(StatusCode::OK, metrics::TYPE, metrics::page(&figures, &server))
    }
}

impl Service for Endpoint {
    async fn answer(&self, request: Request<Incoming>, visitor: &Visitor) -> Answer {
        let answer = self.route(request, visitor).await;
        let mut responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        *responses.entry(answer.status().as_u16()).or_default() += 1;
        drop(responses);
        answer
    }
}

/// A page can send other types of body to any server without asking it first.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn not_allowed(methods: &'static str) -> Answer {
    let mut answer = said(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method\n");
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    answer
}
