//! What was answered to servers and proxies that asked for a login: what was refused once is not given again, so that neither a page's
//! own retries nor a loop of questions locks an account.

use std::collections::{HashSet, VecDeque};

use domtool_cdp::protocol::{RequestId, SessionId};

use crate::limits::{GIVEN_LOGINS, REFUSED_LOGINS};

/// Who asks: the origin of a server or a proxy, which of the two, and its realm.
pub(crate) type Asker = (String, bool, String);

/// Who wants a login by HTTP with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoginAsked {
    /// A server of this origin.
    Server(String),
    /// The proxy.
    Proxy,
}

/// See the file's paragraph.
#[derive(Debug, Default)]
pub(crate) struct Logins {
    /// By whom, without the realm: who makes up a new one each time would ask for ever.
    given: VecDeque<(SessionId, RequestId, String, bool)>,
    refused: HashSet<Asker>,
    /// Origins that asked and for which there is no login: they are answered before the browser prompts for them.
    unknown: Vec<String>,
    /// The proxy asked, and there is no login for it.
    unknown_proxy: bool,
}

impl Logins {
    /// Notes who asked for a login that there is none for; whether that is new.
    pub(crate) fn note_unknown(&mut self, asker: &LoginAsked) -> bool {
        match asker {
            LoginAsked::Proxy => !std::mem::replace(&mut self.unknown_proxy, true),
            LoginAsked::Server(origin)
                if self.unknown.contains(origin) || self.unknown.len() >= REFUSED_LOGINS =>
            {
                false
            }
            LoginAsked::Server(origin) => {
                self.unknown.push(origin.clone());
                true
            }
        }
    }

    /// Whether the proxy asks in vain, and which origins do.
    pub(crate) fn unknown(&self) -> (bool, &[String]) {
        (self.unknown_proxy, &self.unknown)
    }

    /// Whether the session's name and password may be given with this request; that they are is noted.
    pub(crate) fn may_give(&mut self, request: (SessionId, RequestId), asker: Asker) -> bool {
        if self.refused.contains(&asker) {
            return false;
        }
        let (origin, proxy, _) = &asker;
        let given = (request.0, request.1, origin.clone(), *proxy);
        // Asked again for the same request, the server has refused them. A proxy on the way to it asks for its own.
        if self.given.contains(&given) {
            if self.refused.len() < REFUSED_LOGINS {
                self.refused.insert(asker);
            }
            return false;
        }
        self.given.push_back(given);
        if self.given.len() > GIVEN_LOGINS {
            self.given.pop_front();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(origin: &str, proxy: bool, realm: &str) -> Asker {
        (origin.to_owned(), proxy, realm.to_owned())
    }

    #[test]
    fn a_server_behind_a_proxy_has_not_refused_what_the_proxy_got() {
        let mut logins = Logins::default();
        let request = || (SessionId::from("s"), RequestId::from("1"));
        let (proxy, server) = (asker("http://way:8080", true, "way"), asker("http://bank", false, "bank"));
        assert!(logins.may_give(request(), proxy.clone()));
        assert!(logins.may_give(request(), server.clone()));
        // Each that asks again has refused it, for other requests too.
        assert!(!logins.may_give(request(), server.clone()));
        assert!(!logins.may_give((SessionId::from("s"), RequestId::from("2")), server));
        assert!(logins.may_give((SessionId::from("s"), RequestId::from("2")), proxy));
    }

    #[test]
    fn a_new_realm_each_time_gets_no_second_answer() {
        let mut logins = Logins::default();
        let request = || (SessionId::from("s"), RequestId::from("1"));
        assert!(logins.may_give(request(), asker("http://bank", false, "a")));
        assert!(!logins.may_give(request(), asker("http://bank", false, "b")));
    }
}
