//! Going places: open, back, forward, reload; each waits for the new document, with a deadline. That it can be used, though
//! something of it still loads, is waited for after that (`observe/ready.rs`).

use std::{net::IpAddr, time::Duration};

use domtool_cdp::protocol::{LoaderId, RequestId, page};
use domtool_page::snapshot::shorten_url;
use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{ActionContext, ActionOutcome, verify::Proof};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    options::{SessionOptions, origin_of},
    tab::{self, State},
};

/// How much later the deadline of a navigation's command is than that of its action, so that the action's own is what ends it.
const NEVER_FIRST: Duration = Duration::from_secs(1);
/// How long the event of a download may take to come, after the answer that an address is a download.
const DOWNLOAD_BEGINS: Duration = Duration::from_secs(1);

/// Goes to an address.
pub(crate) async fn open(ctx: &mut ActionContext<'_>, url: &str) -> Result<ActionOutcome> {
    let url = address(url, &ctx.session.options)?;
    ctx.tab.note_opened(&url);
    let deadline = Instant::now() + ctx.options.patience;
    // The answer has a deadline of its own in `until`.
    let channel = ctx.tab.main_channel()?.with_deadline(ctx.options.patience + NEVER_FIRST);
    ctx.note_dispatched(Dispatched::Maybe);
    let sent = channel.post(&page::Navigate { url: url.clone(), ..Default::default() });
    let reply = tokio::select! {
        reply = sent.reply() => reply.map_err(|error| ctx.tab.explain(error))?,
        // Only a dialog (`beforeunload`) and a server that is silent keep the browser from answering.
        _ = ctx.tab.until(deadline, |state| state.dialog.is_some().then_some(())) => {
            ctx.tab.gate()?;
            return Err(unanswered(&url, ctx).await);
        }
    };
    if reply.is_download == Some(true) {
        ctx.note_dispatched(Dispatched::Yes);
        return Ok(ActionOutcome { feedback: downloaded(&url, ctx, deadline).await, target: None });
    }
    if let Some(reason) = reply.error_text {
        ctx.tab.catch_up().await;
        return Err(failed(&url, &reason, reply.loader_id.as_ref(), ctx));
    }
    ctx.note_dispatched(Dispatched::Yes);
    // Without a loader it is the same document: only the fragment changed.
    if let Some(loader) = reply.loader_id {
        arrives(ctx, deadline, &url).await?;
        check_login(ctx, &loader, &url)?;
    }
    Ok(ActionOutcome { feedback: arrived(ctx), target: None })
}

/// Loads the page again.
pub(crate) async fn reload(ctx: &mut ActionContext<'_>) -> Result<ActionOutcome> {
    let deadline = Instant::now() + ctx.options.patience;
    let channel = ctx.tab.main_channel()?;
    ctx.note_dispatched(Dispatched::Maybe);
    channel.call(&page::Reload { ignore_cache: None }).await.map_err(|error| ctx.tab.explain(error))?;
    ctx.note_dispatched(Dispatched::Yes);
    replaced(ctx, deadline).await?;
    Ok(ActionOutcome { feedback: arrived(ctx), target: None })
}

/// Stops loading: what has come so far stays. An address that has not answered is given up, and the page before it stays.
pub(crate) async fn stop(ctx: &mut ActionContext<'_>) -> Result<ActionOutcome> {
    let channel = ctx.tab.main_channel()?;
    let before = ctx.tab.state().loading.clone();
    ctx.note_dispatched(Dispatched::Maybe);
    channel.call(&page::StopLoading {}).await.map_err(|error| ctx.tab.explain(error))?;
    ctx.note_dispatched(Dispatched::Yes);
    let state = ctx.tab.state();
    let loaded = match (before.load, before.dom_content) {
        (true, _) => "nothing of it was still to come",
        (false, true) => "its content is there, not all that belongs to it",
        (false, false) => "its content had not come to its end",
    };
    let feedback = format!("stopped at {}: {loaded}", state.url);
    Ok(ActionOutcome { feedback, target: None })
}

/// Goes through the history: -1 back, 1 forward.
pub(crate) async fn history(ctx: &mut ActionContext<'_>, by: i32) -> Result<ActionOutcome> {
    let channel = ctx.tab.main_channel()?;
    let explain = |error| ctx.tab.explain(error);
    let history = channel.call(&page::GetNavigationHistory {}).await.map_err(explain)?;
    let wanted = usize::try_from(history.current_index + by).ok().and_then(|at| history.entries.get(at));
    let Some(entry) =
        wanted.filter(|entry| by > 0 || entry.url != "about:blank" || history.current_index > 1)
    else {
        let way = if by < 0 { "back" } else { "forward" };
        return Err(Error::new(ErrorKind::NotFound, format!("there is no page to go {way} to"))
            .with_hint("open an address instead"));
    };
    ctx.recorded().await;
    let deadline = Instant::now() + ctx.options.patience;
    ctx.note_dispatched(Dispatched::Maybe);
    channel.call(&page::NavigateToHistoryEntry { entry_id: entry.id }).await.map_err(explain)?;
    ctx.note_dispatched(Dispatched::Yes);
    replaced(ctx, deadline).await?;
    ctx.went_to = (!ctx.arrived).then(|| shorten_url(&entry.url).into_owned());
    Ok(ActionOutcome { feedback: arrived(ctx), target: None })
}

/// Says where the way through the history ended, where the page led elsewhere from there.
pub(super) fn led_on(ctx: &mut ActionContext<'_>, done: ActionOutcome) -> ActionOutcome {
    let Some(went_to) = ctx.went_to.take() else { return done };
    let url = ctx.tab.state().url.clone();
    if url == went_to {
        return done;
    }
    // What was asked for is not so at the end.
    ctx.proof = Some(Proof::Arrived);
    let feedback = format!("was at {}, and the page led on to {}", shorten_url(&went_to), shorten_url(&url));
    ActionOutcome { feedback, ..done }
}

/// Until the document is another one, or its address changed within it.
async fn replaced(ctx: &mut ActionContext<'_>, deadline: Instant) -> Result<()> {
    let mark = ctx.mark;
    let came = ctx
        .tab
        .until(deadline, |state| {
            if let Some(end) = ended(state) {
                return Some(end.map(|()| false));
            }
            let within = state
                .journal
                .since(mark)
                .any(|(_, entry)| matches!(entry, tab::Entry::WithinDocument { main: true }));
            let another = committed(state, mark);
            (another || within).then_some(Ok(another))
        })
        .await;
    match came {
        Some(came) => {
            ctx.arrived = came?;
            Ok(())
        }
        None => {
            let url = ctx.tab.state().url.clone();
            Err(unanswered(&url, ctx).await)
        }
    }
}

/// Until a document, or one that took its place at once, is in the tab.
async fn arrives(ctx: &mut ActionContext<'_>, deadline: Instant, url: &str) -> Result<()> {
    let mark = ctx.mark;
    let came =
        ctx.tab.until(deadline, |state| ended(state).or_else(|| committed(state, mark).then_some(Ok(()))));
    match came.await {
        Some(came) => {
            ctx.arrived = came.is_ok();
            came
        }
        None => Err(unanswered(url, ctx).await),
    }
}

/// Fails where a server or the proxy has refused the session's name and password.
fn check_login(ctx: &ActionContext<'_>, loader: &LoaderId, url: &str) -> Result<()> {
    let request = RequestId::from(loader.as_str());
    let (status, asks) = {
        let requests = &ctx.tab.state().journal.requests;
        (requests.info(&request).and_then(|info| info.status), requests.asks_for_login(&request))
    };
    let given = ctx.session.http_auth().is_some_and(|(_, origin)| origin_of(url).as_deref() == Some(origin));
    match status {
        Some(401) if given => Err(refused(ctx, url)),
        Some(401) if asks => Err(server_asks(ctx, url)),
        Some(407) => Err(proxy_asks(ctx)),
        _ => Ok(()),
    }
}

fn refused(ctx: &ActionContext<'_>, url: &str) -> Error {
    let message =
        format!("{} refused the name and the password of the session (login by HTTP)", shorten_url(url));
    Error::new(ErrorKind::SecurityBlocked, message).after(ctx.dispatched).with_hint(
        "start a session that has the right ones: these are not given again, so that no account is locked",
    )
}

/// A server wants a login that the session has not.
fn server_asks(ctx: &ActionContext<'_>, url: &str) -> Error {
    let theirs =
        ctx.session.http_auth().map(|(_, origin)| format!("; those of the session are for {origin}"));
    let message = format!(
        "{} asks for a name and a password (login by HTTP){}",
        shorten_url(url),
        theirs.unwrap_or_default()
    );
    Error::new(ErrorKind::SecurityBlocked, message)
        .after(Dispatched::Yes)
        .with_hint("start a session that has the name and the password of this origin (HTTP authentication)")
}

/// The proxy lets nobody through whom it does not know.
fn proxy_asks(ctx: &ActionContext<'_>) -> Error {
    let proxy = ctx.session.options.proxy.as_ref();
    let name = proxy
        .map_or_else(|| "the browser's proxy".to_owned(), |proxy| format!("the proxy {}", proxy.server()));
    let message = match proxy.and_then(|proxy| proxy.login.as_ref()) {
        Some(_) => format!("{name} refused the name and the password of the session"),
        None => format!("{name} asks for a name and a password"),
    };
    Error::new(ErrorKind::SecurityBlocked, message)
        .after(ctx.dispatched)
        .with_hint("start a session that has the right name and password for its proxy")
}

/// Gives up an address that sends nothing, so that the page before it is of use at once.
async fn unanswered(url: &str, ctx: &ActionContext<'_>) -> Error {
    let stopped = async { ctx.tab.main_channel()?.call(&page::StopLoading {}).await.map_err(Error::from) };
    if let Err(error) = stopped.await {
        tracing::debug!(%error, "the navigation is not stopped");
    }
    let (seconds, url) = (ctx.options.patience.as_secs_f64(), shorten_url(url));
    let stays = ctx.tab.state().url.clone();
    let message = format!(
        "{url} sent nothing in {seconds:.3} s; the navigation was stopped, and the tab stays at {stays}"
    );
    // Nothing of the protocol tells that the browser waits for its person to choose one (Chromium 156).
    let hint = match url.starts_with("https:") {
        true => {
            "go on with the page that is shown, or open the address again with a longer timeout; a site that asks for a client \
             certificate waits until one is chosen, which the browser's policy AutoSelectCertificateForUrls does"
        }
        false => "go on with the page that is shown, or open the address again with a longer timeout",
    };
    Error::new(ErrorKind::Timeout, message).with_hint(hint)
}

/// Says what is downloaded, once the browser has told its name.
async fn downloaded(url: &str, ctx: &ActionContext<'_>, deadline: Instant) -> String {
    let mark = ctx.mark;
    let name = ctx.tab.until(deadline.min(Instant::now() + DOWNLOAD_BEGINS), |state| {
        state.journal.since(mark).find_map(|(_, entry)| match entry {
            tab::Entry::Download { name, .. } => Some(name.clone()),
            _ => None,
        })
    });
    let name = name.await.map(|name| format!(": {name}")).unwrap_or_default();
    format!("{} is a download{name}; the tab stays at {}", shorten_url(url), ctx.tab.state().url)
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

fn arrived(ctx: &ActionContext<'_>) -> String {
    format!("at {}", ctx.tab.state().url)
}

fn failed(url: &str, reason: &str, loader: Option<&LoaderId>, ctx: &ActionContext<'_>) -> Error {
    let shown = shorten_url(url);
    let (status, stays) = {
        let state = ctx.tab.state();
        let request = loader.map(|loader| RequestId::from(loader.as_str()));
        let info = request.and_then(|request| state.journal.requests.info(&request).cloned());
        (info.and_then(|info| info.status), state.url.clone())
    };
    let (kind, hint) = match reason {
        _ if status == Some(407) => return proxy_asks(ctx),
        // An answer without a body.
        "net::ERR_HTTP_RESPONSE_CODE_FAILURE" if status == Some(401) => {
            let given =
                ctx.session.http_auth().is_some_and(|(_, origin)| origin_of(url).as_deref() == Some(origin));
            return if given { refused(ctx, url) } else { server_asks(ctx, url) };
        }
        "net::ERR_PROXY_CONNECTION_FAILED"
        | "net::ERR_SOCKS_CONNECTION_FAILED"
        | "net::ERR_TUNNEL_CONNECTION_FAILED" => (
            ErrorKind::NotFound,
            "the proxy does not answer, or does not reach that server: check the address of the proxy",
        ),
        "net::ERR_INVALID_AUTH_CREDENTIALS" => return server_asks(ctx, url),
        // The browser shows no page for an answer without one.
        "net::ERR_ABORTED" if matches!(status, Some(204 | 205)) => {
            let status = status.unwrap_or_default();
            let message = format!("{shown} answered {status}, no content; the tab stays at {stays}");
            return Error::new(ErrorKind::NoEffect, message)
                .after(Dispatched::Yes)
                .with_hint("go on with the page that is shown: this address has none");
        }
        "net::ERR_NAME_NOT_RESOLVED" => (ErrorKind::NotFound, "there is no such host: check the address"),
        "net::ERR_CONNECTION_REFUSED" => {
            (ErrorKind::NotFound, "nobody answers there: check the port, or start the server")
        }
        "net::ERR_FILE_NOT_FOUND" => (ErrorKind::NotFound, "there is no such file"),
        "net::ERR_INVALID_URL" => (ErrorKind::InvalidInput, "give an address such as https://example.com/"),
        "net::ERR_BLOCKED_BY_CLIENT" => (ErrorKind::BlockedByPolicy, "ask the person who set the policy"),
        "net::ERR_BAD_SSL_CLIENT_AUTH_CERT" | "net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED" => {
            let message = format!(
                "{shown} asks for a client certificate, and this user's browser has none that it takes"
            );
            return Error::new(ErrorKind::SecurityBlocked, message).after(Dispatched::Yes).with_hint(
                "have the person install one and choose it by the browser's policy AutoSelectCertificateForUrls",
            );
        }
        reason if reason.contains("CERT") || reason.contains("SSL") => {
            (ErrorKind::SecurityBlocked, "the site's certificate is not trusted")
        }
        "net::ERR_ABORTED" => (
            ErrorKind::NavigatedAway,
            "it was stopped, or another page came before it: observe to see where the tab is",
        ),
        _ => (ErrorKind::NotFound, "check the address and the network"),
    };
    Error::new(kind, format!("{shown} did not open: {reason}")).with_hint(hint)
}

/// Makes an address of what people write: `example.com`, `localhost:3000/x`, `https://...`.
fn address(text: &str, options: &SessionOptions) -> Result<String> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) && !text.starts_with("data:") {
        return Err(Error::invalid_input(format!("{} is no address", quoted(&shown(text))))
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
                let text = quoted(&shown(text));
                return Err(Error::invalid_input(format!("{text} is no address that domtool opens")));
            }
            let name = name.rsplit_once('@').map_or(name, |(_, name)| name);
            let local = name == "localhost"
                || name.ends_with(".localhost")
                || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
            Ok(format!("{}://{text}", if local { "http" } else { "https" }))
        }
    }
}

/// An address that a person wrote, without user information.
fn shown(text: &str) -> String {
    let start = text.find("://").map_or(0, |at| at + 3);
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |at| start + at);
    match text[start..end].rfind('@') {
        Some(at) => shorten_url(&format!("{}…{}", &text[..start], &text[start + at..])).into_owned(),
        None => shorten_url(text).into_owned(),
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
