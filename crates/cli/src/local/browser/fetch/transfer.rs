//! One large file from a server to this disk. What is there of it stays when the connection breaks or the program ends, and the next try
//! asks for the rest only, if the server still has the same file. The whole is held against what the server says of it.
//!
//! What that is worth: size and MD5 (`x-goog-hash`, as Google's storage gives it) come from the same server by the same connection, so
//! they find damage and files that were put together of two. That it is Google's file is known by TLS alone.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use domtool::ErrorKind;
use md5::{Digest as _, Md5};
use serde::{Deserialize, Serialize};
use ureq::http::HeaderMap;

use super::{
    client::{self, Client, Rest},
    progress::{Progress, megabytes},
};
use crate::{
    failure::{Failure, Result},
    print,
};

/// So many times in a row a connection may end without having brought anything.
const FRUITLESS: u32 = 3;

/// A file that is being fetched, and beside it what the server said of it.
pub(super) struct Transfer<'a> {
    pub(super) client: &'a Client,
    pub(super) url: &'a str,
    /// Where it goes.
    pub(super) path: &'a Path,
    /// What people call it.
    pub(super) what: String,
}

/// What a server said of a file.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Promise {
    /// Where it was asked for.
    url: String,
    /// Stays the same as long as the file does.
    etag: Option<String>,
    size: Option<u64>,
    /// In base 64.
    md5: Option<String>,
}

/// How one try ended.
enum Outcome {
    Whole,
    /// The connection broke, and why.
    Broken(String),
}

impl Transfer<'_> {
    /// Fetches it; `None` when the server has no such file. When this fails, what came is kept for the next call.
    ///
    /// # Errors
    /// `NO_BROWSER` when the connection fails again and again, `SECURITY_BLOCKED` when what came is not what the server says that it
    /// is, `INTERNAL` when it cannot be written.
    pub(super) fn run(&self) -> Result<Option<()>> {
        let mut fruitless = 0;
        loop {
            let before = self.there();
            if before > 0 {
                print::aside(&format!(
                    "{}: {:.1} MB are there, asking for the rest",
                    self.what,
                    megabytes(before)
                ));
            }
            match self.attempt()? {
                None => return Ok(None),
                Some(Outcome::Whole) => match self.verify()? {
                    None => return Ok(Some(())),
                    // A part from an earlier call may be of another file, whatever the server says.
                    Some(_) if before > 0 => self.forget()?,
                    Some(why) => {
                        self.forget()?;
                        return Err(Failure::new(
                            ErrorKind::SecurityBlocked,
                            format!(
                                "what came from {} is not what it says: {why}",
                                domtool::text::shorten_url(self.url)
                            ),
                            "nothing of it was kept; try again, or name another server in DOMTOOL_CHROME_MIRROR",
                        ));
                    }
                },
                Some(Outcome::Broken(why)) => {
                    fruitless = if self.there() > before { 0 } else { fruitless + 1 };
                    if fruitless == FRUITLESS {
                        let mut failure = client::unreachable(self.url, &why);
                        if self.there() > 0 {
                            failure.hint = format!(
                                "run it once more: it goes on where it ended, after {:.1} MB",
                                megabytes(self.there())
                            )
                            .into();
                        }
                        return Err(failure);
                    }
                }
            }
        }
    }

    /// Forgets what is there, when it is of no more use.
    ///
    /// # Errors
    /// `INTERNAL` when it cannot be removed.
    pub(super) fn forget(&self) -> Result<()> {
        for path in [self.path.to_owned(), self.promise_path()] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Failure::io(path.display(), &error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// How many bytes are there.
    fn there(&self) -> u64 {
        fs::metadata(self.path).map_or(0, |meta| meta.len())
    }

    fn promise_path(&self) -> PathBuf {
        let mut name = OsString::from(self.path);
        name.push(".json");
        PathBuf::from(name)
    }

    /// What was said of the part that is there. One that cannot be read, or is of another address, is none.
    fn promise(&self) -> Promise {
        let read = fs::read(self.promise_path()).ok();
        let promise: Option<Promise> = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        promise.filter(|promise| promise.url == self.url).unwrap_or_default()
    }

    /// Asks once; `None` when the server has no such file.
    fn attempt(&self) -> Result<Option<Outcome>> {
        let failed = |error: io::Error| Failure::io(self.path.display(), &error);
        let promise = self.promise();
        let there = self.there();
        if there > 0 && promise.size == Some(there) {
            return Ok(Some(Outcome::Whole));
        }
        let rest = promise.etag.as_deref().filter(|_| there > 0).map(|etag| Rest { from: there, etag });
        let response = match self.client.get(self.url, rest.as_ref()) {
            Ok(response) => response,
            Err(error) => return Ok(Some(Outcome::Broken(error.to_string()))),
        };
        let begins = match response.status().as_u16() {
            200 => 0,
            206 if rest.is_some() && begins_at(response.headers()) == Some(there) => there,
            // A part that the server cannot continue.
            206 | 416 => {
                self.forget()?;
                return Ok(Some(Outcome::Broken("the server has no such part".to_owned())));
            }
            404 => return Ok(None),
            status => return Err(client::refused(self.url, status)),
        };
        let promise = self.promised(response.headers(), begins, promise);
        let json = serde_json::to_vec(&promise).map_err(|error| Failure::internal(error.to_string()))?;
        let mut file =
            File::options().create(true).truncate(false).write(true).open(self.path).map_err(failed)?;
        file.set_len(begins).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        fs::write(self.promise_path(), json).map_err(failed)?;

        let mut progress = Progress::new(self.what.clone(), begins);
        let mut body = response.into_body().into_reader();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = begins;
        let broke = loop {
            match body.read(&mut buffer) {
                Ok(0) => break None,
                Ok(read) => {
                    file.write_all(&buffer[..read]).map_err(failed)?;
                    bytes += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(error.to_string()),
            }
            progress.advance(bytes, promise.size);
        };
        progress.end(bytes, promise.size);
        file.sync_all().map_err(failed)?;
        Ok(Some(match (broke, promise.size) {
            (Some(why), _) => Outcome::Broken(why),
            (None, Some(size)) if bytes < size => {
                Outcome::Broken(format!("the connection ended after {bytes} of {size} bytes"))
            }
            (None, _) => Outcome::Whole,
        }))
    }

    /// What the headers of an answer promise; those of a part may leave out what was promised for the whole.
    fn promised(&self, headers: &HeaderMap, begins: u64, before: Promise) -> Promise {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let size = match begins {
            0 => text("content-length").and_then(|text| text.parse().ok()),
            _ => text("content-range").and_then(|text| text.rsplit('/').next()?.parse().ok()).or(before.size),
        };
        // A weak one may stay the same when the bytes do not.
        let etag = text("etag").filter(|etag| !etag.starts_with("W/")).map(str::to_owned);
        let before = if begins == 0 { Promise::default() } else { before };
        Promise {
            url: self.url.to_owned(),
            size,
            etag: etag.or(before.etag),
            md5: md5_in(headers).or(before.md5),
        }
    }

    /// Why what is there is not what was promised.
    fn verify(&self) -> Result<Option<String>> {
        let failed = |error: io::Error| Failure::io(self.path.display(), &error);
        let promise = self.promise();
        let there = self.there();
        if let Some(size) = promise.size.filter(|size| *size != there) {
            return Ok(Some(format!("it is {there} bytes long, not {size}")));
        }
        let Some(md5) = promise.md5 else {
            print::aside(
                "the server gives no checksum: only sizes, and the checksums in the archive, are checked",
            );
            return Ok(None);
        };
        let mut file = File::open(self.path).map_err(failed)?;
        let mut digest = Md5::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(failed)? {
                0 => break,
                read => digest.update(&buffer[..read]),
            }
        }
        let is = BASE64_STANDARD.encode(digest.finalize());
        Ok((is != md5).then(|| format!("its MD5 is {is}, not {md5}")))
    }
}

/// Where a part begins: `bytes 100-199/200`.
fn begins_at(headers: &HeaderMap) -> Option<u64> {
    let range = headers.get("content-range")?.to_str().ok()?;
    range.strip_prefix("bytes ")?.split('-').next()?.parse().ok()
}

/// The MD5 in `x-goog-hash: crc32c=...,md5=...`, which may also be two headers.
fn md5_in(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all("x-goog-hash").into_iter().filter_map(|value| value.to_str().ok());
    let mut hashes = texts.flat_map(|text| text.split(',')).map(str::trim);
    hashes.find_map(|hash| hash.strip_prefix("md5=")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn headers_are_read() {
        let hash = [("x-goog-hash", "crc32c=AAAAAA=="), ("x-goog-hash", "md5=1B2M2Y8AsgTpgAmY7PhCfg==")];
        assert_eq!(md5_in(&headers(&hash)).as_deref(), Some("1B2M2Y8AsgTpgAmY7PhCfg=="));
        assert_eq!(md5_in(&headers(&[("x-goog-hash", "crc32c=AA==, md5=BB==")])).as_deref(), Some("BB=="));
        assert_eq!(md5_in(&headers(&[("x-goog-hash", "crc32c=AA==")])), None);
        assert_eq!(begins_at(&headers(&[("content-range", "bytes 100-199/200")])), Some(100));
        assert_eq!(begins_at(&headers(&[("content-range", "bytes */200")])), None);
    }
}
