//! Input that was sent and that nothing in the page heard.

use crate::{
    error::{Error, ErrorKind, Result},
    tab::TabInner,
};

/// The error for it where the browser may have prompted for a login over the page, which swallows all input; the prompt is put away.
/// `missed` says what was not reached.
///
/// # Errors
/// What says that the page is lost.
pub(super) async fn by_prompt(tab: &TabInner, missed: &str) -> Result<Option<Error>> {
    if !tab.put_login_prompt_away().await? {
        return Ok(None);
    }
    let why = "the browser may have prompted for a login by HTTP over it; what loaded still was stopped, which ends that";
    let error = Error::new(ErrorKind::NotActionable, format!("{missed}: {why}"));
    Ok(Some(error.with_hint("do it again: what asked is answered without a prompt from now on")))
}
