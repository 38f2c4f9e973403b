//! A click event without a click, on request only: for what no pointer reaches. The page can tell it from a person's.

use domtool_page::identity::ElementId;
use tokio::time::Instant;

use crate::{
    act::{Done, Scene, resolve},
    error::{Dispatched, Error, ErrorKind, Result},
    tab::PATIENCE,
};

/// Sends an untrusted `click` to an element, wherever it is.
pub(crate) async fn send_click_event(scene: &mut Scene<'_>, target: ElementId) -> Result<Done> {
    let subject = resolve::resolve(scene, target).await?;
    // Browsers give a disabled control no click events, and neither do we.
    if subject.state.disabled {
        return Err(Error::new(ErrorKind::Disabled, format!("{} is disabled", subject.words())));
    }
    subject.ground.confirm(scene).await?;
    scene.dispatched = Dispatched::Maybe;
    let opened = scene.tab.until(Instant::now() + PATIENCE, |state| state.dialog.is_some().then_some(()));
    let kept: Option<bool> = tokio::select! {
        kept = subject.handle.call("clickEvent", &[(); 0]) => kept?,
        // A dialog that the page opens for it holds the answer up, and is one.
        Some(()) = opened => None,
    };
    scene.dispatched = Dispatched::Yes;
    let kept = if kept == Some(true) { "; the page kept its default from happening" } else { "" };
    let feedback = format!(
        "{} got a click event that is not trusted: no pointer was moved, and the page can tell{kept}",
        subject.words()
    );
    Ok(Done { feedback, target: Some(subject.target) })
}
