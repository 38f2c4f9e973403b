//! What is secret in which document: what was given to fields in every one, what fields held in those of their origin.

use std::borrow::Cow;

use super::SecretValues;
use crate::limits::SECRET_ORIGINS;

/// What is secret in which document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownSecrets {
    /// What was stored, and what was filled into secret fields: secret in every document, as it may be sent anywhere.
    pub given: SecretValues,
    /// What fields of pages held, by origin, the newest last: secret in documents of that origin.
    held: Vec<(String, SecretValues)>,
}

impl KnownSecrets {
    /// Learns what fields held in documents of an origin.
    pub fn hold<'v>(&mut self, origin: &str, values: impl IntoIterator<Item = &'v str>) {
        if is_opaque(origin) {
            return;
        }
        let at = self.held.iter().position(|(known, _)| known == origin);
        let mut held = match at {
            Some(at) => self.held.remove(at),
            None => (origin.to_owned(), SecretValues::default()),
        };
        held.1.add_each(values);
        if !held.1.is_empty() {
            self.held.push(held);
        }
        if self.held.len() > SECRET_ORIGINS {
            self.held.remove(0);
        }
    }

    /// What fields held in documents of an origin.
    #[must_use]
    pub fn held(&self, origin: &str) -> Option<&SecretValues> {
        self.held.iter().find(|(known, _)| known == origin).map(|(_, values)| values)
    }

    /// A text of documents of these origins, with [`super::MASK`] in the place of each secret.
    #[must_use]
    pub fn scrub<'t>(&self, origins: &[String], text: &'t str) -> Cow<'t, str> {
        let held = origins.iter().filter_map(|origin| self.held(origin));
        scrub_apart(&self.given, held, text)
    }
}

/// Whether a document with this origin, as Chromium writes it, has none (`data:`, a sandbox): it shares secrets with no other.
pub(crate) fn is_opaque(origin: &str) -> bool {
    matches!(origin, "" | "://" | "null")
}

/// A text with [`super::MASK`] in the place of each secret that was given or held. What is held hides no host of an address: a page cannot hide
/// where it is.
pub(crate) fn scrub_apart<'s, 't>(
    given: &SecretValues,
    held: impl IntoIterator<Item = &'s SecretValues>,
    text: &'t str,
) -> Cow<'t, str> {
    held.into_iter().fold(given.scrub(text), |text, values| {
        let path = end_of_host(&text);
        match values.scrub(&text[path..]) {
            Cow::Borrowed(_) => text,
            Cow::Owned(scrubbed) => Cow::Owned(format!("{}{scrubbed}", &text[..path])),
        }
    })
}

/// Where the host of an address ends; 0 for what begins with none.
fn end_of_host(text: &str) -> usize {
    let Some(scheme) =
        text.find("://").filter(|at| text[..*at].bytes().all(|byte| byte.is_ascii_alphanumeric()))
    else {
        return 0;
    };
    let host = scheme + 3;
    text[host..].find(|c: char| "/?#\\".contains(c) || c.is_whitespace()).map_or(text.len(), |end| host + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_holds_is_secret_on_its_origin() {
        let mut secrets = KnownSecrets::default();
        secrets.given.add("given-1");
        secrets.hold("https://a.example", ["held-by-a"]);
        let text = "given-1 held-by-a";
        let origins = |origin: &str| vec![origin.to_owned()];
        assert_eq!(secrets.scrub(&origins("https://a.example"), text), "•••••••• ••••••••");
        assert_eq!(secrets.scrub(&origins("https://b.example"), text), "•••••••• held-by-a");
        assert_eq!(secrets.scrub(&[], text), "•••••••• held-by-a");
        // Where a page is, it cannot hide.
        secrets.hold("https://a.example", ["https://", "a.example", "a.example/x"]);
        let address = "https://a.example/a.example/x?q=given-1";
        assert_eq!(
            secrets.scrub(&origins("https://a.example"), address),
            "https://a.example/••••••••?q=••••••••"
        );
    }

    #[test]
    fn the_oldest_origin_goes_first() {
        let mut secrets = KnownSecrets::default();
        for number in 0..=SECRET_ORIGINS {
            secrets.hold(&format!("https://{number}.example"), ["held-by-it"]);
            // One that is heard of again is no old one.
            secrets.hold("https://0.example", ["held-by-it"]);
            secrets.hold(&format!("https://empty-{number}.example"), []);
        }
        let known = |number: usize| secrets.held(&format!("https://{number}.example")).is_some();
        assert!(known(0) && !known(1) && known(2) && known(SECRET_ORIGINS));
    }
}
