//! The life of an action, step by step: gate, input, settle, verify, effects, report. Resolving, checking and
//! pointing belong to the input of its kind.

use std::sync::Arc;

use domtool_page::{identity::ElementId, view::Outline};
use tokio::time::Instant;

use super::{
    ActOptions, Action, ActionContext, ActionOutcome, Step, blocked, confirm,
    effects::{self, AtRest, Before},
    gives_no_input, goes_elsewhere, highlight, keyboard, kind, leave, meanwhile, named, navigate,
    net::{Net, set_state},
    notes::{note_edit, note_secret},
    options::{before_answer, settle_limits},
    pointer::{self, LostClick},
    refused, scroll, sets_value, state_changes, stored, undrawn, unheard, unseen,
    verify::{self, Proof, verification::Known},
};
use crate::{
    error::{self, Dispatched, Error, ErrorKind, Result},
    observe::{self, CallerState, Wanted},
    report::{Effects, Evidence, MessageKind, Report},
    settle,
    tab::{self, Acting, Entry, TabInner},
    world,
};

/// Does one thing, waits for what it caused, and says what that was.
pub(crate) async fn act(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    step: &Step,
    options: &ActOptions,
    net: Option<&mut Net>,
) -> Result<Report> {
    let started = Instant::now();
    highlight::clear(tab);
    let session = tab.session()?;
    gate(tab, &step.action)?;
    let end = tab.limit.until().unwrap_or_else(|| started + options.longest(step));
    let named = named::named(tab, caller_state, &step.action, &options.left(end)).await?;
    let revealed = stored::revealed(tab, &named).await?;
    let freed = match goes_elsewhere(&named) {
        true => leave::free(tab, &named).await?,
        false => None,
    };
    let reveals = revealed.is_some();
    let action = revealed.as_ref().or(freed.as_ref()).unwrap_or(&named);
    let options = &options.left(end);
    note_edit(tab, session, action);
    let mut run =
        ActionRun::begin(tab, caller_state, Task { step, action, options, started, end, reveals }, net)
            .await?;
    let settled = match run.input().await {
        Ok(done) => run.settle_and_verify(done).await,
        Err(error) => Err(run.explain(error).await),
    };
    match settled {
        Ok(settled) => {
            let ended = run.end(settled).await?;
            run.report(ended)
        }
        Err(error) => Err(Box::pin(run.failed(error)).await),
    }
}

/// Whether the tab can take this action now.
fn gate(tab: &Arc<TabInner>, action: &Action) -> Result<()> {
    // Waiting for what the person does is no action in it.
    if !matches!(action, Action::Wait(_)) {
        tab.check_hands()?;
    }
    match action {
        Action::Dialog { .. } => tab.gate_dialog_aside(),
        // A crashed or hung page is left by opening another, or by loading it again.
        _ if goes_elsewhere(action) => leave::gate(tab),
        _ => tab.gate(),
    }
}

/// Takes note of the frames of the elements that an action names, else of the focus, to which keys go: these are watched however many a
/// page has.
fn note_frames(tab: &TabInner, caller: &observe::Caller, action: &Action<ElementId>) {
    let entries = action.elements().filter_map(|id| observe::ids::entry(tab, tab.session().ok()?, *id).ok());
    let mut frames: Vec<_> = entries.map(|entry| entry.frame).collect();
    if frames.is_empty() {
        frames.extend(caller.focus.iter().map(|focus| focus.frame.clone()));
    }
    if !frames.is_empty() {
        tab.update(|state| state.acted_in = frames);
    }
}

/// What to do, and in what time.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) step: &'a Step,
    /// The step's own action, or what takes its place on a page that does not answer.
    pub(super) action: &'a Action<ElementId>,
    pub(super) options: &'a ActOptions,
    pub(super) started: Instant,
    /// When the call is over.
    pub(super) end: Instant,
    /// Its text is a secret that is bound to origins.
    pub(super) reveals: bool,
}

/// An action under way. Dropped in the middle, because its caller gave up, it ends like one that failed: the page is no longer
/// watched for it, and what it caused is for the next call to tell.
struct ActionRun<'a> {
    task: Task<'a>,
    ctx: ActionContext<'a>,
    caller_state: &'a mut CallerState,
    /// What the batch changed that it is part of.
    net: Option<&'a mut Net>,
    before: Before,
    watch: Option<settle::TimerWatch>,
    /// The page is watched for what the action causes, until then.
    watched: Option<settle::Watched<'a>>,
    awaited: Option<verify::Awaited<'a>>,
    /// `None` once it is over.
    acting: Option<Acting<'a>>,
    /// What a page that was just opened still loads.
    loading: Vec<String>,
    /// What the caller saw before the page changed by itself, where the report of the batch's last action is to tell that.
    seen_before: Option<Outline>,
}

/// What came of the input, when the page has come to rest.
struct Settled {
    done: ActionOutcome,
    at_rest: AtRest,
    judged: Option<verify::Judged>,
}

/// All that the report is made of.
struct Ended {
    settled: Settled,
    effects: Effects,
    changes: effects::Changes,
    news: Vec<String>,
    known: Known,
}

impl<'a> ActionRun<'a> {
    /// Takes note of how the page is before the input.
    async fn begin(
        tab: &'a Arc<TabInner>,
        caller_state: &'a mut CallerState,
        task: Task<'a>,
        net: Option<&'a mut Net>,
    ) -> Result<ActionRun<'a>> {
        let acting = Some(Acting::begin(tab, matches!(task.action, Action::Wait(_))));
        if !gives_no_input(task.action) {
            undrawn::give_up_style_sheets(tab, task.started + task.options.hindrance).await;
        }
        // Behind a dialog that is to be answered nobody can be asked.
        if tab.gate().is_ok() {
            confirm::reversals(tab, &mut caller_state.caller).await;
        }
        let session = tab.session()?;
        let watch = verify::implied::is_heard(task.action)
            .then(|| settle::TimerWatch::begin(tab, &session.browser.recorder));
        note_frames(tab, &caller_state.caller, task.action);
        let (watched, changed) = settle::Watched::begin(tab).await;
        let watched = Some(watched);
        let batched = net.as_ref().is_some_and(|net| net.has_begun());
        let mut seen_before = None;
        if !gives_no_input(task.action) {
            let telling = meanwhile::tell(tab, caller_state, task.action, changed, batched);
            seen_before = Box::pin(telling).await?;
        }
        if seen_before.is_some() {
            // The look took its time.
            settle::mark(tab).await;
        }
        let before = Before::take(tab);
        let recording = watch.as_ref().map(settle::TimerWatch::begun);
        let ctx = ActionContext::new(tab, session, &before, &task, recording);
        let loading = Vec::new();
        let mut run = ActionRun {
            task,
            ctx,
            caller_state,
            net,
            before,
            watch,
            watched,
            awaited: None,
            acting,
            loading,
            seen_before: seen_before.filter(|_| batched),
        };
        let Task { step, action, .. } = run.task;
        run.awaited =
            Box::pin(verify::prepare(&run.ctx, run.caller_state, &run.before, step, action)).await?;
        if run.awaited.is_some() {
            // It looked at the page, which took its time.
            settle::mark(tab).await;
        }
        Ok(run)
    }

    /// Does it, up to where its input is through.
    async fn input(&mut self) -> Result<ActionOutcome> {
        let action = self.task.action;
        let (tab, mark) = (self.ctx.tab, self.before.mark);
        // Boxed, as the future of an action holds those of all kinds: a thread has a small stack.
        let performed = Box::pin(blocked::perform(&mut self.ctx, action));
        let performed = match goes_elsewhere(action) {
            true => leave::leaving(tab, mark, performed).await,
            false => Some(performed.await),
        };
        let performed = match performed {
            Some(performed) => performed,
            None => {
                let instead = leave::give_up(tab, action).await?;
                Box::pin(blocked::perform(&mut self.ctx, &instead)).await
            }
        };
        note_secret(&self.ctx, action);
        performed
    }

    /// Waits for what it caused, and holds the page against what was set and what is expected.
    async fn settle_and_verify(&mut self, done: ActionOutcome) -> Result<Settled> {
        let through = Instant::now();
        let at_rest = self.settle().await;
        if self.ctx.frame_crashed() {
            return Err(error::frame_crashed().after(self.ctx.dispatched));
        }
        let mut done = Box::pin(confirm::confirm(&mut self.ctx, done)).await?;
        if matches!(self.task.action, Action::Upload(_)) {
            done = confirm::uploaded(&self.ctx, done)?;
        }
        let done = Box::pin(keyboard::still_selected(&mut self.ctx, done)).await?;
        let done = Box::pin(scroll::at_the_end(&mut self.ctx, done)).await?;
        let done = Box::pin(pointer::last_place(&mut self.ctx, done)).await;
        let done = navigate::led_on(&mut self.ctx, done);
        let within = self.task.step.within.unwrap_or(self.task.options.settle);
        let until = (through + within).min(before_answer(self.task.end));
        let judged = match &self.awaited {
            Some(awaited) => Some(awaited.wait(&self.ctx, until).await?),
            None => None,
        };
        Ok(Settled { done, at_rest, judged })
    }

    /// Waits until what it caused has come to rest or, on a new page, until that can be used.
    async fn settle(&mut self) -> AtRest {
        let Task { action, options, started, end, .. } = self.task;
        let tab = self.ctx.tab;
        let mut watch = self.watch.take();
        if let Some(watch) = &mut watch {
            watch.strict = self.ctx.to_confirm.is_some();
            watch.caret = self.ctx.caret;
            watch.silence = self.may_be_silent();
            let (tab, session) = (Arc::clone(tab), Arc::clone(&self.ctx.session));
            watch.peeks = Some(settle::Peeks::new(move || {
                Box::pin(observe::new_closed_roots(Arc::clone(&tab), Arc::clone(&session)))
            }));
            watch.history = matches!(action, Action::Back | Action::Forward);
            watch.does_itself = matches!(
                action,
                Action::Press { .. } | Action::Type { .. } | Action::Paste { .. } | Action::Wheel { .. }
            );
        }
        let settled = match self.ctx.arrived {
            true => None,
            false => {
                let limits = settle_limits(action, options, end);
                Box::pin(settle::settle_here(tab, self.ctx.mark, limits, watch, self.ahead())).await
            }
        };
        if let Some((rest, taking)) = settled {
            return AtRest { rest, taking };
        }
        // What still loads is no hindrance: a page is opened when it can be used.
        tab.update(|state| state.journal.page_came());
        let until = (started + options.patience).min(before_answer(end));
        self.loading = observe::ready_by(tab, self.caller_state, Some(until)).await;
        AtRest::default()
    }

    /// The look at what it left; not where the page is read back or waited for after it.
    fn ahead(&self) -> Option<settle::Ahead<observe::Captured>> {
        let tab = Arc::clone(self.ctx.tab);
        (self.ctx.to_confirm.is_none() && self.awaited.is_none()).then(|| {
            settle::Ahead::new(move || settle::Taking::new(async move { observe::capture(&tab).await.ok() }))
        })
    }

    /// Whether nothing may be seen of what it does: a text that is written, or a page that is scrolled, is seen at once, and a field
    /// that is clicked has the caret then.
    fn may_be_silent(&self) -> bool {
        let field = || {
            let subject = self.ctx.subject();
            subject.is_some_and(|subject| matches!(subject.target.role.as_str(), "textbox" | "searchbox"))
        };
        if self.ctx.caret || matches!(self.task.action, Action::Click(_)) && field() {
            return false;
        }
        match &self.ctx.to_confirm {
            Some(set) => !matches!(set.wanted, Wanted::Text { .. } | Wanted::Added { .. } | Wanted::Boxes(_)),
            None if matches!(self.task.action, Action::Submit { .. }) => true,
            None => {
                let proof = self.ctx.proof.unwrap_or_else(|| verify::implied::proof(self.task.action));
                proof == Proof::Arrived
            }
        }
    }

    /// Says more exactly why the input failed.
    async fn explain(&self, error: Error) -> Error {
        let error = confirm::with_reason(&self.ctx, error.after(self.ctx.dispatched));
        match error.kind() {
            // Who goes elsewhere has not been led away.
            _ if goes_elsewhere(self.task.action) => error,
            ErrorKind::PageHung if self.ctx.frame_is_hung().await => {
                error::frame_hung().after(error.dispatched())
            }
            _ => refused::away(&self.ctx, error).await,
        }
    }

    /// Adds to an error what the input caused all the same, where some was sent and the page can be looked at.
    async fn failed(&mut self, error: Error) -> Error {
        if error.dispatched() == Dispatched::No
            && let Some(seen) = self.seen_before.take()
        {
            // No report tells what came since.
            self.caller_state.caller.seen = Some(seen);
        }
        let lost = matches!(error.kind(), ErrorKind::PageHung | ErrorKind::Timeout | ErrorKind::Internal);
        if error.dispatched() == Dispatched::No
            || lost
            || goes_elsewhere(self.task.action)
            || self.ctx.tab.gate().is_err()
        {
            return error;
        }
        let at_rest = self.settle().await;
        let target = self.ctx.subject().map(|subject| subject.target);
        let done = ActionOutcome { target, feedback: error.message().to_owned() };
        let known = self.ctx.unheard.take().and_then(|unheard| unheard.error);
        let Ok(ended) = self.end(Settled { done, at_rest, judged: None }).await else { return error };
        // Where nothing at all came of it, the browser may keep input from the page.
        let silent = matches!(error.kind(), ErrorKind::ValueRejected | ErrorKind::NoEffect)
            && ended.effects.is_empty();
        let kept = match known {
            None if silent => unheard::kept(&self.ctx, error.message()).await.ok().flatten(),
            known => known,
        };
        let error = kept.map_or(error, |kept| kept.after(self.ctx.dispatched));
        let mut report = self.write(ended, None);
        report.ok = false;
        report.verification.passed = false;
        report.verification.evidence = Evidence::Missing;
        // An error says nothing of title and address.
        self.caller_state.caller.page_line = None;
        error.with_report(report)
    }

    /// Gathers the effects, and ends the action in the journal.
    async fn end(&mut self, mut settled: Settled) -> Result<Ended> {
        let state = match self.ctx.subject() {
            Some(subject) if self.ctx.tab.gate().is_ok() && !self.ctx.given_away => {
                state_changes::changes(&subject).await
            }
            _ => Vec::new(),
        };
        self.unwatch();
        if let Some(target) = &settled.done.target {
            self.ctx.session.registry().forget_record(target.id);
        }
        let known = Known {
            compared: self.caller_state.caller.seen.is_some(),
            problems: self.caller_state.caller.problems.clone(),
        };
        let starts = !goes_elsewhere(self.task.action);
        let set = set_state(self.task.action, settled.done.target.as_ref());
        let gathering = effects::gather(
            &self.ctx,
            self.caller_state,
            &self.before,
            &mut settled.at_rest,
            starts,
            set.as_slice(),
            self.net.as_deref_mut(),
        );
        let (effects, changes) = Box::pin(gathering).await?;
        // Here, too, as sentences are made of them.
        let mut effects = self.ctx.tab.write_out(effects);
        effects.state = state;
        let (presses, copies) = match self.task.action {
            Action::Click(_) => (true, false),
            Action::Press { keys, .. } => (true, keyboard::clips(keys)),
            _ => (false, false),
        };
        // Where only a fragment of the address changed, the page may have gone to it.
        let stayed = !effects.navigated
            && effects.url.is_some()
            && effects.added + effects.removed + effects.changed == 0;
        if presses && (stayed || !effects.show_a_change(true)) && self.ctx.tab.gate().is_ok() {
            unseen::add(&self.ctx, self.task.started.elapsed(), copies, &mut effects).await;
        }
        // That what is clicked gets the focus goes without saying.
        let target = settled.done.target.as_ref().map(|target| target.id);
        let shown = target.is_some_and(|target| changes.show(target));
        for change in &mut effects.state {
            change.in_diff = shown && state_changes::is_worded(&change.name);
        }
        if matches!(self.task.action, Action::Click(_)) && target == effects.focus {
            effects.focus = None;
        }
        if !effects.choosers.is_empty() {
            settled.done.feedback.push_str("; a file chooser opened: use upload");
        }
        // What it caused is proof that it arrived, unless input is known to be kept from the page.
        if let Some(unheard) = &self.ctx.unheard
            && (effects.is_empty() || unheard.error.is_some())
        {
            settled.done.feedback.push_str(&format!("; unconfirmed: {}", unheard.why));
        }
        if self.ctx.swallowed && !effects.show_a_change(settled.at_rest.rest.changed) {
            settled.done.feedback.push_str("; unconfirmed: nothing shows what became of it");
        }
        settled.done.feedback.push_str(&self.before.went_elsewhere());
        if let Some(line) = leads_to_program(&self.ctx) {
            settled.done.feedback.push_str(&format!("; {line}"));
        }
        let news = self.close(true);
        Ok(Ended { settled, effects, changes, news, known })
    }

    /// The page is no longer watched for what the action causes.
    fn unwatch(&mut self) {
        drop(self.watched.take());
        self.ctx.tab.release(world::GROUP);
    }

    /// Ends it in the journal, and gives the news for its report: what an action caused that has none is for the next call to
    /// tell, as an error has no room for it.
    fn close(&mut self, reported: bool) -> Vec<String> {
        drop(self.acting.take());
        let label = match self.ctx.subject() {
            Some(subject) => format!("{} {}", self.ctx.action, subject.id),
            None => self.ctx.action.to_string(),
        };
        let news = self.ctx.tab.update(|state| state.journal.end(reported, &label));
        let late = std::mem::take(&mut self.caller_state.caller.late);
        [meanwhile::without_news(late, &news), news].concat()
    }

    /// Gives the report; an expectation that was not met, and a press that became no click, are errors that hold it.
    fn report(&mut self, mut ended: Ended) -> Result<Report> {
        let lost = self.ctx.lost_click.take().filter(|lost| !ended.effects.comes_of_a_press(lost.acted));
        let nothing = !ended.effects.show_a_change(ended.settled.at_rest.rest.changed);
        // One that a page moves is seen to stand elsewhere.
        let refused = self.ctx.refused_drop.take().filter(|refused| {
            let changed = ended.settled.at_rest.rest.changed;
            let asked = self.ctx.tab.state().journal.has_requests_since(refused.mark);
            let dropped = refused.at.saturating_sub(self.before.at).as_millis() as u64;
            !self.ctx.moved && !ended.effects.outlast_a_drag(changed, asked, dropped)
        });
        let wrong = ended.effects.messages.iter().any(|message| message.kind == MessageKind::Error);
        let set_back = self.ctx.set_back.take().filter(|_| nothing || wrong);
        let kept = self.ctx.unheard.take().and_then(|unheard| unheard.error).filter(|_| nothing);
        let judged = ended.settled.judged.take();
        let expect = self.awaited.as_ref().map(|awaited| awaited.expect);
        let expected =
            expect.zip(judged).map(|(expect, judged)| (expect, judged.with(expect, &ended.effects.messages)));
        let expected = expected.as_ref().map(|(expect, judged)| (*expect, judged));
        let report = self.write(ended, expected);
        let unmet =
            || expected.and_then(|(expect, judged)| judged.error(expect, &report.verification.feedback));
        let met = expected.is_some_and(|(_, judged)| judged.came());
        let lost = lost.filter(|_| !met).map(|lost| no_click(&lost, &report));
        let refused = refused.filter(|_| !met).map(|refused| refused_drop(refused.message));
        let set_back = set_back.filter(|_| !met);
        let Some(error) = kept.or(lost).or(refused).or(set_back).or_else(unmet) else { return Ok(report) };
        // An error says nothing of title and address.
        self.caller_state.caller.page_line = None;
        Err(error.after(self.ctx.dispatched).with_report(report))
    }

    /// Writes the report.
    fn write(&mut self, ended: Ended, expected: Option<(&verify::Expect, &verify::Judged)>) -> Report {
        let Ended {
            settled: Settled { done, at_rest: AtRest { rest, .. }, judged: _ },
            effects,
            changes,
            news,
            known,
        } = ended;
        let verification = verify::verification::verification(
            (self.task.action, self.ctx.proof),
            &done,
            &effects,
            &rest,
            (&known, &self.caller_state.caller.problems),
            &changes,
            expected,
        );
        // What an earlier action set in an element counts no more where this one set something else.
        let unconfirmed = &mut self.caller_state.caller.unconfirmed;
        if let Some(subject) = self.ctx.subject().filter(|_| sets_value(self.task.action)) {
            unconfirmed.retain(|one| one.backend != subject.backend || one.frame != subject.frame);
        }
        unconfirmed.extend(self.ctx.unconfirmed.take());
        let by_id = self.task.step.action.target().is_some_and(|target| target.id().is_some());
        Report {
            ok: verification.passed || expected.is_none(),
            action: kind(&self.task.step.action),
            // Who named it by words hears which one it was, whatever the diff shows.
            target_in_diff: by_id && done.target.as_ref().is_some_and(|target| changes.show(target.id)),
            target: done.target,
            still: still(rest.still, &effects),
            effects: effects::cut(effects),
            verification,
            news,
            loading: std::mem::take(&mut self.loading),
            diff: changes.text,
            ms: self.task.started.elapsed().as_millis() as u64,
        }
    }
}

impl Drop for ActionRun<'_> {
    fn drop(&mut self) {
        if self.acting.is_some() {
            // Of a secret, a part may be typed.
            note_secret(&self.ctx, self.task.action);
            self.unwatch();
            let news = self.close(false);
            self.caller_state.caller.owe(news);
        }
    }
}

/// What is said where the action led to an address of another program.
fn leads_to_program(ctx: &ActionContext<'_>) -> Option<String> {
    let state = ctx.tab.state();
    let scheme = |entry: &Entry| match entry {
        Entry::LeftForProgram(scheme) => Some(tab::leads_to_program(scheme)),
        _ => None,
    };
    state.journal.since(ctx.mark).find_map(|(_, entry)| scheme(entry))
}

/// What still runs. A request that began since the page came to rest is told as running, too.
fn still(mut still: Vec<String>, effects: &Effects) -> Vec<String> {
    let begun = effects.requests.iter().filter(|info| info.is_pending_write());
    still.extend(begun.map(|info| format!("request {} {}", info.method, info.url)));
    still.sort_unstable();
    still.dedup();
    still
}

/// The error of a drop that nothing took, and of which nothing came.
fn refused_drop(message: String) -> Error {
    Error::new(ErrorKind::NoEffect, message).with_hint("drop it on something that takes it")
}

/// The error of a press that became no click.
fn no_click(lost: &LostClick, report: &Report) -> Error {
    let LostClick { event, why, .. } = lost;
    Error::new(ErrorKind::NoEffect, format!("{}: {why}", report.verification.feedback))
        .with_hint(format!("observe, and try again: the page heard no {event}"))
}
