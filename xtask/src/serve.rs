//! Serves files on loopback, until the process ends. Which file a path names is the caller's affair.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use crate::loopback::{self, Answer};

/// Starts to serve on a free port and says where. `file_of` says which file a path names, which has no `..` in it.
pub(crate) fn start(file_of: impl Fn(&str) -> PathBuf + Send + Sync + 'static) -> Result<SocketAddr, String> {
    let (listener, address) = loopback::listen()?;
    loopback::serve(listener, move |path| {
        if path.split('/').any(|part| part == "..") {
            return None;
        }
        let file = file_of(path);
        Some(Answer { kind: kind(&file), body: fs::read(&file).ok()? })
    });
    Ok(address)
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|kind| kind.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
