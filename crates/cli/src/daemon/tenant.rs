//! Whose sessions a call can reach. The user of this machine reaches all of them; a client of a server its own, which nobody can tell from
//! sessions of the same name that other clients have: the daemon knows each by its client's name and its own, with a slash between.

use std::sync::Arc;

use domtool::{ErrorKind, text::quoted};

use crate::{
    failure::{Failure, Result},
    http::Holder,
    output::SessionInfo,
};

/// Stands for the client of a server that has only one: its sessions are not those of this machine's user, who may open local files.
const ONLY: &str = "client";

/// Who calls.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Tenant {
    /// This machine's user, over the socket.
    #[default]
    Local,
    /// A client of the server. One without a name is all who hold its only token.
    Client {
        /// What the server's person calls it.
        name: Arc<str>,
        /// So many sessions it may have at once.
        most_sessions: Option<usize>,
    },
}

impl Tenant {
    /// The client that holds a token.
    pub(crate) fn of(holder: &Holder) -> Self {
        Self::Client { name: Arc::clone(&holder.name), most_sessions: holder.most_sessions }
    }

    /// A client that has no sessions and may have none.
    pub(crate) fn nobody() -> Self {
        Self::Client { name: Arc::from("."), most_sessions: Some(0) }
    }

    /// The name of a client that has one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Client { name, .. } if !name.is_empty() => Some(name),
            _ => None,
        }
    }

    /// By which key the daemon knows a session that this tenant names.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no name.
    pub(super) fn key(&self, session: &str) -> Result<String> {
        match self {
            Self::Local => match session.split_once('/') {
                Some((client, own)) if is_plain(client) && is_plain(own) => Ok(session.to_owned()),
                Some(_) => Err(no_name(session)),
                None => checked(session),
            },
            Self::Client { name, .. } => Ok(format!("{}/{}", prefix(name), checked(session)?)),
        }
    }

    /// What this tenant calls the session of a key; `None` for one that is not its own.
    pub(super) fn own_name<'a>(&self, key: &'a str) -> Option<&'a str> {
        match (self, key.split_once('/')) {
            (Self::Local, _) => Some(key),
            (Self::Client { .. }, None) => None,
            (Self::Client { name, .. }, Some((client, own))) => (client == prefix(name)).then_some(own),
        }
    }

    /// Those of some sessions that are this tenant's, by its own names.
    pub(super) fn own(&self, sessions: Vec<SessionInfo>) -> Vec<SessionInfo> {
        let own = |mut session: SessionInfo| {
            session.name = self.own_name(&session.name)?.to_owned();
            Some(session)
        };
        sessions.into_iter().filter_map(own).collect()
    }

    /// Whether one session more is too many, where this tenant has so many.
    ///
    /// # Errors
    /// `NO_CAPACITY` with what to do.
    pub(super) fn has_room(&self, sessions: usize) -> Result<()> {
        match self {
            Self::Client { most_sessions: Some(most), .. } if sessions >= *most => Err(Failure::new(
                ErrorKind::NoCapacity,
                format!("this client has {sessions} sessions, and may have {most}"),
                "close one that is not needed, then try again",
            )),
            _ => Ok(()),
        }
    }
}

/// What stands before the names of a client's sessions.
fn prefix(client: &str) -> &str {
    if client.is_empty() { ONLY } else { client }
}

fn checked(name: &str) -> Result<String> {
    if is_plain(name) { Ok(name.to_owned()) } else { Err(no_name(name)) }
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && name.chars().count() <= 64 && name.chars().all(plain)
}

fn no_name(name: &str) -> Failure {
    Failure::invalid(format!(
        "{name} is no session's name; use up to 64 letters, digits, - _ .",
        name = quoted(&name)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(name: &str) -> Tenant {
        Tenant::Client { name: Arc::from(name), most_sessions: None }
    }

    #[test]
    fn a_client_reaches_its_own_sessions_alone() {
        let (shop, billing, only) = (client("shop"), client("billing"), client(""));
        let key = shop.key("work").unwrap();
        assert_ne!(key, billing.key("work").unwrap());
        assert_eq!(shop.own_name(&key), Some("work"));
        assert_eq!((billing.own_name(&key), only.own_name(&key)), (None, None));
        assert_eq!(only.own_name(&only.key("work").unwrap()), Some("work"));
        assert_eq!((shop.own_name("work"), only.own_name("work")), (None, None), "the user's own");
        assert_eq!(
            (Tenant::Local.key(&key).unwrap(), Tenant::Local.own_name(&key)),
            (key.clone(), Some(&*key))
        );
        for bad in ["", "a b", "shop/work", "billing/work", "a\nb", "a\"b"] {
            assert!(shop.key(bad).is_err() && only.key(bad).is_err(), "{bad}");
        }
        assert!(Tenant::Local.key("a/b/c").is_err() && Tenant::Local.key("/b").is_err());
    }

    #[test]
    fn a_limit_is_of_the_sessions_that_there_are() {
        let tenant = Tenant::Client { name: Arc::from("shop"), most_sessions: Some(2) };
        assert!(tenant.has_room(1).is_ok() && client("shop").has_room(1000).is_ok());
        assert_eq!(tenant.has_room(2).unwrap_err().kind, ErrorKind::NoCapacity);
    }
}
