//! Decides what never enters a snapshot: the values of secret fields, and values in addresses that look like tokens.
//!
//! The passes call this before they copy a string. Of what a rule hides neither characters nor their number are left.
//! Fixtures: masking.html, secrets.html, secrets-said.html.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::{
    name::NOT_TYPED_IN,
    secret_words::{SecretWord, names_a_secret, says},
};
use crate::matches_glob;

pub use crate::secret_values::MASK;

/// What to hide. The default hides every field that looks secret, see [`PrivacyRules::hides`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivacyRules {
    /// The user's own patterns, with `*` for any text, held against a field's `name`, `id`, `autocomplete` and labels
    /// (`<label>`, `aria-label`, `placeholder`, `title`); case is ignored.
    pub mask_fields: Vec<String>,
    /// Shows what would be masked. Off by default.
    pub reveal_secrets: bool,
}

impl PrivacyRules {
    /// Masks the fields that one of these patterns names, too.
    #[must_use]
    pub fn with_mask_fields<T: Into<String>>(self, patterns: impl IntoIterator<Item = T>) -> Self {
        Self { mask_fields: patterns.into_iter().map(Into::into).collect(), ..self }
    }

    /// Shows what would be masked, or not.
    #[must_use]
    pub fn with_reveal_secrets(self, reveal_secrets: bool) -> Self {
        Self { reveal_secrets, ..self }
    }
}

/// What a rule looks at on a field. All as written in the page; empty for none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Field<'a> {
    /// Its `type`, as the DOM has it: `textarea`, `select-one` too.
    pub kind: &'a str,
    /// Its `autocomplete`.
    pub autocomplete: &'a str,
    /// Its `name`.
    pub name: &'a str,
    /// Its `id`.
    pub id: &'a str,
    /// What it is labelled with.
    pub labels: &'a [&'a str],
    /// `-webkit-text-security` is at work.
    pub obscured: bool,
    /// It was a secret one before, or stands where one was.
    pub was_secret: bool,
}

impl PrivacyRules {
    /// Whether a field's value must be hidden: by its type or `autocomplete`, by what it is called (see `secret_words`), because it
    /// is drawn obscured or was secret before, or by the user's own patterns.
    #[must_use]
    pub fn hides(&self, field: Field<'_>) -> bool {
        if self.reveal_secrets {
            return false;
        }
        field.obscured
            || field.was_secret
            || field.kind.trim().eq_ignore_ascii_case("password")
            || field.autocomplete.split_ascii_whitespace().any(secret_autocomplete)
            || (is_written_in(field.kind) && field.names_a_secret())
            || self.mask_fields.iter().any(|pattern| {
                [field.name, field.id, field.autocomplete]
                    .iter()
                    .chain(field.labels)
                    .any(|text| !text.is_empty() && matches_glob(&folded(pattern), &folded(text)))
            })
    }
}

impl PrivacyRules {
    /// Those of a field's labels that decide whether it is hidden: of each that says the same about it the first. Thousands of fields may
    /// share thousands of labels.
    pub(super) fn deciding<'t, T>(&self, labels: impl Iterator<Item = (T, &'t str)>) -> Vec<T> {
        let mut known = FxHashSet::default();
        let mut says_more = |label: &str| {
            let patterns = self.mask_fields.iter().enumerate();
            let met = patterns.filter(|(_, pattern)| matches_glob(&folded(pattern), &folded(label)));
            let all = says(label).map(Says::Words).chain(met.map(|(at, _)| Says::Pattern(at)));
            let before = known.len();
            known.extend(all);
            known.len() > before
        };
        labels.filter_map(|(of, label)| says_more(label).then_some(of)).collect()
    }
}

/// What of a label counts.
#[derive(PartialEq, Eq, Hash)]
enum Says {
    Words(SecretWord),
    Pattern(usize),
}

impl Field<'_> {
    /// Whether what it is called says that it takes a secret.
    fn names_a_secret(&self) -> bool {
        let own = [self.name, self.id];
        // A postal code is never a secret, though India's is called PIN.
        let postal = self.autocomplete.split_ascii_whitespace().any(|token| token == "postal-code");
        !postal && names_a_secret(own.iter().chain(self.labels).copied())
    }
}

/// Whether a person writes text into a field of this type. The name of a checkbox, a button or a list says nothing about a
/// secret in it.
fn is_written_in(kind: &str) -> bool {
    // A search is no secret; the others are what the `type` of a `<select>` is.
    const OTHERS: &[&str] = &["search", "select-one", "select-multiple"];
    let kind = kind.trim();
    !NOT_TYPED_IN.iter().chain(OTHERS).any(|other| kind.eq_ignore_ascii_case(other))
}

fn secret_autocomplete(token: &str) -> bool {
    let token = token.to_ascii_lowercase();
    matches!(token.as_str(), "one-time-code" | "current-password" | "new-password")
        || token.starts_with("cc-")
}

/// A text in lower case, for comparing. Each character is folded by itself, as `str::to_lowercase` turns a sigma by its
/// neighbours.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// An address with secrets replaced by `…`: values of its query and fragment that look like tokens, user and password
/// (`user:password@`), and the body of a `data:` address.
pub fn shorten_url(url: &str) -> Cow<'_, str> {
    if let Some(rest) = strip_scheme(url, "data:") {
        let head = rest.split([',', ';']).next().unwrap_or("");
        return if rest.len() == head.len() {
            Cow::Borrowed(url)
        } else {
            Cow::Owned(format!("data:{head},…"))
        };
    }
    let query_at = url.find(['?', '#']).unwrap_or(url.len());
    let (path, query) = url.split_at(query_at);
    let path = without_user(path);
    let mut changed = matches!(path, Cow::Owned(_));
    let mut out = String::with_capacity(url.len());
    out.push_str(&path);
    let mut rest = query;
    while !rest.is_empty() {
        let end = rest[1..].find(['?', '#', '&', ';']).map_or(rest.len(), |at| at + 1);
        let (part, tail) = rest.split_at(end);
        rest = tail;
        let (key, value) = part.split_once('=').map_or(("", &part[1..]), |(key, value)| (&key[1..], value));
        if secret_value(key, value) {
            changed = true;
            out.push_str(&part[..part.len() - value.len()]);
            out.push('…');
        } else {
            out.push_str(part);
        }
    }
    if changed { Cow::Owned(out) } else { Cow::Borrowed(url) }
}

/// A text with the addresses in it shortened: what pages and browsers write to the console.
pub fn shorten_urls_in(text: &str) -> Cow<'_, str> {
    if !text.contains("://") {
        return Cow::Borrowed(text);
    }
    let delimits = |c: char| c.is_whitespace() || "\"'()<>,".contains(c);
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(delimits) {
        let end = word.strip_suffix(delimits).map_or(word.len(), str::len);
        out.push_str(&shorten_url(&word[..end]));
        out.push_str(&word[end..]);
    }
    Cow::Owned(out)
}

/// A title with the addresses in it shortened. The title of a page without one is its address.
pub fn shorten_title(title: &str) -> Cow<'_, str> {
    if title.contains(char::is_whitespace) { shorten_urls_in(title) } else { shorten_url(title) }
}

fn strip_scheme<'u>(url: &'u str, scheme: &str) -> Option<&'u str> {
    let url = url.trim_start();
    url.get(..scheme.len())
        .filter(|head| head.eq_ignore_ascii_case(scheme))
        .and_then(|_| url.get(scheme.len()..))
}

/// An address with its user information (`user:password@`, or a token alone) replaced by `…`.
fn without_user(path: &str) -> Cow<'_, str> {
    let start = match path.find("://") {
        Some(at) => at + 3,
        None if path.starts_with("//") => 2,
        None => return Cow::Borrowed(path),
    };
    let authority = &path[start..];
    let authority = &authority[..authority.find('/').unwrap_or(authority.len())];
    match authority.rfind('@') {
        Some(at) => Cow::Owned(format!("{}…{}", &path[..start], &path[start + at..])),
        None => Cow::Borrowed(path),
    }
}

/// Key words that make any value a secret, as parts of a key between `_`, `-`, `.` or a change of case.
const SECRET_KEYS: &[&str] = &[
    "token",
    "auth",
    "authorization",
    "secret",
    "password",
    "passwd",
    "pwd",
    "sig",
    "signature",
    "session",
    "sessionid",
    "sid",
    "apikey",
    "jwt",
    "credential",
    "credentials",
    "nonce",
    "otp",
    "ticket",
    "assertion",
    "samlresponse",
    "csrf",
    "xsrf",
    "hmac",
    "pass",
    "pin",
    "cvv",
    "cvc",
    "csc",
];

fn secret_value(key: &str, value: &str) -> bool {
    if value.is_empty() {
        return false;
    }
    let mut part = String::new();
    let mut parts = Vec::new();
    let mut lower_before = false;
    for c in key.chars().chain(std::iter::once('_')) {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower_before) {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    if parts.iter().any(|part| SECRET_KEYS.contains(&part.as_str()))
        || key.eq_ignore_ascii_case("api_key")
        || names_a_secret(std::iter::once(key))
        || key.eq_ignore_ascii_case("code") && value.len() >= 12
    {
        return true;
    }
    token_like(value)
}

/// Whether a value looks like a token and not like the words of a slug: it has a run of 20 characters or more that mixes
/// letters with digits or cases, or is 32 bytes long with six digits and is no path.
fn token_like(value: &str) -> bool {
    let longest = value
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '%'))
        .map(|run| {
            let digits = run.bytes().filter(u8::is_ascii_digit).count();
            let upper = run.bytes().filter(u8::is_ascii_uppercase).count();
            let lower = run.bytes().filter(u8::is_ascii_lowercase).count();
            let mixed = (digits > 1 && upper + lower > 1) || (upper > 2 && lower > 2);
            if mixed { run.len() } else { 0 }
        })
        .max()
        .unwrap_or(0);
    longest >= 20
        || (value.len() >= 32
            && value.bytes().filter(u8::is_ascii_digit).count() >= 6
            && !value.contains("://")
            && !value.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_what_perception_names() {
        let rules = PrivacyRules { mask_fields: vec!["*iban*".into()], reveal_secrets: false };
        let field = Field::default();
        assert!(rules.hides(Field { kind: "PassWord", ..field }));
        assert!(rules.hides(Field { autocomplete: "billing cc-number", ..field }));
        assert!(rules.hides(Field { autocomplete: "one-time-code", ..field }));
        assert!(rules.hides(Field { name: "my-IBAN-2", ..field }));
        assert!(rules.hides(Field { obscured: true, ..field }));
        assert!(!rules.hides(Field { name: "email", autocomplete: "email", kind: "text", ..field }));
        let open = PrivacyRules { reveal_secrets: true, ..rules };
        assert!(!open.hides(Field { kind: "password", ..field }));
    }

    /// Whatever is left out of the labels of a field, the verdict is that by all of them.
    #[test]
    fn the_labels_that_decide_give_the_verdict_of_all() {
        let texts =
            ["Name", "PIN", "Delivery area", "My IBAN", "Password", "IBAN", "Pin code", "", "City", "Other"];
        let rules = PrivacyRules { mask_fields: vec!["*iban*".into(), "oth*".into()], reveal_secrets: false };
        for chosen in 0..1_usize << texts.len() {
            let labels = texts.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            let labels: Vec<&str> = labels.map(|(_, text)| *text).collect();
            let fewer = rules.deciding(labels.iter().map(|text| (*text, *text)));
            let hides = |labels| rules.hides(Field { kind: "text", labels, ..Field::default() });
            assert_eq!(hides(&labels), hides(&fewer), "{labels:?} and {fewer:?}");
        }
        let many = vec!["PIN"; 1_000];
        assert_eq!(rules.deciding(many.into_iter().enumerate()), [0]);
    }

    #[test]
    fn shortens_addresses_in_a_text() {
        let text = "GET \"https://a.example/x?access_token=abc\" failed (https://b.example/?q=1)";
        let short = "GET \"https://a.example/x?access_token=…\" failed (https://b.example/?q=1)";
        assert_eq!(shorten_urls_in(text), short);
        assert_eq!(shorten_urls_in("no address?token=x"), "no address?token=x");
    }

    #[test]
    fn shortens_tokens_in_addresses() {
        for (url, want) in [
            ("https://a.example/x?q=red+shoes&page=2", "https://a.example/x?q=red+shoes&page=2"),
            ("https://a.example/x?access_token=abc&b=1", "https://a.example/x?access_token=…&b=1"),
            ("/cb#id_token=abc", "/cb#id_token=…"),
            ("?k=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.x1", "?k=…"),
            ("https://u:pw@a.example/", "https://…@a.example/"),
            ("https://token@a.example/@name", "https://…@a.example/@name"),
            ("https://token@a.example/x", "https://…@a.example/x"),
            ("//u:pw@a.example/x", "//…@a.example/x"),
            ("/login?pass=abc&user=x", "/login?pass=…&user=x"),
            ("?pin=1234&cardNumber=4111&one_time_code=1", "?pin=…&cardNumber=…&one_time_code=…"),
            (
                "?spinner=1&shipping=2&pincode_city=3&max_tokens=4",
                "?spinner=1&shipping=2&pincode_city=3&max_tokens=4",
            ),
            ("mailto:a@b.example", "mailto:a@b.example"),
            ("data:image/png;base64,AAAA", "data:image/png,…"),
            (
                "?title=a-long-slug-of-many-words-that-people-read",
                "?title=a-long-slug-of-many-words-that-people-read",
            ),
            ("#section-2", "#section-2"),
            ("", ""),
        ] {
            assert_eq!(shorten_url(url), want);
        }
    }
}
