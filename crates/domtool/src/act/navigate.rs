//! Going places: open, back, forward, reload; each waits for the new document, with a deadline.

use std::{net::IpAddr, sync::Arc};

use domtool_cdp::protocol::{LoaderId, page};
use domtool_page::snapshot::shorten_url;
use tokio::time::Instant;

use super::{Done, Scene};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    session::SessionOptions,
    tab::{self, State, TabInner},
};

/// Like [`TabInner::gate`], but a crashed page may be left.
pub(crate) fn gate(tab: &Arc<TabInner>) -> Result<()> {
    match tab.gate() {
        Err(error) if error.kind() == ErrorKind::PageCrashed => Ok(()),
        other => other,
    }
}

/// Goes to an address.
pub(crate) async fn open(scene: &mut Scene<'_>, url: &str) -> Result<Done> {
    let url = address(url, &scene.session.options)?;
    let channel = scene.tab.main_channel()?.with_deadline(scene.options.patience);
    let deadline = Instant::now() + scene.options.patience;
    scene.dispatched = Dispatched::Maybe;
    let sent = channel.post(&page::Navigate { url: url.clone(), ..Default::default() });
    let reply = tokio::select! {
        reply = sent.reply() => reply.map_err(|error| scene.tab.explain(error))?,
        // Only a dialog (`beforeunload`) keeps the browser from answering.
        _ = scene.tab.until(deadline, |state| state.dialog.is_some().then_some(())) => {
            scene.tab.gate()?;
            return Err(slow(&url, scene));
        }
    };
    if let Some(reason) = reply.error_text {
        return Err(failed(&url, &reason));
    }
    scene.dispatched = Dispatched::Yes;
    // Without a loader it is the same document: only the fragment changed.
    if let Some(loader) = reply.loader_id {
        loaded(scene, Some(&loader), deadline, &url).await?;
    }
    Ok(Done { feedback: arrived(scene), target: None })
}

/// Loads the page again.
pub(crate) async fn reload(scene: &mut Scene<'_>) -> Result<Done> {
    let before = scene.tab.state().loading.loader.clone();
    let deadline = Instant::now() + scene.options.patience;
    let channel = scene.tab.main_channel()?;
    scene.dispatched = Dispatched::Maybe;
    channel.call(&page::Reload { ignore_cache: None }).await.map_err(|error| scene.tab.explain(error))?;
    scene.dispatched = Dispatched::Yes;
    replaced(scene, &before, deadline).await?;
    Ok(Done { feedback: arrived(scene), target: None })
}

/// Stops loading: what has come so far stays. An address that has not answered is given up, and the page before it stays.
pub(crate) async fn stop(scene: &mut Scene<'_>) -> Result<Done> {
    let channel = scene.tab.main_channel()?;
    let before = scene.tab.state().loading.clone();
    scene.dispatched = Dispatched::Maybe;
    channel.call(&page::StopLoading {}).await.map_err(|error| scene.tab.explain(error))?;
    scene.dispatched = Dispatched::Yes;
    let state = scene.tab.state();
    let loaded = match (before.load, before.dom_content) {
        (true, _) => "nothing of it was still to come",
        (false, true) => "its content is there, not all that belongs to it",
        (false, false) => "its content had not come to its end",
    };
    let feedback = format!("stopped at {}: {loaded}", state.url);
    Ok(Done { feedback, target: None })
}

/// Goes through the history: -1 back, 1 forward.
pub(crate) async fn history(scene: &mut Scene<'_>, by: i32) -> Result<Done> {
    let channel = scene.tab.main_channel()?;
    let explain = |error| scene.tab.explain(error);
    let history = channel.call(&page::GetNavigationHistory {}).await.map_err(explain)?;
    let wanted = usize::try_from(history.current_index + by).ok().and_then(|at| history.entries.get(at));
    let Some(entry) =
        wanted.filter(|entry| by > 0 || entry.url != "about:blank" || history.current_index > 1)
    else {
        let way = if by < 0 { "back" } else { "forward" };
        return Err(Error::new(ErrorKind::NotFound, format!("there is no page to go {way} to"))
            .with_hint("open an address instead"));
    };
    let before = scene.tab.state().loading.loader.clone();
    let deadline = Instant::now() + scene.options.patience;
    scene.dispatched = Dispatched::Maybe;
    channel.call(&page::NavigateToHistoryEntry { entry_id: entry.id }).await.map_err(explain)?;
    scene.dispatched = Dispatched::Yes;
    replaced(scene, &before, deadline).await?;
    Ok(Done { feedback: arrived(scene), target: None })
}

/// Until the document is another one, or its address changed within it; then until it has loaded.
async fn replaced(scene: &Scene<'_>, before: &LoaderId, deadline: Instant) -> Result<()> {
    let mark = scene.mark;
    let came = scene
        .tab
        .until(deadline, |state| {
            if let Some(end) = ended(state) {
                return Some(end.map(|()| None));
            }
            let within = state
                .journal
                .since(mark)
                .any(|(_, entry)| matches!(entry, tab::Entry::WithinDocument { main: true }));
            let other = (&state.loading.loader != before).then(|| state.loading.loader.clone());
            if committed(state, mark) { Some(Ok(other)) } else { within.then_some(Ok(None)) }
        })
        .await;
    let url = scene.tab.state().url.clone();
    match came {
        Some(Ok(Some(loader))) => loaded(scene, Some(&loader), deadline, &url).await,
        Some(Ok(None)) => Ok(()),
        Some(Err(error)) => Err(error),
        None => Err(slow(&url, scene)),
    }
}

/// Until a document has loaded. One whose content is there but that still loads at the deadline is good enough to
/// work with; the report says what still runs.
async fn loaded(scene: &Scene<'_>, loader: Option<&LoaderId>, deadline: Instant, url: &str) -> Result<()> {
    let done = scene.tab.until(deadline, |state| {
        if let Some(end) = ended(state) {
            return Some(end);
        }
        let ours = loader.is_none_or(|loader| &state.loading.loader == loader);
        // A page that goes elsewhere at once is followed; the page before it has loaded long ago.
        let elsewhere = !ours && state.loading.load && committed(state, scene.mark);
        (ours && state.loading.load || elsewhere).then_some(Ok(()))
    });
    match done.await {
        Some(result) => result,
        None if scene.tab.state().loading.dom_content => Ok(()),
        None => Err(slow(url, scene)),
    }
}

/// Whether the main frame got a new document since a mark of the journal.
fn committed(state: &State, mark: u64) -> bool {
    state.journal.since(mark).any(|(_, entry)| matches!(entry, tab::Entry::Committed { main: true }))
}

/// Whether nothing more will come.
fn ended(state: &State) -> Option<Result<()>> {
    if let Some(end) = state.end() {
        return Some(Err(end));
    }
    // A dialog while loading stops the loading; the report tells of it.
    state.dialog.is_some().then_some(Ok(()))
}

fn arrived(scene: &Scene<'_>) -> String {
    format!("at {}", scene.tab.state().url)
}

fn slow(url: &str, scene: &Scene<'_>) -> Error {
    let url = shorten_url(url);
    let seconds = scene.options.patience.as_secs();
    Error::new(ErrorKind::Timeout, format!("{url} did not load in {seconds} s"))
}

fn failed(url: &str, reason: &str) -> Error {
    let (kind, hint) = match reason {
        "net::ERR_NAME_NOT_RESOLVED" => (ErrorKind::NotFound, "there is no such host: check the address"),
        "net::ERR_CONNECTION_REFUSED" => {
            (ErrorKind::NotFound, "nobody answers there: check the port, or start the server")
        }
        "net::ERR_FILE_NOT_FOUND" => (ErrorKind::NotFound, "there is no such file"),
        "net::ERR_INVALID_URL" => (ErrorKind::InvalidInput, "give an address such as https://example.com/"),
        "net::ERR_BLOCKED_BY_CLIENT" => (ErrorKind::BlockedByPolicy, "ask the person who set the policy"),
        reason if reason.contains("CERT") || reason.contains("SSL") => {
            (ErrorKind::SecurityBlocked, "the site's certificate is not trusted")
        }
        "net::ERR_ABORTED" => {
            (ErrorKind::NavigatedAway, "it was a download, or was stopped: observe to see where the tab is")
        }
        _ => (ErrorKind::NotFound, "check the address and the network"),
    };
    Error::new(kind, format!("{} did not open: {reason}", shorten_url(url))).with_hint(hint)
}

/// Makes an address of what people write: `example.com`, `localhost:3000/x`, `https://...`.
fn address(text: &str, options: &SessionOptions) -> Result<String> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) && !text.starts_with("data:") {
        return Err(Error::invalid_input(format!("{:?} is no address", shorten_url(text)))
            .with_hint("give one such as https://example.com/"));
    }
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()).unwrap_or_default();
    let blocked =
        |why: &str| Err(Error::new(ErrorKind::BlockedByPolicy, format!("{scheme}: addresses are {why}")));
    match scheme.as_str() {
        "http" | "https" if text.contains("://") => Ok(text.to_owned()),
        "about" if text == "about:blank" => Ok(text.to_owned()),
        "file" if options.files => Ok(text.to_owned()),
        "data" | "chrome" | "about" | "view-source" | "blob" if options.internal => Ok(text.to_owned()),
        "file" | "data" | "chrome" | "about" | "view-source" | "blob" => {
            blocked("off unless the session allows them")
        }
        "javascript" => blocked("never opened"),
        _ => {
            let host = text.split(['/', '?', '#']).next().unwrap_or_default();
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            let port_alone = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_err());
            if port_alone && name.parse::<IpAddr>().is_err() {
                let text = shorten_url(text);
                return Err(Error::invalid_input(format!("{text:?} is no address that domtool opens")));
            }
            let local = name == "localhost"
                || name.ends_with(".localhost")
                || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
            Ok(format!("{}://{text}", if local { "http" } else { "https" }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_people_write_them() {
        let options = SessionOptions::default();
        for (text, expected) in [
            ("https://example.com/a", Some("https://example.com/a")),
            ("example.com", Some("https://example.com")),
            ("localhost:3000/x", Some("http://localhost:3000/x")),
            ("127.0.0.1:80", Some("http://127.0.0.1:80")),
            (" example.com/a?b=c:d ", Some("https://example.com/a?b=c:d")),
            ("about:blank", Some("about:blank")),
            ("javascript:alert(1)", None),
            ("JavaScript:alert(1)", None),
            ("file:///etc/passwd", None),
            ("data:text/html,x", None),
            ("chrome://settings", None),
            ("mailto:a@b.example", None),
            ("two words", None),
            ("", None),
        ] {
            assert_eq!(address(text, &options).ok().as_deref(), expected, "{text:?}");
        }
        assert!(address("file:///tmp/a.html", &SessionOptions { files: true, ..options }).is_ok());
    }
}
