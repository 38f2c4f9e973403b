//! Serves the pages, the bundles and the installed packages on loopback.

use std::{fs, net::SocketAddr};

use super::packages::{INSTALLED, PAGES};
use crate::loopback::{self, Answer};

/// Starts to serve on a free port and says where.
pub(super) fn start() -> Result<SocketAddr, String> {
    let (listener, address) = loopback::listen()?;
    loopback::serve(listener, find);
    Ok(address)
}

fn find(path: &str) -> Option<Answer> {
    let file = match path.split('/').next()? {
        _ if path.split('/').any(|part| part == "..") => return None,
        "node_modules" | "bundles" => format!("{INSTALLED}/{path}"),
        _ => format!("{PAGES}/{path}"),
    };
    Some(Answer { kind: kind(path), body: fs::read(file).ok()? })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
