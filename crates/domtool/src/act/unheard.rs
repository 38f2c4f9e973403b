//! Input that was sent and that nothing in the page heard.

use crate::{
    error::{Error, ErrorKind, Result},
    tab::TabInner,
};

/// The error for it: `missed` says what was not reached, `otherwise` why, where no prompt of the browser's for a login can be the reason.
/// A prompt that may be there is put away.
///
/// # Errors
/// What says that the page is lost.
pub(super) async fn error(tab: &TabInner, missed: &str, otherwise: &str) -> Result<Error> {
    let error = |why: &str| Error::new(ErrorKind::NotActionable, format!("{missed}{why}"));
    Ok(match tab.put_login_prompt_away().await? {
        true => error(": the browser may have prompted for a login by HTTP over it; what loaded still was stopped, which ends that")
            .with_hint("do it again: what asked is answered without a prompt from now on"),
        false => error(otherwise),
    })
}
