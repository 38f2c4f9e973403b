//! Acting: one action at a time, from an id to a true outcome (4-actions has the eight steps).
//!
//! [`act`] is the life of every action: gate, do, settle, effects, report. What an action does is in the file of its
//! theme; what all of them share (finding the element, hitting it, settling, effects) is in a file of its own.

mod action;
mod batch;
mod blocked;
pub(crate) mod confirm;
mod dialog;
mod effects;
mod emulate;
mod evaluate;
mod facets;
mod fields;
mod files;
mod highlight;
mod hit;
mod keyboard;
mod leave;
mod navigate;
mod pointer;
mod refused;
mod resolve;
mod scroll;
mod staleness;
mod undrawn;
mod verify;
mod wait;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domtool_page::settle::Rest;
use tokio::{sync::watch, time::Instant};

pub use action::{Action, Button, Click, Drag, DragTo, Modifiers, ScrollBy, TextPart, Upload, WaitFor};
pub(crate) use batch::act_all;
pub use batch::{Batch, Step, Stopped};
pub(crate) use confirm::tell_reversals;
pub(crate) use evaluate::evaluate_in_page;
pub(crate) use highlight::clear as clear_highlight;
pub use keyboard::Keys;
use resolve::ResolvedElement;
pub use verify::{Expect, Outcome, StateFlag};

use crate::{
    error::{self, Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::{self, CallerState},
    report::{Report, Target},
    settle,
    shared::SessionShared,
    tab::{Acting, Bound, TabInner},
    world,
};

/// How patient an action is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActOptions {
    /// The most time for all of it, from the call to the answer: each part below takes what is left of it. `None`: the parts alone
    /// bound it, and 10 s a page that does not answer.
    pub timeout: Option<Duration>,
    /// How long a passing hindrance (an animation, something loading) is waited for before input.
    pub hindrance: Duration,
    /// How long navigations, downloads and `wait` may take.
    pub patience: Duration,
    /// How long what the action caused is waited for after input.
    pub settle: Duration,
    /// What is to come of it. Without, an action is held to what it says itself: a field holds what it was filled with.
    pub expect: Option<Expect>,
    /// How long what is expected is waited for, from when the input is through; as long as `settle` when not given.
    pub within: Option<Duration>,
}

impl Default for ActOptions {
    fn default() -> Self {
        Self {
            timeout: None,
            hindrance: Duration::from_secs(3),
            patience: Duration::from_secs(30),
            settle: Duration::from_secs(2),
            expect: None,
            within: None,
        }
    }
}

impl ActOptions {
    /// So much time for all of it; hindrances, navigations and waits may take as much.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), hindrance: timeout, patience: timeout, ..self }
    }

    /// What an action may take where it has no timeout of its own: some parts do their work twice.
    pub(crate) fn longest(&self) -> Duration {
        2 * (self.hindrance + self.settle) + self.patience + self.within.unwrap_or_default() + LOOKS
    }

    /// The same, with no part longer than what is left until the deadline.
    fn left(&self, deadline: Instant) -> Self {
        let left = deadline.saturating_duration_since(Instant::now());
        Self {
            hindrance: self.hindrance.min(left.saturating_sub(ANSWER.min(left / 10))),
            patience: self.patience.min(left.saturating_sub(ANSWER.min(left / 10))),
            ..self.clone()
        }
    }
}

/// How long an action may take, without a timeout of its own: the sum of its parts.
pub(crate) fn bound(action: &Action, options: &ActOptions) -> Bound {
    Bound::of_parts(options.timeout, options.longest() + action.waits())
}

/// What the looks at the page may take that an action has besides.
const LOOKS: Duration = Duration::from_secs(20);
/// What is kept of a call's time for saying what the action came to.
const ANSWER: Duration = Duration::from_millis(300);

/// Where an action happens, and how far it got.
pub(crate) struct ActionContext<'a> {
    pub(crate) tab: &'a Arc<TabInner>,
    pub(crate) session: Arc<SessionShared>,
    pub(crate) options: &'a ActOptions,
    /// The journal's number before the action.
    pub(crate) mark: u64,
    /// Until when hindrances are waited for.
    pub(crate) deadline: Instant,
    /// When the call is over.
    pub(crate) end: Instant,
    /// Whether input went out.
    pub(crate) dispatched: Dispatched,
    /// The first element that was resolved, as it was then: what the action is about.
    subject: Arc<Mutex<Option<ResolvedElement>>>,
    /// The action's name, for what is told of it later.
    pub(crate) action: &'static str,
    /// What it set, to be read once more at the end.
    pub(crate) to_confirm: Option<confirm::ToConfirm>,
    /// Whether the recording of timers has begun, or will not.
    recording: Option<watch::Receiver<bool>>,
    /// What could not be confirmed at the end.
    pub(crate) unconfirmed: Option<observe::Unconfirmed>,
    /// A press that became no click.
    pub(crate) lost_click: Option<pointer::LostClick>,
    /// What shows that it was done, where that is not as the action's kind has it.
    pub(crate) proof: Option<verify::Proof>,
    /// What lists offered that the action itself opened: that they came and went is no news.
    pub(crate) offered: Vec<String>,
    /// It went to another document.
    pub(crate) arrived: bool,
}

impl ActionContext<'_> {
    /// Takes note of an element that was resolved.
    fn note(&self, subject: &ResolvedElement) {
        let mut noted = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert_with(|| subject.clone());
    }

    /// Right before input: waits until the timers that it makes the page set are recorded.
    async fn recorded(&self) {
        if let Some(begun) = &self.recording {
            // It ends with the one that begins it, and then there is none.
            let _ = begun.clone().wait_for(|begun| *begun).await;
        }
    }

    /// Whether the frame that the action is about is no more, while the page is.
    fn frame_crashed(&self) -> bool {
        let frame = noted(&self.subject, |subject| subject.frame.clone());
        frame.is_some_and(|frame| self.tab.state().frame_crashed(&frame) && !self.tab.state().crashed)
    }

    /// Whether only the frame that the action is about does not answer, in a process of its own.
    async fn frame_is_hung(&self) -> bool {
        let frame = noted(&self.subject, |subject| subject.frame.clone());
        let alone = frame.is_some_and(|frame| {
            let state = self.tab.state();
            let session = state.frames.get(&frame).map(|frame| &frame.session);
            session.is_some() && session != state.main().map(|main| &main.session)
        });
        alone && !self.tab.is_silent() && self.tab.answers(ANSWER).await
    }

    fn subject(&self) -> Option<ResolvedElement> {
        noted(&self.subject, ResolvedElement::clone)
    }
}

fn noted<T>(subject: &Mutex<Option<ResolvedElement>>, take: impl FnOnce(&ResolvedElement) -> T) -> Option<T> {
    subject.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(take)
}

/// What an action says of itself once its input is through.
pub(crate) struct ActionOutcome {
    pub(crate) target: Option<Target>,
    /// What was verified, in a sentence.
    pub(crate) feedback: String,
}

/// Does one thing, waits for what it caused, and says what that was.
pub(crate) async fn act(
    tab: &Arc<TabInner>,
    memory: &mut CallerState,
    action: &Action,
    options: &ActOptions,
) -> Result<Report> {
    let started = Instant::now();
    memory.forget_looks();
    highlight::clear(tab);
    let session = Arc::clone(tab.session()?);
    match action {
        Action::Dialog { .. } => tab.gate_dialog_aside()?,
        // A crashed or hung page is left by opening another, or by loading it again.
        _ if goes_elsewhere(action) => leave::gate(tab)?,
        _ => tab.gate()?,
    }
    let instead = match goes_elsewhere(action) {
        true => leave::free(tab, action).await?,
        false => None,
    };
    let (asked, action) = (action, instead.as_ref().unwrap_or(action));
    let end = tab.limit.until().unwrap_or_else(|| started + options.longest());
    let options = &options.left(end);
    note_edit(tab, &session, action);
    let acting = Acting::begin(tab);
    if !leaves_page(action) {
        undrawn::give_up_style_sheets(tab, started + options.hindrance).await;
    }
    let late = confirm::reversals(tab, &mut memory.caller.unconfirmed).await;
    let watch =
        verify::asked::is_heard(action).then(|| settle::TimerWatch::begin(tab, &session.browser.recorder));
    settle::mark(tab).await;
    let before = effects::Before::take(tab);
    let mut ctx = ActionContext {
        tab,
        session,
        options,
        mark: before.mark,
        deadline: Instant::now() + options.hindrance,
        end,
        dispatched: Dispatched::No,
        subject: Arc::default(),
        action: name(action),
        to_confirm: None,
        recording: watch.as_ref().map(settle::TimerWatch::begun),
        unconfirmed: None,
        lost_click: None,
        proof: None,
        offered: Vec::new(),
        arrived: false,
    };
    let awaited = Box::pin(verify::prepare(&ctx, memory, &before, action)).await?;
    if awaited.is_some() {
        // It looked at the page, which took its time.
        settle::mark(tab).await;
    }
    // Boxed, as the future of an action holds those of all kinds: a thread has a small stack.
    let performed = Box::pin(blocked::perform(&mut ctx, action));
    let result = match goes_elsewhere(action) {
        true => leave::leaving(tab, before.mark, performed).await,
        false => performed.await,
    };
    let through = Instant::now();
    let mut loading = Vec::new();
    note_secret(&ctx, action);
    let result = match result {
        Ok(done) => {
            let limits = limits(action, options, end);
            let settled = match ctx.arrived {
                true => None,
                false => Box::pin(settle::settle_here(tab, ctx.mark, limits, watch)).await,
            };
            let rest = match settled {
                Some(rest) => rest,
                None => {
                    // What still loads is no hindrance: a page is opened when it can be used.
                    tab.update(|state| state.journal.page_came());
                    let until = (started + options.patience).min(before_answer(end));
                    loading = observe::ready_by(tab, memory, Some(until)).await;
                    Rest::default()
                }
            };
            let done = match ctx.frame_crashed() {
                true => Err(error::frame_crashed().after(ctx.dispatched)),
                false => Box::pin(confirm::confirm(&mut ctx, done)).await,
            };
            let until = (through + options.within.unwrap_or(options.settle)).min(before_answer(end));
            let judged = match (&done, &awaited) {
                (Ok(_), Some(awaited)) => awaited.wait(&ctx, until).await.map(Some),
                _ => Ok(None),
            };
            done.and_then(|done| judged.map(|judged| (done, rest, judged)))
        }
        Err(error) => {
            let error = confirm::with_reason(&ctx, error.after(ctx.dispatched));
            Err(match error.kind() {
                // Who goes elsewhere has not been led away.
                _ if goes_elsewhere(action) => error,
                ErrorKind::PageHung if ctx.frame_is_hung().await => {
                    error::frame_hung().after(error.dispatched())
                }
                _ => refused::away(&ctx, error).await,
            })
        }
    };
    let state = match (&result, ctx.subject()) {
        (Ok(_), Some(subject)) if tab.gate().is_ok() => facets::changes(&subject).await,
        _ => Vec::new(),
    };
    settle::unmark(tab);
    tab.release(world::GROUP);
    let known = verify::report::Known {
        compared: memory.caller.seen.is_some(),
        problems: memory.caller.problems.clone(),
    };
    let gathered = match result {
        Ok((done, rest, judged)) => {
            let starts = !goes_elsewhere(action);
            let gathered = Box::pin(effects::gather(&ctx, memory, &before, &rest, starts)).await;
            gathered.map(|(effects, diff)| (done, rest, judged, effects, diff))
        }
        Err(error) => Err(error),
    };
    drop(acting);
    // What a failed action caused is for the next call to tell, as an error has no room for it.
    let label = match ctx.subject() {
        Some(subject) => format!("{} {}", ctx.action, subject.id),
        None => ctx.action.to_owned(),
    };
    let news = tab.update(|state| state.journal.end(gathered.is_ok(), &label));
    let news = [late, news].concat();
    if gathered.is_err() {
        memory.caller.owe(news.clone());
    }
    let (done, rest, judged, mut effects, diff) = gathered?;
    effects.state = state;
    // That what is clicked gets the focus goes without saying.
    if matches!(action, Action::Click(_)) && done.target.as_ref().map(|target| target.id) == effects.focus {
        effects.focus = None;
    }
    let done = match effects.choosers.is_empty() {
        true => done,
        false => ActionOutcome {
            feedback: format!("{}; a file chooser opened: use upload", done.feedback),
            ..done
        },
    };
    let expected = awaited.as_ref().zip(judged);
    let expected =
        expected.map(|(awaited, judged)| (awaited.expect, judged.with(awaited.expect, &effects.messages)));
    let verification = verify::report::verification(
        (action, ctx.proof),
        &done,
        &effects,
        &rest,
        (&known, &memory.caller.problems),
        expected.as_ref().map(|(expect, judged)| (*expect, judged)),
    );
    // One that began since the page came to rest is told as running, too.
    let mut still = rest.still;
    let begun = effects.requests.iter().filter(|info| info.is_pending_write());
    still.extend(begun.map(|info| format!("request {} {}", info.method, info.url)));
    still.sort_unstable();
    still.dedup();
    let lost = ctx.lost_click.take().filter(|_| !effects.comes_of_a_press());
    memory.caller.unconfirmed.extend(ctx.unconfirmed.take());
    let report = Report {
        ok: verification.passed || expected.is_none(),
        action: name(asked).to_owned(),
        target: done.target,
        effects,
        verification,
        news,
        still,
        loading,
        diff,
        ms: started.elapsed().as_millis() as u64,
    };
    if let Some(pointer::LostClick { event, why }) = lost {
        let message = format!("{}: {why}", report.verification.feedback);
        let error = Error::new(ErrorKind::NoEffect, message)
            .with_hint(format!("observe, and try again: the page heard no {event}"));
        return Err(error.after(ctx.dispatched).with_obstacle(Obstacle::Instead(Box::new(report))));
    }
    match expected.and_then(|(expect, judged)| judged.error(expect, &report.verification.feedback)) {
        Some(error) => Err(error.after(ctx.dispatched).with_obstacle(Obstacle::Instead(Box::new(report)))),
        None => Ok(report),
    }
}

/// What went into a secret field, and what it held, is said nowhere from now on.
fn note_secret(ctx: &ActionContext<'_>, action: &Action) {
    let text = match action {
        Action::Fill { text, .. } | Action::Type { text, .. } => Some(text),
        Action::Paste { text, .. } => text.as_ref(),
        _ => None,
    };
    // What a list offers is a word that the page says anywhere.
    let secret = |subject: &ResolvedElement| subject.state.secret && subject.state.kind != "select";
    let Some(subject) = ctx.subject().filter(secret) else { return };
    let mut secrets = ctx.session.secrets();
    for value in text.into_iter().chain(&subject.state.value) {
        secrets.values.add(value);
    }
}

async fn perform(ctx: &mut ActionContext<'_>, action: &Action) -> Result<ActionOutcome> {
    match action {
        Action::Click(click) => pointer::click(ctx, click).await,
        Action::Hover { target } => pointer::hover(ctx, *target).await,
        Action::Drag(drag) => pointer::drag(ctx, drag).await,
        Action::Wheel { target, x, y, modifiers } => pointer::wheel(ctx, *target, (*x, *y), *modifiers).await,
        Action::SendClickEvent { target } => pointer::send_click_event(ctx, *target).await,
        Action::Highlight { target } => highlight::highlight(ctx, *target).await,
        Action::Chunk { target, forward } => scroll::chunk(ctx, *target, *forward).await,
        Action::Fill { target, text } => fields::fill(ctx, *target, text).await,
        Action::Type { target, text } => fields::type_text(ctx, *target, text).await,
        Action::Clear { target } => fields::clear(ctx, *target).await,
        Action::Press { target, keys } => keyboard::press_keys(ctx, *target, keys).await,
        Action::Select { target, options } => fields::select(ctx, *target, options).await,
        Action::Submit { target } => fields::submit(ctx, *target).await,
        Action::Check { target } => fields::check(ctx, *target, true).await,
        Action::Uncheck { target } => fields::check(ctx, *target, false).await,
        Action::SelectText { target, part } => keyboard::select_text(ctx, *target, part).await,
        Action::Copy { target } => keyboard::copy(ctx, *target, false).await,
        Action::Cut { target } => keyboard::copy(ctx, *target, true).await,
        Action::Paste { target, text } => keyboard::paste(ctx, *target, text.as_deref()).await,
        Action::Upload(what) => files::upload(ctx, what).await,
        Action::Download { target } => files::download(ctx, *target).await,
        Action::Emulate { emulation, anew } => emulate::emulate(ctx, emulation, *anew).await,
        Action::Scroll { target, by } => scroll::scroll(ctx, *target, *by).await,
        Action::Open { url } => navigate::open(ctx, url).await,
        Action::Back => navigate::history(ctx, -1).await,
        Action::Forward => navigate::history(ctx, 1).await,
        Action::Reload => navigate::reload(ctx).await,
        Action::Stop => navigate::stop(ctx).await,
        Action::Dialog { accept, text } => dialog::answer(ctx, *accept, text.as_deref()).await,
        Action::Wait(what) => wait::wait(ctx, what).await,
    }
}

/// Tells the registry of ids what is written into which field: a form that still holds it is the same form.
fn note_edit(tab: &TabInner, session: &SessionShared, action: &Action) {
    let mut registry = session.registry();
    match action {
        Action::Fill { target, text }
        | Action::Type { target: Some(target), text }
        | Action::Paste { target: Some(target), text: Some(text) } => registry.note_edit(*target, text),
        Action::Clear { target } => registry.note_edit(*target, ""),
        Action::Select { target, options } => {
            registry.note_edit(*target, options.last().map_or("", String::as_str));
        }
        // These show nothing else than was shown.
        Action::Check { .. }
        | Action::Uncheck { .. }
        | Action::Hover { .. }
        | Action::Scroll { .. }
        | Action::SelectText { .. }
        | Action::Copy { .. }
        | Action::Highlight { .. }
        | Action::Wait(_) => {}
        Action::Press { keys, .. } if matches!(keys.as_str(), "Tab" | "Shift+Tab") => {}
        _ => registry.end_edits(&tab.target()),
    }
}

/// Whether an action is to show another page.
fn goes_elsewhere(action: &Action) -> bool {
    matches!(action, Action::Open { .. } | Action::Back | Action::Forward | Action::Reload)
}

/// Whether an action has nothing to do with what the page shows.
fn leaves_page(action: &Action) -> bool {
    let aside = matches!(
        action,
        Action::Stop
            | Action::Dialog { .. }
            | Action::Wait(_)
            | Action::Emulate { .. }
            | Action::Highlight { .. }
    );
    aside || goes_elsewhere(action)
}

/// Until when what the action caused is watched: the rest of the call's time is for saying what it was.
fn before_answer(end: Instant) -> Instant {
    let left = end.saturating_duration_since(Instant::now());
    end - ANSWER.min(left / 2)
}

fn limits(action: &Action, options: &ActOptions, end: Instant) -> domtool_page::settle::SettleLimits {
    let left = before_answer(end).saturating_duration_since(Instant::now());
    let navigation = match action {
        action if goes_elsewhere(action) => options.settle,
        _ => domtool_page::settle::SettleLimits::default().navigation.min(options.patience),
    };
    domtool_page::settle::SettleLimits {
        cap: options.settle.min(left),
        navigation: navigation.min(left),
        ..Default::default()
    }
}

/// The action's name, as operations and reports have it.
fn name(action: &Action) -> &'static str {
    match action {
        Action::Click(click) if click.count == 2 => "double_click",
        Action::Click(click) if click.button == Button::Right => "right_click",
        Action::Click(_) => "click",
        Action::Hover { .. } => "hover",
        Action::Drag(_) => "drag",
        Action::Wheel { .. } => "wheel",
        Action::SendClickEvent { .. } => "send_click_event",
        Action::Highlight { .. } => "highlight",
        Action::Chunk { forward: true, .. } => "next_chunk",
        Action::Chunk { forward: false, .. } => "prev_chunk",
        Action::Scroll { by: ScrollBy::IntoView, .. } => "scroll_into_view",
        Action::Fill { .. } => "fill",
        Action::Type { .. } => "type",
        Action::Clear { .. } => "clear",
        Action::Press { .. } => "press",
        Action::Select { .. } => "select",
        Action::Submit { .. } => "submit",
        Action::Check { .. } => "check",
        Action::Uncheck { .. } => "uncheck",
        Action::SelectText { .. } => "select_text",
        Action::Copy { .. } => "copy",
        Action::Cut { .. } => "cut",
        Action::Paste { .. } => "paste",
        Action::Upload(_) => "upload",
        Action::Download { .. } => "download",
        Action::Emulate { .. } => "emulate",
        Action::Scroll { .. } => "scroll",
        Action::Open { .. } => "open",
        Action::Back => "back",
        Action::Forward => "forward",
        Action::Reload => "reload",
        Action::Stop => "stop",
        Action::Dialog { .. } => "dialog",
        Action::Wait(_) => "wait",
    }
}
