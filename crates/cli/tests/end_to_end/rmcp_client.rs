//! The client of the `rmcp` crate orders tea by what it reads, over both transports and in both eras of the protocol. The server
//! is made of the same crate, but here nothing of the messages is written by hand.

use std::{
    collections::HashMap,
    io::{Error, Result},
    sync::Arc,
};

use futures_util::stream::BoxStream;
use http_body_util::Full;
use hyper::{
    body::Bytes,
    http::{HeaderName, HeaderValue},
};
use rmcp::{
    RoleClient,
    model::{CallToolRequestParams, ClientJsonRpcMessage, ContentBlock, ProtocolVersion},
    service::{ClientLifecycleMode, ClientServiceExt as _, RunningService},
    transport::{
        IntoTransport, StreamableHttpClientTransport,
        streamable_http_client::{
            SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
            StreamableHttpPostResponse,
        },
    },
};
use serde_json::Value;
use sse_stream::{Sse, SseStream};
use tokio::{
    process::{ChildStdin, ChildStdout},
    runtime::Runtime,
};

use crate::{
    home::{Home, finish},
    http::{assert_ordered, order},
    http_client::HttpServer,
};

/// How the client says hello in each era, and the version that both sides agree on.
fn eras() -> [(ClientLifecycleMode, ProtocolVersion); 2] {
    let newest = ProtocolVersion::V_2026_07_28;
    let discover = ClientLifecycleMode::Discover { preferred_versions: vec![newest.clone()] };
    [(ClientLifecycleMode::Initialize, ProtocolVersion::V_2025_11_25), (discover, newest)]
}

/// The client, to be called from a test that does not wait for futures.
struct Client {
    runtime: Runtime,
    service: RunningService<RoleClient, ()>,
}

impl Client {
    /// Connects over what `transport` makes inside of the runtime.
    fn connect<T, E, A>(
        (lifecycle, version): (ClientLifecycleMode, ProtocolVersion),
        transport: impl FnOnce() -> T,
    ) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let runtime = Runtime::new().unwrap();
        let connect = async { ().serve_with_lifecycle(transport(), lifecycle).await.unwrap() };
        let service = runtime.block_on(connect);
        assert_eq!(service.peer_info().unwrap().protocol_version, version);
        Self { runtime, service }
    }

    /// The text of a tool's answer that is no error.
    fn text(&self, tool: &str, arguments: &Value) -> String {
        let arguments = arguments.as_object().unwrap().clone();
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.runtime.block_on(self.service.call_tool(request)).unwrap();
        assert_ne!(result.is_error, Some(true), "{tool}: {result:?}");
        let text = |part: &ContentBlock| match part {
            ContentBlock::Text(text) => Some(text.text.clone()),
            _ => None,
        };
        result.content.iter().find_map(text).unwrap_or_else(|| panic!("{tool}: {result:?}"))
    }

    fn end(self) {
        self.runtime.block_on(self.service.cancel()).unwrap();
    }
}

/// Carries rmcp's messages over HTTP, in place of the client that would bring `reqwest` along.
#[derive(Clone)]
struct Carrier(Arc<HttpServer>);

type Carried<T> = std::result::Result<T, StreamableHttpError<Error>>;

impl StreamableHttpClient for Carrier {
    type Error = Error;

    async fn post_message(
        &self,
        _uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _token: Option<String>,
        own_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Carried<StreamableHttpPostResponse> {
        let body = serde_json::to_string(&message)?;
        let server = Arc::clone(&self.0);
        let post = move || -> Result<_> {
            let mut headers = server.headers();
            headers.extend(session.map(|id| ("mcp-session-id", id.to_string())));
            let mut all: Vec<(&str, String)> = headers;
            for (name, value) in &own_headers {
                all.push((name.as_str(), value.to_str().map_err(Error::other)?.to_owned()));
            }
            Ok(server.post(&all, &body))
        };
        let answer = tokio::task::spawn_blocking(post).await??;
        if answer.status == 202 {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let session = answer.header("mcp-session-id").map(str::to_owned);
        match answer.header("content-type").unwrap_or_default() {
            "text/event-stream" => {
                let events = SseStream::new(Full::new(Bytes::from(answer.body)));
                Ok(StreamableHttpPostResponse::Sse(Box::pin(events), session))
            }
            "application/json" => {
                Ok(StreamableHttpPostResponse::Json(serde_json::from_str(&answer.body)?, session))
            }
            _ => Err(StreamableHttpError::UnexpectedServerResponse(format!("{answer:?}").into())),
        }
    }

    async fn delete_session(
        &self,
        _uri: Arc<str>,
        _session: Arc<str>,
        _token: Option<String>,
        _own_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Carried<()> {
        Err(StreamableHttpError::ServerDoesNotSupportDeleteSession)
    }

    /// Opens no stream for what the server says unasked: an order needs none.
    async fn get_stream(
        &self,
        _uri: Arc<str>,
        _session: Option<Arc<str>>,
        _last_event: Option<String>,
        _token: Option<String>,
        _own_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Carried<BoxStream<'static, std::result::Result<Sse, SseError>>> {
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}

#[test]
fn rmcp_orders_tea_over_stdio_in_both_eras() {
    let home = Home::new();
    for era in eras() {
        let mut server = home.start_reading(&["mcp"]);
        let (to, from) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        let pipes = || (ChildStdout::from_std(from).unwrap(), ChildStdin::from_std(to).unwrap());
        let client = Client::connect(era, pipes);
        order(|tool, arguments| client.text(tool, &arguments), &home.server.url("shop"));
        client.end();
        finish(server).good();
    }
    assert_ordered(&home, 2);
}

#[test]
fn rmcp_orders_tea_over_http_in_both_eras() {
    let home = Home::new();
    let server = Arc::new(HttpServer::new(&home, &[]));
    for era in eras() {
        let config = StreamableHttpClientTransportConfig::with_uri(format!("http://{}/mcp", server.address));
        let carrier = Carrier(Arc::clone(&server));
        let client = Client::connect(era, || StreamableHttpClientTransport::with_client(carrier, config));
        order(|tool, arguments| client.text(tool, &arguments), &home.server.url("shop"));
        client.end();
    }
    assert_ordered(&home, 2);
}
