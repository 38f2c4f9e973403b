//! In the place of `seal` in a build without cryptography: encrypted states are known, and not opened.

use super::key::{Key, Keys};
use crate::failure::{Failure, Result};

/// See `seal`.
pub(super) const BEGINNING: &str = "{\"domtool\":\"encrypted state\"";

/// See `seal`.
pub(super) fn is_sealed(text: &str) -> bool {
    text.starts_with(BEGINNING)
}

/// See `seal`.
///
/// # Errors
/// Always.
pub(super) fn seal(_plain: &[u8], _key: &Key) -> Result<String> {
    Err(without())
}

/// See `seal`.
///
/// # Errors
/// Always.
pub(super) fn open(_text: &str, _keys: &Keys) -> Result<String> {
    Err(without())
}

fn without() -> Failure {
    let failure = Failure::invalid("this build of domtool has no cryptography");
    Failure { hint: "build it with the feature `encrypt`, which is on by default".into(), ..failure }
}
