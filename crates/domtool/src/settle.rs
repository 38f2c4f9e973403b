//! Waits until the effects of an action have come to rest: drives the state machine of `domtool_page::settle` with the journal, painted
//! frames and the recording of timers.

mod ahead;
mod carried;
mod peeks;

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, FrameId, network},
};
use domtool_page::{
    settle::{Poll, Rest, Settle, SettleEvent, SettleLimits},
    timers::CausedTimers,
};
use tokio::{sync::watch, task::JoinHandle, time::Instant};

pub(crate) use ahead::{Ahead, Taking};
use carried::{Read, read_carried};
pub(crate) use peeks::Peeks;

use crate::{
    limits::WATCHED_FRAMES,
    recording::{Of, Recorded, Recorder, Recording},
    tab::{Entry, State, TabInner},
    world::{
        World, call_all,
        calls::{self, Call, OnWorld},
        data::{Marked, Tick},
    },
};

/// The id, among the requests, of a tab that is about to open.
const NEW_TAB: &str = "new tab";

/// How long the loop waits for a frame before it looks whether the page is there still.
const NEXT_FRAME: Duration = Duration::from_millis(100);

/// Has the isolated worlds watch the page until it is dropped.
pub(crate) struct Watched<'a>(&'a TabInner);

impl<'a> Watched<'a> {
    /// Begins to watch: changes from here on count as caused by what comes next. Gives when the page changed for the last time before, see
    /// [`mark`].
    pub(crate) async fn begin(tab: &'a TabInner) -> (Watched<'a>, Option<f64>) {
        let watched = Watched(tab);
        let changed = mark(tab).await;
        (watched, changed)
    }
}

impl Drop for Watched<'_> {
    /// Ends the watching, without waiting for an answer.
    fn drop(&mut self) {
        for world in self.0.worlds().iter().take(WATCHED_FRAMES) {
            drop(world.post(calls::UNMARK));
        }
    }
}

/// Has the isolated worlds count anew: what came up to here is not of what comes next. Gives when the page changed for the last time, but
/// for what ticks, by the clock that its frames count alike; `None` where not all of them say.
pub(crate) async fn mark(tab: &TabInner) -> Option<f64> {
    unblocked(tab, lead_into_closed_roots(tab)).await;
    let worlds = tab.worlds();
    let mut changed = None;
    unblocked(tab, async {
        let told: Vec<Marked> = call_all(&worlds, calls::MARK).await;
        if let Some(ago) = told.iter().filter_map(|marked| marked.ours).reduce(f64::min) {
            tab.note_ours(Duration::try_from_secs_f64(ago / 1e3).unwrap_or_default());
        }
        let last = || told.iter().fold(0.0, |last: f64, marked| last.max(marked.changed));
        changed = (told.len() == worlds.len()).then(last);
    })
    .await;
    tab.catch_up().await;
    changed
}

/// Leads the isolated worlds into closed shadow roots that are new since the last time, so that they notice changes in them.
async fn lead_into_closed_roots(tab: &TabInner) {
    let unheard: Vec<(FrameId, World, Vec<BackendNodeId>)> = {
        let state = tab.state();
        let unheard = state.frames.iter().filter_map(|(id, frame)| {
            let context = frame.context?;
            let new = frame.closed_roots.iter().filter(|(_, heard)| !**heard);
            let roots: Vec<_> = new.map(|(root, _)| *root).collect();
            let channel = state.attachment(&frame.session)?.channel.clone();
            (!roots.is_empty()).then(|| (id.clone(), World { channel, context }, roots))
        });
        unheard.collect()
    };
    for (frame, world, roots) in unheard {
        let pending: Vec<_> = roots.iter().map(|root| world.post_node(*root)).collect();
        let mut handles = Vec::with_capacity(pending.len());
        for pending in pending {
            // One that went away since has nothing to tell.
            handles.extend(world.handle(pending).await.ok());
        }
        if let Err(error) = world.call_with_nodes(calls::HEAR_ROOTS, &handles).await {
            tracing::debug!(%error, "closed shadow roots are not heard of");
        }
        // Not before: a call that is dropped meanwhile leaves them for the next.
        if let Some(frame) = tab.state().frames.get_mut(&frame) {
            for root in &roots {
                if let Some(heard) = frame.closed_roots.get_mut(root) {
                    *heard = true;
                }
            }
        }
    }
}

/// Calls without an answer.
pub(crate) async fn call_free(tab: &TabInner, call: Call<OnWorld, (), ()>) {
    let worlds = tab.worlds();
    let called = async {
        call_all(&worlds, call).await;
    };
    unblocked(tab, called).await;
}

/// Does some work for at most a second; a dialog, a crash or a closed tab ends it at once.
pub(crate) async fn unblocked(tab: &TabInner, work: impl Future<Output = ()>) {
    let blocked = tab.until(Instant::now() + Duration::from_secs(1), |state| {
        (state.dialog.is_some() || state.closed || state.crashed).then_some(())
    });
    tokio::select! {
        () = work => {}
        _ = blocked => {}
    }
}

/// Follows the timers that an action sets, over one recording or several.
pub(crate) struct TimerWatch {
    recorder: Recorder,
    page: Channel,
    timers: CausedTimers,
    /// The action set a value that the page may take back: an effect that was there at once is no end of what it set in motion.
    pub(crate) strict: bool,
    /// The action only moves the caret of a text.
    pub(crate) caret: bool,
    /// What comes of scripts that ran for the input is waited for where nothing has come of them.
    pub(crate) silence: bool,
    pub(crate) peeks: Option<Peeks>,
    /// It is by keys or the wheel, which do something by themselves.
    pub(crate) does_itself: bool,
    /// It goes through the history.
    pub(crate) history: bool,
    /// The recording that is about to begin.
    starting: Option<JoinHandle<Option<Recording>>>,
    /// Whether it has begun, or will not.
    begun: watch::Receiver<bool>,
    recording: Option<Recording>,
}

impl TimerWatch {
    /// Begins a recording, while the element is resolved and checked, so that a refused action does not wait for it.
    pub(crate) fn begin(tab: &TabInner, recorder: &Recorder) -> TimerWatch {
        // It comes to its end also when the call is over.
        let session = tab.state().main().map(|main| main.session.clone());
        let page =
            session.map_or_else(|| tab.connection.browser(), |session| tab.connection.channel(session));
        let recorder = recorder.clone();
        let (begins, begun) = watch::channel(false);
        let starting = tokio::spawn({
            let (recorder, page, left) = (recorder.clone(), page.clone(), time_left(tab));
            async move {
                let recording = Recording::begin(&recorder, page, left, Of::Input).await;
                begins.send_replace(true);
                recording
            }
        });
        let timers = CausedTimers::default();
        TimerWatch {
            recorder,
            page,
            timers,
            strict: false,
            caret: false,
            silence: false,
            peeks: None,
            does_itself: false,
            history: false,
            starting: Some(starting),
            begun,
            recording: None,
        }
    }

    /// Becomes true once the recording has begun, or will not.
    pub(crate) fn begun(&self) -> watch::Receiver<bool> {
        self.begun.clone()
    }
}

/// Until the call is over.
fn time_left(tab: &TabInner) -> Duration {
    let until = tab.limit.until();
    until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()))
}

/// How a page came to rest, and a look that shows it.
pub(crate) type AtRest<T> = (Rest, Option<Taking<T>>);

/// What [`settle`] does beside waiting: it begins a recording, or ends one.
enum Step {
    Began(Option<Recording>),
    /// What was posted is handled.
    Handled(Recording),
    Ended {
        at: Instant,
        recorded: Option<Recorded>,
    },
}

/// Gives the requests that it was begun with, once the end of their answers would have been told.
type Unread = Pin<Box<dyn Future<Output = Vec<String>> + Send>>;

type Work = Pin<Box<dyn Future<Output = Step> + Send>>;

/// As [`settle_watched`] while the document stays; `None` once the page has another one, which is waited for in its own way.
pub(crate) async fn settle_here<T>(
    tab: &Arc<TabInner>,
    mark: u64,
    limits: SettleLimits,
    watch: Option<TimerWatch>,
    ahead: Option<Ahead<T>>,
) -> Option<AtRest<T>> {
    let left = |state: &State| {
        let mut since = state.journal.since(mark);
        since.any(|(_, entry)| matches!(entry, Entry::Committed { main: true })).then_some(())
    };
    let until = Instant::now() + limits.cap.max(limits.navigation);
    tokio::select! {
        biased;
        Some(()) = tab.until(until, left) => None,
        rest = settle_watched(tab, mark, limits, watch, ahead) => Some(rest),
    }
}

/// Waits until what came after the journal's `mark` is at rest. No timers are waited for.
pub(crate) async fn settle(tab: &Arc<TabInner>, mark: u64, limits: SettleLimits) -> Rest {
    settle_watched(tab, mark, limits, None, None::<Ahead<()>>).await.0
}

/// The same with a watch on timers, and a look that may be taken ahead.
async fn settle_watched<T>(
    tab: &Arc<TabInner>,
    mark: u64,
    limits: SettleLimits,
    mut watch: Option<TimerWatch>,
    mut ahead: Option<Ahead<T>>,
) -> AtRest<T> {
    let started = Instant::now();
    let mut machine = Settle::new(limits);
    if let Some(watch) = &mut watch
        && let Some(starting) = watch.starting.take()
    {
        watch.recording = starting.await.ok().flatten();
    }
    if let Some(TimerWatch { strict: true, silence, .. }) = watch {
        let set = if silence { SettleEvent::MayBeTakenBack } else { SettleEvent::Wrote };
        machine.handle(set, Duration::ZERO);
    }
    match &watch {
        None => {}
        Some(TimerWatch { recording: Some(_), .. }) => machine.handle(SettleEvent::Recording, Duration::ZERO),
        Some(watch) => unrecorded(&mut machine, watch, Duration::ZERO),
    }
    let mut cursor = mark;
    let mut tick = Box::pin(tick(tab));
    let mut work: Option<Work> = None;
    let mut unread: Option<Unread> = None;
    // One that could not be begun is not tried again until the next is due.
    let (mut open, mut asked) = (false, Duration::ZERO);
    let (mut peeks, mut peek) = (watch.as_mut().and_then(|watch| watch.peeks.take()), None);
    // Whether loops of the page may go on with it is asked with the next frame.
    let mut asks = false;
    let mut may_record = watch.as_ref().is_some_and(|watch| watch.recording.is_some());
    loop {
        cursor = feed(tab, &mut machine, cursor, started);
        feed_addresses(tab, &mut machine, mark, started);
        if let Some(peeks) = peeks.as_mut().filter(|_| peek.is_none()) {
            peek = peeks.begin(&machine);
        }
        if unread.is_none() {
            unread = Some(machine.whole()).filter(|whole| !whole.is_empty()).map(|whole| drained(tab, whole));
        }
        let until = match machine.poll(started.elapsed()) {
            Poll::Done(_) if asks && !machine.is_over() => Instant::now() + NEXT_FRAME,
            Poll::Done(mut rest) => {
                // Nothing came of them, although there was time.
                if let Some(watch) =
                    watch.as_mut().filter(|_| machine.effect().is_none_or(|effect| effect < asked))
                {
                    tab.update(|state| state.carriers.idle.extend(watch.timers.suspects()));
                }
                let missed = peeks.as_ref().is_some_and(Peeks::missed);
                rest.open |= open || missed || tab.state().carriers.live();
                return (rest, ahead.and_then(|ahead| ahead.end(&machine)));
            }
            Poll::Ask => {
                asked = started.elapsed();
                let recording = watch.as_mut().and_then(|watch| watch.recording.take());
                work = recording.map(|recording| handled(tab, recording));
                continue;
            }
            Poll::Wait { until } => started + until,
        };
        if let Some(watch) = watch
            .as_ref()
            .filter(|_| may_record && work.is_none() && machine.wants_recording(started.elapsed()))
        {
            may_record = false;
            let (recorder, page, left) = (watch.recorder.clone(), watch.page.clone(), time_left(tab));
            work = Some(Box::pin(async move {
                Step::Began(Recording::begin(&recorder, page, left, Of::Sequel).await)
            }));
        }
        let news = tab.until(until, |state| (state.journal.mark() > cursor).then_some(()));
        tokio::select! {
            frame = &mut tick => {
                if let Some(peeks) = &mut peeks {
                    peeks.note(frame.hosts);
                }
                if frame.did_itself && watch.as_ref().is_some_and(|watch| watch.does_itself) {
                    machine.handle(SettleEvent::DidItself, started.elapsed());
                }
                // What came before the frame ended counts before it.
                tab.catch_up().await;
                cursor = feed(tab, &mut machine, cursor, started);
                machine.handle(frame.happening, started.elapsed());
                // Between two frames nothing of domtool's runs.
                if let Some(watch) = watch.as_ref().filter(|_| std::mem::take(&mut asks)) {
                    open |= goes_on_by_itself(tab, watch, (&mut machine, started)).await;
                }
                tick = Box::pin(self::tick(tab));
            }
            whole = next(&mut unread) => {
                unread = None;
                tab.catch_up().await;
                cursor = feed(tab, &mut machine, cursor, started);
                for id in whole {
                    machine.handle(SettleEvent::Unread { id }, started.elapsed());
                }
            }
            step = next(&mut work) => {
                work = None;
                match (step, &mut watch) {
                    (Step::Began(Some(recording)), Some(watch)) => {
                        watch.recording = Some(recording);
                        machine.handle(SettleEvent::Recording, started.elapsed());
                    }
                    (Step::Handled(recording), _) => {
                        work = Some(end_recording(recording));
                        if let Some(ahead) = &mut ahead {
                            ahead.begin(&machine, started.elapsed());
                        }
                    }
                    (Step::Ended { at, recorded }, Some(watch)) => {
                        let read = Read { mark, ended: at - started, recorded };
                        open |= read_carried(tab, watch, read, (&mut machine, started));
                        asks = asks_for_loops(watch, &machine);
                        may_record = true;
                        if let Some(ahead) = &mut ahead {
                            ahead.judge(&machine);
                        }
                    }
                    (Step::Began(None), _) => machine.handle(SettleEvent::TimersUnknown, started.elapsed()),
                    _ => {}
                }
            }
            found = next(&mut peek) => {
                peek = None;
                if found {
                    unblocked(tab, lead_into_closed_roots(tab)).await;
                    machine.handle(SettleEvent::Tick { mutations: 1, animations: 0 }, started.elapsed());
                }
            }
            () = wanted(&watch), if work.is_none() => {
                let recording = watch.as_mut().and_then(|watch| watch.recording.take());
                work = recording.map(|recording| handled(tab, recording));
            }
            _ = news => {}
        }
    }
}

/// Nothing is known of what scripts did for the input.
fn unrecorded(machine: &mut Settle, watch: &TimerWatch, now: Duration) {
    machine.handle(SettleEvent::TimersUnknown, now);
    if watch.silence {
        machine.handle(SettleEvent::Handled { entrusted: true }, now);
    }
}

/// Whether nothing is known of what scripts left behind, so that loops of the page may go on with it. What takes back a value need not
/// have heard that it was set.
fn asks_for_loops(watch: &TimerWatch, machine: &Settle) -> bool {
    let unknown =
        if watch.strict { !machine.entrusted() } else { machine.kept_to_itself() && machine.unheard() };
    watch.silence && unknown
}

/// Scripts of the page that began before the action may go on with what it left for them: asked where nothing else is known of what
/// scripts left, and said (`true`). It is waited for, but where the page is seen to change by itself: a clock holds nothing up that it
/// cannot undo.
async fn goes_on_by_itself(
    tab: &TabInner,
    watch: &TimerWatch,
    (machine, started): (&mut Settle, Instant),
) -> bool {
    if !asks_for_loops(watch, machine) {
        return false;
    }
    let (mut runs, mut in_sight) = (false, false);
    unblocked(tab, async {
        runs = tab.runs_by_itself().await;
        if runs && !watch.strict {
            in_sight = call_all(&tab.worlds(), calls::LIVES_IN_SIGHT).await.contains(&true);
        }
    })
    .await;
    if runs && !in_sight {
        machine.handle(SettleEvent::Handled { entrusted: true }, started.elapsed());
    }
    if runs && watch.strict {
        machine.handle(SettleEvent::GivenAway, started.elapsed());
    }
    runs
}

/// Resolves when another action waits for the turn to record that this one has.
async fn wanted(watch: &Option<TimerWatch>) {
    match watch {
        Some(TimerWatch { recording: Some(_), recorder, .. }) => recorder.wanted().await,
        _ => std::future::pending().await,
    }
}

async fn next<T>(work: &mut Option<Pin<Box<dyn Future<Output = T> + Send>>>) -> T {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// Who the browser is asked for the cookies of: nobody, by RFC 2606.
const NOBODY: &str = "http://domtool.invalid/";

/// Waits until the end of answers that have come as a whole would have been told: the network's process sends it with their last
/// bytes, and has done so once it answers; the pages have heard of it when they paint their next frame.
fn drained(tab: &Arc<TabInner>, whole: Vec<String>) -> Unread {
    let tab = tab.clone();
    Box::pin(async move {
        let asked = network::GetCookies { urls: Some(vec![NOBODY.to_owned()]) };
        let answered = match tab.main_channel() {
            Ok(channel) => channel.call(&asked).await.is_ok(),
            Err(_) => false,
        };
        if !answered {
            // Then nothing is known of these answers: they are given up when their time is over.
            std::future::pending::<()>().await;
        }
        call_all(&tab.worlds(), calls::FRAME).await;
        whole
    })
}

/// Waits until a frame was painted and what was posted meanwhile is handled: frameworks do a part of their work after it.
fn handled(tab: &TabInner, recording: Recording) -> Work {
    let worlds = tab.worlds();
    Box::pin(async move {
        // A page that is another by now does not answer: what was recorded tells of the one before.
        call_all(&worlds, calls::HANDLED).await;
        Step::Handled(recording)
    })
}

fn end_recording(recording: Recording) -> Work {
    let at = Instant::now();
    let ended = recording.end();
    Box::pin(async move { Step::Ended { at, recorded: ended.await } })
}

fn feed(tab: &TabInner, machine: &mut Settle, cursor: u64, started: Instant) -> u64 {
    let now = started.elapsed();
    let state = tab.state();
    for (_, entry) in state.journal.since(cursor) {
        let happening = match entry {
            Entry::NavigationBegan => SettleEvent::NavigationBegan,
            Entry::Committed { main: true, .. } => SettleEvent::Committed,
            Entry::Loaded => SettleEvent::Loaded,
            Entry::StoppedLoading => SettleEvent::NavigationEnded,
            Entry::Dialog(_) => SettleEvent::DialogOpened,
            Entry::Request { id, background: false } if state.journal.requests.may_be_content(id) => {
                let what =
                    state.journal.requests.info(id).map(|info| format!("{} {}", info.method, info.url));
                SettleEvent::RequestBegan { id: id.as_str().to_owned(), what: what.unwrap_or_default() }
            }
            Entry::Redirected { id } => {
                let what =
                    state.journal.requests.info(id).map(|info| format!("{} {}", info.method, info.url));
                SettleEvent::Redirected { id: id.as_str().to_owned(), what: what.unwrap_or_default() }
            }
            Entry::RequestAnswered { id } => SettleEvent::RequestAnswered { id: id.as_str().to_owned() },
            Entry::BodyReceived { id } => SettleEvent::BodyReceived { id: id.as_str().to_owned() },
            Entry::RequestEnded { id } => SettleEvent::RequestEnded { id: id.as_str().to_owned() },
            Entry::SocketAsked { id } => SettleEvent::Asked { id: id.as_str().to_owned() },
            Entry::SocketAnswered { id } => SettleEvent::Answered { id: id.as_str().to_owned() },
            Entry::WorkerCame => SettleEvent::GivenAway,
            Entry::Download { guid, name } => {
                SettleEvent::RequestBegan { id: guid.clone(), what: format!("download {name}") }
            }
            Entry::DownloadEnded { guid, .. } => SettleEvent::RequestEnded { id: guid.clone() },
            Entry::WindowOpening => {
                SettleEvent::RequestBegan { id: NEW_TAB.to_owned(), what: "for a new tab".to_owned() }
            }
            Entry::TabOpened(number) => {
                machine.handle(SettleEvent::RequestEnded { id: NEW_TAB.to_owned() }, now);
                SettleEvent::RequestBegan { id: address_of(*number), what: format!("for tab {number}") }
            }
            Entry::Lost => SettleEvent::Lost,
            _ => continue,
        };
        machine.handle(happening, now);
        if let Entry::RequestAnswered { id } | Entry::RequestEnded { id } = entry
            && state.journal.requests.may_be_announced(id, state.carriers.streams())
        {
            machine.handle(SettleEvent::MayBeAnnounced, now);
        }
    }
    if state.closed || state.crashed {
        machine.handle(SettleEvent::Lost, now);
    }
    if state.dialog.is_some() {
        machine.handle(SettleEvent::DialogOpened, now);
    }
    state.journal.mark()
}

/// Tells the machine which tabs that opened since the journal's `mark` have an address by now, or will not get one.
fn feed_addresses(tab: &TabInner, machine: &mut Settle, mark: u64, started: Instant) {
    let opened: Vec<u32> =
        tab.state().journal.since(mark).filter_map(|(_, entry)| opened_by(entry)).collect();
    let Some(siblings) = tab.siblings().filter(|_| !opened.is_empty()) else { return };
    for number in opened {
        let nameless = siblings.find(number).is_some_and(|tab| {
            let state = tab.state();
            state.url.is_empty() && !state.closed && !state.crashed
        });
        if !nameless {
            machine.handle(SettleEvent::RequestEnded { id: address_of(number) }, started.elapsed());
        }
    }
}

fn opened_by(entry: &Entry) -> Option<u32> {
    match entry {
        Entry::TabOpened(number) => Some(*number),
        _ => None,
    }
}

/// What stands for the address of a new tab, among the requests.
fn address_of(tab: u32) -> String {
    format!("{NEW_TAB} {tab}")
}

/// What a painted frame told.
struct Frame {
    happening: SettleEvent,
    /// The input did something by itself since the action began.
    did_itself: bool,
    /// Elements came that may show what is in a closed shadow root.
    hosts: bool,
}

/// A painted frame in every watched document.
async fn tick(tab: &Arc<TabInner>) -> Frame {
    let worlds = tab.worlds();
    if worlds.is_empty() {
        // Between two documents: wait for the next one's world.
        let deadline = Instant::now() + Duration::from_millis(100);
        tab.until(deadline, |state| state.frames.values().any(|frame| frame.context.is_some()).then_some(()))
            .await;
        let happening = SettleEvent::Tick { mutations: 1, animations: 0 };
        return Frame { happening, did_itself: false, hosts: false };
    }
    let beats: Vec<Tick> = call_all(&worlds, calls::TICK).await;
    let happening = SettleEvent::Tick {
        // No world answered: they were replaced, which is a change.
        mutations: if beats.is_empty() { 1 } else { beats.iter().map(|tick| tick.mutations).sum() },
        animations: beats.iter().map(|tick| tick.animations).sum(),
    };
    let did_itself = beats.iter().any(|tick| tick.itself);
    Frame { happening, did_itself, hosts: beats.iter().any(|tick| tick.hosts) }
}
