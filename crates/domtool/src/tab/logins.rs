//! Requests that wait for us, and what is answered: logins by HTTP of the server and of the proxy, and the headers that the session adds.
//!
//! Chromium asks only about requests that wait for us. So those of the one origin that has a login wait, for a round trip; all do where
//! the session has headers (a redirect to another origin must not take them along) or a login for its proxy; otherwise none. Of a
//! dedicated worker the page's own session tells; shared and service workers have sessions of their own, see `session::owners`.
//!
//! The hidden tab that reaches the storage of origins has its requests answered here, too: one place hears all events of `Fetch`.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domtool_cdp::{
    Channel, RawEvent,
    protocol::{RequestId, SessionId, fetch, network, page},
};

use tokio::time::Instant;

use super::{State, TabInner};
use crate::{
    error::Result,
    limits::PROMPTS,
    options::origin_of,
    report::RequestInfo,
    shared::{LoginAsked, SessionShared},
    world::calls,
};

/// How long what was stopped may take to be told.
const STOPS: Duration = Duration::from_millis(300);

/// From now on the requests of this session of the protocol that concern the session wait for us, if any do.
pub(crate) fn hold_requests(channel: &Channel, session: &SessionShared) {
    let mut patterns: Vec<String> = Vec::new();
    {
        let logins = session.logins();
        let (proxy, origins) = logins.unknown();
        if proxy || session.holds_all_requests() {
            patterns.push("*".to_owned());
        } else {
            let known = session.login_origin().into_iter().chain(origins.iter().map(String::as_str));
            patterns.extend(known.map(|origin| format!("{origin}/*")));
        }
    }
    if patterns.is_empty() {
        return;
    }
    let pattern = |url| fetch::RequestPattern { url_pattern: Some(url), ..fetch::RequestPattern::default() };
    let patterns = patterns.into_iter().map(pattern).collect();
    drop(channel.post(&fetch::Enable { patterns: Some(patterns), handle_auth_requests: Some(true) }));
}

/// Answers an event of `Fetch` of one of the session's targets. `prompt`: where there is no login, its person may be asked.
///
/// # Errors
/// When the event is not as the protocol has it.
pub(crate) fn answer_request(
    shared: &SessionShared,
    channel: &Channel,
    session: &SessionId,
    event: &RawEvent,
    prompt: bool,
) -> Result<()> {
    match event.method() {
        "Fetch.requestPaused" => {
            if let Some(e) = event.decode::<fetch::RequestPaused>()? {
                drop(channel.post(&with_headers(shared, e)));
            }
        }
        "Fetch.authRequired" => {
            if let Some(e) = event.decode::<fetch::AuthRequired>()? {
                let auth_challenge_response = login(shared, session, &e, prompt);
                let answer = fetch::ContinueWithAuth { request_id: e.request_id, auth_challenge_response };
                drop(channel.post(&answer));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The request with the session's headers, where they are for its server.
fn with_headers(shared: &SessionShared, event: fetch::RequestPaused) -> fetch::ContinueRequest {
    let fetch::RequestPaused { request_id, request, .. } = event;
    let own: Vec<_> = shared.headers_for(&request.url).collect();
    if own.is_empty() {
        return fetch::ContinueRequest { request_id, headers: None };
    }
    let replaced = |name: &str| own.iter().any(|header| header.name.eq_ignore_ascii_case(name));
    let others = request.headers.into_iter().filter(|(name, _)| !replaced(name));
    let mut headers: Vec<_> = others.map(|(name, value)| fetch::HeaderEntry { name, value }).collect();
    headers.extend(
        own.iter()
            .map(|header| fetch::HeaderEntry { name: header.name.clone(), value: header.value.clone() }),
    );
    fetch::ContinueRequest { request_id, headers: Some(headers) }
}

fn login(
    shared: &SessionShared,
    session: &SessionId,
    event: &fetch::AuthRequired,
    prompt: bool,
) -> fetch::AuthChallengeResponse {
    let give_up = |response: &str| fetch::AuthChallengeResponse {
        response: response.to_owned(),
        ..fetch::AuthChallengeResponse::default()
    };
    let challenge = &event.auth_challenge;
    let proxy = challenge.source.as_deref() == Some("Proxy");
    let Some((user, password)) = shared.login_for(&challenge.origin, proxy) else {
        return give_up(if prompt { "Default" } else { "CancelAuth" });
    };
    let request = (session.clone(), event.request_id.clone());
    if !shared.logins().may_give(request, (challenge.origin.clone(), proxy, challenge.realm.clone())) {
        return give_up("CancelAuth");
    }
    fetch::AuthChallengeResponse {
        response: "ProvideCredentials".to_owned(),
        username: Some(user.to_owned()),
        password: Some(password.to_owned()),
    }
}

/// Answers a request with a page that has nothing in it, neither text nor scripts.
fn empty_document(request_id: RequestId) -> fetch::FulfillRequest {
    let kind = fetch::HeaderEntry { name: "content-type".to_owned(), value: "text/html".to_owned() };
    fetch::FulfillRequest { request_id, response_code: 200, response_headers: Some(vec![kind]), body: None }
}

impl TabInner {
    /// From now on no request of the tab reaches a server or a service worker: each is answered with an empty document, so that the tab
    /// can be at any origin without anybody noticing.
    pub(crate) async fn serve_empty_documents(&self) -> Result<()> {
        self.update(|state| state.serves_empty_documents = true);
        let channel = self.main_channel()?;
        channel.call(&network::SetBypassServiceWorker { bypass: true }).await?;
        let all =
            fetch::RequestPattern { url_pattern: Some("*".to_owned()), ..fetch::RequestPattern::default() };
        channel.call(&fetch::Enable { patterns: Some(vec![all]), handle_auth_requests: None }).await?;
        Ok(())
    }

    /// Ends that: the tab is one like any other.
    pub(crate) async fn serve_documents_again(&self) -> Result<()> {
        let channel = self.main_channel()?;
        channel.call(&fetch::Disable {}).await?;
        channel.call(&network::SetBypassServiceWorker { bypass: false }).await?;
        self.update(|state| state.serves_empty_documents = false);
        hold_requests(&channel, &self.owner.shared);
        Ok(())
    }

    /// Takes in an event of the `Fetch` domain and answers it at once.
    pub(super) fn answer_request(self: &Arc<Self>, session: &SessionId, event: &RawEvent) -> Result<()> {
        let channel = self.connection.channel(session.clone());
        if self.state().serves_empty_documents {
            if let Some(e) = event.decode::<fetch::RequestPaused>()? {
                drop(channel.post(&empty_document(e.request_id)));
            }
            return Ok(());
        }
        let prompt = self.check_hands().is_err();
        answer_request(&self.owner.shared, &channel, session, event, prompt)
    }

    /// Somebody asked for a login with an answer that came, and there is none for it: from now on we answer in the browser's place, so
    /// that it does not prompt for it.
    pub(super) fn note_login_asked(&self, asked: &LoginAsked) {
        let shared = &self.owner.shared;
        let answered = shared.holds_all_requests()
            || matches!(asked, LoginAsked::Server(origin) if shared.login_origin() == Some(origin));
        if self.borrowed || self.check_hands().is_err() || answered || !shared.logins().note_unknown(asked) {
            return;
        }
        if let Some(siblings) = self.siblings() {
            siblings.hold_requests();
        }
    }

    /// Puts away a prompt of the browser's for a login, with what loads still, where the page hears no input. The prompt is there
    /// headless, too, and nothing of the protocol tells of it: the request that it is about waits without an answer (Chromium 156). So
    /// the servers of those that wait are asked whether they ask for a login. What the page sends is never stopped.
    ///
    /// # Errors
    /// What says that the page is lost.
    pub(crate) async fn put_login_prompt_away(&self) -> Result<bool> {
        let (urls, origins): (Vec<String>, BTreeSet<String>) = {
            let state = self.state();
            let reads = |info: &&RequestInfo| matches!(info.method.as_str(), "GET" | "HEAD");
            if self.borrowed || !unanswered(&state).all(|info| reads(&info)) {
                return Ok(false);
            }
            // One that is written short is another address.
            let urls = unanswered(&state).map(|info| info.url.clone()).filter(|url| !url.contains('…'));
            (urls.collect(), unanswered(&state).filter_map(|info| origin_of(&info.url)).collect())
        };
        let world = self.worlds().into_iter().next();
        let Some(world) = world.filter(|_| !urls.is_empty()) else { return Ok(false) };
        if !world.call(calls::ASKS_FOR_LOGIN, &(urls,)).await? {
            return Ok(false);
        }
        // Prompts stand in a row, and each stop ends the one that is shown.
        for _ in 0..PROMPTS {
            let stop = self.main_channel()?.call(&page::StopLoading {}).await;
            stop.map_err(|error| self.explain_aside(error))?;
            let over = |state: &State| (!unanswered(state).any(|_| true)).then_some(());
            if self.until(Instant::now() + STOPS, over).await.is_some() {
                break;
            }
        }
        // One of them asked, and would ask the next time.
        for origin in origins {
            self.note_login_asked(&LoginAsked::Server(origin));
        }
        Ok(true)
    }
}

/// The page's requests that wait for an answer.
fn unanswered(state: &State) -> impl Iterator<Item = &RequestInfo> {
    let waits = |request: &&RequestInfo| {
        let stream = matches!(request.kind.as_str(), "websocket" | "eventsource");
        request.status.is_none() && request.failure.is_none() && !request.aborted && !stream
    };
    state.journal.requests.list(false).filter(waits)
}
