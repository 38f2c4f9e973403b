//! What a caller's words mean where the caller is: paths, addresses, and which browser there is.

use std::path::{Path, PathBuf};

use domtool::ErrorKind;

use crate::failure::{Failure, Result};

/// Where a caller is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    /// Against which relative paths are taken.
    pub(crate) folder: PathBuf,
    /// The caller is on another machine, and no path of this one is for it.
    pub(crate) elsewhere: bool,
    /// The version of the session's browser; empty when that does not run.
    pub(crate) browser_version: String,
}

impl Environment {
    /// A path of the caller's, absolute.
    ///
    /// # Errors
    /// `BLOCKED_BY_POLICY` for a caller on another machine.
    pub(crate) fn path(&self, path: &Path) -> Result<PathBuf> {
        if self.elsewhere { Err(no_files()) } else { Ok(self.folder.join(path)) }
    }

    /// An address as the caller gave it: the path of an existing file becomes a `file:` address.
    ///
    /// # Errors
    /// `INVALID_INPUT` when it is empty, or looks like a path and is no file.
    pub(crate) fn address(&self, text: &str) -> Result<String> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Failure::invalid("the address is empty"));
        }
        if text.contains("://") || text.starts_with("about:") || text.starts_with("data:") {
            return Ok(text.to_owned());
        }
        let looks_like_path = text.starts_with(['/', '.']) || (cfg!(windows) && text.contains('\\'));
        if self.elsewhere {
            // Not even whether there is such a file.
            return if looks_like_path { Err(no_files()) } else { Ok(text.to_owned()) };
        }
        let path = self.folder.join(text);
        if path.is_file() {
            return Ok(file_url(&path.canonicalize().unwrap_or(path)));
        }
        if looks_like_path {
            return Err(Failure::invalid(format!("there is no file {}", path.display())));
        }
        Ok(text.to_owned())
    }
}

/// What callers on another machine are told.
pub(super) fn no_files() -> Failure {
    Failure::new(
        ErrorKind::BlockedByPolicy,
        "files of the server's machine are not for its clients",
        "open an address of the web; pictures come by the tool screenshot of the server's /mcp",
    )
}

/// A `file:` address (RFC 8089): everything but unreserved characters and `/` percent-encoded.
fn file_url(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text =
        text.strip_prefix(r"\\?\").unwrap_or(&text).replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut url = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                url.push(byte as char);
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_addresses() {
        assert_eq!(file_url(Path::new("/tmp/a b/ü#1?.html")), "file:///tmp/a%20b/%C3%BC%231%3F.html");
    }
}
