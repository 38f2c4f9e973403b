//! Digests, in the two spellings that packages use, and the list of them that goes with a release.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use sha2::{Digest as _, Sha256, Sha512};

/// The name of the list, as `sha256sum --check` and every downloader know it.
pub(super) const LIST: &str = "SHA256SUMS";

/// As in a wheel's `RECORD`.
pub(super) fn record(bytes: &[u8]) -> String {
    format!("sha256={}", URL_SAFE_NO_PAD.encode(Sha256::digest(bytes)))
}

/// As in npm's `integrity`.
pub(super) fn integrity(bytes: &[u8]) -> String {
    format!("sha512-{}", STANDARD.encode(Sha512::digest(bytes)))
}

/// The list's lines for files, by name.
pub(super) fn list<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let line = |(name, bytes): (&str, &[u8])| {
        let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{digest}  {name}\n")
    };
    files.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digests of "abc" in FIPS 180-2, appendices B.1 and C.1, and the first one as base64.
    #[test]
    fn digests_are_spelled_as_packages_want_them() {
        assert_eq!(
            list([("a.txt", &b"abc"[..])]),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n"
        );
        assert_eq!(record(b"abc"), "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
        assert_eq!(
            integrity(b"abc"),
            "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
        );
    }
}
