//! What an action is about, by an id or by words; and the ids of what is named by words, on the page as it is when the action's turn
//! comes.

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use domtool_page::{
    identity::ElementId,
    view::{self, HiddenMatches, NotWanted, Takes, Unnamed, Words},
};
use tokio::time::Instant;

use super::{
    ActOptions, Action,
    action::{Click, Drag, DragTo, Upload, WaitFor, Wheel},
    wait::{BREATH, change},
};
use crate::{
    cpu::cpu_bound,
    error::{Error, ErrorKind, Result},
    observe::{self, Caller, CallerState, Enrich},
    tab::TabInner,
};

/// The element that an action is about: its id from an observation, or its words.
///
/// Words are looked for on the page as it is when the action's turn comes, and waited for as long as a hindrance is. They name an
/// element where exactly one is called so; else nothing is sent, and the error tells what there is.
///
/// ```
/// use domtool::{Action, ElementId, TargetRef};
///
/// assert_eq!("e7".parse::<TargetRef>()?, TargetRef::Id(ElementId(7)));
/// let save: TargetRef = "button \"Save\" in dialog \"New helper\"".parse()?;
/// let click = Action::click(save);
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetRef {
    /// By its id.
    Id(ElementId),
    /// By its role and name as an observation prints them, or by its name alone.
    Words(Words),
}

impl From<ElementId> for TargetRef {
    fn from(id: ElementId) -> Self {
        Self::Id(id)
    }
}

impl From<Words> for TargetRef {
    fn from(words: Words) -> Self {
        Self::Words(words)
    }
}

impl FromStr for TargetRef {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Ok(id) = text.trim().parse() {
            return Ok(Self::Id(id));
        }
        text.parse().map(Self::Words).map_err(|why: NotWanted| Error::invalid_input(why.0))
    }
}

impl fmt::Display for TargetRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Words(words) => words.fmt(f),
        }
    }
}

impl TargetRef {
    /// Its id, where it is named by that.
    pub(crate) fn id(&self) -> Option<ElementId> {
        match self {
            Self::Id(id) => Some(*id),
            Self::Words(_) => None,
        }
    }
}

/// The action by ids alone.
///
/// # Errors
/// `NOT_FOUND` and `AMBIGUOUS` for words that do not name one element, with those that they could be; what keeps the page from being
/// read.
pub(super) async fn named(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    action: &Action,
    options: &ActOptions,
) -> Result<Action<ElementId>> {
    if let Ok(action) = action.about(&mut |target| target.id().ok_or(())) {
        return Ok(action);
    }
    let is_wait = matches!(action, Action::Wait(_));
    let patience = if is_wait { options.patience } else { options.hindrance };
    let found =
        search(tab, caller_state, takes(action), patience, |mut named| action.about(&mut named)).await;
    found.map_err(|error| match error.kind() {
        // What a wait waits for has not come; everything else has nothing to act on.
        ErrorKind::NotFound if is_wait => Error::new(ErrorKind::Timeout, error.message()),
        _ => error,
    })
}

/// The id of an element that is only looked at.
///
/// # Errors
/// As [`named`].
pub(crate) async fn element(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    target: &TargetRef,
    patience: Duration,
) -> Result<ElementId> {
    match target {
        TargetRef::Id(id) => Ok(*id),
        words => search(tab, caller_state, Takes::Look, patience, |named| named(words)).await,
    }
}

/// Gives the id of an element that is named.
type Naming<'a> = dyn FnMut(&TargetRef) -> Result<ElementId> + 'a;

/// Looks for what words name, until they name one element each or the time is over.
async fn search<T: PartialEq>(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    takes: Takes,
    patience: Duration,
    by_ids: impl Fn(&mut Naming<'_>) -> Result<T>,
) -> Result<T> {
    let deadline = Instant::now() + patience;
    tab.gate()?;
    let loading = observe::ready(tab, caller_state).await;
    tracing::debug!(?loading, "looking for what words name");
    let is_unread = caller_state.caller.seen.is_none();
    // What one look alone does not decide, and since when it is so.
    let mut doubtful: Option<(Doubtful<T>, Instant)> = None;
    loop {
        let looked = Instant::now();
        let seen = tab.state().journal.mark();
        let unread = is_unread.then_some(&mut caller_state.caller);
        let now = match look(tab, unread, takes, &by_ids).await {
            Ok(Ok(found)) if found.whole => return Ok(found.named),
            Ok(found) => found.map(|found| found.named),
            // The next document is looked at.
            Err(error) if error.kind() == ErrorKind::NavigatedAway && looked < deadline => Err(error),
            Err(error) => return Err(error),
        };
        let since = match &doubtful {
            Some((before, since)) if before.is_still(&now) => *since,
            _ => looked,
        };
        let settled = looked.duration_since(since) >= MOMENT;
        let is_ambiguous = matches!(&now, Err(error) if error.kind() == ErrorKind::Ambiguous);
        match now {
            Ok(named) if settled => return Ok(named),
            Err(error) if looked >= deadline || settled && is_ambiguous => return Err(error),
            Ok(_) if looked >= deadline + MOMENT => return Err(restless()),
            now => doubtful = Some((Doubtful::of(now), since)),
        }
        let until = match &doubtful {
            Some((Doubtful::Missing, _)) => deadline,
            _ => since + MOMENT,
        };
        change(tab, seen, until).await;
        // A bound on how often we look, not a wait for the page.
        tokio::time::sleep_until((looked + BREATH).min(until)).await;
    }
}

/// How long a part of a name has to stay the only one, and several things have to stay several.
const MOMENT: Duration = Duration::from_millis(300);

/// What a look found that the next may find otherwise.
enum Doubtful<T> {
    /// A name holds the words, and is more, or they can be meant otherwise: what is meant may come after it.
    Part(T),
    /// Several are called so: one of them may come to be in front.
    Several,
    /// None.
    Missing,
}

impl<T: PartialEq> Doubtful<T> {
    fn of(now: Result<T>) -> Self {
        match now {
            Ok(named) => Self::Part(named),
            Err(error) if error.kind() == ErrorKind::Ambiguous => Self::Several,
            Err(_) => Self::Missing,
        }
    }

    fn is_still(&self, now: &Result<T>) -> bool {
        match (self, now) {
            (Self::Part(before), Ok(now)) => before == now,
            (Self::Several, Err(error)) => error.kind() == ErrorKind::Ambiguous,
            _ => false,
        }
    }
}

/// Nothing is called so, and what holds the words does not stay the same.
fn restless() -> Error {
    let message = "nothing is called so, and what is called nearly so is another at each look";
    Error::new(ErrorKind::NotActionable, message)
}

/// Elements that words name.
#[derive(Debug)]
struct Found<T> {
    named: T,
    /// All names are what was given.
    whole: bool,
}

/// Looks for what words name, once; or why there is no such thing.
async fn look<T>(
    tab: &Arc<TabInner>,
    unread: Option<&mut Caller>,
    takes: Takes,
    by_ids: impl Fn(&mut Naming<'_>) -> Result<T>,
) -> Result<Result<Found<T>>> {
    let session = tab.session()?;
    let snapshot = observe::look(tab, session, Enrich::Auto).await?;
    if let Some(caller) = unread {
        observe::note_unread(caller, &snapshot);
    }
    let page = tab.target();
    Ok(cpu_bound(snapshot.len(), || {
        let mut whole = true;
        let named = by_ids(&mut |target| match target {
            TargetRef::Id(id) => Ok(*id),
            TargetRef::Words(words) => {
                let named = view::named(&snapshot, &mut session.registry(), words, takes, &page);
                named.map_err(|unnamed| not_one(words, takes, &unnamed)).map(|named| {
                    whole &= named.whole;
                    named.id
                })
            }
        });
        named.map(|named| Found { named, whole })
    }))
}

/// What an action does with its element.
fn takes(action: &Action) -> Takes {
    match action {
        Action::Fill { .. } | Action::Clear { .. } | Action::Type { .. } | Action::Paste { .. } => {
            Takes::Text
        }
        Action::Check { .. } | Action::Uncheck { .. } => Takes::Toggle,
        Action::Select { .. } => Takes::Choice,
        // Files can be dropped anywhere.
        Action::Upload(upload) if !upload.drop => Takes::File,
        _ => Takes::Any,
    }
}

/// Words that name nothing, or several things. They are not repeated: in the wrong place, a secret may stand there.
fn not_one(words: &Words, takes: Takes, unnamed: &Unnamed) -> Error {
    let Unnamed { count, candidates, first, hidden } = unnamed;
    let told = candidates.join("; ");
    if *count > 0 {
        let rest = count.saturating_sub(candidates.len());
        let more = if rest > 0 { format!("; and {rest} more") } else { String::new() };
        let message = format!("{count} things are called so: {told}{more}");
        let error = Error::new(ErrorKind::Ambiguous, message);
        return match first {
            Some(first) => error.with_hint(format!(
                "use the id of the one that is meant, or say what it stands in: the first of them is '{first}'"
            )),
            None => error,
        };
    }
    let mut message = match takes {
        Takes::Look => "nothing on the page is called so".to_owned(),
        _ => "nothing that can be acted on is called so".to_owned(),
    };
    let mut hint = "observe to see what there is, or find a text of it";
    if !candidates.is_empty() {
        message.push_str("; nearest are: ");
        message.push_str(&told);
        hint = "use the id of one of these, or observe to see what there is";
    }
    if let Some(places) = hidden_places(hidden) {
        message.push_str(&places);
        hint = "do first what shows it, such as opening the menu, tab or part that it is in";
    }
    if words.is_number() {
        hint = "an id has a small e in front, such as e12 rather than 12; a number alone is a name";
    }
    Error::new(ErrorKind::NotFound, message).with_hint(hint)
}

/// Where it is hidden, and what opens that, as far as the page says so.
fn hidden_places(hidden: &[HiddenMatches]) -> Option<String> {
    let place = |one: &HiddenMatches| match one.opener {
        Some(id) => format!("{id} {} opens it", one.place),
        None if one.place.is_empty() => "nothing tells what opens it".to_owned(),
        None => format!("in {}", one.place),
    };
    let places: Vec<String> = hidden.iter().map(place).collect();
    (!places.is_empty()).then(|| format!("; it is there but hidden: {}", places.join("; ")))
}

impl<T> Action<T> {
    /// The same about other elements: each is what becomes of the one that is named here.
    fn about<U, E>(&self, of: &mut impl FnMut(&T) -> Result<U, E>) -> Result<Action<U>, E> {
        Ok(match self {
            Self::Click(click) => Action::Click(Click {
                target: of(&click.target)?,
                button: click.button,
                count: click.count,
                modifiers: click.modifiers,
                at: click.at,
            }),
            Self::Drag(drag) => Action::Drag(Drag {
                source: of(&drag.source)?,
                at: drag.at,
                way: drag.way.iter().map(|to| to.about(of)).collect::<Result<_, E>>()?,
                to: drag.to.about(of)?,
                button: drag.button,
                modifiers: drag.modifiers,
            }),
            Self::Wheel(wheel) => Action::Wheel(Wheel {
                target: wheel.target.as_ref().map(of).transpose()?,
                x: wheel.x,
                y: wheel.y,
                modifiers: wheel.modifiers,
                at: wheel.at,
            }),
            Self::Chunk { target, forward } => {
                Action::Chunk { target: target.as_ref().map(of).transpose()?, forward: *forward }
            }
            Self::SendClickEvent { target } => Action::SendClickEvent { target: of(target)? },
            Self::Highlight { target } => Action::Highlight { target: target.as_ref().map(of).transpose()? },
            Self::Hover { target, at } => Action::Hover { target: of(target)?, at: *at },
            Self::Fill { target, text } => Action::Fill { target: of(target)?, text: text.clone() },
            Self::Type { target, text, delay } => Action::Type {
                target: target.as_ref().map(of).transpose()?,
                text: text.clone(),
                delay: *delay,
            },
            Self::Clear { target } => Action::Clear { target: of(target)? },
            Self::Press { target, keys } => {
                Action::Press { target: target.as_ref().map(of).transpose()?, keys: keys.clone() }
            }
            Self::Select { target, options } => {
                Action::Select { target: of(target)?, options: options.clone() }
            }
            Self::Submit { target } => Action::Submit { target: of(target)? },
            Self::Check { target } => Action::Check { target: of(target)? },
            Self::Uncheck { target } => Action::Uncheck { target: of(target)? },
            Self::SelectText { target, part } => {
                Action::SelectText { target: target.as_ref().map(of).transpose()?, part: part.clone() }
            }
            Self::Copy { target } => Action::Copy { target: target.as_ref().map(of).transpose()? },
            Self::Cut { target } => Action::Cut { target: target.as_ref().map(of).transpose()? },
            Self::Paste { target, text } => {
                Action::Paste { target: target.as_ref().map(of).transpose()?, text: text.clone() }
            }
            Self::Upload(upload) => Action::Upload(Upload {
                target: of(&upload.target)?,
                files: upload.files.clone(),
                drop: upload.drop,
            }),
            Self::Download { target } => Action::Download { target: of(target)? },
            Self::Emulate { emulation, anew } => {
                Action::Emulate { emulation: emulation.clone(), anew: *anew }
            }
            Self::Scroll { target, by } => {
                Action::Scroll { target: target.as_ref().map(of).transpose()?, by: *by }
            }
            Self::Open { url } => Action::Open { url: url.clone() },
            Self::Back => Action::Back,
            Self::Forward => Action::Forward,
            Self::Reload => Action::Reload,
            Self::Stop => Action::Stop,
            Self::Dialog { accept, text } => Action::Dialog { accept: *accept, text: text.clone() },
            Self::Wait(what) => Action::Wait(what.about(of)?),
        })
    }
}

impl<T> DragTo<T> {
    fn about<U, E>(&self, of: &mut impl FnMut(&T) -> Result<U, E>) -> Result<DragTo<U>, E> {
        Ok(match self {
            Self::Element { target, at } => DragTo::Element { target: of(target)?, at: *at },
            Self::Inside(at) => DragTo::Inside(*at),
            Self::By(x, y) => DragTo::By(*x, *y),
            Self::Viewport(x, y) => DragTo::Viewport(*x, *y),
        })
    }
}

impl<T> WaitFor<T> {
    fn about<U, E>(&self, of: &mut impl FnMut(&T) -> Result<U, E>) -> Result<WaitFor<U>, E> {
        Ok(match self {
            Self::Text(text) => WaitFor::Text(text.clone()),
            Self::Gone(text) => WaitFor::Gone(text.clone()),
            Self::Count { text, least, most } => {
                WaitFor::Count { text: text.clone(), least: *least, most: *most }
            }
            Self::Options(target) => WaitFor::Options(of(target)?),
            Self::Url(pattern) => WaitFor::Url(pattern.clone()),
            Self::Element(target) => WaitFor::Element(of(target)?),
            Self::Network => WaitFor::Network,
            Self::Time(time) => WaitFor::Time(*time),
        })
    }
}
