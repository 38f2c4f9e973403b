//! Acting: one action at a time, from an id to a true outcome (4-actions has the eight steps).
//!
//! [`act`] is the life of every action: gate, do, settle, effects, report. What an action does is in the file of its
//! theme; what all of them share (finding the element, hitting it, settling, effects) is in a file of its own.

mod action;
mod batch;
mod blocked;
mod dialog;
mod effects;
mod emulate;
mod facets;
mod fields;
mod files;
mod ground;
mod highlight;
mod hit;
mod keyboard;
mod navigate;
mod pointer;
mod refused;
mod resolve;
mod scroll;
pub(crate) mod settle;
mod verify;
mod wait;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

pub use action::{Action, Button, Click, Drag, DragTo, Modifiers, ScrollBy, TextPart, Upload, WaitFor};
pub(crate) use batch::act_all;
pub use batch::{Batch, Step, Stopped};
pub(crate) use dialog::dismiss_later;
pub(crate) use highlight::clear as clear_highlight;
pub(crate) use keyboard::Clipping;
pub use keyboard::Keys;
use resolve::Subject;
pub use verify::{Expect, Flag, Outcome};
pub(crate) use verify::{Problem, problems};

use crate::{
    error::{Dispatched, Obstacle, Result},
    report::{Report, Target},
    session::SessionInner,
    tab::{self, Acting, Memory, TabInner, tab_closed},
    world,
};

/// How patient an action is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActOptions {
    /// How long a passing hindrance (an animation, something loading) is waited for before input.
    pub timeout: Duration,
    /// How long navigations and `wait` may take.
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
            timeout: Duration::from_secs(3),
            patience: Duration::from_secs(30),
            settle: Duration::from_secs(2),
            expect: None,
            within: None,
        }
    }
}

/// Where an action happens, and how far it got.
pub(crate) struct Scene<'a> {
    pub(crate) tab: &'a Arc<TabInner>,
    pub(crate) session: Arc<SessionInner>,
    pub(crate) options: &'a ActOptions,
    /// The journal's number before the action.
    pub(crate) mark: u64,
    /// Until when hindrances are waited for.
    pub(crate) deadline: Instant,
    /// Whether input went out.
    pub(crate) dispatched: Dispatched,
    /// The first element that was resolved, as it was then: what the action is about.
    subject: Arc<Mutex<Option<Subject>>>,
    /// What a field was filled with, to be read once more at the end.
    pub(crate) keeps: Option<fields::Keeps>,
    /// What shows that it was done, where that is not as the action's kind has it.
    pub(crate) proof: Option<verify::Proof>,
    /// What lists offered that the action itself opened: that they came and went is no news.
    pub(crate) offered: Vec<String>,
}

impl Scene<'_> {
    /// Takes note of an element that was resolved.
    fn note(&self, subject: &Subject) {
        let mut noted = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert_with(|| subject.clone());
    }

    /// Whether the frame that the action is about is no more, while the page is.
    fn frame_crashed(&self) -> bool {
        let frame = noted(&self.subject, |subject| subject.frame.clone());
        frame.is_some_and(|frame| self.tab.state().frame_crashed(&frame) && !self.tab.state().crashed)
    }

    fn subject(&self) -> Option<Subject> {
        noted(&self.subject, Subject::clone)
    }
}

fn noted<T>(subject: &Mutex<Option<Subject>>, take: impl FnOnce(&Subject) -> T) -> Option<T> {
    subject.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(take)
}

/// What an action says of itself once its input is through.
pub(crate) struct Done {
    pub(crate) target: Option<Target>,
    /// What was verified, in a sentence.
    pub(crate) feedback: String,
}

/// Does one thing, waits for what it caused, and says what that was.
pub(crate) async fn act(
    tab: &Arc<TabInner>,
    memory: &mut Memory,
    action: &Action,
    options: &ActOptions,
) -> Result<Report> {
    let started = Instant::now();
    memory.forget_looks();
    highlight::clear(tab);
    let session = tab.session.upgrade().ok_or_else(tab_closed)?;
    match action {
        Action::Dialog { .. } => tab.gate_dialog_aside()?,
        // A crashed page is left by opening another, or by loading it again.
        Action::Open { .. } | Action::Reload => navigate::gate(tab)?,
        _ => tab.gate()?,
    }
    let acting = Acting::begin(tab, &session);
    settle::mark(tab).await;
    let before = effects::Before::take(tab);
    let mut scene = Scene {
        tab,
        session,
        options,
        mark: before.mark,
        deadline: started + options.timeout,
        dispatched: Dispatched::No,
        subject: Arc::default(),
        keeps: None,
        proof: None,
        offered: Vec::new(),
    };
    let awaited = verify::prepare(&scene, memory, &before, action).await?;
    if awaited.is_some() {
        // It looked at the page, which took its time.
        settle::mark(tab).await;
    }
    let result = blocked::perform(&mut scene, action).await;
    let through = Instant::now();
    let result = match result {
        Ok(done) => {
            let rest = settle::settle(tab, scene.mark, limits(action, options)).await;
            let done = match scene.frame_crashed() {
                true => Err(tab::frame_crashed().after(scene.dispatched)),
                false => fields::kept(&mut scene, done).await,
            };
            let until = through + options.within.unwrap_or(options.settle);
            let judged = match (&done, &awaited) {
                (Ok(_), Some(awaited)) => awaited.wait(&scene, until).await.map(Some),
                _ => Ok(None),
            };
            done.and_then(|done| judged.map(|judged| (done, rest, judged)))
        }
        Err(error) => {
            let error = error.after(scene.dispatched);
            Err(refused::away(&scene, error).await)
        }
    };
    let state = match (&result, scene.subject()) {
        (Ok(_), Some(subject)) if tab.gate().is_ok() => facets::changes(&subject).await,
        _ => Vec::new(),
    };
    settle::unmark(tab).await;
    world::release(tab, world::GROUP);
    let known = verify::report::Known {
        compared: memory.caller.seen.is_some(),
        problems: memory.caller.problems.clone(),
    };
    let gathered = match result {
        Ok((done, rest, judged)) => {
            let starts = !goes_elsewhere(action);
            let gathered = effects::gather(&scene, memory, &before, &rest, starts).await;
            gathered.map(|(effects, diff)| (done, rest, judged, effects, diff))
        }
        Err(error) => Err(error),
    };
    drop(acting);
    // What a failed action caused is for the next call to tell, as an error has no room for it.
    let news = tab.update(|state| state.journal.end(gathered.is_ok()));
    let (done, rest, judged, mut effects, diff) = gathered?;
    effects.state = state;
    // That what is clicked gets the focus goes without saying.
    if matches!(action, Action::Click(_)) && done.target.as_ref().map(|target| target.id) == effects.focus {
        effects.focus = None;
    }
    let done = match effects.choosers.is_empty() {
        true => done,
        false => Done { feedback: format!("{}; a file chooser opened: use upload", done.feedback), ..done },
    };
    let expected = awaited.as_ref().zip(judged);
    let expected =
        expected.map(|(awaited, judged)| (awaited.expect, judged.with(awaited.expect, &effects.messages)));
    let verification = verify::report::verification(
        (action, scene.proof),
        &done,
        &effects,
        &rest,
        (&known, &memory.caller.problems),
        expected.as_ref().map(|(expect, judged)| (*expect, judged)),
    );
    let report = Report {
        ok: verification.passed || expected.is_none(),
        action: name(action).to_owned(),
        target: done.target,
        effects,
        verification,
        news,
        still: rest.still,
        diff,
        ms: started.elapsed().as_millis() as u64,
    };
    match expected.and_then(|(expect, judged)| judged.error(expect, &report.verification.feedback)) {
        Some(error) => Err(error.after(scene.dispatched).with_obstacle(Obstacle::Instead(Box::new(report)))),
        None => Ok(report),
    }
}

async fn perform(scene: &mut Scene<'_>, action: &Action) -> Result<Done> {
    match action {
        Action::Click(click) => pointer::click(scene, click).await,
        Action::Hover { target } => pointer::hover(scene, *target).await,
        Action::Drag(drag) => pointer::drag(scene, drag).await,
        Action::Wheel { target, x, y, modifiers } => {
            pointer::wheel(scene, *target, (*x, *y), *modifiers).await
        }
        Action::SendClickEvent { target } => pointer::send_click_event(scene, *target).await,
        Action::Highlight { target } => highlight::highlight(scene, *target).await,
        Action::Chunk { target, forward } => scroll::chunk(scene, *target, *forward).await,
        Action::Fill { target, text } => fields::fill(scene, *target, text).await,
        Action::Type { target, text } => fields::type_text(scene, *target, text).await,
        Action::Clear { target } => fields::clear(scene, *target).await,
        Action::Press { target, keys } => keyboard::press_keys(scene, *target, keys).await,
        Action::Select { target, options } => fields::select(scene, *target, options).await,
        Action::Submit { target } => fields::submit(scene, *target).await,
        Action::Check { target } => fields::check(scene, *target, true).await,
        Action::Uncheck { target } => fields::check(scene, *target, false).await,
        Action::SelectText { target, part } => keyboard::select_text(scene, *target, part).await,
        Action::Copy { target } => keyboard::copy(scene, *target, false).await,
        Action::Cut { target } => keyboard::copy(scene, *target, true).await,
        Action::Paste { target, text } => keyboard::paste(scene, *target, text.as_deref()).await,
        Action::Upload(what) => files::upload(scene, what).await,
        Action::Download { target } => files::download(scene, *target).await,
        Action::Emulate { emulation, anew } => emulate::emulate(scene, emulation, *anew).await,
        Action::Scroll { target, by } => scroll::scroll(scene, *target, *by).await,
        Action::Open { url } => navigate::open(scene, url).await,
        Action::Back => navigate::history(scene, -1).await,
        Action::Forward => navigate::history(scene, 1).await,
        Action::Reload => navigate::reload(scene).await,
        Action::Stop => navigate::stop(scene).await,
        Action::Dialog { accept, text } => dialog::answer(scene, *accept, text.as_deref()).await,
        Action::Wait(what) => wait::wait(scene, what).await,
    }
}

/// Whether an action is to show another page.
fn goes_elsewhere(action: &Action) -> bool {
    matches!(action, Action::Open { .. } | Action::Back | Action::Forward | Action::Reload)
}

fn limits(action: &Action, options: &ActOptions) -> domtool_page::settle::SettleLimits {
    let navigation = match action {
        action if goes_elsewhere(action) => options.settle,
        _ => domtool_page::settle::SettleLimits::default().navigation.min(options.patience),
    };
    domtool_page::settle::SettleLimits { cap: options.settle, navigation, ..Default::default() }
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
