//! Records Chromium's timeline of what a page's scripts do while an action's input is handled, for the timers that they set.
//!
//! A browser makes one recording at a time, for all its pages. While one runs for another action, or for another client, an action
//! goes without, and settling watches the page for a while instead. Pages cannot notice a recording.

use std::{
    hash::{Hash, Hasher},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domtool_cdp::{
    Channel, Message,
    protocol::tracing::{
        DataCollected, End, RecordMode, Start, TraceConfig, TraceEvent, TracingComplete, TransferMode,
    },
};
use domtool_page::timers::{Callback, Record, What};
use rustc_hash::FxHasher;
use tokio::{
    sync::{Mutex, Notify, OwnedMutexGuard},
    time::timeout,
};

use crate::limits::{RECORDING_BEGINS, RECORDING_ENDS, RECORDING_KB};

/// What records call the scripts of domtool's own world. A word that says nothing to a page: it may hear of an error in any world.
pub(crate) const OWN_SCRIPT: &str = "world";

/// What is recorded: the timeline of scripts, what of them comes after an `await`, the calls that set timers, and what is asked of
/// databases.
const CATEGORIES: [&str; 4] =
    ["devtools.timeline", "v8.execute", "disabled-by-default-devtools.timeline.stack", "IndexedDB"];
/// Tasks, and messages between processes: of most that a promise of the browser stands for nothing else tells before it comes (Chromium
/// 156). There are hundreds.
const TASKS_CATEGORY: &str = "toplevel.flow";

/// A recording that has not ended after so long is held up by a page that hangs: nobody waits for it.
const USUAL_END: Duration = Duration::from_millis(500);

/// How long an action waits for its turn: some recordings of input, each of which takes no longer than the input does.
const TURN: Duration = Duration::from_secs(1);
/// The most of its time that an action waits, for its turn and for the recording to begin: one in so many parts each.
const PART: u32 = 8;

/// Gives turns for the one recording that a browser can make at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    turn: Arc<Mutex<()>>,
    /// Somebody waits for the turn.
    wanted: Arc<Notify>,
    /// The one who has the turn cannot give it away.
    stuck: Arc<AtomicBool>,
}

impl Recorder {
    /// The turn; `None` where others have it for too long.
    async fn turn(&self, longest: Duration) -> Option<OwnedMutexGuard<()>> {
        let turn = Arc::clone(&self.turn);
        match turn.clone().try_lock_owned() {
            Ok(turn) => Some(turn),
            Err(_) if self.stuck.load(Ordering::Relaxed) => None,
            Err(_) => {
                self.wanted.notify_one();
                timeout(longest, turn.lock_owned()).await.ok()
            }
        }
    }

    /// Resolves when another action waits for the turn: one that only waits for its server gives the turn away. Cancel safe.
    pub(crate) async fn wanted(&self) {
        self.wanted.notified().await;
    }
}

/// Which of an action's recordings it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// That of its input, with the tasks that scripts post.
    Input,
    /// That of timers and answers that follow.
    Sequel,
}

/// What was recorded.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) of: Option<Of>,
    pub(crate) records: Vec<Record>,
    /// When the last event of any kind was, in the records' time.
    pub(crate) end: f64,
}

/// A recording that runs. Dropping it ends the recording, in a task of its own.
#[derive(Debug)]
pub(crate) struct Recording {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    channel: Channel,
    turn: OwnedMutexGuard<()>,
    stuck: Arc<AtomicBool>,
    of: Of,
}

impl Running {
    /// Ends it and gives the turn to the next one, also when nobody waits for what it has.
    async fn end(self) -> Option<Recorded> {
        let channel = self.channel.with_deadline(RECORDING_ENDS);
        let mut collected = pin!(collect(&channel));
        let recorded = match timeout(USUAL_END, &mut collected).await {
            Ok(recorded) => recorded,
            Err(_) => {
                self.stuck.store(true, Ordering::Relaxed);
                let recorded = timeout(RECORDING_ENDS, collected).await.ok().flatten();
                self.stuck.store(false, Ordering::Relaxed);
                recorded
            }
        };
        drop(self.turn);
        recorded.map(|recorded| Recorded { of: Some(self.of), ..recorded })
    }
}

impl Recording {
    /// Begins one, with so much time left for the action; `None` where that is not possible now.
    /// On the channel of a page only the processes of that page are recorded, and the browser's own: others may be busy, or hang.
    pub(crate) async fn begin(
        recorder: &Recorder,
        page: Channel,
        left: Duration,
        of: Of,
    ) -> Option<Recording> {
        let turn = recorder.turn(TURN.min(left / PART)).await?;
        let channel = page.with_deadline(RECORDING_BEGINS.min(left / PART));
        let tasks = (of == Of::Input).then_some(TASKS_CATEGORY);
        let categories = CATEGORIES.into_iter().chain(tasks).map(str::to_owned);
        let started = channel.call(&Start {
            trace_config: Some(TraceConfig {
                record_mode: Some(RecordMode::RecordUntilFull),
                trace_buffer_size_in_kb: Some(RECORDING_KB),
                included_categories: Some(categories.collect()),
                excluded_categories: Some(vec!["*".to_owned()]),
            }),
            transfer_mode: Some(TransferMode::ReportEvents),
        });
        // From here on it may run, also where the answer does not come.
        let recording =
            Recording { running: Some(Running { channel, turn, stuck: Arc::clone(&recorder.stuck), of }) };
        match started.await {
            Ok(_) => Some(recording),
            Err(error) => {
                tracing::debug!(%error, "the timers of pages are not recorded");
                if error.is_protocol() {
                    // Somebody else's runs: it is not ours to end.
                    recording.leave();
                }
                None
            }
        }
    }

    /// Ends it, also when nobody waits for it any more; `None` where what it has did not come.
    pub(crate) fn end(mut self) -> impl Future<Output = Option<Recorded>> + Send + 'static {
        let ending = self.running.take().map(|running| tokio::spawn(running.end()));
        async move { ending?.await.ok().flatten() }
    }

    fn leave(mut self) {
        self.running = None;
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if let Some(running) = self.running.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(running.end());
        }
    }
}

/// Ends a recording and takes what it has; `None` where some of it was lost, or is of another shape than we know.
async fn collect(channel: &Channel) -> Option<Recorded> {
    let mut events = channel.connection().events();
    let ended = channel.post(&End {});
    let mut recorded = Recorded::default();
    ended.reply().await.ok()?;
    loop {
        match events.next().await? {
            Message::Lost(_) => return None,
            Message::Event(event) if event.session_id() == channel.session_id() => {
                if let Some(part) = event.decode::<DataCollected>().ok()? {
                    recorded.end = part.value.iter().map(|event| event.ts / 1e3).fold(recorded.end, f64::max);
                    recorded.records.extend(part.value.into_iter().filter_map(record));
                } else if let Some(complete) = event.decode::<TracingComplete>().ok()? {
                    return (!complete.data_loss_occurred).then_some(recorded);
                }
            }
            Message::Event(_) => {}
        }
    }
}

/// The tasks of `postTask` and idle callbacks have numbers of their own, other than those of timers.
const TASKS: i64 = 1 << 40;
const IDLE: i64 = 1 << 41;
/// A page is idle soon, unless it is busy.
const IDLE_MS: f64 = 50.0;

/// What of an event of the trace tells of timers and other carriers.
fn record(event: TraceEvent) -> Option<Record> {
    let data = event.args.data.unwrap_or_default();
    let frame = data.frame.unwrap_or_default();
    let number = |id: Option<f64>| id.map(|id| id as i64);
    let timer = || Some(Callback { frame: frame.clone(), id: number(data.timer_id)? });
    let callback = || Some(Callback { frame: frame.clone(), id: number(data.id)? });
    let of = |kind: i64, id: Option<f64>| Some(Callback { frame: frame.clone(), id: kind + number(id)? });
    let call = data.stack_trace.as_ref().and_then(|calls| calls.first()).map(|call| {
        let mut hasher = FxHasher::default();
        call.hash(&mut hasher);
        hasher.finish()
    });
    let set = |timer, timeout, once| What::TimerSet { timer, timeout, once, call };
    let what = match event.name.as_str() {
        "FunctionCall" | "EvaluateScript" => match data.url.as_deref() {
            Some(OWN_SCRIPT) => What::CalledOwn,
            _ => What::Called(frame),
        },
        "RunMicrotasks" => What::RanMicrotasks,
        "SequenceManager PostTask" | "ThreadPool_PostTask" | "Send mojo message" if event.ph == "I" => {
            What::Entrusted
        }
        "EventDispatch" => What::Dispatched { event: data.r#type? },
        "TimerFire" => What::TimerFired(timer()?),
        "TimerInstall" => set(timer()?, data.timeout?, data.single_shot.unwrap_or(true)),
        "TimerRemove" => What::TimerCleared(timer()?),
        "SchedulePostTaskCallback" => set(of(TASKS, data.task_id)?, data.delay.unwrap_or(0.0), true),
        "RunPostTaskCallback" => What::TimerFired(of(TASKS, data.task_id)?),
        "AbortPostTaskCallback" => What::TimerCleared(of(TASKS, data.task_id)?),
        "RequestIdleCallback" => set(of(IDLE, data.id)?, IDLE_MS, true),
        "FireIdleCallback" => What::TimerFired(of(IDLE, data.id)?),
        "CancelIdleCallback" => What::TimerCleared(of(IDLE, data.id)?),
        "RequestAnimationFrame" => What::FrameAsked(callback()?),
        "FireAnimationFrame" => What::FrameFired(callback()?),
        "ResourceSendRequest" => match data.resource_type.as_deref() {
            Some("Image") => What::PictureAsked { request: data.request_id? },
            Some("EventSource" | "Other") => What::DataAsked { request: data.request_id? },
            _ => return None,
        },
        "ResourceReceiveResponse" | "ResourceReceivedData" | "ResourceFinish" => {
            What::Answered { request: data.request_id? }
        }
        "SchedulePostMessage" => What::Posted { message: data.trace_id? },
        // Of one that is still handled the end is not known.
        "HandlePostMessage" if event.dur > 0.0 => What::Delivered { message: data.trace_id? },
        "IDBRequest::dispatchEvent" | "IDBTransaction::dispatchEvent" => What::DatabaseAnswered,
        // Of one that is upgraded two events come.
        "IDBOpenDBRequest::onUpgradeNeeded()" | "IDBDatabase::TransactionCreated" => What::DatabaseAsked,
        name if name.starts_with("IDB") && name.ends_with("RequestSetup") => What::DatabaseAsked,
        _ => return None,
    };
    // Processes and threads have numbers below 2^31.
    let thread = ((event.pid as u64) << 32) | event.tid as u64;
    Some(Record { at: event.ts / 1e3, duration: event.dur / 1e3, thread, what })
}
