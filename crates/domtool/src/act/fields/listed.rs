//! Lists of options that are no `<select>`: an option is looked for, also by scrolling a list that draws only what it
//! shows, clicked, and looked at again.

use domtool_page::view::quoted;
use tokio::time::Instant;

use super::choice::find;
use crate::{
    act::{
        ActionContext, ActionOutcome, Click, Modifiers, confirm::ToConfirm, hit, options::before_answer,
        pointer, refused::unless_left, resolve::ResolvedElement, verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    limits::{LIST_SCROLLS, LIST_SEARCH_TAKES},
    observe::Wanted,
    world::{
        Handle, calls,
        data::{Choice, ListRoles},
    },
};

/// How often it is looked whether a choice shows, two frames apart.
const READS: u32 = 5;
/// How often an option is looked for again that was drawn anew: once for each of some letters.
const REDRAWN: u32 = 8;

/// An option that was found.
#[derive(Clone, Debug)]
pub(super) struct FoundOption {
    index: usize,
    pub(super) choice: Choice,
}

/// Chooses options of a list that stands in the page.
pub(super) async fn choose_in_place(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    let list = subject.handle.clone();
    let roles: ListRoles = list.call(calls::ROLES_IN, &()).await?;
    if wanted.len() > 1 && !roles.several {
        return Err(Error::invalid_input(format!("{} takes exactly one option", subject.words())));
    }
    let mut labels = Vec::new();
    for wanted in wanted {
        let found = search(ctx, &subject, &list, wanted).await?;
        if found.choice.selected != Some(true) && ctx.tab.gate().is_ok() {
            press(ctx, &subject, &list, &found, Modifiers::default()).await?;
        }
        labels.push(found.choice.label);
    }
    if ctx.tab.gate().is_ok() && roles.several {
        exactly(ctx, &subject, &list, &labels).await?;
    }
    if ctx.tab.gate().is_ok() && roles.told && !roles.menu {
        verify(ctx, &subject, &list, &labels).await?;
    }
    if roles.menu || !roles.told {
        ctx.proof = Some(Proof::Arrived);
    }
    let done = if roles.menu || !roles.told { "was clicked in" } else { "is chosen in" };
    let what = if subject.state.secret { "what was asked for".to_owned() } else { labels.join(", ") };
    let feedback = format!("{what} {done} {}", subject.words());
    let target = Some(subject.target.clone());
    if roles.told && !roles.menu {
        ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Listed(labels) });
    }
    Ok(ActionOutcome { feedback, target })
}

/// Looks for an option, further down too where the list scrolls. The error lists all that was seen.
pub(super) async fn search(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    wanted: &str,
) -> Result<FoundOption> {
    let end = before_answer(ctx.end).min(Instant::now() + LIST_SEARCH_TAKES);
    let mut seen: Vec<Choice> = Vec::new();
    let mut last = None;
    for step in 0..LIST_SCROLLS {
        let choices: Vec<Choice> = list.call(calls::LISTED, &()).await?;
        match find(subject, &choices, wanted) {
            Ok(index) => {
                let choice = choices.into_iter().nth(index).unwrap_or_default();
                return Ok(FoundOption { index, choice });
            }
            Err(error) => last = Some(error),
        }
        for choice in choices {
            if !seen.iter().any(|known| known.label == choice.label && known.value == choice.value) {
                seen.push(choice);
            }
        }
        // A place in the list is a place in what is drawn now.
        if wanted.starts_with('#') || Instant::now() > end {
            break;
        }
        if step == 0 {
            list.call(calls::LIST_TO_TOP, &()).await?;
        } else if !list.call(calls::LIST_ON, &()).await? {
            break;
        }
    }
    Err(match (find(subject, &seen, wanted), last) {
        (Err(error), _) | (Ok(_), Some(error)) => error,
        (Ok(_), None) => Error::new(ErrorKind::OptionNotFound, "the options come and go"),
    })
}

/// Clicks an option. One that the list draws anew before the press is looked for again by its label, as lists do that search for each
/// letter that was written. Fixture: choices.html, `filters`.
pub(super) async fn press(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    found: &FoundOption,
    modifiers: Modifiers,
) -> Result<(ResolvedElement, bool)> {
    let mut left = REDRAWN;
    loop {
        match Box::pin(press_now(ctx, subject, list, found, modifiers)).await {
            // Said before the press alone; what goes away during it is a press that became no click.
            Err(error) if left > 0 && error.kind() == ErrorKind::Stale && ctx.tab.gate().is_ok() => left -= 1,
            pressed => return pressed,
        }
        list.call(calls::TWO_FRAMES, &()).await?;
    }
}

async fn press_now(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    found: &FoundOption,
    modifiers: Modifiers,
) -> Result<(ResolvedElement, bool)> {
    let label = &found.choice.label;
    let index: i64 = list.call(calls::BRING_LISTED, &(found.index, label)).await?;
    let given = match usize::try_from(index) {
        Ok(index) => list.element_of(calls::LISTED_AT, &(index, label)).await?,
        Err(_) => None,
    };
    let Some((handle, backend)) = given else {
        let message = format!("an option of {} was drawn anew meanwhile", subject.words());
        return Err(Error::new(ErrorKind::Stale, message));
    };
    let mut option = ResolvedElement { handle, backend, ..subject.clone() };
    if !subject.state.secret {
        // What stands in the way stands in the way of the option.
        option.target.role = format!("option {label} of {}", subject.target.role, label = quoted(&label));
    }
    option.state = option.read().await?;
    let mut option = pointer::stand_in(ctx, option).await?;
    // What was opened is another part of the page by now; that the option still is the one was just read.
    option.staleness.trust();
    hit::point(ctx, &option, None).await?;
    let click = Click { modifiers, ..Click::plain(subject.id) };
    let clicked = pointer::press(ctx, &option, &click).await?;
    Ok((option, clicked))
}

/// Takes back, in a list that takes several, what was chosen and is not wanted, and adds what got lost on the way.
async fn exactly(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    labels: &[String],
) -> Result<()> {
    let held = Modifiers {
        control: !cfg!(target_os = "macos"),
        meta: cfg!(target_os = "macos"),
        ..Modifiers::default()
    };
    // A list may take plain clicks as changes, or want a key held.
    for modifiers in [Modifiers::default(), held] {
        let choices: Vec<Choice> = list.call(calls::LISTED, &()).await?;
        let wrong: Vec<FoundOption> = choices
            .into_iter()
            .enumerate()
            .filter(|(_, choice)| choice.selected.is_some_and(|is| is != labels.contains(&choice.label)))
            .map(|(index, choice)| FoundOption { index, choice })
            .collect();
        for found in wrong {
            if ctx.tab.gate().is_ok() {
                press(ctx, subject, list, &found, modifiers).await?;
            }
        }
    }
    Ok(())
}

async fn verify(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    labels: &[String],
) -> Result<()> {
    let mut left = READS;
    loop {
        let now = list.call(calls::LISTED, &()).await;
        let Some(now) = unless_left(ctx, now).await? else { return Ok(()) };
        let is = |label: &String| now.iter().find(|choice| choice.label == *label);
        // One that went (a list that draws itself anew, or is gone) tells nothing against it.
        if labels.iter().all(|label| is(label).is_none_or(|choice| choice.selected != Some(false))) {
            return Ok(());
        }
        if left == 0 {
            let chosen: Vec<&str> =
                now.iter().filter(|c| c.selected == Some(true)).map(|c| c.label.as_str()).collect();
            return Err(not_kept(subject, &chosen.join(", ")));
        }
        left -= 1;
        list.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// What is chosen in a list where one of these options is not; `None` where they are, or nothing tells.
pub(in crate::act) async fn taken_back(subject: &ResolvedElement, labels: &[String]) -> Option<String> {
    let now: Vec<Choice> = subject.handle.call(calls::LISTED, &()).await.ok()?;
    let lost = now.iter().any(|choice| choice.selected == Some(false) && labels.contains(&choice.label));
    let again = now.iter().any(|choice| choice.selected == Some(true) && labels.contains(&choice.label));
    let chosen = now.iter().filter(|choice| choice.selected == Some(true));
    let chosen: Vec<&str> = chosen.map(|choice| choice.label.as_str()).collect();
    (lost && (!again || labels.len() > 1)).then(|| chosen.join(", "))
}

/// The page did not keep a choice.
pub(super) fn not_kept(subject: &ResolvedElement, holds: &str) -> Error {
    if subject.state.secret {
        let message = format!("{} did not keep the choice", subject.words());
        return Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes);
    }
    let message =
        format!("{} did not keep the choice: it is {holds}", subject.words(), holds = quoted(&holds));
    Error::new(ErrorKind::ValueRejected, message)
        .with_obstacle(Obstacle::Holds(holds.to_owned()))
        .after(Dispatched::Yes)
}
