//! `press`: keys and chords on an element or where the focus is, with proof that the page heard them.

use domtool_cdp::{
    Channel,
    protocol::{FrameId, dom},
};
use domtool_page::identity::ElementId;

use super::{
    Keys, clipboard,
    editing::{self, Platform},
    keys::Stroke,
    send,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, fields,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        unheard,
    },
    error::{Error, ErrorKind, Result},
    tab::Entry,
    world::{call_all, calls, data::KeysHeard},
};

/// Why it is not known whether keys arrived.
const NO_LISTENER: &str = "no listener heard the keys";

/// The keys that move the caret of a text.
const CARET_KEYS: [&str; 8] =
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/// Presses keys, on an element or where the focus is.
pub(crate) async fn press(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    keys: &Keys,
) -> Result<ActionOutcome> {
    ctx.recorded().await;
    let subject = match target {
        Some(target) => {
            let subject = resolve::resolve(ctx, target).await?;
            subject.check_operable()?;
            let subject = fields::focus_anew(ctx, subject).await?;
            subject.handle.call(calls::LISTEN_FOR_KEYS, &()).await?;
            Some(subject)
        }
        None => {
            call_all(&ctx.tab.worlds(), calls::LISTEN_FOR_ANY_KEYS).await;
            None
        }
    };
    let mut channel = match &subject {
        Some(subject) => subject.handle.channel.clone(),
        None => focused_channel(ctx).await?,
    };
    for (at, stroke) in keys.strokes().iter().enumerate() {
        if at > 0 {
            channel = next_channel(ctx, channel).await?;
            if went_elsewhere(ctx) {
                return Err(navigated(keys.strokes(), at));
            }
        }
        match editing::clip(Platform::HERE, stroke) {
            Some(kind) => clipboard::press_clip(ctx, &channel, stroke, kind).await?,
            None => send::press_one(ctx, &channel, stroke).await?,
        }
        if ctx.tab.gate().is_err() {
            break; // a dialog opened: the rest would go nowhere
        }
        if at == 0 {
            arrived(ctx, subject.as_ref()).await?;
            if ctx.unheard.as_ref().is_some_and(|unheard| unheard.error.is_some()) {
                break; // the browser has the rest, too
            }
        }
    }
    ctx.caret &= keys.strokes().iter().all(|stroke| CARET_KEYS.contains(&stroke.key.key.as_str()));
    Ok(ActionOutcome { feedback: format!("pressed {keys}"), target: subject.map(|subject| subject.target) })
}

/// Fails when no document heard a key, or the element did not.
async fn arrived(ctx: &mut ActionContext<'_>, subject: Option<&ResolvedElement>) -> Result<()> {
    let Some(subject) = subject else {
        let worlds = ctx.tab.worlds();
        let heard: Vec<KeysHeard> = call_all(&worlds, calls::KEYS_HEARD).await;
        ctx.caret = heard.iter().any(|heard| heard.plain);
        // A document that went away by the key, or that is not watched, cannot tell.
        let all_told = heard.len() == worlds.len() && !went_elsewhere(ctx);
        if !all_told || heard.iter().any(|heard| heard.keys > 0) {
            return Ok(());
        }
        let missed = "the keys were sent, but no document of the page heard them";
        let kept = unheard::kept(ctx, missed).await?;
        if kept.is_none() && heard.iter().all(|heard| heard.first) {
            let message = "the keys were sent, but no document of the page has the focus to hear them";
            return Err(Error::new(ErrorKind::NotActionable, message)
                .with_hint("name the element that is to get them"));
        }
        return unheard::note(ctx, NO_LISTENER, kept);
    };
    // Where the key left the document, nobody is left to ask.
    let heard = subject.handle.call(calls::KEYS_HEARD, &()).await;
    let Some(heard) = unless_left(ctx, heard).await? else { return Ok(()) };
    ctx.caret = heard.plain;
    if heard.reached || !subject.read().await.is_ok_and(|state| state.connected) {
        return Ok(());
    }
    let missed = format!("the keys were sent but did not reach {}", subject.words());
    let kept = unheard::kept(ctx, &missed).await?;
    // Only the focus says where they went.
    let may_hear = heard.keys == 0 && !heard.first;
    if kept.is_some() || may_hear && subject.handle.call(calls::ACTIVE, &()).await.unwrap_or(true) {
        return unheard::note(ctx, NO_LISTENER, kept);
    }
    Err(Error::new(ErrorKind::NotActionable, format!("{missed}: it lost the focus")))
}

fn went_elsewhere(ctx: &ActionContext<'_>) -> bool {
    let state = ctx.tab.state();
    state.journal.since(ctx.mark).any(|(_, entry)| matches!(entry, Entry::Committed { main: true }))
}

fn navigated(strokes: &[Stroke], at: usize) -> Error {
    let pressed: Vec<&str> = strokes.iter().take(at).map(|stroke| stroke.key.key.as_str()).collect();
    let message = format!(
        "the page went elsewhere after {}; {} more were not pressed",
        pressed.join(" "),
        strokes.len().saturating_sub(at)
    );
    Error::new(ErrorKind::NavigatedAway, message)
}

/// Where the next key goes: a key may move the focus into a frame of another process, or out of one.
async fn next_channel(ctx: &ActionContext<'_>, channel: Channel) -> Result<Channel> {
    if ctx.tab.state().attachments.len() < 2 {
        return Ok(channel);
    }
    focused_channel(ctx).await
}

/// The channel that keys go to: that of the innermost frame with the focus.
pub(crate) async fn focused_channel(ctx: &ActionContext<'_>) -> Result<Channel> {
    let tab = ctx.tab;
    let mut root: FrameId = tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
    let mut channel = tab.main_channel()?;
    loop {
        let Some(world) = tab.world_of(&root) else { return Ok(channel) };
        let Some((_, backend)) =
            world.element(calls::DEEP_ACTIVE).await.map_err(|error| tab.explain(error))?
        else {
            return Ok(channel);
        };
        let describe = dom::DescribeNode { backend_node_id: Some(backend), ..Default::default() };
        let frame = channel.call(&describe).await.map_err(|error| tab.explain(error))?.node.frame_id;
        let inner = frame.and_then(|frame| tab.state().out_of_process(&frame).cloned());
        let Some(inner) = inner else { return Ok(channel) };
        channel = inner.channel;
        root = inner.root;
    }
}
