//! The texts of style sheets of other origins. A page's scripts cannot read their rules, and so neither can `hovers.js`, which needs them to
//! tell what hovering shows. Fixture: on-hover.html.

use domtool_cdp::{
    Channel,
    protocol::{FrameId, page},
};

use crate::limits::STYLE_SHEET_BYTES;

/// Each sheet's text. None where the browser has it no more, or it is too long; an empty one where nothing came of its request.
pub(super) async fn texts(
    channel: &Channel,
    frame: &FrameId,
    urls: Vec<String>,
) -> Vec<(String, Option<String>)> {
    let asked: Vec<_> = urls
        .into_iter()
        .map(|url| {
            let content = page::GetResourceContent { frame_id: frame.clone(), url: url.clone() };
            (url, channel.post(&content))
        })
        .collect();
    let mut texts = Vec::with_capacity(asked.len());
    for (url, pending) in asked {
        let reply = pending.reply().await;
        let text = reply.ok().filter(|reply| !reply.base64_encoded).map(|reply| reply.content);
        texts.push((url, text.filter(|text| text.len() <= STYLE_SHEET_BYTES)));
    }
    if texts.iter().any(|(_, text)| text.is_none()) {
        let failed = failed(channel, frame).await;
        for (_, text) in texts.iter_mut().filter(|(url, text)| text.is_none() && failed.contains(url)) {
            *text = Some(String::new());
        }
    }
    texts
}

/// The addresses whose requests of a frame came to nothing.
async fn failed(channel: &Channel, frame: &FrameId) -> Vec<String> {
    let Ok(reply) = channel.call(&page::GetResourceTree {}).await else { return Vec::new() };
    let mut pending = vec![reply.frame_tree];
    while let Some(tree) = pending.pop() {
        if tree.frame.id == *frame {
            let failed = tree.resources.into_iter().filter(|resource| resource.failed.unwrap_or_default());
            return failed.map(|resource| resource.url).collect();
        }
        pending.extend(tree.child_frames.unwrap_or_default());
    }
    Vec::new()
}
