//! The calls of a tab, each compiled once: as a boxed future, made in a function that is neither generic nor `async`. Rust compiles
//! the body of an `async` function in each crate that awaits it: without the boxes every program, test and example would compile
//! all that a call does anew.

use std::time::Duration;

use domtool_page::identity::ElementId;
use tokio::{
    sync::MutexGuard,
    time::{Instant, timeout_at},
};

use super::{Boxed, Tab};
use crate::{
    act::{self, ActOptions, Batch, Expect, Step, TargetRef},
    error::{self, Error, ErrorKind, Result},
    observe::{
        self, CallerState, FindOptions, FindResult, Identified, IdentifyOptions, Locators, Observation,
        ObserveOptions, TableData, TableOptions,
    },
    printing::{self, PdfOptions},
    report::Report,
    request_log::{self, RequestLog, RequestsOptions},
    screenshot::{Screenshot, ScreenshotOptions},
    tab::{Bound, Call, State, TabInner},
};

/// How often a page is looked at that goes from one document to the next.
const LOOKS: u32 = 6;
/// How long the news of another document may take to come.
const NEWS: Duration = Duration::from_millis(300);

/// Looks again where the page went to another document meanwhile: that one is the page now. The call's deadline ends it.
macro_rules! looking {
    ($tab:expr, $look:expr) => {
        async {
            let mut looks = Looks { tab: &$tab.inner, done: 0 };
            loop {
                let mark = $tab.inner.state().journal.mark();
                let looked = $look;
                if !looks.another(looked.as_ref().err().map(Error::kind), mark).await {
                    break looked;
                }
            }
        }
    };
}

/// Looks at a page that may go to another document.
struct Looks<'a> {
    tab: &'a TabInner,
    done: u32,
}

impl Looks<'_> {
    /// Whether to look again after an error; waits until the journal has the news of the other document.
    async fn another(&mut self, error: Option<ErrorKind>, mark: u64) -> bool {
        self.done += 1;
        if error != Some(ErrorKind::NavigatedAway) || self.done >= LOOKS {
            return false;
        }
        let news = |state: &State| (state.journal.mark() > mark).then_some(());
        self.tab.until(Instant::now() + NEWS, news).await;
        true
    }
}

impl Tab {
    pub(super) fn call_observe<'a>(&'a self, options: &'a ObserveOptions) -> Boxed<'a, Result<Observation>> {
        Box::pin(async move {
            let (mut caller_state, call) =
                self.enter(Bound::of_look(options.timeout, options.time_to_scroll())).await?;
            act::clear_highlight(&self.inner);
            let look = looking!(self, {
                match act::tell_reversals(&self.inner, &mut caller_state).await {
                    Ok(()) => observe::observe(&self.inner, &mut caller_state, options).await,
                    Err(error) => Err(error),
                }
            });
            let seen = call.run(Box::pin(look)).await;
            self.inner.answer(seen)
        })
    }

    pub(super) fn call_find<'a>(&'a self, options: &'a FindOptions) -> Boxed<'a, Result<FindResult>> {
        Box::pin(async move {
            let (mut caller_state, call) =
                self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
            let look = looking!(self, observe::find(&self.inner, &mut caller_state, options).await);
            let found = call.run(Box::pin(look)).await;
            self.inner.answer(found)
        })
    }

    pub(super) fn call_table<'a>(&'a self, options: &'a TableOptions) -> Boxed<'a, Result<TableData>> {
        Box::pin(async move {
            let (mut caller_state, call) =
                self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
            let look = looking!(self, observe::table(&self.inner, &mut caller_state, options).await);
            let read = call.run(Box::pin(look)).await;
            self.inner.answer(read)
        })
    }

    pub(super) fn call_locate(
        &self,
        id: ElementId,
        timeout: Option<Duration>,
    ) -> Boxed<'_, Result<Locators>> {
        Box::pin(async move {
            let (_memory, call) = self.enter(Bound::of_look(timeout, Duration::ZERO)).await?;
            let look = looking!(self, observe::locate(&self.inner, id).await);
            let found = call.run(Box::pin(look)).await;
            self.inner.answer(found)
        })
    }

    pub(super) fn call_identify<'a>(&'a self, options: &'a IdentifyOptions) -> Boxed<'a, Result<Identified>> {
        Box::pin(async move {
            let (_memory, call) = self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
            let look = looking!(self, observe::identify(&self.inner, options).await);
            let found = call.run(Box::pin(look)).await;
            self.inner.answer(found)
        })
    }

    pub(super) fn call_named<'a>(
        &'a self,
        target: &'a TargetRef,
        timeout: Option<Duration>,
    ) -> Boxed<'a, Result<ElementId>> {
        Box::pin(async move {
            let usual = ActOptions::default().hindrance;
            // The rest of a short time is for saying what there is.
            let patience = timeout.map_or(usual, |timeout| usual.min(timeout / 2));
            let (mut caller_state, call) = self.enter(Bound::of_look(timeout, patience)).await?;
            let look = act::element(&self.inner, &mut caller_state, target, patience);
            let named = call.run(Box::pin(look)).await;
            named.map_err(|error| self.inner.write_out(error))
        })
    }

    pub(super) fn call_act<'a>(
        &'a self,
        step: &'a Step,
        options: &'a ActOptions,
    ) -> Boxed<'a, Result<Report>> {
        Box::pin(async move {
            let end = options.timeout.map(|timeout| Instant::now() + timeout);
            let (mut caller_state, call) = self.enter(act::bound(step, options)).await?;
            let doing = async {
                // Each in a place of its own: they are large.
                let mut report =
                    Box::pin(act::act(&self.inner, &mut caller_state, step, options, None)).await?;
                if report.effects.navigated {
                    let time = (options, end);
                    Box::pin(act::show_new_page(&self.inner, &mut caller_state, time, &mut report)).await;
                }
                Ok(report)
            };
            let report = call.acting().run(Box::pin(doing)).await;
            self.inner.answer(report)
        })
    }

    pub(super) fn call_act_all<'a>(&'a self, steps: &'a [Step], options: &'a ActOptions) -> Boxed<'a, Batch> {
        Box::pin(async move {
            let arrived = Instant::now();
            let mut caller_state = match self.turn(options.timeout.map(|timeout| arrived + timeout)).await {
                Ok(caller_state) => caller_state,
                Err(error) => return Batch::not_begun(steps.len(), error),
            };
            let batch = act::act_all(&self.inner, &mut caller_state, steps, options, arrived).await;
            self.inner.write_out(batch)
        })
    }

    pub(super) fn call_act_until<'a>(
        &'a self,
        steps: &'a [Step],
        goal: (&'a Expect, u32),
        options: &'a ActOptions,
    ) -> Boxed<'a, Batch> {
        Box::pin(async move {
            let arrived = Instant::now();
            let mut caller_state = match self.turn(options.timeout.map(|timeout| arrived + timeout)).await {
                Ok(caller_state) => caller_state,
                Err(error) => return Batch::not_begun(steps.len(), error),
            };
            let time = (options, arrived);
            let batch = act::act_until(&self.inner, &mut caller_state, steps, goal, time).await;
            self.inner.write_out(batch)
        })
    }

    pub(super) fn call_screenshot<'a>(
        &'a self,
        options: &'a ScreenshotOptions,
    ) -> Boxed<'a, Result<Screenshot>> {
        Box::pin(async move {
            let (_memory, call) = self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
            let look = looking!(self, observe::screenshot(&self.inner, options).await);
            let shot = call.run(Box::pin(look)).await;
            shot.map_err(|error| self.inner.write_out(error))
        })
    }

    pub(super) fn call_pdf<'a>(&'a self, options: &'a PdfOptions) -> Boxed<'a, Result<Vec<u8>>> {
        Box::pin(async move {
            let (_memory, call) = self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
            let look = looking!(self, printing::print(&self.inner, options).await);
            let file = call.run(Box::pin(look)).await;
            file.map_err(|error| self.inner.write_out(error))
        })
    }

    pub(super) fn call_requests<'a>(&'a self, options: &'a RequestsOptions) -> Boxed<'a, Result<RequestLog>> {
        Box::pin(async move {
            let bound = Bound::of_look(options.timeout, Duration::ZERO);
            let _turn = self.turn(Some(Instant::now() + bound.whole())).await?;
            Ok(self.inner.write_out(request_log::list(&self.inner, options).await))
        })
    }

    pub(super) fn call_evaluate<'a>(
        &'a self,
        expression: &'a str,
        patience: Duration,
    ) -> Boxed<'a, Result<String>> {
        Box::pin(async move {
            let (_memory, call) = self.enter(Bound::of_script(patience)).await?;
            let value =
                call.acting().run(Box::pin(act::evaluate_in_page(&self.inner, expression, patience))).await;
            value.map_err(|error| self.inner.write_out(error))
        })
    }

    /// Waits for the tab's turn, and makes the caller the one whose news and memory count from then on.
    async fn enter(&self, bound: Bound) -> Result<(MutexGuard<'_, CallerState>, Call)> {
        let deadline = Instant::now() + bound.whole();
        let caller_state = self.turn(Some(deadline)).await?;
        Ok((caller_state, Call::begin(&self.inner, bound.until(deadline))))
    }

    /// The tab's turn.
    ///
    /// # Errors
    /// `TIMEOUT` when another call has it until the deadline.
    async fn turn(&self, deadline: Option<Instant>) -> Result<MutexGuard<'_, CallerState>> {
        let began = Instant::now();
        let mut caller_state = match deadline {
            None => self.caller_state.lock().await,
            Some(deadline) => timeout_at(deadline, self.caller_state.lock()).await.map_err(|_| {
                let waited = error::seconds(began.elapsed());
                Error::new(ErrorKind::Timeout, format!("another call ran on this tab for all of {waited}"))
                    .with_hint("wait for that call to end, or give this one more time")
            })?,
        };
        caller_state.enter(&self.caller);
        if let Ok(session) = self.inner.session()
            && session.comes_from_another_tab(&self.caller, self.inner.number)
        {
            caller_state.caller.page_line = None;
        }
        self.inner.state().journal.read_as(&self.caller);
        Ok(caller_state)
    }
}
