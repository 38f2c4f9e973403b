//! An encrypted state: a JSON object whose data is what the file would hold otherwise, by ChaCha20-Poly1305 (RFC 8439). The key comes from
//! the secret by PBKDF2 with a salt of its own for each file, so that no nonce is used twice under one key, and a secret that a person
//! thought up is not quickly guessed. All of it is `ring`'s, which TLS uses.

use std::num::NonZeroU32;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domtool::ErrorKind;
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hmac, pbkdf2,
};
use serde::{Deserialize, Serialize};

use super::key::{Key, KeySource, Keys};
use crate::failure::{Failure, Result};

/// How every encrypted state begins.
pub(super) const BEGINNING: &str = "{\"domtool\":\"encrypted state\"";
const VERSION: u32 = 1;
/// What OWASP advises for HMAC-SHA-256. It belongs to the version: a file cannot ask for fewer.
const ROUNDS: NonZeroU32 = match NonZeroU32::new(600_000) {
    Some(rounds) => rounds,
    None => NonZeroU32::MIN,
};
const SALT: usize = 16;
/// How much of the proof that a key is the right one is kept: enough to tell a wrong key from a changed file.
const CHECK: usize = 8;

#[derive(Serialize, Deserialize)]
struct Sealed {
    domtool: String,
    version: u32,
    key: KeySource,
    salt: String,
    check: String,
    nonce: String,
    data: String,
}

/// Whether a text is an encrypted state.
pub(super) fn is_sealed(text: &str) -> bool {
    text.starts_with(BEGINNING)
}

/// Encrypts.
///
/// # Errors
/// `INTERNAL` when the system has no randomness.
pub(super) fn seal(plain: &[u8], key: &Key) -> Result<String> {
    let (mut salt, mut nonce) = ([0; SALT], [0; NONCE_LEN]);
    for bytes in [&mut salt[..], &mut nonce[..]] {
        getrandom::fill(bytes).map_err(|error| Failure::internal(error.to_string()))?;
    }
    let derived = derive(key, &salt);
    let mut data = plain.to_vec();
    let sealed = cipher(&derived)?.seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::from(header(key.source)),
        &mut data,
    );
    sealed.map_err(|_| Failure::internal("the state could not be encrypted"))?;
    let sealed = Sealed {
        domtool: "encrypted state".to_owned(),
        version: VERSION,
        key: key.source,
        salt: STANDARD.encode(salt),
        check: STANDARD.encode(check(&derived)),
        nonce: STANDARD.encode(nonce),
        data: STANDARD.encode(data),
    };
    serde_json::to_string(&sealed).map_err(|error| Failure::internal(error.to_string()))
}

/// Decrypts.
///
/// # Errors
/// `SECURITY_BLOCKED` when the key is missing or another one, or the file was changed; `INVALID_INPUT` for one of a later version.
pub(super) fn open(text: &str, keys: &Keys) -> Result<String> {
    let sealed: Sealed = serde_json::from_str(text).map_err(|_| changed())?;
    if sealed.version != VERSION {
        let version = sealed.version;
        let failure =
            Failure::invalid(format!("the state is encrypted in version {version}, which is not known here"));
        return Err(Failure { hint: "load it with the domtool that saved it".into(), ..failure });
    }
    let bytes = |text: &str| STANDARD.decode(text).map_err(|_| changed());
    let (salt, nonce, mut data) = (bytes(&sealed.salt)?, bytes(&sealed.nonce)?, bytes(&sealed.data)?);
    let nonce = Nonce::try_assume_unique_for_key(&nonce).map_err(|_| changed())?;
    let key = keys.from(sealed.key)?;
    let derived = derive(&key, &salt);
    if bytes(&sealed.check)? != check(&derived) {
        return Err(Failure::new(
            ErrorKind::SecurityBlocked,
            "the state is encrypted with another key than the one that is there",
            match sealed.key {
                KeySource::Environment => "set DOMTOOL_STATE_KEY to the secret that the state was saved with",
                KeySource::Keyring => "load it as the user who saved it; or log in once more and save",
            },
        ));
    }
    let plain = cipher(&derived)?.open_in_place(nonce, Aad::from(header(sealed.key)), &mut data);
    let plain = plain.map_err(|_| changed())?;
    String::from_utf8(plain.to_vec()).map_err(|_| changed())
}

/// What is not secret but must not be changed either.
fn header(source: KeySource) -> Vec<u8> {
    format!("domtool state {VERSION} {source:?}").into_bytes()
}

fn derive(key: &Key, salt: &[u8]) -> [u8; 32] {
    let mut derived = [0; 32];
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ROUNDS, salt, key.secret.as_bytes(), &mut derived);
    derived
}

fn cipher(derived: &[u8; 32]) -> Result<LessSafeKey> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, derived);
    key.map(LessSafeKey::new).map_err(|_| Failure::internal("no key could be made"))
}

fn check(derived: &[u8; 32]) -> Vec<u8> {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, derived), b"domtool state: is it the key?");
    tag.as_ref().iter().take(CHECK).copied().collect()
}

fn changed() -> Failure {
    Failure::new(
        ErrorKind::SecurityBlocked,
        "the encrypted state is not as it was saved: it is damaged, or somebody changed it",
        "do not use it: log in once more and save",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::Hidden;

    fn keys(secret: &str) -> Keys {
        Keys::new(Some(Hidden::from(secret.to_owned())))
    }

    #[test]
    fn only_its_key_opens_it_and_no_change_goes_unseen() {
        let mine = keys("a secret of some length");
        let sealed = seal(b"zqlogin", &mine.any_or_made().unwrap().unwrap()).unwrap();
        assert!(is_sealed(&sealed) && !sealed.contains("zqlogin"));
        assert_eq!(open(&sealed, &mine).unwrap(), "zqlogin");
        let why = |text: &str, keys: &Keys| open(text, keys).unwrap_err().message;
        assert!(why(&sealed, &keys("another secret, as long")).contains("another key"));
        assert!(why(&sealed, &Keys::default()).contains("DOMTOOL_STATE_KEY is not set"));
        assert!(why(&sealed, &keys("short")).contains("too short"));

        let mut object: serde_json::Value = serde_json::from_str(&sealed).unwrap();
        for (field, message) in
            [("data", "not as it was saved"), ("nonce", "not as it was saved"), ("salt", "another key")]
        {
            let was = object[field].clone();
            let mut bytes = STANDARD.decode(was.as_str().unwrap()).unwrap();
            bytes[0] ^= 1;
            object[field] = STANDARD.encode(bytes).into();
            let text = object.to_string();
            assert!(why(&text, &mine).contains(message), "{field}");
            object[field] = was;
        }
        for half in [&sealed[..sealed.len() / 2], BEGINNING] {
            assert!(why(half, &mine).contains("not as it was saved"));
        }
        assert!(why(&sealed.replace("\"version\":1", "\"version\":2"), &mine).contains("version 2"));
    }
}
