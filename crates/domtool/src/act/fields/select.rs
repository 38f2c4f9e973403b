//! Choosing options: of a `<select>` by keys and clicks on what it lists, of an input's `<datalist>` by writing, of lists
//! of other making where they stand or where they open.

use domtool_page::identity::ElementId;
use domtool_page::view::quoted;

use super::{choice::find, focus::focus, kind, listed, popup, text};
use crate::{
    act::{
        ActionContext, ActionOutcome, Click, Modifiers,
        confirm::ToConfirm,
        follow::{Followed, follow},
        hit, keyboard, pointer,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::Wanted,
    world::{
        calls,
        data::{Choice, FieldManner},
    },
};

/// How often it is looked whether a picker is open, two frames apart.
const READS: u32 = 10;

/// Said where a script had to do it.
const BY_SCRIPT: &str = " (set by a script: no key or pointer did it, so its events are not trusted)";

/// Chooses options.
pub(crate) async fn select(
    ctx: &mut ActionContext<'_>,
    target: ElementId,
    wanted: &[String],
) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    choose(ctx, subject, wanted).await
}

/// Chooses options of whatever offers some.
pub(super) async fn choose(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    if wanted.is_empty() {
        return Err(Error::invalid_input("no option is named"));
    }
    if subject.state.kind == "select" {
        return choose_native(ctx, subject, wanted).await;
    }
    let manner = FieldManner::of(&subject).await?;
    if manner.list {
        subject.check_operable()?;
        return listed::choose_in_place(ctx, subject, wanted).await;
    }
    if manner.suggests {
        return suggest(ctx, subject, wanted).await;
    }
    if manner.choosable {
        // A combobox that no one may write in can still be chosen from; one that is disabled cannot.
        let shown = pointer::stand_in(ctx, subject).await?;
        shown.check_operable()?;
        return popup::choose(ctx, shown, wanted).await;
    }
    if matches!(subject.state.kind.as_str(), "text" | "search") {
        // A field may offer what it knows once something is written in it, and say nothing of that.
        subject.check_operable()?;
        hit::point(ctx, &subject, None).await?;
        return popup::choose(ctx, subject, wanted).await;
    }
    Err(Error::new(ErrorKind::WrongKind, format!("{} offers no options", subject.words()))
        .with_hint("fill it, or click it and choose from what appears"))
}

/// Writes what an input's `<datalist>` suggests.
async fn suggest(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    let [wanted] = wanted else { return Err(exactly_one(&subject)) };
    kind::check_free(&subject)?;
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await?;
    let index = find(&subject, &choices, wanted)?;
    let value = choices.get(index).map(|choice| choice.value.clone()).unwrap_or_default();
    hit::point(ctx, &subject, None).await?;
    text::fill(ctx, subject, &value).await
}

fn exactly_one(subject: &ResolvedElement) -> Error {
    Error::invalid_input(format!("{} takes exactly one option", subject.words()))
}

/// Takes back every choice of a select that takes several.
pub(super) async fn clear(ctx: &mut ActionContext<'_>, subject: ResolvedElement) -> Result<ActionOutcome> {
    if !subject.state.multiple {
        let message = format!("{} always holds one option", subject.words());
        return Err(Error::new(ErrorKind::WrongKind, message).with_hint("select the option that means none"));
    }
    subject.check_operable()?;
    hit::point(ctx, &subject, None).await?;
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await?;
    let how = choose_several(ctx, &subject, &choices, &[]).await?;
    verify(ctx, &subject, &[], &choices).await?;
    let feedback = format!("nothing is chosen in {}{how}", subject.words());
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

async fn choose_native(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    wanted: &[String],
) -> Result<ActionOutcome> {
    subject.check_operable()?;
    hit::point(ctx, &subject, None).await?;
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await?;
    let indices = wanted.iter().map(|w| find(&subject, &choices, w)).collect::<Result<Vec<usize>>>()?;
    let how = match (subject.state.multiple, indices.as_slice()) {
        (false, [index]) => choose_one(ctx, &subject, &choices, *index).await?,
        (false, _) => return Err(exactly_one(&subject)),
        (true, indices) => choose_several(ctx, &subject, &choices, indices).await?,
    };
    let wanted = values_of(&choices, &indices);
    match verify(ctx, &subject, &indices, &choices).await {
        Err(error) if error.kind() == ErrorKind::ValueRejected && blank(&subject).await.is_some() => {
            ctx.set_back = Some(error);
            let feedback = set_back(ctx, &subject, &wanted).await;
            let target = Some(subject.target.clone());
            ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Chosen(wanted) });
            return Ok(ActionOutcome { feedback, target });
        }
        verified => verified?,
    }
    let labels: Vec<&str> =
        indices.iter().filter_map(|i| choices.get(*i)).map(|c| c.label.as_str()).collect();
    let feedback = match subject.state.secret {
        true => format!("{} is set{how}", subject.words()),
        false => format!("{} is set to {}{how}", subject.words(), labels.join(", ")),
    };
    let target = Some(subject.target.clone());
    ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Chosen(wanted) });
    Ok(ActionOutcome { feedback, target })
}

/// The values of options, in the order of the list.
fn values_of(choices: &[Choice], indices: &[usize]) -> Vec<String> {
    let mut sorted = indices.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.iter().filter_map(|index| choices.get(*index)).map(|choice| choice.value.clone()).collect()
}

/// The values and the labels of what is chosen in a `<select>`; `None` where it cannot be read.
pub(in crate::act) async fn chosen(subject: &ResolvedElement) -> Option<(Vec<String>, Vec<String>)> {
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await.ok()?;
    let labels = choices.iter().filter(|choice| choice.selected == Some(true));
    Some((values_chosen(&choices), labels.map(|choice| choice.label.clone()).collect()))
}

/// The values of what is chosen among the options of a `<select>`.
pub(in crate::act) fn values_chosen(choices: &[Choice]) -> Vec<String> {
    let chosen = choices.iter().filter(|choice| choice.selected == Some(true));
    chosen.map(|choice| choice.value.clone()).collect()
}

/// The label of what a `<select>` is at that means no choice: an option without a value, one that nobody can choose, or none. `None` where it is
/// at a choice, or cannot be read.
pub(in crate::act) async fn blank(subject: &ResolvedElement) -> Option<String> {
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await.ok()?;
    blank_among(&choices).filter(|_| !subject.state.multiple).map(str::to_owned)
}

/// Whether an option's label asks for a choice, as the first of a menu of commands does: `Choose action…`, `-- Pick one --`.
fn asks(label: &str) -> bool {
    let label = label.trim();
    label.ends_with(['…', ':']) || label.ends_with("...") || label.starts_with("--") || label.is_empty()
}

/// The same, of its options.
pub(in crate::act) fn blank_among(choices: &[Choice]) -> Option<&str> {
    match choices.iter().find(|choice| choice.selected == Some(true)) {
        Some(choice) => {
            (choice.value.is_empty() || choice.disabled || asks(&choice.label)).then_some(&choice.label)
        }
        None => (!choices.is_empty()).then_some(""),
    }
}

/// Said of a `<select>` that the page set back to no choice, as it does with a menu of commands whose command it ran, and with a choice that
/// it refuses.
pub(in crate::act) async fn set_back(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    values: &[String],
) -> String {
    ctx.proof = Some(Proof::Arrived);
    let to = match subject.state.secret {
        true => String::new(),
        false => format!(" to {}", labels(subject, values).await.join(", ")),
    };
    format!(
        "{} was set{to}, and the page set it back to no choice; unconfirmed: pages do so with a command that they ran and with a choice that \
         they refuse",
        subject.words()
    )
}

/// The labels of options of a `<select>`, by their values.
pub(in crate::act) async fn labels(subject: &ResolvedElement, values: &[String]) -> Vec<String> {
    let choices: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await.unwrap_or_default();
    let meant = choices.into_iter().filter(|choice| values.contains(&choice.value));
    meant.map(|choice| choice.label).collect()
}

/// With a real key from the option beside it, or a click where the options are listed in the page, so that the page gets
/// trusted events; by script where neither does it (the only enabled option, or a system whose arrow keys open the list).
async fn choose_one(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    choices: &[Choice],
    index: usize,
) -> Result<&'static str> {
    let Some(choice) = choices.get(index) else { return Ok("") };
    if choice.selected == Some(true) {
        return Ok(" already");
    }
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    if choice.listed {
        press_option(ctx, subject, index, Modifiers::default()).await?;
        if is_decided(ctx, subject, choices, index).await? {
            return Ok("");
        }
    } else if subject.handle.call(calls::OPENS_PICKER, &()).await? {
        pointer::press(ctx, subject, &Click::plain(subject.id)).await?;
        for _ in 0..READS {
            let now: Vec<Choice> = subject.handle.call(calls::OPTIONS, &()).await?;
            if now.get(index).is_some_and(|choice| choice.listed) {
                press_option(ctx, subject, index, Modifiers::default()).await?;
                if is_decided(ctx, subject, choices, index).await? {
                    return Ok("");
                }
                break;
            }
            subject.handle.call(calls::TWO_FRAMES, &()).await?;
        }
    } else {
        focus(ctx, subject).await?;
        if !cfg!(target_os = "macos") {
            let key: Option<String> = subject.handle.call(calls::APPROACH, &(index,)).await?;
            if let Some(key) = key {
                let channel = subject.handle.channel.clone();
                keyboard::press(ctx, &channel, &keyboard::keys::parse(&key)?).await?;
                if is_decided(ctx, subject, choices, index).await? {
                    return Ok("");
                }
            }
        }
    }
    set_chosen(ctx, subject, &[index]).await?;
    Ok(BY_SCRIPT)
}

/// Whether an option is chosen, or was and told the page so, which took it back: a second choice would tell it twice.
async fn is_decided(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    choices: &[Choice],
    index: usize,
) -> Result<bool> {
    if verify(ctx, subject, &[index], choices).await.is_ok() {
        return Ok(true);
    }
    let heard: Option<String> = subject.handle.call(calls::HEARD_INPUT, &()).await?;
    Ok(heard.as_deref() == choices.get(index).map(|choice| choice.value.as_str()))
}

/// Clicks on the options that are not yet as they are to be, with the key held that leaves the others alone.
async fn choose_several(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    choices: &[Choice],
    indices: &[usize],
) -> Result<&'static str> {
    let other =
        |(index, choice): &(usize, &Choice)| indices.contains(index) != (choice.selected == Some(true));
    let mut how = "";
    let changes: Vec<(usize, &Choice)> = choices.iter().enumerate().filter(other).collect();
    if changes.iter().all(|(_, choice)| choice.listed && !choice.disabled) {
        let held = Modifiers {
            control: !cfg!(target_os = "macos"),
            meta: cfg!(target_os = "macos"),
            ..Modifiers::default()
        };
        for (index, _) in changes {
            if ctx.tab.gate().is_ok() {
                press_option(ctx, subject, index, held).await?;
            }
        }
    } else {
        set_chosen(ctx, subject, indices).await?;
        how = BY_SCRIPT;
    }
    Ok(how)
}

/// Clicks on an option that is listed in the page.
async fn press_option(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    index: usize,
    modifiers: Modifiers,
) -> Result<()> {
    let Some((handle, backend)) = subject.handle.element_of(calls::OPTION_AT, &(index,)).await? else {
        let message = format!("the options of {} changed meanwhile", subject.words());
        return Err(Error::new(ErrorKind::Stale, message));
    };
    let option = ResolvedElement { handle, backend, ..subject.clone() };
    let click = Click { modifiers, ..Click::plain(subject.id) };
    pointer::press(ctx, &option, &click).await.map(drop)
}

async fn set_chosen(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, indices: &[usize]) -> Result<()> {
    if ctx.dispatched == Dispatched::No {
        subject.staleness.confirm(ctx).await?;
    }
    ctx.note_dispatched(Dispatched::Maybe);
    subject.handle.call(calls::CHOOSE, &(indices,)).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(())
}

/// A page may rebuild its select or leave on a choice; what is still there must be as asked.
async fn verify(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    indices: &[usize],
    before: &[Choice],
) -> Result<()> {
    if ctx.tab.gate().is_err() {
        return Ok(());
    }
    let now = subject.handle.call(calls::OPTIONS, &()).await;
    let Some(now) = unless_left(ctx, now).await? else { return Ok(()) };
    let chosen: Vec<&str> =
        now.iter().filter(|c| c.selected == Some(true)).map(|c| c.value.as_str()).collect();
    let wanted = values_of(before, indices);
    // Where options share their value, the label tells them apart.
    let unique = before.iter().filter(|choice| wanted.contains(&choice.value)).count() == wanted.len();
    let labelled = |choice: &Choice| {
        indices.iter().any(|index| before.get(*index).is_some_and(|wanted| wanted.label == choice.label))
    };
    if chosen == wanted && (unique || now.iter().filter(|c| c.selected == Some(true)).all(labelled)) {
        return Ok(());
    }
    // One that runs commands goes back to what asks for a choice, and so does one that refuses it: the end tells.
    if !subject.state.multiple && blank_among(&now).is_some() && blank_among(before).is_some() {
        return Ok(());
    }
    // Its node may be another record's by now: the end tells.
    if !matches!(Box::pin(follow(ctx, subject)).await, Followed::Same) {
        return Ok(());
    }
    if subject.state.secret {
        let message = format!("{} did not keep the choice", subject.words());
        return Err(Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes));
    }
    let labels: Vec<&str> =
        now.iter().filter(|c| c.selected == Some(true)).map(|c| c.label.as_str()).collect();
    let message =
        format!("{} did not keep the choice: it is {}", subject.words(), quoted(&labels.join(", ")));
    Err(Error::new(ErrorKind::ValueRejected, message)
        .with_obstacle(Obstacle::Holds(labels.join(", ")))
        .after(Dispatched::Yes))
}
