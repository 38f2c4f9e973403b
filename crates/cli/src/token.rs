//! The token that a server of ours asks for: what a client must send to be let in.

use std::str::FromStr;

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use hyper::header::{AUTHORIZATION, HeaderMap};

use crate::failure::{Failure, Result};

/// Shorter ones can be guessed.
const SHORTEST: usize = 16;

/// A token. It never stands in a log.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// One that nobody can guess.
    ///
    /// # Errors
    /// `INTERNAL` when the system has no randomness.
    pub(crate) fn random() -> Result<Self> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(|error| Failure::internal(format!("no randomness: {error}")))?;
        Ok(Self(BASE64_URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Itself, for the person who starts the server.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a request has it.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let mut all = headers.get_all(AUTHORIZATION).iter();
        let (Some(only), None) = (all.next(), all.next()) else { return false };
        let Some((scheme, given)) = only.to_str().ok().and_then(|value| value.split_once(' ')) else {
            return false;
        };
        scheme.eq_ignore_ascii_case("Bearer") && self.is(given.trim())
    }

    /// Whether this is it. A wrong one takes as long wherever it differs.
    pub(crate) fn is(&self, given: &str) -> bool {
        let differs =
            self.0.bytes().zip(given.bytes()).fold(0, |differs, (own, given)| differs | (own ^ given));
        given.len() == self.0.len() && differs == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() < SHORTEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("a token is {SHORTEST} or more characters of ASCII without spaces"));
        }
        Ok(Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn only_the_very_token_opens() {
        let token: Token = "0123456789abcdef".parse().unwrap();
        let opens = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, HeaderValue::from_str(value).unwrap());
            }
            token.is_in(&headers)
        };
        assert!(opens(&["Bearer 0123456789abcdef"]) && opens(&["bearer 0123456789abcdef"]));
        for wrong in [
            "",
            "Bearer",
            "Bearer ",
            "0123456789abcdef",
            "Basic 0123456789abcdef",
            "Bearer 0123456789abcde",
            "Bearer 0123456789abcdeg",
            "Bearer 0123456789abcdef0",
        ] {
            assert!(!opens(&[wrong]), "{wrong}");
        }
        assert!(!opens(&[]) && !opens(&["Bearer 0123456789abcdef", "Bearer other"]));
    }

    #[test]
    fn tokens_that_can_be_guessed_or_not_be_sent_are_refused() {
        for bad in ["", "secret", "0123456789 abcdef", "0123456789abcdeé"] {
            assert!(bad.parse::<Token>().is_err(), "{bad}");
        }
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert!(one.as_str() != other.as_str() && one.as_str().parse::<Token>().is_ok());
    }
}
