//! The handle of a tab.

use std::{sync::Arc, time::Duration};

use domtool_page::identity::ElementId;
use tokio::sync::Mutex;

use crate::{
    act::{ActOptions, Batch, Expect, Step, TargetRef},
    error::Result,
    limits::PAGE_ANSWERS,
    observe::{
        CallerState, FindOptions, FindResult, Identified, IdentifyOptions, Locators, Observation,
        ObserveOptions, TableData, TableOptions,
    },
    printing::PdfOptions,
    report::{Report, TabInfo},
    request_log::{RequestLog, RequestsOptions},
    screenshot::{Screenshot, ScreenshotOptions},
    tab::TabInner,
};

/// One tab of a session. Cheap to clone; clones are the same tab.
#[derive(Clone, Debug)]
pub struct Tab {
    pub(crate) inner: Arc<TabInner>,
    /// Who uses it. What each caller was told is remembered by this name.
    pub(crate) caller: Arc<str>,
    /// What its callers last saw. Its lock makes operations on the tab take turns.
    pub(super) caller_state: Arc<Mutex<CallerState>>,
}

impl Tab {
    pub(crate) fn new(inner: Arc<TabInner>, caller: &Arc<str>, caller_state: Arc<Mutex<CallerState>>) -> Tab {
        Tab { inner, caller: Arc::clone(caller), caller_state }
    }

    /// The ids of the protocol's sessions with the page and its out-of-process frames, as the log names them.
    #[must_use]
    pub fn protocol_sessions(&self) -> Vec<String> {
        self.inner.state().attachments.iter().map(|attachment| attachment.session.to_string()).collect()
    }

    /// Its number, title and address.
    #[must_use]
    pub fn info(&self) -> TabInfo {
        self.inner.info()
    }

    /// The same tab for another of its users, by a name of their choice. Each is told its own news, and what changed since it
    /// looked last. All who give no name count as one.
    #[must_use]
    pub fn as_caller(&self, name: &str) -> Tab {
        Tab { caller: name.into(), ..self.clone() }
    }

    /// Looks at the page and says what is there. Changes nothing that the page can see, but where
    /// [`ObserveOptions::scroll`] asks for it.
    ///
    /// Cancel safety: a dropped future leaves the page where it was scrolled to. News that it had taken in and what the next diff
    /// compares with stay.
    ///
    /// # Errors
    /// `DIALOG_OPEN`, `STALE` or `NOT_FOUND` for an id to look under or to open, `TIMEOUT`, `PAGE_HUNG`, and what says that the
    /// page is lost: `TAB_CLOSED`, `PAGE_CRASHED`, `BROWSER_GONE`.
    pub async fn observe(&self, options: &ObserveOptions) -> Result<Observation> {
        self.call_observe(options).await
    }

    /// Says where on the page a text is, with ids, in one short answer. It searches also what an observation folds, frames and
    /// shadow trees. News and changes are left for the next observation.
    ///
    /// Cancel safety: a dropped future changes nothing, but that elements may have got their ids.
    ///
    /// # Errors
    /// `INVALID_INPUT` for an empty text or a wrong expression; else as [`Tab::observe`].
    pub async fn find(&self, options: &FindOptions) -> Result<FindResult> {
        self.call_find(options).await
    }

    /// Reads a table, or a list, as data: its cells by header, with the ids of its rows and of what can be operated in them. News and
    /// changes are left for the next observation.
    ///
    /// Cancel safety: a dropped future changes nothing, but that elements may have got their ids.
    ///
    /// # Errors
    /// `NOT_FOUND` where there is none, `AMBIGUOUS` where there are several; else as [`Tab::observe`].
    pub async fn table(&self, options: &TableOptions) -> Result<TableData> {
        self.call_table(options).await
    }

    /// Says how other tools find an element: CSS selectors, an XPath, an expression of Playwright. Each was tried in the page and
    /// matches that element alone.
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `STALE` or `NOT_FOUND` for the id; else as [`Tab::observe`].
    pub async fn locate(&self, id: ElementId, timeout: Option<Duration>) -> Result<Locators> {
        self.call_locate(id, timeout).await
    }

    /// Gives the id of the one element that another tool's selector matches.
    ///
    /// Cancel safety: a dropped future changes nothing, but that elements may have got their ids.
    ///
    /// # Errors
    /// `NOT_FOUND` for no match; `INVALID_INPUT` for several, which it lists, and for a wrong selector; else as [`Tab::observe`].
    pub async fn identify(&self, options: &IdentifyOptions) -> Result<Identified> {
        self.call_identify(options).await
    }

    /// Gives the id of the one element that is named, by an id or by words: for what takes an id, as to look below it. Words are waited
    /// for as an action waits for them.
    ///
    /// Cancel safety: a dropped future changes nothing, but that elements may have got their ids.
    ///
    /// # Errors
    /// `NOT_FOUND` and `AMBIGUOUS` for words that do not name one element, with those that they could be; else as [`Tab::observe`].
    pub async fn named(&self, target: &TargetRef, timeout: Option<Duration>) -> Result<ElementId> {
        self.call_named(target, timeout).await
    }

    /// Does one thing and says what it did.
    ///
    /// Cancel safety: a dropped future ends the action like one that failed. Input that was sent stays sent; buttons and keys that
    /// were down are released, and what the action caused is reported with the next call.
    ///
    /// # Errors
    /// When it could not be done or what was asked for is not so; [`Error::dispatched`](crate::Error::dispatched) says whether input went out.
    pub async fn act(&self, step: impl Into<Step>, options: &ActOptions) -> Result<Report> {
        self.call_act(&step.into(), options).await
    }

    /// Does several things, one after the other, as far as the page allows. It stops at the first that fails, and where one made
    /// the next doubtful (a new page, a dialog, an element that is no longer what it was).
    ///
    /// Cancel safety: the step that runs ends as with [`Tab::act`], and no other begins. The reports of the steps that were done
    /// are lost with the future, and what they said is not reported again.
    pub async fn act_all(&self, steps: &[Step], options: &ActOptions) -> Batch {
        self.call_act_all(steps, options).await
    }

    /// Does several things over and over until something is so, at most so many times: what can be told of the whole page
    /// (`appears:`, `disappears:`, `url:`, `navigation`, `any_change`, `no_change`). It looks before the first round too, and stops
    /// where [`Tab::act_all`] does. [`Batch::rounds`] says how often they were done.
    ///
    /// ```no_run
    /// # async fn example(tab: domtool::Tab, more: domtool::ElementId) -> Result<(), domtool::Error> {
    /// use domtool::{ActOptions, Action};
    ///
    /// let until = "appears:/^No more results/".parse()?;
    /// let batch = tab.act_until(&[Action::click(more).into()], &until, 20, &ActOptions::default()).await;
    /// assert!(batch.ok);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Cancel safety: as [`Tab::act_all`].
    pub async fn act_until(
        &self,
        steps: &[Step],
        until: &Expect,
        at_most: u32,
        options: &ActOptions,
    ) -> Batch {
        self.call_act_until(steps, (until, at_most), options).await
    }

    /// Takes a picture of the page.
    ///
    /// Cancel safety: a dropped future changes nothing, but that elements may have got their ids.
    ///
    /// # Errors
    /// `INVALID_INPUT` when no picture is small enough for [`ScreenshotOptions::max_bytes`]; else as [`Tab::observe`].
    pub async fn screenshot(&self, options: &ScreenshotOptions) -> Result<Screenshot> {
        self.call_screenshot(options).await
    }

    /// Prints the page into a PDF file, and gives its bytes. The page can notice: it is told before and after it is printed
    /// (`beforeprint`, `afterprint`).
    ///
    /// ```no_run
    /// # async fn example(tab: domtool::Tab) -> Result<(), Box<dyn std::error::Error>> {
    /// use domtool::{Paper, PdfOptions};
    ///
    /// let file = tab.pdf(&PdfOptions::default().with_paper(Paper::Letter)).await?;
    /// std::fs::write("page.pdf", file)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// As [`Tab::observe`].
    pub async fn pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.call_pdf(options).await
    }

    /// Lists the requests of the page that is shown: those that were seen since the tab was attached, of which the newest 500 are
    /// remembered.
    ///
    /// ```no_run
    /// # async fn example(tab: domtool::Tab) -> Result<(), domtool::Error> {
    /// use domtool::RequestsOptions;
    ///
    /// for request in tab.requests(&RequestsOptions::default().with_failed(true)).await?.requests {
    ///     println!("{} {} {:?}", request.method, request.url, request.status);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `TIMEOUT` when another call has the tab until then.
    pub async fn requests(&self, options: &RequestsOptions) -> Result<RequestLog> {
        self.call_requests(options).await
    }

    /// Runs an expression in the page's own world, waits for a promise, and gives its value as JSON.
    ///
    /// Cancel safety: the expression runs on in the page; a script is ended at its deadline all the same.
    ///
    /// # Errors
    /// When it throws (`INVALID_INPUT`, with what it threw) or does not answer in 10 s.
    pub async fn evaluate(&self, expression: &str) -> Result<String> {
        self.evaluate_within(expression, PAGE_ANSWERS).await
    }

    /// The same with another deadline. A script that still runs then is ended; a promise is no longer waited for.
    ///
    /// Cancel safety: as [`Tab::evaluate`].
    ///
    /// # Errors
    /// As [`Tab::evaluate`].
    pub async fn evaluate_within(&self, expression: &str, patience: Duration) -> Result<String> {
        self.call_evaluate(expression, patience).await
    }

    /// Hands the tab over to the person at its window, until [`Tab::take_over`]: every action in it is `TAB_PAUSED`, and it can be looked
    /// at. The message says what they are to do, for whoever looks at it meanwhile.
    ///
    /// Cancel safety: a dropped future may leave the tab in the person's hands.
    ///
    /// # Errors
    /// `INVALID_INPUT` where the browser has no window; what says that the page is lost.
    pub async fn hand_over(&self, message: &str) -> Result<()> {
        // In its turn: no action that runs goes on in the person's tab.
        let _turn = self.caller_state.lock().await;
        self.inner.hand_over(message).await.map_err(|error| self.inner.write_out(error))
    }

    /// The person is done with the tab. Whether it was in their hands.
    pub fn take_over(&self) -> bool {
        self.inner.take_over()
    }

    /// Waits until the person is done with the tab; false when the time was over before, and it stays theirs. Cancel safe.
    ///
    /// # Errors
    /// What says that the page is lost.
    pub async fn taken_over(&self, timeout: Option<Duration>) -> Result<bool> {
        self.inner.taken_over(timeout).await
    }
}
