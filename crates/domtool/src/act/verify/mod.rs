//! Verification: whether what was asked for is so, as the page tells it.
//!
//! What an action sets is read back by the action itself. This is about what a caller *expects* ([`Expect`]): looked at
//! before the input, so that what was so already does not count, and waited for after it ([`Awaited`]). The verdict is a
//! pure function (`judge`); so is what is made of it for the report (`account`).

pub(super) mod account;
pub(super) mod implied;
use domtool_page::view::quoted;

mod expect;
mod judge;
mod page_state;
pub(super) mod reading;
pub(super) mod verification;

use std::sync::Arc;

use domtool_page::{identity::ElementId, snapshot::Snapshot, view::Outline};
use tokio::time::Instant;

pub use expect::{Expect, Outcome, StateFlag};
pub(crate) use implied::Proof;
pub(crate) use judge::Verdict;
pub(super) use page_state::{only_ticks, title_ticks};

use self::{
    judge::{Evidence, Happened, PageState},
    page_state::About,
};
use super::{
    Action, ActionContext, Step,
    effects::{self, Before},
    wait,
};
use crate::{
    error::{Error, ErrorKind, Result},
    observe::{self, CallerState, Enrich},
    report::Message,
    tab::Entry,
};

/// What is expected, and how the page was before the input.
pub(super) struct Awaited<'a> {
    pub(super) expect: &'a Expect,
    /// The journal before the action.
    since: Before,
    about: Option<About>,
    before: PageState,
    looked: Option<Looked>,
    /// Whether the action sets a state: then one that was so already is as good.
    sets: bool,
    /// Whether that the page is scrolled is its doing.
    scrolls: bool,
    /// Whether the caller said how long it is waited for.
    timed: bool,
}

/// A look at the page.
struct Looked {
    /// `None` where only what the caller last saw is known.
    snapshot: Option<Snapshot>,
    outline: Arc<Outline>,
}

/// What became of what was expected.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    /// What happened, in words; what the page does by itself is left out.
    pub(super) what: Vec<String>,
}

impl Judged {
    /// Whether it came, or is as it was wanted.
    pub(super) fn came(&self) -> bool {
        !matches!(self.verdict, Verdict::Not(_))
    }

    /// With what came to light when the report was made: messages that were gone before anyone looked.
    pub(super) fn with(mut self, expect: &Expect, messages: &[Message]) -> Self {
        self.what.extend(messages.iter().map(|message| format!("message {}", quoted(&message.text))));
        let said = |text: &str| messages.iter().any(|message| reading::says(&message.text, text));
        let came = expect.any_of.iter().find(|outcome| match outcome {
            Outcome::Appears(text) => said(text),
            Outcome::AnyChange => !messages.is_empty(),
            _ => false,
        });
        if let (Verdict::Not(_), Some(came)) = (&self.verdict, came) {
            self.verdict = Verdict::Met(came.clone());
        }
        self
    }

    /// The error of what did not come, to which the report is added.
    pub(super) fn error(&self, expect: &Expect, feedback: &str) -> Option<Error> {
        let Verdict::Not(_) = &self.verdict else { return None };
        let demanded = expect.any_of.contains(&Outcome::AnyChange);
        let kind = match self.what.is_empty() && demanded {
            true => ErrorKind::NoEffect,
            false => ErrorKind::ExpectationFailed,
        };
        let nothing = if self.what.is_empty() && !demanded { "; nothing happened" } else { "" };
        Some(Error::new(kind, format!("{feedback}{nothing}")))
    }
}

/// Checks what is expected, and looks at the page before the action where that is needed to judge it.
///
/// # Errors
/// `INVALID_INPUT` where an element's state is expected and there is none; what keeps the page from being read.
pub(super) async fn prepare<'a>(
    ctx: &ActionContext<'_>,
    caller_state: &CallerState,
    since: &Before,
    step: &'a Step,
    action: &Action<ElementId>,
) -> Result<Option<Awaited<'a>>> {
    let Some(expect) = &step.expect else { return Ok(None) };
    if expect.any_of.is_empty() {
        return Err(Error::invalid_input("an expectation without an outcome can never be met"));
    }
    for outcome in &expect.any_of {
        if let Outcome::Appears(text) | Outcome::Disappears(text) = outcome {
            reading::wanted(text)?;
        }
    }
    let looked = match action {
        _ if !expect.any_of.iter().any(Outcome::compares) => None,
        // The dialog keeps the page from being read; what the caller last saw was before it.
        Action::Dialog { .. } => caller_state
            .caller
            .seen
            .clone()
            .map(|outline| Looked { snapshot: None, outline: Arc::new(outline) }),
        // A crashed page has nothing that could be there before.
        Action::Open { .. } | Action::Reload if ctx.tab.gate().is_err() => None,
        _ => Some(look(ctx).await?),
    };
    let about = match (action.target(), looked.as_ref().and_then(|looked| looked.snapshot.as_ref())) {
        (Some(id), _) => Some(About::Id(*id)),
        (None, Some(snapshot)) => page_state::focused(snapshot),
        (None, None) => None,
    };
    if about.is_none() && expect.any_of.iter().any(Outcome::needs_element) {
        let message = "value and state are of the action's element, and there is none";
        return Err(
            Error::invalid_input(message).with_hint("name an element, or expect appears:TEXT instead")
        );
    }
    let before = match &looked {
        Some(looked) => {
            page_state::read(ctx, expect, about.as_ref(), looked.snapshot.as_ref(), &looked.outline).await
        }
        None => PageState { url: ctx.tab.state().url.clone(), ..PageState::default() },
    };
    Ok(Some(Awaited {
        expect,
        since: since.clone(),
        about,
        before,
        looked,
        sets: implied::sets(action),
        scrolls: implied::scrolls(action),
        timed: step.within.is_some(),
    }))
}

async fn look(ctx: &ActionContext<'_>) -> Result<Looked> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    let outline = Arc::new(observe::outline_of(&snapshot));
    Ok(Looked { snapshot: Some(snapshot), outline })
}

impl Awaited<'_> {
    /// Waits until what is expected has come, at the longest until a moment; nothing is waited for when only nothing is
    /// to happen and no time for that was given.
    ///
    /// # Errors
    /// When the page or the browser is lost.
    pub(super) async fn wait(&self, ctx: &ActionContext<'_>, until: Instant) -> Result<Judged> {
        let only_nothing = self.expect.any_of.iter().all(|outcome| *outcome == Outcome::NoChange);
        let until = if only_nothing && !self.timed { Instant::now() } else { until };
        loop {
            let looked_at = Instant::now();
            let seen = ctx.tab.state().journal.mark();
            let (now, happened) = self.now(ctx).await?;
            let last =
                looked_at >= until || happened.blocked.is_some() || judge::hopeless(self.expect, &happened);
            let evidence = Evidence {
                before: &self.before,
                now: now.as_ref(),
                happened: &happened,
                sets: self.sets,
                over: last,
            };
            let verdict = judge::judge(self.expect, &evidence);
            let came = matches!(verdict, Verdict::Met(_) | Verdict::Kept(_));
            if last || came {
                return Ok(Judged { verdict, what: happened.what });
            }
            wait::change(ctx.tab, seen, until).await;
            let next = (looked_at + wait::BREATH).min(until);
            tokio::time::sleep_until(next).await; // a bound on how often we look, not a wait for the page
        }
    }

    /// How it is now, and what happened so far.
    async fn now(&self, ctx: &ActionContext<'_>) -> Result<(Option<PageState>, Happened)> {
        let mut happened = happened(ctx, &self.since);
        let looked = match look(ctx).await {
            Ok(looked) => looked,
            Err(error) => {
                let gate = ctx.tab.gate().err();
                let lost = gate.as_ref().unwrap_or(&error);
                if matches!(lost.kind(), ErrorKind::PageCrashed | ErrorKind::BrowserGone) {
                    return Err(lost.clone().after(ctx.dispatched));
                }
                // A page that is between two documents can be read a moment later.
                happened.blocked = gate.map(|gate| gate.message().to_owned());
                return Ok((None, happened));
            }
        };
        if let (Some(before), Some(after), false) = (&self.looked, &looked.snapshot, happened.replaced) {
            let before = (before.snapshot.as_ref(), &*before.outline);
            let after = (after, &*looked.outline);
            happened.what.extend(page_state::differences(ctx, self.about.as_ref(), before, after).await);
            happened.what.extend(
                before.0.filter(|_| self.scrolls).and_then(|before| page_state::scrolled(before, after.0)),
            );
        }
        let about = self.about.as_ref();
        let compared = looked.snapshot.as_ref().filter(|_| self.compares_snapshots());
        let now = page_state::read(ctx, self.expect, about, compared, &looked.outline).await;
        Ok((Some(now), happened))
    }

    /// Whether texts are looked for in snapshots; else in what the caller saw.
    fn compares_snapshots(&self) -> bool {
        self.looked.as_ref().is_none_or(|looked| looked.snapshot.is_some())
    }
}

/// What the browser told of since the action began.
fn happened(ctx: &ActionContext<'_>, since: &Before) -> Happened {
    let effects = effects::from_journal(ctx.tab, since);
    let mut messages: Vec<String> = ctx.tab.state().journal.messages.untold().map(str::to_owned).collect();
    messages.extend(effects.dialogs.iter().map(|dialog| dialog.message.clone()));
    let mut what = effects.account(None);
    let state = ctx.tab.state();
    what.extend(state.journal.since(since.mark).find_map(|(_, entry)| match entry {
        Entry::WindowOpening => Some("a tab opens".to_owned()),
        Entry::TabOpened(number) => Some(format!("tab {number} opened")),
        _ => None,
    }));
    drop(state);
    Happened {
        navigated: effects.navigated || effects.url.is_some(),
        replaced: effects.navigated,
        messages,
        what,
        blocked: None,
    }
}
