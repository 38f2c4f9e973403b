//! One call on its way to the daemon and back: it can be cancelled, tells how long it has been running, and ends before
//! a host gives up on it.

use std::{sync::Arc, time::Duration};

use domtool::{Dispatched, ErrorKind};
use hyper::http::request::Parts;
use rmcp::{RoleServer, model::ProgressNotificationParam, service::RequestContext};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use super::{Calls, Host, request::Asked};
use crate::{
    client::{self, Answer, HangUp},
    daemon::Tenant,
    failure::{Failure, Result},
    http::Holder,
    wire::Response,
};

/// How often a call that takes long says so.
const TOLD_EVERY: Duration = Duration::from_secs(2);
/// How much longer than the limit a call may take that keeps the limit by itself.
const ENDS: Duration = Duration::from_secs(2);

/// Hangs up when nobody waits any more, whatever the reason.
struct Waiting(Arc<HangUp>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.hang_up();
    }
}

/// Has the daemon do it. `None` when the caller cancelled it.
pub(super) async fn run(
    asked: &Arc<Asked>,
    host: &Host,
    context: &RequestContext<RoleServer>,
) -> Option<Result<Answer>> {
    let call = async {
        match &host.calls {
            Calls::Daemon => over_socket(asked).await,
            Calls::Here(daemon) => {
                answer_of(daemon.perform(asked.request.clone(), tenant(context), |done| done).await?)
            }
        }
    };
    tokio::select! {
        done = call => Some(done),
        () = context.ct.cancelled() => None,
        () = sleep(host.limit + ENDS) => Some(Err(too_long(asked, host))),
        () = tell(asked, context) => None,
    }
}

/// Has the daemon do it, until nobody waits.
async fn over_socket(asked: &Arc<Asked>) -> Result<Answer> {
    let waiting = Waiting(Arc::default());
    let (hang_up, calling) = (Arc::clone(&waiting.0), Arc::clone(asked));
    tokio::task::spawn_blocking(move || client::call_unless(&hang_up, calling.entry, &calling.request))
        .await
        .unwrap_or_else(|error| Err(Failure::internal(error.to_string())))
}

/// What a client of the daemon would get.
fn answer_of(response: Response) -> Result<Answer> {
    match response {
        Response::Done(text) => Ok(Answer { text, whole: true }),
        Response::Undone(text) => Ok(Answer { text, whole: false }),
        Response::Failed(failure) => Err(failure),
        Response::Log(_) | Response::Retired => Err(Failure::internal("this is no answer")),
    }
}

/// Whose call it is, by the token of its request.
fn tenant(context: &RequestContext<RoleServer>) -> Tenant {
    let parts = context.extensions.get::<Parts>();
    // A request without one has not come through the door: it reaches nothing.
    let holder = parts.and_then(|parts| parts.extensions.get::<Holder>());
    holder.map_or_else(Tenant::nobody, Tenant::of)
}

/// Says over and over how long it has been running, where the caller wants to know. Never ends.
async fn tell(asked: &Asked, context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else { return std::future::pending().await };
    let begun = Instant::now();
    let mut ticks = interval_at(begun + TOLD_EVERY, TOLD_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        ticks.tick().await;
        let seconds = begun.elapsed().as_secs_f64();
        let message = format!("{} runs for {seconds:.0} s", asked.entry.name);
        let progress = ProgressNotificationParam::new(token.clone(), seconds).with_message(message);
        if let Err(error) = context.peer.notify_progress(progress).await {
            tracing::debug!(%error, "nobody hears of the progress");
        }
    }
}

/// The daemon ends what only looks, and finishes what acts.
fn too_long(asked: &Asked, host: &Host) -> Failure {
    let looks = (asked.entry.only_looks)(&asked.request.args);
    let message = format!("{} took longer than {} s", asked.entry.name, host.limit.as_secs());
    let failure = if looks {
        Failure::new(ErrorKind::Timeout, message, "try again, or observe to see what is there")
    } else {
        Failure::new(
            ErrorKind::Timeout,
            format!("{message}, and goes on"),
            "observe to see how far it is; give fewer actions in one call",
        )
    };
    Failure { dispatched: if looks { Dispatched::No } else { Dispatched::Maybe }, ..failure }
}
