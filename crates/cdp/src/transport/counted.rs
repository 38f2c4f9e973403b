//! [`Counted`]: a line that counts the bytes that come by it, so that a long answer under way is told from silence.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::endpoint::line::Line;

/// How many bytes came so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Received(Arc<AtomicU64>);

impl Received {
    pub(super) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A line whose bytes are counted as they come.
pub(super) struct Counted {
    line: Box<dyn Line>,
    received: Received,
}

impl Counted {
    pub(super) fn new(line: Box<dyn Line>) -> Self {
        Self { line, received: Received::default() }
    }

    /// The count, which goes on.
    pub(super) fn received(&self) -> Received {
        self.received.clone()
    }
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.line).poll_read(cx, buf))?;
        self.received.0.fetch_add((buf.filled().len() - before) as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.line).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_shutdown(cx)
    }
}
