//! How patient an action is, and what is left of its time.

use std::time::Duration;

use domtool_page::settle::SettleLimits;
use tokio::time::Instant;

use super::{Action, Step, goes_elsewhere};
use crate::tab::Bound;
use domtool_page::identity::ElementId;

/// How patient an action is.
///
/// ```
/// use std::time::Duration;
///
/// let options = domtool::ActOptions::default().with_timeout(Duration::from_secs(5));
/// assert_eq!(options.patience, Duration::from_secs(5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Where it leads to a new page, [`Report::diff`](crate::Report::diff) is that page, as an observation within so many tokens has it.
    /// `None`: it says only that there is one.
    pub new_page: Option<u32>,
}

impl Default for ActOptions {
    fn default() -> Self {
        Self {
            timeout: None,
            hindrance: Duration::from_secs(3),
            patience: Duration::from_secs(30),
            settle: Duration::from_secs(2),
            new_page: None,
        }
    }
}

impl ActOptions {
    /// So much time for all of it; hindrances, navigations and waits may take as much.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), hindrance: timeout, patience: timeout, ..self }
    }

    /// Waits so long for a passing hindrance before input.
    #[must_use]
    pub fn with_hindrance(self, hindrance: Duration) -> Self {
        Self { hindrance, ..self }
    }

    /// Gives navigations, downloads and `wait` so long.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Waits so long for what the action caused.
    #[must_use]
    pub fn with_settle(self, settle: Duration) -> Self {
        Self { settle, ..self }
    }

    /// Has the report of a new page show it, within so many tokens.
    #[must_use]
    pub fn with_new_page(self, tokens: u32) -> Self {
        Self { new_page: Some(tokens), ..self }
    }

    /// What a step may take where the call has no timeout of its own: some parts do their work twice.
    pub(super) fn longest(&self, step: &Step) -> Duration {
        2 * (self.hindrance + self.settle) + self.patience + step.within.unwrap_or_default() + LOOKS
    }

    /// The same, with no part longer than what is left until the deadline.
    pub(super) fn left(&self, deadline: Instant) -> Self {
        let left = deadline.saturating_duration_since(Instant::now());
        Self {
            hindrance: self.hindrance.min(left.saturating_sub(ANSWER.min(left / 10))),
            patience: self.patience.min(left.saturating_sub(ANSWER.min(left / 10))),
            ..self.clone()
        }
    }
}

/// How long a step may take, without a timeout of its own: the sum of its parts.
pub(crate) fn bound(step: &Step, options: &ActOptions) -> Bound {
    let longest = options.longest(step) + step.action.waits();
    Bound::of_parts(options.timeout, longest).leaving(goes_elsewhere(&step.action))
}

/// What the looks at the page may take that an action has besides.
const LOOKS: Duration = Duration::from_secs(20);
/// What is kept of a call's time for saying what the action came to.
pub(super) const ANSWER: Duration = Duration::from_millis(300);

/// Until when what the action caused is watched: the rest of the call's time is for saying what it was.
pub(super) fn before_answer(end: Instant) -> Instant {
    let left = end.saturating_duration_since(Instant::now());
    end - ANSWER.min(left / 2)
}

/// How long the page is watched for what the action caused.
pub(super) fn settle_limits(action: &Action<ElementId>, options: &ActOptions, end: Instant) -> SettleLimits {
    let left = before_answer(end).saturating_duration_since(Instant::now());
    let navigation = match action {
        action if goes_elsewhere(action) => options.settle,
        _ => SettleLimits::default().navigation.min(options.patience),
    };
    SettleLimits { cap: options.settle.min(left), navigation: navigation.min(left), ..Default::default() }
}
