//! Text added key by key.

use domtool_page::identity::ElementId;

use super::{
    focus::settle_in,
    held,
    kind::{self, Kind},
    same::likeness,
};
use crate::{
    act::{
        Done, Scene, hit, keyboard,
        refused::unless_left,
        resolve::{self, Subject},
    },
    error::{Error, ErrorKind, Result},
};

/// Adds text key by key, at the end of a field or where the focus is.
pub(crate) async fn type_text(scene: &mut Scene<'_>, target: Option<ElementId>, text: &str) -> Result<Done> {
    let Some(target) = target else {
        let channel = keyboard::focused_channel(scene).await?;
        keyboard::write(scene, &channel, text).await?;
        let feedback = format!("typed {} characters where the focus is", text.chars().count());
        return Ok(Done { feedback, target: None });
    };
    let subject = resolve::resolve(scene, target).await?;
    if kind::of(&subject).await? == Kind::Choice {
        let message = format!("{} is a list to choose from", subject.words());
        return Err(Error::new(ErrorKind::WrongKind, message).with_hint("use select"));
    }
    kind::check_free(&subject)?;
    hit::point(scene, &subject, None).await?;
    let subject = settle_in(scene, subject).await?;
    let _: Option<()> = subject.handle.call("caretAtEnd", &[(); 0]).await?;
    let before = subject.read().await?.value;
    let channel = subject.handle.channel.clone();
    keyboard::write(scene, &channel, text).await?;
    if scene.tab.gate().is_ok() {
        verify(scene, &subject, before.as_deref(), text).await?;
    }
    // Of a secret not even its length.
    let feedback = match subject.state.secret {
        true => format!("typed into {}", subject.words()),
        false => format!("typed {} characters into {}", text.chars().count(), subject.words()),
    };
    Ok(Done { feedback, target: Some(subject.target) })
}

/// What was typed must stand at the end of what was there; a field that changed it on the way rejected it.
async fn verify(scene: &Scene<'_>, subject: &Subject, before: Option<&str>, text: &str) -> Result<()> {
    if text.contains(['\n', '\t']) {
        return Ok(()); // keys that leave the field or submit it
    }
    let Some(state) = unless_left(scene, subject.read().await).await? else { return Ok(()) };
    let wanted = format!("{}{text}", before.unwrap_or_default());
    let holds = state.value.unwrap_or_default();
    if likeness(&state.kind, &holds, &wanted).is_some() || holds.ends_with(text) {
        return Ok(());
    }
    Err(held::rejected(subject, &holds, "did not take all of the text"))
}
