//! The key that states are encrypted with: what the caller's environment says, else what the daemon's says, else a random one that the
//! system's keyring keeps.

use std::fmt;

use domtool::ErrorKind;
use serde::{Deserialize, Serialize};

use super::keyring;
use crate::{
    failure::{Failure, Result},
    launch::Hidden,
    settings,
};

/// A shorter one could be guessed.
const SHORTEST: usize = 16;

/// Where a key is from. Each encrypted state says it, so that an error can name what is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KeySource {
    /// `DOMTOOL_STATE_KEY`.
    Environment,
    /// The system's keyring.
    Keyring,
}

/// A key. It is shown nowhere.
pub(super) struct Key {
    pub(super) source: KeySource,
    #[cfg_attr(not(feature = "encrypt"), expect(dead_code, reason = "nothing is encrypted"))]
    pub(super) secret: String,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("source", &self.source).finish_non_exhaustive()
    }
}

/// The keys that a call has.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    environment: Option<Hidden>,
}

impl Keys {
    /// With the one that the call came with.
    pub(crate) fn new(of_call: Option<Hidden>) -> Self {
        Self { environment: of_call.or_else(of_environment) }
    }

    /// One to encrypt with; in the keyring it is made where there is none. `None` where there is neither.
    ///
    /// # Errors
    /// `INVALID_INPUT` for one that is too short, `SECURITY_BLOCKED` when the person does not open the keyring.
    pub(super) fn any_or_made(&self) -> Result<Option<Key>> {
        if let Some(key) = self.of_environment()? {
            return Ok(Some(key));
        }
        if cfg!(not(feature = "encrypt")) {
            return Ok(None);
        }
        let secret = keyring::get_or_make()?;
        Ok(secret.map(|secret| Key { source: KeySource::Keyring, secret }))
    }

    /// The one to decrypt with.
    ///
    /// # Errors
    /// `SECURITY_BLOCKED` that says where it would have to be.
    #[cfg_attr(not(feature = "encrypt"), expect(dead_code, reason = "nothing is encrypted"))]
    pub(super) fn from(&self, source: KeySource) -> Result<Key> {
        let (key, missing, hint) = match source {
            KeySource::Environment => (
                self.of_environment()?,
                "the state is encrypted with a key from the environment, and DOMTOOL_STATE_KEY is not set",
                "set DOMTOOL_STATE_KEY to the secret that the state was saved with",
            ),
            KeySource::Keyring => (
                keyring::get()?.map(|secret| Key { source, secret }),
                "the state is encrypted with a key from the system's keyring, which has none for domtool here",
                "load it as the user who saved it, with the keyring unlocked (and DOMTOOL_KEYRING not off); or log in once more and save",
            ),
        };
        key.ok_or_else(|| Failure::new(ErrorKind::SecurityBlocked, missing, hint))
    }

    fn of_environment(&self) -> Result<Option<Key>> {
        let Some(secret) = self.environment.as_ref().map(Hidden::reveal) else { return Ok(None) };
        if secret.chars().count() < SHORTEST {
            let failure = Failure::invalid("DOMTOOL_STATE_KEY is too short");
            let hint = "give 16 characters or more, such as what `openssl rand -hex 32` prints";
            return Err(Failure { hint: hint.into(), ..failure });
        }
        Ok(Some(Key { source: KeySource::Environment, secret: secret.to_owned() }))
    }
}

/// What this process's environment says.
pub(crate) fn of_environment() -> Option<Hidden> {
    let secret = std::env::var(settings::STATE_KEY.variable).ok().filter(|secret| !secret.is_empty());
    secret.map(Hidden::from)
}
