//! Choosing options of selects; what was chosen is read back.

use domtool_page::identity::ElementId;
use serde::Deserialize;

use super::focus::focus;
use crate::{
    act::{
        Done, Scene, hit, keyboard, keys,
        resolve::{self, Subject},
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
};

#[derive(Clone, Debug, Deserialize)]
struct Choice {
    label: String,
    value: String,
    disabled: bool,
    selected: bool,
}

/// Chooses options of a `<select>`.
pub(crate) async fn select(scene: &mut Scene<'_>, target: ElementId, wanted: &[String]) -> Result<Done> {
    let subject = resolve::resolve(scene, target).await?;
    if subject.state.kind != "select" {
        return Err(Error::new(ErrorKind::WrongKind, format!("{} is no select", subject.words()))
            .with_hint("click it, then click the option that appears"));
    }
    subject.check_operable()?;
    hit::point(scene, &subject, None).await?;
    let choices: Vec<Choice> = subject.handle.call("options", &[(); 0]).await?;
    let indices = wanted.iter().map(|w| find(&subject, &choices, w)).collect::<Result<Vec<usize>>>()?;
    match (subject.state.multiple, indices.as_slice()) {
        (false, [index]) => choose_one(scene, &subject, &choices, *index).await?,
        (false, _) => {
            return Err(Error::invalid_input(format!("{} takes exactly one option", subject.words())));
        }
        (true, indices) => set_chosen(scene, &subject, indices).await?,
    }
    let labels: Vec<&str> =
        indices.iter().filter_map(|i| choices.get(*i)).map(|c| c.label.as_str()).collect();
    if scene.tab.gate().is_ok() {
        verify(&subject, &indices, &choices).await?;
    }
    let feedback = match subject.state.secret {
        true => format!("{} is set", subject.words()),
        false => format!("{} is set to {}", subject.words(), labels.join(", ")),
    };
    Ok(Done { feedback, target: Some(subject.target) })
}

/// By label, then value, then `#n`; letters' case matters only where it decides.
fn find(subject: &Subject, choices: &[Choice], wanted: &str) -> Result<usize> {
    let squeezed = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    let number =
        wanted.strip_prefix('#').and_then(|n| n.parse::<usize>().ok()).and_then(|n| n.checked_sub(1));
    let found = choices
        .iter()
        .position(|choice| choice.label == squeezed)
        .or_else(|| choices.iter().position(|choice| choice.value == wanted))
        .or_else(|| choices.iter().position(|choice| choice.label.eq_ignore_ascii_case(&squeezed)))
        .or(number.filter(|n| *n < choices.len()));
    let offered = || {
        // What a secret select offers (saved cards) is as secret as what it holds.
        if subject.state.secret {
            return (1..=choices.len()).map(|n| format!("#{n}")).collect();
        }
        let disabled = |choice: &Choice| if choice.disabled { " (disabled)" } else { "" };
        choices.iter().take(100).map(|choice| format!("{}{}", choice.label, disabled(choice))).collect()
    };
    match found.and_then(|index| Some((index, choices.get(index)?))) {
        Some((index, choice)) if !choice.disabled => Ok(index),
        Some((_, choice)) => {
            let option = if subject.state.secret { "an option" } else { choice.label.as_str() };
            let message = format!("{option:?} of {} is disabled", subject.words());
            Err(Error::new(ErrorKind::OptionNotFound, message).with_obstacle(Obstacle::Options(offered())))
        }
        None => {
            let wanted = if subject.state.secret { "of that name" } else { wanted };
            let message = format!("{} has no option {wanted:?}", subject.words());
            Err(Error::new(ErrorKind::OptionNotFound, message).with_obstacle(Obstacle::Options(offered())))
        }
    }
}

/// With a real key from the option beside it, so that the page gets trusted events; by script where no key does it
/// (the only enabled option, or a system whose arrow keys open the list).
async fn choose_one(
    scene: &mut Scene<'_>,
    subject: &Subject,
    choices: &[Choice],
    index: usize,
) -> Result<()> {
    if choices.get(index).is_some_and(|choice| choice.selected) {
        return Ok(());
    }
    focus(scene, subject).await?;
    if !cfg!(target_os = "macos") {
        let key: Option<String> = subject.handle.call("approach", &(index,)).await?;
        if let Some(key) = key {
            let channel = subject.handle.channel.clone();
            keyboard::press(scene, &channel, &keys::parse(&key)?).await?;
            if scene.tab.gate().is_err() || verify(subject, &[index], choices).await.is_ok() {
                return Ok(());
            }
        }
    }
    set_chosen(scene, subject, &[index]).await
}

async fn set_chosen(scene: &mut Scene<'_>, subject: &Subject, indices: &[usize]) -> Result<()> {
    if scene.dispatched == Dispatched::No {
        subject.ground.confirm(scene).await?;
    }
    scene.dispatched = Dispatched::Maybe;
    let _: Option<()> = subject.handle.call("choose", &(indices,)).await?;
    scene.dispatched = Dispatched::Yes;
    Ok(())
}

/// A page may rebuild its select or leave on a choice; what is still there must be as asked.
async fn verify(subject: &Subject, indices: &[usize], before: &[Choice]) -> Result<()> {
    let Ok(now) = subject.handle.call::<Vec<Choice>>("options", &[(); 0]).await else { return Ok(()) };
    let chosen: Vec<&str> = now.iter().filter(|c| c.selected).map(|c| c.value.as_str()).collect();
    let mut sorted = indices.to_vec();
    sorted.sort_unstable();
    let wanted: Vec<&str> = sorted.iter().filter_map(|i| before.get(*i)).map(|c| c.value.as_str()).collect();
    if chosen == wanted {
        return Ok(());
    }
    if subject.state.secret {
        let message = format!("{} did not keep the choice", subject.words());
        return Err(Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes));
    }
    let labels: Vec<&str> = now.iter().filter(|c| c.selected).map(|c| c.label.as_str()).collect();
    let message = format!("{} did not keep the choice: it is {:?}", subject.words(), labels.join(", "));
    Err(Error::new(ErrorKind::ValueRejected, message)
        .with_obstacle(Obstacle::Holds(labels.join(", ")))
        .after(Dispatched::Yes))
}
