//! The keyboard: strokes and text as trusted events.

use domtool_cdp::{
    Channel,
    protocol::input::{DispatchKeyEvent, InsertText, KeyEventType},
};

use super::{
    Scene,
    action::Modifiers,
    keys::{self, Key, Stroke},
    pointer::through,
};
use crate::error::{Dispatched, Result};

/// Presses strokes one after the other.
pub(crate) async fn press(scene: &mut Scene<'_>, channel: &Channel, strokes: &[Stroke]) -> Result<()> {
    for stroke in strokes {
        for _ in 0..stroke.times {
            let mut sent = Vec::new();
            let held = modifier_keys(stroke.modifiers);
            let mut down = Modifiers::default();
            for (name, hold) in &held {
                hold(&mut down);
                if let Some(key) = keys::named(name) {
                    sent.push(channel.post(&event(KeyEventType::RawKeyDown, &key, down)));
                }
            }
            let kind =
                if stroke.key.text.is_some() { KeyEventType::KeyDown } else { KeyEventType::RawKeyDown };
            let mut pressed = event(kind, &stroke.key, stroke.modifiers);
            pressed.commands = editing_command(stroke);
            sent.push(channel.post(&pressed));
            sent.push(channel.post(&event(KeyEventType::KeyUp, &stroke.key, stroke.modifiers)));
            for (name, _) in held.iter().rev() {
                if let Some(key) = keys::named(name) {
                    sent.push(channel.post(&event(KeyEventType::KeyUp, &key, Modifiers::default())));
                }
            }
            scene.dispatched = Dispatched::Maybe;
            through(scene, sent).await?;
            scene.dispatched = Dispatched::Yes;
            if scene.tab.gate().is_err() {
                return Ok(()); // a dialog opened: the rest would go nowhere
            }
        }
    }
    Ok(())
}

/// Writes text key by key; what no key writes is inserted as an input method would.
pub(crate) async fn write(scene: &mut Scene<'_>, channel: &Channel, text: &str) -> Result<()> {
    for c in text.chars() {
        let key = match c {
            '\n' => keys::named("Enter").map(|key| (key, false)),
            '\r' => continue,
            '\t' => keys::named("Tab").map(|key| (key, false)),
            _ => keys::of_character(c),
        };
        match key {
            Some((key, shift)) => {
                let modifiers = Modifiers { shift, ..Modifiers::default() };
                press(scene, channel, &[Stroke { modifiers, key, times: 1 }]).await?;
            }
            None => insert(scene, channel, &c.to_string()).await?,
        }
        if scene.tab.gate().is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Inserts text at once: `beforeinput` and `input`, no key events.
pub(crate) async fn insert(scene: &mut Scene<'_>, channel: &Channel, text: &str) -> Result<()> {
    scene.dispatched = Dispatched::Maybe;
    through(scene, vec![channel.post(&InsertText { text: text.to_owned() })]).await?;
    scene.dispatched = Dispatched::Yes;
    Ok(())
}

type Hold = (&'static str, fn(&mut Modifiers));

fn modifier_keys(modifiers: Modifiers) -> Vec<Hold> {
    let mut held: Vec<Hold> = Vec::new();
    if modifiers.control {
        held.push(("Control", |m| m.control = true));
    }
    if modifiers.alt {
        held.push(("Alt", |m| m.alt = true));
    }
    if modifiers.meta {
        held.push(("Meta", |m| m.meta = true));
    }
    if modifiers.shift {
        held.push(("Shift", |m| m.shift = true));
    }
    held
}

/// On macOS editing chords are the system's doing, which a synthetic key does not reach; so the command goes along.
fn editing_command(stroke: &Stroke) -> Option<Vec<String>> {
    let modifiers = stroke.modifiers;
    let chord = if cfg!(target_os = "macos") { modifiers.meta } else { modifiers.control };
    if !chord || modifiers.alt {
        return None;
    }
    let command = match (stroke.key.code.as_str(), modifiers.shift) {
        ("KeyA", false) => "selectAll",
        ("KeyC", false) => "copy",
        ("KeyX", false) => "cut",
        ("KeyV", false) => "paste",
        ("KeyZ", false) => "undo",
        ("KeyZ", true) => "redo",
        _ => return None,
    };
    Some(vec![command.to_owned()])
}

fn event(kind: KeyEventType, key: &Key, modifiers: Modifiers) -> DispatchKeyEvent {
    let text = key.text.clone().filter(|_| kind == KeyEventType::KeyDown);
    DispatchKeyEvent {
        r#type: kind,
        modifiers: Some(modifiers.bits()),
        unmodified_text: text.clone(),
        text,
        code: Some(key.code.clone()),
        key: Some(key.key.clone()),
        windows_virtual_key_code: Some(key.key_code),
        location: (key.location != 0).then_some(key.location),
        ..Default::default()
    }
}
