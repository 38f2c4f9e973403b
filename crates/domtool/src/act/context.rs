//! What one action works with, and how far it got.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

use super::{
    ActOptions, confirm, effects::Before, kind, options::ANSWER, pointer, resolve::ResolvedElement,
    run::Task, scroll, unheard, verify,
};
use crate::{
    error::{Dispatched, Error},
    observe,
    report::{ActionKind, Target},
    shared::SessionShared,
    tab::TabInner,
    world::Handle,
};

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
    /// Its text is a secret that is bound to origins: none of it goes into another document.
    pub(super) reveals: bool,
    /// The first element that was resolved, as it was then: what the action is about.
    pub(super) subject: Arc<Mutex<Option<ResolvedElement>>>,
    /// The action's name, for what is told of it later.
    pub(crate) action: ActionKind,
    /// What it set, to be read once more at the end.
    pub(crate) to_confirm: Option<confirm::ToConfirm>,
    /// Whether the recording of timers has begun, or will not.
    pub(super) recording: Option<watch::Receiver<bool>>,
    /// What could not be confirmed at the end.
    pub(crate) unconfirmed: Option<observe::Unconfirmed>,
    /// It is not known whether the input arrived, unless something comes of it.
    pub(crate) unheard: Option<unheard::Unheard>,
    /// A press that became no click.
    pub(crate) lost_click: Option<pointer::LostClick>,
    /// What it dragged stands elsewhere.
    pub(crate) moved: bool,
    /// What is said of a drop that nothing took, unless something comes of it.
    pub(crate) refused_drop: Option<pointer::RefusedDrop>,
    /// A choice that the page set back to none: refused where nothing else came of it, or the page says that something is wrong.
    pub(crate) set_back: Option<Error>,
    /// What it dragged, to say where that stands at the end.
    pub(crate) dragged: Option<pointer::Dragged>,
    /// What it scrolled, to say where that is at the end.
    pub(crate) scrolled: Option<scroll::Moved>,
    /// What it brought into view, to look once more at the end.
    pub(crate) in_view: Option<ResolvedElement>,
    /// What it selected a text of, to ask once more at the end.
    pub(crate) selected: Option<Handle>,
    /// What shows that it was done, where that is not as the action's kind has it.
    pub(crate) proof: Option<verify::Proof>,
    /// The page took a text or files, and nothing holds them: what became of them shows in what else the action caused, or nowhere.
    pub(crate) swallowed: bool,
    /// The node that it was done to shows something else now: its state tells nothing of the element.
    pub(crate) given_away: bool,
    /// What lists offered that the action itself opened: that they came and went is no news.
    pub(crate) offered: Vec<String>,
    /// The address of the history that it went to.
    pub(super) went_to: Option<String>,
    /// It went to another document.
    pub(crate) arrived: bool,
    /// What passes between two keys of a text.
    pub(crate) key_delay: Duration,
    /// It only moves the caret of a text.
    pub(crate) caret: bool,
}

impl<'a> ActionContext<'a> {
    /// Nothing is known yet of where it happens.
    pub(super) fn new(
        tab: &'a Arc<TabInner>,
        session: &Arc<SessionShared>,
        before: &Before,
        task: &Task<'a>,
        recording: Option<watch::Receiver<bool>>,
    ) -> Self {
        Self {
            tab,
            session: Arc::clone(session),
            options: task.options,
            mark: before.mark,
            deadline: Instant::now() + task.options.hindrance,
            end: task.end,
            dispatched: Dispatched::No,
            reveals: task.reveals,
            subject: Arc::default(),
            action: kind(task.action),
            to_confirm: None,
            recording,
            unconfirmed: None,
            unheard: None,
            lost_click: None,
            went_to: None,
            moved: false,
            refused_drop: None,
            set_back: None,
            dragged: None,
            scrolled: None,
            in_view: None,
            selected: None,
            proof: None,
            swallowed: false,
            given_away: false,
            offered: Vec::new(),
            arrived: false,
            key_delay: Duration::ZERO,
            caret: false,
        }
    }
}

impl ActionContext<'_> {
    /// Says that input was sent, or is about to be.
    pub(super) fn note_dispatched(&mut self, dispatched: Dispatched) {
        self.dispatched = dispatched;
        self.tab.note_dispatched(dispatched);
    }

    /// Takes note of an element that was resolved.
    pub(super) fn note(&self, subject: &ResolvedElement) {
        let mut noted = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert_with(|| subject.clone());
    }

    /// What was resolved is no more, and is looked for anew.
    pub(super) fn forget_subject(&self) {
        *self.subject.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The page took a text or files that no field holds: they arrived, and no more is known of them.
    pub(super) fn swallowed(&mut self) {
        self.swallowed = true;
        self.proof = Some(verify::Proof::Arrived);
    }

    /// Right before input: waits until the timers that it makes the page set are recorded.
    pub(super) async fn recorded(&self) {
        if let Some(begun) = &self.recording {
            // It ends with the one that begins it, and then there is none.
            let _ = begun.clone().wait_for(|begun| *begun).await;
        }
    }

    /// Whether the frame that the action is about is no more, while the page is.
    pub(super) fn frame_crashed(&self) -> bool {
        let frame = noted(&self.subject, |subject| subject.frame.clone());
        frame.is_some_and(|frame| self.tab.state().frame_crashed(&frame) && !self.tab.state().crashed)
    }

    /// Whether only the frame that the action is about does not answer, in a process of its own.
    pub(super) async fn frame_is_hung(&self) -> bool {
        let frame = noted(&self.subject, |subject| subject.frame.clone());
        let alone = frame.is_some_and(|frame| {
            let state = self.tab.state();
            let session = state.frames.get(&frame).map(|frame| &frame.session);
            session.is_some() && session != state.main().map(|main| &main.session)
        });
        alone && !self.tab.is_silent() && self.tab.answers(ANSWER).await
    }

    pub(super) fn subject(&self) -> Option<ResolvedElement> {
        noted(&self.subject, ResolvedElement::clone)
    }
}

/// What is wanted of the first element that was resolved, when there is one.
pub(super) fn noted<T>(
    subject: &Mutex<Option<ResolvedElement>>,
    take: impl FnOnce(&ResolvedElement) -> T,
) -> Option<T> {
    subject.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(take)
}

/// What an action says of itself once its input is through.
pub(crate) struct ActionOutcome {
    pub(crate) target: Option<Target>,
    /// What was verified, in a sentence.
    pub(crate) feedback: String,
}
