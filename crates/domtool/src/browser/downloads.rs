//! Downloads: where those of a session go, and which tab tells of one.

use std::sync::Arc;

use domtool_cdp::{
    Connection,
    protocol::{FrameId, browser as protocol},
};

use crate::{
    error::{Error, Result},
    folder::Folder,
    options::{BrowserContext, SessionOptions},
    tab::TabInner,
};

/// Sends a context's downloads to a folder and asks to be told of them. No folder where they stay the browser's
/// business: those of a browser that we are only connected to are its user's, unless the caller says where they go.
///
/// # Errors
/// `INVALID_INPUT` when the folder cannot be made.
pub(crate) async fn direct(
    connection: &Connection,
    context: Option<&domtool_cdp::protocol::BrowserContextId>,
    options: &SessionOptions,
    launched: bool,
    profile: Option<&std::path::Path>,
) -> Result<Option<Folder>> {
    let folder = match &options.downloads {
        Some(path) => Some(Folder::kept(path).map_err(|error| {
            Error::invalid_input(format!("downloads cannot go to {}: {error}", path.display()))
                .caused_by(error)
        })?),
        None if options.context == BrowserContext::Default && !launched => None,
        None => Some(Folder::temporary(profile).map_err(|error| {
            Error::invalid_input(format!("no directory can be made for downloads: {error}"))
                .with_hint("name a directory for them")
                .caused_by(error)
        })?),
    };
    let set = protocol::SetDownloadBehavior {
        behavior: if folder.is_some() { "allowAndName" } else { "default" }.to_owned(),
        browser_context_id: context.cloned(),
        download_path: folder.as_ref().map(|folder| folder.path().to_string_lossy().into_owned()),
        events_enabled: Some(true),
    };
    match connection.browser().call(&set).await {
        Ok(_) => Ok(folder),
        // There is no browser behind domtool's relay, only tabs of one. Their downloads stay their person's.
        Err(error) if error.is_protocol() && !launched => match &options.downloads {
            None => {
                tracing::info!("this browser lets nobody follow its downloads");
                Ok(None)
            }
            Some(_) => Err(Error::invalid_input("this browser lets nobody say where its downloads go")
                .with_hint("leave the folder for downloads out: they go where its person has them")),
        },
        Err(error) => Err(error.into()),
    }
}

/// The tab that a download is told of in: the one whose frame began it; where that one was opened for the download
/// alone (it closes again at once), the current one of its session.
pub(super) fn teller(tabs: &[Arc<TabInner>], frame: &FrameId) -> Option<Arc<TabInner>> {
    let began = tabs.iter().find(|tab| tab.state().has_frame(frame))?;
    let blank = {
        let state = began.state();
        state.url.is_empty() || state.url == "about:blank"
    };
    let current = || {
        let siblings = began.siblings()?;
        siblings.active_number().and_then(|number| siblings.find(number))
    };
    Some(current().filter(|_| blank).unwrap_or_else(|| Arc::clone(began)))
}
