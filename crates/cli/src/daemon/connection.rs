//! One client's call: what is read from its connection, done, and answered.

use std::{pin::pin, sync::Arc};

use domtool::ErrorKind;
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, split};
use tokio::task::block_in_place;
use tracing::{debug, info};

use super::{activity::CallGuard, registry::Registry, tenant::Tenant, work::Work};
use crate::{
    failure::Failure,
    hint::Hint,
    limits::REQUEST_BYTES,
    log::Follower,
    socket::Peer,
    wire::{self, Notices, PROTOCOL, Request, Response},
};

/// A smaller one is read sooner than another thread could take over.
const LARGE_REQUEST: usize = 256 << 10;

/// One connection: a request, an acknowledgement at once, an answer when it is done.
pub(super) async fn answer(peer: Peer, registry: Arc<Registry>) {
    let calling = registry.activity.begin_call();
    let (reader, mut writer) = split(peer);
    let mut reader = BufReader::new(reader.take(REQUEST_BYTES));
    let mut line = String::new();
    match reader.read_line(&mut line).await {
        Ok(0) => return,
        Ok(_) => {}
        Err(error) => {
            debug!(%error, "a client said nothing that can be read");
            return;
        }
    }
    // From here on the client knows that its call may have had effects.
    if let Err(error) = writer.write_all(b"\n").await {
        debug!(%error, "a client went before its call began");
        return;
    }
    let mut log = parse_request(&line, wants_log).then(Follower::new);
    let (notices, mut told) = Notices::new();
    let answer = {
        let mut responding = pin!(respond(&line, &registry, calling, notices, &mut reader));
        loop {
            tokio::select! {
                Some(notice) = told.recv() => tell(&mut writer, &Response::Log(notice)).await,
                line = next_line(&mut log) => tell(&mut writer, &Response::Log(line)).await,
                answer = &mut responding => break answer,
            }
        }
    };
    while let Some(line) = log.as_mut().and_then(Follower::try_next) {
        tell(&mut writer, &Response::Log(line)).await;
    }
    let Some(answer) = answer else { return };
    let written = writer.write_all(answer.as_bytes()).await;
    if let Err(error) = written.and(writer.shutdown().await) {
        debug!(%error, "a client went before its answer");
    }
}

/// Says what may be lost: of a client that went, the call itself will hear.
async fn tell(writer: &mut (impl AsyncWrite + Unpin), response: &Response) {
    // Not a line of the log, which would come back here.
    let _ = writer.write_all(response.to_line().as_bytes()).await;
}

async fn next_line(log: &mut Option<Follower>) -> String {
    match log {
        Some(log) => log.next().await,
        None => std::future::pending().await,
    }
}

/// Reads a request. It may be of many megabytes: then another thread goes on with the other calls meanwhile.
fn parse_request<'a, T>(line: &'a str, read: impl FnOnce(&'a str) -> T) -> T {
    if line.len() < LARGE_REQUEST { read(line) } else { block_in_place(|| read(line)) }
}

/// Whether the client is to have the log, as far as this daemon understands it.
fn wants_log(line: &str) -> bool {
    #[derive(Default, Deserialize)]
    struct Asked {
        #[serde(default)]
        debug: bool,
    }
    #[derive(Deserialize)]
    struct Any {
        #[serde(default)]
        call: Asked,
    }
    serde_json::from_str(line).is_ok_and(|any: Any| any.call.debug)
}

/// What every protocol's requests have in common.
#[derive(Deserialize)]
struct Header {
    protocol: u32,
    build: String,
}

/// The answer as a line; `None` when the client went away meanwhile.
async fn respond(
    line: &str,
    registry: &Arc<Registry>,
    calling: CallGuard,
    notices: Notices,
    client: &mut (impl AsyncRead + Unpin),
) -> Option<String> {
    let mut request = match understand(line, registry).await {
        Ok(request) => request,
        Err(response) => return Some(response.to_line()),
    };
    if !request.call.typed {
        request.call.notices = notices;
    }
    perform(request, registry, calling, client).await
}

/// What is asked for, or the answer to what cannot be done.
async fn understand(line: &str, registry: &Arc<Registry>) -> Result<Request, Response> {
    let malformed =
        |error: serde_json::Error| Response::Failed(Failure::invalid(format!("not a request: {error}")));
    let header: Header = parse_request(line, serde_json::from_str).map_err(malformed)?;
    if header.build != wire::build() && registry.is_vacant() && !registry.serves_others {
        info!(theirs = header.build, "makes way for another build");
        registry.end().await;
        return Err(Response::Retired);
    }
    if header.protocol != PROTOCOL {
        return Err(Response::Failed(Failure::new(
            ErrorKind::Internal,
            format!("a daemon of another version ({}) has sessions open", env!("CARGO_PKG_VERSION")),
            Hint::CloseOthersVersion,
        )));
    }
    parse_request(line, serde_json::from_str).map_err(malformed)
}

/// Runs the operation for as long as the client is there.
async fn perform(
    request: Request,
    registry: &Arc<Registry>,
    calling: CallGuard,
    client: &mut (impl AsyncRead + Unpin),
) -> Option<String> {
    let op = request.op.clone();
    let mut work = Work::begin(request, registry, Tenant::Local, calling, |response| response.to_line());
    tokio::select! {
        line = work.done() => line,
        () = hung_up(client) => {
            debug!(op, "the client hung up");
            None
        }
    }
}

/// Resolves when the client is gone. It says nothing more after its request.
async fn hung_up(client: &mut (impl AsyncRead + Unpin)) {
    let mut rest = [0; 64];
    loop {
        match client.read(&mut rest).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}
