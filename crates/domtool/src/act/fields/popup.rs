//! Comboboxes, and buttons that open a list or a menu: opened as a person does, searched by writing where the list
//! offers that, and read back.

use std::time::Duration;

use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{
    listed::{self, Found},
    text,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, Click, Modifiers, confirm::ToConfirm, keyboard, pointer,
        resolve::ResolvedElement, verify::Proof,
    },
    error::{Error, ErrorKind, Result},
    observe::Wanted,
    world::{
        Handle,
        calls::{self, Call, Element, OnNode},
        data::{Choice, ListRoles},
    },
};

/// How long a list may take to open after a click, and then after a key.
const OPENS: Duration = Duration::from_millis(1_000);
/// How long a list may take to show what was searched for.
const SEARCHES: Duration = Duration::from_secs(4);
/// How often it is looked whether a choice shows, two frames apart.
const READS: u32 = 5;

/// Chooses options of what opens.
pub(super) async fn choose(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    let mut told = Vec::new();
    let mut last = None;
    for wanted in wanted {
        if ctx.tab.gate().is_err() {
            break;
        }
        let list = match last {
            Some(list) => still_open(ctx, list).await?,
            None => None,
        };
        let (said, list) = choose_one(ctx, &subject, list, wanted).await?;
        told.push(said);
        last = Some(list);
    }
    let feedback = match subject.state.secret {
        true => format!("{} was chosen from", subject.words()),
        false => told.join("; "),
    };
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// A list that stayed open after a choice, at rest: another click on what opened it would close it.
async fn still_open(ctx: &ActionContext<'_>, list: Handle) -> Result<Option<Handle>> {
    let end = Instant::now() + OPENS;
    loop {
        // One that is gone with what it was in offers nothing.
        let choices = list.call(calls::LISTED, &()).await.unwrap_or_default();
        if choices.is_empty() || ctx.tab.gate().is_err() {
            return Ok(None);
        }
        if !list.call(calls::PASSING, &()).await.unwrap_or(false) || Instant::now() > end {
            return Ok(Some(list));
        }
    }
}

/// Chooses one option, of the list that is open or of what opens. What to say of it, and the list.
async fn choose_one(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    list: Option<Handle>,
    wanted: &str,
) -> Result<(String, Handle)> {
    let before: String = subject.handle.call(calls::SHOWS, &()).await?;
    let list = match list {
        Some(list) => Some(list),
        None => open(ctx, subject).await?,
    };
    let first = match list {
        Some(list) => listed::search(subject, &list, wanted).await.map(|found| (list, found)),
        None => Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} opened no list when it was clicked", subject.words()),
        )
        .with_hint("observe: choose from what appeared with click, or fill the field")),
    };
    let (list, found) = match first {
        Ok(first) => first,
        Err(error) => match write(ctx, subject, wanted).await? {
            Some(searched) => searched,
            None if error.kind() == ErrorKind::OptionNotFound => {
                return Err(error.with_hint("choose one of the listed options; the list is open"));
            }
            None => return Err(error),
        },
    };
    let roles: ListRoles = list.call(calls::ROLES_IN, &()).await?;
    let others: Vec<Choice> = list.call(calls::LISTED, &()).await?;
    ctx.offered.extend(others.iter().map(|other| other.label.clone()));
    if found.choice.selected == Some(true) && !roles.menu {
        let key = keyboard::keys::parse("Escape")?;
        if subject.handle.call(calls::ACTIVE, &()).await? {
            let channel = subject.handle.channel.clone();
            keyboard::press(ctx, &channel, &key).await?;
        }
        return Ok((format!("{} was set to {} already", subject.words(), found.choice.label), list));
    }
    let option = listed::press(ctx, subject, &list, &found, Modifiers::default()).await?;
    let label = &found.choice.label;
    let name = subject.words();
    if ctx.tab.gate().is_err() {
        return Ok((format!("{label} of {name} was clicked"), list));
    }
    if roles.menu {
        // An item of a menu is a command: what it is for is not known.
        ctx.proof = Some(Proof::Arrived);
        return Ok((format!("{label} was clicked in what {name} opens"), list));
    }
    let mut left = READS;
    loop {
        let Ok(shows) = subject.handle.call(calls::SHOWS_CHOSEN, &(label,)).await else {
            ctx.proof = Some(Proof::Arrived);
            return Ok((format!("{label} of {name} was clicked, and what offered it is gone"), list));
        };
        let state = option.handle.call(calls::CHOSEN_STILL, &()).await.ok().flatten();
        let now: String = subject.handle.call(calls::SHOWS, &()).await.unwrap_or_default();
        // One that takes several keeps what was chosen before, and some write more than the label.
        let among = now != *label && now.contains(label.as_str());
        if shows || state == Some(true) || among && !before.contains(label.as_str()) {
            let said = match among {
                true => format!("{label} is chosen in {name}, which shows {now}", now = quoted(&now)),
                false => format!("{name} is set to {label}"),
            };
            if shows || among {
                let wanted = Wanted::Shown { label: label.clone(), before };
                ctx.to_confirm = Some(ToConfirm { subject: subject.clone(), wanted });
            }
            return Ok((said, list));
        }
        if left > 0 {
            left -= 1;
            subject.handle.call(calls::TWO_FRAMES, &()).await?;
            continue;
        }
        let another = others.iter().any(|other| other.label == now && other.label != *label);
        return match state {
            Some(false) => Err(listed::not_kept(subject, &now)),
            _ if now == before && another => Err(listed::not_kept(subject, &now)),
            _ => {
                ctx.proof = Some(Proof::Arrived);
                // Where the server says no by the end, that tells it: what it showed before counts for nothing here.
                let wanted = Wanted::Shown { label: label.clone(), before: String::new() };
                ctx.to_confirm = Some(ToConfirm { subject: subject.clone(), wanted });
                let said = match now != before && !now.is_empty() {
                    true => format!("{label} of {name} was clicked; it shows {now} now", now = quoted(&now)),
                    false => format!(
                        "{label} of {name} was clicked; nothing in the page tells whether it is chosen"
                    ),
                };
                Ok((said, list))
            }
        };
    }
}

/// The list, opened unless it is open already.
async fn open(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Handle>> {
    if let Some(list) = shown(ctx, subject, calls::OWN_LIST).await? {
        return Ok(Some(list));
    }
    subject.handle.call(calls::NOTE_SHOWN, &()).await?;
    pointer::press(ctx, subject, &Click::new(subject.id)).await?;
    // What opens may have to come to rest in its turn.
    ctx.deadline = (Instant::now() + ctx.options.hindrance).min(ctx.end);
    if let Some(list) = opened(ctx, subject, OPENS).await? {
        return Ok(Some(list));
    }
    // Some open on a key only.
    if ctx.tab.gate().is_ok() && subject.handle.call(calls::ACTIVE, &()).await.unwrap_or(false) {
        let channel = subject.handle.channel.clone();
        keyboard::press(ctx, &channel, &keyboard::keys::parse("ArrowDown")?).await?;
        return opened(ctx, subject, OPENS).await;
    }
    Ok(None)
}

/// The list of a helper's finding, when it has options.
async fn shown(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    helper: Call<OnNode, (), Option<Element>>,
) -> Result<Option<Handle>> {
    let given = subject.handle.element(helper).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((list, _)) = given else { return Ok(None) };
    let choices: Vec<Choice> = list.call(calls::LISTED, &()).await?;
    Ok((!choices.is_empty()).then_some(list))
}

/// Waits for the list that opens.
async fn opened(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    patience: Duration,
) -> Result<Option<Handle>> {
    let end = Instant::now() + patience;
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        if let Some(list) = shown(ctx, subject, calls::OPENED_LIST).await? {
            return Ok(Some(list));
        }
        if Instant::now() > end {
            return Ok(None);
        }
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// Writes what is wanted where the list is searched: in the combobox itself, or in the field that got the focus when the
/// list opened. Then the list and the option in it, if it comes.
async fn write(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    wanted: &str,
) -> Result<Option<(Handle, Found)>> {
    if wanted.starts_with('#') || ctx.tab.gate().is_err() {
        return Ok(None);
    }
    let itself =
        matches!(subject.state.kind.as_str(), "text" | "search" | "tel" | "url" | "email" | "editable");
    if itself && !subject.state.read_only {
        text::write(ctx, subject.clone(), wanted).await?;
    } else {
        let Some(world) = ctx.tab.world_of(&subject.frame) else { return Ok(None) };
        if !world.call(calls::WRITING, &()).await? {
            return Ok(None);
        }
        let channel = keyboard::focused_channel(ctx).await?;
        text::send(ctx, &channel, wanted).await?;
    }
    let end = Instant::now() + SEARCHES;
    loop {
        if let Some(list) = opened(ctx, subject, Duration::ZERO).await?
            && let Ok(found) = listed::search(subject, &list, wanted).await
        {
            return Ok(Some((list, found)));
        }
        if Instant::now() > end || ctx.tab.gate().is_err() {
            break;
        }
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    // What was searched for is not left behind, and what was there before is there again.
    if itself && !subject.state.read_only && ctx.tab.gate().is_ok() {
        let before = subject.state.value.clone().filter(|_| !subject.state.secret);
        text::write(ctx, subject.clone(), before.as_deref().unwrap_or_default()).await?;
    }
    Ok(None)
}
