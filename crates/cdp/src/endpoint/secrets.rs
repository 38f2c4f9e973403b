//! [`Secrets`]: what of an endpoint lets its holder in. The other side may repeat it in what it says (`bad token t0ken`), and what it
//! says is shown.

use super::{Endpoint, address::Address};

/// Shorter texts are in any sentence, and guessed sooner than read.
const SHORTEST: usize = 4;
/// Steps of a path that are shorter are words, as `devtools` and `browser` are; tokens are longer.
const SHORTEST_STEP: usize = 9;

/// The longest first, so that none is left in part.
pub(crate) struct Secrets(Vec<String>);

impl Secrets {
    pub(super) fn of(endpoint: &Endpoint, addresses: &[Option<&Address>]) -> Self {
        let mut all = Vec::new();
        for header in &endpoint.headers {
            all.push(header.value.clone());
            // `Bearer t0ken`: the scheme is no secret, and is left.
            all.extend(header.value.split_whitespace().skip(1).map(str::to_owned));
        }
        for address in addresses.iter().flatten() {
            if let Some(user) = &address.user {
                all.push(user.clone());
                all.extend(user.split_once(':').map(|(_, password)| password.to_owned()));
            }
            all.extend(address.authorization().map(|value| value["Basic ".len()..].to_owned()));
            let (path, query) = address.split_path();
            all.extend(path.split('/').filter(|step| step.len() >= SHORTEST_STEP).map(str::to_owned));
            let values = query.trim_start_matches('?').split('&').map(|pair| pair.split_once('='));
            all.extend(values.flatten().map(|(_, value)| value.to_owned()));
        }
        Self(Vec::new()).and(all)
    }

    /// These and more.
    pub(crate) fn and(mut self, more: impl IntoIterator<Item = String>) -> Self {
        self.0.extend(more.into_iter().filter(|secret| secret.len() >= SHORTEST));
        self.0.sort_unstable_by_key(|secret| std::cmp::Reverse(secret.len()));
        self
    }

    /// A text without them.
    pub(crate) fn scrub(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), "…"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_taken_out() {
        let endpoint = Endpoint::new("wss://ada:pa55@host/zqspath0rd/devtools?token=t0ken&a=b")
            .with_header("X-Key", "k3y k3y")
            .unwrap()
            .with_header("X-Auth", "Bearer b3arer")
            .unwrap();
        let secrets = Secrets::of(&endpoint, &[Address::parse(endpoint.address()).ok().as_ref()]);
        for (said, shown) in [
            ("bad t0ken", "bad …"),
            ("no ada:pa55, no pa55", "no …, no …"),
            ("YWRhOnBhNTU= is wrong", "… is wrong"),
            ("b3arer, k3y k3y and zqspath0rd", "…, … and …"),
            ("devtools of a bearer: Bearer", "devtools of a bearer: Bearer"),
        ] {
            assert_eq!(secrets.scrub(said), shown);
        }
    }
}
