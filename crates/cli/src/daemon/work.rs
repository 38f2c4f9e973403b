//! One call that runs, on a task of its own, so that a bug in it ends that task alone, and that it does not depend on whether anybody waits. When
//! nobody does any more, what only looks is cancelled; what acts is finished, so that the session stays sane.

use std::{panic::AssertUnwindSafe, sync::Arc};

use domtool::Dispatched;
use futures_util::FutureExt as _;
use tokio::{
    task::{JoinHandle, block_in_place},
    time::Instant,
};
use tracing::error;

use super::{activity::CallGuard, registry::Registry, tenant::Tenant};
use crate::{
    failure::Failure,
    ops,
    output::Output,
    wire::{Answer, Request, Response},
};

/// A call that runs, and what its answer is made into.
pub(super) struct Work<T> {
    task: JoinHandle<T>,
    read_only: bool,
}

impl<T: Send + 'static> Work<T> {
    /// Begins it. It counts as running until it has ended.
    pub(super) fn begin(
        request: Request,
        registry: &Arc<Registry>,
        tenant: Tenant,
        calling: CallGuard,
        finish: fn(Response) -> T,
    ) -> Self {
        let begun = Instant::now();
        let read_only = ops::find(&request.op).is_some_and(|entry| (entry.only_looks)(&request.args));
        let answer = request.call.answer();
        let registry = Arc::clone(registry);
        let task = tokio::spawn(async move {
            let _calling = calling;
            let Request { op, args, call, .. } = request;
            let run = Arc::clone(&registry).run(&op, &args, call, tenant);
            let done = AssertUnwindSafe(run).catch_unwind().await.unwrap_or_else(|_| {
                error!(op, "failed without an error");
                Err(without_answer(read_only, format!("{op} failed without an error: a bug in domtool")))
            });
            registry.meter.called(&op, begun.elapsed(), done.as_ref().err().map(|failure| failure.kind));
            // Rendering a page without a budget takes long, and is nobody else's business.
            block_in_place(|| finish(response_to(done, answer)))
        });
        Self { task, read_only }
    }

    /// What is to be said where [`Work::done`] has no answer.
    pub(super) fn failure(&self) -> Failure {
        without_answer(self.read_only, "the call ended without an answer".to_owned())
    }

    /// Waits for its answer; `None` when the task was ended with the daemon. Cancel safe: then nobody waits.
    pub(super) async fn done(&mut self) -> Option<T> {
        (&mut self.task).await.inspect_err(|error| error!(%error, "a call ended without an answer")).ok()
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        if self.read_only {
            self.task.abort();
        }
    }
}

/// What acts may have done something before.
fn without_answer(read_only: bool, message: String) -> Failure {
    let dispatched = if read_only { Dispatched::No } else { Dispatched::Maybe };
    Failure { dispatched, ..Failure::internal(message) }
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
