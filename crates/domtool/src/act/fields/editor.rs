//! Editors that draw their text themselves and take it by a field that nobody sees: text goes in by pasting, as typing
//! sets off their own indenting and closing of brackets, and is read back by copying all of it.

use domtool_page::view::quoted;

use super::{focus::focus, kind};
use crate::{
    act::{Done, Scene, hit, keyboard, resolve::Subject, verify::Proof},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
};

/// How often what an editor holds is read back, two frames apart.
const READS: u32 = 3;

/// Replaces what an editor holds; an empty text empties it.
pub(super) async fn fill(scene: &mut Scene<'_>, subject: Subject, text: &str) -> Result<Done> {
    let taker = settle_in(scene, &subject).await?;
    let mut holds = None;
    // Some take what is inserted and no paste.
    for pasted in [true, false] {
        replace(scene, &taker, text, pasted).await?;
        holds = read_back(scene, &taker, text).await?;
        if scene.tab.gate().is_err() || holds.as_deref().is_none_or(|holds| same(holds, text)) {
            break;
        }
    }
    collapse(scene, &taker).await?;
    let name = subject.words();
    let feedback = match holds {
        _ if scene.tab.gate().is_err() => format!("{name} was filled, and a dialog opened"),
        Some(holds) if !same(&holds, text) => return Err(rejected(&subject, &holds)),
        Some(_) | None if text.is_empty() => format!("{name} is empty"),
        Some(_) if subject.state.secret => format!("{name} is filled"),
        Some(_) => format!("{name} holds {text}", text = quoted(&text)),
        None => {
            scene.proof = Some(Proof::Arrived);
            format!("the text was given to {name}; what it holds now cannot be read back")
        }
    };
    Ok(Done { feedback, target: Some(subject.target) })
}

/// Adds text at the end, key by key: what the editor makes of it (brackets it closes, lines it indents) is its own.
pub(super) async fn type_text(scene: &mut Scene<'_>, subject: Subject, text: &str) -> Result<Done> {
    let taker = settle_in(scene, &subject).await?;
    press(scene, &taker, end()).await?;
    let channel = taker.handle.channel.clone();
    keyboard::write(scene, &channel, text).await?;
    scene.proof = Some(Proof::Arrived);
    let feedback = format!("typed {} characters at the end of {}", text.chars().count(), subject.words());
    Ok(Done { feedback, target: Some(subject.target) })
}

/// The field that takes the text of an editor that a person can reach, with the focus.
async fn settle_in(scene: &mut Scene<'_>, subject: &Subject) -> Result<Subject> {
    let root = part(scene, subject, "editorRoot").await?;
    let taker = part(scene, subject, "editorTaker").await?;
    root.check_operable()?;
    kind::check_writable(&taker, subject)?;
    // The unseen field cannot be hit; what draws its text can.
    let seen = if subject.state.kind.is_empty() { subject } else { &root };
    hit::point(scene, seen, None).await?;
    focus(scene, &taker).await?;
    Ok(taker)
}

async fn part(scene: &Scene<'_>, subject: &Subject, helper: &str) -> Result<Subject> {
    let given = subject.handle.element(helper).await.map_err(|error| scene.tab.explain(error))?;
    let Some((handle, backend)) = given else {
        let message = format!("{} was drawn anew meanwhile", subject.words());
        return Err(Error::new(ErrorKind::NotActionable, message));
    };
    let mut part = Subject { handle, backend, ..subject.clone() };
    part.state = part.read().await?;
    Ok(part)
}

async fn replace(scene: &mut Scene<'_>, taker: &Subject, text: &str, pasted: bool) -> Result<()> {
    press(scene, taker, all()).await?;
    let channel = taker.handle.channel.clone();
    if text.is_empty() {
        return press(scene, taker, "Delete").await;
    }
    if pasted && keyboard::give(scene, &channel, text).await? || scene.tab.gate().is_err() {
        return Ok(());
    }
    keyboard::insert(scene, &channel, text).await
}

/// All that an editor holds, over some frames until it is what was given; `None` where it does not tell.
async fn read_back(scene: &mut Scene<'_>, taker: &Subject, text: &str) -> Result<Option<String>> {
    let channel = taker.handle.channel.clone();
    let mut last = None;
    for _ in 0..READS {
        if scene.tab.gate().is_err() {
            return Ok(None);
        }
        let _: Option<()> = taker.handle.call("frames", &[(); 0]).await?;
        press(scene, taker, all()).await?;
        last = keyboard::selected(scene, &channel).await?;
        if last.as_deref().is_some_and(|holds| same(holds, text)) {
            break;
        }
    }
    Ok(last)
}

/// Takes the selection off, so that what is typed next replaces nothing.
async fn collapse(scene: &mut Scene<'_>, taker: &Subject) -> Result<()> {
    if scene.tab.gate().is_err() {
        return Ok(());
    }
    press(scene, taker, "ArrowRight").await
}

async fn press(scene: &mut Scene<'_>, taker: &Subject, keys: &str) -> Result<()> {
    let channel = taker.handle.channel.clone();
    keyboard::press(scene, &channel, &keyboard::keys::parse(keys)?).await
}

fn all() -> &'static str {
    if cfg!(target_os = "macos") { "Meta+A" } else { "Control+A" }
}

fn end() -> &'static str {
    if cfg!(target_os = "macos") { "Meta+ArrowDown" } else { "Control+End" }
}

/// The same text, however lines end; an editor without text may copy an empty line.
fn same(holds: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").replace('\u{a0}', " ");
    let (holds, wanted) = (plain(holds), plain(wanted));
    holds.trim_end_matches('\n') == wanted.trim_end_matches('\n')
}

fn rejected(subject: &Subject, holds: &str) -> Error {
    let error = Error::new(ErrorKind::ValueRejected, format!("{} holds something else", subject.words()));
    let error = error.after(Dispatched::Yes);
    if subject.state.secret { error } else { error.with_obstacle(Obstacle::Holds(holds.to_owned())) }
}
