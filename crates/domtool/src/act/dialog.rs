//! Answers the page's open dialog.

use domtool_page::view::quoted;

use super::{ActionContext, ActionOutcome};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    report::DialogKind,
    tab,
};

/// Answers the open dialog.
pub(crate) async fn answer(
    ctx: &mut ActionContext<'_>,
    accept: bool,
    text: Option<&str>,
) -> Result<ActionOutcome> {
    let open = ctx.tab.state().dialog.clone();
    let Some(open) = open else {
        return Err(Error::new(ErrorKind::NotFound, "no dialog is open").with_hint("observe to see the page"));
    };
    if text.is_some() && open.info.kind != DialogKind::Prompt {
        return Err(Error::new(ErrorKind::WrongKind, format!("an open {} takes no text", open.info.kind)));
    }
    ctx.note_dispatched(Dispatched::Maybe);
    tab::close_dialog(ctx.tab, &open, accept, text).await?;
    ctx.note_dispatched(Dispatched::Yes);
    let word = if accept { "accepted" } else { "dismissed" };
    Ok(ActionOutcome {
        feedback: format!("{word} the {} {}", open.info.kind, quoted(&open.info.message)),
        target: None,
    })
}
