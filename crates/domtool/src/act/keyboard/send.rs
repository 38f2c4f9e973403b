//! Sending keys: strokes and text as trusted events, each with the keys of its modifiers around it.

use domtool_cdp::{
    Channel,
    protocol::input::{DispatchKeyEvent, InsertText, KeyEventType},
};

use super::{
    editing::{self, Platform},
    keys::{self, Stroke},
    table::{self, Key},
};
use crate::{
    act::{ActionContext, action::Modifiers, pointer::through, refused::unless_left},
    error::{Dispatched, Error, ErrorKind, Result},
    world::{Handle, calls, data::Receives},
};

/// How often it is asked, two frames apart, whether something has the focus that takes keys.
const RECEIVES: u32 = 3;

/// Presses strokes one after the other.
pub(crate) async fn press(ctx: &mut ActionContext<'_>, channel: &Channel, strokes: &[Stroke]) -> Result<()> {
    for stroke in strokes {
        press_one(ctx, channel, stroke).await?;
        if ctx.tab.gate().is_err() {
            return Ok(()); // a dialog opened: the rest would go nowhere
        }
    }
    Ok(())
}

/// Presses one stroke, as often as it says: the modifiers go down, stay down meanwhile, and come up.
pub(super) async fn press_one(ctx: &mut ActionContext<'_>, channel: &Channel, stroke: &Stroke) -> Result<()> {
    let mut down = Modifiers::default();
    let mut before = Vec::new();
    for (name, place) in keys::held_keys(stroke) {
        *place(&mut down) = true;
        before.extend(table::named(name).map(|key| event(KeyEventType::RawKeyDown, &key, down)));
    }
    let mut after = Vec::new();
    for (name, place) in keys::held_keys(stroke).rev() {
        *place(&mut down) = false;
        after.extend(table::named(name).map(|key| event(KeyEventType::KeyUp, &key, down)));
    }
    for time in 0..stroke.times {
        let (first, last) = (time == 0, time + 1 == stroke.times);
        let mut events = if first { std::mem::take(&mut before) } else { Vec::new() };
        events.push(pressed(stroke, stroke.held && !first));
        events.extend(system_character(stroke));
        if last || !stroke.held {
            events.push(released(stroke));
        }
        if last {
            events.append(&mut after);
        }
        let sent = events.iter().map(|event| channel.post(event)).collect();
        ctx.note_dispatched(Dispatched::Maybe);
        through(ctx, sent).await?;
        ctx.note_dispatched(Dispatched::Yes);
        if ctx.tab.gate().is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Writes text key by key; what no key writes is inserted as an input method would.
pub(crate) async fn write(ctx: &mut ActionContext<'_>, channel: &Channel, text: &str) -> Result<()> {
    write_while(ctx, channel, text, None).await.map(drop)
}

/// The same for a field, as long as anything takes the keys: the field may go away, or lose the focus, at any of them. How many
/// characters were sent.
pub(crate) async fn write_into(ctx: &mut ActionContext<'_>, field: &Handle, text: &str) -> Result<usize> {
    let channel = field.channel.clone();
    write_while(ctx, &channel, text, Some(field)).await
}

async fn write_while(
    ctx: &mut ActionContext<'_>,
    channel: &Channel,
    text: &str,
    field: Option<&Handle>,
) -> Result<usize> {
    // Keys that leave the field are meant to.
    let mut within = field;
    for (at, c) in text.chars().enumerate() {
        if let Some(field) = within
            && !is_received(ctx, field).await?
        {
            return Ok(at);
        }
        within = within.filter(|_| !matches!(c, '\n' | '\t'));
        if at > 0 && !ctx.key_delay.is_zero() {
            // The caller asked for it: some pages take only what comes as slowly as from a person.
            tokio::time::sleep(ctx.key_delay).await;
        }
        let key = match c {
            '\n' => table::named("Enter").map(|key| (key, false)),
            '\r' => continue,
            '\t' => table::named("Tab").map(|key| (key, false)),
            _ => table::of_character(c),
        };
        match key {
            Some((key, shift)) => {
                keep_in_document(ctx).await?;
                let modifiers = Modifiers { shift, ..Modifiers::default() };
                press(ctx, channel, &[Stroke::once(modifiers, key)]).await?;
            }
            None => insert(ctx, channel, &c.to_string()).await?,
        }
        if ctx.tab.gate().is_err() {
            return Ok(at + 1);
        }
    }
    Ok(text.chars().count())
}

/// Whether something takes the keys that are meant for a field; pages that draw it anew may give its successor the focus a frame later.
///
/// # Errors
/// Where the browser refuses to say; a page that was left takes no keys.
pub(crate) async fn is_received(ctx: &ActionContext<'_>, field: &Handle) -> Result<bool> {
    for asked in 0..=RECEIVES {
        match unless_left(ctx, field.call(calls::RECEIVES, &()).await).await? {
            None => return Ok(false),
            Some(Receives::Nobody) if asked < RECEIVES => {}
            Some(receives) => return Ok(receives != Receives::Nobody),
        }
        if field.call(calls::TWO_FRAMES, &()).await.is_err() || ctx.tab.gate().is_err() {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Inserts text at once: `beforeinput` and `input`, no key events.
pub(crate) async fn insert(ctx: &mut ActionContext<'_>, channel: &Channel, text: &str) -> Result<()> {
    keep_in_document(ctx).await?;
    ctx.note_dispatched(Dispatched::Maybe);
    through(ctx, vec![channel.post(&InsertText { text: text.to_owned() })]).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(())
}

/// Of a secret no more is sent once the focus is in another document than the one that it is bound to: that may be anybody's.
pub(super) async fn keep_in_document(ctx: &ActionContext<'_>) -> Result<()> {
    let Some(subject) = ctx.subject().filter(|_| ctx.reveals) else { return Ok(()) };
    if subject.handle.call(calls::KEEPS_KEYS, &()).await? {
        return Ok(());
    }
    let message = format!("another document took the focus from {}", subject.words());
    Err(Error::new(ErrorKind::NotActionable, message)
        .with_hint("what is stored was not written to its end; see what takes the focus"))
}

fn pressed(stroke: &Stroke, repeated: bool) -> DispatchKeyEvent {
    let kind = if stroke.key.text.is_some() { KeyEventType::KeyDown } else { KeyEventType::RawKeyDown };
    let mut held = stroke.modifiers;
    if let Some(place) = keys::place_of(&stroke.key) {
        *place(&mut held) = true;
    }
    let mut pressed = event(kind, &stroke.key, held);
    pressed.commands = editing::commands(Platform::HERE, stroke);
    pressed.auto_repeat = repeated.then_some(true);
    pressed
}

/// The character of an access key's chord, which is the system's and so no `keypress`: Chromium finds access keys by it.
fn system_character(stroke: &Stroke) -> Option<DispatchKeyEvent> {
    let held = Modifiers { shift: false, ..stroke.modifiers };
    let chord = Modifiers { alt: true, control: Platform::HERE == Platform::Mac, ..Modifiers::default() };
    if held != chord || stroke.key.key.chars().count() != 1 {
        return None;
    }
    Some(DispatchKeyEvent {
        text: Some(stroke.key.key.clone()),
        unmodified_text: Some(stroke.key.key.clone()),
        is_system_key: Some(true),
        ..event(KeyEventType::Char, &stroke.key, stroke.modifiers)
    })
}

fn released(stroke: &Stroke) -> DispatchKeyEvent {
    let mut held = stroke.modifiers;
    if let Some(place) = keys::place_of(&stroke.key) {
        *place(&mut held) = false;
    }
    event(KeyEventType::KeyUp, &stroke.key, held)
}

pub(super) fn event(kind: KeyEventType, key: &Key, modifiers: Modifiers) -> DispatchKeyEvent {
    let down = kind != KeyEventType::KeyUp;
    let text = key.text.clone().filter(|_| kind == KeyEventType::KeyDown);
    // A chord writes nothing, but access keys are found by what the key would write.
    let character = (key.key.chars().count() == 1).then(|| key.key.clone());
    DispatchKeyEvent {
        r#type: kind,
        modifiers: Some(modifiers.bits()),
        unmodified_text: text.clone().or(character).filter(|_| down),
        text,
        code: Some(key.code.clone()),
        key: Some(key.key.clone()),
        windows_virtual_key_code: Some(key.key_code),
        // The protocol has a flag of its own for the numeric pad.
        location: matches!(key.location, 1 | 2).then_some(key.location),
        is_keypad: (key.location == 3).then_some(true),
        ..Default::default()
    }
}
