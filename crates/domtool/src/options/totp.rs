//! One-time codes by time (RFC 6238): what makes them, and the code of a moment. Pure: the clock is the caller's.

use std::fmt;

use hmac::Hmac;
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// Shorter keys than this are guessed: 80 bits, as some servers still give out.
const SHORTEST_KEY: usize = 10;

/// What makes the codes of one account.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Totp {
    key: Vec<u8>,
    hash: Hash,
    digits: u32,
    /// Seconds.
    period: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hash {
    Sha1,
    Sha256,
    Sha512,
}

impl Totp {
    /// From what a server shows beside its picture to be scanned: a key in base 32, or an `otpauth://totp/...` address.
    ///
    /// # Errors
    /// What is wrong with it, without any of it.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        let begins =
            |start: &str| text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
        if !begins("otpauth://") {
            let key = key(text)?;
            return Ok(Self { key, hash: Hash::Sha1, digits: 6, period: 30 });
        }
        if !begins("otpauth://totp/") {
            return Err("only codes by time (otpauth://totp/...) can be made, no others");
        }
        let (mut secret, mut hash, mut digits, mut period) = (None, Hash::Sha1, 6, 30);
        let query = text.split_once('?').map_or("", |(_, query)| query);
        for (name, value) in query.split(['&', '#']).filter_map(|pair| pair.split_once('=')) {
            match name.to_ascii_lowercase().as_str() {
                "secret" => secret = Some(key(value)?),
                "algorithm" => {
                    hash = match value.to_ascii_uppercase().replace('-', "").as_str() {
                        "SHA1" => Hash::Sha1,
                        "SHA256" => Hash::Sha256,
                        "SHA512" => Hash::Sha512,
                        _ => return Err("its algorithm is none of SHA1, SHA256 and SHA512"),
                    }
                }
                "digits" => {
                    let given = value.parse().ok().filter(|given| (6..=9).contains(given));
                    digits = given.ok_or("it wants codes of other than 6 to 9 digits")?;
                }
                "period" => {
                    let given = value.parse().ok().filter(|given| (1..=86_400).contains(given));
                    period = given.ok_or("its period is no number of seconds")?;
                }
                _ => {}
            }
        }
        Ok(Self { key: secret.ok_or("it has no secret")?, hash, digits, period })
    }

    /// The code at so many seconds since 1970.
    pub(crate) fn code_at(&self, seconds: u64) -> String {
        let counter = (seconds / self.period).to_be_bytes();
        let digest = match self.hash {
            Hash::Sha1 => digest::<Hmac<Sha1>>(&self.key, &counter),
            Hash::Sha256 => digest::<Hmac<Sha256>>(&self.key, &counter),
            Hash::Sha512 => digest::<Hmac<Sha512>>(&self.key, &counter),
        };
        // The last four bits say where the four bytes of the code begin (RFC 4226, 5.3).
        let at = usize::from(digest.last().copied().unwrap_or_default() & 0xf);
        let four = digest.iter().skip(at).take(4).fold(0, |four, byte| four << 8 | u32::from(*byte));
        let code = (four & 0x7fff_ffff) % 10_u32.pow(self.digits);
        format!("{code:0width$}", width = self.digits as usize)
    }
}

fn digest<M: hmac::Mac + hmac::KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    // Keys may have any length: what the type allows to fail does not.
    let Ok(mut mac) = <M as hmac::KeyInit>::new_from_slice(key) else { return Vec::new() };
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

/// A key in base 32 (RFC 4648), as people copy it: in groups, in small letters, with or without its padding.
fn key(text: &str) -> Result<Vec<u8>, &'static str> {
    let text = text.replace("%20", "").replace("%3D", "").replace("%3d", "");
    let mut key = Vec::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for c in text.trim_end_matches('=').chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let value = match c.to_ascii_uppercase() {
            c @ 'A'..='Z' => u32::from(c) - u32::from('A'),
            c @ '2'..='7' => u32::from(c) - u32::from('2') + 26,
            _ => return Err("its key is not in base 32: letters and the digits 2 to 7"),
        };
        held = (held << 5 | value) & 0xfff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            key.push(u8::try_from(held >> bits & 0xff).unwrap_or_default());
        }
    }
    if key.len() < SHORTEST_KEY {
        return Err("its key is too short");
    }
    Ok(key)
}

impl fmt::Debug for Totp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Totp").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 6238, appendix B.
    #[test]
    fn vectors_of_the_rfc() {
        let keys = [
            (Hash::Sha1, "12345678901234567890"),
            (Hash::Sha256, "12345678901234567890123456789012"),
            (Hash::Sha512, "1234567890123456789012345678901234567890123456789012345678901234"),
        ];
        for (seconds, codes) in [
            (59, ["94287082", "46119246", "90693936"]),
            (1_111_111_109, ["07081804", "68084774", "25091201"]),
            (1_111_111_111, ["14050471", "67062674", "99943326"]),
            (1_234_567_890, ["89005924", "91819424", "93441116"]),
            (2_000_000_000, ["69279037", "90698825", "38618901"]),
            (20_000_000_000, ["65353130", "77737706", "47863826"]),
        ] {
            for ((hash, key), code) in keys.iter().zip(codes) {
                let totp = Totp { key: key.as_bytes().to_vec(), hash: *hash, digits: 8, period: 30 };
                assert_eq!(totp.code_at(seconds), code, "{hash:?} {seconds}");
            }
        }
    }

    #[test]
    fn keys_and_addresses() {
        // The first key of the RFC.
        let plain = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        for text in [
            plain,
            "gezd gnbv gy3t qojq gezd gnbv gy3t qojq",
            "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ====",
            &format!("otpauth://totp/Bank:ada?issuer=Bank&secret={plain}"),
            &format!("OTPAUTH://totp/x?secret={plain}&digits=6&period=30&algorithm=SHA1"),
        ] {
            assert_eq!(Totp::parse(text).unwrap().code_at(59), "287082", "{text}");
        }
        let other = format!("otpauth://totp/x?secret={plain}&digits=8&period=60&algorithm=sha256");
        let totp = Totp::parse(&other).unwrap();
        assert_eq!((totp.digits, totp.period, totp.hash), (8, 60, Hash::Sha256));
        for bad in [
            "",
            "GEZD",
            "GEZDGNBVGY3TQOJ1GEZDGNBVGY3TQOJQ",
            "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
            "otpauth://totp/x",
            "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=5",
            "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&period=0",
            "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=MD5",
        ] {
            let why = Totp::parse(bad).unwrap_err();
            assert!(!why.contains("GEZD"), "{why}");
        }
        assert_eq!(format!("{totp:?}"), "Totp { .. }");
    }
}
