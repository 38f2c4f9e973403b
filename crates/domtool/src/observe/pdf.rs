//! What PDFs say. Chromium shows them by a plugin, which draws and has no nodes, in a viewer, which is a page of the browser's own
//! in a frame. The viewer is asked once a document for the text, which becomes part of the capture: what reads, finds and compares
//! pages needs to know nothing of it.

use std::sync::Arc;

use domtool_cdp::{Pending, protocol::runtime};
use domtool_page::capture::{PDF_VIEWER, PageCapture, UnreadFrame};

use crate::{
    limits::PDF_LOADS,
    tab::{Attachment, TabInner},
};

/// Puts into the capture what its PDFs say, at the end of their viewers' documents.
pub(super) async fn read(tab: &TabInner, attachments: &[Attachment], capture: &mut PageCapture<'_>) {
    let mut asked = Vec::new();
    for (at, (viewer, attachment)) in capture.sessions.iter().zip(attachments).enumerate() {
        let Some(document) = viewer.frames.first().filter(|frame| frame.url.starts_with(PDF_VIEWER)) else {
            continue;
        };
        let frame = document.frame.clone();
        let known = tab.state().frames.get(&frame).and_then(|frame| frame.pdf.clone());
        let pending = known.is_none().then(|| ask(attachment));
        asked.push((at, frame, known, pending));
    }
    for (at, frame, known, pending) in asked {
        let text = match pending {
            Some(pending) => answer(pending).await,
            None => known,
        };
        let Some(text) = text else {
            let reason = "the PDF has not loaded, or wants a password".to_owned();
            capture.unread.push(UnreadFrame { frame, owner: None, reason });
            continue;
        };
        if let Some(viewer) = capture.sessions.get_mut(at) {
            viewer.draw(&text);
        }
        if let Some(known) = tab.state().frames.get_mut(&frame) {
            known.pdf = Some(text);
        }
    }
}

fn ask(viewer: &Attachment) -> Pending<runtime::Evaluate> {
    viewer.channel.with_deadline(PDF_LOADS).post(&runtime::Evaluate {
        expression: include_str!("pdf.js").to_owned(),
        return_by_value: Some(true),
        await_promise: Some(true),
        ..Default::default()
    })
}

/// The text; `None` where the viewer has none to give.
async fn answer(pending: Pending<runtime::Evaluate>) -> Option<Arc<str>> {
    match pending.reply().await {
        Ok(reply) => reply.result.value.as_ref().and_then(|value| value.as_str()).map(Arc::from),
        Err(error) => {
            tracing::debug!(%error, "the viewer did not give the text of a PDF");
            None
        }
    }
}
