//! Who is let in: by one token, or by those of a file, each with the name of the client that holds it.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use hyper::HeaderMap;

use crate::{
    failure::{Failure, Result},
    limits::CLIENT_NAME,
    token::Token,
};

/// The client of a token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Holder {
    /// What the server's person calls it; empty where there is only one.
    pub(crate) name: Arc<str>,
    /// So many sessions it may have at once; `None` where nothing is said.
    pub(crate) most_sessions: Option<usize>,
}

/// All tokens.
#[derive(Debug)]
pub(crate) enum Tokens {
    /// Everyone is let in who can reach the server.
    NotNeeded,
    /// Those who have one of these.
    Needed(Vec<(Token, Holder)>),
}

impl Holder {
    /// The one client of a server with one token.
    pub(crate) fn only() -> Self {
        Self { name: Arc::from(""), most_sessions: None }
    }
}

impl Tokens {
    /// One token, for whoever is to be let in.
    pub(crate) fn one(token: Token) -> Self {
        Self::Needed(vec![(token, Holder::only())])
    }

    /// Reads them from a file: a line for each client, `NAME TOKEN` or `NAME TOKEN SESSIONS`.
    ///
    /// # Errors
    /// `INVALID_INPUT` with the number of the line, and nothing of what is in it.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let wrong = |why: String| Failure::invalid(format!("{}: {why}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        Self::parse(&text).map_err(wrong)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        let mut names = BTreeSet::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (token, holder) = client(line).map_err(|why| format!("line {}: {why}", number + 1))?;
            if !names.insert(Arc::clone(&holder.name)) {
                return Err(format!("line {}: another line has this name", number + 1));
            }
            if all.iter().any(|(other, _): &(Token, Holder)| other.is(token.as_str())) {
                return Err(format!("line {}: another line has this token", number + 1));
            }
            all.push((token, holder));
        }
        if all.is_empty() { Err("there is no token in it".to_owned()) } else { Ok(Self::Needed(all)) }
    }

    /// Whether there are several clients.
    pub(crate) fn are_several(&self) -> bool {
        matches!(self, Self::Needed(all) if all.len() > 1)
    }

    /// Who asks; `None` for a stranger. Every token is looked at, so that the time tells nothing.
    pub(crate) fn holder(&self, headers: &HeaderMap) -> Option<Holder> {
        let Self::Needed(all) = self else { return Some(Holder::only()) };
        let mut found = None;
        for (token, holder) in all {
            if token.is_in(headers) {
                found = Some(holder.clone());
            }
        }
        found
    }
}

fn client(line: &str) -> Result<(Token, Holder), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, token, most) = match words.as_slice() {
        [name, token] => (name, token, None),
        [name, token, most] => (name, token, Some(most)),
        _ => return Err("it wants NAME TOKEN, or NAME TOKEN SESSIONS".to_owned()),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.len() > CLIENT_NAME || !name.chars().all(plain) {
        return Err(format!("a name is up to {CLIENT_NAME} letters, digits, - _ ."));
    }
    let token = token.parse()?;
    let most_sessions = match most.map(|most| most.parse()) {
        None => None,
        Some(Ok(most)) => Some(most),
        Some(Err(_)) => return Err("the number of sessions is none".to_owned()),
    };
    Ok((token, Holder { name: Arc::from(*name), most_sessions }))
}

#[cfg(test)]
mod tests {
    use hyper::header::{AUTHORIZATION, HeaderValue};

    use super::*;

    #[test]
    fn each_token_is_of_one_client() {
        let text = "# who may come\n\nshop 0123456789abcdef 20\nbilling fedcba9876543210\n";
        let tokens = Tokens::parse(text).unwrap();
        let holder = |token: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {token}")).unwrap());
            tokens.holder(&headers).map(|holder| (holder.name.to_string(), holder.most_sessions))
        };
        assert_eq!(holder("0123456789abcdef"), Some(("shop".to_owned(), Some(20))));
        assert_eq!(holder("fedcba9876543210"), Some(("billing".to_owned(), None)));
        assert_eq!(holder("0123456789abcdeg"), None);
        assert_eq!(tokens.holder(&HeaderMap::new()), None);
    }

    #[test]
    fn a_line_that_is_wrong_is_named_and_not_shown() {
        for (text, line) in [
            ("", "no token"),
            ("# nobody\n", "no token"),
            ("shop", "line 1"),
            ("shop zqshort", "line 1"),
            ("\nshop 0123456789abcdzq many", "line 2"),
            ("shop 0123456789abcdzq 1 2", "line 1"),
            ("sh/op 0123456789abcdzq", "line 1"),
            ("shop 0123456789abcdzq\nshop 1123456789abcdzq", "line 2"),
            ("shop 0123456789abcdzq\nbilling 0123456789abcdzq", "line 2"),
        ] {
            let why = Tokens::parse(text).unwrap_err();
            assert!(why.contains(line) && !why.contains("zq"), "{text}: {why}");
        }
        let shown = format!("{:?}", Tokens::parse("shop 0123456789abcdzq").unwrap());
        assert!(!shown.contains("zq"), "{shown}");
    }
}
