//! Logins by HTTP: answers a server that asks for one, where the session has a name and a password for its origin.
//!
//! Chromium asks only about requests that wait for us, so the documents of that one origin do, for a round trip; nothing else is
//! held up. What the document was let in with serves for all else of that origin, workers included.
//!
//! The hidden tab that reaches the storage of origins has its requests answered here, too: one place hears all events of `Fetch`.

use std::sync::Arc;

use domtool_cdp::{
    Channel, RawEvent,
    protocol::{RequestId, SessionId, fetch, network},
};

use super::TabInner;
use crate::error::Result;

/// From now on this session of the protocol asks about logins at an origin.
pub(crate) fn ask_for_logins(channel: &Channel, origin: &str) {
    let documents = fetch::RequestPattern {
        url_pattern: Some(format!("{origin}/*")),
        resource_type: Some("Document".to_owned()),
        request_stage: Some("Request".to_owned()),
    };
    drop(channel.post(&fetch::Enable { patterns: Some(vec![documents]), handle_auth_requests: Some(true) }));
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
        if let Some((_, origin)) = self.owner.shared.http_auth() {
            ask_for_logins(&channel, origin);
        }
        Ok(())
    }

    /// Takes in an event of the `Fetch` domain and answers it at once.
    pub(super) fn answer_login(self: &Arc<Self>, session: &SessionId, event: &RawEvent) -> Result<()> {
        let channel = self.connection.channel(session.clone());
        match event.method() {
            "Fetch.requestPaused" => {
                if let Some(e) = event.decode::<fetch::RequestPaused>()? {
                    if self.state().serves_empty_documents {
                        drop(channel.post(&empty_document(e.request_id)));
                    } else {
                        drop(channel.post(&fetch::ContinueRequest { request_id: e.request_id }));
                    }
                }
            }
            "Fetch.authRequired" => {
                if let Some(e) = event.decode::<fetch::AuthRequired>()? {
                    let auth_challenge_response = self.login(&e);
                    let answer =
                        fetch::ContinueWithAuth { request_id: e.request_id, auth_challenge_response };
                    drop(channel.post(&answer));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn login(&self, event: &fetch::AuthRequired) -> fetch::AuthChallengeResponse {
        let give_up = |response: &str| fetch::AuthChallengeResponse {
            response: response.to_owned(),
            ..fetch::AuthChallengeResponse::default()
        };
        let challenge = &event.auth_challenge;
        let auth = self.owner.shared.http_auth();
        let proxy = challenge.source.as_deref() == Some("Proxy");
        match auth.filter(|(_, origin)| !proxy && *origin == challenge.origin) {
            None => give_up("Default"),
            // Asked again for the same request, the server has refused them.
            Some(_) if !self.state().note_login(&event.request_id) => give_up("CancelAuth"),
            Some((auth, _)) => fetch::AuthChallengeResponse {
                response: "ProvideCredentials".to_owned(),
                username: Some(auth.user.clone()),
                password: Some(auth.password.clone()),
            },
        }
    }
}
