//! One client's call: what is read from its connection, done, and answered.

use std::{pin::pin, sync::Arc};

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, split};
use tracing::{debug, error, info};

use super::registry::Registry;
use crate::{
    failure::Failure,
    log::Follower,
    ops,
    socket::Peer,
    wire::{self, PROTOCOL, Request, Response},
};

/// A request larger than this is nobody's.
const LARGEST_REQUEST: u64 = 16 << 20;
/// One connection: a request, an acknowledgement at once, an answer when it is done.
pub(super) async fn answer(peer: Peer, registry: Arc<Registry>) {
    let calling = registry.called();
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
    let mut log = wants_log(&line).then(Follower::new);
    let response = {
        let mut responding = pin!(respond(&line, &registry, &mut reader));
        loop {
            tokio::select! {
                line = next_line(&mut log) => tell(&mut writer, &Response::Log(line)).await,
                response = &mut responding => break response,
            }
        }
    };
    drop(calling);
    while let Some(line) = log.as_mut().and_then(Follower::try_next) {
        tell(&mut writer, &Response::Log(line)).await;
    }
    let Some(response) = response else { return };
    let written = say_line(&mut writer, &response).await;
    if let Err(error) = written.and(writer.shutdown().await) {
        debug!(%error, "a client went before its answer");
    }
}

async fn say_line(writer: &mut (impl AsyncWrite + Unpin), response: &Response) -> std::io::Result<()> {
    let text = serde_json::to_string(response)?;
    writer.write_all(format!("{text}\n").as_bytes()).await
}

/// The same for what may be lost: of a client that went, the call itself will hear.
async fn tell(writer: &mut (impl AsyncWrite + Unpin), response: &Response) {
    // Not a line of the log, which would come back here.
    let _ = say_line(writer, response).await;
}

async fn next_line(log: &mut Option<Follower>) -> String {
    match log {
        Some(log) => log.next().await,
        None => std::future::pending().await,
    }
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

/// The answer; `None` when the client went away meanwhile.
async fn respond(
    line: &str,
    registry: &Arc<Registry>,
    client: &mut (impl AsyncRead + Unpin),
) -> Option<Response> {
    let malformed =
        |error: serde_json::Error| Response::Failed(Failure::invalid(format!("not a request: {error}")));
    let header: Header = match serde_json::from_str(line) {
        Ok(header) => header,
        Err(error) => return Some(malformed(error)),
    };
    if header.build != wire::build() && registry.is_vacant() {
        info!(theirs = header.build, "makes way for another build");
        registry.end().await;
        return Some(Response::Retired);
    }
    if header.protocol != PROTOCOL {
        return Some(Response::Failed(Failure::new(
            "INTERNAL",
            format!("a daemon of another version ({}) has sessions open", env!("CARGO_PKG_VERSION")),
            "close them with that version: domtool close --all",
        )));
    }
    let request: Request = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return Some(malformed(error)),
    };
    perform(request, registry, client).await
}

/// Runs the operation on a task of its own, so that a bug in it ends that task alone. A client that goes away cancels
/// what only looks; what acts is finished, so that the session stays sane.
async fn perform(
    request: Request,
    registry: &Arc<Registry>,
    client: &mut (impl AsyncRead + Unpin),
) -> Option<Response> {
    let read_only = ops::find(&request.op).is_some_and(|entry| entry.traits.read_only);
    let answer = request.call.answer;
    let op = request.op.clone();
    let registry = Arc::clone(registry);
    let mut work = tokio::spawn(async move {
        let Request { op, args, call, .. } = request;
        registry.run(&op, &args, call).await
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
    Some(match done {
        Ok(Ok(output)) if output.fell_short() => Response::Undone(output.render(answer)),
        Ok(Ok(output)) => Response::Done(output.render(answer)),
        Ok(Err(failure)) => Response::Failed(failure),
        Err(error) => {
            error!(op, %error, "failed without an error");
            let mut failure = Failure::internal(format!("{op} failed without an error: a bug in domtool"));
            failure.dispatched = if read_only { "no" } else { "maybe" }.to_owned();
            Response::Failed(failure)
        }
    })
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
