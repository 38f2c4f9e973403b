//! Connections as they come and go: each is served on a task of its own, until it ends, gives way to others, or the server closes.

use std::{convert::Infallible, future::Future, pin::pin, sync::Arc, time::Duration};

use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::{
    answers::Answer,
    connections::{Connections, Visitor},
};
use crate::limits::{HEAD_BYTES, HEAD_WITHIN};

/// What answers requests.
pub(crate) trait Service: Send + Sync + 'static {
    /// The answer to one request.
    fn answer(&self, request: Request<Incoming>, visitor: &Visitor) -> impl Future<Output = Answer> + Send;
}

/// Takes connections, for ever.
pub(crate) async fn accept(
    listener: &TcpListener,
    service: &Arc<impl Service>,
    closing: &CancellationToken,
    serving: &mut JoinSet<()>,
) {
    let connections = Arc::new(Connections::default());
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let visitor = Connections::arrived(&connections);
                    serving.spawn(talk(stream, Arc::clone(service), visitor, closing.clone()));
                }
                // Too many open files, most likely: a connection that ends gives one back.
                Err(error) => {
                    error!(%error, "a client could not be taken");
                    if timeout(HEAD_WITHIN, serving.join_next()).await.is_err() {
                        debug!("no connection ended meanwhile");
                    }
                }
            },
            Some(_) = serving.join_next() => {}
        }
    }
}

/// One connection, until either side has enough.
async fn talk(stream: TcpStream, service: Arc<impl Service>, visitor: Visitor, closing: CancellationToken) {
    // Else each answer of two writes waits for the other side's acknowledgement: 29 ms a call rather than 6.
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%error, "answers may be slow");
    }
    let visitor = Arc::new(visitor);
    let service = service_fn(|request| {
        let (service, visitor) = (Arc::clone(&service), Arc::clone(&visitor));
        async move {
            let answer = service.answer(request, &visitor).await;
            visitor.rests();
            Ok::<_, Infallible>(answer)
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_WITHIN)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service)
    );
    let mut ending = false;
    loop {
        tokio::select! {
            done = connection.as_mut() => {
                if let Err(error) = done {
                    debug!(%error, "a connection ended early");
                }
                return;
            }
            () = visitor.must_go() => {
                debug!("a connection in which nothing was asked gave way to others");
                return;
            }
            () = closing.cancelled(), if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Waits for the connections that are left to end by themselves. Whether they did in this time.
pub(crate) async fn all_gone(serving: &mut JoinSet<()>, within: Duration) -> bool {
    timeout(within, async { while serving.join_next().await.is_some() {} }).await.is_ok()
}
