//! A secret that is kept for a session: a text, or what makes one-time codes. A caller writes its name, `{{secret:NAME}}` or
//! `{{totp:NAME}}`; only pages of the origins that it is bound to get it, and no answer has it.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

use domtool_page::secret_values::SHORTEST;

use super::{origin_of, totp::Totp};
use crate::error::{Error, Result};

/// See the file's paragraph.
///
/// ```
/// use domtool::StoredSecret;
///
/// let secret = StoredSecret::text("bank", "s3cret", &["https://bank.example"])?;
/// assert!(!format!("{secret:?}").contains("s3cret"));
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StoredSecret {
    pub(crate) name: String,
    pub(crate) origins: Vec<String>,
    value: Value,
}

#[derive(Clone, PartialEq, Eq)]
enum Value {
    Text(String),
    Totp(Totp),
}

impl StoredSecret {
    /// A text, which `{{secret:NAME}}` stands for on pages of these origins.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no name or no origin, and for a text that is too short to be hidden where a page says it again.
    pub fn text(name: &str, value: &str, origins: &[&str]) -> Result<Self> {
        if value.trim().chars().count() < SHORTEST {
            let message = format!(
                "the secret {name:?} has fewer than {SHORTEST} characters, which could not be hidden"
            );
            return Err(Error::invalid_input(message).with_hint("give a longer one"));
        }
        Self::named(name, origins, Value::Text(value.to_owned()))
    }

    /// One-time codes by time (RFC 6238), of which `{{totp:NAME}}` stands for the one of the moment on pages of these origins. `secret`
    /// is what the server shows beside its picture: a key in base 32, or an `otpauth://totp/...` address.
    ///
    /// # Errors
    /// `INVALID_INPUT` as above, and for what is no such secret.
    pub fn totp(name: &str, secret: &str, origins: &[&str]) -> Result<Self> {
        let totp = Totp::parse(secret).map_err(|why| {
            Error::invalid_input(format!("the secret of the codes {name:?} cannot be used: {why}"))
                .with_hint("give the key in base 32 that the server shows, or its otpauth:// address")
        })?;
        Self::named(name, origins, Value::Totp(totp))
    }

    fn named(name: &str, origins: &[&str], value: Value) -> Result<Self> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(
                Error::invalid_input("that is no name of a secret").with_hint("use letters, digits, - _ .")
            );
        }
        let bound: Option<Vec<String>> = origins.iter().map(|origin| origin_of(origin)).collect();
        match bound.filter(|bound| !bound.is_empty()) {
            Some(origins) => Ok(Self { name: name.to_owned(), origins, value }),
            None => Err(Error::invalid_input(format!(
                "the secret {name:?} is for no origin, or for what is none"
            ))
            .with_hint("bind it to one or several such as https://bank.example")),
        }
    }

    /// What callers write in its place.
    pub(crate) fn placeholder(&self) -> String {
        match self.value {
            Value::Text(_) => format!("{{{{secret:{}}}}}", self.name),
            Value::Totp(_) => format!("{{{{totp:{}}}}}", self.name),
        }
    }

    /// The text itself, where it does not change.
    pub(crate) fn fixed(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Totp(_) => None,
        }
    }

    /// What it is at this moment.
    pub(crate) fn now(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            Value::Totp(totp) => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH);
                totp.code_at(since.map(|since| since.as_secs()).unwrap_or_default())
            }
        }
    }
}

impl fmt::Debug for StoredSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredSecret")
            .field("name", &self.name)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}
