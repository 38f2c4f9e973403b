//! Editors that draw their text themselves and take it by a field that nobody sees: text goes in by pasting, as typing
//! sets off their own indenting and closing of brackets, and is read back by copying all of it.

use domtool_page::view::quoted;

use super::{focus::focus, kind};
use crate::{
    act::{ActionContext, ActionOutcome, hit, keyboard, resolve::ResolvedElement, verify::Proof},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    world::calls::{self, Call, Element, OnNode},
};

/// How often what an editor holds is read back, two frames apart.
const READS: u32 = 3;

/// Replaces what an editor holds; an empty text empties it.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let taker = settle_in(ctx, &subject).await?;
    let mut holds = None;
    // Some take what is inserted and no paste.
    for pasted in [true, false] {
        replace(ctx, &taker, text, pasted).await?;
        holds = read_back(ctx, &taker, text).await?;
        if ctx.tab.gate().is_err() || holds.as_deref().is_none_or(|holds| same(holds, text)) {
            break;
        }
    }
    collapse(ctx, &taker).await?;
    let name = subject.words();
    let feedback = match holds {
        _ if ctx.tab.gate().is_err() => format!("{name} was filled, and a dialog opened"),
        Some(holds) if !same(&holds, text) => return Err(rejected(&subject, &holds)),
        Some(_) | None if text.is_empty() => format!("{name} is empty"),
        Some(_) if subject.state.secret => format!("{name} is filled"),
        Some(_) => format!("{name} holds {text}", text = quoted(&text)),
        None => {
            ctx.proof = Some(Proof::Arrived);
            format!("the text was given to {name}; what it holds now cannot be read back")
        }
    };
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// Adds text at the end, key by key: what the editor makes of it (brackets it closes, lines it indents) is its own.
pub(super) async fn type_text(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let taker = settle_in(ctx, &subject).await?;
    go_to_end(ctx, &taker).await?;
    let channel = taker.handle.channel.clone();
    keyboard::write(ctx, &channel, text).await?;
    ctx.proof = Some(Proof::Arrived);
    let mut feedback = format!("typed {} characters at the end of {}", text.chars().count(), subject.words());
    if draws(ctx, &subject, text).await == Some(false) {
        feedback.push_str("; what it draws does not show them");
    }
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// The field that takes the text of an editor that a person can reach, with the focus.
async fn settle_in(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<ResolvedElement> {
    let root = part(ctx, subject, calls::EDITOR_ROOT).await?;
    let taker = part(ctx, subject, calls::EDITOR_TAKER).await?;
    root.check_operable()?;
    kind::check_writable(&taker, subject)?;
    // The unseen field cannot be hit; what draws its text can.
    let drawn = subject.state.kind.is_empty() && subject.backend != taker.backend;
    hit::point(ctx, if drawn { subject } else { &root }, None).await?;
    focus(ctx, &taker).await?;
    Ok(taker)
}

/// Whether the editor draws a text, or the end of it; `None` where nobody is left to ask.
async fn draws(ctx: &ActionContext<'_>, subject: &ResolvedElement, text: &str) -> Option<bool> {
    ctx.tab.gate().ok()?;
    subject.handle.call(calls::TWO_FRAMES, &()).await.ok()?;
    let root = part(ctx, subject, calls::EDITOR_ROOT).await.ok()?;
    let solid = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = solid(text.trim_end().lines().next_back().unwrap_or_default());
    Some(solid(&root.state.text).contains(&wanted))
}

async fn part(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    helper: Call<OnNode, (), Option<Element>>,
) -> Result<ResolvedElement> {
    let given = subject.handle.element(helper).await.map_err(|error| ctx.tab.explain(error))?;
    let Some((handle, backend)) = given else {
        let message = format!("{} was drawn anew meanwhile", subject.words());
        return Err(Error::new(ErrorKind::NotActionable, message));
    };
    let mut part = ResolvedElement { handle, backend, ..subject.clone() };
    part.state = part.read().await?;
    Ok(part)
}

async fn replace(
    ctx: &mut ActionContext<'_>,
    taker: &ResolvedElement,
    text: &str,
    pasted: bool,
) -> Result<()> {
    press(ctx, taker, all()).await?;
    let channel = taker.handle.channel.clone();
    if text.is_empty() {
        return press(ctx, taker, "Delete").await;
    }
    if pasted && keyboard::give(ctx, &channel, text).await? || ctx.tab.gate().is_err() {
        return Ok(());
    }
    keyboard::insert(ctx, &channel, text).await
}

/// All that an editor holds, over some frames until it is what was given; `None` where it does not tell.
async fn read_back(
    ctx: &mut ActionContext<'_>,
    taker: &ResolvedElement,
    text: &str,
) -> Result<Option<String>> {
    let channel = taker.handle.channel.clone();
    let mut last = None;
    for _ in 0..READS {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        taker.handle.call(calls::TWO_FRAMES, &()).await?;
        press(ctx, taker, all()).await?;
        last = keyboard::selected(ctx, &channel).await?;
        if last.as_deref().is_some_and(|holds| same(holds, text)) {
            break;
        }
    }
    Ok(last)
}

/// Takes the selection off, so that what is typed next replaces nothing.
async fn collapse(ctx: &mut ActionContext<'_>, taker: &ResolvedElement) -> Result<()> {
    if ctx.tab.gate().is_err() {
        return Ok(());
    }
    press(ctx, taker, "ArrowRight").await
}

async fn press(ctx: &mut ActionContext<'_>, taker: &ResolvedElement, keys: &str) -> Result<()> {
    let channel = taker.handle.channel.clone();
    keyboard::press(ctx, &channel, &keyboard::keys::parse(keys)?).await
}

/// Puts the caret behind all that an editor holds, by the keys that a person presses.
pub(super) async fn go_to_end(ctx: &mut ActionContext<'_>, taker: &ResolvedElement) -> Result<()> {
    press(ctx, taker, if cfg!(target_os = "macos") { "Meta+ArrowDown" } else { "Control+End" }).await
}

fn all() -> &'static str {
    if cfg!(target_os = "macos") { "Meta+A" } else { "Control+A" }
}

/// The same text, however lines end; an editor without text may copy an empty line.
fn same(holds: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").replace('\u{a0}', " ");
    let (holds, wanted) = (plain(holds), plain(wanted));
    holds.trim_end_matches('\n') == wanted.trim_end_matches('\n')
}

fn rejected(subject: &ResolvedElement, holds: &str) -> Error {
    let error = Error::new(ErrorKind::ValueRejected, format!("{} holds something else", subject.words()));
    let error = error.after(Dispatched::Yes);
    if subject.state.secret { error } else { error.with_obstacle(Obstacle::Holds(holds.to_owned())) }
}
