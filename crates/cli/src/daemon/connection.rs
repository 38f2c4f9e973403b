//! One client's call: what is read from its connection, done, and answered.

use std::{pin::pin, sync::Arc};

use domtool::{Dispatched, ErrorKind};
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, split};
use tokio::task::block_in_place;
use tracing::{debug, error, info};

use super::registry::Registry;
use crate::{
    failure::Failure,
    hint::Hint,
    log::Follower,
    ops,
    output::Output,
    socket::Peer,
    wire::{self, Answer, PROTOCOL, Request, Response},
};

/// A request larger than this is nobody's.
const LARGEST_REQUEST: u64 = 16 << 20;
/// A smaller one is read sooner than another thread could take over.
const LARGE_REQUEST: usize = 256 << 10;

/// One connection: a request, an acknowledgement at once, an answer when it is done.
pub(super) async fn answer(peer: Peer, registry: Arc<Registry>) {
    let calling = registry.activity.begin_call();
    let (reader, mut writer) = split(peer);
    let mut reader = BufReader::new(reader.take(LARGEST_REQUEST));
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
    let answer = {
        let mut responding = pin!(respond(&line, &registry, &mut reader));
        loop {
            tokio::select! {
                line = next_line(&mut log) => tell(&mut writer, &Response::Log(line)).await,
                answer = &mut responding => break answer,
            }
        }
    };
    drop(calling);
    while let Some(line) = log.as_mut().and_then(Follower::try_next) {
        tell(&mut writer, &Response::Log(line)).await;
    }
    let Some(answer) = answer else { return };
    let written = writer.write_all(answer.as_bytes()).await;
    if let Err(error) = written.and(writer.shutdown().await) {
        debug!(%error, "a client went before its answer");
    }
}

/// An answer as the line that it is on the wire.
fn line_of(response: &Response) -> String {
    let mut line = serde_json::to_string(response).unwrap_or_else(|error| {
        error!(%error, "an answer cannot be written");
        String::new()
    });
    line.push('\n');
    line
}

/// The same for what may be lost: of a client that went, the call itself will hear.
async fn tell(writer: &mut (impl AsyncWrite + Unpin), response: &Response) {
    // Not a line of the log, which would come back here.
    let _ = writer.write_all(line_of(response).as_bytes()).await;
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
    client: &mut (impl AsyncRead + Unpin),
) -> Option<String> {
    let request = match understand(line, registry).await {
        Ok(request) => request,
        Err(response) => return Some(line_of(&response)),
    };
    perform(request, registry, client).await
}

/// What is asked for, or the answer to what cannot be done.
async fn understand(line: &str, registry: &Arc<Registry>) -> Result<Request, Response> {
    let malformed =
        |error: serde_json::Error| Response::Failed(Failure::invalid(format!("not a request: {error}")));
    let header: Header = parse_request(line, serde_json::from_str).map_err(malformed)?;
    if header.build != wire::build() && registry.is_vacant() {
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

/// Runs the operation on a task of its own, so that a bug in it ends that task alone. A client that goes away cancels
/// what only looks; what acts is finished, so that the session stays sane.
async fn perform(
    request: Request,
    registry: &Arc<Registry>,
    client: &mut (impl AsyncRead + Unpin),
) -> Option<String> {
    let read_only = ops::find(&request.op).is_some_and(|entry| (entry.only_looks)(&request.args));
    let answer = request.call.answer();
    let op = request.op.clone();
    let registry = Arc::clone(registry);
    let mut work = tokio::spawn(async move {
        let Request { op, args, call, .. } = request;
        let done = registry.run(&op, &args, call).await;
        // Rendering a page without a budget takes long, and is nobody else's business.
        block_in_place(|| line_of(&response_to(done, answer)))
    });
    let done = tokio::select! {
        done = &mut work => done,
        () = hung_up(client) => {
            debug!(op, "the client hung up");
            if read_only {
                work.abort();
            }
            // Either way its turn ends here.
            if let Err(error) = work.await && error.is_panic() {
                error!(op, "failed without an error");
            }
            return None;
        }
    };
    Some(done.unwrap_or_else(|error| {
        error!(op, %error, "failed without an error");
        let mut failure = Failure::internal(format!("{op} failed without an error: a bug in domtool"));
        failure.dispatched = if read_only { Dispatched::No } else { Dispatched::Maybe };
        line_of(&Response::Failed(failure))
    }))
}

fn response_to(done: Result<Output, Failure>, answer: Answer) -> Response {
    match done {
        Ok(output) if output.fell_short() => Response::Undone(output.render(answer)),
        Ok(output) => Response::Done(output.render(answer)),
        // Programs that are no build of this one read a sentence.
        Err(failure) if answer.typed => Response::Failed(failure.with_worded_hint()),
        Err(failure) => Response::Failed(failure),
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
