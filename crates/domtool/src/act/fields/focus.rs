//! The focus: text is sent only to the field that has it.

use domtool_cdp::protocol::dom;

use crate::{
    act::{Scene, resolve::Subject},
    error::{Error, ErrorKind, Result},
};

/// Focuses a field and makes sure that it, and nothing else, would get the keys.
pub(crate) async fn focus(scene: &mut Scene<'_>, subject: &Subject) -> Result<()> {
    let focus = dom::Focus { backend_node_id: Some(subject.backend) };
    match subject.handle.channel.call(&focus).await {
        Ok(_) => {}
        Err(error) if error.is_protocol() => return Err(no_focus(subject)),
        Err(error) => return Err(scene.tab.explain(error)),
    }
    let active: bool = subject.handle.call("active", &[(); 0]).await?;
    if !active {
        return Err(no_focus(subject));
    }
    // Scrolling to it or focusing it may have given its row to another.
    subject.ground.confirm(scene).await?;
    Ok(())
}

fn no_focus(subject: &Subject) -> Error {
    Error::new(ErrorKind::NotActionable, format!("{} does not take the focus", subject.words()))
}
