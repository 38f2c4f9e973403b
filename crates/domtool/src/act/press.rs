//! Keys for an element, or for whatever has the focus.

use domtool_cdp::{
    Channel,
    protocol::{FrameId, dom},
};
use domtool_page::identity::ElementId;

use super::{Done, Scene, fields, keyboard, keys, resolve};
use crate::{error::Result, world::World};

/// Presses keys, on an element or where the focus is.
pub(crate) async fn press(scene: &mut Scene<'_>, target: Option<ElementId>, keys: &str) -> Result<Done> {
    let strokes = keys::parse(keys)?;
    let (channel, target) = match target {
        Some(target) => {
            let subject = resolve::resolve(scene, target).await?;
            subject.check_operable()?;
            fields::focus(scene, &subject).await?;
            (subject.handle.channel.clone(), Some(subject.target))
        }
        None => (focused_channel(scene).await?, None),
    };
    keyboard::press(scene, &channel, &strokes).await?;
    Ok(Done {
        feedback: format!("pressed {}", keys.split_whitespace().collect::<Vec<_>>().join(" ")),
        target,
    })
}

/// The channel that keys go to: that of the innermost frame with the focus.
pub(crate) async fn focused_channel(scene: &Scene<'_>) -> Result<Channel> {
    let tab = scene.tab;
    let mut root: FrameId = tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
    let mut channel = tab.main_channel()?;
    loop {
        let Some(world) = World::of(tab, &root) else { return Ok(channel) };
        let Some((_, backend)) = world.element("deepActive").await.map_err(|error| tab.explain(error))?
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
