//! Comboboxes, and buttons that open a list or a menu: opened as a person does, searched by writing where the list
//! offers that, and read back.

use std::time::Duration;

use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{
    focus::focus,
    listed::{self, FoundOption},
    text,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, Click, Modifiers,
        confirm::{ToConfirm, runs_request},
        keyboard,
        options::before_answer,
        pointer,
        resolve::{self, ResolvedElement},
        verify::Proof,
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
/// How long a list may take to show what was searched for, as long as requests run.
const SEARCHES: Duration = Duration::from_secs(4);
/// How long a list is waited for that says that it searches.
const STILL_SEARCHES: Duration = Duration::from_secs(15);
/// A list that stays so for this long after a text was written has nothing more to show, if no request runs: pages wait until a person
/// pauses before they search.
const RESTS: Duration = Duration::from_millis(900);
/// In so long the next option comes where they come one after the other (Material Web fades them in).
const FOLLOWS: Duration = Duration::from_millis(200);
/// How often it is looked whether a choice shows, two frames apart.
const READS: u32 = 5;

/// Chooses options of what opens.
pub(super) async fn choose(
    ctx: &mut ActionContext<'_>,
    mut subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    let mut told = Vec::new();
    let mut last = None;
    let was_open = shown(ctx, &subject, calls::OPEN_LIST).await?.is_some();
    for wanted in wanted {
        if ctx.tab.gate().is_err() {
            break;
        }
        let list = match last {
            Some(list) => still_open(ctx, list).await?,
            None => None,
        };
        let (said, list) = Box::pin(choose_one(ctx, &subject, list, wanted)).await?;
        told.push(said);
        last = Some(list);
        // What was chosen stands beside it now, as Ant Design's tags do: its surroundings are others by this action itself.
        subject.staleness.trust();
    }
    // A list that takes several stays open, over what comes after it. What is only marked in it would be given up by closing it.
    if !was_open
        && ctx.proof.is_none()
        && let Some(list) = last
        && still_open(ctx, list).await?.is_some()
    {
        close(ctx, &subject).await.unwrap_or_default(); // what was chosen is chosen
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
    let (list, found) = find_option(ctx, subject, list, wanted).await?;
    let roles: ListRoles = list.call(calls::ROLES_IN, &()).await?;
    let others: Vec<Choice> = list.call(calls::LISTED, &()).await?;
    ctx.offered.extend(others.iter().map(|other| other.label.clone()));
    let name = subject.words();
    // An option that is only the current one may say that it is selected (Tom Select): what the control shows tells, but for what is written
    // in it, which may be what was searched for.
    let label = &found.choice.label;
    let current = || subject.handle.call(calls::CURRENT_OPTION, &());
    let already = found.choice.selected == Some(true)
        && !roles.menu
        && (roles.several
            || subject.handle.call(calls::SHOWS_CHOSEN, &(label,)).await?
                && !(is_written_in(subject) && current().await?.as_ref() == Some(label)));
    if already {
        let key = keyboard::keys::parse("Escape")?;
        if subject.handle.call(calls::ACTIVE, &()).await? {
            let channel = subject.handle.channel.clone();
            keyboard::press(ctx, &channel, &key).await?;
        }
        return Ok((format!("{name} was set to {} already", found.choice.label), list));
    }
    let shows: String = subject.handle.call(calls::SHOWS, &()).await?;
    let written = match before != shows && subject.handle.call(calls::SHOWS_CHOSEN, &(label,)).await? {
        true => Some(Written { value: subject.read().await?.value, shows }),
        false => None,
    };
    let (option, clicked) = listed::press(ctx, subject, &list, &found, Modifiers::default()).await?;
    let label = found.choice.label.clone();
    if ctx.tab.gate().is_err() {
        return Ok((format!("{label} of {name} was clicked"), list));
    }
    if roles.menu {
        // An item of a menu is a command: what it is for is not known.
        ctx.proof = Some(Proof::Arrived);
        return Ok((format!("{label} was clicked in what {name} opens"), list));
    }
    let chosen = Chosen {
        subject: subject.clone(),
        option,
        clicked,
        list: list.clone(),
        several: roles.several,
        marked: found.choice.selected == Some(true),
        label,
        before,
        written,
    };
    Ok((chosen.read_back(ctx, &others).await?, list))
}

/// The option that is wanted: of the list that is open, of what a click opens, or of what typing it finds. What was opened in vain
/// is closed again.
async fn find_option(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    list: Option<Handle>,
    wanted: &str,
) -> Result<(Handle, FoundOption)> {
    let seen = match list {
        Some(list) => Some(list),
        None => shown(ctx, subject, calls::OPEN_LIST).await?,
    };
    let was_open = seen.is_some();
    let list = match seen {
        Some(list) => Some(list),
        None => open(ctx, subject).await?,
    };
    let first = match list {
        Some(list) => searched(ctx, subject, &list, wanted).await.map(|found| (list, found)),
        None => Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} opened no list that select can choose from when it was clicked", subject.words()),
        )
        .with_hint("observe: choose from what appeared with click, or fill the field")),
    };
    let error = match first {
        Ok(first) => return Ok(first),
        Err(error) => error,
    };
    if let Some(searched) = Box::pin(write(ctx, subject, wanted)).await? {
        return Ok(searched);
    }
    if error.kind() != ErrorKind::OptionNotFound {
        return Err(error);
    }
    let closed = !was_open && close(ctx, subject).await?;
    let open = if closed { "" } else { "; the list is open" };
    Err(error.with_hint(format!("choose one of the listed options{open}")))
}

/// An option of a list that may still be searching for what it offers, or show it one after the other.
async fn searched(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    list: &Handle,
    wanted: &str,
) -> Result<FoundOption> {
    let begun = Instant::now();
    let end = before_answer(ctx.end).min(begun + STILL_SEARCHES);
    let (mut offered, mut rests) = (0, begun + FOLLOWS);
    loop {
        // Asked before the look: what it searches for may come right after it.
        let searches = list.call(calls::SEARCHES, &()).await?;
        let found = listed::search(ctx, subject, list, wanted).await;
        let missing = matches!(&found, Err(error) if error.kind() == ErrorKind::OptionNotFound);
        if !missing || Instant::now() >= end || ctx.tab.gate().is_err() {
            return found;
        }
        let now = list.call(calls::LISTED, &()).await.map_or(0, |choices: Vec<Choice>| choices.len());
        if now != offered {
            (offered, rests) = (now, (Instant::now() + FOLLOWS).min(begun + OPENS));
        }
        if !searches && Instant::now() >= rests {
            return found;
        }
        list.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// Closes the list that was opened; false where it is still open. Where Escape does more than that, it is left open.
async fn close(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<bool> {
    if ctx.tab.gate().is_ok()
        && subject.handle.call(calls::FOCUS_WITHIN, &()).await?
        && !subject.handle.call(calls::ESCAPE_DOES_MORE, &()).await?
    {
        let channel = subject.handle.channel.clone();
        keyboard::press(ctx, &channel, &keyboard::keys::parse("Escape")?).await?;
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    Ok(ctx.tab.gate().is_err() || shown(ctx, subject, calls::OPEN_LIST).await?.is_none())
}

/// An option that was clicked.
struct Chosen {
    subject: ResolvedElement,
    option: ResolvedElement,
    /// The option heard the click, or the page took the press for itself: a list that goes when its field is left gets neither.
    clicked: bool,
    list: Handle,
    /// The list takes several.
    several: bool,
    /// It said that it is selected before the click: that it still does tells nothing.
    marked: bool,
    label: String,
    /// What the control showed before.
    before: String,
    /// What was written to search for it is its very label.
    written: Option<Written>,
}

/// What a control held and showed right before an option was clicked. As long as it does, that tells nothing of the choice.
struct Written {
    value: Option<String>,
    shows: String,
}

impl Chosen {
    /// Reads until the control shows the choice, and says what it shows; gives a control some frames to do so. An option that tells
    /// that it is chosen while its list stays open may only be marked: a key takes it then.
    async fn read_back(mut self, ctx: &mut ActionContext<'_>, others: &[Choice]) -> Result<String> {
        let (label, name) = (&self.label, self.subject.words());
        let mut left = READS;
        let (mut taken, mut looked) = (false, false);
        loop {
            // A page may draw what opened the list anew for each choice; looked for once, as where it went for good that takes long.
            if !looked && let Some(anew) = Box::pin(drawn_anew(ctx, &self.subject)).await {
                looked = anew.is_none();
                self.subject = anew.unwrap_or(self.subject);
            }
            let Ok(shows) = self.subject.handle.call(calls::SHOWS_CHOSEN, &(label,)).await else {
                ctx.proof = Some(Proof::Arrived);
                return Ok(format!("{label} of {name} was clicked, and what offered it is gone"));
            };
            let state = self.option.handle.call(calls::CHOSEN_STILL, &()).await.ok().flatten();
            let now: String = self.subject.handle.call(calls::SHOWS, &()).await.unwrap_or_default();
            // One that takes several keeps what was chosen before, and some write more than the label.
            let among = now != *label && now.contains(label.as_str());
            let chosen = state == Some(true) && (self.several || !self.is_open().await);
            let told = state == Some(true) && !self.marked;
            let (shows, among) = match !told && self.is_as_written(&now).await {
                true => (false, false),
                false => (shows, among),
            };
            if shows || chosen || among && !self.before.contains(label.as_str()) {
                let said = match among {
                    true => format!("{label} is chosen in {name}, which shows {now}", now = quoted(&now)),
                    false => format!("{name} is set to {label}"),
                };
                if shows || among || self.several {
                    self.to_confirm(ctx, self.before.clone());
                }
                return Ok(said);
            }
            if left == 0 && !taken && state == Some(true) && self.take(ctx).await? {
                taken = true;
                left = READS;
            }
            if left == 0 {
                let written = self.is_as_written(&now).await;
                return self.not_shown(ctx, (state, written), &now, others);
            }
            left -= 1;
            self.subject.handle.call(calls::TWO_FRAMES, &()).await?;
        }
    }

    /// Whether all is as it was when the option was clicked: the control shows what was written to search, and its list is open or heard no
    /// click.
    async fn is_as_written(&self, now: &str) -> bool {
        let Some(Written { value, shows }) = &self.written else { return false };
        let holds = self.subject.read().await.is_ok_and(|state| state.value == *value);
        holds && now == shows && (!self.clicked || self.is_open().await && !self.is_passing().await)
    }

    /// Whether its list is going.
    async fn is_passing(&self) -> bool {
        self.list.call(calls::PASSING, &()).await.unwrap_or_default()
    }

    /// Whether its list still offers something.
    async fn is_open(&self) -> bool {
        self.list.call(calls::LISTED, &()).await.is_ok_and(|choices: Vec<Choice>| !choices.is_empty())
    }

    /// Presses Enter where the control says that its keys act on this option. False where it does not.
    async fn take(&self, ctx: &mut ActionContext<'_>) -> Result<bool> {
        let current: Option<String> = self.subject.handle.call(calls::CURRENT_OPTION, &()).await?;
        if current.as_ref() != Some(&self.label) || !self.is_open().await || ctx.tab.gate().is_err() {
            return Ok(false);
        }
        // A list that closes as its control gets the focus back needs no key.
        if focus(ctx, &self.subject).await.is_err() || !self.is_open().await {
            return Ok(false);
        }
        let channel = self.subject.handle.channel.clone();
        keyboard::press(ctx, &channel, &keyboard::keys::parse("Enter")?).await?;
        Ok(true)
    }

    /// The outcome when the control does not show the choice: it kept another one, or nothing tells.
    fn not_shown(
        &self,
        ctx: &mut ActionContext<'_>,
        (state, written): (Option<bool>, bool),
        now: &str,
        others: &[Choice],
    ) -> Result<String> {
        let (label, name) = (&self.label, self.subject.words());
        let another = others.iter().any(|other| other.label == now && other.label != *label);
        let refused = !written && state == Some(false);
        let as_before = now == self.before && (another || refused && !now.is_empty());
        if refused && !as_before || as_before && self.several {
            return Err(listed::not_kept(&self.subject, now));
        }
        // It may be drawn anew later: the end tells.
        if as_before {
            ctx.proof = Some(Proof::Arrived);
            self.to_confirm(ctx, self.before.clone());
            return Ok(format!("{label} of {name} was clicked; unconfirmed: it shows what it showed before"));
        }
        ctx.proof = Some(Proof::Arrived);
        // Where the server says no by the end, that tells it: what it showed before counts for nothing here.
        self.to_confirm(ctx, String::new());
        Ok(match state {
            _ if written && !self.clicked => format!(
                "{label} of {name} was pressed; unconfirmed: its list went before a click came of it, and {name} shows what was written there \
                 to search"
            ),
            _ if written => format!(
                "{label} of {name} was clicked; unconfirmed: its list stays open, and it shows what was written there to search"
            ),
            _ if now != self.before && !now.is_empty() => {
                format!("{label} of {name} was clicked; it shows {now} now", now = quoted(&now))
            }
            Some(true) => format!(
                "{label} is marked in the list of {name}, which is still open; unconfirmed: {name} shows {now}",
                now = quoted(&now)
            ),
            _ => format!(
                "{label} of {name} was clicked; unconfirmed: nothing in the page tells whether it is chosen"
            ),
        })
    }

    /// Has the choice read again when what the action caused has ended. A list that takes several tells it by its options.
    fn to_confirm(&self, ctx: &mut ActionContext<'_>, before: String) {
        if self.several {
            let subject = ResolvedElement { handle: self.list.clone(), ..self.subject.clone() };
            let wanted = Wanted::Listed(vec![self.label.clone()]);
            ctx.to_confirm = Some(ToConfirm { subject, wanted });
            return;
        }
        let wanted = Wanted::Shown { label: self.label.clone(), before };
        ctx.to_confirm = Some(ToConfirm { subject: self.subject.clone(), wanted });
    }
}

/// What stands in the place of a control that is no longer in its document, if anything does; `None` while it is there.
async fn drawn_anew(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Option<Option<ResolvedElement>> {
    let went = ctx.tab.gate().is_ok() && subject.read().await.is_ok_and(|state| !state.connected);
    if !went {
        return None;
    }
    let anew = resolve::resolve(ctx, subject.id).await.ok();
    Some(anew.map(|mut anew| {
        anew.state.secret |= subject.state.secret;
        anew
    }))
}

/// Opens the list.
async fn open(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Handle>> {
    subject.handle.call(calls::NOTE_SHOWN, &()).await?;
    let shown = pointer::stand_in(ctx, subject.clone()).await?;
    pointer::press(ctx, &shown, &Click::plain(subject.id)).await?;
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
    Ok((!choices.is_empty() || list.call(calls::SEARCHES, &()).await?).then_some(list))
}

/// Waits for the list that opens.
async fn opened(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    patience: Duration,
) -> Result<Option<Handle>> {
    let end = Instant::now() + patience;
    let (mut anew, mut looked) = (None, false);
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        let stands = anew.as_ref().unwrap_or(subject);
        if !looked && let Some(now) = Box::pin(drawn_anew(ctx, stands)).await {
            looked = now.is_none();
            anew = now.or(anew);
        }
        let subject = anew.as_ref().unwrap_or(subject);
        if let Some(list) = shown(ctx, subject, calls::OPENED_LIST).await? {
            return Ok(Some(list));
        }
        if Instant::now() > end {
            return Ok(None);
        }
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// Whether a combobox is searched by writing in itself.
fn is_written_in(subject: &ResolvedElement) -> bool {
    matches!(subject.state.kind.as_str(), "text" | "search" | "tel" | "url" | "email" | "editable")
        && !subject.state.read_only
}

/// Writes what is wanted where the list is searched: in the combobox itself, or in the field that got the focus when the
/// list opened. Then the list and the option in it, if it comes.
async fn write(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    wanted: &str,
) -> Result<Option<(Handle, FoundOption)>> {
    if wanted.starts_with('#') || ctx.tab.gate().is_err() {
        return Ok(None);
    }
    let field = if is_written_in(subject) {
        text::write(ctx, subject.clone(), wanted).await?
    } else {
        let Some(field) = search_field(ctx, subject).await? else { return Ok(None) };
        // What an earlier search left in it is replaced.
        text::search(ctx, &field, wanted).await?;
        field
    };
    let mut until = Instant::now() + RESTS;
    let end = before_answer(ctx.end).min(Instant::now() + STILL_SEARCHES);
    let most = end.min(Instant::now() + SEARCHES);
    let mut before = None;
    loop {
        let now = Instant::now();
        if let Some(list) = opened(ctx, subject, Duration::ZERO).await? {
            let offers: Vec<Choice> = list.call(calls::LISTED, &()).await.unwrap_or_default();
            if list.call(calls::SEARCHES, &()).await.unwrap_or(false) {
                until = (now + RESTS).min(end);
            }
            // What was looked through is not looked through again.
            if before.as_ref() != Some(&offers) {
                if let Ok(found) = listed::search(ctx, subject, &list, wanted).await {
                    return Ok(Some((list, found)));
                }
                before = Some(offers);
                until = until.max((now + RESTS).min(most));
            }
        }
        if ctx.tab.gate().is_err() || now > until && (now > most || !runs_request(ctx)) {
            break;
        }
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    // What was searched for is not left behind, and what was there before is there again.
    if ctx.tab.gate().is_ok() && field.read().await.is_ok_and(|state| state.connected) {
        let own = field.backend == subject.backend && !subject.state.secret;
        let before = subject.state.value.as_deref().filter(|_| own).unwrap_or_default();
        match own {
            true => text::write(ctx, field, before).await.map(drop)?,
            false if field.handle.call(calls::ACTIVE, &()).await? => text::search(ctx, &field, "").await?,
            false => {}
        }
    }
    Ok(None)
}

/// The field that got the focus when the list opened, in the same frame.
async fn search_field(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<ResolvedElement>> {
    let Some(world) = ctx.tab.world_of(&subject.frame) else { return Ok(None) };
    if !world.call(calls::WRITING, &()).await? {
        return Ok(None);
    }
    let given = world.element(calls::DEEP_ACTIVE).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((handle, backend)) = given else { return Ok(None) };
    let mut field = ResolvedElement { handle, backend, ..subject.clone() };
    field.state = field.read().await?;
    Ok(Some(field))
}
