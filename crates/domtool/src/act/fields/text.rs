//! Text into fields: fill, clear, type. Nothing is sent unless the field really has the focus, and what it
//! holds afterwards is read back.

use domtool_page::identity::ElementId;

use super::focus::focus;
use crate::{
    act::{
        Done, Scene, hit, keyboard, keys,
        resolve::{self, Subject},
    },
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
};

/// Kinds of input that take text by keyboard.
const TEXT_LIKE: &[&str] =
    &["text", "search", "url", "tel", "email", "password", "number", "textarea", "editable"];
/// How often what a field holds is read back, two frames apart, before it counts as refused.
const READS: u32 = 3;
/// Kinds that have a value of a fixed form, with that form.
const FORMED: &[(&str, &str)] = &[
    ("date", "YYYY-MM-DD"),
    ("time", "HH:MM"),
    ("datetime-local", "YYYY-MM-DDTHH:MM"),
    ("month", "YYYY-MM"),
    ("week", "YYYY-Www"),
    ("color", "#rrggbb"),
    ("range", "a number within its limits"),
];

/// Replaces what a field holds; an empty text empties it.
pub(crate) async fn fill(scene: &mut Scene<'_>, target: ElementId, text: &str) -> Result<Done> {
    let subject = resolve::resolve(scene, target).await?;
    check_editable(&subject)?;
    // What a person could not reach because something lies over it, is not filled either.
    hit::point(scene, &subject, None).await?;
    let kind = subject.state.kind.clone();
    if let Some((_, form)) = FORMED.iter().find(|(name, _)| *name == kind) {
        set_formed(scene, &subject, text).await?;
        verify(&subject, text, Some(form)).await?;
    } else {
        replace(scene, &subject, text, Way::AtOnce).await?;
        let taken = verify_soon(scene, &subject, text).await;
        if taken.is_err() && !text.is_empty() && untouched(&subject).await && scene.tab.gate().is_ok() {
            // Masks and formatters often refuse insertion but take keys.
            replace(scene, &subject, text, Way::KeyByKey).await?;
            verify_soon(scene, &subject, text).await?;
        } else {
            taken?;
        }
    }
    let secret = subject.state.secret;
    let feedback = match text {
        "" => format!("{} is empty", subject.words()),
        _ if secret => format!("{} is filled", subject.words()),
        _ => format!("{} holds {text:?}", subject.words()),
    };
    Ok(Done { feedback, target: Some(subject.target) })
}

/// Adds text key by key.
pub(crate) async fn type_text(scene: &mut Scene<'_>, target: Option<ElementId>, text: &str) -> Result<Done> {
    let (channel, done) = match target {
        Some(target) => {
            let subject = resolve::resolve(scene, target).await?;
            check_editable(&subject)?;
            hit::point(scene, &subject, None).await?;
            focus(scene, &subject).await?;
            let _: Option<()> = subject.handle.call("caretAtEnd", &[(); 0]).await?;
            let before = subject.read().await?.value;
            let channel = subject.handle.channel.clone();
            keyboard::write(scene, &channel, text).await?;
            if scene.tab.gate().is_ok() {
                verify_typed(&subject, before.as_deref(), text).await?;
            }
            // Of a secret not even its length.
            let feedback = match subject.state.secret {
                true => format!("typed into {}", subject.words()),
                false => format!("typed {} characters into {}", text.chars().count(), subject.words()),
            };
            return Ok(Done { feedback, target: Some(subject.target) });
        }
        None => (
            keyboard::focused_channel(scene).await?,
            Done {
                feedback: format!("typed {} characters where the focus is", text.chars().count()),
                target: None,
            },
        ),
    };
    keyboard::write(scene, &channel, text).await?;
    Ok(done)
}

/// Fails fast on fields that take no text.
fn check_editable(subject: &Subject) -> Result<()> {
    let kind = subject.state.kind.as_str();
    if !TEXT_LIKE.contains(&kind) && !FORMED.iter().any(|(name, _)| *name == kind) {
        let hint = match kind {
            "select" => "use select",
            "checkbox" | "radio" => "use check",
            "file" => "use upload",
            _ => "use click, or fill the field inside it",
        };
        return Err(
            Error::new(ErrorKind::WrongKind, format!("{} takes no text", subject.words())).with_hint(hint)
        );
    }
    subject.check_operable()?;
    if subject.state.read_only {
        return Err(Error::new(ErrorKind::ReadOnly, format!("{} is read-only", subject.words())));
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    AtOnce,
    KeyByKey,
}

async fn replace(scene: &mut Scene<'_>, subject: &Subject, text: &str, way: Way) -> Result<()> {
    focus(scene, subject).await?;
    let _: Option<()> = subject.handle.call("selectAll", &[(); 0]).await?;
    let channel = subject.handle.channel.clone();
    if text.is_empty() {
        return keyboard::press(scene, &channel, &keys::parse("Delete")?).await;
    }
    match way {
        Way::AtOnce => keyboard::insert(scene, &channel, text).await,
        Way::KeyByKey => {
            keyboard::press(scene, &channel, &keys::parse("Delete")?).await?;
            keyboard::write(scene, &channel, text).await
        }
    }
}

async fn set_formed(scene: &mut Scene<'_>, subject: &Subject, text: &str) -> Result<()> {
    focus(scene, subject).await?;
    scene.dispatched = Dispatched::Maybe;
    let _: Option<()> = subject.handle.call("setValue", &(text,)).await?;
    scene.dispatched = Dispatched::Yes;
    Ok(())
}

/// Reads back, and again over some frames where it is not so yet: editors draw what they took a moment later.
async fn verify_soon(scene: &Scene<'_>, subject: &Subject, wanted: &str) -> Result<()> {
    for _ in 0..READS {
        if scene.tab.gate().is_err() || verify(subject, wanted, None).await.is_ok() {
            return Ok(());
        }
        let _: Option<()> = subject.handle.call("frames", &[(); 0]).await?;
    }
    verify(subject, wanted, None).await
}

/// Whether a field still holds what it held before anything was sent.
async fn untouched(subject: &Subject) -> bool {
    subject.read().await.is_ok_and(|now| now.value == subject.state.value)
}

/// Reads back what a field holds. A field that went away with what it caused (a form that submitted itself) is no lie.
async fn verify(subject: &Subject, wanted: &str, form: Option<&str>) -> Result<()> {
    let Ok(state) = subject.read().await else { return Ok(()) };
    let holds = state.value.unwrap_or_default();
    if same(&state.kind, &holds, wanted) {
        return Ok(());
    }
    let secret = state.secret;
    let what = if secret { "something else".to_owned() } else { format!("{holds:?}") };
    let message = match form {
        Some(form) => format!("{} wants {form} and holds {what}", subject.words()),
        None => format!("{} did not take the text: it holds {what}", subject.words()),
    };
    let error = Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes);
    Err(if secret { error } else { error.with_obstacle(Obstacle::Holds(holds)) })
}

/// What was typed must stand at the end of what was there; a field that changed it on the way rejected it.
async fn verify_typed(subject: &Subject, before: Option<&str>, text: &str) -> Result<()> {
    if text.contains(['\n', '\t']) {
        return Ok(()); // keys that leave the field or submit it
    }
    let Ok(state) = subject.read().await else { return Ok(()) };
    let wanted = format!("{}{text}", before.unwrap_or_default());
    let holds = state.value.unwrap_or_default();
    if same(&state.kind, &holds, &wanted) || holds.ends_with(text) {
        return Ok(());
    }
    let error =
        Error::new(ErrorKind::ValueRejected, format!("{} did not take all of the text", subject.words()))
            .after(Dispatched::Yes);
    Err(if state.secret { error } else { error.with_obstacle(Obstacle::Holds(holds)) })
}

fn same(kind: &str, holds: &str, wanted: &str) -> bool {
    if holds == wanted {
        return true;
    }
    let lines = |text: &str| text.replace("\r\n", "\n").trim_end_matches('\n').to_owned();
    match kind {
        "textarea" => lines(holds) == lines(wanted),
        // Rich editors make paragraphs of lines; what counts is what can be read.
        "editable" => holds.split_whitespace().eq(wanted.split_whitespace()),
        "number" | "range" => {
            holds.parse::<f64>().ok().zip(wanted.parse::<f64>().ok()).is_some_and(|(a, b)| a == b)
        }
        "color" => holds.eq_ignore_ascii_case(wanted),
        "time" | "datetime-local" => holds.strip_prefix(wanted).is_some_and(|rest| rest == ":00"),
        _ => false,
    }
}
